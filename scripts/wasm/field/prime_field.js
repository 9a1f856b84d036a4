/**
 * A prime field in the base module: elements of n8 bytes, little-endian words
 * in memory, canonical Montgomery form with R = 2^(8 n8).
 * @module scripts/wasm/field/prime_field
 */
/** @import { FieldParams } from "../../../src/params/types.js" */
/** @import { Field } from "../types.js" */
/** @import { WasmModule } from "../module.js" */
import { bitLength, inverse, mod } from "../../../src/bigint/modular.js";
import { at, call, forLoop, get, high, i32, i64, low, mul, set, sum, when } from "../wat.js";

/** Little-endian bytes of a non-negative integer. @param {bigint} value @param {number} size */
export function leBytes(value, size) {
    return Uint8Array.from({ length: size }, (_, i) => Number((value >> BigInt(8 * i)) & 0xffn));
}

/**
 * @param {WasmModule} module
 * @param {FieldParams} params
 * @returns {Field}
 */
export function addPrimeField(module, { name, p }) {
    const n8 = Math.ceil(bitLength(p) / 64) * 8, n = n8 / 4;
    const R = 1n << BigInt(8 * n8);
    const range = Array.from({ length: n }, (_, j) => j);
    const ld = (/** @type {string} */ ptr, /** @type {number} */ j) => `(i64.load32_u offset=${4 * j} ${get(ptr)})`;
    const st = (/** @type {string} */ ptr, /** @type {number} */ j, /** @type {string} */ v) => `(i64.store32 offset=${4 * j} ${get(ptr)} ${v})`;
    const encode = (/** @type {any} */ v) => leBytes(mod(v * R, p), n8);
    const pAt = module.data(leBytes(p, n8)), R2 = module.data(leBytes(mod(R * R, p), n8));
    const one = module.data(encode(1n)), plainOne = module.data(leBytes(1n, n8));
    const word = (/** @type {bigint} */ v, /** @type {number} */ j) => (v >> BigInt(32 * j)) & 0xffffffffn;
    const zs = range.map((j) => `s${j}`);

    /** s -= p if s >= p, where s has limbs s0.. and an extra top bit in `top`; then store. */
    const reduceAndStore = () => [
        set("b", i64(0)),
        ...range.flatMap((j) => [
            set("t", `(i64.sub (i64.sub ${get(`s${j}`)} ${i64(word(p, j))}) ${get("b")})`),
            set(`d${j}`, low(get("t"), 32)), set("b", high(get("t"), 63)),
        ]),
        when(`(i64.lt_u ${get("top")} ${get("b")})`, range.map((j) => st("z", j, get(`s${j}`))), range.map((j) => st("z", j, get(`d${j}`)))),
    ];
    const ds = range.map((j) => `d${j}`).join(" ");

    module.func({ name: `${name}_copy`, params: "x z", i64: zs.join(" "), body: [
        ...range.map((j) => set(`s${j}`, ld("x", j))), ...range.map((j) => st("z", j, get(`s${j}`)))] });
    module.func({ name: `${name}_zero`, params: "z", body: range.map((j) => st("z", j, i64(0))) });
    module.func({ name: `${name}_one`, params: "z", body: call(`${name}_copy`, one, get("z")) });
    module.func({ name: `${name}_isZero`, params: "x", result: "i32", body: `(i64.eqz ${range.map((j) => ld("x", j)).reduce((a, b) => `(i64.or ${a} ${b})`)})` });
    module.func({ name: `${name}_eq`, params: "x y", result: "i32", body: `(i64.eqz ${range.map((j) => `(i64.xor ${ld("x", j)} ${ld("y", j)})`).reduce((a, b) => `(i64.or ${a} ${b})`)})` });
    module.func({ name: `${name}_isOne`, params: "x", result: "i32", body: call(`${name}_eq`, get("x"), one) });
    module.func({ name: `${name}_add`, params: "x y z", i64: `${zs.join(" ")} ${ds} t b top`, body: [
        set("top", i64(0)),
        ...range.flatMap((j) => [set("t", sum(ld("x", j), ld("y", j), get("top"))), set(`s${j}`, low(get("t"), 32)), set("top", high(get("t"), 32))]),
        ...reduceAndStore()] });
    module.func({ name: `${name}_sub`, params: "x y z", i64: `${zs.join(" ")} t b`, body: [
        ...range.flatMap((j) => [set("t", `(i64.sub (i64.sub ${ld("x", j)} ${ld("y", j)}) ${get("b")})`), set(`s${j}`, low(get("t"), 32)), set("b", high(get("t"), 63))]),
        when(`(i64.ne ${get("b")} ${i64(0)})`, [set("b", i64(0)), ...range.flatMap((j) => [
            set("t", sum(get(`s${j}`), i64(word(p, j)), get("b"))), set(`s${j}`, low(get("t"), 32)), set("b", high(get("t"), 32))])]),
        ...range.map((j) => st("z", j, get(`s${j}`)))] });
    const zero = module.data(new Uint8Array(n8));
    module.func({ name: `${name}_neg`, params: "x z", body: call(`${name}_sub`, zero, get("x"), get("z")) });
    module.func({ name: `${name}_dbl`, params: "x z", body: call(`${name}_add`, get("x"), get("x"), get("z")) });
    const mu = mod(-inverse(p, 1n << 32n), 1n << 32n);
    module.func({ name: `${name}_mul`, params: "x y z", i64: `${zs.join(" ")} ${ds} t b c q xi top`, body: [
        ...range.flatMap((i) => [
            set("xi", ld("x", i)), set("c", i64(0)),
            ...range.flatMap((j) => [set("t", sum(get(`s${j}`), mul(get("xi"), ld("y", j)), get("c"))), set(`s${j}`, low(get("t"), 32)), set("c", high(get("t"), 32))]),
            set("top", sum(get("top"), get("c"))),
            set("q", low(mul(get("s0"), i64(mu)), 32)),
            set("c", high(sum(get("s0"), mul(get("q"), i64(word(p, 0)))), 32)),
            ...range.slice(1).flatMap((j) => [set("t", sum(get(`s${j}`), mul(get("q"), i64(word(p, j))), get("c"))), set(`s${j - 1}`, low(get("t"), 32)), set("c", high(get("t"), 32))]),
            set("t", sum(get("top"), get("c"))), set(`s${n - 1}`, low(get("t"), 32)), set("top", high(get("t"), 32)),
        ]),
        ...reduceAndStore()] });
    module.func({ name: `${name}_sqr`, params: "x z", body: call(`${name}_mul`, get("x"), get("x"), get("z")) });
    module.func({ name: `${name}_toMont`, params: "x z", body: call(`${name}_mul`, get("x"), R2, get("z")) });
    module.func({ name: `${name}_fromMont`, params: "x z", body: call(`${name}_mul`, get("x"), plainOne, get("z")) });

    const acc = module.reserve(n8), base = module.reserve(n8);
    module.func({ name: `${name}_pow`, params: "x e len z", i32: "i bit", body: [
        call(`${name}_copy`, get("x"), base), call(`${name}_one`, acc),
        set("i", at(get("e"), get("len"))),
        `(block $done (loop $bytes (br_if $done (i32.eq ${get("i")} ${get("e")}))`,
        set("i", `(i32.sub ${get("i")} ${i32(1)})`),
        forLoop("bit", 0, 8, [
            call(`${name}_sqr`, acc, acc),
            when(`(i32.and (i32.shr_u (i32.load8_u ${get("i")}) (i32.sub (i32.const 7) ${get("bit")})) ${i32(1)})`, call(`${name}_mul`, acc, base, acc)),
        ]),
        "(br $bytes)))", call(`${name}_copy`, acc, get("z"))] });
    module.func({ name: `${name}_inv`, params: "x z", body: call(`${name}_pow`, get("x"), module.data(leBytes(p - 2n, n8)), n8, get("z")) });

    // sign: -1 when the canonical value is at least (p + 1) / 2, else 0 or 1
    const plain = module.reserve(n8), half = (p + 1n) / 2n;
    module.func({ name: `${name}_isNegative`, params: "x", result: "i32", i64: "t b", body: [
        call(`${name}_fromMont`, get("x"), plain),
        ...range.flatMap((j) => [set("t", `(i64.sub (i64.sub (i64.load32_u ${i32(plain + 4 * j)}) ${i64(word(half, j))}) ${get("b")})`), set("b", high(get("t"), 63))]),
        `(i64.eqz ${get("b")})`] });
    module.func({ name: `${name}_sign`, params: "x", result: "i32", body:
        `(select ${i32(0)} (select ${i32(-1)} ${i32(1)} ${call(`${name}_isNegative`, get("x"))}) ${call(`${name}_isZero`, get("x"))})` });
    void pAt;
    return { name, n8, p, R, degree: 1, encode };
}
