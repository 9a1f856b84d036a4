/** Parts of a contribution, each alone: random streams, beacons, products of sections, options, places to write. */
import { createHash } from "node:crypto";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { buildBls12381, buildBn128 } from "../../../../src/index.js";
import { PTAU } from "../../../../src/files/ptau.js";
import { openR1cs } from "../../../../src/files/r1cs.js";
import { openSource } from "../../../../src/files/source.js";
import { multiplyInOrder, multiplySection, ownBytes } from "../../src/ceremony/multiply.js";
import { BEACON, encodeParameters, RANDOM, readAbout } from "../../../../src/protocols/setup/contribution.js";
import { refuseInputs, withCeremony } from "../../../../src/protocols/setup/open.js";
import { readNamedOptions, readContributeOptions, readOptions } from "../../../../src/protocols/setup/options.js";
import {
    beaconStream, drawStream, limitBeacons, readBeacon, streamOf,
} from "../../../../src/protocols/setup/randomness.js";
import { ChaCha } from "../../../../src/util/chacha.js";
import { hashDifferences } from "../../../../src/protocols/groth16/setup/circuit_hash.js";
import { writeH } from "../../../../src/protocols/groth16/setup.js";
import { rangesOf } from "../../../../src/protocols/setup/terms.js";
import { wireMsms } from "../../../../src/protocols/groth16/setup/wire_msms.js";
import { gatesOf } from "../../../../src/protocols/plonkish/setup/gates.js";
import { pointsByNumber } from "../../../../src/protocols/setup/lagrange.js";
import { SECTION } from "../../../../src/protocols/groth16/zkey.js";
import { comparingWriter } from "../../src/ceremony/verify/compare.js";
import { LAGRANGE, lagrangePoints, otherLagrange } from "../../src/ceremony/tau/lagrange.js";
import { HASHED } from "../../../../src/protocols/setup/tau/layout.js";
import { blake2b } from "../../../../src/util/hashes.js";
import { takeShared } from "../../../../src/util/shared.js";
import { encodeR1cs } from "../../../../test/support/constraints.js";
import { itInAll } from "../../../../test/support/extent.js";
import { failureOf } from "../../../../test/support/failure.js";
import { withFixedRandom } from "../../../../test/support/fixed_random.js";
import { pointOutside } from "../../../../test/support/torsion.js";

describe("ceremony: what a record ends with", () => {
    const NAME = [1, 3, 65, 100, 97], EXPONENT = [2, 10], VALUE = [3, 2, 7, 8];
    /** @param {number} type @param {number[]} parameters @param {number} [said] - bytes of them */
    function read(type, parameters, said = parameters.length) {
        const bytes = Uint8Array.from([type, 0, 0, 0, said, 0, 0, 0, ...parameters]);
        let at = 0;
        const take = (length) => bytes.subarray(at, (at += length));
        return readAbout(take, 7, (expected) => (got) => new Error(`expected ${expected}, got ${got}`));
    }
    it("has the name, and the beacon of a beacon", () => {
        expect(read(RANDOM, [])).to.deep.equal({ type: RANDOM, parameters: new Uint8Array(0) });
        expect(read(RANDOM, NAME)).to.include({ name: "Ada" }).and.not.have.property("beacon");
        const beacon = { value: Uint8Array.of(7, 8), exponent: 10 };
        for (const parameters of [[...NAME, ...EXPONENT, ...VALUE], [...VALUE, ...EXPONENT, ...NAME]])
            expect(read(BEACON, parameters)).to.deep.include({ type: BEACON, name: "Ada", beacon });
        const written = encodeParameters({ name: "Ada", beacon });
        expect(read(BEACON, [...written])).to.deep.include({ parameters: written, name: "Ada", beacon });
    });
    it("refuses other kinds, a beacon without all of it, and parameters that are no such", () => {
        for (const [type, parameters, message] of [
            [2, [], "expected contribution 7 to be of type 0 or 1, got 2"],
            [BEACON, NAME, "expected the beacon of contribution 7, got none"],
            [BEACON, EXPONENT, "expected the beacon of contribution 7, got none"],
            [BEACON, VALUE, "expected the beacon of contribution 7, got none"],
            [RANDOM, [4, 1, 1], "expected parameters of contribution 7, got number 4 at 0 of 3"],
            [RANDOM, [2], "expected parameters of contribution 7, got number 2 at 0 of 1"],
            [RANDOM, [1, 3, 65, 100], "expected parameters of contribution 7, got one of 3 bytes at 0 of 4"],
            [RANDOM, [1], "expected parameters of contribution 7, got number 1 at 0 of 1"],
        ]) expect(() => read(type, parameters), `${type} [${parameters}]`).to.throw(message);
    });
});

const numbers = (stream) => Array.from({ length: 20 }, () => stream.nextU32());

describe("ceremony: random streams", () => {
    it("begin with the first 32 bytes of a hash, as big-endian words", () => {
        const hash = Uint8Array.from({ length: 70 }, (_, i) => i * 5 + 1), words = new DataView(hash.buffer, 3);
        const wanted = new ChaCha(Array.from({ length: 8 }, (_, i) => words.getUint32(4 * i)));
        expect(numbers(streamOf(hash.subarray(3)))).to.deep.equal(numbers(wanted));
    });

    it("are cleared with what they have drawn ahead", () => {
        const stream = streamOf(new Uint8Array(64).fill(7));
        numbers(stream);
        expect([...stream.state, ...stream.buff].some(Boolean)).to.equal(true);
        stream.clear();
        expect([[...stream.state].some(Boolean), [...stream.buff].some(Boolean)]).to.deep.equal([false, false]);
    });

    it("come from the host's bytes and then the caller's, which are all that is left of them", async () => {
        const drawn = Uint8Array.from({ length: 64 }, (_, i) => 9 + i), bytes = Uint8Array.of(1, 2, 3);
        const { ArrayBuffer } = globalThis, { encode } = TextEncoder.prototype;
        for (const [text, own] of [["some text", new TextEncoder().encode("some text")], [bytes, bytes.slice()]]) {
            const hasher = blake2b(), seen = [];
            hasher.update(drawn);
            hasher.update(own);
            const wanted = numbers(streamOf(hasher.digest()));
            globalThis.ArrayBuffer = class extends ArrayBuffer {
                constructor(length) {
                    super(length);
                    seen.push(new Uint8Array(this));
                }
            };
            TextEncoder.prototype.encode = function (...args) {
                seen.push(encode.apply(this, args));
                return seen.at(-1);
            };
            let stream;
            try {
                stream = await withFixedRandom(9, async () => drawStream(text));
            } finally {
                globalThis.ArrayBuffer = ArrayBuffer;
                TextEncoder.prototype.encode = encode;
            }
            expect(numbers(stream)).to.deep.equal(wanted);
            const streams = [stream.state.buffer, stream.buff.buffer];
            const cleared = seen.filter(({ buffer }) => !streams.includes(buffer));
            // what the host drew, the hash and its words, the text
            expect([cleared.length, seen.length - cleared.length]).to.deep.equal([text === bytes ? 3 : 4, 2]);
            for (const list of cleared) expect([...list].every((byte) => byte === 0)).to.equal(true);
        }
        expect([...bytes], "the caller's").to.deep.equal([1, 2, 3]);
    });

    it("of a beacon are that many hashes of its value, in turns", async () => {
        const value = Uint8Array.of(1, 2, 3), { signal } = new AbortController();
        for (const exponent of [10, 11]) {
            let hash = value;
            for (let i = 0; i < 2 ** exponent; i++) hash = createHash("sha256").update(hash).digest();
            const counts = [], stream = await beaconStream({ value, exponent }, signal, (count) => counts.push(count));
            expect(numbers(stream)).to.deep.equal(numbers(streamOf(new Uint8Array(hash))));
            expect(counts).to.deep.equal(new Array(2 ** (exponent - 10)).fill(1024));
        }
        expect(numbers(await beaconStream({ value, exponent: 10 }, signal)).length).to.equal(20);
        let turned = false;
        const controller = new AbortController(), reason = new Error("enough"), counts = [];
        setImmediate(() => {
            turned = true;
            controller.abort(reason);
        });
        const long = beaconStream({ value, exponent: 20 }, controller.signal, (count) => counts.push(count));
        expect(await failureOf(() => long)).to.equal(reason);
        expect([turned, counts.length]).to.deep.equal([true, 1]);
    });

    itInAll("of beacons that ask for too much, however many, the largest is told", async () => {
        const count = 2 ** 20, all = Array.from({ length: count }, () => ({ beacon: { exponent: 10 } }));
        all[5] = { beacon: { exponent: 12 } };
        all.push({});
        expect(() => limitBeacons({ name: "zkey" }, all, 31)).not.to.throw();
        const error = await failureOf(() => limitBeacons({ name: "zkey" }, all, 30));
        expect(error).to.include({ code: "ERR_LIMIT" });
        expect(error.message).to.include(`expected beacons of at most 2^30 hashes, got ${count} of up to 2^12;`);
    });

    it("beacons are 1 to 255 bytes, or their digits, and exponents 10 to 63", () => {
        const read = (value, exponent = 10) => [...readBeacon("beacon", value, exponent).value];
        expect(read("0x00ff")).to.deep.equal([0, 255]);
        expect(read("0X00fF")).to.deep.equal([0, 255]);
        expect(read("1234abCD")).to.deep.equal([0x12, 0x34, 0xab, 0xcd]);
        const bytes = Uint8Array.of(7), { value, exponent } = readBeacon("beacon", bytes, 63);
        bytes.fill(0);
        expect([[...value], exponent]).to.deep.equal([[7], 63]);
        expect([read(new Uint8Array(255)).length, read("ab".repeat(255)).length]).to.deep.equal([255, 255]);
        for (const wrong of ["", "0x", "0", "abc", "0xabc", "xy", "12 34", new Uint8Array(0), new Uint8Array(256),
            "ab".repeat(256), undefined, 5, [1]]) {
            let error;
            try {
                read(wrong);
            } catch (reason) {
                error = reason;
            }
            expect(error?.code, String(wrong)).to.equal("ERR_OPTION");
            expect(error.message).to.include("beacon: expected the value of a beacon as 1 to 255 bytes");
        }
        for (const wrong of [9, 64, 10.5, "10", undefined, NaN])
            expect(() => read("ab", wrong ?? null)).to.throw("beacon: expected the exponent of a beacon from 10 to 63");
    });
});

describe("ceremony: sections times a number", () => {
    let bn128, generator;
    before(async () => {
        bn128 = await buildBn128(true);
        generator = bn128.G1.toAffine(bn128.G1.g);
    });

    /** A section of so many points, its product by a stand-in, and what was said of them. */
    async function multiply(count, {
        change = () => {}, apply = (some) => some.slice(), read = () => {}, concurrency = 1,
        curve = bn128,
    } = {}) {
        const { tm, G1 } = curve, { batchApplyKey } = G1, before = tm.concurrency, bytes = 2 * G1.F.n8;
        const all = new Uint8Array(bytes * count), said = [], controller = new AbortController();
        const written = [], taken = []; // copies: what is written is released
        for (let i = 0; i < count; i++) all.set(G1.toAffine(G1.g), bytes * i);
        change(all);
        let open = 0, most = 0;
        G1.batchApplyKey = async (some, scalar, inc, from, to, options) => {
            expect([curve.Fr.toString(scalar), inc, from, to]).to.deep.equal(["7", curve.Fr.one, "affine", "affine"]);
            expect(options.signal).to.equal(controller.signal);
            await new Promise((resolve) => { setImmediate(resolve); });
            open--;
            said.push("product");
            return apply(some, said);
        };
        tm.concurrency = concurrency;
        const section = { points: count, pointBytes: bytes, read: async (from, n, signal) => {
            expect(signal).to.equal(controller.signal);
            most = Math.max(most, ++open);
            said.push(["read", from, n]);
            read(from);
            return all.slice(bytes * from, bytes * (from + n));
        } };
        const tracker = { advance: (points) => said.push(["advance", points]) };
        const writer = { async write(bytes) {
            taken.push(bytes);
            written.push(bytes.slice());
        } };
        try {
            const given = { curve, signal: controller.signal, tracker, writer };
            const error = await multiplySection(given, section, "key: expected % section 9", curve.Fr.e(7))
                .then(() => ({ code: "none" }), (reason) => reason);
            return { error, said, written, taken, most, all };
        } finally {
            G1.batchApplyKey = batchApplyKey;
            tm.concurrency = before;
        }
    }
    const of = (said, word) => said.filter(([first]) => first === word).map(([, ...rest]) => rest);

    it("are read ahead by one piece, checked, and written in order", async () => {
        const { error, said, written, most, all } = await multiply(9000);
        expect(error.code).to.equal("none");
        expect(of(said, "read")).to.deep.equal([[0, 4096], [4096, 4096], [8192, 808]]);
        expect(of(said, "advance")).to.deep.equal([[4096], [4096], [808]]);
        expect(Buffer.compare(Buffer.concat(written), all)).to.equal(0);
        expect(most).to.equal(2);
    });

    for (const [count, concurrency, reads] of [[0, 1, 0], [1, 1, 1], [4096, 1, 1], [4097, 1, 2], [4097, 2, 1],
        [4097, 0, 2]])
        it(`${count} points on ${concurrency} workers are ${reads} pieces`, async () => {
            const { error, said } = await multiply(count, { concurrency });
            expect([error.code, of(said, "read").length]).to.deep.equal(["none", reads]);
        });

    it("results in memory that workers share are copied before others are written there", async () => {
        const shared = takeShared(64);
        const { taken: [copy] } = await multiply(1, { apply: () => shared }), own = generator.slice();
        expect([copy === shared, copy.length, shared.length]).to.deep.equal([false, 0, 64]);
        const { taken, written } = await multiply(1, { apply: () => own });
        expect(taken[0]).to.equal(own);
        expect(written[0]).to.deep.equal(generator);
    });

    it("are not multiplied where a point is off the curve, which is named", async () => {
        const { error, said, written } = await multiply(5000, { change: (all) => { all[64 * 4100] ^= 1; } });
        expect(error.code).to.equal("ERR_POINT");
        expect(error.message).to.include("key: expected point 4100 of section 9 on the curve");
        expect([of(said, "advance").length, written.length]).to.deep.equal([1, 1]);
    });

    it("nor where one is outside of the subgroup, though other pieces follow", async () => {
        const curve = await buildBls12381(true), outside = pointOutside(curve, "G1");
        const { error, said, written } = await multiply(8193, { curve, change: (all) => all.set(outside, 96 * 4100) });
        expect(error.code).to.equal("ERR_POINT");
        expect(error.message).to.include("key: expected the points of section 9 to be of order r");
        // a product of it would tell something of the number, and a stream passes on what it gets
        expect(said.filter((word) => word === "product").length, "of the first piece, and of the last one").to.be.below(3);
        expect(written.length).to.equal(1);
    });

    it("leave no product running when one fails, and no error unheard", async () => {
        const unheard = [], hear = (reason) => unheard.push(reason), reason = new Error("no disk");
        process.on("unhandledRejection", hear);
        try {
            for (const at of [0, 4096, 8192]) {
                const { error, said } = await multiply(12_000, { read: (from) => { if (from === at) throw reason; } });
                expect(error).to.equal(reason);
                const done = said.filter((word) => word === "product").length;
                await new Promise((resolve) => { setTimeout(resolve, 5); });
                expect(said.filter((word) => word === "product").length, "all had ended").to.equal(done);
            }
        } finally {
            process.off("unhandledRejection", hear);
        }
        expect(unheard).to.deep.equal([]);
    });
});

describe("ceremony: options and places", () => {
    it("have the defaults of proving, and those that each command takes", () => {
        const defaults = { memory: 2 ** 30, readTimeout: 120_000 };
        for (const readAll of [readOptions, readNamedOptions, readContributeOptions]) {
            expect(readAll("f", undefined)).to.deep.equal(defaults);
            expect(Object.isFrozen(readAll("f", {}))).to.equal(true);
            expect(readAll("f", { threads: 2, memory: 2 ** 25 })).to.deep.equal({ ...defaults, threads: 2, memory: 2 ** 25 });
        }
        const takes = (readAll, options) => {
            try {
                return Object.keys(readAll("f", options)).length - 2;
            } catch (error) {
                return error.code;
            }
        };
        expect([readOptions, readNamedOptions, readContributeOptions].map((readAll) => takes(readAll, { name: "me" })))
            .to.deep.equal(["ERR_OPTION", 1, 1]);
        for (const entropy of ["text", "", new Uint8Array(2)])
            expect([readNamedOptions, readContributeOptions].map((readAll) => takes(readAll, { entropy })))
                .to.deep.equal(["ERR_OPTION", 1]);
        for (const wrong of [{ name: 5 }, { entropy: 5 }, { entropy: [1] }, { check: true }, { memory: 1 }])
            expect(takes(readContributeOptions, wrong)).to.equal("ERR_OPTION");
    });

    it("no result takes the place of an input: a path, another name for it, or the same place", async () => {
        const folder = temporaryFolder("places"), path = join(folder, "a.zkey");
        const memory = { type: "mem" };
        try {
            writeFileSync(path, "");
            symlinkSync(path, join(folder, "link"));
            for (const [output, inputs] of [[path, [path]], [join(folder, "link"), [memory, path]],
                [join(folder, ".", "a.zkey"), [path]], [memory, [path, memory]]]) {
                const error = await failureOf(async () => refuseInputs("contribute", output, inputs));
                expect(error.code).to.equal("ERR_OPTION");
                expect(error.message).to.match(/^contribute: expected a (file|place) of its own for the result/);
            }
            for (const [output, inputs] of [[join(folder, "b.zkey"), [path]], [memory, [path, { type: "mem" }]],
                [path, [memory]]])
                refuseInputs("contribute", output, inputs);
        } finally {
            rmSync(folder, { recursive: true });
        }
    });

    it("the curve is the caller's or one of ours, starts early, and is wiped when all has ended", async () => {
        const curve = await buildBn128(true), { tm } = curve, said = [], { wipe, warm } = tm;
        Object.assign(tm, { warm: () => said.push("warm"), wipe: async () => {
            await new Promise((resolve) => { setImmediate(resolve); });
            said.push("wiped");
        } });
        try {
            const options = { curve, ...readOptions("f", {}) };
            const result = await withCeremony("f", options, async ({ curveOf }) => {
                expect(await curveOf({ name: "bn128" })).to.equal(curve);
                said.push("body");
                return 5;
            });
            expect([result, ...said]).to.deep.equal([5, "warm", "body", "wiped"]);
            const error = await failureOf(() => withCeremony("f", options, ({ curveOf }) => curveOf({ name: "bls12381" })));
            expect(error.message).to.equal("f: expected options.curve to be bls12381, as the files ask for, got bn128");
            expect(error.code).to.equal("ERR_OPTION");
            const alone = { ...readOptions("f", {}), threads: 0 };
            const own = await withCeremony("f", alone, ({ curveOf }) => curveOf({ name: "bn128" }));
            expect([own.name, own === curve, own.tm.singleThread]).to.deep.equal(["bn128", false, true]);
        } finally {
            Object.assign(tm, { wipe, warm });
        }
    });
});

describe("ceremony: sections that are read in several stretches", () => {
    const { signal } = new AbortController();
    let curve, generator, twice;
    before(async () => {
        curve = await buildBn128(true);
        const { G1 } = curve;
        [generator, twice] = [G1.g, G1.double(G1.g)].map((point) => G1.toAffine(point));
    });

    /** A section of generators, with twice the generator at some numbers, and the ranges that are read of it. */
    function sectionOf(points, doubled = [], point = generator) {
        const reads = [], pointBytes = point.length, bytes = new Uint8Array(pointBytes * points);
        for (let i = 0; i < points; i++) bytes.set(point, pointBytes * i);
        for (const i of doubled) bytes.set(twice, pointBytes * i);
        const read = async (from, count, given) => {
            expect(given).to.equal(signal);
            reads.push([from, count]);
            return bytes.slice(pointBytes * from, pointBytes * (from + count));
        };
        return { reads, section: { points, pointBytes, read } };
    }

    /** Powers of tau = 1, and sections of Lagrange points that are none: all are generators. */
    function preparedOf(power) {
        const of = (group, points) => sectionOf(points, [], curve[group].gAffine);
        const sections = LAGRANGE.map((one) => of(one.group, lagrangePoints(one, power)));
        const points = new Map(LAGRANGE.map(({ type }, i) => [type, sections[i].section]));
        points.set(LAGRANGE[0].of, of("G1", 2 ** (power + 1) - 1).section);
        return { sections, ptau: { power, ceremonyPower: power, file: { name: "ptau" }, points } };
    }

    it("a section that is kept is read once, 4 MiB at a time, from its first point on", async () => {
        const step = 2 ** 16, first = 3, doubled = [first, first + step, first + step + 2];
        const { section, reads } = sectionOf(step + 9, doubled);
        const ptau = { points: new Map([[12, section]]), file: { name: "ptau" } };
        const points = pointsByNumber({ ptau, curve, signal }, { type: 12, first, count: step + 3, whole: true });
        const out = new Uint8Array(64 * 5), wanted = [generator, twice, twice, generator, twice];
        for (let i = 0; i < 2; i++) {
            await points.gather(Uint32Array.of(step, 1, 0, step + 2, step + 1), out, Uint32Array.of(2, 3, 1, 4, 0));
            expect(out).to.deep.equal(new Uint8Array(Buffer.concat(wanted)));
            expect(reads).to.deep.equal([[first, step], [first + step, 3]]);
        }
    });

    it("points by number that are not kept are read together where few that nobody needs lie between them", async () => {
        const step = 2 ** 16, first = 3, gap = 256, needed = [step + 300, 0, gap, 2 * gap + 1, gap, step + 299];
        const { section, reads } = sectionOf(step + 400, [first + step + 300]);
        const ptau = { points: new Map([[12, section]]), file: { name: "ptau" } };
        const points = pointsByNumber({ ptau, curve, signal }, { type: 12, first, count: step + 301, whole: false });
        const out = new Uint8Array(64 * 6), wanted = [generator, generator, generator, generator, generator, twice];
        await points.gather(Uint32Array.from(needed), out, Uint32Array.of(5, 4, 3, 2, 1, 0));
        expect(out).to.deep.equal(new Uint8Array(Buffer.concat(wanted)));
        expect(reads).to.deep.equal([[first, gap + 1], [first + 2 * gap + 1, 1], [first + step + 299, 2]]);
        reads.length = 0;
        const close = Uint32Array.from({ length: step / gap + 1 }, (_, i) => i * gap), { length } = close;
        await points.gather(close, new Uint8Array(64 * length), Uint32Array.from(close, (_, i) => i));
        expect(reads, "no longer than a stretch").to.deep.equal([[first, step - gap + 1], [first + step, 1]]);
    });

    it("each Lagrange point of each domain is read once, also of domains that take several reads", async () => {
        const power = Math.log2(HASHED), { G1, G2 } = curve, all = [G1.multiExpAffine, G2.multiExpAffine], told = [];
        const { sections, ptau } = preparedOf(power), summed = [[], []];
        [G1, G2].forEach((G, i) => {
            G.multiExpAffine = async (points, _factors, _logger, _text, { glv }) => {
                if (!glv) summed[i].push(points.length / (2 * G.F.n8));
                return G.zero;
            };
        });
        try {
            const advance = (count) => told.push(count), last = { alphaG1: G1.gAffine, betaG1: G1.gAffine };
            expect(await otherLagrange({ curve, signal, tracker: { advance } }, ptau, last)).to.equal(undefined);
        } finally {
            [G1, G2].forEach((G, i) => { G.multiExpAffine = all[i]; });
        }
        const own = [[0, HASHED], [HASHED, HASHED - 1]], beyond = own.map(([from]) => [2 * HASHED - 1 + from, HASHED]);
        sections.forEach(({ reads }, i) => expect(reads).to.deep.equal(i ? own : [...own, ...beyond]));
        const counts = (reads) => reads.map(([, count]) => count), read = sections.map(({ reads }) => counts(reads));
        expect(told, "and told of").to.deep.equal(read.flat());
        expect(summed).to.deep.equal([[...read[0], HASHED, HASHED - 1, ...read[2], ...read[3]], read[1]]);
    });

    it("points of H are every other one of the larger domain, in order, and told of as they are written", async () => {
        for (const n of [4, 2 ** 16]) {
            const odd = Array.from({ length: n }, (_, i) => 2 * n + 2 * i), { section } = sectionOf(4 * n - 1, odd);
            const said = [], written = [], told = [], advance = (count) => told.push(count);
            const writer = {
                begin: async (...args) => void said.push(args), write: async (bytes) => void written.push(bytes),
                end: async () => void said.push("end"),
            };
            const ptau = { points: new Map([[12, section]]), file: { name: "ptau" } };
            await writeH({ curve, signal, ptau, writer, tracker: { advance } }, n);
            expect(said).to.deep.equal([[SECTION.H, 64 * n], "end"]);
            expect(told.reduce((sum, count) => sum + count), "told of").to.equal(n);
            expect(told).to.deep.equal(written.map(({ length }) => length / 64));
            const bytes = Buffer.concat(written);
            for (let i = 0; i < n; i++) if (bytes.compare(twice, 0, 64, 64 * i, 64 * i + 64) !== 0)
                expect.fail(`another point for number ${i}`);
        }
    });

    it("a Lagrange point that is off the curve is named", async () => {
        const { ptau } = preparedOf(2), [{ type, name }] = LAGRANGE;
        const section = ptau.points.get(type), { read } = section;
        ptau.points.set(type, {
            ...section, read: async (from, count, given) => {
                const bytes = await read(from, count, given);
                if (from + count === 7) bytes[bytes.length - 1] ^= 1;
                return bytes;
            },
        });
        const error = await failureOf(() => otherLagrange({ curve, signal, tracker: { advance() {} } }, ptau, {}));
        expect([error.code, error.message]).to.deep.equal(["ERR_POINT",
            `ptau: expected point 6 of section ${type} (${name}) on the curve, got one that is off it; the key is damaged`]);
    });
});

describe("ceremony: the rows of gates", () => {
    const { signal } = new AbortController(), r = 2n ** 251n - 9n;
    const valuesOf = (list) => Array.from({ length: list.length / 32 }, (_, i) =>
        BigInt(`0x${Buffer.from(list.subarray(32 * i, 32 * i + 32)).reverse().toString("hex")}`));

    for (const rows of [1023, 1024, 1025, 1026, 2049]) it(`are those of the constraints, also where there are ${rows}`, async () => {
        const numbers = Array.from({ length: rows - 1 }, (_, i) => i);
        const constraints = numbers.map((i) => [[[i + 1, BigInt(i + 2)]], [[i + 2, 3n]], [[i + 3, 1n]]]);
        const bytes = encodeR1cs({ r, signals: rows + 2, publics: 1, constraints });
        const made = await gatesOf(await openR1cs(await openSource("r1cs", bytes)), { dropZeros: false }, signal);
        expect([made.rows, made.wires, made.additions, made.sums.length]).to.deep.equal([rows, rows + 2, 0, 0]);
        const [a, b, c] = made.columns.map((column) => Array.from(column));
        expect(a).to.deep.equal([1, ...numbers.map((i) => i + 1)]);
        expect(b).to.deep.equal([0, ...numbers.map((i) => i + 2)]);
        expect(c).to.deep.equal([0, ...numbers.map((i) => i + 3)]);
        const { m, l, o } = made.selectors;
        expect(valuesOf(l)).to.deep.equal([1n, ...numbers.map(() => 0n)]);
        expect(valuesOf(m)).to.deep.equal([0n, ...numbers.map((i) => BigInt(3 * (i + 2)))]);
        expect(valuesOf(o)).to.deep.equal([0n, ...numbers.map(() => r - 1n)]);
    });
});

describe("ceremony: ranges of wires", () => {
    it("have as many terms as fit in a number of bytes, and one wire at least", () => {
        const counts = [[1, 0, 4, 1, 1], [1, 2, 4, 0, 1], [0, 0, 1, 1, 0]], system = { n8: 32, signals: 5 };
        const rangesIn = (bytes) => rangesOf(system, counts, bytes); // terms by wire: 2, 2, 9, 2, 2, of 36 bytes
        expect(rangesIn(4 * 36)).to.deep.equal([[0, 2], [2, 3], [3, 5]]);
        expect(rangesIn(4 * 36 - 1), "not a byte more").to.deep.equal([[0, 1], [1, 2], [2, 3], [3, 4], [4, 5]]);
        expect(rangesIn(17 * 36)).to.deep.equal([[0, 5]]);
        expect(rangesIn(0)).to.deep.equal([[0, 1], [1, 2], [2, 3], [3, 4], [4, 5]]);
    });
});

describe("ceremony: the sum of a wire with very many products", () => {
    it("is made of parts, each with the points and the values of its rows", async () => {
        const curve = await buildBn128({ singleThread: true }), LONG = 1 << 17, count = LONG + 3, parts = [], made = [];
        const rows = new Uint32Array(2 + count).map((_, i) => 2 * i), values = new Uint8Array((2 + count) * 32);
        const numbers = new Uint32Array(values.buffer);
        numbers.forEach((_, i) => { numbers[i] = i >>> 3; }); // each value is the number of its term
        /** Points that are their numbers. */
        const points = {
            pointBytes: 64,
            async gather(some, into, places) {
                const words = new Uint32Array(into.buffer);
                places.forEach((place, i) => { words[16 * place] = some[i]; });
            },
        };
        const ends = (bytes, size) =>
            [0, bytes.length - size].map((at) => new DataView(bytes.buffer).getUint32(at, true));
        curve.G1.multiExpAffine = async (some, scalars) => {
            parts.push([some.length / 64, scalars.length / 32, ...ends(some, 64), ...ends(scalars, 32)]);
            return curve.G1.g;
        };
        const range = { from: 5, to: 6, of: [{ starts: Uint32Array.of(2, 2 + count), rows, values }] };
        const on = { curve, signal: new AbortController().signal };
        await wireMsms(on, "G1", range, [{ matrix: 0, points }], [5, 6], async (sums) => { made.push(sums.points); });
        expect(parts).to.deep.equal([
            [LONG, LONG, 4, 2 * LONG + 2, 2, LONG + 1], [3, 3, 2 * LONG + 4, 2 * LONG + 8, LONG + 2, LONG + 4],
        ]);
        expect(made).to.deep.equal([curve.G1.toAffine(curve.G1.timesScalar(curve.G1.g, 2))]);
    });
});

describe("ceremony: the hash of a circuit", () => {
    it("has a difference for each row but the last, and from 2^15 rows on for that too, as snarkjs has it", async () => {
        const curve = await buildBn128(true), size = 2 * curve.G1.F.n8, tm = { concurrency: 2 };
        /** Finds no point off the curve, and adds nothing. */
        tm.queueAction = async (task) => task.filter(({ cmd }) => cmd === "GET").map(({ len }) =>
            new Uint8Array(len).fill(len === 4 ? 255 : 0));
        tm.runHere = tm.queueAction;
        const section = { points: 2 ** 17, pointBytes: size, read: async (_, count) => new Uint8Array(count * size) };
        const ptau = { points: new Map([[PTAU.TAU_G1, section]]), file: { name: "ptau" } };
        for (const [n, extra] of [[2 ** 5, 0], [2 ** 14, 0], [2 ** 15, 1]]) {
            let begun, added = 0;
            const hash = { begin: (count) => { begun = count; }, add: ({ length }) => { added += length / size; } };
            await hashDifferences({ curve: { ...curve, tm }, ptau, signal: new AbortController().signal }, hash, n);
            expect([begun, added], `${n}`).to.deep.equal([n - 1, n - 1 + extra]);
        }
    });
});

describe("ceremony: points that are compared with those of the circuit", () => {
    const SIZE = 64, PIECE = 1 << 19, zero = new Uint8Array(96);
    /** Writes pieces of the circuit's points; off: what the check of points finds. */
    async function compare(pieces, off = 255) {
        const reads = [], sums = [], queueAction = async () => [new Uint8Array(4).fill(off)];
        const G1 = {
            prefix: "g1m", F: { n8: 32 }, zero, add: (a) => a, neg: (a) => a, toAffine: (a) => a,
            multiExpAffine: async (points, factors) => {
                sums.push([points.length, points[0], factors.length]);
                return zero;
            },
        };
        const curve = {
            G1, G2: { gAffine: zero }, F1: { n8: 32 }, q: 7n, pairingEq: async () => true,
            tm: { concurrency: 1, queueAction, runHere: queueAction },
        };
        const file = {
            name: "key", sections: new Map([[SECTION.C, { size: pieces * PIECE }]]),
            read: async (_, at, length) => (reads.push([at, length]), new Uint8Array(length).fill(2)),
        };
        const { signal } = new AbortController(), key = { file, points: { delta2: zero } };
        const writer = comparingWriter({ curve, key, signal });
        await writer.begin(SECTION.C, pieces * PIECE);
        for (let i = 0; i < pieces; i++) await writer.write(new Uint8Array(PIECE).fill(1));
        const before = reads.length;
        await writer.end();
        return { reads, before, sums };
    }
    for (const [pieces, before, wanted] of [[5, 2, [2, 2, 1]], [4, 2, [2, 2]], [1, 0, [1]]])
        it(`are read a MiB at a time, each once, and all of them by the end: ${pieces / 2} MiB`, async () => {
            const { reads, before: got, sums } = await compare(pieces);
            expect(got).to.equal(before);
            expect(reads).to.deep.equal(wanted.map((count, i) => [2 * i * PIECE, count * PIECE]));
            expect(sums).to.deep.equal(wanted.flatMap((count) =>
                [1, 2].map((byte) => [count * PIECE, byte, (count * PIECE / SIZE) * 8])));
        });
    it("are points of the curve", async () => {
        const error = await failureOf(() => compare(1, 0));
        expect([error.code, error.message]).to.deep.equal(["ERR_POINT",
            `key: expected point 0 of section ${SECTION.C} on the curve, got one that is off it; the key is damaged`]);
    });
});

describe("what a section is multiplied by", () => {
    for (const fails of [false, true]) it(`is cleared after each part, which fails: ${fails}`, async () => {
        const curve = await buildBn128(true), { G1, Fr } = curve, secrets = [], taken = [];
        const { secret, secretPower } = Fr;
        const points = 5, section = { points, pointBytes: 64, read: async (_, count) => {
            const some = new Uint8Array(64 * count);
            for (let i = 0; i < count; i++) some.set(G1.gAffine, 64 * i);
            return some;
        } };
        const scalars = { G: G1, first: Fr.e(3), inc: Fr.e(2), step: 2 };
        const keeping = (how) => (...args) => {
            secrets.push(how.apply(Fr, args));
            return secrets.at(-1);
        };
        Object.assign(Fr, { secret: keeping(secret), secretPower: keeping(secretPower) });
        const prepare = async (products) => {
            if (fails) throw new Error("mine");
            return products;
        };
        const on = { curve, signal: new AbortController().signal, tracker: { advance() {} } };
        try {
            const error = await multiplyInOrder(
                on, section, "file: expected %", scalars, prepare, async (part) => taken.push(...part),
            ).catch((reason) => reason);
            expect(error?.message).to.equal(fails ? "mine" : undefined);
        } finally {
            Object.assign(Fr, { secret, secretPower });
        }
        expect(secrets.length).to.be.above(1);
        const isLeft = () => secrets.some((secret) => secret.some(Boolean));
        for (let turn = 0; isLeft() && turn < 1000; turn++) // a part that was under way
            await new Promise((resolve) => { setImmediate(resolve); });
        expect(isLeft()).to.equal(false);
        if (fails) return;
        const bytes = Uint8Array.from(taken);
        for (let i = 0; i < points; i++)
            expect(G1.eq(bytes.subarray(64 * i, 64 * i + 64), G1.timesScalar(G1.g, 3 * 2 ** i)), `${i}`).to.equal(true);
    });
});

describe("what an operation on many points gave", () => {
    it("is the caller's own, copied only where it is in memory that others get", () => {
        const own = Uint8Array.of(1, 2, 3), shared = takeShared(3);
        expect(ownBytes(own)).to.equal(own);
        if (!shared) return;
        shared.set(own);
        const copy = ownBytes(shared);
        shared.fill(0);
        expect([copy, copy.buffer instanceof ArrayBuffer]).to.deep.equal([own, true]);
    });
});
