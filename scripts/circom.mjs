/**
 * The compiler circom2 (a WASI build of circom). What it makes follows from sources, flags and its
 * version, and is kept by these, so that all suites together compile a circuit once.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { keptFolder, temporaryFolder } from "./temporary.mjs";

const compiler = join(dirname(fileURLToPath(import.meta.url)), "..", "node_modules", "circom2");

/**
 * Compiles a circuit; its files come to lie beside it, NAME.r1cs and so on.
 * @param {string} folder - with the circuit and what it includes, as *.circom
 * @param {string} file - NAME.circom
 * @param {readonly string[]} flags - "--r1cs", "--wasm", "--sym", "--O1", "--prime", "bn128" and so
 *   on
 * @param {{ keep?: boolean }} [options] - keep: false for circuits that are made at random, which
 *   do not come again
 * @throws if the compiler refuses it
 */
export function circom(folder, file, flags, { keep = true } = {}) {
    const sources = readdirSync(folder).filter((name) => name.endsWith(".circom")).sort();
    const { version } = JSON.parse(readFileSync(join(compiler, "package.json"), "utf8"));
    const texts = sources.map((name) => [name, readFileSync(join(folder, name), "utf8")]);
    const key = createHash("sha256").update(JSON.stringify([version, file, flags, texts])).digest("hex");
    const kept = join(keptFolder("circom"), key);
    if (keep && existsSync(kept)) return cpSync(kept, folder, { recursive: true });
    const made = temporaryFolder("circom");
    for (const name of sources) cpSync(join(folder, name), join(made, name));
    execFileSync(process.execPath, [join(compiler, "cli.js"), file, ...flags], { cwd: made, stdio: "pipe" });
    for (const name of sources) rmSync(join(made, name));
    cpSync(made, folder, { recursive: true });
    if (!keep) return rmSync(made, { recursive: true });
    try {
        renameSync(made, kept);
    } catch { // another process has made the same meanwhile
        rmSync(made, { recursive: true });
    }
}
