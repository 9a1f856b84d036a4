/**
 * What all parts of one Groth16 proof share. Types only; no code runs here.
 * @module protocols/groth16/context
 */

/**
 * columns: for A w, B w and their product.
 * @typedef {import("../key/context.js").Context<import("./zkey.js").Zkey>} Context
 */

export {};
