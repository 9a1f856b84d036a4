/**
 * packages/snarkjs in place of snarkjs: two packages that ask for snarkjs ^0.7.x in their own ways, in a project
 * whose only change is the override. Nothing under GPL is installed.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect } from "chai";
import { checkTarball } from "../../../../scripts/check-package.mjs";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { fixtures } from "../../../../test/support/circuits.js";
import { copiesOf, packCompanion, packRepository, root } from "../../../../test/support/scratch.js";

const PACKAGE = join(root, "packages/snarkjs"), manifest = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
const engine = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const PARTS = ["curves", "fflonk", "groth16", "plonk", "powersOfTau", "r1cs", "wtns", "zKey"];
const npm = (args, cwd) => execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const quiet = ["--offline", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];

/** Proves, and verifies what was proved. */
const USE = `
async function use(snarkjs) {
    const { proof, publicSignals } = await snarkjs.groth16.prove("circuit.zkey", "witness.wtns");
    const vkey = await snarkjs.zKey.exportVerificationKey("circuit.zkey");
    console.log(Object.keys(snarkjs).filter((name) => !/^(default|module.exports|withFfturbo)$/.test(name)).sort().join(),
        await snarkjs.groth16.verify(vkey, publicSignals, proof));
}
`;

describe("the package in place of snarkjs", function () {
    this.timeout(300_000);
    let project, tarball;
    before(() => {
        project = temporaryFolder("alias");
        // not by its prepack, which makes the types of all packages anew while other suites pack them
        execFileSync(process.execPath, [join(root, "scripts/alias-package.mjs")]);
        npm(["pack", "--ignore-scripts", "--pack-destination", project], PACKAGE);
        tarball = join(project, readdirSync(project).find((name) => name.endsWith(".tgz")));
        for (const name of ["ffturbo", "ffjavascript"]) writeFileSync(join(project, `${name}.tgz`), packRepository().bytes);
        writeFileSync(join(project, "ffturbo-curves.tgz"), packCompanion("ffturbo-curves.tgz"));
        // two clients: one that asks for the interface as a dependency, one that has it as a peer
        for (const [name, fields] of [
            ["client", { dependencies: { snarkjs: "^0.7.6" } }], ["guest", { peerDependencies: { snarkjs: "^0.7.0" } }],
        ]) {
            mkdirSync(join(project, name));
            writeFileSync(join(project, name, "package.json"), JSON.stringify({ name, version: "1.0.0", ...fields }));
            npm(["pack", "--pack-destination", project], join(project, name));
            rmSync(join(project, name), { recursive: true });
        }
        writeFileSync(join(project, "package.json"), JSON.stringify({
            name: "application", private: true, version: "1.0.0",
            dependencies: {
                client: "file:client-1.0.0.tgz", guest: "file:guest-1.0.0.tgz", snarkjs: `file:${tarball}`,
                ffturbo: "file:ffturbo.tgz", "ffturbo-curves": "file:ffturbo-curves.tgz", ffjavascript: "file:ffjavascript.tgz",
            },
            overrides: { snarkjs: "$snarkjs" },
        }));
        npm(["install", ...quiet], project);
        for (const name of ["circuit.zkey", "witness.wtns"]) copyFileSync(join(fixtures, "xor_net", name), join(project, name));
    });
    after(() => rmSync(project, { recursive: true, force: true }));

    const node = (args) => {
        const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: "utf8" });
        expect(status, stdout + stderr).to.equal(0);
        return stdout;
    };

    it("takes every place of snarkjs, and is accepted by those who ask for ^0.7.x", () => {
        expect(copiesOf(project, "snarkjs").map(({ name }) => name)).to.deep.equal(["ffturbo-snarkjs"]);
        expect(copiesOf(project, "ffturbo")).to.have.length(1);
        npm(["ls", "--all"], project); // fails where a version does not fit
    });

    it("asks for the ffturbo of this repository, and says the version of the interface", () => {
        const { version } = engine;
        expect(manifest.dependencies).to.deep.equal({ ffturbo: version, "ffturbo-curves": version });
        const theirs = JSON.parse(readFileSync(join(root, "node_modules/snarkjs/package.json"), "utf8")).version;
        expect(manifest.version).to.match(new RegExp(`^${theirs.replaceAll(".", "\\.")}\\d\\d$`));
    });

    it("installs nothing under GPL", () => {
        const found = JSON.parse(npm(["ls", "--omit=dev", "--all", "--json", "--long"], project));
        const licences = {}, visit = ({ dependencies = {} }) => {
            for (const [name, one] of Object.entries(dependencies)) {
                if (one.license) licences[name] = one.license;
                visit(one);
            }
        };
        visit(found);
        const names = ["ffjavascript", "ffturbo", "ffturbo-curves", "snarkjs"];
        expect(licences).to.deep.equal(Object.fromEntries(names.map((name) => [name, "MIT OR Apache-2.0"])));
        expect(engine.dependencies).to.equal(undefined);
    });

    it("has one engine with all that may be in one process: imported, required, an override, a curve of its package", () => {
        const seen = (api) => `(await ${api}.getCurveFromName("bn128"))`, other = (api) => `(await ${api}.getCurveFromName("pallas"))`;
        writeFileSync(join(project, "one.mjs"), `
            import { createRequire } from "node:module";
            import * as ffturbo from "ffturbo";
            import * as ffjavascript from "ffjavascript";
            import * as snarkjs from "snarkjs";
            const require = createRequire(import.meta.url);
            const required = require("ffturbo"), override = require("ffjavascript"), alias = require("snarkjs");
            const all = [ffturbo, ffjavascript, snarkjs.curves, required, override, alias.curves];
            const before = await ffturbo.getCurveFromName("pallas");
            require("ffturbo-curves/pallas");
            const same = [];
            for (const api of all) same.push(${seen("api")} === globalThis.curve_bn128, ${other("api")} === before);
            console.log(new Set(same).size, same[0], before.name, ffjavascript === ffturbo);
            await Promise.all([before, globalThis.curve_bn128].map((curve) => curve.terminate()));`);
        expect(copiesOf(project, "ffjavascript")).to.have.length(1);
        expect(execFileSync(process.execPath, ["one.mjs"], { cwd: project, encoding: "utf8" })).to.equal("1 true pallas false\n");
    });

    it("is imported, required, and run, and ends by itself", () => {
        const wanted = `${PARTS.join()} true\n`;
        writeFileSync(join(project, "a.mjs"), `import * as snarkjs from "snarkjs";\n${USE}use(snarkjs);`);
        writeFileSync(join(project, "a.cjs"), `${USE}use(require("snarkjs"));`);
        expect(node(["a.mjs"])).to.equal(wanted);
        expect(node(["a.cjs"])).to.equal(wanted);
        for (const file of ["node_modules/.bin/snarkjs", "node_modules/snarkjs/build/cli.cjs"])
            expect(node([file, "zkev", "circuit.zkey", "vkey.json"]), file).to.include("Detected protocol: groth16");
    });

    it("has the files that programs of snarkjs read by their path", () => {
        for (const name of ["build/main.cjs", "build/cli.cjs", "build/snarkjs.min.js", "LICENSE-MIT"])
            expect(existsSync(join(project, "node_modules/snarkjs", name)), name).to.equal(true);
        expect(readdirSync(join(project, "node_modules/snarkjs/templates")).sort()).to.deep.equal(
            readdirSync(join(root, "node_modules/snarkjs/templates")).sort());
    });

    it("is a global for a script tag", () => {
        const text = readFileSync(join(project, "node_modules/snarkjs/build/snarkjs.min.js"), "utf8");
        const realm = { TextDecoder, TextEncoder, WebAssembly, atob };
        expect(runInNewContext(`${text}\nObject.keys(snarkjs).sort().join()`, realm)).to.equal(
            [...PARTS, "withFfturbo"].sort().join());
    });

    it("has entry points and types that publint and arethetypeswrong accept", async () => {
        expect(await checkTarball(readFileSync(tarball))).to.deep.equal([]);
    });
});
