/** The files of a circuit: what each is by how it begins, and what a check still lacks. */
import { bytes, count } from "./format.js";

const WORDS = {
    r1cs: "constraints", wtns: "witness", wasm: "the circuit's program", sym: "names of signals", input: "inputs",
};
const MOST_JSON = 2 ** 26, HEAD = 64;

/** How the files begin. @type {readonly [string, RegExp][]} */
const STARTS = Object.freeze([
    ["r1cs", /^r1cs/], ["wtns", /^wtns/], ["wasm", /^\0asm/], ["sym", /^\d+,-?\d+,-?\d+,/], ["input", /^\s*\{/],
]);

/** @param {File} file */
async function inputsOf(file) {
    if (file.size > MOST_JSON) throw new Error(`expected JSON of at most ${bytes(MOST_JSON)}, got ${bytes(file.size)}`);
    return JSON.parse(await file.text());
}

/**
 * What a file is.
 * @param {File} file
 * @returns {Promise<{ file: File, name: string, size: number, kind: string, value?: any, problem?: string }>} kind:
 *   "unknown" where there is a problem; value: of inputs
 */
export async function readFile(file) {
    const shared = { file, name: file.name, size: file.size };
    const head = new TextDecoder("latin1").decode(await file.slice(0, HEAD).arrayBuffer());
    const [kind] = STARTS.find(([, pattern]) => pattern.test(head)) ?? [];
    if (!kind)
        return { ...shared, kind: "unknown", problem: "expected .r1cs, .sym, .wtns, .wasm or inputs as .json, got a file of another kind" };
    try {
        return { ...shared, kind, ...(kind === "input" && { value: await inputsOf(file) }) };
    } catch (error) {
        const problem = error instanceof SyntaxError ? `expected JSON: ${error.message}` : error.message;
        return { ...shared, kind: "unknown", problem };
    }
}

/** One line of what a file is. */
export const describe = ({ kind, size, value, problem }) =>
    problem ?? `${WORDS[kind]}${value ? `, ${count(Object.keys(value).length)} by name` : ""}, ${bytes(size)}`;

/**
 * What is still missing, in words; empty when there is enough to check.
 * @param {{ kind: string, problem?: string }[]} files
 */
export function missingOf(files) {
    if (files.length === 0) return "";
    if (files.some(({ problem }) => problem)) return "Remove or replace what is no file of a circuit.";
    const has = (/** @type {string} */ kind) => files.some((entry) => entry.kind === kind);
    if (!has("r1cs")) return "The constraints (.r1cs) are missing.";
    if (has("wtns") || (has("wasm") && has("input"))) return "";
    if (has("wasm")) return "The inputs (.json) are missing.";
    return has("input")
        ? "The circuit's program (.wasm) is missing."
        : "A witness (.wtns) is missing, or the circuit's program (.wasm) with its inputs (.json).";
}

/**
 * What a check takes; where there is a witness as well as a program with inputs, the one that was chosen last.
 * @param {{ kind: string, file: File, value?: any }[]} files - of which nothing is missing
 */
export function requestOf(files) {
    const of = (/** @type {string} */ kind) => files.find((entry) => entry.kind === kind);
    const [wtns, wasm, input] = ["wtns", "wasm", "input"].map(of);
    const latest = Math.max(files.indexOf(wasm), files.indexOf(input));
    const calculated = wasm && input && (!wtns || latest > files.indexOf(wtns));
    return {
        r1cs: of("r1cs").file,
        witness: calculated ? { wasm: wasm.file, inputs: input.value } : wtns.file,
        sym: of("sym")?.file,
    };
}
