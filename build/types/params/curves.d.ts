import type { CurveIdentity, CurveRecord } from "./types.js";
/** Curves that come with every entry point. @type {readonly Readonly<CurveRecord>[]} */
export declare const PRESENT: readonly Readonly<CurveRecord>[];
/**
 * What names and files are recognised by; for a curve that is loaded on demand this is only its identity.
 * @type {readonly Readonly<CurveIdentity>[]}
 */
export declare const CURVES: readonly Readonly<CurveIdentity>[];
