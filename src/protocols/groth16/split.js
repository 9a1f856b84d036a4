/**
 * One proof in parts, which machines that share only the key and the witness can calculate: MSMs
 * over ranges of points, the FFTs, and the combination of these. No part depends on where the
 * others run.
 * @module protocols/groth16/split
 */
import { clear, sameBytes } from "../../util/bytes.js";
import { describe } from "../../util/check.js";
import { POINT_OF_G2 } from "../../util/costs.js";
import { createBudget } from "../../files/budget.js";
import { ensure, ProverError } from "../../files/errors.js";
import { joinFirstFailure } from "../../files/stop.js";
import { withSources } from "../../files/with_sources.js";
import { checkReduced, checkValues, checkWitnessFits, encodeWtns, openWtns, readValues } from "../../files/wtns.js";
import { buildABC } from "./coefficients.js";
import { costsOf } from "./costs.js";
import { planMemory } from "../key/memory.js";
import { checkCurve, openKey, warmUp } from "../key/open.js";
import { readOptions } from "../key/options.js";
import { isInSubgroup, isOnCurve } from "../key/points.js";
import { publicOf, selfVerify } from "../key/prove.js";
import { footprintOf } from "./memory.js";
import { checkHeaderPoints } from "./points.js";
import { encodeProof } from "./proof.js";
import { diagnose, blind, verifyProof, quotientOf, withColumns } from "./prove.js";
import { firstPrivate, PARTS, pointBytesOf, msmPart } from "./msms.js";
import { KIND } from "./zkey.js";

/** @import { Wtns } from "../../files/wtns.js" */
/** @import { SourceLike } from "../../files/source.js" */
/** @import { Context } from "./context.js" */
/** @import { ProveOptions, ProveResult } from "./entry.js" */
/** @import { Zkey } from "./zkey.js" */

/**
 * An MSM of a proof: over the points A, B2 or C with values of the witness, or over H with the
 * results of the FFTs.
 * @typedef {import("./msms.js").Part} Part
 */

/**
 * Points [from, to) of a part's section.
 * @typedef {{ part: Part, from: number, to: number }} Range
 */

/**
 * An MSM over a range: an affine point in the form that points have in the key, 64 to 192 bytes.
 * Callers may add members.
 * @typedef {Range & { point: Uint8Array }} PartialMsm
 */

/**
 * The error that combine throws if a part is wrong. `wrong` has the wrong entries as they were
 * passed, `msms` all entries with right points instead of wrong ones, and `quotient` says whether
 * the scalars of H are wrong.
 * @typedef {ProverError & { wrong: readonly PartialMsm[], msms: readonly PartialMsm[], quotient:
 *   boolean }} MsmFailure
 */

/**
 * @typedef {Pick<ProveOptions, "threads" | "memory" | "onProgress" | "signal" | "readTimeout"
 *   | "curve">} PartOptions
 */

/** @typedef {ReturnType<typeof readOptions>} Checked */
/** @import { Tools } from "../../files/with_sources.js" */

/**
 * @param {Pick<Zkey, "nVars" | "nPublic" | "domainSize">} zkey
 * @param {Part} part
 * @returns {number} points
 */
export function pointsIn({ nVars, nPublic, domainSize }, part) {
    if (part === "H") return domainSize;
    return part === "C" ? nVars - nPublic - 1 : nVars;
}

/**
 * Approximate cost of a point in each MSM, relative to G1; it only decides how even the ranges are.
 */
const COST = Object.freeze({ A: 1, B2: POINT_OF_G2, C: 1, H: 1.2 });

/**
 * Ranges of about equal cost.
 * @param {{ signals: number, publicSignals: number, domainSize: number }} info
 * @param {number} msms - the wanted number; there is at least one for each part
 * @returns {Range[]}
 */
export function planRanges({ signals, publicSignals, domainSize }, msms) {
    const parts = /** @type {Part[]} */ (Object.keys(PARTS));
    const points = parts.map((part) => pointsIn({ nVars: signals, nPublic: publicSignals, domainSize }, part));
    const costs = parts.map((part, i) => points[i] * COST[part]);
    const total = costs.reduce((a, b) => a + b, 0);
    return parts.flatMap((part, i) => {
        const n = points[i], count = Math.max(1, Math.min(n, Math.round((msms * costs[i]) / total)));
        return Array.from({ length: count }, (_, k) => ({
            part, from: Math.floor((n * k) / count), to: Math.floor((n * (k + 1)) / count),
        }));
    });
}

/** Is it an MSM over the results of the FFTs? @param {{ part: string }} range */
export const isLate = ({ part }) => part === "H";

/** Number of the scalar of the first point of a part. @param {Zkey} zkey @param {Part} part */
const firstScalar = (zkey, part) => (part === "C" ? firstPrivate(zkey) : 0);

/** @param {string} where @param {any} range @returns {Range} */
function readRange(where, range) {
    const { part, from, to } = Object(range);
    const index = (/** @type {any} */ n) => Number.isSafeInteger(n) && n >= 0;
    ensure(
        typeof part === "string" && Object.hasOwn(PARTS, part) && index(from) && index(to) && from <= to,
        "ERR_OPTION",
        () =>
            `${where}: expected a range { part: one of ${Object.keys(PARTS).join(", ")}, from, to } of points, got { part: ${describe(part)}, from: ${describe(from)}, to: ${describe(to)} }`,
    );
    return { part: /** @type {Part} */ (part), from, to };
}

/** @param {string} where @param {Zkey} zkey @param {Range} range */
function checkRange(where, zkey, { part, to }) {
    const most = pointsIn(zkey, part);
    ensure(
        to <= most,
        "ERR_OPTION",
        () => `${where}: expected a range within the ${most} points ${part} of ${zkey.file.name}, got one to ${to}`,
    );
}

/**
 * Opens the key for body, and closes everything afterwards.
 * @template T
 * @param {string} where
 * @param {SourceLike} zkey
 * @param {unknown} options
 * @param {(context: Context, tools: Tools & { options: Checked }) => Promise<T>} body - of a
 *   context whose witness is empty
 * @returns {Promise<T>}
 */
export async function withKey(where, zkey, options, body) {
    const checked = readOptions(where, options);
    return withSources(checked, async (tools) => {
        const { controller, progress } = tools, { signal } = controller, secrets = /** @type {Uint8Array[]} */ ([]);
        const { key, curve: opening } = openKey(tools, zkey, checked, [{ ...KIND, memory: footprintOf }]);
        try {
            const [{ zkey: opened }, curve] = await joinFirstFailure(controller, [key, opening]);
            checkCurve(where, opened, curve);
            checkHeaderPoints(opened, curve);
            const { budgetBytes, ...plan } = planMemory(footprintOf(opened), checked.memory, curve.tm.concurrency);
            const budget = createBudget(budgetBytes, signal);
            const witness = new Uint8Array(0);
            const context = {
                zkey: opened, witness, secrets, curve, tm: curve.tm, progress, budget, ...plan, signal,
            };
            return await body(context, { ...tools, options: checked });
        } finally {
            await opening.then((curve) => curve.tm.wipe?.(), () => {});
            secrets.forEach(clear);
        }
    });
}

/**
 * The scalars of a part: the witness, or for H the result of quotientScalars.
 * @param {Context} context
 * @param {Part} part
 * @param {Wtns} wtns
 */
function checkScalars({ zkey }, part, { file: { name }, n8, r, count }) {
    const { domainSize, curve, file } = zkey;
    if (part !== "H") return checkWitnessFits({ name, n8, r, count }, zkey);
    ensure(
        r === curve.r && n8 === curve.n8r && count === domainSize,
        "ERR_WITNESS",
        () =>
            `${name}: expected the ${domainSize} scalars of H for ${file.name}, got ${count} values over the field of order ${r}`,
    );
}

/**
 * @param {Context} context
 * @param {Range} range
 * @param {Wtns} wtns
 * @returns {Promise<Uint8Array>} affine
 */
async function msmOfRange(context, { part, from, to }, wtns) {
    const { zkey, curve, progress, signal, secrets } = context, first = firstScalar(zkey, part);
    const phase = progress.begin("witness", (to - from) * wtns.n8);
    const scalars = await readValues(wtns, phase.advance, signal, first + from, first + to);
    phase.end();
    secrets.push(scalars);
    await checkReduced(scalars, { ...wtns, name: wtns.file.name }, first + from);
    progress.plan({ [part]: 1 });
    const G = curve[PARTS[part].group];
    return G.toAffine(await msmPart(context, part, scalars, { start: from }));
}

/**
 * The MSM over a range of points of a key, each times its scalar. It needs memory for the scalars
 * of the range, and for points like prove.
 * @param {SourceLike} zkey
 * @param {SourceLike} scalars - the wtns file; for part H the result of quotientScalars. Only the
 *   range is read
 * @param {Range} range
 * @param {PartOptions} [options]
 * @returns {Promise<Uint8Array>} an affine point in the form that points have in the key: 64 to 192
 *   bytes
 * @throws {ProverError} ERR_OPTION for a range that the key does not have; otherwise as prove
 */
export async function msmRange(zkey, scalars, range, options) {
    const wanted = readRange("msmRange", range); // read before the first await
    return withKey("msmRange", zkey, options, async (context, { open }) => {
        checkRange("msmRange", context.zkey, wanted);
        const wtns = await openWtns(await open("scalars", scalars));
        checkScalars(context, wanted.part, wtns);
        return msmOfRange(context, wanted, wtns);
    });
}

/**
 * @param {Context} context
 * @param {Wtns} wtns
 * @returns {Promise<Uint8Array>} canonical LE, in a new buffer
 */
async function quotientFrom(context, wtns) {
    const { progress, signal, secrets } = context, witness = { ...wtns, name: wtns.file.name };
    const phase = progress.begin("witness", wtns.count * wtns.n8);
    const values = await readValues(wtns, phase.advance, signal);
    phase.end();
    secrets.push(values);
    await checkValues(values, witness);
    const { coefficients, fft } = costsOf(context.zkey, values, { check: false });
    progress.plan({ coefficients, fft });
    return withColumns({ ...context, witness: values }, async (shared) => {
        warmUp(shared);
        return (await quotientOf(shared, await buildABC(shared))).slice();
    });
}

/**
 * Does the FFTs of a proof and returns the scalars of its MSM over H, which are as secret as
 * the witness.
 * @param {SourceLike} zkey
 * @param {SourceLike} witness - a wtns file
 * @param {PartOptions} [options]
 * @returns {Promise<Uint8Array>} in the form of a wtns file, for msmRange
 * @throws {ProverError} as prove
 */
export async function quotientScalars(zkey, witness, options) {
    return withKey("quotientScalars", zkey, options, async (context, { open }) => {
        const wtns = await openWtns(await open("witness", witness));
        checkScalars(context, "A", wtns);
        const values = await quotientFrom(context, wtns);
        context.secrets.push(values);
        return encodeWtns(values, wtns.n8, wtns.r);
    });
}

/** @param {unknown} msms @returns {PartialMsm[]} */
function readMsms(msms) {
    ensure(Array.isArray(msms), "ERR_OPTION", () => `combine: expected a list of partial sums, got ${describe(msms)}`);
    return msms.map((msm) => ({ ...msm, ...readRange("combine", msm) }));
}

/**
 * Checks that every point of every part is in exactly one MSM.
 * @param {Zkey} zkey
 * @param {PartialMsm[]} msms
 */
function checkCover(zkey, msms) {
    for (const part of /** @type {Part[]} */ (Object.keys(PARTS))) {
        let next = 0;
        const own = msms.filter((msm) => msm.part === part).sort((a, b) => a.from - b.from || a.to - b.to);
        for (const { from, to } of own) {
            ensure(
                from === next,
                "ERR_OPTION",
                () => `combine: expected an MSM of points ${part} from ${next} on, got one from ${from} to ${to}`,
            );
            next = to;
        }
        const most = pointsIn(zkey, part);
        ensure(
            next === most,
            "ERR_OPTION",
            () => `combine: expected MSMs of points ${part} up to ${most}, got them up to ${next}`,
        );
    }
}

/**
 * Is it a point of the curve, and in the group?
 * @param {Context} context
 * @param {PartialMsm} msm
 */
function isElement({ zkey, curve }, { part, point }) {
    const G = curve[PARTS[part].group];
    return point instanceof Uint8Array && point.length === pointBytesOf(zkey, part) &&
        isOnCurve(G, point, zkey.curve) && isInSubgroup(curve, G, point);
}

/** @param {Context} context @param {PartialMsm[]} msms @param {Part} part @returns {Uint8Array} */
function totalOf({ curve }, msms, part) {
    const G = curve[PARTS[part].group];
    return msms.filter((msm) => msm.part === part).reduce((total, { point }) => G.add(total, point), G.zero);
}

/**
 * @param {Context} context
 * @param {PartialMsm[]} msms - elements of their groups
 * @returns {Promise<import("./proof.js").Proof>}
 */
async function proofOf(context, msms) {
    const { zkey, curve, curve: { G1 } } = context, total = (/** @type {Part} */ part) => totalOf(context, msms, part);
    const { piA, piB, cross } = await blind(context, Promise.resolve(total("A")), Promise.resolve(total("B2")));
    const piC = G1.toAffine(G1.add(G1.add(total("C"), total("H")), cross));
    return encodeProof(curve, zkey.curve.name, piA, piB, piC);
}

/**
 * The scalars of H that the MSMs were made with: other machines made both, and they may be
 * anything.
 * @typedef {{ file: Wtns, values: Uint8Array } | "malformed" | undefined} Claimed
 */

/**
 * @param {Context} context
 * @param {(name: string, source: SourceLike) => Promise<import("../../files/source.js").Source>}
 *   open
 * @param {SourceLike | undefined} quotient
 * @returns {Promise<Claimed>}
 */
async function claimedScalars(context, open, quotient) {
    if (quotient === undefined) return undefined;
    const { signal, secrets } = context;
    try {
        const file = await openWtns(await open("quotient", quotient));
        checkScalars(context, "H", file);
        const values = await readValues(file, () => {}, signal);
        secrets.push(values);
        await checkReduced(values, { ...file, name: file.file.name });
        return { file, values };
    } catch (error) {
        if (signal.aborted || !(error instanceof ProverError) || error.code === "ERR_READ") throw error;
        return "malformed";
    }
}

/**
 * Calculates every part again, to find out which was wrong. This takes as long as the proof.
 * @param {Context} context
 * @param {Wtns} wtns
 * @param {Claimed} claimed
 * @param {PartialMsm[]} msms
 * @returns {Promise<void>}
 * @throws {MsmFailure} when one was wrong
 */
async function findWrongMsms(context, wtns, claimed, msms) {
    const { secrets } = context, wrong = /** @type {PartialMsm[]} */ ([]), right = /** @type {PartialMsm[]} */ ([]);
    const values = await quotientFrom(context, wtns);
    secrets.push(values);
    const other = claimed && claimed !== "malformed" && !sameBytes(claimed.values, values) ? claimed : undefined;
    const quotient = claimed === "malformed" || other !== undefined;
    /** @type {any} */
    const file = {
        name: "quotient",
        fresh: true,
        read: async (/** @type {number} */ _, /** @type {number} */ at, /** @type {number} */ length) =>
            values.slice(at, at + length),
    };
    const H = { ...wtns, count: context.zkey.domainSize, file };
    for (const msm of msms) {
        const point = await msmOfRange(context, msm, msm.part === "H" ? H : wtns);
        right.push({ ...msm, point });
        // an MSM over nothing is neither right nor wrong
        if (msm.part === "H" && claimed === "malformed") continue;
        // an MSM that is right for wrong scalars is not wrong
        const expected = other && msm.part === "H" ? await msmOfRange(context, msm, other.file) : point;
        if (!(msm.point instanceof Uint8Array) || !sameBytes(msm.point, expected)) wrong.push(msm);
    }
    if (wrong.length > 0 || quotient) throw msmFailure(wrong, right, quotient);
}

/**
 * @param {PartialMsm[]} wrong
 * @param {PartialMsm[]} msms
 * @param {boolean} quotient
 * @returns {MsmFailure}
 */
function msmFailure(wrong, msms, quotient) {
    const names = wrong.map(({ part, from, to }) => `${part} ${from} to ${to}`);
    const what = [...(quotient ? ["the scalars of H"] : []), ...names].join(", ");
    const error = new ProverError("ERR_MSM", `combine: expected parts of one proof, got wrong ones: ${what}`);
    return Object.assign(error, { wrong, msms, quotient });
}

/** @param {any} options */
function splitOptions(options) {
    const { quotient, ...rest } = Object(options);
    return { quotient, rest: typeof options === "object" ? rest : options };
}

/**
 * Puts partial MSMs together, blinds, and verifies the proof. Only the public signals of the
 * witness are read, unless the proof does not verify; then every part is calculated again, and the
 * error says which were wrong.
 * @param {SourceLike} zkey
 * @param {SourceLike} witness - a wtns file
 * @param {readonly PartialMsm[]} msms - in any order; together every point of A, B2, C and H once
 * @param {PartOptions & Pick<ProveOptions, "check"> & { quotient?: SourceLike }} [options] -
 *   quotient: the scalars that the MSMs over H were made with; they are also checked if something
 *   is wrong
 * @returns {Promise<ProveResult>}
 * @throws {ProverError | MsmFailure} ERR_MSM with `wrong`, `msms` and `quotient`; ERR_CHECK where
 *   all parts are right and the witness does not satisfy the circuit; ERR_OPTION where MSMs are
 *   missing; otherwise as prove
 */
export async function combine(zkey, witness, msms, options) {
    const given = readMsms(msms);
    const { quotient, rest } = splitOptions(options);
    return withKey("combine", zkey, rest, async (context, { open, options: { check } }) => {
        checkCover(context.zkey, given);
        const wtns = await openWtns(await open("witness", witness));
        checkScalars(context, "A", wtns);
        const refuseWrongMsms = async () =>
            findWrongMsms(context, wtns, await claimedScalars(context, open, quotient), given);
        if (!given.every((msm) => isElement(context, msm))) await refuseWrongMsms();
        const { nPublic } = context.zkey;
        const signals = await readValues(wtns, () => {}, context.signal, 0, nPublic + 1);
        await checkValues(signals, { ...wtns, name: wtns.file.name });
        const result = { proof: await proofOf(context, given), publicSignals: publicOf(context.zkey, signals) };
        if (check && !await selfVerify(verifyProof, context, result)) {
            await refuseWrongMsms();
            await diagnose(context, wtns.file.name);
        }
        context.signal.throwIfAborted();
        return result;
    });
}
