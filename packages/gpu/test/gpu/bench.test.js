/** The bench of `npx ffturbo bench --gpu` and of its page. */
import { rmSync } from "node:fs";
import { expect } from "chai";
import { measureGpu } from "../../src/bench.js";
import { buildDemo } from "../../../../demo/build.mjs";
import { serverOf } from "../../../../demo/serve.mjs";
import { PointCache } from "../../src/point_cache.js";
import { FORMS } from "../../src/products.js";
import { launch } from "../../../../test/support/browser.js";
import { findGpu } from "../support/find_gpu.js";
import { workFolder } from "../../../../test/support/scratch.js";

/** The same adapter, which says that it is a GPU. */
const asGpu = (gpu) => ({
    requestAdapter: async (options) => {
        const adapter = await gpu.requestAdapter(options);
        return {
            limits: adapter.limits, info: { description: "a processor in disguise", isFallbackAdapter: false },
            requestDevice: () => adapter.requestDevice(),
        };
    },
});

describe("the bench of the GPU", () => {
    const { judge } = PointCache.prototype;
    before(() => { PointCache.prototype.judge = () => {}; }); // not by times here
    after(() => { PointCache.prototype.judge = judge; });

    it("measures products, quotients, stages and MSMs, and compares each result", async function () {
        this.timeout(1_800_000); // a software adapter takes minutes, and more beside other work
        const gpu = asGpu(await findGpu(this)), lines = [], name = "bn128";
        const options = { timeout: 300_000 }, kernels = { form: "table" }, told = (text) => lines.push(text);
        const what = { threads: 0, gpu, options, kernels, names: [name], sizes: [12], told };
        const { starts, products, rows, right } = await measureGpu(what, new AbortController().signal);
        expect(right, lines.join("\n")).to.equal(true);
        expect(starts[0]).to.include({ curve: name, state: "ready", adapter: "a processor in disguise" });
        const forms = products[name].map(({ limbBits, rows: unrolled }) => ({ limbBits, rows: unrolled }));
        expect(forms).to.deep.equal(FORMS);
        expect(rows.map(({ group, size, where }) => [group, size, where]))
            .to.deep.equal([["Fr", 4096, "gpu"], ["G1", 4096, "gpu"], ["G2", 4096, "gpu"]]);
        for (const row of rows.slice(1)) {
            expect(row.gpuKept, "each of the last MSMs found its points on the GPU").to.be.above(0);
            expect(row.stages).to.include.keys("upload", "convert", "count", "accumulate", "gather", "read");
        }
        expect(lines.length).to.equal(1 + FORMS.length + rows.length);
    });

    it("runs in a page, and says there why a processor is not measured", async function () {
        this.timeout(300_000);
        const folder = await buildDemo(workFolder("demo-gpu")), server = serverOf(folder);
        const browser = await launch("chromium", { args: ["--enable-unsafe-webgpu"] });
        try {
            await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
            const page = await browser.newPage();
            await page.goto(`http://localhost:${server.address().port}/gpu.html`);
            await page.click("#measure");
            await page.waitForFunction(() => document.getElementById("result").value, { timeout: 240_000 });
            const { starts, rows, right, version } = JSON.parse(await page.$eval("#result", ({ value }) => value));
            expect(starts.map(({ curve }) => curve)).to.include.members(["bn128", "bls12377", "edwards_bls12"]);
            for (const { state, reason } of starts) {
                expect(state).to.equal("waiting");
                expect(reason).to.include("is a processor, not a GPU");
            }
            expect([rows, right, typeof version]).to.deep.equal([[], true, "string"]);
        } finally {
            await browser.close();
            server.close();
            rmSync(folder, { recursive: true, force: true });
        }
    });
});
