/** The commands as ffturbo calls them, but in this process: from the first line of the log to the last. */
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import { expect } from "chai";
import { readJson } from "../../../../bin/lib/files.mjs";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { failureOf } from "../../../../test/support/failure.js";
import { until } from "../../../../test/support/until.js";
import { commands } from "../../src/command/index.js";
import { noRedis, openRedis } from "../support/redis.js";

const TOKENS = Object.freeze({ FFTURBO_TOKEN: "0123456789abcdef", FFTURBO_METRICS_TOKEN: "metrics-0123456789" });
/** As the command line gives them, by default. */
const GIVEN = Object.freeze({
    threads: 0, memory: 2 ** 26, concurrency: 1, waiting: 2, body: 2 ** 16, grace: 1, port: 0,
});

describe("commands of the server", function () {
    this.timeout(120_000);
    let before;
    beforeEach(() => {
        before = Object.fromEntries(Object.keys(TOKENS).map((name) => [name, process.env[name]]));
        Object.assign(process.env, TOKENS);
    });
    afterEach(() => {
        for (const [name, value] of Object.entries(before))
            if (value === undefined) delete process.env[name];
            else process.env[name] = value;
    });

    /** Runs one: its lines, and how it stops and ends. */
    function start(name, request) {
        const lines = [];
        let stop;
        const stopped = new Promise((resolve) => { stop = () => resolve("SIGTERM"); });
        const code = commands[name]({ ...GIVEN, ...request }, new AbortController().signal, {
            readJson, RELEASE: { version: "9.8.7" }, untilStopped: () => stopped,
            standardError: () => ({ write: (text) => lines.push(JSON.parse(text)) }),
        });
        const ready = () => until(() => lines.some(({ event }) => event === "ready"));
        return { code, lines, ready, stop, events: () => lines.map(({ event }) => event) };
    }
    const refused = async (name, request) => {
        const { code, message } = await failureOf(start(name, request).code);
        return [code, message];
    };

    it("serve until a signal comes, and say of which version they are", async () => {
        const folder = temporaryFolder("commands");
        const { code, lines, ready, stop, events } = start("serve", { allow: [folder] });
        await ready();
        const { address: { port } } = lines.find(({ event }) => event === "ready");
        const { info } = await (await fetch(`http://127.0.0.1:${port}/openapi.json`)).json();
        expect(info.version).to.equal("9.8.7");
        stop();
        expect(await code).to.equal(0);
        rmSync(folder, { recursive: true });
        expect(events()).to.deep.equal(["ready", "request", "stopping", "stopped"]);
        expect(lines.at(-2).signal).to.equal("SIGTERM");
        for (const { time } of lines) expect(new Date(time).toISOString()).to.equal(time);
    });

    it("refuse what they cannot do, before they begin", async () => {
        const taken = createServer(), open = await new Promise((resolve) => { taken.listen(0, "127.0.0.1", () => resolve(taken.address().port)); });
        try {
            const [code, message] = await refused("serve", { port: open });
            expect(code).to.equal("ERR_OPTION");
            expect(message).to.match(new RegExp(`^serve: expected to listen on 127.0.0.1:${open}, got listen EADDRINUSE`));
        } finally {
            taken.close();
        }
        expect(await refused("serve", { redis: "redis://127.0.0.1:1", delegate: true })).to.deep.equal(["ERR_OPTION",
            "serve: expected --delegate without --redis, because MSMs are made here, got both"]);
        const nowhere = ["ERR_OPTION", "--redis: expected an address such as redis://host:6379, got something else"];
        for (const name of ["serve", "work"]) expect(await refused(name, { redis: "127.0.0.1" }), name).to.deep.equal(nowhere);
        expect(await refused("work", {})).to.deep.equal(["ERR_OPTION", "work: expected --redis or FFTURBO_REDIS, got neither"]);
        process.env.FFTURBO_METRICS_TOKEN = "short";
        expect(await refused("serve", {})).to.deep.equal(["ERR_OPTION", "FFTURBO_METRICS_TOKEN: expected a token of 16 letters or more"]);
    });

    it("serve with a worker over Redis", async function () {
        if (noRedis) {
            this.test.title += `: skipped, ${noRedis}`;
            this.skip();
        }
        const redis = await openRedis(), address = `redis://127.0.0.1:${redis.port}`;
        try {
            expect((await refused("work", { redis: address, host: "256.0.0.1" }))[1]).to.match(/^work: expected to listen on 256.0.0.1:0, got /);
            const running = ["work", "serve"].map((name) => start(name, { redis: address, name: name === "work" ? "one" : undefined }));
            await Promise.all(running.map(({ ready }) => ready()));
            const [worker, front] = running.map(({ lines }) => lines.find(({ event }) => event === "ready"));
            expect(worker.name).to.equal("one");
            const ask = async ({ address: { port } }, path) => (await fetch(`http://127.0.0.1:${port}${path}`)).json();
            for (const one of [worker, front]) expect(await ask(one, "/ready")).to.deep.equal({ status: "ok" });
            for (const { stop } of running) stop();
            expect(await Promise.all(running.map(({ code }) => code))).to.deep.equal([0, 0]);
            for (const { events } of running) expect(events().slice(-2)).to.deep.equal(["stopping", "stopped"]);
            const closed = start("work", { redis: address, port: undefined });
            await closed.ready();
            expect(closed.lines[0]).not.to.have.property("address");
            closed.stop();
            expect(await closed.code).to.equal(0);
        } finally {
            await redis.close();
        }
    });
});
