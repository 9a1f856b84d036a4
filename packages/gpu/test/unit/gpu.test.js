import { expect } from "chai";
import { bigintCurve } from "../../../../src/bigint/curves.js";
import { inverse, mod, pow } from "../../../../src/bigint/modular.js";
import { describeAdapter } from "../../src/device.js";
import { decide, densityOf, estimate, learn } from "../../src/dispatch_policy.js";
import { BINDING_BYTES, layOutMsm, pointsPerRun, windowBits } from "../../src/msm_layout.js";
import { doubled } from "../../src/random_test.js";
import { dispatchesOf } from "../../src/msm_run.js";
import { createUploader } from "../../src/upload.js";
import { planField } from "../../src/wgsl/field.js";
import { kernelsOf, modelOf } from "../../src/wgsl/kernels.js";
import { boundsOf, parseProgram, tableText } from "../../src/wgsl/programs.js";
import { edwards } from "../../src/wgsl/edwards.js";
import { weierstrass } from "../../src/wgsl/weierstrass.js";
import { GPU_CURVES, groupsOf } from "../../src/curves.js";

const OPTIONS = { limbBits: 13, rows: false, form: "mixed", workgroup: 64 };

describe("gpu: the dispatch policy", () => {
    const cpu = { floor: 0, slope: 0.01 }, gpu = { floor: 10, slope: 0.001 };
    const base = { mode: "auto", state: "ready", fallback: false, density: 1, cpu, gpu, queuedMs: 0, cpuQueuedMs: 0, split: false };
    // 2^16 points: 655 ms on the CPU, 76 on the GPU
    for (const [title, change, share, reason] of [
        ["a long MSM goes to the GPU", { n: 2 ** 16 }, 1, /faster on the GPU/],
        ["a short one does not", { n: 1000 }, 0, /short on the CPU/],
        ["nor one that gains little", { n: 1600, gpu: { floor: 14, slope: 0 } }, 0, /no faster/],
        ["nor one of zeros", { n: 2 ** 16, density: 0.01 }, 0, /short on the CPU|no faster/],
        ["nor one that would wait", { n: 2 ** 16, queuedMs: 1000 }, 0, /no faster/],
        ["nor on a processor that plays a GPU", { n: 2 ** 20, fallback: true }, 0, /processor/],
        ["nor before the GPU is ready", { n: 2 ** 20, state: "compiling" }, 0, /not ready: compiling/],
        ["nor after it was lost", { n: 2 ** 20, state: "off", reason: "lost" }, 0, /^lost$/],
        ["enabled is enabled", { n: 1, mode: "enabled", fallback: true }, 1, /enabled/],
        ["a split that saves little is none", { n: 2 ** 20, split: true }, 1, /faster/],
    ])
        it(title, () => {
            const got = decide({ ...base, ...change });
            expect(got.fraction).to.equal(share);
            expect(got.reason).to.match(reason);
        });

    it("splits so that both end together", () => {
        const n = 2 ** 16, question = { ...base, n, split: true, gpu: { floor: 5, slope: 0.006 } };
        const { fraction } = decide(question);
        expect(fraction).to.be.within(0.5, 0.8);
        expect(estimate(question.gpu, n * fraction)).to.be.closeTo(estimate(cpu, n * (1 - fraction)), 1e-6 * n);
    });

    it("learns speeds from what it sees, and never a negative one", () => {
        let speed = { floor: 10, slope: 1 };
        for (let i = 0; i < 60; i++) speed = learn(speed, 1000, 20);
        expect(speed.slope).to.be.closeTo(0.01, 1e-4);
        speed = learn(speed, 1000, 4);
        expect(speed).to.include({ floor: 4 });
        expect(speed.slope).to.be.at.least(0);
    });

    it("decides at its borders: 15 ms on the CPU, four fifths of its time, and what a split saves", () => {
        const at = (change) => decide({ ...base, n: 1000, cpu: { floor: 0, slope: 1 }, ...change }); // 1000 ms there
        const fractionAt = (change) => at(change).fraction;
        expect(fractionAt({ cpu: { floor: 0, slope: 0.015 }, gpu: { floor: 0, slope: 0 } }), "15 ms").to.equal(1);
        expect(fractionAt({ cpu: { floor: 0, slope: 0.0149 }, gpu: { floor: 0, slope: 0 } }), "less").to.equal(0);
        expect([800, 801].map((floor) => fractionAt({ gpu: { floor, slope: 0 } }))).to.deep.equal([1, 0]);
        const queued = (queuedMs) => fractionAt({ gpu: { floor: 500, slope: 0 }, queuedMs });
        expect([300, 301].map(queued)).to.deep.equal([1, 0]);
        // 100 ms of floor and 600 of work: (1000 - 700 + 600) / 1600 of the points, and 437.5 ms for both
        const half = at({ gpu: { floor: 100, slope: 0.6 }, split: true });
        expect([half.fraction, half.cpuMs, half.gpuMs]).to.deep.equal([0.5625, 1000, 700]);
        expect(half.reason).to.equal("split: about 1000 ms on the CPU, 700 on the GPU");
        expect(fractionAt({ gpu: { floor: 100, slope: 0.6 }, split: false })).to.equal(1);
        // 1000 (1 - share) is 0.85 of the GPU's time where share is 0.15 + 0.85 (1 - gpuMs / 1000)
        expect(at({ gpu: { floor: 0, slope: 0.17 }, split: true }).reason, "saves 0.145").to.match(/^faster/);
        expect(at({ gpu: { floor: 0, slope: 0.18 }, split: true }).reason, "saves 0.153").to.match(/^split/);
        expect(fractionAt({ density: 0.5, gpu: { floor: 450, slope: 0 } }), "half of the windows are zero").to.equal(0);
        expect(fractionAt({ density: 0.5, gpu: { floor: 400, slope: 0 } })).to.equal(1);
        const queue = { gpu: { floor: 0, slope: 0.3 }, queuedMs: 300, split: true }; // 600 ms, or 462 for both
        expect(at(queue).reason, "what waits is part of the GPU's time").to.match(/^split/);
        expect(at({ state: "off", reason: "" }).reason).to.equal("the GPU is not ready: off");
        // A GPU that is as fast gets half, one that is five times slower a sixth, and one that is slower yet none.
        const slow = [[100, 0.9, 900 / 1900], [0, 5, 1 / 6], [0, 5.6, 1 / 6.6], [0, 5.7, 0]];
        for (const [floor, slope, share] of slow)
            expect(fractionAt({ gpu: { floor, slope }, split: true }), `${slope}`).to.be.closeTo(share, 1e-9);
        // 1000 ms of its own behind 500 on the CPU: the GPU's 700 are faster, and both end after 687.5.
        const behind = { gpu: { floor: 100, slope: 0.6 }, cpuQueuedMs: 500 };
        expect([at(behind).fraction, at(behind).cpuMs, at(behind).ownMs]).to.deep.equal([1, 1500, 1000]);
        expect(at({ ...behind, split: true }).reason, "which saves too little").to.match(/^faster/);
        expect(at({ ...behind, queuedMs: 400, split: true }).fraction).to.equal((1500 - 1100 + 600) / 1600);
        expect(at({ ...behind, cpuQueuedMs: 5000, split: true }).fraction, "never more than all").to.equal(1);
        expect(fractionAt({ cpu: { floor: 0, slope: 0.005 }, gpu: { floor: 0, slope: 0 }, cpuQueuedMs: 10 }), "15 ms").to.equal(1);
    });

    it("weighs a measurement by 0.3, keeps the least floor, and learns nothing of MSMs of no points", () => {
        const learnt = learn({ floor: 10, slope: 1 }, 100, 30);
        expect(learnt.floor).to.equal(10);
        expect(learnt.slope).to.be.closeTo(1 + 0.3 * (0.2 - 1), 1e-12);
        expect(learn({ floor: 10, slope: 1 }, 0.5, 30)).to.deep.equal({ floor: 10, slope: 1 });
        expect(learn({ floor: 10, slope: 1 }, 1, 30).slope).to.be.closeTo(1 + 0.3 * 19, 1e-12);
        expect(learn({ floor: 10, slope: 1 }, 100, 4)).to.deep.include({ floor: 4, slope: 0.7 });
    });

    it("samples scalars evenly, at most 1024 of them, and sees either byte of a window", () => {
        const seen = [], scalar = (bytes) => (i) => {
            seen.push(i);
            return Uint8Array.from(bytes);
        };
        expect(densityOf(scalar([0, 1, 0, 0]), 4096)).to.equal(0.5);
        expect([seen.length, seen[1], seen.at(-1)]).to.deep.equal([1024, 4, 4092]);
        expect(densityOf(scalar([1, 0, 0, 0]), 3)).to.equal(0.5);
        expect(seen.slice(1024)).to.deep.equal([0, 1, 2]);
        seen.length = 0;
        expect(densityOf(scalar([0, 0]), 100, 10)).to.equal(0);
        expect(seen).to.deep.equal([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
    });

    it("counts windows that are not zero", () => {
        const one = (i) => Uint8Array.from({ length: 8 }, (_, k) => (k === 0 && i % 2 ? 1 : 0));
        expect(densityOf(one, 1000)).to.be.closeTo(1 / 8, 1 / 100);
        expect(densityOf(one, 0)).to.equal(0);
    });
});

/** Windows of scalars of 254 bits. @param {number} n */
const windowsOf = (n) => Math.ceil(255 / windowBits(n, 254));

/** Made by hand from the rules: 2^20 points of 64 bytes, MSMs of 96. */
const PLAN = {
    n: 2 ** 20, scalarWords: 8, bits: 15, windows: 17, half: 2 ** 14, span: 68, threads: 15_421,
    merges: [[30_842, 3856], [7712, 964], [1928, 241], [482, 61], [122, 16], [32, 4], [8, 1]]
        .map(([source, threads]) => ({ source, span: 8, threads })),
    reduce: { span: 64, threads: 256 }, gather: { span: 32, threads: 8 }, together: 4, coordinates: 2 ** 21,
    bytes: {
        points: 2 ** 26, scalars: 2 ** 25, counts: 4 * 17 * 2 ** 14, starts: 4 * 17 * (2 ** 14 + 1),
        places: 4 * 17 * 2 ** 20, entries: 4 * 17 * 2 ** 20, buckets: 96 * 17 * 2 ** 14, parts: 96 * 17 * 30_842,
        keys: 4 * 17 * 30_842, otherParts: 96 * 17 * 7712, otherKeys: 4 * 17 * 7712, sums: 96 * 17 * 512,
        outs: 96 * 17 * 24,
    },
};

describe("gpu: the plan", () => {
    for (const n of [1, 2, 63, 64, 65, 1000, 4097, 2 ** 16 + 1, 2 ** 20])
        for (const scalarWords of [1, 2, 8, 12])
            it(`of ${n} points with ${scalarWords} words fits, and covers every entry`, () => {
                const sizes = { pointWords: 24, sumWords: 36, coordinateWords: 12 }, scalarBits = 32 * scalarWords;
                const limits = { bindingBytes: BINDING_BYTES, additions: 2 ** 20 };
                const most = pointsPerRun(scalarBits, sizes, BINDING_BYTES), some = Math.min(n, most);
                const plan = layOutMsm({ n: some, scalarWords, scalarBits }, sizes, limits);
                expect(plan.windows * plan.bits).to.be.above(scalarBits);
                expect(plan.span * plan.threads).to.be.at.least(some);
                expect(plan.merges.at(-1).threads).to.equal(1);
                let source = 2 * plan.threads;
                for (const merge of plan.merges) {
                    expect(merge.source).to.equal(source);
                    expect(merge.span * merge.threads).to.be.at.least(source);
                    source = 2 * merge.threads;
                }
                expect(plan.reduce.span * plan.reduce.threads).to.equal(plan.half);
                expect(plan.gather.span * plan.gather.threads).to.equal(plan.reduce.threads);
                expect(Math.max(...Object.values(plan.bytes))).to.be.at.most(BINDING_BYTES);
                const dispatches = dispatchesOf(plan, 64);
                const { x: row, y: rows } = dispatches.find((one) => one.kernel === "convert");
                expect(64 * row * rows).to.be.at.least(plan.coordinates);
                expect(64 * row * (rows - 1), "no row too many").to.be.below(plan.coordinates);
                expect(64 * (row - 1), "nor too long").to.be.below(plan.coordinates);
                const sums = dispatches.filter((one) => one.kernel === "accumulate");
                expect(sums.reduce((all, one) => all + one.y, 0)).to.equal(plan.windows);
                for (const { x, y, buffers } of dispatches) {
                    expect(Math.max(x, y)).to.be.at.most(65535);
                    expect(buffers.length).to.be.at.most(8);
                }
            });

    it("takes longer windows for more points", () => {
        const bits = [10, 14, 18, 20].map((k) => windowBits(2 ** k, 254));
        expect(bits).to.deep.equal([...bits].sort((a, b) => a - b));
    });

    it("takes the windows that cost least, from 4 bits to 16", () => {
        const cost = (n, scalarBits, bits) => {
            const half = 2 ** (bits - 1);
            return Math.ceil((scalarBits + 1) / bits) * (n + 2 * half) + 100 * half;
        };
        for (const scalarBits of [32, 254, 255, 384]) for (const n of [1, 100, 2 ** 12, 2 ** 16, 2 ** 20, 2 ** 26]) {
            const got = windowBits(n, scalarBits);
            for (let bits = 4; bits <= 16; bits++) {
                const more = cost(n, scalarBits, bits) - cost(n, scalarBits, got);
                expect(bits < got ? more > 0 : more >= 0, `${n}, ${scalarBits}, ${bits}`).to.equal(true);
            }
            expect(got).to.be.within(4, 16);
        }
        expect([windowBits(1, 254), windowBits(2 ** 40, 254)]).to.deep.equal([4, 16]);
    });

    it("is this one for a sum of 2^20, and spans grow where partial sums would not fit", () => {
        const sizes = { pointWords: 16, sumWords: 24, coordinateWords: 8 };
        const limits = { bindingBytes: 2 ** 27, additions: 2 ** 22 };
        const plan = layOutMsm({ n: 2 ** 20, scalarWords: 8, scalarBits: 254 }, sizes, limits);
        expect(plan).to.deep.equal(PLAN);
        const wide = layOutMsm({ n: 2 ** 16, scalarWords: 8, scalarBits: 254 }, { ...sizes, sumWords: 240 }, limits);
        expect([wide.span, wide.bytes.parts]).to.deep.equal([32, 2 * 24 * 2 ** 11 * 4 * 240]);
        const few = layOutMsm({ n: 100, scalarWords: 8, scalarBits: 254 }, sizes, limits);
        expect([few.span, few.threads, few.together]).to.deep.equal([8, 13, few.windows]);
        const forced = layOutMsm({ n: 100, scalarWords: 8, scalarBits: 254 }, sizes, limits, { bits: 5, span: 3 });
        expect(forced).to.include({ bits: 5, half: 16, windows: 51, span: 3, threads: 34 });
        const uneven = layOutMsm({ n: 150_000, scalarWords: 8, scalarBits: 254 }, sizes, limits);
        expect([uneven.windows, uneven.span], "11.4 to a thread").to.deep.equal([20, 12]);
        const msm = { n: 2 ** 20, scalarWords: 8, scalarBits: 254 };
        const slow = layOutMsm(msm, sizes, { ...limits, additions: 2 ** 19 });
        expect(slow.together, "a window at least").to.equal(1);
    });

    it("takes as many points as fit, and not half of them", () => {
        const sizes = { pointWords: 24, sumWords: 36, coordinateWords: 12 };
        expect(pointsPerRun(254, sizes, BINDING_BYTES)).to.equal(2 ** 20);
        expect(pointsPerRun(254, sizes, 4 * 2 ** 16 * 24), "points").to.equal(2 ** 16);
        expect(pointsPerRun(254, sizes, 4 * 2 ** 16 * 24 - 1)).to.equal(2 ** 15);
        const entries = 4 * 2 ** 16 * windowsOf(2 ** 16);
        expect(pointsPerRun(254, { ...sizes, pointWords: 1 }, entries), "entries").to.equal(2 ** 16);
        expect(pointsPerRun(254, sizes, 1), "one at least").to.equal(1);
        const whole = Array.from({ length: 20 }, (_, i) => 240 + i)
            .find((bits) => bits % windowBits(2 ** 16, bits) === 0);
        const carry = 4 * 2 ** 16 * (whole / windowBits(2 ** 16, whole) + 1); // the last digit may carry into one more
        const runOf = (bytes) => pointsPerRun(whole, { ...sizes, pointWords: 1 }, bytes);
        expect([runOf(carry), runOf(carry - 1)], "a carry").to.deep.equal([2 ** 16, 2 ** 15]);
    });

    it("refuses what no buffer holds", () => {
        const sizes = { pointWords: 16, sumWords: 24, coordinateWords: 8 };
        const sum = { n: 2 ** 22, scalarWords: 8, scalarBits: 256 }, limits = { bindingBytes: 2 ** 27, additions: 1 };
        expect(() => layOutMsm(sum, sizes, limits))
            .to.throw(RangeError, "layOutMsm: expected at most 134217728 bytes of");
    });
});

describe("gpu: adapters", () => {
    for (const [title, adapter, name, fallback] of [
        ["say who they are", { info: { vendor: "a", device: "b" } }, "a b", false],
        ["may have no info, in older browsers", { isFallbackAdapter: true }, "an adapter without a name", true],
        ["may be processors", { info: { description: "c", isFallbackAdapter: true } }, "c", true],
        ["are what their info says", { info: { isFallbackAdapter: false }, isFallbackAdapter: true },
            "an adapter without a name", false],
    ])
        it(title, () => expect(describeAdapter(adapter)).to.deep.equal({ name, fallback }));
});

describe("gpu: what brings bytes to a device", () => {
    it("writes any length, and clears all that it has left in its buffer", async () => {
        const memory = new Uint8Array(1 << 24), bytes = new Uint8Array((1 << 24) + 1024).map((_, i) => i % 251);
        const target = new Uint8Array(bytes.length), jobs = [];
        const asked = [], staging = {
            mapAsync: async (mode) => asked.push(mode), getMappedRange: () => memory.buffer, unmap() {},
        };
        const uploader = createUploader({
            createBuffer: ({ size, usage }) => (asked.push(size, usage), staging),
            createCommandEncoder: () => ({
                copyBufferToBuffer: (_from, at, into, offset, length) =>
                    jobs.push(() => into.set(memory.subarray(at, at + length), offset)),
                finish: () => {},
            }),
            queue: { submit: () => jobs.splice(0).forEach((job) => job()) },
        });
        await uploader.write(target, bytes);
        expect(Buffer.compare(target, bytes)).to.equal(0);
        expect(memory.some(Boolean), "it was there").to.equal(true);
        await uploader.forget();
        expect(memory.some(Boolean)).to.equal(false);
        memory[0] = 1;
        await uploader.forget();
        expect(memory[0], "nothing was left since").to.equal(1);
        expect(asked, "one buffer, which is mapped for writing and copied from").to.deep.equal([1 << 24, 2 | 4, 2, 2, 2]);
    });

    it("hands a short text over at once, as a copy, and clears no more than it has left", async () => {
        const written = [], cleared = [];
        const memory = Object.assign(new Uint8Array(1 << 24).fill(1)), staging = {
            mapAsync: async () => {}, getMappedRange: () => memory.buffer, unmap: () => cleared.push(memory.indexOf(1)),
        };
        const uploader = createUploader({
            createBuffer: () => staging,
            createCommandEncoder: () => ({ copyBufferToBuffer: (...args) => written.push(args.at(-1)), finish() {} }),
            queue: { submit() {}, writeBuffer: (_to, at, bytes) => written.push([at, bytes.length, bytes.buffer]) },
        });
        const shared = new Uint8Array(new SharedArrayBuffer(1 << 18)).fill(9);
        await uploader.write({}, shared);
        expect(written[0].slice(0, 2)).to.deep.equal([0, 1 << 18]);
        expect(written[0][2]).to.be.instanceOf(ArrayBuffer);
        for (const more of [4096, 4]) await uploader.write({}, new Uint8Array((1 << 18) + more));
        expect(written.slice(1)).to.deep.equal([(1 << 18) + 4096, (1 << 18) + 4]);
        await uploader.forget();
        expect(cleared.at(-1), "the longer of both, and no byte behind it").to.equal((1 << 18) + 4096);
        expect(memory.subarray(0, (1 << 18) + 4096).some(Boolean)).to.equal(false);
    });
});

describe("gpu: the field and the programs", () => {
    /** Evaluates a program over BigInt. */
    const run = (text, values, p, k) => runSteps(parseProgram(text), values, p, k);
    const runSteps = (steps, values, p, k) => {
        const known = { ...values };
        for (const { op, to, a, b } of steps)
            known[to] = mod({
                mul: () => known[a] * known[b], add: () => known[a] + known[b],
                sub: () => known[a] - known[b], times: () => BigInt(k) * known[a],
            }[op](), p);
        return known;
    };

    for (const { name, fp: { p }, g1 } of GPU_CURVES.filter(({ g1: { model } }) => model === "weierstrass"))
        it(`adds on ${name} as the BigInt twin does: any points, infinity, equal, opposite`, () => {
            const k = Number(weierstrass.k(g1));
            const affine = ([x, y, z]) => (z === 0n ? null : [x, y].map((c) => mod(c * inverse(z, p), p)));
            const add = (text, [x1, y1, z1], [x2, y2, z2]) => {
                const { x3, y3, z3 } = run(text, { x1, y1, z1, x2, y2, z2 }, p, k);
                return [x3, y3, z3];
            };
            const slope = (a, b) => {
                if (!a || !b) return a || b;
                if (a[0] === b[0] && a[1] !== b[1]) return null;
                const m = a[0] === b[0]
                    ? 3n * a[0] * a[0] * inverse(2n * a[1], p) : (b[1] - a[1]) * inverse(b[0] - a[0], p);
                const x = mod(m * m - a[0] - b[0], p);
                return [x, mod(m * (a[0] - x) - a[1], p)];
            };
            const zero = [0n, 1n, 0n], G = [...g1.generator, 1n], minus = [G[0], p - G[1], 1n];
            const twice = add(weierstrass.full, G, G), thrice = add(weierstrass.full, twice, G);
            const points = [zero, G, minus, twice, thrice, twice.map((c) => mod(7n * c, p))];
            for (const a of points) for (const b of points) {
                expect(affine(add(weierstrass.full, a, b))).to.deep.equal(slope(affine(a), affine(b)));
                if (b[2] === 1n)
                    expect(affine(add(weierstrass.mixed, a, b))).to.deep.equal(slope(affine(a), affine(b)));
            }
        });

    for (const { name, fp: { p }, g1 } of GPU_CURVES.filter(({ g1: { model } }) => model === "edwards"))
        it(`adds on ${name} as the affine law does: any points, zero, equal, opposite, of order 2 and 4`, () => {
            const inverted = (a) => inverse(mod(a, p), p), constants = edwards.constants(g1);
            const law = ([x1, y1], [x2, y2]) => {
                const u = mod(g1.d * x1 * x2 * y1 * y2, p);
                return [mod((x1 * y2 + y1 * x2) * inverted(1n + u), p), mod((y1 * y2 + x1 * x2) * inverted(1n - u), p)];
            };
            const lift = ([x, y], z = 1n) => [x * z, y * z, z, x * y * z].map((c) => mod(c, p));
            const add = (text, [x1, y1, z1, xy1], [x2, y2, z2, xy2]) => {
                const { x3, y3, z3, xy3 } = run(text, { x1, y1, z1, xy1, x2, y2, z2, xy2, ...constants }, p, 1);
                expect(mod(xy3 * z3 - x3 * y3, p)).to.equal(0n);
                return [x3, y3].map((c) => mod(c * inverted(z3), p));
            };
            let root = 1n; // of -1: a power of an element that is no square
            for (let a = 2n; mod(root * root, p) !== p - 1n; a++) root = pow(a, (p - 1n) / 4n, p);
            const G = [...g1.generator], zero = [0n, 1n], two = law(G, G), T = [0n, p - 1n], Q = [root, 0n];
            const points = [zero, G, [p - G[0], G[1]], two, law(two, G), T, Q, law(G, T), law(two, Q)];
            for (const a of points) for (const b of points) {
                expect(add(edwards.full, lift(a, 3n), lift(b, 11n))).to.deep.equal(law(a, b));
                expect(add(edwards.mixed, lift(a, 7n), [...b, 1n, 0n])).to.deep.equal(law(a, b));
            }
        });

    for (const record of GPU_CURVES.filter(({ g2 }) => g2)) describe(`on the twist of ${record.name}`, () => {
        const { G2, F2 } = bigintCurve(record), { fp: { p }, fr: { p: r }, g2 } = record;
        const model = modelOf(groupsOf(record)[1]), { coordinates, constants } = model;
        const named = (names, i, values) => Object.fromEntries(names.map((name, at) => [`${name}${i}`, values.flat()[at]]));
        const elements = (known, i) => ["x", "y", "z"].map((c) => [known[`${c}r${i}`], known[`${c}i${i}`]]);
        const jacobian = ([x, y, z]) => [F2.mul(x, z), F2.mul(y, F2.square(z)), z];
        const projective = (point, w = [1n, 0n]) => {
            if (G2.isZero(point)) return [F2.zero, w, F2.zero];
            return [...G2.affine(point).slice(0, 2), F2.one].map((c) => F2.mul(c, w));
        };
        const add = (steps, a, b) => elements(
            runSteps(steps, { ...named(coordinates, 1, a), ...named(coordinates, 2, b), ...constants }, p, model.k), 3);
        /** The first point with a small x: its order is not r. */
        const outside = () => {
            for (let x = [1n, 1n]; ; x = F2.add(x, F2.one)) {
                const y = F2.sqrt(F2.add(F2.mul(F2.square(x), x), g2.b));
                if (y) return [x, y, F2.one];
            }
        };

        it("adds as the BigInt twin does: any points, infinity, equal, opposite, outside the subgroup", () => {
            const G = G2.g, H = outside(), w = [3n, p - 5n];
            expect(G2.isZero(G2.timesScalar(H, r)), "outside").to.equal(false);
            const points = [G2.zero, G, G2.neg(G), G2.double(G), G2.timesScalar(G, 3n), H, G2.neg(H), G2.add(G, H)];
            for (const a of points) for (const b of points) {
                const expected = G2.add(a, b), of = (text, ...pair) => jacobian(add(text, ...pair));
                expect(G2.eq(of(model.full, projective(a, w), projective(b)), expected), "any").to.equal(true);
                if (G2.isZero(b)) continue;
                expect(G2.eq(of(model.mixed, projective(a, w), projective(b)), expected), "affine").to.equal(true);
            }
        });

        it("has an odd order, so that no pair needs the CPU", () => {
            expect((g2.cofactor * r) % 2n).to.equal(1n);
            expect(G2.isZero(G2.timesScalar(G2.timesScalar(outside(), g2.cofactor), r)), "and this is the order").to.equal(true);
        });

        it("leaves as the engine's coordinates", () => {
            const point = projective(G2.double(G2.g), [7n, 11n]);
            const left = runSteps(model.leaving, named(coordinates, "", point), p, model.k);
            expect(elements(left, "")).to.deep.equal(jacobian(point));
        });

        it("knows which parts of coordinates change their sign, and which are zero", () => {
            expect([coordinates, model.affine, model.odd, model.y, model.z]).to.deep.equal([
                ["xr", "xi", "yr", "yi", "zr", "zi"], ["xr", "xi", "yr", "yi"], ["yr", "yi"], ["yr", "yi"], ["zr", "zi"],
            ]);
            expect(model.zero).to.deep.equal({ xr: 0n, xi: 0n, yr: 1n, yi: 0n, zr: 0n, zi: 0n });
            expect(model.lifted).to.deep.equal({ zr: 1n, zi: 0n });
        });

        it("takes as few products as its constant allows", () => {
            const productsOf = (steps) => steps.filter(({ op }) => op === "mul").length;
            const [full, mixed] = { bn128: [42, 39], bls12381: [36, 33], bls12377: [38, 35] }[record.name];
            expect([productsOf(model.full), productsOf(model.mixed)]).to.deep.equal([full, mixed]);
        });
    });

    it("interprets tables of at most 64 names", () => {
        const names = Array.from({ length: 63 }, (_, i) => `n${i}`), steps = parseProgram("n = n0 + n1");
        expect(tableText(steps, names).text).to.include("array<BI, 64>");
        expect(() => tableText(steps, [...names, "n63"])).to.throw("tableText: expected at most 64 names");
    });

    it("turns a pair that the formulas do not cover into no point, which stays none", () => {
        const { fp: { p }, g1 } = GPU_CURVES.find(({ g1: { b } }) => b === 1n), k = Number(weierstrass.k(g1));
        const plus = (text, [x1, y1, z1], [x2, y2, z2]) => {
            const { x3, y3, z3 } = run(text, { x1, y1, z1, x2, y2, z2 }, p, k);
            return [x3, y3, z3];
        };
        const P = [...g1.generator, 1n], T = [p - 1n, 0n, 1n], Q = plus(weierstrass.full, P, T), none = [0n, 0n, 0n];
        expect(Q).not.to.deep.equal(none);
        expect(plus(weierstrass.full, P, Q)).to.deep.equal(none);
        for (const other of [P, Q, T, [0n, 1n, 0n], none]) {
            expect(plus(weierstrass.full, none, other)).to.deep.equal(none);
            expect(plus(weierstrass.full, other, none)).to.deep.equal(none);
            if (other[2] === 1n) expect(plus(weierstrass.mixed, none, other)).to.deep.equal(none);
        }
    });

    it("knows bounds, and refuses what overflows", () => {
        const plan = planField(bn128Prime(), 32), constants = { k: 9, multiple: 3 };
        expect(boundsOf(plan, parseProgram("c = a * b"), { a: 4, b: 4 }, constants).c).to.be.within(1, 1.5);
        expect(() => boundsOf(plan, parseProgram("c = a - b"), { a: 1, b: 4 }, constants)).to.throw("less than 3 p");
        expect(() => boundsOf(plan, parseProgram("c = a * b"), { a: 100, b: 100 }, constants)).to.throw(RangeError, "c below");
        expect(() => parseProgram("c = a / b")).to.throw("a line like");
    });

    it("refuses limbs whose products do not fit", () => {
        for (const limbBits of [14, 16, 32])
            expect(() => planField(bn128Prime(), 32, { limbBits })).to.throw("limbs whose products fit");
        expect(planField(bn128Prime(), 32, { limbBits: 12 })).to.include({ N: 22 });
    });

    it("writes kernels for every group and form, within eight storage buffers", () => {
        const groups = GPU_CURVES.flatMap(groupsOf);
        expect(groups.map(({ key }) => key).filter((key) => key === "G2").length).to.equal(3);
        for (const group of groups) for (const form of ["table", "straight", "mixed"]) {
            const { sources, pointWords, sumWords, coordinateWords } = kernelsOf(group, { ...OPTIONS, form });
            const { fp: { n8 }, params: { degree, model } } = group, coordinates = model === "edwards" ? 4 : 3;
            expect([pointWords, sumWords, coordinateWords])
                .to.deep.equal([degree * n8 / 2, coordinates * degree * n8 / 4, n8 / 4]);
            expect(Object.keys(sources)).to.have.members([
                "convert", "count", "scan", "scatter", "accumulate", "merge", "reduce", "gather", "leave",
            ]);
            for (const text of Object.values(sources)) expect(text.match(/var<storage/g).length).to.be.at.most(8);
        }
    });

    it("refuses a curve model that it does not know", () => {
        const [group] = groupsOf(GPU_CURVES[0]), other = { ...group, params: { ...group.params, model: "montgomery" } };
        expect(() => kernelsOf(other, OPTIONS)).to.throw("gpuKernels: expected a curve model among weierstrass, edwards");
    });
});

/** @returns {bigint} */
const bn128Prime = () => GPU_CURVES[0].fp.p;

describe("gpu: the random test", () => {
    it("multiplies and adds exactly, carries included", () => {
        const words = 2, n = 40, scalars = new Uint8Array(8 * n).fill(255);
        for (let i = 0; i < 4 * n; i++) scalars[i] = (i * 37) & 255;
        const { scalars: out, factor, offsets } = doubled(scalars, n, words);
        const value = (bytes, at, size) =>
            bytes.slice(at, at + size).reduceRight((all, byte) => (all << 8n) | BigInt(byte), 0n);
        for (let i = 0; i < n; i++) {
            const expected = value(scalars, 8 * i, 8) * BigInt(factor) + value(offsets, 2 * i, 2);
            expect(value(out, 12 * i, 12)).to.equal(expected);
        }
        expect(factor).to.be.within(1, 2 ** 31 - 1);
    });
});
