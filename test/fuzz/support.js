/** What several targets need. */
import * as ffjavascript from "ffjavascript-oracle";
import { getCurveFromName } from "../../src/index.js";
import { detectTier, TIERS } from "../../src/runtime/tiers.js";

export { hex } from "../support/hex.js";

/** @param {boolean} ok @param {() => string} what */
export function demand(ok, what) {
    if (!ok) throw new Error(what());
}

/** @param {string} what @param {Record<string, string>} the answers, by their source: all alike */
export function agree(what, answers) {
    const [[first, wanted], ...others] = Object.entries(answers);
    for (const [name, answer] of others)
        demand(answer === wanted, () => `${what}: ${name} differs from ${first}\n${name}: ${cut(answer)}\n${first}: ${cut(wanted)}`);
}

/** @param {unknown} value */
export const cut = (value) => String(value).slice(0, 400);

const build = { bn128: ffjavascript.buildBn128, bls12381: ffjavascript.buildBls12381 };
const curves = new Map();

/** Built once. @param {string} key @param {() => Promise<any>} make */
function kept(key, make) {
    if (!curves.has(key)) curves.set(key, make());
    return curves.get(key);
}

/** ffjavascript's curve, on this thread. @param {"bn128" | "bls12381"} name */
export const theirs = (name) => kept(`theirs ${name}`, () => build[name](true));

/** Ours, on this thread. @param {string} name @param {string} [tier] */
export const ours = (name, tier = "auto") => kept(`${name} ${tier}`, () => getCurveFromName(name, { singleThread: true, tier }));

/** Ours, on two workers. @param {string} name */
export const onWorkers = (name) => kept(`${name} workers`, () => getCurveFromName(name, { threads: 2 }));

/** Ends the workers of all that were built; what is on this thread alone is kept for the next target. */
export async function endAll() {
    for (const [key, curve] of [...curves]) {
        if (!key.endsWith(" workers")) continue;
        curves.delete(key);
        await (await curve).terminate();
    }
}

/** Tiers that this host can run. */
export const tiersHere = () => TIERS.slice(TIERS.indexOf(detectTier()));
