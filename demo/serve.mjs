/** Builds the page and serves it: `npm run demo`, then open the address it prints. PORT=8080 chooses the port. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const server = serverOf(await buildDemo(undefined, { withSnarkjs: true }));
    server.listen(Number(process.env.PORT ?? 8080), "127.0.0.1", () =>
        console.log(`http://localhost:${server.address().port}/`),
    );
}
