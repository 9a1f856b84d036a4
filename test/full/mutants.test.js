/**
 * Mutants that once survived, and a sample of each room, another one each time: most must be killed. What survives is
 * printed; what no test can tell belongs in scripts/mutants/equivalent.json.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { mochaArgs, runNode } from "../../scripts/coverage/record.mjs";
import { Tree } from "../../scripts/mutants/tree.mjs";
import { root } from "../support/scratch.js";
import { seed } from "../support/random.js";

/** What it would do, the file, what stands there, what it would be, and the suite that must tell. */
const ONCE_SURVIVED = [
    ["verify accepts a point plus torsion", "src/protocols/groth16/verify.js",
        "return isInSubgroup(curve, G, point) ? undefined : \"POINT_SUBGROUP\";", "return undefined;",
        "test/prover/forgeries.test.js"],
    ["verify on BigInt accepts a point plus torsion", "src/protocols/groth16/verify_bigint.js",
        "return group.isZero(group.timesScalar(p, r)) ? undefined : \"POINT_SUBGROUP\";", "return undefined;",
        "test/prover/forgeries.test.js"],
    ["every point is in the subgroup", "src/protocols/key/points.js",
        "G.cofactor === undefined || G.isZero(G.timesScalar(point, curve.r))", "true", "test/prover/forgeries.test.js"],
    ["s - r stands for a signal s", "src/protocols/json.js",
        "number >= 0n && number < bound", "number < bound", "test/unit/groth16_json.test.js"],
    ["s + r stands for a signal s", "src/protocols/json.js",
        "number >= 0n && number < bound", "number >= 0n", "test/unit/groth16_json.test.js"],
    ["a proof is blinded with s = r", "src/protocols/groth16/prove.js",
        "s = Fr.fromRng(generator)", "s = r", "test/prover/blinding.test.js"],
    ["a proof is blinded by the same r each time", "src/protocols/groth16/prove.js",
        "new ChaCha(getRandomSeed())", "new ChaCha([1, 2, 3, 4, 5, 6, 7, 8])", "test/prover/blinding.test.js"],
    ["endomorphisms are on by default off the subgroup", "src/batch/options.js",
        "(choice === \"auto\" && wholeCurve)", "choice === \"auto\"", "test/api/endomorphism_default.test.js"],
    ["the command cannot do without --threads", "bin/lib/arguments.mjs",
        "if (text === undefined) return undefined;\n    if (!/^\\d{1,9}$/", "if (!/^\\d{1,9}$/", "test/command/command.test.js"],
];

/** Mutants of a room, the seconds they may take together, and the percentage of them that must be killed. */
const SAMPLES = [
    ["src/protocols", 12, 400, 80],
    ["src/bigint", 12, 200, 80],
    ["src/batch,src/engine", 12, 300, 80],
    ["src/files,src/util", 12, 300, 80],
    ["src/provers", 12, 400, 80],
    ["src/gpu", 12, 200, 80],
    ["bin", 12, 600, 70],
    ["src/pool,src/runtime,src/kernels", 12, 400, 70],
    ["scripts/wasm/field,scripts/wasm/group,scripts/wasm/tower", 6, 300, 70],
];

/** @param {string[]} args @param {number} limit @returns {Promise<{ code: number | null, output: string }>} */
const run = (args, limit) => new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, timeout: limit, killSignal: "SIGKILL" });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => { output += chunk; });
    child.on("close", (code) => resolve({ code, output }));
});

describe("mutants that once survived", function () {
    this.timeout(300_000);
    let tree;
    before(() => { tree = new Tree(0); });
    after(() => tree.remove());

    for (const [what, file, from, to, suite] of ONCE_SURVIVED) it(what, async () => {
        const text = readFileSync(join(root, file), "utf8");
        expect(text.split(from).length, `${file} has it once`).to.equal(2);
        tree.write(file, text.replace(from, () => to));
        if (file.startsWith("bin/")) await tree.bundleCommand();
        const trial = await runNode(mochaArgs([suite], "--bail", "--timeout", "60000"), { cwd: tree.path, limit: 250_000 });
        tree.restore();
        expect(trial.output, "tests ran, and one is red").to.match(/\n +1 failing/);
        expect([trial.passed, trial.late]).to.deep.equal([false, false]);
    });

    it("and without them these suites are green", async () => {
        const suites = [...new Set(ONCE_SURVIVED.map(([, , , , suite]) => suite))];
        const { passed, output } = await runNode(mochaArgs(suites, "--timeout", "60000"), { cwd: tree.path, limit: 250_000 });
        expect(passed, output).to.equal(true);
    });
});

describe(`mutants (SEED=${seed})`, function () {
    this.timeout(2_400_000);
    before("records what each suite reaches", async () => {
        const { output } = await run(["scripts/coverage/main.mjs", "--only"], 2_300_000);
        expect(output).not.to.match(/FAILED/);
    });

    for (const [files, max, seconds, floor] of SAMPLES) it(`${files}: ${floor} % of ${max} are killed`, async () => {
        const { code, output } = await run(["scripts/mutants/main.mjs", "--files", files, "--max", String(max),
            "--seed", String(seed), "--seconds", String(seconds), "--floor", String(floor)], 1000 * (seconds + 300));
        console.log(output);
        expect(code, output.split("\n").at(-2)).to.equal(0);
    });
});
