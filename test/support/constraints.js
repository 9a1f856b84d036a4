/** Constraint systems of any shape, as .r1cs files, for set-ups: nothing says that a witness for them exists. */
import { writeLE } from "../../src/util/bytes.js";
import { makeFile } from "./binfiles.js";

const N8 = 32;

/** @typedef {[wire: number, value: bigint][]} Combination */

/**
 * @param {{ r: bigint, signals: number, publics?: number, constraints: Combination[][] }} system - constraints: A, B
 *   and C of each
 * @returns {Uint8Array}
 */
export function encodeR1cs({ r, signals, publics = 0, constraints }) {
    const header = new Uint8Array(32 + N8), view = new DataView(header.buffer);
    view.setUint32(0, N8, true);
    writeLE(header, 4, r, N8);
    [signals, 0, publics, signals - 1 - publics].forEach((n, i) => view.setUint32(4 + N8 + 4 * i, n, true));
    view.setBigUint64(20 + N8, BigInt(signals), true);
    view.setUint32(28 + N8, constraints.length, true);
    const lists = constraints.flat();
    const bytes = new Uint8Array(lists.reduce((sum, { length }) => sum + 4 + length * 36, 0));
    const out = new DataView(bytes.buffer);
    let at = 0;
    for (const list of lists) {
        out.setUint32(at, list.length, true);
        at += 4;
        for (const [wire, value] of list) {
            out.setUint32(at, wire, true);
            writeLE(bytes, at + 4, ((value % r) + r) % r, N8);
            at += 4 + N8;
        }
    }
    const labels = new BigUint64Array(Array.from({ length: signals }, (_, i) => BigInt(i)));
    return makeFile("r1cs", 1, [[1, header], [2, bytes], [3, new Uint8Array(labels.buffer)]]);
}

/**
 * A random combination: ascending wires, values of the kinds that circuits have.
 * @param {bigint} r
 * @param {number} signals
 * @param {number} terms
 * @param {(bound: number) => number} pick - uniform integer
 * @param {() => bigint} element - of the field
 * @returns {Combination}
 */
export function combination(r, signals, terms, pick, element) {
    const wires = [...new Set(Array.from({ length: terms }, () => pick(signals)))].sort((a, b) => a - b);
    const values = () => [1n, -1n, BigInt(1 + pick(300)), -BigInt(1 + pick(1e9)), 2n ** BigInt(pick(250)), element()];
    const value = () => values()[pick(6)];
    return wires.map((wire) => [wire, value()]);
}

/** @typedef {{ pick: (bound: number) => number, element: () => bigint }} Random */

/**
 * Circuits of the shapes that matter, by what they have.
 * @param {bigint} r
 * @param {Random} random
 */
export function shapes(r, { pick, element }) {
    const some = (signals, terms = 1 + pick(4)) => combination(r, signals, terms, pick, element);
    const many = (count, signals, make) => Array.from({ length: count }, () => make(signals));
    const products = (signals) => [some(signals), some(signals), some(signals)];
    const k = () => [[0, BigInt(1 + pick(50))]];
    return {
        "products": { signals: 30, publics: 3, constraints: many(40, 30, products) },
        "no public signals": { signals: 20, publics: 0, constraints: many(15, 20, products) },
        "256 public signals": { signals: 300, publics: 256, constraints: many(20, 300, products) },
        "a constant factor": {
            signals: 20, publics: 1,
            constraints: [
                [k(), some(20), some(20)], [some(20), k(), some(20)], [k(), k(), some(20)],
                [[[0, 0n]], some(20), some(20)],
                [k(), [[0, 2n], [3, 5n]], [[0, 7n], [3, 1n]]], [[[0, 4n], [3, 5n]], [[0, 9n]], [[3, 2n], [4, 1n]]],
            ],
        },
        "terms that cancel out": {
            signals: 12, publics: 1,
            constraints: [
                [[[0, 2n]], [[0, 3n], [3, 5n]], [[0, 6n], [3, 10n], [4, 1n]]], [[[3, 5n]], [[0, 2n]], [[3, 10n]]],
                [[[0, 2n]], [[0, 3n]], [[0, 6n]]], [[[0, 7n]], [[0, 1n], [2, 1n]], [[0, 7n], [2, 6n]]],
                [[[0, 1n]], [[2, 1n], [3, 1n], [4, 1n], [5, 1n]], [[2, 1n], [6, 1n]]],
            ],
        },
        "empty constraints": {
            signals: 12, publics: 2,
            constraints: [[[], [], []], [[], some(12), some(12)], [some(12), [], some(12)], [some(12), some(12), []],
                [[], [], some(12, 7)], [[], [], [[0, 3n]]], [k(), k(), []]],
        },
        "zero coefficients": {
            signals: 12, publics: 1,
            constraints: [
                [[[1, 0n], [2, 1n]], [[3, 0n]], [[4, 0n], [5, 2n], [6, 0n]]], [[[0, 0n], [2, 1n]], [[3, 1n]], []],
                [[], [], [[1, 0n], [2, 0n], [3, 0n], [4, 0n], [5, 1n]]]],
        },
        "long sums": {
            signals: 120, publics: 1,
            constraints: many(6, 120, (n) => [some(n, 60), some(n, 90), some(n, 40)]),
        },
        "a wire in every row": {
            signals: 90, publics: 0,
            constraints: many(150, 90, (n) =>
                [[[0, 1n], [1, element()]], [[1, -1n], [2 + pick(n - 2), 1n]], [[0, 5n]]]),
        },
        "wires that no row names": { signals: 3000, publics: 1, constraints: many(9, 3000, products) },
        "one constraint": { signals: 2, publics: 0, constraints: [[[[1, 1n]], [[1, 1n]], [[1, 1n]]]] },
    };
}
