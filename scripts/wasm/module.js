/**
 * A WebAssembly module under construction: static memory, functions, exports.
 * Parts (field, group, ...) add themselves to it; `text()` returns the WAT that
 * binaryen assembles.
 *
 * Memory from address 0: the u32 "next free byte" of the bump allocator, the
 * u32 that says how far anything has reached above it (memory.js), then
 * constants and scratch in the order they were asked for, then free memory.
 * Scratch is static, one area per function: no function here is recursive.
 * @module scripts/wasm/module
 */

/**
 * @typedef {object} FunctionText
 * @property {string} name - internal name, without `$`
 * @property {string} [params] - names of the parameters, separated by blanks; all i32
 * @property {string} [result] - `i32` or `i64`, if any
 * @property {string} [i32] - names of the i32 locals, separated by blanks
 * @property {string} [i64] - names of the i64 locals, separated by blanks
 * @property {string} [v128] - names of the v128 locals, separated by blanks
 * @property {string | string[]} body
 */

/** @param {string | undefined} names */
const words = (names) => (names ? names.split(/\s+/).filter(Boolean) : []);

export class WasmModule {
    constructor() {
        /** @type {string[]} */
        this.functions = [];
        /** @type {Set<string>} */
        this.names = new Set();
        /** @type {Map<string, string>} export name -> internal name */
        this.exports = new Map();
        /** @type {{ address: number, bytes: Uint8Array }[]} */
        this.segments = [];
        /** @type {Map<string, number>} */
        this.constants = new Map();
        this.top = 8;
    }

    /**
     * Address of `size` bytes of scratch, zero at start.
     * @param {number} size
     * @param {number} [align]
     */
    reserve(size, align = 8) {
        const address = Math.ceil(this.top / align) * align;
        this.top = address + size;
        return address;
    }

    /**
     * Address of a constant, which must not be written to, because equal constants share an
     * address.
     * @param {Uint8Array} bytes
     * @param {number} [align]
     */
    data(bytes, align = 8) {
        const key = `${align}:${bytes.join()}`;
        const known = this.constants.get(key);
        if (known !== undefined) return known;
        const address = this.reserve(bytes.length, align);
        this.segments.push({ address, bytes });
        this.constants.set(key, address);
        return address;
    }

    /** @param {FunctionText} f */
    func(f) {
        if (this.names.has(f.name)) throw new Error(`module: expected a new function name, got ${f.name} twice`);
        this.names.add(f.name);
        const params = words(f.params).map((p) => `(param $${p} i32)`).join(" ");
        const locals = /** @type {const} */ (["i32", "i64", "v128"])
            .flatMap((type) => words(f[type]).map((l) => `(local $${l} ${type})`)).join(" ");
        const result = f.result ? `(result ${f.result})` : "";
        this.functions.push(`(func $${f.name} ${params} ${result} ${locals}\n${[f.body].flat().join("\n")})`);
    }

    /**
     * @param {string} name - internal name
     * @param {string} [as] - export name
     */
    export(name, as = name) {
        if (!this.names.has(name)) throw new Error(`module: expected a function to export, got ${name}`);
        this.exports.set(as, name);
    }

    /** WAT of the module. Its only import is the memory. */
    text() {
        const free = Math.ceil(this.top / 16) * 16;
        const hex = (/** @type {Uint8Array} */ bytes) =>
            Array.from(bytes, (b) => `\\${b.toString(16).padStart(2, "0")}`).join("");
        const start = new Uint8Array(new Uint32Array([free]).buffer);
        const segments = [{ address: 0, bytes: start }, ...this.segments]
            .map(({ address, bytes }) => `(data (i32.const ${address}) "${hex(bytes)}")`);
        const exported = Array.from(this.exports, ([as, name]) => `(export "${as}" (func $${name}))`);
        return `(module (import "env" "memory" (memory ${Math.ceil(free / 65536)}))
${segments.join("\n")}
${this.functions.join("\n")}
${exported.join("\n")})`;
    }
}
