/** A proof of 2^16 constraints in a page of each browser, with as many workers as the browser says there are cores. */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { expect } from "chai";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { verify } from "../../src/protocols/groth16/index.js";
import { BROWSERS, launch, visit } from "../support/browser.js";
import { folders, pageOf } from "../support/pages.js";
import { root } from "../support/scratch.js";

const KIND = "dense", LOG = 16;
const PAGE = pageOf(`import { prove } from "/build/page/groth16.js";
async function run() {
    const started = performance.now();
    const { proof, publicSignals, engine } = await prove("/circuit/circuit.zkey", "/circuit/witness.wtns", { timings: true });
    return { proof, publicSignals, engine, ms: performance.now() - started, cores: navigator.hardwareConcurrency };
}
globalThis.report = run();`);

describe(`a proof of 2^${LOG}`, function () {
    this.timeout(600_000);
    let folder;
    before("makes a key", () => {
        folder = temporaryFolder("large-proof");
        const maker = join(root, "test/bench/make_circuits.mjs");
        execFileSync(process.execPath, [maker, folder, `${KIND}:${LOG}`], { stdio: ["ignore", "pipe", "pipe"] });
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    for (const name of BROWSERS) it(`is made in ${name}, and verifies here`, async function () {
        const circuit = join(folder, `${KIND}_2e${LOG}`), browser = await launch(name);
        try {
            const site = { folders: { ...folders, "/circuit/": circuit }, pages: PAGE };
            const { report } = await visit(browser, site, "/", { limitMs: 120_000 });
            const vkey = JSON.parse(readFileSync(join(circuit, "vkey.json"), "utf8"));
            expect(await verify(vkey, report.publicSignals, report.proof)).to.equal(true);
            expect(await verify(vkey, ["1"], report.proof)).to.equal(false);
            expect(report.engine.threads).to.equal(report.cores);
            this.test.title += `: ${Math.round(report.ms)} ms, tier ${report.engine.tier}, ${report.cores} workers`;
        } finally {
            await browser.close();
        }
    });
});
