/** The documentation site as `npm run docs` builds it, and the pages of docs/ that take long to follow. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as groth16 from "../../src/protocols/groth16/index.js";
import { docs, followPage, readPage } from "../support/recipes.js";
import { root, workFolder } from "../support/scratch.js";

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
});
