/** Delegated proofs with two servers that are honest, or curious and clever. */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import * as snarkjs from "snarkjs";
import { configure } from "../../../../src/curves/config.js";
import { getCurveFromName } from "../../../../src/index.js";
import { delegateProof, ProverError, msmShare } from "../../src/delegate.js";
import { layoutOf } from "../../src/delegate/shares.js";
import { msmRange, verify, zkeyInfo } from "../../../../src/protocols/groth16/index.js";
import { sectionBytes } from "../../../../test/support/binfiles.js";
import { fixture, fixtures } from "../../../../test/support/circuits.js";
import { serverOf, startLiar, startServer } from "../../../../test/support/delegation.js";
import { itInAll, rowsOf } from "../../../../test/support/extent.js";
import { failureOf } from "../../../../test/support/failure.js";
import { circuitFolder } from "../../../../test/support/proving_app.js";

const json = (circuit, name) => JSON.parse(readFileSync(fixture(circuit, name), "utf8"));
const filesOf = (circuit) => ({ zkey: fixture(circuit, "circuit.zkey"), witness: fixture(circuit, "witness.wtns") });
const CIRCUITS = rowsOf(["mimc_tiny", "xor_net", "mimc_bls"], ["mimc_tiny"]);
const honest = (reply, points) => reply.end(points);

describe("delegated proofs", function () {
    this.timeout(120_000);
    let servers;
    before(async () => { servers = await Promise.all([1, 2].map(() => startServer({ allow: [fixtures] }))); });
    after(async () => {
        await Promise.all(servers.map((server) => server.close()));
        for (const curve of [globalThis.curve_bn128, globalThis.curve_bls12381]) await curve?.terminate(); // of snarkjs
    });
    /** The two servers, as a device knows them. */
    const both = (zkey) => servers.map((server) => serverOf(server, zkey));

    for (const circuit of CIRCUITS) it(`${circuit}: verify, also under snarkjs, and are different each time`, async () => {
        const { zkey, witness } = filesOf(circuit), vkey = json(circuit, "vkey.json"), seen = new Set();
        for (let i = 0; i < 2; i++) {
            const { proof, publicSignals } = await delegateProof({ zkey, witness, servers: both(zkey) });
            expect(publicSignals).to.deep.equal(json(circuit, "public.json"));
            expect(await verify(vkey, publicSignals, proof)).to.equal(true);
            expect(await snarkjs.groth16.verify(vkey, publicSignals, proof)).to.equal(true);
            seen.add(JSON.stringify(proof));
        }
        expect(seen.size).to.equal(2);
    });

    itInAll("calculate the witness from inputs", async () => {
        const folder = circuitFolder("mimc_example"), { zkey } = filesOf("mimc_example");
        const inputs = json("mimc_example", "input.json"), wasm = `${folder}/circuit.wasm`;
        const reports = [], onProgress = ({ phase, done, total }) => reports.push([phase, done, total]);
        const servers = both(zkey).map((server) => ({ ...server, url: new URL(server.url) })); // text is as good
        const { proof, publicSignals } = await delegateProof({ zkey, inputs, wasm, servers, onProgress });
        expect(reports.filter(([phase]) => phase === "witness")).to.deep.equal([["witness", 0, 1], ["witness", 1, 1]]);
        expect(publicSignals).to.deep.equal(json("mimc_example", "public.json"));
        expect(await verify(json("mimc_example", "vkey.json"), publicSignals, proof)).to.equal(true);
    });

    itInAll("calculate it on this thread where the caller's curve has no workers", async () => {
        const folder = circuitFolder("mimc_example"), { zkey } = filesOf("mimc_example"), started = [];
        const inputs = json("mimc_example", "input.json"), wasm = `${folder}/circuit.wasm`;
        const curve = await getCurveFromName("bn128", { singleThread: true });
        configure({ createWorker: ({ name }) => { started.push(name); throw new Error("none"); } });
        try {
            await delegateProof({ zkey, inputs, wasm, servers: both(zkey), curve });
            expect(started).to.not.include("ffturbo-witness");
        } finally {
            configure({ createWorker: undefined });
            await curve.terminate();
        }
    });

    it("read no points of the key but those of its header and IC", async () => {
        const { zkey, witness } = filesOf("mimc_example"), bytes = new Uint8Array(readFileSync(zkey));
        const view = new DataView(bytes.buffer), points = [];
        for (let at = 12; at < bytes.length;) {
            const type = view.getUint32(at, true), size = Number(view.getBigUint64(at + 4, true));
            if (type >= 5 && type <= 9) points.push([at + 12, at + 12 + size]);
            at += 12 + size;
        }
        expect(points.length).to.equal(5);
        let read = 0;
        const source = { size: bytes.length, read: (from, length) => {
            // the tables of sections lie between them: a few bytes more are read at once
            for (const [start, end] of points)
                read += Math.max(0, Math.min(end, from + length) - Math.max(start, from));
            return bytes.slice(from, from + length);
        } };
        await delegateProof({ zkey: source, witness, servers: both(zkey) });
        expect(read).to.be.at.most(5 * 4096); // and the proof alone reads all of them
        expect(points.reduce((sum, [start, end]) => sum + end - start, 0)).to.be.above(100_000);
    });

    it("say how far they are, and take the curve and the limits of the caller", async () => {
        const { zkey, witness } = filesOf("mimc_tiny"), reports = [];
        const curve = await getCurveFromName("bn128", { singleThread: true });
        try {
            const onProgress = (report) => reports.push(report);
            await delegateProof({ zkey, witness, servers: both(zkey), curve, onProgress });
        } finally {
            await curve.terminate();
        }
        expect([...new Set(reports.map(({ phase }) => phase))])
            .to.deep.equal(["witness", "coefficients", "fft", "shares", "servers", "check"]);
        for (const phase of ["witness", "coefficients", "fft", "shares", "servers", "check"]) {
            const { done, total } = reports.findLast((report) => report.phase === phase);
            expect(done, phase).to.equal(total);
        }
        expect(reports.at(-1).overall).to.equal(1);
        reports.reduce((before, { overall }) => { expect(overall).to.be.at.least(before); return overall; }, 0);
        const other = await getCurveFromName("bls12381", { singleThread: true });
        try {
            const error = await failureOf(delegateProof({ zkey, witness, servers: both(zkey), curve: other }));
            expect(error.message).to.match(/^delegateProof: expected options.curve to be bn128/);
        } finally {
            await other.terminate();
        }
    });

    it("verify with a key of the caller's too, where one is given", async () => {
        const { zkey, witness } = filesOf("mimc_tiny"), verificationKey = json("mimc_tiny", "vkey.json");
        await delegateProof({ zkey, witness, servers: both(zkey), verificationKey });
        const other = { ...verificationKey, vk_delta_2: verificationKey.vk_gamma_2 };
        const error = await failureOf(delegateProof({ zkey, witness, servers: both(zkey), verificationKey: other }));
        expect([error.code, error.message]).to.deep.equal(["ERR_CHECK",
            "delegateProof: expected a proof that verifies with verificationKey, got one that verifies with the key alone"]);
        const changed = delegateProof({ zkey, witness, servers: both(zkey), verificationKey });
        verificationKey.vk_delta_2 = verificationKey.vk_gamma_2; // too late to matter
        await changed;
    });

    it("name both servers and the witness, where the witness does not satisfy the circuit", async () => {
        const { zkey, witness } = filesOf("mimc_tiny"), damaged = new Uint8Array(readFileSync(witness));
        damaged[damaged.length - 32] ^= 1;
        const error = await failureOf(delegateProof({ zkey, witness: damaged, servers: both(zkey) }));
        expect(error).to.be.instanceOf(ProverError);
        expect(error.code).to.equal("ERR_CHECK");
        for (const { port } of servers) expect(error.message).to.include(`server http://127.0.0.1:${port}`);
        expect(error.message).to.include("or the witness does not satisfy its circuit");
    });

    it("end when the signal does, wherever they are", async () => {
        const { zkey, witness } = filesOf("mimc_tiny");
        for (const phase of ["witness", "coefficients", "fft", "shares", "servers", "check"]) {
            const controller = new AbortController(), end = new Error(phase);
            const onProgress = (report) => { if (report.phase === phase) controller.abort(end); };
            const error = await failureOf(delegateProof({
                zkey, witness, servers: both(zkey), onProgress, signal: controller.signal,
            }));
            expect(error).to.equal(end);
        }
    });
});

describe("what servers of a delegated proof get", function () {
    this.timeout(120_000);
    const { zkey, witness } = filesOf("mimc_tiny");
    let liars;
    afterEach(async () => Promise.all(liars.map((liar) => liar.close())));

    it("a seed, and scalars that with it are those of the proof, the first list times a factor", async () => {
        liars = await Promise.all([1, 2].map(() => startLiar(zkey, honest)));
        const servers = liars.map((liar) => serverOf(liar, zkey));
        for (let i = 0; i < 2; i++) await delegateProof({ zkey, witness, servers });
        const [seeds, lists] = liars.map(({ shares }) => shares), { r } = await getCurveFromName("bn128", { singleThread: true });
        const info = await zkeyInfo(zkey), { signals, privates, total } = layoutOf({
            nVars: info.signals, nPublic: info.publicSignals, domainSize: info.domainSize, curve: { n8r: 32 },
        });
        expect(seeds.map(({ length }) => length)).to.deep.equal([32, 32]);
        expect(lists.map(({ length }) => length)).to.deep.equal([total, total]);
        expect(seeds[0]).not.to.deep.equal(seeds[1]);
        const values = new Uint8Array(readFileSync(witness)).slice(-32 * info.signals), factors = [];
        for (const [k, list] of lists.entries()) {
            const drawn = await expanded(seeds[k], total);
            const read = (bytes, i) => fromLE(bytes.subarray(32 * i, 32 * i + 32));
            const sum = Array.from({ length: total / 32 }, (_, i) => (read(drawn, i) + read(list, i)) % r);
            const factor = sum[0]; // signal 0 is 1
            factors.push(factor);
            for (let i = 0; i < info.signals; i++) expect(sum[i]).to.equal((factor * read(values, i)) % r);
            for (let i = 0; i < (privates - signals) / 32; i++)
                expect(sum[signals / 32 + i]).to.equal(read(values, 1 + info.publicSignals + i));
            expect(sum.slice(privates / 32).some((value) => value > 0n)).to.equal(true);
        }
        expect(factors[0]).not.to.equal(factors[1]);
        for (const factor of factors) expect(factor).to.be.above(1n);
    });

    /** The points of an answer. */
    function apart(points) {
        const at = (from, to) => points.slice(from, to);
        return { A: at(0, 64), B2: at(64, 192), C: at(192, 256), H: at(256, 320) };
    }
    const sumsOf = async (scalars) => apart(await msmShare(zkey, scalars, { threads: 0 }));
    const joined = ({ A, B2, C, H }) => new Uint8Array(Buffer.concat([A, B2, C, H]));

    /** A server that knows the whole witness, or guesses it, and wants to know whether it is right. */
    async function withGuess(cheat) {
        const curve = await getCurveFromName("bn128", { singleThread: true }), info = await zkeyInfo(zkey);
        const { signals, total } = layoutOf({
            nVars: info.signals, nPublic: info.publicSignals, domainSize: info.domainSize, curve: { n8r: 32 },
        });
        const guess = new Uint8Array(total);
        guess.set(new Uint8Array(readFileSync(witness)).slice(-signals));
        const known = await sumsOf(guess), header = headerPoints(new Uint8Array(readFileSync(zkey)));
        const { G1, G2 } = curve, points = sectionBytes(new Uint8Array(readFileSync(zkey)), 6);
        const b = await G1.multiExpAffine(points, guess.slice(0, signals)); // no server is asked for it
        const total1 = {
            a: G1.add(header.alpha1, known.A), b1: G1.add(header.beta1, b), b2: G2.add(header.beta2, known.B2),
        };
        const lie = (reply, points) => {
            const own = apart(points);
            reply.end(joined({ ...own, ...cheat(curve, own, total1, header) }));
        };
        liars = [await startLiar(zkey, lie), await startLiar(zkey, honest)];
        return failureOf(delegateProof({ zkey, witness, servers: liars.map((liar) => serverOf(liar, zkey)) }));
    }

    it("no way to test a guess of the witness: delta1 added to A, and b to C", async () => {
        const error = await withGuess(({ G1 }, { A, C }, { b1 }, { delta1 }) => ({
            A: G1.toAffine(G1.add(A, delta1)), C: G1.toAffine(G1.add(C, b1)),
        }));
        expect(error.code).to.equal("ERR_CHECK");
    });

    it("nor by A times a number, and B divided by it", async () => {
        const error = await withGuess(({ G1, G2, r }, { A, B2 }, { a, b2 }) => {
            const k = 5n, inverse = modInverse(k, r), more = (G, point, total, factor) =>
                G.toAffine(G.add(point, G.timesScalar(total, (factor + r - 1n) % r)));
            return { A: more(G1, A, a, k), B2: more(G2, B2, b2, inverse) };
        });
        expect(error.code).to.equal("ERR_CHECK");
    });

    it("the sums of a range, if their share is the witness: servers do what the split proof does", async () => {
        liars = [];
        const info = await zkeyInfo(zkey), values = new Uint8Array(readFileSync(witness)).slice(-32 * info.signals);
        const { total } = layoutOf({
            nVars: info.signals, nPublic: info.publicSignals, domainSize: info.domainSize, curve: { n8r: 32 },
        });
        const scalars = new Uint8Array(total);
        scalars.set(values);
        scalars.set(values.subarray(32 * (1 + info.publicSignals)), values.length);
        const sums = await sumsOf(scalars);
        for (const part of ["A", "B2", "C"]) {
            const count = part === "C" ? info.signals - info.publicSignals - 1 : info.signals;
            expect(sums[part], part).to.deep.equal(await msmRange(zkey, witness, { part, from: 0, to: count }));
        }
    });
});

const fromLE = (bytes) => BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`);

/** The scalars of a seed. */
async function expanded(seed, total) {
    const { expandSeed } = await import("../../src/delegate/shares.js"), room = new Uint8Array(total);
    const { r } = await getCurveFromName("bn128", { singleThread: true });
    await expandSeed(seed, { r, n8r: 32 }, room, new AbortController().signal);
    return room;
}

/** Points of the header of a key on bn128, behind the moduli and counts. */
function headerPoints(bytes) {
    const view = new DataView(bytes.buffer);
    let at = 12;
    while (view.getUint32(at, true) !== 2) at += 12 + Number(view.getBigUint64(at + 4, true));
    at += 12 + 4 + 32 + 4 + 32 + 12;
    const points = {};
    for (const [name, size] of [["alpha1", 64], ["beta1", 64], ["beta2", 128], ["gamma2", 128], ["delta1", 64], ["delta2", 128]]) {
        points[name] = bytes.slice(at, at + size);
        at += size;
    }
    return points;
}

function modInverse(a, m) {
    let [x, y, u, v] = [a, m, 1n, 0n];
    while (x !== 1n) { const q = x / y; [x, y, u, v] = [y, x - q * y, v, u - q * v]; }
    return ((u % m) + m) % m;
}
