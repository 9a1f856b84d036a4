/** Says what a file is: keys, witnesses, constraint systems, powers of tau, verification keys and proofs. */
import { openSource } from "../../src/files/source.js";
import { describePtau, describeR1cs } from "../../src/files/describe.js";
import { openWtns } from "../../src/files/wtns.js";
import { identifyByOrder, identifyCurve } from "../../src/curves/known.js";
import { counted } from "../../src/util/check.js";
import { zkeyInfo } from "../../src/protocols/index.js";
import { circuitRows, circuitFacts } from "./info_circuit.mjs";

const failure = (message) => Object.assign(new Error(message), { code: "ERR_FILE" });

/** @param {boolean} ok @param {() => string} message */
function ensure(ok, message) { if (!ok) throw Object.assign(new Error(message()), { code: "ERR_OPTION" }); }

/** Most bytes of a JSON file, which is read as a whole; no verification key is longer. */
const MOST_JSON = 1 << 26;

/** A size in the unit that fits it. @param {number} bytes @returns {string} */
function sizeOf(bytes) {
    if (bytes < 1024) return `${bytes} bytes`;
    const [unit, name] = bytes < 2 ** 20 ? [2 ** 10, "KiB"] : [2 ** 20, "MiB"];
    return `${(bytes / unit).toFixed(1)} ${name}`;
}

/** The curve with this order of the base field or of the scalar field. @param {string} field @param {bigint} modulus */
function curveOf(field, modulus) {
    const curve = field === "q" ? identifyCurve(modulus) : identifyByOrder(modulus);
    return curve?.name ?? `unknown, field of order ${modulus}`;
}

/** @param {any} source */
async function describeWtns(source) {
    const { r, count } = await openWtns(source);
    return { kind: "wtns", field: "r", modulus: r, signals: count };
}

const READERS = Object.freeze({
    wtns: describeWtns, r1cs: describeR1cs, ptau: describePtau, zkey: async () => ({ kind: "zkey" }),
});

const WORDS = Object.freeze({
    zkey: "proving key",
    wtns: "witness",
    r1cs: "constraint system",
    ptau: "powers of tau",
    vkey: "verification key",
    proof: "proof",
    signals: "public signals",
});

/** @param {Record<string, any>} facts @returns {string} which other files belong with it */
function fits({ kind, protocol, curve, signals, publicSignals, power, outputs, publicInputs }) {
    const on = curve ? ` on ${curve}` : "";
    if (kind === "wtns") return `a key of a circuit with ${counted(signals, "signal")}${on}`;
    if (kind === "r1cs")
        return `witnesses of ${counted(signals, "signal")}, keys with ${counted(outputs + publicInputs, "public signal")}${on}`;
    if (kind === "ptau") return `circuits of up to 2^${power} constraints${on}`;
    if (kind === "vkey") return `${protocol} proofs with ${counted(publicSignals, "public signal")}${on}`;
    if (kind === "proof") return `a ${protocol} verification key${on}, and its public signals`;
    if (kind === "signals") return `a verification key for ${counted(publicSignals, "public signal")}`;
    return `witnesses of ${counted(signals, "signal")}${on}`;
}

/** @param {any} value @param {string} name */
function describeJson(value, name) {
    if (Array.isArray(value)) return { kind: "signals", publicSignals: value.length };
    const { protocol, curve, nPublic } = value ?? {};
    if (nPublic !== undefined && protocol)
        return {
            kind: "vkey",
            protocol,
            curve,
            publicSignals: nPublic,
            ...(value.power !== undefined && { domainSize: 2 ** value.power }),
        };
    if (protocol && (value.pi_a || value.A || value.polynomials)) return { kind: "proof", protocol, curve };
    throw failure(`${name}: expected a verification key, a proof or public signals, got JSON of another kind`);
}

/** @param {any} source */
async function describeText(source) {
    const { name } = source, size = await source.length(MOST_JSON);
    const refuse = () => failure(`${name}: expected a zkey, wtns, r1cs, ptau or JSON file, got one of another kind`);
    if (size === undefined || size > MOST_JSON) throw refuse();
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
            head = size !== undefined && size < 4 ? "" : String.fromCharCode(...(await source.read(0, 4)));
        const { field, modulus, ...facts } = Object.hasOwn(READERS, head)
            ? await READERS[head](source)
            : await describeText(source);
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
        `info: expected a constraint system beside ${sym}, got ${path}, a ${WORDS[facts.kind]}`);
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
    prepared: "prepared",
};

/** @param {string} name @param {any} value */
function valueOf(name, value) {
    if (value === undefined) return "unknown";
    if (name === "bytes") return sizeOf(value);
    if (name === "domainSize") return `2^${Math.log2(value)}`;
    return name === "power" || name === "ceremonyPower" ? `2^${value}` : String(value);
}

/** @param {Record<string, any>} facts */
function describe({ kind, fits: goes, sections, threads, fixedMemory, expectedMemory, circuit, proofs, ...facts }) {
    const rows = [
        ["kind", WORDS[kind]],
        ...Object.entries(facts).map(([name, value]) => [NAMES[name] ?? name, valueOf(name, value)]),
        ...(circuit ? circuitRows({ ...facts, circuit, proofs, threads }, sizeOf) : []),
        ...Object.entries(sections ?? {}).map(([name, bytes]) => [`  ${name}`, sizeOf(bytes)]),
        ...(expectedMemory === undefined
            ? []
            : [
                ["expected memory", `${sizeOf(expectedMemory)} with ${counted(threads, "thread")}`],
                ["least memory", `${sizeOf(fixedMemory)} for --memory`],
            ]),
        ["fits", goes],
    ];
    return rows.map(([name, value]) => `${name.padEnd(18)} ${value}`).join("\n");
}

/** @param {any} request @param {AbortSignal} signal @param {(text: string) => void} print @returns {Promise<number>} */
export async function info(request, signal, print) {
    const [path, sym] = request.files, facts = await examineFile(path, { ...request, sym }, signal);
    print(request.json ? JSON.stringify(facts) : describe(facts));
    return 0;
}
