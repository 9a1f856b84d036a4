/**
 * FFLONK: keys that snarkjs made, proofs that are byte for byte those of snarkjs when the blinding is the same, both
 * directions of verification, and everything that can be wrong with files, workers and patience.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect } from "chai";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { buildBn128 } from "../../src/index.js";
import { proveWith } from "../../src/protocols/key/prove.js";
import { prover } from "../../src/protocols/fflonk/entry.js";
import { fullProve, prove, ProverError, verify, zkeyInfo } from "../../src/protocols/fflonk/index.js";
import { createProofWith } from "../../src/protocols/fflonk/prove.js";
import { flipped, sectionsOf, withSections } from "../support/binfiles.js";
import { fixture } from "../support/circuits.js";
import { openClient } from "../support/client.js";
import { ALL_ROWS, itInAll, rowsOf, thinned } from "../support/extent.js";
import { failureOf } from "../support/failure.js";
import { circuitOf, powersOfTau } from "../support/plonkish_circuits.js";
import { seed, uniform } from "../support/random.js";
import { root } from "../support/scratch.js";

const R = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;
const HEADER = 2, ADDITIONS = 3, COLUMN_A = 4, SIGMA_1 = 12, TAU = 16, C0 = 17;

/** Rows, public signals and shapes of circuits; 30 rows fill a domain of 32. */
const CIRCUITS = {
    "one public signal": { rows: 6, publics: 1 },
    "no public signal": { rows: 6, publics: 0 },
    "a full domain with additions": { rows: 30, publics: 3, sums: true },
    ...rowsOf({
        "all rows public": { rows: 6, publics: 6 }, "zeros and ones": { rows: 100, publics: 20, bits: true },
    }, {}),
    "several blocks": { rows: rowsOf(1000, 500), publics: 40, sums: true },
};
const FEW = ["a full domain with additions"];
/** Values of polynomials that are blinded. */
const SECRET = ["a", "b", "c", "z", "zw", "t1w", "t2w", "inv"];
const bytesOf = (hex) => Uint8Array.from(Buffer.from(hex, "hex"));
const le = (value) => Buffer.from(value.toString(16).padStart(64, "0"), "hex").reverse().toString("hex");
/** Random elements as they are drawn, with edges. */
const BLINDINGS = {
    random: () => Array.from({ length: 9 }, () => le(uniform(R))),
    zeros: () => Array.from({ length: 9 }, () => le(0n)),
    "r - 1": () => Array.from({ length: 9 }, () => le(R - 1n)),
};

/** The prover with random elements that are given. */
const fixed = (blinding) => ({
    ...prover,
    steps: {
        ...prover.steps,
        createProof: (context, controller) => createProofWith(context, controller, blinding.map(bytesOf)),
    },
});

describe(`prover: fflonk (SEED=${seed})`, function () {
    this.timeout(240_000);
    const keys = {}, folder = temporaryFolder("fflonk"), file = (name) => join(folder, name);
    let plain, curve;
    /** Called when a worker is handed a task. */
    let onTask = () => {};
    const createWorker = ({ source }) => {
        const worker = new Worker(source, { eval: true, execArgv: [] }), post = worker.postMessage.bind(worker);
        worker.postMessage = (message, transfers) => {
            if (message?.task) onTask(worker);
            post(message, transfers);
        };
        return worker;
    };
    const ask = (request) => plain.scenario("columns", { protocol: "fflonk", ...request });

    before(async () => {
        plain = openClient(root);
        curve = await buildBn128({ threads: 2, createWorker });
        for (const [name, shape] of Object.entries(CIRCUITS)) {
            const power = Math.max(3, Math.ceil(Math.log2(shape.rows + 2))) + 3, { r1cs, wtns } = circuitOf(shape);
            const paths = {};
            for (const kind of ["r1cs", "ptau", "zkey", "wtns"]) paths[kind] = file(`${name}.${kind}`);
            writeFileSync(paths.r1cs, r1cs);
            writeFileSync(paths.wtns, wtns);
            writeFileSync(paths.ptau, await powersOfTau(curve, power));
            const { vkey } = await ask({ setup: paths });
            keys[name] = { ...paths, vkey, key: new Uint8Array(readFileSync(paths.zkey)), witness: wtns };
        }
    });
    after(async () => {
        await Promise.all([plain?.close(), curve?.terminate()]);
        rmSync(folder, { recursive: true, force: true });
    });

    for (const name of Object.keys(CIRCUITS)) {
        if (ALL_ROWS || FEW.includes(name)) it(`${name}: with the same random elements, the proof is that of snarkjs`, async () => {
            const { zkey, wtns, vkey } = keys[name];
            for (const [kind, draw] of Object.entries(BLINDINGS)) {
                if (kind !== "random" && CIRCUITS[name].rows > rowsOf(500, 30)) continue; // seconds each
                const blinding = draw(), want = await ask({ prove: { zkey, wtns, blinding } });
                for (const threads of [0, 2]) {
                    const got = await proveWith([fixed(blinding)], zkey, wtns, { threads, check: false });
                    expect(JSON.stringify(got), `${kind}, ${threads} threads`).to.equal(
                        JSON.stringify({ proof: want.proof, publicSignals: want.publicSignals }),
                    );
                }
                expect(await verify(vkey, want.publicSignals, want.proof), "the proof of snarkjs").to.equal(true);
            }
        });

        it(`${name}: our proof verifies under snarkjs, and other signals do not`, async () => {
            const { zkey, wtns, vkey } = keys[name], { proof, publicSignals } = await prove(zkey, wtns, { threads: 2 });
            expect((await ask({ verify: { vkey, publicSignals, proof } })).valid).to.equal(true);
            expect(await verify(vkey, publicSignals, proof)).to.equal(true);
            if (publicSignals.length === 0) return;
            const others = [...publicSignals];
            others[others.length - 1] = String((BigInt(others[others.length - 1]) + 1n) % R);
            expect((await ask({ verify: { vkey, publicSignals: others, proof } })).valid).to.equal(false);
            expect(await verify(vkey, others, proof)).to.equal(false);
        });
    }

    it("the fixture's key and proof", async () => {
        const at = (name) => fixture("mimc_tiny", name), vkey = JSON.parse(readFileSync(at("fflonk_vkey.json")));
        const [proof, signals] = ["proof", "public"].map((part) => JSON.parse(readFileSync(at(`fflonk_${part}.json`))));
        expect(await verify(vkey, signals, proof, { reason: true })).to.deep.equal({ valid: true });
        const own = await prove(at("fflonk.zkey"), at("witness.wtns"), { threads: 0, paranoid: true });
        expect(own.publicSignals).to.deep.equal(signals);
        expect(Object.keys(own.proof.evaluations)).to.deep.equal(Object.keys(proof.evaluations));
    });

    it("blinds freshly: two proofs of one witness share nothing but the key's polynomials", async () => {
        const { zkey, wtns } = keys["one public signal"];
        const { proof: one } = await prove(zkey, wtns, { curve }), { proof: two } = await prove(zkey, wtns, { curve });
        for (const [part, places] of [["polynomials", ["C1", "C2", "W1", "W2"]], ["evaluations", SECRET]])
            for (const place of places) expect(two[part][place], place).to.not.deep.equal(one[part][place]);
    });

    it("says what the key is, and what it reads: neither selectors with their values nor Lagrange polynomials", async () => {
        const { zkey, key, wtns } = keys["a full domain with additions"], info = await zkeyInfo(zkey);
        expect(info).to.include({ protocol: "fflonk", curve: "bn128", domainSize: 32, publicSignals: 3 });
        expect(info.additions).to.be.above(0);
        const read = new Set(), reader = async (offset, length) => {
            for (const { type, offset: from, size } of sectionsOf(key))
                if (offset < from + size && offset + length > from && length > 4096) read.add(type);
            return key.slice(offset, offset + length);
        };
        await prove(reader, wtns, { curve });
        expect([...read].sort((a, b) => a - b)).to.deep.equal([TAU, C0]);
    });

    it("leaves no blinding and no column behind", async () => {
        const { zkey, wtns } = keys["one public signal"], held = [];
        const spying = { ...prover, steps: { ...prover.steps, createProof: (context) => {
            held.push(context.secrets);
            const { push } = context.secrets;
            context.secrets.push = (...lists) => {
                held.push(...lists);
                return push.apply(context.secrets, lists);
            };
            return prover.steps.createProof(context);
        } } };
        const { fromRng } = curve.Fr, drawn = [];
        curve.Fr.fromRng = function (rng) {
            drawn.push(fromRng.call(this, rng));
            return drawn[drawn.length - 1];
        };
        try {
            await proveWith([spying], zkey, wtns, { curve });
        } finally {
            delete curve.Fr.fromRng;
        }
        expect(held.length).to.be.above(20);
        expect(drawn.length).to.equal(9);
        // what was given away is empty
        for (const list of [...held.flat(), ...drawn].filter(({ length }) => length > 0))
            expect(list.every((byte) => byte === 0)).to.equal(true);
    });

    describe("faults", () => {
        const fails = async (zkey, wtns, code, options = {}) => {
            const error = await failureOf(prove(zkey, wtns, { curve, ...options }));
            expect(error, error.stack).to.be.instanceOf(ProverError);
            expect(error.code, error.message).to.be.oneOf([code].flat());
            expect(error.message).to.match(/expected .+, got .+/s);
            return error.message;
        };
        const recovered = async () => {
            onTask = () => {};
            const { zkey, wtns, vkey } = keys["several blocks"];
            const { proof, publicSignals } = await prove(zkey, wtns, { curve });
            expect(await verify(vkey, publicSignals, proof)).to.equal(true);
        };

        it("a key cut at every boundary, and beside it", async () => {
            const { key, witness } = keys["one public signal"];
            for (const { header, offset, size } of sectionsOf(key))
                for (const cut of [header, header + 1, offset, offset + (size >> 1), offset + size - 1])
                    await fails(key.slice(0, Math.min(cut, key.length - 1)), witness, "ERR_FILE");
        });

        itInAll("one changed byte in each field of the header", async () => {
            const { key, witness } = keys["one public signal"];
            const { offset, size } = sectionsOf(key).find(({ type }) => type === HEADER);
            for (let at = 0; at < size; at += at < 100 ? 1 : 7)
                await fails(flipped(key, offset + at), witness, [
                    "ERR_FILE", "ERR_CURVE", "ERR_POINT", "ERR_WITNESS", "ERR_CHECK", // the last with fewer public signals
                ]);
        });

        it("a section that is missing or of another size", async () => {
            const { key, witness } = keys["one public signal"];
            for (let type = 1; type <= 17; type++) {
                const without = withSections(key, (list) => list.filter(([t]) => t !== type));
                expect(await fails(without, witness, "ERR_FILE")).to.include(`section ${type}`);
                const longer = withSections(key, (list) => list.map(([t, body]) =>
                    [t, t === type ? Uint8Array.from([...body, ...new Uint8Array(32)]) : body]));
                await fails(longer, witness, "ERR_FILE");
            }
        });

        it("wires that the key does not have", async () => {
            const { key, witness } = keys["a full domain with additions"];
            for (const [type, at] of [[ADDITIONS, 0], [ADDITIONS, 4], [COLUMN_A, 0], [COLUMN_A, 4]]) {
                const { offset } = sectionsOf(key).find((section) => section.type === type);
                const damaged = flipped(key, offset + at + 3, 0x80);
                expect(await fails(damaged, witness, "ERR_FILE")).to.match(/expected (addition|row) \d+ .*to name/);
            }
        });

        it("damaged polynomials and points", async () => {
            const { key, witness } = keys["a full domain with additions"], at = (section) =>
                sectionsOf(key).find(({ type }) => type === section).offset;
            for (const part of [0, 3, 5, 7])
                await fails(flipped(key, at(C0) + 32 * part), witness, ["ERR_CHECK", "ERR_FILE"]);
            const odd = flipped(key, at(TAU) + 64 * 5);
            await fails(odd, witness, "ERR_CHECK");
            expect(await fails(odd, witness, "ERR_POINT", { paranoid: true })).to.include("point 5");
            await prove(flipped(key, at(SIGMA_1)), witness, { curve }); // it is in C0 too, and not read here
        });

        it("a witness that does not satisfy the circuit, and that of another one", async () => {
            const { key, witness } = keys["one public signal"], wrong = Uint8Array.from(witness);
            wrong[wrong.length - 32] ^= 1;
            expect(await fails(key, wrong, "ERR_CHECK")).to.include("does not satisfy the circuit");
            await fails(key, keys["a full domain with additions"].witness, "ERR_WITNESS");
            const unchecked = await prove(key, wrong, { curve, check: false });
            const { vkey } = keys["one public signal"];
            expect(await verify(vkey, unchecked.publicSignals, unchecked.proof)).to.equal(false);
        });

        it("keys of other protocols", async () => {
            const { witness } = keys["one public signal"];
            for (const name of ["circuit.zkey", "plonk.zkey"])
                expect(await fails(fixture("mimc_tiny", name), witness, "ERR_FILE")).to.include("expected a fflonk key");
            const error = await failureOf(fullProve({}, new Uint8Array(8), fixture("mimc_tiny", "plonk.zkey")));
            expect(error).to.be.instanceOf(ProverError);
        });

        it("too little memory, before anything is read", async () => {
            const { zkey, wtns } = keys["several blocks"];
            const load = { ...prover, memory: (key) => ({ ...prover.memory(key), fixed: 2 ** 25 }) };
            const error = await failureOf(proveWith([load], zkey, wtns, { memory: 2 ** 24 }));
            expect(error.code).to.equal("ERR_LIMIT");
            await prove(zkey, wtns, { curve, memory: 2 ** 24 });
        });

        itInAll("a reader that stalls, one that fails in each read, and an abort in each", async () => {
            const { key, wtns } = keys["one public signal"];
            const reader = (hook) => {
                let count = 0;
                return async (offset, length) => (await hook(count++)) ?? key.slice(offset, offset + length);
            };
            let reads = 0;
            await prove(reader(() => { reads++; }), wtns, { curve });
            for (const i of thinned([...Array(reads).keys()], 4)) {
                const stalling = reader((k) => (k === i ? new Promise(() => {}) : undefined));
                await fails(stalling, wtns, "ERR_READ", { readTimeout: 50 });
                const stop = new AbortController(), reason = new Error("enough");
                const aborting = reader((k) => { if (k === i) stop.abort(reason); });
                expect(await failureOf(prove(aborting, wtns, { curve, signal: stop.signal }))).to.equal(reason);
            }
            await recovered();
        });

        itInAll("a worker that dies, at several tasks", async () => {
            const { zkey, wtns } = keys["several blocks"];
            let tasks = 0;
            onTask = () => { tasks++; };
            await prove(zkey, wtns, { curve });
            expect(tasks).to.be.above(3);
            for (const at of thinned([tasks >> 1, 0, tasks - 1], 3)) {
                let count = 0;
                onTask = (worker) => { if (count++ === at) worker.terminate(); };
                await fails(zkey, wtns, "ERR_WORKER");
                await recovered();
            }
        });

        itInAll("an abort while workers calculate", async () => {
            const { zkey, wtns } = keys["several blocks"], stop = new AbortController(), reason = new Error("enough");
            onTask = () => stop.abort(reason);
            expect(await failureOf(prove(zkey, wtns, { curve, signal: stop.signal }))).to.equal(reason);
            await recovered();
        });
    });
});
