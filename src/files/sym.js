/**
 * The names of a circuit's signals: lines `label,wire,component,name`, where wire is -1 for one
 * that was simplified away. Names are kept as bytes, and the path that the signals of a component
 * share once, so that a million names take tens of megabytes instead of hundreds.
 * @module files/sym
 */
import { yieldToEventLoop } from "../util/host.js";
import { ensure } from "./errors.js";
import { decodeText } from "../util/text.js";

/** @import { Source } from "./source.js" */

/** Bytes per read. */
const STRETCH = 1 << 20;

/** Bytes of the longest line. */
const LONGEST_LINE = 1 << 16;

const NEWLINE = 0x0a, RETURN = 0x0d, COMMA = 0x2c, DOT = 0x2e, MINUS = 0x2d, ZERO = 0x30;

/** Digits of the longest number: all of them are exact. */
const MOST_DIGITS = 15;

/** Names and paths are addressed by u32. */
const MOST_TEXT = 2 ** 32 - 1;

/** @typedef {Readonly<{ path: string, name: string }>} SignalName of the component, and in it */

/**
 * @typedef {object} Sym
 * @property {number} lines - signals of the circuit before it was simplified
 * @property {number} named - signals that have a wire
 * @property {(wire: number, most?: number) => SignalName[]} namesOf - in the order of the file, all
 *   or the first; empty if there is none
 */

/** Bytes one after the other, of which parts are found by where they end. */
function createTexts() {
    let bytes = new Uint8Array(1 << 12), used = 0;
    return {
        /** @param {Uint8Array} text @returns {number} where it ends */
        add(text) {
            if (used + text.length > bytes.length) {
                const larger = new Uint8Array(Math.min(MOST_TEXT, 2 * (used + text.length)));
                larger.set(bytes.subarray(0, used));
                bytes = larger;
            }
            bytes.set(text, used);
            return (used += text.length);
        },
        size: () => used,
        text: (/** @type {number} */ from, /** @type {number} */ to) =>
            decodeText(bytes.subarray(from, to)),
    };
}

/** A list of u32 that grows. */
function createNumbers() {
    let numbers = new Uint32Array(1 << 10), length = 0;
    return {
        push(/** @type {number} */ value) {
            if (length === numbers.length) {
                const larger = new Uint32Array(2 * length);
                larger.set(numbers);
                numbers = larger;
            }
            numbers[length++] = value;
        },
        at: (/** @type {number} */ i) => numbers[i],
        length: () => length,
    };
}

/** @param {Uint8Array} a @param {Uint8Array} b */
function equal(a, b) {
    if (a.length !== b.length) return false;
    // paths differ at their ends
    for (let i = a.length - 1; i >= 0; i--) if (a[i] !== b[i]) return false;
    return true;
}

/** What the lines say. */
function createNames() {
    const paths = createTexts();
    const names = createTexts();
    const pathEnds = createNumbers();
    const nameEnds = createNumbers();
    const pathOf = createNumbers();
    const wires = createNumbers();
    let last = new Uint8Array(0); // the path of the line before, which is that of most lines
    return {
        /** @param {number} wire @param {Uint8Array} full - name */
        add(wire, full) {
            const dot = full.lastIndexOf(DOT);
            const path = full.subarray(0, Math.max(0, dot));
            if (pathEnds.length() === 0 || !equal(path, last)) {
                pathEnds.push(paths.add(path));
                last = path.slice();
            }
            nameEnds.push(names.add(full.subarray(dot + 1)));
            pathOf.push(pathEnds.length() - 1);
            wires.push(wire);
        },
        /** @param {number} length - of a name that is added next */
        fits: (length) => names.size() + length <= MOST_TEXT && paths.size() + length <= MOST_TEXT,
        /**
         * Numbers of names, ordered by their wires and then as they came: pairs of u32, the wire
         * above.
         */
        ordered() {
            const pairs = new Uint32Array(2 * wires.length());
            for (let i = 0; i < wires.length(); i++) pairs.set([i, wires.at(i)], 2 * i);
            new BigUint64Array(pairs.buffer).sort();
            return pairs;
        },
        /** @param {number} i @returns {SignalName} */
        name(i) {
            const path = pathOf.at(i);
            const start = (/** @type {typeof nameEnds} */ ends, /** @type {number} */ n) =>
                n === 0 ? 0 : ends.at(n - 1);
            return Object.freeze({
                path: paths.text(start(pathEnds, path), pathEnds.at(path)),
                name: names.text(start(nameEnds, i), nameEnds.at(i)),
            });
        },
    };
}

/**
 * @param {Uint8Array} line
 * @param {number} from
 * @param {number} to
 * @returns {number} a whole number; -1 for "-1"; NaN for anything else
 */
function numberIn(line, from, to) {
    if (to - from === 2 && line[from] === MINUS && line[from + 1] === ZERO + 1) return -1;
    if (to === from || to - from > MOST_DIGITS) return NaN;
    let value = 0;
    for (let i = from; i < to; i++) {
        const digit = line[i] - ZERO;
        if (digit < 0 || digit > 9) return NaN;
        value = 10 * value + digit;
    }
    return value;
}

/**
 * What a line says: the signal's label, its wire or -1, the number of its component's template, its
 * full name.
 * @typedef {{ label: number, wire: number, template: number, name: Uint8Array }} SymLine
 */

/**
 * @param {Uint8Array} line - without its end
 * @returns {SymLine | undefined} undefined if it is not a line of a sym file
 */
function parseLine(line) {
    const first = line.indexOf(COMMA);
    const second = line.indexOf(COMMA, first + 1);
    const third = line.indexOf(COMMA, second + 1);
    if (first < 0 || second < 0 || third < 0 || third + 1 === line.length) return undefined;
    const label = numberIn(line, 0, first);
    const wire = numberIn(line, first + 1, second);
    const template = numberIn(line, second + 1, third);
    const whole = label >= 0 && wire < 2 ** 32 && template >= 0;
    return whole && wire >= -1 ? { label, wire, template, name: line.subarray(third + 1) } : undefined;
}

/**
 * Lines of a source, without their ends.
 * @param {Source} source
 * @param {AbortSignal} [signal]
 * @returns {AsyncGenerator<Uint8Array[], void, void>} the lines of a stretch at a time
 */
async function* readLines(source, signal) {
    const { name } = source, size = await source.length(Infinity);
    ensure(size !== undefined, "ERR_READ", () => `${name}: expected a source of a known size, got one without`);
    let rest = new Uint8Array(0), number = 0;
    for (let at = 0; at < size; at += STRETCH) {
        const stretch = await source.read(at, Math.min(STRETCH, size - at), signal);
        const bytes = new Uint8Array(rest.length + stretch.length);
        bytes.set(rest);
        bytes.set(stretch, rest.length);
        const lines = [];
        let start = 0;
        for (let end = bytes.indexOf(NEWLINE, rest.length); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
            lines.push(bytes.subarray(start, bytes[end - 1] === RETURN && end > start ? end - 1 : end));
            start = end + 1;
        }
        rest = bytes.slice(start);
        number += lines.length;
        ensure(rest.length <= LONGEST_LINE, "ERR_FILE", () =>
            `${name}: expected line ${number + 1} to have ${LONGEST_LINE} bytes or fewer, got ${rest.length} and more; this is no sym file`);
        yield lines;
        await yieldToEventLoop();
    }
    if (rest.length > 0) yield [rest];
}

/**
 * All lines in order, those of a stretch at a time.
 * @param {Source} source
 * @param {AbortSignal} [signal]
 * @returns {AsyncGenerator<Iterable<SymLine>, void, void>}
 * @throws {ProverError} ERR_FILE with the number of the first line that is not one of a sym file
 */
export async function* readSymLines(source, signal) {
    let number = 0;
    /** @param {Uint8Array[]} lines */
    function* parsed(lines) {
        for (const line of lines) {
            number++;
            const found = line.length <= LONGEST_LINE ? parseLine(line) : undefined;
            ensure(found, "ERR_FILE", () =>
                `${source.name}: expected line ${number} to be label,wire,component,name, got ${JSON.stringify(decodeText(line.subarray(0, 80)))}; the file is damaged`);
            yield found;
        }
    }
    for await (const lines of readLines(source, signal)) yield parsed(lines);
}

/**
 * @param {Source} source
 * @param {AbortSignal} [signal]
 * @returns {Promise<Sym>}
 * @throws {ProverError} ERR_FILE with the number of the first line that is not one of a sym file
 */
export async function readSym(source, signal) {
    const names = createNames();
    let lines = 0;
    for await (const stretch of readSymLines(source, signal))
        for (const { wire, name } of stretch) {
            lines++;
            ensure(names.fits(name.length), "ERR_FILE", () =>
                `${source.name}: expected names of less than 4 GiB, got more`);
            if (wire >= 0) names.add(wire, name);
        }
    const ordered = names.ordered();
    const named = ordered.length / 2;
    return Object.freeze({
        lines,
        named,
        namesOf(/** @type {number} */ wire, most = Infinity) {
            let low = 0, high = named;
            while (low < high) {
                const middle = (low + high) >>> 1;
                if (ordered[2 * middle + 1] < wire) low = middle + 1;
                else high = middle;
            }
            const found = [];
            for (; low < named && ordered[2 * low + 1] === wire && found.length < most; low++)
                found.push(names.name(ordered[2 * low]));
            return found;
        },
    });
}
