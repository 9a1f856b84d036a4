/** Which names the inputs of a circuit have: for those who have one missing, or wrong. */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readOptions } from "../../src/circuits/options.js";
import { openR1cs } from "../../src/files/r1cs.js";
import { readSymLines } from "../../src/files/sym.js";
import { withSources } from "../../src/files/with_sources.js";
import { suggest } from "./suggest.mjs";

/**
 * @typedef {{ names: string[], from: string, exact: boolean }} InputNames exact: none of them is
 *   another signal
 */

/** Names that a message lists. */
const TOLD = 20;

/**
 * A file beside a circuit's program, or beside its folder, as circom writes them.
 * @param {string} wasm
 * @param {string} ending
 */
function beside(wasm, ending) {
    const name = `${basename(wasm).replace(/\.wasm$/i, "")}.${ending}`;
    const folder = dirname(wasm);
    return [join(folder, name), join(dirname(folder), name)].find((path) => existsSync(path));
}

/**
 * The name of an input, of which a list or a bus has several signals.
 * @param {string} name - without main
 */
const inputOf = (name) => (/^[^[.]+/.exec(name) ?? [name])[0];

/**
 * The names of inputs: circom's labels begin with outputs, then come public inputs, then private
 * ones. Without the constraint system, all signals of the main component.
 * @param {string} sym
 * @param {string} [r1cs]
 * @returns {Promise<InputNames>}
 */
export const inputNames = (sym, r1cs) => withSources(readOptions("inputNames"), async ({ open }) => {
    const counts = r1cs === undefined ? undefined : await openR1cs(await open("r1cs", r1cs));
    const least = counts ? 1 + counts.outputs : 1;
    const end = counts ? least + counts.publicInputs + counts.privateInputs : Infinity;
    const names = new Set();
    for await (const lines of readSymLines(await open("sym", sym)))
        for (const { label, name } of lines) {
            if (label < least || label >= end) continue;
            const text = new TextDecoder().decode(name).replace(/^main\./, "");
            if (counts || !text.includes(".")) names.add(inputOf(text));
        }
    return { names: [...names], from: sym, exact: counts !== undefined };
});

/** @param {InputNames} known @param {string} message @param {any} inputs @returns {string} */
function hint({ names, from, exact }, message, inputs) {
    const [, wrong] = /^input (.+?): expected the name of an input/.exec(message) ?? [];
    const list = `${names.slice(0, TOLD).join(", ")}${names.length > TOLD ? `, and ${names.length - TOLD} more` : ""}`;
    const all = exact ? `inputs are ${list}` : `signals of the main component, inputs among them, are ${list}`;
    if (wrong !== undefined) {
        const meant = suggest(inputOf(wrong), names);
        return `; ${meant ? `did you mean ${meant}? ` : ""}${all} (${from})`;
    }
    const given = new Set(Object.keys(Object(inputs)).map(inputOf));
    const missing = names.filter((name) => !given.has(name));
    return exact && missing.length ? `: ${missing.slice(0, TOLD).join(", ")} (${from})` : `; ${all} (${from})`;
}

/**
 * Adds names to the error of a circuit that misses an input, or does not know one; an error in
 * finding them is none.
 * @param {any} error
 * @param {{ wasm: string, inputs: any, sym?: string, r1cs?: string }} files - of which sym and r1cs
 *   are looked for
 * @returns {Promise<any>} the error
 */
export async function withInputNames(error, { wasm, inputs, sym = beside(wasm, "sym"), r1cs = beside(wasm, "r1cs") }) {
    const concerned = /: expected the name of an input of the circuit|; an input of the circuit is missing$/;
    if (error?.code !== "ERR_INPUT" || sym === undefined || !concerned.test(error.message)) return error;
    const known = await inputNames(sym, r1cs).catch(() => undefined);
    if (known?.names.length) error.message += hint(known, error.message, inputs);
    return error;
}
