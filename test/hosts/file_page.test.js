/** A page on the disk, opened as it is: one script that is no module, and nothing can be fetched. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { expect } from "chai";
import { rollup } from "rollup";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { verify } from "../../src/protocols/groth16/index.js";
import { BROWSERS, launch, reportOf } from "../support/browser.js";
import { fixtures } from "../support/circuits.js";

const CIRCUIT = "mimc_example";

/** The folder of the page. */
async function buildPage() {
    const folder = temporaryFolder("file-page");
    const built = await rollup({
        input: fileURLToPath(new URL("scenario/file_page.js", import.meta.url)),
        plugins: [nodeResolve({ browser: true })],
        onwarn(warning) { throw new Error(warning.message); },
    });
    await built.write({ format: "iife", file: join(folder, "app.js") });
    await built.close();
    const text = (name) => readFileSync(join(fixtures, CIRCUIT, name)).toString("base64");
    const vkey = readFileSync(join(fixtures, CIRCUIT, "vkey.json"), "utf8");
    const files = `{ zkey: "${text("circuit.zkey")}", wtns: "${text("witness.wtns")}", vkey: ${vkey} }`;
    writeFileSync(join(folder, "files.js"), `globalThis.files = ${files};\n`);
    const scripts = ["files.js", "app.js"].map((name) => `<script defer src="${name}"></script>`).join("");
    writeFileSync(join(folder, "index.html"), `<!doctype html><meta charset="utf-8"><title>page</title>${scripts}\n`);
    return folder;
}

describe("a page opened from the disk", function () {
    this.timeout(180_000);
    let folder;
    before(async () => { folder = await buildPage(); });
    after(() => rmSync(folder, { recursive: true, force: true }));

    for (const name of BROWSERS) it(`proves with workers and verifies in ${name}`, async () => {
        const browser = await launch(name);
        try {
            const { report, said } = await reportOf(browser, pathToFileURL(join(folder, "index.html")).href);
            // In a first short proof the page itself takes the place of the second worker.
            expect(report).to.include({ protocol: "file:", verifies: true, tampered: false, overall: 1, workers: 1 });
            expect(report.alone, "without workers").to.equal(true);
            expect(report.engine.threads).to.equal(2);
            const vkey = JSON.parse(readFileSync(join(fixtures, CIRCUIT, "vkey.json"), "utf8"));
            expect(await verify(vkey, report.publicSignals, report.proof), "here").to.equal(true);
            expect(said).to.deep.equal([]);
        } finally {
            await browser.close();
        }
    });
});
