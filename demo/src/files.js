/** Which files were chosen, what each is by its first bytes, and whether they fit each other. */
import { curveByAnyName, identifyByOrder } from "../../src/curves/known.js";
import { isOf } from "../../src/protocols/json.js";
import { MARKS, PROTOCOLS, witnessInfo, zkeyInfo } from "./protocols.js";
import { bytes, count, plural } from "./format.js";

const WORDS = { zkey: "proving key", wtns: "witness", wasm: "circuit", input: "inputs", vkey: "verification key" };
const MOST_JSON = 2 ** 26;

/** The curve of this order, as a witness names its own. @param {bigint} order */
const curveOfOrder = (order) => identifyByOrder(order)?.name;

/** Its usual name; another name stays as it is. @param {unknown} name @returns {string} */
const curveNamed = (name) => curveByAnyName(name)?.name ?? String(name).slice(0, 40);

const textOf = (block) => new TextDecoder("latin1").decode(block);
const littleEndian = (block) => block.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);

/** Sections of a binary file: where each begins. */
async function sectionsOf(file) {
    const view = new DataView(await file.slice(0, 4096).arrayBuffer()), found = new Map();
    for (let i = 0, at = 12; i < view.getUint32(8, true) && at + 12 <= view.byteLength; i++) {
        found.set(view.getUint32(at, true), at + 12);
        at += 12 + Number(view.getBigUint64(at + 4, true));
    }
    return { view, found };
}

/** @returns {Promise<{ signals: number, curve: string | undefined }>} */
async function readWitness(file) {
    const { view, found } = await sectionsOf(file).catch(() => ({ found: new Map() })), at = found.get(1);
    const n8 = at === undefined ? 0 : view.getUint32(at, true);
    if (![32, 48].includes(n8) || !found.has(2)) throw new Error("expected a witness, got a damaged file");
    const order = littleEndian(new Uint8Array(view.buffer, at + 4, n8));
    return { signals: view.getUint32(at + 4 + n8, true), curve: curveOfOrder(order) };
}

/** @returns {Promise<{ kind: string, facts: string } & Record<string, unknown>>} */
async function readJson(file) {
    if (file.size > MOST_JSON) throw new Error(`expected JSON of at most ${bytes(MOST_JSON)}, got ${bytes(file.size)}`);
    const value = JSON.parse(await file.text());
    if (value?.vk_alpha_1 || value?.nPublic !== undefined) {
        if (!PROTOCOLS.some((name) => isOf(value, name, MARKS[name])))
            throw new Error(`expected a ${PROTOCOLS.join(" or ")} key, got one of ${String(value.protocol).slice(0, 40)}`);
        const curve = curveNamed(value.curve), signals = Number(value.nPublic ?? value.IC?.length - 1);
        return { kind: "vkey", value, curve, facts: `${plural(signals, "public signal")}, ${curve}` };
    }
    if (typeof value !== "object" || value === null || Array.isArray(value) || value.pi_a)
        throw new Error("expected the circuit's inputs or a verification key, got another JSON file");
    return { kind: "input", value, facts: plural(Object.keys(value).length, "signal") };
}

const READERS = Object.freeze({
    async zkey(file) {
        const { curve, constraints, signals, expectedMemory, domainSize, weakness } = await zkeyInfo(file);
        const facts = `${constraints === undefined ? "" : `${count(constraints)} constraints, `}${curve}`;
        return { kind: "zkey", curve, constraints, signals, expectedMemory, domainSize, weakness, facts };
    },
    async wtns(file) {
        const { signals, curve } = await readWitness(file);
        return { kind: "wtns", signals, curve, facts: `${count(signals)} values` };
    },
    async wasm(file) {
        const code = new Uint8Array(await file.arrayBuffer());
        if (!WebAssembly.validate(code)) throw new Error("expected a circuit's program, got a damaged file");
        const { rewritten } = witnessInfo(code);
        return { kind: "wasm", facts: rewritten ? "with this engine's field functions" : "as it is" };
    },
});

/** Files of a circuit that a proof does not need, by how they begin. */
const OTHERS = [
    [/^r1cs/, "the constraints of a circuit (.r1cs): the proving key is made from them, and circuit.html checks them"],
    [/^ptau/, "powers of tau (.ptau): the proving key is made with them"],
    [/^\d+,-?\d+,-?\d+,/, "names of signals (.sym): circuit.html uses them"],
];
const HEAD = 64;

/** What a file is. @param {File} file @returns {Promise<any>} kind and facts; or `problem`, in words */
export async function readFile(file) {
    const head = textOf(new Uint8Array(await file.slice(0, HEAD).arrayBuffer())), start = head.slice(0, 4);
    const binary = READERS[start === "\0asm" ? "wasm" : start];
    const shared = { file, name: file.name, size: file.size };
    try {
        const [, other = "a file of another kind"] = OTHERS.find(([pattern]) => pattern.test(head)) ?? [];
        if (!binary && !/^\s*[[{]/.test(head)) throw new Error(`expected .zkey, .wtns, .wasm or .json, got ${other}`);
        return { ...shared, ...await (binary ?? readJson)(file) };
    } catch (error) {
        const problem = error instanceof SyntaxError ? `expected JSON: ${error.message}` : error.message;
        return { ...shared, kind: "unknown", problem: problem.replace(`${file.name}: `, "") };
    }
}

/** One line of what a file is. */
export const describe = ({ kind, size, facts, problem, weakness }) =>
    problem ?? `${WORDS[kind]}, ${facts}, ${bytes(size)}${weakness ? `; ${weakness.message}` : ""}`;

/** The chosen files again, each with the problem that it has beside the others. */
export function judge(chosen) {
    const of = (kind) => chosen.find((entry) => entry.kind === kind && !entry.problem), key = of("zkey");
    return chosen.map((entry) => {
        if (entry.problem || !key || entry === key) return entry;
        if (entry.curve && entry.curve !== key.curve)
            return { ...entry, misfit: `expected ${key.curve}, as ${key.name} asks for, got ${entry.curve}` };
        if (entry.kind === "wtns" && entry.signals !== key.signals)
            return {
                ...entry,
                misfit: `expected ${count(key.signals)} values for ${key.name}, got ${count(entry.signals)}`,
            };
        return entry;
    });
}

/**
 * The chosen files again, with what a proof said of one of them beside it.
 * @param {readonly any[]} chosen @param {string} message - of the failure: "NAME: what was wrong"
 */
export const failedOf = (chosen, message) => chosen.map((entry) =>
    (message.startsWith(`${entry.name}: `) ? { ...entry, misfit: message.slice(entry.name.length + 2) } : entry));

/** What is still missing, in words; empty when there is enough to prove. */
export function missingOf(judged) {
    if (!judged.length) return "";
    if (judged.some(({ problem, misfit }) => problem ?? misfit)) return "Remove or replace what does not fit.";
    const has = (kind) => judged.some((entry) => entry.kind === kind);
    if (!has("zkey")) return "A proving key (.zkey) is missing.";
    if (has("wtns") || (has("wasm") && has("input"))) return "";
    if (has("wasm")) return "The inputs (.json) are missing.";
    return has("input") ? "The circuit (.wasm) is missing." : "A witness (.wtns) is missing, or a circuit with inputs.";
}
