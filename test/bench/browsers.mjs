/**
 * Proofs and sums in pages of several browsers, turn by turn, so that what else the machine does meets all of them:
 *
 *     node test/bench/make_circuits.mjs FOLDER dense:16
 *     node test/bench/browsers.mjs FOLDER/dense_2e16 [--browsers chromium,webkit] [--threads 1,2,4] [--rounds 5]
 *                                  [--tiers auto,simd] [--warm 3] [--size 12]
 *
 * Proofs are of fresh pages: the first of each, and those after it. Sums are over G1 of bn128, on the calling thread
 * alone. All figures are minima in milliseconds; beside the time on the wall stands that of the processor, of all
 * processes of the browser, which a busy machine changes less. Linux only, because of /proc.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { verify } from "../../src/protocols/groth16/index.js";
import { launch } from "../support/browser.js";
import { folders, pageOf } from "../support/pages.js";
import { processes, processesBelow } from "../support/processes.js";
import { serve } from "../support/web_server.js";

const { values, positionals: [folder] } = parseArgs({
    allowPositionals: true,
    options: {
        browsers: { type: "string", default: "chromium,webkit" },
        threads: { type: "string", default: "1,2,4" },
        tiers: { type: "string", default: "auto,simd" },
        rounds: { type: "string", default: "5" },
        warm: { type: "string", default: "3" },
        size: { type: "string", default: "12" },
    },
});
const LIMIT_MS = 300_000, SUMS = 20;
const list = (/** @type {"browsers" | "threads" | "tiers"} */ name) => values[name].split(",");

/** In the page: proofs, and sums of 2^size points, each a function that is called from here. */
const PAGE = pageOf(`
import { prove } from "/src/protocols/groth16/index.js";
import { buildBn128 } from "/src/index.js";
const timed = async (run) => { const from = performance.now(), value = await run(); return [value, performance.now() - from]; };
const bytesOf = async (name) => new Uint8Array(await (await fetch("/circuit/" + name)).arrayBuffer());
let files, curve, points, scalars;
globalThis.load = async () => { files = await Promise.all(["circuit.zkey", "witness.wtns"].map(bytesOf)); };
globalThis.prove = async (options) => {
    const [{ proof, publicSignals, engine }, ms] = await timed(async () => prove(...files, { timings: true, curve: curve ??= await buildBn128(options) }));
    return { proof, publicSignals, tier: engine.tier, ms };
};
globalThis.prepare = async (options, n) => {
    curve = await buildBn128({ ...options, singleThread: true });
    const { G1, Fr } = curve;
    points = new Uint8Array(n * 2 * G1.F.n8);
    scalars = new Uint8Array(n * Fr.n8);
    for (let i = 0, point = G1.g, value = Fr.e(3); i < n; i++, point = G1.add(point, G1.g), value = Fr.add(Fr.square(value), Fr.one)) {
        points.set(G1.toAffine(point), i * 2 * G1.F.n8);
        Fr.toRprLE(scalars, i * Fr.n8, value);
    }
};
globalThis.sum = async () => {
    const [value, ms] = await timed(() => curve.G1.multiExpAffine(points, scalars));
    return { sum: curve.G1.toString(value, 16), ms };
};
globalThis.report = true;`, { map: true });

const children = (/** @type {number} */ of) => processes().filter(({ parent }) => parent === of).map(({ id }) => id);

/** What these processes and all below them have taken, in milliseconds. @param {readonly number[]} roots */
const processorTime = (roots) => processesBelow(roots).reduce((sum, { ms }) => sum + ms, 0);

/** @type {Map<string, Record<string, number>>} */
const rows = new Map();
/** Keeps the least. @param {string} row @param {Record<string, number>} found */
function note(row, found) {
    const known = rows.get(row) ?? {};
    for (const [name, ms] of Object.entries(found)) known[name] = Math.min(known[name] ?? Infinity, ms);
    rows.set(row, known);
}

function print() {
    console.log("| what, threads | browser, tier | cold | warm | processor, warm |\n|---|---|---|---|---|");
    for (const [row, { cold, warm, processor }] of [...rows].sort())
        console.log(`| ${row} | ${[cold, warm, processor].map((ms) => (ms === undefined ? "–" : ms.toFixed(1))).join(" | ")} |`);
    console.log();
}

const vkey = JSON.parse(readFileSync(join(folder, "vkey.json"), "utf8"));
const site = await serve({ folders: { ...folders, "/circuit/": folder }, pages: PAGE });
const running = {}, roots = {};

async function withPage(name, body) {
    const page = await running[name].newPage();
    try {
        await page.goto(site.origin);
        await page.waitForFunction(() => globalThis.report);
        return await body(page);
    } finally {
        await page.close();
    }
}

/** Proofs of a fresh page. */
const proofs = (name, options) => withPage(name, async (page) => {
    await page.evaluate(() => globalThis.load());
    for (let i = 0; i <= Number(values.warm); i++) {
        const before = processorTime(roots[name]);
        const { proof, publicSignals, tier, ms } = await page.evaluate((given) => globalThis.prove(given), options);
        const processor = processorTime(roots[name]) - before;
        if (!await verify(vkey, publicSignals, proof)) throw new Error(`${name}: expected a proof that verifies, got another`);
        note(`proof, ${options.threads} | ${name}, ${tier}`, i ? { warm: ms, processor } : { cold: ms });
    }
});

/** Sums of a fresh page. @returns {Promise<string>} the sum */
const sums = (name, options) => withPage(name, async (page) => {
    await page.evaluate((given, n) => globalThis.prepare(given, n), options, 2 ** Number(values.size));
    let found;
    for (let i = 0; i < SUMS; i++) {
        found = await page.evaluate(() => globalThis.sum());
        note(`sum of 2^${values.size} | ${name}, ${options.tier}`, i ? { warm: found.ms } : { cold: found.ms });
    }
    return found.sum;
});

try {
    for (const name of list("browsers")) {
        const before = children(process.pid);
        running[name] = await launch(name, { protocolTimeout: LIMIT_MS });
        roots[name] = children(process.pid).filter((id) => !before.includes(id));
    }
    for (let round = 0; round < Number(values.rounds); round++) for (const tier of list("tiers")) {
        for (const threads of list("threads").map(Number))
            for (const name of list("browsers")) await proofs(name, { threads, tier });
        const found = new Set();
        for (const name of list("browsers")) found.add(await sums(name, { tier }));
        if (found.size !== 1) throw new Error(`sums: expected one, got ${[...found]}`);
        print();
    }
} finally {
    for (const browser of Object.values(running)) await browser.close();
    await site.close();
}
