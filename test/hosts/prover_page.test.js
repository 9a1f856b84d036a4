/** The example page in Chromium: files dropped in, a proof out, and a page that answers meanwhile. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { server } from "../../examples/browser/serve.mjs";
import { verify } from "../../src/prover/index.js";
import { fixtures } from "../support/circuits.js";
import { launch } from "../support/browser.js";

describe("the page in Chromium", function () {
    this.timeout(120_000);
    let browser, page, origin;
    const said = [];
    before(async () => {
        await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
        origin = `http://localhost:${server.address().port}/`;
        browser = await launch("chromium");
    });
    after(async () => {
        await browser?.close();
        server.closeAllConnections();
        await new Promise((resolve) => { server.close(resolve); });
    });
    beforeEach(async () => {
        said.length = 0;
        page = await browser.newPage();
        page.on("console", (message) => said.push(message.text()));
        page.on("pageerror", (error) => said.push(String(error)));
        await page.goto(origin);
    });
    afterEach(() => page.close());

    const at = (circuit, file) => join(fixtures, circuit, file);
    const text = (id) => page.$eval(`#${id}`, (element) => element.textContent);
    const give = async (...files) => (await page.$("#files")).uploadFile(...files);
    const settled = () => page.waitForFunction(() => document.getElementById("stop").disabled && document.getElementById("message").textContent !== "", { timeout: 60_000 });

    for (const circuit of ["mimc_example", "mimc_bls"]) it(`${circuit}: proves, verifies, shows its phases`, async () => {
        await give(at(circuit, "circuit.zkey"), at(circuit, "witness.wtns"));
        await page.click("#prove");
        await settled();
        expect(await text("message"), said.join("\n")).to.match(/^proved in [\d.]+ s; the proof verifies$/);
        expect(await text("engine")).to.match(/\d+ constraints, \d+ threads, tier (fma|simd|scalar)$/);
        const { proof, publicSignals } = JSON.parse(await text("proof"));
        expect(await verify(JSON.parse(readFileSync(at(circuit, "vkey.json"), "utf8")), publicSignals, proof)).to.equal(true);
        expect(await page.$$eval("#phases progress", (bars) => bars.map((bar) => bar.value))).to.deep.equal(Array(9).fill(1));
        expect((await page.$$("#chart .bar")).length).to.equal(9);
        expect(said).to.deep.equal([]);
    });

    it("says what is wrong with a file, and proves the next one", async () => {
        await give(at("mimc_example", "circuit.zkey"), at("mimc_tiny", "witness.wtns"));
        await page.click("#prove");
        await settled();
        expect(await text("message")).to.match(/the witness of another circuit/);
        expect(await page.$eval("#message", (element) => element.getAttribute("role"))).to.equal("alert");
        await give(at("mimc_example", "witness.wtns"));
        await page.click("#prove");
        await page.waitForFunction(() => /verifies$/.test(document.getElementById("message").textContent), { timeout: 60_000 });
    });

    it("stops when told", async () => {
        await give(at("mimc_example", "circuit.zkey"), at("mimc_example", "witness.wtns"));
        await page.evaluate(() => { document.getElementById("prove").click(); document.getElementById("stop").click(); });
        await settled();
        expect(await text("message")).to.equal("stopped");
    });
});
