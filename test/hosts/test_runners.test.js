/**
 * Jest and Vitest, without configuration: a user's own test proves with snarkjs on ffturbo, and the runner ends by
 * itself.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { r1csOf } from "../support/made_circuit.js";
import { CIRCUIT, circuitFolder } from "../support/proving_app.js";
import { CLIENTS, scratchProject } from "../support/scratch.js";

const PACKAGES = { jest: "30.5.2", "jest-environment-jsdom": "30.5.2", vitest: "4.1.12" };
const LIMIT_MS = 120_000;

/** A user's test, for globals `test` and `expect`. @param {string} head - how the packages are loaded */
const userTest = (head) => `${head}
const folder = ${JSON.stringify(circuitFolder(CIRCUIT))};
const json = (name) => JSON.parse(fs.readFileSync(folder + "/" + name, "utf8"));
test("proves and verifies", async () => {
    const { proof, publicSignals } = await snarkjs.groth16.fullProve(json("input.json"), folder + "/circuit.wasm", folder + "/circuit.zkey");
    expect(publicSignals).toEqual(json("public.json"));
    expect(globalThis.curve_bn128.tm.protocol).toMatch(/^ffturbo/);
    const started = () => globalThis.curve_bn128.tm.pool.some((slot) => slot?.initialized);
    for (let i = 0; i < 600 && !started(); i++) await new Promise((resolve) => setTimeout(resolve, 50)); // the proof may be done before
    expect(started()).toBe(true);
    expect(await snarkjs.groth16.verify(json("vkey.json"), publicSignals, proof)).toBe(true);
    expect(await snarkjs.groth16.verify(json("vkey.json"), ["1"], proof)).toBe(false);
    const single = await snarkjs.groth16.fullProve(json("input.json"), folder + "/circuit.wasm", folder + "/circuit.zkey", undefined, undefined, { singleThread: true });
    expect(await snarkjs.groth16.verify(json("vkey.json"), single.publicSignals, single.proof)).toBe(true);
}, 60000);
`;
/** An environment that imitates a page, without some of what Node has. */
const PAGE_TEST = `
const { buildBn128 } = require("ffjavascript");
test("pairs in an imitated page", async () => {
    expect(typeof document).toBe("object");
    const curve = await buildBn128();
    const { G1, G2 } = curve;
    expect(await curve.pairingEq(G1.timesScalar(G1.g, 6), G2.g, G1.neg(G1.g), G2.timesScalar(G2.g, 6))).toBe(true);
    const values = new Uint8Array(32 * 4096).fill(7);
    expect(await curve.Fr.ifft(await curve.Fr.fft(await curve.Fr.batchToMontgomery(values)))).toEqual(await curve.Fr.batchToMontgomery(values));
}, 60000);
`;
/** Proves there, with the modules for Node and with those for pages; signals are those of jsdom. */
const PAGE_PROOF = `
const fs = require("fs");
const snarkjs = require("ffturbo-snarkjs"), groth16 = require("ffturbo/groth16");
const folder = ${JSON.stringify(circuitFolder(CIRCUIT))}, files = [folder + "/circuit.wasm", folder + "/circuit.zkey"];
const json = (name) => JSON.parse(fs.readFileSync(folder + "/" + name, "utf8"));
test("proves in an imitated page", async () => {
    expect([typeof TextEncoder, typeof fetch]).toEqual(["undefined", "undefined"]);
    const made = await snarkjs.groth16.fullProve(json("input.json"), ...files);
    const { signal } = new AbortController();
    const bytes = files.map((file) => new Uint8Array(fs.readFileSync(file)));
    const again = await groth16.fullProve(json("input.json"), ...bytes, { signal });
    for (const { proof, publicSignals } of [made, again]) {
        expect(publicSignals).toEqual(json("public.json"));
        expect(await snarkjs.groth16.verify(json("vkey.json"), publicSignals, proof)).toBe(true);
    }
    const controller = new AbortController();
    controller.abort(new Error("enough"));
    await expect(groth16.fullProve(json("input.json"), ...bytes, { signal: controller.signal })).rejects.toThrow("enough");
    await globalThis.curve_bn128.terminate();
}, 60000);
`;
/** Timers that stand still, as many suites have them, stop nothing. */
const FAKE_TIMERS = `
const { buildBn128 } = require("ffjavascript");
test("computes while timers stand still", async () => {
    jest.useFakeTimers();
    const curve = await buildBn128();
    const values = await curve.Fr.batchToMontgomery(new Uint8Array(32 * 65536).fill(7));
    const back = await curve.Fr.ifft(await curve.Fr.fft(values));
    expect(curve.tm.pool.some((slot) => slot?.initialized)).toBe(true);
    const single = await buildBn128(true);
    const alone = await single.Fr.ifft(await single.Fr.fft(values));
    expect([back, alone].map((bytes) => Buffer.compare(bytes, values))).toEqual([0, 0]);
}, 60000);
`;
const REQUIRED = 'const fs = require("fs");\nconst snarkjs = require("snarkjs");';
const IMPORTED = 'import * as fs from "node:fs";\nimport * as snarkjs from "snarkjs";';

/** A test of a circuit that fails. @param {string} head - how the package is loaded */
const circuitTest = (head) => `${head}
test("accepts no other cube", async () => {
    await expectConstraintsHold("cube.r1cs", [1n, 28n, 3n, 9n], { sym: "cube.sym" });
}, 60000);
`;
const CUBE = [[[[2, 1n]], [[2, 1n]], [[3, 1n]]], [[[3, 1n]], [[2, 1n]], [[1, 1n]]]];
const CUBE_NAMES = "1,1,0,main.out\n2,2,0,main.in\n3,3,0,main.square\n";
const BN128 = { n8: 32, r: 21888242871839275222246405745257275088548364400416034343698204186575808495617n };
const SAID = `expectConstraintsHold: expected all 2 constraints to hold, got 1 that does not

constraint 1: main.square * main.in = main.out
  left    27
  right   28
  main.square = 9
  main.in     = 3
  main.out    = 28
  in main

1 of 2 constraints does not hold`;
/** Every line of what is said, wherever the runner puts it. */
const linesOf = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);

/** title, file, its text, command, environment variables; `tool` and `folder` are filled in */
const CASES = [
    ["Jest, require", "prove.test.js", userTest(REQUIRED), (tool) => [join(tool, "jest/bin/jest.js")], {}],
    [
        "Jest, import",
        "prove.test.mjs",
        userTest(IMPORTED),
        (tool) => [join(tool, "jest/bin/jest.js"), "--testMatch", "**/*.test.mjs"],
        { NODE_OPTIONS: "--experimental-vm-modules" },
    ],
    [
        "Jest, the library instrumented for coverage",
        "prove.test.js",
        userTest(REQUIRED),
        (tool) => [
            join(tool, "jest/bin/jest.js"),
            "--coverage",
            "--coverageReporters=none",
            "--transformIgnorePatterns=nothing",
            "--coveragePathIgnorePatterns=nothing",
        ],
        {},
    ],
    [
        "Jest, jsdom",
        "page.test.js",
        PAGE_TEST,
        (tool) => [join(tool, "jest/bin/jest.js"), "--env", join(tool, "jest-environment-jsdom")],
        {},
    ],
    [
        "Jest, jsdom: a proof",
        "proof.test.js",
        PAGE_PROOF,
        (tool) => [join(tool, "jest/bin/jest.js"), "--env", join(tool, "jest-environment-jsdom")],
        {},
    ],
    ["Jest, fake timers", "timers.test.js", FAKE_TIMERS, (tool) => [join(tool, "jest/bin/jest.js")], {}],
    [
        "Vitest",
        "prove.test.mjs",
        userTest(IMPORTED),
        (tool) => [join(tool, "vitest/vitest.mjs"), "run", "--globals"],
        {},
    ],
];

describe("test runners", function () {
    this.timeout(LIMIT_MS + 60_000);
    let project, tool;
    before("installs them", () => {
        project = scratchProject({
            name: "app-runners",
            engine: "turbo",
            dependencies: {
                snarkjs: CLIENTS.snarkjs, ffjavascript: "file:ffturbo.tgz", ffturbo: "file:ffturbo.tgz",
                "ffturbo-snarkjs": "file:ffturbo-snarkjs.tgz",
            },
            outside: true,
        });
        tool = join(scratchProject({ name: "tool-runners", engine: "plain", dependencies: PACKAGES }), "node_modules");
    });

    /** What a runner says of a test, and its exit code. */
    const runIn = (files, command, env) => {
        const folder = mkdtempSync(join(project, "tests-"));
        try {
            for (const [name, content] of Object.entries({ "package.json": "{}", ...files }))
                writeFileSync(join(folder, name), content);
            const { status, signal, stdout, stderr } = spawnSync(process.execPath, command(tool), {
                cwd: folder,
                encoding: "utf8",
                timeout: LIMIT_MS,
                killSignal: "SIGKILL",
                env: { ...process.env, CI: "1", NO_COLOR: "1", ...env },
            });
            return { status, signal, said: stdout + stderr };
        } finally {
            rmSync(folder, { recursive: true, force: true });
        }
    };

    for (const [title, file, text, command, env] of CASES) it(title, () => {
        const { status, signal, said } = runIn({ [file]: text }, command, env);
        expect(status, `${signal ?? ""}${said}`).to.equal(0);
        expect(said).to.match(/Tests:?\s+1 passed/);
        expect(said).not.to.match(/did not exit|open handle|close timed out|force exit/i);
    });

    for (const [title, file, head, command] of [
        ["Jest", "cube.test.js", 'const { expectConstraintsHold } = require("ffturbo-snarkjs/circuits");', CASES[0][3]],
        ["Vitest", "cube.test.mjs", 'import { expectConstraintsHold } from "ffturbo-snarkjs/circuits";', CASES.at(-1)[3]],
    ]) it(`${title}: says all that an expectation of ffturbo-snarkjs/circuits says`, () => {
        const files = { "cube.r1cs": r1csOf(BN128, CUBE, { signals: 4 }), "cube.sym": CUBE_NAMES };
        const { status, said } = runIn({ ...files, [file]: circuitTest(head) }, command, {});
        expect(status, said).to.equal(1);
        const lines = linesOf(said), first = lines.findIndex((line) => line.endsWith(linesOf(SAID)[0]));
        expect(lines.slice(first + 1, first + linesOf(SAID).length), said).to.deep.equal(linesOf(SAID).slice(1));
        expect(said).to.include(`${file}:3:`); // where
    });
});
