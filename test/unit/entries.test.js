/** scripts/entries.json: what package.json and the bundles have of it. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import configs from "../../rollup.config.mjs";
import { ENTRIES, ROWS } from "../../scripts/entries.mjs";
import { manifestText } from "../../scripts/gen-entries.mjs";
import { root } from "../support/scratch.js";

const MANIFEST = readFileSync(join(root, "package.json"), "utf8");

/** What package.json has of a new entry, beside all others. */
function added(row) {
    const { exports, typesVersions, ...rest } = JSON.parse(manifestText(MANIFEST, [...ROWS, row]));
    const { exports: old, typesVersions: oldTypes, ...others } = JSON.parse(MANIFEST);
    expect(rest).to.deep.equal(others);
    const { [row.entry]: conditions, ...exportsBefore } = exports;
    expect(exportsBefore).to.deep.equal(old);
    const { [row.entry.slice(2)]: types, ...typesBefore } = typesVersions["*"];
    expect(typesBefore).to.deep.equal(oldTypes["*"]);
    return { conditions, types };
}

/** Names of hosts and of what they call for, in the order in which they are tried. */
const namesOf = (conditions) => Object.entries(conditions).flatMap(([name, target]) =>
    (typeof target === "string" ? [`${name} ${target}`] : namesOf(target).map((own) => `${name} ${own}`)));

const ROW = { entry: "./new", source: "./src/room/new.js" };
const TYPES = ["types require ./build/types/new.d.cts", "types default ./build/types/room/new.d.ts"];
const NODE = ["node import ./build/new.mjs", "node require ./build/new.cjs"], REQUIRE = "require ./build/new.cjs";
const PAGES = ["worker ./build/static/new.js", "default ./build/page/new.js"];

describe("the entries of the package", () => {
    it("are in package.json as entries.json has them: npm run gen -- entries", () =>
        expect(manifestText(MANIFEST)).to.equal(MANIFEST));

    it("have their sources in src", () => {
        for (const { source } of ENTRIES) expect(existsSync(join(root, source)), source).to.equal(true);
    });

    it("have each a bundle for require, and one for pages unless the row says that there is none", () => {
        const made = configs.flatMap(({ input, output }) => (output.file
            ? [`./${output.file.replace("./", "")}`]
            : Object.keys(input).map((name) => `./${output.dir}/${output.entryFileNames.replace("[name]", name)}`)));
        const wanted = ENTRIES.flatMap(({ requireFile, pageFile, staticFile }) => [requireFile, pageFile, staticFile]);
        const others = ["browser.esm.js", "command.cjs", "internal_command.cjs"].map((name) => `./build/${name}`);
        expect(made).to.have.members([...new Set(wanted.filter(Boolean)), ...others]);
    });

    for (const [what, more, conditions] of [
        ["of entry and source alone", {}, [...TYPES, ...NODE, REQUIRE, ...PAGES]],
        ["whose bundle for pages shares nothing", { page: "alone" },
            [...TYPES, ...NODE, REQUIRE, "default ./build/new.browser.esm.js"]],
        ["without a bundle for pages", { page: "none" }, [...TYPES, ...NODE, REQUIRE, "default ./build/new.mjs"]],
        ["with CommonJS for Node and Bun alone", { require: "node" }, [...TYPES, ...NODE, ...PAGES]],
        ["with CommonJS for React Native", { reactNative: "require" },
            [...TYPES, "react-native ./build/new.cjs", ...NODE, REQUIRE, ...PAGES]],
    ]) it(`follow from a row ${what}`, () => {
        const found = added({ ...ROW, ...more });
        expect(namesOf(found.conditions)).to.deep.equal(conditions);
        expect(found.types).to.deep.equal(["./build/types/room/new.d.ts"]);
    });
});
