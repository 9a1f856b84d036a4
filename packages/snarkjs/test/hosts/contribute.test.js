/** The page to contribute with, as it is published, in all browsers: keys from files and addresses. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { contributeToKey, formatHash } from "../../src/ceremony/index.js";
import { readContributions } from "../../../../src/protocols/groth16/contributions.js";
import { contributionHash } from "../../src/ceremony/transcript.js";
import { openZkey } from "../../../../src/protocols/groth16/zkey.js";
import { openSource } from "../../../../src/files/source.js";
import { buildBn128 } from "../../../../src/index.js";
import { BROWSERS, launch } from "../../../../test/support/browser.js";
import { fixture } from "../../../../test/support/circuits.js";
import { listeningPage, serveDemo } from "../../../../test/support/demo_site.js";
import { keysFrom, powersFor } from "../../../../test/support/weak_keys.js";

const KEY = fixture("mimc_example", "circuit.zkey");
let site, origin, curve;
before("builds and serves the site", async function () {
    this.timeout(240_000);
    site = await serveDemo("demo-contribute");
    origin = site.origin;
    curve = await buildBn128({ singleThread: true });
});
after(() => site?.close());

for (const name of BROWSERS) describe(`the page to contribute with in ${name}`, function () {
    this.timeout(240_000);
    let browser, page;
    const said = [];
    before(async () => { browser = await launch(name); });
    after(() => browser?.close());
    beforeEach(async () => {
        page = await listeningPage(browser, said);
        await page.goto(`${origin}contribute.html`);
    });
    afterEach(() => page.close());

    const text = (id) => page.$eval(`#${id}`, (element) => element.textContent);
    const until = (words) => page.waitForFunction(
        (pattern) => new RegExp(pattern).test(document.getElementById("message").textContent),
        { timeout: 120_000 }, words,
    );
    const saved = async () => {
        const [file, digits] = await page.evaluate(async () => {
            const { href, download } = document.getElementById("save");
            const bytes = new Uint8Array(await (await fetch(href)).arrayBuffer());
            let all = "";
            for (let at = 0; at < bytes.length; at += 8192)
                all += String.fromCharCode(...bytes.subarray(at, at + 8192));
            return [download, btoa(all)];
        });
        return { file, bytes: new Uint8Array(Buffer.from(digits, "base64")) };
    };
    const left = () => page.evaluate(async () => {
        const names = [];
        for await (const key of (await navigator.storage.getDirectory()).keys()) names.push(key);
        return names;
    });

    it("takes a file, and hands back the new key with the hash of the contribution", async () => {
        await (await page.$("#key")).uploadFile(KEY);
        await page.type("#name", "somebody");
        await page.type("#text", "a text");
        await page.click("#begin");
        await until("^Done");
        const { file, bytes } = await saved();
        expect(file).to.equal("contribution_0002.zkey");
        expect(bytes.length).to.be.above(readFileSync(KEY).length);
        const { contributions } = await readContributions(await openZkey(await openSource("key", bytes, {})));
        expect(contributions.map((one) => one.name).slice(1)).to.deep.equal(["somebody"]);
        expect(await text("hash")).to.equal(formatHash(contributionHash(curve, contributions[1])).replaceAll("\t", ""));
        // another takes it up: the library checks that the new delta is what the contribution made
        expect((await contributeToKey(bytes, { type: "mem" }, { curve })).contributions).to.equal(3);
        expect(await page.$eval("#text", ({ value }) => value)).to.equal("");
        expect(await page.evaluate(() => document.activeElement.id)).to.equal("result-title");
        expect(await left()).to.have.lengthOf(1); // what is handed back lies in a file, not in memory
        expect(said).to.deep.equal([]);
    });

    it("says why anybody can forge proofs of the new key, where its powers of tau have no contribution", async () => {
        const powers = await powersFor(curve), folder = temporaryFolder("contribute-weak");
        for (const [ptau, words] of [[powers.none, "^Done.* But beta is gamma.*anybody can forge"], [powers.good, "forgotten\\.$"]]) {
            const key = join(folder, "first.zkey");
            writeFileSync(key, (await keysFrom(curve, ptau)).first);
            await (await page.$("#key")).uploadFile(key);
            await page.click("#begin");
            await until(words);
            await page.reload();
        }
        expect(said).to.deep.equal([]);
    });

    it("takes an address", async () => {
        await page.type("#address", "sample/text/circuit.zkey");
        await page.keyboard.press("Enter");
        await until("^Done");
        expect(await text("number")).to.include("number 2 of the key");
        expect((await saved()).bytes.subarray(0, 4)).to.deep.equal(new Uint8Array(Buffer.from("zkey")));
        expect(said).to.deep.equal([]);
    });

    for (const [title, take] of [
        ["in a window without storage", () => {
            navigator.storage.getDirectory = () => Promise.reject(new Error("private"));
        }],
        ["where files cannot be written", () => { delete FileSystemFileHandle.prototype.createWritable; }],
    ]) it(`writes to memory ${title}, and leaves nothing`, async () => {
        const before = await left();
        await page.evaluate(take);
        await page.type("#address", "sample/text/circuit.zkey");
        await page.click("#begin");
        await until("^Done");
        expect((await saved()).bytes.length).to.be.above(readFileSync(KEY).length);
        await page.evaluate(() => { delete navigator.storage.getDirectory; }); // as it was
        expect(await left()).to.have.members(before);
    });

    it("says what is missing or wrong, and goes on after it", async () => {
        await page.click("#begin");
        await until("got neither a file nor an address");
        await page.type("#address", "style.css");
        await page.click("#begin");
        await until("expected .+, got .+");
        expect(await page.$eval("#result", ({ hidden }) => hidden)).to.equal(true);
        await (await page.$("#key")).uploadFile(KEY);
        await page.click("#begin");
        await until("got both");
        await page.$eval("#address", (field) => { field.value = ""; });
        await page.click("#begin");
        await until("^Done");
    });

    it("is cancelled at any time, leaves nothing, and says that it begins anew", async () => {
        const before = await left();
        await page.$eval("#address", (field) => { field.value = "sample/text/circuit.zkey"; });
        await page.evaluate(() => {
            document.getElementById("begin").click();
            document.getElementById("cancel").click();
        });
        await until("^Cancelled. Its secret is forgotten");
        expect(await page.$eval("#begin", ({ disabled }) => disabled)).to.equal(false);
        await page.evaluate(() => { // as soon as there is a part
            const bar = document.getElementById("bar");
            const { set } = Object.getOwnPropertyDescriptor(HTMLProgressElement.prototype, "value");
            Object.defineProperty(bar, "value", { set(value) {
                set.call(bar, value);
                document.getElementById("cancel").click();
            } });
            document.getElementById("begin").click();
        });
        await until("^Cancelled");
        expect(await left()).to.have.members(before);
        expect(await page.$eval("#result", ({ hidden }) => hidden)).to.equal(true);
        expect(said).to.deep.equal([]);
    });

    it("says on the next visit that a contribution did not end", async () => {
        await page.evaluate(async () => {
            const folder = await navigator.storage.getDirectory();
            await folder.getFileHandle("contribution-of-a-tab-that-was-closed", { create: true });
        });
        await page.reload();
        await until("^A contribution that began here did not end. Its secret is forgotten");
        await page.reload();
        expect(await left()).not.to.include("contribution-of-a-tab-that-was-closed");
        expect(await text("message")).to.equal("");
    });
});
