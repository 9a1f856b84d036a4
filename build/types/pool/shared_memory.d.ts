export declare class SharedMemory {
    #private;
    /**
     * What nobody uses, the smallest first, and whether something may be left in it.
     * @type {{ bytes: Uint8Array, dirty: boolean }[]}
     */
    kept: {
        bytes: Uint8Array;
        dirty: boolean;
    }[];
    /**
     * What is in use, and whether it is to be cleared.
     * @type {Map<ArrayBufferLike, { bytes: Uint8Array, wiped: boolean }>}
     */
    lent: Map<ArrayBufferLike, {
        bytes: Uint8Array;
        wiped: boolean;
    }>;
    /** Whether what is given back is kept. */
    open: boolean;
    constructor();
    /** @returns {number} bytes of all that is lent */
    get inUse(): number;
    /** @returns {number} bytes of all that is kept */
    get unused(): number;
    /**
     * @param {number} length - bytes
     * @param {{ cleared?: boolean }} [how]
     * @returns {Uint8Array | undefined} undefined where this host shares no memory, or not that much; it may hold what
     *   others have left unless it is to be cleared
     */
    take(length: number, { cleared }?: {
        cleared?: boolean;
    }): Uint8Array | undefined;
    /**
     * @param {Uint8Array} bytes - what `take` returned
     * @param {{ again: boolean, cleared?: boolean }} how - again: whether it may be lent again. When something failed,
     *   a worker may still write to it
     */
    give({ buffer }: Uint8Array, { again, cleared }: {
        again: boolean;
        cleared?: boolean;
    }): void;
    /** Clears what operations have left, also in what is in use now as soon as it is given back. */
    wipe(): void;
    /** Forgets what is not in use: the workers, which cannot release it, have ended. */
    drop(): void;
    /** Nothing is kept from now on. */
    close(): void;
}
