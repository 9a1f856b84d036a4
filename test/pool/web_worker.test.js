/** Workers of the package web-worker, of which ffjavascript makes its own, by a factory that knows their URL alone. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { waysToStart } from "../../src/util/worker_ways.js";
import { fixtures } from "../support/circuits.js";
import { root } from "../support/scratch.js";

const LIMIT_MS = 60_000;

describe("pool: workers of the package web-worker", () => {
    it("run for a proof, and let the process end", () => {
        const entries = ["index.js", "protocols/groth16/index.js"]
            .map((file) => pathToFileURL(join(root, "src", file)).href);
        const args = [join(root, "test/support/web_worker.mjs"), ...entries, join(fixtures, "mimc_example")];
        const { status, signal, stdout, stderr } =
            spawnSync(process.execPath, args, { encoding: "utf8", timeout: LIMIT_MS, killSignal: "SIGKILL" });
        expect(status, `${signal ?? ""}${stderr.slice(0, 2000)}`).to.equal(0);
        const { made, ready, failed, valid } = JSON.parse(stdout);
        expect({ failed, valid, isMade: made > 0, isReady: ready > 0, stderr })
            .to.deep.equal({ failed: "", valid: true, isMade: true, isReady: true, stderr: "" });
    }).timeout(LIMIT_MS + 10_000);

    it("are asked for with a URL that has the source, and a name", async () => {
        const source = "const a = '<%>';\n", asked = [], handlers = { onMessage() {}, onError() {}, onExit() {} };
        const createWorker = (program) => {
            asked.push(program);
            return { postMessage() {}, terminate() {}, addEventListener() {} };
        };
        const [way] = waysToStart({ name: "one", source }, { createWorker });
        await way.open(handlers);
        const [program] = asked;
        expect([program.name, program.source, program instanceof URL]).to.deep.equal(["one", source, true]);
        expect(await (await fetch(`${program}`)).text()).to.equal(source);
    });

    it("are noticed when they end, and may be left out of what holds the process", async () => {
        const heard = {}, calls = [], ended = [];
        const worker = {
            postMessage() {}, terminate() {}, addEventListener: (name, listener) => { heard[name] = listener; },
            [Symbol.for("worker")]: { ref: () => calls.push("ref"), unref: () => calls.push("unref") },
        };
        const [way] = waysToStart({ name: "one", source: "" }, { createWorker: () => worker });
        const handle = await way.open({ onMessage() {}, onError() {}, onExit: (code) => { ended.push(code); } });
        handle.unref();
        handle.ref();
        expect(calls).to.deep.equal(["unref", "ref"]);
        heard.close({});
        expect(ended).to.deep.equal([1]);
    });
});
