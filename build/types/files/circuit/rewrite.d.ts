/** @import { Anatomy } from "./anatomy.js" */
/** The export that reads the values of many signals: (from, to, window, destination). */
export declare const READER = "ffturbo_read_witness";
export type WitnessInfo = {
    /**
     * - whether our field functions replace those of the circuit
     */
    rewritten: boolean;
    /**
     * - under circom's name
     */
    prime?: string;
    /**
     * - the compilers that emit these field functions
     */
    generator?: string;
    /**
     * - why it runs unchanged
     */
    reason?: string;
};
/**
 * What would be done to a file.
 * @param {Uint8Array} bytes - circuit.wasm
 * @returns {Readonly<WitnessInfo>}
 */
export declare const circuitInfo: (bytes: Uint8Array) => Readonly<WitnessInfo>;
/**
 * The faster file, or the same bytes if they are not recognised.
 * @param {Uint8Array} bytes - circuit.wasm
 * @returns {{ bytes: Uint8Array, info: Readonly<WitnessInfo> }}
 */
export declare function rewriteCircuit(bytes: Uint8Array): {
    bytes: Uint8Array;
    info: Readonly<WitnessInfo>;
};
