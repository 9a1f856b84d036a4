/**
 * Proves a circuit with snarkjs on ffturbo, and asks a plain snarkjs whether it believes the proof.
 *
 *     npm run example                         a circuit of this repository
 *     npm run example -- my.zkey my.wtns      your own (groth16, plonk or fflonk)
 *
 * snarkjs comes from npm, unchanged; one line in a scratch project's package.json puts ffturbo under it:
 *     "overrides": { "ffjavascript": "file:ffturbo.tgz" }
 */
import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { withClient } from "../test/support/client.js";
import { copiesOf, root, turboProject } from "../test/support/scratch.js";

const LIMIT_MS = 3_600_000;
const DEFAULT = join(root, "test", "fixtures", "mimc_example");
const megabytes = (bytes) => `${Math.round(bytes / 2 ** 20)} MB`;
const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;
const say = (what, value) => console.log(`${what.padEnd(18)}${value}`);

/** The files to prove: those named, or the repository's own. */
function chosenFiles([zkey = join(DEFAULT, "circuit.zkey"), wtns = join(DEFAULT, "witness.wtns")]) {
    for (const file of [zkey, wtns]) if (!existsSync(file)) throw new Error(`example: expected a zkey and a wtns file, got ${file}, which does not exist`);
    return { zkey: resolve(zkey), wtns: resolve(wtns) };
}

/** What the proving process reports: proof, phases in milliseconds, threads, tier, peak memory. */
const proveOn = async (project, files) => (await withClient(project, { callLimitMs: LIMIT_MS }, (client) => client.scenario("prove_phases", files))).value;

/** Verifies under ffjavascript 0.3.1, in the repository's own node_modules and a process of its own. */
const believedByPlain = async ({ system, vkey, publicSignals, proof }) =>
    (await withClient(root, {}, (client) => client.snarkjs(`${system}.verify`, vkey, publicSignals, proof))).value;

async function main() {
    const files = chosenFiles(process.argv.slice(2));
    console.log("Packing ffturbo and installing snarkjs on it (kept in .scratch for the next time) ...\n");
    const project = turboProject();
    const done = await proveOn(project, files);
    const plain = await believedByPlain(done);
    const [{ version }] = copiesOf(project, "ffjavascript");

    say("circuit", `${relative(process.cwd(), files.zkey)}: ${done.system} on ${done.vkey.curve}, public signals: ${done.publicSignals.length}`);
    say("engine", `ffturbo ${version} under snarkjs ${done.snarkjs}, in ${relative(process.cwd(), project)}`);
    say("runs on", `${done.threads} threads, tier ${done.tier}, Node ${process.version}`);
    for (const [phase, ms] of Object.entries(done.phases)) say(`  ${phase}`, seconds(ms));
    say("peak memory", megabytes(done.maxRss));
    say("ffturbo", done.verified ? "the proof verifies" : "THE PROOF DOES NOT VERIFY");
    say("ffjavascript", plain ? "the proof verifies" : "THE PROOF DOES NOT VERIFY");
    console.log("\nYour own circuit:  npm run example -- my.zkey my.wtns");
    if (!done.verified || !plain) process.exitCode = 1;
}

await main();
