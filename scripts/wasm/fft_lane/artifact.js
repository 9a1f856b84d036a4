/**
 * What the artifact of a lane FFT tier holds: the module, and per field its
 * constants and what the driver needs to know of them.
 * @module scripts/wasm/fft_lane/artifact
 */
import * as bls12_381 from "../../../src/params/bls12_381.js";
import * as bn254 from "../../../src/params/bn254.js";
import { fftConstants, fftModule, productConstants } from "./module_fft.js";

const FIELDS = Object.freeze({ bn128: bn254.fr, bls12381: bls12_381.fr });

/** @param {Uint8Array} bytes */
const toBase64 = (bytes) => btoa(String.fromCharCode(...bytes));

/** @param {"fma" | "simd"} tier */
export function fftArtifact(tier) {
    /** @type {Record<string, object>} */
    const layout = Object.fromEntries(Object.entries(FIELDS).map(([curve, field]) => {
        const { bytes, layout: facts } = fftConstants(tier, field);
        return [curve, { ...facts, constants: toBase64(bytes) }];
    }));
    const { bytes, layout: facts } = productConstants(tier, bn254.fp);
    layout.bn128F1 = { ...facts, constants: toBase64(bytes) };
    return { module: { text: () => fftModule(tier, bn254.fr) }, layout };
}
