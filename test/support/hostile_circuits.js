/** Changes of a recognised circuit.wasm after which it does something else, or is written in another way. */
import { moduleSectionsOf } from "../../src/files/circuit/module_sections.js";
import { READER } from "../../src/params/circom.js";
import { Cursor, encodeSigned, encodeUnsigned, sectionsOf } from "../../src/util/wasm_binary.js";
import { withSections } from "./circuit_wasm.js";

/** A number in five bytes. */
const wide = (n) => [...[0, 7, 14, 21].map((shift) => ((n >>> shift) & 127) | 128), (n >>> 28) & 127];

/** @param {Uint8Array} bytes @param {number} at @returns {[number, number]} the number there, and where it ends */
function numberAt(bytes, at) {
    const cursor = new Cursor(bytes, at);
    return [cursor.unsigned(), cursor.at];
}

/** Adds an entry to a section that is a vector, behind all others or before them. */
export const withEntry = (bytes, id, entry, first = false) => withSections(bytes, (section, content) => {
    if (section.id !== id) return content;
    const [count, at] = numberAt(content, 0), rest = content.subarray(at);
    const more = Buffer.from(entry);
    return Buffer.concat([Buffer.from(encodeUnsigned(count + 1)), ...(first ? [more, rest] : [rest, more])]);
});

/** Adds sections before the first one whose number is in `before`. */
export function withSection(bytes, id, content, before) {
    const at = sectionsOf(bytes).find((section) => before.includes(section.id)).start;
    return new Uint8Array(Buffer.concat([
        bytes.subarray(0, at), Buffer.from([id, ...encodeUnsigned(content.length), ...content]), bytes.subarray(at)]));
}

/** The code of every function, changed. @param {(code: Uint8Array, index: number) => Uint8Array} change */
export function withBodies(bytes, change) {
    const { bodies, imported } = moduleSectionsOf(bytes);
    return withSections(bytes, ({ id }, content) => (id !== 10 ? content : Buffer.concat([
        Buffer.from(encodeUnsigned(bodies.length)),
        ...bodies.flatMap(({ at, end }, i) => {
            const body = change(bytes.subarray(at, end), i + imported);
            return [Buffer.from(encodeUnsigned(body.length)), body];
        }),
    ])));
}

/** Code in front of a function's own, which has no locals of its own or keeps them. */
const before = (name, code) => (bytes) => {
    const index = moduleSectionsOf(bytes).exports.get(name);
    return withBodies(bytes, (body, i) => {
        if (i !== index) return body;
        const cursor = new Cursor(body, 0);
        for (let n = cursor.unsigned(); n > 0; n--) { cursor.unsigned(); cursor.byte(); }
        return Buffer.concat([body.subarray(0, cursor.at), Buffer.from(code), body.subarray(cursor.at)]);
    });
};

/** Other addresses in getWitness: of the numbers of signals, of their elements, of the window. */
const reads = (...addresses) => (bytes) => {
    const index = moduleSectionsOf(bytes).exports.get("getWitness");
    return withBodies(bytes, (body, i) => {
        if (i !== index) return body;
        const cursor = new Cursor(body, 0), own = [], [numbers, elements, window] = addresses;
        for (const [length, address] of [[4, numbers], [13, elements], [4, window], [5, window]]) {
            own.push(...cursor.take(length));
            const present = cursor.signed();
            own.push(...encodeSigned(BigInt(address ?? present)));
        }
        return Buffer.concat([Buffer.from(own), body.subarray(cursor.at)]);
    });
};

/** A function of no arguments more, of the type of getRawPrime. @returns {[Uint8Array, number]} */
function withFunction(bytes, code) {
    const { bodies, imported, exports, typeOf } = moduleSectionsOf(bytes);
    const type = typeOf[exports.get("getRawPrime") - imported], body = [0, ...code, 0x0b];
    const more = withEntry(bytes, 3, encodeUnsigned(type));
    return [withEntry(more, 10, [...encodeUnsigned(body.length), ...body]), imported + bodies.length];
}

/** `i32.const`. */
const number = (n) => [0x41, ...encodeSigned(BigInt(n))];
/** `i32.store(address, value)`. */
const store = (address, value) => [...number(address), ...number(value), 0x36, 2, 0];
/** `i32.store8(address, load8(address) + 1)`. */
const bump = (address) => [...number(address), ...number(address), 0x2d, 0, 0, 0x41, 1, 0x6a, 0x3a, 0, 0];
const segment = (address, content) =>
    [0, ...number(address), 0x0b, ...encodeUnsigned(content.length), ...content];
const name = (text) => [...encodeUnsigned(text.length), ...Buffer.from(text)];

const started = (code) => (bytes) => {
    const [more, index] = withFunction(bytes, code);
    return withSection(more, 8, encodeUnsigned(index), [9]);
};
/** Where the constants of the circuit are. */
const constantsOf = (bytes) => moduleSectionsOf(bytes).data.at(-1);

/**
 * Other words in all constants of the circuit that have words.
 * @param {(prime: Uint8Array) => ArrayLike<number>} words
 */
const withConstants = (words) => (bytes) => {
    const { at, end } = constantsOf(bytes), other = Uint8Array.from(bytes);
    const prime = moduleSectionsOf(bytes).data.find(({ address }) => address === 608);
    for (let i = at; i < end; i += 40)
        if (bytes[i + 7] & 128) other.set(words(bytes.subarray(prime.at, prime.at + 32)), i + 8);
    return other;
};

/** The same file, with the counts and lengths of sections and of bodies in five bytes each. */
export function padded(bytes) {
    const parts = [bytes.subarray(0, 8)], { bodies } = moduleSectionsOf(bytes);
    for (const { id, at, end } of sectionsOf(bytes)) {
        let content = bytes.subarray(at, end);
        if (id === 10)
            content = Buffer.concat([Buffer.from(wide(bodies.length)),
                ...bodies.flatMap((body) =>
                    [Buffer.from(wide(body.end - body.at)), bytes.subarray(body.at, body.end)])]);
        else if (id !== 0) {
            const [count, from] = numberAt(content, 0);
            content = Buffer.concat([Buffer.from(wide(count)), content.subarray(from)]);
        }
        parts.push(Uint8Array.of(id, ...wide(content.length)), content);
    }
    return new Uint8Array(Buffer.concat(parts));
}

/** As many segments as an engine takes: one more, for a table of constants, is one too many. */
export function fullOfSegments(bytes) {
    const more = 100_000 - moduleSectionsOf(bytes).data.length;
    return withSections(bytes, ({ id }, content) => {
        if (id !== 11) return content;
        const [count, at] = numberAt(content, 0);
        return Buffer.concat([Buffer.from(encodeUnsigned(count + more)),
            Buffer.from(Array.from({ length: more }, () => segment(70000, [])).flat()), content.subarray(at)]);
    });
}

/** @type {{ what: string, change: (bytes: Uint8Array) => Uint8Array, rewritten: boolean }[]} */
export const HOSTILE = [
    { what: "a start function that changes the prime", change: started(bump(608)), rewritten: false },
    { what: "a start function that changes a constant of the circuit", rewritten: false,
        change: (bytes) => started(bump(constantsOf(bytes).address + 8))(bytes) },
    { what: "a start function that fills memory", change: started(store(40000, 7)), rewritten: false },
    { what: "a segment that runs over the prime", rewritten: false,
        change: (bytes) => withEntry(bytes, 11, segment(600, [0, 0, 0, 0, 0, 0, 0, 0, 3])) },
    { what: "a segment before all others that runs over the prime", rewritten: false,
        change: (bytes) => withEntry(bytes, 11, segment(600, [0, 0, 0, 0, 0, 0, 0, 0, 3]), true) },
    { what: "a segment over constants below the prime", rewritten: false,
        change: (bytes) => withEntry(bytes, 11, segment(88, [1])) },
    { what: "a segment over the prime that callers read", rewritten: false,
        change: (bytes) => withEntry(bytes, 11, segment(1952, [3]), true) },
    { what: "a constant of the field at another address", rewritten: false, change: (bytes) => {
        const { at } = moduleSectionsOf(bytes).data.find(({ address }) => address === 640);
        const other = Uint8Array.from(bytes);
        other[at - 4] ^= 8; // the low digit of the address, before `end` and the length
        return other;
    } },
    { what: "a segment over constants of the circuit", rewritten: true,
        change: (bytes) => withEntry(bytes, 11, segment(constantsOf(bytes).address + 12, [1, 2, 3]), true) },
    { what: "a constant that is not below the prime", rewritten: false,
        change: withConstants(() => new Uint8Array(32).fill(255)) },
    { what: "a constant that is the prime", rewritten: false, change: withConstants((prime) => prime) },
    { what: "constants one below the prime", rewritten: true,
        change: withConstants((prime) => [prime[0] - 1, ...prime.subarray(1)]) },
    { what: "a constant with flags that nothing writes", rewritten: false, change: (bytes) => {
        const { at, end } = constantsOf(bytes), other = Uint8Array.from(bytes);
        for (let i = at; i < end; i += 40) other[i + 5] = 1;
        return other;
    } },
    { what: "constants that are no whole elements", rewritten: false,
        change: (bytes) => withEntry(bytes, 11, segment(70000, [1])) },
    { what: "a passive segment", change: (bytes) => withEntry(bytes, 11, [1, 1, 7], true), rewritten: true },
    { what: "a count of segments", rewritten: false,
        change: (bytes) => withSection(bytes, 12, encodeUnsigned(moduleSectionsOf(bytes).data.length), [10]) },
    { what: "a global", change: (bytes) => withSection(bytes, 6, [1, 0x7f, 1, 0x41, 0, 0x0b], [7]), rewritten: false },
    { what: "custom sections between all others", rewritten: true, change: (bytes) => [1, 2, 3, 5, 7, 9, 10, 11]
        .reduce((all, id) => withSection(all, 0, [...name("odd"), 1, 2, 3], [id]), bytes) },
    { what: "an export of the reader's name", rewritten: false,
        change: (bytes) => withEntry(bytes, 7, [...name(READER), 0, 86]) },
    { what: "an exported memory of the reader's name", rewritten: false,
        change: (bytes) => withEntry(bytes, 7, [...name(READER), 2, 0]) },
    { what: "a field function that is exported", rewritten: false,
        change: (bytes) => withEntry(bytes, 7, [...name("product"), 0, 57]) },
    { what: "another export", change: (bytes) => withEntry(bytes, 7, [...name("more"), 0, 86]), rewritten: true },
    { what: "a field function in the table", rewritten: false,
        change: (bytes) => withEntry(bytes, 9, [0, 0x41, 0, 0x0b, 1, 57]) },
    { what: "a window over the prime", rewritten: false, change: (bytes) => {
        const index = moduleSectionsOf(bytes).exports.get("getSharedRWMemoryStart");
        return withBodies(bytes, (body, i) => (i === index ? Uint8Array.of(0, ...number(608), 0x0b) : body));
    } },
    { what: "imports under other names", rewritten: false, change: (bytes) => withSections(bytes, ({ id }, content) => {
        const text = Buffer.from(content).toString("latin1");
        return id !== 2 ? content : Buffer.from(text.replace("\x12writeBufferMessage", "\x11printErrorMessage"), "latin1");
    }) },
    { what: "a getWitness that writes elsewhere", change: reads(undefined, undefined, 1912), rewritten: false },
    { what: "numbers of signals where values are read to", change: reads(2048), rewritten: false },
    { what: "signals where values are read to", change: reads(undefined, 2048), rewritten: false },
    // only a run shows these
    { what: "code that changes the prime", change: before("init", bump(608)), rewritten: true },
    { what: "code that changes the prime at the last input", change: before("setInputSignal", bump(609)), rewritten: true },
    { what: "code that changes the prime when all is calculated", rewritten: true,
        change: before("getWitnessSize", bump(609)) },
    { what: "code that speaks, and changes the prime", rewritten: true, change: before("init", [0x10, 3, ...bump(608)]) },
    { what: "code that a count of segments makes valid", rewritten: true, change: before("init", [0xfc, 9, 0]) },
    { what: "code that changes the table", rewritten: true,
        change: before("init", [0x41, 0, 0x41, 0, 0x25, 0, 0x26, 0]) },
    { what: "code that fills memory", rewritten: true,
        change: before("init", [0x41, ...encodeSigned(60000n), 0x41, 1, 0x41, 1, 0xfc, 11, 0]) },
    { what: "as many segments as an engine takes", rewritten: true, change: fullOfSegments },
];
