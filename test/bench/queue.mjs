/**
 * What a queue costs and gives, in one run, on a Redis of its own:
 *
 *     node test/bench/queue.mjs circuit.zkey witness.wtns [--rounds 9] [--seconds 30]
 *
 * Overhead: a proof through the queue against `prove` in the same warm process, in turn, on the same thread count. What
 * is compared is the median; both verify their proofs. Throughput: two workers of one thread against one of two.
 */
import { parseArgs } from "node:util";
import { prove, zkeyInfo } from "../../src/protocols/groth16/index.js";
import { createProverPool } from "../../src/queue/prover_pool.js";
import { createProver, createWorker } from "../../src/queue/index.js";
import { startWorker } from "../support/queue.js";
import { openRedis } from "../support/redis.js";

const { values, positionals: [zkey, witness] } = parseArgs({
    allowPositionals: true,
    options: { rounds: { type: "string", default: "9" }, seconds: { type: "string", default: "30" } },
});
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
const timed = async (work) => {
    const cpu = process.cpuUsage(), started = performance.now();
    await work();
    const { user, system } = process.cpuUsage(cpu);
    return { ms: performance.now() - started, cpu: (user + system) / 1000 };
};

async function overhead(redis, threads) {
    const connection = redis.connection, queue = "overhead";
    const prover = createProver({ connection, queue }), worker = createWorker({ connection, queue, threads });
    const pool = createProverPool({ threads, concurrency: 1 });
    await worker.ready();
    const curve = await pool.run(zkey, async (_, place) => place.curve);
    const ways = {
        prove: () => prove(zkey, witness, { curve }),
        pool: () => pool.prove(zkey, witness),
        queue: async () => (await prover.submit({ zkey, witness })).result(),
    };
    const seen = { prove: [], pool: [], queue: [] };
    for (const way of Object.values(ways)) await way(); // warm
    for (let round = 0; round < Number(values.rounds); round++)
        for (const [name, way] of Object.entries(ways)) seen[name].push(await timed(way));
    await Promise.all([worker.close(), prover.close(), pool.close()]);
    const rows = Object.entries(seen).map(([name, runs]) => ({
        way: name, threads,
        ms: Math.round(median(runs.map(({ ms }) => ms))), cpu: Math.round(median(runs.map(({ cpu }) => cpu))),
        ratio: Number(median(runs.map(({ ms }, i) => ms / seen.prove[i].ms)).toFixed(3)),
        cpuRatio: Number(median(runs.map(({ cpu }, i) => cpu / seen.prove[i].cpu)).toFixed(3)),
    }));
    return rows;
}

/** Proofs per minute of a set of worker processes that always have enough to do. */
async function throughput(redis, title, setups) {
    const queue = title.replaceAll(" ", "-"), connection = redis.connection, prover = createProver({ connection, queue });
    const open = (options) => startWorker({ connection, queue, lost: 30_000, ...options });
    const workers = await Promise.all(setups.map(open));
    let done = 0, stop = false;
    const keep = async () => {
        while (!stop) {
            await (await prover.submit({ zkey, witness })).result();
            done++;
        }
    };
    const lanes = Array.from({ length: 4 }, keep);
    while (done < 2 * setups.length) await new Promise((resolve) => { setTimeout(resolve, 20); });
    const from = done, started = performance.now();
    await new Promise((resolve) => { setTimeout(resolve, 1000 * Number(values.seconds)); });
    const perMinute = ((done - from) * 60_000) / (performance.now() - started);
    stop = true;
    await Promise.all(lanes);
    await Promise.all(workers.map((worker) => worker.kill("SIGTERM")));
    await prover.close();
    return { workers: title, proofsPerMinute: Number(perMinute.toFixed(1)) };
}

const redis = await openRedis();
try {
    const { domainSize } = await zkeyInfo(zkey);
    console.log(`domain 2^${Math.log2(domainSize)}, Node ${process.versions.node}`);
    console.table([...(await overhead(redis, 1)), ...(await overhead(redis, 2))]);
    console.table([
        await throughput(redis, "two of one thread", [{ threads: 1 }, { threads: 1 }]),
        await throughput(redis, "one of two threads", [{ threads: 2 }]),
        await throughput(redis, "one of two threads, two proofs at once", [{ threads: 2, concurrency: 2 }]),
    ]);
} finally {
    await redis.close();
}
