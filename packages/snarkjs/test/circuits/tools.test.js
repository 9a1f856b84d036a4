/** Systems and witnesses printed, exported and debugged: the same as snarkjs says of them, and what it does not say. */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as snarkjs from "snarkjs";
import { circom } from "../../../../scripts/circom.mjs";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { check, debugWitness, describeCheck, describeUnset, printR1cs, r1csToJson, writeR1csJson, writeWtnsJson, wtnsToJson } from "../../src/circuits/index.js";
import { cellReader, cellsOf, markSignals, unsetSignals } from "../../../../src/files/witness/trace.js";
import { calculateWitness, encodeWitness } from "../../../../src/protocols/witness.js";
import { countTexts } from "../../../../test/support/decoded.js";
import { itInAll, rowsOf } from "../../../../test/support/extent.js";
import { madeCircuit, r1csOf, wtnsOf } from "../../../../test/support/made_circuit.js";
import { compileFor, INPUTS, QUICK_PRIMES } from "../../../../test/support/primes.js";
import { root } from "../../../../test/support/scratch.js";

const R = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;
const BN128 = { r: R, n8: 32 };
const FOLDER = temporaryFolder("circuit-tools");
const CLI = join(root, "node_modules", "snarkjs", "cli.js"), at = (name) => join(FOLDER, name);
const bytesOf = (file) => new Uint8Array(readFileSync(at(file)));

/** @returns the files of a circuit by their endings */
function compile(name, source, level = "--O0") {
    writeFileSync(at(`${name}.circom`), source);
    circom(FOLDER, `${name}.circom`, ["--r1cs", "--sym", "--wasm", level]);
    return { r1cs: bytesOf(`${name}.r1cs`), sym: bytesOf(`${name}.sym`), wasm: bytesOf(`${name}_js/${name}.wasm`) };
}
const theirs = (...args) => execFileSync(process.execPath, [CLI, ...args], { cwd: FOLDER, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
/** Lines that they log, without colours and heads. */
const logged = (text) => text.split("\n").filter(Boolean).map((line) =>
    line.replace(/\x1b\[[\d;]*m/g, "").replace("[INFO]  snarkJS: ", ""));
const printed = async (...args) => {
    const lines = [];
    await printR1cs(args[0], (line) => { lines.push(line); }, args[1]);
    return lines;
};

const GATES = `pragma circom 2.0.6;
pragma custom_templates;
template custom G(n, m) { signal input a, b; signal output c; c <-- a * b * n + m; }
template Main() {
    signal input a, b; signal output c;
    component g = G(3, 5), h = G(4, 5);
    g.a <== a; g.b <== b; h.a <== g.c; h.b <== b;
    c <== h.c * a - 7;
}
component main = Main();`;
const NESTED = `pragma circom 2.0.0;
template Small(n) { signal input in, k; signal output out; assert(in < n); out <== in * k; }
template Mid() { signal input a; signal output b; component s = Small(10); s.in <== a; s.k <== -3; b <== s.out; }
template Main() {
    signal input x[3]; signal output y[3]; signal free, copy, never, also, lost;
    component m[3];
    free <-- x[0] - x[0];
    if (x[0] == 77) { never <-- 1; also <-- 2; }
    copy <-- never + 0;
    for (var i = 0; i < 3; i++) { m[i] = Mid(); m[i].a <== x[i]; y[i] <== m[i].b + never; }
}
component main = Main();`;
/** Wires twice and out of order, coefficients of 0 and 1, constants, empty sides. */
const ODD = [
    [[[3, 2n], [1, 1n], [0, 0n], [2, 0n]], [[0, 1n]], [[0, 1n], [0, 5n], [2, R - 1n]]],
    [[[2, 0n]], [], [[1, 0n], [0, 4n]]],
];
const ODD_NAMES = "1,1,0,main.x\n2,1,0,main.second\n3,2,0,main.y\n4,3,0,main.z\n5,-1,0,main.gone\n";

describe("circuits: tools", function () {
    this.timeout(240_000);
    let nested;
    before(() => {
        compile("gates", GATES, "--O1");
        nested = compile("nested", NESTED);
        writeFileSync(at("odd.r1cs"), r1csOf(BN128, ODD, { signals: 5 }));
        writeFileSync(at("odd.sym"), ODD_NAMES);
    });
    after(async () => {
        rmSync(FOLDER, { recursive: true, force: true });
        await globalThis.curve_bn128?.terminate(); // of snarkjs
    });

    for (const name of rowsOf(["gates", "nested", "odd"], ["odd"])) {
        it(`prints ${name} as snarkjs r1cs print does`, async () => {
            const want = logged(theirs("r1cs", "print", `${name}.r1cs`, `${name}.sym`));
            expect(await printed(at(`${name}.r1cs`), { sym: at(`${name}.sym`) })).to.deep.equal(want);
            expect(want).to.have.length.above(1);
        });

        it(`exports ${name} as snarkjs r1cs export json does, as a file and as a value`, async () => {
            theirs("r1cs", "export", "json", `${name}.r1cs`, "theirs.json");
            await writeR1csJson(at(`${name}.r1cs`), at("ours.json"));
            expect(Buffer.compare(readFileSync(at("ours.json")), readFileSync(at("theirs.json")))).to.equal(0);
            const ours = await r1csToJson(bytesOf(`${name}.r1cs`));
            expect(ours).to.deep.equal(await snarkjs.r1cs.exportJson({ type: "mem", data: bytesOf(`${name}.r1cs`) }));
            expect(Object.keys(ours)).to.deep.equal(Object.keys(JSON.parse(readFileSync(at("theirs.json"), "utf8"))));
        });
    }

    it("prints wires that have no name by their numbers", async () => {
        expect((await printed(at("odd.r1cs")))[0]).to.include("+wire[1] +0wire[2] +2wire[3] ] * [ 1 ]");
    });

    describe("a wire with many names", () => {
        const lines = Array.from({ length: 500 }, (_, i) => `${i + 1},1,0,main.s[${i}]`), each = 4;
        const sym = new TextEncoder().encode(`${lines.join("\n")}\n`), rows = 400, one = [[1, 1n]];
        const r1cs = r1csOf(BN128, new Array(rows).fill([one, one, []]), { signals: 2 });
        const all = lines.map((line) => line.split(",")[3]).join("|");

        it("prints all of them in each constraint, made once", async () => {
            const { value: found, texts } = await countTexts(() => printed(r1cs, { sym }));
            expect(found).to.deep.equal(new Array(rows).fill(`[ ${all} ] * [ ${all} ] - [  ] = 0`));
            expect(texts, "texts that were made").to.be.below(each * lines.length);
        });

        it("ends on its signal, also where few constraints are long", async () => {
            const controller = new AbortController(), reason = new Error("enough");
            let count = 0;
            const error = await printR1cs(r1cs, () => {
                if (count++ === 0) setImmediate(() => controller.abort(reason));
            }, { sym, signal: controller.signal }).catch((caught) => caught);
            expect(error).to.equal(reason);
            expect(count).to.be.below(rows);
        });
    });

    itInAll("exports witnesses as snarkjs does, of several stretches", async () => {
        const { wtns } = madeCircuit(BN128, "mixed", 9000), target = { type: "mem" };
        writeFileSync(at("made.wtns"), wtns);
        theirs("wtns", "export", "json", "made.wtns", "theirs.json");
        await writeWtnsJson(at("made.wtns"), target);
        expect(Buffer.compare(target.data, readFileSync(at("theirs.json")))).to.equal(0);
        expect(await wtnsToJson(wtns)).to.deep.equal(await snarkjs.wtns.exportJson({ type: "mem", data: wtns }));
    });

    it("writes nothing of a damaged system, and refuses options that there are not", async () => {
        const target = { type: "mem" }, damaged = bytesOf("nested.r1cs").slice(0, -3);
        for (const [promise, code] of [
            [writeR1csJson(damaged, target), "ERR_FILE"], [printed(damaged), "ERR_FILE"],
            [writeWtnsJson(damaged, target), "ERR_FILE"], [writeR1csJson(at("odd.r1cs"), target, { most: 1 }), "ERR_OPTION"],
            [wtnsToJson(wtnsOf(BN128, [1n]), { most: 1 }), "ERR_OPTION"], [r1csToJson(damaged, { most: 1 }), "ERR_OPTION"],
            [debugWitness(nested.wasm, {}, { most: 1 }), "ERR_OPTION"], [printed(at("odd.r1cs"), { most: 1 }), "ERR_OPTION"],
        ]) expect(await promise.catch((error) => error.code)).to.equal(code);
        expect(target).to.deep.equal({ type: "mem" });
    });

    it("waits for what takes the lines", async () => {
        let running = 0, most = 0;
        await printR1cs(at("nested.r1cs"), async () => {
            most = Math.max(most, ++running);
            await new Promise((resolve) => { setTimeout(resolve, 1); });
            running--;
        });
        expect([most, running]).to.deep.equal([1, 0]);
    });

    describe("a witness that is debugged", () => {
        const UNSET = ["main.never", "main.also", "main.lost"];
        for (const threads of [0, 1]) it(`names the signals that were never set, with ${threads} workers`, async () => {
            const x = [1, 2, 3], options = { sym: nested.sym, threads };
            const { witness, unset } = await debugWitness(nested.wasm, { x }, options);
            expect(unset).to.deep.equal({ count: 3, first: UNSET });
            expect(witness).to.deep.equal({ ...await calculateWitness(nested.wasm, { x }) });
            const report = await check(nested.r1cs, { wasm: nested.wasm, inputs: { x } }, { ...options, max: 2 });
            expect(report).to.deep.include({ holds: true, unset: { count: 3, first: UNSET.slice(0, 2) } });
            expect(describeCheck(report))
                .to.include(`3 signals were never set, and are 0:\n  ${UNSET.slice(0, 2).join(", ")}, and 1 more\n`);
        });

        it("goes on where names are missing, and says nothing of a file's values", async () => {
            const { unset } = await debugWitness(nested.wasm, { x: [1, 2, 3] }, { threads: 0, max: 1 });
            expect(unset.first).to.have.length(1).and.match(/^signal\[\d+\]$/);
            const witness = await calculateWitness(nested.wasm, { x: [1, 2, 3] });
            expect(await check(nested.r1cs, encodeWitness(witness), { threads: 0 })).to.not.have.property("unset");
            expect(describeUnset(undefined)).to.deep.equal([]);
            expect(describeUnset({ count: 0, first: [] })).to.deep.equal([]);
        });

        for (const threads of [0, 1]) it(`says where an assertion failed, and what the component had, with ${threads} workers`, async () => {
            const inputs = { x: [4, 20, 3] }, options = { sym: nested.sym, threads }, { wasm } = nested;
            const calls = /template Small_\d+ line: 2; Error in template Mid_\d+ line: 3; Error in template Main_\d+ line: 10/;
            for (const fail of [
                () => debugWitness(wasm, inputs, options), () => check(nested.r1cs, { wasm, inputs }, options),
            ]) {
                const error = await fail().catch((reason) => reason);
                expect(error.code, error.stack).to.equal("ERR_INPUT");
                expect(error.message).to.match(calls);
                expect(error.message).to.match(/\n {2}in main\.m\[1\]\.s: out not set, in = 20, k = -3$/);
            }
            const bare = await debugWitness(nested.wasm, inputs, { threads }).catch((reason) => reason);
            expect(bare.message).to.match(/line: 10$/);
            expect(bare.stopped.cells.every((byte) => byte === 0), "cleared").to.equal(true);
        });

        it("tells all components that it can be, where several have ended", async () => {
            const { wasm, sym } = compile("ended", `pragma circom 2.0.0;
                template End() { signal input in; signal output out; out <== in + 1; assert(out != 9); }
                template Main() { signal input x[7]; component e[7];
                    for (var i = 0; i < 7; i++) { e[i] = End(); e[i].in <== x[i]; } }
                component main = Main();`);
            const fail = (x) => debugWitness(wasm, { x }, { sym, threads: 0 }).catch(({ message }) => message.split("\n"));
            const first = await fail([8, 0, 0, 0, 0, 0, 0]), last = await fail([0, 0, 0, 0, 0, 0, 8]);
            expect(first.slice(1)).to.deep.equal(["  in main.e[0]: out = 9, in = 8"]);
            expect(last[1]).to.equal("  in one of 7 components: main.e[0]: out = 1, in = 0");
            expect(last).to.have.length(5);
        });

        for (const prime of QUICK_PRIMES) it(`${prime}: the same witness, with and without names`, async () => {
            const files = compileFor(prime, FOLDER), wasm = new Uint8Array(readFileSync(files.wasm));
            const { witness, unset } = await debugWitness(wasm, INPUTS, { threads: 0 });
            expect(unset).to.deep.equal({ count: 0, first: [] });
            expect(witness).to.deep.equal({ ...await calculateWitness(wasm, INPUTS) });
        });
    });

    describe("marks of signals", () => {
        const trace = { numbers: 8, elements: 64, size: 40, most: 10 };
        /** A memory with three signals of a witness: labels 0, 2 and 4. */
        const memory = () => {
            const { buffer } = new Uint8Array(64 + 5 * 40);
            new Uint32Array(buffer).set([0, 2, 4], 2);
            return buffer;
        };
        it("are lost by what is set, whatever it is, and not by what is not", () => {
            const buffer = memory(), words = new Uint32Array(buffer, 64);
            markSignals(buffer, trace, 3);
            expect(unsetSignals(buffer, trace, 3)).to.deep.equal({ count: 4, first: [1, 2, 3, 4] });
            words.copyWithin(10, 20, 30); // signal 1 gets what signal 2, which is not set, has
            words[30] = 7;
            words.fill(0, 40, 50); // a zero
            expect(unsetSignals(buffer, trace, 3)).to.deep.equal({ count: 1, first: [2] });
            expect(unsetSignals(buffer, { ...trace, labels: 3, most: 0 }, 3)).to.deep.equal({ count: 1, first: [] });
        });
        it("are not made outside of the memory", () => {
            const buffer = memory(), before = new Uint8Array(buffer.slice(0));
            for (const wrong of [
                { labels: 6 }, { elements: 66 }, { numbers: 9 }, { numbers: 260 }, { elements: 104 },
            ]) {
                markSignals(buffer, { ...trace, ...wrong }, 3);
                expect(unsetSignals(buffer, { ...trace, ...wrong }, 3), JSON.stringify(wrong)).to.equal(undefined);
                expect(cellsOf(buffer, { ...trace, ...wrong }, 3)).to.equal(undefined);
                expect(Buffer.compare(before, new Uint8Array(buffer))).to.equal(0);
            }
        });
        it("leave values readable: short, negative, long, Montgomery", () => {
            const buffer = memory(), words = new Uint32Array(buffer, 64), r = 2n ** 61n - 1n, R64 = 1n << 64n;
            const small = { ...trace, size: 16, labels: 5 };
            words.set([7, 0, 0, 0, -7, 0, 0, 0, 0, 0x80000000, 5, 1, 9, 0x40000000, 0, 0]);
            const montgomery = (12345n * R64) % r;
            words.set([0, 0xc0000000, Number(montgomery & 0xffffffffn), Number(montgomery >> 32n)], 16);
            const { value, isSet } = cellReader({ cells: cellsOf(buffer, small, 3), size: 16, r });
            expect([0, 1, 2, 3, 4].map(value)).to.deep.equal([7n, r - 7n, 2n ** 32n + 5n, 9n, 12345n]);
            expect([isSet(4), isSet(5)]).to.deep.equal([true, false]);
        });
    });
});
