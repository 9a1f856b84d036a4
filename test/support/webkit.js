/**
 * WebKitGTK, which has Safari's engine, on a screen of its own (Xvfb): driven by WebKitWebDriver and
 * selenium-webdriver, behind the small part of puppeteer's interface that the suites use.
 * WebDriver tells nothing of requests, and what pages write comes from the output of the browser: from all its tabs.
 */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { guarded } from "./guarded.js";
import { importFrom } from "./import_from.js";
import { onPath } from "./on_path.js";
import { scratchProject } from "./scratch.js";
import { hearing, inTurns, Page } from "./webkit_page.js";

/** What Safari has switched on and WebKitGTK has not: the private file system of an origin. */
export const FILE_SYSTEM = [
    "FileSystem", "FileSystemWritableStream", "AccessHandle", "StorageAPI", "StorageAPIEstimate",
];
const WINDOW = fileURLToPath(new URL("webkit_window.js", import.meta.url));

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
        throw new Error("webkitPrograms: expected gjs that finds WebKitGTK, WebKitWebDriver and Xvfb on the path, got not"
            + ` all of them; on Debian: apt-get install ${missing.join(" ")}`);
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

/**
 * @param {object} [options]
 * @param {readonly string[]} [options.features] - of WebKit, to switch on
 * @param {boolean} [options.isPrivate] - windows that keep nothing
 * @param {Record<string, string>} [options.env]
 * @param {number} [options.protocolTimeout] - milliseconds that a script may take
 * @returns {Promise<any>}
 */
export async function launchWebkit(options = {}) {
    const { features = FILE_SYSTEM, isPrivate = false, env = {}, protocolTimeout = 120_000 } = options;
    const programs = webkitPrograms(), selenium = await client();
    const folder = isPrivate ? "" : join(temporaryFolder("webkit"), "sites");
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
        const session = await new selenium.Builder().usingServer(server).withCapabilities({
            browserName: "ffturbo",
            "webkitgtk:browserOptions": { binary: programs.gjs, args: ["-m", WINDOW, folder, ...features] },
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
                return new Page({ session, selenium, handle: await session.getWindowHandle(), inTurn, listeners });
            }),
        };
    } catch (error) {
        await close();
        throw error;
    }
}
