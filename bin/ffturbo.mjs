#!/usr/bin/env node
/**
 * The ffturbo command; bin/lib/usage.mjs lists its commands and options.
 * Results go to files or to standard output, everything else to standard error.
 *
 * A short proof spends much of its time on loading modules, so they come from one file. Code
 * compiled for an earlier proof is not kept: V8 runs whatever it is given, and another user who can
 * write to the folder could change the code (SECURITY.md).
 */
import { createRequire } from "node:module";

// Node's own exit code for an uncaught error is 1, which means here that a proof does not verify.
const FAULT = 70;
process.exitCode = FAULT;
process.once("uncaughtException", (error) => {
    process.stderr.write(`ffturbo: ${error?.stack ?? error}\n`, () => process.exit(FAULT));
});
// Such as a promise of the engine that keeps no process alive: WebAssembly.compile from Node 24 on,
// under some flags.
const idle = () => { process.stderr.write("ffturbo: expected a result, got a process with nothing left to wait for\n"); };
process.once("beforeExit", idle);
const { main } = createRequire(import.meta.url)("../build/command.cjs");
process.exitCode = await main(new URL("../", import.meta.url));
process.off("beforeExit", idle);
// By now the results are printed and in their files. Tearing down the heaps would take 4 ms, and
// connections to a Redis that hangs linger for seconds.
if (process.exitCode === 0 && /^((full)?prove|serve|work)$/.test(process.argv[2])) process.exit();
