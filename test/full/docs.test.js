/** The documentation site as `npm run docs` builds it, and the pages of docs/ that take long to follow. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as groth16 from "../../src/protocols/groth16/index.js";
import { launch } from "../support/browser.js";
import { findingsOn } from "../support/pages.js";
import { docs, followPage, readPage } from "../support/recipes.js";
import { root, workFolder } from "../support/scratch.js";
import { serve } from "../support/web_server.js";

const pages = readdirSync(join(docs, "recipes")).map((name) => `recipes/${name}`);

describe("long pages of docs/", function () {
    this.timeout(600_000);
    for (const name of pages.filter((page) => readPage(page).suite === "full"))
        it(`${name}: works as written`, () => followPage(name));
});

describe("the documentation site", function () {
    this.timeout(600_000);
    let site;
    after(() => site && rmSync(site, { recursive: true, force: true }));

    it("is built, without a dead link, with the reference and the page", function () {
        site = workFolder("site");
        const said = execFileSync(process.execPath, [join(docs, "build.mjs"), site], { cwd: root, encoding: "utf8" });
        if (/^docs: skipped/m.test(said)) {
            console.log(`      ${said.trim().split("\n").at(-1)}`);
            this.skip();
        }
        for (const file of ["index.html", "start.html", "recipes/server.html", "api/groth16.html", "demo/index.html"])
            expect(existsSync(join(site, file)), file).to.equal(true);
        const reference = readFileSync(join(docs, "api", "groth16.md"), "utf8");
        for (const name of Object.keys(groth16)) expect(reference).to.include(`### ${name}\n`);
        expect(reference, "types with their properties").to.match(/### ProveOptions\n[^#]*`signal\?`/);
        expect(reference, "lists without their methods").to.not.include("`forEach`");
    });

    it("has pages of every kind in which axe finds nothing, light and dark, wide and on a phone", async function () {
        if (!site || !existsSync(join(site, "index.html"))) this.skip();
        const { origin, close } = await serve({ folders: { "/": site } }), browser = await launch("chromium");
        try {
            const page = await browser.newPage();
            for (const name of ["index", "start", "numbers", "recipes/index", "recipes/server", "api/groth16"])
                for (const [value, width] of [["light", 1440], ["dark", 1440], ["light", 390], ["dark", 390]]) {
                    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
                    await page.setViewport({ width, height: 900 });
                    await page.goto(`${origin}/${name}.html`, { waitUntil: "networkidle0" });
                    expect(await findingsOn(page), `${name}, ${value}, ${width}`).to.deep.equal([]);
                }
        } finally {
            await browser.close();
            await close();
        }
    });
});
