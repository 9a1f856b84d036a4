export type Template = {
    /**
     * - of the function; appended functions are numbered after the last of circom's
     */
    index: number;
    bytes: Uint8Array;
    /**
     * - for each place its distance from the previous one, and what is inserted: see
     * scripts/wasm/circom/extract.js
     */
    places: number[];
};
/**
 * @param {bigint} p
 * @param {{ getWitness: number, appended: number, signals: [number, number] }} file - indexes of getWitness and of the
 *   first function that is appended; addresses of the signals' numbers and elements
 * @returns {{ own: Map<number, Uint8Array>, appended: { like: number, body: number | Uint8Array }[], reader: number }}
 * own: bodies by index; appended: functions to be appended, each with the index of a function of the same type, and a
 * body or the index of the function whose old body it gets; reader: the place of read_witness among these
 */
export declare function bodiesFor(p: bigint, { getWitness, appended, signals }: {
    getWitness: number;
    appended: number;
    signals: [number, number];
}): {
    own: Map<number, Uint8Array>;
    appended: {
        like: number;
        body: number | Uint8Array;
    }[];
    reader: number;
};
