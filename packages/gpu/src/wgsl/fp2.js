/**
 * Programs over Fp2 = Fp[u] / (u^2 - nonResidue) as programs over Fp: a name x1 becomes xr1 and
 * xi1, for xr1 + xi1 u. What they become in WGSL and how bounds are derived is then the same for
 * both fields.
 *
 * A product is Karatsuba's: three products of Fp. Both of its parts are reduced (`k` is 1), so that
 * sums and differences of products have the bounds that they have over Fp.
 * @module gpu/wgsl/fp2
 */
/** @import { GpuGroup, CurveModel, GroupModel } from "./types.js" */
/** @import { Fp2Element } from "../../../../src/internal/gpu.js" */
/** @import { Step } from "./programs.js" */
import { mod } from "../../../../src/internal/gpu.js";
import { parseProgram } from "./programs.js";

/**
 * Multiples up to this one are made of sums: fewer than ten of them, which together cost less than
 * a product.
 */
const SMALL = 32n;

/**
 * The two parts of a name, in the order of memory.
 * @param {string} name
 * @returns {[string, string]}
 */
const partsOf = (name) => {
    const [, word, digits] = /** @type {RegExpExecArray} */ (/^(\w*?)(\d*)$/.exec(name));
    return [`${word}r${digits}`, `${word}i${digits}`];
};

/** The parts of numbers: they are in Fp. @param {Readonly<Record<string, bigint>>} numbers */
const split = (numbers) => Object.fromEntries(
    Object.entries(numbers).flatMap(([name, value]) => [value, 0n].map((part, i) => [partsOf(name)[i], part])));

/**
 * n a by doubling and adding, in `to`.
 * @param {string} to
 * @param {string} a
 * @param {bigint} n - 1 or more
 * @returns {{ text: string, name: string }} name: where n a is; for n = 1, a itself
 */
function multiple(to, a, n) {
    let text = "", name = a;
    for (const bit of n.toString(2).slice(1)) {
        text += `${to} = ${name} + ${name}; `;
        name = to;
        if (bit === "1") text += `${to} = ${to} + ${a}; `;
    }
    return { text, name };
}

/**
 * @param {string} to
 * @param {string} a
 * @param {string} b
 * @param {bigint} nonResidue - negative
 */
function product(to, a, b, nonResidue) {
    const [ar, ai] = partsOf(a);
    const [br, bi] = partsOf(b);
    const [tr, ti] = partsOf(to);
    const { text, name } = multiple("m2", "m1", -nonResidue);
    return `m0 = ${ar} * ${br}; m1 = ${ai} * ${bi}; m2 = ${ar} + ${ai}; m3 = ${br} + ${bi}; m2 = m2 * m3; m3 = m0 + m1;
${ti} = m2 - m3; ${text}${tr} = m0 - ${name}; ${tr} = k ${tr}; ${ti} = k ${ti}`;
}

/**
 * How the steps `t = k a` are written, for k in Fp2. It is a constant of the curve, and often one
 * that needs fewer products than another element: k u = nonResidue k1 + k0 u, so that a part of k a
 * is c ar + d ai, and if c is d, -d or zero, a multiple of one value.
 * @param {Fp2Element} k
 * @param {Readonly<GpuGroup>} group
 */
function timesConstant(k, { fp: { p }, nonResidue }) {
    const near = (/** @type {bigint} */ x) => (2n * mod(x, p) > p ? mod(x, p) - p : mod(x, p));
    const rows = [[near(k[0]), near(nonResidue * k[1])], [near(k[1]), near(k[0])]];
    if (rows.some(([c, d]) => c !== 0n && d !== 0n && c !== d && c !== -d))
        return {
            constants: { kr: k[0], ki: k[1] },
            write: (/** @type {string} */ to, /** @type {string} */ a) => product(to, a, "k", nonResidue),
        };
    /** @type {Record<string, bigint>} */
    const constants = {};
    /** A row; m0 and m1 are the parts of a, reduced, because their difference may be taken. */
    const part = (/** @type {string} */ to, /** @type {bigint[]} */ [c, d], /** @type {string} */ constant) => {
        const both = c !== 0n && d !== 0n;
        const factor = c || d;
        const from = both ? "m2" : c === 0n ? "m1" : "m0";
        const sum = both ? `m2 = m0 ${c === d ? "+" : "-"} m1; ` : "";
        if (factor < 0n || factor > SMALL) {
            constants[constant] = factor;
            return `${sum}${to} = ${from} * ${constant}`;
        }
        const { text, name } = multiple("m3", from, factor);
        return `${sum}${text}${to} = k ${name}`;
    };
    const write = (/** @type {string} */ to, /** @type {string} */ a) => {
        const [ar, ai] = partsOf(a);
        const [tr, ti] = partsOf(to);
        return `m0 = k ${ar}; m1 = k ${ai}; ${part(tr, rows[0], "k0")}; ${part(ti, rows[1], "k1")}`;
    };
    return { constants, write };
}

/**
 * The model of a curve over Fp2, in terms of Fp.
 * @param {Readonly<CurveModel>} model
 * @param {Readonly<GpuGroup>} group
 * @returns {GroupModel}
 */
export function overFp2(model, group) {
    const { params, nonResidue } = group, k = /** @type {Fp2Element} */ (model.k(params));
    const { constants, write } = timesConstant(k, group);
    const step = (/** @type {Step} */ { op, to, a, b }) => {
        if (op === "mul") return product(to, a, b, nonResidue);
        if (op === "times") return write(to, a);
        const [as, bs] = [partsOf(a), partsOf(b)];
        const sign = op === "add" ? "+" : "-";
        return partsOf(to).map((part, i) => `${part} = ${as[i]} ${sign} ${bs[i]}`).join("; ");
    };
    const program = (/** @type {string} */ text) => parseProgram(parseProgram(text).map(step).join("; "));
    const [full, mixed, leaving] = [model.full, model.mixed, model.leaving].map(program);
    const [coordinates, affine, odd] = [model.coordinates, model.affine, model.odd]
        .map((names) => names.flatMap(partsOf));
    return {
        coordinates, affine, odd, full, mixed, leaving, k: 1, zero: split(model.zero), lifted: split(model.lifted),
        constants: { ...split(model.constants(params)), ...constants }, y: partsOf("y"), z: partsOf("z"),
    };
}
