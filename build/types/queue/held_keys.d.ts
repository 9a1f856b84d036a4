import type { SourceLike } from "../files/source.js";
import type { ZkeyInfo } from "../protocols/groth16/info.js";
export type HeldKey = {
    /**
     * - for the prover
     */
    source: SourceLike;
    info: ZkeyInfo;
};
export type Entry = {
    /**
     * - of the file as it was when it was opened
     */
    identity: string;
    opening: Promise<HeldKey & {
        close: () => Promise<void>;
    }>;
    users: number;
    /**
     * - to be closed when its last user is done
     */
    stale: boolean;
};
/** @param {number} most - how many unused files are held open */
export declare function createHeldKeys(most: number): Readonly<{
    /**
     * @template T
     * @param {SourceLike} zkey
     * @param {AbortSignal | undefined} signal
     * @param {(key: HeldKey) => Promise<T>} work
     * @returns {Promise<T>}
     */
    use<T>(zkey: SourceLike, signal: AbortSignal | undefined, work: (key: HeldKey) => Promise<T>): Promise<T>;
    /** @returns {number} */
    readonly size: number;
    close(): Promise<void>;
}>;
