/** The package as it is installed: for programs with types, for those without, and under its command. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { checkTarball } from "../../../../scripts/check-package.mjs";
import { fixture } from "../../../../test/support/circuits.js";
import { compile, declares, RESOLUTIONS } from "../../../../test/support/consumer.js";
import { itInFull } from "../../../../test/support/extent.js";
import { packCompanion, root, scratchProject } from "../../../../test/support/scratch.js";

const BOTH = { ffturbo: "file:ffturbo.tgz", "ffturbo-server": "file:ffturbo-server.tgz" };
/** What a project installs for the queue, and for the server. */
const QUEUE = ["bullmq", "ioredis"], HTTP = ["fastify", "prom-client"];
const OWN = "node_modules/ffturbo-server/bin/ffturbo-server.mjs", FFTURBO = "node_modules/ffturbo/bin/ffturbo.mjs";
const TOKEN = "0123456789abcdef";
const NAMES = {
    createProverPool: "ffturbo-server/pool", createProver: "ffturbo-server/queue", QueueError: "ffturbo-server/queue",
    ProverError: "ffturbo/groth16", verify: "ffturbo/verify",
};
const TYPED = Object.values(NAMES).filter((name, i, all) => /-server/.test(name) && all.indexOf(name) === i);

/** Imports, and a body that uses them; a line after "@ts-expect-error" must be an error. */
const PROGRAMS = {
    "ffturbo-server/pool": `
import { createLocalProver, createProverPool, ProverError } from "ffturbo-server/pool";
import type { PoolOptions, PoolStats, ProverPool } from "ffturbo-server/pool";
const options: PoolOptions = { concurrency: 2, memory: 2 ** 30 };
const pool: Readonly<ProverPool> = createProverPool(options);
export async function main(file: Blob, signal: AbortSignal): Promise<number> {
    const { proof } = await pool.prove(file, file, { tenant: "a", priority: "high", signal, onProgress: ({ phase }) => console.log(phase) });
    const name: string = await pool.run(file, async (_key, { curve }) => curve.name, { signal });
    // @ts-expect-error the pool has the threads
    await pool.prove(file, file, { threads: 2 });
    // @ts-expect-error no such priority
    await pool.prove(file, file, { priority: "urgent" });
    await pool.close({ abort: true });
    const stats: Readonly<PoolStats> = pool.stats();
    return stats.running + name.length + ("pi_a" in proof ? proof.pi_a.length : 0);
}
const local = createLocalProver({ waiting: 10 });
export const isOurs = (error: unknown): boolean => error instanceof ProverError && local !== undefined;`,
    "ffturbo-server/queue": `
import { createProver, createWorker, QueueError } from "ffturbo-server/queue";
import type { ProofJob, ProofRequest, ProofWorker, QueueCode } from "ffturbo-server/queue";
const connection = { host: "127.0.0.1", port: 6379 };
export const worker: Readonly<ProofWorker> = createWorker({ connection, concurrency: 2, cache: { folder: "/tmp", bytes: 2 ** 30 }, onEvent: ({ event, code }) => console.log(event, code) });
export async function main(request: ProofRequest): Promise<string> {
    const prover = createProver({ connection, queue: "proofs" }), job: ProofJob = await prover.submit(request);
    await prover.submit({ zkey: { url: "https://x.example", sha256: "00" }, inputs: { a: 1n }, wasm: "circuit.wasm", deadline: new Date() });
    // @ts-expect-error an address comes with its hash
    await prover.submit({ zkey: { url: "https://x.example" }, witness: "w" });
    const stop: () => void = job.onProgress(({ phase, done, total }) => console.log(phase, done / total));
    try { return (await job.result()).worker; } catch (error) { return error instanceof QueueError ? (error.code satisfies QueueCode) : ""; } finally { stop(); }
}
// @ts-expect-error which Redis?
createProver({});`,
};

/** Types by their own names, in the declarations of a library. */
const DECLARES_NAMED = `
import type { PoolOptions, ProverPool } from "ffturbo-server/pool";
import type { ProofJob, ProofRequest } from "ffturbo-server/queue";
export const h = (p: PoolOptions, q: ProverPool) => ({ p, q });
export const i = (j: ProofJob, r: ProofRequest) => [j, r];`;

describe("ffturbo-server as it is installed", function () {
    this.timeout(300_000);
    let project;
    const projectOf = (dependencies) => scratchProject({ name: "server", engine: "none", outside: true, dependencies });
    const env = { ...process.env, FFTURBO_TOKEN: TOKEN, FFTURBO_REDIS: undefined };
    const placeOf = (name) => join(project, "node_modules", name);
    const unlink = (names) => { for (const name of names) rmSync(placeOf(name), { force: true }); };
    function link(names) {
        unlink(names);
        for (const name of names) symlinkSync(join(root, "node_modules", name), placeOf(name));
    }
    before(() => {
        project = projectOf(BOTH);
        unlink(HTTP);
        link(QUEUE);
    });
    const run = (args, cwd = project) => {
        const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: "utf8", timeout: 120_000 });
        return { status, stdout: stdout.trim(), stderr: stderr.trim() };
    };

    it("proves, imported or required, and its errors are those of the provers", () => {
        const [zkey, wtns, vkey] = ["circuit.zkey", "witness.wtns", "vkey.json"].map((name) => JSON.stringify(fixture("mimc_tiny", name)));
        const tried = `(async () => {
            const pool = createProverPool({ threads: 0 }), { proof, publicSignals } = await pool.prove(${zkey}, ${wtns});
            const refused = await pool.prove(${zkey}, ${wtns}, { tenant: 5 }).catch((error) => error);
            await pool.close();
            let wrong;
            try { createProver({}); } catch (error) { wrong = error; }
            const vkey = JSON.parse(process.getBuiltinModule("node:fs").readFileSync(${vkey}, "utf8"));
            console.log(await verify(vkey, publicSignals, proof), refused instanceof ProverError, wrong instanceof ProverError, QueueError.name);
        })();`;
        const imported = Object.entries(NAMES).map(([name, from]) => `import { ${name} } from "${from}";`);
        const required = Object.entries(NAMES).map(([name, from]) => `const { ${name} } = require("${from}");`);
        for (const [type, head] of [["module", imported], ["commonjs", required]]) {
            const { stdout, stderr } = run([`--input-type=${type}`, "-e", [...head, tried].join("\n")]);
            expect(stdout, type + stderr).to.equal("true true true QueueError");
        }
    });

    it("serves under its own command and under ffturbo's, once what it stands on is installed", async () => {
        for (const file of [OWN, FFTURBO]) expect(run([file, "serve"]), file).to.deep.include({
            status: 2, stderr: "ffturbo: serve: expected the packages fastify, prom-client, got no fastify, prom-client; " +
                "npm install fastify prom-client",
        });
        link(HTTP);
        try {
            for (const file of [OWN, FFTURBO]) {
                const child = spawn(process.execPath, [file, "serve", "--port", "0", "--threads", "0"], { cwd: project, env });
                const [line] = await once(child.stderr.setEncoding("utf8"), "data");
                const { event, address: { port } } = JSON.parse(line);
                expect(event).to.equal("ready");
                const { info: { version } } = await (await fetch(`http://127.0.0.1:${port}/openapi.json`)).json();
                expect(version).to.equal("0.1.0");
                child.kill("SIGTERM");
                expect(await once(child, "exit"), file).to.deep.equal([0, null]);
            }
        } finally {
            unlink(HTTP);
        }
    });

    it("has no command but serve, work and help", () => {
        expect(run([OWN, "help", "work"]).stdout).to.include("makes proofs that it takes from a queue in Redis");
        expect(run([OWN, "work"])).to.deep.include({
            status: 2, stderr: "ffturbo: work: expected --redis or FFTURBO_REDIS, got neither",
        });
        expect(run([OWN, "prove"])).to.deep.include({
            status: 2, stderr: 'ffturbo-server: expected serve, work, help, got "prove"',
        });
    });

    it("is named by the command where it is missing, and found in the project", () => {
        const alone = projectOf({ ffturbo: BOTH.ffturbo });
        expect(run([FFTURBO, "serve"], alone)).to.deep.include({
            status: 2, stderr: "ffturbo: serve: not installed. It is in another package: npm install ffturbo-server@0.1.0",
        });
        // where only the user can write
        const inside = scratchProject({ name: "server", engine: "none", dependencies: BOTH });
        expect(run([join(alone, FFTURBO), "work"], inside).stderr).to.equal("ffturbo: work: expected --redis or FFTURBO_REDIS, got neither");
    });

    for (const [title, resolution] of Object.entries(RESOLUTIONS)) describe(title, () => {
        it("has types for every entry, in one program", () => {
            const texts = Object.values(PROGRAMS).map((text, i) => [`entry${i}.${resolution.ending}`, text]);
            expect(compile(project, resolution, "export {};", Object.fromEntries(texts))).to.equal("");
        });
        for (const [entry, text] of Object.entries(PROGRAMS)) itInFull(`${entry}, alone`, () => {
            expect(compile(project, resolution, text)).to.equal("");
        });
        it("declarations of a library that uses any entry", () => {
            expect(compile(project, resolution, DECLARES_NAMED)).to.equal("");
        });
        const one = Object.keys(RESOLUTIONS)[0] === title ? it : itInFull;
        for (const entry of TYPED) one(`declarations of a library that uses ${entry} alone`, async () => {
            expect(compile(project, resolution, declares(entry, await import(entry)))).to.equal("");
        });
    });

    it("is a package that publint and arethetypeswrong accept", async () => {
        expect(await checkTarball(packCompanion("ffturbo-server.tgz"))).to.deep.equal([]);
    });
});
