/** Verifies many proofs of one key, while the client waits: `POST /verify`. */
import { parseExactJson } from "../../../../src/internal/server.js";
import { createHashes, readReference } from "../references.js";
import { createStore } from "../store.js";
import { refusal } from "./answers.js";
import { LONGEST_KEY, MOST_SIGNALS, SILENT_KEY_MS } from "./limits.js";

/** @import { ProverPool } from "../pool/prover_pool.js" */

/** Codes of what is wrong with a key, which the client chose. */
const OF_KEY = ["ERR_FILE", "ERR_CURVE", "ERR_POINT", "ERR_KEY"];

/** Is it a file with a key rather than the key? @param {any} vkey */
const isFile = (vkey) => !("protocol" in vkey) && ["path", "url", "bytes"].some((name) => name in vkey);

/**
 * @param {readonly any[]} proofs
 * @throws {Error} 413 for more public signals than are read at once
 */
function limitSignals(proofs) {
    const lists = proofs.map((one) => one?.publicSignals).filter(Array.isArray);
    const signals = lists.reduce((sum, { length }) => sum + length, 0);
    if (signals > MOST_SIGNALS)
        throw refusal(413, `proofs: expected at most ${MOST_SIGNALS} public signals in all of them, got ${signals}`);
}

/** @param {Uint8Array} bytes */
function parse(bytes) {
    try {
        return parseExactJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    } catch {
        throw refusal(400, "vkey: expected JSON, got something else");
    }
}

/**
 * Proofs are verified on the pool of the prover, or where that is behind a queue, on one of this
 * process, which is opened at the first request.
 * @param {{ prover: any, allow: readonly string[], inline: number }} options - allow: locations of
 *   files with keys; inline: most bytes of a key inside of a request
 */
export function createVerifier({ prover, allow, inline }) {
    const store = createStore({ bytes: 0, memory: LONGEST_KEY, allow, timeout: SILENT_KEY_MS });
    const hashes = createHashes();
    /** @type {ProverPool | undefined} */
    let pool;
    /** @type {ProverPool["verifyMany"]} */
    const verifyMany = async (...args) => {
        if (prover.verifyMany) return prover.verifyMany(...args);
        const { createProverPool } = await import("../pool/index.js");
        // each tenant has few requests at once
        pool ??= createProverPool({ waiting: Number.MAX_SAFE_INTEGER });
        return pool.verifyMany(...args);
    };

    /** @param {any} vkey @param {AbortSignal} signal */
    async function keyOf(vkey, signal) {
        if (!isFile(vkey)) return vkey;
        const reference = await readReference("vkey", vkey, { hashes, inline, allow });
        return parse(await store.bytes("vkey", reference, signal));
    }

    return Object.freeze({
        /**
         * @param {{ vkey: any, proofs: unknown[] }} body
         * @param {{ tenant: string, signal: AbortSignal }} options
         * @returns {Promise<{ valid: boolean, verdicts: any[] }>}
         */
        async verify({ vkey, proofs }, { tenant, signal }) {
            limitSignals(proofs);
            try {
                const key = await keyOf(vkey, signal);
                const verdicts = await verifyMany(key, proofs, { tenant, signal, reason: true });
                return { valid: verdicts.every(({ valid }) => valid), verdicts };
            } catch (/** @type {any} */ error) {
                if (OF_KEY.includes(error.code)) error.statusCode = 400;
                throw error;
            }
        },
        close: async () => pool?.close({ abort: true }),
    });
}
