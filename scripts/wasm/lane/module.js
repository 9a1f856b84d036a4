/**
 * A lane module under construction: like a base module, but relocatable. It is
 * linked beside a base module on the same memory, so it knows its static area
 * only as the imported global `env.base`; every address in here is an offset
 * from it. One data segment holds all constants (extended constant expressions
 * are not everywhere, so a segment can start at the base and nowhere else);
 * scratch follows it.
 * @module scripts/wasm/lane/module
 */
import { WasmModule } from "../module.js";
import { i32 } from "../wat.js";

/** The static area starts at a multiple of this: a cache line. */
export const BASE_ALIGN = 64;

const hex = (/** @type {Uint8Array} */ bytes) =>
    Array.from(bytes, (b) => `\\${b.toString(16).padStart(2, "0")}`).join("");

/** Constants live in the first bytes of the static area, scratch behind them. */
const CONSTANTS = 8192;

export class LaneModule extends WasmModule {
    constructor() {
        super();
        this.top = 0;
        this.scratchTop = CONSTANTS;
        /** @type {string[]} */
        this.globals = [];
        /** @type {string[]} */
        this.imports = [];
    }

    /**
     * A function of the base module, to be called by its export name.
     * @param {string} name
     * @param {number} arity - parameters, all i32
     * @param {"i32"} [result] - if absent, it returns nothing
     */
    importBase(name, arity, result) {
        const returns = result ? ` (result ${result})` : "";
        this.imports.push(`(import "base" "${name}" (func $${name} (param${" i32".repeat(arity)})${returns}))`);
    }

    /** A mutable i32. @param {string} name */
    global(name) {
        this.globals.push(`(global $${name} (mut i32) (i32.const 0))`);
    }

    /**
     * Offset of a constant.
     * @param {Uint8Array} bytes
     * @param {number} [align]
     * @override
     */
    data(bytes, align = 16) {
        const offset = super.data(bytes, align);
        if (this.top > CONSTANTS)
            throw new Error(`lane module: expected at most ${CONSTANTS} bytes of constants, got ${this.top}`);
        return offset;
    }

    /**
     * Offset of scratch. Its contents at start are whatever the memory holds.
     * @param {number} size
     */
    scratch(size) {
        const offset = this.scratchTop;
        this.scratchTop = Math.ceil((offset + size) / BASE_ALIGN) * BASE_ALIGN;
        return offset;
    }

    /** Bytes of static area that the linker has to set aside. */
    get staticSize() {
        return this.scratchTop;
    }

    /** The constants as they lie at the base. */
    image() {
        const image = new Uint8Array(this.top);
        for (const { address, bytes } of this.segments) image.set(bytes, address);
        return image;
    }

    /** @override */
    text() {
        const exported = Array.from(this.exports, ([as, name]) => `(export "${as}" (func $${name}))`);
        const segment = this.segments.length ? `(data (global.get $base) "${hex(this.image())}")` : "";
        return `(module (import "env" "memory" (memory 1)) (import "env" "base" (global $base i32))${this.imports.map((line) => `\n${line}`).join("")}
${this.globals.join("\n")}
${segment}
${this.functions.join("\n")}
${exported.join("\n")})`;
    }
}

/**
 * Address of an offset into the static area.
 * @param {number} offset
 */
export const fromBase = (offset) => (offset ? `(i32.add (global.get $base) ${i32(offset)})` : "(global.get $base)");
