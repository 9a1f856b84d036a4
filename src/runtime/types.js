/**
 * Shapes of the runtime room: what a curve brings to be instantiated. Types only; no code runs
 * here.
 * @module runtime/types
 */

/**
 * Where a base module keeps its constants: those of the parts that the curve has.
 * @typedef {object} Layout
 * @property {number} pr
 * @property {number} [pq]
 * @property {number} [pG1gen]
 * @property {number} [pG1zero]
 * @property {number} [pG1b] - of a curve in Weierstrass form
 * @property {number} [pG1ad] - of one in Edwards form: a, and d behind it
 * @property {number} [pG2gen]
 * @property {number} [pG2zero]
 * @property {number} [pG2b]
 * @property {number} [pOneT]
 */

/**
 * @typedef {object} BaseModule
 * @property {string | Uint8Array | WebAssembly.Module | (() => Promise<string>)} code - base64,
 *   bytes or compiled, or what loads it
 * @property {Readonly<Layout>} layout
 * @property {readonly import("./link.js").Lane[]} [beside] - modules that are linked with it
 *   everywhere, even in the main instance
 */

/** A base module in its packed form. @typedef {BaseModule & { code: string }} PackedModule */

/**
 * A record and its base module; and where a tier has a base module of its own, that one, with the
 * name of its artifact, the same exports and the same results. Lanes of the tier are linked with
 * it.
 * @typedef {PackedModule & {
 *   record: Readonly<import("../params/types.js").AnyRecord>,
 *   base?: (tier: import("./tier_names.js").Tier) => (PackedModule & { name: string }) | undefined,
 * }} CurveBase
 */

/**
 * A lane module of a curve.
 * @typedef {object} LaneRow
 * @property {string} name - of its artifact
 * @property {import("./link.js").Lane["driver"]} driver
 * @property {string} [prefix] - of the field that it works on
 * @property {string} code
 * @property {any} layout - what the driver needs, and possibly `constants`, packed
 */

/**
 * A record, its base module and the lane modules of each tier.
 * @typedef {CurveBase & { lanes: (tier: import("./tier_names.js").Tier) => readonly LaneRow[] }}
 *   CurveModules
 */

export {};
