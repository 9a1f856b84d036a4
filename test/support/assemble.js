/** A WasmModule under construction, assembled and instantiated for a test, with every internal function exported. */
import binaryen from "binaryen";

/** @returns {{ exports: object, memory: Uint8Array, alloc: (size: number) => number }} */
export function assemble(module, { optimize = true, pages = 16 } = {}) {
    for (const name of module.names) if (![...module.exports.values()].includes(name)) module.export(name);
    const ir = binaryen.parseText(module.text());
    if (optimize) {
        binaryen.setOptimizeLevel(2);
        binaryen.setShrinkLevel(0);
        ir.optimize();
    }
    const bytes = ir.emitBinary();
    ir.dispose();
    const memory = new WebAssembly.Memory({ initial: pages });
    const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } });
    let free = Math.ceil(module.top / 64) * 64 + 64;
    return {
        exports: instance.exports, u8: new Uint8Array(memory.buffer), bytes,
        alloc: (size) => { const at = free; free += Math.ceil(size / 8) * 8; return at; },
    };
}
