import type { Anatomy } from "./anatomy.js";
/**
 * The hash of the field functions, of their types and of the constants that they use.
 * @param {Anatomy} anatomy
 * @returns {{ hash: string, prime: bigint | undefined }}
 */
export declare function fingerprint({ bytes, types, typeOf, bodies, data }: Anatomy): {
    hash: string;
    prime: bigint | undefined;
};
/**
 * @param {Anatomy} anatomy
 * @returns {{ known: { prime: string, generator: string }, prime: bigint, signals: [number, number] } | {
 *   reason: string }} signals: addresses of their numbers, and of their elements
 */
export declare function recognise(anatomy: Anatomy): {
    known: {
        prime: string;
        generator: string;
    };
    prime: bigint;
    signals: [number, number];
} | {
    reason: string;
};
