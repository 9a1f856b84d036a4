/** The check of a witness: which constraints fail, in the words of the circuit; faults in what circom compiles. */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { circom } from "../../../../scripts/circom.mjs";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { evaluate } from "../../src/circuits/evaluate.js";
import { check } from "../../src/circuits/index.js";
import { readOptions } from "../../../../src/circuits/options.js";
import { openWitness } from "../../src/circuits/witness.js";
import { scalarCurve } from "../../../../src/curves/prover_curve.js";
import { openR1cs } from "../../../../src/files/r1cs.js";
import { withSources } from "../../../../src/files/with_sources.js";
import { calculateWitness, encodeWitness } from "../../../../src/protocols/witness.js";
import { readLE, writeLE } from "../../../../src/util/bytes.js";
import { sectionsOf } from "../../../../test/support/binfiles.js";
import { countTexts } from "../../../../test/support/decoded.js";
import { itInAll } from "../../../../test/support/extent.js";
import { failureOf } from "../../../../test/support/failure.js";
import { madeCircuit, r1csOf, valueBytes, wtnsOf } from "../../../../test/support/made_circuit.js";
import { compileFor, INPUTS, QUICK_PRIMES } from "../../../../test/support/primes.js";

const R = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;
const BN128 = { r: R, n8: 32 };
const FOLDER = temporaryFolder("circuits");

/** Compiles a circuit; its files by their endings. */
function compile(name, source, level = "--O0") {
    writeFileSync(join(FOLDER, `${name}.circom`), source);
    circom(FOLDER, `${name}.circom`, ["--r1cs", "--sym", "--wasm", level]);
    const read = (file) => new Uint8Array(readFileSync(join(FOLDER, file)));
    return { r1cs: read(`${name}.r1cs`), sym: read(`${name}.sym`), wasm: read(`${name}_js/${name}.wasm`) };
}
const SOURCE = `pragma circom 2.0.0;
template IsZero() {
    signal input in;
    signal output out;
    signal inv;
    inv <-- in != 0 ? 1 / in : 0;
    out <== -in * inv + 1;
    in * out === 0;
}
template Main() {
    signal input a, b;
    signal output sum, product, zero;
    component check = IsZero();
    check.in <== a - b - 5;
    sum <== 3 * a - 2 * b + 7;
    product <== (a + 1) * (b - 2);
    zero <== check.out;
}
component main { public [a] } = Main();
`;
/** The number of a signal's wire. */
const wireOf = (sym, name) =>
    Number(new TextDecoder().decode(sym).split("\n").find((line) => line.endsWith(`,${name}`)).split(",")[1]);
/** The witness with one value changed. */
function changed(witness, wire, value) {
    const values = witness.values.slice();
    writeLE(values, wire * witness.n8, ((value % witness.r) + witness.r) % witness.r, witness.n8);
    return { ...witness, values };
}
const refused = async (promise, code, words) => {
    const error = await failureOf(promise);
    expect(error, error.stack).to.include({ code });
    expect(error.message).to.match(/expected .+, got /s).and.include(words);
};

describe("circuits: check", function () {
    this.timeout(120_000);
    let files, witness;
    before(async () => {
        files = compile("main", SOURCE);
        witness = await calculateWitness(files.wasm, { a: 11, b: 4 });
    });
    after(() => rmSync(FOLDER, { recursive: true, force: true }));
    const run = (given, options) => check(files.r1cs, given, { threads: 0, sym: files.sym, ...options });

    it("holds for a right witness, from a file, values, or the program", async () => {
        const want = { holds: true, failing: 0, first: [] };
        const calculated = await run({ wasm: files.wasm, inputs: { a: 11, b: 4 } });
        for (const report of [await run(witness), await run(encodeWitness(witness)), calculated])
            expect(report).to.deep.include(want).and.property("constraints").above(4);
    });

    it("says what fails as a person writes it, with both sides, signals and components", async () => {
        const wrong = changed(witness, wireOf(files.sym, "main.product"), -3n), report = await run(wrong);
        expect(report).to.include({ holds: false, failing: 1 });
        const [{ equation, left, right, signals, components }] = report.first;
        expect(equation).to.equal("(main.a + 1) * (main.b - 2) = main.product");
        expect([left, right]).to.deep.equal(["24", "-3"]);
        expect(signals.map(({ name, value }) => `${name} ${value}`).sort()).to.deep.equal(
            ["main.a 11", "main.b 4", "main.product -3"]);
        expect(components).to.deep.equal(["main"]);
    });

    it("puts the terms of a linear constraint where they are positive", async () => {
        const { first } = await run(changed(witness, wireOf(files.sym, "main.sum"), 33n));
        expect(first.map(({ equation, left, right }) => [equation, left, right])).to.deep.equal([
            ["main.sum + 2*main.b = 3*main.a + 7", "41", "40"],
        ]);
    });

    it("names every constraint that a signal of a component is in", async () => {
        const { failing, first } = await run(changed(witness, wireOf(files.sym, "main.check.out"), 1n));
        expect(failing).to.equal(3);
        expect(first.map(({ equation }) => equation)).to.have.members([
            "main.check.in * main.check.inv = -main.check.out + 1", "main.check.in * main.check.out = 0",
            "main.zero = main.check.out",
        ]);
        expect(first.flatMap(({ components }) => components)).to.include.members(["main", "main.check"]);
    });

    it("tells as many as are asked for, and counts all", async () => {
        const wrong = changed(witness, wireOf(files.sym, "main.a"), 0n), whole = await run(wrong);
        expect(whole.failing).to.be.above(2);
        const some = await run(wrong, { max: 2 });
        expect(some).to.deep.equal({ ...whole, first: whole.first.slice(0, 2) });
        expect(await run(wrong, { max: 0 }), "false all the same").to.deep.equal({ ...whole, first: [] });
        expect(whole.holds).to.equal(false);
    });

    it("tells the first names of a wire that has many, makes no others, and each once for all constraints", async () => {
        const terms = [[1, 1n], [2, 1n], [3, 1n]], lines = [1, 2, 3].flatMap((wire) =>
            Array.from({ length: 1000 }, (_, i) => `${1000 * wire + i},${wire},0,main.s${wire}_${i}`));
        const r1cs = r1csOf(BN128, new Array(8).fill([terms, terms, terms]), { signals: 4 });
        const wtns = wtnsOf(BN128, [1n, 1n, 1n, 1n]);
        const sym = new TextEncoder().encode(`${lines.join("\n")}\n`);
        const { value: report, texts } = await countTexts(() => check(r1cs, wtns, { sym }));
        const [{ equation, signals }] = report.first, sum = "main.s1_0 + main.s2_0 + main.s3_0";
        expect(equation).to.equal(`(${sum}) * (${sum}) = ${sum}`);
        for (const { wire, name, names } of signals) {
            expect(name).to.equal(`main.s${wire}_0`);
            expect(names).to.deep.equal(Array.from({ length: 64 }, (_, i) => `main.s${wire}_${i}`));
        }
        expect(report.first).to.have.length(8);
        expect(texts, "texts that were made").to.be.below(2 * 3 * (64 + 10));
    });

    it("tells no more of an equation than fits on pages, however long names are", async () => {
        const terms = Array.from({ length: 60 }, (_, i) => [1, BigInt(i + 2)]), name = `main.${"a".repeat(60_000)}`;
        const r1cs = r1csOf(BN128, [[terms, terms, terms]], { signals: 2 }), wtns = wtnsOf(BN128, [1n, 5n]);
        const { first: [{ equation }] } = await check(r1cs, wtns, { sym: new TextEncoder().encode(`1,1,0,${name}\n`) });
        const sum = `2*${name} + 3*${name} + … (58 more terms)`;
        expect(equation === `(${sum}) * (${sum}) = ${sum}`, equation.slice(-200)).to.equal(true);
    });

    it("goes on where names are missing", async () => {
        const lines = new TextDecoder().decode(files.sym).split("\n").filter((line) => !line.endsWith(",main.b"));
        const wrong = changed(witness, wireOf(files.sym, "main.product"), 1n), b = wireOf(files.sym, "main.b");
        const some = await run(wrong, { sym: new TextEncoder().encode(lines.join("\n")) });
        expect(some.first[0].equation).to.equal(`(main.a + 1) * (wire[${b}] - 2) = main.product`);
        const none = await run(wrong, { sym: undefined });
        expect(none.first[0].equation).to.match(/^\(wire\[\d+\] \+ 1\) \* \(wire\[\d+\] - 2\) = wire\[\d+\]$/);
        expect(none.first[0].components).to.deep.equal([]);
    });

    it("finds signals that no constraint, or none but linear ones, name", async () => {
        const { r1cs, sym, wasm } = compile("under", `pragma circom 2.0.0;
            template Main() { signal input x, unused; signal output out, lost; signal free;
                free <-- x * x; lost <-- free; out <== 2 * x + 1; }
            component main = Main();`);
        const options = { sym, threads: 0, under: true };
        const { under, holds } = await check(r1cs, { wasm, inputs: { x: 3, unused: 4 } }, options);
        expect(holds).to.equal(true);
        expect(under.unused).to.deep.equal({ count: 3, first: ["main.lost", "main.unused", "main.free"] });
        expect(under.linear).to.deep.equal({ count: 2, first: ["main.out", "main.x"] });
        expect((await run(witness, { under: true, max: 1 })).under.linear.first).to.have.length(1);
    });

    for (const prime of QUICK_PRIMES) it(`${prime}: planted faults in its field`, async () => {
        const { wasm, r1cs } = compileFor(prime, FOLDER), bytes = new Uint8Array(readFileSync(r1cs));
        const right = await calculateWitness(new Uint8Array(readFileSync(wasm)), INPUTS);
        const options = { threads: 0 };
        expect(await check(bytes, right, options)).to.include({ holds: true });
        const product = await check(bytes, changed(right, 1, -5n), options);
        expect(product.failing, "a wrong value").to.equal(1);
        expect([product.first[0].left, product.first[0].right]).to.have.members([String(-7 * 123456), "-5"]);
        const { offset } = sectionsOf(bytes).find(({ type }) => type === 2), other = bytes.slice();
        writeLE(other, offset + 8, 3n, right.n8);
        const coefficient = await check(other, right, options);
        expect(coefficient, "one coefficient").to.include({ failing: 1 });
        expect(coefficient.first[0].number).to.equal(0);
    });

    itInAll("reads stretch by stretch, whatever the length of constraints, on threads as on none", async () => {
        const { constraints, values } = madeCircuit(BN128, "mixed", 20_000);
        const long = Array.from({ length: 70_000 }, (_, i) => [i % values.length, BigInt(i) ** 3n]);
        constraints.splice(9000, 0, [long, [], []], [[], [], long]);
        const system = r1csOf(BN128, constraints, { signals: values.length }), given = wtnsOf(BN128, values);
        const reports = await Promise.all([0, 2].map((threads) => check(system, given, { threads })));
        expect(reports[0]).to.deep.equal(reports[1]);
        expect(reports[0]).to.include({ failing: 1, constraints: 20_002 });
        expect(reports[0].first[0].number).to.equal(9001);
        expect(reports[0].first[0].equation).to.match(/ … \(\d+ more terms\) = 0$/);
        expect(reports[0].first[0].tied).to.be.above(19_000);
        expect(reports[0].first[0].signals).to.have.length(64);
    });

    describe("refuses", () => {
        it("witnesses of other circuits, fields and lengths", async () => {
            const short = { ...witness, values: witness.values.slice(32), count: witness.count - 1 };
            await refused(run(short), "ERR_WITNESS", "it is the witness of another circuit");
            await refused(run(encodeWitness(short)), "ERR_WITNESS", "it is the witness of another circuit");
            await refused(run({ ...witness, r: 97n }), "ERR_CURVE",
                "expected a witness over the scalar field of bn128, as r1cs asks for, " +
                "got one over the field of order 97; compile the circuit for bn128");
            await refused(run({ ...witness, count: witness.count + 1 }), "ERR_OPTION", "values of 32 bytes");
            await refused(run(changed(witness, 0, 2n)), "ERR_WITNESS", "signal 0 to be the constant 1, got 2");
            const large = { ...witness, values: witness.values.slice() };
            large.values.set(valueBytes([R], 32), 64);
            await refused(run(large), "ERR_WITNESS", "signal 2 to be below the order");
        });

        it("damaged systems, with the place", async () => {
            const { r1cs, wtns } = madeCircuit(BN128, "dense", 9);
            const { offset } = sectionsOf(r1cs).find(({ type }) => type === 2);
            const wire = r1cs.slice();
            new DataView(wire.buffer).setUint32(offset + 4, 10 ** 6, true);
            await refused(check(wire, wtns, { threads: 0 }), "ERR_FILE", "got another in A of constraint 0");
            const holding = r1csOf(BN128, [[[[3, 0n]], [], []]], { signals: 3 });
            await refused(check(holding, wtnsOf(BN128, [1n, 1n, 1n]), { threads: 0 }), "ERR_FILE", "wires below 3");
            const value = r1cs.slice();
            writeLE(value, offset + 8, R, 32);
            expect(readLE(value, offset + 8, 32)).to.equal(R);
            await refused(check(value, wtns, { threads: 0 }), "ERR_FILE", "got another in A of constraint 0");
            await refused(check(files.r1cs.slice(0, -9), witness, { threads: 0 }), "ERR_FILE", "truncated");
            await refused(check(files.wasm, witness), "ERR_FILE", "that is a WebAssembly module");
        });

        it("damaged names, when there is something to name", async () => {
            const sym = new TextEncoder().encode("1,1,1,main.a\nno line of names\n");
            await refused(run(changed(witness, 1, 0n), { sym }), "ERR_FILE", "expected line 2 to be label,wire");
        });

        it("a field that no curve of ours has", async () => {
            const field = { r: 2n ** 61n - 1n, n8: 8 };
            await refused(check(r1csOf(field, [], { signals: 3 }), wtnsOf(field, [1n, 1n, 1n])), "ERR_CURVE",
                "the field of order 2305843009213693951");
        });

        it("options that there are not, and values that are none", async () => {
            for (const [options, words] of [
                [{ most: 1 }, "options among sym, max, under"], [{ max: -1 }, "max to be a number from 0"],
                [{ max: 10_001 }, "max to be a number from 0 to 10000"], [{ under: 1 }, "under to be true or false"],
                [{ threads: 1.5 }, "threads to be a number"], [{ signal: {} }, "signal to be an AbortSignal"],
                [{ readTimeout: 0 }, "readTimeout"], [{ onLog: 1 }, "onLog"], [{ onProgress: 1 }, "onProgress"],
                [{ witnessTimeout: 0 }, "witnessTimeout"], [{ witnessMemory: 1 }, "witnessMemory"], [{ sym: "" }, "sym"],
            ]) await refused(check(files.r1cs, witness, options), "ERR_OPTION", words);
            await refused(check(files.r1cs, witness, 7), "ERR_OPTION", "a record of options, got 7");
        });
    });

    it("ends with the reason of a signal, and clears its copy of the witness alone", async () => {
        const controller = new AbortController(), kept = witness.values.slice();
        controller.abort(new Error("enough"));
        const error = await run(witness, { signal: controller.signal }).catch((reason) => reason);
        expect(error.message).to.equal("enough");
        await run(witness);
        expect(Buffer.compare(witness.values, kept)).to.equal(0);
    });

    it("leaves nothing of a witness that it refuses where workers would have read it", async () => {
        const { r1cs, values } = madeCircuit(BN128, "mixed", 5000), room = new Uint8Array(values.length * 32).fill(7);
        const bad = new Uint8Array(wtnsOf(BN128, values.with(values.length - 1, R))), options = readOptions("check", {});
        await withSources(options, async (tools) => {
            const system = await openR1cs(await tools.open("r1cs", r1cs));
            await refused(openWitness(tools, bad, system, options, room), "ERR_WITNESS", "below the order");
            expect(room.some(Boolean)).to.equal(false);
            const wtns = wtnsOf(BN128, values), broken = { size: wtns.length, read: async (offset, length) => {
                if (offset + length === wtns.length) throw new Error("the disk is gone");
                return wtns.slice(offset, offset + length);
            } };
            await refused(openWitness(tools, broken, system, options, room.fill(7)), "ERR_READ", "the disk is gone");
            expect(room.some(Boolean)).to.equal(false);
            const { values: read } = await openWitness(tools, wtnsOf(BN128, values), system, options, room);
            expect(read).to.equal(room);
            expect(Buffer.compare(room, valueBytes(values, 32))).to.equal(0);
            const { values: moved } = await openWitness(tools, values, system, options, room.fill(0));
            expect(moved).to.equal(room);
            expect(Buffer.compare(room, valueBytes(values, 32))).to.equal(0);
        });
    });

    it("gives up each stretch as soon as it is evaluated", async () => {
        const { r1cs, values } = madeCircuit(BN128, "dense", 20_000), path = join(FOLDER, "stretches.r1cs");
        writeFileSync(path, r1cs);
        const curve = await scalarCurve(R, { threads: 0 }), options = readOptions("check", {});
        await withSources(options, async ({ open, controller: { signal } }) => {
            const system = await openR1cs(await open("r1cs", path)), { file } = system;
            for (const fresh of [true, false]) {
                const kept = [], read = async (...where) => {
                    const bytes = await file.read(...where);
                    kept.push(bytes.buffer);
                    return bytes;
                };
                const noted = { ...system, file: { ...file, read, fresh: fresh && file.fresh } };
                const bytes8 = new Uint8Array(valueBytes(values, 32));
                const { failing } = await evaluate(noted, curve, bytes8, { most: 1, signal, onDone() {} });
                expect(failing).to.equal(0);
                expect(kept.length).to.be.above(2);
                expect(kept.map(({ byteLength }) => byteLength === 0), `fresh: ${fresh}`)
                    .to.deep.equal(kept.map(() => fresh));
            }
        });
    });

    itInAll("takes tasks instead of one of two workers, and leaves the pool as it was", () => {
        const { r1cs, wtns } = madeCircuit(BN128, "mixed", 20_000), at = join(FOLDER, "two");
        writeFileSync(`${at}.r1cs`, r1cs);
        writeFileSync(`${at}.wtns`, wtns);
        const program = `
            import { check } from ${JSON.stringify(new URL("../../src/circuits/index.js", import.meta.url).href)};
            let workers = 0;
            process.on("worker", () => workers++);
            const { holds } = await check(${JSON.stringify(`${at}.r1cs`)}, ${JSON.stringify(`${at}.wtns`)});
            const counts = [holds, workers];
            globalThis.curve_bn128.tm.warm(); // starts as many as there may be
            await new Promise(setImmediate);
            console.log(JSON.stringify([...counts, workers]));
            process.exit();`;
        const started = (threads) => JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", program],
            { env: { ...process.env, FFTURBO_THREADS: String(threads) }, encoding: "utf8" }));
        expect(started(2)).to.deep.equal([true, 1, 2]);
        expect(started(3)[1], "with more threads, this one reads").to.equal(3);
    });

    itInAll("reports how far it is", async () => {
        const heard = [], { r1cs, wtns } = madeCircuit(BN128, "dense", 20_000);
        const onProgress = ({ phase, done, total }) => heard.push([phase, done, total]);
        await check(r1cs, wtns, { threads: 0, onProgress });
        expect(heard.length).to.be.above(3);
        expect(heard.at(-1)).to.deep.equal(["constraints", 20_000, 20_000]);
    });
});
