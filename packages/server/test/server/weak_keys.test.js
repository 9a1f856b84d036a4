/** Servers and workers with keys that anybody can forge with: what their logs and answers say. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import fastify from "fastify";
import client from "prom-client";
import { createFront } from "../../src/command/front.js";
import { createWeakLog, weakKeysIn } from "../../src/command/known_keys.js";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { buildBn128 } from "../../../../src/index.js";
import { exportVerificationKey } from "../../../../src/protocols/index.js";
import { packKey } from "../../../keys/src/packed.js";
import { createLocalProver } from "../../src/pool/index.js";
import { createTasks } from "../../src/proof_jobs.js";
import { sha256Of } from "../../src/references.js";
import { createTellWeak } from "../../src/weak_keys.js";
import { spawnCommand } from "../../../../test/support/command.js";
import { forgeGroth16 } from "../../../../test/support/weak_proofs.js";
import { keysFrom, made, powersFor, product, witnessOf } from "../../../../test/support/weak_keys.js";

const TOKENS = { a: "a-0123456789abcdef" }, SENTENCE = /anybody can forge proofs of this key$/;

describe("servers: keys that anybody can forge with", function () {
    this.timeout(240_000);
    let folder, curve, keys, wtns, prover, front, server;
    const at = (name) => join(folder, name);
    const never = new AbortController().signal;
    before(async () => {
        folder = temporaryFolder("weak-server");
        curve = await buildBn128({ threads: 2 });
        const powers = await powersFor(curve), none = await keysFrom(curve, powers.none);
        const good = await keysFrom(curve, powers.good);
        keys = { first: good.first, beacon: good.beacon, ended: good.ended, plonk: none.plonk };
        mkdirSync(at("inner"));
        for (const [name, bytes] of Object.entries(keys)) writeFileSync(at(`${name}.zkey`), bytes);
        writeFileSync(at("inner/packed.ffkey"), await made((out) => packKey(good.first, out)));
        writeFileSync(at("inner/damaged.zkey"), good.first.subarray(0, 300));
        writeFileSync(at("inner/c.r1cs"), product(curve.r));
        wtns = witnessOf([1n, 6n, 2n, 3n, curve.Fr.toObject(curve.Fr.inv(curve.Fr.e(6n)))], curve.r);
    });
    afterEach(async () => {
        server?.kill("SIGKILL"); // of a test that ended early
        await front?.close();
        await prover?.close({ grace: 0 });
        front = prover = undefined;
    });
    after(async () => {
        await curve?.terminate();
        rmSync(folder, { recursive: true, force: true });
    });

    it("at start, each weak key of the allowed folders is told once, and no other file", async () => {
        const lines = [], log = createWeakLog((line) => lines.push(line));
        await log.look([folder, folder, "https://host.example/keys", at("absent")], never);
        const told = lines.map(({ event, path, reason }) => [event, path.slice(folder.length + 1), reason]);
        expect(told).to.have.deep.members([
            ["weak", "first.zkey", "DELTA_KNOWN"], ["weak", "beacon.zkey", "BEACON_ALONE"],
            ["weak", "plonk.zkey", "TAU_KNOWN"], ["weak", join("inner", "packed.ffkey"), "DELTA_KNOWN"],
        ]);
        for (const { message } of lines) expect(message).to.match(SENTENCE);
        const used = { event: "weak", circuit: sha256Of(keys.first), reason: "DELTA_KNOWN", message: "" };
        log.used(used);
        expect(lines, "told at start").to.have.length(4);
        log.used({ ...used, circuit: "of another key" });
        expect(lines).to.have.length(5);
    });

    it("the look at folders ends with its signal", async () => {
        const found = [], stopped = new AbortController();
        for await (const event of weakKeysIn([folder], stopped.signal)) {
            found.push(event);
            stopped.abort();
        }
        expect(found).to.have.length(1);
        let asked = 0;
        const ended = /** @type {any} */ ({ get aborted() { return ++asked > 0; } });
        for await (const event of weakKeysIn([folder], ended)) expect.fail(event.path);
        expect(asked, "no further file is opened").to.equal(1);
    });

    it("a key that becomes a link or a FIFO while folders are looked at is passed over", async () => {
        const inside = at("changing"), names = ["a.zkey", "b.zkey"], outside = at("first.zkey");
        const swaps = { link: (path) => symlinkSync(outside, path), fifo: (path) => execFileSync("mkfifo", [path]) };
        for (const [what, swap] of Object.entries(process.platform === "win32" ? {} : swaps)) {
            mkdirSync(inside);
            for (const name of names) writeFileSync(join(inside, name), keys.first);
            const found = [];
            for await (const { path } of weakKeysIn([inside], never)) {
                found.push(path);
                const [other] = names.map((name) => join(inside, name)).filter((one) => !found.includes(one));
                rmSync(other);
                swap(other);
            }
            expect(found, what).to.have.length(1);
            rmSync(inside, { recursive: true });
        }
    });

    it("a prover tells of a key when it is first used, and each result has the weakness", async () => {
        const events = [];
        prover = createLocalProver({ threads: 1, allow: [folder], onEvent: (event) => events.push(event) });
        for (const name of ["first", "first", "ended", "beacon"]) {
            const job = await prover.submit({ zkey: at(`${name}.zkey`), witness: wtns });
            const { weakness } = await job.result();
            expect(weakness?.reason).to.equal({ first: "DELTA_KNOWN", beacon: "BEACON_ALONE" }[name]);
        }
        const told = events.filter(({ event }) => event === "weak");
        expect(told.map(({ circuit, reason }) => [circuit, reason])).to.deep.equal([
            [sha256Of(keys.first), "DELTA_KNOWN"], [sha256Of(keys.beacon), "BEACON_ALONE"],
        ]);
    });

    it("shares for devices and plans of proofs in parts tell of it, too", async () => {
        const events = [];
        prover = createLocalProver({ threads: 1, allow: [folder], onEvent: (event) => events.push(event) });
        const read = async ({ seed }) => new Uint8Array(seed), options = { tenant: "a", signal: never };
        await prover.msmShare({ path: at("first.zkey") }, read, options);
        expect(events.map(({ event, reason }) => [event, reason])).to.deep.equal([["weak", "DELTA_KNOWN"]]);
        const told = [], tasks = createTasks({
            store: { expectScratch() {}, get: async () => keys.beacon },
            tellWeak: createTellWeak((event) => told.push(event)),
        });
        const data = { zkey: { path: "/k", sha256: sha256Of(keys.beacon) }, split: { msms: 1 } };
        for (let i = 0; i < 2; i++) expect(await tasks.plan(data, { signal: never })).to.be.an("array");
        expect(told.map(({ reason }) => reason)).to.deep.equal(["BEACON_ALONE"]);
    });

    it("remembers a bounded number of keys", () => {
        const told = [], tell = createTellWeak((event) => told.push(event));
        const weakness = { reason: "DELTA_KNOWN", message: "" };
        const key = (i) => ({ path: "/k", sha256: String(i) });
        for (let i = 0; i <= 1000; i++) tell(key(i), weakness);
        tell(key(1000), weakness);
        tell(key(5), undefined);
        expect(told).to.have.length(1001);
        tell(key(0), weakness);
        expect(told, "the oldest was dropped").to.have.length(1002);
    });

    it("POST /verify refuses a forged proof with 400, ERR_KEY and the reason, as OpenAPI says", async () => {
        prover = createLocalProver({ threads: 1, allow: [] });
        front = createFront({ fastify, client, tokens: TOKENS, body: 2 ** 20, allow: [], log() {}, prover });
        const ask = (method, url, payload) =>
            front.app.inject({ method, url, payload, headers: { authorization: `Bearer ${TOKENS.a}` } });
        const vkey = await exportVerificationKey(keys.first, { curve, insecure: true });
        const proofs = [{ publicSignals: ["7"], proof: forgeGroth16.deltaIsGamma(curve, vkey, ["7"]) }];
        for (const given of [vkey, { bytes: Buffer.from(JSON.stringify(vkey)).toString("base64") }]) {
            const answer = await ask("POST", "/verify", { vkey: given, proofs }), { error } = answer.json();
            expect([answer.statusCode, error.code, error.reason]).to.deep.equal([400, "ERR_KEY", "DELTA_KNOWN"]);
            expect(error.message).to.match(SENTENCE);
        }
        const { components: { schemas } } = (await ask("GET", "/openapi.json")).json();
        expect(schemas.Error.properties.error.properties).to.have.all.keys("code", "message", "reason");
        expect(schemas.Error.properties.error.required).to.deep.equal(["code", "message"]);
        expect(schemas.Result.properties.weakness.required).to.deep.equal(["reason", "message"]);
    });

    it("a job of a weak key is done, and its result says so", async () => {
        prover = createLocalProver({ threads: 1, allow: [folder] });
        front = createFront({ fastify, client, tokens: TOKENS, body: 2 ** 20, allow: [folder], log() {}, prover });
        const { statusCode, json } = await front.app.inject({
            method: "POST", url: "/prove?wait=60", headers: { authorization: `Bearer ${TOKENS.a}` },
            payload: { zkey: { path: at("plonk.zkey") }, witness: { bytes: Buffer.from(wtns).toString("base64") } },
        }).then((answer) => ({ statusCode: answer.statusCode, json: answer.json() }));
        expect([statusCode, json.state, json.result.weakness.reason]).to.deep.equal([200, "done", "TAU_KNOWN"]);
        expect(json.result.weakness.message).to.match(SENTENCE);
    });

    it("ffturbo serve logs them once, at start, and ends on SIGTERM", async function () {
        this.timeout(60_000);
        const lines = [], weak = () => lines.filter(({ event }) => event === "weak");
        const { code } = await spawnCommand(folder, ["serve", "--port", "0", "--allow", folder], {
            env: { FFTURBO_TOKEN: TOKENS.a, FFTURBO_REDIS: undefined },
            onStart(child) {
                server = child;
                let rest = "", stopped = false;
                child.stderr.on("data", (chunk) => {
                    const said = (rest + chunk).split("\n");
                    rest = said.pop();
                    lines.push(...said.map((line) => JSON.parse(line)));
                    if (weak().length < 4 || stopped) return;
                    stopped = child.kill("SIGTERM");
                });
            },
        });
        expect(code).to.equal(0);
        expect(lines[0].event).to.equal("ready");
        expect(weak().map(({ circuit }) => circuit)).to.include.members([sha256Of(keys.first), sha256Of(keys.plonk)]);
        expect(lines.at(-1).event).to.equal("stopped");
    });
});
