/** The pages of docs/ and README: what they say of numbers is what was measured, and they can be found. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { expect } from "chai";
import { pagesOfEntries } from "../../docs/entries.mjs";
import { PACKAGES } from "../../scripts/entries.mjs";
import { drawChart } from "../../docs/pictures/make_chart.mjs";
import { filesOf, readPage } from "../support/recipes.js";
import { root } from "../support/scratch.js";

const read = (path) => readFileSync(join(root, path), "utf8");
const names = (folder) => readdirSync(join(root, "docs", folder)).filter((name) => name.endsWith(".md"));

describe("docs/", () => {
    it("has the picture that its table of proofs gives", () =>
        expect(read("docs/pictures/proofs.svg")).to.equal(drawChart(read("docs/numbers.md"))));
    it("says in README, in 1500 words, what the table of proofs gives", () => {
        const proof = /^\| [\w ]+, 2\^\d+ \| [\d.]+ m?s \|/;
        const readme = read("README.md"), rows = read("docs/numbers.md").split("\n").filter((line) => proof.test(line));
        const most = (column) => Math.floor(Math.max(...rows.map((row) => Number(row.split("|")[column]))));
        expect(rows).to.have.length(8);
        expect(readme).to.include(`up to ${most(6)} times less time`).and.include(`up to ${most(4)} times faster`);
        expect(readme.split(/\s+/).length).to.be.at.most(1500);
    });
    it("has every recipe in its table", () => {
        const table = read("docs/recipes/index.md");
        for (const name of names("recipes").filter((one) => one !== "index.md")) expect(table).to.include(`](${name}) |`);
    });
    it("has every page in the sidebar", () => {
        const config = read("docs/.vitepress/config.mjs");
        for (const name of names(".").filter((one) => one !== "index.md"))
            expect(config).to.include(`"/${name.slice(0, -3)}"`);
    });
    it("has no relative link that leaves it: the site has nothing else", () => {
        const away = (page) => [...read(`docs/${page}`).matchAll(/\]\((\.\.?\/[^)]+)\)/g)].map(([, target]) => target)
            .filter((target) => posix.normalize(posix.join(posix.dirname(page), target)).startsWith(".."));
        const pages = [...names("."), ...names("recipes").map((name) => `recipes/${name}`)];
        expect(pages.flatMap(away)).to.deep.equal([]);
    });
    it("has a page of the reference for each entry with functions", () => {
        const other = /^\.\/(build|internal|wasm)\/|^\.\/(bench|command|worker|package.json)$/;
        const wanted = PACKAGES.flatMap(({ folder }) => {
            const { name, exports } = JSON.parse(read(`${folder}/package.json`));
            return Object.keys(exports).filter((entry) => !other.test(entry)).map((entry) => name + entry.slice(1));
        });
        const found = pagesOfEntries();
        expect(found.map(({ entry }) => entry)).to.deep.equal(wanted);
        expect(new Set(found.map(({ page }) => page)).size).to.equal(found.length);
        for (const { entry, purpose } of found) {
            expect(purpose, entry).to.match(/^[A-Z].{20,}/);
            expect(purpose, entry).not.to.match(/@|Public as|\*/);
        }
    });
    it("is not part of the package", () => {
        const { files } = JSON.parse(read("package.json"));
        expect(files.filter((path) => /^(docs|demo)/.test(path))).to.deep.equal([]);
    });
    it("names each file for its readers, who do not see the first line of a block", () => {
        for (const page of [...names("."), ...names("recipes").map((name) => `recipes/${name}`)])
            for (const { file, lang } of filesOf(readPage(page)))
                expect(read(`docs/${page}`), page).to.include(`\`${file}\`:\n\n\`\`\`${lang} ${file}\n`);
    });
    it("lets one recipe's files stand in one folder", () => {
        for (const name of names("recipes")) {
            const files = filesOf(readPage(`recipes/${name}`)).map(({ file }) => file);
            expect(new Set(files).size, name).to.equal(files.length);
        }
    });
});
