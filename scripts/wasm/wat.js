/**
 * The few functions that kernels write WebAssembly text with. They take and
 * return strings; binaryen parses the result.
 * @module scripts/wasm/wat
 */

/** @param {string} name */
export const get = (name) => `(local.get $${name})`;

/**
 * @param {string} name
 * @param {string} value
 */
export const set = (name, value) => `(local.set $${name} ${value})`;

/** @param {bigint | number} value */
export const i32 = (value) => `(i32.const ${value})`;

/** @param {bigint | number} value */
export const i64 = (value) => `(i64.const ${value})`;

/** @param {string[]} terms - i64, at least one */
export const sum = (...terms) => terms.reduce((a, b) => `(i64.add ${a} ${b})`);

/**
 * i64 product.
 * @param {string} a
 * @param {string} b
 */
export const mul = (a, b) => `(i64.mul ${a} ${b})`;

/**
 * @param {string} a - i64
 * @param {number} bits
 */
export const low = (a, bits) => `(i64.and ${a} ${i64(2n ** BigInt(bits) - 1n)})`;

/**
 * @param {string} a - i64
 * @param {number} bits
 */
export const high = (a, bits) => `(i64.shr_u ${a} ${i64(bits)})`;

/**
 * Address arithmetic: pointer plus constant or pointer plus pointer.
 * @param {string} a - i32
 * @param {string | number} b - i32
 */
export const at = (a, b) => (b === 0 ? a : `(i32.add ${a} ${typeof b === "number" ? i32(b) : b})`);

/**
 * A call; numbers become i32 constants, so that static addresses read well.
 * @param {string} name - internal name, without `$`
 * @param {(string | number)[]} args
 */
export const call = (name, ...args) =>
    `(call $${name} ${args.map((a) => (typeof a === "number" ? i32(a) : a)).join(" ")})`;

/**
 * @param {string} condition - i32
 * @param {string | string[]} then
 * @param {string | string[]} [otherwise]
 */
export const when = (condition, then, otherwise) =>
    `(if ${condition} (then ${[then].flat().join("\n")})${otherwise ? ` (else ${[otherwise].flat().join("\n")})` : ""})`;

let labels = 0;

/**
 * The number of the next label; each run of the generator starts at zero, so that its text is
 * always the same.
 */
export const resetLabels = () => { labels = 0; };

/**
 * Loop while the condition holds; it is tested before each iteration.
 * @param {string} condition - i32
 * @param {string | string[]} body
 */
export function whileLoop(condition, body) {
    const n = labels++;
    return `(block $end${n} (loop $top${n} (br_if $end${n} (i32.eqz ${condition})) ${[body].flat().join("\n")} (br $top${n})))`;
}

/**
 * for (i = from; i != to; i += step). `to` is evaluated in each iteration, so pass a local or a
 * constant.
 * @param {string} i - name of an i32 local
 * @param {string | number} from
 * @param {string | number} to
 * @param {string | string[]} body
 * @param {number} [step]
 */
export function forLoop(i, from, to, body, step = 1) {
    const value = (/** @type {string | number} */ v) => (typeof v === "number" ? i32(v) : v);
    return `${set(i, value(from))} ${whileLoop(`(i32.ne ${get(i)} ${value(to)})`, [...[body].flat(), set(i, at(get(i), step))])}`;
}

/**
 * i32 product by a constant.
 * @param {string} a - i32
 * @param {number} factor
 */
export const mul32 = (a, factor) => `(i32.mul ${a} ${i32(factor)})`;
