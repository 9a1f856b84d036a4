/** What a browser must show, the same for each. */
import { expect } from "chai";
import * as api from "../../src/index.js";
import { digests } from "../hosts/scenario/digests.mjs";
import { launch, visit } from "./browser.js";
import { BUNDLE, folders, inPage, inWorker, ISOLATED, SOURCE } from "./pages.js";

let expected;
/** What Node computes, once. */
export const fromNode = () => (expected ??= digests(api, { singleThread: true }));

/** title, page, headers, whether workers run */
const WAYS = [
    ["source, with workers", () => inPage(SOURCE, "{ threads: 2 }"), {}, true],
    ["source, one thread", () => inPage(SOURCE, "{ singleThread: true }"), {}, false],
    ["bundle, with workers", () => inPage(BUNDLE, "{ threads: 2 }"), {}, true],
    ["bundle, one thread", () => inPage(BUNDLE, "{ singleThread: true }"), {}, false],
    ["bundle, cross-origin isolated, with workers", () => inPage(BUNDLE, "{ threads: 2 }"), ISOLATED, true],
    ["bundle in a dedicated worker, with workers of its own", () => inWorker(BUNDLE, "{ threads: 2 }"), {}, true],
    ["bundle in a dedicated worker, one thread", () => inWorker(BUNDLE, "{ singleThread: true }"), {}, false],
];

/** Registers the tests of one browser; gives access to the running one. */
export function engineSuite(name) {
    const running = {};
    before(`starts ${name}`, async () => { running.browser = await launch(name); });
    after(() => running.browser?.close());

    for (const [title, pages, headers, threaded] of WAYS) it(`${title}: computes what Node computes`, async () => {
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
    return running;
}
