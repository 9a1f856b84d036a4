/** The site of demo/, built and served for tests in browsers, and pages of it whose words are noted. */
import { rmSync } from "node:fs";
import { buildDemo } from "../../demo/build.mjs";
import { serverOf } from "../../demo/serve.mjs";
import { workFolder } from "./scratch.js";

/**
 * @param {string} name - of its folder
 * @param {Parameters<typeof buildDemo>[1]} [options]
 * @returns {Promise<{ folder: string, origin: string, asked: string[], close: () => Promise<void> }>} asked: paths
 */
export async function serveDemo(name, options) {
    const folder = await buildDemo(workFolder(name), options), server = serverOf(folder), asked = [];
    server.on("request", ({ url }) => asked.push(url.slice(1)));
    await new Promise((resolve) => { server.listen(0, "127.0.0.1", () => resolve(undefined)); });
    return {
        folder,
        asked,
        origin: `http://localhost:${server.address().port}/`,
        async close() {
            server.closeAllConnections();
            await new Promise((resolve) => { server.close(resolve); });
            rmSync(folder, { recursive: true, force: true });
        },
    };
}

/**
 * @param {any} browser
 * @param {string[]} said - gets what the page writes, and its errors
 * @returns {Promise<any>} a new page
 */
export async function listeningPage(browser, said) {
    said.length = 0;
    const page = await browser.newPage();
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(String(error)));
    return page;
}
