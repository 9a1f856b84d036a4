/** The soak in a page of a real browser. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { launch } from "../../support/browser.js";
import { fixture } from "../../support/circuits.js";
import { folders, pageOf } from "../../support/pages.js";
import { root } from "../../support/scratch.js";
import { serve } from "../../support/web_server.js";
import { SLACK } from "./in_node.js";
import { demand } from "./parts.js";

/** A day: the longest that one part may take. */
const LIMIT_MS = 86_400_000;

/** @param {"chromium" | "firefox"} browser @param {number} seed */
export async function openPage(browser, seed) {
    const site = await serve({
        folders: { ...folders, "/test/": join(root, "test"), "/fixture/": join(fixture("mimc_tiny", "public.json"), "..") },
        pages: pageOf('import "/test/full/soak/page.js"; globalThis.report = "loaded";', { map: true }),
    });
    const running = await launch(browser, { protocolTimeout: LIMIT_MS, ...(browser === "chromium" ? { args: ["--js-flags=--expose-gc"] } : {}) });
    const page = await running.newPage();
    page.setDefaultTimeout(60_000);
    const said = [];
    page.on("pageerror", (error) => said.push(String(error?.stack ?? error)));
    await page.goto(`${site.origin}/`);
    await page.waitForFunction(() => globalThis.report !== undefined);
    await page.evaluate((n) => globalThis.openSoak(n), seed);

    /** Chromium tells how large its heap is; Firefox does not. Both tell which workers there are. */
    async function rest() {
        await sleep(1000);
        await page.evaluate(() => { for (let i = 0; i < 4; i++) globalThis.gc?.(); });
        const heap = browser === "chromium" ? { heap: (await page.metrics()).JSHeapUsedSize } : {};
        return { ...heap, workers: page.workers().length, errors: said.length };
    }
    return {
        name: await running.version(), rest,
        run: (part, n) => page.evaluate((name, count) => globalThis.soak[name](count), part, n),
        leave: () => page.evaluate(() => {
            globalThis.left = new Worker(URL.createObjectURL(new Blob(["setInterval(() => {}, 1e6)"])));
        }),
        compare(before, after) {
            demand(!(after.heap - before.heap > SLACK), () => `expected memory as before, got ${after.heap - before.heap} bytes more`);
            for (const kind of ["workers", "errors"])
                demand(after[kind] <= before[kind], () => `expected ${before[kind]} ${kind}, got ${after[kind]}: ${said.join("\n")}`);
        },
        async close() {
            await running.close();
            await site.close();
        },
    };
}
