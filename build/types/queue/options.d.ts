export type Rule = {
    test: (value: any) => boolean;
    expected: string;
};
/** @param {number} least @returns {Rule} */
export declare const count: (least: number) => Rule;
/** @type {Rule} */
export declare const milliseconds: Rule;
/** @type {Rule} */
export declare const call: Rule;
/** @type {Rule} */
export declare const text: Rule;
/** @type {Rule} */
export declare const flag: Rule;
/** @type {Rule} */
export declare const record: Rule;
/** @type {Rule} */
export declare const signal: Rule;
/** @type {Rule} */
export declare const anything: Rule;
/** @param {readonly string[]} words @returns {Rule} */
export declare const oneOf: (words: readonly string[]) => Rule;
/** Priorities, highest first. */
export declare const PRIORITIES: readonly ["high", "normal", "low"];
export type Priority = typeof PRIORITIES[number];
/** @typedef {typeof PRIORITIES[number]} Priority */
/** The connection to Redis has no default. @param {string} where @param {{ connection?: unknown }} options */
export declare function expectConnection(where: string, { connection }: {
    connection?: unknown;
}): void;
/**
 * A tenant, which is used in logs, labels and keys of Redis, and so has only plain letters.
 * @type {Rule}
 */
export declare const tenant: Rule;
/**
 * @template {Record<string, unknown>} D
 * @param {string} where
 * @param {unknown} given
 * @param {Record<string, Rule>} rules
 * @param {D} defaults
 * @returns {any} the options, frozen
 * @throws {ProverError} ERR_OPTION for an unknown option or value
 */
export declare function readRecord<D extends Record<string, unknown>>(where: string, given: unknown, rules: Record<string, Rule>, defaults: D): any;
