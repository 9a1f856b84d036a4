/**
 * Measures how fast this machine's GPU computes MSMs, and its CPU in the same run, as
 * JSON to paste into an issue: the cost of starting, field products by the width of limbs, MSMs of
 * 2^14 to 2^20 points over each group (cold, warm, and with points that stay on the GPU), the time
 * of each stage, and quotients of as many values. It needs nothing that only Node has:
 * demo/gpu.html runs it in a browser. For `ffturbo bench --gpu`.
 * @module ffturbo-gpu/bench
 */
import { counted, getCurveFromName, messageOf, sameBytes } from "../../../src/internal/gpu.js";
import { attachGpu } from "./attach_gpu.js";
import { BINDING_BYTES, layOutMsm, pointsPerRun } from "./msm_layout.js";
import { FORMS, measureProducts } from "./products.js";
import { runMsm } from "./msm_run.js";
import { GPU_CURVES } from "./curves.js";

/** Sizes, and how many rounds each is measured. */
const BITS = [14, 16, 18, 20], ROUNDS = 4;

/** Milliseconds after which no larger size of a group is begun. */
const BUDGET = 20_000;

/**
 * How many points are different: this table is repeated, with infinities and opposites in between.
 */
const TABLE = 509;

const round = (/** @type {number} */ ms) => Math.round(ms * 10) / 10;

/** n scalars below 2^252. @param {number} n */
function scalarsOf(n) {
    const scalars = new Uint8Array(n * 32);
    for (let at = 0; at < scalars.length; at += 65536)
        globalThis.crypto.getRandomValues(scalars.subarray(at, Math.min(at + 65536, scalars.length)));
    for (let i = 31; i < scalars.length; i += 32) scalars[i] &= 0x0f;
    return scalars;
}

/**
 * n affine points, and as many scalars.
 * @param {any} G - a group
 * @param {number} n
 */
function inputs(G, n) {
    const size = 2 * G.F.n8;
    const points = new Uint8Array(n * size), table = [];
    let point = G.timesScalar(G.g, 0xabcdefn);
    for (let i = 0; i < TABLE; i++) {
        table.push(G.toAffine(point));
        point = G.add(G.double(point), G.g);
    }
    for (let i = 0; i < n; i++) {
        const one = i % 97 === 5 ? G.zeroAffine : table[i % TABLE];
        points.set(i % 31 === 3 ? G.neg(one) : one, i * size);
    }
    return { points, scalars: scalarsOf(n) };
}

/** @template T @param {() => Promise<T>} run */
async function timed(run) {
    const started = performance.now();
    const value = await run();
    return { value, ms: performance.now() - started };
}

/**
 * The first time and the best.
 * @param {() => Promise<any>} run
 */
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

/**
 * An MSM that uploads its points each time, then one with points that the GPU has kept. The time of
 * the latter is undefined where the GPU keeps none: if they are too few, or if this host hashes
 * more slowly than it uploads.
 * @param {any} group - its GPU
 * @param {() => Promise<any>} run
 */
async function onGpu({ runner: { kept }, gpu: device }, run) {
    const { budget } = kept, { opened } = device;
    kept.budget = 0;
    const uploaded = await rounds(run);
    if (device.opened === opened) kept.budget = budget; // a GPU that was lost keeps nothing
    for (let i = 0; i < 2; i++) await run(); // points that are used twice are kept
    const hits = kept.hits, { value, best } = await rounds(run);
    return { uploaded, value, keptBest: kept.hits - hits === ROUNDS ? best : undefined };
}

/**
 * Milliseconds of each stage; their total exceeds the time of a run, because this waits after each
 * stage.
 * @param {any} runner
 * @param {{ points: Uint8Array, scalars: Uint8Array }} inputs
 * @param {number} n
 */
async function stagesOf({ kernels, additions }, { points, scalars }, n) {
    const { device } = kernels;
    /** @type {Record<string, number>} */
    const stages = {};
    const plan = layOutMsm({ n, scalarWords: 8, scalarBits: 252 }, kernels, { bindingBytes: BINDING_BYTES, additions });
    let last = performance.now();
    await runMsm(kernels, plan, points, scalars, {
        onStage: async (stage) => {
            await device.queue.onSubmittedWorkDone();
            stages[stage] = round((stages[stage] ?? 0) + performance.now() - last);
            last = performance.now();
        },
    });
    return { stages, windowBits: plan.bits, additions: n * plan.windows };
}

/**
 * Field products by the width of limbs, on the GPU's own device.
 * @param {any} gpu
 * @param {any} record
 * @param {AbortSignal} signal
 */
async function productsOf({ device }, record, signal) {
    const found = [];
    for (const form of FORMS) {
        signal.throwIfAborted();
        const { compileMs, millions, ...one } = await measureProducts(device, record, form);
        found.push({ ...one, compileMs: round(compileMs), millionsPerSecond: round(millions) });
    }
    return found;
}

/**
 * The rows of one group, of sizes that fit in one run.
 * @param {any} curve
 * @param {any} part - of the GPU
 * @param {readonly number[]} sizes - logarithms
 * @param {AbortSignal} signal
 * @param {number} end - by performance.now()
 */
async function* rowsOf(curve, part, sizes, signal, end) {
    const { key, runner } = part, G = curve[key], most = pointsPerRun(256, runner.kernels, BINDING_BYTES);
    const both = (/** @type {number} */ n) => {
        const { points, scalars } = inputs(G, n);
        const call = (/** @type {string} */ gpu) => G.multiExpAffine(points, scalars, undefined, undefined, { gpu });
        return { points, scalars, call };
    };
    for (const bits of sizes.filter((one) => 2 ** one <= most)) {
        signal.throwIfAborted();
        if (performance.now() > end) return;
        const n = 2 ** bits;
        const { call, ...given } = both(n), gpu = await onGpu(part, () => call("enabled"));
        const { uploaded } = gpu, { where, reason } = curve.gpuInfo().last;
        const cpu = await rounds(() => call("disabled"));
        const detail = runner.kernels ? await stagesOf(runner, given, n) : {};
        const right = [uploaded, gpu].every(({ value }) => G.eq(value, cpu.value));
        yield {
            curve: curve.name, group: key, size: n, right, where, ...(where === "gpu" ? {} : { reason }),
            gpuFirst: uploaded.first, gpu: uploaded.best, gpuKept: gpu.keptBest, cpu: cpu.best, ...detail,
        };
    }
}

const wrong = (/** @type {{ right: boolean }} */ { right }) => (right ? "" : "  WRONG");

/**
 * What the measurements of a curve have in common.
 * @typedef {{ sizes: readonly number[], told: (text: string) => void }} How
 */

/**
 * One curve: how it starts, products, MSMs.
 * @param {any} curve
 * @param {any} record
 * @param {any} all - what was measured
 * @param {How & { gpu: any, options: any, kernels: any }} how
 * @param {AbortSignal} signal
 */
async function measureCurve(curve, record, all, { gpu, options, kernels, sizes, told }, signal) {
    const { name } = record, { value: attached, ms } = await timed(() => attachGpu(curve, gpu, options, kernels));
    const others = await timed(() => Promise.all(attached.parts.map((part) => part.prepare())));
    const info = attached.info();
    all.starts.push({ curve: name, startMs: round(ms), othersMs: round(others.ms), ...info });
    all.threads = curve.tm.concurrency;
    told(`${name}: ${info.state}, ${info.adapter || "no adapter"}${info.reason ? `: ${info.reason}` : ""}, after ${round(ms)} ms`);
    if (info.state !== "ready") return;
    all.products[name] = await productsOf(attached, record, signal);
    for (const one of all.products[name])
        told(`${name}, ${one.limbs} limbs of ${one.limbBits} bits${one.rows ? ", rows unrolled" : ""}: ${one.millionsPerSecond} million products/s${wrong(one)}`);
    if (attached.scalars) await measureQuotients(curve, attached.scalars, all, { sizes, told }, signal);
    for (const group of attached.groups) await measureGroup(curve, group, all, { sizes, told }, signal);
}

/**
 * Is a part of the GPU ready? It may be off for that part alone.
 * @param {any} curve
 * @param {any} part
 * @param {How["told"]} told
 */
function isReady(curve, { isReady: ready, key, state, reason }, told) {
    if (!ready) told(`${curve.name} ${key}: ${state}: ${reason}`);
    return ready;
}

/**
 * The quotients of Groth16.
 * @param {any} curve
 * @param {any} part
 * @param {any} all
 * @param {How} how
 * @param {AbortSignal} signal
 */
async function measureQuotients(curve, part, all, { sizes, told }, signal) {
    if (!isReady(curve, part, told)) return;
    const { Fr } = curve, end = performance.now() + BUDGET;
    for (const bits of sizes) {
        signal.throwIfAborted();
        if (performance.now() > end) return;
        // any values below the modulus
        const size = 2 ** bits;
        const [a, b, c] = [0, 1, 2].map(() => scalarsOf(size));
        const call = (/** @type {string} */ gpu) => rounds(() => Fr.cosetQuotient(a, b, c, { gpu, signal }));
        const gpu = await call("enabled");
        const { where, reason } = curve.gpuInfo().last;
        const cpu = await call("disabled");
        const row = {
            curve: curve.name, group: part.key, size, right: sameBytes(gpu.value, cpu.value), where,
            ...(where === "gpu" ? {} : { reason }), gpuFirst: gpu.first, gpu: gpu.best, cpu: cpu.best,
        };
        all.rows.push(row);
        told(`${curve.name} ${part.key} 2^${bits}: ${row.gpu} ms on the GPU (first ${row.gpuFirst}), ${row.cpu} ms on ${counted(all.threads, "thread")}${wrong(row)}`);
    }
}

/**
 * The MSMs of one group.
 * @param {any} curve
 * @param {any} part
 * @param {any} all
 * @param {How} how
 * @param {AbortSignal} signal
 */
async function measureGroup(curve, part, all, { sizes, told }, signal) {
    const title = `${curve.name} ${part.key}`;
    if (!isReady(curve, part, told)) return;
    for await (const row of rowsOf(curve, part, sizes, signal, performance.now() + BUDGET)) {
        all.rows.push(row);
        const { gpuKept = "none" } = row;
        told(`${title} 2^${Math.log2(row.size)}: ${row.gpu} ms on the GPU (first ${row.gpuFirst}, with kept points ${gpuKept}), ${row.cpu} ms on ${counted(all.threads, "thread")}${wrong(row)}`);
    }
}

/**
 * A curve, unless it is in another package that is not installed.
 * @param {string} name
 * @param {number | undefined} threads
 * @param {How["told"]} told
 */
async function openCurve(name, threads, told) {
    try {
        return await getCurveFromName(name, { threads });
    } catch (error) {
        if (!/^Curve not loaded: /.test(messageOf(error))) throw error;
        told(messageOf(error));
        return undefined;
    }
}

/**
 * @param {object} what
 * @param {number} [what.threads]
 * @param {any} [what.gpu]
 * @param {import("./index.js").GpuOptions} [what.options]
 * @param {any} [what.kernels] - other kernels than this machine's best
 * @param {readonly string[]} [what.names] - of curves
 * @param {readonly number[]} [what.sizes] - logarithms
 * @param {(text: string) => void} what.told
 * @param {AbortSignal} signal
 */
export async function measureGpu({ threads, gpu = "auto", options, kernels, names, sizes = BITS, told }, signal) {
    /** @type {any} */
    const all = { threads, starts: [], products: {}, rows: [], right: true };
    for (const record of GPU_CURVES.filter(({ name }) => !names || names.includes(name))) {
        const curve = await openCurve(record.name, threads, told);
        if (!curve) continue;
        try {
            await measureCurve(curve, record, all, { gpu, options, kernels, sizes, told }, signal);
        } finally {
            await curve.terminate();
        }
    }
    const results = [...all.rows, ...Object.values(all.products).flat()];
    all.right = results.every((/** @type {{ right: boolean }} */ { right }) => right);
    return all;
}

/**
 * @param {{ json?: boolean, threads?: number }} request
 * @param {AbortSignal} signal
 * @param {{ print: (text: string) => void, version: string, machine: string }} tools
 */
export async function benchGpu({ json, threads }, signal, { print, version, machine }) {
    const all = await measureGpu({ threads, told: (text) => { if (!json) print(text); } }, signal);
    if (json) print(JSON.stringify({ version, machine, ...all }));
    else print(`\nffturbo ${version}; ${counted(all.threads, "thread")}, ${machine}. To report this: npx ffturbo bench --gpu --json`);
    return all.right ? 0 : 1;
}
