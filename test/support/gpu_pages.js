/** Pages that run hard cases on the browser's own WebGPU, in the page and in a worker of it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { expect } from "chai";
import { CARD_CURVES, groupsOf } from "../../src/gpu/curves.js";
import { launch, reportOf } from "./browser.js";
import { root } from "./scratch.js";
import { serve } from "./web_server.js";

const LIMIT_MS = 600_000;

const ALIASES = {
    "#host": "/src/util/host_web.js", "#curves": "/src/curves/loaders_web.js", "#gpu": "/src/gpu/load_web.js",
};

/** Files that have such an alias, without: a worker has no import map. */
const WITHOUT_ALIASES = Object.fromEntries(readdirSync(join(root, "src"), { recursive: true }).flatMap((name) => {
    if (!name.endsWith(".js")) return [];
    const text = readFileSync(join(root, "src", name), "utf8");
    const plain = Object.entries(ALIASES).reduce((all, [alias, path]) => all.replaceAll(`"${alias}"`, `"${path}"`), text);
    return plain === text ? [] : [[`/src/${name}`, plain]];
}));

/** @param {Record<string, string>} pages */
const serveCases = (pages) => serve({
    folders: { "/src/": join(root, "src"), "/test/gpu/": join(root, "test", "gpu") },
    pages: { ...WITHOUT_ALIASES, ...pages },
});

/**
 * What page and worker run. Resolves to "no adapter" where there is none.
 * @param {{ names: string[], keys: string[], seed: number, cases: number }} what - keys: of groups
 */
const program = ({ names, keys, seed, cases }) => `
import { getCurveFromName } from "/src/index.js";
${names.filter((name) => !["bn128", "bls12381"].includes(name)).map((name) => `import "/src/curves/on_demand/${name}.js";`).join("\n")}
import { CARD_CURVES, groupsOf } from "/src/gpu/curves.js";
import { describeAdapter, openAdapter } from "/src/gpu/device.js";
import { useGpu } from "/src/gpu/index.js";
import { knownAnswer } from "/src/gpu/known_answers.js";
import { runCases } from "/test/gpu/cases.js";
async function report() {
    const { gpu } = navigator, adapter = await openAdapter(gpu).catch((error) => ({ none: String(error) }));
    if (!gpu || adapter.none) return { none: adapter.none };
    const results = [];
    for (const name of ${JSON.stringify(names)}) {
        const curve = await getCurveFromName(name, { threads: 0 }), record = CARD_CURVES.find((one) => one.name === name);
        const groups = groupsOf(record).filter(({ key }) => ${JSON.stringify(keys)}.includes(key)), hard = [];
        for (const group of groups) hard.push(await runCases(gpu, { group, curve }, { seed: ${seed}, cases: ${cases} }));
        await useGpu(curve, "auto", { calls: "enabled", timeout: 300000 });
        const right = []; // or why not
        for (const { key } of groups) {
            const G = curve[key], { points, scalars, expected } = knownAnswer(G, curve.r, 100, { seed: 7n });
            right.push(await G.multiExpAffine(points, scalars).then((got) => G.eq(got, expected), String));
        }
        if (curve.Fr.card) {
            const column = new Uint8Array(32 * 512).map((_, i) => (i % 32 < 31 ? i * i : 0));
            const [got, want] = await Promise.all(["enabled", "disabled"].map((gpu) =>
                curve.Fr.cosetQuotient(column, column, column, { gpu }).catch(String)));
            right.push(String(got) === String(want) || String(got));
        }
        for (const result of hard) results.push({ ...result, right: [...right], calls: curve.gpuInfo().calls });
        await curve.terminate();
    }
    return { adapter: describeAdapter(adapter).name, results };
}
`;

const PAGE = '<!doctype html><meta charset="utf-8"><title>test</title><script type="module" src="/main.js"></script>';

/** @param {Parameters<typeof program>[0]} what */
const casesInPage = (what) => ({ "/": PAGE, "/main.js": `${program(what)}\nglobalThis.report = report();` });

/** @param {Parameters<typeof program>[0]} what */
const casesInWorker = (what) => ({
    "/": PAGE,
    "/main.js": `globalThis.report = new Promise((resolve, reject) => {
        const worker = new Worker("/inner.js", { type: "module" });
        worker.onmessage = ({ data }) => (data.error ? reject(new Error(data.error)) : resolve(data));
        worker.onerror = (event) => reject(new Error(event.message));
    });`,
    "/inner.js": `${program(what)}\nreport().then((value) => postMessage(value), (error) => postMessage({ error: String(error?.stack ?? error) }));`,
});

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 32), CASES = Number(process.env.GPU_CASES ?? 24);

/**
 * The tests of one browser. GPU_CURVE names one curve, else a small set.
 * @param {"chromium" | "firefox"} name
 * @param {object} options - of the launch
 * @param {string[]} keys - of groups
 */
export function browserCases(name, options, keys) {
    const { GPU_CURVE, REQUIRE_GPU } = process.env;
    const names = GPU_CURVE ? [GPU_CURVE] : ["bn128", "edwards_bls12"];
    let browser;
    before(`starts ${name}`, async () => { browser = await launch(name, { ...options, protocolTimeout: LIMIT_MS }); });
    after(() => browser?.close());

    for (const [where, pages] of [["a page", casesInPage], ["a worker", casesInWorker]])
        it(`sums ${CASES} hard cases of each curve in ${where}, and for calls that say nothing`, async function () {
            this.timeout(LIMIT_MS);
            const { origin, close } = await serveCases(pages({ names, keys, seed: SEED, cases: CASES }));
            try {
                const { report: { none, adapter, results } } = await reportOf(browser, origin, { limitMs: LIMIT_MS });
                if (none && REQUIRE_GPU === "1") throw new Error(none);
                if (none) {
                    console.log(`      skipped, because there is no adapter: ${none}`);
                    this.skip();
                }
                console.log(`      ${adapter}; SEED=${SEED}; ${results.map((one) => `${one.curve} ${one.key} ${one.ms} ms`).join(", ")}`);
                const told = results.map((one) => ({ ...one, ms: 0 }));
                const fine = { cases: CASES, wrong: [], ms: 0 };
                expect(told).to.deep.equal(names.flatMap((curve) => {
                    const record = CARD_CURVES.find(({ name }) => name === curve);
                    const groups = groupsOf(record).filter(({ key }) => keys.includes(key));
                    const parts = [...groups, ...(record.g2 ? ["Fr"] : [])];
                    const calls = { gpu: parts.length, cpu: 0, again: 0 }, right = parts.map(() => true);
                    return groups.map(({ key }) => ({ curve, key, ...fine, right, calls }));
                }));
            } finally {
                await close();
            }
        });
}
