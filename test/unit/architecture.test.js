import { readdirSync, readFileSync, existsSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { BUILT, ENTRIES } from "../../scripts/entries.mjs";
import { filesOf, inPackage, SOURCES } from "../../scripts/workspaces.mjs";
import { CURVES } from "../../src/params/curves.js";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** Which rooms a room may import from, besides itself: the arrows only point down. */
const MAY_IMPORT = {
    "src/util": [],
    "src/params": ["src/util"],
    "src/bigint": ["src/params", "src/util"],
    "src/wasm": ["src/params", "src/runtime"],
    "src/runtime": ["src/params", "src/util"],
    "src/kernels": ["src/runtime", "src/util"],
    "src/pool": ["src/runtime", "src/util"], // but for the worker's entry, below
    "src/engine": ["src/runtime", "src/bigint", "src/params", "src/util"],
    "src/batch": ["src/engine", "src/pool", "src/wasm", "src/util"],
    "src/plugins": ["src/util"],
    "src/curves": [
        "src/plugins",
        "src/batch",
        "src/engine",
        "src/pool",
        "src/kernels",
        "src/runtime",
        "src/wasm",
        "src/bigint",
        "src/params",
        "src/util",
    ],
    "src/files": ["src/batch", "src/params", "src/wasm", "src/util"],
    "src/circuits": ["src/files", "src/curves", "src/batch", "src/params", "src/util"],
    "src/protocols": ["src/files", "src/curves", "src/batch", "src/bigint", "src/params", "src/util"],
    "src/index.js": ["src/curves", "src/plugins", "src/batch", "src/bigint", "src/util"],
    "src/internal": [
        "src/index.js", "src/protocols", "src/circuits", "src/curves", "src/batch", "src/engine", "src/pool", "src/bigint",
        "src/files", "src/params", "src/runtime", "src/wasm", "src/util",
    ],
    // the runtime only for the names of the tiers, which stand there once
    "scripts/wasm": ["src/bigint", "src/params", "src/runtime", "src/util"],
};

/** The rooms of the generator: which others they may import from, besides the words that all kernels are written in. */
const KERNEL_ROOMS = {
    field: [], qap: ["field"], proof: [], lane: [],
    tower: ["field"], group: ["field"], fft: ["field"],
    circom: ["field"], constraints: ["lane", "field"], fr_ops: ["lane"], msm: ["group"], pairing: ["tower", "field"],
    fft_lane: ["fft", "field", "lane", "proof", "tiers.js"], msm_lane: ["lane", "proof", "subgroup.js", "tiers.js"],
};
const WORDS = ["wat.js", "module.js", "memory.js", "limbs.js", "types.js", "sexpr.js"];

/**
 * The rooms inside of protocols, the lowest first; a file beside the folders is a room of its own. Each may import from
 * those on lower levels, and none from another on its own: so there is no circle.
 */
const PROTOCOL_LEVELS = [
    ["json.js"],
    ["many.js", "key"],
    ["setup"],
    ["solidity.js", "plonkish"],
    ["groth16", "plonk", "fflonk"],
    ["verification_key.js"],
    ["setup.js"],
    ["exports.js"],
    ["index.js"],
    ["forecast.js", "witness.js", "bigint_verify.js"],
    ["bigint_builders.js"],
    ["bigint.js"],
];

/** What has types alone, of all that a protocol is, belongs to the room that it tells most of. */
const PART_OF = { "protocol.js": "key" };

/** What one file may name besides: packages, aliases, another room. */
const ALLOWED = {
    "packages/gpu/src/attach_gpu.js": ["#gpu"], "packages/snarkjs/src/node.js": ["ffturbo-curves"], "packages/gpu/src/load_node.js": ["webgpu"],
    "src/util/host.js": ["#host"], "src/curves/known.js": ["#curves"], "src/util/host_node.js": [/^node:/],
    "src/util/host_files.js": [/^node:/],
    "src/util/host_parts.js": [/^node:/],
    "src/util/host_storage_node.js": [/^node:/], "src/util/host_storage.js": ["#storage"],
    "src/batch/options.js": ["../runtime/tier_names.js"], // the words of an option
    "src/pool/worker.js": ["../kernels/table.js"], // a worker is the pool's executor and the kernels that it is handed
};

/** What a whole room may name besides: it runs in Node alone, on the packages that its callers install. */
const ALLOWED_ROOMS = { "packages/server": [/^node:/, "bullmq", "@opentelemetry/api"] };

/** What the packages beside the root may take from it: what callers can import, and the list of what only they may. */
const HOUSE = ENTRIES.map(({ source }) => source.slice(2));

const files = [...SOURCES, "scripts/wasm"].flatMap((dir) => filesOf(dir, /\.js$/));

/**
 * What knows curves by name: their records, what is generated from them, and the entry points that export a builder of
 * each.
 */
const NAMES_CURVES = [
    "src/params/",
    "src/wasm/",
    "src/index.js",
    "src/curves/builders.js",
    "src/curves/definitions.js",
    "src/curves/loaders_node.js",
    "src/curves/on_demand/",
    "packages/curves/",
    "src/protocols/bigint_builders.js",
    "packages/snarkjs/src/ceremony/tau/first_challenges.js",
];
const production = [...files, ...readdirSync(join(root, "bin"), { recursive: true })
    .filter((name) => /\.m?js$/.test(String(name))).map((name) => join("bin", String(name)))];
/** A file without its comments, case and punctuation within names. */
const withoutComments = (file) =>
    readFileSync(join(root, file), "utf8").replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "");
const plainText = (file) => withoutComments(file).toLowerCase().replace(/[_-]/g, "");

const room = (file) => file.split("/").slice(0, 2).join("/");
/** Data of the root, of which a package has a copy in its bundles. */
const DATA = { "packages/curves": "src/params", "packages/gpu": "src/params" };
/** What a package says that it depends on. */
const dependenciesOf = (folder) => Object.keys(JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")).dependencies);
/** Is it an entry of another package that this one depends on? */
const isNeighbour = (file, path) => BUILT.some(({ folder, entries }) => room(path) === folder
    && entries.some(({ source }) => join(folder, source) === path)
    && dependenciesOf(room(file)).includes(`ffturbo-${folder.split("/")[1]}`));
/** A package beside the root sees itself and what the root gives it; the root sees none of them. */
const mayImport = (file, path) => {
    if (room(path) === room(file)) return true;
    if (room(path) === "src/internal") return room(file) === path.replace(/^src\/internal\/([a-z]+)(_\w+)?\.js$/, "packages/$1");
    if (file.startsWith("packages/")) return HOUSE.includes(path) || DATA[room(file)] === room(path) || isNeighbour(file, path);
    return (MAY_IMPORT[room(file)] ?? []).includes(room(path));
};
const withoutBlocks = (file) => readFileSync(join(root, file), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
const found = (text, pattern) => [...text.matchAll(pattern)].map((match) => match[1]);
/** What a file loads, at its start or later. */
const imports = (file) => [
    ...found(withoutBlocks(file), /^\s*(?:import|export)\b(?:[^"'=;]*\bfrom)?\s*["']([^"']+)["']/gm),
    ...found(withoutBlocks(file).replace(/\/\/.*$/gm, ""), /\bimport\(\s*["']([^"'$]+)["']\s*\)/g),
];
/** Where it takes types from: types climb no more than code does. */
const typeImports = (file) =>
    (readFileSync(join(root, file), "utf8").match(/(?<!["'`])\/\*\*[\s\S]*?\*\//g) ?? []).flatMap((comment) =>
        found(comment, /(?:@import\b[^"']*\bfrom\s*|\bimport\(\s*)["'](\.[^"']+)["']/g));

/** Programs beside the library: which rooms of src each may know, besides its own folder and what is listed. */
const PROGRAMS = {
    bin: [
        "src/protocols", "src/circuits", "src/curves", "src/files", "src/runtime", "src/params", "src/util",
        "src/index.js",
    ],
    demo: ["src/protocols", "src/curves", "src/util", "src/index.js", "packages/curves/src", "packages/gpu/src", "bin", "test/support"],
    scripts: ["src", "packages/server/src", "bin", "packages/snarkjs/bin", "test/support", "rollup.config.mjs", "package.json"],
    examples: ["src", "test/support"],
};
const programFiles = Object.keys(PROGRAMS).flatMap((dir) => readdirSync(join(root, dir), { recursive: true })
    .map((name) => join(dir, String(name))).filter((file) => /\.m?js$/.test(file) && !file.startsWith("scripts/wasm/")));

describe("architecture", () => {
    it("sees the whole tree", () => expect(files.length).to.be.above(5));

    for (const file of files) it(`${file} imports only from its own room and the rooms below`, () => {
        for (const specifier of [...imports(file), ...typeImports(file)]) {
            if (
                [...(ALLOWED[file] ?? []), ...(ALLOWED_ROOMS[room(file)] ?? [])].some((name) =>
                    name instanceof RegExp ? name.test(specifier) : name === specifier,
                )
            )
                continue;
            expect(specifier, `${file} imports a package`).to.match(/^\./);
            const path = relative(".", normalize(join(dirname(file), specifier)));
            expect(existsSync(join(root, path)), `${file} imports ${specifier}, which does not exist`).to.equal(true);
            expect(mayImport(file, path), `${file} may not import ${specifier}`).to.equal(true);
        }
    });

    it("keeps the packages beside the root apart", () => {
        const shed = "packages/one/src/a.js";
        for (const path of ["packages/one/src/b.js", "src/index.js", "src/internal/one.js"]) expect(mayImport(shed, path), path).to.equal(true);
        for (const path of ["packages/two/src/a.js", "src/pool/pool.js", "src/internal/two.js"]) expect(mayImport(shed, path), path).to.equal(false);
        expect(mayImport("src/index.js", shed)).to.equal(false);
    });

    const protocolFiles = files.filter((file) => file.startsWith("src/protocols/"));
    const protocolRoom = (path) => PART_OF[path.split("/")[2]] ?? path.split("/")[2];
    const levelOf = (name) => PROTOCOL_LEVELS.findIndex((rooms) => rooms.includes(name));
    /** What a file imports of the other rooms inside of protocols, types too. */
    const otherRooms = (file) => [...imports(file), ...typeImports(file)]
        .filter((specifier) => specifier.startsWith("."))
        .map((specifier) => join(dirname(file), specifier))
        .filter((path) => path.startsWith("src/protocols/") && protocolRoom(path) !== protocolRoom(file));

    it("knows every room inside of protocols", () => {
        const rooms = [...new Set(protocolFiles.map(protocolRoom))];
        expect(rooms).to.have.members(PROTOCOL_LEVELS.flat());
    });

    it("lets rooms inside of protocols import from lower ones alone", () => {
        for (const file of protocolFiles) for (const path of otherRooms(file))
            expect(levelOf(protocolRoom(path)), `${file} may not import ${path}`).to.be.below(levelOf(protocolRoom(file)));
    });

    for (const [program, known] of Object.entries(PROGRAMS)) it(`${program} knows ${known.join(", ")}`, () => {
        for (const file of programFiles.filter((one) => one.startsWith(`${program}/`)))
            for (const specifier of [...imports(file), ...typeImports(file)].filter((name) => name.startsWith("."))) {
                const path = relative(".", normalize(join(dirname(file), specifier)));
                expect(existsSync(join(root, path)), `${file} imports ${specifier}, which does not exist`).to.equal(true);
                const allowed = [program, ...known].some((name) => path === name || path.startsWith(`${name}/`));
                expect(allowed, `${file} may not import ${specifier}`).to.equal(true);
            }
    });

    it("sees types and imports that come later", () => {
        expect(typeImports("src/curves/types.js")).to.include("../runtime/types.js");
        expect(imports("src/curves/loaders_node.js")).to.include("./on_demand/bls12377.js");
    });

    it("lists the tiers in one table, and in that of the generator", () => {
        const naming = production.filter((file) => /["'`](fma|simd)["'`]|\b(fma|simd):/.test(withoutComments(file)));
        const tables = ["src/runtime/tier_names.js", "scripts/wasm/tiers.js"];
        expect(naming.filter((file) => !inPackage(file).startsWith("src/wasm/"))).to.have.members(tables);
        const tests = production.filter((file) => /tier\w* *[!=]==? *["'`]/.test(withoutComments(file)));
        expect(
            tests.filter(
                (file) => !["src/batch/msm.js", "src/curves/tier_pools.js", "src/runtime/tiers.js"].includes(file),
            ),
            "asks for auto alone",
        ).to.deep.equal([]);
    });

    it("names a kernel of the lanes in the catalogue, and by its key elsewhere", () => {
        const composed = production.filter((file) => /fnName: *[`"']|Batch(NoGl|["'`])/.test(withoutComments(file)));
        expect(
            composed.filter((file) => !inPackage(file).startsWith("src/wasm/") && file !== "src/pool/worker_source.js"),
        ).to.deep.equal(["src/kernels/catalogue.js"]);
    });

    it("names a curve only in its record, in generated files and in entry points", () => {
        const names = CURVES.flatMap(({ name, aliases }) => [name, ...aliases]);
        const naming = production.filter((file) => names.some((name) => plainText(file).includes(name)));
        expect(naming.filter((file) => !NAMES_CURVES.some((allowed) => file.startsWith(allowed)))).to.deep.equal([]);
        expect(naming, "the check sees names").to.include.members([
            "src/index.js",
            "src/curves/builders.js",
            "src/params/bn128.js",
        ]);
    });

    it("asks a group for its GPU in one place", () => {
        const asking = [...files, ...programFiles].filter((file) => /\b\w+\.attachedGpu\b|\{ attachedGpu\b/.test(withoutComments(file)));
        expect(asking.filter((file) => !file.startsWith("packages/gpu/"))).to.deep.equal([]);
        expect(withoutComments("src/batch/gpu_hooks.js")).to.match(/\?\.attachedGpu;/);
    });

    it("knows every room of the generator", () => {
        const rooms = files
            .filter((file) => file.startsWith("scripts/wasm/"))
            .map((file) => file.split("/"))
            .filter((parts) => parts.length > 3);
        expect([...new Set(rooms.map((parts) => parts[2]))].sort()).to.deep.equal(Object.keys(KERNEL_ROOMS).sort());
    });

    for (const [name, below] of Object.entries(KERNEL_ROOMS))
        it(`kernels in ${name} see ${below.join(", ") || "no other room"}`, () => {
            for (const file of files.filter((one) => one.startsWith(`scripts/wasm/${name}/`)))
                for (const specifier of imports(file)) {
                    const parts = relative(".", normalize(join(dirname(file), specifier))).split("/");
                    if (parts[0] !== "scripts" || parts[2] === name) continue;
                    expect([...WORDS, ...below], `${file} may not import ${specifier}`).to.include(parts[2]);
                }
        });

    it("knows the tiers in one place", () => {
        for (const file of files.filter((one) => one.startsWith("scripts/wasm/") && !/\/(tiers|plan)\.js$/.test(one))) {
            const code = readFileSync(join(root, file), "utf8").replace(/\/\*[\s\S]*?\*\//g, "").replace(/\/\/.*/g, "");
            expect(code, file).not.to.match(/tier\b[^;\n]*(===|!==) ?"(fma|simd|scalar)"/);
        }
    });
});
