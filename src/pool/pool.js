/**
 * Builds a thread manager from a base module and its lanes.
 * @module pool/pool
 */
import { isCompiled } from "../util/compiled.js";
import { hardwareConcurrency, inflateText } from "../util/host.js";
import { compile, instantiate, loadCode, PACKED_HEAD, unpack } from "../runtime/instance.js";
import { linkLanes } from "../runtime/link.js";
import { createMemory } from "../runtime/memory.js";
import { TERMINATION_TIMEOUT } from "./protocol.js";
import { ThreadManager } from "./thread_manager.js";
import { waysToStart } from "../util/worker_ways.js";
import { workerSource } from "./worker_source.js";
import { WorkerPool } from "./worker_pool.js";

/** @import { Code } from "../runtime/instance.js" */
/** @import { Instance } from "./thread_manager.js" */
/** @import { Lane } from "../runtime/link.js" */
/** @import { Init } from "./tasks.js" */
/** @import { Inits } from "./slot.js" */
/** @import { WayOptions } from "../util/worker_ways.js" */
/** @import { Logger } from "./worker_pool.js" */

export { PROTOCOL } from "./protocol.js";

/** @typedef {Init["lanes"]} LaneCodes */

/**
 * @typedef {object} ManagerOptions
 * @property {Code} [module] - the base module, compiled or not
 * @property {Code} [code] - the same under the name that artifacts use
 * @property {import("./thread_manager.js").Layout} layout - addresses of constants in the base
 *   module
 * @property {import("./open_executor.js").OpenKernels} openKernels - which of its kernels this
 *   thread runs
 * @property {LaneCodes | (() => LaneCodes | Promise<LaneCodes>)} [lanes] - compiled at the first
 *   task, not before
 * @property {readonly Lane[]} [beside] - modules that are linked before the lanes, and also to the
 *   main instance, which has no lanes
 * @property {string} [tier] - of the lanes, for callers to read
 * @property {Record<string, WebAssembly.Module | Uint8Array>} [modules] - the caller's own, by name
 * @property {boolean} [singleThread]
 * @property {number} [threads] - workers at most; 0 is like singleThread; by default one per
 *   processor
 * @property {Logger} [logger]
 * @property {number} [terminationTimeout] - ms of idleness after which a worker ends; Infinity
 *   means never
 * @property {boolean} [help] - the calling thread takes tasks instead of one worker, until
 *   tm.help(false)
 * @property {boolean} [warm] - work is certain to come, so threads start while the module is being
 *   compiled
 */

/** Pages of a new instance; a base module needs far less. */
const INITIAL_PAGES = 25;

/**
 * The bytes of a packed text, inflated by the host where it can.
 * @template T
 * @param {T | string} code
 */
const unpackHere = (code) => (typeof code === "string" && code ? inflateText(code, PACKED_HEAD) ?? code : code);

/** @param {Code} code */
const compileHere = (code) => compile(unpackHere(code));

/**
 * Calls `make` once and keeps its result; if it fails, the next call tries again.
 * @template T
 * @param {() => Promise<T>} make
 * @returns {() => Promise<T>}
 */
function once(make) {
    /** @type {Promise<T> | undefined} */
    let made;
    return () => {
        if (made) return made;
        const making = made = make();
        making.catch(() => { if (made === making) made = undefined; });
        return making;
    };
}

/** @param {ManagerOptions} options @returns {number} */
function threadCount({ singleThread, threads = hardwareConcurrency() }) {
    if (singleThread) return 0;
    if (Number.isSafeInteger(threads) && threads >= 0) return threads;
    throw new RangeError(`threads: expected a number of workers, 0 or more, got ${threads}`);
}

/** @param {ManagerOptions} options @returns {number} */
function idleTime({ terminationTimeout = TERMINATION_TIMEOUT }) {
    if (typeof terminationTimeout === "number" && terminationTimeout > 0) return terminationTimeout;
    throw new RangeError(`terminationTimeout: expected milliseconds above 0, got ${terminationTimeout}`);
}

/**
 * Compiles the lanes. Where the caller passed a compiled base module because the host cannot
 * compile (edge runtimes), all lanes must be passed compiled as well; otherwise the base module
 * does their work.
 * @param {LaneCodes} lanes
 * @param {Code} base
 * @param {Logger} [logger]
 * @returns {Promise<(LaneCodes[number] & { module: WebAssembly.Module })[]>}
 */
async function compileLanes(lanes, base, logger) {
    try {
        // two fields may share a module
        const modules = new Map(
            [...new Set(lanes.map(({ module }) => module))].map((module) => [module, compileHere(module)]),
        );
        return await Promise.all(
            lanes.map(async (lane) => ({
                ...lane,
                constants: unpackHere(lane.constants),
                module: await /** @type {Promise<WebAssembly.Module>} */ (modules.get(lane.module)),
            })),
        );
    } catch (error) {
        if (!isCompiled(base)) throw error;
        const missing = [...new Set(lanes.filter(({ module }) => !isCompiled(module)).map(({ name }) => name))];
        logger?.warn?.(
            `modules: expected ${missing.join(", ")} as well where nothing may be compiled, got none; the base module does their work`,
        );
        return [];
    }
}

/**
 * The INIT command for the workers, made once, at the first task.
 * @param {ManagerOptions} options
 * @param {Code} code
 * @param {() => Promise<WebAssembly.Module>} compiling
 * @returns {() => Promise<Inits>}
 */
function lazyInits(options, code, compiling) {
    const terminationTimeout = idleTime(options);
    const make = async () => {
        const asked = (typeof options.lanes === "function" ? await options.lanes() : options.lanes) ?? [];
        const rows = [...(options.beside ?? []), ...asked];
        const lanes = await Promise.all(rows.map(async (row) => ({ ...row, module: await loadCode(row.module) })));
        const [module, compiled] = await Promise.all([compiling(), compileLanes(lanes, code, options.logger)]);
        /** @type {Omit<Init, "code" | "lanes">} */
        const common = { cmd: "INIT", init: INITIAL_PAGES, terminationTimeout };
        return {
            compiled: { ...common, code: module, lanes: compiled },
            portable: { ...common, code, lanes: compiled.length ? [...lanes] : [] },
        };
    };
    return once(make);
}

/**
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.Memory} memory
 * @param {readonly Lane[]} [beside] - modules whose functions the main instance exports as well
 * @returns {Promise<Instance>}
 */
async function openMain(module, memory, beside = []) {
    const instance = /** @type {Instance} */ (await instantiate(module, memory)), { exports } = instance;
    if (!beside.length) return instance;
    const linked = await linkLanes(exports, memory, beside);
    const all = Object.assign({}, exports, ...linked.map(({ kernels }) => kernels));
    return Object.freeze({ exports: Object.freeze(all) });
}

/**
 * The code of modules that tasks link, each unpacked once.
 * @param {ManagerOptions["modules"]} [modules]
 * @returns {import("./thread_manager.js").Parts["codeOf"]}
 */
function codesOf(modules = {}) {
    /** @type {Map<string, WebAssembly.Module | Uint8Array>} */
    const known = new Map(Object.entries(modules));
    return (name, packed) => {
        const code = known.get(name) ?? unpackHere(packed);
        const bytes = typeof code === "string" ? unpack(code) : code;
        known.set(name, bytes);
        return bytes;
    };
}

/**
 * @param {ManagerOptions & WayOptions} options
 * @returns {Promise<ThreadManager>}
 */
export async function createThreadManager(options) {
    const given = options.module ?? options.code;
    if (given === undefined) throw new TypeError("createThreadManager: expected module or code, got neither");
    const threads = threadCount(options);
    const ways = threads === 0 ? [] : waysToStart({ name: "ffturbo", source: workerSource }, options);
    const code = await loadCode(given);
    const compiling = once(() => compileHere(code));
    const pool = new WorkerPool({
        concurrency: threads,
        inits: lazyInits(options, code, compiling),
        openKernels: options.openKernels,
        ways,
        logger: options.logger,
    });
    if (options.help) pool.help(true);
    if (options.warm) pool.warm(); // if the module does not compile, the workers end
    const memory = createMemory(INITIAL_PAGES);
    const instance = await openMain(await compiling(), memory, options.beside);
    return new ThreadManager({
        pool, memory, instance, openKernels: options.openKernels, layout: options.layout, tier: options.tier,
        singleThread: ways.length === 0,
        concurrency: ways.length === 0 ? 1 : threads,
        codeOf: codesOf(options.modules),
    });
}
