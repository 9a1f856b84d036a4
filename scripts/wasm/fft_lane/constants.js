/**
 * Constants of a lane kernel: 16 bytes each, in the static area of the module.
 *
 * A kernel copies those it uses into locals before its loop. That is within
 * 5 % of the best on every V8 measured; a v128.const or a load at each use is
 * 30 to 65 % slower on one half of the versions or the other.
 * @module scripts/wasm/fft_lane/constants
 */
import { get } from "../wat.js";

export class Constants {
    constructor() {
        /** @type {Map<string, Uint8Array>} */
        this.values = new Map();
    }

    /**
     * The same 64-bit pattern in both lanes.
     * @param {string} name
     * @param {bigint} bits - any integer; taken mod 2^64
     */
    put64(name, bits) {
        const word = BigInt.asUintN(64, bits);
        this.values.set(name, new Uint8Array(new BigUint64Array([word, word]).buffer));
    }

    /**
     * Four 32-bit lanes.
     * @param {string} name
     * @param {readonly (number | bigint)[]} words
     */
    put32(name, words) {
        this.values.set(name, new Uint8Array(new Uint32Array(words.map(Number)).buffer));
    }

    /** The local that holds a constant. @param {string} name */
    use(name) {
        if (!this.values.has(name)) throw new Error(`lane constants: expected a known name, got ${name}`);
        return get(`k_${name}`);
    }

    /** Bytes of all constants, in order. */
    bytes() {
        return Uint8Array.from([...this.values.values()].flatMap((value) => [...value]));
    }

    /**
     * Locals and loads for the constants that `text` uses.
     * @param {string} text
     * @param {number} offset - of the first constant from the start of the static area
     * @returns {{ names: string[], lines: string[] }}
     */
    hoist(text, offset) {
        const names = /** @type {string[]} */ ([]), lines = /** @type {string[]} */ ([]);
        [...this.values.keys()].forEach((name, i) => {
            if (!text.includes(`$k_${name})`)) return;
            names.push(`k_${name}`);
            lines.push(`(local.set $k_${name} (v128.load offset=${offset + 16 * i} (global.get $base)))`);
        });
        return { names, lines };
    }
}
