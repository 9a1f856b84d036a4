/**
 * Files of jobs over HTTP. Addresses come from tenants, so redirects are not followed, because they
 * may lead to a location that is not allowed, and no server can make an exchange last forever.
 * @module server/http
 */
import { ask, ensure, linked, ProverError } from "../../../src/internal/server.js";
import { PermanentReadError, unreadable } from "./failures.js";

/**
 * Bytes per millisecond that a server must accept or deliver on average, after its time for the
 * first byte.
 */
const LEAST_RATE = 10;

/**
 * An answer that says that it went well.
 * @param {string} what
 * @param {string} wanted
 * @param {string} url
 * @param {RequestInit} init
 */
const askFor = (what, wanted, url, init) =>
    ask(url, { ...init, redirect: "manual" }, ({ ok }) => ok, (status, again) => {
        const hint = [301, 302, 303, 307, 308].includes(status) ? ", a redirect, which is not followed" : "";
        const message = `${what}: expected ${wanted}, got HTTP status ${status}${hint}`;
        return again ? new ProverError("ERR_READ", message) : new PermanentReadError(message);
    });

/**
 * Runs an exchange with a signal that is aborted when it takes too long, when the caller's signal
 * is, and at its end.
 * @param {string} what
 * @param {number} timeout - milliseconds without a byte
 * @param {AbortSignal | undefined} signal
 */
function exchange(what, timeout, signal) {
    const { controller, unlink } = linked(signal);
    const started = Date.now();
    const give = (/** @type {string} */ expected, /** @type {string} */ got) =>
        controller.abort(new ProverError("ERR_READ", `${what}: expected ${expected}, got ${got}`));
    const silent = () => give(`bytes within ${timeout} ms`, "none");
    let timer = setTimeout(silent, timeout);
    return {
        signal: controller.signal,
        /**
         * Notes how many bytes have come, and fails if they come too slowly.
         * @param {number} size
         */
        came(size) {
            clearTimeout(timer);
            timer = setTimeout(silent, timeout);
            if (Date.now() - started > timeout + size / LEAST_RATE) give(`${LEAST_RATE} KB a second`, "fewer");
            controller.signal.throwIfAborted();
        },
        /** Allows time for bytes that are sent. @param {number} size */
        send(size) {
            clearTimeout(timer);
            const ms = timeout + Math.ceil(size / LEAST_RATE);
            timer = setTimeout(() => give(`it to take ${size} bytes within ${ms} ms`, "no answer"), ms);
        },
        /** @param {unknown} error @returns {unknown} the error of the exchange */
        failure: (error) => (controller.signal.aborted ? controller.signal.reason : unreadable(what, error)),
        end() {
            clearTimeout(timer);
            unlink();
            controller.abort(); // ends the exchange if it still runs
        },
    };
}

/**
 * Downloads the body of a URL, in the pieces in which the network delivers it.
 * @param {string} what
 * @param {string} url
 * @param {number} most - bytes
 * @param {number} timeout
 * @param {AbortSignal | undefined} signal
 * @returns {AsyncGenerator<Uint8Array, void>}
 */
export async function* download(what, url, most, timeout, signal) {
    signal?.throwIfAborted();
    const current = exchange(what, timeout, signal);
    let size = 0;
    try {
        const response = await askFor(what, "the file", url, { signal: current.signal });
        for await (const chunk of /** @type {AsyncIterable<Uint8Array>} */ (response.body ?? [])) {
            yield chunk; // first, because the caller clears a secret, whatever is found to be wrong
            size += chunk.length;
            current.came(size);
            ensure(size <= most, "ERR_LIMIT", () => `${what}: expected at most ${most} bytes, got more`);
        }
    } catch (error) {
        throw current.failure(error);
    } finally {
        current.end();
    }
}

/**
 * @param {string} what
 * @param {string} url
 * @param {Uint8Array} bytes
 * @param {number} timeout
 * @param {AbortSignal | undefined} signal
 * @param {{ method?: string, headers?: Record<string, string> }} [how] - a PUT without headers by
 *   default
 */
export async function upload(what, url, bytes, timeout, signal, { method = "PUT", headers } = {}) {
    signal?.throwIfAborted();
    const current = exchange(what, timeout, signal);
    try {
        current.send(bytes.length);
        const body = /** @type {BodyInit} */ (bytes);
        await askFor(what, `it to take ${bytes.length} bytes`, url, { method, headers, body, signal: current.signal });
    } catch (error) {
        throw current.failure(error);
    } finally {
        current.end();
    }
}
