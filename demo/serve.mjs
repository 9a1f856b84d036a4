/**
 * Builds the page and serves it on this machine: `npm run demo`, then open the address it prints.
 *
 *     npm run demo -- --port 9000    another port than 8080; PORT=9000 in the environment does the same
 */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildDemo } from "./build.mjs";

const TYPES = {
    ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml",
    ".json": "application/json",
};

/** A server of a folder; isolated, as a page with a secret in its memory should be. @param {string} folder */
export const serverOf = (folder) => createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const path = join(folder, normalize(pathname.endsWith("/") ? `${pathname}index.html` : pathname));
    const content = await readFile(path).catch(() => null);
    if (content === null) {
        response.writeHead(404).end();
        return;
    }
    response.writeHead(200, {
        "Content-Type": TYPES[extname(path)] ?? "application/octet-stream",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Embedder-Policy": "require-corp",
        "Cross-Origin-Resource-Policy": "same-origin",
    }).end(content);
});

const HELP = `Builds the page into .scratch/demo and serves it on this machine alone.

  npm run demo                   on port 8080
  npm run demo -- --port 9000    on another port (0: any that is free); PORT=9000 does the same
  node demo/build.mjs FOLDER     only builds the page, as a site to publish`;

/** @param {string} text @returns {number} @throws {RangeError} */
export function portOf(text) {
    if (!/^\d{1,5}$/.test(text) || Number(text) > 65535)
        throw new RangeError(`demo: expected a port from 0 to 65535, got ${text}`);
    return Number(text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const { values } = parseArgs({
        options: { help: { type: "boolean", short: "h" }, port: { type: "string", default: process.env.PORT ?? "8080" } },
    });
    if (values.help) console.log(HELP);
    else {
        const port = portOf(values.port), server = serverOf(await buildDemo(undefined, { withSnarkjs: true }));
        server.listen(port, "127.0.0.1", () => console.log(`http://localhost:${server.address().port}/`));
    }
}
