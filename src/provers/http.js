/**
 * Files of jobs over HTTP. Addresses come from tenants, so redirects are not followed, because they may lead to a place
 * that is not allowed, and no server can make an exchange last forever.
 * @module provers/http
 */
import { request } from "../util/host.js";
import { createController, onAbort } from "../util/signals.js";
import { ensure, ProverError, unreadable } from "./errors.js";
import { PermanentReadError } from "./failures.js";

/** Bytes per millisecond that a server must accept or deliver on average, after its time for the first byte. */
const LEAST_RATE = 10;

/** Would another request get the same status? @param {number} status */
const isFinal = (status) => status >= 300 && status < 500 && ![408, 425, 429].includes(status);

/** @param {string} what @param {string} wanted @param {Response} response */
function checkStatus(what, wanted, response) {
    if (response.ok) return;
    response.body?.cancel().catch(() => {});
    const hint = [301, 302, 303, 307, 308].includes(response.status) ? ", a redirect, which is not followed" : "";
    const message = `${what}: expected ${wanted}, got HTTP status ${response.status}${hint}`;
    throw isFinal(response.status) ? new PermanentReadError(message) : new ProverError("ERR_READ", message);
}

/**
 * Runs an exchange with a signal that is aborted when it takes too long, when the caller's signal is, and at its end.
 * @param {string} what
 * @param {number} timeout - milliseconds without a byte
 * @param {AbortSignal | undefined} signal
 */
function exchange(what, timeout, signal) {
    const controller = createController(), started = Date.now();
    const give = (/** @type {string} */ expected, /** @type {string} */ got) =>
        controller.abort(new ProverError("ERR_READ", `${what}: expected ${expected}, got ${got}`));
    const silent = () => give(`bytes within ${timeout} ms`, "none");
    let timer = setTimeout(silent, timeout);
    const unheard = onAbort(signal, () => controller.abort(signal?.reason));
    return {
        signal: controller.signal,
        /** Notes how many bytes have come, and fails if they come too slowly. @param {number} size */
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
            unheard();
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
        const response = await request(url, { signal: current.signal, redirect: "manual" });
        checkStatus(what, "the file", response);
        for await (const chunk of /** @type {any} */ (response.body ?? [])) {
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
 * @param {{ method?: string, headers?: Record<string, string> }} [how] - a PUT without headers by default
 */
export async function upload(what, url, bytes, timeout, signal, { method = "PUT", headers } = {}) {
    signal?.throwIfAborted();
    const current = exchange(what, timeout, signal);
    try {
        current.send(bytes.length);
        const body = /** @type {any} */ (bytes);
        const response = await request(url, { method, headers, body, signal: current.signal, redirect: "manual" });
        checkStatus(what, `it to take ${bytes.length} bytes`, response);
    } catch (error) {
        throw current.failure(error);
    } finally {
        current.end();
    }
}
