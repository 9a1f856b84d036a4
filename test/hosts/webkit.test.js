/** The library in WebKitGTK, which has Safari's engine; and that the driver of it says and ends what it should. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { launch, reportOf, visit } from "../support/browser.js";
import { engineSuite } from "../support/browser_suite.js";
import { onPath } from "../support/on_path.js";
import { folders, pageOf } from "../support/pages.js";
import { serve } from "../support/web_server.js";
import { webkitPrograms } from "../support/webkit.js";

/**
 * The tier, and what madd of relaxed SIMD makes of (1 + u)^2 - (1 + 2u), which is u^2 if it is rounded once and else 0:
 * now, and when the engine has had time to compile it better.
 */
const TIER = pageOf(`import { detectTier } from "/src/runtime/tiers.js";
const CODE = "AGFzbQEAAAABCAFgA3x8fAF8AwIBAAcIAQRtYWRkAAAKFgEUACAA/RQgAf0UIAL9FP2HAv0hAQs=";
const bytes = Uint8Array.from(atob(CODE), (letter) => letter.charCodeAt(0)), u = 2 ** -27;
async function look() {
    const tier = detectTier();
    if (!WebAssembly.validate(bytes)) return { tier, has: false };
    const { madd } = (await WebAssembly.instantiate(bytes)).instance.exports;
    const results = new Set();
    for (let i = 0; i < 1e6; i++) results.add(madd(1 + u, 1 + u, -(1 + 2 * u)));
    return { tier, has: true, fused: [...results].map((result) => result === u * u) };
}
globalThis.report = look();`, { map: true });

describe("WebKit", function () {
    this.timeout(600_000);
    const running = engineSuite("webkit");

    describe("relaxed SIMD", () => {
        const tierIn = async (browser) => (await visit(browser, { folders, pages: TIER }, "/")).report;
        const fits = ({ tier, has, fused }) => {
            if (has) expect(fused, "rounded alike in every stage of the compiler").to.have.lengthOf(1);
            expect(tier).to.equal(has && fused[0] ? "fma" : "simd");
        };
        it("as it comes: the tier fits what madd does", async () => { fits(await tierIn(running.browser)); });
        it("switched on: the tier fits what madd does", async () => {
            const browser = await launch("webkit", { env: { JSC_useWasmRelaxedSIMD: "1" } });
            try {
                const found = await tierIn(browser);
                expect(found.has, "it has the instruction").to.equal(true);
                fits(found);
            } finally {
                await browser.close();
            }
        });
    });

    describe("its driver", () => {
        it("hears what a page and its worker write, and errors that nobody caught", async () => {
            const pages = pageOf(`console.warn("of the page");
                setTimeout(() => { throw new Error("uncaught"); });
                Promise.reject(new Error("unhandled"));
                const worker = new Worker("/inner.js");
                globalThis.report = new Promise((resolve) => { worker.onmessage = () => setTimeout(resolve, 100); });`);
            pages["/inner.js"] = "console.log(\"of the worker\"); postMessage(1);";
            const { said } = await visit(running.browser, { pages }, "/");
            expect(said.map((line) => line.split("\n")[0])).to.have.members([
                "warn: of the page", "error: Error: uncaught", "error: Unhandled Promise Rejection: Error: unhandled",
                "log: of the worker",
            ]);
        });

        it("says why a page that fails does so, and goes on after one that never answers", async () => {
            const { origin, close } = await serve({ pages: {
                ...pageOf("globalThis.report = Promise.reject(new Error(\"a reason\"));"),
                "/never.html": "<!doctype html><script>globalThis.report = new Promise(() => {});</script>",
            } });
            const browser = await launch("webkit", { protocolTimeout: 2000 });
            const failureOf = (path) => reportOf(browser, origin + path).then(() => "none", (error) => error.message);
            try {
                expect(await failureOf("/")).to.include("a reason");
                expect(await failureOf("/never.html")).to.include("timed out");
                expect(await failureOf("/")).to.include("a reason");
            } finally {
                await browser.close();
                await close();
            }
        });

        it("names what is missing, and the package that has it", () => {
            const without = (...names) => () =>
                webkitPrograms((name) => (names.includes(name) ? undefined : onPath(name)));
            expect(without("gjs")).to.throw(/apt-get install gjs gir1.2-webkit2-4.1$/);
            expect(without("WebKitWebDriver", "Xvfb")).to.throw(/apt-get install webkit2gtk-driver xvfb$/);
            // a gjs that has no library
            expect(() => webkitPrograms((name) => (name === "gjs" ? "/bin/false" : onPath(name))))
                .to.throw(/apt-get install gir1.2-webkit2-4.1$/);
        });

        for (const end of ["close", "SIGKILL"]) it(`leaves no process behind: ${end}`, async () => {
            const module = fileURLToPath(new URL("../support/webkit.js", import.meta.url));
            const mark = `${process.pid}-${end}`;
            const code = `import { launchWebkit } from ${JSON.stringify(module)};
                const browser = await launchWebkit(), page = await browser.newPage();
                console.log(await page.evaluate(() => 6 * 7));
                process.stdin.on("data", async () => { await browser.close(); process.exit(); });`;
            const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
                env: { ...process.env, FFTURBO_MARK: mark }, stdio: ["pipe", "pipe", "inherit"],
            });
            expect(String(await once(child.stdout, "data"))).to.equal("42\n");
            /** Processes with the mark in their environment, but for those that only wait to be collected. */
            const left = () => execFileSync("sh", ["-c", `grep -lz "^FFTURBO_MARK=${mark}$" /proc/[0-9]*/environ 2>/dev/null || true`],
                { encoding: "utf8" }).split("\n").filter(Boolean);
            expect(left().length, "gjs, the driver, the screen and WebKit's own").to.be.above(5);
            if (end === "close") child.stdin.write("x");
            else child.kill(end);
            await once(child, "exit");
            for (const limit = Date.now() + 20_000; left().length > 0 && Date.now() < limit;)
                await new Promise((resolve) => { setTimeout(resolve, 100); });
            expect(left()).to.deep.equal([]);
        });
    });
});
