/** Pages that are measured: a server for them, and what the processes of their tabs take. Linux only. */
import { createReadStream, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { launch } from "../support/browser.js";
import { ISOLATED } from "../support/pages.js";
import { processesBelow } from "../support/processes.js";
import { root } from "../support/scratch.js";

const LIMIT_MS = 3_600_000, EVERY_MS = 20, LOOK_MS = 500;
const TYPES = { "/": "text/html", ".js": "text/javascript" };

/** What processes of pages are called: of Chromium, of Firefox. */
const OF_PAGES = /--type=renderer|-contentproc[^]*\btab\b/;

/** Files of this repository and, below /circuit/, of a folder, and one page; parts of files, too. */
export async function serveTab(circuit, pages, { isolated = true } = {}) {
    const server = createServer((request, response) => {
        const path = new URL(request.url, "http://host").pathname, page = pages[path];
        const headers = { ...(isolated ? ISOLATED : {}), "Cache-Control": "no-store" };
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
        return OF_PAGES.test(readFileSync(`/proc/${id}/cmdline`, "utf8"));
    } catch {
        return false; // it has ended
    }
}

/** Renderers of a browser: its children, and theirs. @param {number} browser */
const renderersOf = (browser) => processesBelow([browser]).map(({ id }) => id).filter(isRenderer);

/** What a page reports, and the most that any of the renderers had meanwhile, in MiB. */
export async function visitTab(profile, origin, browserName = "chromium") {
    const browser = await launch(browserName, { userDataDir: profile, protocolTimeout: LIMIT_MS });
    const most = { own: 0, all: 0 };
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
