/**
 * The library in a hardened realm: SES lockdown and a frozen globalThis, or a compartment that sees next to nothing,
 * each in a process of its own.
 */
import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import * as api from "../../src/index.js";
import { TIERS, detectTier } from "../../src/runtime/tiers.js";
import { digests } from "../hosts/scenario/digests.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { itInAll, thinned } from "../support/extent.js";
import { oneFile } from "../support/one_file.js";
import { checkPlonkish, FOLDER, PLONKISH, VERIFIERS } from "../support/plonkish_hosts.js";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..", "..");
const scenario = (name) => join(root, "test", "hosts", "scenario", `${name}.mjs`);
const fixture = (name) => join(root, "test", "fixtures", name);
const CIRCUITS = ["xor_net", "mimc_bls"].map(fixture);
/** What this engine runs. */
const tiers = TIERS.slice(TIERS.indexOf(detectTier()));

const node = async (...args) =>
    (await promisify(execFile)(process.execPath, args, { timeout: 55_000, killSignal: "SIGKILL", maxBuffer: 1 << 24 }))
        .stdout;

describe("in a hardened realm", function () {
    this.timeout(60_000);
    const computed = (workers) =>
        ["bn128", "bls12381"].flatMap((name) => [
            `ok ${name}`,
            ...tiers.map((tier) => `ok ${name} ${tier}`),
            `ok ${name} ${workers}`,
        ]);
    const proved = ["ok proves bn128", "ok proves bls12381"];

    for (const [entry, prover, workers = "with workers"] of thinned([
        ["src/index.js", "src/protocols/groth16/index.js"],
        ["build/main.cjs", "build/groth16.cjs"],
        ["build/browser.esm.js", "build/static/groth16.js", "in process"],
    ], 3)) {
        it(`${entry} imports, builds both curves, computes in every tier; ${prover} proves and verifies`, async () => {
            const said = await node(join(here, "lockdown.mjs"), join(root, entry), join(root, prover), ...CIRCUITS);
            expect(said.trim().split("\n")).to.deep.equal(["ok import", ...computed(workers), ...proved]);
        });
    }

    for (const form of thinned([
        (name) => `src/protocols/${name}/index.js`, (name) => `build/${name}.cjs`,
        (name) => `build/static/${name}.js`,
    ], 2)) it(`${form("plonk")} and ${form("fflonk")} prove, and verify what snarkjs proved`, async () => {
        const provers = PLONKISH.map((name) => `${name}=${join(root, form(name))}`);
        const said = await node(join(here, "lockdown.mjs"), "protocols", FOLDER, ...provers);
        expect(said.trim().split("\n")).to.deep.equal(["ok proves plonk", "ok proves fflonk"]);
    });

    const inCompartment = async (...args) => JSON.parse(await node(join(here, "compartment.mjs"), ...args));

    itInAll("in a compartment with nothing but WebAssembly: the same as here in every tier", async () => {
        const found = await inCompartment(join(root, "build/browser.esm.js"), scenario("digests"));
        const expected = await digests(api, { singleThread: true });
        for (const tier of ["auto", ...TIERS]) {
            if (tier === "auto" || tiers.includes(tier)) expect(found[tier], tier).to.deep.equal(expected);
            else expect(found[tier], tier).to.equal("not on this engine");
        }
    });

    const PROTOCOLS = Object.keys(VERIFIERS);
    itInAll(`in a compartment: ${PROTOCOLS.join(", ")} prove where randomness is endowed, and verify`, async () => {
        const folder = temporaryFolder("compartment");
        const bundles = await Promise.all(PROTOCOLS.map(async (name) => `${name}=${await oneFile(name, join(folder, `${name}.js`))}`));
        const found = await inCompartment("prove", scenario("plonkish"), FOLDER, ...bundles);
        rmSync(folder, { recursive: true });
        for (const name of PROTOCOLS) {
            const { endowed, noRandomness } = found[name];
            await checkPlonkish(name, endowed, 0);
            expect(noRandomness, name).to.deep.equal({
                error: "randomBytes: expected a host with crypto.getRandomValues, got none", foreign: true, tampered: false,
            });
        }
    });
});
