/** The event stream of a job: its status, its progress, and how it ended. */
import { finished } from "node:stream";

/**
 * Milliseconds between two checks of a job with listeners, and between two signs of life on an
 * event stream.
 */
const LOOK_MS = 1000, ALIVE_MS = 15_000;

/** Unread bytes after which an event stream is ended. A result has a few KiB. */
const UNREAD = 2 ** 20;

/** Opens an event stream to one listener. @param {any} reply */
function openStream(reply) {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store", connection: "keep-alive" });
    return (/** @type {string} */ text) => {
        if (raw.writableLength > UNREAD) raw.destroy();
        else raw.write(text);
    };
}

/**
 * Reports progress until the job has ended or the client has gone.
 * @param {any} job
 * @param {(job: any) => Promise<any>} told - what clients see of a job
 * @param {any} reply - of fastify
 * @param {Set<() => void>} streams - functions that end what is open
 * @param {() => void} release - of the slot of the stream
 */
export async function follow(job, told, reply, streams, release) {
    const write = openStream(reply), { raw } = reply;
    const send = (/** @type {string} */ event, /** @type {object} */ data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    let ended = false;
    const stop = job.onProgress((/** @type {object} */ report) => send("progress", report));
    const looking = setInterval(() => void look(), LOOK_MS);
    const alive = setInterval(() => write(": \n\n"), ALIVE_MS);
    const end = () => {
        if (ended) return;
        ended = true;
        clearInterval(looking);
        clearInterval(alive);
        stop();
        release();
        streams.delete(end);
        raw.end();
    };
    streams.add(end);
    raw.on("error", end);
    finished(raw, end);
    if (raw.destroyed) return end(); // the client left before the stream began
    async function look() {
        const status = await told(job).catch(() => undefined);
        if (ended || !status || ["waiting", "active"].includes(status.state)) return;
        send(status.state, status);
        end();
    }
    send("status", await told(job));
    return look();
}
