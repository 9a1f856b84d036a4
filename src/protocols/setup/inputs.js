/**
 * What a set-up reads: a constraint system, and the powers of tau of the same curve, prepared for
 * phase 2 and of enough points. Everything is checked before anything is calculated.
 * @module protocols/setup/inputs
 */
import { ensure } from "../../files/errors.js";
import { openPtau, PTAU } from "../../files/ptau.js";
import { openR1cs, R1CS } from "../../files/r1cs.js";
import { readGateUses, readGates } from "../../files/r1cs_gates.js";
import { refuseWeak } from "../key/weakness.js";
import { groupOf, readPoints } from "./lagrange.js";
import { curveOfPtau } from "./tau/open.js";
import { weaknessOfPowers } from "./tau/weakness.js";

/** @import { Curve } from "../../curves/types.js" */
/** @import { KnownCurve } from "../../curves/known.js" */
/** @import { Ptau } from "../../files/ptau.js" */
/** @import { R1cs } from "../../files/r1cs.js" */
/** @import { Source } from "../../files/source.js" */

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
 * What a set-up holds for each wire must follow what the file has, and not what its header says:
 * without labels, which are there for every wire, constraints must name those that are not public.
 * @param {R1cs} system
 * @throws {ProverError} ERR_FILE
 */
function requireWires({ file, n8, signals, outputs, publicInputs }) {
    const { size } = /** @type {{ size: number }} */ (file.sections.get(R1CS.CONSTRAINTS));
    const most = 1 + outputs + publicInputs + Math.floor(size / (4 + n8));
    ensure(file.sections.has(R1CS.LABELS) || signals <= most, "ERR_FILE", () =>
        `${file.name}: expected section 3 (labels), or at most ${most} signals without it, since constraints can name no more, got ${signals}; the file is damaged`);
}

/**
 * @param {Source} r1cs
 * @param {Source} ptau
 * @returns {Promise<Inputs>}
 * @throws {ProverError} ERR_FILE, ERR_CURVE
 */
export async function openInputs(r1cs, ptau) {
    const [system, tau] = await Promise.all([openR1cs(r1cs), openPtau(ptau)]);
    const known = curveOfPtau(tau);
    ensure(known.r === system.r && known.n8r === system.n8, "ERR_CURVE", () =>
        `${system.file.name}: expected a circuit over the scalar field of ${known.name}, whose powers of tau these are, got one of order ${system.r}`);
    requireWires(system);
    if (system.file.sections.has(R1CS.GATE_USES)) {
        const gates = await readGates(system);
        const { gates: uses } = await readGateUses(system, gates.length);
        ensure(uses.length === 0, "ERR_FILE", () =>
            `${system.file.name}: expected a circuit without custom gates, got one that uses them ${uses.length} times; they would not be part of the key`);
    }
    return Object.freeze({ system, ptau: tau, known });
}

/**
 * @param {string} where
 * @param {Inputs & { curve: Curve, signal: AbortSignal }} on
 * @param {boolean | undefined} insecure
 * @param {readonly import("../key/weakness.js").WeaknessReason[]} [asked] - as of
 *   weaknessOfPowers
 * @throws {ProverError} ERR_KEY for powers whose secrets everybody knows
 */
export async function refuseWeakPowers(where, { ptau, known, curve, signal }, insecure, asked) {
    if (insecure) return;
    refuseWeak(where, await weaknessOfPowers(ptau, known, async () => curve, { asked, signal }), insecure);
}

/**
 * A point of the ptau that goes into headers.
 * @param {{ ptau: Ptau, curve: Curve, signal: AbortSignal }} on
 * @param {number} type
 * @param {number} [at]
 * @returns {Promise<Uint8Array>} affine LEM
 */
async function readSecretPoint(on, type, at = 0) {
    const point = await readPoints(on, type, at, 1);
    ensure(!on.curve[groupOf(type)].isZero(point), "ERR_POINT", () =>
        `${on.ptau.file.name}: expected section ${type} to have a point other than infinity at ${at}, got infinity`);
    return point;
}

/** tau G2. @param {{ ptau: Ptau, curve: Curve, signal: AbortSignal }} on */
export const readTau = (on) => readSecretPoint(on, PTAU.TAU_G2, 1);

/**
 * The points of the ptau that a Groth16 key has in its header.
 * @param {{ ptau: Ptau, curve: Curve, signal: AbortSignal }} on
 * @returns {Promise<{ alpha1: Uint8Array, beta1: Uint8Array, beta2: Uint8Array }>} affine LEM
 */
export async function readSecretPoints(on) {
    const [alpha1, beta1, beta2] = await Promise.all(
        [PTAU.ALPHA_TAU_G1, PTAU.BETA_TAU_G1, PTAU.BETA_G2].map((type) => readSecretPoint(on, type)));
    return { alpha1, beta1, beta2 };
}
