import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { pow } from "../../src/bigint/modular.js";
import { buildBls12381, buildBn128 } from "../../src/index.js";
import { check } from "../../packages/snarkjs/src/circuits/index.js";
import { scalarCurve } from "../../src/curves/prover_curve.js";
import { serve } from "../../src/files/witness/serve.js";
import { delegateProof, msmShare } from "../../packages/keys/src/delegate.js";
import { shareBytes } from "../../packages/keys/src/delegate/serve.js";
import { expandSeed } from "../../packages/keys/src/delegate/shares.js";
import { calculateWitness, combine, prove, quotientScalars, msmRange, zkeyInfo } from "../../src/protocols/groth16/index.js";
import { calculator, LINE_ENDS, R as ORDER } from "../support/calculators.js";
import { fixture } from "../support/circuits.js";
import { serverOf, startLiar } from "../support/delegation.js";
import { itInAll, rowsOf } from "../support/extent.js";
import { r1csOf, wtnsOf } from "../support/made_circuit.js";

const R = 1n << 256n;
const BLS_ORDER = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n;
/** Bytes at the start of a file that are read at once, and kept while it is open. */
const READ_AHEAD = 4096;
const toLE = (value, n = 32) => Buffer.from(value.toString(16).padStart(2 * n, "0"), "hex").reverse();
const fromLE = (bytes) => BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`);

/** Source: the memories of a worker, sent when it is asked for them. */
const SHOW = `{
    const { parentPort } = require("node:worker_threads"), { Memory } = WebAssembly, made = [];
    WebAssembly.Memory = class extends Memory {
        static [Symbol.hasInstance](it) { return it instanceof Memory; }
        constructor(descriptor) { super(descriptor); made.push(this); }
    };
    parentPort.on("message", (message) => { if (message.show) parentPort.postMessage({ shown: made.map(({ buffer }) => new Uint8Array(buffer).slice()) }); });
}\n`;

/** Memories of this thread, as they are made. */
function watchMemories() {
    const { Memory } = WebAssembly, made = [];
    WebAssembly.Memory = class extends Memory {
        static [Symbol.hasInstance](it) { return it instanceof Memory; }
        constructor(descriptor) {
            super(descriptor);
            made.push(this);
        }
    };
    return { made, stop: () => { WebAssembly.Memory = Memory; } };
}

/** A curve whose memories can be looked at, and whose draws are heard. */
async function openCurve(build, options) {
    const workers = [], drawn = [], watch = watchMemories();
    const createWorker = async ({ source }) => {
        const { Worker } = await import("node:worker_threads");
        const worker = new Worker(SHOW + source, { eval: true, execArgv: [] });
        workers.push(worker);
        worker.on("exit", () => workers.splice(workers.indexOf(worker), 1));
        return worker;
    };
    const curve = await build({ ...options, ...(options.threads && { createWorker }) });
    const { fromRng } = curve.Fr;
    curve.Fr.fromRng = function (rng) {
        const value = fromRng.call(this, rng);
        drawn.push(curve.Fr.toObject(value));
        return value;
    };
    const ask = (worker) => new Promise((resolve) => {
        const hear = ({ shown }) => { if (shown) { worker.off("message", hear); resolve(shown); } };
        worker.on("message", hear);
        worker.on("exit", () => resolve([])); // with its memory
        worker.postMessage({ show: true });
    });
    return {
        curve,
        drawn,
        /** Copies of all memories, this thread's first. */
        memories: async () => [
            ...watch.made.map(({ buffer }) => new Uint8Array(buffer).slice()),
            ...(await Promise.all(workers.map(ask))).flat(),
        ],
        end: async () => {
            watch.stop();
            await curve.terminate();
        },
    };
}

/** Values of a witness, or scalars in that form, that no constant of a module equals by chance. */
function valuesIn(bytes, from = 0) {
    const values = [];
    for (let at = 12 + 12 + 40 + 12 + 32 * Math.ceil(from / 32); at + 32 <= bytes.length; at += 32)
        values.push(fromLE(bytes.subarray(at, at + 32)));
    return values.filter((value) => value > 1n << 128n);
}
const witnessValues = (file) => valuesIn(readFileSync(file));

/** As they lie in memory: plain, and in Montgomery form. */
const forms = (values, r) => values.flatMap((value) => [toLE(value), toLE(value * R % r)]);

/** What is looked up, made once for a list: it is looked for in many arrays. @type {WeakMap<Buffer[], Set<any>[]>} */
const tables = new WeakMap();
function tablesOf(needles) {
    if (!tables.has(needles)) tables.set(needles, [
        new Set(needles.map((needle) => needle.toString("latin1"))), new Set(needles.map((needle) => needle.readUInt32LE(0))),
    ]);
    return tables.get(needles);
}

/**
 * @param {Uint8Array} memory
 * @param {Buffer[]} needles
 * @returns {number} how many of them are in there, at any multiple of 4
 */
function found(memory, needles) {
    const [wanted, starts] = tablesOf(needles);
    const words = new Uint32Array(memory.buffer, 0, memory.length >> 2), hits = new Set();
    for (let i = 0; i + 8 <= words.length; i++) if (words[i] !== 0 && starts.has(words[i])) {
        const text = Buffer.from(memory.buffer, 4 * i, 32).toString("latin1");
        if (wanted.has(text)) hits.add(text);
    }
    return hits.size;
}

/** The first byte above the mark that is not zero, or -1. @param {Uint8Array} memory */
function leftover(memory) {
    const [mark] = new Uint32Array(memory.buffer, 0, 1);
    for (let at = mark; at < memory.length; at++) if (memory[at] !== 0) return at; // findIndex takes seconds
    return -1;
}

const CASES = [
    ["mimc_example", buildBn128, "on two workers", { threads: 2 }],
    ["mimc_bls", buildBls12381, "on one thread", { singleThread: true }],
    ["mimc_bls", buildBls12381, "on two workers of tier scalar", { threads: 2, tier: "scalar" }],
];

for (const [circuit, build, where, options] of rowsOf(CASES, CASES.slice(0, 1))) describe(`secrets of a proof of ${circuit} ${where}`, () => {
    /** Of the slowest tier, which clears as the others do, the quick run sees a proof, a failure and an abort. */
    const itMore = options.tier ? itInAll : it;
    const zkey = fixture(circuit, "circuit.zkey"), wtns = fixture(circuit, "witness.wtns");
    let open;
    beforeEach(async () => { open = await openCurve(build, options); });
    afterEach(() => open.end());

    /** @param {string} why */
    async function nothingLeft(why) {
        const { curve, drawn } = open, inverses = drawn.map((x) => pow(x, curve.r - 2n, curve.r));
        const secrets = [...drawn, ...inverses, ...witnessValues(wtns)];
        const needles = forms(secrets, curve.r), memories = await open.memories();
        expect(memories.length, why).to.be.at.least(1);
        for (const memory of memories) {
            expect(found(memory, needles), `${why}: secrets in a memory of ${memory.length}`).to.equal(0);
            expect(leftover(memory), `${why}: above the mark`).to.equal(-1);
        }
        return memories;
    }

    itInAll("the search finds them while they are there", async () => {
        const { tm, Fr } = open.curve, needles = forms(witnessValues(wtns), open.curve.r);
        tm.wipe = tm.help = () => {}; // when help ends, this thread's memory is cleared, too
        await prove(zkey, wtns, { curve: open.curve }); // see process_memory.test.js for what it draws
        const end = new Error("after the coefficients, before anything is written over the witness");
        Fr.cosetQuotient = () => Promise.reject(end);
        expect(await prove(zkey, wtns, { curve: open.curve }).catch((error) => error)).to.equal(end);
        const memories = await open.memories();
        expect(memories.reduce((sum, memory) => sum + found(memory, needles), 0)).to.be.above(0);
    });

    it("are gone after it, in all forms, on all threads", async () => {
        await prove(zkey, wtns, { curve: open.curve });
        expect(open.drawn.length).to.equal(2);
        await nothingLeft("after a proof");
    });

    itMore("are gone from the buffers of this thread: scalars of sums, r and s", async () => {
        const { curve } = open, { G1, Fr } = curve, { multiExpAffineChunked } = G1, { fromRng } = Fr, seen = [];
        G1.multiExpAffineChunked = function (...args) {
            seen.push(args[2]);
            return multiExpAffineChunked.apply(this, args);
        };
        Fr.fromRng = function (rng) {
            const value = fromRng.call(this, rng);
            seen.push(value, rng.state, rng.buff);
            return value;
        };
        await prove(zkey, wtns, { curve });
        expect(seen.length).to.be.at.least(9);
        for (const scalars of seen) expect(scalars.every((x) => x === 0)).to.equal(true);
    });

    itInAll("are gone after a second one, of which the static areas are as after the first", async () => {
        const mark = (memory) => new Uint32Array(memory.buffer, 0, 1)[0];
        await prove(zkey, wtns, { curve: open.curve });
        const first = await nothingLeft("first");
        await prove(zkey, wtns, { curve: open.curve, check: true });
        const second = await nothingLeft("second");
        expect(Buffer.compare(first[0].subarray(0, mark(first[0])), second[0].subarray(0, mark(second[0])))).to.equal(
            0,
        );
    });

    itInAll("are gone after one that fails at its end", async () => {
        const damaged = new Uint8Array(readFileSync(wtns));
        damaged[damaged.length - 32] ^= 1;
        const error = await prove(zkey, damaged, { curve: open.curve, check: true }).catch((e) => e);
        expect(error.code).to.equal("ERR_CHECK");
        await nothingLeft("after a failure");
    });

    itInAll("are gone after one that fails in its middle: points that cannot be read", async () => {
        const bytes = new Uint8Array(readFileSync(zkey));
        let reads = 0, most = Infinity;
        const source = { size: bytes.length, read: (offset, length) => {
            if (++reads > most) throw new Error("gone");
            return bytes.slice(offset, offset + length);
        } };
        await prove(source, wtns, { curve: open.curve });
        for (const last of rowsOf([1, 3], [3])) {
            most = 2 * reads - last;
            const error = await prove(source, wtns, { curve: open.curve }).catch((e) => e);
            expect(error.code).to.equal("ERR_READ");
            await nothingLeft("after a read that failed");
            most = Infinity;
            reads = 0;
            await prove(source, wtns, { curve: open.curve });
        }
    });

    itInAll("are gone after one that was aborted, wherever it was", async () => {
        for (const phase of ["coefficients", "A", "fft", "H"]) {
            const controller = new AbortController();
            const onProgress = (progress) => { if (progress.phase === phase) controller.abort(new Error("enough")); };
            const error = await prove(zkey, wtns, { curve: open.curve, signal: controller.signal, onProgress }).catch(
                (e) => e,
            );
            expect(error.message ?? "proved before", phase).to.be.oneOf(["enough", "proved before"]);
            await nothingLeft(`aborted in ${phase}`);
        }
    });

    itMore("do not take what callers keep on the main instance, nor what they hand in", async () => {
        const { curve } = open,
            bytes = new Uint8Array(readFileSync(wtns)),
            copy = bytes.slice(),
            kept = curve.tm.allocBuff(new Uint8Array(100).fill(7));
        const cached = bytes.slice(76); // a reader that gives the same buffer again and again
        const reader = {
            size: bytes.length,
            read: (offset, length) =>
                offset === 76 && length === cached.length ? cached : bytes.slice(offset, offset + length),
        };
        await prove(zkey, bytes, { curve });
        await prove(zkey, reader, { curve });
        expect(bytes).to.deep.equal(copy);
        expect(cached).to.deep.equal(copy.slice(76));
        expect([...curve.tm.getBuff(kept, 100)]).to.deep.equal(new Array(100).fill(7));
        expect(curve.Fr.toObject(curve.Fr.mul(curve.Fr.e(6), curve.Fr.e(7)))).to.equal(42n);
    });
});

/** The byte arrays that this thread makes from now on, with what hosts make for themselves left out. */
function watchArrays() {
    const { Uint8Array: Bytes } = globalThis, { slice } = Bytes.prototype, buffers = new Set();
    const seen = (bytes) => {
        buffers.add(bytes.buffer);
        return bytes;
    };
    globalThis.Uint8Array = new Proxy(Bytes, { construct: (target, args) => seen(new target(...args)) });
    Bytes.prototype.slice = function (...args) { return seen(slice.apply(this, args)); };
    return {
        stop: () => {
            globalThis.Uint8Array = Bytes;
            Bytes.prototype.slice = slice;
        },
        /** Secrets in them, but for the caller's own arrays. @param {Buffer[]} needles @param {Uint8Array[]} own */
        found: (needles, own) => {
            const others = [...buffers].filter((buffer) =>
                buffer.byteLength > 0 && own.every((bytes) => bytes.buffer !== buffer)); // 0: it was transferred
            return others.reduce((sum, buffer) => sum + found(new Bytes(buffer), needles), 0);
        },
    };
}

describe("secrets in arrays of the calling thread", function () {
    this.timeout(180_000);
    const zkey = fixture("mimc_example", "circuit.zkey"), wtns = fixture("mimc_example", "witness.wtns");
    /** Values of a file behind what is read ahead of it, in their forms. */
    const secretsOf = (bytes) => forms(valuesIn(bytes, READ_AHEAD), ORDER);
    const values = secretsOf(readFileSync(wtns));
    let curve, watch, folder;
    before(async () => { curve = await buildBn128({ singleThread: true }); });
    beforeEach(() => { folder = temporaryFolder("secrets"); });
    afterEach(() => {
        watch.stop();
        rmSync(folder, { recursive: true });
    });

    /** Nothing is left after this call, and something was there while the sums ran. */
    async function leavesNothing(work, needlesOf = () => values) {
        const { G1 } = curve, { multiExpAffineChunked } = G1;
        let during;
        watch = watchArrays();
        G1.multiExpAffineChunked = function (...args) {
            during ??= watch.found(values, []);
            return multiExpAffineChunked.apply(this, args);
        };
        try {
            const result = await work();
            watch.stop();
            expect(watch.found(needlesOf(result), result instanceof Uint8Array ? [result] : [])).to.equal(0);
            return { result, during };
        } finally {
            G1.multiExpAffineChunked = multiExpAffineChunked;
        }
    }

    it("are gone after a proof, the inverse of r too", async () => {
        const { Fr } = curve, { fromRng } = Fr, drawn = [], generators = new Set();
        Fr.fromRng = function (rng) {
            const value = fromRng.call(this, rng);
            drawn.push(Buffer.from(value));
            generators.add(rng);
            return value;
        };
        try {
            const needles = () => { // in the form that they are drawn in: the inverse of one has R twice too little
                const inverse = pow(fromLE(drawn[0]), ORDER - 2n, ORDER);
                return [...values, ...drawn, toLE((inverse * R * R) % ORDER)];
            };
            const { during } = await leavesNothing(() => prove(zkey, wtns, { curve }), needles);
            expect(during, "the search finds them while they are there").to.be.above(0);
            expect(drawn.length).to.equal(2);
            expect(generators.size).to.equal(2);
            for (const { state, buff } of generators) // which would give both again
                expect([...state, ...buff].some(Boolean)).to.equal(false);
        } finally {
            Fr.fromRng = fromRng;
        }
    });

    it("are gone after a proof where threads share no memory", async () => {
        const { tm } = curve;
        Object.defineProperty(tm, "shared", { value: undefined, configurable: true });
        try {
            const { during } = await leavesNothing(() => prove(zkey, wtns, { curve }));
            expect(during).to.be.above(0);
        } finally {
            delete tm.shared;
        }
    });

    it("are gone after the scalars of a quotient were refused", async () => {
        const damaged = readFileSync(wtns), file = join(folder, "damaged.wtns");
        damaged.fill(0xff, damaged.length - 32); // no value below the order, found when all have been read
        writeFileSync(file, damaged);
        const refused = () => quotientScalars(zkey, file, { curve }).catch(({ code }) => code);
        expect((await leavesNothing(refused)).result).to.equal("ERR_WITNESS");
    });

    itInAll("are gone after each part of a proof, and after these are put together", async () => {
        const { signals, publicSignals, domainSize } = await zkeyInfo(zkey), sums = [], h = join(folder, "h.wtns");
        const { result: quotient } = await leavesNothing(
            () => quotientScalars(zkey, wtns, { curve }),
            (scalars) => [...values, ...secretsOf(scalars)],
        );
        writeFileSync(h, quotient);
        const both = [...values, ...secretsOf(quotient)];
        const lengths = { A: signals, B2: signals, C: signals - publicSignals - 1, H: domainSize };
        for (const [part, to] of Object.entries(lengths)) {
            const sum = () => msmRange(zkey, part === "H" ? h : wtns, { part, from: 0, to }, { curve });
            const { result: point, during } = await leavesNothing(sum, () => both);
            if (part === "A") expect(during, "the search finds them while they are there").to.be.above(0);
            sums.push({ part, from: 0, to, point });
        }
        await leavesNothing(() => combine(zkey, wtns, sums, { curve, quotient: h }), () => both);
        const wrong = sums.map((sum, i) => (i === 0 ? { ...sum, point: curve.G1.gAffine } : sum));
        const refused = () => combine(zkey, wtns, wrong, { curve, quotient: h }).catch(({ code }) => code);
        expect((await leavesNothing(refused, () => both)).result).to.equal("ERR_MSM");
    });
});

describe("secrets of a delegated proof, in arrays of the calling thread", function () {
    this.timeout(180_000);
    const zkey = fixture("mimc_example", "circuit.zkey"), wtns = fixture("mimc_example", "witness.wtns");
    const values = forms(valuesIn(readFileSync(wtns), READ_AHEAD), ORDER), { fetch } = globalThis;
    let curve, watch, liars;
    before(async () => { curve = await buildBn128({ singleThread: true }); });
    beforeEach(async () => {
        liars = await Promise.all([1, 2].map(() => startLiar(zkey, (reply, points) => reply.end(points))));
    });
    afterEach(async () => {
        watch.stop();
        globalThis.fetch = fetch;
        await Promise.all(liars.map((liar) => liar.close()));
    });

    itInAll("are gone from a device after it: witness, factor and seed; also after one that fails", async () => {
        const { fromRng, secret } = curve.Fr, drawn = [], inverses = [];
        curve.Fr.fromRng = function (rng) {
            drawn.push(fromRng.call(this, rng));
            return drawn.at(-1);
        };
        curve.Fr.secret = function (name, ...operands) {
            const result = secret.call(this, name, ...operands);
            if (name === "_inverse" && drawn.includes(operands[0])) inverses.push(result);
            return result;
        };
        try {
            for (const fails of [false, true]) {
                const sent = [], servers = liars.map((liar) => serverOf(liar, zkey));
                watch = watchArrays();
                globalThis.fetch = (url, init) => {
                    expect(init.body.some(Boolean)).to.equal(true);
                    sent.push(init.body);
                    return fails ? Promise.reject(new Error("no")) : fetch(url, init);
                };
                const error = await delegateProof({ zkey, witness: wtns, servers, curve }).catch(({ code }) => code);
                watch.stop();
                if (fails) expect(error).to.equal("ERR_READ");
                expect(watch.found(values, [])).to.equal(0);
                expect(sent.length).to.equal(2);
                for (const secret of [...sent, ...drawn, ...inverses])
                    expect(secret.every((byte) => byte === 0)).to.equal(true);
            }
            expect(drawn.length).to.equal(1 + 2 + 1); // factor, r and s; a factor
            expect(inverses.length).to.equal(2); // of the factor and of r
        } finally {
            Object.assign(curve.Fr, { fromRng, secret });
        }
    });

    it("are gone from a server after its sums: scalars that it got, and those of a seed", async () => {
        const own = Buffer.alloc(shareBytes(await zkeyInfo(zkey)).values, 0x11), seed = new Uint8Array(32).fill(5);
        own.forEach((_, i) => { if (i % 32 < 30) own[i] = i * 7 + (i >> 8); });
        const drawn = new Uint8Array(own.length);
        await expandSeed(seed, { r: ORDER, n8r: 32 }, drawn, new AbortController().signal);
        for (const [share, scalars] of [[new Uint8Array(own), own], [seed, Buffer.from(drawn)]]) {
            const needles = Array.from({ length: 50 }, (_, i) => Buffer.from(scalars.subarray(320 * i, 320 * i + 32)));
            const { G1 } = curve, { multiExpAffineChunked } = G1, summed = [];
            watch = watchArrays();
            G1.multiExpAffineChunked = function (...args) {
                expect(args[2].some(Boolean)).to.equal(true);
                summed.push(args[2]);
                return multiExpAffineChunked.apply(this, args);
            };
            await msmShare(zkey, share, { curve }).finally(() => { G1.multiExpAffineChunked = multiExpAffineChunked; });
            watch.stop();
            expect(watch.found(needles, [])).to.equal(0);
            expect(summed.length).to.equal(3);
            for (const list of summed) expect(list.every((byte) => byte === 0)).to.equal(true);
        }
    });
});

describe("secrets of the check of a circuit", () => {
    const seen = []; // the first of these makes them, and they are kept
    // another suite of this process may have made the curve that a check without workers takes
    before(async () => (await scalarCurve(BLS_ORDER, { threads: 0 })).terminate());
    for (const holds of [true, false]) it(`are gone after it, whether it holds: ${holds}`, async () => {
        const field = { r: BLS_ORDER, n8: 32 }, [x, y] = [field.r / 7n + 12345n, field.r / 5n + 777n];
        const values = [1n, (x * y + (holds ? 0n : 1n)) % field.r, x, y];
        const system = r1csOf(field, [[[[2, 1n]], [[3, 1n]], [[1, 1n]]]], { signals: 4, privateInputs: 2 });
        const { made, stop } = watchMemories();
        try {
            const report = await check(system, wtnsOf(field, values), { threads: 0 });
            expect(report.holds).to.equal(holds);
        } finally {
            stop();
        }
        seen.push(...made);
        expect(seen.length, "memories that it has").to.be.above(0);
        for (const { buffer } of seen)
            expect(found(new Uint8Array(buffer).slice(), forms(values.slice(1), field.r))).to.equal(0);
    });
});

describe("secrets of a witness calculation", () => {
    const SECRET = ORDER / 3n, needle = [toLE(SECRET)], { instantiate } = WebAssembly;
    const STORE = "(memory.copy (i32.const 4096) (i32.const 0) (i32.const 32)) (call $write)"; // and says so
    const base = { setInput: STORE, message: LINE_ENDS, second: "(i64.load (i32.const 4096))" };
    const ENDS = {
        "one that ends well": { parts: base, ok: true },
        "one that grew": { parts: { ...base, init: "(drop (memory.grow (i32.const 3)))" }, ok: true, bytes: 4 * 65536 },
        "one that traps": { parts: { ...base, setInput: `${STORE} (unreachable)` } },
        "one whose circuit refuses": { parts: { ...base, setInput: `${STORE} (call $exception (i32.const 4))` } },
        "one whose witness is too large": { parts: { ...base, size: "(i32.const -1)" } },
    };
    let memories;
    beforeEach(() => {
        memories = [];
        WebAssembly.instantiate = async (...args) => {
            const instance = await instantiate(...args);
            memories.push(instance.exports.memory);
            return instance;
        };
    });
    afterEach(() => { WebAssembly.instantiate = instantiate; });
    const held = () => found(new Uint8Array(memories[0].buffer), needle);

    /** As a worker does it: the answers, and whether the secret was in memory when the program spoke. */
    const inWorker = (code) => new Promise((resolve) => {
        let hear, during = 0;
        const post = (message) => {
            if (message.lines) during = held();
            else resolve({ during, ...message });
        };
        serve({ post, listen: (listener) => { hear = listener; }, close: () => {} });
        hear({ witness: { code, name: "wasm", memory: 2 ** 20, signals: [{ name: "a", values: [SECRET] }] } });
    });
    const onThisThread = async (code) => {
        let during = 0;
        const options = { threads: 0, witnessMemory: 2 ** 20, onLog: () => { during = held(); } };
        return calculateWitness(code, { a: SECRET }, options).then(
            (values) => ({ during, values }),
            (failure) => ({ during, failure }),
        );
    };

    for (const [where, calculate] of Object.entries({
        "in a worker": inWorker,
        "on the calling thread": onThisThread,
    })) {
        for (const [what, { parts, ok, bytes = 65536 }] of Object.entries(ENDS))
            it(`${where}: nothing is left in the memory of ${what}`, async () => {
                const { during, values, failure } = await calculate(calculator(parts));
                expect(during, "the search finds it while it is there").to.equal(1);
                if (ok) expect(Buffer.from(values.values.subarray(32, 40))).to.deep.equal(toLE(SECRET).subarray(0, 8));
                else expect(failure.code).to.match(/^ERR_(INPUT|LIMIT)$/);
                expect(memories.length).to.equal(1);
                expect(memories[0].buffer.byteLength).to.equal(bytes);
                expect(new Uint8Array(memories[0].buffer).some(Boolean), "a byte of it").to.equal(false);
            });
    }
});
