/**
 * Real browsers, driven by puppeteer-core: Chromium over its own protocol, Firefox over WebDriver BiDi; WebKit has a
 * driver of its own, in webkit.js.
 * CHROMIUM and FIREFOX name the executables; else those on the path are taken. The driver is installed into .scratch.
 */
import { existsSync } from "node:fs";
import { importFrom } from "./import_from.js";
import { onPath } from "./on_path.js";
import { scratchProject } from "./scratch.js";
import { launchWebkit } from "./webkit.js";
import { serve } from "./web_server.js";

const NAMES = {
    chromium: ["chromium", "chromium-browser", "google-chrome", "chrome"],
    firefox: ["firefox-esr", "firefox"],
};
const LIMIT_MS = 120_000;

/** The engines of browsers, as the matrix of hosts has them. @type {readonly ("chromium" | "firefox" | "webkit")[]} */
export const BROWSERS = ["chromium", "firefox", "webkit"];

/**
 * @param {"chromium" | "firefox"} name
 * @returns {string} path of the browser
 * @throws {Error} naming the package, when there is none
 */
export function browserPath(name) {
    const named = process.env[name.toUpperCase()];
    const path = named && existsSync(named) ? named : NAMES[name].map(onPath).find(Boolean);
    if (!path)
        throw new Error(
            `browserPath: expected ${NAMES[name].join(" or ")} on the path or ${name.toUpperCase()}=/path/to/it, got neither; on Debian: apt-get install ${NAMES[name][0]}`,
        );
    return path;
}

/** The driver, in the version the tests know. */
export const driver = () =>
    importFrom(
        scratchProject({ name: "driver", engine: "plain", dependencies: { "puppeteer-core": "24.43.1" } }),
        "puppeteer-core",
    );

/** @param {"chromium" | "firefox" | "webkit"} name @param {object} [more] - launch options of puppeteer or webkit.js */
export async function launch(name, more = {}) {
    if (name === "webkit") return launchWebkit({ protocolTimeout: LIMIT_MS, ...more });
    const { default: puppeteer } = await driver();
    const args = name === "chromium" ? ["--no-sandbox", "--disable-dev-shm-usage"] : [];
    return puppeteer.launch({
        browser: name === "chromium" ? "chrome" : "firefox",
        executablePath: browserPath(name),
        headless: true,
        protocolTimeout: LIMIT_MS,
        ...more,
        args: [...args, ...(more.args ?? [])],
    });
}

/** What a page leaves for the test: `globalThis.report`, a promise. */
const waitForReport = () =>
    globalThis.report.then(
        (value) => ({ value }),
        (error) => ({ error: String(error?.stack ?? error) }),
    );

/**
 * Opens an address in a fresh tab; resolves to what the page's `globalThis.report` resolves to, and all it said.
 * `hidden` opens another tab in front of it as soon as it is there.
 * @throws {Error} with everything the page said, when it reports an error or nothing
 */
export async function reportOf(browser, address, { limitMs = 60_000, hidden = false } = {}) {
    const page = await browser.newPage(), said = [];
    let front;
    page.on("console", (message) => said.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => said.push(`error: ${error?.stack ?? error}`));
    page.on("requestfailed", (request) => said.push(`failed: ${request.url()} ${request.failure()?.errorText}`));
    try {
        const response = await page.goto(address, { timeout: limitMs });
        if (response && !response.ok()) throw new Error(`expected a page, got status ${response.status()}`);
        await page.waitForFunction(() => globalThis.report !== undefined, { timeout: 10_000 });
        if (hidden) {
            front = await browser.newPage();
            await front.bringToFront();
        }
        const answer = await Promise.race([
            page.evaluate(waitForReport),
            new Promise((resolve) => {
                setTimeout(resolve, limitMs, { error: `nothing within ${limitMs} ms` }).unref();
            }),
        ]);
        if (answer.error !== undefined) throw new Error(`expected a report, got ${answer.error}`);
        return { report: answer.value, said };
    } catch (error) {
        error.message += `\n${address} said:\n${said.join("\n")}`;
        throw error;
    } finally {
        for (const one of [page, front]) await one?.close().catch(() => {});
    }
}

/** The same for `path` of a site that is served meanwhile. */
export async function visit(browser, site, path, options) {
    const { origin, close } = await serve(site);
    try {
        return await reportOf(browser, origin + path, options);
    } finally {
        await close();
    }
}
