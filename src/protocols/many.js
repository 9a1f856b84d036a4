/**
 * What verification of many proofs has in common for all protocols: batches from a list or a
 * stream, answers in their order, and the search for the bad ones of a batch that does not hold.
 * @module protocols/many
 */
import { ensure } from "../files/errors.js";
import { orAborted } from "../files/stop.js";
import { describe } from "../util/check.js";
import { answerOptions, attempt, checkEquation, verdictOf } from "./json.js";

/** @import { Verdict } from "./json.js" */

/**
 * Proofs of one batch: with more, what a batch costs beside its proofs weighs little more, and
 * memory grows.
 */
const BATCH = 1024;

/** @param {boolean} holds - the equation @returns {Verdict} */
export const verdictOfEquation = (holds) => verdictOf(attempt(() => checkEquation(holds)));

/**
 * Statements that are asked about together.
 * @template S
 * @typedef {{ statements: S[] }} Group
 */

/**
 * Finds the statements that do not hold. Of n statements in groups of c, at most 2 n / c sets and n
 * single ones are asked.
 * @template S
 * @template {Group<S>} G
 * @param {object} ask
 * @param {(groups: readonly G[]) => Promise<boolean>} ask.together - do all of them hold?
 * @param {(statement: S) => boolean | Promise<boolean>} ask.alone
 * @param {(statement: S, holds: boolean) => void} ask.decide - called once for each
 * @param {readonly G[]} groups
 * @param {boolean} [bad] - known to hold one that does not
 * @returns {Promise<boolean>} whether all hold
 */
export async function settle(ask, groups, bad = false) {
    if (!bad && (groups.length === 0 || await ask.together(groups))) {
        for (const { statements } of groups) for (const statement of statements) ask.decide(statement, true);
        return true;
    }
    if (groups.length === 1) {
        for (const statement of groups[0].statements) ask.decide(statement, await ask.alone(statement));
        return false;
    }
    const half = groups.length >> 1;
    const first = await settle(ask, groups.slice(0, half));
    // a bad one that is not in the first half is in the second
    await settle(ask, groups.slice(half), first);
    return false;
}

/**
 * The verdicts of a batch, in the order of its items.
 * @typedef {(items: readonly unknown[]) => Promise<Verdict[]>} Judge
 */

/**
 * What a verifier of many is made of.
 * @typedef {object} Setting
 * @property {(vkey: object, insecure: boolean) => () => Promise<Judge>} open - reads the key before
 *   it returns
 * @property {readonly import("./json.js").AnswerOption[]} known
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
export function verifyEach(where, { open, known }, vkey, source, options) {
    const { reason, insecure, signal } = answerOptions(options, known, where);
    ensure(
        typeof source === "object" && source !== null && (Symbol.iterator in source || Symbol.asyncIterator in source),
        "ERR_OPTION",
        () => `${where}: expected a list or stream of { publicSignals, proof }, got ${describe(source)}`,
    );
    return judgeStream(open(vkey, insecure), source, reason, signal);
}

/**
 * Judges what comes, in batches, in its order. The source is closed when the caller stops early.
 * @param {() => Promise<Judge>} opened
 * @param {Iterable<unknown> | AsyncIterable<unknown>} source
 * @param {boolean} reason
 * @param {AbortSignal | undefined} signal
 */
async function* judgeStream(opened, source, reason, signal) {
    signal?.throwIfAborted();
    const judge = await opened();
    const answer = (/** @type {Verdict} */ v) => (reason ? v : v.valid);
    // an abort does not wait for a batch: what has begun of it ends by itself
    const answersOf = async (/** @type {unknown[]} */ batch) => (await orAborted(judge(batch), signal)).map(answer);
    let waiting = /** @type {unknown[]} */ ([]);
    for await (const item of source) {
        signal?.throwIfAborted();
        if (waiting.push(item) < BATCH) continue;
        const batch = waiting;
        waiting = [];
        yield* await answersOf(batch);
    }
    signal?.throwIfAborted();
    yield* await answersOf(waiting);
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
