/**
 * How proving begins: opens the key with its curve, and the witness.
 * @module protocols/key/open
 */
import { warmTransforms } from "../../batch/warm.js";
import { proverCurve, threadsFor } from "../../curves/prover_curve.js";
import { ensure } from "../../files/errors.js";
import { readValues } from "../../files/wtns.js";
import { openKeyFile } from "./header.js";
import { fittingWorkers, isBrief, isShort } from "./memory.js";

/** @import { readOptions } from "./options.js" */
/** @import { Progress } from "../../files/progress.js" */
/** @import { Source, SourceLike } from "../../files/source.js" */
/** @import { Tools } from "../../files/with_sources.js" */
/** @import { Key, KeyKind } from "./header.js" */
/** @import { Context } from "./context.js" */
/** @import { MemoryFootprint } from "./memory.js" */

/**
 * A witness that is in memory or can be read.
 * @typedef {object} WitnessInput
 * @property {string} name
 * @property {number} n8
 * @property {bigint} r
 * @property {number} count
 * @property {(progress: Progress, signal: AbortSignal) => Promise<Uint8Array>} values
 */

/**
 * As many threads as are asked for and memory allows; undefined if that is the usual number.
 * @param {MemoryFootprint} footprint
 * @param {ReturnType<typeof readOptions>} options
 */
function threadsOf(footprint, { threads, memory }) {
    const wanted = threadsFor(threads);
    const fitting = fittingWorkers(footprint, memory, wanted);
    return fitting === wanted ? threads : fitting;
}

/**
 * The curve. Its workers start while files are read, which takes 30 ms of a short proof.
 * @param {MemoryFootprint} footprint
 * @param {ReturnType<typeof readOptions>} options
 * @param {boolean} [short] - this thread takes tasks instead of a worker that has not started
 */
export async function openCurve(footprint, options, short = isShort(footprint.key)) {
    const { key: zkey } = footprint, brief = isBrief(zkey);
    const threads = threadsOf(footprint, options);
    const curve = options.curve ?? (await proverCurve(zkey.curve.name, { threads }, { brief, short }));
    zkey.file.packed?.use(curve);
    if (brief) return curve;
    if (short) curve.tm.help?.(true); // the curve of another copy of this package may have neither
    curve.tm.warm?.();
    return curve;
}

/**
 * A key of one of these kinds.
 * @template {KeyKind} T
 * @param {Source} source
 * @param {readonly T[]} kinds
 * @param {(zkey: Source) => Source} [keep] - as of openKeyFile
 * @returns {Promise<{ protocol: T, zkey: Awaited<ReturnType<T["open"]>> }>}
 */
export async function readKey(source, kinds, keep) {
    const { kind, file } = await openKeyFile(source, kinds, keep);
    return { protocol: kind, zkey: await kind.open(file) };
}

/**
 * A key, and its curve as soon as the header names it, because workers take longer to start than
 * the witness to open.
 * @template {KeyKind & { memory: (zkey: any) => MemoryFootprint }} T
 * @param {Pick<Tools, "open" | "atEnd">} tools
 * @param {SourceLike} source
 * @param {ReturnType<typeof readOptions>} options
 * @param {readonly T[]} kinds - of keys that are taken
 */
export function openKey({ open, atEnd }, source, options, kinds) {
    return withCurve(open("zkey", source).then((opened) => readKey(opened, kinds)), options, atEnd);
}

/**
 * @template {{ protocol: { memory: (zkey: any) => MemoryFootprint }, zkey: any }} T
 * @param {Promise<T>} key
 * @param {ReturnType<typeof readOptions>} options
 * @param {Tools["atEnd"]} atEnd
 */
export function withCurve(key, options, atEnd) {
    const curve = key.then(({ protocol, zkey }) => openCurve(protocol.memory(zkey), options));
    // the error is thrown where it is awaited, unless the witness fails first
    curve.catch(() => {});
    atEnd(async () => (await curve).tm.help?.(false));
    return { key, curve };
}

/**
 * @param {string} where
 * @param {Key} zkey
 * @param {import("../../curves/types.js").Curve} curve
 */
export function checkCurve(where, zkey, curve) {
    ensure(
        curve.name === zkey.curve.name,
        "ERR_OPTION",
        () =>
            `${where}: expected options.curve to be ${zkey.curve.name}, as ${zkey.file.name} asks for, got ${curve.name}`,
    );
}

/** Size of the domain from which on FFTs take longer than warming up their kernels. */
const WORTH_WARMING = 2 ** 14;

/**
 * Optimizes the kernels of FFTs on one worker while another does what comes before them. In a
 * short proof this thread would do it.
 * @param {Pick<Context, "zkey" | "curve" | "tm" | "signal">} context
 */
export function warmUp({ zkey, curve, tm, signal }) {
    if (!tm.cold || zkey.domainSize < WORTH_WARMING || isShort(zkey)) return undefined;
    const warmed = warmTransforms(tm, curve.Fr, { signal });
    warmed.catch(() => {}); // the next use of the worker reports the error
    return warmed;
}

/** @param {import("../../files/wtns.js").Wtns} wtns @returns {WitnessInput} */
export const witnessOf = (wtns) => ({
    name: wtns.file.name, n8: wtns.n8, r: wtns.r, count: wtns.count,
    async values(progress, signal) {
        const phase = progress.begin("witness", wtns.count * wtns.n8);
        const values = await readValues(wtns, phase.advance, signal);
        phase.end();
        return values;
    },
});
