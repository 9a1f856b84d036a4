/**
 * Formulas over Fp2 on lanes, as data: linear forms of elements in memory, and lists of them for
 * the kernel `linear`. An element of Fp2 is one lane of two units in a row, and is named by their
 * address and the lane.
 * @module kernels/pairing/forms
 */

/** The same numbers as in scripts/wasm/lane/linear.js, by which the kernel reads a list. */
const LIST = Object.freeze({ head: 16, to: 0, count: 4, term: 32, from: 16, swapped: 20 });

/**
 * Coefficients of units of Fp, by 2 address + lane.
 * @typedef {Map<number, number>} Terms
 */

/** The two coefficients of an element of Fp2. @typedef {readonly [Terms, Terms]} Form */

/** @type {Form} */
export const NOTHING = [new Map(), new Map()];

/** k a + b @param {Terms} a @param {number} k @param {Terms} b @returns {Terms} */
function combined(a, k, b) {
    const sum = new Map(b);
    for (const [key, value] of a) {
        const total = k * value + (sum.get(key) ?? 0);
        if (total) sum.set(key, total);
        else sum.delete(key);
    }
    return sum;
}

/** @param {Form} a @param {number} k @returns {Form} */
export const times = ([a0, a1], k) => [combined(a0, k, NOTHING[0]), combined(a1, k, NOTHING[0])];

/** @param {Form[]} forms @returns {Form} */
export const sum = (...forms) =>
    forms.reduce((a, b) => /** @type {const} */ ([combined(a[0], 1, b[0]), combined(a[1], 1, b[1])]), NOTHING);

/** a less the others. @param {Form} a @param {Form[]} others */
export const less = (a, ...others) => sum(a, times(sum(...others), -1));

/** (1 + u) a @param {Form} a @returns {Form} */
export const xi = ([a0, a1]) => [combined(a1, -1, a0), combined(a0, 1, a1)];

/** The conjugate over Fp. @param {Form} a @returns {Form} */
export const conj = ([a0, a1]) => [a0, times([a1, a1], -1)[0]];

/**
 * An element in memory.
 * @param {number} unitBytes - of Fp
 * @returns {(address: number, lane: number) => Form}
 */
export const elementAt = (unitBytes) => (address, lane) => {
    const coefficient = (/** @type {number} */ c) => new Map([[2 * (address + c * unitBytes) + lane, 1]]);
    return [coefficient(0), coefficient(1)];
};

/** @typedef {{ to: number, lanes: readonly [Terms, Terms] }} Sum - of each lane of a unit of Fp */

/**
 * The sums of both coefficients of a unit of Fp2.
 * @param {number} unitBytes - of Fp
 * @param {number} to
 * @param {Form} first - lane 0
 * @param {Form} second - lane 1
 * @returns {Sum[]}
 */
export const sumsOf = (unitBytes, to, first, second) =>
    [0, 1].map((c) => ({ to: to + c * unitBytes, lanes: [first[c], second[c]] }));

/**
 * The bytes that `linear` reads.
 * @param {readonly Sum[]} sums
 * @param {number} mostWeight - of a lane
 * @returns {Uint8Array}
 * @throws {RangeError} where coefficients are larger than the proof of the kernel allows
 */
export function listOf(sums, mostWeight) {
    const parts = sums.map(({ to, lanes }) => {
        for (const terms of lanes) {
            const weight = [...terms.values()].reduce((total, k) => total + Math.abs(k), 0);
            if (weight > mostWeight)
                throw new RangeError(`linear: expected coefficients up to ${mostWeight} in all, got ${weight}`);
        }
        return { to, terms: termsOf(lanes) };
    });
    const bytes = new Uint8Array(parts.reduce((size, { terms }) => size + LIST.head + LIST.term * terms.length, 0));
    const view = new DataView(bytes.buffer);
    let at = 0;
    for (const { to, terms } of parts) {
        view.setInt32(at + LIST.to, to, true);
        view.setInt32(at + LIST.count, terms.length, true);
        at += LIST.head;
        for (const { from, swapped, factors } of terms) {
            factors.forEach((k, lane) => view.setFloat64(at + 8 * lane, k, true));
            view.setInt32(at + LIST.from, from, true);
            view.setInt32(at + LIST.swapped, swapped, true);
            at += LIST.term;
        }
    }
    return bytes;
}

/**
 * One term for each unit that is read as it is, and one for each whose lanes change places.
 * @param {readonly [Terms, Terms]} lanes
 */
function termsOf(lanes) {
    /** @type {Map<number, { from: number, swapped: number, factors: [number, number] }>} */
    const terms = new Map();
    lanes.forEach((own, lane) => {
        for (const [key, k] of own) {
            const from = key >> 1;
            const swapped = (key & 1) ^ lane;
            const name = 2 * from + swapped;
            const term = terms.get(name) ?? { from, swapped, factors: [0, 0] };
            term.factors[lane] = k;
            terms.set(name, term);
        }
    });
    return [...terms.values()];
}
