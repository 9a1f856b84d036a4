import { expect } from "chai";
import { MSM } from "../../scripts/wasm/exports.js";
import { rowsOf, thinned } from "../support/extent.js";
import { GROUPS, isOfTheQuickRun, loadGroup, show } from "../support/groups.js";
import { ORACLES } from "../support/twin_curves.js";
import { runs, seed, uniform } from "../support/random.js";

const SIZES = [1, 2, 3, 15, 16, 17];
const draw = (list) => list[Number(uniform(BigInt(list.length)))];
const allOnes = (bytes) => 2n ** BigInt(8 * bytes) - 1n;

for (const which of rowsOf(GROUPS, GROUPS.filter(isOfTheQuickRun))) describe(`msm kernels, ${which.title} (SEED=${seed})`, () => {
    let G, points;
    before(async () => {
        G = await loadGroup(which);
        const { E } = G, P = E.random(uniform), Q = E.random(uniform);
        points = [null, G.generator, P, E.neg(P), E.add(P, P), Q, E.add(P, Q), E.neg(Q)];
    });

    /** Scalars of `size` bytes in memory, foreign bytes on both sides. */
    function putScalars(scalars, size) {
        const at = G.put(new Uint8Array(16 + scalars.length * size).fill(0xff)) + 8;
        scalars.forEach((s, i) => G.mem.write(at + i * size, s, size));
        return at;
    }
    const putBases = (list, name) =>
        G.put(Buffer.concat(list.map((P) => (name.startsWith("msmAffine") ? G.affine(P) : G.jacobian(P)))));
    const msm = (name, list, scalars, size, ...range) => G.scope(() => {
        const bases = putBases(list, name), at = putScalars(scalars, size), out = G.mem.alloc(3 * G.n8);
        const inputs = () => Buffer.from(G.bytes(bases, out - bases)).toString("hex");
        const mark = G.mem.u32[0], before = inputs();
        G.f(name, bases, at, size, list.length, ...range, out);
        expect(G.mem.u32[0], "the allocator is where it was").to.equal(mark);
        expect(inputs() === before, "inputs are left alone").to.equal(true);
        return G.fromJacobian(G.bytes(out, 3 * G.n8));
    });
    const same = (got, want, message) => expect(show(got), message).to.equal(show(want));

    it("has every function of the export table", () => expect(G.group.functions).to.include.members(Object.keys(MSM)));

    for (const name of ["msmAffine", "msm"]) {
        it(`${name}: no points, no bytes, zeros: infinity`, () => {
            for (const [list, scalars, size] of [
                [[], [], 32],
                [points, points.map(() => 0n), 0],
                [points, points.map(() => 0n), 32],
                [[null, null], [5n, 6n], 8],
            ])
                same(msm(name, list, scalars, size), null);
        });

        it(`${name}: sizes 1 to 17, widths 1 to 64 bytes, any points`, () => {
            for (const n of rowsOf(SIZES, which.title === "bn128 g1m" ? SIZES : [2, 17]))
                for (const size of n < 4 ? [1, 3, 4, 8, 31, 32, 33, 64] : [2, 5, 32]) {
                    const list = Array.from({ length: n }, () => draw(points));
                    const scalars = list.map(() => draw([uniform, runs])(2n ** BigInt(8 * size)));
                    same(msm(name, list, scalars, size), G.E.msm(list, scalars), `${n} points, ${size} bytes`);
                }
        });

        it(`${name}: scalars 0, 1, r - 1, r, r + 1, 2^256 - 1 as plain integers`, () => {
            const edges = [0n, 1n, 2n, G.r - 1n, G.r, G.r + 1n, 2n * G.r, allOnes(32), 2n ** 255n, 2n ** 128n - 1n];
            for (const P of points.slice(0, 4)) for (const s of edges) same(msm(name, [P], [s], 32), G.E.mul(P, s));
            const list = edges.map(() => draw(points));
            same(msm(name, list, edges, 32), G.E.msm(list, edges));
        });
    }

    it("one point many times, opposite points, equal scalars: buckets meet equal and opposite points", () => {
        const [, , P, minusP] = points, s = uniform(G.r);
        const same16 = Array(16).fill(P), opposite = Array.from({ length: 16 }, (_, i) => (i % 2 ? P : minusP));
        same(msm("msmAffine", same16, Array(16).fill(s), 32), G.E.mul(P, 16n * s));
        same(msm("msmAffine", opposite, Array(16).fill(s), 32), null);
        same(msm("msmAffine", [...opposite, P], [...Array(16).fill(s), 1n], 32), P);
        const scalars = same16.map(() => uniform(G.r));
        same(msm("msmAffine", same16, scalars, 32), G.E.mul(P, scalars.reduce((a, b) => a + b)));
        // digits d and -d of one point: the running sum meets its own opposite
        same(msm("msmAffine", [P, P], [3n, allOnes(4) - 2n], 32), G.E.mul(P, allOnes(4) + 1n));
    });

    for (const n of rowsOf([1000, 4096], which.title === "bn128 g1m" ? [4096] : [1000]))
        it(`${n} points against their logarithms, uniform and as in a witness`, () =>
            G.scope(() => {
                // k_i = i + 1 times the generator, made affine in place
                const bases = G.mem.alloc(3 * G.n8 * n),
                    g = G.put(G.affine(G.generator)),
                    last = G.put(G.jacobian(null));
                for (let i = 0; i < n; i++) {
                    G.f("addMixed", last, g, last);
                    G.f("copy", last, bases + 3 * G.n8 * i);
                }
                G.f("batchToAffine", bases, n, bases);
                const out = G.mem.alloc(3 * G.n8);
                const witness = () =>
                    draw([() => 0n, () => 0n, () => 1n, () => 1n, () => uniform(2n ** 64n), () => uniform(G.r)])();
                for (const scalar of [() => uniform(G.r), witness]) {
                    const scalars = Array.from({ length: n }, scalar),
                        at = putScalars(scalars, 32);
                    G.f("msmAffine", bases, at, 32, n, out);
                    same(
                        G.fromJacobian(G.bytes(out, 3 * G.n8)),
                        G.E.mul(G.generator, scalars.reduce((sum, s, i) => sum + s * BigInt(i + 1), 0n) % G.r),
                    );
                }
            }));

    it("a chunk is the sum over its bits, bit startBit worth one", () => {
        const list = [points[2], points[5], null, points[6], points[2]], size = 5;
        const scalars = list.map(() => uniform(allOnes(size)));
        for (const [start, bits] of [
            [0, 40],
            [0, 8],
            [3, 7],
            [0, 16],
            [5, 1],
            [0, 0],
            [7, 0],
            [30, 10],
            [30, 16],
            [36, 16],
            [39, 1],
            [40, 8],
            [100, 8],
            [1, 0xffffffff],
            [8, 32],
        ]) {
            const cut = scalars.map((s) => (s >> BigInt(start)) & (2n ** BigInt(Math.min(bits, 64)) - 1n));
            for (const name of ["msmChunk", "msmAffineChunk"])
                same(msm(name, list, scalars, size, start, bits), G.E.msm(list, cut), `${name} ${start} ${bits}`);
        }
    });

    it("reads no byte past the scalars", () => {
        const list = [points[2], points[5], points[6]];
        for (const size of [1, 3, 4, 5, 32, 33]) G.scope(() => {
            const bases = putBases(list, "msmAffine"), out = G.mem.alloc(3 * G.n8);
            G.mem.alloc(1 << 16);
            const scalars = list.map(() => uniform(allOnes(size))),
                end = G.mem.u8.length,
                saved = G.bytes(end - 256, 256);
            scalars.forEach((s, i) => G.mem.write(end - (list.length - i) * size, s, size));
            G.f("msmAffine", bases, end - list.length * size, size, list.length, out);
            expect(G.mem.u8.length, "no growth that would hide a read").to.equal(end);
            same(G.fromJacobian(G.bytes(out, 3 * G.n8)), G.E.msm(list, scalars));
            G.put(saved, end - 256);
        });
    });

    it("the result may lie over bases or scalars", () => {
        const list = [points[2], points[5]], scalars = [uniform(G.r), uniform(G.r)], want = G.E.msm(list, scalars);
        for (const target of ["bases", "scalars"]) G.scope(() => {
            const bases = putBases(list, "msmAffine"), at = G.mem.alloc(3 * G.n8);
            scalars.forEach((s, i) => G.mem.write(at + 32 * i, s, 32));
            const out = { bases, scalars: at }[target];
            G.f("msmAffine", bases, at, 32, 2, out);
            same(G.fromJacobian(G.bytes(out, 3 * G.n8)), want);
        });
    });

    it("grows the memory for buckets, and traps without harm when it cannot", () => G.scope(() => {
        const list = [points[2], points[5]], scalars = [3n, 4n], want = G.E.msm(list, scalars);
        const bases = putBases(list, "msmAffine"), at = putScalars(scalars, 8), out = G.mem.alloc(3 * G.n8);
        const before = G.mem.u8.length;
        G.mem.u32[0] = before;
        G.f("msmAffine", bases, at, 8, 2, out);
        expect(G.mem.u8.length).to.be.above(before);
        same(G.fromJacobian(G.bytes(out, 3 * G.n8)), want);
        const mark = 32767 * 65536 - 32; // the memory of these tests ends there
        for (const name of ["msmAffine", "msm", "msmAffineChunk", "msmChunk"]) {
            G.mem.u32[0] = mark;
            expect(() => G.f(name, bases, at, 8, 2, ...(name.endsWith("Chunk") ? [0, 8] : []), out)).to.throw(
                WebAssembly.RuntimeError,
            );
            expect(G.mem.u32[0]).to.equal(mark);
        }
        G.mem.u32[0] = out + 3 * G.n8;
        G.f("msmAffine", bases, at, 8, 2, out);
        same(G.fromJacobian(G.bytes(out, 3 * G.n8)), want);
    }));

    if (ORACLES[which.curve]) it("gives the point that ffjavascript 0.3.1 gives", async () => {
        const curve = await ORACLES[which.curve](true),
            O = which.group === "g1m" ? curve.G1 : curve.G2;
        for (const [n, size] of thinned([[33, 32], [20, 40], [17, 4]], 2)) {
            const list = Array.from({ length: n }, () => draw(points)),
                scalars = list.map(() => uniform(allOnes(size)));
            const scalarBytes = Uint8Array.from(
                scalars.flatMap((s) => Array.from({ length: size }, (_, k) => Number((s >> BigInt(8 * k)) & 0xffn))),
            );
            const theirs = O.toAffine(
                await O.multiExpAffine(Uint8Array.from(Buffer.concat(list.map((P) => G.affine(P)))), scalarBytes),
            );
            same(msm("msmAffine", list, scalars, size), G.fromAffine(theirs), `${n} points`);
        }
    });
});
