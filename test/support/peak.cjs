/* Preloaded into a process under measurement: at its end it writes its peak resident memory, in bytes, to file descriptor 3. */
const { writeSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");

if (isMainThread) process.on("exit", () => writeSync(3, String(process.resourceUsage().maxRSS * 1024)));
