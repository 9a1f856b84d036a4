/** Pages that run hard cases on the browser's own WebGPU, in the page and in a worker of it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { expect } from "chai";
import { filesOf, SOURCES } from "../../../../scripts/workspaces.mjs";
import { GPU_CURVES, groupsOf } from "../../src/curves.js";
import { entryOf } from "../../../../test/support/twin_curves.js";
import { launch, reportOf } from "../../../../test/support/browser.js";
import { root } from "../../../../test/support/scratch.js";
import { serve } from "../../../../test/support/web_server.js";

const LIMIT_MS = 600_000;

const ALIASES = {
    "#host": "/src/util/host_web.js", "#curves": "/src/curves/loaders_web.js", "#gpu": "/packages/gpu/src/load_web.js",
};

/** Files that have such an alias, without: a worker has no import map. */
const WITHOUT_ALIASES = Object.fromEntries(SOURCES.flatMap((folder) => filesOf(folder, /\.js$/)).flatMap((name) => {
    const text = readFileSync(join(root, name), "utf8");
    const plain = Object.entries(ALIASES).reduce((all, [alias, path]) => all.replaceAll(`"${alias}"`, `"${path}"`), text);
    return plain === text ? [] : [[`/${name}`, plain]];
}));

/** @param {Record<string, string>} pages */
const serveCases = (pages) => serve({
    folders: {
        "/src/": join(root, "src"), "/packages/": join(root, "packages"), "/fixtures/": join(root, "test", "fixtures"),
    },
    pages: { ...WITHOUT_ALIASES, ...pages },
});

/**
 * A program that reports what `body` finds on each curve, or "no adapter" where there is none.
 * @param {string[]} names - of curves
 * @param {string} imports
 * @param {string} body - an async function of gpu and curve, which resolves to a list
 */
const reporting = (names, imports, body) => `
import { getCurveFromName } from "/src/index.js";
${names.filter((name) => !["bn128", "bls12381"].includes(name)).map((name) => `import "/${entryOf(name)}";`).join("\n")}
import { describeAdapter, openAdapter } from "/packages/gpu/src/device.js";
import { useGpu } from "/packages/gpu/src/index.js";
${imports}
const find = ${body};
async function report() {
    const { gpu } = navigator, adapter = await openAdapter(gpu).catch((error) => ({ none: String(error) }));
    if (!gpu || adapter.none) return { none: adapter.none };
    const results = [];
    for (const name of ${JSON.stringify(names)}) {
        const curve = await getCurveFromName(name, { threads: 0 });
        results.push(...(await find(gpu, curve)));
        await curve.terminate();
    }
    return { adapter: describeAdapter(adapter).name, results, where: globalThis.document?.visibilityState ?? "worker" };
}
`;

/** @typedef {{ names: string[], keys: string[] }} What - keys: of groups */

/** Hard sums, and calls that say nothing. @param {What & { seed: number, cases: number }} what */
const hardCases = ({ names, keys, seed, cases }) => reporting(names, `
import { GPU_CURVES, groupsOf } from "/packages/gpu/src/curves.js";
import { knownAnswer } from "/packages/gpu/src/known_answers.js";
import { runCases } from "/packages/gpu/test/gpu/cases.js";
`, `async (gpu, curve) => {
    const record = GPU_CURVES.find(({ name }) => name === curve.name), hard = [];
    const groups = groupsOf(record).filter(({ key }) => ${JSON.stringify(keys)}.includes(key));
    for (const group of groups) hard.push(await runCases(gpu, { group, curve }, { seed: ${seed}, cases: ${cases} }));
    await useGpu(curve, "auto", { calls: "enabled", timeout: 300000 });
    const right = []; // or why not
    for (const { key } of groups) {
        const G = curve[key], { points, scalars, expected } = knownAnswer(G, curve.r, 100, { seed: 7n });
        right.push(await G.multiExpAffine(points, scalars).then((got) => G.eq(got, expected), String));
    }
    if (curve.Fr.attachedGpu) {
        const column = new Uint8Array(32 * 512).map((_, i) => (i % 32 < 31 ? i * i : 0));
        const [got, want] = await Promise.all(["enabled", "disabled"].map((gpu) =>
            curve.Fr.cosetQuotient(column, column, column, { gpu }).catch(String)));
        right.push(String(got) === String(want) || String(got));
    }
    return hard.map((result) => ({ ...result, right: [...right], calls: curve.gpuInfo().calls }));
}`);

/** Transforms and proofs. @param {What} what */
const wholeCases = ({ names, keys }) => reporting(names, 'import { tryWhole } from "/packages/gpu/test/gpu/whole_cases.js";', `
async (gpu, curve) => {
    const read = async (file) => new Uint8Array(await (await fetch("/fixtures/" + file)).arrayBuffer());
    return [{ curve: curve.name, wrong: await tryWhole(curve, useGpu, { gpu, read, keys: ${JSON.stringify(keys)} }) }];
}`);

const PAGE = '<!doctype html><meta charset="utf-8"><title>test</title><script type="module" src="/main.js"></script>';

/** @param {string} text - of a program */
const inPage = (text) => ({ "/": PAGE, "/main.js": `${text}\nglobalThis.report = report();` });

/** @param {string} text - of a program */
const inWorker = (text) => ({
    "/": PAGE,
    "/main.js": `globalThis.report = new Promise((resolve, reject) => {
        const worker = new Worker("/inner.js", { type: "module" });
        worker.onmessage = ({ data }) => (data.error ? reject(new Error(data.error)) : resolve(data));
        worker.onerror = (event) => reject(new Error(event.message));
    });`,
    "/inner.js": `${text}\nreport().then((value) => postMessage(value), (error) => postMessage({ error: String(error?.stack ?? error) }));`,
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

    /** What a page reports; the test is skipped where it has no adapter. */
    const reportedBy = async (test, pages, options) => {
        test.timeout(LIMIT_MS);
        const { origin, close } = await serveCases(pages);
        try {
            const { report } = await reportOf(browser, origin, { limitMs: LIMIT_MS, ...options });
            if (report.none && REQUIRE_GPU === "1") throw new Error(report.none);
            console.log(`      ${report.none ? `skipped, because there is no adapter: ${report.none}` : report.adapter}`);
            return report.none ? test.skip() : report;
        } finally {
            await close();
        }
    };

    const cases = hardCases({ names, keys, seed: SEED, cases: CASES });
    for (const [where, pages] of [["a page", inPage(cases)], ["a worker", inWorker(cases)]])
        it(`sums ${CASES} hard cases of each curve in ${where}, and for calls that say nothing`, async function () {
            const { results } = await reportedBy(this, pages);
            console.log(`      SEED=${SEED}; ${results.map((one) => `${one.curve} ${one.key} ${one.ms} ms`).join(", ")}`);
            const told = results.map((one) => ({ ...one, ms: 0 }));
            const fine = { cases: CASES, wrong: [], ms: 0 };
            expect(told).to.deep.equal(names.flatMap((curve) => {
                const record = GPU_CURVES.find(({ name }) => name === curve);
                const groups = groupsOf(record).filter(({ key }) => keys.includes(key));
                const parts = [...groups, ...(record.g2 ? ["Fr"] : [])];
                const calls = { gpu: parts.length, cpu: 0, again: 0 }, right = parts.map(() => true);
                return groups.map(({ key }) => ({ curve, key, ...fine, right, calls }));
            }));
        });

    const proving = names.filter((one) => GPU_CURVES.find(({ name, g2 }) => name === one && g2));
    const whole = wholeCases({ names: proving, keys }), right = proving.map((curve) => ({ curve, wrong: [] }));
    for (const [title, where, pages, options] of [
        ["a worker", "worker", inWorker(whole), {}], ["a tab that is hidden", "hidden", inPage(whole), { hidden: true }],
    ])
        it(`transforms and proves in ${title}`, async function () {
            expect(await reportedBy(this, pages, options)).to.deep.include({ where, results: right });
        });
}
