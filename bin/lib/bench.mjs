/**
 * Measures how fast the engine is on this machine, and ffjavascript where it is installed: the
 * operations of a proof, at the sizes of real circuits, within half a minute.
 */
import { cpus } from "node:os";
import { getCurveFromName } from "../../src/curves/lookup.js";
import { ON_DEMAND, PRESENT } from "../../src/params/curves.js";
import { counted } from "../../src/util/check.js";
import { describeProof, HOW_TO_COMPARE, measureProof } from "./bench_proof.mjs";
import { createSchedule, measure, OPERATIONS, planOf, ROUNDS } from "./bench_schedule.mjs";
import { findReference, isOurs } from "./reference.mjs";

/**
 * Milliseconds for all measurements: none begins after that, nor one that would take longer than
 * the time left.
 */
const BUDGET = 30_000;

/**
 * Milliseconds that a whole proof, with its key, may need: it is left out where there is less time.
 */
const PROOF = 10_000;

/** Different points, made quickly: all sums of a few points with a few others. */
async function pointsOf(G, n) {
    const few = 2 ** Math.ceil(Math.log2(n) / 2);
    const size = 3 * G.F.n8;
    const out = new Uint8Array(n * size);
    const steps = [G.g, G.timesScalar(G.g, few)].map((step) => {
        const list = [G.toAffine(step)];
        while (list.length < few) list.push(G.toAffine(G.add(list.at(-1), step)));
        return list;
    });
    for (let i = 0; i < n; i++) out.set(G.add(steps[0][i % few], steps[1][Math.floor(i / few)]), i * size);
    return G.batchToAffine(out);
}

/** An operation on n elements, for a curve of either engine. */
async function operationOn(curve, { points }, n) {
    const { Fr } = curve, elements = new Uint8Array(n * Fr.n8);
    for (let i = 0; i < n; i++) elements.set(Fr.random(), i * Fr.n8);
    if (!points) return (either) => either.Fr.fft(elements);
    const scalars = await Fr.batchFromMontgomery(elements);
    const bases = await pointsOf(curve[points], n);
    return (either) => either[points].multiExpAffine(bases, scalars);
}

/** A row for people. */
const describeRow = ({ curve, name, size, ms, reference }) => [
    curve.padEnd(9), name.padEnd(7), `2^${Math.log2(size)}`, `${ms.toFixed(1).padStart(9)} ms`,
    `${((ms * 1e6) / size).toFixed(0).padStart(7)} ns each`,
    ...(reference ? [`${reference.toFixed(1).padStart(9)} ms, ${(reference / ms).toFixed(1)} times`] : []),
].join("  ");

/** One line to share: the largest sizes of the first curve. */
function summaryOf(rows, { threads, version, reference }) {
    const [first] = rows;
    const parts = OPERATIONS.flatMap(({ name }) => {
        const row = rows.findLast((one) => one.curve === first.curve && one.name === name);
        if (!row) return [];
        const times = row.reference ? ` (${(row.reference / row.ms).toFixed(1)}x)` : "";
        return [`${name} 2^${Math.log2(row.size)} ${row.ms.toFixed(1)} ms${times}`];
    });
    const than = rows.some((row) => row.reference) ? `, times ffjavascript ${reference.version}` : "";
    return `ffturbo ${version} on ${first.curve}: ${parts.join(", ")}${than}; ${machineOf(threads)}`;
}

/** @param {any} proof @param {(text: string) => void} told */
function tellProof(proof, told) {
    told(describeProof(proof));
    if (!proof.snarkjs) told(`${proof.why}; ${HOW_TO_COMPARE}`);
}

/** What was measured on. @param {number} threads */
const machineOf = (threads) =>
    `${counted(threads, "thread")}, ${cpus()[0]?.model.trim() || process.arch}, Node ${process.versions.node}`;

/** A curve of ffjavascript, which caches its curves in the same global as we do. */
async function referenceCurve(reference, name, threads) {
    const build = `build${name[0].toUpperCase()}${name.slice(1)}`;
    if (!reference?.api[build]) return undefined;
    const key = `curve_${name}`, before = globalThis[key];
    globalThis[key] = undefined;
    const curve = await reference.api[build](threads === 0 || threads === 1);
    globalThis[key] = before;
    if (!isOurs(curve)) return curve;
    await curve.terminate();
    return undefined;
}

/** The rows of one curve. */
async function* rowsOf(curve, plan, { reference, threads, signal, end, skip, schedule }) {
    const other = await referenceCurve(reference, curve.name, threads);
    try {
        for (const step of plan) {
            const { operation, bits } = step;
            if (!schedule.hasRoomFor(step)) {
                skip(step, curve.name);
                continue;
            }
            const run = await operationOn(curve, operation, 2 ** bits);
            const ms = await measure(() => run(curve), signal, end);
            const theirs = other && (await measure(() => run(other), signal, end));
            schedule.took(step, ms, theirs);
            yield { step, threads: curve.tm.concurrency, row: {
                curve: curve.name, name: operation.name, size: 2 ** bits, ms, ...(other && { reference: theirs }),
            } };
        }
    } finally {
        await other?.terminate();
    }
}

/** Every curve of the engine, those with shorter field elements first. */
async function openCurves(threads) {
    const options = threads === undefined ? undefined : { threads };
    const names = [...PRESENT.map(({ name }) => name), ...ON_DEMAND];
    const curves = await Promise.all(names.map((name) => getCurveFromName(name, options)));
    return curves.sort((a, b) => a.q < b.q ? -1 : 1);
}

/** What was measured, for people, in lines. @param {any} measured */
function describeAll({ rows, skipped, proof, reference, why, version, threads }) {
    const none = why ?? "ffjavascript is not installed in this project: nothing to compare with";
    return [
        ...(skipped.length ? [`left out for lack of time: ${skipped.join(", ")}`] : []),
        ...(reference ? [] : [none]),
        `\n${summaryOf(rows, { threads, version, reference })}`,
        ...(proof ? [`ffturbo ${version}: ${describeProof(proof)}; ${machineOf(threads)}`] : []),
    ];
}

/**
 * @param {{ json?: boolean, threads?: number }} request
 * @param {AbortSignal} signal
 * @param {{ print: (text: string) => void, openBar: typeof import("./bar.mjs").openBar, version:
 *   string, budget?: number }} tools
 */
export async function bench(request, signal, { print, openBar, version, budget = BUDGET }) {
    const { json, threads } = request, end = performance.now() + budget;
    const bar = openBar(request);
    const told = (text) => { if (!json) bar.say(text, print); };
    const proof = budget < PROOF ? undefined : await measureProof({ cwd: process.cwd(), threads, signal });
    if (proof) tellProof(proof, told);
    const { reference, why } = await findReference(process.cwd());
    const curves = await openCurves(threads);
    const plan = planOf(curves.map(({ name }) => name), Boolean(reference));
    const all = plan.reduce((sum, { ours, theirs }) => sum + ours + theirs, 0);
    const rows = [], skipped = [];
    let done = 0, used = 1;
    const finish = ({ ours, theirs }) => bar.at((done += ours + theirs) / all);
    const how = { reference, threads, signal, end, schedule: createSchedule(end) };
    const skip = (step, name) => {
        finish(step);
        skipped.push(`${name} ${step.operation.name} 2^${step.bits}`);
    };
    told(`best of up to ${ROUNDS} rounds${reference ? `, and ffjavascript ${reference.version}` : ""}`);
    try {
        for (const curve of curves) {
            const steps = plan.filter((step) => step.curve === curve.name);
            for await (const found of rowsOf(curve, steps, { ...how, skip })) {
                finish(found.step);
                used = found.threads;
                rows.push(found.row);
                told(describeRow(found.row));
            }
        }
    } finally {
        bar.stop();
        await Promise.all(curves.map((curve) => curve.terminate()));
    }
    const { node } = process.versions;
    const lines = json
        ? [JSON.stringify({ node, reference: reference?.version, proof, rows, skipped })]
        : describeAll({ rows, skipped, proof, reference, why, version, threads: used });
    lines.forEach((line) => print(line));
    return 0;
}
