import type { AnyRecord } from "../params/types.js";
import type { Layout } from "./types.js";
/**
 * The fields and groups are made in the order in which they reserve their scratch: those that the curve has.
 * @param {any} tm - any: a thread manager, or the few parts of one that a single instance needs
 * @param {Readonly<AnyRecord>} record
 * @param {Readonly<Layout>} layout
 * @returns {any} any: Fr of a mere field; F1 and G1 of every curve; the others where there is a pairing
 */
export declare function membersOf(tm: any, { fp, fr, g1, g2 }: Readonly<AnyRecord>, layout: Readonly<Layout>): any;
