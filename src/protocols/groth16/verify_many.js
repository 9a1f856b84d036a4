/**
 * Verification of many proofs under one key: batches that hold as a whole, and where one does not, halves of it until
 * the bad proofs are found.
 *
 * Cost: reading and checking the points of each proof, a Miller loop that shares its squarings, and for each batch one
 * final exponentiation. A bad proof costs two more equations per halving. However many are bad, at most n / 4 equations
 * of sets are asked beside those of n single proofs, which is less than verifying twice one by one.
 * @module protocols/groth16/verify_many
 */
import { ensure } from "../../files/errors.js";
import { describe } from "../../util/check.js";
import { getRandomBytes } from "../../util/random.js";
import { attempt, checkEquation, Rejection, verdictOf, wantsReason } from "../json.js";
import { faultsOn } from "../key/verifier.js";
import { chunkOf, holdsAlone, holdTogether } from "./equation.js";
import { checkClaim, readClaim } from "./json.js";
import { openVkey, statementOf } from "./verify.js";

/** @import { Verdict } from "../json.js" */
/** @import { Chunk, Statement, Way } from "./equation.js" */
/** @import { OpenKey } from "./verify.js" */

/** Proofs of one task, about 5 ms. */
const CHUNK = 8;

/** Proofs of one batch: with more, the final exponentiation of a batch weighs nothing and memory grows. */
const BATCH = 256;

/** @typedef {{ publicSignals: import("./verify.js").PublicSignals, proof: object }} Item */

/**
 * How a batch is worked on.
 * @typedef {Way & { each: (count: number, start: (i: number) => Promise<void>) => Promise<unknown> }} ManyWays each:
 *   chunks side by side or in turn
 */

/**
 * @typedef {object} Batch
 * @property {OpenKey} opened
 * @property {ManyWays} way
 * @property {(Verdict | undefined)[]} verdicts - by proof, as they become known
 * @property {Map<Statement, number>} places - of the statements among the proofs
 */

/**
 * Reads and checks the proofs of one chunk; those that are refused get their verdicts.
 * @param {Batch} batch
 * @param {readonly unknown[]} items
 * @param {number} from
 * @returns {Promise<Chunk | undefined>} undefined when all are refused
 */
async function readChunk({ opened: { curve, known, count }, way, verdicts, places }, items, from) {
    const statements = /** @type {Statement[]} */ ([]);
    items.forEach((item, i) => {
        const statement = attempt(() => {
            const { publicSignals, proof } = /** @type {any} */ (item ?? {}); // any: JSON of the caller
            const claim = readClaim(known, count, publicSignals, proof);
            checkClaim(claim, faultsOn(curve));
            return statementOf(curve, claim);
        });
        if (statement instanceof Rejection) {
            verdicts[from + i] = verdictOf(statement);
        } else {
            places.set(statement, from + i);
            statements.push(statement);
        }
    });
    return statements.length > 0 ? chunkOf(curve, way, statements, getRandomBytes) : undefined;
}

/** @param {Batch} batch @param {Statement} statement @param {boolean} holds */
function decide({ verdicts, places }, statement, holds) {
    verdicts[/** @type {number} */ (places.get(statement))] = verdictOf(attempt(() => checkEquation(holds)));
}

/**
 * @param {Batch} batch
 * @param {readonly Chunk[]} chunks
 * @param {boolean} [bad] - known to hold a bad proof
 * @returns {Promise<boolean>} whether all hold
 */
async function settle(batch, chunks, bad = false) {
    const { opened: { curve, key }, way } = batch;
    if (!bad && (chunks.length === 0 || await holdTogether(curve, key, way, chunks))) {
        for (const { statements } of chunks) for (const statement of statements) decide(batch, statement, true);
        return true;
    }
    if (chunks.length === 1) {
        for (const statement of chunks[0].statements) decide(batch, statement, holdsAlone(curve, key, statement));
        return false;
    }
    const half = chunks.length >> 1;
    const first = await settle(batch, chunks.slice(0, half));
    await settle(batch, chunks.slice(half), first); // a bad one that is not in the first half is in the second
    return false;
}

/**
 * @param {OpenKey} opened
 * @param {ManyWays} way
 * @param {readonly unknown[]} items
 * @returns {Promise<Verdict[]>} in the order of the items
 */
async function judgeBatch(opened, way, items) {
    const chunks = /** @type {(Chunk | undefined)[]} */ (new Array(Math.ceil(items.length / CHUNK)).fill(undefined));
    const batch = { opened, way, verdicts: new Array(items.length).fill(undefined), places: new Map() };
    await way.each(chunks.length, async (i) => {
        chunks[i] = await readChunk(batch, items.slice(CHUNK * i, CHUNK * (i + 1)), CHUNK * i);
    });
    await settle(batch, /** @type {Chunk[]} */ (chunks.filter(Boolean)));
    return batch.verdicts;
}

/**
 * What a verifier of many is made of.
 * @typedef {object} Setting
 * @property {(name: string) => Promise<any>} curveOf - any: a built curve, or one that only verifies
 * @property {(opened: OpenKey) => ManyWays} waysOf
 * @property {readonly string[]} known - options
 */

/**
 * Options and key are read before this returns, a proof when its turn comes.
 * @param {string} where
 * @param {Setting} setting
 * @param {object} vkey
 * @param {any} source - any: anything of the caller
 * @param {any} options
 * @returns {AsyncGenerator<any, void, undefined>} any: verdicts, or booleans
 */
export function verifyEach(where, { curveOf, waysOf, known }, vkey, source, options = {}) {
    const reason = wantsReason(options, known, where), { signal } = options;
    ensure(
        signal === undefined || typeof signal?.throwIfAborted === "function",
        "ERR_OPTION",
        () => `${where}: expected signal to be an AbortSignal, got ${describe(signal)}`,
    );
    ensure(
        typeof source === "object" && source !== null && (Symbol.iterator in source || Symbol.asyncIterator in source),
        "ERR_OPTION",
        () => `${where}: expected a list or stream of { publicSignals, proof }, got ${describe(source)}`,
    );
    const { open } = openVkey(curveOf, vkey);
    return judgeStream(open, waysOf, source, reason, signal);
}

/**
 * Judges what comes, in batches, in its order. The source is closed when the caller stops early.
 * @param {() => Promise<OpenKey>} open
 * @param {(opened: OpenKey) => ManyWays} waysOf
 * @param {Iterable<unknown> | AsyncIterable<unknown>} source
 * @param {boolean} reason
 * @param {AbortSignal | undefined} signal
 */
async function* judgeStream(open, waysOf, source, reason, signal) {
    signal?.throwIfAborted();
    const opened = await open(), way = waysOf(opened), answer = (/** @type {Verdict} */ v) => (reason ? v : v.valid);
    let waiting = /** @type {unknown[]} */ ([]);
    for await (const item of source) {
        signal?.throwIfAborted();
        if (waiting.push(item) < BATCH) continue;
        const batch = waiting;
        waiting = [];
        yield* (await judgeBatch(opened, way, batch)).map(answer);
    }
    signal?.throwIfAborted();
    yield* (await judgeBatch(opened, way, waiting)).map(answer);
}

/**
 * All answers at once.
 * @param {Setting} setting
 * @param {object} vkey
 * @param {readonly unknown[]} items
 * @param {any} options - any: anything of the caller
 * @returns {Promise<any[]>}
 */
export async function verifyAll(setting, vkey, items, options) {
    ensure(
        Array.isArray(items),
        "ERR_OPTION",
        () => `verifyMany: expected a list of { publicSignals, proof }, got ${describe(items)}`,
    );
    const answers = [];
    for await (const answer of verifyEach("verifyMany", setting, vkey, [...items], options)) answers.push(answer);
    return answers;
}
