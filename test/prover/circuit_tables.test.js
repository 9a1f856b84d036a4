/** Tables of constants in a circuit's code: shorter code writes what the calls wrote, and is put in nowhere else. */
import { expect } from "chai";
import { skipInstruction } from "../../scripts/wasm/circom/instructions.js";
import { tablesOf } from "../../src/files/circuit/tables.js";
import { Cursor, encodeSigned, encodeUnsigned } from "../../src/util/wasm_binary.js";
import { itInAll, rowsOf } from "../support/extent.js";
import { below, seed, uniform } from "../support/random.js";

const pick = below;
const number = (n) => [0x41, ...encodeSigned(BigInt(n))];
const COPY = 37, ELEMENT = 40, BASE = 4000, CONSTANTS = 3000;

/** `(call Fr_copy (local + 40 k) address)`. */
const entry = (k, local, address, callee = COPY) => [
    ...number(k), ...number(ELEMENT), 0x6c, 0x20, local, 0x6a, ...number(address), 0x10, callee,
];
const run = (first, local, addresses) => addresses.flatMap((address, i) => entry(first + i, local, address));
const addressesOf = (entries) => entries.map((i) => BASE + ELEMENT * i);
const range = (n, from = 0) => Array.from({ length: n }, (_, i) => from + i);

/** A file of data and one body for each list of code, as moduleSectionsOf finds them. */
function fileOf(codes, segments = [{ address: BASE, length: ELEMENT * CONSTANTS }]) {
    const data = segments.map(({ length }) => Uint8Array.from({ length }, () => pick(256)));
    const bodies = codes.map((code) => Uint8Array.from([0, ...code, 0x0b]));
    const parts = [...data, ...bodies], bytes = new Uint8Array(Buffer.concat(parts)), locations = [];
    parts.reduce((at, { length }) => (locations.push({ at, end: at + length }), at + length), 0);
    return {
        bytes,
        data: segments.map(({ address }, i) => ({ address, ...locations[i] })),
        bodies: locations.slice(data.length),
    };
}

/** What code writes: where, and the bytes; a local is a place of its own. The slow twin: one instruction at a time. */
function writes(code, { bytes, data }, segment) {
    const cursor = new Cursor(code, 1), stack = [], list = [];
    const constant = (address) => {
        const home = data.find((one) => address >= one.address && address < one.address + one.end - one.at);
        return bytes.subarray(home.at + address - home.address, home.at + address - home.address + ELEMENT);
    };
    while (cursor.at < code.length) {
        const at = cursor.at, operand = new Cursor(code, at + 1);
        if (code[at] === 0xfc) {
            expect([...code.subarray(at + 1, at + 4)]).to.deep.equal([8, data.length, 0]);
            const [length, from, to] = [stack.pop(), stack.pop(), stack.pop()];
            for (let i = 0; i < length; i += ELEMENT)
                list.push([to + i, Buffer.from(segment.subarray(from + i, from + i + ELEMENT)).toString("hex")]);
            cursor.at = at + 4;
            continue;
        }
        skipInstruction(cursor);
        if (code[at] === 0x41) stack.push(operand.signed());
        else if (code[at] === 0x6c) stack.push(Math.imul(stack.pop(), stack.pop()));
        else if (code[at] === 0x20) stack.push(2 ** 24 * (1 + operand.unsigned()));
        else if (code[at] === 0x6a) stack.push(stack.pop() + stack.pop());
        else if (code[at] === 0x10) {
            const [address, to] = [stack.pop(), stack.pop()];
            const callee = operand.unsigned();
            list.push([to, callee === COPY ? Buffer.from(constant(address)).toString("hex") : `call ${callee}`]);
        } else list.push([at < 0, [...code.subarray(at, cursor.at)].join()]);
    }
    return list;
}

/** Bodies that were shortened, each compared with what it was. */
function shortened(file) {
    const found = tablesOf(file, 0);
    for (const [i, code] of found?.bodies ?? []) {
        const { at, end } = file.bodies[i];
        expect(writes(code, file, found.segment), `body ${i}`).to.deep.equal(writes(file.bytes.subarray(at, end), file));
        expect(code.length).to.be.below(end - at);
    }
    return found ? [...found.bodies.keys()] : [];
}

describe(`prover: tables of constants (SEED=${seed})`, () => {
    it("shortens runs from 24 entries on, alone, side by side, of several arrays", () => {
        const table = addressesOf(range(300));
        expect(shortened(fileOf([
            run(0, 3, table.slice(0, 23)), run(0, 3, table.slice(0, 24)), run(60, 0, table), [],
            [...run(0, 1, table), ...run(300, 1, table), ...run(5, 2, table.slice(0, 80))],
            [...run(0, 1, table.slice(0, 22)), ...run(22, 2, table.slice(22, 44))], // no entry follows the other
            run(0, 127, [...table, BASE, BASE, BASE]),
        ]))).to.deep.equal([1, 2, 4, 6]);
    });

    it("holds a table once, however often it is there", () => {
        const file = fileOf(range(9).map((i) => run(i, i, addressesOf(range(100)))));
        expect(tablesOf(file, 0).segment).to.have.length(100 * ELEMENT);
        expect(shortened(file)).to.have.length(9);
    });

    it("writes the same in random bodies", () => {
        for (let round = 0; round < rowsOf(20, 4); round++) {
            const filler = [
                () => [...number(pick(2 ** 31) - 2 ** 30), 0x1a],
                () => [0x02, 0x40, 0x01, 0x0b],
                () => [0x42, ...encodeSigned(uniform(2n ** 64n) - 2n ** 63n), 0x1a],
                () => entry(pick(100), pick(4), BASE, COPY + 1),
                () => number(7).concat(0x0e, 3, 0, 0, 0, 0),
            ];
            const expected = new Set(), codes = range(6).map((body) => range(1 + pick(6)).flatMap(() => {
                if (pick(2)) return filler[pick(filler.length)]();
                const n = 1 + pick(200), from = pick(CONSTANTS - n);
                const entries = range(n).map((i) => (pick(40) ? from + i : pick(CONSTANTS)));
                if (n >= 24) expected.add(body);
                return run(pick(2000), pick(128), addressesOf(entries));
            }));
            const file = fileOf(codes), small = ({ at, end }) => end - at <= 20_000;
            expect(shortened(file)).to.include.members([...expected].filter((i) => small(file.bodies[i])));
        }
    });

    it("puts nothing into operands, bodies of unknown instructions, or runs that are none", () => {
        const table = addressesOf(range(100)), labels = run(0, 1, table);
        const long = run(0, 1, addressesOf(range(1500)));
        for (const [what, code] of Object.entries({
            "labels of a jump": [...number(0), 0x0e, ...encodeUnsigned(countNumbers(labels) - 1), ...labels],
            "an unknown instruction": [...run(0, 1, table), 0xfd, 0],
            "a body of more than 20 000 bytes": long,
            "another callee": table.flatMap((address, i) => entry(i, 1, address, COPY - 1)),
            "numbers that jump": table.flatMap((address, i) => entry(2 * i, 1, address)),
            "numbers below zero": table.flatMap((address, i) => entry(i - 100, 1, address)),
            "locals that change": table.flatMap((address, i) => entry(i, i % 2, address)),
            "constants outside the data": table.flatMap((_, i) => entry(i, 1, 2 ** 20 + ELEMENT * i)),
            "constants that are written over": table.flatMap((_, i) => entry(i, 1, 2 + ELEMENT * i)),
        })) expect(shortened(fileOf([code])), what).to.deep.equal([]);
        expect(long.length).to.be.above(20_000);
        const twice = [{ address: BASE, length: ELEMENT * CONSTANTS }, { address: BASE + 7, length: 1 }];
        expect(shortened(fileOf([run(0, 1, table)], twice))).to.deep.equal([]);
    });

    it("ends on numbers that do not, and on jumps with too many labels", () => {
        const table = run(0, 1, addressesOf(range(100)));
        for (const tail of [range(40).map(() => 255), [0x0e, 255, 255, 255, 255, 15], [0x41], table.slice(0, 5)])
            for (const code of [tail, [...table, ...tail]])
                expect(tablesOf(fileOf([code]), 0)?.bodies.size ?? 0).to.be.within(0, 1);
        const bytes = [0x41, 0x28, 0x6c, 0x20, 1, 0x6a, 0x10, COPY];
        const random = fileOf(range(200).map(() => range(1000).map(() => bytes[pick(9)] ?? pick(256))));
        expect(() => tablesOf(random, 0)).to.not.throw();
    });

    it("takes constants of one segment alone, with no other across them", () => {
        const whole = { address: BASE, length: ELEMENT * CONSTANTS }, code = [run(0, 3, addressesOf(range(100)))];
        const beside = (from, length = ELEMENT) => [whole, { address: BASE + from, length }];
        for (const [from, length] of
            [[0], [99 * ELEMENT], [100 * ELEMENT - 1, 1], [1 - ELEMENT], [50 * ELEMENT]])
            expect(tablesOf(fileOf(code, beside(from, length)), 0), `${from}`).to.equal(undefined);
        for (const [from, length] of [[100 * ELEMENT], [-ELEMENT], [50 * ELEMENT, 0]])
            expect(tablesOf(fileOf(code, beside(from, length)), 0), `${from}`).not.to.equal(undefined);
        const turned = [run(0, 3, addressesOf([...range(100).slice(50), ...range(50)]))], late = [
            { address: BASE + ELEMENT, length: ELEMENT * (CONSTANTS - 1) }];
        expect(tablesOf(fileOf(turned), 0), "in any order").not.to.equal(undefined);
        for (const segments of [beside(0), beside(99 * ELEMENT), beside(49 * ELEMENT), late])
            expect(tablesOf(fileOf(turned, segments), 0), JSON.stringify(segments)).to.equal(undefined);
        const from = (count) => [{ address: BASE, length: ELEMENT * count - 1 }];
        expect(tablesOf(fileOf(code, from(100)), 0), "a byte less than all").to.equal(undefined);
    });

    itInAll("stops where the segment is full", () => {
        const bodies = range(80).map((i) => run(0, 1, range(1000).map((j) => BASE + 1000 * i + j)));
        const file = fileOf(bodies, [{ address: BASE, length: 80_000 + ELEMENT }]);
        expect(shortened(file)).to.deep.equal(range(65));
        expect(shortened(fileOf([table()]))).to.deep.equal([0]); // and another file begins anew
        // two pieces that all have, and a third of their own: pieces are counted too
        const tail = (i) => range(8).map((j) => BASE + 7000 + i + ELEMENT * j);
        const tails = range(3100).map((i) => run(0, 1, [...addressesOf(range(64)), ...tail(i)]));
        expect(tablesOf(fileOf(tails), 0).bodies.size).to.equal(3070);
    });

    itInAll("stops where hashes collide", () => {
        // the last two entries of a piece differ, and its hash does not: each piece is compared with all before it
        const piece = (i) => [...range(30).map(() => BASE), BASE + i, BASE + 31 * (2000 - i)];
        const bodies = range(2000).map((i) => run(0, 1, piece(i))), data = [{ address: BASE, length: 80_000 }];
        expect(shortened(fileOf(bodies.slice(0, 900), data))).to.have.length(900);
        expect(shortened(fileOf(bodies, data))).to.have.length(1040);
        expect(shortened(fileOf([table()]))).to.deep.equal([0]); // and another file begins anew
    });

    it("reads all code where there are tables, however long a body is", () => {
        const filler = (n) => range(n).flatMap((i) => [
            ...number(2 ** 31 - 1 - i), 0x42, ...encodeSigned(2n ** 63n - 1n), 0x1a, 0x1a, ...range(i % 3).map(() => 1),
        ]);
        const long = filler(4000);
        expect(long.length).to.be.above(60_000);
        expect(shortened(fileOf([table(), long]))).to.deep.equal([0]);
        // memory.init, data.drop, an access of a second memory, a block of a type, a reference, an unknown local
        for (const strange of [[0xfc, 8, 0, 0], [0xfc, 9, 0], [0x28, 0x42, 0, 1], [0x02, 1, 0x0b], [0xd0, 0x70]])
            for (const n of rowsOf([0, 20, 2000, 4000], [0, 20]))
                expect(shortened(fileOf([table(), [...filler(n), ...strange]])), `${strange} behind ${n}`).to.deep.equal([]);
        const labels = [...number(0), 0x0e, 100, ...range(101).map(() => 0)]; // as a signed number, 100 is below zero
        expect(shortened(fileOf([[...labels, ...table()]]))).to.deep.equal([0]);
        const cut = fileOf([table(), [0x0c]]); // the last number goes on behind the end
        cut.bytes[cut.bodies[1].end - 1] = 128;
        expect(shortened(cut)).to.deep.equal([]);
        const file = fileOf([table(), [1, 1]]);
        file.bytes[file.bodies[1].at] = 1; // one local, of the type 1
        expect(shortened(file)).to.deep.equal([]);
    });
});

const table = () => run(0, 1, addressesOf(range(100)));

/** How many LEB128 numbers the bytes are. */
const countNumbers = (bytes) => bytes.filter((byte) => byte < 128).length;
