import type { SourceLike } from "../../files/source.js";
export type ZkeyInfo = {
    protocol: string;
    curve: string;
    /**
     * - including the constant one
     */
    signals: number;
    publicSignals: number;
    /**
     * - undefined if the key is not ordered as snarkjs orders it
     */
    constraints: number | undefined;
    domainSize: number;
    /**
     * - number of non-zero ones, of A and B
     */
    coefficients: number;
    /**
     * - of the file
     */
    bytes: number | undefined;
    /**
     * - bytes of each
     */
    sections: Readonly<Record<string, number>>;
    threads: number;
    /**
     * - bytes that `memory` must allow at least: the witness and three columns on the domain
     */
    fixedMemory: number;
    /**
     * - bytes of the whole process at its peak
     */
    expectedMemory: number;
};
/**
 * @param {SourceLike} zkey
 * @param {Pick<import("./options.js").ProveOptions, "threads" | "memory" | "readTimeout" | "signal">} [options]
 * @returns {Promise<ZkeyInfo>}
 * @throws {ProverError} when it is not a Groth16 key
 */
export declare function zkeyInfo(zkey: SourceLike, options?: Pick<import("./options.js").ProveOptions, "threads" | "memory" | "readTimeout" | "signal">): Promise<ZkeyInfo>;
