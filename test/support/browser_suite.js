/** What a browser must show, the same for each. */
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import * as api from "../../src/index.js";
import { digests } from "../hosts/scenario/digests.mjs";
import { launch, visit } from "./browser.js";
import { bundle } from "./bundlers.js";
import { checkProofs, CIRCUIT, circuitFolder } from "./proving_app.js";
import { plainProject, root } from "./scratch.js";
import { circuitsIn, fixtures } from "./circuits.js";
import {
    APP_IN_WORKER,
    BUNDLE,
    firstTask,
    folders,
    inPage,
    inWorker,
    ISOLATED,
    SOURCE,
    verification,
} from "./pages.js";

/** Milliseconds; where the browser does not tell tasks apart, the pauses between turns of the event loop. */
const longestOf = ({ longTasks, longestPause }) => (longTasks === null ? longestPause : Math.max(0, ...longTasks));

let expected;
/** What Node computes, once. */
export const fromNode = () => (expected ??= digests(api, { singleThread: true }));

/** Firefox may block for ever when a worker starts another, so there the calling thread does the work. */
const nests = (name) => name !== "firefox";

/** title, page, headers, whether workers run */
const ways = (name) => [
    ["source, with workers", () => inPage(SOURCE, "{ threads: 2 }"), {}, true],
    ["source, one thread", () => inPage(SOURCE, "{ singleThread: true }"), {}, false],
    ["bundle, with workers", () => inPage(BUNDLE, "{ threads: 2 }"), {}, true],
    ["bundle, one thread", () => inPage(BUNDLE, "{ singleThread: true }"), {}, false],
    ["bundle, cross-origin isolated, with workers", () => inPage(BUNDLE, "{ threads: 2 }"), ISOLATED, true],
    [
        `bundle in a dedicated worker, ${nests(name) ? "with workers of its own" : "two threads asked for"}`,
        () => inWorker(BUNDLE, "{ threads: 2 }"),
        {},
        nests(name),
    ],
    ["bundle in a dedicated worker, one thread", () => inWorker(BUNDLE, "{ singleThread: true }"), {}, false],
];

const FILE = "/build/worker.js";
/** title, what the policy says of workers, options, whether workers run */
const POLICIES = [
    ["worker-src 'none'", "worker-src 'none'", "{}", false],
    ["only files of the site", "worker-src 'self'", "{}", false],
    ["nothing about workers", "", "{}", false],
    ["only files of the site, and workerUrl", "worker-src 'self'", `{ workerUrl: "${FILE}" }`, true],
    [
        "only files of the site, and createWorker",
        "worker-src 'self'",
        `{ createWorker: ({ name }) => new Worker("${FILE}", { name }) }`,
        true,
    ],
    [
        "only files of the site, and a workerUrl that leads nowhere",
        "worker-src 'self'",
        '{ workerUrl: "/nowhere.js" }',
        false,
    ],
    ["blob", "worker-src blob:", "{}", true],
    ["data, blob blocked", "worker-src data:", "{}", true],
];

/** Registers the tests of one browser; gives access to the running one. */
export function engineSuite(name) {
    const running = {};
    before(`starts ${name}`, async () => { running.browser = await launch(name); });
    after(() => running.browser?.close());

    for (const [title, pages, headers, threaded] of ways(name))
        it(`${title}: computes what Node computes`, async () => {
            const { report, said } = await visit(running.browser, { folders, pages: pages(), headers }, "/");
            const { names, bn128, bls12381 } = await fromNode();
            expect(report.names).to.deep.equal(names);
            expect(report.bn128).to.deep.equal(bn128);
            expect(report.bls12381).to.deep.equal(bls12381);
            if (threaded) expect(report.workers).to.be.at.least(1);
            else expect(report.workers).to.equal(0);
            if (headers === ISOLATED) expect(report.isolated).to.equal(true);
            expect(said.filter((line) => !line.includes("favicon") && !line.includes("404"))).to.deep.equal([]);
        });

    for (const { name: circuit, ...claim } of circuitsIn(fixtures).filter(
        ({ name, system }) => system === "groth16" && ["mimc_example", "mimc_bls"].includes(name),
    )) {
        it(`ffturbo/verify: ${circuit}`, async function () {
            const headers = {
                "Content-Security-Policy":
                    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'",
            };
            const {
                report: { first, again, right, wrong },
                said,
            } = await visit(running.browser, { folders, pages: verification(claim), headers }, "/");
            expect({ right, wrong }).to.deep.equal({ right: true, wrong: false });
            expect(
                said.filter((line) => /polic/i.test(line)),
                "no worker is even tried",
            ).to.deep.equal([]);
            this.test.title += `, ${Math.round(first)} ms the first time, ${Math.round(again)} ms again`;
        });
    }

    describe("under a Content-Security-Policy", () => {
        for (const [title, policy, options, threaded] of POLICIES)
            it(`${title}: ${threaded ? "workers run" : "falls back soon, said once"}`, async () => {
                const headers = {
                    "Content-Security-Policy": `default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; ${policy}`,
                };
                const {
                    report: { ms, later, workers, warned, turns },
                } = await visit(running.browser, { folders, pages: firstTask(options), headers }, "/");
                if (threaded) {
                    expect(workers).to.be.at.least(1);
                    expect(warned).to.deep.equal([]);
                } else {
                    expect(workers).to.equal(0);
                    expect(warned.length, warned.join("; ")).to.equal(1);
                    expect(warned[0]).to.match(
                        /^pool: expected to start workers, got ".*"; tasks run on the calling thread$/,
                    );
                }
                expect(turns, "turns of the page's event loop during a long sum").to.be.at.least(3);
                // a way that is waited for patiently would take thirty seconds
                expect(ms - later, "ms until the first answer, without the work").to.be.below(15_000);
            });
        it("without 'wasm-unsafe-eval' WebAssembly is forbidden, and the error says so", async () => {
            const headers = { "Content-Security-Policy": "default-src 'self'; script-src 'self'" };
            const failure = await visit(running.browser, { folders, pages: firstTask(), headers }, "/").catch(
                (error) => error,
            );
            expect(failure).to.be.instanceOf(Error);
            expect(failure.message).to.match(/CompileError|Content Security Policy|unsafe-eval/);
        });
    });

    describe("snarkjs in a page, ffjavascript aliased to ffturbo", () => {
        const [rounds, most, limitMs] = [2, 10, 50];
        let dist;
        before("bundles", async () => {
            ({ dist } = await bundle("esbuild", plainProject(), {
                more: [`--alias:ffjavascript=${join(root, BUNDLE)}`],
            }));
        });
        after(() => { if (dist) rmSync(dirname(dist), { recursive: true, force: true }); });
        const prove = async (options, path = "/", site = {}) =>
            (
                await visit(
                    running.browser,
                    { folders: { "/": dist, "/circuit/": circuitFolder(CIRCUIT) }, ...site },
                    `${path}?options=${encodeURIComponent(JSON.stringify(options))}`,
                )
            ).report;

        it("fullProve with workers: proofs verify here and there", async () => {
            const report = await prove({});
            await checkProofs(report);
            expect(report.workers).to.be.at.least(1);
        });
        it("fullProve on one thread: proofs verify here and there", async () => {
            const report = await prove({ singleThread: true });
            await checkProofs(report);
        });
        for (const options of [{}, { singleThread: true }])
            it(`fullProve in a dedicated worker of the page, ${options.singleThread ? "one thread" : "with workers of its own where it may"}: proofs verify here and there`, async () => {
                const report = await prove(options, "/inside.html", { pages: APP_IN_WORKER });
                await checkProofs(report);
                if (options.singleThread || !nests(name)) expect(report.workers).to.equal(0);
                else expect(report.workers).to.be.at.least(1);
            });
        for (const [policy, threaded] of [
            ["worker-src blob:", true],
            ["worker-src 'none'", false],
        ])
            it(`fullProve under a Content-Security-Policy, ${policy.replace(":", "")}: proofs verify here and there`, async () => {
                const report = await prove({}, "/", {
                    headers: {
                        "Content-Security-Policy": `default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; ${policy}`,
                    },
                });
                await checkProofs(report);
                if (threaded) expect(report.workers).to.be.at.least(1);
                else expect(report.workers).to.equal(0);
            });
        it("fullProve in a cross-origin isolated page: proofs verify here and there", async () => {
            await checkProofs(await prove({}, "/", { headers: ISOLATED }));
        });
        it(`with workers no task of the page takes ${limitMs} ms`, async function () {
            const felt = [];
            let kind;
            // The machine may be busy with something else: the quietest proof is the page's own doing, and a page that
            // only waits beside busy workers says what the machine itself does to one at that moment. Where a proof
            // takes long, so do the tasks of its page: up to a sixth of it.
            const quiet = ({ longest, idle, ms }) => longest < Math.max(limitMs, idle, ms / 6);
            for (let i = 0; i < rounds || (i < most && !felt.some(quiet)); i++) {
                const report = await prove({}), idle = longestOf(report.idle);
                for (const { ms, ...told } of [report.felt, report.feltAgain])
                    felt.push({ ms, longest: longestOf(told), idle });
                expect(longestOf(report.control), "a task of 80 ms, made to see that the page measures").to.be.at.least(
                    75,
                );
                kind = report.felt.longTasks ? "tasks of 50 ms or more" : "pauses";
            }
            const each = felt.map(({ longest, idle }) => `${longest} (${idle} idle)`).join(" ");
            this.test.title += `: ${kind} in ${felt.length} proofs of ${Math.min(...felt.map(({ ms }) => ms))} ms and more: ${each}`;
            expect(felt.some(quiet), `ms, of ${each}`).to.equal(true);
        });
    });
    return running;
}
