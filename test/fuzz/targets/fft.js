/**
 * Transforms over Fr, G1 and G2: the lane kernels of every tier, pieces on workers, ffjavascript, and the definition on
 * BigInt for few elements.
 */
import { agree, cut, demand, endAll, hex, onWorkers, ours, theirs, tiersHere } from "../support.js";
import { bigFrom } from "../choices.js";
import { BigBuffer } from "../../../src/index.js";

const CURVES = ["bn128", "bls12381", "bls12377"];

/** @param {import("../choices.js").Choices} c @param {any} Fr @param {number} n */
function scalarsOf(c, Fr, n) {
    const bytes = new Uint8Array(n * Fr.n8),
        kind = c.below(4),
        next = c.stream();
    const few = Array.from({ length: 1 + c.below(4) }, () => c.big(Fr.p));
    for (let i = 0; i < n; i++) {
        let value =
            kind === 0 ? few[next() % few.length] : kind === 1 ? bigFrom(next, Fr.p) : next() % 8 ? 0n : few[0];
        if (kind === 3 && i === n - 1) value = few[0];
        // as stored: every value below p is the Montgomery form of some element
        for (let j = 0; j < Fr.n8; j++, value >>= 8n) bytes[i * Fr.n8 + j] = Number(value & 255n);
    }
    return bytes;
}

const list = (bytes, size) =>
    Array.from({ length: bytes.length / size }, (_, i) => bytes.slice(i * size, (i + 1) * size));
const join = (parts) => new Uint8Array(Buffer.concat(parts));

/** Other shapes of the same elements. */
const SHAPES = [
    (bytes) => bytes.slice(),
    (bytes, size) => list(bytes, size),
    (bytes) => Buffer.concat([Buffer.alloc(5), bytes]).subarray(5),
    (bytes) => {
        const big = new BigBuffer(bytes.length);
        big.set(bytes, 0);
        return big;
    },
    (bytes) => {
        const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
        shared.set(bytes);
        return shared;
    },
];
const flat = (out) =>
    Array.isArray(out) ? join(out) : out instanceof Uint8Array ? out : out.slice(0, out.byteLength);

/** The definition, on integers. */
function byDefinition(Fr, bytes, inverse) {
    const { p } = Fr,
        values = list(bytes, Fr.n8).map((e) => Fr.toObject(e)),
        n = values.length;
    let w = Fr.toObject(Fr.w[Math.log2(n)]);
    if (inverse) w = Fr.toObject(Fr.inv(Fr.e(w)));
    const scale = inverse ? Fr.toObject(Fr.inv(Fr.e(n))) : 1n;
    let wk = 1n;
    const out = values.map(() => {
        const value = values.reduceRight((sum, a) => (sum * wk + a) % p, 0n);
        wk = (wk * w) % p;
        return Fr.e((value * scale) % p);
    });
    return hex(join(out));
}

/** @param {import("../choices.js").Choices} c */
async function onScalars(c, tiers, transform) {
    const name = c.pick(CURVES),
        curve = await ours(name, c.pick(tiers)),
        { Fr } = curve;
    const bits = c.once(10) ? c.within(9, 12) : c.below(9),
        n = 2 ** bits,
        bytes = scalarsOf(c, Fr, n);
    const op = c.pick(["fft", "ifft", "batchApplyKey", "batchInverse", "lagrangeEvaluations"]),
        shape = op === "batchApplyKey" ? SHAPES[0] : c.pick(SHAPES);
    const args = op === "batchApplyKey" ? [Fr.e(c.big(Fr.p)), Fr.e(c.big(Fr.p))] : [];
    const what = `Fr.${op} of 2^${bits} on ${name}, tier ${curve.tm.tier}`;
    const before = hex(bytes);
    const answers = { own: hex(flat(await transform(curve, "Fr", op, shape(bytes, Fr.n8), args))) };
    if (c.once(6))
        answers.workers = hex(flat(await transform(await onWorkers(name), "Fr", op, shape(bytes, Fr.n8), args)));
    if (name !== "bls12377")
        answers.ffjavascript = hex(flat(await (await theirs(name)).Fr[op](bytes.slice(), ...args)));
    if (op.endsWith("fft") && bits <= 5) answers.definition = byDefinition(Fr, bytes, op === "ifft");
    agree(what, answers);
    demand(hex(bytes) === before, () => `${what}: the input was changed`);
}

/** @param {import("../choices.js").Choices} c */
async function onPoints(c, tiers, transform) {
    const name = c.pick(CURVES),
        curve = await ours(name, c.pick(tiers)),
        group = c.pick(["G1", "G2"]),
        G = curve[group];
    const bits = c.below(group === "G1" ? 5 : 4),
        next = c.stream(),
        span = 1 + c.below(6);
    const points = Array.from({ length: 2 ** bits }, () => {
        const i = next() % span,
            point = i === 0 ? G.zeroAffine : G.toAffine(G.timesScalar(G.g, i));
        return next() & 1 ? point : G.toAffine(G.neg(point));
    });
    const form = c.pick(["affine", "jacobian"]),
        bytes = join(form === "affine" ? points : points.map((p) => G.toJacobian(p)));
    const op = c.pick(["fft", "ifft", "lagrangeEvaluations", "batchApplyKey"]),
        { Fr } = curve;
    const args = op === "batchApplyKey" ? [Fr.e(c.big(Fr.p)), Fr.e(c.big(Fr.p)), form, "affine"] : [form, "affine"];
    const what = `${group}.${op} of 2^${bits} points of ${name}, ${form}, tier ${curve.tm.tier}`;
    const answers = { own: hex(flat(await transform(curve, group, op, bytes, args))) };
    if (c.once(4)) answers.workers = hex(flat(await transform(await onWorkers(name), group, op, bytes, args)));
    if (name !== "bls12377")
        answers.ffjavascript = hex(flat(await (await theirs(name))[group][op](bytes.slice(), ...args)));
    if (op === "fft")
        answers.back = hex(
            flat(
                await G.fft(flat(await G.ifft(await G.fft(bytes, ...args), "affine", "affine")), "affine", "affine"),
            ),
        );
    agree(`${what}, ${cut(points.length)}`, answers);
}

/** @type {import("../loop.js").Target} */
export const fft = {
    name: "fft",
    faults: ["a zero at the end"],
    async open(fault) {
        const tiers = tiersHere();
        /** The port: a transform of ours, which a fault makes wrong where the last element of a longer list is zero. */
        const transform = async (curve, on, op, input, args) => {
            const out = await curve[on][op](input, ...args);
            const bytes = flat(input),
                wrong = fault && on === "Fr" && bytes.length > 96 && bytes.subarray(-32).every((b) => b === 0);
            if (wrong && out instanceof Uint8Array) out[0] ^= 1;
            return out;
        };
        return { run: (c) => (c.once(5) ? onPoints : onScalars)(c, tiers, transform), close: endAll };
    },
};
