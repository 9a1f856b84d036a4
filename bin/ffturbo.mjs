#!/usr/bin/env node
/**
 * The ffturbo command; bin/lib/usage.mjs lists its commands and options.
 * Results go to files or to standard output, everything else to standard error.
 *
 * Much of the time of a short proof goes into loading modules. So they come from two files, one of them for workers
 * too, and the compiled code is kept in Node's cache, in the folder for temporary files (from Node 22.8 on;
 * NODE_DISABLE_COMPILE_CACHE=1 turns this off): lib/load.cjs.
 */
import module from "node:module";

// Node's own exit code for an uncaught error is 1, which means here that a proof does not verify.
const FAULT = 70;
process.exitCode = FAULT;
process.once("uncaughtException", (error) => {
    process.stderr.write(`ffturbo: ${error?.stack ?? error}\n`, () => process.exit(FAULT));
});
module.enableCompileCache?.();
const { keep, loadCommand } = module.createRequire(import.meta.url)("./lib/load.cjs");
const { main } = loadCommand(module.getCompileCacheDir?.(), process.argv.slice(2));
process.exitCode = await main(new URL("../", import.meta.url));
if (process.exitCode === 0) {
    keep();
    // What was asked for is in its files and printed by now. Taking down the heaps in good order would take 4 ms.
    if (/^(full)?prove$/.test(process.argv[2])) process.exit();
}
