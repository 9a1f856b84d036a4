/**
 * What the MSM parts share: the lane field, the batch buffer and static
 * scratch, for both groups of a curve. A coordinate is one element of Fp on G1
 * and two on G2; everything but a product works on one element after the other,
 * so the same functions serve both: `use(degree, together)` says which.
 *
 * Words of these files:
 *
 *   point   at rest: x | y, two coordinates of `coordinate` bytes each
 *   record  an input point: [x | y], or [beta x | y | x] when the endomorphism is used, so that P
 *           and phi(P) are both contiguous
 *   ref i32 that names a point: address of its x (a multiple of 8), and bits (layout.js): negate y,
 *   y lies before x,
 *           double it (in entries only). 0 is infinity; it never reaches the arithmetic.
 *   entry   16 bytes [A, B, dst, slot]: point[dst] = A + B, `slot` is the address of the ref that
 *           names the result
 *   unit    of a coordinate: `degree` units of the field. A group: `units` of them, what one call
 *           of a kernel works on.
 *   buffer  per group of entries: D | P | XA | XS | DY | YA, one quad (`units` units) each
 * @module scripts/wasm/msm_lane/points
 */
/** @import { LaneModule } from "../lane/module.js" */
/** @import { LaneField } from "../lane/types.js" */
import { inverse, mod } from "../../../src/bigint/modular.js";
import { togetherKernel, vectors } from "../lane/kernels.js";
import { fromBase } from "../lane/module.js";
import { FunctionText } from "../lane/text.js";
import { at, call, get, i32 } from "../wat.js";
import { ENTRIES, REF } from "./layout.js";

/**
 * @typedef {object} LanePoints
 * @property {LaneModule} module
 * @property {LaneField} F
 * @property {LaneCurve} curve
 * @property {number} units - per group of entries
 * @property {Record<string, number>} area - static scratch and constants, offsets from the base
 */

/**
 * y^2 = x^3 + a x + b.
 * @typedef {object} LaneCurve
 * @property {bigint} a
 * @property {bigint} [beta] - cube root of unity in Fp, phi(x, y) = (beta x, y) on both groups,
 *   where there is one
 * @property {"edwards"} [form] - of the points in the base module, where it is another
 * @property {bigint} [B] - how that form becomes this one: weierstrassOf
 * @property {bigint} [shift]
 */

/**
 * State of `use`: degree, whether products run interleaved, bytes of a coordinate at rest, of its
 * unit, of a quad, and the address of a quad of ones.
 */
export const GLOBALS = Object.freeze(["degree", "together", "coordinate", "unit", "quad", "one"]);

/** @param {string} name - one of GLOBALS */
export const global = (name) => `(global.get $${name})`;

/** @param {string} a @param {string | number} b */
export const times = (a, b) => `(i32.mul ${a} ${typeof b === "number" ? i32(b) : b})`;

/** @param {Uint8Array[]} parts */
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

/**
 * `use(degree, together)`: 1 for G1, 2 for G2, and 1 where the engine is faster with products
 * interleaved; before anything else.
 * @param {LaneModule} module
 * @param {LaneField} F
 * @param {LaneCurve} curve
 * @returns {LanePoints}
 */
export function addPoints(module, F, curve) {
    const units = ENTRIES / F.lanes;
    const quad = 2 * units * F.unitBytes, { p, R, packed } = F.plan;
    const base = 1n << BigInt(8 * packed);
    const toLane = mod(R * R * inverse(base, p), p);
    const one = mod(R, p);
    /** @type {Record<string, bigint>} */
    const constants = { toLane, ...ofCurve(curve, toLane, R, p), fromLane: mod(base, p) };
    /** @type {Record<string, number>} */
    const area = {
        zeroPoint: module.data(new Uint8Array(4 * F.bytes)),
        onePoint: module.data(joined(F.element(one), new Uint8Array(3 * F.bytes))),
        ...Object.fromEntries(
            [
                "acc",
                "next",
                "inv",
                "lambda",
                "t",
                "xd",
                "ones1",
                "ones2",
                "psiX",
                "psiXBeta",
                "psiY",
                ...Object.keys(constants),
            ].map((name) => [name, module.scratch(quad)]),
        ),
        trash: module.scratch(4 * F.bytes),
        join: module.scratch(4 * degreeBytes(F)),
    };
    addFill(module, F);
    for (const name of GLOBALS) module.global(name);
    const fn = new FunctionText("use", "degree together");
    const set = (/** @type {string} */ name, /** @type {string} */ value) => fn.emit(`(global.set $${name} ${value})`);
    set("degree", get("degree"));
    set("together", get("together"));
    set("coordinate", times(get("degree"), F.bytes));
    set("unit", times(get("degree"), F.unitBytes));
    set("quad", times(get("degree"), units * F.unitBytes));
    set("one", `(select ${fromBase(area.ones1)} ${fromBase(area.ones2)} (i32.eq ${get("degree")} ${i32(1)}))`);
    const fill = (
        /** @type {bigint} */ value,
        /** @type {number} */ to,
        /** @type {number} */ step,
        /** @type {number} */ count,
    ) => fn.emit(call("fill", fromBase(module.data(F.unit(value))), fromBase(to), step, count));
    for (const [name, value] of Object.entries(constants)) fill(value, area[name], F.unitBytes, 2 * units);
    fill(one, area.ones1, F.unitBytes, units);
    fill(one, area.ones2, 2 * F.unitBytes, units);
    fill(0n, area.ones2 + F.unitBytes, 2 * F.unitBytes, units);
    fn.addTo(module);
    return { module, F, curve, units, area };
}

/**
 * Constants that some curves have. An Edwards point enters with x / B^2 in place of x.
 * @param {LaneCurve} curve
 * @param {bigint} toLane
 * @param {bigint} R
 * @param {bigint} p
 * @returns {Record<string, bigint>}
 */
function ofCurve({ a, beta, form, B = 1n, shift = 0n }, toLane, R, p) {
    return {
        ...(a && { a: mod(a * R, p) }),
        ...(beta && { toLaneBeta: mod(toLane * beta, p) }),
        ...(form && {
            toLaneX: mod(toLane * inverse(B * B, p), p), B: mod(B * R, p), shift: mod(shift * R, p), unit: mod(R, p),
        }),
    };
}

/** Two coordinates of each lane, in the base module's form. @param {LaneField} F */
const degreeBytes = ({ lanes, plan }) => lanes * plan.packed;

/**
 * `fill(unit, to, step, count)`: a unit repeated; tables of equal units would be most of the
 * constants.
 * @param {LaneModule} module
 * @param {LaneField} F
 */
function addFill(module, F) {
    const fn = new FunctionText("fill", "unit to step count");
    fn.loop("i", i32(0), get("count"), 1, () => {
        fn.loop("j", i32(0), i32(F.unitBytes), 8, () =>
            fn.emit(`(i64.store ${at(get("to"), get("j"))} (i64.load ${at(get("unit"), get("j"))}))`),
        );
        fn.i32("to", at(get("to"), get("step")));
    });
    fn.addTo(module);
}

/**
 * Is there so little room between p and R that no sum is a factor as it is?
 * @param {LaneField} F
 */
export const isCrowded = ({ tight, plan: { p, R } }) => tight && R < 2n * p;

/**
 * A product is a factor again: where limbs are crowded only once it is normalised.
 * @param {FunctionText} fn
 * @param {LanePoints} L
 * @param {string} quad - address of a quad
 */
export function settle(fn, { F }, quad) {
    if (!isCrowded(F)) return;
    fn.i32("n", i32(0));
    fn.loop("n", i32(0), global("quad"), 0, () => {
        fn.emit(call("normal", at(quad, get("n"))));
        fn.i32("n", at(get("n"), global("unit")));
    });
}

/** The groups that a module serves: G2 where its field has products of Fp2. @param {LaneField} F */
export const degreesOf = ({ plan }) => /** @type {(1 | 2)[]} */ (plan.nonResidue === undefined ? [1] : [1, 2]);

/**
 * One statement for G1, another for G2.
 * @param {LaneField} F
 * @param {(degree: 1 | 2) => string} statement
 */
const byDegree = (F, statement) =>
    degreesOf(F).length === 1
        ? statement(1)
        : `(if (i32.eq ${global("degree")} ${i32(1)}) (then ${statement(1)}) (else ${statement(2)}))`;

/** Static address, as text. @param {LanePoints} L @param {string} name */
export const area = (L, name) => fromBase(L.area[name]);

/**
 * z = x y, `count` units of coordinates.
 * @param {FunctionText} fn
 * @param {LaneField} F
 * @param {string} x
 * @param {string} y
 * @param {number} count
 * @param {string} z
 */
export function multiply(fn, F, x, y, count, z) {
    const args = `${x} ${y} ${i32(count)} ${z}`;
    const product = (/** @type {1 | 2} */ degree) => {
        const alone = `(call $f${degree}_mul ${args})`;
        const other = togetherKernel(F, degree);
        if (degree === 1 && F.kernel1) return `(call $${other} ${args})`; // faster on every engine
        return other ? `(if ${global("together")} (then (call $${other} ${args})) (else ${alone}))` : alone;
    };
    fn.emit(byDegree(F, product));
}

/**
 * z = x^2. V8 before 13 keeps the unrolled square of tier fma in memory: there a product is 20 to
 * 30 % faster.
 * @param {FunctionText} fn
 * @param {LaneField} F
 * @param {string} x
 * @param {number} count
 * @param {string} z
 */
export function square(fn, F, x, count, z) {
    const args = `${x} ${i32(count)} ${z}`;
    const unrolled = `(call $f1_sqr ${args})`;
    const one = F.bothWays && !F.kernel1
        ? `(if ${global("together")} (then ${unrolled}) (else (call $f1_mul ${x} ${args})))`
        : unrolled;
    fn.emit(byDegree(F, (degree) => (degree === 1 ? one : `(call $f2_sqr ${args})`)));
}

/**
 * Unit of the field into locals.
 * @param {FunctionText} fn
 * @param {LaneField} F
 * @param {string} prefix
 * @param {string} ptr
 */
export function loadUnit(fn, F, prefix, ptr) {
    vectors(F, prefix).forEach((x, j) => fn.set(x, F.load(ptr, 0, j), F.local));
}

/**
 * Expressions into a unit.
 * @param {FunctionText} fn
 * @param {LaneField} F
 * @param {string[]} values
 * @param {string} ptr
 */
export function storeUnit(fn, F, values, ptr) {
    values.forEach((e, j) => fn.emit(F.store(ptr, 0, j, e)));
}

/**
 * One element per lane into locals.
 * @param {FunctionText} fn
 * @param {LaneField} F
 * @param {string} prefix
 * @param {string[]} from - addresses: locals
 */
export function gatherUnit(fn, F, prefix, from) {
    vectors(F, prefix).forEach((x, j) => fn.set(x, F.gather(fn, from, 0, j), F.local));
}

/**
 * f(a_j, b_j).
 * @param {LaneField} F
 * @param {(a: string, b: string) => string} f
 * @param {string} a
 * @param {string} b
 */
export const zip = (F, f, a, b) => vectors(F, a).map((x, j) => f(get(x), get(`${b}${j}`)));

/**
 * One i32 local per lane.
 * @param {FunctionText} fn
 * @param {LaneField} F
 * @param {string} name
 * @param {(lane: number) => string} value
 */
export function perLane(fn, F, name, value) {
    return Array.from({ length: F.lanes }, (_, l) => {
        fn.i32(`${name}${l}`, value(l));
        return get(`${name}${l}`);
    });
}

/** Address of x of a ref. @param {string} ref */
export const xOf = (ref) => `(i32.and ${ref} ${i32(REF.address)})`;

/** Address of y of a ref: behind x, or one coordinate before it. @param {string} ref */
export const yOf = (ref) =>
    `(i32.sub ${at(xOf(ref), global("coordinate"))} ${times(`(i32.and ${ref} ${i32(REF.yBefore)})`, global("coordinate"))})`;
