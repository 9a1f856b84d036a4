#!/usr/bin/env node
/** The command `snarkjs`, which the package packages/snarkjs installs; bin/lib/snarkjs/table.mjs lists its commands. */
import { main } from "./lib/snarkjs/main.mjs";

process.exitCode = await main(process.argv.slice(2));
