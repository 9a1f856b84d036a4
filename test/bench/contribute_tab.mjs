/**
 * What a contribution in a tab takes: the memory of the renderer, how long its thread was busy at once, and the time
 * beside the command's.
 *
 *     node test/bench/contribute_tab.mjs circuit.zkey [--browsers chromium,firefox] [--rounds 3] [--threads 2]
 *
 * The tab reads the key from a server and writes into the browser's storage, as the page of the demo does. `own` is as
 * in tab.mjs; `gap` is the longest time in which the page's thread took no message, `long` the longest task that the
 * browser counts itself (Chromium, from 50 ms on). Times are medians of rounds, in which tab and command take turns.
 */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { pageOf } from "../support/pages.js";
import { root } from "../support/scratch.js";
import { serveTab, visitTab } from "./tabs.mjs";

const { values, positionals: [zkey] } = parseArgs({
    allowPositionals: true,
    options: {
        browsers: { type: "string", default: "chromium,firefox" }, rounds: { type: "string", default: "3" },
        threads: { type: "string", default: "2" },
    },
});

const contributing = `
    import { contributeToKey } from "/packages/snarkjs/src/ceremony/index.js";
    import { openOutput } from "/demo/src/place.js";
    const run = async () => {
        let gap = 0, long = 0, last = performance.now(), running = true;
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
            const now = performance.now();
            gap = Math.max(gap, now - last);
            last = now;
            if (running) setTimeout(() => port2.postMessage(0), 1);
            else port1.close();
        };
        port2.postMessage(0);
        if (PerformanceObserver.supportedEntryTypes.includes("longtask")) new PerformanceObserver((list) => {
            for (const { duration } of list.getEntries()) long = Math.max(long, duration);
        }).observe({ type: "longtask" });
        const place = await openOutput(), started = performance.now(), options = { threads: ${Number(values.threads)} };
        const { contributions } = await contributeToKey(
            new URL(${JSON.stringify(`/circuit/${basename(zkey)}`)}, location.href), place.sink, options);
        const ms = performance.now() - started;
        running = false;
        const { size } = await place.file();
        await place.discard();
        return { ms, gap, long, size, contributions };
    };
    globalThis.report = run();`;

/** Milliseconds of the command, with the start of its process. */
function command(folder) {
    const args = ["zkey", "contribute", zkey, join(folder, "next.zkey"), "--threads", values.threads, "--quiet"];
    const started = performance.now();
    const { status, stderr } = spawnSync(process.execPath, [join(root, "bin/ffturbo.mjs"), ...args], { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    return performance.now() - started;
}

for (const browser of values.browsers.split(",")) {
    const site = await serveTab(dirname(zkey), pageOf(contributing, { map: true })), found = [];
    try {
        for (let round = 0; round < Number(values.rounds); round++) {
            const profile = temporaryFolder("tab");
            try {
                const { report, most } = await visitTab(profile, site.origin, browser);
                found.push({ ...report, ...most, alone: command(profile) });
            } finally {
                rmSync(profile, { recursive: true, force: true });
            }
        }
    } finally {
        site.close();
    }
    const sorted = (name) => found.map((one) => one[name]).sort((a, b) => a - b);
    const median = (name) => sorted(name)[found.length >> 1], most = (name) => sorted(name).at(-1).toFixed(0);
    console.log(`${browser}: own ${most("own")} MiB, gap ${median("gap").toFixed(0)} (${most("gap")}) ms, long ${most("long")} ms;`
        + ` ${median("ms").toFixed(0)} ms, command ${median("alone").toFixed(0)} ms, ratio ${(median("ms") / median("alone")).toFixed(2)}`);
}
