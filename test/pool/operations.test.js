/** What every operation in several tasks says of them to the pool: one group, the caller's signal, nothing twice. */
import { expect } from "chai";
import * as ops from "../../src/batch/field_ops.js";
import { joinParts, splitParts } from "../../src/batch/parts.js";
import { buildBn128 } from "../../src/index.js";
import { threadPace } from "../../src/util/pace.js";
import { itInAll, thinned } from "../support/extent.js";
import { points } from "../support/points.js";

const N = 2 ** 14;

/** name: [tasks, the call, what is set meanwhile and how many groups there are if not one]. */
const OPERATIONS = {
    "Fr.fft": [2, ({ Fr }, d, options) => Fr.fft(d.values, "", "", null, "", options)],
    "Fr.fft in columns": [8, ({ Fr }, d, options) => Fr.fft(d.many, "", "", null, "", options), { concurrency: 4 }],
    "Fr.ifft": [2, ({ Fr }, d, options) => Fr.ifft(d.values, "", "", null, "", options)],
    "Fr.fft of twice the largest domain": [6, ({ Fr }, d, options) => Fr.fft(d.many, "", "", null, "", options),
        { s: 16, groups: 3 }],
    "Fr.ifft of twice the largest domain": [6, ({ Fr }, d, options) => Fr.ifft(d.many, "", "", null, "", options),
        { s: 16, groups: 3 }],
    "Fr.batchToMontgomery": [2, ({ Fr }, d, options) => Fr.batchToMontgomery(d.many, options)],
    "Fr.batchInverse": [2, ({ Fr }, d, options) => Fr.batchInverse(d.many, options)],
    "G1.batchToAffine": [2, ({ G1 }, d, options) => G1.batchToAffine(d.projective, options)],
    "G1.batchCtoLEM": [2, ({ G1 }, d, options) => G1.batchCtoLEM(d.compressed, options)],
    "Fr.cosetQuotient": [4, ({ Fr }, d, options) => Fr.cosetQuotient(d.values, d.values, d.values, options),
        { groups: 0 }],
    "Fr.batchApplyKey": [2, ({ Fr }, d, options) => Fr.batchApplyKey(d.many, d.key, d.key, "", "", options)],
    "G1.fft": [4, ({ G1 }, d, options) => G1.fft(d.affine, "affine", "affine", null, "", options)],
    "G1.fftMix": [4, ({ G1 }, d, options) => G1.fftMix(d.jacobian, options).then((points) => G1.batchToAffine(points))],
    "pointwise": [2, (curve, d, options) =>
        ops.pointwise(curve, [d.many, d.many], ([x, y], { mul }) => mul(mul(x, y), y), options)],
    "powers": [2, (curve, d, options) => ops.powers(curve, d.key, d.key, 8 * N, options)],
    "prefixProducts": [3, (curve, d, options) => ops.prefixProducts(curve, d.many, options)],
    "evaluate": [2, (curve, d, options) => ops.evaluate(curve, d.many, d.key, options)],
    "divide": [3, (curve, d, options) => ops.divide(curve, d.many, d.key, options)],
    "splitParts": [2, (curve, d, options) => splitParts(curve, d.most, 4, options)],
    "joinParts": [2, (curve, d, options) =>
        joinParts(curve, [{ lists: [d.many], factor: d.key }], 8 * N, options)],
    "G1.multiExpAffine": [2, ({ G1 }, d, options) => G1.multiExpAffine(d.affine, d.scalars, null, "", options)],
};

describe("tasks of one operation", function () {
    this.timeout(60_000);
    let curve, data, alone;
    before(async () => {
        alone = await buildBn128(true);
        curve = await buildBn128({ threads: 2, terminationTimeout: 60_006 });
        const bytes = (n) => Uint8Array.from({ length: 32 * n }, (_, i) => (i % 32 === 31 ? 1 : i * 7));
        const affine = points(curve.G1, 256);
        const [values, many, most, scalars] = [N, 8 * N, 16 * N, 256].map(bytes);
        const jacobian = await curve.G1.batchToJacobian(affine);
        const few = { affine, jacobian }, more = new Uint8Array(64 * 32 * 256);
        for (let at = 0; at < more.length; at += affine.length) more.set(affine, at);
        const projective = await alone.G1.batchToJacobian(more);
        const compressed = await alone.G1.batchLEMtoC(more.subarray(0, 64 * 2048));
        data = { values, many, most, scalars, ...few, projective, compressed, key: curve.Fr.e(3) };
    });
    after(() => curve.terminate());

    /** What a call gives with these workers, and what it says of its tasks. @param {any} more */
    async function run(call, { concurrency, s, shared }) {
        const { tm } = curve, { queueAction } = tm, asked = [], { signal } = new AbortController();
        const before = { concurrency: tm.concurrency };
        for (const one of [curve, alone]) one.Fr.s = s ?? 28;
        tm.queueAction = (task, buffers, options) => {
            asked.push(options);
            return queueAction.call(tm, task, buffers, options);
        };
        if (concurrency) tm.concurrency = concurrency;
        if (shared === false) Object.defineProperty(tm, "shared", { value: undefined, configurable: true });
        try {
            const result = copyOf(await call(curve, data, { signal })), wanted = await call(alone, data, {});
            return { asked, signal, result, wanted };
        } finally {
            Object.assign(tm, { queueAction, ...before });
            delete tm.shared; // its own again
            for (const one of [curve, alone]) one.Fr.s = 28;
        }
    }
    /** As it is when it comes back. */
    const copyOf = (result) => (result instanceof Uint8Array ? result.slice()
        : Object.fromEntries(Object.entries(result).map(([key, part]) => [key, copyOf(part)])));
    const same = ({ G1 }, a, b) => {
        if (a instanceof Uint8Array) return Buffer.compare(a, b) === 0 || (a.length === 96 && G1.eq(a, b));
        return Object.keys(a).every((key) => same(curve, a[key], b[key]));
    };

    for (const [name, [count, call, more = {}]] of thinned(Object.entries(OPERATIONS), 2)) it(name, async () => {
        const { groups = 1 } = more, { asked, signal, result, wanted } = await run(call, more);
        expect(asked.length).to.equal(count);
        for (const options of asked) expect(options.signal).to.equal(signal);
        expect(new Set(asked.flatMap(({ group }) => group ?? [])).size, "they belong together").to.equal(groups);
        if (groups) expect(asked.every(({ group }) => group)).to.equal(true);
        expect(same(curve, result, wanted), "as on one thread").to.equal(true);
        const copied = await run(call, { ...more, shared: false });
        expect(same(curve, copied.result, wanted), "without shared memory").to.equal(true);
    });

    itInAll("is done when it comes back, also where every copy waits for a turn", async () => {
        const pace = threadPace(), kept = Object.getOwnPropertyDescriptors(pace);
        Object.defineProperty(pace, "due", { get: () => true, configurable: true });
        pace.turn = () => new Promise((resolve) => { setImmediate(resolve); });
        try {
            for (const name of ["Fr.fft", "Fr.fft in columns", "Fr.batchToMontgomery", "Fr.fft of twice the largest domain"]) {
                const [, call, more = {}] = OPERATIONS[name], { result, wanted } = await run(call, more);
                expect(same(curve, result, wanted), name).to.equal(true);
            }
            const long = await run(({ Fr }, d, options) => Fr.fft(d.many, "", "", null, "", options), {});
            expect(same(curve, long.result, long.wanted)).to.equal(true);
        } finally {
            Object.defineProperties(pace, kept);
        }
    });
});
