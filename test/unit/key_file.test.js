/** Headers of keys and witnesses: each number from both sides of its bound, in a file that is whole otherwise. */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { openBinFile } from "../../src/files/binfile.js";
import { keptReads } from "../../src/files/kept_reads.js";
import { encodeSections } from "../../src/files/sections.js";
import { openSource } from "../../src/files/source.js";
import { openWtns, readValues } from "../../src/files/wtns.js";
import { KIND, openZkey } from "../../src/protocols/groth16/zkey.js";
import { openKeyFile } from "../../src/protocols/key/header.js";
import { headerFields, makeFile, sectionBytes, withSections } from "../support/binfiles.js";
import { fixture } from "../support/circuits.js";
import { failureOf } from "../support/failure.js";

const key = new Uint8Array(readFileSync(fixture("mimc_tiny", "circuit.zkey")));
const witness = new Uint8Array(readFileSync(fixture("mimc_tiny", "witness.wtns")));
const header = sectionBytes(key, 2), fields = headerFields(32, 32);
const source = (bytes) => openSource("file", bytes, {});
const at = (name) => fields.find(([field]) => field === name)[1];

/** A header with one u32 changed. */
function withNumber(name, value) {
    const copy = header.slice();
    new DataView(copy.buffer).setUint32(at(name), value, true);
    return copy;
}
const numberOf = (name) => new DataView(header.buffer).getUint32(at(name), true);

/** What opening says: a code and a message, or that it opened. */
async function opening(open, bytes) {
    try {
        await open(await source(bytes));
        return { code: "opened", message: "" };
    } catch (error) {
        return error;
    }
}
const withHeader = (body) => withSections(key, (list) => list.map(([type, old]) => [type, type === 2 ? body : old]));
const withSection = (wanted, change) =>
    withSections(key, (list) => list.map(([type, old]) => [type, type === wanted ? change(old) : old]));
const refused = async (bytes, code, words) => {
    const error = await opening(openZkey, bytes);
    expect([error.code, error.message.includes(words)], error.message).to.deep.equal([code, true]);
};

describe("header of a key", () => {
    it("is what the fixture has", async () => {
        const { nVars, nPublic, domainSize, power, curve, sG1, sG2, nCoefficients } = await openZkey(await source(key));
        expect([nVars, nPublic, domainSize]).to.deep.equal([numberOf("nVars"), numberOf("nPublic"), numberOf("domainSize")]);
        expect([2 ** power, curve.name, sG1, sG2]).to.deep.equal([domainSize, "bn128", 64, 128]);
        expect(nCoefficients).to.equal((sectionBytes(key, 4).length - 4) / 44);
    });

    for (const [name, value, code, words] of [
        ["nVars", 0, "ERR_FILE", "at least the constant signal, got 0"],
        ["nPublic", numberOf("nVars"), "ERR_FILE", "expected fewer public signals than"],
        ["nPublic", numberOf("nVars") - 1, "ERR_FILE", "bytes"],
        ["domainSize", 0, "ERR_FILE", "expected a domain of 2^0 to 2^28, got 0"],
        ["domainSize", 3, "ERR_FILE", "expected a domain of 2^0 to 2^28, got 3"],
        ["domainSize", 2 ** 29, "ERR_FILE", "expected a domain of 2^0 to 2^28, got 536870912"],
        ["domainSize", 2 ** 28, "ERR_FILE", "section 9"],
        ["n8q", 0, "ERR_FILE", "to have 32 or 48 bytes, got 0"],
        ["n8q", 136, "ERR_FILE", "to have 32 or 48 bytes, got 136"],
        ["n8q", 12, "ERR_FILE", "to have 32 or 48 bytes, got 12"],
        ["n8q", 128, "ERR_CURVE", "in 128 bytes"],
        ["n8r", 0, "ERR_FILE", "to have 32 or 48 bytes, got 0"],
        ["n8r", 136, "ERR_FILE", "to have 32 or 48 bytes, got 136"],
        ["n8r", 24, "ERR_CURVE", "in 24 bytes"],
    ]) it(`${name} = ${value}: ${words}`, () => refused(withHeader(withNumber(name, value)), code, words));

    it("says what it would say in more bytes as well: q in 40 bytes is not bn128's", async () => {
        const wide = new Uint8Array(header.length + 8);
        wide.set(header.subarray(0, 36));
        wide.set(header.subarray(36), 44);
        new DataView(wide.buffer).setUint32(0, 40, true);
        await refused(withHeader(wide), "ERR_CURVE", "in 40 bytes");
    });

    it("nor is r in 40 bytes", async () => {
        const wide = new Uint8Array(header.length + 8);
        wide.set(header.subarray(0, 72));
        wide.set(header.subarray(72), 80);
        new DataView(wide.buffer).setUint32(36, 40, true);
        await refused(withHeader(wide), "ERR_CURVE", "in 40 bytes");
    });

    it("has its points and nothing more", async () => {
        await refused(withHeader(header.slice(0, -1)), "ERR_FILE", "of the header, got a header of");
        await refused(withHeader(Uint8Array.from([...header, 0])), "ERR_FILE", `expected a header of ${header.length} bytes`);
        await refused(withHeader(new Uint8Array([...header, ...new Uint8Array(5000)])), "ERR_FILE", "expected a header of");
        await refused(withHeader(new Uint8Array(0)), "ERR_FILE", "got a header of 0 bytes");
    });

    it("another order of the scalar field is another curve", async () => {
        const copy = header.slice();
        copy[at("r")] ^= 1;
        await refused(withHeader(copy), "ERR_CURVE", "expected the scalar field of bn128");
    });
});

describe("a file of sections whose size is not known", () => {
    const kind = { magic: "test", versions: [1], sections: { 1: "first", 2: "second" }, required: [1] };
    const bytes = encodeSections("test", 1, [[1, Uint8Array.of(7, 8, 9)], [2, new Uint8Array(0)]]);
    /** Opens it, and says what was read. */
    async function open(file, length = async () => undefined, size = undefined) {
        const asked = [], read = async (at, count) => {
            asked.push([at, count]);
            if (at + count > file.length) throw new Error("the end");
            return file.slice(at, at + count);
        };
        return { asked, opened: await openBinFile({ name: "file", fresh: true, size, length, read }, kind) };
    }
    const failure = (...args) => failureOf(open(...args));

    it("is read to the last byte of each section that has one", async () => {
        const { asked, opened } = await open(bytes);
        expect(asked).to.deep.equal([[0, 12], [12, 12], [26, 1], [27, 12]]);
        expect([...opened.sections]).to.deep.equal([[1, { offset: 24, size: 3 }], [2, { offset: 39, size: 0 }]]);
        expect([opened.name, opened.fresh, opened.version]).to.deep.equal(["file", true, 1]);
        expect([...await opened.read(1, 1, 2)]).to.deep.equal([8, 9]);
        expect(asked.at(-1), "none of it was kept").to.deep.equal([25, 2]);
        expect((await failure(bytes.slice(0, 26))).message).to.equal("the end");
    });

    it("says how many bytes follow its last section, where that is known in the end", async () => {
        expect((await open(bytes, async () => 39)).opened.ignored).to.equal(undefined);
        expect((await open(bytes, async () => 41)).opened.ignored).to.deep.equal({ sections: [], trailing: 2 });
    });

    it("is received no further than its last section, where the body goes on", async () => {
        let sent = 0, resolve;
        const ended = new Promise((done) => { resolve = done; });
        const body = new ReadableStream({
            pull(stream) {
                stream.enqueue(sent === 0 ? bytes : new Uint8Array(1 << 16));
                sent += 1 << 16;
            },
            cancel: resolve,
        });
        const opened = await openSource("file", new Response(body), { room: { bytes: 1 << 24 } });
        expect((await openBinFile(opened, kind)).sections.size).to.equal(2);
        await ended;
        expect(sent).to.be.below(1 << 22);
        await opened.close();
    });

    it("is one of its kind, and what others are is said", async () => {
        const withHead = (magic, version = 1) => encodeSections(magic, version, [[1, new Uint8Array(1)]]);
        for (const [magic, what] of [["wtns", "a witness"], ["zkey", "a proving key"], ["r1cs", "a constraint system"],
            ["\0asm", "a WebAssembly module"]])
            expect((await failure(withHead(magic))).message).to.match(/^file: expected a test file, got one that starts with /)
                .and.to.include(`(that is ${what})`);
        expect((await failure(withHead("toSt"))).message).not.to.include("that is");
        expect((await failure(withHead("test", 2))).message).to.equal("file: expected version 1 of the test format, got 2");
        const short = await failure(bytes.slice(0, 11), async () => 11, 11);
        expect(short.message).to.equal("file: expected a test file, got a file of 11 bytes; it is empty or truncated");
    });
});

describe("what was read of a source and is kept", () => {
    it("is copied to whoever reads the same range, up to the bytes that are allowed", async () => {
        const file = Uint8Array.from({ length: 20 }, (_, i) => i), asked = [];
        const reads = keptReads(), over = reads.over({ name: "file", read: async (at, length) => {
            asked.push([at, length]);
            return file.slice(at, at + length);
        } });
        const read = async (...range) => {
            const before = asked.length, found = await over.read(...range);
            expect([...found]).to.deep.equal([...file.subarray(range[0], range[0] + range[1])]);
            found.fill(255); // callers may change what they get
            return asked.length - before;
        };
        expect([over.name, await read(0, 4), await read(0, 4)], "nothing is allowed").to.deep.equal(["file", 1, 1]);
        reads.allow(8);
        expect([await read(0, 4), await read(0, 4), await read(0, 3), await read(1, 3)]).to.deep.equal([1, 0, 1, 1]);
        expect([await read(4, 2), await read(0, 4), await read(0, 3)], "8 bytes, less 4 and 3").to.deep.equal([1, 0, 0]);
        expect([await read(4, 2), await read(19, 1), await read(19, 1)]).to.deep.equal([1, 1, 0]);
        reads.allow(8);
        reads.clear();
        expect([await read(0, 4), await read(0, 4)]).to.deep.equal([1, 1]);
    });
});

describe("sections of a key", () => {
    for (const type of [3, 5, 6, 7, 8, 9]) it(`${type}: a byte more, a byte less, a point more`, async () => {
        for (const change of [(old) => Uint8Array.from([...old, 0]), (old) => old.slice(0, -1), (old) => old.slice(64),
            (old) => Uint8Array.from([...old, ...new Uint8Array(128)])])
            if (sectionBytes(key, type).length) await refused(withSection(type, change), "ERR_FILE", `section ${type}`);
    });

    it("coefficients: their number and their bytes agree", async () => {
        const body = sectionBytes(key, 4), count = new DataView(body.buffer).getUint32(0, true);
        for (const wrong of [count + 1, count - 1, 0, 2 ** 32 - 1]) {
            const copy = body.slice();
            new DataView(copy.buffer).setUint32(0, wrong, true);
            await refused(withSection(4, () => copy), "ERR_FILE", `coefficients, ${wrong} of 44 bytes`);
        }
        for (const size of [0, 3, 5, 47]) await refused(withSection(4, () => body.slice(0, size)), "ERR_FILE", "section 4");
    });

    it("of other numbers, or without one that is needed", async () => {
        const { file } = await openZkey(await source(withSections(key, (list) => [[11, new Uint8Array(1)], ...list])));
        expect([[...file.sections.keys()].sort((a, b) => a - b), file.ignored]).to.deep.equal(
            [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], { sections: [{ type: 11, bytes: 1 }], trailing: 0 }]);
        for (let type = 1; type <= 9; type++)
            await refused(withSections(key, (list) => list.filter(([one]) => one !== type)), "ERR_FILE", `section ${type}`);
        expect((await opening(openZkey, withSections(key, (list) => list.filter(([one]) => one !== 10)))).code).to.equal("opened");
    });

    it("that are there twice, unless the protocol has none of that number", async () => {
        const twice = (type) =>
            withSections(key, (list) => [...list, [type, new Uint8Array(1)], [type, new Uint8Array(1)]]);
        await refused(twice(9), "ERR_FILE", "expected section 9 (points H");
        await refused(twice(1), "ERR_FILE", "expected section 1 (protocol) once");
        for (const type of [11, 17, 18, 2 ** 32 - 1]) expect((await opening(openZkey, twice(type))).code).to.equal("opened");
        const any = await opening((one) => openKeyFile(one, [KIND, { ...KIND, id: 7 }]), twice(9));
        expect(any.message).to.include("expected section 9 (points H) once");
    });

    for (const [id, words] of [[2, "a plonk key (protocol 2)"], [10, "a fflonk key (protocol 10)"], [3, "protocol 3; the file"],
        [0, "protocol 0; the file"]]) it(`protocol ${id}: ${words}`, () =>
        refused(withSection(1, () => Uint8Array.from([id, 0, 0, 0])), "ERR_FILE", words));

    it("protocol in three or five bytes", async () => {
        for (const size of [0, 3, 5]) await refused(withSection(1, () => new Uint8Array(size).fill(1, 0, 1)), "ERR_FILE", "section 1");
    });
});

describe("header of a witness", () => {
    const body = sectionBytes(witness, 1);
    const withBody = (changed) =>
        withSections(witness, (list) => list.map(([type, old]) => [type, type === 1 ? changed : old]));

    it("is what the fixture has", async () => {
        const { n8, r, count } = await openWtns(await source(witness));
        expect([n8, count]).to.deep.equal([32, sectionBytes(witness, 2).length / 32]);
        expect(r).to.equal((await openZkey(await source(key))).curve.r);
    });

    it("has 8 bytes and a value", async () => {
        for (const size of [0, 7, 39, 41, 257, 5000]) {
            const other = new Uint8Array(size);
            other.set(body.slice(0, size));
            const error = await opening(openWtns, withBody(other));
            expect(error.code, `${size}: ${error.message}`).to.equal("ERR_FILE");
        }
        for (const n8 of [0, 4, 31, 33, 40, 2 ** 31]) {
            const copy = body.slice();
            new DataView(copy.buffer).setUint32(0, n8, true);
            expect((await opening(openWtns, withBody(copy))).code, String(n8)).to.equal("ERR_FILE");
        }
    });

    it("has values of 248 bytes at most", async () => {
        for (const [n8, code] of [[248, "opened"], [256, "ERR_FILE"]]) {
            const wide = new Uint8Array(8 + n8), view = new DataView(wide.buffer);
            view.setUint32(0, n8, true);
            wide.fill(7, 4, 4 + n8); // a modulus is odd
            view.setUint32(4 + n8, 3, true);
            const file = makeFile("wtns", 2, [[1, wide], [2, new Uint8Array(3 * n8)]]);
            expect((await opening(openWtns, file)).code, String(n8)).to.equal(code);
        }
    });

    it("that claims more values than the host has memory for is told apart from damage", async () => {
        const claimed = { file: { name: "witness" }, n8: 2 ** 20, r: 7n, count: 2 ** 33 };
        const error = await failureOf(readValues(claimed, () => {}));
        expect(error).to.include({ name: "ProverError", code: "ERR_MEMORY" });
        expect(error.message).to.match(/^witness: expected memory of 9007199254740992 bytes, got /);
    });

    it("says how many values follow", async () => {
        for (const step of [-1, 1]) {
            const copy = body.slice(), view = new DataView(copy.buffer);
            view.setUint32(36, view.getUint32(36, true) + step, true);
            expect((await opening(openWtns, withBody(copy))).code).to.equal("ERR_FILE");
        }
    });
});

describe("the container", () => {
    const FORMAT = { magic: "test", versions: [1, 2], sections: { 1: "first", 2: "second" }, required: [1] };
    const open = (bytes) => opening((one) => openBinFile(one, FORMAT), bytes);
    const good = makeFile("test", 1, [[1, Uint8Array.from([1, 2, 3])], [2, new Uint8Array(0)]]);
    /** The same bytes from a reader that does not know its size. */
    const unsized = (bytes) => async () => {
        const read = async (offset, length) => bytes.slice(offset, offset + length);
        return openBinFile(await openSource("reader", read, {}), FORMAT);
    };

    it("opens, and reads from within sections", async () => {
        const file = await openBinFile(await source(good), FORMAT);
        expect([file.version, file.sections.get(1).size, file.sections.get(2).size]).to.deep.equal([1, 3, 0]);
        expect([...await file.read(1, 1, 2)]).to.deep.equal([2, 3]);
        const far = makeFile("test", 2, [[1, new Uint8Array(5000).fill(7)], [2, Uint8Array.from([9])]]);
        const large = await openBinFile(await source(far), FORMAT);
        const last = (await large.read(1, 4999, 1))[0], next = (await large.read(2, 0, 1))[0];
        expect([large.version, last, next]).to.deep.equal([2, 7, 9]);
        expect((await unsized(far)()).sections.get(2).size).to.equal(1);
    });

    it("what it gives is the caller's own", async () => {
        const file = await openBinFile(await source(good), FORMAT), bytes = await file.read(1, 0, 3);
        bytes.fill(0);
        expect([...await file.read(1, 0, 3)]).to.deep.equal([1, 2, 3]);
    });

    for (const [what, bytes] of [
        ["nothing", new Uint8Array(0)],
        ["eleven bytes", good.slice(0, 11)],
        ["another magic", Uint8Array.from([...new TextEncoder().encode("tesT"), ...good.slice(4)])],
        ["version 0", makeFile("test", 0, [[1, new Uint8Array(3)]])],
        ["version 3", makeFile("test", 3, [[1, new Uint8Array(3)]])],
        ["a section twice", makeFile("test", 1, [[1, new Uint8Array(3)], [1, new Uint8Array(3)]])],
        ["a section missing", makeFile("test", 1, [[2, new Uint8Array(3)]])],
        ["a byte less", makeFile("test", 1, [[1, new Uint8Array(3)]]).slice(0, -1)],
        ["a table that is cut", good.slice(0, good.length - 5)],
    ]) it(`refuses ${what}`, async () => expect((await open(bytes)).code).to.equal("ERR_FILE"));

    it("names the section that is wrong, and what another kind of file is", async () => {
        const body = new Uint8Array(3);
        for (const [bytes, words] of [
            [makeFile("test", 1, [[1, body], [1, body]]), "expected section 1 (first) once, got it again at offset 27"],
            [makeFile("test", 1, [[2, body]]), "expected section 1 (first), got a file without it"],
            [makeFile("test", 3, [[1, body]]), "expected version 1 or 2 of the test format, got 3"],
            [makeFile("zkey", 1, [[1, body]]), "(that is a proving key)"],
            [makeFile("wtns", 1, [[1, body]]), "(that is a witness)"],
            [makeFile("r1cs", 1, [[1, body]]), "(that is a constraint system)"],
            [good.slice(0, 11), "got a file of 11 bytes; it is empty or truncated"],
            [makeFile("test", 1, [[1, body]]).slice(0, -1), "to end within the file, got a file that ends at 26, before 27"],
        ]) expect((await open(bytes)).message).to.include(words);
        expect((await open(makeFile("abcd", 1, [[1, body]]))).message).not.to.include("that is");
    });

    it("ignores other sections and what follows the last one, and says so", async () => {
        const body = new Uint8Array(3), file = makeFile("test", 1, [[9, body], [1, body], [9, body], [0, new Uint8Array(0)]]);
        const opened = await openBinFile(await source(Uint8Array.from([...file, 0, 0])), FORMAT);
        expect([...opened.sections]).to.deep.equal([[1, { offset: 39, size: 3 }]]);
        expect(opened.ignored).to.deep.equal({
            sections: [{ type: 9, bytes: 3 }, { type: 9, bytes: 3 }, { type: 0, bytes: 0 }], trailing: 2,
        });
        expect((await openBinFile(await source(good), FORMAT)).ignored).to.equal(undefined);
    });

    it("refuses both in a format of our own, where nobody adds any", async () => {
        const closed = async (bytes) => opening((one) => openBinFile(one, { ...FORMAT, closed: true }), bytes);
        const other = await closed(makeFile("test", 1, [[1, new Uint8Array(3)], [9, new Uint8Array(3)]]));
        expect([other.code, other.message]).to.deep.equal(
            ["ERR_FILE", "file: expected no other sections, got one of type 9; the file is damaged"]);
        const longer = await closed(Uint8Array.from([...good, 0]));
        expect([longer.code, longer.message]).to.deep.equal(["ERR_FILE",
            `file: expected the file to end with its last section at ${good.length}, got 1 more bytes; the file is damaged`]);
        expect((await closed(good)).code).to.equal("opened");
    });

    it("256 sections, and no more, before the first of them is read", async () => {
        const many = (count) => makeFile("test", 1, [[1, new Uint8Array(3)],
            ...Array.from({ length: count - 1 }, (_, i) => [1000 + i, new Uint8Array(0)])]);
        expect((await openBinFile(await source(many(256)), FORMAT)).ignored.sections).to.have.length(255);
        const claimed = good.slice();
        for (const [count, bytes] of [[257, many(257)], [2 ** 32 - 1, claimed]]) {
            new DataView(bytes.buffer).setUint32(8, count, true);
            const { code, message } = await opening((one) => openBinFile(one, FORMAT), bytes);
            expect([code, message]).to.deep.equal(
                ["ERR_FILE", `file: expected at most 256 sections, got ${count}; the file is damaged`]);
        }
    });

    it("refuses another section that does not end within the file, too", async () => {
        const file = makeFile("test", 1, [[1, new Uint8Array(3)], [9, new Uint8Array(3)]]).slice(0, -1);
        expect((await opening((one) => openBinFile(one, FORMAT), file)).message).to.match(
            /^file: expected section 9 of 3 bytes to end within the file, got a file that ends at 41, before 42/);
    });

    it("refuses a section of a size beyond all files", async () => {
        const copy = good.slice();
        new DataView(copy.buffer).setBigUint64(16, 2n ** 53n, true);
        expect((await open(copy)).code).to.equal("ERR_FILE");
    });

    it("twelve bytes are a file without sections", async () => {
        const empty = makeFile("test", 1, []), file = await openBinFile(await source(empty), { ...FORMAT, required: [] });
        expect(file.sections.size).to.equal(0);
    });
});
