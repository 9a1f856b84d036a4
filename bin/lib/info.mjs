/**
 * Says what a file is: keys, witnesses, constraint systems, powers of tau, verification keys and
 * proofs.
 */
import { openSource } from "../../src/files/source.js";
import { describeIgnored, describePtau, describeR1cs } from "../../src/files/describe.js";
import { openWtns } from "../../src/files/wtns.js";
import { readSymLines } from "../../src/files/sym.js";
import { identifyByOrder, identifyCurve } from "../../src/curves/known.js";
import { counted } from "../../src/util/check.js";
import { witnessInfo } from "../../src/protocols/witness.js";
import { protocolOfJson, zkeyInfo } from "../../src/protocols/index.js";
import { readCount } from "../../src/protocols/json.js";
import { isName, JSON_WORDS, jsonKind } from "./json_kinds.mjs";
import { circuitRows, circuitFacts } from "./info_circuit.mjs";
import { sizeOf } from "./sizes.mjs";
import { weaknessOfSource, weaknessOfVkey } from "./weak_files.mjs";

const failure = (message) => Object.assign(new Error(message), { code: "ERR_FILE" });

/** @param {boolean} ok @param {() => string} message */
function ensure(ok, message) { if (!ok) throw Object.assign(new Error(message()), { code: "ERR_OPTION" }); }

/** Bytes in which the first line of names of signals ends. */
const LONGEST_LINE = 2 ** 12;

/** Most bytes of a JSON file, which is read as a whole; no verification key is longer. */
const MOST_JSON = 1 << 26;

/**
 * The curve with this order of the base field or of the scalar field.
 * @param {string} field
 * @param {bigint} modulus
 */
function curveOf(field, modulus) {
    const curve = field === "q" ? identifyCurve(modulus) : identifyByOrder(modulus);
    return curve?.name ?? `unknown, field of order ${modulus}`;
}

/** @param {any} source */
async function describeWtns(source) {
    const { file: { ignored }, r, count } = await openWtns(source);
    return { kind: "wtns", field: "r", modulus: r, signals: count, ...(ignored && { ignored }) };
}

/** @param {any} source */
async function describePowers(source) {
    const facts = await describePtau(source);
    const weakness = await weaknessOfSource(source);
    return { ...facts, ...(weakness && { weakness }) };
}

const READERS = Object.freeze({
    wtns: describeWtns, "\0asm": describeWasm, r1cs: describeR1cs, ptau: describePowers, zkey: async () => ({ kind: "zkey" }),
    ffky: async () => ({ kind: "zkey" }),
});

const WORDS = Object.freeze({
    zkey: "proving key",
    wtns: "witness",
    r1cs: "constraint system",
    ptau: "powers of tau",
    wasm: "program of a circuit",
    sym: "names of signals",
    ...JSON_WORDS,
});

/** @param {Record<string, any>} facts @returns {string} which other files belong with it */
function fits({ kind, protocol, curve, signals, publicSignals, power, outputs, publicInputs, wires, values }) {
    const on = curve ? ` on ${curve}` : "";
    if (kind === "wtns") return `a key of a circuit with ${counted(signals, "signal")}${on}`;
    if (kind === "r1cs")
        return `witnesses of ${counted(signals, "signal")}, keys with ${counted(outputs + publicInputs, "public signal")}${on}`;
    if (kind === "ptau") return `circuits of up to 2^${power} constraints${on}`;
    if (kind === "vkey" && publicSignals === undefined) return `${protocol} proofs${on}`;
    if (kind === "vkey") return `${protocol} proofs with ${counted(publicSignals, "public signal")}${on}`;
    if (kind === "proof") return `a ${protocol} verification key${on}, and its public signals`;
    if (kind === "signals") return `a verification key for ${counted(publicSignals, "public signal")}`;
    if (kind === "wasm") return `inputs of this circuit, and keys${on}`;
    if (kind === "sym") return `a constraint system of ${counted(wires, "wire")}, and the program of the same circuit`;
    if (kind === "inputs") return `a program with ${counted(values, "value")} in its inputs`;
    return `witnesses of ${counted(signals, "signal")}${on}`;
}

/** Names that are listed. */
const LISTED = 20;

/**
 * @param {any} value - of inputs, so of bounded depth
 * @returns {number} values in a list or a record
 */
const valuesIn = (value) => (typeof value !== "object" ? 1
    : Object.values(value).reduce((sum, one) => sum + valuesIn(one), 0));

/** @param {any} value @param {string} name */
async function describeJson(value, name) {
    const kind = jsonKind(value);
    const { curve: named, IC } = Object(value);
    const curve = isName(named) ? named : undefined;
    if (kind === "signals") return { kind, publicSignals: value.length };
    const protocol = (kind === "vkey" || kind === "proof") && (protocolOfJson(kind, value) ?? value.protocol);
    if (kind === "proof") return { kind, protocol, curve };
    if (kind === "inputs") return { kind, values: valuesIn(value), names: Object.keys(value) };
    if (kind === "vkey") {
        const publicSignals = readCount(value.nPublic) ?? (Array.isArray(IC) ? IC.length - 1 : undefined);
        const power = readCount(value.power);
        const weakness = await weaknessOfVkey(value);
        const domain = power !== undefined && { domainSize: 2 ** power };
        return { kind, protocol, curve, publicSignals, ...domain, ...(weakness && { weakness }) };
    }
    throw failure(`${name}: expected a verification key, a proof, public signals or inputs, got JSON of another kind`);
}

/** The first line of names of signals. */
const SYM = /^\d{1,15},-?\d{1,15},\d{1,15},[^,\n]+\r?(\n|$)/;

/** @param {any} source */
async function describeSym(source) {
    let lines = 0, last = 0;
    const names = new Set();
    for await (const stretch of readSymLines(source))
        for (const { wire, name } of stretch) {
            lines++;
            last = Math.max(last, wire);
            const text = new TextDecoder().decode(name).replace(/^main\./, "");
            if (!text.includes(".")) names.add(text.replace(/\[.*/, ""));
        }
    return { kind: "sym", signals: lines, wires: last + 1, names: [...names] };
}

/** @param {any} source */
async function describeWasm(source) {
    const size = await source.length(MOST_JSON);
    if (size === undefined || size > MOST_JSON)
        throw failure(`${source.name}: expected a program of at most ${MOST_JSON} bytes, got more`);
    const { rewritten, prime, generator, reason } = witnessInfo(await source.read(0, size));
    return rewritten ? { kind: "wasm", curve: prime, compiler: generator }
        : { kind: "wasm", compiler: `unknown: ${reason}` };
}

/** @param {any} source */
async function describeText(source) {
    const { name } = source, size = await source.length(MOST_JSON);
    const refuse = () => failure(`${name}: expected a zkey, wtns, r1cs, ptau, wasm, sym or JSON file, got one of another kind`);
    if (size === undefined || size > MOST_JSON) throw refuse();
    const head = new TextDecoder().decode(await source.read(0, Math.min(size, LONGEST_LINE)));
    if (SYM.test(head)) return describeSym(source);
    let value;
    try {
        value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await source.read(0, size)));
    } catch {
        throw refuse();
    }
    return describeJson(value, name);
}

/** @param {string} path @param {{ memory?: number, signal: AbortSignal }} options */
async function look(path, { memory = 2 ** 30, signal }) {
    const source = await openSource("file", path, { signal, readTimeout: 120_000, room: { bytes: memory } });
    try {
        const { size } = source,
            head = size < 4 ? "" : String.fromCharCode(...(await source.read(0, 4)));
        const { field, modulus, ...facts } = await (READERS[head] ?? describeText)(source);
        return { ...facts, ...(modulus !== undefined && { curve: curveOf(field, modulus) }), bytes: size };
    } finally {
        await source.close();
    }
}

/**
 * All facts about a file, those of a key under the names of zkeyInfo.
 * @param {string} path
 * @param {any} request
 * @param {AbortSignal} signal
 */
export async function examineFile(path, { threads, memory, sym }, signal) {
    const facts = await look(path, { memory, signal });
    ensure(sym === undefined || facts.kind === "r1cs", () =>
        `info: expected a constraint system beside ${sym}, got ${path}: ${WORDS[facts.kind]}`);
    const more = facts.kind === "zkey" ? await zkeyInfo(path, { threads, memory, signal })
        : facts.kind === "r1cs" ? await circuitFacts(path, sym, { threads, memory }, signal) : undefined;
    const all = facts.kind === "zkey" ? { kind: "zkey", ...more } : { ...facts, ...more };
    return { ...all, fits: fits(all) };
}

/** Descriptions for names that do not explain themselves. */
const NAMES = {
    publicSignals: "public signals",
    domainSize: "domain",
    publicInputs: "public inputs",
    privateInputs: "private inputs",
    ceremonyPower: "ceremony of",
    bytes: "file",
    zkeyBytes: "unpacked",
    root: "digest of the packed key",
    proveOnly: "only to prove with",
    prepared: "prepared",
};

/** @param {string} name @param {any} value */
function valueOf(name, value) {
    if (value === undefined) return "unknown";
    if (name === "bytes" || name === "zkeyBytes") return sizeOf(value);
    if (name === "domainSize") return `2^${Math.log2(value)}`;
    return name === "power" || name === "ceremonyPower" ? `2^${value}` : String(value);
}

/** One line that says what it is. @param {string} path @param {Record<string, any>} facts */
function verdictOf(path, { kind, protocol, curve, fits: goes }) {
    const what = [protocol, WORDS[kind]].filter(Boolean).join(" ");
    const on = curve ? ` on ${curve}` : "";
    return `${path}: ${what}${on}, for ${on ? goes.replace(on, "") : goes}`;
}

/** @param {readonly string[]} names */
const listOf = (names) => `${names.slice(0, LISTED).join(", ")}${names.length > LISTED ? `, and ${names.length - LISTED} more` : ""}`;

/** What the first line says, and what has rows of its own. */
const ELSEWHERE = Object.freeze([
    "kind", "fits", "protocol", "curve", "names", "sections", "threads", "fixedMemory", "expectedMemory", "circuit", "proofs", "ignored",
    "weakness",
]);

/** @param {Record<string, any>} all @param {boolean} [verbose] - with the sections of a key */
function describe(all, verbose) {
    const { names, sections, threads, fixedMemory, expectedMemory, circuit, proofs, ignored } = all;
    const facts = Object.fromEntries(Object.entries(all).filter(([name]) => !ELSEWHERE.includes(name)));
    const rows = [
        ...Object.entries(facts).map(([name, value]) => [NAMES[name] ?? name, valueOf(name, value)]),
        ...(circuit ? circuitRows({ ...facts, circuit, proofs, threads }, sizeOf) : []),
        ...(names ? [["names", listOf(names)]] : []),
        ...Object.entries((verbose && sections) || {}).map(([name, bytes]) => [`  ${name}`, sizeOf(bytes)]),
        ...(ignored ? [["ignored", describeIgnored(ignored)]] : []),
        ...(expectedMemory === undefined
            ? []
            : [
                ["expected memory", `${sizeOf(expectedMemory)} with ${counted(threads, "thread")}`],
                ["least memory", `${sizeOf(fixedMemory)} for --memory`],
            ]),
    ];
    return rows.map(([name, value]) => `${name.padEnd(18)} ${value}`).join("\n");
}

/**
 * @param {any} request
 * @param {AbortSignal} signal
 * @param {{ print: (text: string) => void, styled: typeof import("./output.mjs").styled }} tools
 * @returns {Promise<number>}
 */
export async function info(request, signal, { print, styled }) {
    const [path, sym] = request.files, facts = await examineFile(path, { ...request, sym }, signal);
    const { json, verbose } = request;
    const title = styled("title", verdictOf(path, facts)), { weakness } = facts;
    const lines = [title, ...(weakness ? [styled("bad", weakness.message)] : []), describe(facts, verbose)];
    print(json ? JSON.stringify(facts) : lines.join("\n"));
    return 0;
}
