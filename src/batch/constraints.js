/**
 * Which constraints of a circuit hold: one task for those of a stretch of a file.
 * @module batch/constraints
 */
/** @import { Pool } from "./types.js" */
/** @import { WasmField1 } from "../engine/field.js" */
import * as tasks from "../pool/tasks.js";
import { writeLE } from "../util/bytes.js";
import { lookUp } from "../util/look_up.js";
import { isShared } from "../util/shared.js";
import * as module from "../wasm/constraints.js";
import { runsHere, submit } from "./submit.js";

/**
 * Constraints, and the values of their wires.
 * @typedef {object} Constraints
 * @property {Uint8Array} terms - as r1cs files have them: for A, B and C of each constraint the
 *   number of terms u32, then wire u32 and coefficient of each; aligned
 * @property {number} count - of constraints
 * @property {number} total - of terms
 * @property {Uint8Array} witness - of all wires, canonical, LE; aligned. Workers read it where it
 *   is if it is shared
 */

/**
 * @typedef {object} Outcome
 * @property {number} damaged - the number of the first combination with a wire that the witness has
 *   not, or a coefficient that is not below the order, where the evaluation ended; -1: there is
 *   none
 * @property {number} failing - how many constraints do not hold
 * @property {number[]} first - the numbers of the first of these, in order
 */

/**
 * Limbs of a value, of w bits but for the last.
 * @param {bigint} value
 * @param {number} w
 * @param {number} n
 */
const limbsOf = (value, w, n) => Array.from({ length: n }, (_, j) =>
    (j < n - 1 ? BigInt.asUintN(w, value >> BigInt(w * j)) : value >> BigInt(w * j)));

/**
 * A multiple of p whose limbs are not below those of any side, from which it can be subtracted limb
 * by limb.
 * @param {bigint} p @param {number} n8 @param {number} w @param {number} n
 */
function bias(p, n8, w, n) {
    const base = 1n << BigInt(w);
    const lower = limbsOf((1n << BigInt(w * (n - 1))) - 1n, w, n).map((x) => (x ? base : 0n));
    const sum = lower.reduce((total, x, j) => total + (x << BigInt(w * j)), 1n << BigInt(8 * n8 + 2));
    return limbsOf((sum / p + 1n) * p - (sum - (1n << BigInt(8 * n8 + 2))), w, n).map((x, j) => x + lower[j]);
}

/**
 * -1 / p mod 2^w, each step of which doubles the bits that are right.
 * @param {bigint} p
 * @param {number} w
 */
function negativeInverse(p, w) {
    let x = 1n;
    for (let bits = 1; bits < w; bits *= 2) x = BigInt.asUintN(w, x * (2n - p * x));
    return BigInt.asUintN(w, -x);
}

/**
 * What the kernel needs to know of a field, as scripts/wasm/constraints has it.
 * @param {WasmField1} Fr
 */
function constantsOf(Fr) {
    const { p, n8 } = Fr, { limbBits: w } = module.layout, n = Math.ceil((8 * n8) / w);
    const R = (1n << BigInt(w * n)) % p;
    const inverse = Fr.toObject(Fr.inv(Fr.e(R)));
    const negated = [R, inverse, (inverse * inverse) % p].map((value) => limbsOf(p - value, w, n));
    const top = 4n * (p >> BigInt(8 * n8 - 64));
    const full = 2n ** 64n - 1n;
    const limbs = [
        top < full ? top : full, negativeInverse(p, w), ...limbsOf(p, w, n), ...limbsOf(2n * p, w, n),
        ...negated[0], ...bias(p, n8, w, n), ...negated[1], ...negated[2],
    ];
    const bytes = new Uint8Array(n8 + 8 * limbs.length);
    writeLE(bytes, 0, p, n8);
    limbs.forEach((limb, i) => writeLE(bytes, n8 + 8 * i, limb, 8));
    return bytes;
}

/** @param {Uint8Array} bytes - aligned */
const wordsOf = ({ buffer, byteOffset, length }) => new Uint32Array(buffer, byteOffset, length / 4);

/**
 * Constraints over a field.
 *
 *   memory  in the worker the terms and their values; where the witness is not shared with it, as
 *           much here
 *   cost    n^2 products of limbs per term whose value and coefficient are both wide, about 6 n^2
 *           per constraint; little for all others
 * @param {{ tm: Pool, Fr: WasmField1 }} curve
 * @returns {(constraints: Constraints, most: number, options:
 *   Pick<import("../pool/job.js").QueueOptions, "signal">) => Promise<Outcome>} which do not hold;
 *   most: how many of those that fail to list. terms: transferred
 */
export function openCheck({ tm, Fr }) {
    const { n8 } = Fr, constants = constantsOf(Fr), { scratch } = module.layout;
    const code = tasks.link({
        name: "constraints", driver: "constraints", module: tm.codeOf("constraints", module.code), constants: "",
        layout: { elementBytes: n8, scratch },
    });
    return async ({ terms, count, total, witness }, most, options) => {
        const told = Math.min(most, count);
        const here = runsHere(tm) || isShared(witness);
        const values = here ? witness : new Uint8Array(total * n8);
        const wrong = here ? -1 : lookUp(wordsOf(terms), wordsOf(witness), wordsOf(values), n8 / 4);
        if (wrong >= 0) return { damaged: wrong, failing: 0, first: [] };
        const [out] = await submit(tm, [
            code,
            tasks.allocSet(0, terms),
            tasks.allocSet(1, constants.slice()),
            tasks.alloc(2, 8 + 4 * told),
            tasks.call(
                { op: "checkConstraints", group: "frm" },
                tasks.ref(0), tasks.val(terms.length), tasks.val(count), tasks.val(total), tasks.outside(values),
                tasks.val(Number(!here)), tasks.ref(1), tasks.ref(2), tasks.val(told),
            ),
            tasks.get(0, 2, 8 + 4 * told),
        ], options);
        const words = wordsOf(out), failing = words[1];
        return { damaged: words[0] - 1, failing, first: [...words.subarray(2, 2 + Math.min(failing, told))] };
    };
}
