/**
 * The curves that entry points know. Those that are loaded on demand are here by their identity alone: records.js has
 * all records.
 * @module params/curves
 */
/** @import { CurveIdentity, CurveRecord } from "./types.js" */
import { babyjubjubIdentity } from "./babyjubjub_identity.js";
import { bls12377Identity } from "./bls12377_identity.js";
import { bls12381 } from "./bls12381.js";
import { bn128 } from "./bn128.js";
import { edwardsBls12Identity } from "./edwards_bls12_identity.js";
import { goldilocks } from "./goldilocks.js";
import { grumpkinIdentity } from "./grumpkin_identity.js";
import { jubjubIdentity } from "./jubjub_identity.js";
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
    bn128, bls12381, babyjubjubIdentity, bls12377Identity, edwardsBls12Identity, goldilocks, grumpkinIdentity,
    jubjubIdentity, pallasIdentity, secq256r1, vestaIdentity,
]);
