/** Next.js with its own bundler, Turbopack: a page of the app router proves in the browser, a route on the server. */
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { launch, reportOf } from "../support/browser.js";
import { checkProofs, CIRCUIT, circuitFolder } from "../support/proving_app.js";
import { CLIENTS, root, scratchProject } from "../support/scratch.js";

const PACKAGES = { next: "16.4.6", react: "19.3.1", "react-dom": "19.3.1" };
const BUILD_LIMIT_MS = 300_000;

const project = () => {
    const file = "file:ffturbo.tgz";
    return scratchProject({
        name: "app-next",
        engine: "turbo",
        dependencies: { ...PACKAGES, snarkjs: CLIENTS.snarkjs, ffjavascript: file, ffturbo: file },
        outside: true,
    });
};

/** Runs Next's command; resolves when it ends, or when it has said what `until` looks for. */
function next(folder, args, until) {
    const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" };
    const bin = join(folder, "..", "node_modules", "next", "dist", "bin", "next");
    const child = spawn(process.execPath, [bin, ...args], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    return new Promise((resolve, reject) => {
        let said = "";
        const timer = setTimeout(() => { child.kill("SIGKILL"); }, BUILD_LIMIT_MS);
        const hear = (chunk) => {
            said += chunk;
            const found = until?.exec(said);
            if (found) { clearTimeout(timer); resolve({ child, found }); }
        };
        child.stdout.on("data", hear);
        child.stderr.on("data", hear);
        child.on("close", (code) => {
            clearTimeout(timer);
            if (code === 0) resolve({ said });
            else reject(new Error(`next ${args[0]}: expected exit code 0, got ${code}\n${said}`));
        });
    });
}

describe("Next.js on Turbopack", function () {
    this.timeout(900_000);
    let folder, server, origin;
    before("builds and serves", async () => {
        folder = mkdtempSync(join(project(), "app-"));
        cpSync(join(root, "test", "hosts", "scenario", "next"), folder, { recursive: true });
        cpSync(circuitFolder(CIRCUIT), join(folder, "public", "circuit"), { recursive: true });
        writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "app", private: true, type: "module" }));
        const { said } = await next(folder, ["build", "--turbopack"]);
        expect(said).to.match(/Turbopack/);
        const started = await next(folder, ["start", "--port", "0"], /http:\/\/localhost:(\d+)/);
        server = started.child;
        origin = started.found[0];
    });
    after(async () => {
        if (server) {
            const closed = new Promise((resolve) => { server.once("close", resolve); });
            server.kill("SIGTERM");
            await closed;
        }
        if (folder) rmSync(folder, { recursive: true, force: true });
    });

    it("a page proves with snarkjs and workers, without configuration", async () => {
        const browser = await launch("chromium");
        try {
            const { report } = await reportOf(browser, `${origin}/`, { limitMs: 120_000 });
            await checkProofs(report);
            expect(report.alone, "without workers").to.equal(true);
            expect(report.workers).to.be.at.least(1);
        } finally {
            await browser.close();
        }
    });

    it("a route proves on the server, with workers", async () => {
        const json = (name) => JSON.parse(readFileSync(join(circuitFolder(CIRCUIT), name), "utf8"));
        const body = JSON.stringify({
            vkey: json("vkey.json"), publicSignals: json("public.json"), proof: json("proof.json"),
        });
        const answer = await fetch(`${origin}/api/prove`, { method: "POST", body });
        expect(answer.status, answer.ok ? "" : await answer.clone().text()).to.equal(200);
        const report = await answer.json();
        await checkProofs(report);
        expect(report.alone, "without workers").to.equal(true);
        expect(report.workers, "beside the route's own thread").to.equal(1);
    });
});
