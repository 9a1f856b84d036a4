/**
 * A registry of one package: this repository's tarball, as if it were published. Everything else is for the registry
 * that npm is configured for, where requests are sent on to.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packRepository, root } from "./scratch.js";

/** Long ago: package managers may wait some days before they install what is new. */
const PUBLISHED = "2020-01-01T00:00:00.000Z";

const configured = () =>
    execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();

/** What a registry says about the package. @param {string} address - of this registry @param {Buffer} tarball */
function documentOf(address, tarball) {
    const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")), { name, version } = manifest;
    const hash = (algorithm, encoding) => createHash(algorithm).update(tarball).digest(encoding);
    const dist = {
        tarball: `${address}/${name}/-/${name}-${version}.tgz`,
        shasum: hash("sha1", "hex"),
        integrity: `sha512-${hash("sha512", "base64")}`,
    };
    return {
        _id: name, name,
        "dist-tags": { latest: version },
        time: { created: PUBLISHED, modified: PUBLISHED, [version]: PUBLISHED },
        versions: { [version]: { ...manifest, _id: `${name}@${version}`, dist } },
    };
}

/** @returns {Promise<{ address: string, close: () => Promise<void> }>} address: without a slash at the end */
export async function openRegistry() {
    const upstream = configured().replace(/\/$/, ""), tarball = packRepository().bytes;
    const server = createServer((request, response) => {
        const path = decodeURIComponent(request.url.split("?")[0]), address = `http://127.0.0.1:${server.address().port}`;
        if (path === "/ffturbo") {
            const text = JSON.stringify(documentOf(address, tarball));
            response.writeHead(200, { "Content-Type": "application/json" }).end(text);
        } else if (path.startsWith("/ffturbo/-/")) {
            response.writeHead(200, { "Content-Type": "application/octet-stream" }).end(tarball);
        } else response.writeHead(302, { Location: upstream + request.url }).end();
    });
    await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
    const close = () => new Promise((resolve) => { server.close(() => resolve()); server.closeAllConnections(); });
    return { address: `http://127.0.0.1:${server.address().port}`, close };
}
