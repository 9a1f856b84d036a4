/** Packed keys in pages, with the DEFLATE and SHA-256 of the browser, and without them where it keeps them back. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { expect } from "chai";
import { rollup } from "rollup";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { verify } from "../../../../src/protocols/groth16/index.js";
import { packKey } from "../../src/packed.js";
import { BROWSERS, launch, reportOf } from "../../../../test/support/browser.js";
import { fixtures } from "../../../../test/support/circuits.js";

const CIRCUIT = "membership", file = (name) => readFileSync(join(fixtures, CIRCUIT, name));
/** What takes the page's own away. */
const WITHOUT = "delete globalThis.CompressionStream; Object.defineProperty(crypto, \"subtle\", { value: undefined });";

/** The folder of the pages: index.html, and bare.html without the functions of the browser. */
async function buildPages() {
    const folder = temporaryFolder("packed-page"), here = { type: "mem" };
    const built = await rollup({
        input: fileURLToPath(new URL("scenario/packed_page.js", import.meta.url)),
        plugins: [nodeResolve({ browser: true })],
        onwarn(warning) { throw new Error(warning.message); },
    });
    await built.write({ format: "iife", file: join(folder, "app.js") });
    await built.close();
    await packKey(file("circuit.zkey"), here, { threads: 0 });
    const texts = { zkey: file("circuit.zkey"), ffkey: here.data, wtns: file("witness.wtns") };
    const lines = Object.entries(texts).map(([name, bytes]) => `${name}: "${Buffer.from(bytes).toString("base64")}"`);
    writeFileSync(join(folder, "files.js"), `globalThis.files = { ${lines.join(", ")} };\n`);
    for (const [page, first] of [["index.html", ""], ["bare.html", `<script>${WITHOUT}</script>`]])
        writeFileSync(join(folder, page), `<!doctype html><meta charset="utf-8"><title>page</title>${first}`
            + "<script defer src=\"files.js\"></script><script defer src=\"app.js\"></script>\n");
    return folder;
}

describe("packed keys in a page", function () {
    this.timeout(180_000);
    let folder;
    before(async () => { folder = await buildPages(); });
    after(() => rmSync(folder, { recursive: true, force: true }));

    for (const name of BROWSERS) it(`are packed, unpacked and proved with in ${name}`, async () => {
        const browser = await launch(name), vkey = JSON.parse(file("vkey.json"));
        try {
            const sizes = [];
            for (const page of ["index.html", "bare.html"]) {
                const { report, said } = await reportOf(browser, pathToFileURL(join(folder, page)).href);
                expect(report).to.include({ unpacked: true, refused: "ERR_FILE", root: report.facts.root });
                expect(await verify(vkey, report.publicSignals, report.proof), page).to.equal(true);
                expect(said).to.deep.equal([]);
                sizes.push(report.facts.bytes);
            }
            expect(sizes[0], "deflated").to.be.below(sizes[1]);
        } finally {
            await browser.close();
        }
    });
});
