/**
 * What verifiers on WebAssembly share: their curve, and the check of points.
 * @module protocols/key/verifier
 */
import { isProverCurve } from "../../curves/brand.js";
import { curveByAnyName } from "../../curves/known.js";
import { proverCurve } from "../../curves/prover_curve.js";
import { ensure } from "../../files/errors.js";
import { describe } from "../../util/check.js";
import { isInfinity } from "../json.js";
import { isInSubgroup } from "./points.js";

/** @import { VerifierCurve, WasmCurve } from "../../curves/types.js" */
/** @import { FaultOf } from "../json.js" */

/**
 * A curve that has a pairing.
 * @param {unknown} name - or an alias, as the author of a file may have written it
 */
export function pairingCurve(name) {
    const known = curveByAnyName(name);
    return known?.pairs ? known : undefined;
}

/**
 * Is a point of JSON on its curve? As bytes, x = y = 0 is the point at infinity; as coordinates, it
 * is a point that is not on the curve.
 * @param {WasmCurve} G
 * @param {1 | 2} degree
 * @param {any} json - any: coordinates of either field
 * @param {Uint8Array} point - the same
 */
export const isJsonOnCurve = (G, degree, json, point) =>
    G.isValid(point) && G.isZero(point) === isInfinity(degree, json);

/** @param {VerifierCurve} curve @returns {FaultOf} */
export const faultsOn = (curve) => (degree, json) => {
    const G = degree === 1 ? curve.G1 : curve.G2;
    const point = G.fromObject(json);
    if (!isJsonOnCurve(G, degree, json, point)) return "POINT_CURVE";
    return isInSubgroup(curve, G, point) ? undefined : "POINT_SUBGROUP";
};

/**
 * The curve that the caller built, or a shared one.
 * @param {any} options
 * @param {string} [where]
 * @returns {(name: string) => Promise<any>}
 */
export function curveFor({ curve }, where = "verify") {
    ensure(
        curve === undefined || isProverCurve(curve),
        "ERR_OPTION",
        () => `${where}: expected curve to be one built by this version of ffturbo, got ${describe(curve)}`,
    );
    return async (name) => {
        ensure(
            curve === undefined || curve.name === name,
            "ERR_OPTION",
            () => `${where}: expected options.curve to be ${name}, as the verification key asks for, got ${curve.name}`,
        );
        return curve ?? proverCurve(name, {});
    };
}
