/** Bearer tokens: whose a request is. */
import { createHash, timingSafeEqual } from "node:crypto";

const digest = (/** @type {string} */ text) => createHash("sha256").update(text).digest();

/**
 * @param {Record<string, string>} tokens - by tenant
 * @returns {{ tenant: string, hash: Buffer }[]}
 */
export const tokenList = (tokens) =>
    Object.entries(tokens).map(([tenant, token]) => ({ tenant, hash: digest(token) }));

/**
 * The tenant of a token. Every token is compared, in constant time, so timing reveals nothing.
 * @param {{ tenant: string, hash: Buffer }[]} known
 * @param {string | undefined} header
 * @returns {string | undefined}
 */
export function tenantOf(known, header) {
    const given = digest(/^Bearer ([\x21-\x7e]{1,512})$/.exec(String(header))?.[1] ?? "");
    let tenant;
    for (const { tenant: who, hash } of known) if (timingSafeEqual(hash, given)) tenant = who;
    return tenant;
}
