/**
 * Systems and witnesses as JSON, with the members that snarkjs gives them.
 * @module circuits/export
 */
import {
    clear, encodeText, openR1cs, openWtns, readConstraints, readGates, readGateUses, readLabels, readLE, readOptions,
    readValues, termsOf, withSources, writeTogether,
} from "../../../../src/internal/snarkjs_circuits.js";

/** @import { CircuitOptions, Ignored, R1cs, SinkLike } from "../../../../src/internal/snarkjs_circuits.js" */
/** @import { SourceLike, Tools } from "../../../../src/internal/snarkjs_circuits.js" */

/** @typedef {Pick<CircuitOptions, "signal" | "readTimeout">} ExportOptions */

/**
 * A system as JSON. Of each constraint A, B and C: coefficients by wire, decimal.
 * @typedef {object} R1csJson
 * @property {number} n8 - bytes of a value
 * @property {string} prime - decimal
 * @property {number} nVars
 * @property {number} nOutputs
 * @property {number} nPubInputs
 * @property {number} nPrvInputs
 * @property {number} nLabels
 * @property {number} nConstraints
 * @property {boolean} useCustomGates
 * @property {Record<string, string>[][]} constraints
 * @property {number[]} map - the label of each wire
 * @property {{ templateName: string, parameters: string[] }[]} customGates
 * @property {{ id: number, signals: number[] }[]} customGatesUses
 */

/** Characters of text that are written at once. */
const TOGETHER = 1 << 16;

/**
 * @param {R1cs} r1cs
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<Record<string, string>[], void, void>}
 */
async function* constraintsOf(r1cs, signal) {
    for await (const batch of readConstraints(r1cs, signal))
        for (let i = 0; i < batch.count; i++)
            yield termsOf(batch, i, r1cs.n8).map((side) =>
                Object.fromEntries([...side].map(([wire, value]) => [wire, String(value)])));
}

/** @param {R1cs} r1cs @param {AbortSignal} signal */
async function gatesOf(r1cs, signal) {
    const gates = await readGates(r1cs, signal);
    const uses = await readGateUses(r1cs, gates.length, signal);
    return {
        customGates: gates.map(({ template, parameters }) =>
            ({ templateName: template, parameters: parameters.map(String) })),
        customGatesUses: Array.from(uses.gates, (id, k) =>
            ({ id, signals: Array.from(uses.wires.subarray(uses.starts[k], uses.starts[k + 1])) })),
    };
}

/**
 * What is in a system, in the order in which it is written; `constraints` one at a time.
 * @param {R1cs} system
 * @param {AbortSignal} signal
 */
async function membersOf(system, signal) {
    const { n8, r, signals, outputs, publicInputs, privateInputs, labels, constraints } = system;
    const gates = await gatesOf(system, signal);
    return {
        before: {
            n8, prime: String(r), nVars: signals, nOutputs: outputs, nPubInputs: publicInputs,
            nPrvInputs: privateInputs, nLabels: labels, nConstraints: constraints,
            useCustomGates: gates.customGates.length > 0,
        },
        constraints: constraintsOf(system, signal),
        after: { map: Array.from(await readLabels(system, signal) ?? []), ...gates },
    };
}

/**
 * A system as JSON, as `snarkjs.r1cs.exportJson` returns it.
 *
 *   memory  some 200 bytes for each term; `writeR1csJson` holds a stretch of the file
 * @param {SourceLike} r1cs
 * @param {ExportOptions} [options]
 * @returns {Promise<R1csJson>}
 * @throws {ProverError} ERR_FILE for a damaged file; or the reason of the signal
 */
export const r1csToJson = async (r1cs, options) => (await readR1csJson(r1cs, options)).json;

/**
 * The JSON, and what of the file it does not have.
 * @param {SourceLike} r1cs
 * @param {ExportOptions} [options]
 * @returns {Promise<{ json: R1csJson, ignored?: Ignored }>}
 */
export async function readR1csJson(r1cs, options) {
    return withSources(readOptions("r1csToJson", options), async ({ open, controller: { signal } }) => {
        const system = await openR1cs(await open("r1cs", r1cs));
        const { before, constraints, after } = await membersOf(system, signal);
        const all = [];
        for await (const constraint of constraints) all.push(constraint);
        return { json: { ...before, constraints: all, ...after }, ignored: system.file.ignored };
    });
}

/**
 * Values of a witness file, as `snarkjs.wtns.exportJson` returns them.
 * @param {SourceLike} wtns
 * @param {ExportOptions} [options]
 * @returns {Promise<bigint[]>} one for each signal, as they are in the file
 * @throws {ProverError} ERR_FILE for a damaged file; or the reason of the signal
 */
export async function wtnsToJson(wtns, options) {
    return withSources(readOptions("wtnsToJson", options), async (tools) => {
        const all = [];
        for await (const values of valuesOf(tools, wtns)) all.push(...values);
        return all;
    });
}

/** Values read at a time. */
const STRETCH = 1 << 12;

/** @param {Tools} tools @param {SourceLike} wtns @returns {AsyncGenerator<bigint[], void, void>} */
async function* valuesOf({ open, controller: { signal } }, wtns) {
    const opened = await openWtns(await open("wtns", wtns)), { count, n8 } = opened;
    for (let from = 0; from < count; from += STRETCH) {
        const to = Math.min(count, from + STRETCH);
        const bytes = await readValues(opened, () => {}, signal, from, to);
        yield Array.from({ length: to - from }, (_, i) => readLE(bytes, i * n8, n8));
        clear(bytes);
    }
}

/**
 * @param {SinkLike} to
 * @param {AbortSignal} signal
 * @param {AsyncIterable<string>} pieces
 */
const writeText = (to, signal, pieces) => writeTogether(signal, async (open) => {
    const sink = await open("output", to);
    let at = 0, text = "";
    const flush = async () => {
        const bytes = encodeText(text);
        await sink.write(bytes, at);
        at += bytes.length;
        text = "";
    };
    for await (const piece of pieces) {
        text += piece;
        if (text.length >= TOGETHER) await flush();
    }
    await flush();
});

/**
 * JSON in the layout of snarkjs's files: a member or an entry on each line, one space for each
 * level, and two lines for what is empty.
 * @param {unknown} value - of JSON, or a bigint, which becomes a decimal string
 * @param {string} indent - of the line that it begins on
 * @returns {string}
 */
function jsonText(value, indent) {
    if (typeof value === "bigint") return `"${value}"`;
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    const inner = `${indent} `;
    const [open, close] = Array.isArray(value) ? "[]" : "{}";
    const lines = Array.isArray(value)
        ? value.map((entry) => inner + jsonText(entry, inner))
        : Object.entries(value).map(([name, entry]) => `${inner}${JSON.stringify(name)}: ${jsonText(entry, inner)}`);
    return `${open}\n${lines.join(",\n")}${lines.length > 0 ? "\n" : ""}${indent}${close}`;
}

/**
 * @param {AsyncIterable<unknown>} entries
 * @param {string} indent
 * @returns {AsyncGenerator<string, void, void>}
 */
async function* listText(entries, indent) {
    let first = true;
    yield "[\n";
    for await (const entry of entries) {
        yield `${first ? "" : ",\n"}${indent} ${jsonText(entry, `${indent} `)}`;
        first = false;
    }
    yield `${first ? "" : "\n"}${indent}]`;
}

/** @param {Awaited<ReturnType<typeof membersOf>>} members */
async function* systemText({ before, constraints, after }) {
    yield `${jsonText(before, "").slice(0, -2)},\n "constraints": `;
    yield* listText(constraints, " ");
    yield `,\n${jsonText(after, "").slice(2)}`;
}

/** @param {AsyncIterable<bigint[]>} stretches */
async function* each(stretches) { for await (const stretch of stretches) yield* stretch; }

/**
 * Writes a system as JSON text, byte for byte as `snarkjs r1cs export json` does, whatever its
 * size.
 * @param {SourceLike} r1cs
 * @param {SinkLike} to - appears as a whole, or not at all
 * @param {ExportOptions} [options]
 * @returns {Promise<void>}
 * @throws {ProverError} ERR_FILE for a damaged file, ERR_WRITE; or the reason of the signal
 */
export async function writeR1csJson(r1cs, to, options) {
    await withSources(readOptions("writeR1csJson", options), async ({ open, controller: { signal } }) => {
        const members = await membersOf(await openR1cs(await open("r1cs", r1cs)), signal);
        await writeText(to, signal, systemText(members));
    });
}

/**
 * Writes the values of a witness as JSON text, byte for byte as `snarkjs wtns export json` does.
 * @param {SourceLike} wtns
 * @param {SinkLike} to - appears as a whole, or not at all
 * @param {ExportOptions} [options]
 * @returns {Promise<void>}
 * @throws {ProverError} ERR_FILE for a damaged file, ERR_WRITE; or the reason of the signal
 */
export async function writeWtnsJson(wtns, to, options) {
    await withSources(readOptions("writeWtnsJson", options), async (tools) => {
        await writeText(to, tools.controller.signal, listText(each(valuesOf(tools, wtns)), ""));
    });
}
