/**
 * A Manifest V3 extension in Chromium: an extension page, where data: may not be a worker and, by browser, blob: may or may not,
 * and the service worker, which can start no worker at all.
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { launch, reportOf } from "../support/browser.js";
import { fromNode } from "../support/browser_suite.js";
import { appProject, bundle } from "../support/bundlers.js";
import { checkProofs, CIRCUIT, circuitFolder } from "../support/proving_app.js";
import { root } from "../support/scratch.js";

const MANIFEST = {
    manifest_version: 3, name: "test", version: "1.0.0",
    background: { service_worker: "background.js", type: "module" },
    content_security_policy: { extension_pages: "script-src 'self' 'wasm-unsafe-eval'; object-src 'self'" },
};
const HEAD = 'import * as api from "./browser.esm.js";\nimport { digests } from "./scenario/digests.mjs";\nconst warned = [];\nconst logger = { warn: (text) => warned.push(text) };\n';
const run = (options) => `globalThis.report = digests(api, ${options}).then((value) => ({ ...value, warned }));\n`;

/** A page that reports what the service worker answers. */
const ask = (what) => `globalThis.report = chrome.runtime.sendMessage("${what}").then((value) => { if (value.error) throw new Error(value.error); return value; });\n`;

/** Pages by name, and the scripts that they load. */
const SCRIPTS = {
    plain: `${HEAD}${run("{ threads: 2, logger }")}`,
    file: `${HEAD}${run('{ threads: 2, logger, workerUrl: "/worker.js" }')}`,
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

/** An extension on disk: the library, the scenarios, the proving application. */
async function makeExtension(folder) {
    const { dist } = await bundle("esbuild", appProject("esbuild"));
    const put = (name, text) => writeFileSync(join(folder, name), text);
    cpSync(join(dist, "app.js"), join(folder, "prove.js"));
    cpSync(join(root, "build", "browser.esm.js"), join(folder, "browser.esm.js"));
    cpSync(join(root, "build", "worker.js"), join(folder, "worker.js"));
    cpSync(join(root, "test", "hosts", "scenario"), join(folder, "scenario"), { recursive: true });
    cpSync(circuitFolder(CIRCUIT), join(folder, "circuit"), { recursive: true });
    put("manifest.json", JSON.stringify(MANIFEST));
    put("background.js", BACKGROUND);
    for (const [name, script] of Object.entries(SCRIPTS)) put(`${name}.js`, script);
    for (const name of [...Object.keys(SCRIPTS), "prove"]) put(`${name}.html`, `<!doctype html><meta charset="utf-8"><script type="module" src="./${name}.js"></script>`);
}

describe("a Manifest V3 extension", function () {
    this.timeout(120_000);
    let browser, folder, id;
    before("makes and installs it", async () => {
        folder = mkdtempSync(join(tmpdir(), "ffturbo-extension-"));
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

    it("page: computes what Node computes, with workers or, where the browser refuses them, a word per curve", async () => {
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
    it("service worker: computes what Node computes, without a word", async () => {
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
