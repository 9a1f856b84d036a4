/**
 * Puts our field functions into a circuit.wasm of circom 2, in one pass over the file. Other
 * sections and the indexes of functions stay as they are; old bodies that ours still call are
 * appended after the last function. A file that is not recognised is left unchanged. The witness
 * stays the same as long as the constants of the circuit are below its prime, as those of every
 * compiler are.
 * @module files/circuit/rewrite
 */
import { encodeUnsigned } from "../../util/wasm_binary.js";
import { moduleSectionsOf, SECTION } from "./module_sections.js";
import { bodiesFor } from "./function_bodies.js";
import { recognise } from "./recognise.js";
import { tablesOf } from "./tables.js";
import { LAYOUT, READER } from "../../params/circom.js";
import { encodeText } from "../../util/text.js";

/** @import { ModuleSections } from "./module_sections.js" */

/**
 * What was found in a circuit.wasm.
 * @typedef {object} WitnessInfo
 * @property {boolean} rewritten - whether our field functions replace those of the circuit
 * @property {string} [prime] - under circom's name
 * @property {string} [generator] - the compilers that emit these field functions
 * @property {string} [reason] - why it runs unchanged
 */

/** @param {number} id @param {readonly Uint8Array[]} parts @returns {Uint8Array[]} */
function section(id, parts) {
    return [Uint8Array.of(id, ...encodeUnsigned(parts.reduce((sum, part) => sum + part.length, 0))), ...parts];
}

/**
 * The content of a section with more entries: the new count, the old entries, those that are added.
 */
function extended(
    /** @type {Uint8Array} */ old,
    /** @type {number} */ count,
    /** @type {Uint8Array[]} */ added,
) {
    return [Uint8Array.from(encodeUnsigned(count)), old, ...added];
}

/** A body preceded by its length. @param {Uint8Array} body */
const measured = (body) => [Uint8Array.from(encodeUnsigned(body.length)), body];

/**
 * The code section; unchanged neighbours are copied together.
 * @param {ModuleSections} parsed
 * @param {Map<number, Uint8Array>} own - our bodies, by index among the functions that are not
 *   imported
 * @param {Uint8Array[]} appended
 */
function codeSection({ bytes, bodies }, own, appended) {
    const parts = /** @type {Uint8Array[]} */ ([Uint8Array.from(encodeUnsigned(bodies.length + appended.length))]);
    for (let i = 0; i < bodies.length;) {
        const body = own.get(i);
        if (body) {
            parts.push(...measured(body));
            i++;
            continue;
        }
        const from = i;
        while (i < bodies.length && !own.has(i)) i++;
        parts.push(bytes.subarray(bodies[from].start, bodies[i - 1].end));
    }
    return section(SECTION.code, [...parts, ...appended.flatMap(measured)]);
}

/** @param {readonly Uint8Array[]} parts */
function joined(parts) {
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
    return all;
}

/**
 * What is added to sections that are vectors.
 * @param {ModuleSections} parsed
 * @param {{ functions: number[], exported: number, segment: Uint8Array | undefined }} more - types
 *   of functions, index of the one that is exported, a passive segment
 * @returns {Record<number, { count: number, added: Uint8Array[] }>} by section: the new count of
 *   its entries, and those to be added
 */
function additions({ typeOf, exports, data }, { functions, exported, segment }) {
    const name = encodeText(READER),
        more = /** @type {ReturnType<typeof additions>} */ ({
            [SECTION.function]: {
                count: typeOf.length + functions.length,
                added: functions.map((type) => Uint8Array.from(encodeUnsigned(type))),
            },
            [SECTION.export]: {
                count: exports.size + 1,
                added: [Uint8Array.of(...encodeUnsigned(name.length), ...name, 0, ...encodeUnsigned(exported))],
            },
        });
    if (segment)
        more[SECTION.data] = {
            count: data.length + 1,
            added: [Uint8Array.of(1, ...encodeUnsigned(segment.length)), segment],
        };
    return more;
}

/**
 * @param {ModuleSections} parsed - recognised
 * @param {{ prime: bigint, signals: [number, number] }} found
 * @returns {Uint8Array}
 */
function exchange(parsed, { prime, signals }) {
    const { bytes, sections, entries, imported, typeOf, bodies, exports, data } = parsed;
    const end = imported + bodies.length;
    const { own, appended, reader } = bodiesFor(prime, {
        getWitness: Number(exports.get("getWitness")),
        appended: end,
        signals,
    });
    const tables = tablesOf(parsed, LAYOUT.functions);
    const exchanged = new Map([
        ...[...own].map(([index, body]) => /** @type {const} */ ([index - imported, body])),
        ...(tables?.bodies ?? []),
    ]);
    const behind = appended.map(({ body }) =>
        typeof body === "number" ? bytes.subarray(bodies[body - imported].at, bodies[body - imported].end) : body,
    );
    const more = additions(parsed, {
        functions: appended.map(({ like }) => typeOf[like - imported]),
        exported: end + reader,
        segment: tables?.segment,
    });
    const dataCount = tables ? section(SECTION.dataCount, [Uint8Array.from(encodeUnsigned(data.length + 1))]) : [];
    return joined([bytes.subarray(0, 8), ...sections.flatMap(({ id, start, end: to }) => {
        if (id === SECTION.code) return [...dataCount, ...codeSection(parsed, exchanged, behind)];
        if (!more[id]) return [bytes.subarray(start, to)];
        return section(id, extended(bytes.subarray(entries.get(id), to), more[id].count, more[id].added));
    })]);
}

/**
 * @param {Uint8Array} bytes - circuit.wasm
 * @returns {{ info: Readonly<WitnessInfo>, parsed?: ModuleSections, found?: Parameters<typeof
 *   exchange>[1] }} the last two where it is recognised
 */
function examine(bytes) {
    const left = (/** @type {string} */ reason) => ({ info: Object.freeze({ rewritten: false, reason }) });
    try {
        const parsed = moduleSectionsOf(bytes);
        const found = recognise(parsed);
        if ("reason" in found) return left(found.reason);
        return { parsed, found, info: Object.freeze({ rewritten: true, ...found.known }) };
    } catch (error) {
        if (error instanceof RangeError) return left(error.message);
        throw error;
    }
}

/**
 * What would be done to a file.
 * @param {Uint8Array} bytes - circuit.wasm
 * @returns {Readonly<WitnessInfo>}
 */
export const circuitInfo = (bytes) => examine(bytes).info;

/**
 * The faster file, or the same bytes if they are not recognised.
 * @param {Uint8Array} bytes - circuit.wasm
 * @returns {{ bytes: Uint8Array, info: Readonly<WitnessInfo> }}
 */
export function rewriteCircuit(bytes) {
    const { info, parsed, found } = examine(bytes);
    return { bytes: parsed && found ? exchange(parsed, found) : bytes, info };
}
