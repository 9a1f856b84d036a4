/** The page circuit.html, as it is published, in all browsers: files in, the constraints that fail out. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { circom } from "../../../../scripts/circom.mjs";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { check } from "../../src/circuits/index.js";
import { BROWSERS, launch } from "../../../../test/support/browser.js";
import { listeningPage, serveDemo } from "../../../../test/support/demo_site.js";
import { madeCircuit, wtnsOf } from "../../../../test/support/made_circuit.js";
import { findingsOn } from "../../../../test/support/pages.js";
import { curveOf } from "../../../../test/support/primes.js";
import { filesOf, plantedCircuit, planted } from "../../../../test/support/planted.js";

const SOURCE = `pragma circom 2.0.0;
template Small(n) { signal input in, k; signal output out; assert(in < n); out <== in * k; }
template Main() {
    signal input a, b; signal output c; signal never, free;
    component s = Small(100);
    s.in <== a; s.k <== b; log("the product is", a * b);
    free <-- 3;
    c <== s.out;
}
component main = Main();`;
/** What targets of WCAG 2.2 measure at least here. */
const LEAST_TARGET = 44;

let site, files, origin;
const at = (name) => join(files, name);
before("compiles a circuit, builds and serves the site", async function () {
    this.timeout(240_000);
    files = temporaryFolder("circuit-page");
    writeFileSync(at("main.circom"), SOURCE);
    circom(files, "main.circom", ["--r1cs", "--sym", "--wasm", "--O0"]);
    writeFileSync(at("input.json"), '{ "a": 3, "b": "5" }');
    writeFileSync(at("large.json"), '{ "a": 300, "b": 5 }');
    site = await serveDemo("demo-circuit");
    origin = site.origin;
});
after(() => site?.close());

for (const name of BROWSERS) describe(`the page of circuits in ${name}`, function () {
    this.timeout(120_000);
    let browser, page;
    const said = [], requests = [];
    /** WebDriver tells of no requests: there it is the site that counts, and sees none to others. */
    const asked = () => (name === "webkit" ? site.asked : requests);
    before(async () => { browser = await launch(name); });
    after(() => browser?.close());
    beforeEach(async () => {
        page = await listeningPage(browser, said);
        await page.setViewport({ width: 1440, height: 900 });
        await page.goto(`${origin}circuit.html`);
        asked().length = 0;
        page.on("request", (request) => requests.push(request.url()));
    });
    afterEach(() => page.close());

    const text = (id) => page.$eval(`#${id}`, (element) => element.textContent);
    const give = async (...names) => (await page.$("#files")).uploadFile(...names.map(at));
    const until = (id, words) => page.waitForFunction(
        (of, pattern) => new RegExp(pattern).test(document.getElementById(of).textContent),
        { timeout: 60_000 }, id, words,
    );
    const checked = async (words) => {
        await page.waitForSelector("#check:not(:disabled)");
        await page.click("#check");
        await until("message", words);
    };
    /** What the page loaded after it was there, besides its icon. */
    const loaded = () => asked().filter((url) => !/^blob:|icon\.svg$/.test(url)).map((url) => url.replace(origin, ""));
    /** Parts of the page itself: kernels of the curve and the tier. */
    const PART = /^circuit_common_\w+\.js$/;
    const foreign = () => loaded().filter((file) => !PART.test(file));
    const put = (file, bytes) => writeFileSync(at(file), bytes);
    /** What the page shows of each failing constraint: lines, and pairs of a name and a value. */
    const shown = () => page.$$eval("#failing article", (all) => all.map((article) => ({
        title: article.querySelector("h3").textContent,
        equation: article.querySelector("pre")?.textContent,
        pairs: [...article.querySelectorAll("dl > div")].map((pair) => [...pair.children].map((one) => one.textContent)),
    })));

    it("calculates the witness of a circuit that holds, and asks for nothing but parts of the page", async () => {
        await give("main.r1cs", "main.sym", "main_js/main.wasm", "input.json");
        await checked("^All 4 constraints hold, checked in");
        expect(await text("said")).to.equal("the product is 15\n");
        expect((await shown()).map(({ title }) => title)).to.deep.equal(["Never set, and 0: 1 signal"]);
        expect(await text("failing")).to.include("main.never");
        expect(foreign()).to.deep.equal([]);
        expect(said).to.deep.equal([]);
    });

    it("has a policy that lets it send nothing", async () => {
        const sent = await page.evaluate(async (to) => {
            const refused = (promise) => promise.then(() => "sent", () => "refused");
            const picture = (src) => new Promise((resolve, reject) => {
                Object.assign(new Image(), { onload: resolve, onerror: reject, src });
            });
            return [
                await refused(fetch(to)), await refused(picture("http://127.0.0.1:9/x.png")),
                await refused(new Promise((resolve, reject) => {
                    const socket = new WebSocket("ws://127.0.0.1:9");
                    Object.assign(socket, { onopen: resolve, onerror: reject });
                })),
            ];
        }, origin);
        expect(sent).to.deep.equal(["refused", "refused", "refused"]);
        if (name === "chromium") expect(said.join("\n")).to.match(/Content Security Policy/);
    });

    for (const [k, kind] of [[3, "a wrong value"], [12, "a changed coefficient"], [0, "a missing assignment"]])
        it(`shows the constraints that fail, with the values on both sides: ${kind}`, async () => {
            const circuit = plantedCircuit(k), curve = curveOf(circuit.prime);
            const { r1cs, wtns, failing } = planted(circuit, kind);
            put("bad.r1cs", r1cs);
            put("bad.wtns", wtns);
            put("bad.sym", circuit.sym);
            await give("bad.r1cs", "bad.wtns", "bad.sym");
            await checked("not hold");
            const { first } = await check(r1cs, wtns, { sym: circuit.sym, threads: 0 });
            expect(first[0].number).to.equal(failing[0].number);
            expect((await shown()).map(({ title, equation, pairs: [left, right, ...signals] }) =>
                [title, equation, left[1], right[1], signals.map(([signal, value]) => [signal.split(" (also")[0], value])]))
                .to.deep.equal(first.map(({ number, equation, left, right, signals }) => [
                    `Constraint ${number}`, equation, left, right, signals.map(({ name: signal, value }) => [signal, value]),
                ]));
            if (/bn128|bls12381/.test(curve)) expect(foreign()).to.deep.equal([]);
            else expect(loaded()).to.include(`circuit_${curve}.js`);
            expect(loaded().filter((file) => !/^circuit_\w+\.js$/.test(file)), "nothing but parts of it").to.deep.equal([]);
            expect(said).to.deep.equal([]);
        });

    it("counts what it does not show, and calls signals by number without names", async () => {
        const field = plantedCircuit(0).field, right = madeCircuit(field, "dense", 40);
        const values = right.values.map((value, i) => (i === 0 ? value : (value + 1n) % field.r));
        const { r1cs, wtns, failing } = filesOf({ ...right, values }, field);
        put("bad.r1cs", r1cs);
        put("bad.wtns", wtns);
        await give("bad.r1cs", "bad.wtns");
        await checked(`^${failing.length} of 40 constraints do not hold; the first 10 are below`);
        expect((await shown()).length).to.equal(10);
        expect((await shown())[0].equation).to.match(/wire\[\d+\]/);
    });

    it("says which assertion of the circuit failed, with the values of its signals", async () => {
        await give("main.r1cs", "main.sym", "main_js/main.wasm", "large.json");
        await checked("an assertion of the circuit that does not hold for these inputs");
        expect(await text("message")).to.match(/Small.* line: 2/s).and.to.match(/\n {2}in main\.s: .*in = 300/);
    });

    it("hints at signals without constraints if asked to", async () => {
        await give("main.r1cs", "main.sym", "main_js/main.wasm", "input.json");
        await page.click("#hints");
        await checked("^All 4 constraints hold");
        expect(await text("failing")).to.include("main.free").and.to.include("a constraint may be missing there, or none");
        await page.click("#hints");
        await checked("^All 4 constraints hold");
        await page.waitForFunction(() => !document.getElementById("failing").textContent.includes("main.free"));
    });

    it("says what is missing, what is no file of a circuit, and takes it back", async () => {
        await give("main.sym");
        await until("missing", "^The constraints \\(\\.r1cs\\) are missing");
        await give("main.r1cs");
        await until("missing", "^A witness \\(\\.wtns\\) is missing");
        await give("main_js/main.wasm");
        await until("missing", "^The inputs \\(\\.json\\) are missing");
        await give("main.circom");
        await until("chosen", "main.circomexpected .r1cs, .sym, .wtns, .wasm or inputs as .json, got a file of another kind");
        expect(await text("missing")).to.equal("Remove or replace what is no file of a circuit.");
        expect(await page.$eval("#check", ({ disabled }) => disabled)).to.equal(true);
        await page.click('[aria-label="Remove main.circom"]');
        await give("input.json");
        await checked("hold");
    });

    it("says what is wrong with a damaged file, and checks again", async () => {
        put("short.r1cs", readFileSync(at("main.r1cs")).subarray(0, 200));
        await give("short.r1cs", "main_js/main.wasm", "input.json");
        await checked("^short.r1cs: expected");
        await give("main.r1cs");
        await checked("^All 4");
    });

    it("takes a large witness from where it is, and stops when told", async () => {
        const field = plantedCircuit(0).field, { r1cs, values } = madeCircuit(field, "mixed", 2 ** 15);
        put("large.r1cs", r1cs);
        put("large.wtns", wtnsOf(field, values));
        await give("large.r1cs", "large.wtns");
        await page.waitForSelector("#check:not(:disabled)");
        await page.evaluate(() => {
            document.getElementById("check").click();
            document.getElementById("stop").click();
        });
        await until("message", "^Stopped");
        await checked("^All 32\\s768 constraints hold");
        expect(foreign()).to.deep.equal([]);
    });

    it("takes files that are dropped anywhere", async () => {
        await page.evaluate(() => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File(['{ "a": 1 }'], "dropped.json"));
            document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
        });
        await until("chosen", "dropped.jsoninputs, 1 by name");
    });

    for (const width of [360, 1440]) for (const theme of ["light", "dark"]) it(`${width} px, ${theme}: is accessible`, async () => {
        const circuit = plantedCircuit(3), { r1cs, wtns } = planted(circuit, "a wrong value");
        put("bad.r1cs", r1cs);
        put("bad.wtns", wtns);
        put("bad.sym", circuit.sym);
        await page.setViewport({ width, height: 900 });
        await page.select("#theme", theme);
        await give("bad.r1cs", "bad.wtns", "bad.sym");
        await checked("not hold");
        expect(await findingsOn(page)).to.deep.equal([]);
        expect(await page.evaluate((least) => {
            const targets = [...document.querySelectorAll("button, select, a, .button")]
                .filter((element) => element.checkVisibility() && !element.matches(".hidden, .skip"));
            const small = targets.map((element) => [element.textContent.trim(), element.getBoundingClientRect()])
                .filter(([, box]) => box.width < least || box.height < least).map(([label]) => label);
            return { small, overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth };
        }, LEAST_TARGET)).to.deep.equal({ small: [], overflow: 0 });
    });
});
