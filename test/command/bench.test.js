/** The bench of the command: ends in time, compares with ffjavascript where that is installed, and can be shared. */
import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { describeProof, measureProof } from "../../bin/lib/bench_proof.mjs";
import { itInAll } from "../support/extent.js";
import { isOpenCheckout, root, workFolder } from "../support/scratch.js";
import { CURVES } from "../support/twin_curves.js";

/** Three operations at three sizes on each curve that has both groups. */
const ROWS = 9 * Object.keys(CURVES).length;

const run = promisify(execFile);

/** Runs the bench in a folder, with so many milliseconds; what it printed. */
async function benchIn(folder, budget, request) {
    const at = (path) => pathToFileURL(join(root, path)).href;
    const code = `
        const { bench } = await import(${JSON.stringify(at("bin/lib/bench.mjs"))});
        const { openBar } = await import(${JSON.stringify(at("bin/lib/bar.mjs"))});
        await bench(${JSON.stringify({ threads: 1, ...request })}, new AbortController().signal, {
            print: (text) => console.log(text), openBar, version: "1.2.3", budget: ${budget},
        });`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", code], { cwd: folder });
    return stdout.trim();
}

describe("command: bench", function () {
    this.timeout(120_000);
    let folder;
    before(function () { if (isOpenCheckout()) this.skip(); }); // nothing below it is run
    beforeEach(() => {
        folder = workFolder("bench"); // where no other user can write, as a project is
        writeFileSync(join(folder, "package.json"), JSON.stringify({ dependencies: { ffjavascript: "*" } }));
        writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages: {} }));
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    /** A package named ffjavascript in the folder. */
    const place = (target) => {
        mkdirSync(join(folder, "node_modules"));
        symlinkSync(target, join(folder, "node_modules", "ffjavascript"), "dir");
    };

    itInAll("measures small sizes first, compares, and leaves out what does not fit into the time", async () => {
        place(join(root, "node_modules", "ffjavascript-oracle"));
        const { reference, rows, skipped } = JSON.parse(await benchIn(folder, 2500, { json: true }));
        expect(reference).to.equal("0.3.1");
        expect(rows[0]).to.include({ curve: "bn128", name: "MSM G1", size: 4096 });
        for (const row of rows) {
            expect(row.ms).to.be.above(0);
            // a fast machine has time for a curve that ffjavascript does not have
            expect(row.reference > 0, row.curve).to.equal(["bn128", "bls12381"].includes(row.curve));
        }
        expect(rows.length + skipped.length).to.equal(ROWS);
        expect(skipped).to.include("bls12381 MSM G2 2^16");
    });

    itInAll("compares with ffjavascript on one thread where there is one, or none beside this one", async () => {
        const other = join(folder, "other"), engine = pathToFileURL(join(root, "src/index.js")).href;
        mkdirSync(other);
        writeFileSync(join(other, "package.json"), JSON.stringify(
            { name: "ffjavascript", version: "9.9.9", type: "module", exports: "./index.js" }));
        writeFileSync(join(other, "index.js"), `import { buildBn128 as build } from ${JSON.stringify(engine)};
            export const buildBn128 = (single) => (console.log("single", single), build(true));`);
        place(other);
        for (const [threads, single] of [[0, true], [1, true], [2, false]])
            expect((await benchIn(folder, 0, { json: true, threads })).split("\n")[0]).to.equal(`single ${single}`);
    });

    itInAll("begins nothing when the time is up, but for one row", async () => {
        const { rows, skipped } = JSON.parse(await benchIn(folder, 0, { json: true }));
        expect(rows.map(({ name, size }) => ({ name, size }))).to.deep.equal([{ name: "MSM G1", size: 4096 }]);
        expect(skipped.length).to.equal(ROWS - 1);
    });

    itInAll("ends with one line to share, and says when there is nothing to compare with", async () => {
        place(root); // as an override does it: this is no reference
        const lines = (await benchIn(folder, 1500, {})).split("\n");
        expect(lines.at(-1)).to.match(/^ffturbo 1\.2\.3 on bn128: MSM G1 2\^1[246] [\d.]+ ms.*; 1 thread, .*Node \d+/);
        expect(lines.join("\n")).to.include("ffjavascript is not installed in this project").and.not.match(/\dx\)/);
        expect(lines.find((line) => line.startsWith("bn128"))).to.match(/MSM G1 +2\^12 +[\d.]+ ms +\d+ ns each$/);
    });

    itInAll("makes one whole proof first, compares it with snarkjs, and says how to, where there is none", async () => {
        const signal = new AbortController().signal, threads = 0, constraints = 30;
        const alone = await measureProof({ cwd: folder, threads, signal, constraints });
        expect(alone).to.include({ constraints, why: "snarkjs is not installed in this project" });
        expect(alone.ms).to.be.above(0);
        expect(describeProof(alone)).to.match(/^a Groth16 proof of 30 constraints in \d+ ms$/);
        writeFileSync(join(folder, "package.json"), JSON.stringify({ dependencies: { snarkjs: "*" } }));
        mkdirSync(join(folder, "node_modules"));
        symlinkSync(join(root, "node_modules", "snarkjs"), join(folder, "node_modules", "snarkjs"), "dir");
        const kept = () => globalThis.curve_bn128 ?? null; // null where one has ended
        const before = kept();
        const compared = await measureProof({ cwd: folder, threads, signal, constraints });
        expect(kept()).to.equal(before);
        expect(compared.snarkjs).to.include({ version: "0.7.6", on: "0.3.1" });
        expect(describeProof({ constraints, ms: 10, snarkjs: { version: "1", on: "2", ms: 56 } }))
            .to.equal("a Groth16 proof of 30 constraints in 10 ms, 5.6 times as fast as snarkjs 1 on ffjavascript 2 (56 ms)");
    });

    itInAll("gives no comparison where snarkjs took a curve of this engine, whatever its package is called", async () => {
        const engine = pathToFileURL(join(root, "src/index.js")).href, other = join(folder, "node_modules", "snarkjs");
        writeFileSync(join(folder, "package.json"), JSON.stringify({ dependencies: { snarkjs: "*" } }));
        mkdirSync(other, { recursive: true });
        writeFileSync(join(other, "package.json"), JSON.stringify(
            { name: "snarkjs", version: "9.9.9", type: "module", exports: "./index.js" }));
        writeFileSync(join(other, "index.js"), `import { buildBn128 } from ${JSON.stringify(engine)};
            export const groth16 = { prove: () => buildBn128() };`);
        symlinkSync(join(root, "node_modules", "ffjavascript-oracle"), join(folder, "node_modules", "ffjavascript"), "dir");
        const { signal } = new AbortController();
        const found = await measureProof({ cwd: folder, threads: 0, signal, constraints: 3 });
        expect(found.snarkjs).to.equal(undefined);
        expect(found.why).to.equal("the snarkjs of this project runs on ffturbo");
    });

    itInAll("says that ffjavascript has been replaced, which is nothing to compare with", async () => {
        writeFileSync(join(folder, "package.json"), JSON.stringify({ dependencies: { snarkjs: "*" } }));
        const at = join(folder, "node_modules", "snarkjs");
        mkdirSync(at, { recursive: true });
        writeFileSync(join(at, "package.json"), JSON.stringify({ name: "snarkjs", version: "9.9.9", main: "index.js" }));
        writeFileSync(join(at, "index.js"), "throw new Error('loaded')");
        symlinkSync(root, join(folder, "node_modules", "ffjavascript"), "dir");
        const { signal } = new AbortController();
        const { why } = await measureProof({ cwd: folder, threads: 0, signal, constraints: 3 });
        expect(why).to.equal("the ffjavascript of this project is ffturbo");
    });

    itInAll("begins and ends with the proof where there is time for it", async () => {
        const lines = (await benchIn(folder, 10_000, {})).split("\n");
        expect(lines[0]).to.match(/^a Groth16 proof of 1000 constraints in \d+ ms$/);
        expect(lines[1]).to.include("snarkjs is not installed in this project; to compare: ");
        expect(lines.at(-1)).to.match(/^ffturbo 1\.2\.3: a Groth16 proof of 1000 constraints in \d+ ms; 1 thread, .*Node \d+/);
    });

    /** One that measures nothing. */
    const placeFake = () => {
        mkdirSync(join(folder, "node_modules", "ffjavascript"), { recursive: true });
        const fake = `
            console.log("this is ffjavascript");
            const curve = (q) => ({ q, tm: {}, Fr: { fft: async () => {} }, G1: { multiExpAffine: async () => {} },
                G2: { multiExpAffine: async () => {} }, terminate: async () => {} });
            module.exports = { buildBn128: async () => curve(1n), buildBls12381: async () => curve(2n) };`;
        writeFileSync(join(folder, "node_modules", "ffjavascript", "index.js"), fake);
        writeFileSync(
            join(folder, "node_modules", "ffjavascript", "package.json"),
            JSON.stringify({ name: "ffjavascript", version: "9.9.9" }),
        );
    };

    itInAll("compares in that line", async () => {
        placeFake();
        const text = await benchIn(folder, 1500, {});
        expect(text).to.include("this is ffjavascript");
        expect(text).to.match(/^bn128 +MSM G1 +2\^12 .* ns each +\d+\.\d ms, \d+\.\d times$/m);
        expect(text.split("\n").at(-1)).to.match(/MSM G1 2\^1[246] [\d.]+ ms \(0\.0x\).*, times ffjavascript 9\.9\.9; /);
    });

    it("runs nothing from a folder that others can write to, and says so", async function () {
        if (!process.getuid) this.skip(); // modes say nothing there
        placeFake();
        chmodSync(folder, 0o777);
        const text = await benchIn(folder, 0, {});
        expect(text).not.to.include("this is ffjavascript");
        expect(text).to.match(/ffjavascript: expected a place where only you can write, got .*: nothing to compare with/);
        expect(text).not.to.match(/\dx\)/);
    });
});
