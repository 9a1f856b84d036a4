/**
 * PLONK keys of circuits of any shape, for every curve, with a secret that everybody knows, as files that snarkjs reads
 * too. Written from the format: gates Qm a b + Ql a + Qr b + Qo c + Qc = 0, a permutation, powers of the secret.
 */
import { evaluate } from "../../src/batch/field_ops.js";
import { encodeWtns } from "../../src/files/wtns.js";
import { makeFile } from "./binfiles.js";
import { uniform } from "./random.js";

const TAU = 0x1234567890abcdef1234567890abcdef1234567n, K = [1n, 2n, 3n];
const mod = (x, r) => ((x % r) + r) % r;

const u32 = (...values) => new Uint8Array(Uint32Array.from(values).buffer);
const join = (...parts) => new Uint8Array(Buffer.concat(parts));

/** Integers as elements, LEM. @param {any} curve @param {bigint[]} values */
async function elements({ Fr }, values) {
    const plain = Buffer.alloc(values.length * 32);
    values.forEach((value, i) => {
        for (let k = 0; k < 4; k++)
            plain.writeBigUInt64LE((value >> BigInt(64 * k)) & 0xffffffffffffffffn, i * 32 + 8 * k);
    });
    return Fr.batchToMontgomery(new Uint8Array(plain));
}

/**
 * Rows of gates over wires, each of which the ones before determine: products, sums of three, additions, constants.
 *   values  "dense" are uniform; "bits" zeros and ones
 * @param {bigint} r
 * @param {{ rows: number, signals?: number, additions?: number, values?: "dense" | "bits" }} shape
 */
export function circuitOf(r, { rows, signals = 1, additions = 3, values = "dense" }) {
    const wires = [1n], gates = [], one = () => (values === "bits" ? uniform(2n) : uniform(r));
    for (let i = 0; i < signals + 2; i++) wires.push(one());
    const pick = () => 1 + Number(uniform(BigInt(wires.length - 1)));
    for (let s = 1; s <= signals; s++) gates.push([s, 0, 0, { Ql: 1n }]);
    while (gates.length < rows - additions) {
        const a = pick(), b = pick(), c = wires.length, kind = values === "bits" ? 3 : gates.length % 3;
        const [f, g, h] = [uniform(r), uniform(r), 1n + uniform(r - 1n)];
        if (kind === 0) wires.push(wires[a] * wires[b] % r);
        if (kind === 1) wires.push(mod(f * wires[a] + g * wires[b], r));
        if (kind === 2) wires.push(mod(h * wires[a] * wires[b] + f * wires[a] + g, r));
        if (kind === 3) wires.push(wires[a] * wires[b] % r);
        const product = { Qm: 1n }, sum = { Ql: f, Qr: g }, mixed = { Qm: h, Ql: f, Qc: g };
        gates.push([a, b, c, { ...[product, sum, mixed, product][kind], Qo: -1n }]);
    }
    const nVars = wires.length, added = [];
    for (let i = 0; i < additions; i++) {
        const a = i ? wires.length - 1 : pick(), b = pick(), f = uniform(r), g = i ? uniform(r) : 0n;
        added.push([a, b, f, g]);
        gates.push([a, b, wires.length, { Ql: -f, Qr: -g, Qo: 1n }]);
        wires.push(mod(f * wires[a] + g * wires[b], r));
    }
    return { gates, added, nVars, signals, wires };
}

/** Where the next row with the same wire is, as a value of sigma. */
function sigmasOf(gates, n, root, r) {
    const roots = [1n], places = new Map();
    while (roots.length < n) roots.push(roots.at(-1) * root % r);
    const sigma = [[], [], []], at = (column, i) => K[column] * roots[i] % r;
    for (let column = 0; column < 3; column++) for (let i = 0; i < n; i++) {
        const wire = gates[i]?.[column] ?? 0, last = places.get(wire);
        if (last) sigma[column][i] = at(...last.end);
        places.set(wire, { end: [column, i], start: last?.start ?? [column, i] });
    }
    for (const { start: [column, i], end } of places.values()) sigma[column][i] = at(...end);
    return sigma;
}

/**
 * @param {any} curve - of this package
 * @param {ReturnType<typeof circuitOf>} circuit
 * @returns {Promise<{ zkey: Uint8Array, wtns: Uint8Array, vkey: object, publicSignals: string[] }>}
 */
export async function plonkKey(curve, { gates, added, nVars, signals, wires }) {
    const { Fr, G1, G2, r, name } = curve, n8q = G1.F.n8, rows = gates.length;
    const power = Math.max(3, Math.ceil(Math.log2(rows))), n = 2 ** power, root = Fr.toObject(Fr.w[power]);
    const tau = Fr.e(TAU), column = (list) => Array.from({ length: n }, (_, i) => list[i] ?? 0n);
    const polynomial = async (values) => {
        const low = await Fr.ifft(await elements(curve, column(values))), all = new Uint8Array(4 * low.length);
        all.set(low);
        const point = G1.toAffine(G1.timesFr(G1.g, await evaluate(curve, low, tau)));
        return { low, section: join(low, await Fr.fft(all)), point };
    };
    const named = {};
    for (const q of ["Qm", "Ql", "Qr", "Qo", "Qc"])
        named[q] = await polynomial(gates.map((gate) => mod(gate[3][q] ?? 0n, r)));
    for (const [i, values] of sigmasOf(gates, n, root, r).entries()) named[`S${i + 1}`] = await polynomial(values);
    const lagrange = [];
    for (let i = 0; i < Math.max(1, signals); i++)
        lagrange.push((await polynomial(Array.from({ length: i + 1 }, (_, k) => BigInt(k === i)))).section);
    const generators = new Uint8Array((n + 6) * 2 * n8q), generator = G1.toAffine(G1.g);
    for (let i = 0; i < n + 6; i++) generators.set(generator, i * 2 * n8q);
    const X_2 = G2.toAffine(G2.timesFr(G2.g, tau)), ks = await elements(curve, [K[1], K[2]]);
    const plain = (value, length) =>
        Uint8Array.from({ length }, (_, i) => Number((value >> BigInt(8 * i)) & 255n));
    const names = Object.keys(named), sections = [
        [1, u32(2)],
        [2, join(
            u32(n8q), plain(curve.q, n8q), u32(32), plain(r, 32), u32(wires.length, signals, n, added.length, rows), ks,
            ...names.map((q) => named[q].point), X_2,
        )],
        [3, join(...await Promise.all(added.map(async ([a, b, ...factors]) =>
            join(u32(a, b), await elements(curve, factors)))))],
        ...[0, 1, 2].map((k) => [4 + k, u32(...gates.map((gate) => gate[k]))]),
        ...names.slice(0, 5).map((q, i) => [7 + i, named[q].section]),
        [12, join(...names.slice(5).map((s) => named[s].section))],
        [13, join(...lagrange)],
        [14, await G1.batchApplyKey(generators, Fr.one, tau)],
    ];
    const json = (G, point) => G.toObject(point).map((x) => (Array.isArray(x) ? x.map(String) : String(x)));
    const values = join(...wires.slice(0, nVars).map((wire) => plain(wire, 32)));
    return {
        zkey: makeFile("zkey", 1, sections),
        wtns: encodeWtns(values, 32, r),
        publicSignals: wires.slice(1, signals + 1).map(String),
        vkey: {
            protocol: "plonk", curve: name, nPublic: signals, power, k1: "2", k2: "3",
            ...Object.fromEntries(names.map((q) => [q, json(G1, named[q].point)])),
            X_2: json(G2, X_2), w: String(root),
        },
    };
}
