/** The library in a hardened realm: SES lockdown and a frozen globalThis, in a process of its own. */
import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..", "..");

describe("in a hardened realm", function () {
    this.timeout(60_000);
    for (const entry of ["src/index.js", "build/main.cjs", "build/browser.esm.js"]) {
        it(`${entry} imports, builds both curves, computes what it should`, async () => {
            const { stdout } = await promisify(execFile)(process.execPath, [join(here, "lockdown.mjs"), join(root, entry)], { timeout: 50_000, killSignal: "SIGKILL" });
            expect(stdout.trim().split("\n")).to.deep.equal(["ok import", "ok bn128", "ok bls12381"]);
        });
    }
});
