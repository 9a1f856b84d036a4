/** The page of `npm run demo`, as it is published, in all browsers: by mouse, keyboard and screen reader. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { buildDemo } from "../../demo/build.mjs";
import { PAGES } from "../../demo/pages.mjs";
import { wiresOf, wordsOf } from "../../demo/src/sample.js";
import { buildBn128 } from "../../src/index.js";
import { verify } from "../../src/protocols/groth16/index.js";
import { exportVerificationKey } from "../../src/protocols/index.js";
import { BROWSERS, launch } from "../support/browser.js";
import { fixture } from "../support/circuits.js";
import { listeningPage, serveDemo } from "../support/demo_site.js";
import { findingsOn } from "../support/pages.js";
import { expectPicture } from "../support/pictures.js";
import { circuitFolder } from "../support/proving_app.js";
import { workFolder } from "../support/scratch.js";
import { keysFrom, powersFor, witnessOf } from "../support/weak_keys.js";

const json = (path) => JSON.parse(readFileSync(path, "utf8"));
const WIDTHS = [360, 768, 1440], THEMES = ["light", "dark"], LEAST_TARGET = 44, MOST_PICTURES = 6;

let site, folder, origin;
before("builds and serves the site", async function () {
    this.timeout(300_000);
    site = await serveDemo("demo", { withSnarkjs: true });
    ({ folder, origin } = site);
});
after(() => site?.close());

describe("the published site", function () {
    this.timeout(300_000);
    it("holds snarkjs only on demand, with its licence", async () => {
        expect(readFileSync(join(folder, "snarkjs", "COPYING"), "utf8")).to.match(/GNU GENERAL PUBLIC LICENSE/);
        expect(json(join(folder, "snarkjs", "package.json")).license).to.equal("GPL-3.0");
        const plain = await buildDemo(workFolder("demo-plain"));
        try {
            expect(existsSync(join(plain, "snarkjs"))).to.equal(false);
            expect(readFileSync(join(plain, "index.html"), "utf8")).to.include('data-snarkjs=""');
        } finally {
            rmSync(plain, { recursive: true, force: true });
        }
    });
});

for (const name of BROWSERS) describe(`the page in ${name}`, function () {
    this.timeout(120_000);
    let browser, page;
    const said = [];
    before(async () => { browser = await launch(name); });
    after(() => browser?.close());
    beforeEach(async () => {
        page = await listeningPage(browser, said);
        await page.setViewport({ width: 1440, height: 900 });
        await page.goto(origin);
    });
    afterEach(() => page.close());

    const text = (id) => page.$eval(`#${id}`, (element) => element.textContent);
    const give = async (...files) => (await page.$("#files")).uploadFile(...files);
    const until = (id, words) => page.waitForFunction(
        (of, pattern) => new RegExp(pattern).test(document.getElementById(of).textContent),
        { timeout: 60_000 }, id, words,
    );
    const proved = () => until("message", "verifies");
    /** The proof that the page shows, verified here. */
    const verifiedBy = async (vkey) => verify(json(vkey), JSON.parse(await text("public")), JSON.parse(await text("proof")));

    it("proves the sample by one click, and shows what happened", async () => {
        await page.click("#sample button");
        await proved();
        expect(await verifiedBy(fixture("mimc_example", "vkey.json"))).to.equal(true);
        expect(JSON.parse(await text("public"))).to.deep.equal([String(wiresOf(wordsOf("open sesame"))[1])]);
        expect(await text("facts")).to.match(/bn128.*2\s688.*(fma|simd|scalar)/);
        expect((await page.$$("#story li")).length).to.equal(5);
        const kinds = (id) => page.$$eval(`#${id} .track i`, (bars) => bars.map(({ className }) => className.split(" ")[0]));
        expect(await kinds("phases")).to.deep.equal(["other", "other", "fft", "g2", "g1", "g1", "g1", "check"]);
        expect(new Set(await kinds("workers"))).to.include.keys("other", "fft", "g1", "g2");
        const threads = Number((await text("facts")).match(/Threads(\d+)/)[1]);
        const lanes = await page.$$eval("#workers > :not(.axis)", (rows) => rows.map(({ firstChild }) => firstChild.textContent));
        expect(lanes.length).to.be.within(1, threads);
        for (const lane of lanes) expect(lane).to.match(/^(this page|worker \d+)$/);
        expect(await text("workers"), "the axis").to.match(/time0 ms.* in all$/);
        expect(await text("legend")).to.match(/MSMs over G1.*MSMs over G2.*FFTs/);
        expect(await text("meaning")).to.match(/^digest\d+what the chain/);
        expect(await page.$eval("#total", ({ hidden }) => hidden)).to.equal(true);
        expect(said).to.deep.equal([]);
    });

    it("prepares the sample that is chosen before anybody asks for a proof, and again where that failed", async () => {
        const fetched = (kind) => page.waitForFunction(
            (file) => performance.getEntriesByType("resource").some(({ name }) => name.endsWith(file)),
            { timeout: 30_000 }, `sample/${kind}/circuit.zkey`,
        );
        await fetched("text");
        await page.evaluate(() => {
            const { fetch } = globalThis;
            globalThis.failed = new Promise((resolve) => {
                globalThis.fetch = async () => {
                    globalThis.fetch = fetch;
                    resolve();
                    throw new Error("no connection");
                };
            });
        });
        await page.click("[name=kind][value=vote]");
        await page.evaluate(() => globalThis.failed);
        expect(await text("message")).to.equal("");
        await page.click("#sample button");
        await proved();
        expect(await verifiedBy(fixture("membership", "vkey.json"))).to.equal(true);
    });

    it("proves a vote, says what each signal is, and notices a second one by its nullifier", async () => {
        const vote = async (member, answer) => {
            await page.select("#member", member);
            await page.select("#answer", answer);
            const before = await text("public");
            await page.click("#sample button");
            await page.waitForFunction((old) => document.getElementById("public").textContent !== old, { timeout: 60_000 }, before);
            await proved();
            expect(await verifiedBy(fixture("membership", "vkey.json"))).to.equal(true);
            return JSON.parse(await text("public"));
        };
        await page.click("[name=kind][value=vote]");
        expect(await page.$eval("#secret", (field) => field.checkVisibility())).to.equal(false);
        const [root, nullifier, poll, yes] = await vote("Ada", "yes"), again = await vote("Ada", "no");
        const other = await vote("Emmy", "no");
        expect(yes).to.equal("1");
        expect(again).to.deep.equal([root, nullifier, poll, "2"]);
        expect([other[0], ...other.slice(2)]).to.deep.equal([root, poll, "2"]);
        expect(other[1]).to.not.equal(nullifier);
        expect(await text("meaning")).to.match(/^root\d+the group.*nullifier\d+.*poll\d+.*vote2which answer/);
        expect(said).to.deep.equal([]);
    });

    it("says why anybody can forge proofs of a key: when it is chosen, proved with and verified by", async () => {
        const curve = await buildBn128({ threads: 0 }), weak = workFolder("demo-weak"), at = (file) => join(weak, file);
        const { first } = await keysFrom(curve, (await powersFor(curve)).good), { Fr, r } = curve;
        const vkey = await exportVerificationKey(first, { curve, insecure: true });
        const values = [1n, 6n, 2n, 3n, Fr.toObject(Fr.inv(Fr.e(6n)))];
        await curve.terminate();
        for (const [file, bytes] of [["w.wtns", witnessOf(values, r)], ["first.zkey", first], ["vkey.json", JSON.stringify(vkey)]])
            writeFileSync(at(file), bytes);
        await give(at("first.zkey"), at("w.wtns"));
        await until("chosen", "delta is gamma.*anybody can forge proofs of this key");
        await page.waitForSelector("#prove:not(:disabled)");
        await page.click("#prove");
        await until("message", "verifies, but delta is gamma.*anybody can forge proofs of this key\\.$");
        await until("facts", "refused, see above$");
        await (await page.$("#check-files")).uploadFile(at("vkey.json"));
        await page.waitForFunction(() => document.getElementById("vkey-text").value !== "");
        await page.$eval("#check", (form) => form.requestSubmit());
        await until("verdict", "^Not verified: the key is refused\\.$");
        expect(await text("vkey-problem")).to.match(/^delta is gamma.*anybody can forge proofs of this key$/);
        expect(said).to.deep.equal([]);
    });

    it("reads the verification key from the proving key where none is given", async () => {
        await give(...["circuit.zkey", "witness.wtns"].map((file) => fixture("mimc_bls", file)));
        await page.waitForSelector("#prove:not(:disabled)");
        await page.click("#prove");
        await proved();
        await until("facts", "read from the proving key$");
        const { IC, vk_alpha_1: alpha } = json(fixture("mimc_bls", "vkey.json"));
        expect(JSON.parse(await page.$eval("#vkey-text", ({ value }) => value))).to.deep.include({ IC, vk_alpha_1: alpha });
        await page.click("#check [type=submit]");
        await until("verdict", "^The proof is valid");
    });

    it("says beside a file what proving found in it", async () => {
        const bytes = readFileSync(fixture("mimc_example", "witness.wtns"));
        bytes[bytes.length - 40] ^= 1; // a wire that the constraints do not allow
        await page.evaluate((content) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([Uint8Array.from(atob(content), (c) => c.charCodeAt(0))], "bad.wtns"));
            document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
        }, bytes.toString("base64"));
        await give(fixture("mimc_example", "circuit.zkey"));
        await page.waitForSelector("#prove:not(:disabled)");
        await page.click("#prove");
        await until("message", "^bad.wtns: ");
        expect(await page.$eval("#chosen .wrong", ({ textContent }) => textContent)).to.match(/^bad.wtnsexpected/);
        expect(await page.$eval("#prove", ({ disabled }) => disabled)).to.equal(true);
    });

    it("proves what Enter in the field asks for, another text by another digest", async () => {
        await page.focus("#secret");
        await page.keyboard.type("!");
        await page.keyboard.press("Enter");
        await proved();
        const typed = await page.$eval("#secret", ({ value }) => value);
        expect(JSON.parse(await text("public"))).to.deep.equal([String(wiresOf(wordsOf(typed))[1])]);
        expect(typed).to.match(/!/);
        expect(await page.evaluate(() => document.activeElement.id)).to.equal("run-title");
    });

    it("leads the keyboard through in the order of the page", async () => {
        const order = [];
        const menu = PAGES.map(({ name: label }) => label);
        for (let i = 0; i < 11 + menu.length; i++) {
            await page.keyboard.press("Tab");
            order.push(await page.evaluate(() => {
                const { id, className, type, tagName, textContent } = document.activeElement;
                return id || className || type || (tagName === "A" ? textContent : tagName);
            }));
        }
        expect(order).to.deep.equal(["skip", ...menu, "theme", "button", "button", "primary", "radio",
            "secret", "SUMMARY", "primary", "SUMMARY", "files"]);
    });

    for (const circuit of ["mimc_example", "mimc_bls"]) it(`proves files of ${circuit}`, async () => {
        await give(...["circuit.zkey", "witness.wtns", "vkey.json"].map((file) => fixture(circuit, file)));
        await page.waitForSelector("#prove:not(:disabled)");
        await page.click("#prove");
        await proved();
        expect(await verifiedBy(fixture(circuit, "vkey.json"))).to.equal(true);
        expect(said).to.deep.equal([]);
    });

    it("proves a circuit with its inputs", async () => {
        const at = (file) => join(circuitFolder("mimc_example"), file);
        await give(at("circuit.zkey"), at("circuit.wasm"), at("input.json"));
        await page.waitForSelector("#prove:not(:disabled)");
        await page.click("#prove");
        await proved();
        expect(await text("story")).to.match(/^The circuit's program calculated 2\s801 values in/);
        expect(await verifiedBy(at("vkey.json"))).to.equal(true);
    });

    it("names a wrong file at once, and takes it back", async () => {
        await give(fixture("mimc_example", "circuit.zkey"), fixture("mimc_tiny", "witness.wtns"));
        await until("chosen", "expected 2\\s801 values for circuit.zkey, got");
        expect(await text("missing")).to.equal("Remove or replace what does not fit.");
        expect(await page.$eval("#prove", ({ disabled }) => disabled)).to.equal(true);
        await page.click('[aria-label="Remove witness.wtns"]');
        await until("missing", "A witness .* is missing");
        expect((await page.$$("#chosen li")).length).to.equal(1);
        await give(fixture("mimc_example", "witness.wtns"));
        await page.waitForSelector("#prove:not(:disabled)");
    });

    it("takes files that are dropped anywhere", async () => {
        await page.evaluate(() => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File(["not a key"], "holiday.zkey"));
            document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
        });
        await until("chosen", "holiday.zkeyexpected .zkey, .wtns, .wasm or .json, got a file of another kind");
    });

    it("stops when told, and proves again", async () => {
        await page.evaluate(() => {
            document.querySelector("#sample button").click();
            document.getElementById("stop").click();
        });
        await until("message", "^Stopped");
        await page.click("#sample button");
        await proved();
    });

    it("proves in a tab that paints nothing", async () => {
        await page.evaluate(() => {
            const real = globalThis.requestAnimationFrame;
            globalThis.requestAnimationFrame = () => 0; // only for the page: whoever waits below polls with it
            document.querySelector("#sample button").click();
            globalThis.requestAnimationFrame = real;
        });
        await proved();
    });

    it("verifies with a key of one's own, and says why not", async () => {
        const files = ["vkey.json", "public.json", "proof.json"].map((file) => fixture("mimc_bls", file));
        await (await page.$("#check-files")).uploadFile(...files);
        await page.waitForFunction(() => document.getElementById("proof-text").value);
        await page.click("#check [type=submit]");
        await until("verdict", "^The proof is valid");
        const outcomes = () => page.$$eval("#checks li", (items) => items.map(({ className }) => className));
        expect(await outcomes()).to.deep.equal(["good", "good", "good", "good"]);
        await page.$eval("#public-text", (field) => { field.value = '["1"]'; });
        await page.click("#check [type=submit]");
        await until("verdict", "^Not valid \\(EQUATION\\)");
        await page.$eval("#proof-text", (field) => { field.value = "{"; });
        await page.click("#check [type=submit]");
        await until("verdict", "^Proof: expected JSON");
        await until("proof-problem", "^expected JSON: ");
        expect(await page.$eval("#proof-text", (field) => field.ariaInvalid ?? field.getAttribute("aria-invalid"))).to.equal("true");
    });

    it("hands out what the verifier gets", async () => {
        await page.click("#sample button");
        await proved();
        const [copied, saved] = await page.evaluate(async () => {
            const taken = [];
            Object.defineProperty(navigator, "clipboard", { value: { writeText: async (all) => taken.push(all) } });
            HTMLAnchorElement.prototype.click = function () { taken.push([this.download, this.href]); };
            document.querySelector("[data-copy=proof]").click();
            document.querySelector("[data-save=public]").click();
            const [download, href] = taken[1];
            return [taken[0], [download, await (await fetch(href)).text()]];
        });
        expect(copied).to.equal(await text("proof"));
        expect(saved).to.deep.equal(["public.json", await text("public")]);
    });

    const raced = () => until("race-message", "^Measured in your browser just now(, medians of [23])?\\. snarkjs accepts");
    it("races snarkjs by one click, and loads it only then", async () => {
        expect(await page.evaluate(() => "snarkjs" in globalThis)).to.equal(false);
        await page.click("#race button");
        await raced();
        const widths = await page.$$eval("#race-chart i", (bars) => bars.map(({ style }) => parseFloat(style.width)));
        expect(widths.length).to.equal(2);
        expect(Math.max(...widths), "the longest bar").to.equal(100);
        expect(Math.min(...widths)).to.be.within(0.1, 100);
        expect(await text("factor")).to.match(/^\d+\.\d×$/);
        expect(said).to.deep.equal([]);
    });

    /** Of each race: engines by their curves, noted when the frame of snarkjs goes. */
    const noteEngines = () => page.evaluate(() => {
        globalThis.noted = [];
        const { remove } = HTMLIFrameElement.prototype;
        HTMLIFrameElement.prototype.remove = function () {
            const { snarkjs, curve_bn128: theirs } = this.contentWindow, ours = globalThis.curve_bn128;
            globalThis.noted.push({
                theirs: theirs.tm.protocol ?? "none", ours: ours.tm.protocol, shared: theirs === ours,
                loadedHere: "snarkjs" in globalThis, loadedThere: Boolean(snarkjs),
            });
            remove.call(this);
        };
    });
    const ENGINES = { theirs: "none", shared: false, loadedHere: false, loadedThere: true };

    for (const when of ["at once", "after a proof of the page"])
        it(`in a fresh tab, ${when}, snarkjs runs on the engine that it came with, and ours on ours`, async () => {
            await noteEngines();
            if (when !== "at once") {
                await page.click("#sample button");
                await proved();
            }
            for (let races = 1; races <= 2; races++) {
                await page.click("#race button");
                await page.waitForFunction((count) => globalThis.noted.length === count, { timeout: 60_000 }, races);
                expect(await text("race-message")).to.match(/accepts .* snarkjs ran on ffjavascript, ffturbo in its tier \w+\.$/);
                const noted = await page.evaluate(() => globalThis.noted.at(-1));
                expect(noted).to.include(ENGINES);
                expect(noted.ours).to.match(/^ffturbo/);
            }
            expect(await page.$$eval("iframe", ({ length }) => length)).to.equal(0);
        });

    it("gives no result where snarkjs runs on this engine", async () => {
        await page.evaluate(() => {
            const script = "globalThis.snarkjs = { groth16: { prove: async () => { globalThis.curve_bn128 = CURVE; } } }";
            const at = (curve) => URL.createObjectURL(new Blob([script.replace("CURVE", curve)], { type: "text/javascript" }));
            globalThis.addresses = [at("parent.curve_bn128"), at("null")];
        });
        await page.click("#sample button"); // the page has a curve from now on
        await proved();
        for (const [i, engine] of ["ffturbo", "no curve"].entries()) {
            await page.evaluate((n) => { document.getElementById("address").value = globalThis.addresses[n]; }, i);
            await page.click("#race button");
            await until("race-message", `^expected snarkjs on ffjavascript, got one on ${engine}$`);
            expect([await text("factor"), await page.$eval("#share", ({ hidden }) => hidden)]).to.deep.equal(["", true]);
        }
    });

    it("races with what was proved last, and forgets the result when something else is proved", async () => {
        await give(...["circuit.zkey", "witness.wtns", "vkey.json"].map((file) => fixture("mimc_bls", file)));
        await page.waitForSelector("#prove:not(:disabled)");
        await page.click("#prove");
        await proved();
        await page.click("#race button");
        await raced();
        await page.click("#sample button");
        await proved();
        expect([await text("race-message"), await text("factor"), await text("race-chart")]).to.deep.equal(["", "", ""]);
        expect(await page.$eval("#share", ({ hidden }) => hidden)).to.equal(true);
    });

    it("gives a link to the result, which another page shows", async () => {
        await page.click("#race button");
        await raced();
        const link = await page.evaluate(async () => {
            const taken = [];
            Object.defineProperty(navigator, "clipboard", { value: { writeText: async (all) => taken.push(all) } });
            document.getElementById("share").click();
            return taken[0];
        });
        expect(link).to.match(/^http:\/\/localhost:\d+\/#race=\d+-\d+$/);
        const factor = await text("factor");
        await page.goto("about:blank");
        await page.goto(link);
        await until("race-message", "^Measured in another browser");
        const [ours, theirs] = /race=(\d+)-(\d+)/.exec(link).slice(1).map(Number);
        expect(Math.abs(parseFloat(await text("factor")) - parseFloat(factor))).to.be.below(0.2 + theirs / ours / ours);
        await page.goto("about:blank");
        await page.goto(`${origin}#race=1-x`);
        expect(await text("race-message")).to.equal("");
    });

    it("says so when there is no snarkjs at the address", async () => {
        await page.$eval("#address", (field) => { field.value = "nothing/here.js"; });
        await page.click("#race button");
        await until("race-message", "^expected snarkjs.min.js at nothing/here.js");
    });

    it("tampers with a signal, and shows which check refuses it", async () => {
        expect(await page.$eval("#tamper", ({ disabled }) => disabled)).to.equal(true);
        await page.click("#sample button");
        await proved();
        const [before] = JSON.parse(await text("public"));
        await page.click("#tamper");
        await until("verdict", "^Not valid \\(EQUATION\\)");
        const refused = () => page.$$eval("#checks li", (items) => items.map(({ className }) => className).join(" "));
        expect(await refused()).to.equal("good good good bad");
        expect(JSON.parse(await page.$eval("#public-text", ({ value }) => value))).to.deep.equal([String(BigInt(before) + 1n)]);
        await page.select("#cheat", "point");
        await page.click("#tamper");
        await until("verdict", "^Not valid \\(POINT_CURVE\\)");
        expect(await refused()).to.match(/^good good bad $/);
        await until("proof-problem", "a point of the curve");
        await page.select("#cheat", "order");
        await page.click("#tamper");
        await until("verdict", "^Not valid \\(SIGNAL_VALUE\\)");
        expect(await refused()).to.match(/^bad {3}$/);
        await until("public-problem", "below");
        await page.$eval("#public-text", (field) => { field.value = "[]"; });
        await page.click("#tamper");
        await until("verdict", "^Expected a number to change");
    });

    it("says beside a JSON file why it cannot be used", async () => {
        await (await page.$("#check-files")).uploadFile(fixture("mimc_bls", "input.json"), fixture("mimc_bls", "proof.json"));
        await until("check-problems", "^input.jsonexpected a verification key, public signals or a proof, got other JSON$");
        expect(await page.$eval("#proof-text", ({ value }) => value)).to.include("pi_a");
    });

    it("remembers the theme", async () => {
        await page.select("#theme", "dark");
        await page.reload();
        expect(await page.$eval("html", ({ dataset }) => dataset.theme)).to.equal("dark");
        await page.select("#theme", "auto");
    });

    /**
     * The page as it stays, as far as can be had: a busy Chromium gives unfinished pictures, at times again and again,
     * though seldom the same one twice. What is below the window it draws late.
     */
    async function picture(width) {
        if (name === "chromium")
            await page.setViewport({ width, height: await page.evaluate(() => document.documentElement.scrollHeight) });
        for (let last, next, i = 0; ; last = next, i++) {
            await page.evaluate(() => new Promise((resolve) => {
                requestAnimationFrame(() => requestAnimationFrame(resolve));
            }));
            next = await page.screenshot({ fullPage: true });
            if (i === MOST_PICTURES || (last && Buffer.compare(last, next) === 0)) return next;
        }
    }

    /** One of some pictures is that of this name: a page that differs never gives it. */
    const looksAs = async (width, what) => {
        for (let left = 3; ; left--) {
            const error = await expectPicture(`${name}-${width}-${what}`, await picture(width))
                .then(() => undefined, (reason) => reason);
            if (!error) return;
            if (left === 0) throw error;
        }
    };

    /** Two lanes and the axis, as on a machine with two cores; a busy one leaves workers nothing to do. */
    const twoLanes = () => page.$$eval("#workers > :not(.axis)", (rows) => {
        if (rows.length === 1) rows[0].after(rows[0].cloneNode(true));
        for (const row of rows.slice(2)) row.remove();
    });

    const VARIES = ".varies { visibility: hidden } textarea { color: transparent !important }"
        + " *, ::before { transition: none !important }";
    /** Nothing that differs from run to run, for pictures: other proofs have other numbers. */
    async function pose(width, theme) {
        await page.setViewport({ width, height: 900 });
        await page.select("#theme", theme);
        await page.addStyleTag({ content: VARIES });
        await page.evaluate(() => document.activeElement.blur());
    }

    /** What axe finds, targets that are too small, and whether the page is wider than the window. */
    async function examine() {
        const violations = await findingsOn(page);
        return { violations, ...await page.evaluate((least) => {
            const targets = [...document.querySelectorAll("button, select, input:not([type=radio]), .choice label, summary, textarea, a, .button")]
                .filter((element) => element.checkVisibility() && !element.matches(".hidden, .skip"));
            const small = targets.map((element) => [element.textContent.trim(), element.getBoundingClientRect()])
                .filter(([, { width, height }]) => width < least || height < least);
            return {
                small: small.map(([name, { width, height }]) => `${name}: ${width} x ${height}`),
                overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
            };
        }, LEAST_TARGET) };
    }
    const NOTHING = { violations: [], small: [], overflow: 0 };

    it("a page with a button less, in another place or of another colour gives another picture", async () => {
        const spoilt = async (css) => {
            await page.evaluate((textContent) => {
                document.head.append(Object.assign(document.createElement("style"), { id: "spoilt", textContent }));
            }, css);
            await pose(1440, "light");
            const found = await looksAs(1440, "light-start").then(() => "the same", () => "another");
            await page.$eval("#spoilt", (element) => element.remove());
            return found;
        };
        expect(await spoilt("/* as it is */")).to.equal("the same");
        for (const css of ["#sample button { visibility: hidden }", "#sample button { margin-left: 120px }",
            "#sample button { background: #080 !important }", "#prove { display: none }"])
            expect(await spoilt(css), css).to.equal("another");
    });

    it("a phone shows the page in two screens and the result in four", async () => {
        await page.setViewport({ width: 360, height: 900 });
        await page.reload();
        const height = () => page.evaluate(() => document.documentElement.scrollHeight);
        expect(await height()).to.be.below(2 * 900 + 300);
        await page.click("#sample button");
        await proved();
        expect(await height()).to.be.below(4 * 900);
    });

    it("a race and a refused proof look as they did", async () => {
        await page.click("#race button");
        await raced();
        await page.evaluate(() => { // what was measured, in giant type
            document.getElementById("factor").textContent = "5.6×";
            document.getElementById("race-message").textContent = "Measured in your browser just now. snarkjs accepts both.";
        });
        await pose(1440, "light");
        await looksAs(1440, "light-race");
        await page.click("#sample button");
        await proved();
        await page.click("#tamper");
        await until("verdict", "^Not valid");
        await twoLanes();
        await pose(1440, "light");
        await looksAs(1440, "light-refused");
    });

    // a page whose policy lets in no style of this test has the same test beside it, in circuit_page.test.js
    const others = PAGES.slice(1).filter(({ policy }) => !policy);
    for (const { file } of others) for (const width of WIDTHS) for (const theme of THEMES)
        it(`${file}, ${width} px, ${theme}: is accessible`, async () => {
            await page.goto(`${origin}${file}`);
            await pose(width, theme);
            expect(await examine()).to.deep.equal(NOTHING);
        });

    for (const width of WIDTHS) for (const theme of THEMES) {
        it(`${width} px, ${theme}: is accessible and looks as it did`, async () => {
            await pose(width, theme);
            expect(await examine()).to.deep.equal(NOTHING);
            await looksAs(width, `${theme}-start`);
        });
        it(`${width} px, ${theme}: the same with a result`, async () => {
            await give(fixture("mimc_example", "circuit.zkey"), fixture("mimc_tiny", "witness.wtns"));
            await until("chosen", "expected");
            await page.click("#sample button");
            await proved();
            await page.click("#check [type=submit]");
            await until("verdict", "valid");
            await twoLanes();
            await pose(width, theme);
            expect(await examine()).to.deep.equal(NOTHING);
            await looksAs(width, `${theme}-result`);
        });
    }
});
