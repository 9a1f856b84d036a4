/**
 * Where files go: a path, memory, or a stream. All become the same kind of object, which takes
 * bytes at positions; a stream only takes them in order. What is written appears as a whole or not
 * at all, several results together; of a stream this is said by how it ends: it is closed, or
 * aborted.
 * @module files/sink
 */
import { copyBytes } from "../util/bytes.js";
import { describe, messageOf } from "../util/check.js";
import { createFile } from "../util/host.js";
import { ensure, ProverError } from "./errors.js";
import { orAborted } from "./stop.js";

/** @import { HostOutput } from "../util/host_types.js" */

/**
 * @typedef {string | { type: "mem", data?: Uint8Array } | WritableStream<Uint8Array>} SinkLike
 * a path; a record whose `data` becomes the bytes, as snarkjs has it; or a stream of bytes
 */

/**
 * What can be written to and must be sealed.
 * @typedef {object} Sink
 * @property {string} name - for messages
 * @property {(bytes: Uint8Array, at: number) => Promise<void>} write - the bytes may be used again
 *   once it settles; what is between the writes is zero
 * @property {(at: number, length: number) => Promise<Uint8Array>} [read] - bytes that were written;
 *   a stream has none
 * @property {() => Promise<void>} seal - all of it is where it will stay; nothing is written any
 *   more. May be left to writeTogether
 */

/**
 * Bytes of memory that are taken at a time: what is not known in advance grows by as much, without
 * being copied.
 */
const PAGE = 1 << 20;

/** @param {{ data?: Uint8Array }} target @returns {HostOutput} */
function createMemory(target) {
    /** @type {Uint8Array[]} */
    let pages = [];
    let size = 0, data = new Uint8Array(0);
    const pageAt = (/** @type {number} */ at) => {
        while (pages.length * PAGE <= at) pages.push(new Uint8Array(PAGE));
        return pages[Math.floor(at / PAGE)];
    };
    return Object.freeze({
        async write(/** @type {Uint8Array} */ bytes, /** @type {number} */ at) {
            for (let done = 0; done < bytes.length;) {
                const start = (at + done) % PAGE;
                const length = Math.min(PAGE - start, bytes.length - done);
                pageAt(at + done).set(bytes.subarray(done, done + length), start);
                done += length;
            }
            size = Math.max(size, at + bytes.length);
        },
        async read(/** @type {number} */ at, /** @type {number} */ length) {
            if (at + length > size) throw new Error(`an end at ${size}`);
            const bytes = new Uint8Array(length);
            for (let done = 0; done < length;) {
                const start = (at + done) % PAGE;
                const page = pages[Math.floor((at + done) / PAGE)];
                const part = page.subarray(start, start + length - done);
                bytes.set(part, done);
                done += part.length;
            }
            return bytes;
        },
        async seal() {
            data = new Uint8Array(size);
            for (let at = 0; at < size; at += PAGE) data.set(pages[at / PAGE].subarray(0, size - at), at);
            pages = [];
        },
        async publish() { target.data = data; },
        async discard() {
            for (const page of pages) page.fill(0); // what was begun may be a secret
            pages = [];
        },
    });
}

/**
 * A stream that never takes what it is given is given up when the signal aborts; it is then not
 * waited for.
 * @param {WritableStream<Uint8Array>} stream
 * @param {AbortSignal | undefined} signal
 * @returns {HostOutput}
 */
function createStream(stream, signal) {
    const writer = stream.getWriter();
    let position = 0;
    const settled = (/** @type {Promise<void>} */ pending) => orAborted(pending, signal);
    return Object.freeze({
        async write(/** @type {Uint8Array} */ bytes, /** @type {number} */ at) {
            if (at !== position) throw new Error(`bytes for ${at} in a stream that is at ${position}`);
            position += bytes.length;
            await settled(writer.write(copyBytes(bytes)));
        },
        async seal() {},
        publish: () => settled(writer.close()),
        async discard() { writer.abort(new Error("the file was not finished")).catch(() => {}); },
    });
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {AbortSignal} [signal]
 * @returns {Promise<HostOutput>}
 */
async function open(name, value, signal) {
    if (typeof value === "string") {
        const file = createFile(value);
        ensure(file, "ERR_OPTION", () => `${name}: expected { type: "mem" } on a host without files, got a path`);
        return file;
    }
    const record = /** @type {{ type?: unknown, getWriter?: unknown } | null | undefined} */ (value);
    if (typeof record?.getWriter === "function") return createStream(/** @type {WritableStream} */ (value), signal);
    ensure(record?.type === "mem", "ERR_OPTION", () =>
        `${name}: expected a path, { type: "mem" } or a WritableStream to write to, got ${describe(value)}`);
    return createMemory(/** @type {{ data?: Uint8Array }} */ (value));
}

/**
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} attempt
 * @returns {Promise<T>}
 */
async function writing(name, attempt) {
    try {
        return await attempt();
    } catch (error) {
        if (error instanceof ProverError) throw error;
        throw new ProverError("ERR_WRITE", `${name}: expected to be written, got ${messageOf(error)}`, { cause: error });
    }
}

/** @typedef {Sink & { publish: () => Promise<void>, discard: () => Promise<void> }} Output */

/**
 * @param {string} what - what the caller calls it, for messages
 * @param {unknown} value
 * @param {AbortSignal} [signal]
 * @returns {Promise<Output>}
 */
async function openSink(what, value, signal) {
    const name = typeof value === "string" ? value : what;
    const raw = await writing(name, () => open(what, value, signal));
    let sealed = false;
    return Object.freeze({
        name,
        write: (/** @type {Uint8Array} */ bytes, /** @type {number} */ at) => writing(name, async () => {
            if (sealed) throw new Error("a write after it was sealed");
            await raw.write(bytes, at);
        }),
        ...(raw.read && { read: (/** @type {number} */ at, /** @type {number} */ length) =>
            writing(name, () => /** @type {NonNullable<HostOutput["read"]>} */ (raw.read)(at, length)) }),
        async seal() {
            if (sealed) return;
            sealed = true;
            await writing(name, raw.seal);
        },
        publish: () => writing(name, raw.publish),
        discard: raw.discard,
    });
}

/**
 * Writes results that appear together, or not at all: when `body` has returned, they take their
 * places one right after the other. When it fails, or the signal aborts, nothing is left of them,
 * and what was there before stays.
 * @template T
 * @param {AbortSignal | undefined} signal
 * @param {(open: (what: string, value: unknown) => Promise<Sink>) => Promise<T>} body - opens what
 *   it writes to: a SinkLike, and what to call it in messages
 * @returns {Promise<T>}
 * @throws {ProverError} ERR_WRITE; the signal's reason
 */
export async function writeTogether(signal, body) {
    /** @type {Output[]} */
    const outputs = [];
    let published = 0;
    try {
        signal?.throwIfAborted();
        const result = await body(async (what, value) => {
            const output = await openSink(what, value, signal);
            outputs.push(output);
            return output;
        });
        for (const output of outputs) await output.seal();
        signal?.throwIfAborted();
        for (; published < outputs.length; published++) await outputs[published].publish();
        return result;
    } catch (error) {
        const left = outputs.slice(published).map((output) => output.discard());
        await Promise.allSettled(left); // the first failure is what matters
        throw signal?.aborted ? signal.reason : error;
    }
}
