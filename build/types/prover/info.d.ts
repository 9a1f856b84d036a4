import type { SourceLike } from "./source.js";
export type ZkeyInfo = {
    protocol: string;
    curve: string;
    /**
     * - with the constant one
     */
    signals: number;
    publicSignals: number;
    /**
     * - undefined when the key is not ordered as snarkjs orders it
     */
    constraints: number | undefined;
    domainSize: number;
    /**
     * - not zero, of A and B
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
     * - bytes of the whole process at its peak, roughly
     */
    expectedMemory: number;
};
/**
 * @param {SourceLike} zkey
 * @param {Pick<import("./options.js").ProveOptions, "threads" | "memory" | "readTimeout" | "signal">} [options]
 * @returns {Promise<ZkeyInfo>}
 * @throws {ProverError} when it is no Groth16 key
 */
export declare function zkeyInfo(zkey: SourceLike, options?: Pick<import("./options.js").ProveOptions, "threads" | "memory" | "readTimeout" | "signal">): Promise<ZkeyInfo>;
