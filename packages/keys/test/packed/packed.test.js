/** Packed keys: they give back the key, prove as it does, and are refused when anything of them is not right. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { join } from "node:path";
import { expect } from "chai";
import { contributeToKey, exportVerificationKey } from "../../../snarkjs/src/ceremony/index.js";
import { PROTOCOLS, prove, msmRange, verify, zkeyInfo } from "../../../../src/protocols/index.js";
import { openPackedKey, packKey, unpackKey } from "../../src/packed.js";
import { openPacked } from "../../src/packed/source.js";
import { openSource } from "../../../../src/files/source.js";
import { buildBls12381, buildBn128 } from "../../../../src/index.js";
import { openStore } from "../../src/store.js";
import { circuitsIn, corpus, fixtures } from "../../../../test/support/circuits.js";
import { ALL_ROWS, itInAll, rowsInFull, rowsOf } from "../../../../test/support/extent.js";
import { makeFile, sectionBytes, sectionsOf, withSections } from "../../../../test/support/binfiles.js";
import { failureOf } from "../../../../test/support/failure.js";
import { hex } from "../../../../test/support/hex.js";
import { watchFiles } from "../../../../test/support/opened_files.js";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";

const sha256 = (bytes) => new Uint8Array(createHash("sha256").update(bytes).digest());
/** Bytes of an entry of the index, and where its fields are. */
const ENTRY = 44, AT = { length: 0, size: 4, kind: 8, words: 9, elements: 10, deflated: 11, digest: 12 };
const PLAIN = 0, POINTS = [1, 2], ROWS = 3, VALUES = 4, OMITTED = 5;

/** @param {Uint8Array} zkey */
async function packed(zkey, options) {
    const to = { type: "mem" }, facts = await packKey(zkey, to, { threads: 0, ...options });
    return { bytes: to.data, facts };
}

async function unpacked(bytes, options) {
    const to = { type: "mem" };
    await unpackKey(bytes, to, { threads: 0, ...options });
    return to.data;
}

const entriesOf = (bytes) => {
    const index = sectionBytes(bytes, 2), view = new DataView(index.buffer), list = [];
    for (let at = 0, from = 0; at < index.length; at += ENTRY) {
        const size = view.getUint32(at + AT.size, true);
        list.push({ length: view.getUint32(at, true), size, kind: index[at + AT.kind], from });
        from += size;
    }
    return list;
};

/** The file with block i as `change` gives it back, under the digest that it then has, its size and its kind. */
function withBlock(bytes, i, change, fields = {}) {
    return withSections(bytes, (sections) => {
        const entry = entriesOf(bytes)[i], index = sections[1][1], blocks = sections[2][1];
        const block = change(blocks.slice(entry.from, entry.from + entry.size)), view = new DataView(index.buffer);
        const at = i * ENTRY;
        view.setUint32(at + AT.size, block.length, true);
        index.set(sha256(block), at + AT.digest);
        for (const [name, value] of Object.entries(fields)) index[at + AT[name]] = value;
        const joined = Buffer.concat([blocks.slice(0, entry.from), block, blocks.slice(entry.from + entry.size)]);
        return [sections[0], sections[1], [3, new Uint8Array(joined)]];
    });
}

const circuits = [...circuitsIn(fixtures), ...circuitsIn(corpus)];
const few = circuits.filter(({ title }) => /mimc_tiny|mimc_bls|xor_net/.test(title));
const some = rowsInFull(circuits, rowsOf(circuitsIn(fixtures), few));

describe("packed keys", function () {
    this.timeout(300_000);
    for (const { title, zkey, wtns, vkey } of some) it(`${title}: half the bytes or less, all of them back, and proofs`, async () => {
        const bytes = new Uint8Array(readFileSync(zkey)), { bytes: small, facts } = await packed(bytes);
        expect(Buffer.compare(await unpacked(small), bytes)).to.equal(0);
        expect([facts.zkeyBytes, facts.bytes]).to.deep.equal([bytes.length, small.length]);
        if (bytes.length > 100_000) expect(small.length / bytes.length).to.be.below(0.5);
        expect(facts.digest).to.equal(hex(sha256(bytes)));
        expect(facts.root).to.equal(hex(sha256(Buffer.concat([sectionBytes(small, 1), sectionBytes(small, 2)]))));
        const { proof, publicSignals } = await prove(small, wtns, { threads: 0, check: false });
        expect(await verify(vkey, publicSignals, proof)).to.equal(true);
        const info = await zkeyInfo(small, { threads: 0 }), plain = await zkeyInfo(bytes, { threads: 0 });
        expect(info).to.deep.equal({ ...plain, bytes: small.length, zkeyBytes: bytes.length, root: facts.root });
    });

    it("of fixtures and of the corpus have every protocol and curve", function () {
        expect(new Set(circuits.map(({ system }) => system)).size).to.equal(PROTOCOLS.length);
        if (!existsSync(corpus)) this.skip();
    });
});

describe("a packed key", function () {
    this.timeout(120_000);
    const { zkey, wtns, vkey } = circuits.find(({ title }) => /xor_net/.test(title));
    const bytes = new Uint8Array(readFileSync(zkey));
    let small;
    before(async () => { small = (await packed(bytes)).bytes; });

    it("is the same on workers, from a file, and of points left whole is larger and proves the same", async () => {
        const folder = temporaryFolder("packed"), at = join(folder, "a.ffkey"), back = join(folder, "a.zkey");
        const seen = [];
        const facts = await packKey(zkey, at, { threads: 2, onProgress: ({ phase }) => seen.push(phase) });
        expect(new Set(seen)).to.deep.equal(new Set(["blocks"]));
        expect(Buffer.compare(readFileSync(at), small)).to.equal(0);
        expect(await unpackKey(at, back, { threads: 2 })).to.deep.equal(facts);
        expect(Buffer.compare(readFileSync(back), bytes)).to.equal(0);
        const { bytes: whole } = await packed(bytes, { points: "whole" });
        expect(whole.length).to.be.within(small.length + 1, bytes.length - 1);
        expect(Buffer.compare(await unpacked(whole), bytes)).to.equal(0);
        for (const key of [at, whole]) for (const threads of [0, 2]) {
            const { proof, publicSignals } = await prove(key, wtns, { threads });
            expect(await verify(vkey, publicSignals, proof)).to.equal(true);
        }
    });

    it("keeps other sections of the key, and bytes after the last one, and says them as the key does", async () => {
        const [kept, ...others] = [[99, Uint8Array.of(1, 2, 3)], [18, new Uint8Array(5000)], [98, new Uint8Array(0)]];
        const longer = Uint8Array.from([...withSections(bytes, (list) => [kept, ...list, ...others]), 7, 8]);
        const { bytes: key } = await packed(longer);
        expect(Buffer.compare(await unpacked(key), longer)).to.equal(0);
        for (const one of [longer, key]) expect((await zkeyInfo(one, { threads: 0 })).ignored).to.deep.equal({
            sections: [{ type: 99, bytes: 3 }, { type: 18, bytes: 5000 }, { type: 98, bytes: 0 }], trailing: 2,
        });
        expect(await zkeyInfo(bytes, { threads: 0 })).not.to.have.property("ignored");
        const { proof, publicSignals } = await prove(key, wtns, { threads: 0, check: false });
        expect(await verify(vkey, publicSignals, proof)).to.equal(true);
    });

    it("has its three sections and nothing more", async () => {
        const other = withSections(small, (list) => [...list, [4, Uint8Array.of(1)]]);
        for (const wrong of [Uint8Array.from([...small, 0]), other]) {
            const { code, message } = await failureOf(zkeyInfo(wrong, { threads: 0 }));
            expect(code, message).to.equal("ERR_FILE");
            expect(message).to.match(/no other sections, got one of type 4|end with its last section at \d+, got 1 more bytes/);
        }
    });

    it("gives the verification key and sums of parts, and is checked point by point", async () => {
        const [one, other] = await Promise.all([small, bytes].map((key) => exportVerificationKey(key, { threads: 0 })));
        expect(one).to.deep.equal(other);
        const range = { part: "A", from: 5, to: 300 };
        const sum = (key) => msmRange(key, wtns, range, { threads: 0 });
        const [a, b] = await Promise.all([small, bytes].map(sum));
        expect(a).to.deep.equal(b);
        const { publicSignals } = await prove(small, wtns, { threads: 0, paranoid: true });
        expect(publicSignals).to.deep.equal((await prove(bytes, wtns, { threads: 0 })).publicSignals);
    });

    it("gives the verification key also where its points are behind what is read at once", async () => {
        const membership = circuits.find(({ title }) => /membership/.test(title)), isIC = ([type]) => type === 3;
        const late = withSections(new Uint8Array(readFileSync(membership.zkey)), (list) =>
            [...list.filter((section) => !isIC(section)), ...list.filter(isIC)]);
        const { bytes: key } = await packed(late), expected = JSON.stringify(membership.vkey);
        for (const given of [late, key])
            expect(JSON.stringify(await exportVerificationKey(given, { threads: 0 }))).to.equal(expected);
    });

    it("is read block by block: each once for ranges that meet in it, and again after it could not be read", async () => {
        const reads = [], fails = { next: false };
        const read = async (offset, length) => {
            reads.push([offset, length]);
            if (fails.next) throw new Error("cut");
            return small.slice(offset, offset + length);
        };
        const source = await openSource("key", { read, size: small.length }), curve = await buildBn128({ threads: 0 });
        const key = await openPacked(source), all = bytes.length, block = key.blocks.find(({ kind }) => kind === 1);
        const { start, length } = block, middle = start + 64 * 7;
        expect((await failureOf(key.source.read(start, length))).message).to.include("expected a zkey");
        key.use(curve);
        fails.next = true;
        expect((await failureOf(key.source.read(start + 1, 5))).code).to.equal("ERR_READ");
        fails.next = false;
        reads.length = 0;
        const parts = await Promise.all([[start, middle], [middle, start + length - 1], [start + 9, start + 10]]
            .map(([from, to]) => key.source.read(from, to - from)));
        expect(reads.length).to.equal(1);
        expect(parts[0]).to.deep.equal(bytes.slice(start, middle));
        expect(parts[1]).to.deep.equal(bytes.slice(middle, start + length - 1));
        const ranges = [
            [0, all], [1, all - 1], [start - 1, start + length + 1], [start, start + length], [all - 1, all],
        ];
        for (const [from, to] of ranges)
            expect(Buffer.compare(await key.source.read(from, to - from), bytes.slice(from, to)), `${from} ${to}`).to.equal(0);
        expect(await key.source.read(5, 0)).to.deep.equal(new Uint8Array(0));
        expect((await failureOf(key.source.read(all - 1, 2))).code).to.equal("ERR_FILE");
        await source.close();
    });

    it("is read once by who reads here and there, and not kept when all of it was", async () => {
        const all = new Uint8Array(readFileSync(circuits.find(({ title }) => /membership/.test(title)).zkey));
        const { bytes: other } = await packed(all), reads = [];
        const read = async (offset, length) => {
            reads.push(offset);
            return other.slice(offset, offset + length);
        };
        const key = await openPacked(await openSource("key", { read, size: other.length }));
        key.use(await buildBn128({ threads: 0 }));
        const long = key.blocks.slice(1), { length: count } = long; // the first is known since the file was opened
        expect(count).to.be.within(9, 24);
        reads.length = 0;
        const halves = (from) => long.map(({ start, length }) => {
            const middle = Math.ceil(length / 2);
            return from ? [start + middle, length - middle] : [start, middle];
        });
        for (const [start, length] of [...halves(1), ...halves(0)])
            expect(Buffer.compare(await key.source.read(start, length), all.slice(start, start + length))).to.equal(0);
        expect(reads.length).to.equal(count);
        await key.source.read(long[0].start, 1);
        expect(reads.length).to.equal(count + 1);
    });

    it("leaves to a reader what it read, and gives ranges that the caller alone has", async () => {
        const given = new Map(), made = madeOf([4096, 640, 640, 64].map((length) => plainOf(length)));
        const read = async (offset, length) => {
            const at = `${offset} ${length}`;
            if (!given.has(at)) given.set(at, made.slice(offset, offset + length));
            return given.get(at);
        };
        const key = await openPacked(await openSource("key", { read, size: made.length })), [, second] = key.blocks;
        for (const length of [640, 1344]) { // a block, and several
            const range = await key.source.read(second.start, length);
            structuredClone(range, { transfer: [range.buffer] });
            expect([...given.values()].every((bytes) => bytes.length > 0)).to.equal(true);
            expect(await key.source.read(second.start, length)).to.deep.equal(new Uint8Array(length).fill(7));
        }
    });

    it("is read as its zkey by whoever takes readers, and kept under the digest of that", async () => {
        const key = await openPackedKey(small, { threads: 0 }), store = await openStore({ keepIn: "memory" });
        expect([key.size, key.digest, key.fresh]).to.deep.equal([bytes.length, hex(sha256(bytes)), true]);
        const kept = await store.fetch(key, { address: key.digest });
        const { proof, publicSignals } = await prove(kept, wtns, { threads: 0 });
        expect(await verify(vkey, publicSignals, proof)).to.equal(true);
        expect(await kept.done).to.include({ address: key.digest, kept: true, received: bytes.length });
        await Promise.all([kept.close(), key.close()]);
        const again = await store.get(key.digest);
        expect(Buffer.compare(await again.read(0, bytes.length), bytes)).to.equal(0);
        await again.close();
        await store.close();
        const curve = await buildBls12381({ threads: 0 });
        expect((await failureOf(openPackedKey(small, { curve }))).code).to.equal("ERR_OPTION");
        expect((await failureOf(openPackedKey(bytes))).code).to.equal("ERR_FILE");
        expect((await failureOf(openPackedKey(small, { onProgress() {}, points: "whole" }))).code).to.equal("ERR_OPTION");
        const reason = new Error("enough"), signal = AbortSignal.abort(reason);
        expect(await failureOf(openPackedKey(small, { signal }))).to.equal(reason);
    });

    it("is closed where it cannot be opened, and not waited for longer than the caller wants", async () => {
        const { seen, restore } = watchFiles();
        try {
            expect((await failureOf(openPackedKey(zkey))).code).to.equal("ERR_FILE");
            expect(seen).to.deep.equal({ opened: 1, closed: 1 });
        } finally {
            restore();
        }
        const silent = { size: small.length, read: () => new Promise(() => {}) };
        expect(await failureOf(openPackedKey(silent, { readTimeout: 5 }))).to.include({ code: "ERR_READ" });
    });

    it("stops reading when its signal does, also after it was opened", async () => {
        const controller = new AbortController(), reason = new Error("enough"), { signal } = controller;
        let stalls = false;
        const reader = { size: small.length, read: (offset, length) =>
            (stalls ? new Promise(() => {}) : small.slice(offset, offset + length)) };
        const key = await openPackedKey(reader, { threads: 0, signal });
        stalls = true;
        const end = failureOf(key.read(bytes.length - 100, 100));
        controller.abort(reason);
        expect(await end).to.equal(reason);
        await key.close();
    });

    it("is told from a zkey by bytes that are not read again", async () => {
        for (const key of [small, bytes]) {
            const heads = [], read = async (offset, length) => {
                if (offset < 4096) heads.push(offset);
                return key.slice(offset, offset + length);
            };
            await zkeyInfo({ read, size: key.length }, { threads: 0 });
            expect(heads.filter((offset) => offset === 0).length).to.equal(1);
        }
    });

    it("is refused where only a zkey will do, and a zkey where only it will", async () => {
        const to = { type: "mem" }, again = await failureOf(packKey(small, to, { threads: 0 }));
        expect([again.code, again.message]).to.deep.equal(["ERR_OPTION", "zkey: expected a zkey, got a key that is packed already"]);
        const first = await failureOf(contributeToKey(small, to, { threads: 0 }));
        expect([first.code, first.message]).to.deep.equal(["ERR_OPTION",
            "zkey: expected a zkey, got a packed key; ffturbo unpack makes one of it"]);
        expect((await failureOf(unpackKey(bytes, to, { threads: 0 }))).code).to.equal("ERR_FILE");
        expect((await failureOf(packKey(readFileSync(wtns), to, { threads: 0 }))).code).to.equal("ERR_FILE");
        const stream = new WritableStream();
        expect((await failureOf(packKey(bytes, stream, { threads: 0 }))).message).to.include("got a stream");
        for (const wrong of [{ points: "half" }, { memory: 1 }, { other: 1 }])
            expect((await failureOf(packKey(bytes, to, wrong))).code, JSON.stringify(wrong)).to.equal("ERR_OPTION");
        expect((await failureOf(unpackKey(small, to, { points: "whole" }))).code).to.equal("ERR_OPTION");
        expect(to.data).to.equal(undefined);
        const read = async (offset, length) => bytes.slice(offset, offset + length);
        expect((await failureOf(packKey({ read }, to, { threads: 0 }))).message).to.include("a reader with its size");
    });

    it("keeps points that are no triples, are off the curve, or not reduced", async () => {
        const odd = withSections(bytes, (sections) => sections.map(([type, body]) => {
            if (type === 5) for (let at = 0; at < body.length; at += 7 * 64) body[at] ^= 1; // off the curve
            if (type === 6) body.copyWithin(64, 0, 64 * 20); // equal ones
            if (type === 8) body.fill(255, 640, 704); // above q
            return [type, body];
        }));
        expect(Buffer.compare(await unpacked((await packed(odd)).bytes), odd)).to.equal(0);
    });

    it("leaves nothing when it is stopped or the disk fails", async () => {
        const folder = temporaryFolder("packed_stopped"), at = join(folder, "a.ffkey");
        for (const [call, input] of [[packKey, zkey], [unpackKey, small]]) for (const after of [0, 1]) {
            const controller = new AbortController(), reason = new Error("enough");
            let seen = 0;
            const onProgress = () => { if (seen++ >= after) controller.abort(reason); };
            const { signal } = controller;
            expect(await failureOf(call(input, at, { threads: 0, signal, onProgress }))).to.equal(reason);
            expect(readdirSync(folder)).to.deep.equal([]);
        }
        expect((await failureOf(packKey(zkey, join(folder, "none", "a"), { threads: 0 }))).code).to.equal("ERR_WRITE");
        expect((await failureOf(packKey(zkey, zkey, { threads: 0 }))).message).to.include("is the input");
    });
});

/** The order of bn128's base field. */
const Q = 21888242871839275222246405745257275088696311157297823662689037894645226208583n;

/** A packed key of bn128 with these blocks: [kind, bytes of the range, the block], a digest of nothing. */
function madeOf(blocks, { count = blocks.length, padding = 0 } = {}) {
    const header = Buffer.alloc(80), index = Buffer.alloc(blocks.length * ENTRY + padding);
    header.writeUInt32LE(32, 0);
    header.set(Buffer.from(Q.toString(16), "hex").reverse(), 4);
    header.writeBigUInt64LE(BigInt(blocks.reduce((sum, [, length]) => sum + length, 0)), 36);
    header.writeUInt32LE(count, 76);
    blocks.forEach(([kind, length, block], i) => {
        index.writeUInt32LE(length, i * ENTRY + AT.length);
        index.writeUInt32LE(block.length, i * ENTRY + AT.size);
        index[i * ENTRY + AT.kind] = kind;
        index[i * ENTRY + AT.deflated] = kind === PLAIN && block.length < length ? 1 : 0;
        index.set(sha256(block), i * ENTRY + AT.digest);
    });
    return makeFile("ffky", 1, [[1, header], [2, index], [3, Buffer.concat(blocks.map(([, , block]) => block))]]);
}

/** A block that is as it was. */
const plainOf = (length) => [PLAIN, length, new Uint8Array(length).fill(7)];

describe("a key that is packed to prove with", function () {
    this.timeout(120_000);
    const keyOf = (system) => circuits.find(({ title }) => title.startsWith("mimc_tiny") && title.endsWith(system));
    const { zkey, wtns, vkey } = circuits.find(({ title }) => /xor_net/.test(title));
    const bytes = new Uint8Array(readFileSync(zkey));
    let all, small;
    before(async () => {
        [all, small] = (await Promise.all([{}, { proveOnly: true }].map((options) => packed(bytes, options))))
            .map((made) => made.bytes);
    });

    it("has no blocks of points B1, which no proof reads, and those that the whole one has", async () => {
        const { offset, size } = sectionsOf(bytes).find(({ type }) => type === 6), ranges = { all: [], small: [] };
        for (const [name, key] of Object.entries({ all, small })) {
            let start = 0;
            for (const { length, size: block, kind } of entriesOf(key)) {
                if (start < offset || start >= offset + size) ranges[name].push([start, length, block, kind]);
                else if (name === "small") expect([block, kind]).to.deep.equal([0, OMITTED]);
                start += length;
            }
        }
        expect(ranges.small).to.deep.equal(ranges.all);
        expect(small.length).to.be.below(0.9 * all.length);
        for (const key of [small, all]) {
            const { proof, publicSignals } = await prove(key, wtns, { threads: 0, paranoid: true });
            expect(await verify(vkey, publicSignals, proof)).to.equal(true);
        }
    });

    it("says so, and has the digest of the zkey", async () => {
        const [info, whole] = await Promise.all([small, all].map((key) => zkeyInfo(key, { threads: 0 })));
        const { root, bytes: length } = info;
        expect(info).to.deep.equal({ ...whole, bytes: length, root, proveOnly: true });
        expect(root).not.to.equal(whole.root);
    });

    it("cannot be unpacked, or read as a zkey, and nothing is left of an output", async () => {
        const folder = temporaryFolder("packed"), to = join(folder, "a.zkey");
        const { offset } = sectionsOf(bytes).find(({ type }) => type === 6);
        const said = `expected all of the zkey, got a packed key that is only to prove with, without byte ${offset} of it`;
        const reports = [], onProgress = (report) => reports.push(report);
        for (const call of [unpackKey(small, to, { threads: 0, onProgress }), openPackedKey(small)]) {
            const { code, message } = await failureOf(call);
            expect([code, message.replace(/^\w+: /, "")]).to.deep.equal(["ERR_FILE", said]);
        }
        expect([readdirSync(folder), reports], "it is refused before anything is read").to.deep.equal([[], []]);
    });

    it("is the whole one where the protocol reads all that has bytes", async () => {
        for (const system of ["plonk", "fflonk"]) {
            const key = new Uint8Array(readFileSync(keyOf(system).zkey));
            const [one, other] = [await packed(key), await packed(key, { proveOnly: true })];
            expect(Buffer.compare(one.bytes, other.bytes), system).to.equal(0);
        }
    });

    it("is refused where what is left out has bytes", async () => {
        const i = entriesOf(small).findIndex(({ kind }) => kind === OMITTED);
        const wrong = withBlock(small, i, () => new Uint8Array(3));
        expect(await failureOf(zkeyInfo(wrong, { threads: 0 }))).to.include({ code: "ERR_FILE" })
            .and.have.property("message").that.matches(/to be one, got kind 5, \d+ bytes in 3; the index is damaged$/);
    });

    it("makes no proof where something else is left out", async () => {
        const i = entriesOf(small).findIndex(({ kind }) => kind === 1);
        const wrong = withBlock(small, i, () => new Uint8Array(0), { kind: OMITTED });
        const { code, message } = await failureOf(prove(wrong, wtns, { threads: 0 }));
        expect([code, message.includes("only to prove with, without byte ")]).to.deep.equal(["ERR_FILE", true]);
    });
});

describe("values in a packed key", function () {
    this.timeout(120_000);
    const none = new Uint8Array(0), zeros = (length) => {
        const content = deflateRawSync(Buffer.alloc(length)), size = Buffer.alloc(4);
        size.writeUInt32LE(length);
        return [PLAIN, length, Buffer.concat([size, content])];
    };
    const values = (length) => [VALUES, length, none], plain = (length) => [PLAIN, length, new Uint8Array(length)];

    it("stand for those of the coefficients before them, which have bytes, and are of a domain", async () => {
        const good = [
            [plain(4096), values(16384), plain(4096), values(16384)],
            [plain(4096), values(8192), plain(2048), values(8192)],
        ];
        for (const blocks of good)
            expect((await failureOf(unpacked(madeOf(blocks)))).message).to.include("expected a zkey with the digest");
        for (const [what, blocks] of [
            ["values of values", [plain(4096), values(16384), values(65536)]],
            ["values of some of them", [plain(4096), values(8192), plain(2032), plain(8), values(8192)]],
            ["no domain", [plain(96), values(384)]], ["before everything", [values(128)]],
            ["with bytes", [plain(4096), [VALUES, 16384, new Uint8Array(1)]]],
        ]) {
            const error = await failureOf(unpacked(madeOf(blocks)));
            expect([error.code, error.message.includes("the index is damaged")], what).to.deep.equal(["ERR_FILE", true]);
        }
    });

    itInAll("are not calculated for a proof, and beyond options.memory not at all", async () => {
        const much = madeOf([...new Array(8).fill(zeros(2 ** 20)), values(2 ** 25)]);
        expect(much.length).to.be.below(20_000);
        const curve = await buildBn128({ threads: 0 }), read = async (key) => key.source.read(2 ** 23, 64);
        const key = await openPacked(await openSource("key", much));
        key.use(curve);
        const proof = await failureOf(read(key));
        expect([proof.code, proof.message.includes("expected what a proof reads")]).to.deep.equal(["ERR_FILE", true]);
        const least = 6 * 2 ** 25, memory = least - 1, limit = `expected memory of ${least} bytes or more for the ${2 ** 25} bytes`
            + ` of values from byte ${2 ** 23} of the zkey, got ${memory}; raise memory`;
        const reader = await openPackedKey(much, { threads: 0, memory });
        for (const call of [() => unpacked(much, { memory }), () => reader.read(2 ** 23, 64)]) {
            const error = await failureOf(call());
            expect([error.code, error.message.includes(limit)], error.message).to.deep.equal(["ERR_LIMIT", true]);
        }
        expect((await failureOf(unpacked(much, { memory: least }))).message).to.include("expected a zkey with the digest");
        await reader.close();
    });

    it("are those of one polynomial at a time", async () => {
        const made = madeOf([plain(64), values(256), plain(64), values(256)]);
        const key = await openPacked(await openSource("key", made), 6 * 256);
        const curve = await buildBn128({ threads: 0 });
        let transforms = 0;
        const fft = (...args) => { transforms++; return curve.Fr.fft(...args); };
        const Fr = Object.create(curve.Fr, { fft: { value: fft } });
        key.use(Object.create(curve, { Fr: { value: Fr } }));
        for (const [at, expected] of [[64, 1], [100, 1], [384, 2], [400, 2], [64, 3]]) {
            await key.source.read(at, 10);
            expect(transforms, `${at}`).to.equal(expected);
        }
    });

    it("of a key that is packed are bounded, too", async () => {
        const bytes = readFileSync(circuits.find(({ title }) => /mimc_tiny, plonk/.test(title)).zkey);
        const n = 2 ** 18, domain = sectionsOf(bytes).find(({ type }) => type === 2).offset + 80;
        const old = bytes.readUInt32LE(domain), parts = [[0, bytes.subarray(0, 12)]];
        const polynomials = [7, 8, 9, 10, 11, 12, 13], POWERS = 14;
        bytes.writeUInt32LE(n, domain);
        let size = 12;
        for (const { type, header, offset, size: length } of sectionsOf(bytes)) {
            const points = type === POWERS ? 64 * (n - old) : 0;
            const grown = polynomials.includes(type) ? (length / old) * n : length + points;
            bytes.writeBigUInt64LE(BigInt(grown), header + 4);
            parts.push([size, bytes.subarray(header, offset + length)]);
            size += 12 + grown;
        }
        const read = async (offset, length) => { // zeros beyond what was there
            const out = new Uint8Array(length);
            for (const [start, part] of parts) {
                const from = Math.max(offset, start), to = Math.min(offset + length, start + part.length);
                if (from < to) out.set(part.subarray(from - start, to - start), from - offset);
            }
            return out;
        };
        const to = { type: "mem" };
        const error = await failureOf(packKey({ read, size }, to, { threads: 0, memory: 2 ** 24 }));
        expect([error.code, to.data], error.message).to.deep.equal(["ERR_LIMIT", undefined]);
    });
});

describe("an index", () => {
    it("is read no further than it may go", async () => {
        const bytes = madeOf([[PLAIN, 64, new Uint8Array(64)]], { padding: 1000 });
        const error = await failureOf(unpacked(bytes));
        expect(error.message).to.include("expected 1 blocks in the index, got 88 bytes");
        const many = await failureOf(unpacked(madeOf([[PLAIN, 64, new Uint8Array(64)]], { count: 2 ** 20 + 1 })));
        expect([many.code, many.message.includes("expected at most 1048576 blocks, got 1048577")])
            .to.deep.equal(["ERR_FILE", true]);
    });
});

describe("a damaged packed key", function () {
    this.timeout(300_000);
    const { wtns } = circuits.find(({ title }) => /membership/.test(title));
    /** One with blocks of all kinds, and one of few blocks for what is tried often. */
    let small, entries, few;
    before(async () => {
        const [all, less] = await Promise.all(["membership", "xor_net"].map((name) =>
            packed(new Uint8Array(readFileSync(circuits.find(({ title }) => title.includes(name)).zkey)))));
        [small, few, entries] = [all.bytes, less.bytes, entriesOf(all.bytes)];
    });
    const refused = async (bytes, what) => {
        const error = await failureOf(unpacked(bytes));
        expect(error?.code, `${what}: ${error?.message}`).to.be.oneOf(["ERR_FILE", "ERR_CURVE"]);
        return error.message;
    };

    it("is refused for any byte of its header, index and blocks", async () => {
        const [header, index, blocks] = sectionsOf(few), step = ALL_ROWS ? 7 : 61;
        const places = [];
        for (let at = 0; at < blocks.offset; at += at < index.offset ? 1 : step) places.push(at);
        entriesOf(few).forEach(({ from, size }) => places.push(blocks.offset + from, blocks.offset + from + size - 1));
        expect(header.offset).to.equal(24);
        for (const at of places) {
            const bad = few.slice();
            bad[at] ^= 16;
            await refused(bad, `byte ${at}`);
        }
        for (const length of [0, 3, 11, 12, 100, blocks.offset, few.length - 1])
            await refused(few.slice(0, length), `${length} bytes`);
        await refused(new Uint8Array([...few, 0]), "a byte more");
        const longer = withSections(few, ([[, head], ...rest]) => [[1, new Uint8Array([...head, 0])], ...rest]);
        expect(await refused(longer, "a byte more in the header")).to.include("expected a header of 80 bytes, got 81");
    });

    it("is refused for bytes behind what a block holds, deflated or not, and behind the last block", async () => {
        const whole = await packed(await unpacked(few), { points: "whole" });
        const more = (block) => new Uint8Array([...block, 0]);
        const moreInside = (block) => {
            const content = more(inflateRawSync(block.subarray(4))), size = Buffer.alloc(4);
            size.writeUInt32LE(content.length);
            return new Uint8Array(Buffer.concat([size, deflateRawSync(content)]));
        };
        const tried = [];
        for (const [form, bytes] of [["triples", small], ["whole", whole.bytes]]) {
            const index = sectionBytes(bytes, 2), all = entriesOf(bytes);
            let start = 0;
            for (const [i, { kind, length, size }] of all.entries()) {
                const deflated = index[i * ENTRY + AT.deflated] === 1, at = start;
                start += length;
                const name = POINTS.includes(kind) ? `points ${kind} ${form}` : `${kind} ${deflated}`;
                if (size === 0 || tried.includes(name)) continue;
                tried.push(name);
                for (const change of deflated ? [more, moreInside] : [more]) {
                    const bad = withBlock(bytes, i, change);
                    await refused(bad, `${name}: ${change.name}`);
                    const reader = await openPackedKey(bad, { threads: 0 });
                    const error = await failureOf(reader.read(at, 8));
                    expect(error?.code, `${name}: ${change.name}`).to.equal("ERR_FILE"); // without a look at the whole key
                    await reader.close();
                }
            }
        }
        expect(tried).to.include.members(["points 1 triples", "points 2 triples", "points 1 whole", `${ROWS} true`, `${PLAIN} true`]);
        const behind = withSections(few, ([head, index, [type, blocks]]) => [head, index, [type, more(blocks)]]);
        expect(await refused(behind, "behind the last block")).to.include("the index is damaged");
    });

    it("is refused where a block has its digest and no points or numbers", async () => {
        const kinds = new Set(entries.map(({ kind }) => kind));
        for (const kind of [...POINTS, ROWS]) expect(kinds.has(kind), `${kind}`).to.equal(true);
        const changes = {
            "nothing": () => new Uint8Array(0),
            "a byte less": (block) => block.slice(0, -1),
            "a byte more": (block) => new Uint8Array([...block, 0]),
            "zeros": (block) => block.fill(0),
            "all bits": (block) => block.fill(255),
        };
        const all = [...entries.entries()], kindOf = (i) => entries.findIndex(({ kind }) => kind === entries[i].kind);
        const first = all.filter(([i]) => kindOf(i) === i);
        const chosen = rowsOf(all, first);
        for (const [i, { kind }] of chosen) for (const [what, change] of Object.entries(changes)) {
            if (what === "zeros" && kind === 0) continue; // may be anything
            await refused(withBlock(small, i, change), `block ${i} of kind ${kind}: ${what}`);
        }
    });

    it("is refused where the index says what cannot be", async () => {
        const points = entries.findIndex(({ kind }) => kind === 1), same = (block) => block;
        const kinds = [2, VALUES, OMITTED, OMITTED + 1, 255].map((kind) => ({ kind }));
        const wrong = [...kinds, { deflated: 2 }, { deflated: 1 }];
        for (const fields of [...wrong, { kind: ROWS, words: 0, elements: 0 }])
            await refused(withBlock(small, points, same, fields), JSON.stringify(fields));
        const changed = (at, value) => withSections(small, (sections) => {
            new DataView(sections[1][1].buffer).setUint32(at, value, true);
            return sections;
        });
        const more = [[AT.length, 0], [AT.length, 2 ** 32 - 1], [AT.size, 2 ** 32 - 1], [points * ENTRY, 2 ** 20 + 64]];
        for (const [at, value] of more)
            expect(await refused(changed(at, value), `${at} ${value}`)).to.include("index");
        expect(await refused(withSections(small, ([a, b, c]) => [a, [2, b[1].slice(0, -ENTRY)], c]), "a block less")).to.include("index");
    });

    it("of another zkey under the digest of this one is refused in the end", async () => {
        const plain = entries.findLastIndex(({ kind }) => kind === 0);
        const bad = withBlock(small, plain, (block) => block, {}), [head] = sectionsOf(bad);
        bad[head.offset + 4 + 32 + 8] ^= 1;
        expect(await refused(bad, "digest")).to.include("expected a zkey with the digest");
    });

    it("makes no proof: the damage is said when the block is read", async () => {
        const i = entries.findIndex(({ kind }) => kind === 2), [, , blocks] = sectionsOf(small);
        const bad = small.slice();
        bad[blocks.offset + entries[i].from + 40] ^= 1;
        for (const threads of [0, 2]) {
            const error = await failureOf(prove(bad, wtns, { threads }));
            expect([error.code, error.message.includes("the file is damaged, fetch it again")]).to.deep.equal(["ERR_FILE", true]);
        }
    });

    it("that promises much takes no memory for it", async () => {
        const rows = entries.findIndex(({ kind }) => kind === ROWS);
        const bomb = withBlock(small, rows, () => new Uint8Array([255, 255, 255, 127, 0, 0]), { deflated: 1 });
        await refused(bomb, "a length of 2 GiB");
        const values = withSections(small, (sections) => {
            const index = sections[1][1];
            new DataView(index.buffer).setUint32(0, 2 ** 32 - 128, true);
            index[AT.kind] = VALUES;
            return sections;
        });
        expect(await refused(values, "values before everything")).to.include("index");
    });
});
