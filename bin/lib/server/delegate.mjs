/**
 * Sums for devices that do not trust this server with their witnesses: `POST /delegate`. The body is a share, a list of
 * numbers that is read as it comes, once the key has told how long it has to be.
 */
import { refusal } from "./answers.mjs";
import { LEAST_RATE, SILENT_SHARE_MS } from "./limits.mjs";

/** Codes of what is wrong with a key, which the client chose. */
const OF_KEY = ["ERR_FILE", "ERR_CURVE", "ERR_POINT"];

/**
 * Ends a body that comes too slowly: it holds memory, and a place among those that wait.
 * @param {import("node:stream").Readable} body
 */
function watchOf(body) {
    const started = Date.now(), late = () => body.destroy(refusal(408, "share: expected more bytes, got none for too long"));
    let timer = setTimeout(late, SILENT_SHARE_MS);
    return {
        /** @param {number} size - bytes so far */
        came(size) {
            clearTimeout(timer);
            timer = setTimeout(late, SILENT_SHARE_MS);
            if (Date.now() - started > SILENT_SHARE_MS + size / LEAST_RATE) late();
        },
        end: () => clearTimeout(timer),
    };
}

/** @param {number} size @param {{ seed: number, values: number }} wanted @param {string} got */
const wrongLength = (size, { seed, values }, got) =>
    refusal(size > values ? 413 : 400, `share: expected ${seed} or ${values} bytes for this key, got ${got}`);

/**
 * The body as one array. What came of it in pieces is cleared.
 * @param {import("node:stream").Readable} body
 * @param {string | undefined} declared - its length, if the client said so
 * @param {{ seed: number, values: number }} wanted
 * @returns {Promise<Uint8Array>}
 */
export async function readShare(body, declared, wanted) {
    const { seed, values } = wanted, length = declared === undefined ? values : Number(declared);
    if (length !== seed && length !== values) throw wrongLength(length, wanted, `${length}`);
    const share = new Uint8Array(length), watch = watchOf(body);
    let size = 0;
    try {
        for await (const chunk of body) {
            const fits = size + chunk.length <= length;
            if (fits) share.set(chunk, size);
            chunk.fill(0);
            size += chunk.length;
            if (!fits) throw wrongLength(size, wanted, "more");
            watch.came(size);
        }
        if (size !== length && size !== seed) throw wrongLength(size, wanted, `${size}`);
        return size === length ? share : share.slice(0, size);
    } catch (error) {
        share.fill(0);
        throw error;
    } finally {
        watch.end();
    }
}

/** @type {import("./routes.mjs").Route["run"]} */
export async function delegate({ body, query: { path, url, sha256 }, headers, tenant }, reply, { prover }) {
    if (typeof body?.pipe !== "function") throw refusal(415, "share: expected application/octet-stream, got another type");
    const gone = new AbortController();
    reply.raw.once("close", () => gone.abort(new Error("the client has gone")));
    reply.header("cache-control", "no-store");
    try {
        const reference = path === undefined ? { url, sha256 } : { path, sha256 };
        const read = (wanted) => readShare(body, headers["content-length"], wanted);
        const points = await prover.sumShare(reference, read, { tenant, signal: gone.signal });
        return reply.type("application/octet-stream").send(Buffer.from(points));
    } catch (error) {
        if (OF_KEY.includes(error.code)) error.statusCode = 400;
        if (!body.readableEnded) reply.header("connection", "close"); // the rest of the body is not wanted
        throw error;
    }
}
