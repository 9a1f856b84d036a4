/**
 * A copy of the checkout in .scratch, where mutants live: the checkout itself is never touched.
 * Dependencies are linked; of what git ignores, only what is derived from the sources is there.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DERIVED } from "../derived.mjs";
import { root, runNode } from "../coverage/record.mjs";

/** @returns {string[]} what git knows or would add, and what is there */
const files = () => execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: root, encoding: "utf8" })
    .split("\0").filter((file) => file && existsSync(join(root, file)));

/** Files that a worker's bundle is made of. @param {string} entry @param {Set<string>} [seen] */
function graphOf(entry, seen = new Set()) {
    if (seen.has(entry)) return seen;
    seen.add(entry);
    const text = readFileSync(join(root, entry), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
    for (const [, name] of text.matchAll(/^(?:import|export)\b[^"';]*["'](\.[^"']+)["']/gm))
        graphOf(join(dirname(entry), name).replaceAll("\\", "/"), seen);
    return seen;
}

/** Entries of the bundles that gen-worker.mjs writes. */
const WORKERS = ["src/pool/worker.js", "src/files/witness/worker.js", "src/util/opfs/worker.js"];
/** @type {Set<string> | undefined} */
let ofWorkers;
/** @returns {Set<string>} all files of which a worker has a copy of its own */
export const workerFiles = () => (ofWorkers ??= new Set(WORKERS.flatMap((entry) => [...graphOf(entry)])));

/** What `bin` runs, in parts. */
const COMMAND = readdirSync(join(root, "build")).filter((name) => /^(snarkjs_)?command(_|\.)/.test(name))
    .map((name) => `build/${name}`);

const GENERATE_LIMIT_MS = 600_000;

export class Tree {
    /** @param {number} number */
    constructor(number) {
        this.path = join(root, `.scratch/mutants/tree-${process.pid}-${number}`);
        this.remove();
        for (const file of files()) {
            mkdirSync(dirname(join(this.path, file)), { recursive: true });
            cpSync(join(root, file), join(this.path, file));
        }
        for (const name of DERIVED) cpSync(join(root, "build", name), join(this.path, "build", name), { recursive: true });
        symlinkSync(join(root, "node_modules"), join(this.path, "node_modules"), "dir");
        /** What was changed: restored when the next mutant comes. @type {Set<string>} */
        this.changed = new Set();
    }

    remove() { rmSync(this.path, { recursive: true, force: true }); }

    /** @param {string} file @param {string} text */
    write(file, text) {
        this.changed.add(file);
        writeFileSync(join(this.path, file), text);
    }

    restore() {
        for (const file of this.changed) cpSync(join(root, file), join(this.path, file));
        this.changed.clear();
    }

    /**
     * The tree as it is without a mutant, until putBack.
     * @returns {Map<string, string>} what was changed
     */
    putAside() {
        const mutated = new Map([...this.changed].map((file) => [file, readFileSync(join(this.path, file), "utf8")]));
        this.restore();
        return mutated;
    }

    /** @param {Map<string, string>} mutated */
    putBack(mutated) { for (const [file, text] of mutated) this.write(file, text); }

    /**
     * Runs a script of this tree that writes files.
     * @param {string[]} args
     * @param {string[]} written
     */
    async generate(args, written) {
        for (const file of written) this.changed.add(file);
        return runNode(args, { cwd: this.path, limit: GENERATE_LIMIT_MS });
    }

    /** The bundles of the workers, made of the sources as they are here. */
    async bundleWorkers() {
        return this.generate(["scripts/gen-worker.mjs"], WORKERS.map((entry) => entry.replace(".js", "_source.js")));
    }

    /**
     * Makes the bundle of the command of the sources as they are here, once for each mutant:
     * without it, suites that run the command judge sources without the mutant.
     * @returns {Promise<boolean>} whether it could be made
     */
    async bundleCommand() {
        if (COMMAND.every((file) => this.changed.has(file))) return true;
        return (await this.generate(["scripts/build.mjs", "--only", "command"], COMMAND)).passed;
    }
}
