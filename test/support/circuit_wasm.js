/** Circuits compiled from text, and their modules with the field functions exported. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { circom } from "../../scripts/circom.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { circomFunctions } from "../../scripts/wasm/circom/functions.js";
import { encodeUnsigned, sectionsOf, Cursor } from "../../src/util/wasm_binary.js";

/**
 * The circuit.wasm of a circuit in one file. @param {string} source @param {string} prime @param {string[]} [flags]
 * @param {{ keep?: boolean }} [options] - of scripts/circom.mjs
 */
export function compileText(source, prime, flags = ["--O1"], options = {}) {
    const folder = temporaryFolder("circuit");
    try {
        writeFileSync(join(folder, "circuit.circom"), source);
        circom(folder, "circuit.circom", ["--wasm", "--prime", prime, ...flags], options);
        return new Uint8Array(readFileSync(join(folder, "circuit_js", "circuit.wasm")));
    } finally {
        rmSync(folder, { recursive: true });
    }
}

export const PRODUCT =
    "pragma circom 2.0.0; template Product() { signal input a, b; signal output c; c <== a * b; } component main = Product();";

/** The module with other sections: `change(section, bytes)` gives the new content, or undefined to drop it. */
export function withSections(bytes, change) {
    const parts = [bytes.subarray(0, 8)];
    for (const section of sectionsOf(bytes)) {
        const content = change(section, bytes.subarray(section.at, section.end));
        if (content) parts.push(Uint8Array.of(section.id, ...encodeUnsigned(content.length)), content);
    }
    return new Uint8Array(Buffer.concat(parts));
}

export const withoutNames = (bytes) => withSections(bytes, ({ id }, content) => (id === 0 ? undefined : content));

/** The same module with every field function exported under its name. */
export const withFieldExports = (bytes) => withSections(bytes, ({ id }, content) => {
    if (id !== 7) return content;
    const cursor = new Cursor(content, 0), count = cursor.unsigned();
    const added = circomFunctions().map(({ name, index }) =>
        Buffer.from([...encodeUnsigned(name.length), ...Buffer.from(name), 0, ...encodeUnsigned(index)]),
    );
    return Buffer.concat([Buffer.from(encodeUnsigned(count + added.length)), content.subarray(cursor.at), ...added]);
});

export async function openFieldFunctions(bytes) {
    const module = await WebAssembly.compile(withFieldExports(bytes));
    const runtime = Object.fromEntries(
        WebAssembly.Module.imports(module).map(({ name }) => [
            name,
            () => {
                throw new Error(name);
            },
        ]),
    );
    return (await WebAssembly.instantiate(module, { runtime })).exports;
}
