/**
 * Errors of the rooms below with the words of snarkjs before ours, because callers look for them.
 * @module snarkjs/words
 */
import { messageOf, ProverError } from "../../../src/internal/snarkjs.js";

/** @import { Weakness } from "../../../src/internal/snarkjs.js" */
/** @import { Logger } from "./types.js" */

/**
 * Our message, and what snarkjs says in its place.
 * @typedef {[RegExp, (match: RegExpExecArray) => string]} Words
 */

/** Of the powers of tau of FFLONK. @type {readonly Words[]} */
export const TOO_SMALL = Object.freeze(/** @type {Words[]} */ ([
    [/expected powers of tau of power \d+ or more/, () =>
        "Powers of Tau is not big enough for this circuit size. Section 2 too small."],
]));

/** Of a witness that breaks the circuit, in PLONK and FFLONK. @type {readonly Words[]} */
export const NOT_DIVISIBLE = Object.freeze(/** @type {Words[]} */ ([
    [/expected a witness that satisfies the circuit of/, () => "Polynomial is not divisible"],
]));

/** Of a circuit and its powers of tau. @type {readonly Words[]} */
const SETUP = Object.freeze(/** @type {Words[]} */ ([
    [/expected powers of tau that are prepared for phase 2/, () => "Powers of tau is not prepared."],
    [/expected powers of tau of power \d+ or more/, () => "circuit too big for this power of tau ceremony."],
    [/expected a circuit over the scalar field of/, () => "r1cs curve does not match powers of tau ceremony curve"],
]));

/** Of other files, and of inputs. @type {readonly Words[]} */
const OTHERS = Object.freeze(/** @type {Words[]} */ ([
    [/expected an? (?:[\w ]+ or )?(\w+) key \(protocol/, ([, protocol]) => `zkey file is not ${protocol}`],
    [/expected a witness over the scalar field/, () => "Curve of the witness does not match the curve of the proving key"],
    [/expected a witness of (\d+) signals.* got (\d+)/, ([, circuit, witness]) =>
        `Invalid witness length. Circuit: ${circuit}, witness: ${witness}`],
    [/expected a response to the challenge of/, () =>
        "Wrong contribution. This contribution is not based on the previous hash"],
    [/expected (\d+) input values, got (\d+)/, ([, all, set]) =>
        `Not all inputs have been set. Only ${set} out of ${all}`],
    [/an assertion of the circuit that does not hold for these inputs(?:: ([^\n]*))?/, ([, where = ""]) =>
        `Error: Assert Failed. ${where.replaceAll("; ", "\n")}${where && "\n"}`],
    [/input (\S+): expected the name of an input/, ([, name]) => `Too many values for input signal ${name}`],
    [/input (\S+): expected (\d+) values?, got (\d+)/, ([, name, wanted, got]) =>
        `${Number(got) > Number(wanted) ? "Too many" : "Not enough"} values for input signal ${name}`],
]));

/**
 * @param {readonly Words[]} all
 * @param {unknown} error
 * @returns {ProverError | undefined} undefined for another error
 */
function said(all, error) {
    if (!(error instanceof ProverError)) return undefined;
    for (const [ours, theirs] of all) {
        const match = ours.exec(messageOf(error));
        if (!match) continue;
        const words = theirs(match);
        const mark = words.endsWith("\n") ? "" : ": ";
        return new ProverError(error.code, `${words}${mark}${messageOf(error)}`, { cause: error });
    }
    return undefined;
}

/**
 * @template T
 * @param {() => Promise<T>} call
 * @param {readonly Words[]} [own] - of this call alone
 * @returns {Promise<T>}
 */
export async function inTheirWords(call, own = []) {
    try {
        return await call();
    } catch (error) {
        throw said([...own, ...SETUP, ...OTHERS], error) ?? error;
    }
}

/**
 * Takes keys that anybody can forge proofs of, and powers of tau that make one, as snarkjs does,
 * and warns.
 * @template T
 * @param {Logger} logger
 * @param {(more: { insecure?: true }) => Promise<T>} call
 * @returns {Promise<T>}
 */
export async function orWarn(logger, call) {
    try {
        return await call({});
    } catch (error) {
        if (!(error instanceof ProverError && error.code === "ERR_KEY")) throw error;
        warnOf(logger, /** @type {Weakness} */ (error.cause));
        return call({ insecure: true });
    }
}

/** @param {Logger} logger @param {Weakness | undefined} weakness */
export const warnOf = (logger, weakness) => { if (weakness) logger?.warn?.(weakness.message); };

/**
 * Set-ups of snarkjs answer -1, and log why, where circuit and powers of tau do not fit.
 * @template T
 * @param {Logger} logger
 * @param {() => Promise<T>} call
 * @returns {Promise<T | -1>}
 */
export async function orMinusOne(logger, call) {
    try {
        return await call();
    } catch (error) {
        const reason = said(SETUP, error);
        if (!reason) throw error;
        logger?.error?.(reason.message);
        return -1;
    }
}
