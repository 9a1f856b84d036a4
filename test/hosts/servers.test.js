/**
 * Pages with servers that do not give ranges as they should, and under service workers that keep what passes: proofs
 * come all the same, and offline from what was kept.
 */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { expect } from "chai";
import { rollup } from "rollup";
import { verify } from "../../src/protocols/groth16/index.js";
import { BROWSERS, launch } from "../support/browser.js";
import { circuitFolder } from "../support/proving_app.js";
import { serve } from "../support/web_server.js";

/** The key of the first is longer than what is asked for whole in any case, that of the second is not. */
const LARGE = "xor_net", SMALL = "mimc_tiny";

/** How a server answers, by the first folder of the path; the range is [from, to). */
const SERVERS = {
    plain: (bytes, range) => (range ? part(bytes, range) : [200, {}, bytes]),
    "always-encoded": (bytes) => [200, { "Content-Encoding": "gzip" }, gzipSync(bytes)],
    "stored-encoded": (bytes, range) => {
        const stored = gzipSync(bytes), encoded = { "Content-Encoding": "gzip" };
        return range ? part(stored, range, encoded) : [200, encoded, stored];
    },
    "encoded-ranges": (bytes, range) => {
        if (!range) return [200, {}, bytes];
        const [status, headers, body] = part(bytes, range, { "Content-Encoding": "gzip" });
        return [status, headers, gzipSync(body)];
    },
    "later-encoded": (bytes, range) => SERVERS[range?.[0] ? "encoded-ranges" : "plain"](bytes, range),
    "status-416": (bytes, range) => (range ? [416, {}, ""] : [200, {}, bytes]),
    "status-500": (bytes, range) => (range ? [500, {}, ""] : [200, {}, bytes]),
    "later-416": (bytes, range) => SERVERS[range?.[0] ? "status-416" : "plain"](bytes, range),
    silent: (bytes, range) => (range ? undefined : [200, {}, bytes]),
};

function part(bytes, [from, to], more = {}) {
    const end = Math.min(to, bytes.length);
    return [206, { "Content-Range": `bytes ${from}-${end - 1}/${bytes.length}`, ...more }, bytes.subarray(from, end)];
}

/** How service workers keep, by the first folder of the page: none can keep what has status 206. */
const KEEPERS = {
    "waits-for-its-cache": "await cache.put(url, response.clone()); return response;",
    "does-not-wait": "cache.put(url, response.clone()).catch(() => {}); return response;",
    "keeps-any-status": `const bytes = await response.arrayBuffer();
        await cache.put(url, new Response(bytes)); return new Response(bytes, response);`,
};
const workerOf = (keep) => `
    addEventListener("install", () => skipWaiting());
    addEventListener("activate", (event) => event.waitUntil(clients.claim()));
    const keeping = async (request) => {
        const { url } = request, cache = await caches.open("kept"), known = await cache.match(url);
        if (known) return known;
        const response = await fetch(request);
        ${keep}
    };
    addEventListener("fetch", (event) => {
        if (event.request.url.includes("/files/")) event.respondWith(keeping(event.request));
    });`;

const INDEX = '<!doctype html><meta charset="utf-8"><title>servers</title><script src="app.js"></script>';

const pagesOf = (code) => Object.fromEntries([
    ["/", INDEX], ["/app.js", code],
    ...Object.entries(KEEPERS).flatMap(([name, keep]) =>
        [[`/${name}/`, INDEX], [`/${name}/app.js`, code], [`/${name}/sw.js`, workerOf(keep)]]),
]);

/** Both as one script, which any realm runs. @returns {Promise<string>} */
async function bundled() {
    const made = await rollup({
        input: fileURLToPath(new URL("scenario/servers_page.js", import.meta.url)),
        plugins: [nodeResolve({ browser: true })],
    });
    const { output: [{ code }] } = await made.generate({ format: "iife" });
    await made.close();
    return code;
}

const json = (circuit, file) => JSON.parse(readFileSync(join(circuitFolder(circuit), file), "utf8"));

for (const browserName of BROWSERS) describe(`servers, in ${browserName}`, function () {
    this.timeout(120_000);
    let browser, site, page;
    /** Requests for files, as [name, range]; none is answered while the server is away. */
    const asked = [], server = { away: false };
    const answer = (request, response, path) => {
        const [, kind, files, circuit, name] = path.split("/");
        if (files !== "files") return false;
        const [, from, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
        asked.push([name, request.headers.range]);
        const bytes = readFileSync(join(circuitFolder(basename(circuit)), basename(name)));
        const made = server.away ? undefined : SERVERS[kind](bytes, last && [Number(from), Number(last) + 1]);
        if (!made) return response.destroy() && true;
        response.writeHead(made[0], { "Cache-Control": "no-store", ...made[1] }).end(made[2]);
        return true;
    };
    before(async () => {
        site = await serve({ pages: pagesOf(await bundled()), answer });
        browser = await launch(browserName);
    });
    after(async () => {
        await browser?.close();
        await site?.close();
    });
    afterEach(() => page?.close());

    /** Opens a page, ready for use. */
    async function open(path = "/") {
        asked.length = 0;
        server.away = false;
        page = await browser.newPage();
        await page.goto(site.origin + path);
        await page.waitForFunction(() => globalThis.tools !== undefined, { timeout: 30_000 });
    }
    const call = (...words) => page.evaluate((tool, ...rest) => globalThis.tools[tool](...rest), ...words);
    async function expectProof(circuit, kind = "plain", tool = "prove") {
        const made = await call(tool, `/${kind}/files/${circuit}/`, json(circuit, "input.json"));
        expect(made.error, `${kind}, ${circuit}`).to.equal(undefined);
        expect(await verify(json(circuit, "vkey.json"), made.publicSignals, made.proof)).to.equal(true);
        return made;
    }
    const rangesOf = (file) => asked.filter(([name]) => name === file).map(([, range]) => range);

    for (const kind of Object.keys(SERVERS)) it(`${kind}: proves, and keeps the key`, async () => {
        await open();
        for (const circuit of [LARGE, SMALL]) {
            await expectProof(circuit, kind);
            expect(await call("keep", `/${kind}/files/${circuit}/`)).to.equal(true);
        }
    });

    it("reads a longer key by ranges alone", async () => {
        await open();
        await expectProof(LARGE);
        expect(rangesOf("circuit.zkey").every(Boolean)).to.equal(true);
        await expectProof(SMALL);
        expect(rangesOf("circuit.zkey").at(-1)).to.equal(undefined);
    });

    it("says both, where the whole file does not come either", async () => {
        await open();
        server.away = true;
        const { error } = await call("prove", `/plain/files/${SMALL}/`, json(SMALL, "input.json"));
        expect(error).to.match(/circuit\.(wasm|zkey): expected an answer, got /);
        expect([rangesOf("circuit.wasm"), rangesOf("circuit.zkey")].some((list) => list.includes(undefined))).to.equal(true);
    });

    for (const keeper of Object.keys(KEEPERS))
        it(`under a service worker that ${keeper}: asks for whole files, and proves offline`, async () => {
            await open(`/${keeper}/`);
            await call("control");
            for (const circuit of [LARGE, SMALL]) await expectProof(circuit);
            expect(asked.map(([, range]) => range), "ranges").to.deep.equal([undefined, undefined, undefined, undefined]);
            server.away = true;
            for (const circuit of [LARGE, SMALL]) await expectProof(circuit);
            await call("forget");
        });

    it("with a fetch that keeps what passes: proves offline", async () => {
        await open();
        await call("keepingFetch");
        for (const circuit of [LARGE, SMALL]) await expectProof(circuit);
        server.away = true;
        for (const circuit of [LARGE, SMALL]) await expectProof(circuit);
        await call("forget");
    });

    for (const keeper of ["waits-for-its-cache", "does-not-wait"])
        it(`in a worker under a service worker that ${keeper}: proves, and offline what is small`, async () => {
            await open(`/${keeper}/`);
            await call("control");
            const { sees } = await expectProof(LARGE, "plain", "inWorker");
            await expectProof(SMALL, "plain", "inWorker");
            server.away = true;
            await expectProof(SMALL, "plain", "inWorker");
            if (sees) await expectProof(LARGE, "plain", "inWorker"); // workers of Chromium do not see it
            await call("forget");
        });
});
