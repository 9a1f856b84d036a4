/** Contributions to Groth16 keys: byte for byte those of snarkjs, verified by snarkjs; nothing left of the secret. */
import { existsSync, linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as snarkjs from "snarkjs";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { buildBls12381, buildBn128 } from "../../../../src/index.js";
import { prove, verify } from "../../../../src/protocols/groth16/index.js";
import {
    applyBeaconToKey, contributeToKey, exportKeyJson, exportVerificationKey, formatHash,
} from "../../src/ceremony/index.js";
import { flipped, sectionBytes, sectionsOf, withSections } from "../../../../test/support/binfiles.js";
import { fixture } from "../../../../test/support/circuits.js";
import { itInAll, itOnOne, thinned } from "../../../../test/support/extent.js";
import { leaveAll, lookForSecret } from "../../../../test/support/drawn_secret.js";
import { failureOf } from "../../../../test/support/failure.js";
import { withFixedRandom } from "../../../../test/support/fixed_random.js";
import { compiled, powersOfTau } from "../../../../test/support/real_files.js";
import { withReleased } from "../../../../test/support/released.js";
import { pointsOnCurve } from "../../../../test/support/torsion.js";

const BEACON = "0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20";
const load = (name, file = "circuit.zkey") => new Uint8Array(readFileSync(fixture(name, file)));
const mem = () => ({ type: "mem" });
const same = (a, b, what) => expect(Buffer.compare(a, b), what).to.equal(0);

/** What either program makes. */
async function ours(zkey, options) {
    const out = mem(), made = await contributeToKey(zkey, out, options);
    return { bytes: out.data, hash: made.contributionHash, count: made.contributions };
}
async function theirs(zkey, name, entropy, logger) {
    const out = mem(), hash = await snarkjs.zKey.contribute(zkey, out, name, entropy, logger);
    return { bytes: new Uint8Array(out.data), hash };
}

for (const [circuit, curve] of thinned([["mimc_tiny", "bn128"], ["mimc_bls", "bls12381"]], 2))
    describe(`contributions to a key on ${curve}`, function () {
        this.timeout(120_000);
        const key = load(circuit), itMore = itOnOne(curve);

        it("with the same random bytes and text: the bytes, the hash and its layout of snarkjs", async () => {
            const lines = [], logger = { info: (line) => lines.push(line), debug() {}, warn() {}, error() {} };
            for (const [byte, name, entropy] of [[1, "me", "a text"], [200, undefined, "x"], [3, "é".repeat(70), "ä€"]])
                await withFixedRandom(byte, async () => {
                    const one = await ours(key, { name, entropy }), other = await theirs(key, name, entropy, logger);
                    same(one.bytes, other.bytes, name);
                    same(one.hash, other.hash);
                    expect(lines.at(-1)).to.equal(`Contribution Hash: \n${formatHash(one.hash)}`);
                });
        });

        itInAll("beacons: the bytes of snarkjs, after contributions of both", async () => {
            const first = await ours(key, { name: "ours" }), second = await theirs(first.bytes, "theirs", "x");
            for (const [value, exponent, name] of [[BEACON, 10, "end"], ["ff", 11, undefined]]) {
                const own = mem(), other = mem();
                const made = await applyBeaconToKey(second.bytes, own, value, exponent, { name });
                const hash = await snarkjs.zKey.beacon(second.bytes, other, name, value, exponent);
                same(own.data, other.data, value);
                same(made.contributionHash, hash);
                expect(made.contributions).to.be.above(2);
                const bytes = mem();
                await applyBeaconToKey(second.bytes, bytes, Uint8Array.from(Buffer.from(value, "hex")), exponent, { name });
                same(bytes.data, own.data);
            }
        });

        itMore("each contribution is another, with the same text and without one", async () => {
            const made = [];
            for (const entropy of ["x", "x", undefined, undefined]) made.push(await ours(key, { entropy }));
            expect(new Set(made.map(({ hash }) => Buffer.from(hash).toString("hex"))).size).to.equal(4);
        });

        itMore("the text and the random bytes both decide", async () => {
            const hashes = [];
            for (const [byte, entropy] of [[1, "a"], [1, "b"], [2, "a"], [1, "a"], [1, new Uint8Array([97])]])
                hashes.push(await withFixedRandom(byte, async () => Buffer.from((await ours(key, { entropy })).hash).toString("hex")));
            expect(new Set(hashes.slice(0, 3)).size).to.equal(3);
            expect(hashes.slice(3)).to.deep.equal([hashes[0], hashes[0]]);
        });

        it("the verification key is that of snarkjs", async () => {
            expect(await exportVerificationKey(key)).to.deep.equal(await snarkjs.zKey.exportVerificationKey(key));
        });

        it("the record of a key is that of snarkjs, in its order", async () => {
            const record = await exportKeyJson(key), text = JSON.stringify(record);
            expect(text).to.equal(JSON.stringify(await snarkjs.zKey.exportJson(key)));
            expect(record.ccoefs.length).to.be.above(30);
            expect(await failureOf(exportKeyJson(key, { name: "x" }))).to.include({ code: "ERR_OPTION" });
            expect(await failureOf(exportKeyJson(key.slice(0, -1)))).to.include({ code: "ERR_FILE" });
            expect(await failureOf(exportKeyJson(load("mimc_tiny", "plonk.zkey")))).to.include({ code: "ERR_FILE" });
        });

        itMore("a proof with the new key verifies under its own verification key alone", async () => {
            const { bytes } = await ours(key), vkey = await exportVerificationKey(bytes);
            const { proof, publicSignals } = await prove(bytes, load(circuit, "witness.wtns"));
            expect(await verify(vkey, publicSignals, proof)).to.equal(true);
            expect(await snarkjs.groth16.verify(vkey, publicSignals, proof)).to.equal(true);
            expect(await verify(await exportVerificationKey(key), publicSignals, proof)).to.equal(false);
        });

        it("points off the curve are refused, before they meet the secret", async () => {
            const bytes = key.slice(), { offset } = sectionsOf(bytes).find(({ type }) => type === 9);
            const error = await failureOf(ours(flipped(bytes, offset + 3)));
            expect(error).to.include({ code: "ERR_POINT" });
            expect(error.message).to.equal(
                "zkey: expected point 0 of section 9 (points H) on the curve, got one that is off it; the key is damaged");
        });

        itMore("on one thread, and in several parts, the bytes are the same", async () => {
            const build = curve === "bn128" ? buildBn128 : buildBls12381, made = [];
            for (const options of [{ singleThread: true }, { threads: 2 }]) {
                const own = await build(options);
                made.push(await withFixedRandom(9, () => ours(key, { curve: own, entropy: "x" })));
                await own.terminate();
            }
            same(made[0].bytes, made[1].bytes);
        });
    });

describe("contributions: checked by snarkjs", function () {
    this.timeout(120_000);
    itInAll("its verification accepts a chain of ours and its own, and not one that was changed", async () => {
        const [r1cs] = compiled("mimc_tiny"), { begun } = await powersOfTau("bn128", 5), tau = mem(), prepared = mem(), init = mem();
        await snarkjs.powersOfTau.beacon(begun, tau, "tau", BEACON, 10); // while tau is 1, points are equal
        await snarkjs.powersOfTau.preparePhase2(tau, prepared);
        await snarkjs.zKey.newZKey(r1cs, prepared, init);
        const first = await ours(new Uint8Array(init.data), { name: "first" });
        const second = await theirs(first.bytes, "second", "x"), third = await ours(second.bytes, { name: "third" });
        expect(third.count).to.equal(3);
        expect(await snarkjs.zKey.verifyFromR1cs(r1cs, prepared, third.bytes)).to.equal(true);
        const end = mem();
        await applyBeaconToKey(third.bytes, end, BEACON, 10);
        expect(await snarkjs.zKey.verifyFromInit(init, prepared, end.data)).to.equal(true);
        const { offset } = sectionsOf(end.data).find(({ type }) => type === 9);
        const swapped = end.data.slice();
        swapped.copyWithin(offset, offset + 64, offset + 128);
        expect(await snarkjs.zKey.verifyFromInit(init, prepared, swapped)).to.equal(false);
    });
});

describe("contributions: files", function () {
    this.timeout(60_000);
    const key = load("mimc_tiny");
    let folder;
    const path = (name) => join(folder, name);
    beforeEach(() => {
        folder = temporaryFolder("ceremony");
        writeFileSync(path("in.zkey"), key);
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    it("from paths, Blobs and readers to paths and streams: the same bytes", async () => {
        const expected = await withFixedRandom(5, () => ours(key, { entropy: "x" })), taken = [];
        const stream = new WritableStream({ write: (piece) => void taken.push(piece) });
        await withFixedRandom(5, () => contributeToKey(path("in.zkey"), path("out.zkey"), { entropy: "x" }));
        await withFixedRandom(5, () => contributeToKey(new Blob([key]), stream, { entropy: "x" }));
        same(readFileSync(path("out.zkey")), expected.bytes);
        same(Buffer.concat(taken), expected.bytes);
        const read = (offset, length) => key.slice(offset, offset + length), out = mem();
        await withFixedRandom(5, () => contributeToKey(read, out, { entropy: "x" }));
        same(out.data, expected.bytes);
    });

    it("of what it has read alone, and of what it has written, nothing waits for a collection", async () => {
        const sizes = [8, 9].map((type) => sectionBytes(key, type).length), given = [];
        const read = async (offset, length) => {
            const piece = key.slice(offset, offset + length);
            given.push(piece);
            return piece;
        };
        const files = [path("in.zkey"), path("out.zkey")];
        const { released } = await withReleased(() => contributeToKey(...files, { entropy: "x" }));
        for (const size of sizes) expect(released.filter((one) => one === size), `${size}`).to.have.length(2);
        await contributeToKey(read, mem(), { entropy: "x" });
        expect(given.every(({ length }) => length > 0), "what a reader may keep").to.equal(true);
    });

    it("an output that is an input is refused, by any of its names", async () => {
        linkSync(path("in.zkey"), path("other.zkey"));
        for (const name of ["in.zkey", "other.zkey"]) {
            const error = await failureOf(contributeToKey(path("in.zkey"), path(name)));
            expect(error).to.include({ code: "ERR_OPTION" });
            expect(error.message).to.include("which is the input");
        }
        same(readFileSync(path("in.zkey")), key);
    });

    it("of a failure and of an abort nothing is left, and what was there stays", async () => {
        writeFileSync(path("out.zkey"), "kept");
        const { offset } = sectionsOf(key).find(({ type }) => type === 9);
        writeFileSync(path("bad.zkey"), flipped(key, offset + 3));
        expect(await failureOf(contributeToKey(path("bad.zkey"), path("out.zkey")))).to.include({ code: "ERR_POINT" });
        expect(await failureOf(contributeToKey(path("bad.zkey"), path("new.zkey")))).to.include({ code: "ERR_POINT" });
        const controller = new AbortController(), reason = new Error("enough");
        const onProgress = ({ done }) => { if (done > 0) controller.abort(reason); };
        const aborted = contributeToKey(path("in.zkey"), path("out.zkey"), { signal: controller.signal, onProgress });
        expect(await failureOf(aborted)).to.equal(reason);
        expect(readFileSync(path("out.zkey"), "utf8")).to.equal("kept");
        expect(readdirSync(folder).sort()).to.deep.equal(["bad.zkey", "in.zkey", "out.zkey"]);
        expect(existsSync(path("new.zkey"))).to.equal(false);
    });

    const contributionsOf = (change) => withSections(key, (list) =>
        list.map(([type, body]) => [type, type === 10 ? change(body) : body]));
    const count = (n) => (body) => {
        new DataView(body.buffer).setUint32(64, n, true);
        return body;
    };
    const fixed = 3 * 64 + 128 + 64;
    const number = (at, value) => (body) => {
        new DataView(body.buffer).setUint32(68 + at, value, true);
        return body;
    };
    for (const [what, file, words] of [
        ["no contributions", () => withSections(key, (list) => list.filter(([type]) => type !== 10)), "without it"],
        ["a section that is too short", () => contributionsOf((body) => body.slice(0, 60)), "68 to"],
        ["more contributions than it has", () => contributionsOf(count(2 ** 32 - 1)),
            `4294967295 contributions in section 10 (contributions), got ${sectionBytes(key, 10).length} bytes`],
        ["fewer contributions than it has", () => contributionsOf(count(0)), "an end at 68"],
        ["a cut contribution", () => contributionsOf((body) => body.slice(0, -1)), "an end within"],
        ["a kind that is none", () => contributionsOf(number(fixed, 7)), "of type 0 or 1"],
        ["longer parameters than it has", () => contributionsOf(number(fixed + 4, 2 ** 31)), "an end within"],
        ["a beacon without a value", () => contributionsOf((body) => {
            number(fixed, 1)(body);
            number(fixed + 4, 0)(body);
            return body.slice(0, 68 + fixed + 8);
        }), "got none"],
        ["a parameter that is none", () => contributionsOf((body) => flipped(body, 68 + fixed + 8, 0x40)), "parameters of contribution 1"],
        ["another delta1 than the last contribution made", () => contributionsOf((body) => {
            body.copyWithin(68, 68 + 64, 68 + 128);
            return body;
        }), "expected delta1 to be that of the last"],
    ]) it(`refuses ${what}`, async () => {
        const error = await failureOf(ours(file()));
        expect(error).to.include({ code: "ERR_FILE" });
        expect(error.message).to.match(/^zkey: expected .+, got .+/).and.include(words);
    });

    it("the fixture has a contribution, so that the above is about one", () => {
        expect(new DataView(sectionBytes(key, 10).buffer).getUint32(64, true)).to.be.above(0);
    });

    it("refuses keys of other protocols, options and beacons that are none", async () => {
        expect(await failureOf(ours(load("mimc_tiny", "plonk.zkey")))).to.include({ code: "ERR_FILE" });
        for (const options of [{ name: 7 }, { entropy: 7 }, { check: true }, { threads: -1 }])
            expect(await failureOf(ours(key, options))).to.include({ code: "ERR_OPTION" });
        for (const [value, exponent] of [["", 10], ["0", 10], ["xy", 10], [7, 10], [new Uint8Array(0), 10],
            [new Uint8Array(256), 10], [BEACON, 9], [BEACON, 64], [BEACON, "10"], [BEACON, 10.5]])
            expect(await failureOf(applyBeaconToKey(key, mem(), value, exponent)), `${value} ${exponent}`).to.include({ code: "ERR_OPTION" });
    });
});

describe("contributions: the secret", function () {
    this.timeout(60_000);
    const look = (change, options = {}) => lookForSecret(
        (curve) => contributeToKey(load("mimc_tiny"), mem(), { curve, ...options }), change);

    it("the search finds it while it is there", async () => {
        const { found } = await look(leaveAll);
        expect(found).to.be.above(0);
    });

    it("is gone from the memory, and from the buffers of this thread", async () => {
        const { found, drawn, streams } = await look();
        expect(found).to.equal(0);
        expect(drawn.length).to.equal(2);
        for (const secret of drawn) expect(secret.every((byte) => byte === 0)).to.equal(true);
        for (const { state, buff } of streams) expect([...state, ...buff].every((word) => word === 0)).to.equal(true);
    });

    it("is gone after a failure", async () => {
        const { found, drawn, error } = await look(({ G1 }) => {
            G1.batchApplyKey = async () => { throw new Error("mine"); };
        });
        expect(error.message).to.equal("mine");
        expect(found).to.equal(0);
        for (const secret of drawn) expect(secret.every((byte) => byte === 0)).to.equal(true);
    });
});

describe("contributions: points outside of the subgroup", function () {
    this.timeout(60_000);
    it("are refused on bls12381, where their products would tell of the secret", async () => {
        const curve = await buildBls12381({ singleThread: true }), key = load("mimc_bls");
        const { offset } = sectionsOf(key).find(({ type }) => type === 9), bad = key.slice();
        for (const point of pointsOnCurve(curve, "G1")) {
            if (curve.G1.isInSubgroup(point)) continue;
            bad.set(point, offset);
            break;
        }
        const error = await failureOf(ours(bad, { curve }));
        expect(error).to.include({ code: "ERR_POINT" });
        expect(error.message).to.include("section 9 (points H) to be of order r");
    });
});

describe("contributions in a page", function () {
    this.timeout(60_000);
    it("give the event loop a turn between the check of the key, the secret and its points", async () => {
        const own = await buildBn128({ singleThread: true }), { G1, G2, Fr } = own, seen = {};
        let turns = 0, next;
        const count = () => { turns++; next = setImmediate(count); };
        // what each step begins with
        for (const [step, object, method] of [["check", G1, "eq"], ["secret", Fr, "fromRng"], ["points", G2, "fromRng"]]) {
            const run = object[method].bind(object);
            object[method] = (...args) => {
                seen[step] ??= turns;
                return run(...args);
            };
        }
        count();
        try {
            await ours(load("mimc_tiny"), { curve: own });
        } finally {
            clearImmediate(next);
            await own.terminate();
        }
        expect(seen.secret).to.be.above(seen.check);
        expect(seen.points).to.be.above(seen.secret);
    });
});
