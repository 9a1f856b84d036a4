#!/usr/bin/env node
/**
 * The command `snarkjs`, which the package packages/snarkjs installs; bin/lib/snarkjs/table.mjs
 * lists its commands.
 */
import { createRequire } from "node:module";

const { main } = createRequire(import.meta.url)("../build/snarkjs_command.cjs");
process.exitCode = await main(process.argv.slice(2), new URL("../", import.meta.url));
