/** A prover that keeps its key: what it reads, what it keeps, what it starts in advance, and how it ends. */
import { readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { compile } from "../../scripts/make-fixtures.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { buildBls12381, buildBn128 } from "../../src/index.js";
import { keptReads } from "../../src/files/kept_reads.js";
import * as fflonk from "../../src/protocols/fflonk/index.js";
import * as groth16 from "../../src/protocols/groth16/index.js";
import * as packed from "../../packages/keys/src/packed.js";
import * as plonk from "../../src/protocols/plonk/index.js";
import { headerFields, sectionsOf, withSections } from "../support/binfiles.js";
import { circuitsIn, fixtures } from "../support/circuits.js";
import { itInAll } from "../support/extent.js";
import { failureOf } from "../support/failure.js";
import { until } from "../support/pool_module.js";

const PROTOCOLS = { groth16, plonk, fflonk };
const circuitOf = (wanted, protocol = "groth16") =>
    circuitsIn(fixtures).find(({ name, system }) => name === wanted && system === protocol);
const { zkey, wtns, vkey } = circuitOf("xor_net"), bytes = new Uint8Array(readFileSync(zkey)), witness = new Uint8Array(readFileSync(wtns));
const { createProver, verify } = groth16, HEADER = 2, COEFFICIENTS = 4, B1 = 6, H = 9;
const holds = async ({ publicSignals, proof }, key = vkey) => verify(key, publicSignals, proof);

/** A reader of the key that counts what it is asked for. */
function counted(of = bytes) {
    const asked = [];
    const read = async (offset, length) => {
        asked.push([offset, length]);
        return new Uint8Array(of.subarray(offset, offset + length));
    };
    return { asked, read, size: of.length };
}

describe("a prover that keeps its key", function () {
    this.timeout(60_000);
    const open = [];
    /** @returns {Promise<any>} closed after the test */
    const proverOf = async (key, options, protocol = groth16) => {
        const prover = await protocol.createProver(key, options);
        open.push(prover);
        return prover;
    };
    afterEach(() => Promise.all(open.splice(0).map((prover) => prover.close())));

    for (const [name, protocol] of Object.entries(PROTOCOLS)) it(`makes proofs of ${name}, in turn and at once`, async () => {
        const circuit = circuitOf("mimc_tiny", name), prover = await proverOf(circuit.zkey, { threads: 2 }, protocol);
        const make = () => prover.prove(circuit.wtns), results = [await make(), ...await Promise.all([make(), make()])];
        for (const { proof, publicSignals } of results) {
            expect(publicSignals).to.deep.equal(circuit.publicSignals);
            expect(await protocol.verify(circuit.vkey, publicSignals, proof)).to.equal(true);
        }
    });

    it("reads the key while it is created, and nothing of it for proofs", async () => {
        const source = counted(), prover = await proverOf(source, { threads: 0 }), { length } = source.asked;
        expect(length).to.be.above(5);
        for (let i = 0; i < 2; i++) expect(await holds(await prover.prove(witness))).to.equal(true);
        expect(source.asked.length).to.equal(length);
    });

    itInAll("reads again what memory has no room for", async () => {
        const curve = await buildBn128({ threads: 8 }), source = counted(); // whose workers may take 16 MiB and more
        try {
            const prover = await proverOf(source, { curve, memory: 2 ** 24 }), { length } = source.asked;
            for (const { type, offset, size } of sectionsOf(bytes)) {
                const read = source.asked.filter(([from]) => from >= offset && from < offset + size)
                    .reduce((sum, [, length]) => sum + length, 0);
                if (type > COEFFICIENTS && type <= H)
                    expect(read / size, `section ${type}, two rehearsals`).to.equal(type === B1 ? 0 : 2);
            }
            expect(await holds(await prover.prove(witness))).to.equal(true);
            expect(source.asked.length).to.be.above(length + 4);
        } finally {
            await curve.terminate();
        }
    });

    itInAll("keeps what was unpacked of a packed key, also of one in memory", async () => {
        const to = { type: "mem" };
        await packed.packKey(bytes, to, { threads: 0 });
        const source = counted(to.data), prover = await proverOf(source, { threads: 0 }), { length } = source.asked;
        expect(await holds(await prover.prove(witness))).to.equal(true);
        expect(source.asked.length).to.equal(length);
        const own = new Uint8Array(to.data), inMemory = await proverOf(own, { threads: 0 });
        own.fill(0); // nothing of it is unpacked again
        expect(await holds(await inMemory.prove(witness))).to.equal(true);
    });

    it("leaves bytes that the caller has where they are: what becomes of them counts", async () => {
        const own = new Uint8Array(bytes), prover = await proverOf(own, { threads: 0 });
        expect(await holds(await prover.prove(witness))).to.equal(true);
        own.fill(0, own.length >> 1);
        expect((await failureOf(prover.prove(witness))).code).to.be.oneOf(["ERR_CHECK", "ERR_POINT", "ERR_FILE"]);
    });

    for (const threads of [0, 2]) it(`calculates witnesses with the program that it was given, ${threads} workers`, async () => {
        const folder = temporaryFolder("kept-prover");
        try {
            compile("xor_net", "bn128", folder);
            const inputs = JSON.parse(readFileSync(join(zkey, "../input.json"), "utf8"));
            const wasm = join(folder, "xor_net.wasm");
            const prover = await proverOf(zkey, { threads, wasm }), phases = new Set();
            rmSync(wasm); // it is not read again
            for (let i = 0; i < 2; i++) {
                const onProgress = ({ phase }) => phases.add(phase);
                expect(await holds(await prover.fullProve(inputs, { onProgress }))).to.equal(true);
            }
            expect([...phases]).to.include("witness");
            expect((await failureOf(prover.fullProve({ none: 1 }))).code).to.equal("ERR_INPUT");
        } finally {
            rmSync(folder, { recursive: true });
        }
    });

    it("refuses inputs without a program, options that are not of one proof, and what no option is", async () => {
        const prover = await proverOf(zkey, { threads: 0 });
        const error = await failureOf(prover.fullProve({}));
        expect(error.code).to.equal("ERR_OPTION");
        expect(error.message).to.include("wasm");
        for (const options of [{ threads: 1 }, { memory: 2 ** 30 }, { curve: {} }, { wasm: "x" }, { check: 1 }, 7])
            expect((await failureOf(prover.prove(witness, options))).code, JSON.stringify(options)).to.equal("ERR_OPTION");
        for (const options of [{ threads: -1 }, { thread: 1 }, 7])
            expect((await failureOf(createProver(zkey, options))).code, JSON.stringify(options)).to.equal("ERR_OPTION");
    });

    it("takes options of all its proofs, and others of one", async () => {
        const seen = [], prover = await proverOf(zkey, { threads: 0, onProgress: () => seen.push("all"), timings: true });
        expect(seen, "nothing is told of rehearsals").to.deep.equal([]);
        expect((await prover.prove(witness)).timings.map(({ phase }) => phase)).to.include("check");
        expect(seen).to.include("all");
        const own = await prover.prove(witness, { check: false, timings: true, onProgress: () => seen.push("own") });
        expect(own.timings.map(({ phase }) => phase)).not.to.include("check");
        expect(seen).to.include("own");
        const reason = new Error("enough");
        expect(await failureOf(prover.prove(witness, { signal: AbortSignal.abort(reason) }))).to.equal(reason);
        expect(await holds(await prover.prove(witness))).to.equal(true);
    });

    it("is opened under its signal, and proves without it", async () => {
        const controller = new AbortController(), reason = new Error("enough");
        const prover = await proverOf(zkey, { threads: 0, signal: controller.signal });
        controller.abort(reason);
        expect(await holds(await prover.prove(witness))).to.equal(true);
        expect(await failureOf(createProver(zkey, { threads: 0, signal: controller.signal }))).to.equal(reason);
        const late = new AbortController(), source = counted();
        const opening = createProver({ ...source, read: async (...range) => {
            if (range[1] > 10_000) late.abort(reason);
            return source.read(...range);
        } }, { threads: 0, signal: late.signal });
        expect(await failureOf(opening)).to.equal(reason);
    });

    const isLinux = process.platform === "linux";
    const openFiles = () => readdirSync("/proc/self/fd").filter((fd) => {
        try {
            return readlinkSync(`/proc/self/fd/${fd}`) === zkey;
        } catch { // closed meanwhile
            return false;
        }
    }).length;
    (isLinux ? it : it.skip)("holds its file until it is closed, and none if it cannot be opened", async () => {
        const before = openFiles(), prover = await createProver(zkey, { threads: 0 });
        expect(openFiles()).to.equal(before + 1);
        await prover.close();
        await prover.close();
        expect(openFiles()).to.equal(before);
        const missing = await failureOf(createProver(zkey, { threads: 0, wasm: `${zkey}.missing` }));
        expect(missing.code).to.equal("ERR_READ");
        const other = await failureOf(createProver(zkey, { threads: 0, curve: await buildBls12381(true) }));
        expect(other.code).to.equal("ERR_OPTION");
        expect(openFiles()).to.equal(before);
    });

    it("lets its proofs end before it closes, and makes none afterwards", async () => {
        const source = counted(), prover = await createProver(source, { threads: 0 });
        const proof = prover.prove(witness), closing = prover.close(), order = [];
        proof.then(() => order.push("proof"));
        await closing.then(() => order.push("closed"));
        expect(order).to.deep.equal(["proof", "closed"]);
        expect(await holds(await proof)).to.equal(true);
        const error = await failureOf(prover.prove(witness));
        expect(error.code).to.equal("ERR_OPTION");
        expect(error.message).to.include("closed");
    });

    it("keeps workers while it is open, on any curve", async () => {
        const curve = await buildBn128({ threads: 2, terminationTimeout: 20 });
        const workers = () => curve.tm.pool.filter(Boolean);
        try {
            const prover = await createProver(zkey, { curve });
            const [first] = workers();
            expect(first).not.to.equal(undefined);
            await until(() => first.idleLong);
            expect(workers()).to.include(first);
            await prover.close();
            await until(() => workers().length === 0);
        } finally {
            await curve.terminate();
        }
    });

    it("goes on when its shared curve was terminated", async () => {
        const prover = await proverOf(circuitOf("mimc_bls").zkey, {}), { wtns: other, vkey: key } = circuitOf("mimc_bls");
        await globalThis.curve_bls12381?.terminate();
        expect(await holds(await prover.prove(other), key)).to.equal(true);
        await globalThis.curve_bls12381?.terminate();
    });

    for (const log of [15, 16]) it(`makes proofs in advance ${log === 15 ? "up to" : "not beyond"} a domain of 2^15`, async () => {
        const points = 64 * 2 ** log, [, at] = headerFields(32, 32).find(([field]) => field === "domainSize");
        const key = withSections(bytes, (sections) => sections.map(([type, body]) => {
            if (type === HEADER) new DataView(body.buffer).setUint32(at, 2 ** log, true);
            return [type, type === H ? new Uint8Array(points) : body];
        }));
        const source = counted(key), { offset } = sectionsOf(key).find(({ type }) => type === H);
        await proverOf(source, { threads: 0 });
        const read = source.asked.filter(([from, length]) => from + length > offset && from < offset + points);
        expect(read.reduce((sum, [, length]) => sum + length, 0)).to.equal(log === 15 ? points : 0);
    });
});

describe("what was read of a source", () => {
    const data = Uint8Array.from({ length: 64 }, (_, i) => i);
    const opened = (asked, more = {}) => ({
        name: "file", size: data.length, fresh: true, version: "7", length: async () => data.length, close: async () => {},
        read: async (offset, length, signal) => {
            asked.push([offset, length, signal]);
            return data.slice(offset, offset + length);
        },
        ...more,
    });

    it("is kept as far as is allowed, by range, and given as a copy each time", async () => {
        const asked = [], kept = keptReads(), source = kept.over(opened(asked)), { signal } = new AbortController();
        await source.read(0, 4);
        await source.read(0, 4, signal);
        expect(asked, "nothing is kept before it is allowed").to.deep.equal([[0, 4, undefined], [0, 4, signal]]);
        kept.allow(10);
        for (let i = 0; i < 3; i++) {
            const bytes = await source.read(8, 8);
            expect([...bytes]).to.deep.equal([...data.subarray(8, 16)]);
            bytes.fill(99);
        }
        expect(asked.length).to.equal(3);
        for (let i = 0; i < 2; i++) await source.read(16, 3); // of two bytes that are left
        expect(asked.length).to.equal(5);
        for (let i = 0; i < 2; i++) await source.read(20, 2);
        expect(asked.length).to.equal(6);
        kept.clear();
        for (let i = 0; i < 2; i++) await source.read(8, 8);
        expect(asked.length).to.equal(8);
    });

    it("counts once, however many read it at the same time", async () => {
        const asked = [], kept = keptReads(), source = kept.over(opened(asked));
        kept.allow(8);
        await Promise.all([source.read(0, 4), source.read(0, 4)]);
        await source.read(4, 4);
        expect(asked.length, "and is read once").to.equal(2);
        await source.read(4, 4);
        expect(asked.length).to.equal(2);
    });

    it("has the other properties of the source, and its errors, which are not kept", async () => {
        let fails = true;
        const kept = keptReads(), source = kept.over(opened([], { read: async () => {
            if (fails) throw new Error("gone");
            return data.slice(0, 2);
        } }));
        kept.allow(100);
        expect((await failureOf(source.read(0, 2))).message).to.equal("gone");
        fails = false;
        expect([...await source.read(0, 2)]).to.deep.equal([0, 1]);
        expect([source.name, source.size, source.fresh, source.version]).to.deep.equal(["file", 64, true, "7"]);
    });
});
