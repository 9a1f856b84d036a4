/**
 * Gives the groups of a curve their card: useGpu, and what benches and tests may say besides.
 * @module gpu/give_card
 */
/** @typedef {import("../curves/types.js").Curve} Curve */
/** @import { CardOptions } from "./card.js" */
/** @import { KernelOptions } from "./wgsl/types.js" */
import { loadGpu } from "#gpu";
import { cardOf, setCard } from "../batch/card.js";
import { checkType, describe } from "../util/check.js";
import { Card } from "./card.js";
import { CARD_CURVES, groupsOf } from "./curves.js";

/**
 * The points of a key of bn128 with 2^20 wires may stay: four lists of G1, and one of G2.
 * @type {Readonly<CardOptions>}
 */
const DEFAULTS = Object.freeze({ calls: "disabled", check: false, split: true, timeout: 10_000, keepBytes: 3 * 2 ** 27 });

/**
 * @param {Curve} curve - of this package
 * @param {any} gpu - what has requestAdapter, or "auto"
 * @param {Partial<CardOptions>} [options] - checked
 * @param {Partial<KernelOptions>} [kernels] - how they are written, for benches and tests; by
 *   default as it is fastest
 * @returns {Promise<Card>} ready for the first group, waiting or off; other groups follow
 * @throws {TypeError} for a curve without kernels, and for what has no adapters
 */
export async function giveCard(curve, gpu, options, kernels) {
    const record = CARD_CURVES.find(({ name }) => name === curve?.name);
    const { G1 } = curve ?? {};
    if (!record || typeof G1?.multiExpAffineChunked !== "function")
        throw new TypeError(
            `useGpu: expected a curve among ${CARD_CURVES.map(({ name }) => name).join(", ")}, got ${describe(curve)}`,
        );
    checkType(gpu === "auto" || typeof gpu?.requestAdapter === "function", "useGpu", '"auto" or a GPU', gpu);
    cardOf(G1)?.end("WebGPU: another card took its place");
    const load = gpu === "auto" ? loadGpu : async () => gpu;
    const rows = groupsOf(record).map((group) => ({ group, G: curve[group.key] })).filter(({ G }) => G);
    // no proof is made on other curves
    const { fr: field } = record, proves = curve.Fr && record.g2;
    const scalars = proves ? { field, curve: curve } : undefined;
    const card = new Card({ r: curve.r, rows, scalars, kernels }, load, { ...DEFAULTS, ...options });
    rows.forEach(({ G }, i) => setCard(G, card.groups[i]));
    if (card.scalars) setCard(curve.Fr, card.scalars);
    await card.groups[0].prepare();
    return card;
}
