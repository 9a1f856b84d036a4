import { readdirSync, readFileSync, existsSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** Which rooms a room may import from, besides itself: the arrows only point down. */
const MAY_IMPORT = {
    "src/util": [],
    "src/params": ["src/util"],
    "src/bigint": ["src/params", "src/util"],
    "src/wasm": [],
    "src/runtime": ["src/util"],
    "src/pool": ["src/runtime", "src/util"],
    "src/engine": ["src/runtime", "src/bigint", "src/params", "src/util"],
    "src/batch": ["src/engine", "src/pool", "src/util"],
    "src/curves": ["src/batch", "src/engine", "src/pool", "src/runtime", "src/wasm", "src/bigint", "src/params", "src/util"],
    "src/prover": ["src/curves", "src/batch", "src/bigint", "src/util"],
    "src/index.js": ["src/curves", "src/bigint", "src/util"],
    "scripts/wasm": ["src/bigint", "src/params", "src/util"],
};

/** Packages and aliases that one file may name. */
const ALLOWED = { "src/util/host.js": ["#host"], "src/util/host_node.js": [/^node:/] };

const files = ["src", "scripts/wasm"].flatMap((dir) => readdirSync(join(root, dir), { recursive: true })
    .filter((name) => String(name).endsWith(".js")).map((name) => join(dir, String(name))));
const room = (file) => file.split("/").slice(0, 2).join("/");
const imports = (file) => {
    const code = readFileSync(join(root, file), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
    return [...code.matchAll(/^\s*(?:import|export)\b(?:[^"'=;]*\bfrom)?\s*["']([^"']+)["']/gm)].map((match) => match[1]);
};

describe("architecture", () => {
    it("sees the whole tree", () => expect(files.length).to.be.above(5));

    for (const file of files) it(`${file} imports only from its own room and the rooms below`, () => {
        for (const specifier of imports(file)) {
            if ((ALLOWED[file] ?? []).some((name) => (name instanceof RegExp ? name.test(specifier) : name === specifier))) continue;
            expect(specifier, `${file} imports a package`).to.match(/^\./);
            const path = relative(".", normalize(join(dirname(file), specifier)));
            expect(existsSync(join(root, path)), `${file} imports ${specifier}, which does not exist`).to.equal(true);
            const target = room(path);
            expect(target === room(file) || (MAY_IMPORT[room(file)] ?? []).includes(target), `${file} may not import ${specifier}`).to.equal(true);
        }
    });
});
