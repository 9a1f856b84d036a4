/** Yarn's Plug'n'Play: no node_modules, packages stay in their archives, and the file system is Yarn's. */
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { CIRCUIT, circuitFolder } from "../support/proving_app.js";
import { packCompanion, packRepository, scratchProject } from "../support/scratch.js";

/** The first takes only a Buffer in `read` of a file, the second other arrays too. */
const YARNS = ["4.9.1", "4.18.1"], LIMIT_MS = 120_000;

/** Proves from paths and from the store, writes files, verifies; then what of it holds. */
const PROGRAM = (head) => `${head}
const at = (name) => ${JSON.stringify(circuitFolder(CIRCUIT))} + "/" + name, json = (name) => JSON.parse(fs.readFileSync(at(name), "utf8"));
async function main() {
    const made = await groth16.fullProve(json("input.json"), at("circuit.wasm"), at("circuit.zkey"));
    const again = await groth16.prove(at("circuit.zkey"), at("witness.wtns"), { threads: 2 });
    const opened = await store.openStore({ folder: "store" });
    const kept = await opened.fetch(at("circuit.zkey"));
    const stored = await groth16.prove(kept, at("witness.wtns"));
    await kept.close();
    await opened.close();
    await packed.packKey(at("circuit.zkey"), "packed.zkey");
    const unpacked = await groth16.prove("packed.zkey", at("witness.wtns"));
    const valid = [];
    for (const { proof, publicSignals } of [made, again, stored, unpacked]) valid.push(await groth16.verify(json("vkey.json"), publicSignals, proof));
    console.log(JSON.stringify({ valid, from: FROM }));
}
main();
`;
const NAMES = { groth16: "ffturbo/groth16", packed: "ffturbo-keys/packed", store: "ffturbo-keys/store" };
const IMPORTED = [
    'import * as fs from "node:fs";', ...Object.entries(NAMES).map(([name, from]) => `import * as ${name} from "${from}";`),
    'const FROM = import.meta.resolve("ffturbo");',
].join("\n");
const REQUIRED = [
    'const fs = require("fs");', ...Object.entries(NAMES).map(([name, from]) => `const ${name} = require("${from}");`),
    'const FROM = require.resolve("ffturbo");',
].join("\n");

for (const version of YARNS) describe(`Plug'n'Play of Yarn ${version}`, function () {
    this.timeout(LIMIT_MS + 60_000);
    let folder, yarn;
    /** What a command of Yarn says in the project. */
    const run = (...args) => {
        const { status, signal, stdout, stderr } = spawnSync(process.execPath, [yarn, ...args], {
            cwd: folder, encoding: "utf8", timeout: LIMIT_MS, killSignal: "SIGKILL",
            env: { ...process.env, YARN_ENABLE_TELEMETRY: "0", YARN_ENABLE_GLOBAL_CACHE: "false", CI: "" },
        });
        expect(status, `${signal ?? ""}${stdout}${stderr}`).to.equal(0);
        return stdout;
    };
    before("installs it", () => {
        const tool = scratchProject({ name: `tool-yarn-${version}`, engine: "plain", dependencies: { "@yarnpkg/cli-dist": version } });
        yarn = join(tool, "node_modules/@yarnpkg/cli-dist/bin/yarn.js");
        folder = temporaryFolder("pnp");
        writeFileSync(join(folder, "ffturbo.tgz"), packRepository().bytes);
        writeFileSync(join(folder, "ffturbo-keys.tgz"), packCompanion("ffturbo-keys.tgz"));
        writeFileSync(join(folder, "yarn.lock"), "");
        writeFileSync(join(folder, ".yarnrc.yml"), "nodeLinker: pnp\n");
        const dependencies = { ffturbo: "file:./ffturbo.tgz", "ffturbo-keys": "file:./ffturbo-keys.tgz" };
        const resolutions = { ffturbo: "file:./ffturbo.tgz" }; // it is in no registry
        writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "app", private: true, dependencies, resolutions }));
        run("install");
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    for (const [file, head] of [["app.mjs", IMPORTED], ["app.cjs", REQUIRED]])
        it(`${file}: proves with keys given by path, keeps and packs them, and ends by itself`, () => {
            writeFileSync(join(folder, file), PROGRAM(head));
            const { valid, from } = JSON.parse(run("node", file));
            expect(valid).to.deep.equal(Array(4).fill(true));
            expect(from, "in Yarn's archive").to.match(/ffturbo.*\.zip\//);
        });

    it("its command runs from the archive", () => {
        expect(run("ffturbo", "info", join(circuitFolder(CIRCUIT), "circuit.zkey"))).to.include("groth16");
    });
});
