/** Every invariant of docs/invariants.md names a suite, and the title of a test in it. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const page = readFileSync(join(root, "docs/invariants.md"), "utf8");
const rows = page.split("\n").filter((line) => /^\| (?!invariant|---)/.test(line) && !line.startsWith("|---"));

/** Titles of a suite as its source has them. @param {string} text */
const titles = (text) => [...text.matchAll(/\b(?:it|itInAll|describe)\(\s*(["`])((?:\\.|(?!\1).)*)\1/g)].map(([, , title]) => title);

describe("invariants", () => {
    it("are a page of many", () => expect(rows.length).to.be.above(30));

    for (const row of rows) it(row.split("|")[1].trim(), () => {
        const [, file, title] = /\| `((?:packages\/\w+\/)?test\/[^`]+\.test\.js)`: (.+) \|$/.exec(row) ?? [];
        expect(file, "a row ends with a suite and the title of a test").to.be.a("string");
        expect(existsSync(join(root, file)), file).to.equal(true);
        const all = titles(readFileSync(join(root, file), "utf8"));
        expect(all.some((one) => one.includes(title)), `${file} has no test with "${title}"`).to.equal(true);
    });
});
