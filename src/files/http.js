/**
 * Requests over HTTP, for files and for jobs: which answers are taken, and whether another request
 * may help. What is said of a failure, and for how long an exchange may last, is up to whoever
 * asks.
 * @module files/http
 */
import { request } from "../util/host.js";
import { release } from "./body.js";
import { messageOf } from "../util/check.js";

/** Would another request get the same status? @param {number} status */
const isFinal = (status) => status >= 200 && status < 500 && ![408, 425, 429].includes(status);

/** Why there is no answer, or no more of it. @param {any} error @returns {string} */
export const reasonOf = (error) => messageOf(error) + (error?.cause ? `: ${messageOf(error.cause)}` : "");

/**
 * @param {string} address
 * @param {RequestInit} init
 * @param {(response: Response) => boolean} isWanted
 * @param {(status: number, again: boolean) => Error} refusal - again: another request may get
 *   another status
 * @returns {Promise<Response>} an answer that is wanted, with its body unread
 * @throws what the host's fetch does, and refusals
 */
export async function ask(address, init, isWanted, refusal) {
    const response = await request(address, init), { status } = response;
    if (isWanted(response)) return response;
    release(response);
    throw refusal(status, !isFinal(status));
}
