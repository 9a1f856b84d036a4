/** How work with a key begins and ends: sizes, facts, checks of points, errors that come early, copies of a witness. */
import { getEventListeners } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { expect } from "chai";
import { buildBn128 } from "../../src/index.js";
import { prove, quotientScalars, zkeyInfo } from "../../src/protocols/groth16/index.js";
import { msmH } from "../../src/protocols/groth16/msms.js";
import { openSource } from "../../src/files/source.js";
import { keyFacts, PROTOCOLS, msmRange } from "../../src/protocols/index.js";
import { isBrief, isShort } from "../../src/protocols/key/memory.js";
import { openKey, warmUp } from "../../src/protocols/key/open.js";
import { readOptions } from "../../src/protocols/key/options.js";
import { readModule } from "../../src/protocols/key/program.js";
import { countMsms } from "../../src/protocols/key/points.js";
import { pointCheck } from "../../src/protocols/key/point_check.js";
import { sectionsOf, withSections } from "../support/binfiles.js";
import { fixture } from "../support/circuits.js";

const load = (folder, name) => new Uint8Array(readFileSync(fixture(folder, name)));
const MIB = 2 ** 20;

describe("a key that is opened", () => {
    it("is of a brief proof up to 2^11 signals and rows, of a short one up to 2^16", () => {
        for (const [test, most] of [[isBrief, 2 ** 11], [isShort, 2 ** 16]]) {
            const domainSize = most / 2;
            expect(test({ nVars: most / 2, domainSize })).to.equal(true);
            expect(test({ nVars: most / 2 + 1, domainSize })).to.equal(false);
            expect(test({ nVars: 1, domainSize: 2 * most })).to.equal(false);
        }
    });

    it("says what it has, also without contributions, and is closed", async () => {
        const zkey = load("mimc_example", "circuit.zkey"), { signal } = new AbortController();
        const { sections, expectedMemory, ...facts } = await zkeyInfo(zkey, { threads: 4, signal });
        expect(getEventListeners(signal, "abort")).to.deep.equal([]);
        expect(facts).to.deep.equal({
            protocol: "groth16", curve: "bn128", signals: 2801, publicSignals: 1, constraints: 2688, domainSize: 4096,
            coefficients: 8399, bytes: zkey.length, threads: 4, fixedMemory: (2801 + 3 * 4096) * 32,
        });
        expect(sections).to.include({ protocol: 4, header: 660, contributions: 470, h: 2 ** 18 });
        const without = withSections(zkey, (list) => list.filter(([type]) => type !== 10));
        expect((await zkeyInfo(without, { threads: 4 })).sections).to.deep.equal({ ...sections, contributions: 0 });
        const expected = async (threads) => (await zkeyInfo(zkey, { threads })).expectedMemory;
        const [none, one, two] = await Promise.all([0, 1, 2].map(expected));
        expect(none, "this thread alone holds what one worker does").to.equal(one);
        expect(two, "a short proof has a worker less").to.be.above(one);
        expect(expectedMemory - two, "two workers more").to.be.above(2 * 13 * MIB);
        expect((await zkeyInfo(zkey, { threads: 3, memory: 2 ** 25 })).expectedMemory).to.be.above(0);
        await zkeyInfo(zkey.slice(0, -1), { signal }).catch(() => {});
        expect(getEventListeners(signal, "abort")).to.deep.equal([]);
    });

    it("fails with its own error where the witness takes longer, and no other is left unheard", async () => {
        const unheard = [], hear = (reason) => unheard.push(reason), bytes = load("mimc_tiny", "witness.wtns");
        const slow = { size: bytes.length, read: async (offset, length) => {
            await new Promise((resolve) => { setTimeout(resolve, 20); });
            return bytes.slice(offset, offset + length);
        } };
        process.on("unhandledRejection", hear);
        try {
            const error = await prove(new Uint8Array(100), slow, { threads: 0 }).catch((reason) => reason);
            expect(error.code).to.equal("ERR_FILE");
            await new Promise((resolve) => { setImmediate(resolve); });
        } finally {
            process.off("unhandledRejection", hear);
        }
        expect(unheard).to.deep.equal([]);
    });

    it("needs no help of this thread any more when it ends, nor where its curve did not open", async () => {
        const curve = await buildBn128(true), asked = [], ends = [], { help } = curve.tm;
        curve.tm.help = (on) => asked.push(on);
        const tools = { atEnd: (end) => ends.push(end) }, source = (bytes) => openSource("zkey", bytes);
        const options = readOptions("prove", { curve });
        try {
            const opened = openKey({ ...tools, open: () => source(load("mimc_tiny", "circuit.zkey")) }, "", options, PROTOCOLS);
            expect(await opened.curve).to.equal(curve);
            asked.length = 0;
            await ends[0]();
            expect(asked).to.deep.equal([false]);
            const failed = openKey({ ...tools, open: () => source(new Uint8Array(20)) }, "", options, PROTOCOLS);
            expect((await failed.key.catch((error) => error)).code).to.equal("ERR_FILE");
            expect((await ends[1]().catch((error) => error)).code).to.equal("ERR_FILE");
            expect(asked).to.deep.equal([false]);
        } finally {
            curve.tm.help = help;
        }
    });

    it("leaves no copy of a witness that is refused", async () => {
        const zkey = load("mimc_tiny", "circuit.zkey"), witness = load("mimc_tiny", "witness.wtns");
        const { offset, size } = sectionsOf(witness).find(({ type }) => type === 2), { set } = Uint8Array.prototype;
        witness.fill(255, offset + 7 * 32, offset + 8 * 32);
        for (const run of [quotientScalars, prove]) {
            const seen = [];
            Uint8Array.prototype.set = function (...args) {
                if (this.length === size) seen.push(this);
                return set.apply(this, args);
            };
            try {
                const error = await run(zkey, witness, { threads: 0 }).catch((reason) => reason);
                expect(error.code).to.equal("ERR_WITNESS");
            } finally {
                Uint8Array.prototype.set = set;
            }
            expect(seen.length).to.be.above(0);
            for (const values of seen.filter(({ buffer }) => buffer !== witness.buffer))
                expect(values.every((byte) => byte === 0), run.name).to.equal(true);
        }
    });
});

/** What is asked of a key without a proof: its facts, and by which protocol its sums are made. */
const QUESTIONS = {
    "its facts": (key, options) => keyFacts(key, options),
    "a sum over its points": (key, options) =>
        msmRange(key, load("mimc_tiny", "witness.wtns"), { part: "A", from: 0, to: 2 }, { threads: 0, ...options }),
};

for (const [what, ask] of Object.entries(QUESTIONS)) describe(`the file of a key that is asked for ${what}`, () => {
    const turns = async () => {
        for (let i = 0; i < 5; i++) await new Promise((resolve) => { setImmediate(resolve); });
    };

    it("is closed before anything else happens", async () => {
        const files = createRequire(import.meta.url)("node:fs/promises"), { open } = files;
        let opened = 0, settled = false, goOn, closing;
        const begun = new Promise((resolve) => { closing = resolve; });
        const allowed = new Promise((resolve) => { goOn = resolve; });
        files.open = async (...args) => {
            const isFirst = opened++ === 0, file = await open(...args), { close } = file;
            if (isFirst) file.close = () => {
                closing();
                return allowed.then(() => close.call(file));
            };
            return file;
        };
        syncBuiltinESMExports();
        try {
            const answer = ask(fixture("mimc_tiny", "circuit.zkey")).finally(() => { settled = true; });
            await begun;
            await turns();
            expect([opened, settled]).to.deep.equal([1, false]);
            goOn();
            await answer;
        } finally {
            files.open = open;
            syncBuiltinESMExports();
        }
    });

    it("is not waited for longer than the caller wants", async () => {
        const silent = { size: 1000, read: () => new Promise(() => {}) };
        const late = await ask(silent, { readTimeout: 5 }).catch((error) => error);
        expect([late.code, / within 5 ms, got no answer/.test(late.message)]).to.deep.equal(["ERR_READ", true]);
        const controller = new AbortController(), reason = new Error("enough");
        const stopped = ask(silent, { signal: controller.signal }).catch((error) => error);
        await turns();
        controller.abort(reason);
        expect(await stopped).to.equal(reason);
    });
});

/** What machines do that make a proof together, each with the key. */
const PARTS = {
    "a sum": (key, options) => msmRange(key, load("mimc_tiny", "witness.wtns"), { part: "A", from: 0, to: 2 }, options),
    "the scalars of H": (key, options) => quotientScalars(key, load("mimc_tiny", "witness.wtns"), options),
    "a proof": (key, options) => prove(key, load("mimc_tiny", "witness.wtns"), options),
};

describe("a key of which a proof or a part of one is made", () => {
    let curve;
    before(async () => { curve = await buildBn128(true); });
    after(() => curve.terminate());

    for (const [what, work] of Object.entries(PARTS)) it(`is checked before anything is made of it: ${what}`, async () => {
        const zkey = load("mimc_tiny", "circuit.zkey"), { offset, size } = sectionsOf(zkey).find(({ type }) => type === 2);
        const delta1 = offset + size - 128 - 64;
        for (const change of [(bytes) => bytes.fill(0, delta1, delta1 + 64), (bytes) => { bytes[delta1] ^= 1; }]) {
            const damaged = zkey.slice();
            change(damaged);
            const { code, message } = await work(damaged, { threads: 0 }).catch((error) => error);
            expect(code, message).to.equal("ERR_POINT");
            expect(message).to.include("expected delta1 to be a point of bn128");
        }
    });

    it("is of the caller's curve", async () => {
        for (const [what, work] of Object.entries(PARTS).slice(0, 2)) {
            const { code, message } = await work(load("mimc_bls", "circuit.zkey"), { curve }).catch((error) => error);
            expect(code, what).to.equal("ERR_OPTION");
            expect(message).to.include("expected options.curve to be bls12381");
        }
    });

    for (const [what, work] of Object.entries(PARTS)) it(`leaves nothing in memory when the answer comes: ${what}`, async () => {
        const { wipe } = curve.tm;
        let wiped = 0;
        curve.tm.wipe = async () => {
            await new Promise((resolve) => { setImmediate(resolve); });
            await wipe.call(curve.tm);
            wiped++;
        };
        try {
            await work(load("mimc_tiny", "circuit.zkey"), { curve });
        } finally {
            curve.tm.wipe = wipe;
        }
        expect(wiped).to.equal(1);
    });
});

describe("the program of a circuit that is to be proved", () => {
    /** A reader that counts how often it is asked. */
    const reader = (size) => {
        const source = { size, reads: 0, read: () => { source.reads++; return new Uint8Array(8); } };
        return source;
    };
    const open = (name, value) => openSource(name, value);
    const refusal = async (source) => {
        const { code, message } = await readModule(source, open, 1000).catch((error) => error);
        return [code, message.includes("at most 1000 bytes"), source.reads];
    };

    it("is read as a whole, if it is no longer than may be held", async () => {
        const code = new Uint8Array(1000).fill(1);
        expect(await readModule(code, open, 1000)).to.deep.equal({ code, name: "wasm" });
        const module = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
        expect(await readModule(module, open, 1)).to.deep.equal({ code: module, name: "wasm" });
        expect(await refusal(reader(1001))).to.deep.equal(["ERR_LIMIT", true, 0]);
        expect(await refusal(reader(undefined)), "no one knows its size").to.deep.equal(["ERR_OPTION", false, 0]);
    });
});

describe("a curve of another copy of this package", () => {
    it("need not have what only ours does", async () => {
        const curve = await buildBn128(true), tools = { atEnd: (end) => ends.push(end) }, ends = [];
        for (const name of ["help", "warm", "wipe", "watch"]) curve.tm[name] = undefined;
        for (const G of [curve.G1, curve.G2]) G.isInSubgroup = undefined;
        const options = readOptions("prove", { curve }), long = load("mimc_example", "circuit.zkey");
        const open = () => openSource("zkey", long);
        expect(await openKey({ ...tools, open }, "", options, PROTOCOLS).curve).to.equal(curve);
        await ends[0]();
        const [zkey, witness] = [load("mimc_tiny", "circuit.zkey"), load("mimc_tiny", "witness.wtns")];
        expect((await msmRange(zkey, witness, { part: "A", from: 0, to: 2 }, { curve })).length).to.equal(64);
        const { tasks, engine } = await prove(zkey, witness, { curve, timings: true });
        expect([tasks, engine.threads]).to.deep.equal([[], 0]);
        await curve.terminate();
    });
});

describe("kernels that are warmed for a proof", () => {
    it("stop with it, and tell of a failure where they are used", async () => {
        const unheard = [], hear = (reason) => unheard.push(reason), { signal } = new AbortController(), given = [];
        const tm = { cold: true, concurrency: 2, queueAction: async (_task, _transfers, options) => {
            given.push(options?.signal);
            throw new Error("lost");
        } };
        process.on("unhandledRejection", hear);
        try {
            const element = new Uint8Array(32), Fr = { n8: 32, one: element, w: new Array(29).fill(element) };
            const warmed = warmUp({ zkey: { nVars: 2 ** 16, domainSize: 2 ** 14 }, curve: { Fr }, tm, signal });
            await new Promise((resolve) => { setImmediate(resolve); });
            expect((await warmed.catch((error) => error)).message).to.equal("lost");
        } finally {
            process.off("unhandledRejection", hear);
        }
        expect([unheard, given]).to.deep.equal([[], [signal]]);
    });
});

describe("points of H, which are read before their scalars are known", () => {
    const POINTS = 10, BYTES = 64, failure = new Error("no scalars");
    /** How the sum ends whose scalars do not come, how often points were read for it, and what failed unheard. */
    async function outcome(chunkBytes) {
        const unheard = [], hear = (reason) => unheard.push(reason), reads = [];
        const read = async (from, count) => {
            reads.push([from, count]);
            throw new Error("no points");
        };
        const zkey = { pointSections: new Map([[9, { points: POINTS, pointBytes: BYTES, read }]]) };
        process.on("unhandledRejection", hear);
        try {
            const error = await msmH({ zkey, chunkBytes }, Promise.reject(failure)).catch((reason) => reason);
            await new Promise((resolve) => { setImmediate(resolve); });
            return [error, reads, unheard];
        } finally {
            process.off("unhandledRejection", hear);
        }
    }

    it("are read as a whole, or not before they are summed; where that fails, the scalars' error is told", async () => {
        expect(await outcome(POINTS * BYTES)).to.deep.equal([failure, [[0, POINTS]], []]);
        expect(await outcome(POINTS * BYTES - 1), "more than a chunk").to.deep.equal([failure, [], []]);
    });
});

describe("points of a key", () => {
    it("take as many sums as the smallest factor of the cofactor asks for, and five for any above 255", () => {
        for (const [cofactor, sums] of [[2n, 40], [3n, 26], [13n, 11], [251n, 6], [257n, 5], [10069n, 5], [3n * 5n, 26],
            [2n ** 127n - 1n, 5]]) expect(countMsms(cofactor), String(cofactor)).to.equal(sums);
    });

    it("are summed exactly, with the signal of the proof", async () => {
        const { G1, G2, ...curve } = await buildBn128(true), { signal } = new AbortController(), asked = [];
        const { multiExpAffine } = G2;
        G2.multiExpAffine = (points, scalars, logger, name, options) => {
            asked.push([scalars.length, logger, name, options]);
            return multiExpAffine(points, scalars, logger, name, options);
        };
        const point = G2.toAffine(G2.g), check = pointCheck({ ...curve, G1, G2 }, G2, "key: expected % it", signal);
        await check.add(point);
        expect(check.end()).to.equal(undefined);
        expect(asked.length).to.equal(5);
        for (const one of asked)
            expect(one).to.deep.equal([1, undefined, undefined, { glv: "disabled", gls: "disabled", signal }]);
        const alone = pointCheck({ ...curve, G1, G2 }, G1, "key: expected % it", signal);
        await alone.add(G1.toAffine(G1.g));
        await alone.add(G1.toAffine(G1.g));
        const off = G1.toAffine(G1.g);
        off[0] ^= 1;
        expect((await alone.add(off).catch((error) => error)).message).to.include("key: expected point 2 of it on the curve");
    });
});
