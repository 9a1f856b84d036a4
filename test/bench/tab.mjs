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
import { createReadStream, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { parseArgs } from "node:util";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { launch } from "../support/browser.js";
import { circuitsIn } from "../support/circuits.js";
import { ISOLATED, pageOf } from "../support/pages.js";
import { processesBelow } from "../support/processes.js";
import { root } from "../support/scratch.js";

const { values, positionals: [folder] } = parseArgs({
    allowPositionals: true,
    options: {
        circuits: { type: "string" }, threads: { type: "string", default: "2" }, memory: { type: "string" },
        rounds: { type: "string", default: "3" }, "not-isolated": { type: "boolean", default: false },
    },
});
const MIB = 2 ** 20, LIMIT_MS = 3_600_000, EVERY_MS = 20, LOOK_MS = 500;
const options = { threads: Number(values.threads), ...(values.memory && { memory: Number(values.memory) * MIB }) };
const TYPES = { "/": "text/html", ".js": "text/javascript" };

/** Files of this repository and of a circuit, and one page; parts of files, too. */
async function serve(circuit, pages) {
    const server = createServer((request, response) => {
        const path = new URL(request.url, "http://host").pathname, page = pages[path];
        const headers = { ...(values["not-isolated"] ? {} : ISOLATED), "Cache-Control": "no-store" };
        headers["Content-Type"] = TYPES[path.endsWith("/") ? "/" : extname(path)] ?? "application/octet-stream";
        if (page !== undefined) return void response.writeHead(200, headers).end(page);
        const file = path.startsWith("/circuit/") ? join(circuit, path.slice(9)) : join(root, path);
        const size = statSync(file, { throwIfNoEntry: false })?.size;
        if (size === undefined) return void response.writeHead(404, headers).end();
        const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "");
        const start = range ? Number(range[1]) : 0, end = range?.[2] ? Number(range[2]) : size - 1;
        if (range) headers["Content-Range"] = `bytes ${start}-${end}/${size}`;
        response.writeHead(range ? 206 : 200, { ...headers, "Content-Length": end - start + 1 });
        createReadStream(file, { start, end }).pipe(response);
    });
    await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
    return { origin: `http://localhost:${server.address().port}`, close: () => server.close().closeAllConnections() };
}

/** Fields of /proc/PID/status in MiB; undefined if the process has ended. */
function memoryOf(pid) {
    try {
        const text = readFileSync(`/proc/${pid}/status`, "utf8");
        const field = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0) / 1024;
        return { own: field("RssAnon") + field("RssShmem"), all: field("VmRSS") };
    } catch {
        return undefined;
    }
}

/** @param {number} id - of a process */
function isRenderer(id) {
    try {
        return readFileSync(`/proc/${id}/cmdline`, "utf8").includes("--type=renderer");
    } catch {
        return false; // it has ended
    }
}

/** Renderers of a browser: its children, and theirs. @param {number} browser */
const renderersOf = (browser) => processesBelow([browser]).map(({ id }) => id).filter(isRenderer);

/** What a page reports, and the most that any of the renderers had meanwhile. */
async function visit(profile, origin) {
    const browser = await launch("chromium", { userDataDir: profile, protocolTimeout: LIMIT_MS }), most = { own: 0, all: 0 };
    try {
        const page = await browser.newPage();
        await page.goto(`${origin}/`);
        // Looking for processes takes long enough to slow a proof down.
        let renderers = renderersOf(browser.process().pid), looked = performance.now();
        const timer = setInterval(() => {
            if (performance.now() > looked + LOOK_MS)
                [renderers, looked] = [renderersOf(browser.process().pid), performance.now()];
            for (const pid of renderers) {
                const { own = 0, all = 0 } = memoryOf(pid) ?? {};
                Object.assign(most, { own: Math.max(most.own, own), all: Math.max(most.all, all) });
            }
        }, EVERY_MS);
        await page.waitForFunction(() => globalThis.report !== undefined);
        const report = await page.evaluate(() => globalThis.report.catch((error) => ({ error: String(error?.stack) })));
        clearInterval(timer);
        if (report.error) throw new Error(report.error);
        return { report, most };
    } finally {
        await browser.close();
    }
}

const opening = `
    import { openStore } from "/src/store/index.js";
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
    const site = await serve(join(zkey, ".."), pages);
    try {
        const kept = await visit(profile, site.origin);
        Object.assign(pages, pageOf(proving(kept.report.address), { map: true }));
        const found = [];
        for (let round = 0; round < Number(values.rounds); round++) {
            const { report, most } = await visit(profile, site.origin);
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
