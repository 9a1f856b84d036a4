/** Serves the page: `npm run demo`, then open the address it prints. PORT=8080 chooses the port. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

const TYPES = { ".html": "text/html", ".js": "text/javascript" };
/** Nothing but these is served. */
const FILES = { "/": "index.html", "/page.js": "page.js", "/build/groth16.browser.esm.js": "../../build/groth16.browser.esm.js" };

export const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (!Object.hasOwn(FILES, pathname)) {
        response.writeHead(404).end();
        return;
    }
    const path = fileURLToPath(new URL(FILES[pathname], import.meta.url));
    // Isolated, as a page with a secret in its memory should be.
    response.writeHead(200, { "Content-Type": TYPES[extname(path)], "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" });
    response.end(await readFile(path));
});

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    server.listen(Number(process.env.PORT ?? 8080), "127.0.0.1", () => console.log(`http://localhost:${server.address().port}/`));
}
