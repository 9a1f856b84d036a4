/**
 * The pairing of a curve on lanes, in an instance of its own, because callers mark and release the
 * memory of the curve.
 * @module curves/pairing_lanes
 */
/** @typedef {import("../kernels/pairing/pairing.js").LanePairing} LanePairing */
/**
 * @typedef {import("../kernels/pairing/pairing.js").Fixed} Fixed what a key contributes to
 *   equations on lanes
 */
import { pairsOnLanes } from "../kernels/pairing/context.js";
import { lanePairing } from "../kernels/pairing/pairing.js";
import { compile, instantiate, loadCode } from "../runtime/instance.js";
import { linkLanes } from "../runtime/link.js";
import { createArena, createMemory } from "../runtime/memory.js";

/**
 * Of a curve: how often it was asked for, and what was opened since that is worth it.
 * @typedef {{ asked: number, opened?: Promise<LanePairing | undefined> }} Use
 */

/** @type {WeakMap<object, Use>} */
const uses = new WeakMap();

/**
 * From this verification on: a program that verifies one proof would take longer to open lanes than
 * they save.
 */
const WARM = 2;

/** @param {any} curve @returns {Promise<LanePairing | undefined>} */
async function open({ pairingParts }) {
    const { record, code, rows } = pairingParts;
    const row = rows().find((/** @type {any} */ one) => one.driver === "msm" && pairsOnLanes(record, one.layout));
    if (!row) return undefined;
    const [base, lane] = await Promise.all([code, row.module].map(async (one) => compile(await loadCode(one))));
    const memory = createMemory();
    const { exports } = await instantiate(base, memory);
    const [linked] = await linkLanes(exports, memory, [{ ...row, module: lane }]);
    return lanePairing(record, exports, linked, createArena(memory));
}

/**
 * The pairing on lanes, where a curve has it and has been asked for it before.
 * @param {any} curve - any: a built curve of any kind
 * @returns {Promise<LanePairing | undefined>} undefined where the base module is to be used, also
 *   if lanes cannot be opened here
 */
export async function warmPairing(curve) {
    if (!curve.pairingParts) return undefined;
    const use = uses.get(curve) ?? { asked: 0 };
    uses.set(curve, use);
    if (++use.asked < WARM) return undefined;
    return (use.opened ??= open(curve).catch(() => undefined));
}
