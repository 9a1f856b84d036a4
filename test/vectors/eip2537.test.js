/**
 * The vectors of EIP-2537 (bls12-381): additions, multiplications and products of pairings on both engines, and the
 * points that it refuses, handed to all three verifiers. What it says of lengths and padding concerns the precompile
 * alone.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { bigintBls12381, verify as verifyOnBigInt } from "../../src/protocols/bigint.js";
import { buildBls12381 } from "../../src/index.js";
import { verify as verifyOnCurve } from "../../src/protocols/groth16/index.js";
import { verify as verifyAlone } from "../../src/protocols/groth16/verify_alone.js";
import { ALL_ROWS, rowsOf, thinned } from "../support/extent.js";
import { root } from "../support/scratch.js";

const load = (name) => JSON.parse(readFileSync(join(root, "test", "vectors", "eip2537", `${name}.json`), "utf8"));
const fixture = (name) => JSON.parse(readFileSync(join(root, "test", "fixtures", "mimc_bls", `${name}.json`), "utf8"));
const VERIFIERS = {
    "ffturbo/groth16": verifyOnCurve,
    "ffturbo/verify": verifyAlone,
    "ffturbo/bigint": async (...args) => verifyOnBigInt(...args),
};
const ELEMENT = 128; // hexadecimal digits of a coordinate, padded

/** Coordinates in a text of digits: a list of n numbers, or of n pairs. */
const numbers = (text, n) =>
    Array.from({ length: n }, (_, i) => BigInt(`0x${text.slice(i * ELEMENT, (i + 1) * ELEMENT)}`));
const LENGTH = { G1: 2 * ELEMENT, G2: 4 * ELEMENT };
const readPoint = (group, text) => {
    const flat = numbers(text, group === "G1" ? 2 : 4);
    if (flat.every((c) => c === 0n)) return null;
    return group === "G1" ? flat : [flat.slice(0, 2), flat.slice(2)];
};
const asJson = (group, point) => {
    const [zero, one] = group === "G1" ? [0n, 1n] : [[0n, 0n], [1n, 0n]];
    return point === null ? [zero, one, zero] : [...point, one];
};

describe("vectors of EIP-2537", function () {
    this.timeout(120_000);
    const engines = {};
    before(async () => {
        const wasm = await buildBls12381(true), twin = bigintBls12381();
        engines.wasm = {
            curve: wasm,
            of: (group, p) => wasm[group].fromObject(asJson(group, p)),
            show: (group, p) =>
                wasm[group].isZero(p) ? null : wasm[group].toObject(wasm[group].toAffine(p)).slice(0, 2),
            holds: (pairs) => wasm.pairingEq(...pairs.flat()),
        };
        engines.bigint = {
            curve: twin,
            of: (group, p) => asJson(group, p),
            show: (group, p) => (twin[group].isZero(p) ? null : twin[group].affine(p).slice(0, 2)),
            holds: (pairs) => twin.pairingEq(...pairs.flat()),
        };
    });

    for (const engine of ["wasm", "bigint"]) for (const group of ["G1", "G2"]) {
        it(`${engine}: additions in ${group}`, () => {
            const { curve, of, show } = engines[engine], rows = load(`add_${group}`);
            expect(rows.length).to.be.above(5);
            for (const { Input, Expected, Name } of rows) {
                const [p, q] = [0, 1].map((i) =>
                    of(group, readPoint(group, Input.slice(i * LENGTH[group], (i + 1) * LENGTH[group]))),
                );
                expect(show(group, curve[group].add(p, q)), Name).to.deep.equal(readPoint(group, Expected));
            }
        });
        it(`${engine}: multiplications in ${group}`, () => {
            const { curve, of, show } = engines[engine], rows = thinned(load(`mul_${group}`), engine === "wasm" ? 1 : 4);
            expect(rows.length).to.be.above(2);
            for (const { Input, Expected, Name } of rows) {
                const product = curve[group].timesScalar(
                    of(group, readPoint(group, Input)),
                    BigInt(`0x${Input.slice(LENGTH[group])}`),
                );
                expect(show(group, product), Name).to.deep.equal(readPoint(group, Expected));
            }
        });
    }

    const pairsOf = (text) => Array.from({ length: text.length / (LENGTH.G1 + LENGTH.G2) }, (_, i) => {
        const at = i * (LENGTH.G1 + LENGTH.G2);
        return [readPoint("G1", text.slice(at)), readPoint("G2", text.slice(at + LENGTH.G1))];
    });
    for (const engine of ["wasm", "bigint"]) it(`${engine}: products of pairings`, async () => {
        const { of, holds } = engines[engine], all = load("pairing_check");
        const rows = engine === "wasm" ? all : rowsOf(all, [0, 1].map((one) => all.find(({ Expected }) => Number(Expected) === one)));
        expect(new Set(rows.map(({ Expected }) => Number(Expected)))).to.deep.equal(new Set([0, 1]));
        for (const { Input, Expected, Name } of rows) {
            expect(await holds(pairsOf(Input).map(([p, q]) => [of("G1", p), of("G2", q)])), Name).to.equal(
                Number(Expected) === 1,
            );
        }
    });

    const REASONS = {
        "invalid fp.Element encoding": "PROOF_FORM",
        "invalid point: not on curve": "POINT_CURVE",
        "g1 point is not in the correct subgroup": "POINT_SUBGROUP",
        "g2 point is not in the correct subgroup": "POINT_SUBGROUP",
    };
    for (const [verifier, verify] of Object.entries(VERIFIERS))
        it(`${verifier} refuses, as part of a proof, the points that it refuses`, async () => {
            const [vkey, signals, proof] = ["vkey", "public", "proof"].map(fixture);
            const judged = { fail: 0 };
            const reasonOf = async (change) =>
                (await verify(vkey, signals, { ...proof, ...change }, { reason: true })).reason;
            for (const { Input, ExpectedError, Name } of thinned([
                ...load("fail-pairing_check"),
                ...load("fail-mul_G1"),
                ...load("fail-mul_G2"),
            ], verifier === "ffturbo/bigint" ? 4 : 1)) {
                const reason = REASONS[ExpectedError];
                if (!reason) continue;
                const changes = Name.includes("mul")
                    ? [
                          Name.includes("g1")
                              ? { pi_a: asJson("G1", readPoint("G1", Input)) }
                              : { pi_b: asJson("G2", readPoint("G2", Input)) },
                      ]
                    : pairsOf(Input).map(([p, q]) => ({ pi_a: asJson("G1", p), pi_b: asJson("G2", q) }));
                const found = await Promise.all(changes.map(reasonOf));
                expect(found, Name).to.include(reason);
                judged.fail++;
            }
            expect(judged.fail).to.be.above(ALL_ROWS || verifier !== "ffturbo/bigint" ? 25 : 6);
        });
});
