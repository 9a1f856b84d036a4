/** Optional peer dependencies of `ffturbo serve`. */
import { failure } from "../exit_codes.mjs";
import { standardError } from "../output.mjs";

/**
 * @param {string} command
 * @param {string[]} names
 * @returns {Promise<any[]>}
 */
export async function loadPackages(command, names) {
    const loaded = await Promise.allSettled(names.map((name) => import(name)));
    const missing = names.filter((_, i) => loaded[i].status === "rejected");
    if (missing.length > 0)
        throw failure(
            "ERR_OPTION",
            `${command}: expected the packages ${names.join(", ")}, got no ${missing.join(", ")}; npm install ${missing.join(" ")}`,
            loaded.find(({ reason }) => reason)?.reason,
        );
    return loaded.map(({ value }) => value);
}

/** @param {string} text - redis://… @returns {Record<string, unknown>} as BullMQ takes it */
export function connectionOf(text) {
    if (!/^rediss?:\/\/./i.test(text) || !URL.canParse(text) || !new URL(text).hostname)
        throw failure("ERR_OPTION", "--redis: expected an address such as redis://host:6379, got something else");
    const { protocol, hostname, port, username, password, pathname } = new URL(text);
    const decode = (part) => (part ? decodeURIComponent(part) : undefined);
    return {
        host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || 6379), username: decode(username),
        password: decode(password), db: Number(pathname.slice(1) || 0), tls: protocol === "rediss:" ? {} : undefined,
    };
}

/** A line of a log: one JSON object. @param {object} entry */
export const logLine = (entry) =>
    void standardError().write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);

/**
 * An event of a prover or worker as a line: what it calls `id` is the job in all lines.
 * @param {any} event
 */
export const lineOf = ({ id, ...event }) => ({ ...event, ...(id !== undefined && { job: id }) });
