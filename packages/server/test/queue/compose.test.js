/**
 * What compose.yaml starts, without containers: its commands and environments, as processes of an installed package, on
 * the paths and ports of a test; and the commands of docs/operations.md.
 */
import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { verify } from "../../../../src/protocols/groth16/index.js";
import { sha256Of } from "../../src/references.js";
import { circuits } from "../support/queue.js";
import { until } from "../../../../test/support/until.js";
import { freePort, noRedis, openRedis } from "../support/redis.js";
import { root, scratchProject } from "../../../../test/support/scratch.js";

const read = (path) => readFileSync(join(root, path), "utf8");
const COMPOSE = "packages/server/deploy/compose.yaml";
const TOKEN = "0123456789abcdef0123456789abcdef";
/** Packages of this repository. */
const OURS = { ffturbo: "file:ffturbo.tgz", "ffturbo-server": "file:ffturbo-server.tgz" };
/** Its witness is small enough to travel inside a job. */
const circuit = circuits.find(({ name }) => name === "mimc_tiny");

/** The commands of compose.yaml by service; they are written as JSON. */
const commands = () => Object.fromEntries(
    [...read(COMPOSE).matchAll(/^ {2}(\w+):\n(?: {4}.*\n)*? {4}command: (\[.*\])$/gm)]
        .map(([, name, list]) => [name, JSON.parse(list)]),
);

/** The packages that its service `install` installs. */
function installed() {
    const { devDependencies } = JSON.parse(read("package.json"));
    const names = commands().install.filter((word, i) => i > 1 && !word.startsWith("-"));
    const dependencies = Object.fromEntries(names.map((name) => [name, OURS[name] ?? devDependencies[name]]));
    return scratchProject({ name: "compose", engine: "none", dependencies, outside: true });
}

describe("the services of compose.yaml", function () {
    this.timeout(300_000);
    let folder, project, redis;
    const running = [];
    before(async function () {
        if (noRedis) {
            this.test.parent.title += `: skipped, ${noRedis}`;
            this.skip();
        }
        folder = temporaryFolder("compose");
        mkdirSync(join(folder, "keys"));
        copyFileSync(circuit.zkey, join(folder, "keys", "circuit.zkey"));
        project = installed();
        const [program, ...options] = commands().redis;
        expect(program).to.equal("redis-server");
        redis = await openRedis({ options });
    });
    afterEach(async () => {
        for (const { child, exited } of running.splice(0)) {
            child.kill("SIGKILL");
            await exited;
        }
    });
    after(async () => {
        await redis?.close();
        if (folder) rmSync(folder, { recursive: true, force: true });
    });

    /** A command, with the container's and the reader's places replaced by those of the test. */
    async function start(words, env) {
        const port = await freePort();
        const places = new Map([
            ["/keys", join(folder, "keys")], ["/mnt/keys", join(folder, "keys")], ["/tmp/keys", join(folder, "cache")],
            ["/var/cache/ffturbo", join(folder, "cache")], ["0.0.0.0", "127.0.0.1"], ["8080", String(port)],
        ]);
        const more = words.includes("serve") && !words.includes("--port") ? ["--port", String(port)] : [];
        const args = [...words.slice(1).map((word) => places.get(word) ?? word), ...more];
        const bin = join(project, "node_modules", "ffturbo", "bin", "ffturbo.mjs");
        const child = spawn(process.execPath, [bin, ...args], {
            cwd: project, env: { ...process.env, FFTURBO_REDIS: redis.url, FFTURBO_THREADS: "1", ...env },
            stdio: ["ignore", "ignore", "pipe"],
        });
        let said = "";
        child.stderr.on("data", (chunk) => { said += chunk; });
        const exited = new Promise((resolve) => { child.once("exit", (code) => resolve(code)); });
        const events = () => said.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
        const has = (wanted) => events().some(({ event }) => event === wanted);
        running.push({ child, exited });
        await Promise.race([until(() => has("ready")), exited.then(() => { throw new Error(`expected to start, got\n${said}`); })]);
        return { child, exited, events, url: `http://127.0.0.1:${port}`, said: () => said };
    }

    /** Asks a front for so many proofs of one key by path, and waits for all of them. */
    async function prove(front, count) {
        const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
        const witness = { bytes: readFileSync(circuit.wtns).toString("base64") };
        const zkey = { path: join(folder, "keys", "circuit.zkey"), sha256: sha256Of(readFileSync(circuit.zkey)) };
        const jobs = await Promise.all(Array.from({ length: count }, async () => {
            const answer = await fetch(`${front.url}/prove`, {
                method: "POST", headers, body: JSON.stringify({ zkey, witness }),
            });
            expect(answer.status).to.equal(202);
            return (await answer.json()).id;
        }));
        return Promise.all(jobs.map(async (id) => {
            let job;
            await until(async () => {
                job = await (await fetch(`${front.url}/jobs/${id}`, { headers })).json();
                return job.state === "done" || job.state === "failed";
            }, 120_000);
            expect(await verify(circuit.vkey, job.result.publicSignals, job.result.proof)).to.equal(true);
            return job.result.worker;
        }));
    }

    it("prove together, and end on SIGTERM with 0", async () => {
        const { front: serve, worker: work } = commands(), token = { FFTURBO_TOKEN: TOKEN };
        expect([serve[0], work[0]]).to.deep.equal(Array(2).fill("node_modules/.bin/ffturbo"));
        expect(read(COMPOSE)).to.match(/^ {4}deploy: \{ replicas: 2 \}$/m);
        const front = await start(serve, token), workers = [await start(work), await start(work)];
        const names = new Set(workers.map(({ events }) => events().find(({ event }) => event === "ready").name));
        expect(names.size).to.equal(2);
        for (const worker of await prove(front, 8)) expect([...names]).to.include(worker);
        for (const { child } of [front, ...workers]) child.kill("SIGTERM");
        for (const { exited, said } of [front, ...workers]) {
            expect(await exited, said()).to.equal(0);
            expect(said()).not.to.include(TOKEN);
        }
    });

    it("are what docs/operations.md starts, too", async () => {
        const [, block] = /```sh\n((?:FFTURBO_.*\n)+)```/.exec(read("docs/operations.md"));
        const started = [];
        for (const line of block.trim().split("\n")) {
            const words = line.split(" "), args = words.slice(words.indexOf("ffturbo"));
            started.push(await start(args, { FFTURBO_TOKEN: TOKEN }));
        }
        expect(started.length).to.equal(2);
        const [worker, front] = started, [name] = await prove(front, 1);
        expect(worker.events()).to.deep.include.members([worker.events().find((line) => line.name === name)]);
    });

    it("give the token to the front alone", () => {
        const sections = read(COMPOSE).split(/^ {2}(?=\w+:$)/m).filter((text) => text.includes("FFTURBO_TOKEN: "));
        expect(sections.map((text) => /^\w+/.exec(text)[0])).to.deep.equal(["front"]);
    });
});
