/**
 * Constraint systems: (A·w)(B·w) = C·w, each side a linear combination of wires. Constraints are
 * read in batches of typed arrays, so that millions of them cost no object each and memory does not
 * grow with the file.
 * @module files/r1cs
 */
import { yieldToEventLoop } from "../util/host.js";
import { checkSectionSize, openBinFile } from "./binfile.js";
import { allocate, ensure, ProverError } from "./errors.js";
import { readHeader } from "./header.js";

/** @import { BinFile } from "./binfile.js" */
/** @import { Source } from "./source.js" */

/** Section numbers. */
export const R1CS = Object.freeze({ HEADER: 1, CONSTRAINTS: 2, LABELS: 3, GATES: 4, GATE_USES: 5 });

const KIND = Object.freeze({
    magic: "r1cs",
    versions: [1],
    sections: Object.freeze({
        1: "header", 2: "constraints", 3: "labels", 4: "custom gates", 5: "uses of custom gates",
    }),
    required: [1, 2],
});

/** Bytes per read; a constraint that is longer is read whole. */
const STRETCH = 1 << 21;

/** Bytes of a constraint without terms: three counts. */
const LEAST = 12;

/**
 * @typedef {object} R1cs
 * @property {BinFile} file
 * @property {number} n8 - bytes of a value
 * @property {bigint} r - the order of the field
 * @property {number} signals - wires, including the constant one, wire 0; outputs, public inputs,
 *   and those private inputs that were not simplified away follow it
 * @property {number} outputs
 * @property {number} publicInputs
 * @property {number} privateInputs - before the circuit was simplified: one that is equal to an
 *   output has no wire
 * @property {number} labels - signals of the circuit before it was simplified
 * @property {number} constraints
 */

/**
 * Combination k of a batch (A, B and C of the first constraint are 0, 1 and 2, and so on) has the
 * terms [starts[k], starts[k + 1]).
 * @typedef {object} ConstraintBatch
 * @property {number} first - number of the first constraint
 * @property {number} count - of constraints
 * @property {Uint32Array} starts - 3 * count + 1 of them
 * @property {Uint32Array} wires - of each term, below `signals`
 * @property {Uint8Array} values - of each term: n8 bytes, below r, little-endian
 */

/**
 * @param {Source} source
 * @returns {Promise<R1cs>}
 * @throws {ProverError} when counts and sections do not fit
 */
export async function openR1cs(source) {
    const file = await openBinFile(source, KIND);
    const header = await readHeader(file, R1CS.HEADER);
    const { n8, value: r } = header.modulus("the prime");
    const signals = header.u32("signals");
    const outputs = header.u32("outputs");
    const publicInputs = header.u32("public inputs");
    const privateInputs = header.u32("private inputs");
    const labels = header.u64("labels");
    const constraints = header.u32("constraints");
    header.end();
    const named = 1 + outputs + publicInputs;
    ensure(named <= signals, "ERR_FILE", () =>
        `${file.name}: expected at least ${named} signals for the constant, outputs and public inputs, got ${signals}; the file is damaged`);
    const { size } = /** @type {{ size: number }} */ (file.sections.get(R1CS.CONSTRAINTS));
    ensure(constraints * LEAST <= size, "ERR_FILE", () =>
        `${file.name}: expected section 2 (constraints) to have ${constraints * LEAST} bytes or more for ${constraints} constraints, got ${size}; the file is damaged`);
    if (file.sections.has(R1CS.LABELS))
        checkSectionSize(file, R1CS.LABELS, `labels, ${signals} of 8 bytes`, 8 * signals);
    return Object.freeze({ file, n8, r, signals, outputs, publicInputs, privateInputs, labels, constraints });
}

/**
 * How far a stretch of the section goes in whole constraints.
 * @param {Uint32Array} words
 * @param {number} step - words of a term
 * @param {number} most - constraints
 * @param {number} left - words of the section from here on, in the stretch or behind it
 */
function measure(words, step, most, left) {
    let count = 0, terms = 0, end = 0;
    while (count < most) {
        let at = end, more = 0;
        for (let side = 0; side < 3; side++) {
            if (at >= words.length) return { count, terms, end, whole: at < left };
            more += words[at];
            at += 1 + words[at] * step;
        }
        if (at > words.length) return { count, terms, end, whole: at <= left };
        count++;
        terms += more;
        end = at;
    }
    return { count, terms, end, whole: true };
}

/**
 * Takes constraints apart. The loops are in a function of their own, so that engines compile them
 * while they run.
 * @param {Uint32Array} words
 * @param {{ starts: Uint32Array, wires: Uint32Array, values: Uint32Array }} out
 * @param {number} signals
 * @param {Uint32Array} order - of the field
 * @returns {number} the first combination with a term that is not allowed; -1 if there is none
 */
function takeApart(words, { starts, wires, values }, signals, order) {
    const n = order.length, top = n - 1;
    let at = 0, term = 0;
    for (let k = 0; k + 1 < starts.length; k++) {
        starts[k] = term;
        for (let left = words[at++]; left > 0; left--, term++) {
            const wire = words[at++];
            const to = term * n;
            if (wire >= signals) return k;
            wires[term] = wire;
            for (let i = 0; i < n; i++) values[to + i] = words[at + i];
            let i = top;
            while (i >= 0 && words[at + i] === order[i]) i--;
            if (i < 0 || words[at + i] > order[i]) return k;
            at += n;
        }
    }
    starts[starts.length - 1] = term;
    return -1;
}

/** @param {bigint} value @param {number} n8 @returns {Uint32Array} */
const wordsOf = (value, n8) =>
    Uint32Array.from({ length: n8 / 4 }, (_, i) => Number((value >> BigInt(32 * i)) & 0xffffffffn));

/**
 * @param {R1cs} r1cs
 * @param {Uint32Array} words
 * @param {number} first - number of the first constraint
 * @param {{ count: number, terms: number }} extent
 * @returns {ConstraintBatch}
 */
function batchOf({ file, n8, r, signals }, words, first, { count, terms }) {
    const starts = new Uint32Array(3 * count + 1);
    const wires = new Uint32Array(terms);
    const values = new Uint8Array(terms * n8);
    const out = { starts, wires, values: new Uint32Array(values.buffer) };
    const wrong = takeApart(words, out, signals, wordsOf(r, n8));
    ensure(wrong < 0, "ERR_FILE", () =>
        `${file.name}: expected terms of wires below ${signals} with values below the order of the field, got another in ${"ABC"[wrong % 3]} of constraint ${first + Math.floor(wrong / 3)}; the file is damaged`);
    return Object.freeze({ first, count, starts, wires, values });
}

/**
 * Constraints as they lie in the file: of each, A, B and C, and of each combination the number of
 * terms u32, then wire u32 and coefficient of n8 bytes. They end where the bytes end; wires and
 * coefficients are not checked.
 * @typedef {object} Stretch
 * @property {number} first - number of the first constraint
 * @property {number} count - of constraints
 * @property {number} terms - of all of them
 * @property {number} at - of the first byte, in the section
 * @property {Uint8Array} bytes - in a buffer of their own, from its start, aligned
 */

/**
 * All constraints in order, a stretch of the file at a time. What it yields is the caller's.
 * @param {R1cs} r1cs
 * @param {AbortSignal} [signal]
 * @returns {AsyncGenerator<Stretch, void, void>}
 */
export async function* readStretches(r1cs, signal) {
    const { file, n8, constraints } = r1cs;
    const { size } = /** @type {{ size: number }} */ (file.sections.get(R1CS.CONSTRAINTS));
    const damaged = (/** @type {string} */ what) => new ProverError("ERR_FILE",
        `${file.name}: expected ${constraints} constraints in the ${size} bytes of section 2, got ${what}; the file is damaged`);
    let at = 0, first = 0, stretch = STRETCH;
    while (first < constraints) {
        const left = Math.floor((size - at) / 4);
        const length = Math.min(stretch, 4 * left);
        const bytes = await file.read(R1CS.CONSTRAINTS, at, length, signal);
        const { count, terms, end, whole } = measure(wordsIn(bytes), 1 + n8 / 4, constraints - first, left);
        if (!whole) throw damaged(`an end within constraint ${first + count}`);
        stretch = count > 0 ? STRETCH : 2 * stretch; // a constraint that is longer than the stretch
        if (count === 0) continue;
        yield { first, count, terms, at, bytes: bytes.subarray(0, 4 * end) };
        first += count;
        at += 4 * end;
        await yieldToEventLoop();
    }
    if (at !== size) throw damaged(`${size - at} more bytes`);
}

/** @param {Uint8Array} bytes - aligned, whole words */
const wordsIn = ({ buffer, byteOffset, length }) => new Uint32Array(buffer, byteOffset, length / 4);

/**
 * All constraints in order. The arrays of a batch are the caller's.
 * @param {R1cs} r1cs
 * @param {AbortSignal} [signal]
 * @returns {AsyncGenerator<ConstraintBatch, void, void>}
 */
export async function* readConstraints(r1cs, signal) {
    for await (const stretch of readStretches(r1cs, signal)) yield takenApart(r1cs, stretch);
}

/**
 * @param {R1cs} r1cs
 * @param {Stretch} stretch
 * @returns {ConstraintBatch}
 * @throws {ProverError} for a wire that the system does not have, or a coefficient that is not
 *   below the order
 */
export const takenApart = (r1cs, stretch) => batchOf(r1cs, wordsIn(stretch.bytes), stretch.first, stretch);

/**
 * A stretch that was read before.
 * @param {R1cs} r1cs
 * @param {Omit<Stretch, "bytes"> & { length: number }} where - length: of its bytes
 * @param {AbortSignal} [signal]
 * @returns {Promise<ConstraintBatch>}
 */
export async function readAgain(r1cs, { length, ...where }, signal) {
    return takenApart(r1cs, { ...where, bytes: await r1cs.file.read(R1CS.CONSTRAINTS, where.at, length, signal) });
}

/**
 * For each wire, the number of the signal of the circuit that it carries, as .sym files number
 * them.
 * @param {R1cs} r1cs
 * @param {AbortSignal} [signal]
 * @returns {Promise<Float64Array | undefined>} integers; undefined if the file does not say
 */
export async function readLabels({ file, signals, labels }, signal) {
    if (!file.sections.has(R1CS.LABELS)) return undefined;
    const result = new Float64Array(allocate(file.name, 8 * signals).buffer);
    const step = STRETCH / 8;
    for (let from = 0; from < signals; from += step) {
        const count = Math.min(step, signals - from);
        const bytes = await file.read(R1CS.LABELS, 8 * from, 8 * count, signal);
        const words = new Uint32Array(bytes.buffer, bytes.byteOffset, 2 * count);
        for (let i = 0; i < count; i++) {
            const label = words[2 * i] + 2 ** 32 * words[2 * i + 1];
            ensure(label < labels, "ERR_FILE", () =>
                `${file.name}: expected the label of wire ${from + i} to be below ${labels}, got ${label}; the file is damaged`);
            result[from + i] = label;
        }
    }
    return result;
}
