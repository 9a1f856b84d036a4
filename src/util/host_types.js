/**
 * Shapes that both host adapters share.
 * @module util/host_types
 */

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

/**
 * Bytes that are hashed as they come.
 * @typedef {object} HostHash
 * @property {(bytes: Uint8Array) => unknown} update
 * @property {() => Uint8Array} digest - once, in the end
 */

/**
 * A file that is being made. What `path` named before stays until it is published.
 * @typedef {object} HostOutput
 * @property {(bytes: Uint8Array, at: number) => Promise<void>} write - what is between the writes is zero
 * @property {(at: number, length: number) => Promise<Uint8Array>} [read] - what was written, before seal; not of
 *   streams
 * @property {() => Promise<void>} seal - all of it is on the disk; nothing is written any more
 * @property {() => Promise<void>} publish - after seal: the file appears under its name and replaces what was there
 * @property {() => Promise<void>} discard - nothing is left of it; not after publish
 */

export {};
