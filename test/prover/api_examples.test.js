/** The examples of the API reference: every function of the entries has one, and prints what it says. */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { ELSEWHERE, exampleOf, WITH_EXAMPLES } from "../../docs/examples.mjs";
import { compile } from "../../scripts/make-fixtures.mjs";
import {
    contributeToKey, contributeToPowersOfTau, newPowersOfTau, preparePhase2, setupGroth16,
} from "../../packages/snarkjs/src/ceremony/index.js";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { fixture } from "../support/circuits.js";
import { thinned } from "../support/extent.js";
import { matches } from "../support/recipes.js";
import { noRedis, openRedis } from "../../packages/server/test/support/redis.js";
import { root } from "../support/scratch.js";

const run = promisify(execFile);
/** Enough for the circuit under each protocol. */
const POWER = 8;

/** What the comments say is printed. @param {string} code */
const saidIn = (code) => [...code.matchAll(/console\.log\(.*\); \/\/ (.+)$/gm)].map(([, text]) => text).join("\n");

describe("examples of the API reference", function () {
    this.timeout(120_000);
    let compiled, place;
    before(() => {
        compiled = temporaryFolder("examples");
        compile("mimc_tiny", "bn128", compiled);
        // below the package, whose name they import; a test that is ended leaves it to the next one
        place = join(root, ".scratch", `examples-${process.pid}`);
    });
    after(() => { for (const folder of [compiled, place]) rmSync(folder, { recursive: true, force: true }); });

    /** Powers of tau of one contributor, plain and prepared, and the first two keys of the circuit. */
    async function makeCeremony(folder) {
        const at = (name) => join(folder, name);
        await newPowersOfTau("bn128", POWER, at("pot_0.ptau"));
        await contributeToPowersOfTau(at("pot_0.ptau"), at("pot.ptau"), { name: "Ada" });
        await preparePhase2(at("pot.ptau"), at("powers.ptau"));
        await setupGroth16(at("circuit.r1cs"), at("powers.ptau"), at("first.zkey"));
        await contributeToKey(at("first.zkey"), at("second.zkey"), { name: "Ada" });
    }

    for (const entry of thinned(WITH_EXAMPLES, 6)) it(entry, async function () {
        if (entry === "ffturbo-server/queue" && noRedis) this.skip();
        const folder = join(place, entry.replace("/", "-")), prefix = /lonk/.test(entry) ? `${entry.slice(8)}_` : "";
        mkdirSync(folder, { recursive: true });
        for (const ending of ["wasm", "r1cs", "sym"])
            cpSync(join(compiled, `mimc_tiny.${ending}`), join(folder, `circuit.${ending}`));
        for (const name of ["witness.wtns", "input.json"]) cpSync(fixture("mimc_tiny", name), join(folder, name));
        const key = prefix ? `${prefix.slice(0, -1)}.zkey` : "circuit.zkey";
        cpSync(fixture("mimc_tiny", key), join(folder, "circuit.zkey"));
        for (const [from, to] of [["vkey", "verification_key"], ["public", "public"], ["proof", "proof"]])
            cpSync(fixture("mimc_tiny", `${prefix}${from}.json`), join(folder, `${to}.json`));
        const redis = entry === "ffturbo-server/queue" ? await openRedis() : undefined;
        if (["ffturbo-snarkjs/ceremony", "ffturbo/setup", "ffturbo-snarkjs"].includes(entry)) await makeCeremony(folder);
        const isNamed = (value) => typeof value === "function" || value?.[Symbol.toStringTag] === "Module";
        const functions = Object.entries(await import(entry))
            .filter(([name, value]) => isNamed(value) && /^[a-z]/.test(name) && !ELSEWHERE.includes(name) && name !== "utils");
        const files = functions.map(([name]) => {
            const code = exampleOf(entry, name);
            expect(code, `${entry}: ${name}`).to.be.a("string");
            writeFileSync(join(folder, `${name}.mjs`), code);
            return { name, code, url: pathToFileURL(join(folder, `${name}.mjs`)).href };
        });
        const program = files.map(({ url }) => `await import(${JSON.stringify(url)}); console.log("--");`).join("\n");
        const env = { ...process.env, REDIS_PORT: redis?.port };
        const { stdout } = await run(process.execPath, ["--input-type=module", "-e", program], { cwd: folder, env })
            .finally(() => redis?.close());
        const outputs = stdout.split("--\n");
        files.forEach(({ name, code }, i) =>
            expect(matches(outputs[i], saidIn(code)), `${name} printed ${outputs[i]}`).to.equal(true));
    });
});
