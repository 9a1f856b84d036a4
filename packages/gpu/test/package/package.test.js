/** The package as it is installed: beside ffturbo, under its command, and for a program with types. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { checkTarball } from "../../../../scripts/check-package.mjs";
import { packCompanion, root, scratchProject } from "../../../../test/support/scratch.js";

const BOTH = { ffturbo: "file:ffturbo.tgz", "ffturbo-gpu": "file:ffturbo-gpu.tgz" };
const LIMIT_MS = 120_000;

describe("ffturbo-gpu as it is installed", function () {
    this.timeout(300_000);
    const project = (dependencies) => scratchProject({ name: "gpu", engine: "none", outside: true, dependencies });
    const run = (at, args) => {
        const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: at, encoding: "utf8", timeout: LIMIT_MS });
        return { status, stdout: stdout.trim(), said: stderr.trim().split("\n").at(-1) };
    };
    const bench = (at) => run(at, ["node_modules/ffturbo/bin/ffturbo.mjs", "bench", "--gpu", "--json", "--threads", "0"]);

    it("gives a curve of ffturbo its GPU, imported or required, and says why there is none", () => {
        const at = project(BOTH), tried = `
            const curve = await buildBn128(true), told = await useGpu(curve);
            const refused = await curve.G1.multiExpAffine(new Uint8Array(64), new Uint8Array(32), "", "", { gpu: "enabled" })
                .catch((error) => error.message);
            console.log(JSON.stringify([told.state, curve.gpuInfo().state, refused]));`;
        const names = { buildBn128: "ffturbo", useGpu: "ffturbo-gpu" };
        const imported = Object.entries(names).map(([name, from]) => `import { ${name} } from "${from}";`);
        const required = Object.entries(names).map(([name, from]) => `const { ${name} } = require("${from}");`);
        const answers = [
            run(at, ["--input-type=module", "-e", [...imported, tried].join("\n")]),
            run(at, ["--input-type=commonjs", "-e", [...required, `(async () => {${tried}})();`].join("\n")]),
        ];
        for (const { status, stdout } of answers) {
            expect(status).to.equal(0);
            const [told, state, refused] = JSON.parse(stdout);
            expect([told, state]).to.deep.equal(["off", "off"]);
            expect(refused).to.match(/^multiExpAffine: expected a GPU for gpu: "enabled", got none: useGpu: expected WebGPU, got none/);
        }
    });

    it("measures for the command, but curves that are in a package which is not installed", () => {
        const { status, stdout } = bench(project(BOTH)), { starts, right } = JSON.parse(stdout);
        expect([status, right]).to.deep.equal([0, true]);
        expect(starts.map(({ curve, state }) => [curve, state]))
            .to.deep.equal([["bn128", "off"], ["bls12381", "off"], ["bls12377", "off"]]);
    });

    it("is named by the command where it is missing", () => {
        const { status, said } = bench(project({ ffturbo: BOTH.ffturbo }));
        expect({ status, said }).to.deep.equal({
            status: 2, said: "ffturbo: bench: --gpu is not installed. It is in another package: npm install ffturbo-gpu@0.1.0",
        });
    });

    it("has types that a strict program can name", () => {
        const at = project(BOTH), compiler = join(root, "node_modules/typescript/bin/tsc");
        writeFileSync(join(at, "main.mts"), `
            import { buildBn128 } from "ffturbo";
            import { useGpu, type GpuInfo, type GpuOptions } from "ffturbo-gpu";
            export const options: GpuOptions = { calls: "auto", timeout: 1000 };
            export const info: GpuInfo | undefined = (await buildBn128()).gpuInfo() as GpuInfo;
            export const gpu = await useGpu(await buildBn128(), "auto", options);
            export const wrong: number = gpu.state; // types are there, and not any`);
        const flags = "--strict --noEmit --module nodenext --target es2022 --types".split(" ");
        const { stdout } = run(at, [compiler, ...flags, "", "main.mts"]);
        expect(stdout.split("\n").map((line) => /error (TS\d+)/.exec(line)?.[1]).filter(Boolean), stdout).to.deep.equal(["TS2322"]);
    });

    it("is a package that publint and arethetypeswrong accept", async () => {
        expect(await checkTarball(packCompanion("ffturbo-gpu.tgz"))).to.deep.equal([]);
    });
});
