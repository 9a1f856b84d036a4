import { expect } from "chai";
import { BigBuffer } from "../../src/index.js";
import { ALL_ROWS, rowsInFull, rowsOf } from "../support/extent.js";
import { hex } from "../support/hex.js";
import * as naive from "../support/naive.js";
import { elements, points } from "../support/points.js";
import { seed } from "../support/random.js";
import { ALL, builderOf, GROUPED, groupNames } from "../support/twin_curves.js";

const bitReverse = (i, bits) =>
    Array.from({ length: bits }, (_, k) => ((i >> k) & 1) << (bits - 1 - k)).reduce((a, b) => a | b, 0);

/** Those that have transforms of all these sizes. */
const WITH_ROOTS = Object.values({ ...GROUPED, goldilocks: ALL.goldilocks }).filter(({ fr }) => fr.s >= 28);

for (const { name, fr, g1 } of WITH_ROOTS)
    for (const threads of name === "bn128" ? rowsInFull([0, 2, 3, 5], [0, 3]) : rowsInFull([0, 2], [2])) {
        // points of G2 are cut as those of G1 are: with more workers the quick run has G1 alone
        const groups = groupNames(name).filter((group) => ALL_ROWS || threads < 3 || group === "G1");
        describe(`fft on ${name}, ${threads || "no"} workers (SEED=${seed})`, () => {
            let curve, split, join;
            before(async () => {
                curve = await builderOf(name)(threads ? { threads } : true);
                split = (buff, size) => curve.buffer2array(buff, size);
                join = (list, size) => curve.array2buffer(list, size);
            });
            after(() => curve.terminate());

            for (const bits of [0, 1, 2, 3, 5, 7])
                it(`Fr, 2^${bits}: equals Horner, both ways`, async () => {
                    const { Fr } = curve,
                        input = elements(Fr, 2 ** bits),
                        list = split(input, fr.n8);
                    expect(hex(await Fr.fft(input))).to.equal(
                        hex(join(naive.fft(Fr, list, naive.ofField(Fr)), fr.n8)),
                    );
                    expect(hex(await Fr.ifft(input))).to.equal(
                        hex(join(naive.fft(Fr, list, naive.ofField(Fr), true), fr.n8)),
                    );
                    expect(await Fr.fft(list)).to.deep.equal(split(await Fr.fft(input), fr.n8));
                });

            const long = threads > 3 ? 17 : 15; // in two rounds where there are so many workers
            it(`Fr, 2^${long}: round trip, and the product of polynomials at a point`, async () => {
                const { Fr } = curve,
                    n = 2 ** long,
                    input = elements(Fr, n),
                    before = hex(input);
                const there = await Fr.fft(input);
                expect(hex(await Fr.ifft(there))).to.equal(before);
                expect(hex(input)).to.equal(before);
                // Two values from the definition fix order and root.
                for (const k of [1, n - 3]) {
                    let value = Fr.zero;
                    const wk = Fr.exp(Fr.w[long], k);
                    for (let i = n - 1; i >= 0; i--)
                        value = Fr.add(Fr.mul(value, wk), input.subarray(i * fr.n8, (i + 1) * fr.n8));
                    expect(hex(there.slice(k * fr.n8, (k + 1) * fr.n8))).to.equal(hex(value));
                }
            });

            for (const group of groups) {
                for (const bits of rowsOf([1, 4, 6], name === "bn128" && threads === 0 ? [1, 4, 6] : [1, 3, 5]))
                    it(`${group}, 2^${bits}: equals the definition in all forms`, async () => {
                        const G = curve[group],
                            { Fr } = curve,
                            n8 = G.F.n8,
                            affine = points(G, 2 ** bits),
                            jacobian = await G.batchToJacobian(affine);
                        const oracle =
                            bits > 4
                                ? undefined
                                : (inverse) =>
                                      hex(
                                          join(naive.fft(Fr, split(affine, 2 * n8), naive.ofGroup(G), inverse), 2 * n8),
                                      );
                        const there = await G.fft(affine),
                            back = await G.ifft(affine);
                        if (oracle) {
                            expect(hex(there)).to.equal(oracle(false));
                            expect(hex(back)).to.equal(oracle(true));
                        }
                        expect(hex(await G.ifft(there))).to.equal(hex(affine));
                        expect(hex(await G.fft(jacobian, "jacobian", "affine"))).to.equal(hex(there));
                        expect(hex(await G.batchToAffine(await G.fft(affine, "affine", "jacobian")))).to.equal(
                            hex(there),
                        );
                        expect(hex(await G.lagrangeEvaluations(affine))).to.equal(hex(back));
                        const reversed = join(
                            split(jacobian, 3 * n8).map((_, i, list) => list[bitReverse(i, bits)]),
                            3 * n8,
                        );
                        expect(hex(await G.batchToAffine(await G.fftMix(reversed)))).to.equal(hex(there));
                    });
            }

            if (g1) it("G1: fftMix, fftJoin and fftFinal make an inverse transform, as a ceremony does", async () => {
                const { G1, Fr } = curve,
                    n8 = G1.F.n8,
                    bits = 5,
                    n = 2 ** bits,
                    affine = points(G1, n);
                const list = split(await G1.batchToJacobian(affine), 3 * n8);
                const reversed = list.map((_, i) => list[bitReverse(i, bits)]);
                const [low, high] = await Promise.all(
                    [0, 1].map((i) => G1.fftMix(join(reversed.slice((i * n) / 2, ((i + 1) * n) / 2), 3 * n8))),
                );
                const [a, b] = await G1.fftJoin(low, high, Fr.one, Fr.w[bits]);
                const ends = await Promise.all([a, b].map((part) => G1.fftFinal(part, Fr.inv(Fr.e(n)))));
                // Reversed, index i stands at n - 1 - i; the inverse wants it at (n - i) mod n.
                const all = [...split(ends[1], 2 * n8), ...split(ends[0], 2 * n8)];
                const rotated = [all.at(-1), ...all.slice(0, -1)];
                expect(hex(join(rotated, 2 * n8))).to.equal(hex(await G1.ifft(affine)));
            });

            it("twice the largest domain: the two cosets", async () => {
                const { Fr } = curve,
                    s = Fr.s;
                const input = elements(Fr, 64),
                    list = split(input, fr.n8),
                    half = 32;
                try {
                    Fr.s = 5;
                    const out = split(await Fr.fft(input), fr.n8);
                    const at = (x) => list.reduceRight((acc, c) => Fr.add(Fr.mul(acc, x), c), Fr.zero);
                    for (const i of [0, 1, 17, 31]) {
                        expect(hex(out[i])).to.equal(hex(at(Fr.exp(Fr.w[5], i))));
                        expect(hex(out[half + i])).to.equal(hex(at(Fr.mul(Fr.shift, Fr.exp(Fr.w[5], i)))));
                    }
                    expect(hex(await Fr.ifft(join(out, fr.n8)))).to.equal(hex(input));
                    expect(await Fr.fft(elements(Fr, 128)).catch((e) => e.message)).to.include(
                        "expected at most 2^6 elements",
                    );
                    expect(await Fr.lagrangeEvaluations(elements(Fr, 128)).catch((e) => e.message)).to.include(
                        "lagrangeEvaluations input too big",
                    );
                } finally {
                    Fr.s = s;
                }
            });

            it("a Node Buffer is not touched, a BigBuffer gives bytes, and consume empties the input", async () => {
                const { Fr } = curve,
                    input = elements(Fr, 4096),
                    wanted = hex(await Fr.fft(input));
                const buffer = Buffer.from(input),
                    kept = hex(buffer);
                expect(hex(await Fr.fft(buffer))).to.equal(wanted);
                expect(hex(buffer)).to.equal(kept);
                const big = new BigBuffer(input.length);
                big.set(input, 0);
                const out = await Fr.fft(big);
                expect(out).to.be.instanceOf(Uint8Array);
                expect(hex(out)).to.equal(wanted);
                const given = input.slice();
                expect(hex(await Fr.fft(given, "", "", undefined, undefined, true))).to.equal(wanted);
                expect(given.byteLength).to.equal(0);
                expect(input.byteLength).to.equal(4096 * fr.n8);
            });
        });
    }
