/** Keys and transforms of points on lanes, on every tier this engine runs, against ffjavascript and the base module. */
import { expect } from "chai";
import { applyKey, fftFinal } from "../../src/kernels/points/apply_key.js";
import { fftJoin } from "../../src/kernels/points/butterflies.js";
import { CATALOGUE } from "../../src/kernels/catalogue.js";
import { openKernels } from "../../src/kernels/table.js";
import { SPARSE } from "../../src/kernels/points/multiples.js";
import { transform } from "../../src/kernels/points/transform.js";
import { BLOCK_POINTS as BLOCK } from "../../src/util/chunk_sizes.js";
import { writeLE } from "../../src/util/bytes.js";
import { drain } from "../../src/util/drain.js";
import { rowsInFull, rowsOf, thinned, thinnedInAll } from "../support/extent.js";
import { openLanes, tiersOf } from "../support/lanes.js";
import { BUILDERS, degreesOf, GROUPED, ORACLES } from "../support/twin_curves.js";
import { sides } from "../support/oracle.js";
import { elements, points } from "../support/points.js";
import { anywhere } from "../support/torsion.js";
import { seed, uniform } from "../support/random.js";

const LEAST = CATALOGUE.find(({ op }) => op === "fftJoin").least;
const join = (parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const repeat = (n, f) => join(Array.from({ length: n }, (_, i) => f(i)));

/** What lanes are compared with: the exports of ffjavascript, and where it has no such curve our own base module. */
const ofFfjavascript = ({ exports, mem }) => ({
    exports,
    mark: () => mem.u32[0],
    release: (mark) => { mem.u32[0] = mark; },
    alloc: (bytes) => mem.alloc(bytes),
    u8: () => mem.u8,
});
const ofBase = ({ arena, base }) => ({ ...arena, exports: base });

/** Orders of points on G1 and on G2 that divide the cofactor. */
const SMALL_ORDERS = {
    bn128: [[], []],
    bls12377: [[2n, 3n, 49n], []],
    edwards_bls12: [[2n]],
    babyjubjub: [[2n, 4n]],
    jubjub: [[2n, 4n]],
    bls12381: [
        [3n, 121n],
        [169n, 529n],
    ],
};

for (const [name, build] of thinned(Object.entries(BUILDERS), 2)) describe(`lanes of points of ${name} (SEED=${seed})`, function () {
    this.timeout(120_000);
    const TIERS = tiersOf(name), open = {};
    let curve, theirs;
    before(async () => {
        curve = await build({ singleThread: true });
        theirs = ORACLES[name] ? ofFfjavascript((await sides(name)).list[1]) : ofBase(await openLanes(name, "scalar"));
        for (const tier of TIERS) open[tier] = await openLanes(name, tier);
    });

    const lanesOf = (tier, degree, together) => {
        const all = open[tier], on = all.pointsOf(degree, together);
        const steps = {
            batchApplyKey: (...args) => applyKey(on, false, ...args),
            batchApplyKeyMixed: (...args) => applyKey(on, true, ...args),
            fftJoin: (...args) => fftJoin(on, ...args),
            fftFinal: (...args) => fftFinal(on, ...args),
            fft: (...args) => transform(on, false, ...args),
            ifft: (...args) => transform(on, true, ...args),
        };
        return {
            ...all.arena,
            exports: all.base,
            functions: Object.fromEntries(Object.entries(steps).map(([fn, f]) => [fn, (...args) => drain(f(...args))])),
        };
    };
    const baseOf = (tier) => ({ ...open[tier].arena, exports: open[tier].base });

    /** Calls a function on one side; the points of `read` (index of an argument, how many) come back affine. */
    const call = (side, degree, fnName, args, read) => {
        const group = `g${degree}m`, size = curve[`G${degree}`].F.n8, mark = side.mark();
        const places = args.map((arg) => (typeof arg === "number" ? arg : side.alloc(arg.length + 8)));
        args.forEach((arg, i) => { if (typeof arg !== "number") side.u8().set(arg, places[i]); });
        const before = side.mark();
        (side.functions?.[fnName] ?? side.exports[`${group}_${fnName}`])(...places);
        expect(side.mark(), "the allocator").to.equal(before);
        const out = read.map(([i, n]) => {
            const affine = side.alloc(2 * size * n + 8);
            side.exports[`${group}_batchToAffine`](places[i], n, affine);
            return Buffer.from(side.u8().slice(affine, affine + 2 * size * n)).toString("hex");
        });
        side.release(mark);
        return out.join();
    };

    for (const degree of rowsOf(degreesOf(name), name === "bn128" ? degreesOf(name) : [1])) describe(`G${degree}`, () => {
        let G, Fr, jacobian;
        before(() => {
            G = curve[`G${degree}`];
            ({ Fr } = curve);
            // Z other than 1: what a sum of unlike points has
            jacobian = (affine) => repeat(affine.length / (2 * G.F.n8), (i) => {
                const P = affine.slice(2 * G.F.n8 * i, 2 * G.F.n8 * (i + 1));
                return G.sub(G.add(G.toJacobian(P), G.g), G.g);
            });
        });
        const sameAs = (reference, tiers, fnName, args, read, label) => {
            const want = call(reference(tiers[0]), degree, fnName, args, read);
            for (const tier of tiers) for (const together of tier === "fma" ? [true, false] : [false])
                expect(
                    call(lanesOf(tier, degree, together), degree, fnName, args, read),
                    `${fnName}, ${label}, ${tier}`,
                ).to.equal(want);
        };
        /** Against ffjavascript. */
        const same = (...rest) => sameAs(() => theirs, TIERS, ...rest);
        const out = (n) => new Uint8Array(3 * G.F.n8 * n);
        const key = () => [Fr.e(uniform(curve.r)), Fr.e(uniform(curve.r))];
        const applied = (bases, keys, label, n = bases.length / (2 * G.F.n8)) =>
            same("batchApplyKeyMixed", [bases, n, ...keys, out(n)], [[4, n]], label);

        it("batchApplyKey and batchApplyKeyMixed, few points and odd numbers of them", () => {
            for (const n of thinned([1, 2, 3, 7, 9, 33], 2)) {
                const bases = points(G, n);
                applied(bases, key(), `${n} points`);
                same("batchApplyKey", [jacobian(bases), n, ...key(), out(n)], [[4, n]], `${n} points`);
            }
            applied(new Uint8Array(0), key(), "no points");
        });

        it("points of order r, as the caller says", () => {
            const edges = [[Fr.one, Fr.one], [Fr.negone, Fr.negone], [Fr.zero, Fr.one]];
            for (const n of rowsOf([1, 9, 33], [9])) for (const keys of [key(), ...edges]) {
                const bases = points(G, n);
                same("batchApplyKeyMixed", [bases, n, ...keys, out(n), 1], [[4, n]], `${n} points`);
                same("fftJoin", [jacobian(bases), jacobian(points(G, n)), n, ...keys, 1], [[0, n], [1, n]], `${n} points`);
            }
            if (roots) for (const n of [2, 4, 32]) for (const fn of ["fft", "ifft"])
                same(fn, [jacobian(points(G, n)), n, 1], [[0, n]], `${n} points`);
        });

        it("batchApplyKey in place", () => {
            const bases = jacobian(points(G, 11)),
                keys = key(),
                want = call(theirs, degree, "batchApplyKey", [bases, 11, ...keys, out(11)], [[4, 11]]);
            for (const tier of TIERS) {
                const side = lanesOf(tier, degree, true), place = side.alloc(bases.length + 8), mark = side.mark();
                side.u8().set(bases, place);
                const put = keys.map((k) => { const at = side.alloc(32); side.u8().set(k, at); return at; });
                side.functions.batchApplyKey(place, 11, ...put, place);
                side.release(mark);
                expect(
                    call(
                        side,
                        degree,
                        "batchToJacobian",
                        [new Uint8Array(0), 0, side.u8().slice(place, place + bases.length)],
                        [[2, 11]],
                    ),
                ).to.equal(want);
            }
        });

        it("scalars 0, 1, 2, 15 .. 17, 31 .. 33, r - 1, (r - 1) / 2, and runs of bits", () => {
            const bases = points(G, 6), { r } = curve;
            const edges = [
                0n,
                1n,
                2n,
                15n,
                16n,
                17n,
                31n,
                32n,
                33n,
                r - 1n,
                r - 2n,
                (r - 1n) / 2n,
                (r + 1n) / 2n,
                2n ** 250n - 1n,
                2n ** 253n,
                ((2n ** 253n - 1n) / 31n) * 16n,
                ((2n ** 253n - 1n) / 31n) * 15n,
            ];
            for (const k of edges) {
                applied(bases, [Fr.e(k), Fr.negone], `scalars of ${k} and its opposite`);
                applied(bases, [Fr.e(k), Fr.one], `one scalar, ${k}`);
            }
            applied(bases, [Fr.one, Fr.zero], "one, then zeros");
        });

        it("equal, opposite and infinite points", () => {
            const P = G.toAffine(G.timesScalar(G.g, uniform(curve.r - 1n) + 1n)), Q = G.neg(P), n = 12;
            applied(repeat(n, () => P), [Fr.e(uniform(curve.r)), Fr.one], "one point, one scalar");
            applied(repeat(n, (i) => (i & 1 ? P : Q)), key(), "opposite points");
            applied(repeat(n, () => G.zeroAffine), key(), "infinities");
            applied(repeat(n, (i) => (i % 3 ? G.zeroAffine : P)), key(), "some infinities");
            same(
                "batchApplyKey",
                [repeat(n, (i) => (i & 1 ? G.zero : G.toJacobian(P))), n, ...key(), out(n)],
                [[4, n]],
                "some infinities, jacobian",
            );
        });

        /** Points of the whole curve: those of small order are outside the subgroup. */
        const hostile = () => {
            const list = anywhere(G, 8);
            const orders = SMALL_ORDERS[name]?.[degree - 1] ?? [];
            if (orders.length) {
                const whole = curve.r * GROUPED[name][`g${degree}`].cofactor;
                const small = orders.flatMap((order) =>
                    list.slice(0, 4).map((P) => G.toAffine(G.timesScalar(P, whole / order))),
                );
                expect(small.some((P) => !G.isZero(P)), "points of small order").to.equal(true);
                orders.forEach((order, i) => expect(G.isZero(G.timesScalar(small[4 * i], order))).to.equal(true));
                list.push(...small);
            }
            if (name === "bls12381" && degree === 1) list.push(join([G.F.zero, G.F.e(2n)])); // of order 3
            if (name === "bls12377" && degree === 1) list.push(join([G.F.negone, G.F.zero])); // of order 2
            if (GROUPED[name].g1.model === "edwards") // of orders 2 and 4
                list.push(join([G.F.zero, G.F.negone]), join([G.F.inv(G.F.sqrt(G.a)), G.F.zero]));
            return list;
        };

        it("points outside the subgroup, of small order and off the curve", () => {
            const list = hostile(), onCurve = list.length;
            for (const keys of [key(), [Fr.e(3n), Fr.e(2n)], [Fr.e(11n), Fr.one], [Fr.e(13n * 13n), Fr.negone]])
                applied(join(list), keys, "points of the whole curve", onCurve);
            // off an Edwards curve lanes and the base module, which work in different forms, give different points
            if (GROUPED[name].g1.model !== "edwards") applied(
                join([join([list[0].slice(0, G.F.n8), G.F.zero]), list[1]]),
                key(),
                "y = 0: its double is infinity",
            );
        });

        it("one point outside the subgroup among others of order r, with a part in it and without", () => {
            const tiers = TIERS.slice(0, 1), n = 9;
            const list = hostile();
            const others = thinnedInAll(list, 2);
            for (const P of others) for (const Q of [P, G.toAffine(G.add(P, G.g)), G.neg(P)]) {
                const bases = points(G, n);
                bases.set(Q, 2 * G.F.n8 * 4);
                const keys = [Fr.e(uniform(curve.r)), Fr.one];
                sameAs(baseOf, tiers, "batchApplyKeyMixed", [bases, n, ...keys, out(n)], [[4, n]], "one of them");
            }
        });

        it("as many points as have sparse digits: in the subgroup, anywhere, infinite, equal and opposite", () => {
            const n = SPARSE + 3, list = hostile(), good = points(G, n), affine = 2 * G.F.n8;
            const mixed = repeat(n, (i) => {
                const P = list[i % list.length];
                return i % 7 === 3 ? G.zeroAffine : i % 7 === 5 ? G.neg(P) : P;
            });
            const doubled = repeat(n, (i) => good.slice(affine * (i >> 1), affine * ((i >> 1) + 1)));
            const all = [key(), [Fr.e(5n), Fr.e(2n)], [Fr.e(uniform(curve.r)), Fr.one], [Fr.one, Fr.negone]];
            const [any, small, same, units] = all, few = { good: [any], mixed: [any, units], doubled: [same, small] };
            for (const [label, bases] of Object.entries({ good, mixed, doubled }))
                for (const keys of rowsInFull(all, name === "bn128" && degree === 1 ? few[label] : few[label].slice(1)))
                    sameAs(baseOf, TIERS, "batchApplyKeyMixed", [bases, n, ...keys, out(n)], [[4, n]], label);
        });

        const roots = GROUPED[name].fr.s > 10; // grumpkin has none but -1
        if (roots) it("fft and ifft", () => {
            for (const n of [2, 4, 16])
                for (const fnName of ["fft", "ifft"])
                    same(fnName, [jacobian(points(G, n)), n], [[0, n]], `${n} points`);
            const P = G.toJacobian(G.timesScalar(G.g, uniform(curve.r - 1n) + 1n)), Q = G.neg(P);
            for (const [label, draw] of [
                ["equal", () => P],
                ["opposite", (i) => (i & 1 ? P : Q)],
                ["infinite", () => G.zero],
                ["one point", (i) => (i ? G.zero : P)],
            ]) {
                for (const fnName of ["fft", "ifft"]) same(fnName, [repeat(8, draw), 8], [[0, 8]], label);
            }
            if (GROUPED[name][`g${degree}`].cofactor !== 1n)
                same("fft", [repeat(8, (i) => G.toJacobian(anywhere(G, 8)[i])), 8], [[0, 8]], "outside the subgroup");
        });

        it("fftJoin and fftFinal", () => {
            for (const n of [1, 3, 17]) {
                same(
                    "fftJoin",
                    [jacobian(points(G, n)), jacobian(points(G, n)), n, ...key()],
                    [
                        [0, n],
                        [1, n],
                    ],
                    `${n} points`,
                );
                for (const factor of [key()[0], Fr.one, Fr.negone, Fr.zero])
                    same("fftFinal", [jacobian(points(G, n)), n, factor], [[0, n]], `${n} points`);
            }
            const equal = jacobian(points(G, 4));
            same("fftJoin", [equal, equal, 4, Fr.one, Fr.negone], [[0, 4], [1, 4]], "x = q y and x = -q y");
        });

        // a block is one of points, not of curves
        if (rowsInFull(true, name === "bn128" && degree >= rowsOf(1, 2))) it("more points than a block, against the base module", () => {
            const n = degree === 1 ? BLOCK + 13 : LEAST[`g${degree}m`] + 5, lg = degree === 1 ? 2 * BLOCK : 64;
            const tiers = TIERS.slice(0, 1), bases = points(G, n);
            sameAs(baseOf, tiers, "batchApplyKeyMixed", [bases, n, ...key(), out(n)], [[4, n]], `${n} points`);
            sameAs(baseOf, tiers, "fftFinal", [jacobian(bases), n, key()[0]], [[0, n]], `${n} points`);
            sameAs(
                baseOf,
                tiers,
                "fftJoin",
                [jacobian(bases), jacobian(points(G, n)), n, ...key()],
                [
                    [0, n],
                    [1, n],
                ],
                `${n} points`,
            );
            if (name === "bn128")
                sameAs(baseOf, tiers, "ifft", [jacobian(points(G, lg)), lg], [[0, lg]], `${lg} points`);
        });

        it("scalars are split where every point has order r and this pays, and nowhere else", () => {
            const all = open[TIERS[0]], on = all.pointsOf(degree), n = 16, { arena } = all;
            const additions = (points, fn) => {
                let groups = 0;
                const counted = (name) => (...args) => { groups += args[1]; on.lane[name](...args); };
                const both = Object.fromEntries(["forward", "forwardDoublings"].map((k) => [k, counted(k)]));
                const lane = { ...on.lane, ...both };
                const mark = arena.mark(), at = arena.alloc(points.length);
                arena.u8().set(points, at);
                drain(fn({ ...on, lane }, at));
                arena.release(mark);
                return groups;
            };
            const good = jacobian(repeat(n, (i) => G.toAffine(G.timesScalar(G.g, BigInt(i + 5))))), bad = good.slice();
            const outside = GROUPED[name][`g${degree}`].cofactor === 1n ? undefined : G.toJacobian(anywhere(G, 1)[0]);
            bad.set(outside ?? join([G.F.one, G.F.one, G.F.one]), 3 * G.F.n8 * 5);
            const transformed = (points, ordered) =>
                additions(points, (lanes, at) => transform(lanes, false, at, n, ordered));
            const saved = on.bytes.whole ? 0.75 : { 1: 0.95, 2: 0.8 }[degree];
            if (roots) expect(transformed(good) / transformed(bad), "fft").to.be.below(saved);
            const factors = key(), put = (bytes) => {
                const at = arena.alloc(32);
                arena.u8().set(bytes, at);
                return at;
            };
            const keys = (points, ordered) => additions(points, (lanes, at) =>
                applyKey(lanes, false, at, n, ...factors.map(put), at, ordered));
            if (on.splits.length && !on.bytes.whole) { // who knows the order of the points does not pay for the look
                expect(keys(good, true) / keys(good), "key").to.be.below(0.85);
                if (roots) expect(transformed(good, true) / transformed(good), "fft").to.be.below(1);
            }
            if (on.bytes.whole) expect(keys(good) / keys(bad), "key").to.be.below(0.75);
            else if (degree === 2) expect(keys(good) / keys(bad), "key").to.be.below(0.85);
            else expect(keys(good) / keys(bad), "key").to.be.below(1.1);
        });

        it("is what the curve's own functions use", async () => {
            const n = 64, bases = points(G, n), keys = elements(Fr, 2), first = keys.slice(0, 32), inc = keys.slice(32);
            const got = await G.batchApplyKey(bases, first, inc);
            for (let i = 0, k = first; i < n; i++, k = Fr.mul(k, inc))
                expect(
                    Buffer.compare(
                        got.slice(2 * G.F.n8 * i, 2 * G.F.n8 * (i + 1)),
                        G.toAffine(G.timesFr(bases.slice(2 * G.F.n8 * i, 2 * G.F.n8 * (i + 1)), k)),
                    ),
                ).to.equal(0);
            if (roots) expect(Buffer.compare(await G.ifft(await G.fft(bases)), bases)).to.equal(0);
        });
    });

    it("signed digits of a number add up to it, in windows and sparse", () => {
        const { arena } = open[TIERS[0]], { buckets, shared: { window } } = open[TIERS[0]].pointsOf(1);
        const half = 2 ** (window - 1), mark = arena.mark();
        for (const [bytes, signed, bits] of [[32, 0, 256], [32, 0, 64], [16, 1, 127], [16, 1, 64]]) {
            const most = 2n ** BigInt(bits), random = Array.from({ length: 20 }, () => uniform(most));
            const edges = [0n, 1n, 7n, 8n, 9n, 15n, 16n, most - 1n, most / 2n, most / 2n - 1n, most / 3n];
            const values = [...edges, ...random].flatMap((x) => (signed ? [x, -x] : [x]));
            for (const sparse of [0, 1]) for (const list of [values, ...values.map((value) => [value])]) {
                const n = list.length, step = sparse ? 1 : window, rows = Math.floor(bits / step) + 1;
                const [numbers, digits, tops] = [bytes * n, rows * n, n].map((size) => arena.alloc(size));
                list.forEach((x, i) => writeLE(arena.u8(), numbers + i * bytes,
                    x < 0n ? -x + 2n ** BigInt(8 * bytes - 1) : x, bytes));
                arena.u8().fill(0, digits, digits + rows * n);
                const used = buckets.signedDigits(numbers, n, bytes, signed, rows, sparse, digits, tops);
                const of = (i) => Array.from({ length: rows }, (_, w) => arena.u8()[digits + w * n + i] << 24 >> 24);
                const all = list.map((_, i) => of(i));
                all.forEach((row, i) => {
                    const total = row.reduce((sum, d, w) => sum + (BigInt(d) << BigInt(w * step)), 0n);
                    expect(total).to.equal(list[i]);
                    const top = Math.max(...row.map(Math.abs));
                    expect(top).to.equal(arena.u8()[tops + i]).and.at.most(sparse ? half - 1 : half);
                    if (sparse) row.forEach((d, w) => {
                        if (d) expect([d & 1, ...row.slice(w + 1, w + window)], "sparse").to.deep.equal(
                            [1, ...row.slice(w + 1, w + window).fill(0)]);
                    });
                });
                expect(used >>> 4).to.equal(Math.max(0, ...all.map((row) => row.findLastIndex(Boolean) + 1)));
                expect(used & 15).to.equal(Math.max(...all.flat().map(Math.abs)));
                arena.release(mark);
            }
        }
    });

    it("refuses a transform whose size is not a power of two, as the base module does", () => {
        const { arena, base, memory, lanes } = open[TIERS[0]];
        const fft = openKernels(base, memory, Object.values(lanes)).find({ kernel: { op: "fft", group: "g1m" } });
        const run = (...args) => { const rest = fft.run(...args); if (rest) drain(rest); };
        for (const n of [0, 48, 2 ** 29 + 1]) expect(() => run(arena.mark(), n)).to.throw(WebAssembly.RuntimeError);
        const mark = arena.mark();
        expect(() => run(mark, 2 ** 30)).to.throw();
        expect(arena.mark()).to.equal(mark);
    });
});
