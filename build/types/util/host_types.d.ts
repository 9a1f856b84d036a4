/**
 * Shapes that both host adapters share.
 * @module util/host_types
 */
export type WorkerHandlers = {
    /**
     * - any, because the receiver checks what came through `postMessage`
     */
    onMessage: (data: any) => void;
    /**
     * - the worker threw outside of a task, or could not start
     */
    onError: (error: Error) => void;
    /**
     * - the worker is gone; hosts without such an event never call it
     */
    onExit: (code: number) => void;
};
export type WorkerRequest = {
    /**
     * - source text of the worker
     */
    source: string;
    /**
     * - load this file instead of `source`
     */
    url?: string | URL;
    /**
     * - how to start it, one of `workerForms(...)`
     */
    form?: string;
    /**
     * - shown by debuggers
     */
    name?: string;
};
export type WorkerHandle = {
    postMessage: (message: unknown, transfers?: Transferable[]) => void;
    /**
     * - settles when the thread has ended. onError is called whoever ended it,
     * even where the host reports nothing; no handler is called afterwards
     */
    terminate: () => Promise<void>;
    /**
     * - the process stays alive for this worker
     */
    ref: () => void;
    /**
     * - the process may end while this worker waits
     */
    unref: () => void;
};
export type Timer = {
    cancel: () => void;
    /**
     * - the process stays alive for it, as at the start
     */
    ref: () => void;
    unref: () => void;
};
export type HostFile = {
    /**
     * - bytes
     */
    size: number;
    /**
     * - fewer bytes at the end of the file
     */
    read: (offset: number, length: number) => Promise<Uint8Array>;
    close: () => Promise<void>;
};
/**
 * @typedef {object} WorkerHandlers
 * @property {(data: any) => void} onMessage - any, because the receiver checks what came through `postMessage`
 * @property {(error: Error) => void} onError - the worker threw outside of a task, or could not start
 * @property {(code: number) => void} onExit - the worker is gone; hosts without such an event never call it
 */
/**
 * @typedef {object} WorkerRequest
 * @property {string} source - source text of the worker
 * @property {string | URL} [url] - load this file instead of `source`
 * @property {string} [form] - how to start it, one of `workerForms(...)`
 * @property {string} [name] - shown by debuggers
 */
/**
 * One worker, the same on every host.
 * @typedef {object} WorkerHandle
 * @property {(message: unknown, transfers?: Transferable[]) => void} postMessage
 * @property {() => Promise<void>} terminate - settles when the thread has ended. onError is called whoever ended it,
 *   even where the host reports nothing; no handler is called afterwards
 * @property {() => void} ref - the process stays alive for this worker
 * @property {() => void} unref - the process may end while this worker waits
 */
/**
 * @typedef {object} Timer
 * @property {() => void} cancel
 * @property {() => void} ref - the process stays alive for it, as at the start
 * @property {() => void} unref
 */
/**
 * An open file.
 * @typedef {object} HostFile
 * @property {number} size - bytes
 * @property {(offset: number, length: number) => Promise<Uint8Array>} read - fewer bytes at the end of the file
 * @property {() => Promise<void>} close
 */
export {};
