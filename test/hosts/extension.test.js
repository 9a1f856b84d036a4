/**
 * A Manifest V3 extension in Chromium: an extension page, where data: may not be a worker and, by browser, blob: may or
 * may not, and the service worker, which can start no worker at all.
 */
import { cpSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { expect } from "chai";
import { rollup } from "rollup";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { launch, reportOf } from "../support/browser.js";
import { calculator, ENDLESS } from "../support/calculators.js";
import { fromNode } from "../support/browser_suite.js";
import { appProject, bundle } from "../support/bundlers.js";
import { checkProofs, CIRCUIT, circuitFolder } from "../support/proving_app.js";
import { root } from "../support/scratch.js";

const MANIFEST = {
    manifest_version: 3, name: "test", version: "1.0.0",
    background: { service_worker: "background.js", type: "module" },
    content_security_policy: { extension_pages: "script-src 'self' 'wasm-unsafe-eval'; object-src 'self'" },
};
const HEAD =
    'import * as api from "./browser.esm.js";\nimport { digests } from "./scenario/digests.mjs";\nconst warned = [];\nconst logger = { warn: (text) => warned.push(text) };\n';
const run = (options) => `globalThis.report = digests(api, ${options}).then((value) => ({ ...value, warned }));\n`;

/** A page that reports what the service worker answers. */
const ask = (what) =>
    `globalThis.report = chrome.runtime.sendMessage("${what}").then((value) => { if (value.error) throw new Error(value.error); return value; });\n`;

/** Pages by name, and the scripts that they load. */
const SCRIPTS = {
    plain: `${HEAD}${run("{ threads: 2, logger }")}`,
    file: `${HEAD}${run('{ threads: 2, logger, workerUrl: "/worker.js" }')}`,
    // Keys by address, longer than the first read; the circuit's program in a worker where the browser starts one.
    addresses: `import { calculateWitness, fullProve, prove, verify, zkeyInfo } from "./static/groth16.js";
const at = (name) => new URL("circuit/" + name, location.href);
const json = async (name) => (await fetch(at(name))).json();
async function work() {
    const vkey = await json("vkey.json"), input = await json("input.json");
    const answer = await fetch(at("circuit.zkey"), { headers: { Range: "bytes=3-9" } });
    const results = [await prove(at("circuit.zkey"), at("witness.wtns").href), await fullProve(input, at("circuit.wasm"), at("circuit.zkey"))];
    const verified = await Promise.all(results.map(({ publicSignals, proof }) => verify(vkey, publicSignals, proof)));
    const missing = await prove(at("missing.zkey"), at("witness.wtns")).catch(({ code }) => code);
    return { status: answer.status, length: (await answer.arrayBuffer()).byteLength, constraints: (await zkeyInfo(at("circuit.zkey"))).constraints > 0, verified, missing };
}
globalThis.report = work();\n`,
    endless: `import { calculateWitness } from "./static/groth16.js";
import { configure } from "./config.js";
configure({ workerUrl: "/worker.js" });
async function work() {
    const wasm = new Uint8Array(await (await fetch("/endless.wasm")).arrayBuffer());
    return calculateWitness(wasm, { a: 1 }, { witnessTimeout: 500 }).catch(({ code }) => code);
}
globalThis.report = work();\n`,
    service: ask("digests"),
    serviceProves: ask("proofs"),
};
/** The proving application starts when it is imported. */
const BACKGROUND = `import "./prove.js";
${HEAD}const work = { proofs: () => globalThis.report, digests: () => digests(api, { logger }).then((value) => ({ ...value, warned })) };
chrome.runtime.onMessage.addListener((message, sender, answer) => {
    work[message]().then(answer, (error) => answer({ error: String(error.stack) }));
    return true;
});\n`;

/** `ffturbo/config` in a file. */
async function bundledConfig() {
    const bundle = await rollup({
        input: join(root, "src", "curves", "config.js"),
        plugins: [nodeResolve({ exportConditions: ["browser"], browser: true })],
    });
    const { output } = await bundle.generate({ format: "es" });
    await bundle.close();
    return output[0].code;
}

/** An extension on disk: the library, the scenarios, the proving application. */
async function makeExtension(folder) {
    const { dist } = await bundle("esbuild", appProject("esbuild"));
    const put = (name, text) => writeFileSync(join(folder, name), text);
    cpSync(join(dist, "app.js"), join(folder, "prove.js"));
    cpSync(join(root, "build", "browser.esm.js"), join(folder, "browser.esm.js"));
    cpSync(join(root, "build", "static"), join(folder, "static"), { recursive: true });
    cpSync(join(root, "build", "worker.js"), join(folder, "worker.js"));
    writeFileSync(join(folder, "config.js"), await bundledConfig());
    writeFileSync(join(folder, "endless.wasm"), calculator({ init: ENDLESS }));
    cpSync(join(root, "test", "hosts", "scenario"), join(folder, "scenario"), { recursive: true });
    cpSync(circuitFolder(CIRCUIT), join(folder, "circuit"), { recursive: true });
    put("manifest.json", JSON.stringify(MANIFEST));
    put("background.js", BACKGROUND);
    for (const [name, script] of Object.entries(SCRIPTS)) put(`${name}.js`, script);
    for (const name of [...Object.keys(SCRIPTS), "prove"])
        put(`${name}.html`, `<!doctype html><meta charset="utf-8"><script type="module" src="./${name}.js"></script>`);
}

describe("a Manifest V3 extension", function () {
    this.timeout(120_000);
    let browser, folder, id;
    before("makes and installs it", async () => {
        folder = temporaryFolder("extension");
        await makeExtension(folder);
        browser = await launch("chromium", { pipe: true, enableExtensions: true });
        id = await browser.installExtension(folder);
    });
    after(async () => {
        await browser?.close();
        if (folder) rmSync(folder, { recursive: true, force: true });
    });
    const open = (name) => reportOf(browser, `chrome-extension://${id}/${name}.html`);

    async function checkDigests(report) {
        const { bn128, bls12381 } = await fromNode();
        expect({ bn128: report.bn128, bls12381: report.bls12381 }).to.deep.equal({ bn128, bls12381 });
    }

    it("page: computes what Node computes, with workers or, where the browser refuses them, a warning per curve", async () => {
        const { report } = await open("plain");
        await checkDigests(report);
        if (report.workers === 0) expect(report.warned.length).to.equal(2);
        else expect(report.warned).to.deep.equal([]);
    });
    it("page with workerUrl: the same, with workers", async () => {
        const { report } = await open("file");
        await checkDigests(report);
        expect(report.workers).to.be.at.least(1);
        expect(report.warned).to.deep.equal([]);
    });
    it("page: snarkjs proves and verifies", async () => {
        const { report } = await open("prove");
        await checkProofs(report);
    });
    it("page: files by address, where a range comes with status 200 and the slice", async () => {
        const { report } = await open("addresses");
        const { size } = statSync(join(circuitFolder(CIRCUIT), "circuit.zkey"));
        expect(size, "longer than the first read").to.be.above(65536);
        expect(report).to.deep.equal({
            status: 200,
            length: 7,
            constraints: true,
            verified: [true, true],
            missing: "ERR_READ",
        });
    });
    it("page with workerUrl: a circuit's program that never ends is ended", async () => {
        expect((await open("endless")).report).to.equal("ERR_LIMIT");
    });
    it("service worker: computes what Node computes, without a warning", async () => {
        const { report } = await open("service");
        await checkDigests(report);
        expect(report.workers).to.equal(0);
        expect(report.warned).to.deep.equal([]);
    });
    it("service worker: snarkjs proves and verifies", async () => {
        const { report } = await open("serviceProves");
        await checkProofs(report);
        expect(report.workers).to.equal(0);
    });
});
