/**
 * A caller's own functions, linked with a curve's base module: the plugin fills a module builder,
 * and the module that results is linked like a lane, in the main instance and in each worker.
 * @module curves/plugins
 */
import { ModuleBuilder } from "../plugins/module_builder.js";
import { exportedFunctions } from "../plugins/binary.js";
import { compile, instantiate, loadCode, unpack } from "../runtime/instance.js";
import { createArena, createMemory } from "../runtime/memory.js";
import { LANE_ALIGN } from "../runtime/link.js";

/** @import { AnyRecord } from "../params/types.js" */
/** @import { BaseModule, Layout, Plugins } from "./types.js" */
/** @import { Lane } from "../runtime/link.js" */

/** Pages of memory that are enough for a base module. */
const PAGES = 25;

/**
 * Address of the first free byte in a new instance of the base module.
 * @param {WebAssembly.Module} module
 */
async function firstFree(module) {
    const memory = createMemory(PAGES, PAGES);
    await instantiate(module, memory);
    return Math.ceil(createArena(memory).mark() / LANE_ALIGN) * LANE_ALIGN;
}

/** @param {number} n8 */
const words = (n8) => Object.freeze({ n64: n8 / 8 });

/**
 * Constants of the fields and the curve under the names that plugins use. Constants that the base
 * module does not contain are allocated when the plugin first reads them.
 * @param {Readonly<AnyRecord>} record
 * @param {Readonly<Layout>} layout
 * @param {(bytes: Uint8Array) => number} alloc
 */
function curveConstants({ name, fp, fr: { p: r, n8: n8r }, pairing }, layout, alloc) {
    const scalars = { int: Object.freeze({}), fr: words(n8r), frm: fieldConstants(layout.pr, r, n8r, alloc) };
    if (!fp) return Object.freeze({ ...scalars, [name]: Object.freeze({ ...layout, r }) });
    const { p: q, n8: n8q } = fp, extensions = pairing && {
        f2m: words(2 * n8q),
        g2m: words(2 * n8q),
        f6m: words(6 * n8q),
        ftm: words(12 * n8q),
    };
    const sizes = pairing && { prePSize: pairing.prePSize, preQSize: pairing.preQSize };
    return Object.freeze({
        ...scalars,
        ...extensions,
        g1m: words(n8q),
        f1m: fieldConstants(Number(layout.pq), q, n8q, alloc),
        [name]: Object.freeze({ ...layout, ...sizes, n64: n8q / 8, q, r }),
    });
}

/** @param {bigint} value @param {number} length */
function toLE(value, length) {
    return Uint8Array.from({ length }, (_, i) => Number((value >> BigInt(8 * i)) & 0xffn));
}

/**
 * @param {number} pq - address of the modulus
 * @param {bigint} q - the modulus
 * @param {number} n8 - bytes of an element
 * @param {(bytes: Uint8Array) => number} alloc
 */
function fieldConstants(pq, q, n8, alloc) {
    const R = 1n << BigInt(8 * n8);
    /** @type {Record<string, bigint>} */
    const values = { pR2: (R * R) % q, pOne: R % q, pZero: 0n, pePlusOne: (q + 1n) / 2n };
    const constants = { pq, q, n64: n8 / 8 };
    for (const [name, value] of Object.entries(values)) {
        /** @type {number | undefined} */
        let address;
        Object.defineProperty(constants, name, { enumerable: true, get: () => (address ??= alloc(toLE(value, n8))) });
    }
    return Object.freeze(constants);
}

/**
 * @template {BaseModule & { code: string }} T
 * @param {Readonly<AnyRecord>} record
 * @param {T} base
 * @param {Plugins} plugins - adds functions and exports
 * @returns {Promise<Omit<T, "code"> & BaseModule>} the base module, compiled, with the plugin's
 *   lane
 */
export async function buildWithPlugins(record, base, plugins) {
    const { code, layout } = base;
    const bytes = unpack(/** @type {string} */ (await loadCode(code)));
    const module = await compile(bytes);
    const free = await firstFree(module);
    /** @type {ModuleBuilder} */
    const builder = new ModuleBuilder({
        functions: exportedFunctions(bytes),
        free,
        modules: curveConstants(record, layout, (constant) => builder.alloc(constant)),
    });
    plugins(builder);
    /** @type {Lane} */
    const lane = {
        name: "plugins",
        driver: "exports",
        module: await compile(builder.build()),
        constants: "",
        layout: Object.freeze({ staticSize: builder.free - free }),
    };
    return { ...base, code: module, beside: Object.freeze([lane]) };
}
