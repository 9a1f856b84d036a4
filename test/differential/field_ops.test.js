/** Operations on many elements of Fr against their slow twins, on every curve, here and on threads. */
import { expect } from "chai";
import * as ops from "../../src/batch/field_ops.js";
import { PAUSE_ELEMENTS } from "../../src/kernels/fields/many.js";
import { buildBls12381, buildBn128 } from "../../src/index.js";
import { BigBuffer } from "../../src/util/bigbuffer.js";
import { itInAll, rowsOf, thinned } from "../support/extent.js";
import { failureOf } from "../support/failure.js";
import { RUNNABLE } from "../support/lanes.js";
import { coder, naive } from "../support/naive_field_ops.js";
import { runs, saturated, seed, uniform } from "../support/random.js";
import { ALIKE, ALL, builderOf } from "../support/twin_curves.js";

const LIMBS = { w: 29, n: 9 };

/** Shapes of values, of r and of what its bytes say. */
const SHAPES = {
    uniform: (p) => uniform(p),
    runs: (p) => runs(p),
    zero: () => 0n,
    one: () => 1n,
    "p - 1": (p) => p - 1n,
    "some zeros": (p) => (uniform(3n) ? uniform(p) : 0n),
    saturated: (p, { ofRaw }) => ofRaw(p > 1n << 232n ? saturated({ p, ...LIMBS }) % p : p - 1n - uniform(8n)),
};
const COUNTS = [0, 1, 2, 3, 7, 64, 129];

/** What a curve is tested with: lists by shape, and comparison of bytes with values. */
function setting(Fr) {
    const code = coder(Fr), twin = naive(Fr.p);
    const list = (shape, n) => Array.from({ length: n }, () => SHAPES[shape](Fr.p, code));
    const same = (bytes, values, what) => {
        const got = bytes instanceof Uint8Array ? bytes : bytes.slice(0, bytes.byteLength);
        expect(Buffer.compare(got, code.bytes(values)), what).to.equal(0);
    };
    return { ...code, twin, list, same };
}

/** Every operation on lists of n elements; `points` of evaluation and division, by `parts`. */
async function checkAll(curve, n, shape, points, all = [1, 2, 3, 8]) {
    const { bytes, twin, list, same } = setting(curve.Fr), p = curve.Fr.p, what = `${n} of ${shape}`;
    const [a, b, c] = [shape, "uniform", "runs"].map((one) => list(one, n)), [x, y, z] = [a, b, c].map(bytes);
    const kept = [x, y, z].map((one) => one.slice());
    const el = (value) => bytes([value]), [k, m] = [uniform(p), uniform(p)];
    const check = async (formula, write) =>
        same(await ops.pointwise(curve, [x, y, z], write), twin.pointwise([a, b, c], formula), `${what}: ${formula}`);
    await check((f, g) => f * g, ([f, g], { mul }) => mul(f, g));
    await check((f, g) => f + g, ([f, g], { add }) => add(f, g));
    await check((f, g) => f - g, ([f, g], { sub }) => sub(f, g));
    await check((f) => k - f, ([f], { sub }) => sub(el(k), f));
    await check((f) => f * f + f, ([f], { mulAdd }) => mulAdd(f, f, f));
    await check((f, g, h) => f * g + h, ([f, g, h], { mulAdd }) => mulAdd(f, g, h));
    await check((f, g, h) => (f * g - h) * h + g, ([f, g, h], { mul, sub, mulAdd }) => mulAdd(sub(mul(f, g), h), h, g));
    await check(
        (f, g, h) => f + k * g - h + m,
        ([f, g, h], { combine }) => combine([[f, el(1n)], [g, el(k)], [h, el(-1n)]], el(m)),
    );
    await check((f, g) => k * f + f + m * g, ([f, g], { combine }) => combine([[f, el(k)], [f, el(1n)], [g, el(m)]]));
    await check((f) => f, ([f]) => f);
    for (const [name, first] of [["prefixProducts", undefined], ["prefixSums", undefined], ["prefixProducts", k], ["prefixSums", m]]) {
        const want = twin[name](a, first), got = await ops[name](curve, x, { first: first && el(first) });
        same(got.values, want.values, `${what}: ${name}`);
        same(got.total, [want.total], `${what}: total of ${name}`);
    }
    for (const point of points(a)) for (const parts of all) {
        const values = twin.evaluate(a, point, parts), about = `${what} at ${point}, ${parts} parts`;
        same(await ops.evaluate(curve, x, el(point), { parts }), values, about);
        const { quotient, remainder } = await ops.divide(curve, x, el(point), { parts });
        same(remainder, values, `${about}: remainder`);
        expect(quotient.length, about).to.equal(Math.max(0, n - parts) * curve.Fr.n8);
        const back = twin.multiplyBack(setting(curve.Fr).values(quotient), values, point, parts);
        same(x, back.slice(0, n), `${about}: quotient`);
        expect(back.slice(n).every((value) => value === 0n), about).to.equal(true);
    }
    if (n < PAUSE_ELEMENTS) // slow on BigInt; long ones are in lane_batch
        same(await curve.Fr.batchInverse(x), twin.batchInverse(a), `${what}: inverses`);
    await checkPicked(curve, x, a, what);
    same(await ops.powers(curve, el(k), el(m), n), twin.powers(k, m, n), `${what}: powers`);
    expect([x, y, z].map((one, i) => Buffer.compare(one, kept[i])), "inputs are read").to.deep.equal([0, 0, 0]);
}

/** Elements by their numbers: every one, some often, some never; sums whose later records take earlier results. */
async function checkPicked(curve, x, a, what) {
    const { bytes, twin, same } = setting(curve.Fr), { n8, p } = curve.Fr, n = a.length;
    const numbers = Uint32Array.from({ length: n ? n + 3 : 0 }, (_, i) => (i % 2 ? i % n : n - 1 - (i % n)));
    same(await ops.pick(curve, x, numbers), twin.pick(a, numbers), `${what}: picked`);
    const count = n ? Math.min(n, 40) : 0, records = Array.from({ length: count }, (_, i) =>
        [i % 3 ? n + i - 1 : i, Number(uniform(BigInt(n + i))), i % 5 ? uniform(p) : 0n, i % 7 ? uniform(p) : p - 1n]);
    if (count) records[0] = [0, n - 1, 1n, 1n];
    const packed = new Uint8Array(count * (8 + 2 * n8)), view = new DataView(packed.buffer);
    records.forEach(([i, j, f, g], k) => {
        view.setUint32(k * (8 + 2 * n8), i, true);
        view.setUint32(k * (8 + 2 * n8) + 4, j, true);
        packed.set(bytes([f, g]), k * (8 + 2 * n8) + 8);
    });
    same(await ops.pickedSums(curve, x, packed), twin.pickedSums(a, records), `${what}: sums of picked ones`);
}

const CURVES = Object.entries(ALL).filter(([name]) => !ALIKE.includes(name));

for (const [name, { fr: { p } }] of CURVES) describe(`operations on many elements of ${name} Fr, seed ${seed}`, function () {
    this.timeout(60_000);
    let curve;
    before(async () => { curve = await builderOf(name)({ singleThread: true }); });

    for (const shape of Object.keys(SHAPES)) it(`of ${shape} are as their twins`, async () => {
        for (const n of rowsOf(COUNTS, name === "bn128" ? COUNTS : [2, 64])) await checkAll(curve, n, shape, () => [0n, 1n, p - 1n, uniform(p)]);
    });

    it("a root leaves no remainder, and another point does", async () => {
        const { bytes, twin, values } = setting(curve.Fr), root = uniform(p), quotient = [3n, 5n, 7n, p - 1n];
        const product = twin.multiplyBack(quotient, [0n], root);
        const at = await ops.divide(curve, bytes(product), bytes([root]));
        expect(values(at.quotient)).to.deep.equal(quotient);
        expect(values(at.remainder)).to.deep.equal([0n]);
        const beside = await ops.divide(curve, bytes(product), bytes([root + 1n]));
        expect(values(beside.remainder)).to.not.deep.equal([0n]);
    });
});

describe(`operations on many elements in several blocks, seed ${seed}`, function () {
    this.timeout(120_000);
    const open = [];
    const build = async (make, options) => {
        const curve = await make(options);
        open.push(curve);
        return curve;
    };
    after(() => Promise.all(open.map((curve) => curve.terminate())));

    // three workers: the borders between their blocks are at other remainders each time
    for (const [make, n, shape] of thinned([[buildBn128, 34_001, "uniform"], [buildBls12381, 34_003, "some zeros"]], 2))
        itInAll(`${n} of ${shape} on threads of ${make.name}`, async () => {
            const curve = await build(make, { threads: 3 });
            await checkAll(curve, n, shape, (list) => [list[0]], [1, 3]);
        });

    for (const tier of thinned(RUNNABLE, 2)) itInAll(`on the tier ${tier}`, async () => {
        await checkAll(await build(buildBn128, { threads: 2, tier }), 34_007, "runs", (list) => [list[1]], [2]);
    });

    it("here, in the steps of a kernel and in turns of the event loop", async () => {
        const curve = await buildBn128({ singleThread: true });
        await checkAll(curve, PAUSE_ELEMENTS + 5, "uniform", (list) => [list[0]], [3]);
        const threads = await build(buildBn128, { threads: 3 }), { Fr } = curve;
        const n = rowsOf(700_003, 70_003); // above 40 ms here, and below
        const list = await ops.powers(curve, Fr.e(3n), Fr.e(5n), n), point = Fr.e(11n);
        expect(Buffer.compare(list, await ops.powers(threads, Fr.e(3n), Fr.e(5n), n))).to.equal(0);
        for (const run of [
            async (on) => Object.values(await ops.prefixProducts(on, list)),
            async (on) => Object.values(await ops.divide(on, list, point, { parts: 3 })),
            async (on) => [await ops.evaluate(on, list, point, { parts: 4 })],
            async (on) => [await ops.pointwise(on, [list, list], ([x, y], { mulAdd }) => mulAdd(x, y, x))],
        ]) {
            const [here, there] = [await run(curve), await run(threads)];
            here.forEach((bytes, i) => expect(Buffer.compare(bytes, there[i])).to.equal(0));
        }
    });

    for (const threads of [0, 2]) it(`writes results where the caller says, ${threads} threads`, async () => {
        const curve = await build(buildBn128, threads ? { threads } : { singleThread: true }), { Fr } = curve;
        const n = 40_001, list = await ops.powers(curve, Fr.e(3n), Fr.e(5n), n), point = Fr.e(7n);
        const formula = ([x, y], { mulAdd }) => mulAdd(x, y, x), { quotient } = await ops.divide(curve, list, point);
        const want = await ops.pointwise(curve, [list, list], formula);
        const rooms = (bytes) => [new Uint8Array(bytes), ...(threads ? [curve.tm.shared.take(bytes)] : [])];
        for (const into of rooms(want.length)) {
            expect(await ops.pointwise(curve, [list, list], formula, { into })).to.equal(into);
            expect(Buffer.compare(into, want)).to.equal(0);
        }
        for (const into of rooms(quotient.length)) {
            expect((await ops.divide(curve, list, point, { into })).quotient).to.equal(into);
            expect(Buffer.compare(into, quotient)).to.equal(0);
        }
        for (const run of [(into) => ops.pointwise(curve, [list, list], formula, { into }),
            (into) => ops.divide(curve, list, point, { into })]) {
            const error = await failureOf(run(new Uint8Array(32)));
            expect(error).to.be.instanceOf(RangeError).with.property("message").that.includes("expected into to have");
        }
    });

    it("nothing, on threads: no values, and what it begins with", async () => {
        const curve = await build(buildBn128, { threads: 2 }), { Fr } = curve, none = new Uint8Array(0);
        const first = Fr.e(5n), remainder = new Uint8Array(2 * Fr.n8), options = { parts: 2 };
        expect(await ops.prefixProducts(curve, none)).to.deep.equal({ values: none, total: Fr.one });
        expect(await ops.prefixSums(curve, none, { first })).to.deep.equal({ values: none, total: first });
        expect(await ops.divide(curve, none, first, options)).to.deep.equal({ quotient: none, remainder });
        expect(await ops.evaluate(curve, none, first, options)).to.deep.equal(remainder);
    });

    it("are given up when they are aborted before they begin, and while they run", async () => {
        const curve = await build(buildBn128, { threads: 2 }), { Fr } = curve, reason = new Error("enough");
        const n = 40_001, list = await ops.powers(curve, Fr.e(3n), Fr.e(5n), n);
        const numbers = new Uint32Array(5 * n), records = new Uint8Array((8 + 2 * Fr.n8) * n);
        for (const run of [
            (options) => ops.pointwise(curve, [list], ([x], { mul }) => mul(mul(mul(mul(x, x), x), x), x), options),
            (options) => ops.prefixProducts(curve, list, options),
            (options) => ops.prefixSums(curve, list, options),
            (options) => ops.powers(curve, Fr.one, Fr.one, n, options),
            (options) => ops.evaluate(curve, list, Fr.one, options),
            (options) => ops.divide(curve, list, Fr.one, options),
            (options) => ops.pick(curve, list, numbers, options),
            (options) => ops.pickedSums(curve, list, records, options),
        ]) {
            const begun = run({ signal: AbortSignal.abort(reason) });
            expect(await begun.catch((error) => error), String(run)).to.equal(reason);
            const controller = new AbortController(), running = run({ signal: controller.signal });
            controller.abort(reason);
            expect(await running.catch((error) => error), String(run)).to.equal(reason);
        }
    });

    it("takes and returns lists of the same class", async () => {
        const curve = await buildBn128({ singleThread: true }), { Fr } = curve, { bytes } = setting(Fr);
        const values = [1n, 2n, 3n, 4n], big = new BigBuffer(4 * Fr.n8), plain = bytes(values);
        big.set(plain, 0);
        const both = async (run) => {
            const [got, want] = [await run(big), await run(plain)];
            expect(got).to.be.instanceOf(BigBuffer);
            expect(Buffer.compare(got.slice(0, got.byteLength), want)).to.equal(0);
        };
        await both((list) => ops.pointwise(curve, [list, plain], ([x, y], { mul }) => mul(x, y)));
        await both(async (list) => (await ops.prefixProducts(curve, list)).values);
        await both(async (list) => (await ops.divide(curve, list, Fr.one)).quotient);
        expect(Buffer.compare(await ops.evaluate(curve, big, Fr.one), Fr.e(10n))).to.equal(0);
    });
});
