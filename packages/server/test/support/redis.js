/** A Redis of a test's own: Debian's redis-server on a free port, with its append-only file in a folder of its own. */
import { spawn, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { Redis } from "ioredis";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";

/** Why tests with Redis cannot run here; undefined: they can. */
export const noRedis = spawnSync("redis-server", ["--version"]).status === 0
    ? undefined
    : "redis-server is not installed (Debian: redis-server)";

export const freePort = () => new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
        const { port } = server.address();
        server.close(() => resolve(port));
    });
});

/** What a queue needs: nothing that was answered is lost, nothing is evicted. */
const DURABLE = ["--appendonly", "yes", "--appendfsync", "always", "--save", "", "--maxmemory-policy", "noeviction"];

/** @param {number} port @param {string} folder @param {string[]} options */
async function start(port, folder, options) {
    const own = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder];
    const child = spawn("redis-server", [...own, ...options], { stdio: "ignore" });
    for (let tries = 0; tries < 200; tries++) {
        const client = new Redis({ port, host: "127.0.0.1", lazyConnect: true, retryStrategy: () => null });
        client.on("error", () => {});
        try {
            await client.connect();
            await client.ping();
            return child;
        } catch {
            await new Promise((resolve) => { setTimeout(resolve, 50); });
        } finally {
            client.disconnect();
        }
    }
    throw new Error("redis-server: expected an answer within 10 s, got none");
}

const ended = (child) => new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once("exit", resolve);
});

/** @param {{ options?: string[] }} [how] - options: of the server */
export async function openRedis({ options = DURABLE } = {}) {
    const folder = temporaryFolder("redis"), port = await freePort();
    let child = await start(port, folder, options);
    const connection = { host: "127.0.0.1", port };
    const quiet = () => {
        const client = new Redis(connection);
        client.on("error", () => {}); // a server that ends
        return client;
    };
    return {
        port, folder, connection, url: `redis://127.0.0.1:${port}`,
        /**
         * Ends the server as a machine does that is shut down, and starts it on what its file holds.
         * @param {NodeJS.Signals} [signal]
         * @param {number | (() => Promise<unknown>)} [pause] - milliseconds, or what happens while it is away
         */
        async restart(signal = "SIGTERM", pause = 0) {
            await this.stop(signal);
            await (typeof pause === "function" ? pause() : new Promise((resolve) => { setTimeout(resolve, pause); }));
            await this.start();
        },
        /** @param {NodeJS.Signals} [signal] */
        async stop(signal = "SIGTERM") {
            child.kill(signal);
            await ended(child);
        },
        async start() { child = await start(port, folder, options); },
        /** The machine of the server hangs: connections stay open, and nothing is answered. */
        freeze: () => void child.kill("SIGSTOP"),
        thaw: () => void child.kill("SIGCONT"),
        /** Bytes in both directions since the start, of all clients. */
        async traffic(client) {
            const info = await client.info("stats");
            return ["total_net_input_bytes", "total_net_output_bytes"]
                .reduce((sum, name) => sum + Number(new RegExp(`${name}:(\\d+)`).exec(info)[1]), 0);
        },
        client: quiet,
        async close() {
            child.kill("SIGKILL");
            await ended(child);
            rmSync(folder, { recursive: true, force: true });
        },
    };
}

/**
 * A slow network before a Redis, which delivers what was sent though the sender is gone.
 * @param {number} port - of the server
 */
export async function openProxy(port) {
    const sockets = new Set(), lane = (word, times) => ({ word, times, held: undefined });
    let newest = lane();
    const server = createServer((socket) => {
        const own = newest, upstream = connect(port, "127.0.0.1");
        for (const one of [socket, upstream]) sockets.add(one.on("error", () => {}));
        upstream.pipe(socket);
        socket.on("data", (bytes) => {
            if (own.word && bytes.includes(own.word) && --own.times === 0) own.held = [];
            if (own.held) own.held.push(() => upstream.write(bytes));
            else upstream.write(bytes);
        });
    });
    await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
    const release = (one) => () => {
        one.word = undefined;
        for (const send of one.held?.splice(0) ?? []) send();
        one.held = undefined;
    };
    return {
        port: server.address().port,
        /**
         * Holds what is sent: on the connections of now from the first bytes on with this word, on those to come from
         * the second bytes on with another.
         * @returns {[() => void, () => void]} deliver what the former, and what the latter have sent
         */
        hold(first, second) {
            const former = Object.assign(newest, { word: first, times: 1 });
            newest = lane(second, 2);
            return [release(former), release(newest)];
        },
        isHolding: () => newest.held !== undefined,
        async close() {
            for (const socket of sockets) socket.destroy();
            await new Promise((resolve) => { server.close(resolve); });
        },
    };
}
