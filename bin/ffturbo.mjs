#!/usr/bin/env node
/**
 * The ffturbo command; bin/lib/usage.mjs lists its commands and options.
 * Results go to files or to standard output, everything else to standard error.
 *
 * Much of the time of a short proof goes into loading modules. So they come from one file, and Node keeps the compiled
 * code in its own cache, in the folder for temporary files (from Node 22.8 on; NODE_DISABLE_COMPILE_CACHE=1 turns this
 * off).
 */
import module from "node:module";

// Node's own exit code for an uncaught error is 1, which means here that a proof does not verify.
const FAULT = 70;
process.exitCode = FAULT;
process.once("uncaughtException", (error) => {
    process.stderr.write(`ffturbo: ${error?.stack ?? error}\n`, () => process.exit(FAULT));
});
module.enableCompileCache?.();
const { main } = module.createRequire(import.meta.url)("../build/command.cjs");
process.exitCode = await main(new URL("../", import.meta.url));
