/**
 * Shapes that both host adapters share.
 * @module util/host_types
 */

/**
 * @typedef {object} WorkerHandlers
 * @property {(data: any) => void} onMessage - any, because the receiver checks what came through
 *   `postMessage`
 * @property {(error: Error) => void} onError - the worker threw outside of a task, or could not
 *   start
 * @property {(code: number) => void} onExit - the worker is gone; hosts without such an event never
 *   call it
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
 * @property {() => Promise<void>} terminate - settles when the thread has ended. onError is called
 *   whoever ended it, even where the host reports nothing; no handler is called afterwards
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
 * @property {(offset: number, length: number) => Promise<Uint8Array>} read - fewer bytes at the end
 *   of the file
 * @property {() => Promise<void>} close
 */

/**
 * Bytes that are hashed as they come.
 * @typedef {object} HostHash
 * @property {(bytes: Uint8Array) => unknown} update
 * @property {() => Uint8Array} digest - once, in the end
 * @property {() => HostHash} [copy] - of the host's
 * @property {() => HostHash} [clone] - the same, of @noble/hashes
 */

/**
 * A file that is being made. What `path` named before stays until it is published.
 * @typedef {object} HostOutput
 * @property {(bytes: Uint8Array, at: number) => Promise<void>} write - what is between the writes
 *   is zero
 * @property {(at: number, length: number) => Promise<Uint8Array>} [read] - what was written, before
 *   seal; not of streams
 * @property {() => Promise<void>} seal - all of it is on the disk; nothing is written any more
 * @property {() => Promise<void>} publish - after seal: the file appears under its name and
 *   replaces what was there
 * @property {() => Promise<void>} discard - nothing is left of it; not after publish
 */

/**
 * A lock on a name, which ends with its holder however that ends.
 * @typedef {object} HostLock
 * @property {() => Promise<void>} share - of an exclusive lock: from now on others may share it
 * @property {() => Promise<void>} release
 */

/**
 * Storage of a device: bytes under paths of one to three names. What is written appears whole or
 * not at all.
 * @typedef {object} HostStorage
 * @property {"folder" | "opfs" | "cache" | "memory" | "nowhere"} kind
 * @property {number} room - bytes that it may take by default
 * @property {(path: string, most: number) => Promise<Uint8Array | undefined>} read - the whole,
 *   undefined if there is nothing; rejects what is longer than `most`, and what is not a plain file
 * @property {(path: string, bytes: Uint8Array) => Promise<void>} write
 * @property {(path: string) => Promise<void>} remove - with what is below it; also what is not
 *   there
 * @property {(path: string) => Promise<string[]>} list - names below a path
 * @property {(path: string, size?: number) => Promise<HostWhole | undefined>} [openWhole] - where
 *   that is faster: one file at a path, in place of many below it. size: it may be written, will
 *   have about so many bytes, and is made if nothing is there; undefined for what is small, and for
 *   a path with files below it
 * @property {(name: string, mode: "shared" | "exclusive") => Promise<HostLock | undefined>} lock -
 *   among all processes and pages that use this storage: a shared lock waits a short time for an
 *   exclusive one; undefined while another holds it
 */

/**
 * A file that stays open, and is written in place: what was not written, or only in part, may be
 * anything.
 * @typedef {object} HostWhole
 * @property {(at: number, length: number) => Promise<Uint8Array>} read - fewer bytes at the end of
 *   the file
 * @property {(at: number, bytes: Uint8Array) => Promise<void>} write - bytes: a whole buffer, which
 *   is detached
 * @property {() => Promise<number>} size - bytes
 * @property {() => Promise<void>} close
 */

/**
 * @typedef {object} StorageRequest
 * @property {string} [folder] - where stores lie, on hosts with folders
 * @property {string} name - of the store
 * @property {"folder" | "opfs" | "cache"} [kind] - no other
 */

export {};
