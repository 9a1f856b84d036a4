/**
 * Links lane modules with a base module, on the same memory. A lane module
 * imports `env.memory`, `env.base` (where its static area starts) and, if it
 * needs them, functions of the base module under `base.*`.
 * @module runtime/link
 */
import { isCompiled } from "../util/compiled.js";
import { unpack } from "./instance.js";
import { createArena } from "./memory.js";

/** Bytes of a cache line; also the widest alignment that a kernel needs. */
export const LANE_ALIGN = 64;

/**
 * @typedef {object} Lane
 * @property {string} name - for messages
 * @property {string} driver - the name of the driver that calls its kernels
 * @property {WebAssembly.Module} module
 * @property {string | Uint8Array} constants - packed like a module (instance.js), or bytes, or "";
 *   they are copied to the start of its static area, which has their size unless the layout gives a
 *   `staticSize`
 * @property {any} layout - what the driver needs to know about the kernels
 */

/**
 * A linked lane module.
 * @typedef {object} Linked
 * @property {string} name
 * @property {string} driver
 * @property {any} kernels - exports of the module: functions of numbers
 * @property {number} address - of the static area
 * @property {any} layout
 */

/**
 * Returns the address of a cleared static area. No release frees it, provided that this is called
 * before any mark.
 * @param {WebAssembly.Memory} memory
 * @param {number} bytes
 */
function reserve(memory, bytes) {
    const arena = createArena(memory);
    const address = Math.ceil(arena.alloc(bytes + LANE_ALIGN) / LANE_ALIGN) * LANE_ALIGN;
    arena.u8().fill(0, address, address + bytes);
    arena.release(address + bytes);
    return address;
}

/** @param {string | Uint8Array} constants */
const bytesOf = (constants) =>
    typeof constants !== "string" ? constants : constants ? unpack(constants) : new Uint8Array(0);

/**
 * Sets aside the static area of a lane, with its constants; its address.
 * @param {WebAssembly.Memory} memory
 * @param {Pick<Lane, "constants" | "layout">} lane
 */
function place(memory, { constants, layout }) {
    const bytes = bytesOf(constants);
    const address = reserve(memory, layout.staticSize ?? bytes.length);
    createArena(memory).u8().set(bytes, address);
    return address;
}

/**
 * @param {WebAssembly.Exports} base
 * @param {WebAssembly.Memory} memory
 * @param {readonly Lane[]} lanes
 * @returns {Promise<Linked[]>}
 */
export async function linkLanes(base, memory, lanes) {
    /** @type {Linked[]} */
    const linked = [];
    // one after the other, because each reserves its static area
    for (const { name, driver, module, constants, layout } of lanes) {
        const address = place(memory, { constants, layout });
        const { exports: kernels } = await WebAssembly.instantiate(module, { env: { memory, base: address }, base });
        linked.push({ name, driver, kernels, address, layout });
    }
    return linked;
}

/** @param {string} name @param {Uint8Array} bytes */
function compileNow(name, bytes) {
    try {
        return new WebAssembly.Module(/** @type {BufferSource} */ (bytes));
    } catch (cause) { // edge runtimes forbid compiling
        const { message } = /** @type {Error} */ (cause);
        throw new Error(`${name}: expected a module that may be compiled here, or one in "modules", got ${message}`, { cause });
    }
}

/**
 * The same at once, for one module that a task brings. It is small: the main thread of some
 * browsers compiles no more than 4 KiB at once.
 * @param {WebAssembly.Exports} base
 * @param {WebAssembly.Memory} memory
 * @param {Omit<Lane, "module"> & { module: WebAssembly.Module | Uint8Array }} lane
 * @returns {Linked}
 * @throws {Error} when the module does not compile
 */
export function linkNow(base, memory, { name, driver, module, constants, layout }) {
    const compiled = isCompiled(module) ? module : compileNow(name, module);
    const address = place(memory, { constants, layout });
    const { exports: kernels } = new WebAssembly.Instance(compiled, { env: { memory, base: address }, base });
    return { name, driver, kernels, address, layout };
}
