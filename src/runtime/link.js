/**
 * Links lane modules beside a base module, on the same memory. A lane module
 * imports `env.memory`, `env.base` (where its static area starts) and, if it
 * likes, functions of the base module under `base.*`.
 * @module runtime/link
 */
import { unpack } from "./instance.js";
import { bindField } from "./lanes/field.js";
import { bindFft } from "./lanes/fft.js";
import { bindGroups } from "./lanes/group.js";
import { bindMsm } from "./lanes/msm.js";
import { createArena } from "./memory.js";

/** @import { Arena } from "./memory.js" */

/** Cache line; also the widest alignment that a kernel asks for. */
const ALIGN = 64;

/**
 * @typedef {object} Lane
 * @property {string} name - for messages
 * @property {keyof typeof DRIVERS} driver - who calls its kernels
 * @property {WebAssembly.Module} module
 * @property {string | Uint8Array} constants - packed like a module (instance.js), or bytes, or "", copied to the start of its static area; its size too, unless the layout gives a `staticSize`
 * @property {any} layout - what the driver needs to know of the kernels
 */

/**
 * What a driver works with.
 * @template Layout
 * @typedef {object} Binding
 * @property {WebAssembly.Exports} kernels - of the lane module
 * @property {WebAssembly.Exports} base - of the base module
 * @property {Arena} arena
 * @property {number} address - of the static area
 * @property {Layout} layout
 * @property {Record<string, WebAssembly.Exports>} linked - kernels of the lanes before this one, by name
 */

/**
 * A driver gives functions by the name that CALL commands use; a library gives none, it serves later lanes. One that keeps
 * tables between tasks has a `prepare`, which takes the same parameters and is
 * called while nothing of a task is allocated.
 */
const DRIVERS = Object.freeze({ fft: bindFft, field: bindField, library: () => ({}), msm: bindPoints, plain: bindPlain });

/** All that the lanes of a curve do with points. @param {Binding<import("./lanes/msm.js").LaneLayout>} binding */
function bindPoints(binding) {
    return { ...bindMsm(binding), ...bindGroups(binding) };
}

/**
 * For kernels that need no driver: `layout` maps names in CALL commands to exports.
 * @param {Binding<Record<string, string>>} binding
 * @returns {Record<string, Function>}
 * @throws {Error} when one is missing
 */
function bindPlain({ kernels, layout }) {
    return Object.fromEntries(Object.entries(layout).map(([task, name]) => {
        const found = kernels[name];
        if (typeof found !== "function") throw new Error(`linkLanes: expected an export ${name} for ${task}, got none`);
        return [task, found];
    }));
}

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
 * @param {WebAssembly.Exports} base
 * @param {WebAssembly.Memory} memory
 * @param {readonly Lane[]} lanes
 * @returns {Promise<Record<string, Function>>}
 * @throws {Error} for a driver that is not known
 */
export async function linkLanes(base, memory, lanes) {
    /** @type {Record<string, Function>} */
    const functions = Object.create(null);
    /** @type {Record<string, WebAssembly.Exports>} */
    const linked = Object.create(null);
    for (const { name, driver, module, constants, layout } of lanes) {
        if (!Object.hasOwn(DRIVERS, driver)) throw new Error(`linkLanes: expected one of ${Object.keys(DRIVERS).join(" ")} to drive ${name}, got ${driver}`);
        const bytes = typeof constants !== "string" ? constants : constants ? unpack(constants) : new Uint8Array(0), address = reserve(memory, layout.staticSize ?? bytes.length), arena = createArena(memory);
        arena.u8().set(bytes, address);
        const { exports: kernels } = await WebAssembly.instantiate(module, { env: { memory, base: address }, base });
        Object.assign(functions, DRIVERS[driver]({ kernels, base, arena, address, layout, linked }));
        linked[name] = kernels;
    }
    return functions;
}
