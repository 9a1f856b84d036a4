/**
 * Servers whose answers are made of parts that are right or wrong, each on its own: status, ranges, lengths, encodings,
 * pieces, ends. A read gives the bytes of the file or fails with a code, in bounded memory, and no body stays open.
 */
import { ProverError } from "../../../src/files/errors.js";
import { openSource } from "../../../src/files/source.js";
import { bytesFrom, stream } from "../choices.js";
import { demand } from "../support.js";

const HEAD = 65536;
/** Milliseconds for a body that says no more. Where one fault is looked for there is none, so that speed is nothing. */
const PATIENCE_MS = 40, LONG_MS = 120_000;
/** More than this much of a body is not read where a smaller range was asked for, or a limit was given. */
const LIMIT = 4 * 2 ** 20;

/** Sends pieces, then ends as it should, breaks, or says no more. @param {import("../choices.js").Choices} c */
function bodyOf(c, bytes, ending, watch, signal) {
    const piece = c.pick([bytes.length || 1, 1 + c.below(5000), 16384]),
        pause = c.once(3);
    let at = 0,
        open = true;
    watch.open++;
    const end = () => {
        if (open) watch.open--;
        open = false;
    };
    return new ReadableStream(
        {
            start(controller) {
                // as fetch does: its signal ends the body
                signal?.addEventListener("abort", () => {
                    if (open) controller.error(signal.reason);
                    end();
                });
            },
            async pull(controller) {
                if (pause)
                    await new Promise((resolve) => {
                        setImmediate(resolve);
                    });
                if (!open) return undefined;
                if (at < bytes.length) {
                    controller.enqueue(bytes.slice(at, (at += Math.min(piece, bytes.length - at))));
                    watch.sent += piece;
                    return undefined;
                }
                if (ending === "endless") {
                    watch.sent += 65536;
                    demand(watch.sent < 64 * LIMIT, () => `${watch.sent} bytes of a body were read`);
                    return controller.enqueue(new Uint8Array(65536));
                }
                if (ending === "stall") return new Promise(() => {});
                end();
                return ending === "break" ? controller.error(new TypeError("terminated")) : controller.close();
            },
            cancel: end,
        },
        { highWaterMark: 0 },
    );
}

/** @param {import("../choices.js").Choices} c @param {Uint8Array} file @param {string | undefined} asked */
function answerOf(c, file, asked, watch, signal) {
    const range = /^bytes=(\d+)-(\d+)$/.exec(asked ?? ""),
        from = range ? Number(range[1]) : 0;
    const to = range ? Math.min(Number(range[2]) + 1, file.length) : file.length;
    const honest = c.below(8) < 6; // each part below is right where the answer is honest
    const odd = (right, ...others) => (honest ? right : c.once(3) ? c.pick(others) : right);
    const status = odd(range && watch.ranges ? 206 : 200, 200, 206, 416, 404, 500, 201, 301);
    const headers = new Headers();
    let bytes = status === 206 ? file.subarray(from, to) : file;
    const shift = odd(0, 1, -1, c.edge());
    if (status === 206) {
        const total = odd(String(file.length), "*", String(c.edge()), String(file.length + 1));
        const text = odd(
            `bytes ${Math.max(0, from + shift)}-${to - 1}/${total}`,
            `bytes */${file.length}`,
            "",
            "bytes 5-2/9",
            "items 0-1/2",
            `bytes ${from}-${c.edge()}/${c.edge()}`,
        );
        if (text) headers.set("content-range", text);
    }
    const lies = odd(false, true);
    bytes = odd(
        bytes,
        bytes.slice(0, c.below(bytes.length + 1)),
        new Uint8Array(Buffer.concat([bytes, new Uint8Array(1 + c.below(9))])),
    );
    const length = odd(String(bytes.length), "", String(c.edge()), "-1", "abc", String(bytes.length + 1));
    if (length && !c.once(3)) headers.set("content-length", length);
    if (lies) headers.set("content-encoding", c.pick(["gzip", "identity", "", "br"]));
    if (c.once(4)) headers.set("etag", watch.changing && c.once(3) ? `"${c.below(3)}"` : '"a"');
    const drawn = odd("close", "break", "stall", "endless"), ending = watch.timed || drawn !== "stall" ? drawn : "break";
    const body = c.below(20) === 19 ? null : bodyOf(c, bytes, ending, watch, signal);
    return new Response([204, 304].includes(status) ? null : body, { status, headers });
}

/** @type {import("../loop.js").Target} */
export const http = {
    name: "http",
    guided: true,
    faults: ["a short body is filled with zeros", "a body is left"],
    async open(fault) {
        const { fetch } = globalThis, timed = fault !== "a short body is filled with zeros";
        /** The port: what a source reads. */
        const read = async (source, from, length) => {
            try {
                return await source.read(from, length);
            } catch (error) {
                if (fault === "a short body is filled with zeros" && /ended|bytes/.test(error.message))
                    return new Uint8Array(length);
                throw error;
            }
        };
        const failed = (error, reason) =>
            demand(
                error === reason || (error instanceof ProverError && /expected .+, got .+/s.test(error.message)),
                () => `expected an error with a code, got ${error?.stack ?? error}`,
            );
        return {
            async run(c) {
                const size = c.once(3) ? c.pick([0, 1, HEAD - 1, HEAD, HEAD + 1, 3 * HEAD]) : c.within(1, 200_000);
                const file = bytesFrom(stream(c.below(8)), size),
                    watch = { open: 0, sent: 0, ranges: !c.once(3), changing: c.once(5), timed };
                globalThis.fetch = async (address, init) => {
                    await undefined;
                    init?.signal?.throwIfAborted();
                    if (c.below(24) === 23) throw new TypeError("fetch failed");
                    return answerOf(
                        c,
                        file,
                        new Headers(init?.headers).get("range") ?? undefined,
                        watch,
                        init?.signal,
                    );
                };
                const controller = new AbortController(),
                    reason = new Error("enough");
                let source;
                try {
                    source = await openSource("file", "https://example.org/file", {
                        room: { bytes: LIMIT },
                        readTimeout: timed ? PATIENCE_MS : LONG_MS,
                        signal: controller.signal,
                    });
                    if (source.size === undefined) await source.length(LIMIT);
                    const reads = Array.from({ length: c.within(1, 5) }, () => {
                        const from = c.below(size + 1),
                            length = c.once(8) ? c.edge() : c.below(Math.max(1, size - from + 1));
                        return [from, length];
                    });
                    const pending = reads.map(([from, length]) =>
                        read(source, from, Math.min(length, LIMIT)).then(
                            (bytes) => {
                                // a server may send more than the file, and say so: then it is another file
                                const held = file.subarray(from, from + Math.min(length, LIMIT));
                                demand(
                                    Buffer.compare(bytes.subarray(0, held.length), held) === 0,
                                    () => `expected the ${length} bytes of the file from ${from}, got others`,
                                );
                            },
                            (error) => failed(error, reason),
                        ),
                    );
                    if (c.once(6)) controller.abort(reason);
                    for (const outcome of await Promise.allSettled(pending))
                        if (outcome.status === "rejected") throw outcome.reason;
                } catch (error) {
                    if (!(error instanceof ProverError) && error !== reason) throw error;
                    failed(error, reason);
                } finally {
                    if (fault !== "a body is left") await source?.close();
                    globalThis.fetch = fetch;
                }
                for (let turns = 0; watch.open > 0 && turns < 200; turns++)
                    await new Promise((resolve) => {
                        setImmediate(resolve);
                    });
                demand(watch.open <= 0, () => `${watch.open} bodies are left open`);
            },
            async close() {
                globalThis.fetch = fetch;
            },
        };
    },
};
