/**
 * Is a Groth16 key that of a circuit, after a chain of contributions? `zkey verify`, from the
 * circuit and from its first key.
 * @module ceremony/verify/key
 */
import {
    counted, countPoints, curveOfPtau, ensure, limitBeacons, openInputs, openPtau, openZkey, powerOf, publicsOf,
    readContributions, readVerifyOptions, requirePower, requirePrepared, sameBytes, weaknessOf, weaknessOfPowers,
    withCeremony, writeFirstKey,
} from "../../../../../src/internal/snarkjs_ceremony.js";
import { checkChain } from "./chain.js";
import { comparingWriter } from "./compare.js";
import { copyFirstKey } from "./first_key.js";
import { demand, Fault } from "./verdict.js";

/** @import { Curve, Inputs, KnownCurve, Mpc } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { PhaseTracker, Ptau, SourceLike } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { VerifyOptions, Weakness } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { WeaknessReason, Zkey } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { CheckedContribution } from "./chain.js" */

/**
 * @typedef {object} KeyVerdict
 * @property {boolean} valid
 * @property {string} [reason] - why it is not
 * @property {WeaknessReason} [weakness] - why anybody can forge proofs of it, where nothing else is
 *   wrong
 * @property {number} [contribution] - the first that fails, from 1; absent where it is none of them
 * @property {Uint8Array} circuitHash - as the key has it
 * @property {readonly CheckedContribution[]} contributions - of a key that is valid, but for a
 *   weakness
 */

/**
 * @param {Mpc} mpc
 * @param {() => Promise<readonly CheckedContribution[]>} check
 * @param {() => Promise<Weakness | undefined>} judge
 * @returns {Promise<Readonly<KeyVerdict>>}
 */
async function verdictOf({ circuitHash }, check, judge) {
    try {
        const contributions = await check();
        const weak = await judge();
        const verdict = weak ? { valid: false, reason: weak.message, weakness: weak.reason } : { valid: true };
        return Object.freeze({ ...verdict, circuitHash, contributions });
    } catch (error) {
        if (!(error instanceof Fault)) throw error;
        const { message: reason, contribution } = error, none = /** @type {const} */ ([]);
        return Object.freeze({
            valid: false, reason, ...(contribution !== undefined && { contribution }), circuitHash, contributions: none,
        });
    }
}

/**
 * Anybody can forge proofs of the key, by itself or by the powers of tau that it is made from.
 * @param {{ key: Zkey, ptau: Ptau, known: KnownCurve, curve: Curve, signal: AbortSignal }} on
 * @param {Mpc} mpc
 */
const judgeAll = async ({ key, ptau, known, curve, signal }, { contributions }) =>
    await weaknessOf(key, async () => curve, signal, contributions)
    ?? weaknessOfPowers(ptau, known, async () => curve, { signal });

/**
 * @param {Zkey} key
 * @param {{ curve: string, signals: number, publics: number, power: number }} circuit
 */
function checkCounts({ curve, nVars, nPublic, power }, circuit) {
    const has = /** @type {const} */ ([["curve", curve.name, circuit.curve], ["signals", nVars, circuit.signals],
        ["public signals", nPublic, circuit.publics], ["power of the domain", power, circuit.power]]);
    for (const [what, own, other] of has)
        demand(own === other, () => `it is the key of another circuit: ${what} ${own}, and ${other} in the circuit`);
}

/**
 * Verifies a key from its circuit: it is the first key of the circuit but for what the
 * contributions changed, and each of these is right. The first key is made again, and nowhere as a
 * whole.
 *
 *   in      r1cs, ptau, zkey  path, bytes, Blob, URL or reader
 *   memory  options.memory, approximately
 *   throws  ERR_FILE, ERR_CURVE, ERR_POINT for files that cannot be read, ERR_LIMIT for beacons of
 *           more hashes than options.beaconLimit allows; never for a key that is merely wrong
 * @param {SourceLike} r1cs
 * @param {SourceLike} ptau - prepared for phase 2
 * @param {SourceLike} zkey
 * @param {VerifyOptions} [options]
 * @returns {Promise<Readonly<KeyVerdict>>}
 */
export async function verifyKeyFromR1cs(r1cs, ptau, zkey, options) {
    const where = "verifyKeyFromR1cs", checked = readVerifyOptions(where, options), { memory } = checked;
    return withCeremony(where, checked, async ({ open, controller: { signal }, progress, curveOf }) => {
        const [key, inputs] = await Promise.all([
            open("zkey", zkey).then(openZkey),
            Promise.all([open("r1cs", r1cs), open("ptau", ptau)]).then(([system, powers]) => openInputs(system, powers)),
        ]);
        requirePrepared(inputs.ptau);
        const mpc = await readContributions(key, signal);
        const points = countPoints(inputs);
        const power = powerOf(inputs);
        limitBeacons(key.file, mpc.contributions, checked.beaconLimit);
        const curve = await curveOf(inputs.known);
        const tracker = progress.only("points", points);
        const { system, known } = inputs, on = { curve, key, signal };
        return verdictOf(mpc, async () => {
            checkCounts(key, { curve: known.name, signals: system.signals, publics: publicsOf(system), power });
            const contributions = await checkChain(on, mpc);
            const writer = comparingWriter(on);
            await writeFirstKey({ ...inputs, curve, signal, tracker, memory, writer });
            tracker.end();
            return contributions;
        }, () => judgeAll({ ...on, ptau: inputs.ptau, known }, mpc));
    });
}

/**
 * Verifies a key from the first key of its circuit, which is taken to be right, and the powers of
 * tau.
 *
 *   in      init, ptau, zkey  path, bytes, Blob, URL or reader
 *   memory  does not grow with the key
 *   throws  ERR_FILE, ERR_CURVE, ERR_POINT for files that cannot be read, and for an `init` to
 *           which someone has contributed; ERR_LIMIT for beacons of more hashes than
 *           options.beaconLimit allows
 * @param {SourceLike} init
 * @param {SourceLike} ptau - prepared for phase 2
 * @param {SourceLike} zkey
 * @param {VerifyOptions} [options]
 * @returns {Promise<Readonly<KeyVerdict>>}
 */
export async function verifyKeyFromInit(init, ptau, zkey, options) {
    const where = "verifyKeyFromInit", checked = readVerifyOptions(where, options);
    return withCeremony(where, checked, async ({ open, controller: { signal }, progress, curveOf }) => {
        const [first, key, tau] = await Promise.all([
            open("init", init).then(openZkey), open("zkey", zkey).then(openZkey), open("ptau", ptau).then(openPtau),
        ]);
        requirePrepared(tau);
        requirePower(tau, first.power, "the domain of the first key");
        const known = curveOfPtau(tau);
        const begun = await readContributions(first, signal);
        const mpc = await readContributions(key, signal);
        limitBeacons(key.file, mpc.contributions, checked.beaconLimit);
        ensure(first.curve.name === known.name, "ERR_CURVE", () =>
            `${first.file.name}: expected a key on ${known.name}, whose powers of tau these are, got ${first.curve.name}`);
        ensure(begun.contributions.length === 0, "ERR_FILE", () =>
            `${first.file.name}: expected the first key of a circuit, got one with ${counted(begun.contributions.length, "contribution")}`);
        const points = 4 * first.nVars + first.domainSize;
        const curve = await curveOf(known);
        const tracker = progress.only("points", points), on = { curve, key, signal };
        return verdictOf(mpc, async () => {
            checkCounts(key, { curve: known.name, signals: first.nVars, publics: first.nPublic, power: first.power });
            const contributions = await checkChain(on, mpc);
            const hash = await copyFirstKey({ ...on, known, ptau: tau, tracker, first, writer: comparingWriter(on) });
            demand(sameBytes(hash, begun.circuitHash), () => "the hash of the circuit in the first key is not that of its points");
            demand(sameBytes(hash, mpc.circuitHash), () => "the hash of the circuit is not that of the first key");
            tracker.end();
            return contributions;
        }, () => judgeAll({ ...on, ptau: tau, known }, mpc));
    });
}
