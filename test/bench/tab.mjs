/**
 * What a proof in a tab takes of a device: the memory of the renderer, and the time beside the command's.
 *
 *     node test/bench/make_circuits.mjs FOLDER dense:18 dense:20
 *     node test/bench/tab.mjs FOLDER [--circuits dense_18,…] [--threads 2] [--memory 320] [--rounds 3] [--not-isolated]
 *
 * A first visit keeps the key in the store; a browser that starts anew proves with it. `own` is what the renderer has
 * for itself (anonymous and shared memory at its peak, every 20 ms), `all` with the code of the browser, which all of
 * its processes share. `command` is one whole `ffturbo prove` with the same threads and memory. Times are medians of
 * rounds, in which a tab and a command take turns.
 */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { circuitsIn } from "../support/circuits.js";
import { pageOf } from "../support/pages.js";
import { root } from "../support/scratch.js";
import { serveTab, visitTab } from "./tabs.mjs";

const { values, positionals: [folder] } = parseArgs({
    allowPositionals: true,
    options: {
        circuits: { type: "string" }, threads: { type: "string", default: "2" }, memory: { type: "string" },
        rounds: { type: "string", default: "3" }, "not-isolated": { type: "boolean", default: false },
    },
});
const MIB = 2 ** 20;
const options = { threads: Number(values.threads), ...(values.memory && { memory: Number(values.memory) * MIB }) };

const opening = `
    import { openStore } from "/packages/keys/src/store.js";
    import { prove, zkeyInfo } from "/src/protocols/groth16/index.js";
    const run = async () => {
        const store = await openStore({ quota: ${2 ** 34} });`;
const keeping = `${opening}
        const key = await store.fetch(new URL("/circuit/circuit.zkey", location.href)), { address } = await key.done;
        await key.close();
        return { address };
    };
    globalThis.report = run();`;
const proving = (address) => `${opening}
        const key = await store.get("${address}"), options = ${JSON.stringify(options)};
        const { expectedMemory } = await zkeyInfo(key, options), started = performance.now();
        const { publicSignals, engine } = await prove(key, "/circuit/witness.wtns", { ...options, timings: true });
        return { ms: performance.now() - started, publicSignals, expectedMemory, engine };
    };
    globalThis.report = run();`;

/** Milliseconds of the command, with the start of its process. */
function command(zkey, wtns) {
    const memory = options.memory ? ["--memory", String(options.memory)] : [], started = performance.now();
    const args = ["prove", zkey, wtns, "--json", "--threads", values.threads, ...memory];
    const { status, stderr } = spawnSync(process.execPath, [join(root, "bin/ffturbo.mjs"), ...args], { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    return performance.now() - started;
}

const chosen = values.circuits?.split(",");
for (const { name, zkey, wtns } of circuitsIn(folder).filter((one) => !chosen || chosen.includes(one.name))) {
    const pages = pageOf(keeping, { map: true }), profile = temporaryFolder("tab");
    const site = await serveTab(join(zkey, ".."), pages, { isolated: !values["not-isolated"] });
    try {
        const kept = await visitTab(profile, site.origin);
        Object.assign(pages, pageOf(proving(kept.report.address), { map: true }));
        const found = [];
        for (let round = 0; round < Number(values.rounds); round++) {
            const { report, most } = await visitTab(profile, site.origin);
            found.push({ ...report, most, alone: command(zkey, wtns) });
        }
        const [{ expectedMemory, engine }] = found;
        const median = (of) => found.map(of).sort((a, b) => a - b)[found.length >> 1];
        const mib = (value) => `${value.toFixed(0)} MiB`, ms = median((one) => one.ms), alone = median((one) => one.alone);
        const most = (name) => mib(Math.max(...found.map((one) => one.most[name])));
        console.log(`${name}: own ${most("own")}, all ${most("all")}, expected ${mib(expectedMemory / MIB)}, tier ${engine.tier},`
            + ` ${engine.threads} threads; ${ms.toFixed(0)} ms, command ${alone.toFixed(0)} ms, ratio ${(ms / alone).toFixed(2)};`
            + ` first visit: own ${mib(kept.most.own)}`);
    } finally {
        site.close();
        rmSync(profile, { recursive: true });
    }
}
