export type Kernels = Record<string, (...args: number[]) => number>;
/**
 * Functions by the name that CALL commands use.
 * @param {WebAssembly.Exports | Record<string, Function>} parts - the base module, or functions that take its places
 */
export declare function composeFunctions(parts: WebAssembly.Exports | Record<string, Function>): {
    g1m_multiexpAffineShare: (bases: number, scalars: number, size: number, n: number, result: number, share: number) => number;
    g2m_multiexpAffineShare: (bases: number, scalars: number, size: number, n: number, result: number, share: number) => number;
    /**
     * Values on the domain to values on the coset shift * domain, in place.
     *
     *   in      p       n elements of Fr, LEM, natural order
     *           pOne, pShift  1 and the shift, LEM
     *           isRoot  1 when the shift is the primitive 2n-th root of unity
     *   out     p       natural order
     */
    frm_ifftShiftFft: ((p: number, n: number, pOne: number, pShift: number) => void) & {
        steps: (p: number, n: number, pOne: number, pShift: number) => Generator<void, void, any>;
    };
    /**
     * The results of even or odd index of a transform. Without lanes it is
     * the whole transform: whoever can avoid it should.
     *
     *   in      p       n elements of Fr, LEM, natural order
     *           odd, inverse  0 or 1
     *   out     p       n / 2 results
     * @param {number} p
     * @param {number} n
     * @param {number} odd
     * @param {number} inverse
     */
    frm_fftHalf(p: number, n: number, odd: number, inverse: number): void;
};
