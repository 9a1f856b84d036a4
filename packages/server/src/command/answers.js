/** What the front answers when it refuses or fails: statuses, codes and bodies of errors. */
import { INSECURE } from "../../../../src/internal/server.js";
import { FullError, publicMessage } from "../failures.js";

/**
 * HTTP statuses of failures, by code; others are 500. A file too long for a job counts as a body
 * too long.
 * @type {Readonly<Record<string, number>>}
 */
const STATUS = {
    ERR_OPTION: 400, ERR_READ: 400, ERR_INPUT: 400, ERR_LIMIT: 413, ERR_CANCELLED: 409, ERR_CONFLICT: 422,
    ERR_QUEUE: 503, ERR_DEADLINE: 504,
};

/**
 * Statuses that are an answer of HTTP rather than a failure of a proof have codes of their own.
 * @type {Readonly<Record<number, string>>}
 */
const CODES = {
    401: "ERR_UNAUTHORIZED", 404: "ERR_NOT_FOUND", 408: "ERR_LIMIT", 413: "ERR_TOO_LARGE", 415: "ERR_MEDIA_TYPE", 429: "ERR_TOO_MANY",
    503: "ERR_UNAVAILABLE",
};

/** The status of a request whose client has gone without an answer; it was not sent to anybody. */
export const GONE = 499;

/**
 * Aborts when the client leaves before it has its answer.
 * @param {any} reply - of fastify
 * @returns {AbortSignal}
 */
export function goneSignal(reply) {
    const gone = new AbortController();
    reply.raw.once("close", () => gone.abort(refusal(GONE, "the client has gone")));
    return gone.signal;
}

/** @param {any} error @returns {number} */
const statusOf = (error) => error.statusCode ?? (error instanceof FullError ? 429 : STATUS[error.code] ?? 500);

/** @param {number} status @param {any} error @returns {string} */
function codeOf(status, { code }) {
    if (status >= 500) return CODES[status] ?? "ERR_FAILED";
    return CODES[status] ?? (String(code).startsWith("ERR_") ? code : "ERR_OPTION");
}

/**
 * Seconds after which a client may ask again that was refused because the queue is full, or out of
 * reach.
 */
const RETRY_S = 5;

/**
 * @param {{ code?: string, message: string, reason?: string }} error - reason: of a key that is
 *   refused
 */
export const bodyOf = ({ code = "ERR_FAILED", message, reason }) =>
    ({ error: { code, message, ...(code === "ERR_KEY" && reason && { reason }) } });

/** What clients see of the server's own failures: one that passes, and others. */
const BUSY = "expected a server that reaches its queue and does not stop, got another one; ask again";
const FAILED = "expected an answer, got a failure of the server";

/** The refusal of what the server has no time for while it stops. */
export const stopped = () => refusal(503, BUSY);

/**
 * An error of the client, with the code of its status.
 * @param {number} statusCode
 * @param {string} message
 */
export const refusal = (statusCode, message) =>
    Object.assign(new Error(message), { statusCode, code: codeOf(statusCode, {}) });

/** @param {string} what */
export const tooMany = (what) => refusal(429, `expected at most ${what} of a tenant at once, got one more`);

/**
 * Errors as JSON.
 * @param {any} app - of fastify
 * @param {(line: object, request: any) => void} log
 */
export function handleErrors(app, log) {
    app.setErrorHandler((/** @type {any} */ error, /** @type {any} */ request, /** @type {any} */ reply) => {
        const status = statusOf(error);
        if (status === 429 || status === 503) reply.header("retry-after", RETRY_S);
        if (status === 401) reply.header("www-authenticate", "Bearer");
        if (status >= 500) log({ event: "error", code: error.code, message: publicMessage(error) }, request);
        // clients have no such option
        const message = status === 503 ? BUSY : status >= 500 ? FAILED : error.message.replace(INSECURE, "");
        reply.code(status).send(bodyOf({ code: codeOf(status, error), message, reason: error.reason }));
    });
    app.setNotFoundHandler(() => { throw refusal(404, "no such place"); });
}
