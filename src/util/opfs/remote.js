/**
 * Files of the origin for a page: a worker has them open. It starts with the first file, and ends
 * with the last one.
 * @module util/opfs/remote
 */
import { startTimer } from "../host.js";
import { waysToStart } from "../worker_ways.js";
import { createHandles, hasHandles } from "../host_handles.js";
import { READY } from "./serve.js";
import { originWorkerSource } from "./worker_source.js";

/** @import { WorkerHandle } from "../host_types.js" */
/** @import { Way } from "../worker_ways.js" */
/** @import { Handles } from "../host_handles.js" */

/**
 * @param {unknown} value
 * @returns {Error} as the worker had it: a storage that is full has a name of its own
 */
function errorOf(value) {
    const { name, message } = /** @type {{ name: string, message: string }} */ (value);
    return typeof DOMException === "function" ? new DOMException(message, name) : new Error(message);
}

class Remote {
    constructor() {
        /** @type {WorkerHandle | undefined} */
        this.worker = undefined;
        /** @type {Error | undefined} */
        this.ended = undefined;
        /**
         * Calls without an answer.
         * @type {Map<number, { resolve: (value: any) => void, reject: (error: unknown) => void }>}
         */
        this.calls = new Map();
        this.last = 0;
        /** @type {(data: unknown) => void} */
        this.greet = () => {};
    }

    /** Called when the worker is lost. @type {(error: Error) => void} */
    fail = (error) => this.end(error);

    /**
     * @param {Way} way
     * @throws {Error} if no worker that can have such files answers in time; it is then ended
     */
    async start(way) {
        /** @type {ReturnType<typeof startTimer> | undefined} */
        let timer;
        try {
            await new Promise((resolve, reject) => {
                timer = startTimer(way.timeout, () => reject(new Error("no answer in time")));
                this.greet = (data) => (data === READY ? resolve(undefined) : reject(new Error("another worker")));
                this.fail = (error) => { this.end(error); reject(error); };
                way.open({
                    onMessage: (data) => this.receive(data), onError: (error) => this.fail(error),
                    onExit: () => this.fail(new Error("files of the origin: expected their worker to go on, got its end")),
                }).then((worker) => {
                    this.worker = worker;
                    if (this.ended) void worker.terminate();
                    else worker.postMessage(READY);
                }).catch(reject);
            });
        } catch (error) {
            this.end(/** @type {Error} */ (error));
            throw error;
        } finally {
            timer?.cancel();
        }
    }

    /** @param {any} data */
    receive(data) {
        const call = this.calls.get(data?.call);
        if (!call) return this.greet(data);
        this.calls.delete(data.call);
        if (data.error) call.reject(errorOf(data.error));
        else call.resolve(data.value);
    }

    /**
     * @param {string} name
     * @param {unknown[]} args
     * @param {Transferable[]} [transfers]
     * @returns {Promise<any>}
     */
    call(name, args, transfers = []) {
        return new Promise((resolve, reject) => {
            if (this.ended) throw this.ended;
            const call = ++this.last;
            this.calls.set(call, { resolve, reject });
            this.worker?.postMessage({ call, name, args }, transfers);
        });
    }

    /** @param {Error} error */
    end(error) {
        this.ended ??= error;
        for (const { reject } of this.calls.values()) reject(error);
        this.calls.clear();
        void this.worker?.terminate();
    }
}

/**
 * @param {Iterable<Way>} ways
 * @returns {Promise<Remote | undefined>} undefined where none starts
 */
async function startRemote(ways) {
    for (const way of ways) {
        const remote = new Remote();
        try {
            await remote.start(way);
            return remote;
        } catch {
            // the next way
        }
    }
    return undefined;
}

/** @param {Way[]} ways - to start the worker @returns {Handles} */
export function remoteHandles(ways) {
    let refused = false; // a policy that does so stays
    /** @type {Promise<Remote | undefined> | undefined} */
    let starting;
    /**
     * What is open, and which number its worker gave it.
     * @type {Map<number, { remote: Remote, there: number }>}
     */
    const open = new Map();
    let users = 0, count = 0;
    const leave = async () => {
        if (--users > 0) return;
        const ending = starting;
        starting = undefined;
        (await ending)?.end(new Error("files of the origin: expected one that is open, got one that was closed"));
    };
    /**
     * @param {string} name
     * @param {number} id
     * @param {unknown[]} [args]
     * @param {Transferable[]} [transfers]
     */
    const ask = async (name, id, args, transfers) => {
        const file = open.get(id);
        if (!file) throw new Error("file of the origin: expected one that is open, got one that was closed");
        return file.remote.call(name, [file.there, ...args ?? []], transfers);
    };
    return Object.freeze({
        async open(path, write) {
            users++;
            try {
                const last = starting;
                // what it had open fails
                if ((await last)?.ended && starting === last) starting = undefined;
                starting ??= startRemote(refused ? [] : ways);
                const remote = await starting;
                refused ||= !remote;
                if (!remote) throw new Error("file of the origin: expected a worker, got none that starts here");
                const there = await remote.call("open", [path, write]);
                const id = ++count;
                open.set(id, { remote, there });
                return id;
            } catch (error) {
                await leave();
                throw error;
            }
        },
        read: (id, at, length) => ask("read", id, [at, length]),
        write: (id, at, bytes) => ask("write", id, [at, bytes], [/** @type {ArrayBuffer} */ (bytes.buffer)]),
        size: (id) => ask("size", id),
        async close(id) {
            await ask("close", id).catch(() => {});
            if (open.delete(id)) await leave();
        },
    });
}

/** @returns {Handles} those of this thread if it can have them, or those of a worker */
export const originFiles = () => (hasHandles()
    ? createHandles()
    : remoteHandles(waysToStart({ name: "ffturbo-files", source: originWorkerSource }, {})));
