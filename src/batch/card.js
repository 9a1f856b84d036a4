/**
 * The graphics card of a group: what a sum, a proof and a curve ask of it. ffturbo/gpu gives a group its card; no other
 * room knows what is behind it.
 * @module batch/card
 */
/** @import { Bytes } from "./types.js" */

/**
 * A sum that a card may compute, in whole or in part.
 * @typedef {object} CardJob
 * @property {string} where - for messages
 * @property {"auto" | "enabled"} mode
 * @property {number} n - points
 * @property {number} pointBytes
 * @property {number} scalarBytes
 * @property {Bytes} scalars
 * @property {(offset: number, length: number) => Uint8Array | Promise<Uint8Array>} read - bases, into a new buffer
 * @property {(offset: number, length: number) => Uint8Array | undefined} [view] - the same without a copy, if it can be
 * @property {((byteLength: number) => void) | undefined} release
 * @property {{ signal?: AbortSignal, onProgress?: (progress: { done: number, total: number }) => void }} options
 */

/** The same sum, but for these members, on the CPU. @typedef {(part: Partial<CardJob>) => Promise<Uint8Array>} OnCpu */

/**
 * @typedef {object} GroupCard
 * @property {"auto" | "enabled" | "disabled"} calls - for calls that do not say
 * @property {boolean} isReady - it has been opened, and has given the known answer
 * @property {string} reason - why it is not
 * @property {(insist?: boolean) => Promise<void>} prepare - settles when it is ready or will not be
 * @property {(job: CardJob, onCpu: OnCpu) => Promise<Uint8Array>} sum - on the card, the CPU or both; jacobian
 * @property {() => { state: string, reason: string, [more: string]: unknown }} info
 * @property {(reason: string) => void} end - for good
 */

/** @param {object | undefined} G @returns {GroupCard | undefined} */
export const cardOf = (G) => /** @type {{ card?: GroupCard } | undefined} */ (G)?.card;

/** Gives a group its card; one that it had before is ended by the caller. @param {object} G @param {GroupCard} card */
export function setCard(G, card) {
    Object.defineProperty(G, "card", { value: card, writable: true, configurable: true, enumerable: false });
}
