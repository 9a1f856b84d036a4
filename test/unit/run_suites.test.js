/** scripts/run-suites.mjs: that no end of a process goes by without saying what it was running. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { runSuites } from "../../scripts/run-suites.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { describeInAll, itInAll } from "../support/extent.js";
import { root } from "../support/scratch.js";

/** mocha colours what it says where CI is set. @param {string} text */
const plain = (text) => text.replace(/\u001b\[\d+m/g, "");

describeInAll("suites in several processes", function () {
    this.timeout(300_000);
    const folder = temporaryFolder("run-suites");
    /** @param {string} name @param {string} text */
    const suite = (name, text) => {
        const file = join(folder, `${name}.test.mjs`);
        writeFileSync(file, text);
        return file;
    };
    /** @param {string[]} suites @param {object} [more] */
    const run = async (suites, more) => {
        let printed = "";
        const report = await runSuites(suites, { cwd: folder, print: (text) => { printed += text; }, ...more });
        return { ...report, printed };
    };
    const good = suite("good", "describe('good', () => { it('passes', () => {}); it('does too', () => {}); it('waits'); });");
    const counts = ({ passes, failures, pending }) => [passes, failures, pending];
    // a machine that is slow to start a process may be silent for longer than a short limit
    const patient = async (suites, pattern, more = {}) => {
        for (let silence = 2_000; ; silence *= 2) {
            const ended = await run(suites, { silence, ...more });
            const said = [...ended.failed, ...ended.retried];
            if (said.some((line) => pattern.test(line)) || silence > 60_000) return ended;
        }
    };

    it("are counted together, with what failed, and what passed when it ran again", async () => {
        const bad = suite("bad", `let times = 0; describe("bad", () => {
            it("fails", () => { throw new Error("on purpose"); });
            it("fails once", () => { if (times++ === 0) throw new Error("at first"); });
            it("hears a promise late", async () => {
                const late = Promise.reject(new Error("heard")); await new Promise((ready) => setTimeout(ready, 20));
                await late.catch(() => {}); }); });`);
        const thrown = suite("thrown", `describe("thrown", () => { it("beside its promise", () => {
            setTimeout(() => { throw new Error("thrown later"); }); return new Promise(() => {}); }); });`);
        const report = join(folder, "report.json"), ended = await run([good, bad, thrown], { retries: 1, processes: 1, report });
        expect(ended.failed.sort()).to.deep.equal(["bad fails: on purpose", "thrown beside its promise: thrown later"]);
        expect(counts(ended)).to.deep.equal([4, 2, 1]);
        expect(ended.retried).to.deep.equal(["bad fails once: at first"]);
        expect(plain(ended.printed)).to.include("✔ passes").and.include("Error: on purpose");
        expect(Object.keys(ended.took)).to.have.members([good, bad, thrown]);
        for (const [clock, processor] of Object.values(ended.took)) expect(Math.min(clock, processor)).to.be.above(0);
        expect({ ...JSON.parse(readFileSync(report, "utf8")), printed: ended.printed }).to.deep.equal(ended);
    });

    it("fail where one kills its process, by name, with its last fifty lines, and the rest runs", async () => {
        const killed = suite("killed", `describe("killed", () => { it("ends it", () => {
            for (let i = 1; i <= 60; i++) console.log("line " + i + ".");
            process.kill(process.pid, "SIGKILL"); for (;;); }); });`);
        const ended = await run([killed, good], { processes: 1 });
        expect(counts(ended)).to.deep.equal([2, 1, 1]);
        expect(ended.failed).to.have.lengthOf(1);
        expect(ended.failed[0]).to.include(`(signal SIGKILL) in ${killed}, "killed ends it"; its last output:\n`);
        expect(ended.failed[0]).to.include("line 60.").and.include("line 11.").and.not.include("line 10.");
        expect(ended.failed[0].split("\n")).to.have.lengthOf(51);
        expect(ended.printed).to.include("line 1.").and.include("(signal SIGKILL)");
    });

    it("fail where one ends its process while it is loaded, or cannot be", async () => {
        const leaves = suite("leaves", "process.exit(3);"), broken = suite("broken", "import './nothing.mjs';");
        const { failed } = await run([leaves, broken]);
        expect(failed.join("\n")).to.include(`(exit code 3) in ${leaves}, before its first test`);
        expect(failed.join("\n")).to.include(`(exit code 1) in ${broken}, before its first test`).and.include("nothing.mjs");
        expect(failed).to.have.lengthOf(2);
    });

    it("are ended where one hangs, by the name of the test", async () => {
        const hangs = suite("hangs", "describe('hangs', () => { it('passes', () => {}); it('forever', () => { for (;;); }); });");
        const ended = await patient([hangs], /forever/);
        expect(ended.failed).to.have.lengthOf(1);
        expect(ended.failed[0]).to.match(/\(there was no sign of it for \d+ s\) in \S+hangs.test.mjs, "hangs forever"/);
        expect(plain(ended.failed[0])).to.include("✔ passes");
    });

    it("hear nothing by what another has left behind", async () => {
        const loud = suite("loud", `process.on("unhandledRejection", (reason) => { throw reason; });
            process.on("uncaughtException", (error) => { throw error; });
            describe("loud", () => { it("passes", () => {}); });`);
        const unaware = suite("unaware", `describe("unaware", () => { it("does not hear a promise", async () => {
            Promise.reject(new Error("unheard")); await new Promise((ready) => setTimeout(ready, 20)); }); });`);
        const ended = await run([loud, unaware], { processes: 1 });
        expect(ended.failed).to.deep.equal([]);
        expect(ended.passes).to.equal(2);
    });

    it("fail where one leaves something that keeps its process, with the name of that suite", async () => {
        const keeps = suite("keeps", "describe('keeps', () => { it('a timer', () => { setInterval(() => {}, 1e6); }); });");
        const another = suite("another", readFileSync(good, "utf8"));
        const ended = await patient([good, keeps, another], /after its last suite/, { processes: 1 });
        expect(counts(ended)).to.deep.equal([5, 1, 2]);
        expect(ended.failed[0]).to.include(`after its last suite, kept by Timeout, since ${keeps}`);
    });

    itInAll("may keep a process once, where those that fail may do so once", async () => {
        // keeps every second process
        const begun = JSON.stringify(join(folder, "kept-before"));
        const once = suite("once", `import { existsSync, rmSync, writeFileSync } from "node:fs";
            describe("once", () => { it("keeps", () => {
                if (existsSync(${begun})) return rmSync(${begun});
                writeFileSync(${begun}, "");
                setInterval(() => {}, 1e6); }); });`);
        const ended = await patient([once], /^a process ended .* after its last suite, kept by Timeout, since [^;]*$/, { retries: 1 });
        expect(ended.failed).to.deep.equal([]);
        const keeps = join(folder, "keeps.test.mjs"), always = await patient([keeps], /kept by Timeout, since/, { retries: 1 });
        expect([always.failures, always.retried.length]).to.deep.equal([1, 0]);
    });

    it("say what was running when all of it is ended from outside", async () => {
        const begun = join(folder, "begun"), report = join(folder, "ended.json");
        const endless = suite("endless", `import { writeFileSync } from "node:fs";
            describe("endless", () => { it("waits", (done) => { writeFileSync(${JSON.stringify(begun)}, ""); }); });`);
        const text = `import { runSuites } from ${JSON.stringify(join(root, "scripts/run-suites.mjs"))};
            await runSuites(${JSON.stringify([endless, good])}, { report: ${JSON.stringify(report)}, processes: 1, timeout: 1e9 });`;
        const child = spawn(process.execPath, ["--input-type=module", "--eval", text], { stdio: "ignore" });
        const over = new Promise((resolve) => child.on("close", resolve));
        while (!existsSync(begun)) await new Promise((resolve) => setTimeout(resolve, 50));
        child.kill("SIGTERM");
        expect(await over).to.equal(0);
        const { failed, passes, failures } = JSON.parse(readFileSync(report, "utf8"));
        expect([passes, failures]).to.deep.equal([0, 1]);
        expect(failed[0]).to.include(`(this run was ended by SIGTERM) in ${endless}, "endless waits"`);
    });
});
