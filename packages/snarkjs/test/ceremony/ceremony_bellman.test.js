/** Keys in the form of bellman: byte for byte those of snarkjs, and refused where they are not of the key. */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import * as snarkjs from "snarkjs";
import { buildBls12381, buildBn128 } from "../../../../src/index.js";
import {
    applyBeaconToKey, contributeToBellman, contributeToKey, exportBellman, exportVerificationKey, importBellman,
    setupGroth16, verifyKeyFromInit, verifyKeyFromR1cs,
} from "../../src/ceremony/index.js";
import { prove, verify } from "../../../../src/protocols/groth16/index.js";
import { flipped, sectionBytes, sectionsOf } from "../../../../test/support/binfiles.js";
import { fixture } from "../../../../test/support/circuits.js";
import { encodeR1cs, shapes } from "../../../../test/support/constraints.js";
import { leaveAll, lookForSecret } from "../../../../test/support/drawn_secret.js";
import { itInAll, rowsInFull, rowsOf } from "../../../../test/support/extent.js";
import { failureOf } from "../../../../test/support/failure.js";
import { withFixedRandom } from "../../../../test/support/fixed_random.js";
import { readPowers } from "../../../../test/support/known_powers.js";
import { below, uniform } from "../../../../test/support/random.js";

const mem = () => ({ type: "mem" });
const load = (name, file = "circuit.zkey") => new Uint8Array(readFileSync(fixture(name, file)));
const same = (a, b, what) => expect(Buffer.compare(a, b), what).to.equal(0);
const theirs = snarkjs.zKey;

/** The bytes that a call writes, and what it returns. */
async function made(call) {
    const out = mem(), result = await call(out);
    return { bytes: new Uint8Array(out.data), result };
}

after(async () => {
    for (const curve of [globalThis.curve_bn128, globalThis.curve_bls12381]) await curve?.terminate(); // of snarkjs
});

const CIRCUITS = rowsOf([["mimc_tiny", "bn128"], ["mimc_bls", "bls12381"]], [["mimc_tiny", "bn128"]]);
for (const [circuit, name] of rowsInFull(CIRCUITS, CIRCUITS.slice(0, 1))) describe(`keys for bellman on ${name}`, function () {
    this.timeout(120_000);
    const key = load(circuit), files = {};
    before(async () => {
        files.curve = await snarkjs.curves.getCurveFromName(name);
        files.challenge = (await made((out) => theirs.exportBellman(key, out))).bytes;
        files.response = (await withFixedRandom(7, () =>
            made((out) => theirs.bellmanContribute(files.curve, files.challenge, out, "a text")))).bytes;
    });

    it("export, contribute, import: the bytes of snarkjs, and its hash", async () => {
        const { curve, challenge, response } = files;
        const { bytes, result } = await made((out) => exportBellman(key, out));
        same(bytes, challenge);
        expect(result.contributions).to.equal(1);
        same(result.circuitHash, sectionBytes(key, 10).slice(0, 64));
        const own = await withFixedRandom(7, () =>
            made((out) => contributeToBellman(name, challenge, out, { entropy: "a text" })));
        same(own.bytes, response);
        const hash = await withFixedRandom(7, () => theirs.bellmanContribute(curve, challenge, mem(), "a text"));
        same(own.result.contributionHash, hash);
        expect(own.result.contributions).to.equal(2);
        for (const who of ["me", "é".repeat(70), undefined]) {
            const { bytes: next, result: taken } = await made((out) =>
                importBellman(key, response, out, { name: who }));
            const other = await made((out) => theirs.importBellman(key, response, out, who));
            same(next, other.bytes, who);
            same(taken.contributionHash, hash);
            expect(taken.contributions).to.equal(2);
        }
    });

    it("several contributions at once, after a beacon and a name, which stay: the bytes of snarkjs", async () => {
        const named = (await made((out) => applyBeaconToKey(key, out, "0102", 10, { name: "a beacon" }))).bytes;
        let { bytes } = await made((out) => exportBellman(named, out));
        same(bytes, (await made((out) => theirs.exportBellman(named, out))).bytes);
        for (let i = 0; i < 2; i++) ({ bytes } = await made((out) => contributeToBellman(name, bytes, out)));
        const next = (await made((out) => importBellman(named, bytes, out, { name: "both" }))).bytes;
        same(next, (await made((out) => theirs.importBellman(named, bytes, out, "both"))).bytes);
        expect(Buffer.from(next).includes("a beacon")).to.equal(true);
        same((await made((out) => exportBellman(next, out))).bytes, bytes, "exported again");
    });

    it("on one thread, and in several parts, the bytes are the same", async () => {
        for (const options of [{ singleThread: true }, { threads: 2 }]) {
            const curve = await (name === "bn128" ? buildBn128 : buildBls12381)(options);
            const { challenge, response } = files;
            same((await made((out) => exportBellman(key, out, { curve }))).bytes, challenge);
            same((await withFixedRandom(7, () =>
                made((out) => contributeToBellman(name, challenge, out, { curve, entropy: "a text" })))).bytes, response);
            const { bytes } = await made((out) => importBellman(key, response, out, { curve }));
            same(bytes, (await made((out) => theirs.importBellman(key, response, out))).bytes);
            await curve.terminate();
        }
    });

    it("a response whose length is not known is imported too", async () => {
        const { response } = files, reader = async (offset, length) => response.slice(offset, offset + length);
        const { bytes } = await made((out) => importBellman(key, reader, out));
        same(bytes, (await made((out) => importBellman(key, response, out))).bytes);
    });

    it("a proof with the imported key verifies", async () => {
        const { bytes } = await made((out) => importBellman(key, files.response, out));
        const { proof, publicSignals } = await prove(bytes, load(circuit, "witness.wtns"));
        expect(await verify(await exportVerificationKey(bytes), publicSignals, proof)).to.equal(true);
        expect(await verify(await exportVerificationKey(key), publicSignals, proof)).to.equal(false);
    });

    const [s1, s2] = name === "bn128" ? [64, 128] : [96, 192], header = 3 * (s1 + s2);
    const vars = sectionBytes(key, 5).length / s1, domain = sectionBytes(key, 9).length / s1;
    const publics = sectionBytes(key, 3).length / s1, at = { IC: header, H: header + 4 + publics * s1 };
    at.C = at.H + 4 + (domain - 1) * s1;
    at.A = at.C + 4 + (vars - publics) * s1;
    at.hash = at.A + 3 * 4 + vars * (2 * s1 + s2);
    const put = (bytes, offset, ...values) => {
        const copy = bytes.slice();
        copy.set(values, offset);
        return copy;
    };
    const without = (bytes, offset) => Uint8Array.from([...bytes.subarray(0, offset), ...bytes.subarray(offset + s1)]);
    const record = 3 * s1 + s2 + 64;
    for (const [what, file, code, words] of [
        ["an end that is cut", (bytes) => bytes.slice(0, -5), "ERR_FILE", "bytes for these points and 2 contributions, got"],
        ["a file that is cut in its lists", (bytes) => bytes.slice(0, at.C + 50), "ERR_FILE", "truncated"],
        ["a file that is cut in its header", (bytes) => bytes.slice(0, 50), "ERR_FILE", "truncated"],
        ["bytes behind its end", (bytes) => Uint8Array.from([...bytes, 0]), "ERR_FILE", "bytes for these points"],
        ["more contributions than it has", (bytes) => put(bytes, at.hash + 64, 0, 0, 0, 3), "ERR_FILE", "and 3 contributions, got"],
        ["a number of contributions that is none", (bytes) => put(bytes, at.hash + 64, 255), "ERR_FILE", "expected at most 131072 contributions"],
        ["a length that is none", (bytes) => put(bytes, at.IC, 255), "ERR_FILE", "truncated"],
        ["fewer points A than wires", (bytes) => without(put(bytes, at.A + 3, vars - 1), at.A + 4), "ERR_FILE",
            `expected as many points A, B1 and B2 as IC and C together, ${vars}, got ${vars - 1}, ${vars}, ${vars};`],
        ["a number of points H that fits no domain", (bytes) => without(put(bytes, at.H + 3, domain - 2), at.H + 4), "ERR_FILE",
            `expected 2^k - 1 points H, got ${domain - 2}`],
        ["a point of the header off the curve", (bytes) => flipped(bytes, s1 - 1), "ERR_POINT", "expected alpha1 of the header on the curve"],
        ["a point C off the curve", (bytes) => flipped(bytes, at.C + 4 + s1 - 1), "ERR_POINT", "expected point 0 of C on the curve"],
        ["a point H off the curve", (bytes) => flipped(bytes, at.H + 4 + 3 * s1 - 1), "ERR_POINT", "expected point 2 of H on the curve"],
        ["a point of a contribution off the curve", (bytes) => flipped(bytes, at.hash + 68 + s1 - 1), "ERR_POINT", "expected deltaAfter of contribution 1 on the curve"],
        ["another delta1 than the last contribution made", (bytes) => {
            const copy = bytes.slice();
            copy.copyWithin(2 * (s1 + s2), 0, s1);
            return copy;
        }, "ERR_FILE", "expected delta1 to be that of the last of 2 contributions"],
    ]) it(`refuses ${what}, to contribute to and to import`, async () => {
        const bytes = file(files.response);
        for (const call of [contributeToBellman(name, bytes, mem()), importBellman(key, bytes, mem())]) {
            const error = await failureOf(call);
            expect(error, error.message).to.include({ code });
            expect(error.message).to.include(words).and.match(/^mpcparams: expected .+, got .+/);
        }
    });

    for (const [what, file, words] of [
        ["another hash of the circuit", () => flipped(files.response, at.hash), "expected the hash of the circuit of zkey, got another"],
        ["another contribution before", () => flipped(files.response, at.hash + 68 + record - 1), "expected contribution 1 of zkey, got another"],
        ["no new contribution", () => files.challenge, "expected more than 1 contribution of zkey, got 1"],
        ["another alpha", () => {
            const copy = files.response.slice();
            copy.copyWithin(0, s1, 2 * s1);
            return copy;
        }, "expected alpha1 of zkey, got another"],
        ["a domain of another size", () => { // half of the points H
            const bytes = files.response, left = domain / 2 - 1;
            const cut = Buffer.concat([bytes.subarray(0, at.H), Uint8Array.of(0, 0, 0, left),
                bytes.subarray(at.H + 4, at.H + 4 + left * s1), bytes.subarray(at.C)]);
            return new Uint8Array(cut);
        }, `expected ${domain - 1} points H, those of zkey, got ${domain / 2 - 1}`],
    ]) it(`refuses to import ${what}`, async () => {
        const error = await failureOf(importBellman(key, file(), mem()));
        expect(error.message).to.include(`mpcparams: ${words}`).and.include("it is for another key");
        expect(error).to.include({ code: "ERR_FILE" });
    });

    it("refuses keys to export whose points are none, and whose delta is another", async () => {
        const { offset } = sectionsOf(key).find(({ type }) => type === 9);
        const error = await failureOf(exportBellman(flipped(key, offset + 3), mem()));
        expect(error).to.include({ code: "ERR_POINT" });
        expect(error.message).to.include("point 0 of section 9 (points H) on the curve");
        const contributions = sectionsOf(key).find(({ type }) => type === 10);
        const other = key.slice();
        other.copyWithin(contributions.offset + 68, contributions.offset + 68 + s1, contributions.offset + 68 + 2 * s1);
        expect((await failureOf(exportBellman(other, mem()))).message).to.include("expected delta1 to be that of the last");
    });
});

for (const [, name] of CIRCUITS) describe(`keys for bellman on ${name}: verification`, function () {
    this.timeout(120_000);
    itInAll("both programs accept an imported key, and none with other points H", async () => {
        const curve = await (name === "bn128" ? buildBn128 : buildBls12381)({ threads: 2 });
        const ptau = await readPowers(curve, 9);
        const { products } = shapes(curve.r, { pick: below, element: () => uniform(curve.r) });
        const r1cs = encodeR1cs({ r: curve.r, ...products });
        const init = (await made((out) => setupGroth16(r1cs, ptau, out, { curve }))).bytes;
        const one = (await made((out) => contributeToKey(init, out, { curve }))).bytes;
        const challenge = (await made((out) => exportBellman(one, out, { curve }))).bytes;
        const response = (await made((out) => contributeToBellman(name, challenge, out, { curve }))).bytes;
        const two = (await made((out) => importBellman(one, response, out, { curve, name: "two" }))).bytes;
        const last = (await made((out) => contributeToKey(two, out, { curve, name: "three" }))).bytes;
        for (const key of [two, last]) {
            expect(await theirs.verifyFromR1cs(r1cs, ptau, key)).to.equal(true);
            expect((await verifyKeyFromR1cs(r1cs, ptau, key, { curve })).reason).to.equal(undefined);
            expect((await verifyKeyFromInit(init, ptau, key, { curve })).reason).to.equal(undefined);
        }
        const { offset, size } = sectionsOf(last).find(({ type }) => type === 9), s1 = 2 * curve.G1.F.n8;
        for (const [from, to] of [[0, 1], [1, 0], [size / s1 - 1, 0], [0, size / s1 - 1]]) {
            const other = last.slice();
            other.copyWithin(offset + to * s1, offset + from * s1, offset + (from + 1) * s1);
            const reasons = [
                (await verifyKeyFromR1cs(r1cs, ptau, other, { curve })).reason,
                (await verifyKeyFromInit(init, ptau, other, { curve })).reason,
            ];
            expect(reasons).to.deep.equal(new Array(2).fill("expected the points H of the circuit divided by delta, got others"));
        }
        await curve.terminate();
    });
});

describe("keys for bellman: places, options and the secret", function () {
    this.timeout(60_000);
    const key = load("mimc_tiny");

    it("refuses curves and options that are none, and outputs that are inputs", async () => {
        const challenge = (await made((out) => exportBellman(key, out))).bytes;
        for (const call of [contributeToBellman("bn129", challenge, mem()), contributeToBellman("grumpkin", challenge, mem()),
            contributeToBellman("bn128", challenge, mem(), { name: "x" }), contributeToBellman("bn128", challenge, challenge),
            importBellman(key, challenge, mem(), { entropy: "x" }), importBellman(key, challenge, key), importBellman(key, challenge, challenge),
            exportBellman(key, key), exportBellman(key, mem(), { name: "x" })])
            expect(await failureOf(call)).to.include({ code: "ERR_OPTION" });
        expect(await failureOf(exportBellman(load("mimc_tiny", "plonk.zkey"), mem()))).to.include({ code: "ERR_FILE" });
    });

    async function look(change) {
        const challenge = (await made((out) => exportBellman(key, out))).bytes;
        return lookForSecret((curve) => contributeToBellman("bn128", challenge, mem(), { curve }), change);
    }
    const areZero = (lists) => lists.every((list) => [...list].every((word) => word === 0));

    it("the secret is gone from memory after success and after failure, and found while it is there", async () => {
        expect((await look(leaveAll)).found).to.be.above(0);
        const { found, drawn, streams } = await look();
        expect([found, drawn.length, areZero(drawn), areZero(streams.flatMap(({ state, buff }) => [state, buff]))])
            .to.deep.equal([0, 2, true, true]);
        const failed = await look(({ G1 }) => { G1.batchApplyKey = async () => { throw new Error("mine"); }; });
        expect([failed.error.message, failed.found, areZero(failed.drawn)]).to.deep.equal(["mine", 0, true]);
    });
});
