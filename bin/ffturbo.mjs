#!/usr/bin/env node
/**
 * The ffturbo command: prove, fullprove, verify, info, bench.
 * Results go to files or to standard output, everything else to standard error.
 *
 * A short proof takes as long as the modules that it is made of take to load. So they come from one file, and Node keeps what
 * it has compiled in its own cache, in the folder for temporary files (from Node 22.8; NODE_DISABLE_COMPILE_CACHE=1 forbids it).
 */
import module from "node:module";

module.enableCompileCache?.();
const { main } = module.createRequire(import.meta.url)("../build/command.cjs");
process.exitCode = await main();
