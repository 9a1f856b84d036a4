/** @returns {Uint8Array} */
export declare function artifact(): Uint8Array;
