/**
 * What a protocol is: a row that the prover, the pool, the queue and the command ask, so that none
 * of them names a protocol. Types only; no code runs here.
 * @module protocols/protocol
 */

/** @typedef {import("./key/header.js").Key} Key */
/** @typedef {import("./key/memory.js").MemoryFootprint} MemoryFootprint */
/** @typedef {import("./key/options.js").ProveOptions} ProveOptions */
/** @typedef {import("./key/weakness.js").Weakness} Weakness */
/** @typedef {import("../files/source.js").SourceLike} SourceLike */

/**
 * The steps of a proof that are the protocol's own, in the order in which they are called.
 * @template {Key} K
 * @typedef {object} Steps
 * @property {readonly ("G1" | "G2")[]} groups - that the MSMs of a proof are over
 * @property {(zkey: K, curve: import("../curves/types.js").Curve) => void} checkHeader - are the
 *   points of the header elements of their groups? Throws ERR_POINT
 * @property {(zkey: K, witness: Uint8Array, options: { check: boolean, paranoid?: boolean }) =>
 *   Record<string, number>} costs - costs of the phases that the proof will have, by name
 * @property {(context: import("./key/context.js").Context<K>) => Promise<void>} checkPoints - of
 *   every section
 * @property
 *   {(context: import("./key/context.js").Context<K>, controller: AbortController) => Promise<any>}
 *   createProof - the proof, as JSON; the controller is aborted by the first part that fails
 * @property {(context: import("./key/context.js").Context<K>, result: { proof: any, publicSignals:
 *   string[] }) => Promise<boolean>} verifyProof - does the proof verify with the points of the key?
 * @property {(context: import("./key/context.js").Context<K>, witness: string) => Promise<never>}
 *   diagnose - throws what is wrong when it does not: the key, or the witness of this name
 */

/**
 * Points [from, to) of one of the MSMs that a proof consists of.
 * @typedef {{ part: string, from: number, to: number }} Range
 */

/**
 * A proof in parts, for protocols that can be split: MSMs over ranges of points, some of them over
 * scalars that are calculated first.
 * @typedef {object} Split
 * @property {readonly string[]} parts - names of the MSMs
 * @property {(facts: any, msms: number) => Range[]} plan - of about so many MSMs with equal costs;
 *   facts: what keyInfo says of the key
 * @property {(range: Pick<Range, "part">) => boolean} isLate - is it over the calculated scalars?
 * @property {(zkey: SourceLike, witness: SourceLike, options?: any) => Promise<Uint8Array>} scalars
 *   - calculates them
 * @property {(zkey: SourceLike, scalars: SourceLike, range: any, options?: any) =>
 *   Promise<Uint8Array>} msm
 * @property {(zkey: SourceLike, witness: SourceLike, msms: readonly any[], options?: any) =>
 *   Promise<any>} combine
 */

/**
 * What contracts on a chain need: one that verifies proofs of a key, and the arguments of its
 * verifyProof.
 * @typedef {object} Solidity
 * @property {(vkey: object, options?: { curve?: import("../curves/types.js").Curve, insecure?:
 *   boolean }) => Promise<string>} contract
 * @property {(proof: unknown, publicSignals: unknown) => string} callData
 */

/**
 * A protocol: its keys, and what is done with them. `marks` are members that its verification keys
 * and proofs have, and those of no other protocol. Without a curve, `weakness` judges by the header
 * alone.
 * @template {Key} [K=any]
 * @typedef {import("./key/header.js").KeyKind<K> & {
 *   marks: Readonly<{ vkey: string, proof: string }>,
 *   memory: (zkey: K) => MemoryFootprint,
 *   weakness: (zkey: K, curveOf?: () => Promise<import("../curves/types.js").Curve>, signal?:
 *   AbortSignal) => Promise<Readonly<Weakness> | undefined>,
 *   steps: Steps<K>,
 *   forecast: (circuit: import("./key/forecast.js").Circuit) =>
 *   import("./key/forecast.js").Forecast | undefined, info: (zkey: K) => Promise<{ constraints?:
 *   number, domainSize: number, [fact: string]: unknown }>, verify: (vkey: object, publicSignals:
 *   any, proof: object, options?: any) => Promise<any>, verifyStream: (vkey: object, items: any,
 *   options?: any) => AsyncGenerator<any, void, undefined>, vkeyWeakness: (vkey: object) =>
 *   Promise<Readonly<Weakness> | undefined>, verificationKey: (zkey: K, curve:
 *   import("../curves/types.js").Curve, signal?: AbortSignal) => Promise<any>, solidity:
 *   Readonly<Solidity>, split?: Split,
 * }} Protocol
 */

/**
 * What proving takes of a protocol, and what its keys say: the row without what is done with
 * proofs.
 * @template {Key} [K=any]
 * @typedef {Pick<Protocol<K>, keyof import("./key/header.js").KeyKind | "memory" | "weakness"
 *   | "info" | "steps">} ProverRow
 */

export {};
