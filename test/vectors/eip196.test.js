/**
 * The vectors of go-ethereum for EIP-196 and EIP-197 (additions, multiplications and products of pairings on bn128): on
 * the engine, on its lanes, on BigInt.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { thinned } from "../support/extent.js";
import { bigintBn128 } from "../../src/protocols/bigint.js";
import { buildBn128 } from "../../src/index.js";
import { root } from "../support/scratch.js";

const load = (name) => JSON.parse(readFileSync(join(root, "test", "vectors", "eip196", `${name}.json`), "utf8"));
const DIGITS = 64;

/** Numbers in a text of digits; what is missing at its end is zero, as EIP-196 says. */
const numbers = (text, from, n) =>
    Array.from({ length: n }, (_, i) =>
        BigInt(`0x${text.slice((from + i) * DIGITS, (from + i + 1) * DIGITS).padEnd(DIGITS, "0")}`),
    );
const pointG1 = (text, from) => {
    const [x, y] = numbers(text, from, 2);
    return x === 0n && y === 0n ? [0n, 1n, 0n] : [x, y, 1n];
};
/** The imaginary part comes first in EIP-197. */
const pointG2 = (text, from) => {
    const [x1, x0, y1, y0] = numbers(text, from, 4);
    return x0 + x1 + y0 + y1 === 0n
        ? [
              [0n, 0n],
              [1n, 0n],
              [0n, 0n],
          ]
        : [
              [x0, x1],
              [y0, y1],
              [1n, 0n],
          ];
};
const expected = (text) => numbers(text, 0, 2);
const bytesOf = (value) => Uint8Array.from({ length: 32 }, (_, i) => Number((value >> BigInt(8 * i)) & 255n));

describe("vectors of EIP-196 and EIP-197, from go-ethereum", () => {
    const engines = {};
    before(async () => {
        const wasm = await buildBn128(true),
            twin = bigintBn128();
        const shown = ({ G1 }, p) => (G1.isZero(p) ? [0n, 0n] : G1.toObject(G1.toAffine(p)).slice(0, 2));
        engines.wasm = {
            add: (p, q) => shown(wasm, wasm.G1.add(...[p, q].map((json) => wasm.G1.fromObject(json)))),
            mul: (p, s) => shown(wasm, wasm.G1.timesScalar(wasm.G1.fromObject(p), s)),
            holds: (pairs) =>
                wasm.pairingEq(...pairs.flatMap(([p, q]) => [wasm.G1.fromObject(p), wasm.G2.fromObject(q)])),
        };
        // a sum of two points; a sum of one and the point at infinity
        const sum = async (points, scalars) => {
            const bases = wasm.array2buffer(
                points.map((json) => wasm.G1.toAffine(wasm.G1.fromObject(json))),
                64,
            );
            const factors = new Uint8Array(Buffer.concat(scalars.map(bytesOf)));
            return shown(
                wasm,
                await wasm.G1.multiExpAffine(bases, factors, undefined, undefined, { batch: "enabled" }),
            );
        };
        engines.lanes = { add: (p, q) => sum([p, q], [1n, 1n]), mul: (p, s) => sum([p, [0n, 1n, 0n]], [s, 1n]) };
        const slow = (p) => (twin.G1.isZero(p) ? [0n, 0n] : twin.G1.affine(p).slice(0, 2));
        engines.bigint = {
            add: (p, q) => slow(twin.G1.add(p, q)),
            mul: (p, s) => slow(twin.G1.timesScalar(p, s)),
            holds: (pairs) => twin.pairingEq(...pairs.flat()),
        };
    });

    for (const engine of ["wasm", "lanes", "bigint"]) {
        it(`${engine}: additions`, async () => {
            const rows = load("add");
            expect(rows).to.have.length(16);
            for (const { Name, Input, Expected } of rows)
                expect(await engines[engine].add(pointG1(Input, 0), pointG1(Input, 2)), Name).to.deep.equal(
                    expected(Expected),
                );
        });
        it(`${engine}: multiplications, also by numbers beyond the order`, async () => {
            const rows = load("mul");
            expect(rows).to.have.length(19);
            for (const { Name, Input, Expected } of rows)
                expect(await engines[engine].mul(pointG1(Input, 0), numbers(Input, 2, 1)[0]), Name).to.deep.equal(
                    expected(Expected),
                );
        });
    }
    // ten pairs take BigInt long
    for (const [engine, most] of [
        ["wasm", 10],
        ["bigint", 2],
    ])
        it(`${engine}: products of up to ${most} pairings`, async () => {
            const rows = load("pairing");
            expect(rows).to.have.length(14);
            expect(new Set(rows.map(({ Expected }) => Number(Expected)))).to.deep.equal(new Set([0, 1]));
            for (const { Name, Input, Expected } of engine === "wasm" ? rows : thinned(rows, 3)) {
                const pairs = Array.from({ length: Input.length / (6 * DIGITS) }, (_, i) => [
                    pointG1(Input, 6 * i),
                    pointG2(Input, 6 * i + 2),
                ]);
                if (pairs.length > most) continue;
                expect(pairs.length === 0 || (await engines[engine].holds(pairs)), Name).to.equal(
                    Number(`0x${Expected}`) === 1,
                );
            }
        });
});
