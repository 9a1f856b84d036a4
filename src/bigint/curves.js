/**
 * Curves on BigInt, for hosts without WebAssembly: fields, groups and the pairing. They are slow (a
 * pairing equation takes a tenth of a second where BigInt code is compiled), use one thread and are
 * synchronous.
 * @module bigint/curves
 */
/** @import { CurveRecord } from "../params/types.js" */
/** @import { Fp2Element, Fp12Element } from "./tower.js" */
import { checkType } from "../util/check.js";
import { ZqField } from "./field.js";
import { buildPairing } from "./pairing.js";

/**
 * A curve whose elements are BigInts: a bigint in Fr and F1, arrays of them in extensions, points
 * are Jacobian [x, y, z].
 * @typedef {ReturnType<typeof assemble>} BigIntCurve
 */

/** @param {Readonly<CurveRecord>} params */
function assemble(params) {
    const pairing = buildPairing(params);
    const { tower: { Fp, Fp2, Fp6, Fp12 }, G1, G2, productIsOne } = pairing;
    /**
     * @param {...any} operands - p1, q1, p2, q2, ...: points of G1 and G2 alternately
     * @returns {boolean} whether the product of the pairings e(pi, qi) is one
     * @throws {TypeError} for an odd number of operands
     */
    const pairingEq = (...operands) => {
        checkType(operands.length % 2 === 0, "pairingEq", "points of G1 and G2 by turns", operands);
        return productIsOne(
            Array.from({ length: operands.length / 2 }, (_, i) => [operands[2 * i], operands[2 * i + 1]]),
        );
    };
    return Object.freeze({
        name: params.name,
        q: params.fp.p,
        r: params.fr.p,
        G1,
        G2,
        pairingEq,
        Fr: new ZqField(params.fr.p),
        F1: Fp,
        F2: Fp2,
        F6: Fp6,
        F12: Fp12,
        Gt: Fp12,
        pairing: pairing.pairing,
        millerLoop: pairing.millerLoop,
        finalExponentiation: pairing.finalExponentiation,
    });
}

/** @type {Map<string, BigIntCurve>} built once, on first use */
const built = new Map();

/** @param {Readonly<CurveRecord>} record @returns {BigIntCurve} */
export function bigintCurve(record) {
    const curve = built.get(record.name) ?? assemble(record);
    built.set(record.name, curve);
    return curve;
}
