import type { CardRecord } from "./wgsl/types.js";
/** The forms that are measured: bits of a limb, and whether rows of a product are unrolled, too. */
export declare const FORMS: readonly Readonly<{
    limbBits: number;
    rows: boolean;
}>[];
/**
 * @param {any} device - GPUDevice
 * @param {Readonly<CardRecord>} record - whose coordinates are multiplied
 * @param {{ limbBits: number, rows: boolean }} form
 * @returns {Promise<{ limbBits: number, rows: boolean, limbs: number, compileMs: number, millions: number, right:
 *   boolean }>} millions: of products per second
 */
export declare function measureProducts(device: any, { fp: { p, n8 } }: Readonly<CardRecord>, { limbBits, rows }: {
    limbBits: number;
    rows: boolean;
}): Promise<{
    limbBits: number;
    rows: boolean;
    limbs: number;
    compileMs: number;
    millions: number;
    right: boolean;
}>;
