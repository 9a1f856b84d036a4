/**
 * What a proving key says about itself.
 * @module protocols/groth16/info
 */
import { readLE } from "../../util/bytes.js";
import { weaknessOfRecords } from "./weakness.js";
import { fileX, generatorsNamed } from "../key/file_points.js";
import { weaknessOfPoints } from "./json.js";
import { SECTION } from "./zkey.js";

/** @import { Curve } from "../../curves/types.js" */
/** @import { Contribution } from "./contributions.js" */
/** @import { Zkey } from "./zkey.js" */

/**
 * The last rows of A say that each public signal is used: row constraints + i names signal i.
 * @param {Zkey} zkey
 */
async function countConstraints({ file, nCoefficients, nPublic, curve: { n8r } }) {
    if (nCoefficients === 0) return undefined;
    const record = await file.read(SECTION.COEFFICIENTS, 4 + (nCoefficients - 1) * (12 + n8r), 12);
    const [matrix, row, signal] = [0, 4, 8].map((at) => Number(readLE(record, at, 4)));
    return matrix === 0 && signal === nPublic && row >= nPublic ? row - nPublic : undefined;
}

/** @param {Zkey} zkey */
export async function factsOf(zkey) {
    const { domainSize, nCoefficients } = zkey;
    return { constraints: await countConstraints(zkey), domainSize, coefficients: nCoefficients };
}

/**
 * @param {Zkey} zkey
 * @param {() => Promise<Curve>} [curveOf] - left out: it is judged by its header alone
 * @param {AbortSignal} [signal]
 * @param {readonly Contribution[]} [records] - its own, where they have been read
 */
export async function weaknessOf(zkey, curveOf, signal, records) {
    const { curve, points } = zkey, xs = Object.entries(points).map(([name, point]) => [name, fileX(curve, point)]);
    return weaknessOfPoints(Object.fromEntries(xs), await generatorsNamed(curve.name))
        ?? (curveOf && weaknessOfRecords(zkey, curveOf, signal, records));
}
