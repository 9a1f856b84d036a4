/** The pages of docs/ as a reader follows them: their files written, their commands run, what they print compared. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { docs, followIn, followPage, matches, openFolder, readPage } from "../support/recipes.js";

const recipes = readdirSync(join(docs, "recipes")).filter((name) => name !== "index.md").map((name) => `recipes/${name}`);
const fast = ["start.md", "migrate.md", "contribute.md", ...recipes].filter((name) => readPage(name).suite === "fast");

describe("README", function () {
    this.timeout(240_000);
    const page = readPage("../README.md");
    let folder;
    before(() => { folder = openFolder(page); });
    after(() => rmSync(folder, { recursive: true, force: true }));

    it("the commands of the prover work as written", async () => {
        const { text } = page.blocks.find((block) => block.lang === "sh" && block.text.includes("ffturbo prove "));
        const commands = text.split("\n").filter((line) => line && line !== "npx ffturbo bench"); // as long as it takes
        expect(commands.length).to.be.at.least(8);
        await followIn({ blocks: [{ lang: "sh", text: commands.join("\n") }] }, folder);
    });
    it("the engine's program prints what its comment says", async () => {
        const { text } = page.blocks.find((block) => block.text.includes("buildBn128, utils"));
        const said = /console\.log\(.*\/\/ (\w+)$/m.exec(text)[1];
        await followIn({
            blocks: [
                { lang: "js", file: "direct.mjs", text }, { lang: "sh", text: "node direct.mjs" },
                { lang: "text", text: said },
            ],
        }, folder);
    });
});

describe("pages of docs/", function () {
    this.timeout(240_000);
    for (const name of fast) it(`${name}: works as written`, () => followPage(name));

    it("each recipe has something to run", () => {
        for (const name of recipes) expect(readPage(name).blocks.map(({ lang }) => lang), name).to.include("sh");
    });
    it("the comparison of outputs takes … for anything, and nothing else", () => {
        expect(matches("a\nb 12 c\n", "a\nb … c")).to.equal(true);
        expect(matches("a\nb 12 d\n", "a\nb … c")).to.equal(false);
        expect(matches("axb", "a.b")).to.equal(false);
    });
});
