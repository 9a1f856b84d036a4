/**
 * Makes running instances from bytes. A module is compiled once per program and
 * posted to workers compiled.
 * @module runtime/instance
 */
import { fromBase64 } from "../util/base64.js";
import { isCompiled } from "../util/compiled.js";
import { inflate } from "../util/inflate.js";

/**
 * @typedef {string | Uint8Array | ArrayBuffer | WebAssembly.Module} Code packed as in src/wasm,
 *   bytes, or compiled elsewhere (edge runtimes allow only that)
 */

/**
 * Code, or what loads it: bundles for pages hand out functions, so that a page gets the modules
 * that it runs.
 * @param {Code | (() => Promise<Code>)} code
 * @returns {Promise<Code>}
 */
export const loadCode = async (code) => (typeof code === "function" ? code() : code);

/** Bytes before the DEFLATE stream of a packed module; they hold the module's length. */
export const PACKED_HEAD = 4;

/**
 * The bytes of a generated module.
 * @param {string} code - base64 of the length as u32, then DEFLATE
 * @throws {RangeError} when it is something else
 */
export function unpack(code) {
    const packed = fromBase64(code);
    const length = packed.length < PACKED_HEAD ? 0 : new DataView(packed.buffer).getUint32(0, true);
    // DEFLATE shrinks to a thousandth at best
    if (length === 0 || length > 1024 * packed.length)
        throw new RangeError(`unpack: expected a packed module, got ${packed.length} bytes of something else`);
    return inflate(packed.subarray(PACKED_HEAD), length);
}

/**
 * @param {Code} code
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compile(code) {
    if (isCompiled(code)) return code;
    const bytes = typeof code === "string" ? unpack(code) : code;
    return WebAssembly.compile(/** @type {BufferSource} */ (bytes));
}

/**
 * @param {WebAssembly.Module} module - imports nothing but `env.memory`
 * @param {WebAssembly.Memory} memory
 */
export const instantiate = (module, memory) => WebAssembly.instantiate(module, { env: { memory } });
