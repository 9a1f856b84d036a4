/**
 * MSMs on the WebGPU of Deno and Firefox, which both compile WGSL with another compiler than Node and Chromium do. They
 * need a driver that Vulkan finds (VK_ICD_FILENAMES); without an adapter they are skipped, and with REQUIRE_GPU=1 they
 * fail instead. GPU_GROUPS=G1,G2 tries both groups: lavapipe of Mesa 22, which Debian 12 has, ends loops early, and
 * fails the known answer of G2.
 */
import { spawnSync } from "node:child_process";
import process from "node:process";
import { expect } from "chai";
import { GPU_CURVES, groupsOf } from "../../src/curves.js";
import { browserCases } from "../support/gpu_pages.js";
import { denoPath } from "../../../../test/support/runtimes.js";
import { root } from "../../../../test/support/scratch.js";

const KEYS = (process.env.GPU_GROUPS ?? "G1").split(",");

describe("MSMs on a GPU: Deno", function () {
    this.timeout(2_700_000); // an adapter of the processor is slow where that is busy

    const { GPU_CASES: cases = "24", GPU_CURVE: curve = "bn128,edwards_bls12", SEED } = process.env;
    const records = GPU_CURVES.filter(({ name }) => curve.split(",").includes(name));

    /** What the cases print; the test is skipped where there is no adapter. */
    const printed = (test, ...more) => {
        const flags = ["run", "--unstable-webgpu", "--allow-all", "--no-lock", "--node-modules-dir=manual"];
        const what = ["packages/gpu/test/gpu/main.mjs", "--curve", curve, "--group", KEYS.join(), ...(SEED ? ["--seed", SEED] : []), ...more];
        const { status, stdout, stderr } = spawnSync(denoPath(), [...flags, ...what], { cwd: root, encoding: "utf8" });
        if (status === 2 && process.env.REQUIRE_GPU !== "1") {
            console.log(`      skipped: ${stdout.trim()}`);
            test.skip();
        }
        expect(status, `${stdout}${stderr}`).to.equal(0);
        expect(stdout).to.match(/^seed \d+; Deno /);
        return stdout;
    };

    it("computes hard cases", function () {
        const kept = Math.ceil(Number(cases) / 10), programs = records.filter(({ g2 }) => g2).length * kept;
        const groups = records.flatMap(groupsOf).filter(({ key }) => KEYS.includes(key)).length;
        expect(printed(this, "--cases", cases)).to.include(
            `${groups * Number(cases)} cases, ${groups * kept} of kept points, and ${programs} programs, 0 wrong`);
    });

    it("transforms and proves", function () {
        const stdout = printed(this, "--cases", "0", "--whole");
        for (const { name, g2 } of records) if (g2) expect(stdout).to.include(`${name}: transforms and proofs, 0 wrong`);
    });
});

describe("MSMs on a GPU: Firefox", () => {
    browserCases("firefox", {
        extraPrefsFirefox: { "dom.webgpu.enabled": true, "gfx.webgpu.ignore-blocklist": true },
    }, KEYS);
});
