/**
 * The life of a worker: INIT, tasks one after the other, and after a while
 * without any the wish to leave.
 * @module pool/serve
 */
import { freeBuffers } from "../util/host_memory.js";
import { isTrap, openExecutor } from "./open_executor.js";
import { INITIALIZED, TERMINATED, toPlainError, UNREADABLE, UNREADABLE_ERROR, WANT_TO_TERMINATE } from "./protocol.js";
import { buffersOf, endsWorker } from "./tasks.js";

/** @import { Init, Task } from "./tasks.js" */
/** @import { Port } from "../util/host_port.js" */

/** setTimeout cannot count further; more than 24 days is for ever. */
const MAX_TIMEOUT = 2 ** 31 - 1;

class Server {
    /** @param {Port} port */
    constructor(port) {
        this.port = port;
        /** @type {Init | null} */
        this.init = null;
        /** @type {Awaited<ReturnType<typeof openExecutor>> | null} */
        this.executor = null;
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        this.timer = undefined;
        /** Messages wait for one another: opening is asynchronous. @type {Promise<void>} */
        this.tail = Promise.resolve();
    }

    /** @param {{ id: number, task: any }} message */
    receive({ id, task }) {
        clearTimeout(this.timer);
        this.tail = this.tail.then(() => (task?.[0]?.cmd === "INIT" ? this.open(id, task[0]) : this.run(id, task)));
    }

    /** @param {number} id @param {Init} init */
    async open(id, init) {
        try {
            this.executor = await openExecutor(init);
            this.init = init;
            this.port.post({ status: INITIALIZED });
            this.waitForWork();
        } catch (error) {
            this.port.post({ id, error: toPlainError(error) });
        }
    }

    /** @param {number} id @param {Task} task */
    async run(id, task) {
        try {
            if (!this.executor) throw new Error("worker: expected INIT before any task, got none");
            const { out, transfers } = this.executor.run(task);
            this.port.post({ id, out }, transfers);
        } catch (error) {
            if (isTrap(error) && this.init) this.executor = await openExecutor(this.init);
            this.port.post({ id, error: toPlainError(error) });
        }
        freeBuffers(buffersOf(task)); // the task was cloned or transferred: this is the worker's own copy
        if (endsWorker(task)) this.leave();
        else this.waitForWork();
    }

    waitForWork() {
        const timeout = this.init?.terminationTimeout ?? Infinity;
        if (!(timeout <= MAX_TIMEOUT)) return;
        this.timer = setTimeout(() => this.port.post({ status: WANT_TO_TERMINATE }), timeout);
    }

    leave() {
        this.port.post({ status: TERMINATED });
        this.port.close();
    }
}

/** @param {Port} port */
export function serve(port) {
    const server = new Server(port);
    port.listen(
        (message) => server.receive(message),
        () => port.post({ id: UNREADABLE, error: { name: UNREADABLE_ERROR, message: "worker: expected a message that can be read here, got one that cannot" } }),
    );
}
