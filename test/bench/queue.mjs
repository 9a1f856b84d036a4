/**
 * What a queue costs and gives, in one run, on a Redis of its own:
 *
 *     node test/bench/queue.mjs circuit.zkey witness.wtns [--rounds 9] [--proofs 6] [--turns 4]
 *
 * Overhead: a proof by `prove`, through the pool and through the queue in one warm process, in alternating order, on
 * the same number of threads; medians of the ratios. Processor time is that of this process and of Redis.
 * Throughput: worker processes of one and of two threads, which take turns of `proofs` proofs each; the others idle.
 */
import { availableParallelism, cpus } from "node:os";
import { parseArgs } from "node:util";
import { prove, zkeyInfo } from "../../src/protocols/groth16/index.js";
import { createProverPool } from "../../packages/server/src/pool/prover_pool.js";
import { createProver, createWorker } from "../../packages/server/src/queue/index.js";
import { startWorker } from "../../packages/server/test/support/queue.js";
import { openRedis } from "../../packages/server/test/support/redis.js";
import { median, processorTime } from "./harness.mjs";

const { values, positionals: [zkey, witness] } = parseArgs({
    allowPositionals: true,
    options: Object.fromEntries(Object.entries({ rounds: "9", proofs: "6", turns: "4" })
        .map(([name, value]) => [name, { type: "string", default: value }])),
});
const rounds = Number(values.rounds), proofs = Number(values.proofs), turns = Number(values.turns);
const round = (value, digits = 0) => Number(value.toFixed(digits));

/** Milliseconds of processor time that Redis has used. @param {any} client */
async function redisTime(client) {
    const said = await client.info("cpu");
    const used = (kind) => Number(new RegExp(`used_cpu_${kind}:([\\d.]+)`).exec(said)[1]);
    return 1000 * (used("sys") + used("user"));
}

/** @param {any} redis @param {number} threads */
async function overhead(redis, threads) {
    const connection = redis.connection, queue = `overhead-${threads}`, client = redis.client();
    const prover = createProver({ connection, queue }), worker = createWorker({ connection, queue, threads });
    const pool = createProverPool({ threads, concurrency: 1 });
    await worker.ready();
    const curve = await pool.run(zkey, async (_, place) => place.curve);
    const ways = {
        prove: () => prove(zkey, witness, { curve }),
        pool: () => pool.prove(zkey, witness),
        queue: async () => (await prover.submit({ zkey, witness })).result(),
    };
    const names = Object.keys(ways), seen = { prove: [], pool: [], queue: [] };
    const used = async () => processorTime() + await redisTime(client);
    for (const name of [...names, ...names]) await ways[name](); // warm
    for (let i = 0; i < rounds; i++)
        for (const name of names.map((_, k) => names[(i + k) % names.length])) {
            const cpu = await used(), started = performance.now();
            await ways[name]();
            const ms = performance.now() - started;
            seen[name].push({ ms, cpu: await used() - cpu });
        }
    client.disconnect();
    await Promise.all([worker.close(), prover.close(), pool.close()]);
    const ratio = (name, what) => round(median(seen[name].map((run, i) => run[what] / seen.prove[i][what])), 3);
    return names.map((way) => ({
        way, threads,
        ms: round(median(seen[way].map(({ ms }) => ms))), ratio: ratio(way, "ms"),
        cpuMs: round(median(seen[way].map(({ cpu }) => cpu))), cpuRatio: ratio(way, "cpu"),
    }));
}

const SETUPS = {
    "two of one thread": [{ threads: 1 }, { threads: 1 }],
    "one of two threads": [{ threads: 2 }],
    "one of two threads, two proofs at once": [{ threads: 2, concurrency: 2 }],
};

/** A queue with its worker processes, and one turn of proofs on it. */
async function openSetup(redis, [title, workers], row) {
    const queue = `throughput-${row}`, connection = redis.connection, prover = createProver({ connection, queue });
    const running = await Promise.all(workers.map((options) =>
        startWorker({ connection, queue, lost: 30_000, ...options }, { TIMES: "1" })));
    /** Processor time of the workers so far, as they said with their last proof. */
    const spent = () => running.reduce((sum, { events }) => sum + (events.findLast(({ cpu }) => cpu)?.cpu ?? 0), 0);
    const turn = async (count) => {
        const cpu = spent(), started = performance.now();
        const jobs = await Promise.all(Array.from({ length: count }, () => prover.submit({ zkey, witness })));
        await Promise.all(jobs.map((job) => job.result()));
        return { perMinute: (60_000 * count) / (performance.now() - started), cpu: (spent() - cpu) / count };
    };
    const close = async () => {
        await Promise.all(running.map((worker) => worker.kill("SIGTERM")));
        await prover.close();
    };
    return { title, turn, close, seen: [] };
}

/** Proofs per minute of each set of worker processes, and processor time of a proof. */
async function throughput(redis) {
    const setups = await Promise.all(Object.entries(SETUPS).map((setup, row) => openSetup(redis, setup, row)));
    for (const { turn } of setups) await turn(4); // warm
    for (let i = 0; i < turns; i++)
        for (const { turn, seen } of i % 2 ? [...setups].reverse() : setups) seen.push(await turn(proofs));
    await Promise.all(setups.map(({ close }) => close()));
    return setups.map(({ title, seen }) => ({
        workers: title, proofsPerMinute: round(median(seen.map(({ perMinute }) => perMinute)), 1),
        cpuMsPerProof: round(median(seen.map(({ cpu }) => cpu))),
    }));
}

const redis = await openRedis();
try {
    const { domainSize } = await zkeyInfo(zkey);
    const machine = `${cpus()[0]?.model.trim()}, ${availableParallelism()} threads`;
    console.log(`domain 2^${Math.log2(domainSize)}, Node ${process.versions.node}, ${machine}`);
    console.table([...(await overhead(redis, 1)), ...(await overhead(redis, 2))]);
    console.table(await throughput(redis));
} finally {
    await redis.close();
}
