/**
 * `npm run soak`: builds and ends curves, proves many times at once, and kills workers at random under load; then asks
 * what is left of memory, threads, files and handles.
 *
 *     npm run soak                                               the short form, which test/full runs
 *     npm run soak -- --seconds 600 --cycles 2000 --proofs 500   ten minutes of killed workers
 *     npm run soak -- --seed 7                                   the same draws again
 */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { buildBn128 } from "../../src/index.js";
import { prove, ProverError, verify } from "../../src/protocols/groth16/index.js";
import { fixture } from "../support/circuits.js";
import { stream } from "../fuzz/choices.js";

const read = (file) => new Uint8Array(readFileSync(fixture("mimc_tiny", file)));
const json = (file) => JSON.parse(readFileSync(fixture("mimc_tiny", file), "utf8"));
const zkey = read("circuit.zkey"),
    wtns = read("witness.wtns"),
    vkey = json("vkey.json"),
    signals = json("public.json");
/** Bytes that may be there at the end and were not at the start: code that was compiled meanwhile, and the like. */
const SLACK = 24 * 2 ** 20;
/** Operations that are under way at once while workers are killed. */
const AT_ONCE = 6;

/** @param {boolean} ok @param {() => string} what */
function demand(ok, what) {
    if (!ok) throw new Error(`soak: ${what()}`);
}

const count = (path) => {
    try {
        return readdirSync(path).length;
    } catch {
        return 0;
    }
};

/** What there is now, when all that is on its way out has gone. */
async function rest() {
    await sleep(500);
    for (let i = 0; i < 4; i++) {
        globalThis.gc?.();
        await sleep(50);
    }
    const { heapUsed, external, rss } = process.memoryUsage();
    return {
        heap: heapUsed,
        external,
        rss,
        threads: count("/proc/self/task"),
        files: count("/proc/self/fd"),
        handles: process.getActiveResourcesInfo().filter((kind) => kind !== "Timeout").length,
    };
}

const shown = ({ heap, external, rss, ...others }) => {
    const mib = Object.entries({ heap, external, rss }).map(
        ([name, bytes]) => `${name} ${(bytes / 2 ** 20).toFixed(1)} MiB`,
    );
    return [...mib, ...Object.entries(others).map(([name, n]) => `${n} ${name}`)].join(", ");
};

/** One task on the only worker. @param {any} curve */
async function product({ tm, Fr }) {
    const [out] = await tm.queueAction([
        { cmd: "ALLOCSET", var: 0, buff: Fr.e(3) },
        { cmd: "ALLOCSET", var: 1, buff: Fr.e(5) },
        { cmd: "ALLOC", var: 2, len: Fr.n8 },
        { cmd: "CALL", fnName: "frm_mul", params: [{ var: 0 }, { var: 1 }, { var: 2 }] },
        { cmd: "GET", out: 0, var: 2, len: Fr.n8 },
    ]);
    demand(Fr.eq(out, Fr.e(15)), () => `expected 15, got ${Fr.toString(out)}`);
}

/** Builds, uses and ends a curve, each with a worker of its own. @param {number} n */
async function cycles(n) {
    let started = 0,
        ended = 0;
    for (let i = 0; i < n; i++) {
        const curve = await buildBn128({
            threads: 1,
            createWorker: ({ source }) => {
                started++;
                const worker = new Worker(source, { eval: true, execArgv: [] });
                worker.once("exit", () => {
                    ended++;
                });
                return worker;
            },
        });
        await product(curve);
        await curve.terminate();
    }
    for (let turns = 0; ended < started && turns < 6000; turns++) await sleep(10);
    demand(started === n && ended === n, () => `expected ${n} workers to start and end, got ${started} and ${ended}`);
    return `${n} curves built and ended, as many workers`;
}

/** @param {number} n */
async function manyProofs(n) {
    const curve = await buildBn128({ threads: 2, terminationTimeout: 600_000 });
    const all = await Promise.all(Array.from({ length: n }, () => prove(zkey, wtns, { curve })));
    const first = new Set(all.map(({ proof }) => proof.pi_a[0]));
    demand(first.size === n, () => `expected ${n} different proofs, got ${first.size}`);
    for (const { proof, publicSignals } of all) {
        demand(
            String(publicSignals) === String(signals),
            () => `expected the signals ${signals}, got ${publicSignals}`,
        );
        demand(await verify(vkey, publicSignals, proof), () => "a proof does not verify");
    }
    await curve.terminate();
    return `${n} proofs at once, all verify`;
}

/** A curve whose workers are killed after a number of messages that is drawn. @param {() => number} next */
async function killable(next) {
    const counts = { killed: 0, started: 0 };
    const curve = await buildBn128({
        threads: 2,
        terminationTimeout: 600_000,
        createWorker: ({ source }) => {
            counts.started++;
            const worker = new Worker(source, { eval: true, execArgv: [] }),
                post = worker.postMessage.bind(worker);
            let left = 2 + (next() % 60);
            worker.postMessage = (message, transfers) => {
                post(message, transfers);
                if (--left !== 0) return;
                counts.killed++;
                // before the answer, or with it
                if (next() & 1) void worker.terminate();
                else setImmediate(() => worker.terminate());
            };
            return worker;
        },
    });
    return { curve, counts };
}

const POINTS = 2048;
/** Elements, and points of the generator alone. @param {any} curve */
function inputs({ G1 }) {
    const ones = new Uint8Array(32 * POINTS),
        points = new Uint8Array(64 * POINTS);
    for (let i = 0; i < POINTS; i++) {
        ones[32 * i] = 1;
        points.set(G1.gAffine, 64 * i);
    }
    return { ones, points };
}

/** Operations that say whether their results are right. @param {any} curve @param {any} given */
function operations(curve, { ones, points, spectrum }) {
    const { G1, Fr } = curve,
        sum = G1.timesScalar(G1.g, POINTS);
    return [
        async () => G1.eq(await G1.multiExpAffine(points, ones), sum),
        async () => Buffer.compare(await Fr.ifft(spectrum), ones) === 0,
        async () => {
            const { proof, publicSignals } = await prove(zkey, wtns, { curve });
            return verify(vkey, publicSignals, proof);
        },
    ];
}

/** @param {number} seconds @param {() => number} next */
async function killed(seconds, next) {
    const safe = await buildBn128(true),
        { curve, counts } = await killable(next),
        end = performance.now() + 1000 * seconds;
    // what is right is found where nothing is killed
    const given = inputs(safe),
        results = { right: 0, failed: 0 };
    given.spectrum = await safe.Fr.fft(given.ones);
    const list = operations(curve, given);
    for (const operation of operations(safe, given))
        demand(await operation(), () => "expected a right result without a fault");
    const lane = async () => {
        while (performance.now() < end || counts.killed < 2 || results.right < 2) {
            const outcome = await list[next() % list.length]().catch((error) => error);
            if (outcome === true) results.right++;
            else results.failed++;
            const known =
                outcome === true ||
                (outcome instanceof Error && (outcome.code === "ERR_WORKER" || /worker/i.test(outcome.message)));
            demand(
                known && (outcome === true || !(outcome instanceof ProverError) || outcome.code === "ERR_WORKER"),
                () => `expected a right result or the error of a worker, got ${outcome?.stack ?? outcome}`,
            );
        }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    demand(
        counts.killed > 0 && results.right > 0,
        () =>
            `expected workers to be killed and results to be right, got ${JSON.stringify({ ...counts, ...results })}`,
    );
    await curve.terminate();
    return `${seconds} s: ${counts.killed} of ${counts.started} workers killed, ${results.right} results right, ${results.failed} refused with the error of a worker`;
}

/** Everything ran once before, so that nothing may be more. @param {any} before @param {any} after */
function compare(before, after) {
    const grown = after.heap + after.external - before.heap - before.external;
    demand(grown < SLACK, () => `expected memory as before, got ${grown} bytes more`);
    for (const kind of ["threads", "files", "handles"])
        demand(after[kind] <= before[kind], () => `expected ${before[kind]} ${kind}, got ${after[kind]}`);
}

async function main(args) {
    const { values } = parseArgs({
        args,
        options: {
            seconds: { type: "string", default: "10" },
            cycles: { type: "string", default: "60" },
            proofs: { type: "string", default: "40" },
            seed: { type: "string" },
            leave: { type: "boolean", default: false }, // a worker, which must be noticed
        },
    });
    const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32)),
        next = stream(seed);
    console.log(`--seed ${seed}, Node ${process.version}`);
    await cycles(3);
    await manyProofs(3);
    await killed(1, next);
    const before = await rest();
    if (values.leave) new Worker("setInterval(() => {}, 1e6)", { eval: true });
    console.log(`before: ${shown(before)}`);
    for (const part of [
        () => cycles(Number(values.cycles)),
        () => manyProofs(Number(values.proofs)),
        () => killed(Number(values.seconds), next),
    ]) {
        console.log(await part());
        console.log(`    ${shown(await rest())}`);
    }
    const after = await rest(),
        { user, system } = process.cpuUsage();
    console.log(`after: ${shown(after)}; ${((user + system) / 1e6).toFixed(0)} s of the processor`);
    compare(before, after);
}

await main(process.argv.slice(2));
