/**
 * Operations that the base module has in parts, as one CALL, so that data stay
 * in the worker between the parts. Lanes replace them where they know better.
 * @module runtime/compose
 */
export type Kernels = Record<string, (...args: number[]) => number>;
/** @typedef {Record<string, (...args: number[]) => number>} Kernels */
/**
 * Functions by the name that CALL commands use.
 * @param {WebAssembly.Exports | Record<string, Function>} parts - the base module, or functions that take its places
 */
export declare function composeFunctions(parts: WebAssembly.Exports | Record<string, Function>): {
    /**
     * Values on the domain to values on the coset shift * domain, in place.
     *
     *   in      p       n elements of Fr, LEM, natural order
     *           pOne, pShift  1 and the shift, LEM
     *           isRoot  1 when the shift is the primitive 2n-th root of unity
     *   out     p       natural order
     * @param {number} p
     * @param {number} n
     * @param {number} pOne
     * @param {number} pShift
     */
    frm_ifftShiftFft(p: number, n: number, pOne: number, pShift: number): void;
};
