/**
 * The page form of packages/snarkjs in Chromium: it proves and verifies, under a strict policy too, and a page gets
 * nothing of the curves, tiers and protocols that it does not use.
 */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { packKey } from "../../../keys/src/packed.js";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { launch, visit } from "../../../../test/support/browser.js";
import { fixture, fixtures } from "../../../../test/support/circuits.js";
import { companionFile, companionFolder, pageOf } from "../../../../test/support/pages.js";
import { root } from "../../../../test/support/scratch.js";
import { CIRCUIT, circuitFolder } from "../../../../test/support/proving_app.js";

/** Bytes of gzip that a page with Groth16 on bn128 may load; everything in one file is twice as much. */
const MOST = 236_000;
const folder = join(root, "build/page"), OWN = "packages/snarkjs/build/page", MAIN = `/${OWN}/main.js`;
const STRICT = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'none'";

describe("the package in place of snarkjs, in Chromium", function () {
    this.timeout(180_000);
    let browser;
    before(async () => {
        browser = await launch("chromium");
    });
    after(() => browser?.close());

    const texts = [folder, join(root, OWN)].flatMap((of) => readdirSync(of).map((name) => readFileSync(join(of, name), "utf8")));
    /** The file that is loaded for this function; bundlers number files of one name. */
    const fileWith = (name) => {
        const pattern = new RegExp(`import\\("\\./([\\w.]+)"\\)(?:\\.then\\([^;"]{0,60}?\\))?\\)+\\.${name}\\(`);
        const found = texts.map((text) => pattern.exec(text)?.[1]).find(Boolean);
        expect(found, `a file with ${name}`).to.be.a("string");
        return found;
    };

    const script = (circuit) => `
        import * as snarkjs from "${MAIN}";
        const json = async (name) => (await fetch("/circuit/" + name)).json();
        const run = async () => {
            const atStart = performance.getEntriesByType("resource").map(({ name }) => name);
            const { proof, publicSignals } = await snarkjs.groth16.fullProve(
                await json("input.json"), "/circuit/circuit.wasm", "/circuit/circuit.zkey");
            const vkey = await json("vkey.json"), valid = await snarkjs.groth16.verify(vkey, publicSignals, proof);
            const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
            const { protocol } = await snarkjs.zKey.exportVerificationKey("/circuit/circuit.zkey");
            return { atStart, loaded, valid, protocol, circuit: "${circuit}" };
        };
        globalThis.report = run();`;
    /** From the root. */
    const files = (names) => [...new Set(names.filter((name) => name.includes("/page/")).map((name) => new URL(name).pathname.slice(1)))];
    const partsOf = (names) => names.map((name) => name.replace(/.*\/(common_)?/, ""));
    /** Of all together, however many files they are: small ones do not compress as well. */
    const sizeOf = (names) => gzipSync(Buffer.concat(names.map((name) => readFileSync(join(root, name))))).length;

    for (const [title, headers] of [["no policy", {}], ["a strict policy", { "Content-Security-Policy": STRICT }]])
        it(`proves with ${title}, and loads what it runs`, async () => {
            const folders = { "/build/page/": folder, "/circuit/": circuitFolder(CIRCUIT) };
            const { report } = await visit(browser, { folders, pages: { ...pageOf(script(CIRCUIT)), ...companionFolder(OWN) }, headers }, "/");
            expect({ valid: report.valid, protocol: report.protocol }).to.deep.equal({ valid: true, protocol: "groth16" });
            const start = files(report.atStart), loaded = files(report.loaded);
            expect(partsOf(start).filter((name) => /^(msm|fft|bn128|groth16)/.test(name)), "before it proves").to.deep.equal([]);
            expect(partsOf(loaded)).to.include.members(["groth16.js", "bn128.js"]);
            expect(partsOf(loaded).filter((name) => /^(plonk|fflonk|powers_of_tau|r1cs|bls12381)\.js$|bls(?!12377_identity)/.test(name))).to.deep.equal([]);
            for (const part of ["calculate", "newZKey"]) expect(loaded.map((name) => name.split("/").at(-1))).not.to.include(fileWith(part));
            expect(partsOf(loaded).filter((name) => /^msm_(?!buckets)/.test(name)), "one tier of one curve").to.have.length(1);
            expect(sizeOf(loaded)).to.be.within(100_000, MOST);
            expect(sizeOf(readdirSync(folder).map((name) => `build/page/${name}`))).to.be.above(1.5 * MOST);
        });

    it("proves again from a server without ranges, of whose files the browser's cache gives some", async () => {
        const again = `
            import * as snarkjs from "${MAIN}";
            const json = async (name) => (await fetch("/circuit/" + name)).json();
            const run = async () => {
                const vkey = await json("vkey.json"), answers = [];
                for (let i = 0; i < 3; i++) {
                    const { proof, publicSignals } = await snarkjs.groth16.prove("/circuit/circuit.zkey", "/circuit/witness.wtns");
                    answers.push(await snarkjs.groth16.verify(vkey, publicSignals, proof));
                }
                return answers;
            };
            globalThis.report = run();`;
        const folders = { "/build/page/": folder, "/circuit/": join(fixtures, "membership") };
        const headers = { "Cache-Control": "max-age=600", ETag: '"one"' };
        const { report } = await visit(browser, { folders, pages: { ...pageOf(again), ...companionFolder(OWN) }, headers }, "/");
        expect(report).to.deep.equal([true, true, true]);
    });

    it("proves with a packed key once the page imports what reads one, and says so before", async () => {
        const packed = temporaryFolder("alias-packed"), zkey = fixture("mimc_bls", "circuit.zkey");
        await packKey(zkey, join(packed, "circuit.zkey"));
        const proving = (more) => `
            import * as snarkjs from "${MAIN}";
            ${more}
            const run = async () => {
                const { proof, publicSignals } = await snarkjs.groth16.prove("/packed/circuit.zkey", "/circuit/witness.wtns");
                const vkey = await (await fetch("/circuit/vkey.json")).json();
                return snarkjs.groth16.verify(vkey, publicSignals, proof);
            };
            globalThis.report = run().catch(({ message }) => message);`;
        const folders = {
            "/build/page/": folder, "/circuit/": dirname(fixture("mimc_bls", "vkey.json")), "/packed/": packed,
        };
        const entry = "packages/keys/build/page/packed.js", reports = [];
        for (const more of ["", `import "/${entry}";`]) {
            const pages = { ...pageOf(proving(more)), ...companionFolder(OWN), ...companionFile(entry) };
            reports.push((await visit(browser, { folders, pages, headers: {} }, "/")).report);
        }
        rmSync(packed, { recursive: true });
        expect(reports[0]).to.match(/expected a zkey, got a packed key; to read it, import "ffturbo-keys\/packed" first$/);
        expect(reports[1]).to.equal(true);
    });

    it("loads the pairing on lanes for the second verification on bls12-381, which has one", async () => {
        const verifying = `
            import * as snarkjs from "${MAIN}";
            const [vkey, signals, proof] = await Promise.all(["vkey", "public", "proof"].map(async (name) =>
                (await fetch("/circuit/" + name + ".json")).json()));
            const others = signals.map((text) => String(BigInt(text) ^ 1n)), seen = [];
            const run = async () => {
                for (const some of [signals, signals, others]) {
                    const valid = await snarkjs.groth16.verify(vkey, some, proof);
                    seen.push([valid, performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/common_pairing.js"))]);
                }
                return { seen };
            };
            globalThis.report = run();`;
        const folders = { "/build/page/": folder, "/circuit/": dirname(fixture("mimc_bls", "vkey.json")) };
        const { report: { seen } } = await visit(browser, { folders, pages: { ...pageOf(verifying), ...companionFolder(OWN) }, headers: {} }, "/");
        expect(seen).to.deep.equal([[true, false], [true, true], [false, true]]);
    });
});
