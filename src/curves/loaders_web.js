/**
 * In a page an application says itself what it loads: an import that waits here would break every
 * bundle that is one file.
 * @module curves/loaders_web
 */
/** @import { CurveLoader } from "./types.js" */

/** @type {readonly Readonly<CurveLoader>[]} */
export const LOADERS = Object.freeze([]);
