/**
 * How long a first proof takes whose key comes over a line of 20 Mbit/s, as a zkey and packed, from its address and
 * through a store; and the second, whose key is kept. Each is a process of its own, from its start to its proof.
 *
 *     node test/bench/make_circuits.mjs FOLDER dense:16 dense:18
 *     node test/bench/link.mjs FOLDER [--circuits dense_2e16,…] [--megabits 20] [--rounds 3]
 */
import { spawn } from "node:child_process";
import { createReadStream, existsSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { prove } from "../../src/protocols/groth16/index.js";
import { openPackedKey, packKey } from "../../packages/keys/src/packed.js";
import { openStore } from "../../packages/keys/src/store.js";
import { circuitsIn } from "../support/circuits.js";

const SELF = fileURLToPath(import.meta.url), TICK_MS = 10;
const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
        circuits: { type: "string" }, client: { type: "string" },
        megabits: { type: "string", default: "20" }, rounds: { type: "string", default: "3" },
    },
});

/** Files of a folder, all answers together no faster than the line. */
async function serve(folder, bytesPerMs) {
    const waiting = [];
    let sent = 0, credit = 0, last = performance.now();
    const timer = setInterval(() => {
        const now = performance.now();
        credit = Math.min(credit + (now - last) * bytesPerMs, 5 * TICK_MS * bytesPerMs);
        last = now;
        for (let turns = waiting.length; turns > 0 && credit > 0 && waiting.length; turns--) {
            const one = waiting.shift();
            const bytes = one.pieces.read(Math.min(one.pieces.readableLength, Math.ceil(credit)) || undefined);
            if (bytes) {
                credit -= bytes.length;
                sent += bytes.length;
                one.response.write(bytes);
            }
            if (one.pieces.readableEnded || one.response.destroyed) one.response.end();
            else waiting.push(one);
        }
    }, TICK_MS);
    const server = createServer((request, response) => {
        const file = join(folder, request.url), { size } = statSync(file);
        const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "");
        const start = range ? Number(range[1]) : 0, end = range?.[2] ? Math.min(Number(range[2]), size - 1) : size - 1;
        const part = range && { "Content-Range": `bytes ${start}-${end}/${size}` };
        response.writeHead(range ? 206 : 200, { "Content-Length": end - start + 1, ...part });
        waiting.push({ response, pieces: createReadStream(file, { start, end, highWaterMark: 1 << 16 }) });
    });
    await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
    return {
        url: `http://127.0.0.1:${server.address().port}`,
        sent: () => { const bytes = sent; sent = 0; return bytes; },
        close: () => { clearInterval(timer); server.close().closeAllConnections(); },
    };
}

/** One proof in a process of its own: milliseconds from its start. */
async function client(way, key, witness, folder, address) {
    const store = way.startsWith("store") ? await openStore({ folder }) : undefined;
    const source = way === "file" ? key : new URL(key);
    const open = async () => (way === "store packed" ? openPackedKey(source) : source);
    const kept = store && (await store.get(address) ?? await store.fetch(await open(), { address }));
    const { proof } = await prove(kept ?? source, witness, { threads: 2 });
    const ms = performance.now();
    await kept?.done;
    await kept?.close();
    await store?.close();
    process.send({ ms, proved: proof.protocol });
    process.disconnect();
}

/** @returns {Promise<number>} */
const run = (...args) => new Promise((resolve, reject) => {
    const stdio = /** @type {const} */ (["ignore", "inherit", "inherit", "ipc"]);
    const child = spawn(process.execPath, [SELF, ...args.map(String), "--client", "yes"], { stdio });
    let ms;
    child.on("message", (message) => { ms = message.ms; });
    child.on("close", (code) => (ms === undefined ? reject(new Error(`exit code ${code}`)) : resolve(ms)));
});

async function measure({ name, zkey, wtns }) {
    const folder = temporaryFolder("link"), packed = join(zkey, "..", "circuit.ffkey");
    const site = await serve(join(zkey, ".."), Number(values.megabits) * 125);
    try {
        if (!existsSync(packed)) await packKey(zkey, packed);
        const reader = await openPackedKey(packed), { digest } = reader;
        await reader.close();
        const rows = {};
        for (let round = 0; round < Number(values.rounds); round++)
            for (const [label, way, key, place] of [
                ["zkey", "url", `${site.url}/circuit.zkey`], ["packed", "url", `${site.url}/circuit.ffkey`],
                ["zkey, store", "store", `${site.url}/circuit.zkey`, "a"],
                ["packed, store", "store packed", `${site.url}/circuit.ffkey`, "b"],
                ["again, store", "store", `${site.url}/circuit.zkey`, "a"], ["file", "file", zkey],
            ]) {
                if (place && !label.startsWith("again")) rmSync(join(folder, place), { recursive: true, force: true });
                site.sent();
                const ms = await run(way, key, wtns, join(folder, place ?? "none"), digest);
                (rows[label] ??= []).push({ ms, bytes: site.sent() });
            }
        const leastOf = (list) => Math.min(...list.map(({ ms }) => ms));
        const least = Object.fromEntries(Object.entries(rows).map(([label, list]) => [label, leastOf(list)]));
        for (const [label, list] of Object.entries(rows)) {
            const s = (least[label] / 1000).toFixed(2), mb = (list.at(-1).bytes / 1e6).toFixed(1);
            console.log(`${name} ${label.padEnd(14)} ${s} s, ${mb} MB, ${(least[label] / least.zkey).toFixed(3)} of the zkey`);
        }
        console.log(`${name} again, store / file ${(least["again, store"] / least.file).toFixed(3)}`);
    } finally {
        site.close();
        rmSync(folder, { recursive: true, force: true });
    }
}

if (values.client) await client(...positionals);
else {
    const chosen = values.circuits?.split(",");
    for (const one of circuitsIn(positionals[0])) if (!chosen || chosen.includes(one.name)) await measure(one);
}
