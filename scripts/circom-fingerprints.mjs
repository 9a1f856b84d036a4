/**
 * Writes the table KNOWN of src/params/circom.js: compiles one small circuit with each compiler and
 * each prime, and hashes the field functions of what comes out.
 *
 *     node scripts/circom-fingerprints.mjs [--versions folder]
 *
 * The compilers are the npm packages circom2 of VERSIONS, installed into .scratch/circom, or found
 * in folders named after their versions.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { moduleSectionsOf } from "../src/files/circuit/module_sections.js";
import { fingerprint } from "../src/files/circuit/recognise.js";
import { BITS } from "../src/params/circom.js";
import { temporaryFolder } from "./temporary.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Versions of the package circom2, and of the compiler inside. */
const VERSIONS = { "0.2.6": "2.0.8", "0.2.11": "2.1.2", "0.2.16": "2.1.6", "0.2.19": "2.1.9", "0.2.23": "2.2.3" };
const PRIMES = ["bn128", "bls12377", "bls12381", "goldilocks", "grumpkin", "pallas", "secq256r1", "vesta"];
const CIRCUIT =
    "pragma circom 2.0.0; template Product() { signal input a, b; signal output c; c <== a * b; } component main = Product();";

const { values } = parseArgs({ options: { versions: { type: "string", default: join(root, ".scratch", "circom") } } });

/** The command of a compiler, installed if it is not there. @param {string} version */
function compiler(version) {
    const folder = join(values.versions, version);
    const cli = join(folder, "node_modules", "circom2", "cli.js");
    if (existsSync(cli)) return cli;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), "{}");
    execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", `circom2@${version}`], {
        cwd: folder,
        stdio: "inherit",
    });
    return cli;
}

/**
 * The hash of what a compiler emits for a prime; undefined if it does not know the prime, or our
 * bodies do not fit.
 */
function hashOf(cli, prime, folder) {
    try {
        execFileSync(process.execPath, [cli, "product.circom", "--wasm", "--prime", prime], {
            cwd: folder,
            stdio: "pipe",
        });
    } catch {
        return undefined;
    }
    const { hash, prime: p } = fingerprint(moduleSectionsOf(readFileSync(join(folder, "product_js", "product.wasm"))));
    const bits = p?.toString(2).length ?? 0;
    return bits >= BITS.least && bits <= BITS.most ? hash : undefined;
}

const found = new Map();
const folder = temporaryFolder("fingerprints");
writeFileSync(join(folder, "product.circom"), CIRCUIT);
for (const [version, circom] of Object.entries(VERSIONS)) for (const prime of PRIMES) {
    const hash = hashOf(compiler(version), prime, folder);
    if (!hash) continue;
    if (!found.has(hash)) found.set(hash, { prime, from: circom, to: circom });
    found.get(hash).to = circom;
}
rmSync(folder, { recursive: true });

const rows = [...found].map(
    ([hash, { prime, from, to }]) =>
        `    "${hash}": Object.freeze(/** @type {const} */ (["${prime}", "circom ${from} to ${to}"])),`,
);
const file = join(root, "src", "params", "circom.js");
const text = readFileSync(file, "utf8");
writeFileSync(
    file,
    text.replace(/(export const KNOWN = Object\.freeze\(\{\n)[\s\S]*?(\}\);)/, `$1${rows.join("\n")}\n$2`),
);
console.log(rows.join("\n"));
