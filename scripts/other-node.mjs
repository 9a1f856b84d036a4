/**
 * Another Node: `node scripts/other-node.mjs 26` prints its path.
 * It is installed from npm into .scratch/node-<major>; NODE_<major>=path/to/node uses an existing
 * one.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const LIMIT_MS = 900_000;

/** Path of a Node of the wanted major version, installed when needed. @param {string} major */
export function nodeOf(major) {
    const given = process.env[`NODE_${major}`];
    if (given) return given;
    if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
    const prefix = join(root, ".scratch", `node-${major}`);
    const node = join(prefix, "node_modules", "node", "bin", "node");
    if (!existsSync(node)) {
        mkdirSync(prefix, { recursive: true });
        execFileSync(
            "npm",
            [
                "install",
                "--prefix",
                prefix,
                "--no-save",
                "--no-audit",
                "--no-fund",
                "--loglevel=error",
                `node@${major}`,
            ],
            { stdio: ["ignore", "ignore", "inherit"], timeout: LIMIT_MS },
        );
    }
    return node;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(nodeOf(process.argv[2]));
