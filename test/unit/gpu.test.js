import { expect } from "chai";
import { inverse, mod, pow } from "../../src/bigint/modular.js";
import { decide, densityOf, estimate, learn } from "../../src/gpu/gate.js";
import { BINDING_BYTES, planSum, pointsPerRun, windowBits } from "../../src/gpu/plan.js";
import { doubled } from "../../src/gpu/random_test.js";
import { dispatchesOf } from "../../src/gpu/runs.js";
import { planField } from "../../src/gpu/wgsl/field.js";
import { kernelsOf } from "../../src/gpu/wgsl/kernels.js";
import { boundsOf, parseProgram } from "../../src/gpu/wgsl/programs.js";
import { edwards } from "../../src/gpu/wgsl/edwards.js";
import { weierstrass } from "../../src/gpu/wgsl/weierstrass.js";
import { CARD_CURVES } from "../../src/gpu/curves.js";

const OPTIONS = { limbBits: 13, rows: false, form: "mixed", workgroup: 64 };

describe("gpu: the gate", () => {
    const cpu = { floor: 0, slope: 0.01 }, gpu = { floor: 10, slope: 0.001 };
    const base = { mode: "auto", state: "ready", fallback: false, density: 1, cpu, gpu, queuedMs: 0, split: false };
    // 2^16 points: 655 ms on the CPU, 76 on the card
    for (const [title, change, share, reason] of [
        ["a long sum goes to the card", { n: 2 ** 16 }, 1, /faster on the card/],
        ["a short one does not", { n: 1000 }, 0, /short on the CPU/],
        ["nor one that gains little", { n: 1600, gpu: { floor: 14, slope: 0 } }, 0, /no faster/],
        ["nor one of zeros", { n: 2 ** 16, density: 0.01 }, 0, /short on the CPU|no faster/],
        ["nor one that would wait", { n: 2 ** 16, queuedMs: 1000 }, 0, /no faster/],
        ["nor on a processor that plays a card", { n: 2 ** 20, fallback: true }, 0, /processor/],
        ["nor before the card is ready", { n: 2 ** 20, state: "compiling" }, 0, /not ready: compiling/],
        ["nor after it was lost", { n: 2 ** 20, state: "off", reason: "lost" }, 0, /^lost$/],
        ["enabled is enabled", { n: 1, mode: "enabled", fallback: true }, 1, /enabled/],
        ["a split that saves little is none", { n: 2 ** 20, split: true }, 1, /faster/],
    ])
        it(title, () => {
            const got = decide({ ...base, ...change });
            expect(got.share).to.equal(share);
            expect(got.reason).to.match(reason);
        });

    it("splits so that both end together", () => {
        const n = 2 ** 16, question = { ...base, n, split: true, gpu: { floor: 5, slope: 0.006 } };
        const { share } = decide(question);
        expect(share).to.be.within(0.5, 0.8);
        expect(estimate(question.gpu, n * share)).to.be.closeTo(estimate(cpu, n * (1 - share)), 1e-6 * n);
    });

    it("learns speeds from what it sees, and never a negative one", () => {
        let speed = { floor: 10, slope: 1 };
        for (let i = 0; i < 60; i++) speed = learn(speed, 1000, 20);
        expect(speed.slope).to.be.closeTo(0.01, 1e-4);
        speed = learn(speed, 1000, 4);
        expect(speed).to.include({ floor: 4 });
        expect(speed.slope).to.be.at.least(0);
    });

    it("counts windows that are not zero", () => {
        const one = (i) => Uint8Array.from({ length: 8 }, (_, k) => (k === 0 && i % 2 ? 1 : 0));
        expect(densityOf(one, 1000)).to.be.closeTo(1 / 8, 1 / 100);
        expect(densityOf(one, 0)).to.equal(0);
    });
});

describe("gpu: the plan", () => {
    for (const n of [1, 2, 63, 64, 65, 1000, 4097, 2 ** 16 + 1, 2 ** 20])
        for (const scalarWords of [1, 2, 8, 12])
            it(`of ${n} points with ${scalarWords} words fits, and covers every entry`, () => {
                const sizes = { pointWords: 24, sumWords: 36, coordinateWords: 12 }, scalarBits = 32 * scalarWords;
                const limits = { bindingBytes: BINDING_BYTES, additions: 2 ** 20 };
                const most = pointsPerRun(scalarBits, sizes, BINDING_BYTES), some = Math.min(n, most);
                const plan = planSum({ n: some, scalarWords, scalarBits }, sizes, limits);
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

    it("refuses what no buffer holds", () => {
        const sizes = { pointWords: 16, sumWords: 24, coordinateWords: 8 };
        const sum = { n: 2 ** 22, scalarWords: 8, scalarBits: 256 }, limits = { bindingBytes: 2 ** 27, additions: 1 };
        expect(() => planSum(sum, sizes, limits))
            .to.throw(RangeError, "planSum: expected at most 134217728 bytes of");
    });
});

describe("gpu: the field and the programs", () => {
    /** Evaluates a program over BigInt. */
    const run = (text, values, p, k) => {
        const known = { ...values };
        for (const { op, to, a, b } of parseProgram(text))
            known[to] = mod({
                mul: () => known[a] * known[b], add: () => known[a] + known[b],
                sub: () => known[a] - known[b], times: () => BigInt(k) * known[a],
            }[op](), p);
        return known;
    };

    for (const { name, fp: { p }, g1 } of CARD_CURVES.filter(({ g1: { model } }) => model === "weierstrass"))
        it(`adds on ${name} as the BigInt twin does: any points, infinity, equal, opposite`, () => {
            const k = weierstrass.k({ g1 });
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

    for (const { name, fp: { p }, g1 } of CARD_CURVES.filter(({ g1: { model } }) => model === "edwards"))
        it(`adds on ${name} as the affine law does: any points, zero, equal, opposite, of order 2 and 4`, () => {
            const inverted = (a) => inverse(mod(a, p), p), constants = edwards.constants({ g1 });
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

    it("turns a pair that the formulas do not cover into no point, which stays none", () => {
        const { fp: { p }, g1 } = CARD_CURVES.find(({ g1: { b } }) => b === 1n), k = weierstrass.k({ g1 });
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

    it("writes kernels for every record and form, within eight storage buffers", () => {
        for (const record of CARD_CURVES) for (const form of ["table", "straight", "mixed"]) {
            const { sources, pointWords } = kernelsOf(record, { ...OPTIONS, form });
            expect(pointWords).to.equal(record.fp.n8 / 2);
            expect(Object.keys(sources)).to.have.members([
                "convert", "count", "scan", "scatter", "accumulate", "merge", "reduce", "gather", "leave",
            ]);
            for (const text of Object.values(sources)) expect(text.match(/var<storage/g).length).to.be.at.most(8);
        }
    });

    it("refuses a curve model that it does not know", () => {
        const record = { ...CARD_CURVES[0], g1: { ...CARD_CURVES[0].g1, model: "montgomery" } };
        expect(() => kernelsOf(record, OPTIONS)).to.throw("gpuKernels: expected a curve model among weierstrass, edwards");
    });
});

/** @returns {bigint} */
const bn128Prime = () => CARD_CURVES[0].fp.p;

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
