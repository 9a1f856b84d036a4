/** What every operation in several tasks says of them to the pool: one group, the caller's signal, nothing twice. */
import { expect } from "chai";
import * as ops from "../../src/batch/field_ops.js";
import { joinParts, splitParts } from "../../src/batch/parts.js";
import { buildBn128 } from "../../src/index.js";
import { points } from "../support/points.js";

const N = 2 ** 14;

/** name: [tasks, the call, what is set meanwhile and how many groups there are if not one]. */
const OPERATIONS = {
    "Fr.fft": [2, ({ Fr }, d, options) => Fr.fft(d.values, "", "", null, "", options)],
    "Fr.fft in columns": [8, ({ Fr }, d, options) => Fr.fft(d.many, "", "", null, "", options), { concurrency: 4 }],
    "Fr.ifft": [2, ({ Fr }, d, options) => Fr.ifft(d.values, "", "", null, "", options)],
    "Fr.fft of twice the largest domain": [6, ({ Fr }, d, options) => Fr.fft(d.many, "", "", null, "", options),
        { s: 16, groups: 3 }],
    "Fr.batchToMontgomery": [2, ({ Fr }, d, options) => Fr.batchToMontgomery(d.many, options)],
    "Fr.batchApplyKey": [2, ({ Fr }, d, options) => Fr.batchApplyKey(d.many, d.key, d.key, "", "", options)],
    "G1.fft": [4, ({ G1 }, d, options) => G1.fft(d.affine, "affine", "affine", null, "", options)],
    "G1.fftMix": [4, ({ G1 }, d, options) => G1.fftMix(d.jacobian, options)],
    "pointwise": [2, (curve, d, options) =>
        ops.pointwise(curve, [d.many, d.many], ([x, y], { mul }) => mul(mul(x, y), y), options)],
    "powers": [2, (curve, d, options) => ops.powers(curve, d.key, d.key, 8 * N, options)],
    "runningProducts": [3, (curve, d, options) => ops.runningProducts(curve, d.many, options)],
    "evaluate": [2, (curve, d, options) => ops.evaluate(curve, d.many, d.key, options)],
    "divide": [3, (curve, d, options) => ops.divide(curve, d.many, d.key, options)],
    "splitParts": [2, (curve, d, options) => splitParts(curve, d.most, 4, options)],
    "joinParts": [2, (curve, d, options) =>
        joinParts(curve, [{ lists: [d.many], factor: d.key }], 8 * N, options)],
    "G1.multiExpAffine": [2, ({ G1 }, d, options) => G1.multiExpAffine(d.affine, d.scalars, null, "", options)],
};

describe("tasks of one operation", function () {
    this.timeout(60_000);
    let curve, data;
    before(async () => {
        curve = await buildBn128({ threads: 2, terminationTimeout: 60_006 });
        const bytes = (n) => Uint8Array.from({ length: 32 * n }, (_, i) => (i % 32 === 31 ? 1 : i * 7));
        const affine = points(curve.G1, 256);
        const [values, many, most, scalars] = [N, 8 * N, 16 * N, 256].map(bytes);
        const jacobian = await curve.G1.batchToJacobian(affine);
        data = { values, many, most, scalars, affine, jacobian, key: curve.Fr.e(3) };
    });
    after(() => curve.terminate());

    for (const [name, [count, call, more = {}]] of Object.entries(OPERATIONS)) it(name, async () => {
        const { concurrency, s, groups = 1 } = more;
        const { tm, Fr } = curve, { queueAction } = tm, asked = [], { signal } = new AbortController();
        const before = { concurrency: tm.concurrency, s: Fr.s };
        tm.queueAction = (task, buffers, options) => {
            asked.push(options);
            return queueAction.call(tm, task, buffers, options);
        };
        if (concurrency) tm.concurrency = concurrency;
        if (s) Fr.s = s;
        try {
            await call(curve, data, { signal });
        } finally {
            tm.queueAction = queueAction;
            Object.assign(tm, { concurrency: before.concurrency });
            Fr.s = before.s;
        }
        expect(asked.length).to.equal(count);
        for (const options of asked) expect(options.signal).to.equal(signal);
        expect(asked.every(({ group }) => typeof group === "object"), "they belong together").to.equal(true);
        expect(new Set(asked.map(({ group }) => group)).size, "groups").to.equal(groups);
    });
});
