/** What SECURITY.md says: a third party makes every generated file again from a clean clone, with one command. */
import { execFile } from "node:child_process";
import { appendFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { root, workFolder } from "../support/scratch.js";

const run = promisify(execFile);
const COMMAND = "npm run rebuild:check";

describe("a clean clone", function () {
    this.timeout(900_000);
    let clone;
    before(async () => {
        clone = join(workFolder("rebuild"), "ffturbo");
        await run("git", ["clone", "--quiet", "--no-hardlinks", root, clone]);
    });
    after(() => clone && rmSync(join(clone, ".."), { recursive: true, force: true }));

    it("is named with its command in SECURITY.md", () =>
        expect(readFileSync(join(root, "SECURITY.md"), "utf8")).to.include(COMMAND));

    it("gives every generated file again, byte for byte", async () => {
        expect(existsSync(join(clone, "node_modules"))).to.equal(false);
        const [program, ...args] = COMMAND.split(" ");
        const { stdout } = await run(program, args, { cwd: clone, timeout: 850_000, maxBuffer: 1 << 26 });
        const { stdout: files } = await run("git", ["ls-files", "src/wasm"], { cwd: clone });
        for (const file of files.trim().split("\n")) expect(stdout, file).to.include(`${file} is up to date`);
        const { stdout: changed } = await run("git", ["status", "--porcelain"], { cwd: clone });
        expect(changed, "nothing was written").to.equal("");
    });

    it("has the types and the modules as files, which git does not, after npm ci", async () => {
        const { stdout: kept } = await run("git", ["ls-files", "build/types", "build/wasm"], { cwd: clone });
        expect(kept).to.equal("");
        for (const file of ["types/index.d.ts", "types/index.d.cts", "wasm/bn128.wasm"])
            expect(existsSync(join(clone, "build", file)), file).to.equal(true);
    });

    it("is red when a generated file is another", async () => {
        const file = join(clone, "src/wasm/msm_buckets.js");
        await run(process.execPath, ["-e", `const fs = require("fs"); fs.appendFileSync(${JSON.stringify(file)}, " ")`]);
        const error = await run("npm", ["run", "gen:check"], { cwd: clone, maxBuffer: 1 << 26 }).catch((e) => e);
        expect(error.stderr).to.include("src/wasm/msm_buckets.js differs");
    });
});

describe("npm run build", function () {
    this.timeout(300_000);
    let clone;
    before(async () => {
        clone = join(workFolder("stale"), "ffturbo");
        await run("git", ["clone", "--quiet", "--no-hardlinks", root, clone]);
        await run("npm", ["ci", "--prefer-offline", "--no-audit", "--no-fund"], { cwd: clone });
    });
    after(() => clone && rmSync(join(clone, ".."), { recursive: true, force: true }));

    it("refuses a worker's source that is stale, before it writes, and names the command", async () => {
        appendFileSync(join(clone, "src/pool/worker_source.js"), "\n");
        const error = await run("npm", ["run", "build"], { cwd: clone, maxBuffer: 1 << 26 }).catch((e) => e);
        expect(error.stderr).to.include("npm run gen -- worker");
        const { stdout: changed } = await run("git", ["status", "--porcelain"], { cwd: clone });
        expect(changed.trim()).to.equal("M src/pool/worker_source.js");
    });
});

describe("the bill of materials", () => {
    let folder;
    before(() => { folder = workFolder("bill"); });
    after(() => rmSync(folder, { recursive: true, force: true }));

    it("names the package, whatever its folder is called, and nothing of development", async () => {
        const cwd = join(folder, "a folder");
        await run("git", ["clone", "--quiet", "--no-hardlinks", root, cwd]);
        const { stdout } = await run("npm", ["run", "--silent", "sbom"], { cwd, maxBuffer: 1 << 26 });
        const { bomFormat, metadata, components } = JSON.parse(stdout), names = components.map(({ name }) => name);
        expect(bomFormat).to.equal("CycloneDX");
        expect(metadata.component.name).to.equal("ffturbo");
        expect(metadata.component.purl).to.match(/^pkg:npm\/ffturbo@/);
        for (const name of ["mocha", "snarkjs", "ffjavascript", "binaryen"]) expect(names).not.to.include(name);
        expect(names.length).to.be.below(20);
    });
});
