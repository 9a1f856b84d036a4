/**
 * The life of a worker: INIT, then tasks one after the other, and after a while
 * without tasks a request to end.
 * @module pool/serve
 */
import { clearBuffers, freeBuffers } from "../util/host_memory.js";
import { isTrap, openExecutor } from "./open_executor.js";
import { INITIALIZED, STARTED, TERMINATED, toPlainError, UNREADABLE, UNREADABLE_ERROR, WANT_TO_TERMINATE } from "./protocol.js";
import { atTimes } from "./reports.js";
import { buffersOf, endsWorker } from "./tasks.js";
import { globals } from "../util/globals.js";

/** @import { Init, Task } from "./tasks.js" */
/** @import { OpenKernels } from "./open_executor.js" */
/** @import { Port } from "../util/host_port.js" */

/** The longest delay of setTimeout; more than these 24 days counts as never. */
const MAX_TIMEOUT = 2 ** 31 - 1;

/** Bytes from which on it matters that they are free before the next task. */
const LARGE = 1 << 18;

/**
 * Settles when the ports that were closed are gone, with what they carried. Node closes them
 * between two turns of the event loop, but takes all messages that have come in the same turn, and
 * the pool has the next task ready.
 * @returns {Promise<void>}
 */
async function portsClosed() {
    const { setImmediate } = globals;
    if (typeof setImmediate !== "function") return;
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}

class Server {
    /** @param {Port} port @param {OpenKernels} openKernels */
    constructor(port, openKernels) {
        this.port = port;
        this.openKernels = openKernels;
        /** @type {Init | null} */
        this.init = null;
        /** @type {Awaited<ReturnType<typeof openExecutor>> | null} */
        this.executor = null;
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        this.timer = undefined;
        /** Messages wait for one another, because opening is asynchronous. @type {Promise<void>} */
        this.tail = Promise.resolve();
        /** Settles when what the last task was sent is free. @type {Promise<void> | undefined} */
        this.freed = undefined;
    }

    /** @param {{ id: number, task: any, wipe?: boolean, fractions?: boolean }} message */
    receive({ id, task, wipe, fractions }) {
        // not for the pool: `ffturbo/worker` also calculates witnesses
        if (task === undefined && !wipe) return;
        clearTimeout(this.timer);
        const answer = () => {
            if (wipe) return this.wipe();
            return task?.[0]?.cmd === "INIT" ? this.open(id, task[0]) : this.run(id, task, fractions);
        };
        // the next message must not wait forever
        this.tail = this.tail.then(answer).catch((error) => this.refuse(id, error));
    }

    /** @param {number} id @param {unknown} error */
    refuse(id, error) {
        this.port.post({ id, error: toPlainError(error) });
    }

    /** @param {number} id @param {Init} init */
    async open(id, init) {
        this.port.post({ status: STARTED });
        try {
            this.executor = await openExecutor(init, this.openKernels);
            this.init = init;
            this.port.post({ status: INITIALIZED });
            this.waitForWork();
        } catch (error) {
            this.refuse(id, error);
        }
    }

    /**
     * Opens a new instance after a trap. If that fails, this task gets the error, and the next task
     * tries again.
     */
    async ready() {
        if (!this.init) throw new Error("worker: expected INIT before any task, got none");
        return (this.executor ??= await openExecutor(this.init, this.openKernels));
    }

    /**
     * @param {number} id
     * @param {Task} task
     * @param {boolean} [fractions] - somebody wants to know how far it is
     */
    async run(id, task, fractions) {
        const report = fractions ? (/** @type {number} */ fraction) => this.port.post({ id, fraction }) : undefined;
        if (this.freed) await this.freed;
        try {
            const { out, transfers } = (await this.ready()).run(task, atTimes(report));
            this.port.post({ id, out }, transfers);
        } catch (error) {
            if (isTrap(error)) this.executor = null;
            this.refuse(id, error);
        }
        const buffers = buffersOf(task);
        const bytes = buffers.reduce((sum, { byteLength }) => sum + byteLength, 0);
        // the task was cloned or transferred, so this copy belongs to the worker
        clearBuffers(buffers);
        freeBuffers(buffers);
        // only the next task waits for it, a wipe does not
        this.freed = bytes >= LARGE ? portsClosed() : undefined;
        if (endsWorker(task)) this.leave();
        else this.waitForWork();
    }

    /** Clears what tasks have left in memory. */
    wipe() {
        this.executor?.wipe();
        this.waitForWork();
    }

    waitForWork() {
        clearTimeout(this.timer); // several messages may have come at once
        const timeout = this.init?.terminationTimeout ?? Infinity;
        if (!(timeout <= MAX_TIMEOUT)) return;
        this.timer = setTimeout(() => this.port.post({ status: WANT_TO_TERMINATE }), timeout);
    }

    leave() {
        this.port.post({ status: TERMINATED });
        this.port.close();
    }
}

/** @param {Port} port @param {OpenKernels} openKernels */
export function serve(port, openKernels) {
    const server = new Server(port, openKernels);
    port.listen(
        (message) => server.receive(message),
        () =>
            port.post({
                id: UNREADABLE,
                error: {
                    name: UNREADABLE_ERROR,
                    message: "worker: expected a message that can be read here, got one that cannot",
                },
            }),
    );
}
