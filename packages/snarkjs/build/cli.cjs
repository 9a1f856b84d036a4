#!/usr/bin/env node
const { dirname, join } = require("node:path"), { pathToFileURL } = require("node:url");

import(pathToFileURL(join(dirname(require.resolve("ffturbo/package.json")), "bin/snarkjs.mjs")));
