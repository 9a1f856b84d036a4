/** A small web server for pages under test: folders by prefix, pages from strings, headers of the test's choice. */
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".cjs": "text/javascript",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".css": "text/css",
    ".map": "application/json",
    ".svg": "image/svg+xml",
};
const typeOf = (path) => TYPES[path.endsWith("/") ? ".html" : extname(path)] ?? "application/octet-stream";

async function contentOf({ folders = {}, pages = {} }, path) {
    if (Object.hasOwn(pages, path)) return pages[path];
    const prefix = Object.keys(folders)
        .filter((start) => path.startsWith(start))
        .sort((a, b) => b.length - a.length)[0];
    if (prefix === undefined) return null;
    const file = join(
        folders[prefix],
        normalize(`/${path.slice(prefix.length)}`),
        path.endsWith("/") ? "index.html" : "",
    );
    return (await stat(file).catch(() => null))?.isFile() ? readFile(file) : null;
}

/**
 * @param {object} site
 * @param {Record<string, string>} [site.folders] - folder by prefix of the path, such as "/repo/"
 * @param {Record<string, string>} [site.pages] - text by path
 * @param {Record<string, string>} [site.headers] - sent with everything
 * @param {(request: any, response: any, path: string) => boolean} [site.answer] - whether it has answered itself
 * @returns {Promise<{ origin: string, close: () => Promise<void> }>}
 */
export async function serve(site) {
    const server = createServer(async (request, response) => {
        const path = decodeURIComponent(new URL(request.url, "http://host").pathname);
        if (site.answer?.(request, response, path)) return;
        const content = await contentOf(site, path).catch(() => null);
        const headers = { "Cache-Control": "no-store", ...site.headers };
        if (content === null) response.writeHead(404, headers).end();
        else response.writeHead(200, { ...headers, "Content-Type": typeOf(path) }).end(content);
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const close = () => new Promise((resolve) => { server.close(() => resolve()); server.closeAllConnections(); });
    return { origin: `http://localhost:${server.address().port}`, close };
}
