/** What a circuit is, and what keys and proofs of it will take: sizes are those of snarkjs's keys, to the byte. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { compile } from "../../scripts/make-fixtures.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { r1csFacts } from "../../src/circuits/facts.js";
import { forecastProofs, machineSpeed } from "../../src/protocols/forecast.js";
import { zkeyInfo } from "../../src/protocols/index.js";
import { gateForecast } from "../../src/protocols/plonkish/forecast.js";
import { sectionsOf } from "../support/binfiles.js";
import { fixtures } from "../support/circuits.js";
import { r1csOf } from "../support/made_circuit.js";
import { runCommand } from "../support/command.js";

const R = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;
const BLS12381 = 52435875175126190479447740508185965837690552500527637822603658699938581184513n;
const MACHINE = { threads: 2, memory: 2 ** 30, speed: { lanes: 1, rest: 1 } };
const bit = (wire, a = [[wire, 1n]], b = [[0, R - 1n], [wire, 1n]]) => [a, b, []];

describe("circuits: facts and forecasts", function () {
    this.timeout(60_000);

    it("counts constraints by kind: products, those of bits however they are written, linear ones", async () => {
        const bits = [
            bit(3), bit(4, [[0, 1n], [4, R - 1n]], [[4, 1n]]), bit(5, [[5, 7n]], [[0, R - 3n], [5, 3n]]),
        ];
        const others = [
            [[[3, 1n]], [[4, 1n]], []], // other signals
            [[[3, 1n]], [[3, 1n]], []], // no 1
            [[[0, 2n], [3, 1n]], [[3, 1n]], []], // 0 or -2
            [[[3, 1n]], [[0, R - 1n], [3, 1n]], [[1, 1n]]], // a result
            [[[3, 1n]], [[0, R - 1n], [3, 1n]], [[0, 5n]]],
            [[[1, 1n], [2, 1n], [3, 0n], [4, 5n]], [[1, 1n]], [[1, 1n], [2, 2n]]], // three additions
        ];
        const linear = [
            [[], [], [[1, 1n], [2, 1n], [3, 1n], [0, 4n]]],
            [[[0, 2n]], [[1, 1n], [2, 1n], [3, 1n]], [[4, 1n], [5, 1n]]], // five signals: two additions
        ];
        const system = r1csOf({ r: R, n8: 32 }, [...bits, ...others, ...linear], { signals: 6, publicInputs: 1 });
        const facts = await r1csFacts(system, { sym: new TextEncoder().encode("1,1,0,main.out\n3,3,0,main.x\n"), max: 1 });
        expect(facts).to.deep.include({
            curve: "bn128", r: R, signals: 6, publicSignals: 2, constraints: 11, products: 9, bits: 3, linear: 2,
            additions: 5, customGates: 0, outputs: { count: 1, first: ["main.out"] },
            publicInputs: { count: 1, first: ["wire[2]"] }, privateInputs: { count: 1, first: ["main.x"] },
        });
    });

    it("counts signals by the factors that they occur in, and those that are surely small", async () => {
        const one = [0, 1n], minus = R - 1n, equal = (...terms) => [[], [], terms];
        const system = (more = []) => r1csOf({ r: R, n8: 32 }, [
            bit(1), bit(2),
            [[[1, 2n]], [[2, 1n]], [[1, 1n], [2, 1n], [3, minus]]], // xor
            equal([4, minus], [3, 2n ** 60n]), // a product of short ones, also with a constant
            [[[4, 1n], one], [[1, minus]], [[5, 1n], one]],
            equal([6, 1n], [1, R - 2n ** 63n], [2, 2n ** 63n]), // 2^64 is not short
            equal([7, 2n], [1, 1n]), // a half
            [[[8, 1n]], [[1, 1n]], [[9, 1n]]], // a factor that may be long
            [[[1, 1n]], [[8, 1n]], [[10, 1n]]],
            equal([11, 1n], [12, 1n], [1, 1n]), // two at once
            equal([13, 1n], [8, 1n]),
            ...more,
        ], { signals: 14 });
        const counts = async (...more) => {
            const { short, inA, inB } = await r1csFacts(system(more));
            return [short, inA, inB];
        };
        // the constant; 1 to 5
        expect(await counts()).to.deep.equal([6, 5, 4]);
        expect(await counts(equal([8, 1n], [1, 1n]))).to.deep.equal([7, 5, 4]); // what used it before stays open
        expect(await counts(equal([8, 1n], [1, 1n]), equal([13, 1n], [8, minus]))).to.deep.equal([8, 5, 4]);
        expect(await counts(equal([5, 1n], [3, 1n]))).to.deep.equal([6, 5, 4]);
        expect(await counts(bit(11), equal([11, 1n], [12, 1n], [1, 1n]))).to.deep.equal([8, 6, 5]);
    });

    it("takes no memory for signals that a header claims and no constraint has", async () => {
        const system = r1csOf({ r: R, n8: 32 }, [bit(1)], { signals: 3 }), { offset } = sectionsOf(system)[0];
        const labels = sectionsOf(system).find(({ type }) => type === 3);
        const short = labels ? system.slice(0, labels.header) : system; // whose size would tell
        const view = new DataView(short.buffer, short.byteOffset);
        if (labels) view.setUint32(8, 2, true);
        view.setUint32(offset + 36, 2 ** 32 - 1, true);
        view.setUint32(offset + 48, 2 ** 32 - 2, true);
        const before = process.memoryUsage().arrayBuffers;
        expect(await r1csFacts(short)).to.include({ signals: 2 ** 32 - 1, short: 2, inA: 1, inB: 2 });
        expect(process.memoryUsage().arrayBuffers - before).to.be.below(2 ** 28);
    });

    it("names private inputs that were simplified away, and no other signal in their place", async () => {
        // main.a is main.out, and has no wire; wire 3 is no input
        const lines = ["1,1,0,main.out", "2,-1,0,main.a", "3,2,0,main.b", "4,3,0,main.middle", "5,-1,0,main.c"];
        const counts = { signals: 4, privateInputs: 2, labels: 6 }, system = r1csOf({ r: R, n8: 32 }, [], counts);
        const { privateInputs } = await r1csFacts(system, { sym: new TextEncoder().encode(lines.join("\n")) });
        expect(privateInputs).to.deep.equal({ count: 2, first: ["main.a", "main.b"] });
        expect((await r1csFacts(system, { max: 1 })).privateInputs).to.deep.equal({ count: 2, first: ["signal[2]"] });
    });

    it("forecasts of a circuit what its keys then are, for each protocol", async () => {
        const folder = temporaryFolder("forecast");
        compile("mimc_tiny", "bn128", folder);
        const facts = await r1csFacts(join(folder, "mimc_tiny.r1cs"));
        rmSync(folder, { recursive: true, force: true });
        const all = forecastProofs(facts, MACHINE);
        expect(all.map(({ protocol }) => protocol)).to.deep.equal(["groth16", "plonk", "fflonk"]);
        for (const { protocol, domainSize, keyBytes, memory } of all) {
            const file = { groth16: "circuit.zkey" }[protocol] ?? `${protocol}.zkey`;
            const path = join(fixtures, "mimc_tiny", file), info = await zkeyInfo(path, { threads: 2 });
            expect([domainSize, memory], protocol).to.deep.equal([info.domainSize, info.expectedMemory]);
            const contributed = sectionsOf(readFileSync(path)).find(({ type }) => protocol === "groth16" && type === 10);
            expect(keyBytes, protocol).to.equal(info.bytes - (contributed ? contributed.size - 68 : 0));
        }
    });

    const circuit = {
        r: R, signals: 100, publicSignals: 3, constraints: 60, short: 1, inA: 100, inB: 50, factorTerms: 200,
        additions: 5,
    };
    const of = (change, machine = {}) => forecastProofs({ ...circuit, ...change }, { ...MACHINE, ...machine });

    it("asks for powers of tau that the set-ups take: as many as the domain; FFLONK for nine times as many", () => {
        const powers = (change) => of(change).map(({ domainSize, tauPower }) => [Math.log2(domainSize), tauPower]);
        expect(powers({})).to.deep.equal([[6, 6], [7, 7], [7, 10]]);
        expect(powers({ constraints: 61 })[0]).to.deep.equal([7, 7]); // three public signals, and the constant
        expect(powers({ constraints: 120 })).to.deep.equal([[7, 7], [7, 7], [8, 11]]); // two rows that are free
        expect(powers({ constraints: 118 })[2]).to.deep.equal([7, 10]);
        expect(powers({ constraints: 0, publicSignals: 0, additions: 0 })).to.deep.equal([[0, 0], [3, 3], [3, 6]]);
    });

    it("names the protocols that a field has", () => {
        const names = (change) => of(change).map(({ protocol }) => protocol);
        expect(names({ r: BLS12381 })).to.deep.equal(["groth16", "plonk"]);
        expect(names({ r: 18446744069414584321n })).to.deep.equal([]);
        expect(names({ constraints: 2 ** 27 - 10 })).to.deep.equal(["groth16"]);
        expect(names({ constraints: 2 ** 28 })).to.deep.equal([]);
    });

    it("memory grows with the threads, and without one is that of one", () => {
        const large = { constraints: 50_000, signals: 60_000, inA: 60_000, inB: 30_000 };
        const [none, one, two, four] = [0, 1, 2, 4]
            .map((threads) => of(large, { threads }).map(({ memory }) => memory));
        expect(none).to.deep.equal(one);
        for (const k of one.keys()) {
            expect(two[k]).to.be.above(one[k]);
            expect(four[k]).to.be.above(two[k]);
        }
    });

    it("times follow the machine, its threads, short values, and where signals occur", () => {
        const large = { constraints: 50_000, signals: 60_000, inA: 60_000, inB: 30_000 };
        const times = (change, machine) => of({ ...large, ...change }, machine);
        for (const k of [0, 1, 2]) {
            const [one, slow, two, four] = [
                { threads: 1 }, { threads: 1, speed: { lanes: 3, rest: 3 } }, {}, { threads: 4 },
            ].map((machine) => times({}, machine)[k]);
            for (const name of ["milliseconds", "processor", "again"])
                expect(slow[name], name).to.be.closeTo(3 * one[name], 1e-6);
            // what starts first is not shared; work is, by all of them
            const shared = 2 * (one.milliseconds - two.milliseconds);
            expect(one.milliseconds - four.milliseconds).to.be.closeTo(0.75 * shared, 1e-6);
            expect(two.milliseconds).to.be.above(shared / 2 + 200);
            expect(one.again, "work, and no start").to.be.within(shared, one.processor - 200);
            expect(shared, "nearly all of it").to.be.above(0.9 * one.again);
            // each worker takes its time to start, and no less work is done
            const perWorker = two.processor - one.processor;
            expect(perWorker).to.be.above(20);
            expect(four.processor).to.be.closeTo(two.processor + 2 * perWorker, 1e-6);
        }
        const again = (change) => times(change)[0].again;
        expect(again({ short: 50_000 })).to.be.below(0.5 * again({}));
        // MSMs over A, C, H, and over B in G2: 1, 1, 1 and 2.4 with a point for each signal
        const ofA = again({}) - again({ inA: 0 }), ofB = again({}) - again({ inB: 0 });
        expect(ofB / ofA).to.be.closeTo(2.4 / 2, 1e-9);
        expect(ofA / again({})).to.be.within(0.15, 0.25);
    });

    it("short proofs start fewer workers, and the shortest none, as they do", () => {
        const started = (constraints) => {
            const [one, more] = [1, 3].map((threads) => of({ constraints, signals: constraints }, { threads })[0]);
            return (more.processor - one.processor) / 60;
        };
        expect(started(100)).to.be.closeTo(0, 1e-9); // on the thread that asks
        expect(started(5000)).to.be.closeTo(1, 1e-9); // two instead of one: this thread does the work of the third
        expect(started(100_000)).to.be.closeTo(2, 1e-9);
        const [{ milliseconds, processor }] = of({ constraints: 100, signals: 100 }, { threads: 8 });
        expect(milliseconds / processor, "what engines compile beside it").to.be.within(0.75, 0.85);
        const [none] = of({ constraints: 5000, signals: 5000 }, { threads: 0 });
        expect(none.processor - none.milliseconds).to.be.closeTo(processor - milliseconds, 1e-9);
    });

    it("counts the tier for the work of lanes alone", () => {
        const large = { constraints: 50_000, signals: 60_000 };
        const times = (lanes, rest) => of(large, { speed: { lanes, rest } });
        for (const k of [0, 1, 2]) for (const name of ["milliseconds", "processor", "again"]) {
            const [both, slower, work] = [times(1, 1), times(2, 1), times(1, 0)].map((all) => all[k][name]);
            expect(slower - both, name).to.be.closeTo(work, 1e-6);
            expect(both - work, name).to.be.above(30);
        }
    });

    it("counts the polynomials of a key with gates: eight, and one for each public signal, but one at least", () => {
        const contentFor = (publicSignals, constraints, free = 0) => {
            const { key, content } = gateForecast({ ...circuit, r: R, publicSignals, constraints, additions: 3 }, free);
            return [content, key.domainSize, key.nConstraints, key.nAdditions];
        };
        const of = (polynomials, domainSize, rows) => 20 + 64 + 3 * 72 + 12 * rows + polynomials * 5 * domainSize * 32;
        for (const [publics, polynomials] of [[0, 9], [1, 9], [2, 10], [7, 15]])
            expect(contentFor(publics, 10 - publics), publics).to.deep.equal([of(polynomials, 16, 13), 16, 13, 3]);
        expect(contentFor(1, 9, 3)[1], "with rows that are free").to.equal(16);
        expect(contentFor(1, 9, 4)[1]).to.equal(32);
        expect(contentFor(0, 1)[1], "of a circuit of next to nothing").to.equal(8);
        expect(gateForecast({ ...circuit, r: 97n }, 0)).to.equal(undefined);
    });

    /**
     * Processor time of `ffturbo prove --threads 2`, and of a later proof in a process, beside what a transform took in
     * the same minutes (protocols/forecast.js): what the model says must stay close to them, whatever runs this.
     * Groth16 was measured with the MSM over B1. What later proofs took is multiplied by what they take without it,
     * measured in turns (0.83, 0.92, 0.97, 0.95, 0.86, 0.84, and 1 where most values are bits); new processes take as
     * much less.
     */
    it("forecasts what commands and later proofs took where it was measured", () => {
        const counted = (publicSignals, signals, constraints, factorTerms, additions, short, inA, inB, r = R) =>
            ({ r, publicSignals, signals, constraints, factorTerms, additions, short, inA, inB });
        const dense = (power) => {
            const size = 2 ** power;
            return counted(1, size - 5, size - 12, 2 * size, 0, 1, size, 0);
        };
        const poseidon = counted(1, 243, 240, 954, 2228, 1, 240, 160);
        const merkle = counted(1, 3464, 3447, 13_652, 31_314, 14, 3405, 2286);
        const semaphore = counted(4, 10_668, 10_656, 19_898, 10_182, 522, 6381, 3454);
        const sha256 = counted(256, 31_209, 31_264, 95_013, 78_040, 29_903, 19_497, 10_696);
        const in381bits = counted(1, 10_508, 10_485, 10_026, 1698, 22, 4963, 3323, BLS12381);
        const longSums = counted(1, 65_534, 65_532, 393_182, 196_589, 1, 65_526, 19);
        const oneInEightLong = counted(1, 65_534, 65_532, 185_390, 87_935, 57_342, 51_510, 46_136);
        const on = { node20: { lanes: 0.93, rest: 0.64 }, node26: { lanes: 0.5, rest: 0.65 } };
        const before = (lanes) => ({ lanes, rest: 0.755 }); // another machine
        const measured = [ // a new process with two threads, one more proof
            [poseidon, "groth16", [on.node20, 250, 46], [on.node26, 174, 31]],
            [poseidon, "plonk", [on.node20, 690, 399], [on.node26, 460, 264]],
            [poseidon, "fflonk", [on.node20, 1240, 968], [on.node26, 780, 550]],
            [merkle, "groth16", [on.node20, 415, 169], [on.node26, 300, 104]],
            [semaphore, "groth16", [on.node20, 610, 329], [on.node26, 444, 201]],
            [sha256, "groth16", [on.node20, 596, 283], [on.node26, 422, 175]],
            [in381bits, "groth16", [on.node20, 847, 707], [on.node26, 597, 334]],
            [longSums, "groth16", [on.node20, 1475, 1157], [on.node26, 979, 701]],
            [oneInEightLong, "groth16", [on.node20, 990, 679], [on.node26, 680, 402]],
            [dense(12), "plonk", [before(1.249), 830, 487]], [dense(12), "fflonk", [before(1.159), 1480, 1124]],
            [dense(14), "plonk", [before(1.147), 1970, 1584]], [dense(14), "fflonk", [before(1.274), 4280, 3658]],
            [dense(16), "plonk", [before(1.159), 5660, 5409]], [dense(16), "fflonk", [before(1.293), 14_090, 13_235]],
        ];
        for (const [facts, name, ...all] of measured) for (const [speed, ...took] of all) {
            const proofs = forecastProofs(facts, { ...MACHINE, speed });
            const { processor, again } = proofs.find(({ protocol }) => protocol === name);
            const where = `${name} of ${facts.constraints}, lanes at ${speed.lanes}`;
            expect(processor / took[0], `${where}, new`).to.be.within(0.75, 1.25);
            expect(again / took[1], `${where}, again`).to.be.within(0.75, 1.25);
        }
    });

    it("measures the machine, with a field that there is", async () => {
        const { lanes, rest } = await machineSpeed(R);
        expect(lanes).to.be.above(0.01);
        expect(rest).to.be.above(0.01);
        expect(await machineSpeed(97n)).to.equal(undefined);
    });

    it("info of the command prints them, with names", async () => {
        const folder = temporaryFolder("facts");
        try {
            const system = r1csOf({ r: R, n8: 32 }, [bit(2)], { signals: 3 });
            writeFileSync(join(folder, "circuit.r1cs"), system);
            writeFileSync(join(folder, "circuit.sym"), "1,1,0,main.out\n2,2,0,main.in\n");
            const { code, out } = await runCommand(folder, ["info", "circuit.r1cs", "circuit.sym"]);
            expect(code).to.equal(0);
            for (const line of [
                /^ {2}products +1, of which 1 says that a signal is 0 or 1$/m, /^ {2}outputs +main\.out$/m,
                /^ {2}private inputs +main\.in$/m, /^circuit\.r1cs: constraint system on bn128, for witnesses of 3 signals/m,
                /^fflonk +domain 2\^3, powers of tau from 2\^6, key \d.*, a proof in a new process about [\d.]+ m?s \([\d.]+ m?s of processor time\) and \d.* with 2 threads$/m,
            ]) expect(out).to.match(line);
            const json = JSON.parse((await runCommand(folder, ["info", "circuit.r1cs", "--json"])).out);
            expect(json.circuit.names.outputs).to.deep.equal(["wire[1]"]);
            expect(json.proofs.map(({ tauPower }) => tauPower)).to.deep.equal([2, 3, 6]);
            const wrong = await runCommand(folder, ["info", "circuit.sym", "circuit.sym"]);
            expect([wrong.code, wrong.out]).to.deep.equal([2, ""]);
            expect(wrong.err).to.include("expected a constraint system beside circuit.sym, got circuit.sym: names of signals");
        } finally {
            rmSync(folder, { recursive: true, force: true });
        }
    });
});
