/**
 * PLONK and FFLONK on the fixture's small key, without snarkjs, so that it takes two seconds: the proof is the known
 * one, what is held is given back, and what it says of its phases and its key is what it was.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { configure } from "../../src/curves/config.js";
import { buildBn128 } from "../../src/index.js";
import { prover as fflonkProver } from "../../src/protocols/fflonk/entry.js";
import * as fflonk from "../../src/protocols/fflonk/index.js";
import { createProofWith as makeFflonk } from "../../src/protocols/fflonk/prove.js";
import { proveWith } from "../../src/protocols/key/prove.js";
import { prover as plonkProver } from "../../src/protocols/plonk/entry.js";
import * as plonk from "../../src/protocols/plonk/index.js";
import { BLINDING, createProofWith as makePlonk } from "../../src/protocols/plonk/prove.js";
import { fixture } from "../support/circuits.js";
import { hardwareConcurrency } from "../../src/util/host.js";
import { circuitOf, plonkKey } from "../support/plonk_keys.js";

const read = (name) => new Uint8Array(readFileSync(fixture("mimc_tiny", name)));
const wtns = read("witness.wtns");
const sha256 = (value) => createHash("sha256").update(JSON.stringify(value)).digest("hex");

/** Elements of all sizes, and zero, as test/prover/plonk.test.js gives them to snarkjs. */
const blinding = (count) => Array.from({ length: count }, (_, i) =>
    Uint8Array.from({ length: 32 }, (_, k) => (i === 4 ? 0 : k < 31 ? (i * 37 + k * 11) & 255 : 1)));

/** digest: of proof and public signals as snarkjs 0.7.6 makes them from the same blinding. */
const PROTOCOLS = {
    plonk: {
        api: plonk, prover: plonkProver, random: BLINDING,
        make: (context, controller) => makePlonk(context, controller, blinding(BLINDING)),
        held: { secrets: 33, left: 0, results: 19, open: 0 }, last: "Wxiw",
        phases: { witness: 480, points: 22, quotient: 6, A: 22, B: 22, C: 22, Z: 22, T1: 22, T2: 22, T3: 22, Wxi: 22,
            Wxiw: 22, check: 1 },
        info: { domainSize: 16, fixedMemory: 6720, expectedMemory: 73430848 },
        digest: "07a41ee554cb09add7b4f8c913b2113293644b273ec0f2c416ab63f552fe7940",
    },
    fflonk: {
        api: fflonk, prover: fflonkProver, random: 9,
        make: (context, controller) => makeFflonk(context, controller, blinding(9)),
        held: { secrets: 61, left: 0, results: 58, open: 8 }, last: "W2",
        phases: { witness: 480, points: 306, key: 8192, C1: 256, C2: 288, W1: 288, W2: 287, check: 1 },
        info: { domainSize: 32, fixedMemory: 46560, expectedMemory: 73719904 },
        digest: "b64da20a2bba3a1821d4ec5ed37567f0df4a51c111e52d991d44510f0abd03a1",
    },
};

for (const [name, { api, prover, random, make, digest, held, last, phases, info }] of Object.entries(PROTOCOLS))
describe(`${name} on a small key`, function () {
    this.timeout(60_000);
    const zkey = read(`${name}.zkey`), vkey = JSON.parse(readFileSync(fixture("mimc_tiny", `${name}_vkey.json`), "utf8"));
    const known = { ...prover, steps: { ...prover.steps, createProof: make } };
    let curve;
    before(async () => { curve = await buildBn128(true); });

    for (const options of [{}, { memory: 2 ** 24 }, { check: false, paranoid: true }])
        it(`proves as snarkjs does, ${JSON.stringify(options)}`, async () => {
            expect(sha256(await proveWith([known], zkey, wtns, { curve, ...options }))).to.equal(digest);
        });

    /** Lists of what tasks and transforms gave, and what is left of them once `body` has ended. */
    async function leftBy(body) {
        const { tm } = curve, { runHere, queueAction } = tm, given = [];
        for (const way of ["runHere", "queueAction"]) {
            const run = tm[way];
            tm[way] = async (...args) => {
                const results = await run.apply(tm, args);
                given.push(...results.filter((bytes) => bytes.length >= 32 * 16));
                return results;
            };
        }
        try {
            return { result: await body(), given };
        } finally {
            Object.assign(tm, { runHere, queueAction });
        }
    }

    it("clears every column, polynomial and random element, and gives back early what it can", async () => {
        const { fromRng } = curve.Fr, drawn = [], secrets = [];
        curve.Fr.fromRng = function (rng) {
            drawn.push(fromRng.call(this, rng));
            return drawn.at(-1);
        };
        const spying = { ...prover, steps: { ...prover.steps, createProof: (context, controller) => {
            const { push } = context.secrets;
            context.secrets.push = (...lists) => (secrets.push(...lists), push.apply(context.secrets, lists));
            return prover.steps.createProof(context, controller).finally(() => { atEnd = context.secrets.length; });
        } } };
        let atEnd;
        let given;
        try {
            ({ given } = await leftBy(() => proveWith([spying], zkey, wtns, { curve })));
        } finally {
            delete curve.Fr.fromRng;
        }
        expect(drawn.length).to.equal(random);
        const there = (lists) => lists.filter(({ length }) => length > 0); // what was given back is empty
        for (const list of [...drawn, ...there(secrets)]) expect(list.every((byte) => byte === 0)).to.equal(true);
        expect(secrets.length, "what is cleared if the proof fails").to.equal(held.secrets);
        expect(atEnd, "of which the prover leaves to the end").to.equal(held.left);
        expect(there(given).length, "of all results, those that are held to the end").to.be.at.most(held.results);
        const open = there(given).filter((list) => list.some(Boolean));
        expect(open.length, "and those that are not cleared: of the key, roots")
            .to.be.at.most(held.open);
    });

    it("draws what blinds it anew, and clears it also where it fails", async () => {
        const { fromRng } = curve.Fr, drawn = [], controller = new AbortController(), reason = new Error("enough");
        curve.Fr.fromRng = function (rng) {
            drawn.push(fromRng.call(this, rng));
            return drawn.at(-1);
        };
        const onProgress = ({ phase, done }) => { if (phase === last && done === 0) controller.abort(reason); };
        try {
            const options = { curve, signal: controller.signal, onProgress };
            const failed = await proveWith([prover], zkey, wtns, options).catch((error) => error);
            expect(failed).to.equal(reason);
        } finally {
            delete curve.Fr.fromRng;
        }
        expect(drawn.length).to.equal(random);
        for (const list of drawn) expect(list.every((byte) => byte === 0)).to.equal(true);
    });

    it("starts no more work once it is aborted, wherever it is", async () => {
        const { tm } = curve, { runHere } = tm, reason = new Error("enough");
        for (let stop = 1, ended = false; !ended; stop += 7) {
            const controller = new AbortController();
            let calls = 0, after = 0;
            tm.runHere = (...args) => {
                if (controller.signal.aborted) after++;
                else if (++calls === stop) controller.abort(reason);
                return runHere.apply(tm, args);
            };
            try {
                const options = { curve, signal: controller.signal, check: false };
                const outcome = await proveWith([known], zkey, wtns, options).catch((error) => error);
                ended = !controller.signal.aborted;
                if (!ended) expect([outcome, after], `at task ${stop}`).to.deep.equal([reason, 0]);
            } finally {
                tm.runHere = runHere;
            }
        }
    });

    it("tells of each phase, from nothing to all of it, and what it cost", async () => {
        const reports = [], onProgress = (report) => reports.push(report);
        const { timings } = await proveWith([known], zkey, wtns, { curve, timings: true, paranoid: true, onProgress });
        expect(timings.map(({ phase }) => phase)).to.deep.equal(Object.keys(phases));
        for (const [phase, total] of Object.entries(phases)) {
            const own = reports.filter((report) => report.phase === phase);
            expect(own[0], phase).to.include({ done: 0, total });
            expect(own.at(-1), phase).to.include({ done: total, total });
        }
        expect(reports.at(-1).overall).to.equal(1);
        if (name === "plonk") expect(reports.filter(({ phase }) => phase === "quotient").length).to.equal(7);
    });

    it("says what the key is and takes", async () => {
        const { sections, ...rest } = await api.zkeyInfo(zkey, { threads: 2 });
        expect(rest).to.deep.equal({
            protocol: name, curve: "bn128", signals: 15, publicSignals: 1, constraints: 16, additions: 3,
            bytes: zkey.length, threads: 2, ...info,
        });
        expect(sections).to.include({ protocol: 4, additions: 216, a: 64, b: 64, c: 64 });
        expect((await api.zkeyInfo(zkey)).threads, "of the host").to.equal(hardwareConcurrency());
        configure({ threads: 3 });
        try {
            expect((await api.zkeyInfo(zkey)).threads).to.equal(3);
            expect(await api.zkeyInfo(zkey, { threads: 0 })).to.include({ ...info, threads: 0 });
        } finally {
            configure({ threads: undefined });
        }
    });

    it("verifies, in the same steps, what snarkjs made", async () => {
        const [proof, signals] = ["proof", "public"].map((part) =>
            JSON.parse(readFileSync(fixture("mimc_tiny", `${name}_${part}.json`), "utf8")));
        for (const options of [undefined, { curve }]) {
            expect(await api.verify(vkey, signals, proof, options)).to.equal(true);
            expect(await api.verify(vkey, ["1"], proof, options)).to.equal(false);
            expect(await api.verify(vkey, signals, proof, { ...options, reason: true })).to.deep.equal({ valid: true });
        }
        expect((await api.verify(vkey, ["1"], proof, { reason: true })).reason).to.equal("EQUATION");
    });

    it("refuses a witness that does not satisfy the circuit, by name", async () => {
        const wrong = wtns.slice();
        wrong[wrong.length - 32] ^= 1;
        const error = await proveWith([known], zkey, wrong, { curve }).catch((reason) => reason);
        expect(error.code).to.equal("ERR_CHECK");
        expect(error.message).to.match(/^witness: expected a witness that satisfies the circuit of zkey/);
        expect((await proveWith([known], zkey, wrong, { curve, check: false })).publicSignals.length).to.equal(1);
    });
});

describe("PLONK on keys of other shapes", function () {
    this.timeout(60_000);
    let curve;
    before(async () => { curve = await buildBn128(true); });

    for (const shape of [{ rows: 6, signals: 0 }, { rows: 20, signals: 3 }, { rows: 10, signals: 2, additions: 0 }])
        it(`proves and verifies: ${JSON.stringify(shape)}`, async () => {
            const { zkey, wtns: witness, vkey, publicSignals } = await plonkKey(curve, circuitOf(curve.r, shape));
            const made = await plonk.prove(zkey, witness, { curve });
            expect(made.publicSignals).to.deep.equal(publicSignals);
            expect(await plonk.verify(vkey, publicSignals, made.proof, { curve })).to.equal(true);
            for (let i = 0; i < publicSignals.length; i++) {
                const others = [...publicSignals];
                others[i] = String((BigInt(others[i]) + 1n) % curve.r);
                expect(await plonk.verify(vkey, others, made.proof, { curve }), `signal ${i}`).to.equal(false);
            }
        });
});
