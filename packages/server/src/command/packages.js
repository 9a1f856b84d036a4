/** Optional peer dependencies of `ffturbo serve`. */
import { ProverError } from "../../../../src/internal/server.js";

/** @import { Tools } from "./index.js" */

/**
 * @param {string} command
 * @param {string[]} names
 * @returns {Promise<any[]>}
 */
export async function loadPackages(command, names) {
    const loaded = await Promise.allSettled(names.map((name) => import(name)));
    const missing = names.filter((_, i) => loaded[i].status === "rejected");
    const failed = loaded.find((one) => one.status === "rejected");
    if (missing.length > 0)
        throw new ProverError(
            "ERR_OPTION",
            `${command}: expected the packages ${names.join(", ")}, got no ${missing.join(", ")}; npm install ${missing.join(" ")}`,
            { cause: failed?.reason },
        );
    return loaded.map((one) => (one.status === "fulfilled" ? one.value : undefined));
}

/** @param {string} text - redis://… @returns {Record<string, unknown>} as BullMQ takes it */
export function connectionOf(text) {
    if (!/^rediss?:\/\/./i.test(text) || !URL.canParse(text) || !new URL(text).hostname)
        throw new ProverError("ERR_OPTION", "--redis: expected an address such as redis://host:6379, got something else");
    const { protocol, hostname, port, username, password, pathname } = new URL(text);
    const decode = (/** @type {string} */ part) => (part ? decodeURIComponent(part) : undefined);
    return {
        host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || 6379), username: decode(username),
        password: decode(password), db: Number(pathname.slice(1) || 0), tls: protocol === "rediss:" ? {} : undefined,
    };
}

/**
 * Writes lines of a log: each is one JSON object.
 * @param {Tools["standardError"]} standardError
 */
export const logTo = (standardError) => (/** @type {object} */ entry) =>
    void standardError().write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);

/**
 * An event of a prover or worker as a line: what it calls `id` is the job in all lines.
 * @param {any} event
 */
export const lineOf = ({ id, ...event }) => ({ ...event, ...(id !== undefined && { job: id }) });
