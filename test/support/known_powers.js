/**
 * Powers of tau of a ceremony whose secrets everybody knows, prepared for phase 2, in seconds: each point is its scalar
 * times a generator. Kept under .scratch.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { combine } from "../../src/batch/combine.js";
import { powers } from "../../src/batch/field_ops.js";
import { writeLE } from "../../src/util/bytes.js";
import { makeFile } from "./binfiles.js";
import { root } from "./scratch.js";

export const SECRETS = Object.freeze({
    tau: 0x1234567890abcdef1234567890abcdef1234567n, alpha: 987654321987654321n, beta: 55n ** 40n,
});

/** Points that one task makes. */
const STEP = 1 << 13;

/** Each of these elements (LEM) times the generator. */
async function multiples(curve, G, elements) {
    const plain = await curve.Fr.batchFromMontgomery(elements), n = plain.length / 32, size = 2 * G.F.n8;
    const all = new Uint8Array(n * size), starts = Array.from({ length: Math.ceil(n / STEP) }, (_, i) => i * STEP);
    await Promise.all(starts.map(async (from) => {
        const count = Math.min(STEP, n - from), points = new Uint8Array(count * size);
        for (let i = 0; i < count; i++) points.set(G.gAffine, i * size);
        const scalars = plain.slice(from * 32, (from + count) * 32);
        const counts = new Uint32Array(count).fill(1);
        all.set((await combine(curve, G, { points, scalars, counts })).points, from * size);
    }));
    return all;
}

/** The Lagrange scalars of all domains from 2^0 to 2^most, one after the other. */
async function lagrangeScalars(curve, element, most) {
    const { Fr } = curve, parts = [];
    for (let k = 0; k <= most; k++)
        parts.push(await Fr.ifft(await powers(curve, element.first, element.ratio, 2 ** k)));
    return new Uint8Array(Buffer.concat(parts));
}

async function make(curve, power) {
    const { Fr, G1, G2, q, F1 } = curve, n = 2 ** power, n8 = F1.n8;
    const [tau, alpha, beta] = [SECRETS.tau, SECRETS.alpha, SECRETS.beta].map((value) => Fr.e(value % curve.r));
    const of = (first, count) => powers(curve, first, tau, count), header = new Uint8Array(12 + n8);
    [[BigInt(n8), 4], [q, n8], [BigInt(power), 4], [BigInt(power), 4]].reduce((at, [value, length]) => {
        writeLE(header, at, value, length);
        return at + length;
    }, 0);
    const lagrange = (first, most) => lagrangeScalars(curve, { first, ratio: tau }, most);
    const inTau = await lagrange(Fr.one, power), longest = await Fr.ifft(await of(Fr.one, 2 * n).then((all) => {
        all.fill(0, (2 * n - 1) * 32); // the last power is not in the file, and counts as zero
        return all;
    }));
    return makeFile("ptau", 1, [
        [1, header],
        [2, await multiples(curve, G1, await of(Fr.one, 2 * n - 1))],
        [3, await multiples(curve, G2, await of(Fr.one, n))],
        [4, await multiples(curve, G1, await of(alpha, n))], [5, await multiples(curve, G1, await of(beta, n))],
        [6, await multiples(curve, G2, beta)], [7, new Uint8Array(4)],
        [12, await multiples(curve, G1, new Uint8Array(Buffer.concat([inTau, longest])))],
        [13, await multiples(curve, G2, inTau)],
        [14, await multiples(curve, G1, await lagrange(alpha, power))],
        [15, await multiples(curve, G1, await lagrange(beta, power))],
    ]);
}

/**
 * @param {import("../../src/curves/types.js").Curve} curve
 * @param {number} power
 * @returns {Promise<string>} its path
 */
export async function knownPowers(curve, power) {
    const folder = join(root, ".scratch", "powers"), file = join(folder, `${curve.name}_${power}.ptau`);
    if (existsSync(file)) return file;
    mkdirSync(folder, { recursive: true });
    const building = `${file}.${process.pid}`;
    writeFileSync(building, await make(curve, power));
    renameSync(building, file);
    return file;
}

/**
 * Powers of tau of the right sizes and of no secret at all: a few points again and again. Keys from them are the same
 * for all who calculate them alike, and of no use.
 * @param {import("../../src/curves/types.js").Curve} curve
 * @param {number} power
 */
export function repeatedPowers({ Fr, G1, G2, q, F1 }, power) {
    const n = 2 ** power, header = new Uint8Array(12 + F1.n8);
    const few = [G1, G2].map((G) => Buffer.concat(Array.from({ length: 37 }, (_, i) =>
        G.toAffine(G.timesFr(G.g, Fr.e(BigInt(i) ** 20n + 3n))))));
    [[BigInt(F1.n8), 4], [q, F1.n8], [BigInt(power), 4], [BigInt(power), 4]].reduce((at, [value, length]) => {
        writeLE(header, at, value, length);
        return at + length;
    }, 0);
    const points = (count, group = 0) => new Uint8Array(Buffer.alloc(count * [2, 4][group] * F1.n8, few[group]));
    return makeFile("ptau", 1, [
        [1, header], [2, points(2 * n - 1)], [3, points(n, 1)], [4, points(n)], [5, points(n)], [6, points(1, 1)],
        [7, new Uint8Array(4)], [12, points(4 * n - 1)], [13, points(2 * n - 1, 1)], [14, points(2 * n - 1)],
        [15, points(2 * n - 1)],
    ]);
}

export const readPowers = async (curve, power) => new Uint8Array(readFileSync(await knownPowers(curve, power)));
