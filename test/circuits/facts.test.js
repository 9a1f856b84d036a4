/** What a circuit is, and what keys and proofs of it will take: sizes are those of snarkjs's keys, to the byte. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { compile } from "../../scripts/make-fixtures.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { r1csFacts } from "../../src/circuits/index.js";
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

    const circuit = { r: R, signals: 100, publicSignals: 3, constraints: 60, bits: 0, factorTerms: 200, additions: 5 };
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

    it("times follow the machine, its threads, and the bits of the witness", () => {
        const large = { constraints: 50_000, signals: 60_000 };
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
        expect(again({ bits: 50_000 })).to.be.below(0.8 * again({}));
        expect(again({ bits: 90_000 })).to.be.above(0); // several constraints for one signal
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
        expect(milliseconds).to.be.closeTo(processor, 1e-9);
        const [none] = of({ constraints: 5000, signals: 5000 }, { threads: 0 });
        expect(none.milliseconds).to.be.closeTo(none.processor, 1e-9);
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
     */
    it("forecasts what commands and later proofs took where it was measured", () => {
        const dense = (power) => ({
            r: R, publicSignals: 1, bits: 0, signals: 2 ** power - 5, constraints: 2 ** power - 12,
            factorTerms: 2 ** (power + 1), additions: 0,
        });
        const bits = { ...dense(8), signals: 243, constraints: 240, factorTerms: 900, additions: 3500 };
        const measured = [ // Groth16, PLONK, FFLONK; the speed of lanes, a new process, one more proof
            [bits, 20, [[1.303, 320, 63]]], [bits, 26, [[0.732, 240, 51]]],
            [dense(12), 20, [[1.198, 490, 208], [1.249, 830, 487], [1.159, 1480, 1124]]],
            [dense(12), 26, [[0.708, 370, 152], [0.708, 600], [0.708, 980]]],
            [dense(14), 20, [[1.134, 930, 651], [1.147, 1970, 1584], [1.274, 4280, 3658]]],
            [dense(14), 26, [[0.708, 670]]],
            [dense(16), 20, [[1.211, 2500, 2233], [1.159, 5660, 5409], [1.293, 14_090, 13_235]]],
            [dense(17), 20, [[1.237, 4550, 4131]]],
        ];
        for (const [facts, node, all] of measured) for (const [k, [lanes, ...took]] of all.entries()) {
            const speed = { lanes, rest: 0.755 };
            const { protocol, processor, again } = forecastProofs(facts, { ...MACHINE, speed })[k];
            const where = `${protocol} of ${facts.constraints}, Node ${node}`;
            for (const [i, forecast] of [processor, again].slice(0, took.length).entries())
                expect(forecast / took[i], `${where}, ${i ? "again" : "new"}`)
                    .to.be.within(0.8, 1.25);
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
