import type { ThreadManager } from "./types.js";
import type { WasmCurve } from "./group.js";
export type PairingCurve = {
    name: string;
    tm: ThreadManager;
    /**
     * - bytes of a prepared point of G1
     */
    prePSize: number;
    /**
     * - bytes of a prepared point of G2
     */
    preQSize: number;
    G1: WasmCurve;
    G2: WasmCurve;
    Gt: {
        n8: number;
        one: Uint8Array;
    };
};
export type PairingOperations = {
    pairing: (a: Uint8Array, b: Uint8Array) => Uint8Array;
    prepareG1: (a: Uint8Array) => Uint8Array;
    prepareG2: (a: Uint8Array) => Uint8Array;
    millerLoop: (preP: Uint8Array, preQ: Uint8Array) => Uint8Array;
    finalExponentiation: (a: Uint8Array) => Uint8Array;
};
/**
 * @typedef {object} PairingCurve
 * @property {string} name
 * @property {ThreadManager} tm
 * @property {number} prePSize - bytes of a prepared point of G1
 * @property {number} preQSize - bytes of a prepared point of G2
 * @property {WasmCurve} G1
 * @property {WasmCurve} G2
 * @property {{ n8: number, one: Uint8Array }} Gt
 */
/**
 * @typedef {object} PairingOperations
 * @property {(a: Uint8Array, b: Uint8Array) => Uint8Array} pairing
 * @property {(a: Uint8Array) => Uint8Array} prepareG1
 * @property {(a: Uint8Array) => Uint8Array} prepareG2
 * @property {(preP: Uint8Array, preQ: Uint8Array) => Uint8Array} millerLoop
 * @property {(a: Uint8Array) => Uint8Array} finalExponentiation
 */
/**
 * @param {PairingCurve} curve
 * @returns {PairingOperations}
 */
export declare function pairingOperations(curve: PairingCurve): PairingOperations;
