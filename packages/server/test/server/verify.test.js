/** POST /verify and pool.verifyMany: proofs of one key, from a client that may be anybody with a token. */
import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect } from "chai";
import fastify from "fastify";
import client from "prom-client";
import { createFront } from "../../src/command/front.js";
import { LONGEST_KEY, MOST_PROOFS, MOST_SIGNALS } from "../../src/command/limits.js";
import { CLAIMS, VERDICTS } from "../../src/command/schemas.js";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { createLocalProver, createProverPool } from "../../src/pool/index.js";
import { sha256Of } from "../../src/references.js";
import { fixtures } from "../../../../test/support/circuits.js";
import { claimOf, formsOf } from "../../../../test/support/claim_forms.js";
import { failureOf } from "../../../../test/support/failure.js";

const TOKENS = { a: "a-0123456789abcdef", b: "b-0123456789abcdef" };
const json = (circuit, file) => JSON.parse(readFileSync(join(fixtures, circuit, file), "utf8"));
const vkey = json("xor_net", "vkey.json");
const good = { publicSignals: json("xor_net", "public.json"), proof: json("xor_net", "proof.json") };
const wrong = { ...good, publicSignals: ["7", ...good.publicSignals.slice(1)] };

describe("verification for clients", function () {
    this.timeout(120_000);
    let front, prover, folder;
    before(() => { folder = temporaryFolder("server-verify"); });
    afterEach(async () => {
        await front.close();
        await prover.close({ grace: 0 });
    });
    const local = () => createLocalProver({ threads: 1, allow: [] });
    function open({ made = local(), allow = [], body = 2 ** 20, log = () => {} } = {}) {
        prover = made;
        front = createFront({ fastify, client, tokens: TOKENS, body, allow, log, prover });
        return async (payload, tenant = "a") => {
            const answer = await front.app.inject({
                method: "POST", url: "/verify", payload, headers: { ...(tenant && { authorization: `Bearer ${TOKENS[tenant]}` }) },
            });
            return { status: answer.statusCode, ...answer.json() };
        };
    }

    it("says of each proof whether it is valid and why not, in order, of each protocol", async () => {
        const ask = open(), answer = await ask({ vkey, proofs: [good, wrong, null, good, { ...good, proof: 7 }] });
        expect([answer.status, answer.valid]).to.deep.equal([200, false]);
        expect(answer.verdicts.map(({ valid, reason }) => reason ?? valid))
            .to.deep.equal([true, "EQUATION", "SIGNAL_LIST", true, "PROOF_FORM"]);
        for (const { valid, message } of answer.verdicts) expect(typeof message).to.equal(valid ? "undefined" : "string");
        const { properties } = VERDICTS.properties.verdicts.items;
        expect(answer.verdicts[1]).to.have.all.keys(Object.keys(properties));
        expect(await ask({ vkey, proofs: [good] }, "b")).to.deep.equal({ status: 200, valid: true, verdicts: [{ valid: true }] });
        for (const protocol of ["plonk", "fflonk"]) {
            const claim = { publicSignals: json("mimc_tiny", `${protocol}_public.json`), proof: json("mimc_tiny", `${protocol}_proof.json`) };
            const { valid, verdicts } = await ask({ vkey: json("mimc_tiny", `${protocol}_vkey.json`), proofs: [claim, good] });
            expect([valid, verdicts[0].valid, verdicts[1].valid], protocol).to.deep.equal([false, true, false]);
        }
    });

    it("takes keys and proofs in all forms that JSON has", async () => {
        const ask = open();
        for (const protocol of ["groth16", "plonk", "fflonk"]) {
            const base = claimOf(protocol), forms = formsOf(protocol).filter(([title]) => !title.includes("bigint"));
            const { publicSignals, proof } = base;
            const proofs = forms.map(([, changes]) => ({ publicSignals, proof, ...changes, vkey: undefined }));
            const { verdicts } = await ask({ vkey: base.vkey, proofs });
            expect(verdicts, protocol).to.deep.equal(proofs.map(() => ({ valid: true })));
            for (const [title, { vkey: key }] of forms.filter(([, changes]) => changes.vkey))
                expect((await ask({ vkey: key, proofs: [base] })).valid, `${protocol}, ${title}`).to.equal(true);
        }
    });

    it("verifies in this process where proofs are made behind a queue", async () => {
        const ask = open({ made: { counts: async () => ({}), close: async () => {} } });
        const { verdicts } = await ask({ vkey, proofs: [good, wrong] });
        expect(verdicts.map(({ valid }) => valid)).to.deep.equal([true, false]);
    });

    it("needs a token, and a key and proofs within bounds", async () => {
        const ask = open({ body: 2 ** 22 });
        expect((await ask({ vkey, proofs: [good] }, null)).status).to.equal(401);
        const most = new Array(MOST_PROOFS).fill(null);
        expect((await ask({ vkey, proofs: most })).verdicts.length).to.equal(MOST_PROOFS);
        for (const [payload, text] of [
            [{ vkey, proofs: [...most, null] }, `proofs: expected ${CLAIMS.properties.proofs.description}`],
            [{ vkey, proofs: [] }, "proofs: expected a list of 1 to"],
            [{ vkey, proofs: good }, "proofs: expected a list of 1 to"],
            [{ proofs: [good] }, "expected vkey, got none"],
            [{ vkey: "/etc/passwd", proofs: [good] }, "vkey: expected a verification key"],
            [{ vkey, proofs: [good], curve: "bn128" }, "expected nothing but vkey, proofs"],
            [{ vkey: { ...vkey, protocol: "none" }, proofs: [good] }, "expected a groth16 or plonk or fflonk verification key"],
            [{ vkey: { ...vkey, curve: "secq256r1" }, proofs: [good] }, "expected a key for"],
            [{ vkey: { ...vkey, curve: { toString: 1 } }, proofs: [good] }, "expected a key for"],
            [{ vkey: { ...vkey, vk_alpha_1: ["0", "1", "0"] }, proofs: [good] }, "the key is damaged"],
            [{ vkey: { ...vkey, IC: [] }, proofs: [good] }, "expected nPublic + 1 points IC"],
        ]) {
            const { status, error } = await ask(payload);
            expect([status, error?.message.includes(text)], `${text}, got ${error?.message}`).to.deep.equal([400, true]);
        }
        const deep = (n) => `{"vkey":{"protocol":"groth16","curve":${"[".repeat(n)}${"]".repeat(n)}},"proofs":[${"[".repeat(n)}${"]".repeat(n)}]}`;
        const { statusCode } = await front.app.inject({
            method: "POST", url: "/verify", payload: deep(500_000),
            headers: { authorization: `Bearer ${TOKENS.a}`, "content-type": "application/json" },
        });
        expect(statusCode).to.equal(400);
        await front.close();
        await prover.close({ grace: 0 });
        expect((await open({ body: 1000 })({ vkey, proofs: [good] })).status).to.equal(413);
        await front.close();
        await prover.close({ grace: 0 });
        const askMore = open({ body: 2 ** 22 }), half = { ...good, publicSignals: new Array(MOST_SIGNALS / 2).fill("1") };
        expect((await askMore({ vkey, proofs: [half, half] })).verdicts.map(({ reason }) => reason)).to.deep.equal(["SIGNAL_COUNT", "SIGNAL_COUNT"]);
        const many = await askMore({ vkey, proofs: [half, half, good] });
        expect([many.status, many.error.message]).to.deep.equal(
            [413, `proofs: expected at most ${MOST_SIGNALS} public signals in all of them, got ${MOST_SIGNALS + good.publicSignals.length}`]);
    });

    it("reads files with keys in locations that are allowed, as POST /prove does, and no others", async () => {
        const inside = join(folder, "keys"), bytes = new TextEncoder().encode(JSON.stringify(vkey)), sha256 = sha256Of(bytes);
        mkdirSync(inside);
        const file = (name, content) => {
            writeFileSync(join(inside, name), content);
            return join(inside, name);
        };
        const path = file("vkey.json", bytes), text = file("text.json", "{"), long = file("long.json", "");
        truncateSync(long, LONGEST_KEY + 1);
        writeFileSync(join(folder, "outside.json"), bytes);
        symlinkSync(join(folder, "outside.json"), join(inside, "link.json"));
        execFileSync("mkfifo", [join(inside, "pipe.json")]);
        const server = createServer((_, response) => { response.end(bytes); });
        await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
        const url = `http://127.0.0.1:${server.address().port}/vkey.json`;
        try {
            const ask = open({ allow: [inside, url] });
            const base64 = Buffer.from(bytes).toString("base64");
            for (const key of [{ path }, { path, sha256 }, { url, sha256 }, { bytes: base64 }])
                expect(await ask({ vkey: key, proofs: [good] })).to.include({ status: 200, valid: true });
            for (const [key, status, message] of [
                [{ path: join(folder, "outside.json") }, 400, "allowed locations"],
                [{ path: join(inside, "link.json") }, 400, "allowed locations"],
                [{ path: join(inside, "..", "outside.json"), sha256 }, 400, "allowed locations"],
                [{ path: join(inside, "pipe.json") }, 400, "expected a file that can be read"],
                [{ path: text }, 400, "vkey: expected JSON"],
                [{ path, sha256: "0".repeat(64) }, 400, "expected the file with sha256"],
                [{ path: long }, 413, `expected at most ${LONGEST_KEY} bytes`],
                [{ url: url.replace("vkey", "other"), sha256 }, 400, "allowed locations"],
                [{ url }, 400, "sha256"],
                [{ url, sha256: "0".repeat(64) }, 400, "expected the file with sha256"],
                [{ bytes: "%" }, 400, "expected a path"],
            ]) {
                const answer = await ask({ vkey: key, proofs: [good] });
                expect([answer.status, answer.error?.message.includes(message)], `${JSON.stringify(key)}: ${answer.error?.message}`)
                    .to.deep.equal([status, true]);
            }
        } finally {
            server.close();
        }
    });

    it("stops when the client goes, which is no failure of the server", async () => {
        const said = [], signals = [], verifyMany = (_key, _items, { signal, tenant }) => {
            signals.push([signal, tenant]);
            return new Promise((_, reject) => { signal.addEventListener("abort", () => reject(signal.reason)); });
        };
        open({ made: { counts: async () => ({}), close: async () => {}, verifyMany }, log: (line) => said.push(line) });
        const url = await front.app.listen({ port: 0, host: "127.0.0.1" }), controller = new AbortController();
        const asking = failureOf(fetch(`${url}/verify`, {
            method: "POST", body: JSON.stringify({ vkey, proofs: [good] }), signal: controller.signal,
            headers: { authorization: `Bearer ${TOKENS.b}`, "content-type": "application/json" },
        }));
        while (signals.length === 0) await new Promise((resolve) => { setTimeout(resolve, 5); });
        controller.abort();
        await asking;
        const [[signal, tenant]] = signals;
        if (!signal.aborted) await new Promise((resolve) => { signal.addEventListener("abort", resolve); });
        expect([signal.aborted, tenant]).to.deep.equal([true, "b"]);
        await front.close(); // nothing more will be said
        expect(said.map(({ event, status }) => [event, status])).to.deep.equal([["request", 499]]);
    });
});

describe("a pool of proofs verifies many", function () {
    this.timeout(120_000);
    let pool;
    afterEach(() => pool.close({ abort: true }));

    it("in the turn of their tenant, with what was given at the time", async () => {
        pool = createProverPool({ threads: 1, concurrency: 1 });
        const key = structuredClone(vkey), items = [good, wrong], told = pool.verifyMany(key, items, { tenant: "a", reason: true });
        expect(pool.stats()).to.include({ running: 1, waiting: 0 });
        const second = pool.verifyMany(vkey, [good], { priority: "low" });
        expect(pool.stats()).to.include({ running: 1, waiting: 1 });
        key.vk_alpha_1[0] = "1";
        items.length = 0;
        expect((await told).map(({ valid, reason }) => reason ?? valid)).to.deep.equal([true, "EQUATION"]);
        expect(await second).to.deep.equal([true]);
        expect(pool.stats()).to.include({ done: 2, failed: 0 });
    });

    it("with turns of the event loop in between, so that another tenant who comes late is not the last", async () => {
        const [key, proof, signals] = ["fflonk_vkey.json", "fflonk_proof.json", "fflonk_public.json"]
            .map((file) => json("mimc_tiny", file));
        const claim = { publicSignals: signals.map(() => "1"), proof }, order = []; // false before there is a pairing
        pool = createProverPool({ threads: 0, concurrency: 1 });
        await pool.verifyMany(key, [claim]);
        const ask = (tenant) => pool.verifyMany(key, [claim], { tenant }).then(([valid]) => order.push(tenant, valid));
        const many = Array.from({ length: 20 }, () => ask("many"));
        await new Promise((resolve) => { setImmediate(resolve); });
        await Promise.all([...many, ask("late")]);
        expect(order.filter((one) => one === false).length).to.equal(21);
        expect(order.indexOf("late") / 2).to.be.below(4);
    });

    it("stops on a signal, waiting or running, and refuses what is not a key, a list or an option before it waits", async () => {
        pool = createProverPool({ threads: 1, concurrency: 1, waiting: 1 });
        const reason = new Error("enough"), first = new AbortController(), second = new AbortController();
        const running = failureOf(pool.verifyMany(vkey, new Array(50).fill(good), { signal: first.signal }));
        const waiting = failureOf(pool.verifyMany(vkey, [good], { signal: second.signal }));
        expect((await failureOf(pool.verifyMany(vkey, [good]))).code).to.equal("ERR_LIMIT");
        second.abort(reason);
        first.abort(reason);
        expect(await Promise.all([running, waiting])).to.deep.equal([reason, reason]);
        for (const [args, code, message] of [
            [[{}, [good]], "ERR_FILE", "pool.verifyMany: expected a groth16"],
            [[null, [good]], "ERR_OPTION", "pool.verifyMany: expected a verification key, got null"],
            [[{ ...vkey, curve: "grumpkin" }, [good]], "ERR_CURVE", "pool.verifyMany: expected a key for"],
            [[vkey, good], "ERR_OPTION", "pool.verifyMany: expected a list"],
            [[vkey, [good], { threads: 2 }], "ERR_OPTION", "pool.verifyMany"],
            [[vkey, [good], { reason: 1 }], "ERR_OPTION", "pool.verifyMany"],
        ]) {
            const error = await failureOf(pool.verifyMany(...args));
            expect([error.code, error.message.slice(0, message.length)]).to.deep.equal([code, message]);
        }
        await pool.close();
        expect((await failureOf(pool.verifyMany(vkey, [good]))).message).to.match(/expected a running pool/);
    });
});
