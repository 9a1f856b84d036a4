/**
 * Modules for tests: assemble a WasmModule, run it, read and write BigInt in
 * its memory; and read the names and types out of a finished binary.
 */
import { WasmModule } from "../../scripts/wasm/module.js";
import { assembled } from "./assembled.js";

/** @param {Uint8Array} bytes @param {WebAssembly.Memory} memory */
const instantiate = async (bytes, memory) =>
    (await WebAssembly.instantiate(bytes, { env: { memory } })).instance.exports;

/** Reads and writes integers, and takes space from the bump allocator at address 0. */
export class Memory {
    /** @param {WebAssembly.Memory} memory */
    constructor(memory) { this.memory = memory; }

    get u8() { return new Uint8Array(this.memory.buffer); }

    get u32() { return new Uint32Array(this.memory.buffer); }

    /** Address of `size` fresh bytes, on a multiple of 8. @param {number} size */
    alloc(size) {
        const address = Math.ceil(this.u32[0] / 8) * 8, end = address + size;
        const pages = Math.ceil((end - this.memory.buffer.byteLength) / 65536);
        if (pages > 0) this.memory.grow(pages);
        this.u32[0] = end;
        return address;
    }

    /** @param {number} address @param {bigint} value @param {number} size */
    write(address, value, size) {
        const u8 = this.u8;
        for (let i = 0, v = value; i < size; i++, v >>= 8n) u8[address + i] = Number(v & 0xffn);
    }

    /** @param {number} address @param {number} size */
    read(address, size) {
        const u8 = this.u8;
        let text = "";
        for (let i = size - 1; i >= 0; i--) text += u8[address + i].toString(16).padStart(2, "0");
        return size === 0 ? 0n : BigInt(`0x${text}`);
    }
}

/**
 * Build a module from parts and run it, with every internal function exported under its own name.
 * @template T
 * @param {(module: WasmModule) => T} build
 * @param {{ pages?: number, kind?: "base" | "simd" | "fma" }} [options]
 */
export async function load(build, { pages = 32, kind = "base" } = {}) {
    const module = new WasmModule(), parts = build(module);
    for (const name of module.names) module.export(name);
    const memory = new WebAssembly.Memory({ initial: pages, maximum: 32767 });
    const exports = await instantiate(await assembled(module.text(), kind, "test"), memory);
    return { parts, exports, mem: new Memory(memory) };
}

/** Run finished bytes. @param {Uint8Array} bytes @param {number} [pages] */
export async function run(bytes, pages = 32) {
    const memory = new WebAssembly.Memory({ initial: pages, maximum: 32767 });
    return { exports: await instantiate(bytes, memory), mem: new Memory(memory) };
}

const TYPES = { 0x7f: "i32", 0x7e: "i64", 0x7d: "f32", 0x7c: "f64", 0x7b: "v128" };

/**
 * Exported functions of a binary as `name(params)->results`, sorted.
 * @param {Uint8Array} bytes
 */
export function signatures(bytes) {
    let at = 8;
    const leb = () => {
        for (let value = 0, shift = 0; ; shift += 7) {
            const b = bytes[at++];
            value += (b & 127) * 2 ** shift;
            if (b < 128) return value;
        }
    };
    const text = () => { const n = leb(); at += n; return new TextDecoder().decode(bytes.subarray(at - n, at)); };
    const types = [], functions = [], names = [];
    const list = () => Array.from({ length: leb() }, () => TYPES[bytes[at++]]).join(" ");
    const sections = {
        1: () => {
            for (let n = leb(); n > 0; n--) {
                at++;
                types.push([list(), list()]);
            }
        },
        2: () => {
            for (let n = leb(); n > 0; n--) {
                text();
                text();
                const kind = bytes[at++];
                if (kind === 0) functions.push(leb());
                else if (kind === 2) {
                    const flags = bytes[at++];
                    leb();
                    if (flags & 1) leb();
                } else throw new Error(`signatures: expected a function or memory import, got kind ${kind}`);
            }
        },
        3: () => {
            for (let n = leb(); n > 0; n--) functions.push(leb());
        },
        7: () => {
            for (let n = leb(); n > 0; n--) {
                const name = text(),
                    kind = bytes[at++],
                    index = leb();
                if (kind === 0) names.push([name, index]);
            }
        },
    };
    while (at < bytes.length) {
        const id = bytes[at++], size = leb(), end = at + size;
        sections[id]?.();
        at = end;
    }
    return names.map(([name, index]) => `${name}(${types[functions[index]][0]})->${types[functions[index]][1]}`).sort();
}
