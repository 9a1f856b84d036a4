/** Comments and READMEs name files that are there: a reader who follows such a name must arrive. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const tracked = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" })
    .trim().split("\n").filter((file) => existsSync(join(root, file)));
const subjects = tracked.filter((file) =>
    /^(src|scripts|bin|demo|test|examples)\/.*\.(m?js|cjs|md)$/.test(file) && !/^src\/wasm\/|worker_source\.js$/.test(file));

/** The text for people: of a page all but its code, of a program its comments. */
const prose = (file, text) => file.endsWith(".md")
    ? text.replace(/```[\s\S]*?```/g, "")
    : (text.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm) ?? []).join("\n");
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
const deadNames = (file, text) => [...prose(file, text).matchAll(NAME)].map(([, name]) => name)
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
            const named = [...text.matchAll(/`(test\/[\w/-]+)(?:\.test\.js)?`/g)].map(([, name]) => name);
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
