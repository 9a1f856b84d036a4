/** Servers for delegated proofs: real ones, and ones that answer whatever a test wants. */
import { createServer } from "node:http";
import fastify from "fastify";
import client from "prom-client";
import { createFront } from "../../packages/server/src/command/front.js";
import { createLocalProver } from "../../packages/server/src/pool/index.js";
import { msmShare } from "../../packages/keys/src/delegate.js";

/** The tokens of all servers. */
export const TOKENS = Object.freeze({ a: "a-0123456789abcdef", b: "b-0123456789abcdef" });

/**
 * A server as `ffturbo serve --delegate` is, in this process.
 * @param {{ allow: string[], threads?: number, memory?: number, waiting?: number, concurrency?: number, body?: number,
 *   delegate?: boolean, arrival?: number, log?: (line: object) => void }} options
 */
export async function startServer({ allow, body = 2 ** 20, delegate = true, arrival, log = () => {}, ...more }) {
    const prover = createLocalProver({ threads: 1, allow, ...more });
    const front = createFront({ fastify, client, tokens: TOKENS, body, allow, delegate, arrival, log, prover });
    await front.app.listen({ port: 0, host: "127.0.0.1" });
    return {
        front, prover, port: front.app.addresses()[0].port,
        async close() {
            await this.front.close(); // which may be another by now
            await prover.close({ grace: 0 });
        },
    };
}

/** A server as the device knows it. @param {{ port: number }} server @param {string} path - of the key */
export const serverOf = ({ port }, path, more = {}) => ({
    url: `http://127.0.0.1:${port}`, token: TOKENS.a, zkey: { path }, ...more,
});

/**
 * A server that gives `answer` the request, what came in it, and the right answer.
 * @param {string} zkey
 * @param {(reply: import("node:http").ServerResponse, points: Uint8Array, share: Uint8Array) => void} answer
 */
export function startLiar(zkey, answer) {
    const shares = /** @type {Uint8Array[]} */ ([]);
    const server = createServer(async (request, reply) => {
        const chunks = [];
        for await (const chunk of request) chunks.push(chunk);
        const share = new Uint8Array(Buffer.concat(chunks));
        shares.push(share);
        answer(reply, await msmShare(zkey, share, { threads: 0 }), share);
    });
    return new Promise((resolve) => {
        server.listen(0, "127.0.0.1", () => resolve({
            port: /** @type {any} */ (server.address()).port, shares,
            async close() {
                server.closeAllConnections();
                await new Promise((done) => { server.close(done); });
            },
        }));
    });
}
