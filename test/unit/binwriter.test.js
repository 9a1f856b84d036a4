/** Sectioned files, written: byte for byte what others wrote, in bounded memory, never in a wrong order. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { copySection, createBinWriter } from "../../src/files/binwriter.js";
import { encodeSections } from "../../src/files/sections.js";
import { writeTogether } from "../../src/files/sink.js";
import { makeFile, sectionBytes, sectionsOf } from "../support/binfiles.js";
import { compiled, fixtures, openAny, powersOfTau } from "../support/real_files.js";

const KIND = { magic: "test", version: 7 };

/** What the calls of `body` write. */
async function written(body, kind = KIND) {
    const place = { type: "mem" };
    await writeTogether(undefined, async (open) => body(createBinWriter(await open("file", place), kind)));
    return place.data;
}
const refusal = (promise) => promise.then(() => expect.fail("no error"), (error) => error.message);

describe("files: sections, written", function () {
    this.timeout(120_000);

    for (const [title, fresh, around] of [
        ["frees what it has read", true, 0], ["leaves to the reader what is not its own", false, 0],
        ["leaves memory that has more than was read", true, 64],
    ]) it(`copies a section, and ${title}`, async () => {
        const section = Uint8Array.from({ length: 200_000 }, (_, i) => (i * i) >> 7), read = [];
        const file = {
            name: "source", version: 7, fresh, sections: new Map([[4, { offset: 0, size: section.length }]]),
            read: async (_type, offset, length) => {
                const memory = new Uint8Array(length + around);
                read.push(memory.subarray(0, length));
                read.at(-1).set(section.subarray(offset, offset + length));
                return read.at(-1);
            },
        };
        const data = await written(async (writer) => {
            await copySection(writer, file, 4);
            await writer.finish();
        });
        expect(Buffer.compare(sectionBytes(data, 4), section)).to.equal(0);
        expect(read.map(({ byteLength }) => byteLength)).to.deep.equal([fresh && !around ? 0 : section.length]);
    });

    it("gives back what was written to a section, gathered or not, and not of a stream", async () => {
        await written(async (writer) => {
            await writer.begin(3);
            await writer.write(Uint8Array.of(1, 2, 3, 4));
            await writer.end();
            await writer.begin(9, 2);
            await writer.write(Uint8Array.of(5, 6));
            await writer.end();
            expect([...await writer.read(3, 1, 2), ...await writer.read(9, 0, 2)]).to.deep.equal([2, 3, 5, 6]);
            expect(await refusal(writer.read(4, 0, 1))).to.equal("file: expected section 4 in a place that can be read, got none");
            await writer.finish();
        });
        await writeTogether(undefined, async (open) => {
            const writer = createBinWriter(await open("stream", new WritableStream()), { ...KIND, count: 1 });
            await writer.begin(3, 1);
            await writer.write(Uint8Array.of(1));
            await writer.end();
            expect(await refusal(writer.read(3, 0, 1))).to.equal("stream: expected section 3 in a place that can be read, got none");
            await writer.finish();
        });
    });

    describe("as others wrote them", () => {
        let files;
        before(async () => {
            const [r1cs] = compiled("xor_net"), { begun, prepared } = await powersOfTau("bn128", 2);
            files = [...fixtures(), ["r1cs", r1cs], ["ptau", begun], ["ptau, prepared", prepared]];
        });
        const kindOf = (bytes) => ({ magic: String.fromCharCode(...bytes.subarray(0, 4)), version: bytes[4] });

        it("a copy of every section, in the order of the file, is the file", async () => {
            for (const [name, bytes] of files) {
                const file = await openAny(bytes);
                const copy = await written(async (writer) => {
                    for (const type of file.sections.keys()) await copySection(writer, file, type);
                    await writer.finish();
                }, kindOf(bytes));
                expect(Buffer.compare(copy, bytes), name).to.equal(0);
            }
        });

        it("a section that a file has not is copied as an empty one", async () => {
            const file = await openAny(files[0][1]), copied = [99, file.sections.keys().next().value];
            const copy = await written(async (writer) => {
                for (const type of copied) await copySection(writer, file, type);
                await writer.finish();
            }, kindOf(files[0][1]));
            expect(sectionsOf(copy).map(({ type, size }) => [type, size]))
                .to.deep.equal([[99, 0], [copied[1], file.sections.get(copied[1]).size]]);
        });

        it("so is what is written to a path, in small and in large pieces", async () => {
            const folder = temporaryFolder("writer"), path = join(folder, "copy");
            try {
                for (const [name, bytes] of files)
                    for (const step of [7, 1000, 2 ** 16, 2 ** 16 + 1]) {
                        await writeTogether(undefined, async (open) => {
                            const writer = createBinWriter(await open("file", path), kindOf(bytes));
                            for (const { type, offset, size } of sectionsOf(bytes)) {
                                await writer.begin(type);
                                const from = step === 7 ? Math.max(0, size - 70_000) : 0; // few calls, across a flush
                                await writer.write(bytes.subarray(offset, offset + from));
                                for (let at = from; at < size; at += step)
                                    await writer.write(bytes.subarray(offset + at, offset + Math.min(size, at + step)));
                                await writer.end();
                            }
                            await writer.finish();
                        });
                        expect(Buffer.compare(readFileSync(path), bytes), `${name} by ${step}`).to.equal(0);
                    }
            } finally {
                rmSync(folder, { recursive: true, force: true });
            }
        });

        it("so is what is encoded at once", () => {
            for (const [name, bytes] of files) {
                const { magic, version } = kindOf(bytes);
                const sections = sectionsOf(bytes).map(({ type, offset, size }) => [type, bytes.subarray(offset,
                    offset + size)]);
                expect(Buffer.compare(encodeSections(magic, version, sections), bytes), name).to.equal(0);
            }
        });
    });

    it("no sections, empty sections", async () => {
        expect(Buffer.compare(await written((writer) => writer.finish()), makeFile("test", 7, []))).to.equal(0);
        const empty = await written(async (writer) => {
            for (const type of [3, 1]) {
                await writer.begin(type);
                await writer.end();
            }
            await writer.finish();
        });
        expect(Buffer.compare(empty, makeFile("test", 7, [[3, new Uint8Array(0)], [1,
            new Uint8Array(0)]]))).to.equal(0);
    });

    it("gathers small writes, hands large ones on, and holds no more than 64 KiB", async () => {
        const sizes = [], sink = { name: "sink", write: async (bytes) => void sizes.push(bytes.length),
            seal: async () => {} };
        const writer = createBinWriter(sink, KIND), large = new Uint8Array(2 ** 22);
        await writer.begin(1);
        for (let i = 0; i < 3000; i++) await writer.write(new Uint8Array(64));
        expect(sizes).to.deep.equal([24 + 1023 * 64, 65_536]); // points are not cut
        await writer.write(large);
        expect(sizes.slice(2)).to.deep.equal([(3000 - 1023 - 1024) * 64, 2 ** 22]);
        await writer.end();
        await writer.finish();
        expect(sizes.slice(4)).to.deep.equal([8, 4]);
    });

    it("what is known before is written in order, and nothing twice", async () => {
        const positions = [];
        let end = 0;
        const write = async (piece, at) => {
            positions.push(at === end);
            end = at + piece.length;
        };
        const writer = createBinWriter({ name: "sink", write, seal: async () => {} }, { ...KIND, count: 2 });
        for (const type of [4, 2]) {
            await writer.begin(type, 70_000);
            await writer.write(new Uint8Array(70_000));
            await writer.end();
        }
        await writer.finish();
        expect(positions.length).to.be.above(2);
        expect(positions.every(Boolean)).to.equal(true);
        const body = async (w) => {
            await w.begin(4, 3);
            await w.write(new Uint8Array(3));
            await w.end();
            await w.finish();
        };
        expect(Buffer.compare(await written(body, { ...KIND, count: 1 }), await written(body))).to.equal(0);
    });

    it("refuses another size, or another number of sections, than it was told", async () => {
        const body = (size) => async (w) => {
            await w.begin(1, size);
            await w.write(new Uint8Array(2));
            await w.end();
            await w.finish();
        };
        expect(await refusal(written(body(3)))).to.include("3 bytes in the section, got 2");
        expect(await refusal(written(body(2), { ...KIND, count: 2 }))).to.include("2 sections, got 1");
        await written(body(2), { ...KIND, count: 1 });
    });

    it("the lengths of sections beyond 2^32 are whole", async () => {
        const patches = [], piece = new Uint8Array(2 ** 30);
        const write = async (bytes, at) => void (bytes.length === 8 && patches.push([at, [...bytes]]));
        const writer = createBinWriter({ name: "sink", write, seal: async () => {} }, KIND);
        for (const type of [1, 2]) {
            await writer.begin(type);
            for (let i = 0; i < 5; i++) await writer.write(piece);
            await writer.end();
        }
        expect(patches).to.deep.equal([
            [16, [0, 0, 0, 64, 1, 0, 0, 0]], [24 + 5 * 2 ** 30 + 4, [0, 0, 0, 64, 1, 0, 0, 0]],
        ]);
    });

    describe("refuses", () => {
        for (const [what, body, message] of [
            ["bytes outside of a section", async (w) => w.write(new Uint8Array(1)),
                "a section to be begun first, got bytes"],
            ["an end outside of a section", async (w) => w.end(), "a section to be begun first, got an end"],
            ["a section in a section", async (w) => {
                await w.begin(1);
                await w.begin(2);
            }, "the section to be ended first, got the beginning of another one"],
            ["the end of the file in a section", async (w) => {
                await w.begin(1);
                await w.finish();
            }, "the section to be ended first, got the end of the file"],
            ["a section twice", async (w) => {
                await w.begin(1);
                await w.end();
                await w.begin(1);
            }, "section 1 once, got it again"],
            ["two calls at once", async (w) => {
                const first = w.begin(1);
                await Promise.all([first, w.write(new Uint8Array(1))]);
            }, "one call after the other, got one before the last had succeeded"],
        ]) it(what, async () => expect(await refusal(written(body))).to.equal(`file: expected ${message}`));

        it("to go on after a write that failed", async () => {
            const sink = { name: "sink", write: async () => { throw new Error("full"); }, seal: async () => {} };
            const writer = createBinWriter(sink, KIND);
            await writer.begin(1);
            expect(await refusal(writer.write(new Uint8Array(2 ** 17)))).to.equal("full");
            expect(await refusal(writer.write(new Uint8Array(1)))).to.include("before the last had succeeded");
        });
    });
});
