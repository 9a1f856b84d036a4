/**
 * `npm run test:gpu`: the kernels of ffturbo-gpu on this machine's adapters, in Node, Chromium,
 * Deno and Firefox. It fails where one of them finds no adapter.
 *
 *     npm run test:gpu                                the adapter that the driver has
 *     npm run test:gpu -- --software                  a driver for processors, SwiftShader of
 *                                                     Debian's chromium
 *     npm run test:gpu -- --install                   first the package that Node needs, without
 *                                                     saving it
 *     GPU_CURVE=bn128 npm run test:gpu -- --grep G2   other arguments go to mocha; GPU_CURVE,
 *                                                     GPU_CASES and GPU_GROUPS say what is tried
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const PACKAGE = "packages/gpu", LIMIT_MS = 600_000;
const CHROMIUM = "/usr/lib/chromium", DRIVER = join(CHROMIUM, "vk_swiftshader_icd.json");

/** What makes the loader of Vulkan take SwiftShader. */
function software() {
    if (!existsSync(DRIVER))
        throw new Error(`test:gpu: expected ${DRIVER} for --software, got none; on Debian: apt-get install chromium`);
    return { LD_LIBRARY_PATH: CHROMIUM, VK_ICD_FILENAMES: DRIVER };
}

/**
 * npm takes an optional peer for installed, so the package comes to a folder of its own, with a
 * link to it.
 */
function install() {
    const { peerDependencies } = JSON.parse(readFileSync(join(root, PACKAGE, "package.json"), "utf8"));
    const folder = join(root, ".scratch", "webgpu");
    const link = join(root, "node_modules", "webgpu");
    mkdirSync(folder, { recursive: true });
    const what = ["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", `webgpu@${peerDependencies.webgpu}`];
    execFileSync("npm", what, { cwd: root, stdio: "inherit", timeout: LIMIT_MS });
    rmSync(link, { recursive: true, force: true });
    symlinkSync(join(folder, "node_modules", "webgpu"), link, "junction");
}

const OWN = { "--software": software, "--install": install }, args = process.argv.slice(2);
const env = { GPU_GROUPS: "G1,G2", ...process.env, REQUIRE_GPU: "1" };
for (const arg of args) Object.assign(env, OWN[arg]?.());
const folder = `${PACKAGE}/test/gpu`, suites = readdirSync(join(root, folder)).filter((name) => name.endsWith(".test.js")).sort();
const files = [...suites.map((name) => join(folder, name)), `${PACKAGE}/test/hosts/gpu.test.js`];
const mocha = [join(root, "node_modules/mocha/bin/mocha.js"), "--no-config", "--timeout", String(LIMIT_MS)];
const others = args.filter((arg) => !OWN[arg]);
process.exitCode = spawnSync(process.execPath, [...mocha, ...others, ...files], { cwd: root, env, stdio: "inherit" }).status ?? 1;
