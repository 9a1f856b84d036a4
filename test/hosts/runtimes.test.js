/** Deno and Bun beside Node: the same program computes, proves with workers, verifies, and ends by itself. */
import { spawn, spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { fromNode } from "../support/browser_suite.js";
import { checkPlonkish, FOLDER, PLONKISH } from "../support/plonkish_hosts.js";
import { checkProofs, CIRCUIT, circuitFolder } from "../support/proving_app.js";
import { bunPath, denoPath } from "../support/runtimes.js";
import { root, scratchProject, turboProject } from "../support/scratch.js";

const LIMIT_MS = 100_000;
/**
 * From the last line of output to the end of the process; far below the time after which idle workers leave by
 * themselves.
 */
const LINGER_MS = 1000;

/** How each starts a program; the binaries of the npm packages, without their install scripts. */
const RUNTIMES = {
    Node: () => [process.execPath],
    Deno: () => [
        denoPath(),
        "run",
        "--allow-all",
        "--node-modules-dir=manual",
        "--no-lock",
    ],
    "Deno, without the right to read the environment or the system": () => [
        ...RUNTIMES.Deno().filter((flag) => flag !== "--allow-all"),
        "--allow-read",
        "--deny-env=FFTURBO_THREADS",
        "--deny-sys=cpus",
    ],
    Bun: () => [bunPath()],
};

/** Runs the program in the clients' project; resolves to its line, and how long it stayed after that. */
function run([command, ...flags], what, folder = circuitFolder(CIRCUIT)) {
    const project = turboProject();
    for (const file of ["program.mjs", "digests.mjs", "plonkish.mjs"])
        cpSync(join(root, "test", "hosts", "scenario", file), join(project, file));
    return new Promise((resolve, reject) => {
        const child = spawn(command, [...flags, "program.mjs", folder, what], {
            cwd: project,
            stdio: ["ignore", "pipe", "pipe"],
            timeout: LIMIT_MS,
            killSignal: "SIGKILL",
        });
        let out = "", said = "", last = 0;
        child.stdout.on("data", (chunk) => { out += chunk; last = performance.now(); });
        child.stderr.on("data", (chunk) => { said += chunk; });
        child.on("error", reject);
        child.on("close", (code, signal) => {
            if (code !== 0)
                reject(
                    new Error(
                        `${command}: expected exit code 0, got ${signal ?? code}\n${out.slice(-2000)}${said.slice(-4000)}`,
                    ),
                );
            else resolve({ result: JSON.parse(out), lingeredMs: performance.now() - last });
        });
    });
}

/** Runs the program of test/support in a project of the two packages. */
function webWorkers([command, ...flags]) {
    const project = scratchProject({
        name: "web-worker", engine: "none", dependencies: { ffturbo: "file:ffturbo.tgz", "web-worker": "1.5.0" },
    });
    cpSync(join(root, "test", "support", "web_worker.mjs"), join(project, "web_worker.mjs"));
    const args = [...flags, "web_worker.mjs", "ffturbo", "ffturbo/groth16", circuitFolder(CIRCUIT)];
    return spawnSync(command, args, { cwd: project, encoding: "utf8", timeout: LIMIT_MS, killSignal: "SIGKILL" });
}

for (const [name, command] of Object.entries(RUNTIMES)) describe(name, function () {
    this.timeout(LIMIT_MS + 60_000);
    before("installs it", () => { command(); circuitFolder(CIRCUIT); });

    it("computes what Node computes, with workers and on one thread, and ends by itself", async () => {
        const { result: { runtime, threaded, single }, lingeredMs } = await run(command(), "digests");
        expect(name.startsWith(runtime), runtime).to.equal(true);
        const { bn128, bls12381, names } = await fromNode();
        for (const found of [threaded, single])
            expect({ names: found.names, bn128: found.bn128, bls12381: found.bls12381 }).to.deep.equal({
                names,
                bn128,
                bls12381,
            });
        expect([threaded.workers > 0, single.workers]).to.deep.equal([true, 0]);
        expect(lingeredMs).to.be.below(LINGER_MS);
    });
    it("snarkjs proves with workers and verifies; the program forgets its curve and ends by itself", async () => {
        const { result, lingeredMs } = await run(command(), "prove");
        await checkProofs(result);
        expect(result.workers).to.be.at.least(1);
        expect(result.threads).to.be.at.least(2);
        expect(lingeredMs).to.be.below(LINGER_MS);
    });
    it("proves with workers of the package web-worker where it can start them, and ends by itself", () => {
        const { status, signal, stdout, stderr } = webWorkers(command());
        expect(status, `${signal ?? ""}${stderr.slice(0, 4000)}`).to.equal(0);
        const { ready, failed, valid } = JSON.parse(stdout), isDeno = name.startsWith("Deno");
        expect(valid).to.equal(true);
        expect(ready).to.be.above(0); // in Deno, of our own
        expect(failed).to.match(isDeno ? /Classic workers are not supported/ : /^$/);
    });
    it("PLONK and FFLONK: proves with workers, verifies what snarkjs proved, and ends by itself", async () => {
        const { result, lingeredMs } = await run(command(), "plonkish", FOLDER);
        for (const protocol of PLONKISH) await checkPlonkish(protocol, result[protocol], 2);
        expect(lingeredMs).to.be.below(LINGER_MS);
    });
});
