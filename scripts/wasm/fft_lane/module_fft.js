/**
 * The lane FFT module of a tier, and the constants of a field for it.
 *
 * The module imports the memory and `base`, where its static area starts; who
 * instantiates it copies the constants there.
 * @module scripts/wasm/fft_lane/module_fft
 */
/** @import { FieldParams } from "../../../src/params/types.js" */
/** @import { PairArithmetic } from "./types.js" */
import { mod } from "../../../src/bigint/modular.js";
import { leBytes } from "../field/words.js";
import { rootsOfUnity } from "../fft/roots.js";
import { twoAdicity } from "../field/sqrt.js";
import { Body } from "./body.js";
import { fmaPairs } from "./fma.js";
import { simdPairs } from "./simd.js";
import { CHAINS, productKernels } from "./products.js";
import { transformKernels } from "./transform.js";

/** @type {(tier: "fma" | "simd", field: FieldParams) => PairArithmetic} */
const arithmetic = (tier, field) => (tier === "fma" ? fmaPairs(field) : simdPairs(field, twoAdicity(field.p)));

/**
 * WAT of the module of one tier. Constants are read from the static area, so
 * that one module serves every field of 254 or 255 bits.
 * @param {"fma" | "simd"} tier
 * @param {FieldParams} field - any of them: it must not matter
 */
export function fftModule(tier, field) {
    const pairs = arithmetic(tier, field);
    const functions = [...transformKernels(pairs), ...productKernels(pairs)].map((kernel) => {
        const f = new Body(kernel.params);
        kernel.write(f);
        return functionText(kernel, f, pairs);
    });
    return `(module (import "env" "memory" (memory 1)) (import "env" "base" (global $base i32))
${functions.join("\n")})`;
}

/**
 * Static area of one field: that of its products, then two table entries: 1 and the root of unity of the largest order. At
 * `roots` the driver makes those of all orders from it.
 * @param {"fma" | "simd"} tier
 * @param {FieldParams} field
 */
export function fftConstants(tier, field) {
    const { p } = field, s = twoAdicity(p), pairs = arithmetic(tier, field);
    const { bytes: constants, layout } = productConstants(tier, field);
    const entries = [1n, rootsOfUnity(p)[s]].map(pairs.twiddleOf);
    const bytes = Uint8Array.from([...constants, ...entries.flatMap((entry) => [...entry])]), wideFactor = bytes.length + (s + 4) * pairs.twiddleBytes;
    return {
        bytes,
        layout: {
            ...layout, entries: constants.length, roots: bytes.length, wideFactor, staticSize: wideFactor + 2 * pairs.wideBytes,
            skipsOne: pairs.skipsOne, maxLog: s,
        },
    };
}

/**
 * Static area of a field that is not transformed: the constants, what makes in Montgomery form the products of lanes those of the
 * base module, then table entries: the factor to Montgomery form, of which the driver makes a wide one, and the factors of
 * the rows of wide entries; last what scalePacked adds for this factor.
 * @param {"fma" | "simd"} tier
 * @param {FieldParams} field
 */
export function productConstants(tier, field) {
    const { p } = field, pairs = arithmetic(tier, field);
    const constants = pairs.constants.bytes(), R = mod(1n << 256n, p), { twiddleBytes, wideBytes } = pairs;
    const adjust = leBytes(mod(R * pairs.adjust, p), 32), entries = [R, ...pairs.rows].map(pairs.twiddleOf);
    const bytes = Uint8Array.from([...constants, ...adjust, ...entries.flatMap((entry) => [...entry]), ...pairs.leftOut(R)]);
    const factor = constants.length + adjust.length;
    return {
        bytes,
        layout: {
            adjust: constants.length, factor, wideFactor: bytes.length, staticSize: bytes.length + 2 * wideBytes,
            pairBytes: pairs.pairBytes, twiddleBytes, wideBytes, chains: CHAINS,
        },
    };
}

/**
 * @param {import("./transform.js").Kernel} kernel
 * @param {Body} f
 * @param {PairArithmetic} pairs
 */
function functionText({ name, params }, f, pairs) {
    const body = f.lines.join("\n");
    const { names, lines } = pairs.constants.hoist(body, 0);
    const locals = [
        ...f.names("i32").split(" ").filter(Boolean).map((local) => `(local $${local} i32)`),
        ...[...f.names("v128").split(" ").filter(Boolean), ...names].map((local) => `(local $${local} v128)`),
    ];
    return `(func $${name} (export "${name}") ${params.split(" ").map((p) => `(param $${p} i32)`).join(" ")} ${locals.join(" ")}
${lines.join("\n")}
${body})`;
}
