/**
 * What a set-up reads: a constraint system, and the powers of tau of the same curve, prepared for phase 2 and of enough
 * points. Everything is checked before anything is calculated.
 * @module protocols/ceremony/setup/inputs
 */
import { checkPoints } from "./lagrange.js";
import { identifyCurve, knownNames } from "../../../curves/known.js";
import { ensure } from "../../../files/errors.js";
import { openPtau, PTAU } from "../../../files/ptau.js";
import { openR1cs, R1CS } from "../../../files/r1cs.js";
import { readGateUses, readGates } from "../../../files/r1cs_gates.js";

/** @import { Curve } from "../../../curves/types.js" */
/** @import { KnownCurve } from "../../../curves/known.js" */
/** @import { Ptau } from "../../../files/ptau.js" */
/** @import { R1cs } from "../../../files/r1cs.js" */
/** @import { Source } from "../../../files/source.js" */

/**
 * @typedef {object} Inputs
 * @property {R1cs} system
 * @property {Ptau} ptau
 * @property {KnownCurve} known
 */

/** The sections that preparing for phase 2 adds. */
const PREPARED = [
    PTAU.LAGRANGE_TAU_G1, PTAU.LAGRANGE_TAU_G2, PTAU.LAGRANGE_ALPHA_TAU_G1, PTAU.LAGRANGE_BETA_TAU_G1,
];

/** @param {Ptau} ptau @returns {KnownCurve} */
export function curveOfPtau({ file, n8, q }) {
    const known = identifyCurve(q);
    ensure(known && known.n8q === n8 && known.pairs, "ERR_CURVE", () =>
        `${file.name}: expected powers of tau on ${knownNames()}, got a base field of order ${q} in ${n8} bytes`);
    return known;
}

/** @param {Ptau} ptau @throws {ProverError} ERR_FILE */
export function requirePrepared({ file }) {
    const missing = PREPARED.find((type) => !file.sections.has(type));
    ensure(missing === undefined, "ERR_FILE", () =>
        `${file.name}: expected powers of tau that are prepared for phase 2, got a file without section ${missing}; run powersoftau prepare phase2 first`);
}

/**
 * @param {Ptau} ptau
 * @param {number} power - that is needed
 * @param {string} what - for
 */
export const requirePower = ({ file, power: has }, power, what) => ensure(has >= power, "ERR_FILE", () =>
    `${file.name}: expected powers of tau of power ${power} or more for ${what}, got power ${has}`);

/**
 * @param {Source} r1cs
 * @param {Source} ptau
 * @returns {Promise<Inputs>}
 * @throws {ProverError} ERR_FILE, ERR_CURVE
 */
export async function openInputs(r1cs, ptau) {
    const [system, tau] = await Promise.all([openR1cs(r1cs), openPtau(ptau)]), known = curveOfPtau(tau);
    ensure(known.r === system.r && known.n8r === system.n8, "ERR_CURVE", () =>
        `${system.file.name}: expected a circuit over the scalar field of ${known.name}, whose powers of tau these are, got one of order ${system.r}`);
    requirePrepared(tau);
    if (system.file.sections.has(R1CS.GATE_USES)) {
        const gates = await readGates(system), { gates: uses } = await readGateUses(system, gates.length);
        ensure(uses.length === 0, "ERR_FILE", () =>
            `${system.file.name}: expected a circuit without custom gates, got one that uses them ${uses.length} times; they would not be part of the key`);
    }
    return Object.freeze({ system, ptau: tau, known });
}

/**
 * The points of the ptau that every key has in its header.
 * @param {Ptau} ptau
 * @param {Curve} curve
 * @param {AbortSignal} signal
 * @returns {Promise<{ alpha1: Uint8Array, beta1: Uint8Array, beta2: Uint8Array, tau2: Uint8Array }>} affine LEM
 */
export async function readSecretPoints(ptau, curve, signal) {
    const one = async (/** @type {number} */ type, /** @type {"G1" | "G2"} */ group, at = 0) => {
        const section = /** @type {import("../../../files/point_section.js").PointSection} */ (ptau.points.get(type));
        const point = await section.read(at, 1, signal);
        await checkPoints(ptau, curve, type, at, point, signal);
        ensure(!curve[group].isZero(point), "ERR_POINT", () =>
            `${ptau.file.name}: expected section ${type} to have a point other than infinity at ${at}, got infinity`);
        return point;
    };
    const [alpha1, beta1, beta2, tau2] = await Promise.all([
        one(PTAU.ALPHA_TAU_G1, "G1"), one(PTAU.BETA_TAU_G1, "G1"), one(PTAU.BETA_G2, "G2"), one(PTAU.TAU_G2, "G2", 1),
    ]);
    return { alpha1, beta1, beta2, tau2 };
}
