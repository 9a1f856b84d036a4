/**
 * What the artifacts of a lane FFT tier hold: the module, which is the same for every field, and
 * per curve the constants of its fields and what the driver needs to know of them.
 * @module scripts/wasm/fft_lane/artifact
 */
/** @import { AnyRecord, FieldParams } from "../../../src/params/types.js" */
/** @import { Tier } from "../lane/plan.js" */
import { arithmetic, fftConstants, fftModule, productConstants } from "./module_fft.js";
import { FftProof } from "./proof.js";

/** @param {Uint8Array} bytes */
const toBase64 = (bytes) => btoa(String.fromCharCode(...bytes));

/**
 * @param {Tier} tier - one of FFT_TIERS
 * @param {FieldParams} field - any of 254 or 255 bits
 */
export const fftArtifact = (tier, field) => ({ module: { text: () => fftModule(tier, field) }, layout: {} });

/**
 * @param {Tier} tier - one of FFT_TIERS
 * @param {Readonly<AnyRecord>} record
 * @param {FieldParams} moduleField - that the tier's module was made with
 */
export function fftCurveArtifact(tier, { fp, fr, lanes: { fft, products } }, moduleField) {
    const parts = [
        ...(fft.length ? [{ field: fr, ...fftConstants(tier, fr) }] : []),
        ...(fp && products.length ? [{ field: fp, ...productConstants(tier, fp) }] : []),
    ];
    return {
        layout: Object.fromEntries(
            parts.map(({ field, layout, bytes }) => [field.name, { ...layout, constants: toBase64(bytes) }]),
        ),
        proof: () => ({
            *lines() {
                const text = fftModule(tier, moduleField, ...parts.map(({ field }) => field));
                for (const { field, bytes, layout } of parts) {
                    const longest = /** @type {{ maxLog?: number }} */ (layout).maxLog;
                    yield `${field.name}: ${new FftProof(text, bytes, arithmetic(tier, field), field).all(longest)}`;
                }
            },
        }),
    };
}
