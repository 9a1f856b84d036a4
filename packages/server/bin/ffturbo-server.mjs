#!/usr/bin/env node
/**
 * The commands serve and work of ffturbo, in the version that this package asks for:
 * `ffturbo-server serve` is `ffturbo serve`.
 */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const COMMANDS = ["serve", "work", "help"], INVALID = 2;
const [, , command = "help"] = process.argv;
if (COMMANDS.includes(command)) {
    const manifest = createRequire(import.meta.url).resolve("ffturbo/package.json");
    await import(pathToFileURL(join(dirname(manifest), "bin/ffturbo.mjs")).href);
} else {
    process.stderr.write(`ffturbo-server: expected ${COMMANDS.join(", ")}, got ${JSON.stringify(command)}\n`);
    process.exitCode = INVALID;
}
