#!/usr/bin/env node
/** The command `snarkjs`; snarkjs/table.mjs lists its commands. */
const { pathToFileURL } = require("node:url");
const { tools } = require("ffturbo/internal/command");
const { main } = require("./command.cjs");

const root = new URL("./", pathToFileURL(require.resolve("ffturbo/package.json")));
main(process.argv.slice(2), root, tools).then((code) => { process.exitCode = code; });
