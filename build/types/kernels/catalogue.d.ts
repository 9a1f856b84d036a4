import type { Key, Row } from "./types.js";
/** @type {readonly Row[]} */
export declare const CATALOGUE: readonly Row[];
/**
 * Names, besides the exports of the base module, that tasks which callers build by hand may call: those of the sums of
 * products on lanes.
 * @type {Readonly<Record<string, Key>>}
 */
export declare const FROZEN_NAMES: Readonly<Record<string, Key>>;
