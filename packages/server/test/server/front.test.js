/** The front alone, before a prover that does nothing: what it keeps of its listeners. No Redis is needed. */
import { once } from "node:events";
import { connect } from "node:net";
import { expect } from "chai";
import { createFront } from "../../src/command/front.js";
import { itInAll } from "../../../../test/support/extent.js";
import { until } from "../../../../test/support/until.js";

const TOKEN = "alice-0123456789abcdef";

describe("the HTTP front", function () {
    this.timeout(60_000);
    let front, url, listeners, state, said;
    beforeEach(async () => {
        [listeners, state, said] = [[], "active", []];
        const job = {
            id: "one", tenant: "alice", cancel: async () => false,
            onProgress: (report) => {
                const listener = { left: 0 };
                listeners.push(listener);
                report({ phase: "A", done: 1, total: 2 });
                return () => { listener.left++; };
            },
            status: async () => ({ state, progress: undefined, result: undefined, error: undefined }),
        };
        const get = async (id) => {
            if (id === "two") throw new Error("the queue is gone");
            return id === "one" ? job : undefined;
        };
        const prover = { get, counts: async () => ({}) };
        const [{ default: fastify }, { default: client }] = await Promise.all([import("fastify"), import("prom-client")]);
        const log = (line) => said.push(line);
        front = createFront({ fastify, client, prover, tokens: { alice: TOKEN }, body: 1000, log });
        url = await front.app.listen({ port: 0, host: "127.0.0.1" });
    });
    afterEach(() => front.close());
    const events = (signal) => fetch(`${url}/jobs/one/events`, { headers: { authorization: `Bearer ${TOKEN}` }, signal });

    itInAll("forgets a listener that has gone, and does not end its line again when it closes", async () => {
        const controller = new AbortController();
        await events(controller.signal);
        expect(listeners).to.deep.equal([{ left: 0 }]);
        controller.abort();
        await until(() => listeners[0].left > 0);
        await front.close();
        expect(listeners).to.deep.equal([{ left: 1 }]);
    });

    it("ends a line when its job has ended, with what became of it", async () => {
        state = "done";
        expect(await (await events()).text()).to.match(/^event: progress\ndata: .*\n\nevent: status\n.*\n\nevent: done\n/);
        expect(listeners[0].left).to.be.above(0);
    });

    it("keeps failures of the server to itself, and says them to its log", async () => {
        const answer = await fetch(`${url}/jobs/two`, { headers: { authorization: `Bearer ${TOKEN}` } });
        expect([answer.status, (await answer.json()).error.code]).to.deep.equal([500, "ERR_FAILED"]);
        expect(said.filter(({ event }) => event === "error").length).to.equal(1);
    });

    it("answers whether a job was cancelled, and logs requests by their route, or that there is none", async () => {
        const headers = { authorization: `Bearer ${TOKEN}` }, ask = async (method, path) => {
            const answer = await fetch(`${url}${path}`, { method, headers });
            return [answer.status, await answer.json()];
        };
        expect(await ask("DELETE", "/jobs/one")).to.deep.equal([200, { cancelled: false }]);
        expect((await ask("DELETE", "/jobs/three"))[0]).to.equal(404);
        expect((await ask("GET", "/nowhere"))[0]).to.equal(404);
        await until(() => said.filter(({ event }) => event === "request").length === 3);
        const requests = said.filter(({ event }) => event === "request");
        expect(requests.map(({ method, route, status }) => [method, route, status])).to.deep.equal(
            [["DELETE", "/jobs/:id", 200], ["DELETE", "/jobs/:id", 404], ["GET", "none", 404]]);
    });

    it("waits for a request that comes in pieces", async () => {
        const socket = connect(Number(new URL(url).port), "127.0.0.1"), parts = [];
        socket.on("data", (part) => parts.push(part));
        socket.write(`POST /prove HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${TOKEN}\r\nConnection: close\r\n`
            + "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{");
        await new Promise((resolve) => { setTimeout(resolve, 50); });
        socket.write("}");
        await once(socket, "close");
        expect(Buffer.concat(parts).toString().split("\r\n")[0]).to.equal("HTTP/1.1 400 Bad Request");
    });

    it("ends a connection whose request does not arrive, on a route or on none, and no line that is open", async () => {
        const [{ default: fastify }, { default: client }] = await Promise.all([import("fastify"), import("prom-client")]);
        await front.close();
        const prover = { get: async () => ({ id: "one", tenant: "alice", onProgress: () => () => {},
            status: async () => ({ state: "active" }) }), counts: async () => ({}) };
        const options = { tokens: { alice: TOKEN }, body: 1000, log: () => {}, arrival: 60 };
        front = createFront({ fastify, client, prover, ...options });
        url = await front.app.listen({ port: 0, host: "127.0.0.1" });
        const line = await events(), { port } = new URL(url);
        const said = await Promise.all(["/prove", "/nowhere"].map(async (path) => {
            const socket = connect(Number(port), "127.0.0.1"), parts = [];
            socket.on("data", (part) => parts.push(part));
            socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${TOKEN}\r\n`
                + "Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{");
            await once(socket, "close");
            return Buffer.concat(parts).toString().split("\r\n")[0];
        }));
        expect(said).to.deep.equal(["HTTP/1.1 408 Request Timeout", "HTTP/1.1 408 Request Timeout"]);
        expect((await front.app.inject({ method: "POST", url: "/nowhere" })).statusCode).to.equal(404); // no connection
        let hasEnded = false;
        const reading = (async () => { for await (const part of line.body) void part; })();
        reading.then(() => { hasEnded = true; });
        await new Promise((resolve) => { setTimeout(resolve, 100); });
        expect(hasEnded).to.equal(false);
        await front.close();
        await reading;
    });

    it("ends every line when it closes", async () => {
        const lines = await Promise.all([1, 2, 3].map(() => events()));
        const all = Promise.all(lines.map((line) => line.text()));
        await front.close();
        for (const text of await all) expect(text).to.match(/^event: progress\ndata: .*\n\nevent: status\n/);
        expect(listeners.every(({ left }) => left > 0)).to.equal(true);
    });
});
