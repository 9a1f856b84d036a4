#!/usr/bin/env node
/**
 * The ffturbo command; bin/lib/usage.mjs lists its commands and options.
 * Results go to files or to standard output, everything else to standard error.
 *
 * Much of the time of a short proof goes into loading modules, so they come from one file. Code that was compiled for
 * an earlier proof is not kept: V8 runs what it is given, and a folder that another user can write to would be a way to
 * give it something else (SECURITY.md).
 */
import { createRequire } from "node:module";

// Node's own exit code for an uncaught error is 1, which means here that a proof does not verify.
const FAULT = 70;
process.exitCode = FAULT;
process.once("uncaughtException", (error) => {
    process.stderr.write(`ffturbo: ${error?.stack ?? error}\n`, () => process.exit(FAULT));
});
const { main } = createRequire(import.meta.url)("../build/command.cjs");
process.exitCode = await main(new URL("../", import.meta.url));
// What was asked for is in its files and printed by now. Taking down the heaps in good order would take 4 ms.
if (process.exitCode === 0 && /^(full)?prove$/.test(process.argv[2])) process.exit();
