/**
 * The curves that entry points know. Those that are loaded on demand are here by their identity alone: records.js has
 * all records.
 * @module params/curves
 */
/** @import { CurveIdentity, CurveRecord } from "./types.js" */
import { bls12377Identity } from "./bls12377_identity.js";
import { bls12381 } from "./bls12381.js";
import { bn128 } from "./bn128.js";
import { goldilocks } from "./goldilocks.js";
import { grumpkinIdentity } from "./grumpkin_identity.js";
import { pallasIdentity } from "./pallas_identity.js";
import { secq256r1 } from "./secq256r1.js";
import { vestaIdentity } from "./vesta_identity.js";

/** Curves that come with every entry point. @type {readonly Readonly<CurveRecord>[]} */
export const PRESENT = Object.freeze([bn128, bls12381]);

/**
 * What names and files are recognised by; for a curve that is loaded on demand this is only its identity.
 * @type {readonly Readonly<CurveIdentity>[]}
 */
export const CURVES = Object.freeze([
    bn128, bls12381, bls12377Identity, goldilocks, grumpkinIdentity, pallasIdentity, secq256r1, vestaIdentity,
]);
