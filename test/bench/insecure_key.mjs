/**
 * A Groth16 proving key for benches, from a seed: everybody knows its secrets, so anybody can forge proofs for it. Its
 * points are those that a ceremony would give for these secrets (Groth 2016, with gamma 1 as snarkjs has it), so proofs
 * verify and take as long as with a real key. On bn128, with single operations on one thread: half a minute at 2^16.
 */
import { createHash } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import { buildBn128 } from "../../src/index.js";

const WINDOW = 8, N8 = 32;

/** @param {string} text @param {bigint} r */
const secretOf = (text, r) => BigInt(`0x${createHash("sha512").update(text).digest("hex")}`) % r;

/** Bytes of an integer, little-endian. @param {bigint} value */
function bytesOf(value) {
    const out = Buffer.alloc(N8);
    for (let i = 0; i < 4; i++) out.writeBigUInt64LE((value >> (64n * BigInt(i))) & 0xffffffffffffffffn, 8 * i);
    return out;
}

const u32 = (...values) => Buffer.concat(values.map((value) => {
    const out = Buffer.alloc(4);
    out.writeUInt32LE(value);
    return out;
}));

/** Multiples of the generator, by a table of its multiples for each byte of a scalar. */
function multiplier(G) {
    const tables = [];
    for (let step = G.g, at = 0; at < 8 * N8; at += WINDOW) {
        const rows = [G.zero, step];
        while (rows.length < 2 ** WINDOW) rows.push(G.add(rows.at(-1), step));
        step = G.add(rows.at(-1), step);
        tables.push(rows.map((row) => G.toAffine(row)));
    }
    const size = G.zero.length;
    /** @param {bigint[]} scalars @returns {Promise<Uint8Array>} affine, as a key has them */
    return async (scalars) => {
        const out = new Uint8Array(size * scalars.length);
        scalars.forEach((scalar, i) => {
            let sum = G.zero;
            bytesOf(scalar).forEach((byte, k) => { if (byte) sum = G.add(sum, tables[k][byte]); });
            out.set(sum, size * i);
        });
        return scalars.length ? G.batchToAffine(out) : out;
    };
}

/** Values of all Lagrange polynomials of a domain at a point; one inversion. */
function lagrange(n, root, at, r) {
    const roots = [1n];
    while (roots.length < n) roots.push((roots.at(-1) * root) % r);
    const differences = roots.map((w) => (at - w + r) % r), prefix = [1n];
    for (const value of differences) prefix.push((prefix.at(-1) * value) % r);
    let rest = power(prefix.at(-1), r - 2n, r);
    const vanishing = ((power(at, BigInt(n), r) - 1n + r) * power(BigInt(n), r - 2n, r)) % r, out = new Array(n);
    for (let i = n - 1; i >= 0; i--) {
        out[i] = (((((rest * prefix[i]) % r) * roots[i]) % r) * vanishing) % r;
        rest = (rest * differences[i]) % r;
    }
    return out;
}

function power(base, exponent, r) {
    let out = 1n;
    for (let b = base, e = exponent; e > 0n; e >>= 1n, b = (b * b) % r) if (e & 1n) out = (out * b) % r;
    return out;
}

/**
 * @typedef {[wire: number, factor: bigint][]} Row
 * @typedef {{ wires: number, publicSignals: number, constraints: number, rows: (i: number) => [Row, Row, Row] }} System
 * wire 0 is one, then the public signals
 */

/** Values of the polynomials of each wire at the secret point, and the coefficients as a key has them. */
function evaluate({ wires, publicSignals, constraints, rows }, values, r) {
    const [a, b, c] = Array.from({ length: 3 }, () => new Array(wires).fill(0n)), coefficients = [];
    const factorOf = new Map(), montgomery = (factor) => {
        let bytes = factorOf.get(factor);
        if (!bytes) factorOf.set(factor, bytes = bytesOf((factor << 512n) % r)); // twice: witnesses are integers
        return bytes;
    };
    const add = (matrix, i, row) => {
        for (const [wire, factor] of row) {
            const target = [a, b, c][matrix];
            target[wire] = (target[wire] + factor * values[i]) % r;
            if (matrix < 2) coefficients.push(u32(matrix, i, wire), montgomery(factor));
        }
    };
    for (let i = 0; i < constraints; i++) rows(i).forEach((row, matrix) => add(matrix, i, row));
    for (let i = 0; i <= publicSignals; i++) add(0, constraints + i, [[i, 1n]]); // keeps public signals independent
    return { a, b, c, coefficients };
}

/** Writes the sections of a file. @param {string} path @param {Uint8Array[][]} sections - from 1 on */
function writeSections(path, sections) {
    const file = openSync(path, "w");
    writeSync(file, Buffer.concat([Buffer.from("zkey"), u32(1, sections.length)]));
    sections.forEach((parts, i) => {
        const size = Buffer.alloc(8);
        size.writeBigUInt64LE(BigInt(parts.reduce((sum, { length }) => sum + length, 0)));
        writeSync(file, Buffer.concat([u32(i + 1), size]));
        for (let at = 0; at < parts.length; at += 4096) writeSync(file, Buffer.concat(parts.slice(at, at + 4096)));
    });
    closeSync(file);
}

const each = (multiples, scalars) => Promise.all(scalars.map((scalar) => multiples([scalar])));

/**
 * @param {string} path
 * @param {System} system - on bn128
 * @param {string} seed
 */
export async function writeInsecureKey(path, system, seed) {
    const { wires, publicSignals, constraints } = system;
    const { q, r, G1, G2, Fr } = await buildBn128({ singleThread: true });
    const [tau, alpha, beta, delta] = ["tau", "alpha", "beta", "delta"].map((name) => secretOf(`${seed} ${name}`, r));
    const bits = Math.ceil(Math.log2(constraints + publicSignals + 1)), n = 2 ** bits;
    const perDelta = power(delta, r - 2n, r);
    const values = lagrange(n, Fr.toObject(Fr.w[bits]), tau, r);
    const odd = lagrange(2 * n, Fr.toObject(Fr.w[bits + 1]), tau, r).filter((_, i) => i % 2 === 1);
    const { a, b, c, coefficients } = evaluate(system, values, r), [in1, in2] = [multiplier(G1), multiplier(G2)];
    const both = a.map((value, i) => (beta * value + alpha * b[i] + c[i]) % r);
    const [alpha1, beta1, delta1] = await each(in1, [alpha, beta, delta]);
    const [beta2, gamma2, delta2] = await each(in2, [beta, 1n, delta]);
    const header = [
        u32(N8), bytesOf(q), u32(N8), bytesOf(r), u32(wires, publicSignals, n),
        alpha1, beta1, beta2, gamma2, delta1, delta2,
    ];
    writeSections(path, [
        [u32(1)], header, [await in1(both.slice(0, publicSignals + 1))],
        [u32(coefficients.length / 2), ...coefficients], [await in1(a)], [await in1(b)], [await in2(b)],
        [await in1(both.slice(publicSignals + 1).map((value) => (value * perDelta) % r))],
        [await in1(odd.map((value) => (value * perDelta) % r))], [Buffer.alloc(64), u32(0)],
    ]);
}
