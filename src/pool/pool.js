/**
 * Builds a thread manager from a base module and the lanes beside it.
 * @module pool/pool
 */
import { hardwareConcurrency, inflateText } from "../util/host.js";
import { compile, instantiate, isModule, PACKED_HEAD } from "../runtime/instance.js";
import { createMemory } from "../runtime/memory.js";
import { TERMINATION_TIMEOUT } from "./protocol.js";
import { ThreadManager } from "./thread_manager.js";
import { waysToStart } from "./ways.js";
import { WorkerPool } from "./worker_pool.js";

/** @import { Code } from "../runtime/instance.js" */
/** @import { Init } from "./tasks.js" */
/** @import { Inits } from "./slot.js" */
/** @import { WayOptions } from "./ways.js" */
/** @import { Logger } from "./worker_pool.js" */

export { PROTOCOL } from "./protocol.js";

/** @typedef {Init["lanes"]} LaneCodes */

/**
 * @typedef {object} ManagerOptions
 * @property {Code} [module] - the base module, compiled or not
 * @property {Code} [code] - the same under the name that artifacts use
 * @property {import("./thread_manager.js").Layout} layout - addresses of constants in the base module
 * @property {LaneCodes | (() => LaneCodes | Promise<LaneCodes>)} [lanes] - compiled at the first task, not before
 * @property {string} [tier] - of the lanes, for callers to read
 * @property {boolean} [singleThread]
 * @property {number} [threads] - workers at most; 0 is like singleThread; by default what the machine gives
 * @property {Logger} [logger]
 * @property {number} [terminationTimeout] - ms of idleness after which a worker leaves; Infinity: never
 * @property {boolean} [warm] - there will be work: threads start while the module is compiled
 */

/** Pages of a fresh instance; a base module fits many times. */
const INITIAL_PAGES = 25;

/**
 * The bytes of a text, by the host's own inflate where it has one.
 * @template T
 * @param {T | string} code
 */
const unpackHere = (code) => (typeof code === "string" && code ? inflateText(code, PACKED_HEAD) ?? code : code);

/** @param {Code} code */
const compileHere = (code) => compile(unpackHere(code));

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
 * The lanes compiled. Where the base module came compiled because the host compiles nothing (edge runtimes), they must come
 * compiled as well, all of them, or the base module does their work.
 * @param {LaneCodes} lanes
 * @param {Code} base
 * @param {Logger} [logger]
 * @returns {Promise<(LaneCodes[number] & { module: WebAssembly.Module })[]>}
 */
async function compileLanes(lanes, base, logger) {
    try {
        const modules = new Map([...new Set(lanes.map(({ module }) => module))].map((module) => [module, compileHere(module)])); // two fields may share one
        return await Promise.all(lanes.map(async (lane) => ({ ...lane, constants: unpackHere(lane.constants), module: await /** @type {Promise<WebAssembly.Module>} */ (modules.get(lane.module)) })));
    } catch (error) {
        if (!isModule(base)) throw error;
        const missing = [...new Set(lanes.filter(({ module }) => !isModule(module)).map(({ name }) => name))];
        logger?.warn?.(`modules: expected ${missing.join(", ")} as well where nothing may be compiled, got none; the base module does their work`);
        return [];
    }
}

/**
 * INIT of the workers, made once, at the first task.
 * @param {ManagerOptions} options
 * @param {Code} code
 * @param {() => Promise<WebAssembly.Module>} compiling
 * @returns {() => Promise<Inits>}
 */
function lazyInits(options, code, compiling) {
    const terminationTimeout = idleTime(options);
    const make = async () => {
        const lanes = (typeof options.lanes === "function" ? await options.lanes() : options.lanes) ?? [];
        const [module, compiled] = await Promise.all([compiling(), compileLanes(lanes, code, options.logger)]);
        /** @type {Omit<Init, "code" | "lanes">} */
        const common = { cmd: "INIT", init: INITIAL_PAGES, terminationTimeout };
        return { compiled: { ...common, code: module, lanes: compiled }, portable: { ...common, code, lanes: compiled.length ? [...lanes] : [] } };
    };
    /** @type {Promise<Inits> | undefined} */
    let made;
    return () => (made ??= make());
}

/**
 * @param {ManagerOptions & WayOptions} options
 * @returns {Promise<ThreadManager>}
 */
export async function createThreadManager(options) {
    const code = options.module ?? options.code;
    if (code === undefined) throw new TypeError("createThreadManager: expected module or code, got neither");
    const threads = threadCount(options);
    const ways = threads === 0 ? [] : waysToStart(options);
    /** @type {Promise<WebAssembly.Module> | undefined} */
    let module;
    const compiling = () => (module ??= compileHere(code));
    const pool = new WorkerPool({ concurrency: threads, inits: lazyInits(options, code, compiling), ways, logger: options.logger });
    if (options.warm) pool.warm(); // should the module not compile, its workers end
    const memory = createMemory(INITIAL_PAGES);
    const instance = await instantiate(await compiling(), memory);
    return new ThreadManager({
        pool, memory, instance, layout: options.layout, tier: options.tier,
        singleThread: ways.length === 0,
        concurrency: ways.length === 0 ? 1 : threads,
    });
}
