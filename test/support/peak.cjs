/* Preloaded into a process under measurement: at its end it writes its peak resident memory, in bytes, to file descriptor 3. */
const { writeSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");
const { peakMemory } = require("./peak_memory.cjs");

if (isMainThread) process.on("exit", () => writeSync(3, String(peakMemory())));
