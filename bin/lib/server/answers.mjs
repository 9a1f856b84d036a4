/** What the front answers when it refuses or fails: statuses and bodies of errors. */
import { FullError, publicMessage } from "../../../src/provers/failures.js";

/** HTTP statuses of failures, by code; others are 500. A file too long for a job counts as a body too long. */
const STATUS = {
    ERR_OPTION: 400, ERR_READ: 400, ERR_INPUT: 400, ERR_LIMIT: 413, ERR_CANCELLED: 409, ERR_DEADLINE: 504,
};

/** @param {any} error @returns {number} */
const statusOf = (error) => error.statusCode ?? (error instanceof FullError ? 429 : STATUS[error.code] ?? 500);

/** Seconds after which a client that was refused because the queue is full may ask again. */
const RETRY_S = 5;

/** @param {any} error */
export const bodyOf = (error) => ({ error: { code: error.code ?? "ERR_FAILED", message: error.message } });

/** An error of the client. @param {number} statusCode @param {string} code @param {string} message */
export const refusal = (statusCode, code, message) => Object.assign(new Error(message), { statusCode, code });

/** @param {string} what */
export const tooMany = (what) =>
    refusal(429, "ERR_LIMIT", `expected at most ${what} of a tenant at once, got one more`);

/** Errors as JSON. @param {any} app - of fastify @param {(line: object) => void} log */
export function handleErrors(app, log) {
    app.setErrorHandler((error, _request, reply) => {
        const status = statusOf(error);
        if (status === 429) reply.header("retry-after", RETRY_S);
        // clients do not see the server's own failures
        const told = status >= 500 ? new Error("expected an answer, got a failure of the server") : error;
        if (status >= 500) log({ event: "error", code: error.code, message: publicMessage(error) });
        const code = String(error.code ?? "").startsWith("ERR_") ? error.code : "ERR_OPTION";
        reply.code(status).send(bodyOf({ code: status >= 500 ? "ERR_FAILED" : code, message: told.message }));
    });
    app.setNotFoundHandler((_request, reply) => reply.code(404).send(bodyOf({ code: "ERR_OPTION", message: "no such place" })));
}
