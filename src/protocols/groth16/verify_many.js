/**
 * Verification of many proofs under one key: batches that hold as a whole, and where one does not,
 * halves of it until the bad proofs are found.
 *
 * Cost: reading each proof, a Miller loop that shares its squarings, and for each batch the MSMs
 * that show its points to be in their subgroups, and one final exponentiation. A bad proof costs
 * two more equations per halving. However many are bad, at most n / 8 equations of sets are asked
 * beside those of n single proofs. Where a point is outside of its subgroup, those of all proofs of
 * the batch are looked at one by one, and the Miller loops are made again for the others. All of
 * that is less than verifying twice one by one.
 * @module protocols/groth16/verify_many
 */
import { concat } from "../../util/bytes.js";
import { getRandomBytes } from "../../util/random.js";
import { attempt, Rejection, verdictOf } from "../json.js";
import { areInSubgroup } from "../key/points.js";
import { faultsOn, isJsonOnCurve } from "../key/verifier.js";
import { affine, chunkOf, drawFactors, holdsAlone, holdTogether } from "./equation.js";
import { FACTOR } from "./factors.js";
import { checkClaim, CLAIM_POINTS, readClaim } from "./json.js";
import { settle, verdictOfEquation } from "../many.js";
import { openVkey, statementOf } from "./verify.js";

/** @import { Verdict } from "../json.js" */
/** @import { Chunk, Statement, Way } from "./equation.js" */
/** @import { Claim } from "./json.js" */
/** @import { VerifierGroup } from "../../curves/types.js" */
/** @import { LanesOf, OpenKey } from "./verify.js" */

/** Proofs of one task, about 10 ms. */
const CHUNK = 16;

/** Proofs that are read at once, before workers begin with them. */
const PART = 256;

/** Points outside of their subgroup are missed with a probability of 2^-CERTAINTY. */
const CERTAINTY = 128;

/** @typedef {{ publicSignals: import("./verify.js").PublicSignals, proof: object }} Item */

/**
 * How a batch is worked on.
 * @typedef {object} Work
 * @property {(count: number, start: (i: number) => Promise<void>) => Promise<unknown>} each -
 *   chunks side by side or in turn
 * @property {(G: VerifierGroup, points: Uint8Array, scalars: Uint8Array[]) =>
 *   Promise<Uint8Array[]>} msms - of affine points of any order times one byte each, for each list;
 *   jacobian
 */
/** @typedef {Way & Work} ManyWays */

/**
 * A proof whose points are on their curves.
 * @typedef {{ claim: Claim, statement: Statement }} Read
 */

/**
 * @typedef {object} Batch
 * @property {OpenKey} opened
 * @property {ManyWays} way
 * @property {(Verdict | undefined)[]} verdicts - by proof, as they become known
 * @property {Map<Statement, number>} positions - of the statements among the proofs
 */

/**
 * Reads a proof. If a point is off its curve, all points are looked at as `verify` does, for the
 * same verdict.
 * @param {OpenKey} opened
 * @param {any} item - any: JSON of the caller
 * @returns {Read}
 * @throws {Rejection}
 */
function read({ curve, known, count }, item) {
    const { publicSignals, proof } = item ?? {};
    const claim = readClaim(known, count, publicSignals, proof);
    const statement = statementOf(curve, claim);
    const isOn = CLAIM_POINTS.every(([letter, , degree]) =>
        isJsonOnCurve(degree === 1 ? curve.G1 : curve.G2, degree, claim[letter], statement[letter]));
    if (!isOn) checkClaim(claim, faultsOn(curve));
    return { claim, statement };
}

/**
 * Runs a check of each, a chunk at a time; those that are refused get their verdicts.
 * @template T, U
 * @param {Batch} batch
 * @param {readonly { at: number, value: T }[]} list - at: the number of the proof
 * @param {(value: T) => U} check - throws a Rejection
 * @returns {Promise<{ at: number, value: U }[]>} what it gave for the others
 */
async function passing({ way, verdicts }, list, check) {
    const passed = /** @type {{ at: number, value: U }[]} */ ([]);
    await way.each(Math.ceil(list.length / CHUNK), async (i) => {
        for (const { at, value } of list.slice(CHUNK * i, CHUNK * (i + 1))) {
            const outcome = attempt(() => check(value));
            if (outcome instanceof Rejection) verdicts[at] = verdictOf(outcome);
            else passed.push({ at, value: outcome });
        }
    });
    return passed;
}

/**
 * Are all points of these proofs in their subgroups?
 * @param {Batch} batch
 * @param {readonly { value: Read }[]} proofs
 */
async function areMembers({ opened: { curve: { G1, G2 }, curve }, way }, proofs) {
    const statements = statementsOf(proofs);
    const groups = /** @type {[VerifierGroup, Uint8Array[]][]} */ ([
        [G1, G1.cofactor ? statements.flatMap(({ a, c }) => [affine(G1, a), affine(G1, c)]) : []],
        [G2, G2.cofactor ? statements.map(({ b }) => affine(G2, b)) : []],
    ]);
    const found = await Promise.all(groups.map(([G, points]) =>
        areInSubgroup(curve, G, concat(points), (all, scalars) => way.msms(G, all, scalars), CERTAINTY)));
    return found.every(Boolean);
}

/**
 * Draws factors for statements and calculates their products, a chunk at a time.
 * @param {Batch} batch
 * @param {Statement[]} statements
 * @returns {Promise<Chunk[]>}
 */
async function chunksOf({ opened: { curve }, way }, statements) {
    const size = 2 * curve.G1.F.n8;
    const chunks = /** @type {Chunk[]} */ (new Array(Math.ceil(statements.length / CHUNK)));
    const { factors, scaled } = await drawFactors(curve, way, statements, getRandomBytes);
    await way.each(chunks.length, async (i) => {
        const from = CHUNK * i;
        const to = from + CHUNK;
        chunks[i] = await chunkOf(curve, way, statements.slice(from, to), {
            factors: factors.subarray(FACTOR * from, FACTOR * to), scaled: scaled.subarray(size * from, size * to),
        });
    });
    return chunks;
}

/** @param {readonly { value: Read }[]} proofs */
const statementsOf = (proofs) => proofs.map(({ value }) => value.statement);

/**
 * Reads and checks the proofs of a batch; those that are refused get their verdicts. Workers begin
 * with the first part while the others are read: all of that is for nothing where a point is
 * outside of its subgroup.
 * @param {Batch} batch
 * @param {readonly unknown[]} items
 * @returns {Promise<Chunk[]>} of the others
 */
async function readBatch(batch, items) {
    const { opened, positions } = batch, parts = /** @type {Promise<Chunk[]>[]} */ ([]);
    let proofs = /** @type {{ at: number, value: Read }[]} */ ([]);
    for (let from = 0; from < items.length; from += PART) {
        const part = items.slice(from, from + PART).map((value, i) => ({ at: from + i, value }));
        const passed = await passing(batch, part, (item) => read(opened, item));
        proofs = [...proofs, ...passed];
        const chunks = chunksOf(batch, statementsOf(passed));
        chunks.catch(() => {}); // thrown below, unless reading fails before
        parts.push(chunks);
    }
    const [members, begun] = await Promise.all([areMembers(batch, proofs), Promise.all(parts)]);
    const faults = faultsOn(opened.curve);
    if (!members)
        proofs = await passing(batch, proofs, (proof) => {
            checkClaim(proof.claim, faults);
            return proof;
        });
    for (const { at, value } of proofs) positions.set(value.statement, at);
    return members ? begun.flat() : chunksOf(batch, statementsOf(proofs));
}

/**
 * @param {OpenKey} opened
 * @param {ManyWays} way
 * @param {readonly unknown[]} items
 * @param {LanesOf} [lanesOf] - for proofs that are looked at alone
 * @returns {Promise<Verdict[]>} in the order of the items
 */
async function judgeBatch(opened, way, items, lanesOf) {
    const batch = { opened, way, verdicts: new Array(items.length).fill(undefined), positions: new Map() };
    const { curve } = opened, chunks = await readBatch(batch, items);
    const decide = (/** @type {Statement} */ statement, /** @type {boolean} */ holds) => {
        batch.verdicts[/** @type {number} */ (batch.positions.get(statement))] = verdictOfEquation(holds);
    };
    await settle({
        together: (/** @type {readonly Chunk[]} */ some) => holdTogether(curve, opened.key, way, some),
        alone: async (statement) => holdsAlone(curve, opened.key, statement, await lanesOf?.(curve)),
        decide,
    }, chunks);
    return batch.verdicts;
}

/**
 * Groth16 for a verifier of many.
 * @param {(name: string) => Promise<any>} curveOf - any: a built curve, or one that only verifies
 * @param {(opened: OpenKey) => ManyWays} waysOf
 * @param {readonly import("../json.js").AnswerOption[]} known - options
 * @param {LanesOf} [lanesOf]
 * @returns {import("../many.js").Setting}
 */
export const settingOf = (curveOf, waysOf, known, lanesOf) => ({
    known,
    open: (vkey, insecure) => {
        const { open } = openVkey(curveOf, vkey, insecure);
        return async () => {
            const opened = await open();
            const way = waysOf(opened);
            return (items) => judgeBatch(opened, way, items, lanesOf);
        };
    },
});
