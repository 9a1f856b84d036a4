/** The long part of prover/circuit_functions: every pair of edges for both primes, and many random circuits. */
import { expect } from "chai";
import { moduleSectionsOf } from "../../src/files/circuit/module_sections.js";
import { fingerprint } from "../../src/files/circuit/recognise.js";
import { rewriteCircuit } from "../../src/files/circuit/rewrite.js";
import { compileText, PRODUCT } from "../support/circuit_wasm.js";
import { compareFieldFunctions } from "../support/known_answers.js";
import { seed, uniform } from "../support/random.js";
import { randomCircuit } from "../support/random_circuit.js";
import { differenceOf } from "../support/same_witness.js";

const next = () => uniform(2n ** 256n), pick = (bound) => Number(uniform(BigInt(bound)));

describe(`full: field functions of a circuit (SEED=${seed})`, function () {
    for (const prime of ["bn128", "bls12377", "bls12381", "grumpkin", "pallas", "vesta"])
        it(`${prime}: a million answers`, async () => {
            const file = compileText(PRODUCT, prime),
                { prime: p } = fingerprint(moduleSectionsOf(file));
            const { cases, different } = await compareFieldFunctions(file, rewriteCircuit(file).bytes, p, {
                stride: 1,
                random: 300_000,
                next,
            });
            expect(different).to.deep.equal([]);
            expect(cases).to.be.above(1_000_000);
        });

    for (const prime of ["bn128", "bls12381"])
        for (const optimisation of ["--O0", "--O1", "--O2"])
            it(`${prime} ${optimisation}: random circuits`, async () => {
                for (let round = 0; round < 15; round++) {
                    const source = randomCircuit(pick, next, { signals: 100 + pick(300) }),
                        wasm = compileText(source, prime, [optimisation]);
                    for (let i = 0; i < 30; i++) {
                        const inputs = { in: Array.from({ length: 4 }, () => next() >> BigInt(pick(256))) };
                        expect(await differenceOf(wasm, inputs), `${source}\n${inputs.in}`).to.equal(undefined);
                    }
                }
            });
});
