/**
 * Programs of operations on elements of Fr, F1, F2, F6 and F12, and on points: the engine, its BigInt twin,
 * ffjavascript, and @noble/curves for the fields that it has.
 */
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { bn254 } from "@noble/curves/bn254.js";
import { show } from "../../support/compare.js";
import { twinOf } from "../../support/twin_curves.js";
import { agree, endAll, hex, ours, theirs } from "../support.js";

const NOBLE = { bn128: bn254, bls12381: bls12_381 };
const CURVES = ["bn128", "bls12381", "bls12377"];
const DEGREES = { Fr: 1, F1: 1, F2: 2, F6: 6, F12: 12 };

/** What an operation gives, or the class of what it throws. @param {() => unknown} call */
function answer(call) {
    try {
        return show(call());
    } catch (error) {
        return `!${error.constructor.name}`;
    }
}

/** Nested lists of coordinates, as fromObject takes them. */
function value(c, p, degree) {
    if (degree === 1) return c.big(p);
    const parts = degree === 6 ? 3 : 2;
    return Array.from({ length: parts }, () => value(c, p, degree / parts));
}

/** Operations on registers: arity and whether zero is excluded. */
const OPS = ["add", "sub", "mul", "neg", "square", "inv", "div", "exp", "double"];

/** @param {import("../choices.js").Choices} c */
async function onField(c, port) {
    const name = c.pick(CURVES), on = c.pick(Object.keys(DEGREES)), degree = DEGREES[on];
    const curve = await ours(name), F = curve[on], T = twinOf(name)[on], p = on === "Fr" ? curve.r : curve.q;
    const O = name === "bls12377" ? undefined : (await theirs(name))[on];
    const N = degree > 1 || name === "bls12377" ? undefined : NOBLE[name].fields[on === "Fr" ? "Fr" : "Fp"];
    const values = Array.from({ length: 3 }, () => value(c, p, degree));
    const registers = values.map((v) => ({ own: F.fromObject(v), twin: v, theirs: O?.fromObject(v), noble: v }));
    const steps = [];
    for (let count = c.within(1, 8); count > 0; count--) {
        const op = c.pick(OPS), [a, b] = [c.pick(registers), c.pick(registers)];
        if (op === "exp" && on === "F6") continue; // ffjavascript has none
        if (F.isZero(op === "div" ? b.own : a.own) && /inv|div/.test(op)) continue;
        const e = op === "exp" ? c.big(2n ** 64n) : undefined;
        const apply = (K, side) => op === "double" ? K.add(a[side], a[side]) : op === "div" ? K.mul(a[side], K.inv(b[side]))
            : op === "exp" ? K.exp(a[side], e) : K[op](a[side], b[side]);
        const own = port(F, op, () => op === "div" ? F.div(a.own, b.own) : op === "double" ? F.add(a.own, a.own) : apply(F, "own"), p);
        const next = { own, twin: apply(T, "twin"), theirs: O && apply(O, "theirs"), noble: undefined };
        if (N) next.noble = op === "square" ? N.sqr(a.noble) : op === "exp" ? N.pow(a.noble, e) : op === "neg" ? N.neg(a.noble) : apply(N, "noble");
        registers.push(next);
        steps.push(`${op}${e ?? ""}`);
        const answers = { own: show(F.toObject(own)), twin: show(next.twin) };
        if (O) answers.ffjavascript = show(O.toObject(next.theirs));
        if (N) answers.noble = show(next.noble);
        agree(`${name} ${on}, ${steps.join(" ")}`, answers);
    }
    const { own, twin, theirs: other } = registers.at(-1);
    const asked = { eq: (K, x) => K.eq(x, x), isZero: (K, x) => K.isZero(x) };
    if (degree === 1) asked.toString = (K, x) => K.toString(x, 10);
    for (const [what, ask] of Object.entries(asked)) {
        const answers = { own: answer(() => ask(F, own)) };
        answers.twin = what === "toString" ? show(String(twin)) : answer(() => ask(T, twin)); // its own has a sign
        if (O) answers.ffjavascript = answer(() => ask(O, other));
        agree(`${name} ${on}.${what} after ${steps.join(" ")}`, answers);
    }
    if (degree === 1) {
        const power = T.exp(twin, (p - 1n) / 2n); // Euler
        agree(`${name} ${on}.isSquare`, { own: show(F.isSquare(own)), twin: show(T.isZero(twin) || T.eq(power, T.one)) });
    }
    if (degree <= 2 && F.isSquare(own)) agree(`${name} ${on}: the square of a root`, { own: hex(F.square(F.sqrt(own))), itself: hex(own) });
    for (const way of ["RprLE", "RprBE", "RprLEM", "RprBEM"].filter((name) => F[`from${name}`])) {
        const bytes = new Uint8Array(F.n8);
        F[`to${way}`](bytes, 0, own);
        const answers = { own: hex(F[`from${way}`](bytes, 0)), itself: hex(own) };
        agree(`${name} ${on}.from${way}`, answers);
        if (!O) continue;
        const others = new Uint8Array(F.n8);
        O[`to${way}`](others, 0, other);
        agree(`${name} ${on}.to${way}`, { own: hex(bytes), ffjavascript: hex(others) });
    }
}

/** @param {import("../choices.js").Choices} c */
async function onPoint(c) {
    const name = c.pick(CURVES), group = c.pick(["G1", "G2"]), curve = await ours(name), G = curve[group], T = twinOf(name)[group];
    const O = name === "bls12377" ? undefined : (await theirs(name))[group];
    const registers = [0, 1].map(() => {
        const s = c.once(3) ? c.big(curve.r) : BigInt(c.below(4));
        return { own: G.timesScalar(G.g, s), twin: T.timesScalar(T.g, s), theirs: O?.timesScalar(O.g, s) };
    });
    const steps = [], shown = (g, p) => {
        const affine = g.toAffine(p);
        return affine.every((byte) => byte === 0) ? "0" : show(g.toObject(affine).slice(0, 2));
    };
    for (let count = c.within(1, 6); count > 0; count--) {
        const op = c.pick(["add", "sub", "neg", "double", "timesScalar", "toAffine"]), [a, b] = [c.pick(registers), c.pick(registers)];
        const s = c.big(c.once(2) ? 2n ** 70n : curve.r);
        const apply = (K, side) => op === "timesScalar" ? K.timesScalar(a[side], s)
            : op === "sub" && side === "theirs" ? K.add(a[side], K.neg(b[side])) // its own has a wrong sign for mixed forms
            : K[op](a[side], b[side]);
        const twin = op === "toAffine" ? a.twin : apply(T, "twin");
        registers.push({ own: apply(G, "own"), twin, theirs: O && apply(O, "theirs") });
        steps.push(op);
        const { own, theirs: other } = registers.at(-1);
        const answers = { own: shown(G, own), twin: T.isZero(twin) ? "0" : show(T.affine(twin).slice(0, 2)) };
        if (O) answers.ffjavascript = shown(O, other);
        agree(`${name} ${group}, ${steps.join(" ")}`, answers);
    }
    const { own } = registers.at(-1), n8 = G.F.n8;
    for (const [form, size] of [["Compressed", n8], ["Uncompressed", 2 * n8]]) {
        const bytes = new Uint8Array(size);
        G[`toRpr${form}`](bytes, 0, own);
        agree(`${name} ${group}.fromRpr${form}`, { own: shown(G, G[`fromRpr${form}`](bytes, 0)), itself: shown(G, own) });
        if (!O) continue;
        const others = new Uint8Array(size);
        O[`toRpr${form}`](others, 0, O.fromObject(G.toObject(own)));
        agree(`${name} ${group}.toRpr${form}`, { own: hex(bytes), ffjavascript: hex(others) });
    }
}

/** @type {import("../loop.js").Target} */
export const field = {
    name: "field",
    faults: ["a product that is -1"],
    async open(fault) {
        const port = (F, op, call, p) => {
            const result = call();
            return fault && op === "mul" && F.m === 1 && F.toObject(result) === p - 1n ? F.zero : result;
        };
        return { run: async (c) => (c.once(4) ? onPoint(c) : onField(c, port)), close: endAll };
    },
};
