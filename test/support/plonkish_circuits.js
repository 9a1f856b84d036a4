/**
 * Constraint systems with their witnesses, and powers of tau that everybody knows, for keys of protocols with columns:
 * as many rows, public signals and additions as a test asks for, in seconds. The powers are of no other use.
 */
import { writeLE } from "../../src/util/bytes.js";
import { encodeWtns } from "../../src/files/wtns.js";
import { makeFile } from "./binfiles.js";
import { uniform } from "./random.js";

const R = 21888242871839275222246405745257275088548364400416034343698204186575808495617n, N8 = 32;
export const TAU = 123456789123456789n;

/** @param {[number, bigint][][]} lists - of terms: wire, value */
function encodeLists(lists) {
    const bytes = new Uint8Array(lists.reduce((sum, terms) => sum + 4 + terms.length * (4 + N8), 0));
    const view = new DataView(bytes.buffer);
    let at = 0;
    for (const terms of lists) {
        view.setUint32(at, terms.length, true);
        at += 4;
        for (const [wire, value] of terms) {
            view.setUint32(at, wire, true);
            writeLE(bytes, at + 4, value, N8);
            at += 4 + N8;
        }
    }
    return bytes;
}

function headerOf(signals, publics, constraints) {
    const bytes = new Uint8Array(32 + N8), view = new DataView(bytes.buffer);
    view.setUint32(0, N8, true);
    writeLE(bytes, 4, R, N8);
    [signals, 0, publics, signals - 1 - publics].forEach((n, i) => view.setUint32(4 + N8 + 4 * i, n, true));
    view.setBigUint64(20 + N8, BigInt(signals), true);
    view.setUint32(28 + N8, constraints, true);
    return bytes;
}

/**
 * A circuit of about `rows` rows, public signals included.
 * @param {object} options
 * @param {number} options.rows
 * @param {number} options.publics
 * @param {boolean} [options.bits] - a witness of zeros and ones
 * @param {boolean} [options.sums] - constraints with sums of four wires, which become additions
 * @returns {{ r1cs: Uint8Array, wtns: Uint8Array, values: bigint[] }}
 */
export function circuitOf({ rows, publics, bits = false, sums = false }) {
    const pick = (n) => Number(uniform(BigInt(n)));
    const values = [1n, ...Array.from({ length: publics + 4 }, () => uniform(bits ? 2n : R))], lists = [];
    // a sum of four wires takes two rows more, and two additions
    for (let row = publics; row < rows; row += sums ? 3 : 1) {
        const wire = () => 1 + pick(values.length - 1), [a, b] = [wire(), wire()];
        const more = sums ? [[wire(), 3n], [wire(), R - 2n]].filter(([w]) => w !== a) : [];
        const left = new Map([[a, 1n], ...more]);
        const sum = [...left].reduce((total, [w, k]) => total + k * values[w], 0n) % R;
        const constant = bits || row % 3 ? [] : [[0, 5n]];
        lists.push([...left].sort(([x], [y]) => x - y), [...constant, [b, 1n]], [[values.length, 1n]]);
        values.push((sum * (values[b] + (constant.length ? 5n : 0n))) % R);
    }
    const witness = new Uint8Array(values.length * N8);
    values.forEach((value, i) => writeLE(witness, i * N8, value, N8));
    const labels = new Uint8Array(8 * values.length), view = new DataView(labels.buffer);
    values.forEach((_, i) => view.setBigUint64(8 * i, BigInt(i), true));
    return {
        values,
        r1cs: makeFile("r1cs", 1, [
            [1, headerOf(values.length, publics, lists.length / 3)], [2, encodeLists(lists)], [3, labels],
        ]),
        wtns: encodeWtns(witness, N8, R),
    };
}

/**
 * A ptau file as set-ups of columns read it: the powers of TAU in G1 and the first two in G2; the rest is zeros.
 * @param {import("../../src/curves/types.js").Curve} curve
 * @param {number} power
 * @returns {Promise<Uint8Array>}
 */
export async function powersOfTau({ Fr, G1, G2, q }, power) {
    const n = 2 ** (power + 1) - 1, half = 2 ** power, tau = Fr.e(TAU), all = new Uint8Array(64 * n);
    all.set(G1.toAffine(G1.g));
    for (let have = 64; have < all.length; have *= 2) all.copyWithin(have, 0, Math.min(have, all.length - have));
    const inG2 = new Uint8Array(128 * half), header = new Uint8Array(44);
    inG2.set(G2.toAffine(G2.g));
    inG2.set(G2.toAffine(G2.timesFr(G2.g, tau)), 128);
    [[32n, 4], [q, 32], [BigInt(power), 4], [BigInt(power), 4]].reduce((at, [value, length]) => {
        writeLE(header, at, value, length);
        return at + length;
    }, 0);
    const zeros = (count, size) => new Uint8Array(count * size);
    return makeFile("ptau", 1, [
        [1, header], [2, await G1.batchApplyKey(all, Fr.one, tau)], [3, inG2], [4, zeros(half, 64)],
        [5, zeros(half, 64)], [6, inG2.slice(0, 128)], [7, zeros(1, 4)], [12, zeros(2 * n + 1, 64)],
        [13, zeros(n, 128)], [14, zeros(n, 64)], [15, zeros(n, 64)],
    ]);
}
