import { expect } from "chai";
import * as oracle from "ffjavascript-oracle";
import * as engine from "../../src/index.js";
import { CURVE_NAMES, pack, sides } from "../support/oracle.js";
import { seed, uniform } from "../support/random.js";

for (const curve of CURVE_NAMES)
    for (const group of ["g1m", "g2m"])
        describe(`${group} transforms of ${curve} against ffjavascript, seed ${seed}`, () => {
            let both, n8r, coordinate, multiples;
            before(async () => {
                both = await sides(curve);
                ({ n8r } = both);
                coordinate = both.n8q * (group === "g1m" ? 1 : 2);
                const { exports, mem } = both.list[1];
                const generator = both.list[0].mem.u8
                    .slice(both.layout[group === "g1m" ? "pG1gen" : "pG2gen"])
                    .slice(0, 3 * coordinate);
                // jacobian points with Z other than 1, and the point at infinity
                const g = mem.alloc(3 * coordinate),
                    s = mem.alloc(64),
                    z = mem.alloc(3 * coordinate);
                mem.u8.set(generator, g);
                multiples = Array.from({ length: 9 }, (_, i) => {
                    mem.write(s, i === 3 ? 0n : uniform(both.r), 32);
                    exports[`${group}_timesScalar`](g, s, 32, z);
                    return mem.u8.slice(z, z + 3 * coordinate);
                });
            });

            const points = (n) => {
                const bytes = new Uint8Array(3 * coordinate * n);
                for (let i = 0; i < n; i++) bytes.set(multiples[(i * 5 + 1) % 9], 3 * coordinate * i);
                return bytes;
            };
            const fr = () => pack([uniform(both.r)], n8r);

            /** Both sides, points compared in affine form. */
            const same = (fnName, args, read) => {
                const [ours, theirs] = both.list.map(({ exports, mem }) => {
                    const mark = mem.u32[0],
                        places = args.map((arg) => (typeof arg === "number" ? arg : mem.alloc(arg.length + 8)));
                    args.forEach((arg, i) => {
                        if (typeof arg !== "number") mem.u8.set(arg, places[i]);
                    });
                    exports[`${group}_${fnName}`](...places);
                    const bytes = read.map((i) => {
                        const n = args[i].length / (3 * coordinate),
                            affine = mem.alloc(2 * coordinate * n + 8);
                        exports[`${group}_batchToAffine`](places[i], n, affine);
                        return Buffer.from(mem.u8.slice(affine, affine + 2 * coordinate * n)).toString("hex");
                    });
                    mem.u32[0] = mark;
                    return bytes.join();
                });
                expect(ours, fnName).to.equal(theirs);
            };

            it("fft, ifft, rawfft", () => {
                for (const n of [1, 2, 8]) for (const fnName of ["fft", "ifft"]) same(fnName, [points(n), n], [0]);
                same("rawfft", [points(4), 2, 1, fr()], [0]);
            });

            it("fftMix, joins, fftFinal", () => {
                for (const bits of [1, 2, 3]) same("fftMix", [points(8), 8, bits], [0]);
                same("fftJoin", [points(3), points(3), 3, fr(), fr()], [0, 1]);
                for (const fnName of ["fftJoinExt", "fftJoinExtInv", "prepareLagrangeEvaluation"])
                    same(fnName, [points(3), points(3), 3, fr(), fr(), 9], [0, 1]);
                same("fftFinal", [points(5), 5, fr()], [0]);
            });

            it("batchApplyKey, batchApplyKeyMixed", () => {
                same("batchApplyKey", [points(5), 5, fr(), fr(), points(5)], [4]);
                const { exports, mem } = both.list[1],
                    from = mem.alloc(3 * coordinate * 5),
                    to = mem.alloc(2 * coordinate * 5);
                mem.u8.set(points(5), from);
                exports[`${group}_batchToAffine`](from, 5, to);
                same("batchApplyKeyMixed", [mem.u8.slice(to, to + 2 * coordinate * 5), 5, fr(), fr(), points(5)], [4]);
            });
        });

describe("G1.fftMix", () => {
    let ours, theirs;
    before(async () => {
        globalThis.curve_bn128 = null;
        ours = await engine.buildBn128(true);
        globalThis.curve_bn128 = null;
        theirs = await oracle.buildBn128(true);
        globalThis.curve_bn128 = null;
    });

    for (const n of [1, 3, 4, 5, 6, 7, 9, 12]) it(`of ${n} points, a power of two or not`, async () => {
        const { G1 } = ours, size = 3 * G1.F.n8, points = new Uint8Array(size * n);
        for (let i = 0; i < n; i++) points.set(G1.toJacobian(G1.timesScalar(G1.g, 3 * i + 1)), size * i);
        const [got, want] = await Promise.all([ours, theirs].map((curve) => curve.G1.fftMix(points.slice())));
        expect(got.length).to.equal(want.length);
        for (let at = 0; at < got.length; at += size)
            expect(G1.eq(got.slice(at, at + size), want.slice(at, at + size)), `point ${at / size}`).to.equal(true);
    });
});
