/** Comments and READMEs name files that are there: a reader who follows such a name must arrive. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { proseIn, tracked, written } from "../support/prose.js";
import { root } from "../support/scratch.js";

const subjects = written.filter((file) => /^(src|scripts|bin|demo|test|examples)\//.test(file));
const NAME = /(?<![\w:/.@-])((?:\.{1,2}\/)*[a-z][\w-]*(?:\/[\w.-]+)*\.(?:js|mjs|cjs|md))\b(?![\w(])/g;

/** Names that stand for something else than a file of this repository. */
const OTHERS = [
    /^\.?\.?\/?node_modules\//, /^ffturbo\/src\//, // in a project that has the package
    /^path-to-/, /^entry\.js$/, // what the reader puts there
    /^jazzer\.js$/, // a program of others
    /\/NAME\//,
];
/** A file of this name, from the folder of the text or from the root, or in any folder if only its end is given. */
const isThere = (file, name) => {
    const end = name.replace(/^(\.\.?\/)+/, "");
    return [join(dirname(file), name), end].some((path) => tracked.includes(path))
        || tracked.some((path) => path.endsWith(`/${end}`));
};
const deadNames = (file, text) => [...proseIn(file, text).matchAll(NAME)].map(([, name]) => name)
    .filter((name) => !OTHERS.some((other) => other.test(name)) && !isThere(file, name));

describe("names of files in comments and READMEs", () => {
    it("lead to files that are there", () => {
        const dead = subjects.flatMap((file) =>
            deadNames(file, readFileSync(join(root, file), "utf8")).map((name) => `${file}: ${name}`));
        expect(dead).to.deep.equal([]);
    });

    it("and pages that promise something name tests that are there", () => {
        for (const page of ["SECURITY.md", "docs/invariants.md"]) {
            const text = readFileSync(join(root, page), "utf8");
            const named = [...text.matchAll(/`((?:packages\/\w+\/)?test\/[\w/-]+)(?:\.test\.js)?`/g)].map(([, name]) => name);
            expect(named.length, page).to.be.above(0);
            const gone = named.filter((name) => !existsSync(join(root, `${name}.test.js`)));
            expect(gone, page).to.deep.equal([]);
        }
    });

    it("are seen where they are dead", () => {
        expect(deadNames("src/pool/README.md", "see `gone.js` and `pool.js`")).to.deep.equal(["gone.js"]);
        expect(deadNames("src/pool/pool.js", "// as in ../batch/gone.js\nimport \"./gone_too.js\";")).to.deep.equal(["../batch/gone.js"]);
    });
});
