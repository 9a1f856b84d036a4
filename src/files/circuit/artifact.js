/**
 * The bytes of the artifact: our bodies, followed by the module that shortens tables.
 * @module files/circuit/artifact
 */
import { bodies } from "../../wasm/circom.js";

/** @type {Uint8Array | undefined} */
let bytes;

/**
 * Digits that are read together: in interpreted code, an iteration costs as much as the digits in
 * it.
 */
const TOGETHER = 8;

/** @returns {Uint8Array} */
export function artifact() {
    if (bytes) return bytes;
    bytes = new Uint8Array(bodies.length / 2);
    const text = bodies.padEnd(Math.ceil(bodies.length / TOGETHER) * TOGETHER, "0");
    for (let i = 0, to = 0; i < text.length; i += TOGETHER) {
        const word = parseInt(text.slice(i, i + TOGETHER), 16);
        bytes[to++] = word >>> 24;
        bytes[to++] = word >>> 16;
        bytes[to++] = word >>> 8;
        bytes[to++] = word;
    }
    return bytes;
}
