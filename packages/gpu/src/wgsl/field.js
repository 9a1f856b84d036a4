/**
 * The WGSL text of a prime field: Montgomery arithmetic on limbs of a few bits, one element per
 * invocation.
 *
 * WGSL has no 64-bit product. Limbs of W bits are short enough that a row of the product needs no
 * carries: an accumulator holds 2 N products of 2 W bits (the lazy carries of the ZPrize entries of
 * Mitschabaude and of Derei and Koh). Values are not reduced to [0, p): when the text is made, each
 * has a known bound, in multiples of p.
 * @module gpu/wgsl/field
 */
import { bitLength, checkRange, inverse } from "../../../../src/internal/gpu.js";

/**
 * @typedef {object} FieldPlan
 * @property {bigint} p - modulus
 * @property {number} W - bits of a limb
 * @property {number} N - limbs
 * @property {bigint} R - 2^(W N), the radix on the device
 * @property {bigint} hostR - 2^(32 words), the radix of the engine's bytes
 * @property {number} words - of 32 bits, of an element in memory
 * @property {number} room - R / p: values are below room p
 * @property {number} stored - the greatest multiple of p that `words` hold
 * @property {boolean} rows - unroll the rows of a product too
 */

/** Bits that a value needs above those of p, so that sums and differences fit. */
const SPARE = 6;

/**
 * @param {bigint} p - odd modulus
 * @param {number} n8 - bytes of an element in the engine's memory
 * @param {{ limbBits?: number, rows?: boolean }} [options]
 * @returns {Readonly<FieldPlan>}
 * @throws {RangeError} for limbs whose products do not fit
 */
export function planField(p, n8, { limbBits: W = 13, rows = false } = {}) {
    const N = Math.ceil((bitLength(p) + SPARE) / W);
    const R = 1n << BigInt(W * N);
    const hostR = 1n << BigInt(8 * n8);
    const most = 2 * N * (2 ** W - 1) ** 2 + 2 ** (32 - W);
    checkRange(W >= 8 && most < 2 ** 32, "planField", "limbs whose products fit in 32 bits", W);
    const share = (/** @type {bigint} */ of) => Number((of * 1000n) / p) / 1000;
    return Object.freeze({ p, W, N, R, hostR, words: n8 / 4, room: share(R), stored: share(hostR), rows });
}

/** @param {bigint} x @param {FieldPlan} plan @returns {number[]} */
const limbsOf = (x, { W, N }) =>
    Array.from({ length: N }, (_, i) => Number((x >> BigInt(W * i)) & ((1n << BigInt(W)) - 1n)));

/** The limbs of x as a WGSL value. @param {bigint} x @param {FieldPlan} plan */
export const literal = (x, plan) => `array<u32, ${plan.N}>(${limbsOf(x, plan).map((v) => `${v}u`).join(", ")})`;

/** @param {number} n @param {(i: number) => string} line */
const lines = (n, line) => Array.from({ length: n }, (_, i) => line(i)).join("\n");

/**
 * Propagates the carries of the signed limbs `expression(i)` into s; the top limb takes what is
 * left.
 * @param {FieldPlan} plan
 * @param {(i: number) => string} expression - of i32
 */
const carried = ({ N, W }, expression) => `var s: BI; var c = 0i; var t = 0i;
${lines(N, (i) => `t = ${expression(i)} + c; s[${i}] = u32(t)${i < N - 1 ? ` & ${2 ** W - 1}u; c = t >> ${W}u` : ""};`)}
return s;`;

/** One row of a product: s = (s + a_i b + q p) / 2^W. @param {FieldPlan} plan @param {string} ai */
function row(plan, ai) {
    const { N, W, p } = plan, P = limbsOf(p, plan);
    const mask = 2 ** W - 1;
    const n0 = Number((-inverse(p, 1n << BigInt(W)) % (1n << BigInt(W))) + (1n << BigInt(W)));
    const term = (/** @type {number} */ j) => `${ai} * b[${j}]${P[j] ? ` + q * ${P[j]}u` : ""}`;
    return `{ let t = s[0] + ${ai} * b[0]; let q = (t * ${n0}u) & ${mask}u;
s[0] = s[1] + ${term(1)} + ((t + q * ${P[0]}u) >> ${W}u);
${lines(N - 2, (k) => `s[${k + 1}] = ${k + 2 < N ? `s[${k + 2}] + ` : ""}${term(k + 2)};`)} }`;
}

/** @param {FieldPlan} plan */
function product(plan) {
    const { N, W, rows } = plan;
    const body = rows
        ? lines(N, (i) => `{ let ai = a[${i}]; ${row(plan, "ai")} }`)
        : `var aa = a; for (var i = 0u; i < ${N}u; i++) { let ai = aa[i]; ${row(plan, "ai")} }`;
    return `fn mul(a: BI, b: BI) -> BI {
var s: BI; ${body}
var c = 0u; var u = 0u;
${lines(N, (i) => `u = s[${i}] + c; s[${i}] = u${i < N - 1 ? ` & ${2 ** W - 1}u; c = u >> ${W}u` : ""};`)}
return s; }`;
}

/**
 * The quotient of k a by p is estimated from the two top limbs. It is never too large, and too
 * small by less than `weakBound` allows for.
 * @param {FieldPlan} plan
 */
const topOf = ({ p, W, N }) => Number(p >> BigInt(W * (N - 2)));

/**
 * A bound of k a after `weak`, if a < bound p.
 * @param {FieldPlan} plan
 * @param {number} k
 * @param {number} bound
 */
export const weakBound = (plan, k, bound) => 1 + (k * bound + k + 2) / topOf(plan);

/** k a minus a multiple of p. @param {FieldPlan} plan @param {string} name @param {number} k */
export function weak(plan, name, k) {
    const { N, W, p } = plan, P = limbsOf(p, plan);
    return `fn ${name}(a: BI) -> BI {
let q = i32((${k}u * ((a[${N - 1}] << ${W}u) + a[${N - 2}])) / ${topOf(plan) + 1}u);
${carried(plan, (i) => `${k === 1 ? "" : `${k}i * `}i32(a[${i}]) - q * ${P[i]}i`)} }`;
}

/**
 * The arithmetic of a field: `mul`, `add`, `sub` (a + multiple p - b), `negate` (p - a),
 * `canonical` ([0, p)).
 * @param {FieldPlan} plan
 * @param {number} multiple - b < multiple p in every difference
 */
export function fieldText(plan, multiple) {
    const { N, W, p } = plan, P = limbsOf(p, plan);
    const K = limbsOf(BigInt(multiple) * p, plan);
    return `alias BI = array<u32, ${N}>;
${product(plan)}
fn add(a: BI, b: BI) -> BI { ${carried(plan, (i) => `i32(a[${i}] + b[${i}])`)} }
fn sub(a: BI, b: BI) -> BI { ${carried(plan, (i) => `i32(a[${i}]) + ${K[i]}i - i32(b[${i}])`)} }
fn negate(a: BI) -> BI { ${carried(plan, (i) => `${P[i]}i - i32(a[${i}])`)} }
${weak(plan, "weak1", 1)}
fn canonical(a: BI) -> BI {
let r = weak1(a); var d: BI; var c = 0i; var t = 0i;
${lines(N, (i) => `t = i32(r[${i}]) - ${P[i]}i + c; d[${i}] = u32(t) & ${2 ** W - 1}u; c = t >> ${W}u;`)}
if (c < 0i) { return r; }
return d; }`;
}

/**
 * The functions that read an element from the words of a buffer and write one to them.
 * @param {FieldPlan} plan
 * @param {string} name - of the pair of functions: `read_name(at)`, `write_name(at, value)`
 * @param {string} buffer
 * @param {boolean} [writable]
 */
export function accessText({ N, W, words }, name, buffer, writable = true) {
    const limb = (/** @type {number} */ i) => {
        const bit = i * W;
        const word = bit >> 5;
        const shift = bit & 31, parts = [];
        if (word < words) parts.push(shift ? `(w${word} >> ${shift}u)` : `w${word}`);
        if (shift + W > 32 && word + 1 < words) parts.push(`(w${word + 1} << ${32 - shift}u)`);
        return `r[${i}] = (${parts.join(" | ") || "0u"}) & ${2 ** W - 1}u;`;
    };
    const word = (/** @type {number} */ k) => {
        const parts = [];
        for (let i = 0; i < N; i++) {
            const shift = i * W - 32 * k;
            if (shift > -W && shift < 32)
                parts.push(shift === 0 ? `v[${i}]` : shift > 0 ? `(v[${i}] << ${shift}u)` : `(v[${i}] >> ${-shift}u)`);
        }
        return `${buffer}[at + ${k}u] = ${parts.join(" | ")};`;
    };
    const reading = `fn read_${name}(at: u32) -> BI { var r: BI;
${lines(words, (k) => `let w${k} = ${buffer}[at + ${k}u];`)}
${lines(N, limb)}
return r; }`;
    return writable ? `${reading}\nfn write_${name}(at: u32, v: BI) {\n${lines(words, word)} }` : reading;
}
