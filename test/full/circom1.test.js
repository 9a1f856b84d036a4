/**
 * Circuits that circom 0.5.46 compiles, the last of version 1: the witnesses of their programs are those that snarkjs
 * calculates, their constraints hold, and a proof from one verifies.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as snarkjs from "snarkjs";
import { calculateWitness } from "../../src/protocols/groth16/index.js";
import { scratchProject, workFolder } from "../support/scratch.js";

const CIRCUITS = {
    "components, arrays, bits and log": [`
        template Mul() { signal input a; signal input b; signal output c; c <== a*b; }
        template Main() {
            signal private input x; signal input v[3]; signal output out; signal output bits[4];
            component m = Mul(); m.a <== x; m.b <== v[0];
            var s = 0; var e = 1;
            for (var i=0;i<4;i++) { bits[i] <-- (x >> i) & 1; bits[i]*(bits[i]-1) === 0; s += bits[i]*e; e = e+e; }
            s === x; log(v[2]); assert(v[1] != 99);
            out <== m.c + v[1]*v[2];
        }
        component main = Main();`, [{ x: 11, v: ["5", "7", "-3"] }, { x: 0, v: [0, 0, (1n << 250n).toString()] }], [
        [{ x: 16, v: [1, 2, 3] }, /Constraint doesn't match at .*:\d+:\d+/],
        [{ x: 1, v: [1, 99, 3] }, /Assert not satisfied at /],
        [{ x: 1, v: [1, 2] }, /an input of the circuit is missing/],
        [{ x: 1, v: [1, 2, 3, 4] }, /Signal assigned twice/],
        [{ x: 1, v: [1, 2, 3], y: 1 }, /^input y: /],
    ]],
    "a long chain": [`
        template Main(n) {
            signal input x; signal output out; signal s[n];
            s[0] <== x*x + 3;
            for (var i=1;i<n;i++) s[i] <== s[i-1]*s[i-1] + i;
            out <== s[n-1];
        }
        component main = Main(500);`, [{ x: 7 }, { x: "21888242871839275222246405745257275088548364400416034343698204186575808495616" }], []],
    "no inputs": ["template Main() { signal output out; out <== 5; } component main = Main();", [{}], []],
    "a signal that is read before it is set": [`
        template Main() { signal input a; signal b; signal output out; out <-- a + b; b <-- a*a; }
        component main = Main();`, [{ a: 3 }], []],
};

describe("circom 1, as its last version compiled", function () {
    this.timeout(600_000);
    let project, folder;
    before("installs the compiler", () => {
        project = scratchProject({ name: "circom1", engine: "plain", dependencies: { circom: "0.5.46" } });
        folder = workFolder("circom1");
    });

    for (const [title, [source, inputs, refused]] of Object.entries(CIRCUITS)) it(title, async () => {
        const name = join(folder, title.replaceAll(/\W/g, "_")), log = [];
        writeFileSync(`${name}.circom`, source);
        const command = join(project, "node_modules", "circom", "cli.js");
        execFileSync(process.execPath, [command, `${name}.circom`, "-f", "-w", `${name}.wasm`, "-r", `${name}.r1cs`]);
        const wasm = new Uint8Array(readFileSync(`${name}.wasm`));
        for (const one of inputs) for (const threads of [0, 2]) {
            const { values, count } = await calculateWitness(wasm, one, { threads, onLog: (line) => log.push(line) });
            const theirs = { type: "mem" };
            await snarkjs.wtns.calculate(one, wasm, theirs);
            expect(Buffer.compare(values, theirs.data.subarray(-32 * count)), JSON.stringify(one)).to.equal(0);
            expect(await snarkjs.wtns.check(`${name}.r1cs`, theirs)).to.equal(true);
        }
        if (source.includes("log(")) expect(log).to.have.length(2 * inputs.length);
        for (const [one, message] of refused) {
            const failure = await calculateWitness(wasm, one).then(() => ({}), (error) => error);
            expect(failure.message, JSON.stringify(one)).to.match(message);
        }
    });
});
