/** The bench of the GPU where there is none: what it asks for, and what it says then. */
import { rmSync } from "node:fs";
import { cpus } from "node:os";
import { Writable } from "node:stream";
import { expect } from "chai";
import { describeInAll, itInAll } from "../../../../test/support/extent.js";
import { commands } from "../../../../bin/lib/commands.mjs";
import { printTo } from "../../../../bin/lib/output.mjs";
import { bench } from "../../../../bin/lib/bench.mjs";
import { benchGpu, measureGpu } from "../../src/bench.js";
import { describeProof, measureProof } from "../../../../bin/lib/bench_proof.mjs";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { getCurveFromName } from "../../../../src/index.js";
import { GPU_CURVES } from "../../src/curves.js";
import { FORMS } from "../../src/products.js";
import { fakeGpu } from "../support/fake_gpu.js";
import { pause } from "../../../../test/support/until.js";
import { CURVES } from "../../../../test/support/twin_curves.js";

/** Answers late, so that whoever did not wait for it has ended by then. */
const NONE = { requestAdapter: async () => { await pause(200); return null; } };
const measure = (what, signal = new AbortController().signal) =>
    measureGpu({ gpu: NONE, names: ["bn128"], told() {}, ...what }, signal);

describe("the bench of the GPU without a GPU", () => {
    it("says for each curve that was asked for why it measures nothing", async () => {
        const lines = [], names = GPU_CURVES.slice(0, 2).map(({ name }) => name);
        const told = (line) => lines.push(line);
        const { starts, rows, products, right } = await measure({ threads: 0, names, told });
        expect(starts.map(({ curve }) => curve)).to.deep.equal(names);
        for (const { state, reason } of starts) {
            expect(state).to.equal("off");
            expect(reason).to.include("adapter");
        }
        expect([rows, products, right]).to.deep.equal([[], {}, true]);
        expect(lines.map((line) => line.split(":")[0])).to.deep.equal(names);
        for (const line of lines) expect(line).to.match(/: off, no adapter: .+, after \d+(\.\d+)? ms$/);
    });

    itInAll("ends with how to report it, or with one object that says all", async () => {
        const { signal } = new AbortController();
        for (const json of [false, true]) {
            const lines = [], tools = { print: (line) => lines.push(line), version: "1.2.3", machine: "a machine" };
            expect(await benchGpu({ json, threads: 0 }, signal, tools)).to.equal(0);
            const last = lines.pop();
            if (!json) {
                expect(lines).to.have.lengthOf(GPU_CURVES.length);
                expect(last).to.match(/^\nffturbo 1\.2\.3; \d+ threads?, a machine\. To report this: .+ --json$/);
                continue;
            }
            expect(lines).to.be.empty;
            const { version, machine, starts, right } = JSON.parse(last);
            expect([version, machine, right]).to.deep.equal(["1.2.3", "a machine", true]);
            expect(starts.map(({ curve }) => curve)).to.deep.equal(GPU_CURVES.map(({ name }) => name));
        }
    });

    it("is what the command calls, with the version and the machine", async () => {
        const printed = [], out = new Writable({ write(chunk, _, done) { printed.push(String(chunk)); done(); } });
        printTo({ out: () => out, error: () => out });
        try {
            const request = { gpu: true, json: true, threads: 0 };
            expect(await commands.bench(request, new AbortController().signal, () => "1.2.3")).to.equal(0);
        } finally {
            printTo({ out: () => process.stdout, error: () => process.stderr });
        }
        const { version, machine } = JSON.parse(printed.join(""));
        expect([version, machine])
            .to.deep.equal(["1.2.3", `${cpus()[0]?.model.trim() || process.arch}, Node ${process.versions.node}`]);
    });

    it("measures on as many threads as it is told, or else on those of the engine", async () => {
        for (const threads of [3, 5]) expect((await measure({ threads })).threads).to.equal(threads);
        const curve = await getCurveFromName("bn128"), { concurrency } = curve.tm;
        await curve.terminate();
        expect((await measure({})).threads).to.equal(concurrency);
        expect(globalThis.curve_bn128 ?? null, "its curve has ended").to.equal(null);
    });
});

describeInAll("the bench of the GPU with a stand-in for one", () => {
    const SIZE = 96; // of the products that are compared
    /** A GPU whose MSMs are those of the CPU, but for those after so many runs; it multiplies nothing. */
    function standIn(curve, has) {
        const gpu = fakeGpu([curve.G1, curve.G2], has), { requestAdapter } = gpu;
        gpu.wrongFrom = Infinity;
        const fault = { stage: "wrong", how: "point" };
        Object.defineProperty(gpu, "fault", { get: () => (gpu.runs > gpu.wrongFrom ? fault : undefined) });
        gpu.requestAdapter = async (asked) => {
            const adapter = await requestAdapter(asked);
            const requestDevice = async () => {
                const device = await adapter.requestDevice(), { createBuffer } = device;
                device.queue.onSubmittedWorkDone = async () => {};
                device.createBuffer = (what) => (what.size !== SIZE ? createBuffer(what)
                    : { ...createBuffer(what), mapAsync: async () => {}, getMappedRange: () => new ArrayBuffer(SIZE) });
                return device;
            };
            return { ...adapter, requestDevice };
        };
        return gpu;
    }
    let curve;
    before(async () => { curve = await getCurveFromName("bn128", { singleThread: true }); });
    after(() => curve.terminate());

    for (const [what, from, right, sizes] of [["right MSMs", Infinity, true, [4, 12]],
        ["wrong ones of the last runs alone", 6, false, [4]], ["wrong ones", 0, false, [4]]])
        it(`tells of ${what}`, async () => {
            const gpu = standIn(curve), lines = [];
            const told = (line) => {
                lines.push(line);
                if (/products\/s/.test(line)) gpu.wrongFrom = gpu.runs + from;
            };
            const all = await measure({ gpu, threads: 0, sizes, told });
            expect(all.rows.map((row) => [row.curve, row.group, row.size, row.where])).to.deep.equal(
                ["G1", "G2"].flatMap((group) => sizes.map((bits) => ["bn128", group, 2 ** bits, "gpu"])));
            expect(all.rows[0].right).to.equal(right);
            expect(all.right, "the products are wrong anyway").to.equal(false);
            for (const row of all.rows) {
                for (const name of ["gpuFirst", "gpu", "cpu"]) expect(row[name], name).to.be.at.least(0);
                expect(Object.keys(row.stages)).to.include.members(["upload", "count", "accumulate", "gather"]);
                expect(row.windowBits).to.be.above(1);
                expect(row.additions % row.size).to.equal(0);
            }
            expect(all.products.bn128.map(({ limbBits, rows }) => ({ limbBits, rows }))).to.deep.equal([...FORMS]);
            expect(lines[0]).to.match(/^bn128: ready, fake of the tests, after/);
            expect(lines[1]).to.match(/^bn128, 20 limbs of 13 bits: \d.* million products\/s {2}WRONG$/);
            expect(lines.at(-1)).to.match(new RegExp(`^bn128 G2 2\\^${sizes.at(-1)}: .* ms on the GPU \\(first .*, with kept `
                + `points .*\\), .* ms on 1 thread${right ? "" : " {2}WRONG"}$`));
        }).timeout(600_000);

    for (const right of [true, false]) it(`tells of ${right ? "right" : "wrong"} quotients over the scalars`, async () => {
        const gpu = standIn(curve, { Fr: curve.Fr }), lines = [], sizes = [4, 5];
        const told = (line) => {
            lines.push(line);
            if (!right && /products\/s/.test(line)) gpu.wrongFrom = gpu.runs;
        };
        const { rows } = await measure({ gpu, threads: 0, sizes, told }), own = rows.filter(({ group }) => group === "Fr");
        expect(own.map(({ curve: name, size, where, right: found }) => [name, size, where, found]))
            .to.deep.equal(sizes.map((bits) => ["bn128", 2 ** bits, "gpu", right]));
        for (const row of own) for (const name of ["gpuFirst", "gpu", "cpu"]) expect(row[name], name).to.be.at.least(0);
        expect(lines.filter((line) => line.startsWith("bn128 Fr"))[1]).to.match(new RegExp(
            `^bn128 Fr 2\\^5: .* ms on the GPU \\(first .*\\), .* ms on 1 thread${right ? "" : " {2}WRONG"}$`));
    }).timeout(600_000);

    it("tells of a group that the GPU is off for", async () => {
        const gpu = standIn(curve), lines = [];
        Object.defineProperty(gpu, "fault", { value: { stage: "compile", of: curve.G2 } });
        const all = await measure({ gpu, threads: 0, sizes: [4], told: (line) => lines.push(line) });
        expect(all.rows.map(({ group }) => group)).to.deep.equal(["G1"]);
        expect(all.starts[0].groups.G2.state).to.equal("off");
        expect(all.starts[0].othersMs).to.be.at.least(0);
        expect(lines.at(-1)).to.match(/^bn128 G2: off: .* fault: compile$/);
    });

    it("leaves out sizes that do not fit in one run", async () => {
        const all = await measure({ gpu: standIn(curve), threads: 0, sizes: [21], told() {} });
        expect(all.rows).to.deep.equal([]);
        expect(all.starts[0].groups.G2.state).to.equal("ready");
    });
});

describe("the bench of a whole proof", () => {
    const { signal } = new AbortController(), circuit = { threads: 0, constraints: 6 };

    it("measures ours alone where the project has no snarkjs, and says why", async () => {
        const cwd = temporaryFolder("no-snarkjs");
        try {
            const { ms, ...rest } = await measureProof({ cwd, signal, ...circuit });
            expect(rest).to.deep.equal({ constraints: 6, why: "snarkjs is not installed in this project" });
            expect(ms).to.be.above(0).and.below(Infinity);
        } finally {
            rmSync(cwd, { recursive: true });
        }
    });

    it("ends when its signal aborts", async () => {
        const reason = new Error("enough"), aborted = AbortSignal.abort(reason);
        expect(await measureProof({ cwd: "/", signal: aborted, ...circuit }).catch((error) => error)).to.equal(reason);
    });

    it("is told in a line, with snarkjs if that was measured", () => {
        const proof = { constraints: 1000, ms: 200.4 };
        expect(describeProof(proof)).to.equal("a Groth16 proof of 1000 constraints in 200 ms");
        expect(describeProof({ ...proof, snarkjs: { version: "0.7.5", on: "0.3.1", ms: 801.6 } })).to.equal(
            "a Groth16 proof of 1000 constraints in 200 ms, 4.0 times as fast as snarkjs 0.7.5 on ffjavascript 0.3.1 (802 ms)");
    });
});

describe("the bench of operations", () => {
    /** What it prints and tells a bar, by a clock that stands still but for 100 ms after each measurement. */
    const run = async (request, budget = 200) => {
        const { now } = performance, printed = [], said = [], at = [], { signal } = new AbortController();
        const home = process.cwd(), elsewhere = temporaryFolder("bench");
        let time = 5000, stopped = 0;
        performance.now = () => time;
        process.chdir(elsewhere); // a project with nothing to compare with
        const bar = {
            say: (text, print) => { print(text); said.push(text); },
            at: (fraction) => { at.push(fraction); time += 100; },
            stop: () => { stopped++; },
        };
        try {
            const tools = { print: (text) => printed.push(text), openBar: () => bar, version: "1.2.3", budget };
            const code = await bench({ threads: 0, ...request }, request.signal ?? signal, tools)
                .catch((error) => error);
            return { code, printed, said, at, stopped };
        } finally {
            performance.now = now;
            process.chdir(home);
            rmSync(elsewhere, { recursive: true });
        }
    };
    const SIZES = ["2^12", "2^14", "2^16"], OPERATIONS = ["MSM G1", "MSM G2", "FFT"];
    const all = Object.keys(CURVES).flatMap((curve) =>
        SIZES.flatMap((size) => OPERATIONS.map((operation) => `${curve} ${operation} ${size}`)));

    itInAll("measures what fits into the time left, each size on all operations, and names the rest", async () => {
        const { code, printed, said, at, stopped } = await run({ json: true });
        const { node, rows, skipped, ...rest } = JSON.parse(printed.join());
        expect([code, said, stopped, node, rest]).to.deep.equal([0, [], 1, process.versions.node, {}]);
        const size = 4096, ms = 0;
        expect(rows).to.deep.equal(OPERATIONS.slice(0, 2).map((name) => ({ curve: "bn128", name, size, ms })));
        expect(skipped).to.have.members(all.slice(2));
        expect(at.length).to.equal(all.length);
        at.forEach((fraction, i) => expect(fraction).to.be.above(at[i - 1] ?? 0));
        expect(at.at(-1)).to.be.closeTo(1, 1e-9);
    });

    itInAll("tells people each row, what was left out, that nothing was compared, and one line to share", async () => {
        const { printed, said } = await run({}, 0);
        expect(said).to.deep.equal(["best of up to 5 rounds", "bn128      MSM G1   2^12        0.0 ms        0 ns each"]);
        const [left, none, line] = printed.slice(2);
        expect(left).to.match(/^left out for lack of time: bn128 MSM G2 2\^12, bn128 FFT 2\^12, bn128 MSM G1 2\^14, /);
        expect(none).to.equal("ffjavascript is not installed in this project: nothing to compare with");
        expect(line).to.match(/^\nffturbo 1\.2\.3 on bn128: MSM G1 2\^12 0\.0 ms; 1 thread, .+, Node \d+\.\d+\.\d+$/);
        expect(printed.length).to.equal(5);
    });

    it("ends when its signal aborts, with its bar", async () => {
        const reason = new Error("enough"), { code, stopped } = await run({ signal: AbortSignal.abort(reason) });
        expect([code, stopped]).to.deep.equal([reason, 1]);
    });
});
