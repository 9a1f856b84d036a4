/**
 * MSMs for devices that do not trust this server with their witnesses: `POST /delegate`. The body
 * is a share, a list of numbers that is read as it comes, once the key has told how long it has to
 * be.
 */
import { goneSignal, refusal } from "./answers.js";
import { LEAST_RATE, SILENT_SHARE_MS } from "./limits.js";

/** Codes of what is wrong with a key, which the client chose. */
const OF_KEY = ["ERR_FILE", "ERR_CURVE", "ERR_POINT"];

/**
 * Gives up a body that comes too slowly: it holds memory, and a slot among those that wait.
 * @param {number} silent - milliseconds without a byte
 */
function watchOf(silent) {
    const started = Date.now();
    /** @type {() => void} */
    let give = () => {};
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    /** @type {Promise<never>} */
    const late = new Promise((_, reject) => {
        give = () => reject(refusal(408, "share: expected more bytes, got none for too long"));
    });
    late.catch(() => {}); // it may come when the body is there
    const start = () => { timer = setTimeout(give, silent); };
    start();
    return {
        late,
        /** @param {number} size - bytes so far */
        came(size) {
            clearTimeout(timer);
            start();
            if (Date.now() - started > silent + size / LEAST_RATE) give();
        },
        end: () => clearTimeout(timer),
    };
}

/** @param {number} size @param {{ seed: number, values: number }} wanted @param {string} got */
const wrongLength = (size, { seed, values }, got) =>
    refusal(size > values ? 413 : 400, `share: expected ${seed} or ${values} bytes for this key, got ${got}`);

/**
 * The body as one array. What came of it in pieces is cleared. Where it is not wanted it is left as
 * it is, so that an answer can be sent.
 * @param {import("node:stream").Readable} body
 * @param {string | undefined} declared - its length, if the client said so
 * @param {{ seed: number, values: number }} wanted
 * @param {number} [silent] - milliseconds without a byte
 * @returns {Promise<Uint8Array>}
 */
export async function readShare(body, declared, wanted, silent = SILENT_SHARE_MS) {
    const { seed, values } = wanted, length = declared === undefined ? values : Number(declared);
    if (length !== seed && length !== values) throw wrongLength(length, wanted, `${length}`);
    const share = new Uint8Array(length);
    const watch = watchOf(silent);
    const pieces = body[Symbol.asyncIterator]();
    let size = 0;
    try {
        for (;;) {
            const { done, value: piece } = await Promise.race([pieces.next(), watch.late]);
            if (done) break;
            const fits = size + piece.length <= length;
            if (fits) share.set(piece, size);
            piece.fill(0);
            size += piece.length;
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

/** @type {import("./routes.js").Route["run"]} */
export async function delegate({ body, query: { path, url, sha256 }, headers, tenant }, reply, { prover }) {
    if (typeof body?.pipe !== "function") throw refusal(415, "share: expected application/octet-stream, got another type");
    const signal = goneSignal(reply);
    reply.header("cache-control", "no-store");
    try {
        const reference = path === undefined ? { url, sha256 } : { path, sha256 };
        const read = (/** @type {{ seed: number, values: number }} */ wanted) => readShare(body, headers["content-length"], wanted);
        const points = await prover.msmShare(reference, read, { tenant, signal });
        return reply.type("application/octet-stream").send(Buffer.from(points));
    } catch (/** @type {any} */ error) {
        if (OF_KEY.includes(error.code)) error.statusCode = 400;
        // the rest of the body is not wanted
        if (!body.readableEnded) reply.header("connection", "close");
        throw error;
    }
}
