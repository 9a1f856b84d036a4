/** Faults that are planted in circuits over each of circom's primes: a check names what the slow twin finds. */
import { expect } from "chai";
import * as snarkjs from "snarkjs";
import { mod } from "../../../../src/bigint/modular.js";
import { check } from "../../src/circuits/index.js";
import { ALL_ROWS } from "../../../../test/support/extent.js";
import { evaluated, FAULTS, filesOf, mutated, planted, plantedCircuit } from "../../../../test/support/planted.js";
import { seed, uniform } from "../../../../test/support/random.js";

const CIRCUITS = Array.from({ length: 30 }, (_, k) => plantedCircuit(k));
/** Curves that snarkjs has. */
const THEIRS = CIRCUITS.filter(({ prime }) => prime === "bn128" || prime === "bls12381");
const MUTATIONS = ALL_ROWS ? 500 : 50;

/** snarkjs's verdict, and the constraint at which it stops. */
async function theirs({ r1cs, wtns }) {
    const said = [], logger = { info() {}, warn: (text) => said.push(text) };
    const holds = await snarkjs.wtns.check({ type: "mem", data: r1cs }, { type: "mem", data: wtns }, logger);
    return { holds, first: Number(/at constraint (\d+)/.exec(said.join())?.[1] ?? -1) };
}

/** The report names the constraints that fail, their signals, and what both sides come to. */
function compare({ first, ...counts }, { constraints, values, failing }, { names, field: { r } }) {
    expect(counts).to.deep.equal({
        holds: failing.length === 0, constraints: constraints.length, failing: failing.length,
    });
    expect(first.map(({ number }) => number)).to.deep.equal(failing.map(({ number }) => number));
    const byName = new Map(names.flatMap((some, wire) => some.map((name) => [name, values[wire]])));
    first.forEach(({ number, equation, left, right, signals, tied, components }, i) => {
        const wires = [...new Set(constraints[number].flat().map(([wire]) => wire))].filter((wire) => wire !== 0);
        expect(signals.map(({ wire, name, names: all = [name], value }) => [wire, all, mod(BigInt(value), r)]))
            .to.deep.equal(wires.map((wire) => [wire, names[wire], values[wire]]));
        expect(tied).to.equal(wires.length);
        const paths = wires.flatMap((wire) => names[wire].map((name) => name.slice(0, name.lastIndexOf("."))));
        expect(components).to.have.members([...new Set(paths)]);
        const sides = [left, right].map((text) => mod(BigInt(text), r)), { a, b, c } = failing[i];
        expect(evaluated(equation, byName, r), equation).to.deep.equal(sides);
        const difference = mod(sides[0] - sides[1], r), wanted = mod(a * b - c, r);
        expect(difference === wanted || difference === mod(-wanted, r), equation).to.equal(true);
    });
}

describe(`circuits: planted faults, seed ${seed}`, function () {
    this.timeout(240_000);
    after(async () => {
        for (const curve of [globalThis.curve_bn128, globalThis.curve_bls12381]) await curve?.terminate(); // of snarkjs
    });
    const run = (circuit, { r1cs, wtns }) => check(r1cs, wtns, { sym: circuit.sym, threads: 0, max: 1000 });

    it("of a right witness, nothing is reported", async () => {
        for (const circuit of CIRCUITS) {
            const files = filesOf(circuit.right, circuit.field);
            expect(await run(circuit, files), circuit.title).to.deep.equal({
                holds: true, constraints: files.constraints.length, failing: 0, first: [],
            });
        }
    });

    for (const kind of Object.keys(FAULTS)) it(`${kind}: the constraints and signals that the slow twin finds`, async () => {
        for (const circuit of CIRCUITS) {
            const files = planted(circuit, kind);
            expect(files.failing).to.have.length.above(0);
            compare(await run(circuit, files), files, circuit);
        }
    });

    it("agrees with snarkjs wtns check, and on the first constraint", async () => {
        expect(THEIRS).to.have.length(8);
        for (const circuit of THEIRS) {
            const wrong = Object.keys(FAULTS).map((kind) => planted(circuit, kind));
            for (const files of [filesOf(circuit.right, circuit.field), ...wrong]) {
                const { holds, first } = await run(circuit, files);
                expect({ holds, first: first[0]?.number ?? -1 }, circuit.title).to.deep.equal(await theirs(files));
            }
        }
    });

    it(`agrees with snarkjs, and with the slow twin, on ${MUTATIONS} random changes`, async () => {
        let right = 0;
        for (let i = 0; i < MUTATIONS; i++) {
            const circuit = THEIRS[Number(uniform(BigInt(THEIRS.length)))], files = mutated(circuit);
            const report = await run(circuit, files), { holds, first } = report;
            compare(report, files, circuit);
            expect({ holds, first: first[0]?.number ?? -1 }, circuit.title).to.deep.equal(await theirs(files));
            right += Number(holds);
        }
        expect(right, "both kinds").to.be.within(1, 0.6 * MUTATIONS);
    });
});
