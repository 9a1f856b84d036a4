/**
 * Constraint systems with their witnesses, written from the formats alone: of any size, over any prime. Wire 0 is one,
 * wire 1 the public output, wire 2 the private input.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { mod } from "../../src/bigint/modular.js";

/** The header of a system. */
function headerOf({ r, n8 }, counts) {
    const { signals, constraints, outputs = 1, publicInputs = 0, privateInputs = 1, labels = signals } = counts;
    const out = Buffer.alloc(32 + n8);
    out.writeUInt32LE(n8, 0);
    elementInto(out, 4, r, n8);
    [signals, outputs, publicInputs, privateInputs].forEach((n, i) => out.writeUInt32LE(n, 4 + n8 + 4 * i));
    out.writeBigUInt64LE(BigInt(labels), 20 + n8);
    out.writeUInt32LE(constraints, 28 + n8);
    return out;
}

function elementInto(out, at, value, n8) {
    for (let i = 0; i < n8; i += 8) out.writeBigUInt64LE(BigInt.asUintN(64, value >> BigInt(8 * i)), at + i);
}

/** A constraint: three lists of [wire, coefficient], canonical. */
export function constraintBytes(sides, n8) {
    const out = Buffer.alloc(sides.reduce((sum, terms) => sum + 4 + terms.length * (4 + n8), 0));
    let at = 0;
    for (const terms of sides) {
        at = out.writeUInt32LE(terms.length, at);
        for (const [wire, value] of terms) {
            elementInto(out, out.writeUInt32LE(wire, at), value, n8);
            at += 4 + n8;
        }
    }
    return out;
}

const sectionHead = (type, size) => {
    const out = Buffer.alloc(12);
    out.writeUInt32LE(type, 0);
    out.writeBigUInt64LE(BigInt(size), 4);
    return out;
};
const fileHead = (magic, version, sections) => {
    const out = Buffer.alloc(12);
    out.write(magic, "latin1");
    out.writeUInt32LE(version, 4);
    out.writeUInt32LE(sections, 8);
    return out;
};

/** A system in memory. @param {bigint[][][][]} constraints - sides of [wire, coefficient] */
export function r1csOf(field, constraints, counts) {
    const body = Buffer.concat(constraints.map((sides) => constraintBytes(sides, field.n8)));
    const header = headerOf(field, { constraints: constraints.length, ...counts });
    const labels = Buffer.alloc(8 * counts.signals);
    for (let i = 0; i < counts.signals; i++) labels.writeBigUInt64LE(BigInt(i), 8 * i);
    return new Uint8Array(Buffer.concat([
        fileHead("r1cs", 1, 3), sectionHead(1, header.length), header, sectionHead(2, body.length), body,
        sectionHead(3, labels.length), labels,
    ]));
}

/** The values of a witness, from canonical integers. */
export function valueBytes(values, n8) {
    const out = Buffer.alloc(values.length * n8);
    values.forEach((value, i) => elementInto(out, i * n8, value, n8));
    return out;
}

export function wtnsOf({ r, n8 }, values) {
    const header = Buffer.alloc(8 + n8), body = valueBytes(values, n8);
    header.writeUInt32LE(n8, 0);
    elementInto(header, 4, r, n8);
    header.writeUInt32LE(values.length, 4 + n8);
    return new Uint8Array(Buffer.concat([
        fileHead("wtns", 2, 2), sectionHead(1, header.length), header, sectionHead(2, body.length), body,
    ]));
}

/** Numbers that look random, the same each time. */
function mixer() {
    let x = 12345;
    return (below) => {
        x = (Math.imul(x, 1103515245) + 12345) >>> 0;
        return Math.floor((x / 2 ** 32) * below);
    };
}
/** As wide as the field. */
const wide = (i, r) => mod((BigInt(i) + 77n) ** 9n * 0x1f3d5b79a8c6e4f2d1b3a597860718293a4b5c6d7e8f9n, r);

/**
 * Kinds of circuits: constraint i, with the value of the wire that it defines, which has the number i + 3.
 * dense: every coefficient and value is as wide as the field, three terms by three; mixed: as circuits that hash and
 * compare have them, bits, sums of bits with powers of two, a few products.
 */
export const KINDS = {
    dense(i, values, { r }) {
        const from = (k) => 2 + ((i * 7 + k * 13) % (i + 1)), c = (k) => wide(3 * i + k, r);
        const A = [[from(0), c(0)], [from(1), c(1)], [0, c(2)]], B = [[from(2), c(3)], [from(3), c(4)], [0, c(5)]];
        const sum = (terms) => terms.reduce((total, [wire, k]) => total + values[wire] * k, 0n);
        return { value: mod(sum(A) * sum(B) - values[from(4)], r), sides: [A, B, [[i + 3, 1n], [from(4), 1n]]] };
    },
    mixed(i, values, { r }, pick) {
        const wire = i + 3;
        if (i % 16 === 15) { // a sum of the bits before
            const terms = Array.from({ length: 15 }, (_, k) => [wire - 15 + k, mod(-(1n << BigInt(k)), r)]);
            const value = terms.reduce((sum, [at], k) => sum + (values[at] << BigInt(k)), 0n);
            return { value: mod(value, r), sides: [[], [], [...terms, [wire, 1n]]] };
        }
        if (i % 16 > 11) { // exclusive or of two bits before: 2 a b = a + b - c
            const [a, b] = [wire - 1 - pick(8), wire - 10];
            const ok = i > 16 && values[a] < 2n && values[b] < 2n, value = ok ? values[a] ^ values[b] : 0n;
            if (ok) return { value, sides: [[[a, 2n]], [[b, 1n]], [[a, 1n], [b, 1n], [wire, r - 1n]]] };
        }
        if (i % 16 === 5) return KINDS.dense(i, values, { r });
        return { value: BigInt(pick(2)), sides: [[[wire, 1n]], [[wire, 1n], [0, r - 1n]], []] };
    },
};

/** Each wire once, as circom writes it: readers of others keep one term of a wire. */
const merged = (terms, r) => [...terms.reduce((sums, [wire, k]) =>
    sums.set(wire, mod((sums.get(wire) ?? 0n) + k, r)), new Map())];

/**
 * A circuit of a kind, constraint by constraint.
 * @param {{ r: bigint, n8: number }} field
 * @param {keyof typeof KINDS} kind
 * @param {number} n - constraints; the last says what the output is
 * @param {(sides: bigint[][][], i: number) => void} each
 * @returns {bigint[]} the values of all wires
 */
export function makeCircuit(field, kind, n, each) {
    const values = [1n, 0n, mod(123456789n, field.r)], pick = mixer();
    for (let i = 0; i < n - 1; i++) {
        const { value, sides } = KINDS[kind](i, values, field, pick);
        values.push(value);
        each(sides.map((terms) => merged(terms, field.r)), i);
    }
    values[1] = values[values.length - 1];
    each([[], [], [[1, 1n], [values.length - 1, field.r - 1n]]], n - 1);
    return values;
}

/** In memory. */
export function madeCircuit(field, kind, n) {
    const constraints = [], values = makeCircuit(field, kind, n, (sides) => constraints.push(sides));
    const r1cs = r1csOf(field, constraints, { signals: values.length });
    return { constraints, values, r1cs, wtns: wtnsOf(field, values) };
}

/** In files, with memory for a block alone beside the values. @param {string} at - their name without the ending */
export function writeCircuit(field, kind, n, at) {
    const out = openSync(`${at}.r1cs`, "w"), blocks = [];
    let size = 0, waiting = 0;
    const flush = () => {
        writeSync(out, Buffer.concat(blocks));
        blocks.length = waiting = 0;
    };
    const put = (bytes) => {
        blocks.push(bytes);
        if ((waiting += bytes.length) > 1 << 22) flush();
    };
    const header = headerOf(field, { signals: n + 2, constraints: n });
    put(Buffer.concat([fileHead("r1cs", 1, 2), sectionHead(1, header.length), header, sectionHead(2, 0)]));
    const lengthAt = 12 + 12 + header.length + 4;
    const values = makeCircuit(field, kind, n, (sides) => {
        const bytes = constraintBytes(sides, field.n8);
        size += bytes.length;
        put(bytes);
    });
    flush();
    writeSync(out, sectionHead(2, size).subarray(4), 0, 8, lengthAt);
    closeSync(out);
    const wtns = openSync(`${at}.wtns`, "w");
    writeSync(wtns, wtnsOf(field, values));
    closeSync(wtns);
    return values;
}
