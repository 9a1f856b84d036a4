/**
 * Measures how large the library is in pages, where size counts: bundles what an application would
 * import, minifies and compresses it, and compares the sizes with the table in scripts/sizes.json.
 *
 *     node scripts/sizes.mjs [--check]
 *
 * Without `--check` it writes this table and the one in docs/hosts.md. With `--check` it fails if a
 * size has grown by more than a tenth, or has shrunk by as much, which means that the table is out
 * of date.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import terser from "@rollup/plugin-terser";
import { rollup } from "rollup";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const TABLE = join(root, "scripts", "sizes.json");
const TOLERANCE = 0.1;

/**
 * What an application imports from which entry; `*` means everything.
 * @type {[string, string, string][]}
 */
const IMPORTS = [
    ["everything", "ffturbo", "*"],
    ["one curve: buildBn128", "ffturbo", "buildBn128"],
    ["fields and scalars: F1Field, Scalar", "ffturbo", "F1Field, Scalar"],
    ["the prover: ffturbo/groth16", "ffturbo/groth16", "*"],
    ["the prover: ffturbo/plonk", "ffturbo/plonk", "*"],
    ["faster witnesses in snarkjs: ffturbo-snarkjs", "ffturbo-snarkjs", "withFfturbo"],
    ["verification: ffturbo/verify", "ffturbo/verify", "*"],
    ["witnesses: ffturbo/witness", "ffturbo/witness", "*"],
    ["circuit tools: ffturbo-snarkjs/circuits", "ffturbo-snarkjs/circuits", "*"],
    ["verification without WebAssembly: verify of ffturbo/bigint", "ffturbo/bigint", "verify"],
    ["settings: ffturbo/config", "ffturbo/config", "*"],
    ["a curve on demand: ffturbo/curves/bls12377", "ffturbo/curves/bls12377", "*"],
];
const FILES = [
    ["the worker: ffturbo/worker", "build/worker.js"],
    ["the base module of bn128: ffturbo/wasm/bn128.wasm", "build/wasm/bn128.wasm"],
    ["the base module of bls12381", "build/wasm/bls12381.wasm"],
    ["the base module of bls12377", "build/wasm/bls12377.wasm"],
];

/** What a page has loaded when it has proved and verified, by the chunks that it asked for on its way. */
const PAGE = { title: "a page that proves on bn128", chunks: /^common_(bn128|msm_bn128_fma|fft_fma)\./ };

/** An application that imports `names` from `entry` and keeps them. */
function application(entry, names) {
    const text = names === "*" ? `export * from "${entry}";` : `export { ${names} } from "${entry}";`;
    return {
        name: "application",
        resolveId: (id) => (id === "application" ? id : null),
        load: (id) => (id === "application" ? text : null),
    };
}

/** An application's bundle, not yet written. */
function built(entry, names) {
    return rollup({
        input: "application",
        onwarn: () => {},
        plugins: [
            application(entry, names),
            nodeResolve({ browser: true, exportConditions: ["browser"], rootDir: root }),
            terser({ maxWorkers: 1 }),
        ],
    });
}

async function bundled(entry, names) {
    const bundle = await built(entry, names);
    const { output } = await bundle.generate({ format: "es", inlineDynamicImports: true });
    await bundle.close();
    return Buffer.from(output[0].code);
}

/** @returns {Promise<Buffer[]>} the files that the page loads */
async function pageFiles() {
    const bundle = await built("ffturbo/groth16", "prove, verify");
    const { output } = await bundle.generate({ format: "es", chunkFileNames: "[name].js" });
    await bundle.close();
    const seen = new Set();
    const load = (name) => {
        if (seen.has(name)) return;
        seen.add(name);
        for (const next of output.find(({ fileName }) => fileName === name).imports) load(next);
    };
    for (const { isEntry, fileName } of output) if (isEntry || PAGE.chunks.test(fileName)) load(fileName);
    return output.filter(({ fileName }) => seen.has(fileName)).map(({ code }) => Buffer.from(code));
}

const measure = (bytes) => ({ bytes: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length });

async function sizes() {
    const table = {};
    for (const [title, entry, names] of IMPORTS) table[title] = measure(await bundled(entry, names));
    const files = (await pageFiles()).map(measure), sum = (of) => files.reduce((all, one) => all + one[of], 0);
    table[PAGE.title] = { bytes: sum("bytes"), gzip: sum("gzip") };
    for (const [title, file] of FILES) table[title] = measure(readFileSync(join(root, file)));
    return table;
}

/** Rows of both tables that are missing or differ by more than the tolerance. */
function differences(expected, actual) {
    return [...new Set([...Object.keys(expected), ...Object.keys(actual)])].filter((title) => {
        const [was, is] = [expected[title]?.gzip, actual[title]?.gzip];
        return !was || !is || Math.abs(is - was) > TOLERANCE * was;
    });
}

/** Writes the table of docs/hosts.md between its marks. */
function writePage(table) {
    const file = join(root, "docs/hosts.md");
    const rows = Object.entries(table).map(
        ([title, { bytes, gzip }]) => `| ${title} | ${Math.round(bytes / 1000)} | ${Math.round(gzip / 1000)} |`,
    );
    const text = [
        "<!-- sizes: npm run sizes -->",
        "| what | KB | KB gzip |",
        "|---|---|---|",
        ...rows,
        "<!-- /sizes -->",
    ].join("\n");
    writeFileSync(file, readFileSync(file, "utf8").replace(/<!-- sizes: [\s\S]*?<!-- \/sizes -->/, text));
}

const table = await sizes();
for (const [title, { bytes, gzip }] of Object.entries(table))
    console.log(
        `${String(Math.round(bytes / 1000)).padStart(5)} KB  ${String(Math.round(gzip / 1000)).padStart(5)} KB gzip  ${title}`,
    );
if (!process.argv.includes("--check")) {
    writeFileSync(TABLE, `${JSON.stringify(table, null, 4)}\n`);
    writePage(table);
} else {
    const expected = JSON.parse(readFileSync(TABLE, "utf8"));
    for (const title of differences(expected, table)) {
        console.error(
            `sizes: expected ${expected[title]?.gzip ?? "no such row"} bytes of gzip for "${title}", got ${table[title]?.gzip ?? "no such row"}; if that is meant: npm run sizes`,
        );
        process.exitCode = 1;
    }
}
