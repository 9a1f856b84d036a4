/**
 * The final exponentiation: x^(m (p^12 - 1) / r) with the multiple m that makes
 * the chain short, and which is part of the contract, because the bytes of a
 * pairing depend on it.
 *
 *     bn      m = 2u (6u^2 + 3u + 1)    Fuentes-Castaneda, Knapp, Rodriguez-Henriquez 2011
 *     bls12   m = 3                     Hayashida, Hayasaka, Teruya 2020
 *
 * @module scripts/wasm/pairing/final_exp
 */
/** @import { PairingParams } from "./params.js" */
/** @import { Tower } from "../tower/tower.js" */
/** @import { WasmModule } from "../module.js" */
import { bitLength } from "../../../src/bigint/modular.js";
import { leBytes } from "../field/prime_field.js";
import { call, get } from "../wat.js";
import { addCyclotomicPow } from "../tower/cyclotomic_pow.js";
import { formula } from "../tower/formula.js";

/**
 * Adds cyclotomicPowSeed, finalExp and finalExpPlain.
 * @param {WasmModule} module
 * @param {Tower} tower
 * @param {PairingParams} params
 * @param {bigint} r - order of the groups
 */
export function addFinalExp(module, tower, params, r) {
    const { f12 } = tower, { name, seed, family } = params;
    addCyclotomicPowSeed(module, tower, params);
    const places = { x: get("x"), z: get("z") };
    const functions = { expSeed: `${name}_cyclotomicPowSeed`, csqr: `${f12.name}_cyclotomicSqr` };
    const hard = family === "bn" ? HARD_BN : HARD_BLS12;
    module.func({
        name: `${name}_finalExp`,
        params: "x z",
        body: formula(module, f12, places, EASY + hard, functions),
    });
    addFinalExpPlain(module, tower, params, r);
    if (family === "bn" && seed < 0n) throw new RangeError(`${name}: expected a positive seed, got ${seed}`);
}

/** f = x^((p^6 - 1)(p^2 + 1)); 0 gives 0, as inv does. */
const EASY = `
    f = inv(x)
    t = conj(x)
    f = t * f
    t = frobenius2(f)
    f = t * f`;

/**
 * f^(l0 + l1 p + l2 p^2 + l3 p^3), with s = 2u, a = 12u^3 + 6u^2 + 6u:
 * l0 = a + 6u^2 + 1, l1 = a - s, l2 = a, l3 = a - s - 1.
 */
const HARD_BN = `
    t = expSeed(f)
    s = csqr(t)             // 2u
    t = csqr(s)
    b = t * s               // 6u
    c = expSeed(b)          // 6u^2
    t = csqr(c)
    t = expSeed(t)          // 12u^3
    a = t * c
    a = a * b
    s = conj(s)
    b = a * s               // a - 2u
    z = a * c
    z = z * f
    t = frobenius2(a)
    z = z * t
    t = frobenius1(b)
    z = z * t
    f = conj(f)
    t = b * f
    t = frobenius3(t)
    z = z * t`;

/** f^((z - 1)^2 (z + p) (z^2 + p^2 - 1) + 3) */
const HARD_BLS12 = `
    t = expSeed(f)
    a = conj(f)
    a = t * a               // z - 1
    t = expSeed(a)
    a = conj(a)
    a = t * a               // (z - 1)^2
    t = expSeed(a)
    b = frobenius1(a)
    a = t * b               // (z - 1)^2 (z + p)
    t = expSeed(a)
    t = expSeed(t)
    b = frobenius2(a)
    a = conj(a)
    a = a * b
    a = a * t
    t = csqr(f)
    t = t * f
    z = a * t`;

/**
 * cyclotomicPowSeed: z = x^seed
 *
 *   in      x   in the cyclotomic subgroup
 *   out     z
 *   alias   z may be x
 *
 * @param {WasmModule} module
 * @param {Tower} tower
 * @param {PairingParams} params
 */
function addCyclotomicPowSeed(module, { f12 }, { name, seed }) {
    if (seed > 0n) return addCyclotomicPow(module, f12, `${name}_cyclotomicPowSeed`, seed);
    addCyclotomicPow(module, f12, `${name}_cyclotomicPowAbs`, -seed);
    module.func({ name: `${name}_cyclotomicPowSeed`, params: "x z", body: [
        call(`${name}_cyclotomicPowAbs`, get("x"), get("z")), call(`${f12.name}_conj`, get("z"), get("z"))] });
}

/**
 * finalExpPlain: z = x^((p^12 - 1) / r), m = 1; slow, a plain power after the easy part.
 *
 *   alias   z may be x
 *
 * @param {WasmModule} module
 * @param {Tower} tower
 * @param {PairingParams} params
 * @param {bigint} r
 */
function addFinalExpPlain(module, { f12 }, { name }, r) {
    const { p } = f12, hard = (p ** 4n - p ** 2n + 1n) / r;
    const size = Math.ceil(bitLength(hard) / 8);
    const f = module.reserve(f12.n8);
    module.func({ name: `${name}_finalExpPlain`, params: "x z", body: [
        ...formula(module, f12, { x: get("x"), f }, EASY),
        call(`${f12.name}_pow`, f, module.data(leBytes(hard, size)), size, get("z"))] });
}
