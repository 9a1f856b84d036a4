/**
 * workerd, the runtime of Cloudflare Workers: no code may be generated at run time, no worker started, nothing done
 * while importing.
 * The library takes compiled modules (`modules`), from the files in ffturbo/wasm.
 */
import { execFile, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { fromNode } from "../support/browser_suite.js";
import { verify } from "../../src/protocols/groth16/index.js";
import { fixtures } from "../support/circuits.js";
import { checkPlonkish, FOLDER, jsonOf, PLONKISH } from "../support/plonkish_hosts.js";
import { CLIENTS, root, scratchProject } from "../support/scratch.js";

const tool = (name, dependencies) => join(scratchProject({ name, engine: "plain", dependencies }), "node_modules");
const workerdPath = () =>
    join(
        tool("tool-runtimes", { deno: "2.9.6", bun: "1.4.5", workerd: "1.20261117.1" }),
        "@cloudflare",
        "workerd-linux-64",
        "bin",
        "workerd",
    );
const esbuildPath = () => join(tool("tool-esbuild", { esbuild: "0.28.2" }), "esbuild", "bin", "esbuild");

async function freePort() {
    const server = createServer();
    await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
    const { port } = server.address();
    await new Promise((resolve) => { server.close(resolve); });
    return port;
}

/** The worker bundled as wrangler does, its modules beside it, and workerd's configuration. */
async function makeWorker(port) {
    const project = scratchProject({
        name: "edge",
        engine: "turbo",
        dependencies: { snarkjs: CLIENTS.snarkjs, ffjavascript: "file:ffturbo.tgz" },
        outside: true,
    });
    const folder = mkdtempSync(join(project, "worker-"));
    for (const file of ["edge.mjs", "digests.mjs", "plonkish.mjs"])
        cpSync(join(root, "test", "hosts", "scenario", file), join(folder, file));
    await promisify(execFile)(
        esbuildPath(),
        [
            "edge.mjs",
            "--bundle",
            "--format=esm",
            "--conditions=workerd,worker,browser",
            "--external:*.wasm",
            "--alias:ffturbo=ffjavascript",
            "--outfile=dist.mjs",
        ],
        { cwd: folder },
    );
    cpSync(join(project, "node_modules", "ffjavascript", "build", "wasm"), join(folder, "wasm"), { recursive: true });
    const modules = readdirSync(join(folder, "wasm")).filter((name) =>
        readFileSync(join(folder, "dist.mjs"), "utf8").includes(`/${name}"`),
    );
    writeFileSync(
        join(folder, "config.capnp"),
        `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const worker :Workerd.Worker = (
  modules = [(name = "dist.mjs", esModule = embed "dist.mjs"), ${modules.map((name) => `(name = "wasm/${name}", wasm = embed "wasm/${name}")`).join(", ")}],
  compatibilityDate = "2026-01-01"
);
`,
    );
    return folder;
}

/** workerd ships as one binary per platform; where there is none for this machine the suite says so and skips. */
const canRun = () => process.platform === "linux" && process.arch === "x64" && existsSync(workerdPath());

describe("workerd", function () {
    this.timeout(180_000);
    let child, folder, port, said = "";
    before("starts it", async function () {
        if (!canRun()) {
            console.log("      workerd: no binary for this machine");
            this.skip();
        }
        port = await freePort();
        folder = await makeWorker(port);
        child = spawn(workerdPath(), ["serve", "config.capnp"], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
        for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => { said += chunk; });
        await ready();
    });
    after(() => {
        child?.kill("SIGKILL");
        if (folder) rmSync(folder, { recursive: true, force: true });
    });

    async function ask(path, body) {
        const response = await fetch(
            `http://127.0.0.1:${port}${path}`,
            body ? { method: "POST", body: JSON.stringify(body) } : {},
        );
        return response.json();
    }
    async function ready() {
        for (
            const deadline = Date.now() + 20_000;
            Date.now() < deadline;
            await new Promise((resolve) => {
                setTimeout(resolve, 100);
            })
        ) {
            if (child.exitCode !== null) break;
            if (await ask("/compiles").catch(() => null)) return;
        }
        throw new Error(`workerd: expected to serve, got\n${said}`);
    }
    async function digestsAt(path) {
        const { error, ...found } = await ask(path);
        expect(error).to.equal(undefined);
        const { bn128, bls12381 } = await fromNode();
        expect({ bn128: found.bn128, bls12381: found.bls12381 }).to.deep.equal({ bn128, bls12381 });
        expect(found.workers).to.equal(0);
        return found;
    }

    it("imports; and really compiles nothing", async () => {
        expect(await ask("/compiles")).to.deep.equal({ compiles: false });
    });
    it("with all modules compiled: computes what Node computes", async () => {
        expect((await digestsAt("/lanes")).warned).to.deep.equal([]);
    });
    it("with only the base modules: the same, with one warning per curve about what is missing", async () => {
        const { warned } = await digestsAt("/base");
        expect(warned.length).to.equal(2);
        expect(warned[0]).to.match(/^modules: expected fft_simd, msm_buckets, msm_bn128_simd as well/);
    });
    it("without modules: an error, not a hang", async () => {
        expect((await ask("/none")).error).to.match(/CompileError|disallowed/);
    });
    it("snarkjs proves from a key and a witness; the proof verifies here and there", async () => {
        const bytes = (name) => readFileSync(join(fixtures, "mimc_example", name));
        const { error, proof, publicSignals, protocol, workers } = await ask("/prove", {
            zkey: bytes("circuit.zkey").toString("base64"),
            wtns: bytes("witness.wtns").toString("base64"),
        });
        expect(error).to.equal(undefined);
        expect(protocol).to.match(/^ffturbo/);
        expect(workers).to.equal(0);
        expect(publicSignals).to.deep.equal(JSON.parse(bytes("public.json").toString()));
        const vkey = JSON.parse(bytes("vkey.json").toString());
        expect(await verify(vkey, publicSignals, proof)).to.equal(true);
        expect(await ask("/verify", { vkey, publicSignals, proof })).to.deep.equal({ valid: true });
    });
    for (const name of PLONKISH) it(`${name} proves, and verifies what snarkjs proved`, async () => {
        const [zkey, wtns] = [`${name}.zkey`, "witness.wtns"].map((file) => readFileSync(join(FOLDER, file)).toString("base64"));
        const [vkey, publicSignals, proof] = ["vkey", "public", "proof"].map((what) => jsonOf(name, what));
        const { error, ...found } = await ask(`/${name}`, { zkey, wtns, vkey, publicSignals, proof });
        expect(error).to.equal(undefined);
        await checkPlonkish(name, found, 0);
    });
    it("snarkjs verifies a proof, and refuses another", async () => {
        const json = (name) => JSON.parse(readFileSync(join(fixtures, "mimc_example", name), "utf8"));
        const [vkey, publicSignals, proof] = ["vkey.json", "public.json", "proof.json"].map(json);
        expect(await ask("/verify", { vkey, publicSignals, proof })).to.deep.equal({ valid: true });
        expect(
            await ask("/verify", {
                vkey,
                publicSignals: [String(BigInt(publicSignals[0]) ^ 1n), ...publicSignals.slice(1)],
                proof,
            }),
        ).to.deep.equal({ valid: false });
    });
});
