/**
 * Files behind a URL: read by ranges where the server supports them, otherwise as a whole body.
 * Responses are judged by their content and not only by their headers: no more is read than was
 * requested or may be held, and a body that is not wanted is cancelled.
 *
 * Whatever fails of a request for a range, one for the whole file follows: browsers refuse ranges
 * that come encoded, and service workers cannot keep what has status 206.
 * @module files/source_http
 */
import { sameBytes } from "../util/bytes.js";
import { errorCode } from "../util/check.js";
import { hasServiceWorker } from "../util/host.js";
import { bodyChunks, release } from "./body.js";
import { ensure, ProverError } from "./errors.js";
import { ask, reasonOf } from "./http.js";

/** @import { RawSource, SourceOptions } from "./source.js" */

/** Bytes that are requested first: they hold the header and section table of most files. */
const HEAD = 1 << 16;

/**
 * Bytes of files that are asked for whole although there are ranges: caches keep whole answers
 * only.
 */
const SMALL = 2 * HEAD;

/**
 * Bytes of the blocks in which a body is kept: network chunks may be tiny, and no array need hold
 * the whole body.
 */
const BLOCK = 1 << 18;

/** @param {string} name @param {string} expected @param {unknown} got @param {unknown} [cause] */
const failure = (name, expected, got, cause) =>
    new ProverError("ERR_READ", `${name}: expected ${expected}, got ${got}`, cause ? { cause } : undefined);

/**
 * Marks an error for those who try again: true for a connection that failed, false for a file that
 * is not what was asked for, or no longer.
 * @template {Error} E
 * @param {E} error
 * @param {boolean} again
 */
const marked = (error, again) => Object.assign(error, { again });

/**
 * Not even the whole file would do.
 * @param {string} name
 * @param {string} expected
 * @param {string} got
 */
const changed = (name, expected, got) =>
    Object.assign(marked(failure(name, expected, `${got}; the file changed meanwhile`), false), { changed: true });

/**
 * Bytes of what is read as a whole, where the caller does not say: 300 bytes of a body can inflate
 * to more.
 */
export const MOST_WHOLE = 2 ** 30;

/**
 * @param {string} name
 * @param {Record<string, string>} headers
 * @param {SourceOptions} options
 * @returns {Promise<Response>} status 200, or 206 to a request for a range
 */
async function get(name, headers, { signal, cache }) {
    /**
     * @param {string} expected
     * @param {string} got
     * @param {boolean} again
     * @param {unknown} [cause]
     */
    const fail = (expected, got, again, cause) =>
        Object.assign(marked(failure(name, expected, got, cause), again), { answered: false });
    const isFile = (/** @type {Response} */ { status }) =>
        status === 200 || (status === 206 && headers.Range !== undefined);
    const refusal = (/** @type {number} */ status, /** @type {boolean} */ again) =>
        fail("the file", `HTTP status ${status}`, again);
    try {
        return await ask(name, { headers, signal, ...(cache && { cache }) }, isFile, refusal);
    } catch (error) {
        if (signal?.aborted || error instanceof ProverError) throw error;
        throw fail("an answer", reasonOf(error), true, error);
    }
}

/**
 * @param {Response} response
 * @returns {boolean} whether the body was encoded (compressed) for the transfer
 */
function isEncoded(response) {
    const encoding = response.headers.get("content-encoding");
    return encoding !== null && encoding !== "" && encoding !== "identity";
}

/**
 * @param {Response} response
 * @returns {{ from: number, to: number, size: number } | undefined} the range of a 206 response, if
 *   it states it and the body is not encoded
 */
function contentRange(response) {
    const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(String(response.headers.get("content-range")));
    if (response.status !== 206 || !match || isEncoded(response)) return undefined;
    const [from, last, size] = match.slice(1).map(Number);
    return last >= from && last < size ? { from, to: last + 1, size } : undefined;
}

/**
 * @param {Response} response
 * @returns {number | undefined} bytes of the body, if they can be known: pages of another origin
 *   cannot see whether it was compressed
 */
function declaredLength(response) {
    const text = String(response.headers.get("content-length"));
    return /^\d{1,15}$/.test(text) && !isEncoded(response) && response.type !== "cors" ? Number(text) : undefined;
}

/**
 * @param {string} name
 * @param {Response} response
 * @param {AbortSignal} [signal]
 * @returns {AsyncGenerator<Uint8Array, void>} as of bodyChunks
 */
async function* chunksOf(name, response, signal) {
    try {
        yield* bodyChunks(response);
    } catch (error) {
        if (signal?.aborted) throw error;
        throw marked(failure(name, "the body of the answer", reasonOf(error), error), true);
    }
}

/**
 * @param {string} name
 * @param {Response} response
 * @param {Uint8Array} out - is filled
 * @param {AbortSignal} [signal]
 * @throws {ProverError} when the body is shorter or longer
 */
async function fill(name, response, out, signal) {
    let done = 0;
    for await (const chunk of chunksOf(name, response, signal)) {
        if (done + chunk.length > out.length)
            throw failure(
                name,
                `a body of ${out.length} bytes`,
                "more; the server gives other ranges than it is asked for",
            );
        out.set(chunk, done);
        done += chunk.length;
    }
    if (done !== out.length)
        throw marked(failure(
            name,
            `a body of ${out.length} bytes`,
            `${done}; the connection ended early, or the server gives other ranges than it is asked for`,
        ), true);
}

/** A whole body that is being received. It is kept, because sections are read in any order. */
class Body {
    /**
     * @param {string} name
     * @param {Response} response
     * @param {SourceOptions} options
     * @param {number} [size] - of the file, if it is known
     */
    constructor(name, response, { signal, room = { bytes: MOST_WHOLE } }, size = declaredLength(response)) {
        this.name = name;
        this.declared = size;
        this.version = strongTag(response);
        this.room = room;
        /** @type {Uint8Array[]} */
        this.blocks = [];
        this.size = 0;
        this.ended = false;
        /** @type {{ error: unknown } | undefined} */
        this.failure = undefined;
        /** @type {{ until: number, resolve: () => void, reject: (error: unknown) => void }[]} */
        this.waiting = [];
        this.closed = false;
        this.enough = Infinity; // bytes that will be read, at most
        this.chunks = chunksOf(name, response, signal);
        void this.pump(response);
    }

    /** @param {Response} response */
    async pump(response) {
        try {
            this.admit(this.declared ?? 0);
            for await (const chunk of this.chunks) {
                if (this.closed) return;
                this.admit(this.size + chunk.length);
                this.append(chunk);
                if (this.size >= this.enough) break;
                this.wake();
            }
            const { name, size, declared, enough } = this;
            if (size < enough && declared !== undefined && size !== declared)
                throw marked(failure(name, `a body of ${declared} bytes`, `${size}; the connection ended early`), true);
        } catch (error) {
            this.failure = { error };
            release(response); // if reading it has not begun
        }
        this.ended = true;
        this.wake();
    }

    /** @param {number} bytes - of this body so far */
    admit(bytes) {
        ensure(
            bytes - this.size <= this.room.bytes,
            "ERR_LIMIT",
            () =>
                `${this.name}: expected a whole file that memory has room for, got more than ${this.size + this.room.bytes} bytes; raise memory, or serve the file with ranges`,
        );
    }

    /** @param {Uint8Array} chunk */
    append(chunk) {
        this.room.bytes -= chunk.length;
        for (let done = 0; done < chunk.length;) {
            const at = this.size % BLOCK;
            const part = chunk.subarray(done, done + BLOCK - at);
            if (at === 0) this.blocks.push(new Uint8Array(BLOCK));
            this.blocks[this.blocks.length - 1].set(part, at);
            this.size += part.length;
            done += part.length;
        }
    }

    wake() {
        const ready = (/** @type {{ until: number }} */ { until }) => this.ended || this.size >= until;
        const due = this.waiting.filter(ready);
        this.waiting = this.waiting.filter((wait) => !ready(wait));
        for (const { until, resolve, reject } of due) {
            if (this.failure && this.size < until) reject(this.failure.error);
            else resolve();
        }
    }

    /**
     * Settles when `until` bytes have arrived, or no more will.
     * @param {number} until
     * @returns {Promise<void>}
     */
    arrival(until) {
        return new Promise((resolve, reject) => {
            this.waiting.push({ until, resolve, reject });
            this.wake();
        });
    }

    /**
     * @param {number} offset
     * @param {number} length
     * @returns {Promise<Uint8Array>} shorter at the end
     */
    async read(offset, length) {
        await this.arrival(offset + length);
        if (this.closed) throw this.failure?.error ?? failure(this.name, "a body that is open", "a closed one");
        const out = new Uint8Array(Math.max(0, Math.min(length, this.size - offset)));
        for (let done = 0; done < out.length;) {
            const at = offset + done;
            const block = this.blocks[Math.floor(at / BLOCK)];
            const from = at % BLOCK;
            const part = block.subarray(from, from + out.length - done);
            out.set(part, done);
            done += part.length;
        }
        return out;
    }

    /**
     * @param {number} limit
     * @returns {Promise<number>} bytes of the file, or the bytes that have arrived once these are
     *   more than `limit`
     */
    async length(limit) {
        await this.arrival(limit + 1);
        return this.size;
    }

    /**
     * As length; a caller that hears of more reads nothing beyond, so no more is received.
     * @param {number} limit
     */
    async lengthOrEnough(limit) {
        const size = this.declared ?? await this.length(limit);
        if (size > limit) this.enough = limit;
        return size;
    }

    close() {
        if (this.closed) return;
        this.closed = true; // the signal of the source ends reads that are still under way
        this.room.bytes += this.size;
        this.blocks = [];
    }
}

/** @param {Body} body @returns {RawSource} */
const streamed = (body) => ({
    name: body.name, size: body.declared, version: body.version,
    read: (offset, length) => body.read(offset, length),
    length: (limit) => body.lengthOrEnough(limit),
    close: async () => body.close(),
    inOrder: true,
});

/**
 * @typedef {object} Ranged
 * @property {Uint8Array} head - the first bytes
 * @property {number | undefined} size - of the file, if the server states it
 * @property {string} [tag] - strong entity tag of the file at the time it was opened
 * @property {boolean} sliced - responses to range requests have status 200 and only the requested
 *   bytes, as from chrome-extension:
 */

/**
 * @param {Response} response
 * @returns {string | undefined} only a strong tag is allowed in If-Range; with it the server sends
 *   a file that has changed since as a whole, with status 200
 */
function strongTag(response) {
    const tag = response.headers.get("etag");
    return tag && !tag.startsWith("W/") ? tag : undefined;
}

/**
 * @param {string} name
 * @param {Ranged} file
 * @param {SourceOptions} options
 * @returns {RawSource & { head: Uint8Array }}
 */
function ranged(name, { head, size, tag, sliced }, options) {
    const { signal } = options;
    /**
     * How many bytes of the range a response has.
     * @param {Response} response
     * @param {number} from
     * @param {number} to
     * @returns {number} bytes, at least one
     */
    const carried = (response, from, to) => {
        const expected = `bytes ${from} to ${to}${size === undefined ? "" : ` of ${size}`}`;
        if (sliced && response.status === 200) return to - from;
        const got = contentRange(response);
        const now = strongTag(response);
        const isOther = tag !== undefined && now !== undefined && now !== tag && !isEncoded(response);
        const answer = got ? `bytes ${got.from} to ${got.to} of ${got.size}` : "the whole file";
        if (isOther || (got && got.size !== size)) throw changed(name, expected, answer);
        if (!got) throw marked(failure(name, expected, `${answer}; the server stopped giving ranges`), false);
        if (got.from !== from || got.to > to)
            throw failure(
                name,
                expected,
                `bytes ${got.from} to ${got.to}; the server gives other ranges than it is asked for`,
            );
        return got.to - got.from;
    };
    /**
     * Is it the same file, whole? A browser's cache gives ranges of what it has, but with If-Range
     * the server is asked, which may give none.
     * @param {Response} response
     */
    const isWhole = (response) => response.status === 200 && tag !== undefined && strongTag(response) === tag
        && (declaredLength(response) ?? size) === size;
    /** @type {Record<string, string>} */
    const condition = tag ? { "If-Range": tag } : {};
    /** @type {Body | undefined} */
    let whole;
    return {
        name, size, version: tag, head,
        async read(offset, length) {
            if (offset + length <= head.length) return head.subarray(offset, offset + length);
            if (whole) return whole.read(offset, length);
            const out = new Uint8Array(length);
            for (let done = 0; done < length;) { // a response may have less than was requested
                const from = offset + done;
                const to = offset + length;
                const response = await get(name, { Range: `bytes=${from}-${to - 1}`, ...condition }, options);
                if (isWhole(response)) {
                    // of reads that began together, the first one takes it
                    if (whole) release(response);
                    else whole = new Body(name, response, options);
                    return whole.read(offset, length);
                }
                try {
                    const count = carried(response, from, to);
                    await fill(name, response, out.subarray(done, done + count), signal);
                    done += count;
                } catch (error) {
                    if (!response.bodyUsed) release(response);
                    throw error;
                }
            }
            return out;
        },
        close: async () => whole?.close(),
    };
}

/**
 * Length of a file whose server sends slices and does not state the length.
 * @param {RawSource} source
 * @param {number} limit
 * @param {SourceOptions} options
 * @returns {Promise<number>} as RawSource.length
 */
async function lengthOf(source, limit, options) {
    const has = (/** @type {number} */ at) => Promise.resolve(source.read(at, 1)).then(() => true, (error) => {
        if (errorCode(error) !== "ERR_READ") throw error;
        return false;
    });
    if (await has(limit)) return limit + 1;
    if (limit > 0 && await has(limit - 1)) return limit;
    const body = new Body(source.name, await get(source.name, {}, options), options),
        length = await body.length(limit);
    body.close();
    return length;
}

/**
 * A body of exactly the requested length with status 200 is either a whole file of that length, or
 * a slice of a longer one; this finds out which.
 * @param {string} name
 * @param {Body} body - completely received
 * @param {SourceOptions} options
 * @returns {Promise<RawSource>}
 */
async function sliceOrWhole(name, body, options) {
    const { signal } = options;
    const whole = await get(name, {}, options);
    const size = declaredLength(whole);
    let came = 0;
    if (size !== undefined) release(whole);
    else for await (const chunk of chunksOf(name, whole, signal)) if ((came += chunk.length) > HEAD) break;
    if ((size ?? came) <= HEAD) return streamed(body);
    const head = await body.read(0, HEAD);
    body.close();
    const source = ranged(name, { head, size, sliced: true }, options);
    // a response of another length than the head shows that ranges are honoured
    await source.read(HEAD, 1);
    return size === undefined ? { ...source, length: (limit) => lengthOf(source, limit, options) } : source;
}

/**
 * An answer that the caller got.
 * @param {string} name
 * @param {Response} response
 * @param {SourceOptions} options
 * @returns {RawSource}
 */
export function openResponse(name, response, options) {
    ensure(!response.bodyUsed, "ERR_OPTION", () =>
        `${name}: expected a Response whose body is unread, got one that was read`);
    if (!response.ok) throw failure(name, "an answer with status 200", `status ${response.status}`);
    return streamed(new Body(name, response, options));
}

/**
 * What a request for a range opens.
 * @param {string} name
 * @param {SourceOptions} options
 * @returns {Promise<RawSource & { head?: Uint8Array }>} head: of a file with ranges
 */
async function openRange(name, options) {
    const first = await get(name, { Range: `bytes=0-${HEAD - 1}` }, options);
    const range = contentRange(first);
    if (range && range.from === 0 && range.to <= HEAD) {
        const head = new Uint8Array(range.to);
        await fill(name, first, head, options.signal);
        return ranged(name, { head, size: range.size, tag: strongTag(first), sliced: false }, options);
    }
    if (first.status === 206) {
        release(first);
        throw failure(name, `bytes 0 to ${HEAD}`, "a range that is encoded, another one, or none that is stated");
    }
    const body = new Body(name, first, options);
    const whole = body.declared !== undefined && body.declared !== HEAD;
    if (whole || await body.length(HEAD) !== HEAD) return streamed(body);
    return sliceOrWhole(name, body, options);
}

/**
 * @typedef {{ size?: number, version?: string, head?: Uint8Array }} Known - of a file, from answers
 *   so far
 */

/**
 * @param {string} name
 * @param {SourceOptions} options
 * @param {Known} [known]
 * @returns {Promise<Body>} of a request without a range
 * @throws {ProverError} when it is another file
 */
async function askWhole(name, options, { size, version, head } = {}) {
    const response = await get(name, {}, options);
    const now = declaredLength(response);
    const tag = strongTag(response);
    const isOther = version !== undefined && tag !== undefined && tag !== version && !isEncoded(response);
    if (isOther || (size !== undefined && now !== undefined && now !== size)) {
        release(response);
        throw changed(name, `the file of ${size ?? now} bytes that it was`, `one of ${now ?? size}`);
    }
    const body = new Body(name, response, options, now ?? size);
    if (head && !sameBytes(head, await body.read(0, head.length))) {
        body.close();
        throw changed(name, "the file that it was", "one that begins with other bytes");
    }
    return body;
}

/**
 * @param {any} error - of a request for a range
 * @param {any} last - of the request for the whole file that followed
 * @returns {any} the last one, which says both
 */
function both(error, last) {
    if (!(last instanceof ProverError) || last.message === error.message) return last;
    const message = `${last.message}; a request for a range failed before, ${error.message}`;
    const { again = error.again, changed: isOther } = /** @type {{ again?: boolean, changed?: boolean }} */ (last);
    return Object.assign(new ProverError(last.code, message, { cause: last }), { again, changed: isOther });
}

/**
 * @param {string} name
 * @param {unknown} error - of a request for a range
 * @param {SourceOptions} options
 * @param {Known} [known]
 * @returns {Promise<RawSource>} the file as a whole
 */
async function wholeAfter(name, error, options, known) {
    const telling = (/** @type {Promise<any>} */ work) => work.catch((last) => { throw both(error, last); });
    const body = await telling(askWhole(name, options, known));
    const source = streamed(body);
    return {
        ...source,
        read: (offset, length) => telling(body.read(offset, length)),
        length: (limit) => telling(body.lengthOrEnough(limit)),
    };
}

/**
 * Reads from one source, and once that fails from another.
 * @param {RawSource} first
 * @param {(error: any) => boolean} mayTurn
 * @param {(error: any) => Promise<RawSource>} open - the other one
 * @returns {RawSource}
 */
function turning(first, mayTurn, open) {
    /** @type {Promise<RawSource> | undefined} */
    let other;
    const turn = (/** @type {any} */ error) => {
        const opening = open(error);
        opening.catch(() => { other = undefined; }); // who reads again begins again
        return opening;
    };
    /** @param {(source: RawSource) => any} use */
    const using = async (use) => {
        if (!other) {
            try {
                return await use(first);
            } catch (error) {
                if (!mayTurn(error)) throw error;
                other ??= turn(error); // of reads that began together, one asks
            }
        }
        return use(await other);
    };
    return {
        ...first,
        read: (offset, length) => using((source) => source.read(offset, length)),
        length: first.length && ((limit) => using((source) => source.length?.(limit) ?? source.size)),
        async close() {
            await first.close?.();
            await other?.then((source) => source.close?.(), () => {}); // whoever read has the error
        },
    };
}

/**
 * @param {string} name
 * @param {number} size
 * @param {SourceOptions} options
 * @returns {Promise<RawSource | undefined>} a small file, received; undefined if it does not come
 *   whole
 */
async function smallWhole(name, size, options) {
    /** @type {Body | undefined} */
    let body;
    try {
        body = await askWhole(name, options, { size });
        await body.arrival(size + 1);
        if (body.size === size) return streamed(body);
    } catch (error) {
        if (options.signal?.aborted) throw error;
    }
    body?.close();
    return undefined;
}

/**
 * @param {string} name
 * @param {SourceOptions} options
 * @returns {Promise<RawSource>} by ranges, if there are any
 */
async function openByRange(name, options) {
    const { signal, retries } = options;
    const mayTurn = (/** @type {any} */ error) => !signal?.aborted && error?.code === "ERR_READ" && !error.changed
        && !(error.again && retries?.(error.answered !== false));
    try {
        const source = await openRange(name, options), { size = Infinity, version, head } = source;
        const whole = head && size <= SMALL ? await smallWhole(name, size, options) : undefined;
        return whole ?? turning(
            source,
            mayTurn,
            (error) => wholeAfter(name, error, options, { size: source.size, version, head }),
        );
    } catch (error) {
        if (!mayTurn(error)) throw error;
        return wholeAfter(name, error, options);
    }
}

/**
 * Under a service worker, which may keep what passes for offline use, a file is asked for whole
 * where memory has room.
 * @param {string} name - the address
 * @param {SourceOptions} options - the signal ends reads that are still under way
 * @returns {Promise<RawSource>}
 */
export async function openUrl(name, options) {
    const { retries, room = { bytes: MOST_WHOLE } } = options;
    if (retries || !hasServiceWorker()) return openByRange(name, options);
    const response = await get(name, {}, options);
    // encoded or not, it has no room
    if (Number(response.headers.get("content-length")) > room.bytes) {
        release(response);
        return openByRange(name, options);
    }
    const body = new Body(name, response, options);
    return turning(streamed(body), (error) => errorCode(error) === "ERR_LIMIT", () => {
        body.close();
        return openByRange(name, options);
    });
}
