/**
 * Mutants that once survived, and a sample of each room, another one each time: most must be killed. What survives is
 * printed; what no test can tell belongs in scripts/mutants/equivalent.json. All rooms together take longer than
 * everything else, so a run takes every third, by its seed.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { mochaArgs, runNode } from "../../scripts/coverage/record.mjs";
import { nodeOf } from "../../scripts/other-node.mjs";
import { Tree } from "../../scripts/mutants/tree.mjs";
import { detectTier } from "../../src/runtime/tiers.js";
import { DAILY } from "../support/extent.js";
import { ONCE_SURVIVED } from "../support/once_survived.js";
import { root } from "../support/scratch.js";
import { seed } from "../support/random.js";

/** Rooms, how many of their mutants are tried, and the seconds that they may take together. */
const SAMPLES = [
    ["src/protocols", 12, 400],
    ["src/bigint", 12, 200],
    ["src/batch,src/engine", 12, 300],
    ["src/files,src/util", 12, 300],
    ["packages/server/src", 12, 400],
    ["packages/gpu/src", 12, 200],
    ["bin", 12, 600],
    ["src/pool,src/runtime,src/kernels", 12, 400],
    ["scripts/wasm/field,scripts/wasm/group,scripts/wasm/tower", 6, 300],
];
const ROOMS = SAMPLES.filter((_, i) => i % 3 === seed % 3);
/** Percent to be killed. A dozen say little: where 88 of 100 are killed, every sixth dozen has fewer than ten. */
const FLOOR_OF_A_ROOM = 60, FLOOR_OF_ALL = 80;
/** Seconds after the last one: a change that is under way is tried to its end. */
const UNDER_WAY = 1800;
const REPORT = join(root, ".scratch/mutants/report.json");
const JOBS = String(availableParallelism());
/** Node 20 has no tier fma, which runs code of its own: there, nothing would notice a change of it. */
const HAS_TIERS = /src\/kernels|scripts\/wasm/;
const nodeFor = (/** @type {string} */ files) =>
    (HAS_TIERS.test(files) && detectTier() !== "fma" ? nodeOf("26") : process.execPath);

/**
 * @param {string[]} args
 * @param {number} limit
 * @param {string} [node]
 * @returns {Promise<{ code: number | null, output: string }>}
 */
const run = (args, limit, node = process.execPath) => new Promise((resolve) => {
    const child = spawn(node, args, { cwd: root, env: DAILY, timeout: limit, killSignal: "SIGKILL" });
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
    this.timeout(7_200_000);
    before("records what each suite reaches", async () => {
        const { output } = await run(["scripts/coverage/main.mjs", "--only"], 7_000_000);
        expect(output).not.to.match(/FAILED/);
    });

    const all = { killed: 0, surviving: 0 };
    for (const [files, max, seconds] of ROOMS) it(`${files}: ${FLOOR_OF_A_ROOM} % of ${max} are killed`, async () => {
        const { code, output } = await run(["scripts/mutants/main.mjs", "--files", files, "--max", String(max),
            "--jobs", JOBS, "--seed", String(seed), "--seconds", String(seconds),
            "--floor", String(FLOOR_OF_A_ROOM)], 1000 * (seconds + UNDER_WAY), nodeFor(files));
        console.log(output);
        const { total } = JSON.parse(readFileSync(REPORT, "utf8"));
        for (const name of ["killed", "surviving"]) all[name] += total[name];
        expect(code, output.split("\n").at(-2)).to.equal(0);
    });

    it(`${FLOOR_OF_ALL} % of all are killed`, () => {
        console.log(`${all.killed} killed, ${all.surviving} survived`);
        expect(all.killed).to.be.at.least((all.killed + all.surviving) * FLOOR_OF_ALL / 100);
        expect(all.killed).to.be.above(0);
    });
});
