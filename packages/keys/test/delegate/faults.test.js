/**
 * A server that answers wrongly, late or not at all, and whoever calls it with something else: a clear error each time,
 * never a proof that does not verify, and nothing left open.
 */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { getCurveFromName } from "../../../../src/index.js";
import { delegateProof, ProverError } from "../../src/delegate.js";
import { calculator } from "../../../../test/support/calculators.js";
import { fixture } from "../../../../test/support/circuits.js";
import { serverOf, startLiar, TOKENS } from "../../../../test/support/delegation.js";
import { thinned } from "../../../../test/support/extent.js";
import { failureOf } from "../../../../test/support/failure.js";
import { pointOfOrder, pointOutside, SMALL_ORDERS } from "../../../../test/support/torsion.js";

const filesOf = (circuit) => ({ zkey: fixture(circuit, "circuit.zkey"), witness: fixture(circuit, "witness.wtns") });
const honest = (reply, points) => reply.end(points);
const PARTS = ["A", "B2", "C", "H"];

/** Places of the four points in an answer. */
function placesIn(n8) {
    let at = 0;
    return Object.fromEntries(PARTS.map((part) => [part, [at, at += (part === "B2" ? 4 : 2) * n8]]));
}

/** The answer with one point exchanged. */
function withPoint(points, n8, part, change) {
    const [from, to] = placesIn(n8)[part], out = points.slice();
    out.set(change(points.slice(from, to)), from);
    return out;
}

for (const [circuit, name, n8] of thinned([["mimc_tiny", "bn128", 32], ["mimc_bls", "bls12381", 48]], 2))
    describe(`answers of servers that are wrong, on ${name}`, function () {
        this.timeout(120_000);
        const { zkey, witness } = filesOf(circuit), group = (part) => (part === "B2" ? "G2" : "G1");
        let curve, liars;
        before(async () => { curve = await getCurveFromName(name, { singleThread: true }); });
        after(() => curve.terminate());
        beforeEach(() => { liars = []; });
        afterEach(async () => Promise.all(liars.map((liar) => liar.close())));

        /** The error of a proof whose server number `who` answers this. */
        async function errorOf(answer, who, more = {}) {
            const own = await Promise.all([0, 1].map((i) => startLiar(zkey, i === who ? answer : honest)));
            liars.push(...own);
            const error = await failureOf(delegateProof({
                zkey, witness, servers: own.map((liar) => serverOf(liar, zkey)), curve, ...more,
            }));
            expect(error, String(error)).to.be.instanceOf(ProverError);
            return { code: error.code, message: error.message, name: `server http://127.0.0.1:${own[who].port}`, own };
        }

        it("are noticed where a point is another one of its group, and the two servers cannot be told apart", async () => {
            for (const part of PARTS) for (const who of [0, 1]) {
                const G = curve[group(part)];
                const { code, message, own } = await errorOf((reply, points) => reply.end(withPoint(points, n8, part,
                    (point) => G.toAffine(G.add(point, G.g)))), who);
                expect(code, part).to.equal("ERR_CHECK");
                for (const { port } of own) expect(message).to.include(`server http://127.0.0.1:${port}`);
                expect(message).to.match(/cannot be told apart$/);
            }
        });

        it("are noticed where points are exchanged, negated, at infinity, or those of another share", async () => {
            const [A, C] = [(points) => points.slice(0, 2 * n8), (points) => points.slice(6 * n8, 8 * n8)];
            const swap = (points) => withPoint(withPoint(points, n8, "A", () => C(points)), n8, "C", () => A(points));
            let other;
            for (const [what, change] of [
                ["exchanged", swap],
                ["negated", (points) => withPoint(points, n8, "C", (point) => curve.G1.neg(point))],
                ["A at infinity", (points) => withPoint(points, n8, "A", (point) => point.fill(0))],
                ["B2 at infinity", (points) => withPoint(points, n8, "B2", (point) => point.fill(0))],
                ["all at infinity", (points) => points.fill(0)],
                ["remembered", (points) => { other = points.slice(); return points; }],
                ["of another share", () => other],
            ]) {
                const answer = (reply, points) => reply.end(change(points));
                if (what === "remembered") {
                    const own = await Promise.all([answer, honest].map((one) => startLiar(zkey, one)));
                    liars.push(...own);
                    await delegateProof({ zkey, witness, servers: own.map((liar) => serverOf(liar, zkey)), curve });
                } else expect((await errorOf(answer, 0)).code, what).to.equal("ERR_CHECK");
            }
        });

        it("are refused by name where a point is off the curve, or not canonical", async () => {
            const { q } = curve, bigger = (point) => {
                let value = 0n; // x + q: the same point in other bytes, where it fits
                for (let i = n8 - 1; i >= 0; i--) value = (value << 8n) | BigInt(point[i]);
                value += q;
                for (let i = 0; i < n8; i++, value >>= 8n) point[i] = Number(value & 255n);
                return point;
            };
            for (const [part, who, change] of [
                ...PARTS.map((part, i) => [part, i % 2, (point) => { point[3] ^= 1; return point; }]),
                ["A", 0, bigger], ["B2", 1, bigger], ["H", 1, (point) => point.fill(255)],
            ]) {
                const answer = await errorOf((reply, points) => reply.end(withPoint(points, n8, part, change)), who);
                expect(answer.code).to.equal("ERR_MSM");
                expect(answer.message).to.equal(
                    `${answer.name}: expected MSM ${part} to be a point of ${name}, got one that is off the curve`,
                );
            }
        });

        it("are refused by name where a point is outside of its subgroup", async () => {
            const groups = Object.entries(SMALL_ORDERS[name]).filter(([, orders]) => orders.length > 0);
            expect(groups.length).to.be.above(0);
            for (const [which, [order]] of groups) {
                const G = curve[which], torsion = pointOfOrder(curve, which, order), parts = which === "G2" ? ["B2"] : ["A", "C"];
                for (const part of parts) for (const change of [
                    (point) => G.toAffine(G.add(point, torsion)), () => torsion, () => pointOutside(curve, which),
                ]) {
                    const answer = await errorOf((reply, points) => reply.end(withPoint(points, n8, part, change)), 1);
                    expect([answer.code, answer.message]).to.deep.equal(["ERR_MSM",
                        `${answer.name}: expected MSM ${part} to be a point of ${name}, got one outside of its subgroup`]);
                }
            }
        });

        it("are refused by name where there are more or fewer bytes", async () => {
            const size = 10 * n8;
            for (const [change, got] of [
                [(points) => points.slice(0, -1), `${size - 1}`],
                [() => new Uint8Array(0), "0"],
                [(points) => new Uint8Array([...points, 0]), "more"],
                [() => new Uint8Array(2 ** 22), "more"],
            ]) {
                const answer = await errorOf((reply, points) => reply.end(change(points)), 0);
                expect([answer.code, answer.message])
                    .to.deep.equal(["ERR_READ", `${answer.name}: expected an answer of ${size} bytes, got ${got}`]);
            }
        });
    });

describe("servers that do not answer as they should", function () {
    this.timeout(120_000);
    const { zkey, witness } = filesOf("mimc_tiny");
    let liars;
    beforeEach(() => { liars = []; });
    afterEach(async () => Promise.all(liars.map((liar) => liar.close())));

    /** @param {number | "both"} who - both: on a busy machine, an honest server may be late, too */
    async function errorOf(answer, who, more = {}) {
        const own = await Promise.all([0, 1].map((i) => startLiar(zkey, [i, "both"].includes(who) ? answer : honest)));
        liars.push(...own);
        const error = await failureOf(delegateProof({
            zkey, witness, servers: own.map((liar) => serverOf(liar, zkey)), threads: 0, ...more,
        }));
        const names = own.map(({ port }) => `server http://127.0.0.1:${port}`);
        const name = who === "both" ? names.find((one) => error.message.startsWith(one)) : names[who];
        return { code: error.code, message: error.message, name };
    }
    const STATUS = (status, body = "", headers = {}) => (reply) => { reply.writeHead(status, headers); reply.end(body); };
    const said = (message) => JSON.stringify({ error: { code: "ERR_X", message } });

    for (const [what, answer, text, more] of [
        ["never", () => {}, "expected an answer within 500 ms, got none", { timeout: 500 }],
        ["late", (reply, points) => setTimeout(() => reply.end(points), 60_000).unref(), "expected an answer within 500 ms, got none", { timeout: 500 }],
        ["byte by byte", (reply, points) => {
            reply.write(points.subarray(0, 10));
            const timer = setInterval(() => reply.write(Uint8Array.of(1)), 100);
            reply.on("close", () => clearInterval(timer));
        }, "expected an answer within 500 ms, got none", { timeout: 500 }],
        ["with a connection that is cut", (reply) => reply.destroy(), /^expected an answer, got /],
        ["with a connection that is cut in the middle", (reply, points) => {
            reply.writeHead(200, { "content-length": points.length });
            reply.write(points.subarray(0, 100), () => reply.destroy());
        }, /^expected an answer, got /],
        ["500", STATUS(500), "expected four points, got HTTP status 500"],
        ["503 with reasons", STATUS(503, said("come again\u0007\u001b[31m")), "expected four points, got HTTP status 503: come again [31m"],
        ["400 without an end", (reply) => {
            reply.writeHead(400);
            const timer = setInterval(() => reply.write("x".repeat(10_000)), 1);
            reply.on("close", () => clearInterval(timer));
        }, "expected four points, got HTTP status 400"],
        ["429 with a very long reason", STATUS(429, said("x".repeat(2000))), `expected four points, got HTTP status 429: ${"x".repeat(300)}`],
        ["204", STATUS(204), "expected four points, got HTTP status 204"],
        ["206", STATUS(206, new Uint8Array(320)), "expected four points, got HTTP status 206"],
        ["a redirect", STATUS(302, "", { location: "http://127.0.0.1:1/elsewhere" }), "expected four points, got a redirect, which is not followed"],
        ["a redirect with the method kept", STATUS(307, "", { location: "/delegate" }), "expected four points, got a redirect, which is not followed"],
        ["HTML", (reply) => reply.end("<html>"), "expected an answer of 320 bytes, got 6"],
    ]) it(what, async () => {
        for (const who of more ? ["both"] : [0, 1]) {
            const { code, message, name } = await errorOf(answer, who, more);
            expect(code).to.equal("ERR_READ");
            if (text instanceof RegExp) expect(message.slice(name.length + 2)).to.match(text);
            else expect(message).to.equal(`${name}: ${text}`);
            expect(message.startsWith(`${name}: `)).to.equal(true);
        }
    });

    it("not there at all", async () => {
        const liar = await startLiar(zkey, honest), gone = await startLiar(zkey, honest), { port } = gone;
        await gone.close();
        liars.push(liar);
        const servers = [liar, gone].map((one) => serverOf(one, zkey));
        const error = await failureOf(delegateProof({ zkey, witness, threads: 0, servers }));
        expect(error.code).to.equal("ERR_READ");
        expect(error.message).to.match(new RegExp(`^server http://127.0.0.1:${port}: expected an answer, got fetch failed`));
    });

    it("leave nothing running: what the other was asked ends, too", async () => {
        let closed;
        const other = new Promise((resolve) => { closed = resolve; });
        const own = [
            await startLiar(zkey, (reply) => { reply.on("close", closed); }),
            await startLiar(zkey, (reply) => setTimeout(() => STATUS(500)(reply), 100)),
        ];
        liars.push(...own);
        const servers = own.map((liar) => serverOf(liar, zkey));
        const error = await failureOf(delegateProof({ zkey, witness, threads: 0, servers }));
        expect(error.message).to.match(/HTTP status 500/);
        await other; // the connection of the server that had not answered
    });
});

describe("what callers of delegateProof say", () => {
    const { zkey, witness } = filesOf("mimc_tiny");
    const one = { url: "https://a.example", token: TOKENS.a, zkey: { path: "/keys/k.zkey" } };
    const two = { ...one, url: "https://b.example/sums/" };
    const hash = "0".repeat(64);

    for (const [what, options, text] of [
        ["no options", undefined, "expected zkey, got options without it"],
        ["no record", 7, "expected a record of options, got"],
        ["no key", { witness, servers: [one, two] }, "expected zkey, got options without it"],
        ["no witness", { zkey, servers: [one, two] }, "expected either witness, or inputs and wasm, got another choice of them"],
        ["both", { zkey, witness, inputs: {}, wasm: "x", servers: [one, two] }, "expected either witness, or inputs and wasm, got another choice of them"],
        ["inputs alone", { zkey, inputs: {}, servers: [one, two] }, "expected either witness, or inputs and wasm, got another choice of them"],
        ["inputs as text", { zkey, inputs: "x", wasm: "y", servers: [one, two] }, "expected inputs by signal name, got"],
        ["a proof without a check", { zkey, witness, servers: [one, two], check: false }, "expected options among"],
        ["no time", { zkey, witness, servers: [one, two], timeout: 0 }, "expected timeout to be milliseconds above 0, got"],
        ["no servers", { zkey, witness }, "expected servers to be a list of two, got undefined"],
        ["one server", { zkey, witness, servers: [one] }, "expected servers to be a list of two, got 1"],
        ["three servers", { zkey, witness, servers: [one, two, one] }, "expected servers to be a list of two, got 3"],
        ["one server twice", { zkey, witness, servers: [one, one] }, "expected two servers that do not know each other, got https://a.example twice"],
        ["one server at two places", { zkey, witness, servers: [one, { ...one, url: "https://A.example:443/other" }] }, "expected two servers that do not know each other"],
        ["another word", { zkey, witness, servers: [one, one], sameOrigin: true }, 'expected sameOrigin to be "refuse" or "allow", got'],
        ["plain http", { zkey, witness, servers: [one, { ...two, url: "http://b.example" }] }, "servers[1]: expected https, got http://b.example"],
        ["plain http with a name that begins as this machine's", { zkey, witness, servers: [one, { ...two, url: "http://127.0.0.1.example" }] }, "servers[1]: expected https"],
        ["another scheme", { zkey, witness, servers: [{ ...one, url: "ftp://a.example" }, two] }, "servers[0]: expected url to be an http(s) address, got"],
        ["no address", { zkey, witness, servers: [{ ...one, url: undefined }, two] }, "servers[0]: expected url to be an http(s) address, got"],
        ["a password", { zkey, witness, servers: [{ ...one, url: "https://me:secret@a.example" }, two] }, "servers[0]: expected an address without a password, got one with it"],
        ["no token", { zkey, witness, servers: [{ ...one, token: undefined }, two] }, "servers[0]: expected token to be 1 to 512 visible characters, got"],
        ["a token with a line", { zkey, witness, servers: [{ ...one, token: "a\nb" }, two] }, "servers[0]: expected token to be 1 to 512 visible characters, got others"],
        ["no key for the server", { zkey, witness, servers: [{ ...one, zkey: undefined }, two] }, "servers[0]: expected zkey to be { path } or { url, sha256 }"],
        ["two keys for the server", { zkey, witness, servers: [{ ...one, zkey: { path: "a", url: "https://c", sha256: hash } }, two] }, "servers[0]: expected zkey to be"],
        ["a key by address without its hash", { zkey, witness, servers: [{ ...one, zkey: { url: "https://c" } }, two] }, "servers[0]: expected zkey to be"],
        ["a hash that is none", { zkey, witness, servers: [{ ...one, zkey: { path: "a", sha256: "abc" } }, two] }, "servers[0]: expected sha256 as 64 small hexadecimal digits"],
        ["a verification key that is none", { zkey, witness, servers: [one, two], verificationKey: { protocol: "none" } }, "verify: expected a"],
    ]) it(`${what}: is refused before anything is read or sent`, async () => {
        const { fetch } = globalThis, sent = [];
        globalThis.fetch = (...args) => { sent.push(args); return fetch(...args); };
        try {
            const error = await failureOf(delegateProof(options));
            expect(error).to.be.instanceOf(ProverError);
            expect(error.message).to.include(text.startsWith("verify") ? text : `delegateProof: ${text}`);
            expect(error.message).not.to.include("secret");
            expect(sent.length).to.equal(0);
        } finally {
            globalThis.fetch = fetch;
        }
    });

    it("both at one origin, and plain http, where the caller allows it", async () => {
        const { fetch } = globalThis, sent = [];
        globalThis.fetch = async (url, init) => { sent.push({ url, init }); return new Response("no", { status: 500 }); };
        try {
            const servers = [{ ...one, url: "http://a.example/x/" }, { ...one, url: "http://a.example", zkey: { url: "https://k.example/a b", sha256: hash } }];
            const error = await failureOf(delegateProof({ zkey, witness, servers, sameOrigin: "allow", plainHttp: "allow", threads: 0 }));
            expect(error.message).to.match(/^server http:\/\/a\.example(\/x)?: expected four points, got HTTP status 500$/);
        } finally {
            globalThis.fetch = fetch;
        }
        expect(sent.map(({ url }) => url).sort()).to.deep.equal([
            "http://a.example/delegate?url=https%3A%2F%2Fk.example%2Fa%20b&sha256=" + hash,
            "http://a.example/x/delegate?path=%2Fkeys%2Fk.zkey",
        ]);
        for (const { init } of sent) {
            expect(init).to.include({ method: "POST", redirect: "manual", credentials: "omit", cache: "no-store", referrerPolicy: "no-referrer" });
            expect(init.headers.authorization).to.equal(`Bearer ${TOKENS.a}`);
        }
    });

    it("a witness of another circuit, and a key of another protocol, are refused before anything is sent", async () => {
        const { fetch } = globalThis, sent = [];
        globalThis.fetch = (...args) => { sent.push(args); return fetch(...args); };
        try {
            const other = await failureOf(delegateProof({ zkey, witness: fixture("xor_net", "witness.wtns"), servers: [one, two], threads: 0 }));
            expect(other.code).to.equal("ERR_WITNESS");
            const plonk = await failureOf(delegateProof({ zkey: fixture("mimc_tiny", "plonk.zkey"), witness, servers: [one, two] }));
            expect([plonk.code, plonk.message.includes("expected a groth16 key")]).to.deep.equal(["ERR_FILE", true]);
            const bytes = new Uint8Array(readFileSync(witness));
            bytes.fill(255, bytes.length - 32);
            const large = await failureOf(delegateProof({ zkey, witness: bytes, servers: [one, two], threads: 0 }));
            expect(large.code).to.equal("ERR_WITNESS");
            const count = (bytes.length - 76) / 32, fill = (byte) =>
                `(memory.fill (i32.const 0) (i32.const ${byte}) (i32.const 32))`;
            const clear = `(if (local.get $i) (then ${fill(255)}) (else ${fill(0)}))`;
            for (const [program, words] of [ // a circuit's program may be anybody's, too
                [calculator(), `expected a witness of ${count} signals`],
                [calculator({ size: `(i32.const ${count})`, clear }), "expected signal 1 to be below"],
            ]) {
                const given = { zkey, inputs: { a: 1 }, wasm: program, servers: [one, two], threads: 0 };
                const { code, message } = await failureOf(delegateProof(given));
                expect(code, message).to.equal("ERR_WITNESS");
                expect(message).to.include(words);
            }
            expect(sent.length).to.equal(0);
        } finally {
            globalThis.fetch = fetch;
        }
    });
});
