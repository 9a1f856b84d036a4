/**
 * Takes over a contribution that was made in the form of bellman: `zkey import bellman`.
 * @module ceremony/bellman/import
 */
import {
    counted, encodeParameters, ensure, openZkey, pointCheck, readContributions, readNamedOptions, refuseInputs,
    sameBytes, SECTION, withCeremony,
} from "../../../../../src/internal/snarkjs_ceremony.js";
import { checkKey } from "../contribute.js";
import { contributionHash } from "../transcript.js";
import { inParts, partsOf } from "../parts.js";
import { pointsAtOnce } from "../multiply.js";
import { AS_MADE, dividedPoints, rewriteKey } from "../rewrite_key.js";
import { LISTS, openParameters } from "./layout.js";
import { toValues } from "./quotients.js";

/** @import { BinWriter, Contribution, Curve, Mpc } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { NamedOptions, PhaseTracker } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { PointSection, SinkLike, SourceLike } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { Zkey } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { Contributed } from "../contribute.js" */
/** @import { Parameters } from "./layout.js" */

/**
 * Are the parameters those of the key, with contributions added?
 * @param {Curve} curve
 * @param {Zkey} zkey
 * @param {Mpc} before
 * @param {Readonly<Parameters>} after
 * @throws {ProverError} ERR_FILE
 */
function checkSameCircuit(curve, zkey, before, { file, points, lists, mpc }) {
    const other = (/** @type {string} */ expected, /** @type {unknown} */ got) => () =>
        `${file.name}: expected ${expected} of ${zkey.file.name}, got ${got}; it is for another key`;
    for (const [name] of LISTS) {
        const section = /** @type {PointSection} */ (zkey.pointSections.get(SECTION[name]));
        const count = section.points - (name === "H" ? 1 : 0), got = lists[name].points;
        ensure(got === count, "ERR_FILE", other(`${count} points ${name}, those`, got));
    }
    for (const name of /** @type {const} */ (["alpha1", "beta1", "beta2", "gamma2"]))
        ensure(sameBytes(points[name], zkey.points[name]), "ERR_FILE", other(name, "another"));
    ensure(sameBytes(mpc.circuitHash, before.circuitHash), "ERR_FILE", other("the hash of the circuit", "another"));
    ensure(mpc.contributions.length > before.contributions.length, "ERR_FILE", other(
        `more than ${counted(before.contributions.length, "contribution")}`, mpc.contributions.length));
    before.contributions.forEach((one, i) => ensure(
        sameBytes(contributionHash(curve, one), contributionHash(curve, mpc.contributions[i])),
        "ERR_FILE", other(`contribution ${i + 1}`, "another")));
}

/**
 * The points of a list, which are checked; in order.
 * @param {{ curve: Curve, signal: AbortSignal, tracker: PhaseTracker }} on
 * @param {Readonly<Parameters>} after
 * @param {"C" | "H"} name
 * @param {(points: Uint8Array, from: number) => unknown} take
 */
async function readList({ curve, signal, tracker }, { file, lists }, name, take) {
    const check = pointCheck(curve, curve.G1, `${file.name}: expected % ${name}`, signal, { what: "response" });
    await inParts(lists[name].points, pointsAtOnce(curve), async (part) => {
        const some = await lists[name].read(...part);
        await check.add(some);
        return some;
    }, async (some, [from, count]) => {
        await take(some, from);
        tracker.advance(count);
    });
    check.end();
}

/**
 * The points of a section of the new key.
 * @param {{ curve: Curve, zkey: Zkey, signal: AbortSignal, tracker: PhaseTracker }} on
 * @param {Readonly<Parameters>} after
 * @param {BinWriter} writer
 * @param {number} type
 */
async function writePoints(on, after, writer, type) {
    if (type === SECTION.C) return readList(on, after, "C", writer.write);
    const { curve, zkey: { power, domainSize } } = on, size = 2 * curve.G1.F.n8;
    const points = new Uint8Array(domainSize * size);
    await readList(on, after, "H", (some, from) => points.set(some, from * size));
    const made = await toValues(on, points, power);
    for (const [from, count] of partsOf(domainSize, pointsAtOnce(curve)))
        await writer.write(made.subarray(from * size, (from + count) * size));
}

/**
 * Takes over the contributions that were made to an exported key: `zkey import bellman`. What they
 * do not change is copied from the key. Whether their authors knew their secrets is for
 * verifyKeyFromR1cs to say.
 *
 *   in      zkey, mpcparams  path, bytes, Blob, URL or reader; newZkey: path, { type: "mem" } or
 *                            WritableStream
 *   memory  that of one FFT of the points H: some 500 bytes for each row of the domain
 *   throws  ERR_FILE for the parameters of another key, or without a new contribution; ERR_POINT;
 *           nothing is left of the output
 * @param {SourceLike} zkey - the key that was exported
 * @param {SourceLike} mpcparams
 * @param {SinkLike} newZkey
 * @param {NamedOptions} [options] - name: of all new contributions
 * @returns {Promise<Contributed>}
 */
export async function importBellman(zkey, mpcparams, newZkey, options) {
    const where = "importBellman", checked = readNamedOptions(where, options), { name } = checked;
    return withCeremony(where, checked, async ({ open, controller: { signal }, progress, curveOf, writeOutput }) => {
        refuseInputs(where, newZkey, [zkey, mpcparams]);
        const key = await openZkey(await open("zkey", zkey));
        const before = await readContributions(key, signal);
        const source = await open("mpcparams", mpcparams);
        const points = dividedPoints(key);
        const curve = await curveOf(key.curve);
        const tracker = progress.only("points", points);
        const after = await openParameters({ curve, known: key.curve, signal }, source);
        checkSameCircuit(curve, key, before, after);
        checkKey(curve, after, after.mpc);
        const named = after.mpc.contributions.slice(before.contributions.length).map((one) =>
            ({ ...one, parameters: encodeParameters({ name }) }));
        const mpc = { ...before, contributions: [...before.contributions, ...named] };
        await writeOutput(async (openSink) => {
            const sink = await openSink("newZkey", newZkey), on = { zkey: key, curve, signal, tracker };
            await rewriteKey({ zkey: key, signal, sink, order: AS_MADE }, mpc, after.points, (writer, type) =>
                writePoints(on, after, writer, type));
        });
        tracker.end();
        const hash = contributionHash(curve, /** @type {Contribution} */ (named.at(-1)));
        return Object.freeze({
            contributionHash: hash, contributions: mpc.contributions.length, circuitHash: mpc.circuitHash,
        });
    });
}
