/**
 * Sums of points: lane kernels of every tier, with endomorphisms and without, on this thread and on workers; the base
 * module; ffjavascript; @noble/curves for few points; and addition one by one where they have no such curve.
 */
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { bn254 } from "@noble/curves/bn254.js";
import { pointOutside } from "../../support/torsion.js";
import { agree, endAll, hex, onWorkers, ours, theirs, tiersHere } from "../support.js";

const NOBLE = { bn128: bn254, bls12381: bls12_381 };
const CURVES = ["bn128", "bls12381", "bls12377"];
/** Points that sums are made of: few, so that equal and opposite ones meet. */
const TABLE = 48;

/** Points of order r in a table, and after them those that are not. @param {any} curve @param {string} group */
function tableOf(curve, group) {
    const G = curve[group],
        list = [G.zeroAffine];
    let multiple = G.g;
    for (let i = 1; list.length < TABLE; i++) {
        // small multiples, then those that an endomorphism or a window might bring
        multiple = i < 16 ? G.timesScalar(G.g, i) : G.timesScalar(multiple, 0x1234567n ** BigInt(1 + (i % 7)));
        list.push(G.toAffine(multiple), G.toAffine(G.neg(multiple)));
    }
    const inside = list.length;
    if (curve.name !== "bn128" || group === "G2") list.push(G.toAffine(pointOutside(curve, group)));
    return { list, inside };
}

/** @param {import("../choices.js").Choices} c @param {bigint} r @param {number} n @param {number} width */
function scalarsOf(c, r, n, width) {
    const bytes = new Uint8Array(n * width),
        top = 1n << BigInt(8 * width),
        kind = c.below(5),
        next = c.stream();
    const few = Array.from({ length: 1 + c.below(4) }, () => c.big(c.once(3) || top < r ? top : r));
    for (let i = 0; i < n; i++) {
        // in the last kinds, one in 16 is random
        let value = few[next() % few.length];
        if (kind > 2 || next() % 16 === 0)
            for (value = 0n; value < top; value = (value << 32n) | BigInt((next() | 1) >>> 0));
        if (kind === 4 && next() & 1) value = BigInt(next() & 1);
        value %= top;
        for (let j = 0; j < width; j++, value >>= 8n) bytes[i * width + j] = Number(value & 255n);
    }
    return bytes;
}

/** @param {import("../choices.js").Choices} c @param {ReturnType<typeof tableOf>} table @param {number} n */
function basesOf(c, { list, inside }, n) {
    const size = list[0].length,
        bytes = new Uint8Array(n * size),
        next = c.stream();
    const from = c.once(4) ? list.length : inside,
        span = c.once(3) ? 1 + c.below(4) : from;
    for (let i = 0; i < n; i++) bytes.set(list[from - 1 - (next() % span)], i * size);
    return { bases: bytes, whole: from === inside };
}

/** One by one, on the engine's own single operations. */
function oneByOne(G, bases, scalars, n) {
    const size = bases.length / n,
        width = scalars.length / n;
    let sum = G.zero;
    for (let i = 0; i < n; i++) {
        const factor = BigInt(
            `0x00${Buffer.from(scalars.slice(i * width, (i + 1) * width))
                .reverse()
                .toString("hex")}`,
        );
        sum = G.add(sum, G.timesScalar(bases.slice(i * size, (i + 1) * size), factor));
    }
    return hex(G.toAffine(sum));
}

/** By @noble/curves. */
function byNoble(name, group, G, bases, scalars, n) {
    const { Point } = NOBLE[name][group],
        size = bases.length / n,
        width = scalars.length / n,
        { ORDER } = Point.Fn;
    let sum = Point.ZERO;
    for (let i = 0; i < n; i++) {
        const bytes = bases.slice(i * size, (i + 1) * size);
        const factor =
            BigInt(
                `0x00${Buffer.from(scalars.slice(i * width, (i + 1) * width))
                    .reverse()
                    .toString("hex")}`,
            ) % ORDER;
        if (G.isZero(bytes) || factor === 0n) continue;
        const [x, y] = G.toObject(bytes),
            fp2 = ([c0, c1]) => ({ c0, c1 });
        sum = sum.add(Point.fromAffine(group === "G1" ? { x, y } : { x: fp2(x), y: fp2(y) }).multiplyUnsafe(factor));
    }
    if (sum.equals(Point.ZERO)) return hex(G.zeroAffine);
    const { x, y } = sum.toAffine(),
        one = group === "G1" ? 1n : [1n, 0n],
        list = ({ c0, c1 }) => [c0, c1];
    return hex(G.toAffine(G.fromObject(group === "G1" ? [x, y, one] : [list(x), list(y), one])));
}

/** @type {import("../loop.js").Target} */
export const msm = {
    name: "msm",
    faults: ["a scalar of -1"],
    async open(fault) {
        const tiers = tiersHere(),
            tables = new Map();
        const tableFor = (curve, group) => {
            const key = `${curve.name} ${group}`;
            if (!tables.has(key)) tables.set(key, tableOf(curve, group));
            return tables.get(key);
        };
        /** The port: our sum, which a fault makes wrong where a scalar is r - 1. */
        const sum = async (curve, group, bases, scalars, n, options) => {
            const G = curve[group],
                result = await G.multiExpAffine(bases, scalars, undefined, undefined, options);
            const last = Buffer.from(
                curve.Fr.toRprLE
                    ? [...Array(32).keys()].map((i) => Number(((curve.r - 1n) >> BigInt(8 * i)) & 255n))
                    : [],
            );
            return fault && n > 2 && scalars.length === 32 * n && Buffer.from(scalars).includes(last)
                ? G.add(result, G.g)
                : result;
        };
        return {
            async run(c) {
                const name = c.pick(CURVES),
                    group = c.pick(["G1", "G2"]),
                    curve = await ours(name),
                    G = curve[group];
                const n = c.once(12) ? c.within(41, group === "G1" ? 700 : 300) : c.within(1, 40);
                const width = c.once(3) ? c.within(1, 40) : 32;
                const scalars = scalarsOf(c, curve.r, n, width),
                    { bases, whole } = basesOf(c, tableFor(curve, group), n);
                const endomorphism = whole ? c.pick(["auto", "enabled", "disabled"]) : c.pick(["auto", "disabled"]);
                const options = {
                    batch: c.pick(["enabled", "auto"]),
                    glv: endomorphism,
                    gls: endomorphism,
                    tier: c.pick(tiers),
                };
                const what = `${n} points of ${name} ${group}, scalars of ${width} bytes, ${JSON.stringify(options)}`;
                const before = hex(bases) + hex(scalars),
                    shown = (G_, p) => hex(G_.toAffine(p));
                const answers = { base: shown(G, await sum(curve, group, bases, scalars, n, { batch: "disabled" })) };
                answers.lanes = shown(G, await sum(curve, group, bases, scalars, n, options));
                if (c.once(6))
                    answers.workers = shown(
                        G,
                        await sum(await onWorkers(name), group, bases, scalars, n, { ...options, tier: "auto" }),
                    );
                if (name !== "bls12377" && width <= 32) {
                    const T = (await theirs(name))[group];
                    answers.ffjavascript = shown(T, await T.multiExpAffine(bases, scalars));
                } else if (n <= 12) answers["one by one"] = oneByOne(G, bases, scalars, n);
                if (name !== "bls12377" && whole && n <= 6 && c.once(3))
                    answers.noble = byNoble(name, group, G, bases, scalars, n);
                agree(what, answers);
                agree(`${what}: what the caller holds`, { before, after: hex(bases) + hex(scalars) });
            },
            close: endAll,
        };
    },
};
