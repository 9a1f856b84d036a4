/**
 * Bytes of a source that may fail: what came is not asked for again, and what did not is, a bounded
 * number of times. A source that is another file than at the start is refused.
 * @module store/retrying_source
 */
import { ensure, freeWhole, messageOf, openSource, ProverError } from "../../../../src/internal/keys.js";

/** @import { Source, SourceLike } from "../../../../src/internal/keys.js" */
/** @import { Clock } from "./clock.js" */

/**
 * @typedef {object} SupplyOptions
 * @property {string} what - what the caller calls the file, for messages
 * @property {SourceLike} value
 * @property {AbortSignal} signal
 * @property {number} readTimeout
 * @property {number} memory - bytes that may be kept of a body without ranges
 * @property {number} attempts - in a row without a byte, before it fails
 * @property {Clock} clock
 * @property {(bytes: number) => void} onBytes - called with what came
 */

/**
 * Milliseconds before the second attempt, twice as long before each further one, at most the last.
 */
const PAUSE = 500, LONGEST_PAUSE = 16_000;

/**
 * Bytes: a connection that breaks before a block is through is asked for less, so that something
 * comes.
 */
const LEAST = 1 << 16;

/**
 * Is it worth to try again? A file that is missing or no longer the same stays so; of a connection
 * one cannot know.
 * @param {any} error
 * @param {boolean} opening - a path, for which nothing changes with time
 */
const mayPass = (error, opening) => error?.again ?? (!opening && error?.code === "ERR_READ");

export class RetryingSource {
    /** @param {SupplyOptions} options */
    constructor(options) {
        this.options = options;
        /** @type {Promise<Source> | undefined} */
        this.opening = undefined;
        /** @type {{ size: number, version: string | undefined } | undefined} */
        this.first = undefined;
        /** Did the last attempt to open it fail? */
        this.failed = false;
        /** Is this the last attempt of a read? */
        this.isLast = false;
    }

    /** @returns {Promise<Source>} */
    source() {
        this.opening ??= this.open();
        return this.opening;
    }

    async open() {
        const { what, value, signal, readTimeout, memory } = this.options;
        // What came by ranges need not come again: the whole is only asked for where ranges do not
        // help.
        const retries = (/** @type {boolean} */ answered) => !this.isLast && (answered || !this.failed);
        // A page's cache would keep the file once more, and let requests for one address wait for
        // each other.
        const source = await openSource(what, value, {
            signal, readTimeout, room: { bytes: memory }, cache: "no-store", retries,
        });
        try {
            const size = source.size ?? await source.length(memory), { version } = source;
            ensure(size !== undefined && (source.size !== undefined || size <= memory), "ERR_LIMIT", () =>
                `${source.name}: expected a file whose size is known, or of at most ${memory} bytes, got ${size ?? "neither"}`);
            this.first ??= { size, version };
            const before = this.first.version;
            const same = size === this.first.size && (before === undefined || (version ?? before) === before);
            if (!same)
                throw Object.assign(new ProverError("ERR_READ", `${source.name}: expected the file of ${this.first.size} bytes that it was, got one of ${size}; it changed meanwhile`), { again: false });
            return source;
        } catch (error) {
            await source.close();
            throw error;
        }
    }

    /** @param {Promise<Source> | undefined} opening - which is not used any more */
    async giveUp(opening) {
        if (this.opening === opening) this.opening = undefined;
        await opening?.then((source) => source.close()).catch(() => {});
    }

    /** What is open is closed; it opens again when it is asked. */
    close() {
        return this.giveUp(this.opening);
    }

    /**
     * @template T
     * @param {(source: Source) => Promise<T>} use - called again after a failure that may pass
     * @param {() => void} [onFailure]
     * @returns {Promise<T>}
     */
    async trying(use, onFailure = () => {}) {
        const { signal, attempts, clock } = this.options;
        for (let failures = 0; ; ) {
            signal.throwIfAborted();
            this.isLast = failures === attempts - 1;
            const opening = this.source();
            let opened = false;
            try {
                const source = await opening;
                opened = true;
                return await use(source);
            } catch (error) {
                this.failed = !opened;
                if (!opened || failures > 0) await this.giveUp(opening);
                signal.throwIfAborted();
                if (!mayPass(error, !opened)) throw error;
                if (++failures === attempts)
                    throw new ProverError("ERR_READ", `${messageOf(error)}; ${attempts} attempts failed`, { cause: error });
                onFailure();
                await clock.sleep(Math.min(PAUSE * 2 ** (failures - 1), LONGEST_PAUSE), signal);
            }
        }
    }

    /** @returns {Promise<number>} bytes of the file */
    async size() {
        await this.trying(async () => {});
        return /** @type {{ size: number }} */ (this.first).size;
    }

    /** @param {number} offset @param {number} length @returns {Promise<Uint8Array>} */
    async read(offset, length) {
        const { signal, onBytes } = this.options;
        /** @type {Uint8Array | undefined} */
        let out;
        let piece = length;
        const smaller = () => { piece = Math.max(LEAST, Math.ceil(piece / 4)); };
        for (let at = 0; at < length;) {
            const { bytes, fresh } = await this.trying(async (source) => ({
                bytes: await source.read(offset + at, Math.min(piece, length - at), signal), fresh: source.fresh,
            }), smaller);
            onBytes(bytes.length);
            if (fresh && bytes.length === length) return bytes;
            out ??= new Uint8Array(length);
            out.set(bytes, at);
            at += bytes.length;
            if (fresh) freeWhole(bytes);
        }
        return out ?? new Uint8Array(0);
    }
}
