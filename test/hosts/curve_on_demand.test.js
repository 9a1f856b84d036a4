/** A curve that no entry carries, in bundles of others: a chunk of its own, fetched when somebody asks for it. */
import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { code } from "../../src/wasm/bls12377.js";
import { launch, visit } from "../support/browser.js";
import { bundle, BUNDLERS, filesIn } from "../support/bundlers.js";
import { root, scratchProject } from "../support/scratch.js";

/** What a bundler has to be told to make more than one file. */
const SPLITTING = { esbuild: ["--splitting"] };
/** What makes one file of everything. */
const WHOLE = ["rollup, UMD"];

describe("a curve on demand", function () {
    this.timeout(300_000);
    let browser;
    before(async () => { browser = await launch("chromium"); });
    after(() => browser?.close());

    for (const name of Object.keys(BUNDLERS)) it(`${name}: ${WHOLE.includes(name) ? "is there once" : "is a chunk of its own"}, and computes in Chromium`, async () => {
        const project = scratchProject({
            name: `curve-${name.toLowerCase().replace(/\W/g, "")}`,
            engine: "none",
            dependencies: { ffturbo: "file:ffturbo.tgz", "ffturbo-curves": "file:ffturbo-curves.tgz" },
            manifest: BUNDLERS[name].manifest,
            outside: true,
        });
        const app = join(root, "test", "hosts", "scenario", "curve_app.js");
        const { dist } = await bundle(name, project, { app, more: SPLITTING[name] });
        try {
            const scripts = filesIn(dist).filter((file) => file.name.endsWith(".js"));
            const texts = scripts.map((file) => readFileSync(join(dist, file.name), "utf8"));
            const holding = texts.filter((text) => text.includes(code.slice(0, 200)));
            expect(holding, "files that hold the curve").to.have.lengthOf(1);
            expect(holding[0].includes("multiExpAffine"), "it holds the engine").to.equal(WHOLE.includes(name));
            const engines = texts.join("").split("Curve not loaded: ").length - 1;
            expect(engines, "copies of the engine").to.equal(1);
            const { report } = await visit(browser, { folders: { "/": dist } }, "/");
            expect(report).to.deep.equal({
                before: 'Curve not loaded: bls12377. Import "ffturbo/curves/bls12377", or give configure({ curves }) a way to',
                name: "bls12377",
                bilinear: true,
                other: "pallas",
                sum: true,
            });
        } finally {
            rmSync(dirname(dist), { recursive: true, force: true });
        }
    });
});
