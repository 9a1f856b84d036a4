/** Which suites a change gets, and which suites begin. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { collect, isFresh, runNode, SUITES } from "../../scripts/coverage/record.mjs";
import { best, knownFor, longestFirst, merged, nearest, readReach, recorded, suitesFor, suitesOfChange, textOf, unknownFiles } from "../../scripts/reach.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { inPackage } from "../../scripts/workspaces.mjs";
import { ALL_ROWS, itInAll } from "../support/extent.js";
import { root } from "../support/scratch.js";

const MAP = {
    seconds: { "test/api/curve.test.js": 30, "test/unit/util.test.js": 1, "test/api/golden.test.js": 50, "test/unit/stop.test.js": 2 },
    reached: {
        "src/bigint/no_field.js": ["test/unit/util.test.js", "test/api/curve.test.js", "test/api/golden.test.js"],
        "src/files/no_stop.js": ["test/unit/stop.test.js", "test/api/golden.test.js"],
    },
};

describe("the map of what suites reach", () => {
    it("gives each changed file its best suites, within the time, and says what is left", () => {
        const { suites, left } = suitesOfChange(["src/bigint/no_field.js", "src/files/no_stop.js"], 45, MAP);
        expect(suites).to.deep.equal(["test/unit/architecture.test.js", "test/unit/pointers.test.js",
            "test/unit/util.test.js", "test/unit/stop.test.js", "test/api/curve.test.js"]);
        expect(left).to.deep.equal(["test/api/golden.test.js"]);
    });

    it("runs a suite that changed, whatever it takes", () => {
        expect(suitesOfChange(["test/api/golden.test.js"], 20, MAP).suites).to.include("test/api/golden.test.js");
    });

    it("compares a kernel with its slow twin first", () => {
        expect(suitesFor("src/kernels/msm/msm.js", readReach())[0]).to.equal("test/differential/lane_msm.test.js");
        expect(suitesFor("src/wasm/fft_simd.js", readReach())).to.include("test/differential/lane_fft.test.js");
    });

    it("keeps a place for the one suite that meets a refusal, and none for the thirteenth that does not", () => {
        const ran = (...missed) => new Uint8Array(100).fill(1).map((_, i) => Number(!missed.includes(i)));
        const proofs = Array.from({ length: 13 }, (_, i) => ({ suite: `proof ${i}`, seconds: 1, ran: ran(98, 99) }));
        const refusal = { suite: "refusal", seconds: 1, ran: new Uint8Array(100).fill(1, 98) };
        const chosen = best([...proofs, refusal]);
        expect(chosen).to.have.lengthOf(12);
        expect(chosen).to.include("refusal");
        expect(chosen[0]).to.equal("proof 0");
        expect(best([{ ...proofs[0], seconds: 30 }, proofs[1]])[0], "what takes less time").to.equal("proof 1");
    });

    it("names suites for each file of the provers, those that import it first", () => {
        const map = readReach();
        expect(unknownFiles(map), "run npm run reach").to.deep.equal([]);
        expect(unknownFiles({ seconds: {}, reached: {} }), "files that no suite imports").to.include("packages/server/src/jobs.js");
        expect(suitesFor("bin/lib/arguments.mjs", map)).to.include("test/unit/arguments.test.js");
        expect(suitesFor("src/protocols/key/section_msm.js", map)[0]).to.equal("test/unit/section_msm.test.js");
        expect(suitesFor("src/protocols/groth16/split.js", map)[0], "of its name").to.equal("test/prover/split.test.js");
        expect(suitesFor("packages/snarkjs/src/ceremony/bellman/export.js", map)[0], "of its folder")
            .to.equal("packages/snarkjs/test/ceremony/ceremony_bellman.test.js");
    });

    it("names by turns suites that say what a file says, and those that run most of it", () => {
        const file = "src/util/host_files.js", passing = ["test/none/1.test.js", "test/none/2.test.js"];
        const suites = suitesFor(file, { seconds: {}, reached: { [file]: passing } });
        expect([suites[1], suites[3]]).to.deep.equal(passing);
        expect(suites, "of what imports it").to.include("test/unit/sink.test.js");
        expect(knownFor(file, { seconds: {}, reached: { [file]: passing } })).to.deep.equal(passing);
    });

    it("merges suites that are recorded alone: new files, places, and what a suite no longer runs", () => {
        const script = (url, count) => ({ url, functions: [{ ranges: [{ startOffset: 0, endOffset: 10, count }] }] });
        const full = Array.from({ length: 12 }, (_, i) => `test/unit/${i}.test.js`);
        const map = { ...MAP, reached: { ...MAP.reached, "src/full.js": full } };
        const suite = "test/unit/stop.test.js";
        const { seconds, reached } = merged(map, [{ suite, seconds: 3.14, result:
            ["src/new.js", "src/bigint/no_field.js", "src/full.js"].map((url) => script(url, 1)).concat(script("src/loaded.js", 0)) }]);
        expect(seconds).to.deep.equal({ ...MAP.seconds, [suite]: 3.1 });
        expect(reached).to.deep.equal({
            "src/bigint/no_field.js": [...MAP.reached["src/bigint/no_field.js"], suite],
            "src/files/no_stop.js": ["test/api/golden.test.js"], "src/full.js": [...full.slice(0, 11), suite],
            "src/new.js": [suite],
        });
        const one = merged(map, [{ suite, seconds: 3.14, result: ["src/new.js", "src/other.js"].map((url) => script(url, 1)) }],
            ["src/new.js"]);
        expect(one.reached, "files that were not asked for").to.deep.equal({ ...map.reached, "src/new.js": [suite] });
    });

    it("gives a suite that runs most of a file the last place, if it takes no longer than what is there", () => {
        const full = Array.from({ length: 12 }, (_, i) => `test/unit/${i}.test.js`), last = full[11];
        const listWith = (takes, ran, known = 5) => {
            const functions = Array.from({ length: 10 }, (_, i) =>
                ({ ranges: [{ startOffset: i, endOffset: i + 1, count: Number(i < ran) }] }));
            return merged({ seconds: { [last]: known }, reached: { "src/full.js": full } },
                [{ suite: "test/new.test.js", seconds: takes, result: [{ url: "src/full.js", functions }] }]).reached["src/full.js"];
        };
        const taken = [...full.slice(0, 11), "test/new.test.js"];
        expect(listWith(5, 8)).to.deep.equal(taken);
        expect(listWith(5, 7), "runs less").to.deep.equal(full);
        expect(listWith(5.1, 10), "takes longer").to.deep.equal(full);
    });

    it("does not count what every suite runs that loads a file", () => {
        const url = "src/new.js", module = { ranges: [{ startOffset: 0, endOffset: 900, count: 1 }] };
        const called = (count) => ({ ranges: [{ startOffset: 800, endOffset: 900, count }] });
        const rows = [["test/loads.test.js", 0], ["test/calls.test.js", 2]].map(([suite, count]) =>
            ({ suite, seconds: 1, result: [{ url, functions: [module, called(count)] }] }));
        const { reached } = merged({ seconds: {}, reached: { [url]: ["test/loads.test.js"] } }, rows);
        expect(reached).to.deep.equal({ [url]: ["test/calls.test.js"] });
        const constants = [{ ...rows[0], result: [{ url, functions: [module] }] }];
        expect(merged({ seconds: {}, reached: {} }, constants).reached).to.deep.equal({ [url]: ["test/loads.test.js"] });
    });

    it("compares suites that are recorded together, where they are all that a file has", () => {
        const [quick, slow, other] = ["quick", "slow", "other"].map((name) => `test/${name}.test.js`);
        const functions = [{ ranges: [{ startOffset: 0, endOffset: 10, count: 1 }] }];
        const rows = [[slow, 9], [quick, 1]].map(([suite, seconds]) =>
            ({ suite, seconds, result: ["src/a.js", "src/b.js"].map((url) => ({ url, functions })) }));
        const map = { seconds: {}, reached: { "src/a.js": [slow], "src/b.js": [other, slow] } };
        expect(merged(map, rows).reached).to.deep.equal({ "src/a.js": [quick, slow], "src/b.js": [other, slow, quick] });
    });

    itInAll("records one suite, and knows the files that it runs then", async function () {
        this.timeout(120_000);
        const map = await recorded({ seconds: {}, reached: {} }, ["test/unit/stop.test.js"]);
        expect(map.seconds["test/unit/stop.test.js"]).to.be.within(0.1, 60);
        expect(map.reached["src/files/stop.js"]).to.deep.equal(["test/unit/stop.test.js"]);
        let refused = "";
        await recorded(map, ["test/unit/none.test.js"]).catch(({ message }) => { refused = message; });
        expect(refused).to.equal("reach: expected a suite that coverage records, got test/unit/none.test.js");
    });

    itInAll("looks for the suites of a new file where what imports it is run", () => {
        const map = readReach(), file = "packages/server/src/jobs.js", known = map.reached[file];
        const without = { ...map, reached: { ...map.reached, [file]: [] } }, found = nearest(file, without);
        expect(unknownFiles(without)).to.include(file);
        expect(found.length).to.be.within(1, 12);
        expect(found.filter((suite) => known.includes(suite)), "those that run it").to.not.be.empty;
        const costs = found.map((suite) => map.seconds[suite] ?? 5);
        expect(costs).to.deep.equal([...costs].sort((a, b) => a - b));
        if (ALL_ROWS) expect(nearest("src/batch/no_such_file.js", map)).to.deep.equal([]);
    });

    it("finds suites of a file that it does not know by their imports", () => {
        expect(suitesFor("src/util/check.js", { seconds: {}, reached: {} })).to.include("test/unit/util.test.js");
        expect(suitesFor("test/support/twin_curves.js", MAP)).to.include("test/unit/params.test.js");
    });

    it("names suites that are there, and suites for nearly every file", () => {
        const { seconds, reached } = readReach();
        expect(Object.keys(seconds).length).to.be.above(100);
        expect(Object.keys(reached).length).to.be.above(200);
        const gone = Object.keys(seconds).filter((suite) => !existsSync(join(root, suite)));
        expect(gone.length / Object.keys(seconds).length, `run npm run coverage -- --write: ${gone}`).to.be.below(0.1);
        // without its own suite, a file is judged by those that merely run it
        const unknown = SUITES.filter((suite) => !/^test\/(gpu|queue)\//.test(inPackage(suite)) && !(suite in seconds));
        expect(unknown, "run npm run reach -- SUITE...").to.deep.equal([]);
    });

    it("puts the longest suites first, the same way each time", () => {
        const all = Object.keys(MAP.seconds), sorted = ["test/api/golden.test.js", "test/api/curve.test.js",
            "test/new.test.js", "test/unit/stop.test.js", "test/unit/util.test.js"];
        expect(longestFirst([...all, "test/new.test.js"], MAP)).to.deep.equal(sorted);
        expect(longestFirst(["test/new.test.js", ...all].reverse(), MAP)).to.deep.equal(sorted);
    });

    it("is written with a line for each file", () => {
        expect(JSON.parse(textOf(MAP))).to.deep.equal(MAP);
        expect(textOf(MAP).split("\n").filter((line) => line.includes("field.js"))).to.have.lengthOf(1);
    });
});

describe("what V8 recorded of a suite's processes", () => {
    it("is kept until a file or the support changes, but not of a suite that failed", () => {
        const kept = { suite: "test/none.test.js", passed: true, seconds: 1, hashes: { support: "s", "no/such.js": "" }, result: [] };
        expect(isFresh(kept, "s")).to.equal(true);
        for (const change of [{ passed: false }, { hashes: { support: "t" } }, { hashes: { "package.json": "old" } }])
            expect(isFresh({ ...kept, ...change }, "s"), JSON.stringify(change)).to.equal(false);
        expect(isFresh(undefined, "s")).to.equal(false);
    });

    it("is taken of all but those that were killed while they wrote", () => {
        const folder = temporaryFolder("coverage"), url = `${pathToFileURL(root).href}/src/util/words.js?twin`;
        const functions = [{ functionName: "", isBlockCoverage: true, ranges: [{ startOffset: 0, endOffset: 9, count: 2 }] }];
        const text = JSON.stringify({ result: [{ scriptId: "1", url, functions }, { scriptId: "2", url: "node:fs", functions }] });
        try {
            for (const [name, written] of [["a", text], ["b", text.slice(0, 90)], ["c", ""]])
                writeFileSync(join(folder, `${name}.json`), written);
            const [one, ...others] = collect(folder);
            expect([one.url, one.functions[0].ranges[0].count, others.length]).to.deep.equal(["src/util/words.js", 2, 0]);
        } finally {
            rmSync(folder, { recursive: true });
        }
    });
});

describe("a program that coverage and mutants run", () => {
    const record = new URL("../../scripts/coverage/record.mjs", import.meta.url).href;
    const inner = 'require("fs").writeFileSync(process.env.TOLD, String(process.pid)); setInterval(() => {}, 1000)';
    /** A tool that runs such a program, which tells its number and never ends. */
    const tool = ["--input-type=module", "-e", `import { runNode } from "${record}";
        await runNode(["-e", ${JSON.stringify(inner)}], { cwd: ".", limit: 50_000 });`];

    it("ends with the tool that a signal ends", async function () {
        this.timeout(60_000);
        const folder = temporaryFolder("ends"), told = join(folder, "pid");
        const child = spawn(process.execPath, tool, { env: { ...process.env, TOLD: told } });
        try {
            while (!existsSync(told) || !readFileSync(told, "utf8")) await new Promise((resolve) => { setTimeout(resolve, 20); });
            const pid = Number(readFileSync(told, "utf8"));
            child.kill("SIGTERM");
            const [, signal] = await once(child, "exit");
            expect(signal).to.equal("SIGTERM");
            const lives = () => { try { return process.kill(pid, 0); } catch { return false; } };
            while (lives()) await new Promise((resolve) => { setTimeout(resolve, 20); });
        } finally {
            child.kill("SIGKILL");
            rmSync(folder, { recursive: true });
        }
    });

    itInAll("ends with a tool whose time is up", async function () {
        this.timeout(60_000);
        const folder = temporaryFolder("ends"), told = join(folder, "pid");
        const pid = () => (existsSync(told) ? Number(readFileSync(told, "utf8")) : 0);
        const lives = () => { try { return process.kill(pid(), 0); } catch { return false; } };
        try {
            for (let limit = 1000; pid() === 0; limit *= 2) { // however long a busy machine takes to start them
                const { late, passed } = await runNode(tool,
                    { cwd: ".", env: { ...process.env, TOLD: told }, limit });
                expect([late, passed]).to.deep.equal([true, false]);
            }
            while (lives()) await new Promise((resolve) => { setTimeout(resolve, 20); });
        } finally {
            if (lives()) process.kill(pid(), "SIGKILL");
            rmSync(folder, { recursive: true });
        }
    });
});
