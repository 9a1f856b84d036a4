/*
 * The peak of this process's resident memory, in bytes. On Linux that is VmHWM: maxRSS begins with what the process had
 * that started this one, which after many suites is more than a proof needs.
 */
const { readFileSync } = require("node:fs");

exports.peakMemory = () => {
    if (process.platform !== "linux") return process.resourceUsage().maxRSS * 1024;
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))[1]) * 1024;
};
