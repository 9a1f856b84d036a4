/**
 * The gates of a constraint system, for protocols with rows of three wires: Qm a b + Ql a + Qr b +
 * Qo c + Qc = 0. A row for each public signal, then the rows of each constraint; combinations with
 * too many terms get wires for sums of two. The order of terms and rows decides bytes of keys: it
 * is that of snarkjs.
 * @module protocols/plonkish/setup/gates
 */
import { readLE, writeLE } from "../../../util/bytes.js";
import { readConstraints } from "../../../files/r1cs.js";
import { publicsOf } from "../../setup/terms.js";

/** @import { ConstraintBatch, R1cs } from "../../../files/r1cs.js" */

/** Terms that a row can add up, and that a factor may have. */
const OF_SUM = 3, OF_FACTOR = 1;

/** Rows for which there is room at first. */
const ROOM = 1 << 10;

/**
 * The terms of a combination, by ascending wire, and its constant; `undefined`: it has none, which
 * is not the same as zero.
 * @typedef {{ wires: number[], values: bigint[], constant: bigint | undefined }} Combination
 */

/** A list of elements that grows. @param {number} size - bytes of each */
function growing(size) {
    let bytes = new Uint8Array(ROOM * size), count = 0;
    return {
        /** @returns {{ bytes: Uint8Array, at: number }} where the next one goes */
        next() {
            if (bytes.length < (count + 1) * size) {
                const larger = new Uint8Array(2 * bytes.length);
                larger.set(bytes);
                bytes = larger;
            }
            return { bytes, at: count++ * size };
        },
        all: () => bytes.slice(0, count * size),
        get count() { return count; },
    };
}

/** The coefficients of a row, by what they are multiplied with. */
const SELECTORS = /** @type {const} */ (["m", "l", "r", "o", "c"]);

/** @typedef {Partial<Record<typeof SELECTORS[number], bigint>>} Coefficients */

/**
 * @typedef {object} Gates
 * @property {number} rows
 * @property {number} wires - of the witness and of the additions
 * @property {number} additions
 * @property {Uint32Array[]} columns - the wire of each row in columns a, b and c
 * @property {Record<"m" | "l" | "r" | "o" | "c", Uint8Array>} selectors - of each row: n8 bytes,
 *   plain
 * @property {Uint8Array} sums - of each addition: wires a and b, u32, and the factor of each, n8
 *   bytes, plain
 */

/**
 * Rows and additions as they are made.
 * @param {R1cs} system
 */
function openRows({ n8, r, signals }) {
    const columns = [growing(4), growing(4), growing(4)];
    const sums = growing(8 + 2 * n8);
    const selectors = SELECTORS.map(() => growing(n8));
    const mod = (/** @type {bigint} */ value) => ((value % r) + r) % r;
    let wires = signals;
    const putU32 = (/** @type {ReturnType<typeof growing>} */ list, /** @type {number} */ value) => {
        const { bytes, at } = list.next();
        writeLE(bytes, at, BigInt(value), 4);
    };
    const row = (/** @type {number[]} */ of, /** @type {Coefficients} */ coefficients) => {
        of.forEach((wire, i) => putU32(columns[i], wire));
        SELECTORS.forEach((name, i) => {
            const { bytes, at } = selectors[i].next(), value = coefficients[name];
            if (value) writeLE(bytes, at, mod(value), n8);
        });
    };
    return {
        row,
        /**
         * The wire of f a + g b.
         * @param {number[]} of
         * @param {bigint[]} factors
         * @returns {number}
         */
        sum([a, b], [f, g]) {
            const wire = wires++;
            const { bytes, at } = sums.next();
            row([a, b, wire], { l: -f, r: -g, o: 1n });
            writeLE(bytes, at, BigInt(a), 4);
            writeLE(bytes, at + 4, BigInt(b), 4);
            writeLE(bytes, at + 8, f, n8);
            writeLE(bytes, at + 8 + n8, g, n8);
            return wire;
        },
        /** @returns {Gates} */
        all: () => ({
            rows: columns[0].count, wires, additions: sums.count, sums: sums.all(),
            columns: columns.map((list) => new Uint32Array(list.all().buffer)),
            selectors: /** @type {Gates["selectors"]} */ (
                Object.fromEntries(SELECTORS.map((name, i) => [name, selectors[i].all()]))),
        }),
    };
}

/** @typedef {ReturnType<typeof openRows>} Rows */

/**
 * A combination of a batch.
 * @param {ConstraintBatch} batch
 * @param {number} k
 * @param {number} n8
 * @param {boolean} dropZeros
 * @returns {Combination}
 */
function combinationOf({ starts, wires, values }, k, n8, dropZeros) {
    const terms = /** @type {[number, bigint][]} */ ([]);
    for (let t = starts[k]; t < starts[k + 1]; t++) terms.push([wires[t], readLE(values, t * n8, n8)]);
    return ofTerms(terms, dropZeros);
}

/**
 * @param {[number, bigint][]} terms - each wire once
 * @param {boolean} dropZeros
 * @returns {Combination}
 */
function ofTerms(terms, dropZeros) {
    const kept = terms.filter(([, value]) => !dropZeros || value !== 0n).sort(([a], [b]) => a - b);
    const constant = kept.length > 0 && kept[0][0] === 0 ? kept.shift()?.[1] : undefined;
    return { wires: kept.map(([wire]) => wire), values: kept.map(([, value]) => value), constant };
}

/**
 * factor x - y
 * @param {bigint} factor
 * @param {Combination} x
 * @param {Combination} y
 * @param {bigint} r
 * @param {boolean} dropZeros
 */
function difference(factor, x, y, r, dropZeros) {
    const terms = /** @type {Map<number, bigint>} */ (new Map());
    const add = (/** @type {Combination} */ { wires, values, constant }, /** @type {bigint} */ times) => {
        const put = (/** @type {number} */ wire, /** @type {bigint} */ value) =>
            terms.set(wire, ((((terms.get(wire) ?? 0n) + times * value) % r) + r) % r);
        if (constant !== undefined) put(0, constant);
        wires.forEach((wire, i) => put(wire, values[i]));
    };
    add(x, factor);
    add(y, -1n);
    return ofTerms([...terms], dropZeros);
}

/**
 * The same combination with at most `most` terms, of wires that are made for it.
 * @param {Rows} rows
 * @param {Combination} combination
 * @param {number} most
 */
function reduced(rows, { wires: of, values: factors, constant = 0n }, most) {
    const wires = [...of], values = [...factors];
    // the first two go, and their sum comes last
    let from = 0;
    while (wires.length - from > most) {
        wires.push(rows.sum([wires[from], wires[from + 1]], [values[from], values[from + 1]]));
        values.push(1n);
        from += 2;
    }
    /** @template T @param {T[]} list @param {T} nothing */
    const pad = (list, nothing) => Array.from({ length: most }, (_, i) => list[from + i] ?? nothing);
    return { wires: pad(wires, 0), values: pad(values, 0n), constant };
}

/**
 * A row that says that a combination is zero.
 * @param {Rows} rows
 * @param {Combination} combination
 */
function addSum(rows, combination) {
    const { wires, values: [l, r, o], constant } = reduced(rows, combination, OF_SUM);
    rows.row(wires, { l, r, o, c: constant });
}

/** @param {Combination} combination */
const isEmpty = ({ wires, constant }) => wires.length === 0 && constant === undefined;

/** @param {Combination} combination */
const isConstant = ({ wires, constant }) => wires.length === 0 && constant !== undefined;

/**
 * The rows of a constraint a b = c.
 * @param {Rows} rows
 * @param {Combination[]} sides
 * @param {bigint} r
 * @param {boolean} dropZeros
 */
function addConstraint(rows, [a, b, c], r, dropZeros) {
    if (isEmpty(a) || isEmpty(b)) addSum(rows, c);
    else if (isConstant(a)) addSum(rows, difference(a.constant ?? 0n, b, c, r, dropZeros));
    else if (isConstant(b)) addSum(rows, difference(b.constant ?? 0n, a, c, r, dropZeros));
    else {
        const [x, y, z] = [a, b, c].map((side) => reduced(rows, side, OF_FACTOR));
        rows.row([x.wires[0], y.wires[0], z.wires[0]], {
            m: x.values[0] * y.values[0], l: x.values[0] * y.constant, r: x.constant * y.values[0], o: -z.values[0],
            c: x.constant * y.constant - z.constant,
        });
    }
}

/**
 * @param {R1cs} system
 * @param {{ dropZeros: boolean }} kind - FFLONK drops terms with the coefficient zero, PLONK keeps
 *   them
 * @param {AbortSignal} signal
 * @returns {Promise<Gates>}
 */
export async function gatesOf(system, { dropZeros }, signal) {
    const rows = openRows(system), { n8, r } = system;
    for (let wire = 1; wire <= publicsOf(system); wire++) rows.row([wire, 0, 0], { l: 1n });
    for await (const batch of readConstraints(system, signal))
        for (let k = 0; k < batch.count; k++) {
            const sides = [0, 1, 2].map((side) => combinationOf(batch, 3 * k + side, n8, dropZeros));
            addConstraint(rows, sides, r, dropZeros);
        }
    return rows.all();
}
