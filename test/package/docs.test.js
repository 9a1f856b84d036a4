/** The pages of docs/ as a reader follows them: their files written, their commands run, what they print compared. */
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { buildBn128 } from "../../src/index.js";
import { prove } from "../../src/protocols/index.js";
import { repeatedPowers } from "../support/known_powers.js";
import { docs, followIn, followPage, matches, openFolder, readPage } from "../support/recipes.js";

const recipes = readdirSync(join(docs, "recipes")).filter((name) => name !== "index.md").map((name) => `recipes/${name}`);
const pages = ["start.md", "migrate.md", "snarkjs.md", "contribute.md", "store.md", "delegate.md", ...recipes];
const fast = pages.filter((name) => readPage(name).suite === "fast");

/** A block of a page, and what says which. */
const blockOf = (page, words) => readPage(page).blocks.find(({ text }) => text.includes(words)).text;

describe("README and the pages that it leads to", function () {
    this.timeout(240_000);
    let folder;
    before(async () => {
        folder = openFolder(readPage("../README.md"));
        writeFileSync(join(folder, "powers.ptau"), repeatedPowers(await buildBn128({ singleThread: true }), 13));
        const { proof, publicSignals } = await prove(join(folder, "circuit.zkey"), join(folder, "witness.wtns"));
        writeFileSync(join(folder, "proofs.ndjson"), `${JSON.stringify({ proof, publicSignals })}\n`.repeat(3));
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    for (const [page, least] of [["../README.md", 5], ["command.md", 8]]) it(`${page}: its commands work as written`, async () => {
        const commands = blockOf(page, "ffturbo prove ").split("\n")
            .filter((line) => line && line !== "npx ffturbo bench"); // as long as it takes
        expect(commands.length).to.be.at.least(least);
        await followIn({ blocks: [{ lang: "sh", text: commands.join("\n") }] }, folder);
    });
    for (const [page, words] of [["../README.md", "prove, verify"], ["prover.md", "prove, verify"]])
        it(`${page}: its program proves`, async () => {
            const vkey = 'import { readFileSync } from "node:fs";\nconst vkey = JSON.parse(readFileSync("verification_key.json"));\n';
            await followIn({
                blocks: [
                    { lang: "js", file: "six.mjs", text: vkey + blockOf(page, words) }, { lang: "sh", text: "node six.mjs" },
                    { lang: "text", text: "…100 %\ntrue" },
                ],
            }, folder);
        });
    it("README: many proofs", async () => {
        const before = 'const witnesses = ["witness.wtns", "witness.wtns"];\n', after = "\nconsole.log(results.length);\n";
        await followIn({
            blocks: [
                { lang: "js", file: "many.mjs", text: before + blockOf("../README.md", "createProverPool({") + after },
                { lang: "sh", text: "node many.mjs" }, { lang: "text", text: "2" },
            ],
        }, folder);
    });
    it("curves.md: the program prints what its comment says", async () => {
        const text = blockOf("curves.md", "buildBn128, utils");
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
