/**
 * Constraint systems, names of signals and powers of tau that were damaged with knowledge of their form. What the
 * readers give is what the bytes say, by a slow reading, or there is an error with a code; and no claim of a file takes
 * more memory than the file has.
 */
import { describePtau } from "../../../src/files/describe.js";
import { ProverError } from "../../../src/files/errors.js";
import { openPtau } from "../../../src/files/ptau.js";
import { openR1cs, readConstraints, readLabels } from "../../../src/files/r1cs.js";
import { readGates, readGateUses } from "../../../src/files/r1cs_gates.js";
import { openSource } from "../../../src/files/source.js";
import { readSym } from "../../../src/files/sym.js";
import { writeLE } from "../../../src/util/bytes.js";
import { makeFile, sectionsOf } from "../../support/binfiles.js";
import { demand } from "../support.js";

const N8 = 8, R = 2n ** 64n - 2n ** 32n + 1n;

/** Bytes of little-endian numbers: [value, bytes] each. */
const numbers = (...list) => {
    const bytes = new Uint8Array(list.reduce((sum, [, size]) => sum + size, 0));
    let at = 0;
    for (const [value, size] of list) {
        writeLE(bytes, at, BigInt(value), size);
        at += size;
    }
    return bytes;
};

/** A constraint system of a few constraints: sections as a list of [type, bytes]. */
function r1csSections(c) {
    const count = c.below(4), signals = 4 + c.below(4), body = [];
    for (let side = 0; side < 3 * count; side++) {
        const terms = c.below(4);
        body.push([terms, 4]);
        for (let i = 0; i < terms; i++) body.push([c.below(signals), 4], [c.big(R), N8]);
    }
    const header = numbers([N8, 4], [R, N8], [signals, 4], [1, 4], [1, 4], [1, 4], [20, 8], [count, 4]);
    const labels = numbers(...Array.from({ length: signals }, (_, i) => [2 * i, 8]));
    const gates = numbers([1, 4], [0x414141, 4], [1, 4], [7, N8]);
    const uses = numbers([2, 4], [0, 4], [1, 4], [2, 8], [0, 4], [2, 4], [1, 8], [3, 8]);
    return [[1, header], [2, numbers(...body)], [3, labels], [4, gates], [5, uses]];
}

/** Powers of tau of power 1 or 2; what its points are does not matter to the reader. */
function ptauSections(c) {
    const power = 1 + c.below(2), n = 2 ** power, G1 = 2 * N8;
    const sizes = [[2, 2 * n - 1], [3, 2 * n], [4, n], [5, n], [6, 2], [12, 4 * n - 1], [13, 4 * n - 2], [14,
        2 * n - 1], [15, 2 * n - 1]];
    return [[1, numbers([N8, 4], [R, N8], [power, 4], [2, 4])], [7, numbers([0, 4])],
        ...sizes.map(([type, count]) => [type, c.bytes(G1 * count)])];
}

/** Changes of a file of sections. */
const CHANGES = [
    (c, list) => { // a number somewhere
        const [, bytes] = c.pick(list);
        if (bytes.length >= 4)
            new DataView(bytes.buffer, bytes.byteOffset).setUint32(4 * c.below(Math.floor(bytes.length / 4)),
                c.edge(), true);
    },
    (c, list) => { // another length
        const entry = c.pick(list);
        entry[1] = c.once(2) ? entry[1].slice(0, c.below(entry[1].length + 1)) : Uint8Array.from([...entry[1],
            ...c.bytes(c.within(1, 20))]);
    },
    (c, list) => { list.splice(c.below(list.length), 1); },
    (c, list) => { list.push(...list.splice(c.below(list.length), 1)); },
    (c, list) => { // any byte
        const [, bytes] = c.pick(list);
        if (bytes.length) bytes[c.below(bytes.length)] ^= 1 << c.below(8);
    },
];
const damaged = (c, list) => {
    for (let left = c.below(3); left > 0 && list.length > 0; left--) c.pick(CHANGES)(c, list);
    return list;
};

/** The words of a constraint section, read one by one. @param {Uint8Array} bytes @param {number} count */
function slowTerms(bytes, count) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length), terms = [];
    let at = 0;
    for (let side = 0; side < 3 * count; side++)
        for (let left = view.getUint32((at += 4) - 4, true); left > 0; left--, at += 4 + N8)
            terms.push(`${side}:${view.getUint32(at, true)}:${view.getBigUint64(at + 4, true)}`);
    return terms;
}

/** The port: what the readers say, which a fault changes. */
const constraintsOf = (r1cs, fault) =>
    readConstraints(fault === "a wire is not checked" ? { ...r1cs, signals: 2 ** 32 } : r1cs);
const namesOf = async (text, fault) => readSym(await openSource("file",
    new TextEncoder().encode(fault === "a line is skipped" ? text.replace(/\n3,.*/, "") : text)));
const powersOf = async (source, fault) => {
    const ptau = await openPtau(source), believed = fault === "points are counted wrong" && ptau.power === 2;
    return believed ? { points: new Map([[2, { ...ptau.points.get(2), points: 6 }]]) } : ptau;
};

async function checkR1cs(bytes, most, fault) {
    const r1cs = await openR1cs(await openSource("file", bytes)), terms = [];
    for await (const { first, count, starts, wires, values } of constraintsOf(r1cs, fault)) {
        demand(wires.length + values.length <= most, () => `a batch of ${wires.length} terms from ${most} bytes`);
        const view = new DataView(values.buffer);
        for (let k = 0; k < 3 * count; k++)
            for (let i = starts[k]; i < starts[k + 1]; i++) {
                const value = view.getBigUint64(r1cs.n8 * i, true);
                demand(wires[i] < r1cs.signals && (r1cs.n8 !== N8 || value < r1cs.r), () =>
                    `term ${i} of a batch is out of range`);
                terms.push(`${3 * first + k}:${wires[i]}:${value}`);
            }
    }
    const { offset, size } = sectionsOf(bytes).find(({ type }) => type === 2);
    const slow = r1cs.n8 === N8 ? slowTerms(bytes.subarray(offset, offset + size), r1cs.constraints) : terms;
    demand(String(terms) === String(slow), () => `expected the terms ${slow}, got ${terms}`);
    const labels = await readLabels(r1cs);
    demand(labels === undefined || labels.every((label) => label < r1cs.labels), () => "a label is out of range");
    const gates = await readGates(r1cs), uses = await readGateUses(r1cs, gates.length);
    demand(uses.gates.every((gate) => gate < gates.length) && uses.wires.every((wire) => wire < r1cs.signals), () =>
        "a use of a gate is out of range");
}

async function checkPtau(bytes, fault) {
    const source = await openSource("file", bytes), { points } = await powersOf(source, fault);
    await describePtau(source);
    for (const [type, { points: count, pointBytes, read }] of points) {
        const { offset, size } = sectionsOf(bytes).find((section) => section.type === type);
        demand(size === count * pointBytes, () => `section ${type}: ${count} points in ${size} bytes`);
        const last = await read(count - 1, 1);
        demand(Buffer.compare(last, bytes.subarray(offset + size - pointBytes, offset + size)) === 0, () =>
            `section ${type}: another last point`);
    }
}

/** A line that is one, or something like it. */
function symLine(c, i) {
    const parts = [String(i), String(c.below(6) - 1), String(c.below(3)), c.pick(["main.a", "main.c[1].x", "x",
        "main.é", ",", ".", "a,b"])];
    if (c.once(12)) parts[c.below(4)] = c.pick(["", "-2", "1e3", "0x1", "99999999999999999", "4294967295",
        "4294967296", " 1"]);
    if (c.once(20)) parts.splice(c.below(4), 1);
    return parts.join(",");
}

async function checkSym(text, fault) {
    const sym = await namesOf(text, fault), lines = text.split("\n");
    if (lines.at(-1) === "") lines.pop();
    demand(sym.lines === lines.length, () => `expected ${lines.length} lines, got ${sym.lines}`);
    for (let wire = 0; wire < 5; wire++) {
        const wanted = lines.map((line) => line.split(",")).filter(([, own]) => Number(own) === wire).map(([, , ,
            ...name]) => name.join(","));
        const got = sym.namesOf(wire).map(({ path, name }) => (path === "" ? name : `${path}.${name}`));
        demand(String(wanted.map((name) => name.replace(/^\.(?=[^.]*$)/, ""))) === String(got), () =>
            `wire ${wire}: expected ${wanted}, got ${got}`);
    }
}

/** @type {import("../loop.js").Target} */
export const circuit_files = {
    name: "circuit_files",
    guided: true,
    faults: ["a wire is not checked", "points are counted wrong", "a line is skipped"],
    async open(fault) {
        return {
            async run(c) {
                const kind = c.below(3);
                try {
                    if (kind === 0) {
                        const bytes = makeFile("r1cs", 1, damaged(c, r1csSections(c)));
                        await checkR1cs(bytes, bytes.length, fault);
                    } else if (kind === 1) await checkPtau(makeFile("ptau", 1, damaged(c, ptauSections(c))), fault);
                    else {
                        const lines = Array.from({ length: c.below(6) }, (_, i) => symLine(c, i));
                        await checkSym(lines.join("\n") + (c.once(2) ? "\n" : ""), fault);
                    }
                } catch (error) {
                    const ours = error instanceof ProverError && error.code === "ERR_FILE";
                    if (!ours || !/expected .+, got .+/s.test(error.message)) throw error;
                }
            },
        };
    },
};
