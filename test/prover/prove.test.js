/** Proofs over zkey files: each verifies here and under snarkjs on plain ffjavascript, and snarkjs's verify here. */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { buildBls12381, buildBn128 } from "../../src/index.js";
import { prove, verify, zkeyInfo } from "../../src/protocols/groth16/index.js";
import { circuitsIn, corpus, fixtures } from "../support/circuits.js";
import { openClient } from "../support/client.js";
import { verifyBothWays } from "../support/cross.js";
import { ALL_ROWS, itInAll, rowsOf } from "../support/extent.js";
import { root } from "../support/scratch.js";

const groth16 = (folder) => circuitsIn(folder)
    .filter(({ system, name }) => system === "groth16" && (ALL_ROWS || name !== "membership"));
const falsified = ([first, ...rest]) => [(BigInt(first) + 1n).toString(), ...rest];
const threads = 2;

describe("prover: groth16", function () {
    this.timeout(120_000);
    let plain;
    before(() => { plain = openClient(root); });
    after(() => plain?.close());

    it("has circuits on both curves", () =>
        expect(new Set(groth16(fixtures).map(({ vkey }) => vkey.curve))).to.deep.equal(new Set(["bn128", "bls12381"])));

    for (const circuit of rowsOf([fixtures, corpus], [fixtures]).flatMap(groth16)) {
        it(`${circuit.name}: proves, and both verify`, async () => {
            const { proof, publicSignals } = await prove(circuit.zkey, circuit.wtns, { threads });
            expect(publicSignals).to.deep.equal(circuit.publicSignals);
            expect(Object.keys(proof)).to.deep.equal(Object.keys(circuit.proof));
            expect(await verify(circuit.vkey, publicSignals, proof)).to.equal(true);
            expect(await verify(circuit.vkey, falsified(publicSignals), proof)).to.equal(false);
            await verifyBothWays({ system: "groth16", vkey: circuit.vkey, publicSignals, proof }, plain);
            expect(await verify(circuit.vkey, circuit.publicSignals, circuit.proof), "the proof of snarkjs").to.equal(
                true,
            );
        });
    }

    itInAll("skips no corpus silently", function () {
        if (groth16(corpus).length === 0) {
            this.test.title += `: absent at ${corpus}, only fixtures were proved`;
            return;
        }
        expect(groth16(corpus).length).to.be.above(4);
    });

    it("blinds freshly: two proofs of one witness share no point", async () => {
        const [{ zkey, wtns }] = groth16(fixtures).filter(({ name }) => name === "xor_net");
        const [one, two] = [await prove(zkey, wtns, { threads }), await prove(zkey, wtns, { threads })];
        for (const name of ["pi_a", "pi_b", "pi_c"]) expect(one.proof[name]).to.not.deep.equal(two.proof[name]);
    });

    it("proves without workers, in little memory, with check and paranoid, with the same public signals", async () => {
        for (const name of ["xor_net", "mimc_bls"]) {
            const { zkey, wtns, vkey, publicSignals } = groth16(fixtures).find((circuit) => circuit.name === name);
            for (const options of [
                { threads: 0 },
                { threads, memory: 2 ** 24 },
                { threads, check: true, paranoid: true },
            ]) {
                const result = await prove(zkey, wtns, options);
                expect(result.publicSignals).to.deep.equal(publicSignals);
                expect(await verify(vkey, result.publicSignals, result.proof)).to.equal(true);
            }
        }
    });

    it("takes a curve that the caller built, and refuses one that is not of this engine or not the key's", async () => {
        const { zkey, wtns, vkey } = groth16(fixtures).find(({ name }) => name === "mimc_tiny");
        const curve = await buildBn128(true), other = await buildBls12381(true);
        const { proof, publicSignals } = await prove(zkey, wtns, { curve });
        expect(await verify(vkey, publicSignals, proof, { curve })).to.equal(true);
        for (const wrong of [other, { tm: {} }])
            expect((await prove(zkey, wtns, { curve: wrong }).catch((error) => error)).code).to.equal("ERR_OPTION");
    });

    it("never proves on a curve that another package left in the cache", async () => {
        const { zkey, wtns, vkey } = groth16(fixtures).find(({ name }) => name === "mimc_tiny");
        const before = globalThis.curve_bn128;
        globalThis.curve_bn128 = { name: "bn128", get Fr() { throw new Error("a foreign curve was used"); } };
        try {
            const { proof, publicSignals } = await prove(zkey, wtns);
            expect(await verify(vkey, publicSignals, proof)).to.equal(true);
        } finally {
            globalThis.curve_bn128 = before;
        }
    });

    it("reports every phase from nothing to all, never backwards, and when each ran", async () => {
        const { zkey, wtns } = groth16(fixtures).find(({ name }) => name === "mimc_example");
        const seen = new Map();
        const { timings } = await prove(zkey, wtns, {
            threads,
            check: true,
            timings: true,
            onProgress({ phase, done, total }) {
                const last = seen.get(phase);
                expect(done).to.equal(last ? Math.max(done, last.done) : 0);
                expect(done).to.be.at.most(total);
                if (last) expect(total).to.equal(last.total);
                seen.set(phase, { done, total });
            },
        });
        expect([...seen.keys()]).to.have.members([
            "witness",
            "coefficients",
            "fft",
            "A",
            "B2",
            "C",
            "H",
            "check",
        ]);
        for (const [phase, { done, total }] of seen) expect(done, phase).to.equal(total);
        const info = await zkeyInfo(zkey);
        expect(seen.get("A").total).to.equal(info.signals);
        expect(seen.get("coefficients").total).to.equal(info.coefficients);
        expect(timings.map(({ phase }) => phase)).to.have.members([...seen.keys()]);
        for (const { start, end } of timings) expect(end).to.be.at.least(start);
    });

    itInAll("says which thread was busy with what, in the time of the phases, and only on request", async () => {
        const { zkey, wtns } = groth16(fixtures).find(({ name }) => name === "mimc_example");
        for (const options of [{ threads: 2 }, { threads: 0 }]) {
            const curve = await buildBn128(options), watch = curve.tm.watch.bind(curve.tm);
            let watching = 0;
            curve.tm.watch = (watcher) => {
                const end = watch(watcher);
                watching++;
                return () => { watching--; end(); };
            };
            try {
                const { timings, tasks, engine } = await prove(zkey, wtns, { curve, timings: true });
                const last = Math.max(...timings.map(({ end }) => end));
                for (const { thread, task, start, end } of tasks) {
                    expect(thread).to.be.within(0, engine.threads);
                    expect(task).to.match(/^\w+(, \w+)*$/);
                    expect([0, start, end, last], task).to.deep.equal([0, start, end, last].toSorted((a, b) => a - b));
                }
                for (const op of [/^g1m_msm/, /^g2m_msm/, /fft/])
                    expect(tasks.some(({ task }) => op.test(task)), `${op}`).to.equal(true);
                if (options.threads === 0) expect(tasks.every(({ thread }) => thread === 0)).to.equal(true);
                expect(watching, "watchers that are left").to.equal(0);
                expect(Object.keys(await prove(zkey, wtns, { curve })).sort()).to.deep.equal(["proof", "publicSignals"]);
            } finally {
                await curve.terminate();
            }
        }
    });

    itInAll("says how far everything is, from 0 to 1, never backwards, at any number of threads", async () => {
        const ways = [{ threads }, { threads: 0, check: false }];
        for (const { zkey, wtns } of groth16(fixtures)) for (const options of ways) {
            const seen = [];
            await prove(zkey, wtns, { ...options, onProgress: ({ overall }) => seen.push(overall) });
            expect(seen[0]).to.equal(0);
            expect(seen.at(-1)).to.equal(1);
            expect(seen, String(seen)).to.deep.equal(seen.toSorted((a, b) => a - b));
            expect(new Set(seen).size).to.be.at.least(8);
        }
    });

    it("says what a key holds", async () => {
        const manifest = JSON.parse(readFileSync(new URL("../fixtures/MANIFEST.json", import.meta.url), "utf8"));
        for (const { name, zkey, vkey } of groth16(fixtures)) {
            const { constraints, wires } = manifest.circuits.find((circuit) => circuit.name === name);
            const info = await zkeyInfo(zkey, { threads });
            expect(info).to.include({
                protocol: "groth16",
                curve: vkey.curve,
                signals: wires,
                publicSignals: vkey.nPublic,
                constraints,
                threads,
            });
            expect(info.expectedMemory).to.be.above(2 ** 20);
        }
    });
});
