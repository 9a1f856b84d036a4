/** Expectations for tests of circuits: what they accept, and the messages of what they do not. */
import { expect } from "chai";
import { check, expectConstraintsHold, expectWitness, ProverError } from "../../src/circuits/index.js";
import { failureOf } from "../../../../test/support/failure.js";
import { r1csOf, wtnsOf } from "../../../../test/support/made_circuit.js";

const R = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;
const BN128 = { r: R, n8: 32 };
/** out[0] = base, out[1] = in * in of a component, out[2] = out[1] * base; `gone` has no wire. */
const NAMES = ["1,1,1,main.out[0]", "2,2,1,main.out[1]", "3,3,1,main.out[2]", "4,4,1,main.base", "5,-1,1,main.gone",
    "6,2,0,main.square[0].out", "7,4,0,main.square[0].in"];
const SYM = new TextEncoder().encode(`${NAMES.join("\n")}\n`);
const SYSTEM = r1csOf(BN128, [
    [[], [], [[1, 1n], [4, R - 1n]]], [[[4, 1n]], [[4, 1n]], [[2, 1n]]], [[[2, 1n]], [[4, 1n]], [[3, 1n]]],
], { signals: 5 });
const RIGHT = [1n, R - 3n, 9n, R - 27n, R - 3n], WRONG = RIGHT.with(3, 28n);
const options = { sym: SYM, threads: 0 };
const refused = async (promise, code, message) => {
    const error = await failureOf(promise);
    expect(error, error.stack).to.be.instanceOf(ProverError).and.include({ code });
    expect(error.message).to.equal(message);
};

describe("circuits: expectations", () => {
    it("resolve to the report of a check where all constraints hold", async () => {
        for (const witness of [RIGHT, wtnsOf(BN128, RIGHT)]) {
            const report = await expectConstraintsHold(SYSTEM, witness, options);
            expect(report).to.deep.equal(await check(SYSTEM, wtnsOf(BN128, RIGHT), options));
        }
    });

    it("say which constraints do not hold, with names and values", async () => {
        await refused(expectConstraintsHold(SYSTEM, WRONG, options), "ERR_WITNESS", `\
expectConstraintsHold: expected all 3 constraints to hold, got 1 that does not

constraint 2: main.out[1] * main.base = main.out[2]
  left    -27
  right   28
  main.out[1] = 9  (also main.square[0].out)
  main.base   = -3  (also main.square[0].in)
  main.out[2] = 28
  in main, main.square[0]

1 of 3 constraints does not hold`);
        const { message } = await failureOf(expectConstraintsHold(SYSTEM, RIGHT.with(4, 2n), { ...options, max: 1 }));
        expect(message).to.match(/^expectConstraintsHold: expected all 3 constraints to hold, got 3 that do not\n\nc/)
            .and.match(/3 of 3 constraints do not hold; the first is above$/);
        const one = r1csOf(BN128, [[[], [], [[1, 1n]]]], { signals: 3 });
        expect((await failureOf(expectConstraintsHold(one, [1n, 5n, 0n], { threads: 0 }))).message)
            .to.match(/^expectConstraintsHold: expected the constraint to hold, got 1 that does not\n\n/);
    });

    it("take values by name: full or in main, in arrays, in records of components, of any kind", async () => {
        for (const signals of [
            { out: [-3, 9, -27] }, { out: [-3n, "9", R - 27n] }, { "main.out[1]": 9 }, { "out[0]": -3, base: `${R - 3n}` },
            { main: { out: ["-3", "0x9", -27], base: -3 } }, { square: [{ out: 9, in: -3 }] }, { "square[0].out": 9n },
        ]) expect(await expectWitness(SYSTEM, RIGHT, signals, options)).to.equal(undefined);
    });

    it("name the field of the system where a witness has another, also one of no curve", async () => {
        const other = 2n ** 61n - 1n, odd = r1csOf({ r: other, n8: 8 }, [], { signals: 5 }), names = { base: 1 };
        await refused(expectWitness(SYSTEM, wtnsOf({ r: other, n8: 8 }, [1n, 1n, 1n, 1n, 1n]), names, options), "ERR_CURVE",
            "witness: expected a witness over the scalar field of bn128, as r1cs asks for, " +
            `got one over the field of order ${other}; compile the circuit for bn128`);
        await refused(expectWitness(odd, wtnsOf(BN128, RIGHT), names, options), "ERR_CURVE",
            `witness: expected a witness over the field of order ${other}, as r1cs asks for, ` +
            `got one over the field of order ${R}; compile the circuit for that field`);
    });

    it("say which signals have other values, as many as are asked for", async () => {
        const signals = { out: [-3, 10, 27], base: 3, "square[0].in": -3 };
        await refused(expectWitness(SYSTEM, WRONG, signals, options), "ERR_WITNESS", `\
expectWitness: expected 5 values, got 3 that differ

  main.out[1]: expected 10, got 9
  main.out[2]: expected 27, got 28
  main.base: expected 3, got -3`);
        const { message } = await failureOf(expectWitness(SYSTEM, WRONG, signals, { ...options, max: 1 }));
        expect(message).to.match(/3 that differ\n\n {2}main\.out\[1\].*\n {2}and 2 more$/);
        await refused(expectWitness(SYSTEM, WRONG, { base: 3 }, options), "ERR_WITNESS",
            "expectWitness: expected 1 value, got 1 that differs\n\n  main.base: expected 3, got -3");
        expect((await failureOf(expectWitness(SYSTEM, RIGHT, { base: 2n * R - 3n }, options))).message, "is not reduced")
            .to.include("got -3");
    });

    it("refuse what cannot be expected, before the witness is read", async () => {
        const deep = [], itself = { a: 1 };
        deep.push(deep);
        itself.again = itself;
        for (const [signals, message] of [
            [{}, "at least one value, got none"], [{ out: [] }, "at least one value, got none"],
            [[1], "a record of values by the names of signals, got an array of 1"],
            [undefined, "a record of values by the names of signals, got undefined"],
            [{ out: [1, 1.5, 2] }, "an integer for main.out[1], got 1.5"],
            [{ out: [1, , 2] }, "an integer for main.out[1], got undefined"],
            [{ base: null }, "an integer for main.base, got null"],
            [{ base: "three" }, 'an integer for main.base, got "three"'],
            [{ base: 1, "main.base": 2 }, "one value for main.base, got two"],
            [{ out: deep }, "arrays and records within each other 64 times at most, got more, or one that holds itself"],
            [{ itself }, "arrays and records within each other 64 times at most, got more, or one that holds itself"],
            [{ other: 1 }, "signals that sym names, got main.other"],
            [{ out: [1, 2, 3, 4] }, "signals that sym names, got main.out[3]"],
            [{ out: [1, 2] }, "as many values for main.out as sym names, got 2, without main.out[2]"],
            [{ base: 1, square: [] }, "as many values for main.square as sym names, got 0, without main.square[0].out"],
            [{ gone: 1 }, "signals that have a value in the witness, got main.gone, which circom simplified away; with --O0 it keeps all"],
        ]) await refused(expectWitness(SYSTEM, "missing.wtns", signals, options), "ERR_OPTION", `expectWitness: expected ${message}`);
    });

    it("refuse names of another circuit, and options, in the name of the function", async () => {
        const other = { ...options, sym: new TextEncoder().encode("1,5,0,main.base\n") };
        await refused(expectWitness(SYSTEM, RIGHT, { base: 1 }, other), "ERR_FILE",
            "sym: expected wires below 5, as r1cs has, got 5 of main.base; it names the signals of another circuit");
        await refused(expectWitness(SYSTEM, RIGHT, { base: 1 }, { threads: 0 }), "ERR_OPTION",
            "expectWitness: expected options.sym, the file with the names of the signals, got none");
        for (const [promise, where] of [
            [expectWitness(SYSTEM, RIGHT, { base: 1 }, { max: -1 }), "expectWitness"],
            [expectConstraintsHold(SYSTEM, RIGHT, { max: -1 }), "expectConstraintsHold"],
        ]) await refused(promise, "ERR_OPTION", `${where}: expected max to be a number from 0 to 10000, got -1`);
    });

    it("take a list of values only if it is a witness of the circuit", async () => {
        for (const [witness, message] of [
            [RIGHT.slice(1), /expected a witness of 5 signals, as the circuit of r1cs has, got 4/],
            [[...RIGHT, 0n], /expected a witness of 5 signals, as the circuit of r1cs has, got 6/],
            [RIGHT.with(2, -9n), /signal 2 to be a bigint from 0 to the order of the field, got -9n/],
            [RIGHT.with(2, 9), /signal 2 to be a bigint from 0 to the order of the field, got 9/],
            [RIGHT.with(2, 1n << 256n), /signal 2 to be a bigint from 0 to the order .* got a bigint of 257 bits/],
            [RIGHT.with(2, R), /signal 2 to be below the order of the field/],
            [RIGHT.with(0, 2n), /signal 0 to be the constant 1/],
        ]) {
            const error = await failureOf(check(SYSTEM, witness, { threads: 0 }));
            expect(error, error.stack).to.include({ code: "ERR_WITNESS" });
            expect(error.message).to.match(message);
        }
    });

    it("leave nothing of the witness in memory, however they end", async () => {
        const { fill } = Uint8Array.prototype, cleared = [], length = 32 * RIGHT.length;
        Uint8Array.prototype.fill = function (...args) {
            if (this.length === length && args[0] === 0) cleared.push(this);
            return fill.apply(this, args);
        };
        try {
            for (const run of [
                () => expectConstraintsHold(SYSTEM, RIGHT, options),
                () => expectConstraintsHold(SYSTEM, WRONG, options),
                () => expectWitness(SYSTEM, RIGHT, { base: -3 }, options),
                () => expectWitness(SYSTEM, RIGHT, { base: 1 }, options),
                () => check(SYSTEM, RIGHT.with(2, R), options),
                () => check(SYSTEM, wtnsOf(BN128, RIGHT.with(2, R)), options),
            ]) {
                cleared.length = 0;
                await run().catch(() => {});
                expect(cleared, String(run)).to.have.length.above(0);
            }
        } finally {
            Uint8Array.prototype.fill = fill;
        }
    });

    it("fail in the line of the test that awaits them", async () => {
        const here = /at async fail \(.*expect\.test\.js:\d+/;
        for (const expectation of [
            () => expectConstraintsHold(SYSTEM, WRONG, options),
            () => expectWitness(SYSTEM, WRONG, { base: 4 }, options),
        ]) {
            const fail = async () => { await expectation(); };
            expect((await failureOf(fail())).stack).to.match(here);
        }
    });
});
