/**
 * Proves a circuit with snarkjs on ffturbo, verifies the proof with snarkjs on ffjavascript, and proves the same
 * witness there as well, to compare the times.
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
const sum = (phases) => Object.values(phases).reduce((total, ms) => total + ms, 0);
const sideBySide = (ours, theirs) => `${ours.padEnd(10)}${theirs}`;
const say = (what, value) => console.log(`${what.padEnd(18)}${value}`);

/** The files to prove: those that are named, or a circuit of this repository. */
function chosenFiles([zkey = join(DEFAULT, "circuit.zkey"), wtns = join(DEFAULT, "witness.wtns")]) {
    for (const file of [zkey, wtns])
        if (!existsSync(file))
            throw new Error(`example: expected a zkey and a wtns file, got ${file}, which does not exist`);
    return { zkey: resolve(zkey), wtns: resolve(wtns) };
}

/**
 * Proves in a separate process, and verifies there what another engine has proved.
 * The report has the proof, phases in milliseconds, threads, tier, peak memory, and `believed`: whether the other proof
 * verifies.
 */
async function proveOn(project, files, other) {
    const { value } = await withClient(project, { callLimitMs: LIMIT_MS }, async (client) => {
        const report = await client.scenario("prove_phases", files);
        if (!other) return report;
        const { system, vkey, publicSignals, proof } = other;
        return { ...report, believed: await client.snarkjs(`${system}.verify`, vkey, publicSignals, proof) };
    });
    return value;
}

/** Whose curves proved, by what they say: a comparison of an engine with itself is none. */
function checkEngines(...found) {
    const wanted = ["ffturbo", "ffjavascript"], engines = found.map(({ engine }) => engine);
    if (engines.join() !== wanted.join())
        throw new Error(`example: expected proofs by ${wanted.join(" and ")}, got ${engines.join(" and ")}`);
}

async function main() {
    const files = chosenFiles(process.argv.slice(2));
    console.log("Packing ffturbo and installing snarkjs on it (kept in .scratch for the next time) ...\n");
    const project = turboProject();
    // root: snarkjs on ffjavascript 0.3.1
    const done = await proveOn(project, files), plain = await proveOn(root, files, done);
    checkEngines(done, plain);
    const [{ version }] = copiesOf(project, "ffjavascript");

    say(
        "circuit",
        `${relative(process.cwd(), files.zkey)}: ${done.system} on ${done.vkey.curve}, public signals: ${done.publicSignals.length}`,
    );
    say("engine", `ffturbo ${version} under snarkjs ${done.snarkjs}, in ${relative(process.cwd(), project)}`);
    say("runs on", `${done.threads} threads, tier ${done.tier}, Node ${process.version}`);
    console.log(`${"".padEnd(18)}${"ffturbo".padEnd(10)}ffjavascript`);
    for (const [phase, ms] of Object.entries(done.phases))
        say(`  ${phase}`, sideBySide(seconds(ms), seconds(plain.phases[phase])));
    say("  peak memory", sideBySide(megabytes(done.maxRss), megabytes(plain.maxRss)));
    say("  together", `${(sum(plain.phases) / sum(done.phases)).toFixed(1)} times faster; larger circuits gain more`);
    say("ffturbo", done.verified ? "the proof verifies" : "THE PROOF DOES NOT VERIFY");
    say("ffjavascript", plain.believed ? "the proof verifies" : "THE PROOF DOES NOT VERIFY");
    console.log("\nYour own circuit:  npm run example -- my.zkey my.wtns");
    if (!done.verified || !plain.believed) process.exitCode = 1;
}

await main();
