/** The table of words in docs/decisions.md: no name, file or phrase that it has replaced is left. */
import { tokenizer } from "acorn";
import { expect } from "chai";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { proseOf, tracked, written } from "../support/prose.js";
import { root } from "../support/scratch.js";

const read = (/** @type {string} */ file) => readFileSync(join(root, file), "utf8");

/** The rows of the table: what was replaced, and where it stays. */
const ROWS = /\n## Words\n[\s\S]*?\n\|---.*\n([\s\S]*?)\n\n/.exec(read("docs/decisions.md"))[1].split("\n").map((line) => {
    const [before, , , stays] = line.split("|").slice(1, -1);
    const quoted = (text, form) => [...text.matchAll(form)].map(([, one]) => one);
    const named = quoted(before, /`([^`]+)`/g);
    return {
        files: named.filter((name) => name.includes("/")), names: named.filter((name) => !name.includes("/")),
        phrases: quoted(before, /"([^"]+)"/g), stays: quoted(stays, /`([^`]+)`/g),
    };
});
/** Where history is told, and the table itself. */
const TOLD = ["CHANGELOG.md", "docs/decisions.md", "test/unit/words.test.js"];
const isProgram = (/** @type {string} */ file) => /^(?:src|bin|demo|test|docs)\/.*\.m?js$/.test(file);

/** @param {string} text @returns {Set<string>} */
function namesIn(text) {
    const tokens = tokenizer(text, { ecmaVersion: "latest", sourceType: "module", allowHashBang: true });
    return new Set([...tokens].flatMap(({ type, value }) =>
        (type.label === "name" || type.label === "privateId" ? String(value)
            : type.label === "template" ? String(value).match(/import [^;]*;/g)?.join().match(/\w+/g) ?? [] : [])));
}

/** @param {readonly string[]} stays @returns {(file: string) => boolean} */
const outside = (stays) => (file) => ![...TOLD, ...stays].some((place) => file.startsWith(place));

describe("words", () => {
    it("are in a table, each row with what goes", () => {
        expect(ROWS.length).to.be.above(10);
        for (const { files, names, phrases } of ROWS)
            expect(files.length + names.length + phrases.length).to.be.above(0);
    });

    it("that were replaced name no file", () => {
        expect(ROWS.flatMap(({ files }) => files).filter((file) => tracked.includes(file))).to.deep.equal([]);
    });

    it("that were replaced name nothing in a program", () => {
        const found = written.filter(isProgram).flatMap((file) => {
            const has = namesIn(read(file));
            return ROWS.filter(({ stays }) => outside(stays)(file))
                .flatMap(({ names }) => names.filter((name) => has.has(name)).map((name) => `${file}: ${name}`));
        });
        expect(found).to.deep.equal([]);
    });

    it("that were replaced are in no comment and on no page", () => {
        const found = written.flatMap((file) => {
            const prose = proseOf(file).replace(/\s*\n[\s*/|]*/g, " ");
            return ROWS.filter(({ stays }) => outside(stays)(file))
                .flatMap(({ phrases }) => phrases.filter((phrase) => prose.toLowerCase().includes(phrase)))
                .map((phrase) => `${file}: ${phrase}`);
        });
        expect(found).to.deep.equal([]);
    });

    it("are searched for in code and in comments", () => {
        expect([...namesIn("class Card { #line; held() { return 1; } }")]).to.include.members(["Card", "line", "held"]);
        expect([...namesIn("`import { CARD } from 'a';`")], "also in programs that are text").to.include("CARD");
        expect(outside(["scripts/wasm/"])("scripts/wasm/a.js")).to.equal(false);
        expect(outside([])("src/a.js")).to.equal(true);
    });
});
