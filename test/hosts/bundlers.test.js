/**
 * Every bundler builds an application of snarkjs on ffturbo without configuration; what it built proves in Chromium.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { launch, visit } from "../support/browser.js";
import { appProject, bundle, BUNDLERS, filesIn } from "../support/bundlers.js";
import { checkProofs, CIRCUIT, circuitFolder } from "../support/proving_app.js";
import { root } from "../support/scratch.js";

/** An import of Node's own modules, or what a bundler puts in its place. */
const BUILTIN =
    /(?:from|require\(|import\()\s*["'](?:node:|(?:assert|buffer|child_process|crypto|events|fs|module|os|path|stream|url|util|worker_threads)["'])|browser-external|polyfill-node/;

describe("bundlers", function () {
    it("a module of Node in a graph would be seen", () => {
        expect(readFileSync(join(root, "build", "main.cjs"), "utf8")).to.match(BUILTIN);
    });

    this.timeout(300_000);

    // What Node itself loads is CommonJS, which esbuild cannot put into an ES module; bundlers ask for "module".
    for (const [name, file, ...more] of [
        ["esbuild", "app.mjs", "--platform=node", "--format=esm", "--out-extension:.js=.mjs"],
        ["esbuild", "app.cjs", "--platform=node", "--format=cjs", "--out-extension:.js=.cjs"],
        ["webpack 5", "main.js", "--target", "node"],
    ]) it(`${name} for Node builds ${file}, which calculates with workers`, async () => {
        const app = join(root, "test/hosts/scenario/node_app.js");
        const { dist } = await bundle(name, appProject(name), { app, more });
        try {
            if (file === "main.js") writeFileSync(join(dist, "package.json"), "{}");
            expect(execFileSync(process.execPath, [join(dist, file)], { encoding: "utf8" })).to.equal("true\n");
        } finally {
            rmSync(dirname(dist), { recursive: true, force: true });
        }
    });

    let browser;
    before(async () => { browser = await launch("chromium"); });
    after(() => browser?.close());

    for (const name of Object.keys(BUNDLERS)) describe(name, () => {
        let dist;
        before("builds", async () => { ({ dist } = await bundle(name, appProject(name))); });
        after(() => { if (dist) rmSync(dirname(dist), { recursive: true, force: true }); });

        it("has no module of Node in the graph", () => {
            const scripts = filesIn(dist).filter((file) => file.name.endsWith(".js"));
            expect(scripts).not.to.be.empty;
            for (const { name: file } of scripts)
                expect(readFileSync(join(dist, file), "utf8").match(BUILTIN)?.[0], file).to.equal(undefined);
        });
        it("proves and verifies in Chromium, with workers", async () => {
            const site = { folders: { "/": dist, "/circuit/": circuitFolder(CIRCUIT) } };
            const { report } = await visit(browser, site, "/");
            await checkProofs(report);
            expect(report.workers).to.be.at.least(1);
        });
        it("proves and verifies on one thread as well", async () => {
            const options = encodeURIComponent(JSON.stringify({ singleThread: true }));
            const site = { folders: { "/": dist, "/circuit/": circuitFolder(CIRCUIT) } };
            const { report } = await visit(browser, site, `/?options=${options}`);
            await checkProofs(report);
        });
    });
});
