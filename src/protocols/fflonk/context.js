/**
 * What all parts of one proof share. Types only; no code runs here.
 * @module protocols/fflonk/context
 */

/** @typedef {import("../key/context.js").Context<import("./zkey.js").Zkey>} Context */

export {};
