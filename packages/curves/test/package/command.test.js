/** The command finds ffturbo-curves beside itself, of its own version, and says what to install otherwise. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { checkTarball } from "../../../../scripts/check-package.mjs";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { filesOf, plantedCircuit } from "../../../../test/support/planted.js";
import { packCompanion, root, scratchProject } from "../../../../test/support/scratch.js";

const BOTH = { ffturbo: "file:ffturbo.tgz", "ffturbo-curves": "file:ffturbo-curves.tgz" };
/** And what checks a circuit. */
const ALL = { ...BOTH, "ffturbo-snarkjs": "file:ffturbo-snarkjs.tgz" };
const GOLDILOCKS = 3; // of the planted circuits

describe("the command and ffturbo-curves", function () {
    this.timeout(300_000);
    let folder, files;
    before(() => {
        folder = temporaryFolder("curves");
        const { right, field, prime } = plantedCircuit(GOLDILOCKS);
        expect(prime).to.equal("goldilocks");
        const { r1cs, wtns } = filesOf(right, field);
        files = Object.entries({ r1cs, wtns }).map(([ending, bytes]) => {
            const file = join(folder, `main.${ending}`);
            writeFileSync(file, bytes);
            return file;
        });
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    const project = (dependencies) => scratchProject({ name: "curves", engine: "none", outside: true, dependencies });
    const checked = (at) => {
        const command = join(at, "node_modules/ffturbo/bin/ffturbo.mjs");
        const { status, stderr } = spawnSync(process.execPath, [command, "check", ...files], { cwd: folder, encoding: "utf8" });
        return { status, said: stderr.trim().split("\n").at(-1) };
    };

    /** A copy of the project. @param {string} name */
    const copyOf = (name) => {
        const at = join(folder, name);
        cpSync(project(ALL), at, { recursive: true });
        return at;
    };
    const without = (at) => {
        rmSync(join(at, "node_modules/ffturbo-curves"), { recursive: true });
        return at;
    };

    it("checks a circuit over its field where both are installed", () => {
        expect(checked(project(ALL)).status).to.equal(0);
    });

    it("says what to install where the package is missing, or of another version", () => {
        expect(checked(without(copyOf("alone")))).to.deep.equal({
            status: 4, said: "ffturbo: Curve not loaded: goldilocks. It is in another package: npm install ffturbo-curves@0.1.0",
        });
        const other = copyOf("other"), manifest = join(other, "node_modules/ffturbo-curves/package.json");
        writeFileSync(manifest, readFileSync(manifest, "utf8").replace('"version": "0.1.0"', '"version": "0.0.9"'));
        expect(checked(other)).to.deep.equal({
            status: 4,
            said: "ffturbo: Curve not loaded: goldilocks: expected ffturbo-curves@0.1.0, got version 0.0.9; npm install ffturbo-curves@0.1.0",
        });
    });

    it("runs no package of a folder further up, which others may write to", () => {
        const above = copyOf("above"), planted = join(above, "node_modules/ffturbo-curves");
        without(copyOf("above/inner"));
        writeFileSync(join(planted, "build/goldilocks.cjs"), "process.exit(99);");
        expect(checked(above).status, "beside the command").to.equal(99);
        expect(checked(join(above, "inner"))).to.include({ status: 4 });
        mkdirSync(join(above, "bin"));
        const link = join(above, "bin", "ffturbo");
        symlinkSync(join(above, "inner/node_modules/ffturbo/bin/ffturbo.mjs"), link);
        expect(spawnSync(process.execPath, [link, "check", ...files], { cwd: folder }).status, "beside a link to the command").to.equal(4);
    });

    it("has types that a strict program can name", () => {
        const at = project(BOTH), compiler = join(root, "node_modules/typescript/bin/tsc");
        writeFileSync(join(at, "main.ts"), `
            import "ffturbo-curves";
            import { pallas } from "ffturbo-curves/pallas";
            import { jubjub, type CurveDefinition } from "ffturbo-curves/jubjub";
            export const names: string[] = [pallas.record.name, jubjub.record.name];
            export const wrong: number[] = names; // types are there, and not any
            export const definition: Readonly<CurveDefinition> = jubjub;`);
        const flags = "--strict --noEmit --module nodenext --target es2022 --types".split(" ");
        const { stdout } = spawnSync(process.execPath, [compiler, ...flags, "", "main.ts"], { cwd: at, encoding: "utf8", timeout: 60_000 });
        expect(stdout.trim().split("\n").map((line) => /error (TS\d+)/.exec(line)?.[1]).filter(Boolean)).to.deep.equal(["TS2322"]);
    });

    it("is a package that publint and arethetypeswrong accept", async () => {
        expect(await checkTarball(packCompanion("ffturbo-curves.tgz"))).to.deep.equal([]);
    });
});
