import type { Inputs } from "../files/witness/inputs.js";
import type { VerificationKey } from "../protocols/groth16/verify.js";
import type { Priority } from "./options.js";
import type { Hashes, Reference, ReferenceLike } from "./references.js";
export type Scratch = {
    path: string;
} | {
    put: string;
    get: string;
};
export type ProofRequest = {
    protocol?: "groth16";
    zkey: ReferenceLike;
    /**
     * - a wtns file
     */
    witness?: ReferenceLike;
    /**
     * - instead of a witness: inputs by signal name, or a JSON file of them
     */
    inputs?: Inputs | ReferenceLike;
    /**
     * - the circuit's program, for inputs
     */
    wasm?: ReferenceLike;
    /**
     * - served before all lower priorities; default normal
     */
    priority?: Priority;
    /**
     * - a date, or milliseconds since 1970; the job is not begun after it, and stopped
     * by it
     */
    deadline?: Date | number;
    /**
     * - for whom it is: waiting tenants are served in turn
     */
    tenant?: string;
    /**
     * - the submitter also verifies the proof with this key before it is returned
     */
    vkey?: VerificationKey;
    /**
     * - prove on several machines: sums is the approximate number
     * of sums, by default two for each connected worker
     */
    split?: {
        sums?: number;
        scratch: Scratch;
    };
};
export type ProofData = {
    kind: "prove" | "split";
    tenant: string;
    deadline?: number;
    zkey: Reference;
    witness?: Reference;
    wasm?: Reference;
    /**
     * - JSON
     */
    inputs?: Reference;
    split?: {
        sums?: number;
        scratch: Scratch;
    };
    cancelled?: boolean;
};
/**
 * @param {any} given - a ProofRequest
 * @param {{ hashes: Hashes, inline: number, allow?: readonly string[] }} options
 * @returns {Promise<{ data: ProofData, priority: Priority, vkey?: VerificationKey }>}
 * @throws {ProverError} ERR_OPTION, ERR_LIMIT, ERR_READ
 */
export declare function readRequest(given: any, options: {
    hashes: Hashes;
    inline: number;
    allow?: readonly string[];
}): Promise<{
    data: ProofData;
    priority: Priority;
    vkey?: VerificationKey;
}>;
/** Has the job data that must be removed when it is done? @param {ProofData} data */
export declare const hasSecrets: ({ witness, inputs }: ProofData) => boolean;
/** @param {ProofData} data @returns {ProofData} */
export declare const withoutSecrets: (data: ProofData) => ProofData;
