/** A check with damaged files: an error says what is wrong and where; names that are missing stop nothing. */
import { expect } from "chai";
import { check, describeCheck, ProverError, r1csFacts } from "../../src/circuits/index.js";
import { sectionsOf, withSections } from "../../../../test/support/binfiles.js";
import { itInAll, thinned } from "../../../../test/support/extent.js";
import { failureOf } from "../../../../test/support/failure.js";
import { r1csOf, wtnsOf } from "../../../../test/support/made_circuit.js";
import { filesOf, planted, plantedCircuit } from "../../../../test/support/planted.js";
import { seed } from "../../../../test/support/random.js";

/** Over goldilocks, whose values are short, and over the largest of the others. */
const CIRCUITS = [plantedCircuit(3), plantedCircuit(2)];
const CODES = ["ERR_FILE", "ERR_CURVE", "ERR_WITNESS"], options = { threads: 0, max: 1000 };
const linesOf = (sym) => new TextDecoder().decode(sym).split("\n").filter(Boolean);
const bytesOf = (lines) => new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));

/** A report, or an error that says what was expected where. @returns {Promise<any>} the report, or undefined */
async function settled(promise, codes = CODES) {
    const outcome = await promise.then((report) => ({ report }), (error) => ({ error }));
    if (!outcome.error) return outcome.report;
    expect(outcome.error, outcome.error.stack).to.be.instanceOf(ProverError);
    expect(codes).to.include(outcome.error.code);
    expect(outcome.error.message).to.match(/^\S+: expected .+, got /s);
    return undefined;
}

describe(`circuits: damaged files, seed ${seed}`, function () {
    this.timeout(120_000);

    for (const { title, right, field } of thinned(CIRCUITS, 2)) {
        const { r1cs, wtns } = filesOf(right, field);

        it(`${title}: a system or a witness that is cut anywhere is refused`, async () => {
            for (let length = 0; length < r1cs.length; length += 5)
                expect(await settled(check(r1cs.slice(0, length), wtns, options), ["ERR_FILE"]), length).to.equal(undefined);
            for (let length = 0; length < wtns.length; length += 5)
                expect(await settled(check(r1cs, wtns.slice(0, length), options), ["ERR_FILE"]), length).to.equal(undefined);
        });

        it(`${title}: any number in a system or a witness that is another is refused, or changes what holds`, async () => {
            const { offset, size } = sectionsOf(r1cs).find(({ type }) => type === 2), heads = 12 + 12 + 32 + field.n8;
            let refused = 0;
            for (const [file, bytes] of [["r1cs", r1cs], ["wtns", wtns]])
                for (let at = 0; at + 4 <= bytes.length; at += at < heads ? 4 : 28)
                    for (const value of [0, 2 ** 32 - 1, new DataView(bytes.buffer).getUint32(at, true) ^ 1]) {
                        const other = { r1cs, wtns, [file]: bytes.slice() };
                        new DataView(other[file].buffer).setUint32(at, value, true);
                        const report = await settled(check(other.r1cs, other.wtns, options));
                        if (!report) refused++;
                        else if (file === "r1cs" && at > offset && at < offset + size)
                            expect(report.constraints).to.equal(right.constraints.length);
                        await settled(r1csFacts(other.r1cs, {}));
                    }
            expect(refused).to.be.above(50);
        });
    }

    it("a witness that a reader claims to have, larger than memory, is an error with a code", async () => {
        const { field } = CIRCUITS[1], signals = 2 ** 32 - 1, file = wtnsOf(field, []);
        const view = new DataView(file.buffer), counted = 12 + 12 + 4 + field.n8; // where both headers have the signals
        view.setUint32(counted, signals, true);
        view.setBigUint64(file.length - 8, BigInt(field.n8 * signals), true);
        const whole = r1csOf(field, [], { signals: 2 });
        new DataView(whole.buffer).setUint32(counted, signals, true);
        const system = withSections(whole, (list) => list.filter(([type]) => type !== 3)); // without labels
        const reader = { size: file.length + field.n8 * signals, read(offset, length) {
            if (offset >= file.length) throw new Error("of values that there are not");
            const bytes = new Uint8Array(length);
            bytes.set(file.slice(offset, offset + length));
            return bytes;
        } };
        const error = await failureOf(check(system, reader, options));
        expect(error, error.stack).to.be.instanceOf(ProverError);
        if (error.code === "ERR_READ") expect(error.message).to.include("of values that there are not"); // any memory is promised
        else expect(error.code).to.equal("ERR_MEMORY");
    });

    const circuit = CIRCUITS[0], { r1cs, wtns } = planted(circuit, "a wrong value");
    const run = (sym) => check(r1cs, wtns, { ...options, sym });
    const counts = ({ failing, constraints, first }) => [failing, constraints, first.map(({ number }) => number)];

    itInAll("names that are cut anywhere: a line that is none is named, or what fails is", async () => {
        const whole = counts(await run(circuit.sym));
        let refused = 0;
        for (let length = 0; length <= circuit.sym.length; length++) {
            const report = await settled(run(circuit.sym.slice(0, length)), ["ERR_FILE"]);
            if (report) expect(counts(report)).to.deep.equal(whole);
            else refused++;
        }
        expect(refused).to.be.above(20);
    });

    itInAll("any byte of the names that is another: a line that is none is named, or what fails is", async () => {
        const whole = counts(await run(circuit.sym));
        for (let at = 0; at < circuit.sym.length; at += 3)
            for (const byte of thinned([0, 0x0a, 0x2c, 0x2d, 0x39, 0xff], 3)) {
                const report = await settled(run(circuit.sym.with(at, byte)), ["ERR_FILE"]);
                if (report) expect(counts(report)).to.deep.equal(whole);
            }
    });

    it("names the line that is damaged", async () => {
        const lines = linesOf(circuit.sym);
        for (const [at, line] of [[0, "main.out"], [4, "5,x,0,main.in"], [lines.length - 1, "1,2,3"]]) {
            const error = await run(bytesOf(lines.with(at, line))).catch((reason) => reason);
            expect(error.message).to.include(`expected line ${at + 1} to be label,wire,component,name, got ${JSON.stringify(line)}`);
        }
    });

    it("names that are missing, one by one or all, stop nothing: wires go by their numbers", async () => {
        const lines = linesOf(circuit.sym), whole = await run(circuit.sym);
        for (const some of [...lines.map((_, i) => lines.toSpliced(i, 1)), [], lines.slice(0, 3)]) {
            const report = await run(bytesOf(some)), kept = new Set(some.map((line) => line.split(",")[3]));
            expect(counts(report)).to.deep.equal(counts(whole));
            for (const { signals, left, right } of report.first) {
                for (const { name, wire } of signals) expect(kept.has(name) || name === `wire[${wire}]`, name).to.equal(true);
                expect(Number.isNaN(Number(left) + Number(right))).to.equal(false);
            }
            expect(describeCheck(report)).to.match(/\d+ of \d+ constraints do(es)? not hold$/);
        }
    });

    it("names of another circuit, with more wires, and of none that there are, stop nothing", async () => {
        const whole = counts(await run(circuit.sym)), strange = ["9,4294967295,0,main.far", "10,-1,0,main.gone"];
        expect(counts(await run(bytesOf([...linesOf(circuit.sym), ...strange])))).to.deep.equal(whole);
        expect(counts(await run(bytesOf(strange)))).to.deep.equal(whole);
    });

    it("names are not read where all constraints hold", async () => {
        const files = filesOf(circuit.right, circuit.field);
        for (const sym of ["missing.sym", new Uint8Array(99), r1cs])
            expect(await check(files.r1cs, files.wtns, { ...options, sym })).to.include({ holds: true });
        const error = await check(r1cs, wtns, { ...options, sym: "missing.sym" }).catch((reason) => reason);
        expect(error).to.include({ code: "ERR_READ" });
    });
});
