/**
 * Lists of calls as snarkjs builds them for a key: one sum of a few products per signal, differences, multiples,
 * infinities. On lanes they are run together, on every tier, and compared with the same calls one by one in the base
 * module.
 */
import { expect } from "chai";
import { rowsOf } from "../support/extent.js";
import { openKernels } from "../../src/kernels/table.js";
import { SHORT_MSM } from "../../src/kernels/points/short_msms.js";
import { packCalls } from "../../src/pool/calls.js";
import { createExecutor } from "../../src/pool/executor.js";
import { writeLE } from "../../src/util/bytes.js";
import { RUNNABLE, openLanes } from "../support/lanes.js";
import { points } from "../support/points.js";
import { seed, uniform } from "../support/random.js";
import { anywhere } from "../support/torsion.js";
import { builderOf, degreesOf } from "../support/twin_curves.js";

const CURVES = rowsOf(["bn128", "bls12381", "pallas", "edwards_bls12"], ["bn128", "edwards_bls12"]);
const [BASES, SCALARS, OUT] = [0, 1, 2];

/** Kernels that note how many calls were run together each time. */
function noted(kernels, groups) {
    const known = new Map(), runs = new Map();
    const wrap = (kernel) => {
        const { run } = kernel.together;
        if (!runs.has(run)) runs.set(run, (calls) => { groups.push(calls.length); return run(calls); });
        return { ...kernel, together: { ...kernel.together, run: runs.get(run) } };
    };
    return {
        find: (call) => {
            const kernel = kernels.find(call);
            if (!kernel?.together) return kernel;
            if (!known.has(kernel)) known.set(kernel, wrap(kernel));
            return known.get(kernel);
        },
    };
}

for (const name of CURVES) describe(`lists of short sums on ${name} (SEED=${seed})`, function () {
    this.timeout(120_000);
    let curve;
    const sides = {};
    before(async () => {
        curve = await builderOf(name)({ singleThread: true });
        for (const tier of RUNNABLE) {
            const { memory, base, lanes } = await openLanes(name, tier), groups = [];
            const kernels = openKernels(base, memory, Object.values(lanes));
            sides[tier] = { groups, executor: createExecutor(memory, noted(kernels, groups)) };
        }
        const { memory, base } = await openLanes(name, RUNNABLE[0]);
        sides.base = { executor: createExecutor(memory, openKernels(base, memory)) };
    });

    for (const degree of degreesOf(name)) describe(`G${degree}`, () => {
        let G, sizes, edges;
        const group = `g${degree}m`;
        const param = (variable, offset) => ({ var: variable, offset }), val = (value) => ({ val: value });
        const call = (op, ...params) => ({ cmd: "CALL", fnName: `${group}_${op}`, params });
        before(() => {
            G = curve[`G${degree}`];
            sizes = { affine: 2 * G.F.n8, jacobian: 3 * G.F.n8 };
            const { r } = curve;
            edges = [0n, 1n, 2n, 7n, 8n, 9n, 15n, 16n, 2n ** 64n - 1n, 2n ** 64n, r - 1n, r - 2n, r - 2n ** 40n, r,
                r + 1n, (r - 1n) / 2n, 2n ** 255n, 2n ** 256n - 1n, uniform(r), uniform(r), uniform(r)];
        });

        /** A task of calls with their inputs, which reads back all results. */
        const taskOf = (bases, scalars, calls, count) => [
            { cmd: "ALLOCSET", var: BASES, buff: bases },
            { cmd: "ALLOCSET", var: SCALARS, buff: scalars },
            { cmd: "ALLOC", var: OUT, len: count * sizes.jacobian },
            ...calls,
            call("batchToAffine", param(OUT, 0), val(count), param(OUT, 0)),
            { cmd: "GET", out: 0, var: OUT, len: count * sizes.affine },
        ];
        const run = ({ executor }, task) => Buffer.from(executor.run(packCalls(task)).out[0]).toString("hex");
        /** Lanes against the base module; `together`: how many calls lanes are to run at a time. */
        const same = (task, together) => {
            const want = run(sides.base, task);
            for (const tier of RUNNABLE) {
                sides[tier].groups.length = 0;
                expect(run(sides[tier], task), tier).to.equal(want);
                if (together) expect(sides[tier].groups, `${tier}: calls run together`).to.deep.equal(together);
            }
        };
        const scalarBytes = (values, size = 32) => {
            const bytes = new Uint8Array(values.length * size);
            values.forEach((value, i) => writeLE(bytes, i * size, value, size));
            return bytes;
        };
        /** Points, among them equal, opposite and infinite ones. */
        const mixed = (count) => {
            const list = points(G, count), { affine } = sizes, at = (i) => list.subarray(i * affine, (i + 1) * affine);
            for (let i = 4; i < count; i += 9) at(i).set(at(i - 1));
            for (let i = 7; i < count; i += 9) at(i).set(G.neg(at(i - 1)));
            for (let i = 8; i < count; i += 9) at(i).set(G.zeroAffine);
            return list;
        };
        /** A sum of n products from product `from` on. */
        const sum = (from, n, to, size = 32) => call("multiexpAffine", param(BASES, from * sizes.affine),
            param(SCALARS, from * size), val(size), val(n), param(OUT, to * sizes.jacobian));
        const times = (from, to) => call("timesScalarAffine", param(BASES, from * sizes.affine),
            param(SCALARS, from * 32), val(32), param(OUT, to * sizes.jacobian));
        const zero = (to) => call("zero", param(OUT, to * sizes.jacobian));
        const difference = (a, b, to) => call("subAffine", param(BASES, a * sizes.affine),
            param(BASES, b * sizes.affine), param(OUT, to * sizes.jacobian));

        it("sums of 0 to 5 products, multiples and infinities, every pair of edges among the scalars", () => {
            const values = edges.flatMap((a) => edges.flatMap((b) => (uniform(4n) === 0n ? [a, b] : []))), calls = [];
            for (let from = 0; from < values.length;) {
                const n = Math.min(calls.length % 6, values.length - from), to = calls.length;
                if (to % 5 === 1) calls.push(times(from++, to));
                else if (n === 0) calls.push(zero(to));
                else { calls.push(sum(from, n, to)); from += n; }
            }
            same(taskOf(mixed(values.length), scalarBytes(values), calls, calls.length), [calls.length]);
        });

        it("equal and opposite terms of one sum, and r - 1 times one and the same point", () => {
            const [P] = [points(G, 1)], Q = G.neg(P), bases = new Uint8Array(96 * sizes.affine), { r } = curve;
            for (let i = 0; i < 96; i++) bases.set(i % 3 === 2 ? Q : P, i * sizes.affine);
            const scalars = Array.from({ length: 96 }, (_, i) => [1n, 1n, 2n, r - 1n, 5n, r - 5n, 8n, 8n][i % 8]);
            const calls = Array.from({ length: 32 }, (_, i) => sum(3 * i, 3, i));
            same(taskOf(bases, scalarBytes(scalars), calls, 32), [32]);
        });

        it("differences", () => {
            const calls = Array.from({ length: 40 }, (_, i) => difference(i, (i * 7 + 3) % 40, i));
            calls[5] = difference(5, 5, 5);
            same(taskOf(mixed(40), new Uint8Array(0), calls, 40), [40]);
        });

        it("points off the curve and outside the subgroup", () => {
            const list = anywhere(G, 24), bases = new Uint8Array(48 * sizes.affine);
            for (let i = 0; i < 48; i++) bases.set(list[(i * 5) % 24], i * sizes.affine);
            const scalars = Array.from({ length: 48 }, (_, i) => edges[i % edges.length]);
            const calls = Array.from({ length: 24 }, (_, i) => sum(2 * i, 2, i));
            same(taskOf(bases, scalarBytes(scalars), calls, 24), [24]);
            if (G.squareOfX) return;
            // in Weierstrass form each is on a curve of its own, with another b: only multiples of them have a meaning
            for (let i = 0; i < 48; i += 3) bases.set(G.F.one, i * sizes.affine + G.F.n8);
            const multiples = Array.from({ length: 48 }, (_, i) => (i % 2 ? times(i, i) : sum(i, 1, i)));
            same(taskOf(bases, scalarBytes(scalars), multiples, 48), [48]);
        });

        it("scalars of other sizes, and sums too long for a block", () => {
            for (const size of [1, 5, 8, 31, 32]) {
                const values = Array.from({ length: 60 }, () => uniform(2n ** BigInt(8 * size)));
                const calls = Array.from({ length: 20 }, (_, i) => sum(3 * i, 3, i, size));
                same(taskOf(mixed(60), scalarBytes(values, size), calls, 20), [20]);
            }
            const values = Array.from({ length: 20 }, () => uniform(2n ** 300n));
            const wide = Array.from({ length: 20 }, (_, i) => sum(i, 1, i, 40));
            same(taskOf(mixed(20), scalarBytes(values, 40), wide, 20), []);
            const n = SHORT_MSM + 20, long = Array.from({ length: n }, () => uniform(curve.r));
            const calls = [sum(0, SHORT_MSM + 1, 0), ...Array.from({ length: 18 }, (_, i) => sum(i, 2, i + 1))];
            same(taskOf(mixed(n), scalarBytes(long), calls, 19), [18]);
        });

        it("more sums and products than a block has", () => {
            const values = Array.from({ length: 1100 }, (_, i) => (i % 50 ? uniform(2n ** 20n) : uniform(curve.r)));
            const calls = Array.from({ length: 600 }, (_, i) => (i < 500 ? sum(2 * i, 2, i) : times(500 + i, i)));
            same(taskOf(mixed(1100), scalarBytes(values), calls, 600), [600]);
        });

        it("calls that depend on each other are not run together", () => {
            const values = Array.from({ length: 40 }, () => uniform(2n ** 30n));
            const again = Array.from({ length: 20 }, (_, i) => sum(i, 2, i % 10)); // each result is overwritten
            same(taskOf(mixed(41), scalarBytes(values), again, 10), []);
            // reads, as a point, what the calls before it have written
            const chain = Array.from({ length: 20 }, (_, i) => call("subAffine", param(OUT, (i ? i - 1 : 0) * sizes.jacobian),
                param(BASES, i * sizes.affine), param(OUT, i * sizes.jacobian)));
            same(taskOf(mixed(20), new Uint8Array(0), [zero(0), ...chain], 20), []);
            const backwards = Array.from({ length: 20 }, (_, i) => sum(i, 2, 19 - i));
            same(taskOf(mixed(41), scalarBytes(values), backwards, 20), []);
        });

        it("what is refused one by one is refused in a list, and leaves the allocator where it was", () => {
            const values = Array.from({ length: 40 }, () => uniform(curve.r)), bases = mixed(40);
            const wrong = {
                "a variable that nobody allocated": call("zero", param(9, 0)),
                "an unknown function": call("nothing", param(OUT, 0)),
                "a parameter of no kind": { ...zero(0), params: [{}] },
                "no list of parameters": { ...zero(0), params: undefined },
                "points beyond the memory": call("multiexpAffine", param(BASES, 2 ** 30), param(SCALARS, 0), val(32),
                    val(2), param(OUT, 30 * sizes.jacobian)),
                "scalars beyond the memory": call("multiexpAffine", param(BASES, 0), param(SCALARS, 2 ** 30), val(32),
                    val(2), param(OUT, 30 * sizes.jacobian)),
            };
            for (const [label, command] of Object.entries(wrong)) {
                const calls = Array.from({ length: 40 }, (_, i) => zero(i));
                calls[30] = command;
                const task = taskOf(bases, scalarBytes(values), calls, 40), said = ({ executor }, of) => {
                    try { executor.run(of); } catch (error) { return `${error.name}: ${error.message}`; }
                    return "nothing";
                };
                const want = said(sides.base, task);
                expect(want, label).to.match(/Error: /);
                for (const tier of RUNNABLE) expect(said(sides[tier], packCalls(task)), label).to.equal(want);
                same(taskOf(bases, scalarBytes(values), [...calls.slice(0, 30), zero(30)], 31), [31]);
            }
        });
    });
});
