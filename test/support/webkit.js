/**
 * WebKitGTK, which has Safari's engine, on a screen of its own (Xvfb): driven by WebKitWebDriver and
 * selenium-webdriver, behind the small part of puppeteer's interface that the suites use.
 * WebDriver tells nothing of requests, and what pages write comes from the output of the browser: from all its tabs.
 */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { guarded } from "./guarded.js";
import { importFrom } from "./import_from.js";
import { onPath } from "./on_path.js";
import { scratchProject } from "./scratch.js";

/** What Safari has switched on and WebKitGTK has not: the private file system of an origin. */
export const FILE_SYSTEM = ["FileSystem", "FileSystemWritableStream", "AccessHandle", "StorageAPI", "StorageAPIEstimate"];
const WINDOW = fileURLToPath(new URL("webkit_window.js", import.meta.url));
const CLOSE_MS = 5000, TURN_MS = 50;

/** Can gjs load the library? @param {string} gjs */
function hasLibrary(gjs) {
    try {
        execFileSync(gjs, ["-c", "imports.gi.versions.WebKit2 = \"4.1\"; imports.gi.WebKit2;"], { stdio: "ignore" });
        return true;
    } catch {
        return false;
    }
}

/**
 * The programs that WebKit needs here.
 * @param {(name: string) => string | undefined} [find]
 * @returns {{ gjs: string, driver: string, screen: string }}
 * @throws {Error} naming the packages of those that are missing
 */
export function webkitPrograms(find = onPath) {
    const gjs = find("gjs"), driver = find("WebKitWebDriver"), screen = find("Xvfb");
    const missing = [
        !gjs && "gjs", !(gjs && hasLibrary(gjs)) && "gir1.2-webkit2-4.1", !driver && "webkit2gtk-driver",
        !screen && "xvfb",
    ].filter(Boolean);
    if (missing.length)
        throw new Error("webkitPrograms: expected gjs with WebKitGTK, WebKitWebDriver and Xvfb on the path, got none"
            + ` of some; on Debian: apt-get install ${missing.join(" ")}`);
    return /** @type {any} */ ({ gjs, driver, screen });
}

/** @returns {Promise<number>} */
async function freePort() {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = /** @type {any} */ (server.address());
    await new Promise((resolve) => { server.close(resolve); });
    return port;
}

/** The client, in the version the tests know. */
const client = () => importFrom(
    scratchProject({ name: "webdriver", engine: "plain", dependencies: { "selenium-webdriver": "4.44.0" } }),
    "selenium-webdriver", "cjs",
);

/** One task after the other: WebDriver has one current window. */
function inTurns() {
    let last = Promise.resolve();
    return (/** @type {() => Promise<any>} */ task) => {
        const result = last.then(task);
        last = result.catch(() => {});
        return result;
    };
}

/** Runs in a page: BODY is a function, which is called, or an expression. */
const CALL = `const done = arguments[arguments.length - 1], words = Array.prototype.slice.call(arguments, 0, -1);
Promise.resolve().then(() => { const body = BODY; return typeof body === "function" ? body(...words) : body; })
    .then((value) => done(value === undefined ? {} : { value }), (error) => done({ error: String(error), stack: error?.stack ?? "" }));`;

/** Where it was written, whose words these are, how loud, and the words. */
const LINE = /^(?:\S+:\d+:\d+: )?CONSOLE (?:(JS|NETWORK|SECURITY|OTHER) )?(LOG|INFO|DEBUG|WARN|ERROR) (.*)$/;

/** Hands what the browser's pages write to those who listen. @param {readonly any[]} streams */
function hearing(streams) {
    const listeners = new Set();
    for (const input of streams) createInterface({ input }).on("line", (line) => {
        const [, source, type, text] = LINE.exec(line) ?? [];
        if (!type) return;
        const isError = source === "JS" && type === "ERROR";
        for (const { event, hear } of listeners) {
            if (event === "pageerror" && isError) hear(text);
            if (event === "console" && !isError) hear({ type: () => type.toLowerCase(), text: () => text });
        }
    });
    return listeners;
}

class Page {
    #session; #handle; #inTurn; #listeners; #own = new Set();

    constructor({ session, handle, inTurn, listeners }) {
        this.#session = session;
        this.#handle = handle;
        this.#inTurn = inTurn;
        this.#listeners = listeners;
    }

    /** @param {() => Promise<any>} task */
    #here(task) {
        return this.#inTurn(async () => {
            await this.#session.switchTo().window(this.#handle);
            return task();
        });
    }

    /** Of "console", "pageerror" and "requestfailed" the last never comes. */
    on(event, hear) {
        const listener = { event, hear };
        this.#own.add(listener);
        this.#listeners.add(listener);
    }

    async goto(url) { await this.#here(() => this.#session.get(url)); }
    async reload() { await this.#here(() => this.#session.navigate().refresh()); }

    /** @param {Function | string} call @param {any[]} words @returns {Promise<any>} */
    async evaluate(call, ...words) {
        const script = CALL.replace("BODY", () => `(${call}\n)`);
        const { value, error, stack } = await this.#here(() => this.#session.executeAsyncScript(script, ...words));
        await new Promise((resolve) => { setImmediate(resolve); }); // what was written until then has come too
        if (error !== undefined) throw new Error(`${error}\n${stack}`);
        return value;
    }

    /** @param {Function} call @param {{ timeout?: number }} options @param {any[]} words */
    async waitForFunction(call, { timeout = 30_000 } = {}, ...words) {
        for (const limit = Date.now() + timeout; !await this.evaluate(call, ...words);) {
            if (Date.now() > limit) throw new Error(`waitForFunction: expected ${call} within ${timeout} ms, got nothing`);
            await new Promise((resolve) => { setTimeout(resolve, TURN_MS); });
        }
    }

    /** A script that never ends would keep it waiting: then the tab goes with its browser. */
    async close() {
        for (const listener of this.#own) this.#listeners.delete(listener);
        await Promise.race([
            this.#here(() => this.#session.close()),
            new Promise((resolve) => { setTimeout(resolve, CLOSE_MS).unref(); }),
        ]);
    }
}

/**
 * @param {object} [options]
 * @param {readonly string[]} [options.features] - of WebKit, to switch on
 * @param {Record<string, string>} [options.env]
 * @param {number} [options.protocolTimeout] - milliseconds that a script may take
 * @returns {Promise<any>}
 */
export async function launchWebkit({ features = FILE_SYSTEM, env = {}, protocolTimeout = 120_000 } = {}) {
    const programs = webkitPrograms(), { Builder } = await client(), folder = temporaryFolder("webkit");
    const running = [];
    const start = (...command) => {
        running.push(guarded(...command));
        return running.at(-1);
    };
    const close = async () => { for (const program of running.splice(0).reverse()) await program.end(); };
    try {
        const screen = start([programs.screen, "-displayfd", "1", "-screen", "0", "1440x1000x24", "-nolisten", "tcp"]);
        const display = await screen.until(() => /^\d+$/m.exec(screen.said())?.[0]);
        const port = await freePort(), server = `http://127.0.0.1:${port}`;
        const driver = start([programs.driver, `--port=${port}`], {
            DISPLAY: `:${display}`, GDK_BACKEND: "x11", NO_AT_BRIDGE: "1", ...env, // no bus to look for
        });
        await driver.until(() => fetch(`${server}/status`).then(({ ok }) => ok, () => false));
        const session = await new Builder().usingServer(server).withCapabilities({
            browserName: "ffturbo",
            "webkitgtk:browserOptions": { binary: programs.gjs, args: ["-m", WINDOW, join(folder, "sites"), ...features] },
        }).build();
        await session.manage().setTimeouts({ script: protocolTimeout, pageLoad: protocolTimeout });
        const first = await session.getWindowHandle(), inTurn = inTurns(), listeners = hearing(driver.streams);
        return {
            close,
            version: async () => `WebKitGTK/${(await session.getCapabilities()).get("browserVersion")}`,
            // the first window stays, because the session ends with its last one
            newPage: () => inTurn(async () => {
                await session.switchTo().window(first);
                await session.switchTo().newWindow("tab");
                return new Page({ session, handle: await session.getWindowHandle(), inTurn, listeners });
            }),
        };
    } catch (error) {
        await close();
        throw error;
    }
}
