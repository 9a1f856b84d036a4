/** The pages of docs/: what they say of numbers is what README says, and they can be found. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { expect } from "chai";
import { filesOf, readPage } from "../support/recipes.js";
import { root } from "../support/scratch.js";

const read = (path) => readFileSync(join(root, path), "utf8");
const names = (folder) => readdirSync(join(root, "docs", folder)).filter((name) => name.endsWith(".md"));

describe("docs/", () => {
    it("has no number that is not in README", () => {
        const rows = read("docs/numbers.md").split("\n").filter((line) => line.startsWith("|"));
        expect(rows.length).to.be.above(20);
        const known = new Set(read("README.md").split("\n"));
        expect(rows.filter((row) => !known.has(row))).to.deep.equal([]);
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
