/**
 * Points as bytes for storage and exchange. LEM is the affine point in memory.
 * U: big-endian canonical x then y, an F2 coordinate as c1 then c0, infinity
 * all zero; a reader also takes flag 0x40 for infinity. C: big-endian x, flag
 * 0x80 where y is the greater of the two roots, 0x40 for infinity. Where p leaves
 * one bit of its bytes there is no flag 0x40, and infinity is all zero in C, too.
 * @module scripts/wasm/group/encoding
 */
/** @import { WasmModule } from "../module.js" */
/** @import { Group } from "./types.js" */
import { bitLength, mod, pow } from "../../../src/bigint/modular.js";
import { at, call, forLoop, get, i32, i64, set, when } from "../wat.js";
import { addBatch } from "./affine.js";
import { not } from "./point.js";

/** Flags in the first byte. */
const GREATEST = 0x80, INFINITY = 0x40;

/**
 * Flags that the bytes of a coordinate have room for.
 * @param {Group} group
 * @throws {RangeError} there is no room for any, or zero bytes would say two things
 */
export function flagsOf({ name, b, field: { p, n8, degree } }) {
    const spare = (8 * n8) / degree - bitLength(p);
    if (spare >= 2) return GREATEST | INFINITY;
    if (spare === 1 && degree === 1 && pow(mod(/** @type {bigint} */ (b), p), (p - 1n) / 2n, p) === p - 1n)
        return GREATEST;
    throw new RangeError(`${name}: expected two spare bits in a coordinate, or one and b to be no square, got ${spare}`);
}

/**
 * Adds LEMtoU UtoLEM LEMtoC CtoLEM and their batches.
 * @param {WasmModule} module
 * @param {Group} group
 */
export function addEncoding(module, group) {
    addReverse(module);
    const point = module.reserve(group.affine);
    const flags = group.model.flags(group);
    addUncompressed(group, point, flags);
    group.model.addCompression(module, group, point, flags);
    const { affine, n8 } = group;
    for (const [name, from, to] of /** @type {[string, number, number][]} */ ([
        ["LEMtoU", affine, affine], ["UtoLEM", affine, affine], ["LEMtoC", affine, n8], ["CtoLEM", n8, affine],
    ])) addBatch(group, { name, from, to });
}

/**
 * Adds LEMtoC CtoLEM: with x and the sign of y.
 * @param {WasmModule} module
 * @param {Group} group
 * @param {number} point - scratch for x and y
 * @param {number} flags
 */
export function addCompression(module, group, point, flags) {
    addCompress(group, point, flags);
    addDecompress(module, group, point, flags);
}

/**
 * z = the bytes of x in reverse order.
 *
 *   in      len   a multiple of 16
 *   alias   z may be x
 *
 * @param {WasmModule} module
 */
function addReverse(module) {
    if (module.names.has("bytes_reverse")) return;
    const swap = (/** @type {string} */ v, /** @type {number} */ bits, /** @type {bigint} */ mask) =>
        `(i64.or (i64.and (i64.shr_u ${get(v)} ${i64(bits)}) ${i64(mask)}) (i64.shl (i64.and ${get(v)} ${i64(mask)}) ${i64(bits)}))`;
    const reversed = (/** @type {string} */ v) => [
        set(v, swap(v, 8, 0x00ff00ff00ff00ffn)), set(v, swap(v, 16, 0x0000ffff0000ffffn)),
        set(v, `(i64.rotl ${get(v)} ${i64(32)})`)];
    module.func({ name: "bytes_reverse", params: "x len z", i32: "i end mirror", i64: "a b", body: [
        set("end", `(i32.shr_u ${get("len")} ${i32(1)})`), set("mirror", at(get("len"), -8)),
        forLoop("i", 0, get("end"), [
            set("a", `(i64.load align=1 ${at(get("x"), get("i"))})`), ...reversed("a"),
            set("b", `(i64.load align=1 ${at(get("x"), get("mirror"))})`), ...reversed("b"),
            `(i64.store align=1 ${at(get("z"), get("i"))} ${get("b")})`,
            `(i64.store align=1 ${at(get("z"), get("mirror"))} ${get("a")})`,
            set("mirror", at(get("mirror"), -8))], 8)] });
}

/**
 * LEMtoU and UtoLEM. Infinity is a special case only where the flag is read.
 *
 *   in      x   2 n8 bytes; U: a coordinate of p or more is taken modulo p, other flags are digits
 *   out     z   2 n8 bytes
 *   alias   z may be x
 *
 * @param {Group} group
 * @param {number} point - scratch
 * @param {number} flags
 */
function addUncompressed({ g, func, n8 }, point, flags) {
    const coordinates = [0, n8];
    func({ name: "LEMtoU", params: "x z", body: [
        g("fromMontAffine", get("x"), point),
        ...coordinates.map((k) => call("bytes_reverse", point + k, n8, at(get("z"), k)))] });
    func({ name: "UtoLEM", params: "x z", body: [
        ...(flags & INFINITY ? [when(flag("x", INFINITY), [g("zeroAffine", get("z")), "(return)"])] : []),
        ...coordinates.map((k) => call("bytes_reverse", at(get("x"), k), n8, point + k)),
        g("toMontAffine", point, get("z"))] });
}

/**
 * LEMtoC
 *
 *   in      x   affine, 2 n8 bytes
 *   out     z   n8 bytes
 *   alias   z may be x
 *
 * @param {Group} group
 * @param {number} x0 - scratch
 * @param {number} flags
 */
function addCompress({ f, g, func, n8 }, x0, flags) {
    const mark = (/** @type {string} */ bits) => `(i32.store8 ${get("z")} (i32.or (i32.load8_u ${get("z")}) ${bits}))`;
    func({ name: "LEMtoC", params: "x z", i32: "sign", body: [
        when(g("isZeroAffine", get("x")), [f("zero", get("z")), mark(i32(flags & INFINITY)), "(return)"]),
        set("sign", isGreatest(f, at(get("x"), n8))),
        f("fromMont", get("x"), x0), call("bytes_reverse", x0, n8, get("z")),
        mark(`(i32.shl ${get("sign")} ${i32(7)})`)] });
}

/**
 * CtoLEM. An x without y ends as the mark (1, 0), which is on none of the
 * curves (record.js demands it): inCurveAffine refuses it.
 *
 *   in      x   n8 bytes; an x of p or more is taken modulo p
 *   out     z   affine, 2 n8 bytes; (1, 0) when x^3 + b is no square
 *   alias   z may be x
 *   cost    a square root
 *
 * @param {WasmModule} module
 * @param {Group} group
 * @param {number} x0 - scratch for x and y
 * @param {number} flags
 */
function addDecompress(module, { f, g, func, n8, bAt = 0 }, x0, flags) {
    const y = x0 + n8;
    const square = module.reserve(n8);
    const check = module.reserve(n8);
    const infinite = flags & INFINITY ? flag("x", INFINITY) : f("isZero", get("x"));
    func({ name: "CtoLEM", params: "x z", i32: "greatest", body: [
        when(infinite, [g("zeroAffine", get("z")), "(return)"]),
        set("greatest", flag("x", GREATEST)),
        call("bytes_reverse", get("x"), n8, x0),
        `(i32.store8 ${i32(x0 + n8 - 1)} (i32.and (i32.load8_u ${i32(x0 + n8 - 1)}) ${i32(255 & ~flags)}))`,
        f("toMont", x0, x0),
        f("sqr", x0, square), f("mul", square, x0, square), f("add", square, i32(bAt), square),
        f("sqrt", square, y), f("sqr", y, check),
        when(not(f("eq", check, square)), [f("one", get("z")), f("zero", at(get("z"), n8)), "(return)"]),
        when(`(i32.ne ${isGreatest(f, i32(y))} (i32.ne ${get("greatest")} ${i32(0)}))`, f("neg", y, y)),
        g("copyAffine", x0, get("z"))] });
}

/** i32: bits of the first byte. @param {string} local @param {number} bits */
const flag = (local, bits) => `(i32.and (i32.load8_u ${get(local)}) ${i32(bits)})`;

/** i32, 0 or 1. @param {Group["f"]} f @param {string} y */
const isGreatest = (f, y) => `(i32.eq ${f("sign", y)} ${i32(-1)})`;
