/** The pages of docs/ that need a browser or an edge runtime: followed as written, then used. */
import { spawn } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { launch } from "../support/browser.js";
import { fixture } from "../support/circuits.js";
import { followIn, openFolder, readPage } from "../support/recipes.js";
import { scratchProject } from "../support/scratch.js";
import { serve } from "../support/web_server.js";

const json = (name) => JSON.parse(readFileSync(fixture("mimc_example", name), "utf8"));
const workerdPath = () => join(
    scratchProject({
        name: "tool-runtimes", engine: "plain", dependencies: { deno: "2.9.6", bun: "1.4.5", workerd: "1.20261117.1" },
    }),
    "node_modules", "@cloudflare", "workerd-linux-64", "bin", "workerd",
);

describe("pages of docs/ in their hosts", function () {
    this.timeout(300_000);
    let folder, browser;
    /** Follows a page and leaves its folder for the test. */
    const follow = async (name) => {
        const page = readPage(`recipes/${name}`);
        folder = openFolder(page);
        await followIn(page, folder);
    };
    afterEach(async () => {
        await browser?.close();
        browser = undefined;
        if (folder) rmSync(folder, { recursive: true, force: true });
    });
    const saying = (page, selector, words) => page.waitForFunction(
        (where, pattern) => new RegExp(pattern).test(document.querySelector(where).textContent),
        { timeout: 60_000 }, selector, words,
    );

    it("react.md: proves files, and stops", async () => {
        await follow("react.md");
        const { origin, close } = await serve({ folders: { "/": folder } });
        try {
            browser = await launch("chromium");
            const page = await browser.newPage();
            await page.goto(`${origin}/index.html`);
            await (await page.waitForSelector("#zkey")).uploadFile(join(folder, "circuit.zkey"));
            await (await page.$("#wtns")).uploadFile(join(folder, "witness.wtns"));
            await page.click("#prove:not(:disabled)");
            await saying(page, "[role=status]", "^Done: the proof verifies");
            const { publicSignals } = JSON.parse(await page.$eval("pre", (element) => element.textContent));
            expect(publicSignals).to.deep.equal(json("public.json"));
            await page.$eval("#stop", (stop) => new Promise((resolve) => { // a short proof ends sooner than a driver looks
                new MutationObserver((_, watch) => {
                    if (stop.disabled) return;
                    watch.disconnect();
                    stop.click();
                    resolve();
                }).observe(stop, { attributes: true });
                document.querySelector("#prove").click();
            }));
            await saying(page, "[role=status]", "^(Stopped|Done)");
        } finally {
            await close();
        }
    });

    it("extension.md: the popup proves, with workers from its own file", async () => {
        await follow("extension.md");
        browser = await launch("chromium", { pipe: true, enableExtensions: true });
        const id = await browser.installExtension(folder), page = await browser.newPage(), workers = [];
        page.on("workercreated", (worker) => workers.push(worker.url()));
        await page.goto(`chrome-extension://${id}/popup.html`);
        await page.click("#prove");
        await saying(page, "#said", "^The proof is valid");
        expect(workers.length).to.be.at.least(1);
        expect([...new Set(workers)]).to.deep.equal([`chrome-extension://${id}/ffturbo-worker.js`]);
    });

    it("edge.md: workerd answers", async function () {
        if (process.platform !== "linux" || process.arch !== "x64" || !existsSync(workerdPath())) {
            console.log("      workerd: no binary for this machine");
            this.skip();
        }
        await follow("edge.md");
        cpSync(join(dirname(folder), "node_modules", "ffturbo", "build", "wasm", "bn128.wasm"), join(folder, "bn128.wasm"));
        const code = readFileSync(join(folder, "worker.js"), "utf8");
        const [, imported] = /from "(.*bn128\.wasm)"/.exec(code);
        writeFileSync(join(folder, "config.capnp"), configuration(imported));
        const child = spawn(workerdPath(), ["serve", "config.capnp", "--control-fd=3"], {
            cwd: folder, stdio: ["ignore", "ignore", "inherit", "pipe"],
        });
        try {
            const port = await new Promise((resolve, reject) => {
                child.stdio[3].on("data", (said) => resolve(JSON.parse(said).port));
                child.on("exit", (status) => reject(new Error(`workerd: expected to serve, got exit code ${status}`)));
            });
            const ask = async (body) => {
                const answer = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: JSON.stringify(body) });
                return { status: answer.status, body: await answer.json() };
            };
            const right = { vkey: json("vkey.json"), publicSignals: json("public.json"), proof: json("proof.json") };
            expect(await ask(right)).to.deep.equal({ status: 200, body: { valid: true } });
            expect((await ask({ ...right, publicSignals: ["1"] })).body.reason).to.equal("EQUATION");
            expect((await ask({ ...right, vkey: {} })).status).to.equal(400);
        } finally {
            child.kill("SIGKILL");
        }
    });
});

const configuration = (imported) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js"), (name = "${imported}", wasm = embed "bn128.wasm")],
  compatibilityDate = "2026-01-01"
);
`;
