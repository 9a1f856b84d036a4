/**
 * Links lane modules beside a base module, on the same memory. A lane module
 * imports `env.memory`, `env.base` (where its static area starts) and, if it
 * likes, functions of the base module under `base.*`.
 * @module runtime/link
 */
import { createArena } from "./memory.js";

/** Cache line; also the widest alignment that a kernel asks for. */
const ALIGN = 64;

/**
 * @typedef {object} Lane
 * @property {string} name - for messages
 * @property {WebAssembly.Module} module
 * @property {number} reserve - bytes of its static area
 * @property {Record<string, string>} functions - name in CALL commands -> export of the lane module
 */

/**
 * Address of a cleared static area that no release frees: call before any mark is taken.
 * @param {WebAssembly.Memory} memory
 * @param {number} bytes
 */
function reserve(memory, bytes) {
    const arena = createArena(memory);
    const address = Math.ceil(arena.alloc(bytes + ALIGN) / ALIGN) * ALIGN;
    arena.u8().fill(0, address, address + bytes);
    arena.release(address + bytes);
    return address;
}

/**
 * Functions by the name that CALL commands use.
 * @param {WebAssembly.Exports} baseExports
 * @param {WebAssembly.Memory} memory
 * @param {readonly Lane[]} lanes
 * @returns {Promise<Record<string, Function>>}
 * @throws {Error} when a lane does not export what it promises
 */
export async function linkLanes(baseExports, memory, lanes) {
    /** @type {Record<string, Function>} */
    const functions = Object.create(null);
    for (const lane of lanes) {
        const base = reserve(memory, lane.reserve);
        const { exports } = await WebAssembly.instantiate(lane.module, { env: { memory, base }, base: baseExports });
        for (const [task, name] of Object.entries(lane.functions)) {
            const found = exports[name];
            if (typeof found !== "function") throw new Error(`linkLanes: expected an export ${name} for ${task} in ${lane.name}, got none`);
            functions[task] = found;
        }
    }
    return functions;
}
