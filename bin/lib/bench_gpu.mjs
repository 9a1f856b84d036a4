/**
 * How fast this machine's graphics card sums, beside its CPU in the same run, as JSON to paste into an issue: the cost
 * of starting, sums of 2^14 to 2^20 points over G1, cold and warm, and what each stage takes.
 */
import { cpus } from "node:os";
import * as engine from "../../src/index.js";
import { useGpu } from "../../src/gpu/index.js";
import { planSum } from "../../src/gpu/plan.js";
import { runSum } from "../../src/gpu/runs.js";
import { CARD_CURVES } from "../../src/gpu/curves.js";

/** Sizes, and rounds of each. */
const BITS = [14, 16, 18, 20], ROUNDS = 4;

/** Milliseconds after which no larger size is begun. */
const BUDGET = 60_000;

/** Different points: a table of this many is repeated, with infinities and opposites between. */
const TABLE = 509;

const round = (/** @type {number} */ ms) => Math.round(ms * 10) / 10;

/** n affine points, and n scalars below 2^252. */
function inputs(G, n) {
    const size = 2 * G.F.n8, points = new Uint8Array(n * size), scalars = new Uint8Array(n * 32), table = [];
    let point = G.timesScalar(G.g, 0xabcdefn);
    for (let i = 0; i < TABLE; i++) {
        table.push(G.toAffine(point));
        point = G.add(G.double(point), G.g);
    }
    for (let i = 0; i < n; i++) {
        const one = i % 97 === 5 ? G.zeroAffine : table[i % TABLE];
        points.set(i % 31 === 3 ? G.neg(one) : one, i * size);
    }
    for (let at = 0; at < scalars.length; at += 65536)
        globalThis.crypto.getRandomValues(scalars.subarray(at, Math.min(at + 65536, scalars.length)));
    for (let i = 31; i < scalars.length; i += 32) scalars[i] &= 0x0f;
    return { points, scalars };
}

async function timed(run) {
    const started = performance.now(), value = await run();
    return { value, ms: performance.now() - started };
}

/** The first time and the best. */
async function rounds(run) {
    const all = [];
    let value;
    for (let i = 0; i < ROUNDS; i++) {
        const one = await timed(run);
        all.push(one.ms);
        value = one.value;
    }
    return { value, first: round(all[0]), best: round(Math.min(...all)) };
}

/** Milliseconds of each stage; the sum is slower than a run, because it waits after each. */
async function stagesOf({ kernels, additions }, { points, scalars }, n) {
    const stages = {}, { device } = kernels;
    const plan = planSum({ n, scalarWords: 8, scalarBits: 252 }, kernels, { bindingBytes: 1 << 27, additions });
    let last = performance.now();
    await runSum(kernels, plan, points, scalars, async (stage) => {
        await device.queue.onSubmittedWorkDone();
        stages[stage] = round((stages[stage] ?? 0) + performance.now() - last);
        last = performance.now();
    });
    return { stages, windowBits: plan.bits, additions: n * plan.windows };
}

/** The rows of one curve. */
async function* rowsOf(curve, signal, end) {
    const { G1 } = curve;
    const call = (bases, scalars, gpu) => G1.multiExpAffine(bases, scalars, undefined, undefined, { gpu });
    for (const bits of BITS) {
        signal.throwIfAborted();
        if (performance.now() > end) return;
        const n = 2 ** bits, both = inputs(G1, n), { points, scalars } = both;
        const gpu = await rounds(() => call(points, scalars, "enabled")), { where, reason } = curve.gpuInfo().last;
        const cpu = await rounds(() => call(points, scalars, "disabled"));
        const detail = G1.card.kernels ? await stagesOf(G1.card, both, n) : {};
        const right = G1.eq(gpu.value, cpu.value);
        yield {
            curve: curve.name, size: n, right, where, ...(where === "gpu" ? {} : { reason }),
            gpuFirst: gpu.first, gpu: gpu.best, cpu: cpu.best, ...detail,
        };
    }
}

/**
 * @param {{ json?: boolean, threads?: number }} request
 * @param {AbortSignal} signal
 * @param {{ print: (text: string) => void, version: string, gpu?: any }} tools
 */
export async function benchGpu({ json, threads }, signal, { print, version, gpu = "auto" }) {
    const rows = [], starts = [], told = (text) => { if (!json) print(text); };
    let threadsUsed = threads;
    for (const { name } of CARD_CURVES) {
        const curve = await engine.getCurveFromName(name, threads === undefined ? undefined : { threads });
        try {
            const { value: info, ms } = await timed(() => useGpu(curve, gpu));
            starts.push({ curve: name, startMs: round(ms), ...info });
            threadsUsed = curve.tm.concurrency;
            told(`${name}: ${info.state}, ${info.adapter || "no adapter"}${info.reason ? `: ${info.reason}` : ""}, after ${round(ms)} ms`);
            if (info.state !== "ready") continue;
            for await (const row of rowsOf(curve, signal, performance.now() + BUDGET / 3)) {
                rows.push(row);
                told(`${name} 2^${Math.log2(row.size)}: ${row.gpu} ms on the card (first ${row.gpuFirst}), ${row.cpu} ms on ${threadsUsed} threads${row.right ? "" : "  WRONG"}`);
            }
        } finally {
            await curve.terminate();
        }
    }
    const machine = `${cpus()[0]?.model.trim() || process.arch}, Node ${process.versions.node}`;
    if (json) print(JSON.stringify({ version, machine, threads: threadsUsed, starts, rows }));
    else print(`\nffturbo ${version}; ${threadsUsed} threads, ${machine}. To report this: npx ffturbo bench --gpu --json`);
    return rows.every(({ right }) => right) ? 0 : 1;
}
