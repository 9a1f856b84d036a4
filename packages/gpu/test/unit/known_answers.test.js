/** The MSMs with which a GPU proves itself: that they are right, meet every case they promise, and never change. */
import { createHash } from "node:crypto";
import { expect } from "chai";
import { buildBn128 } from "../../../../src/index.js";
import { knownAnswer } from "../../src/known_answers.js";

const DIGESTS = {
    32: "5fc6018e43423931c456a68bff8a35f435ac9646e3c10433ba8b8cbe8591df5b",
    2: "717f70b7c81154a80ae4db0289a2024c3abe4f698321d4d815c5d0646822a1d7",
};

describe("gpu: MSMs whose result is known", () => {
    let curve;
    before(async () => { curve = await buildBn128({ singleThread: true }); });
    after(() => curve.terminate());
    const numbersOf = (bytes, size) => Array.from({ length: bytes.length / size }, (_, i) =>
        BigInt(`0x${Buffer.from(bytes.subarray(i * size, (i + 1) * size)).reverse().toString("hex")}`));

    for (const scalarBytes of [32, 2]) it(`are right and the same everywhere, with scalars of ${scalarBytes} bytes`, () => {
        const { G1, r } = curve, { points, scalars, expected } = knownAnswer(G1, r, 300, { seed: 3n, scalarBytes });
        const values = numbersOf(scalars, scalarBytes);
        const sum = values.reduce((all, value, i) =>
            G1.add(all, G1.timesScalar(points.slice(64 * i, 64 * i + 64), value)), G1.zero);
        expect(G1.eq(sum, expected)).to.equal(true);
        const digest = createHash("sha256").update(points).update(scalars).digest("hex");
        expect(digest).to.equal(DIGESTS[scalarBytes]);
    });

    it("meet infinity, equal and opposite points, and scalars at and above the order", () => {
        const { G1, r } = curve, { points, scalars } = knownAnswer(G1, r, 300);
        const all = Array.from({ length: 300 }, (_, i) => points.slice(64 * i, 64 * i + 64));
        const values = numbersOf(scalars, 32), textOf = (point) => Buffer.from(point).toString("hex");
        const texts = new Map(all.map((point) => [textOf(point), point]));
        expect(all.filter((point) => G1.isZero(point)).length).to.be.above(10);
        expect(texts.size, "equal points").to.be.below(150);
        const opposite = [...texts.values()].filter((point) => !G1.isZero(point) && texts.has(textOf(G1.neg(point))));
        expect(opposite.length).to.be.above(10);
        for (const value of [0n, 1n, 2n, r - 1n, r, r + 1n, 2n ** 256n - 1n, 1n << 255n, 0xffffn, 2n ** 256n - 2n])
            expect(values, String(value)).to.include(value);
        const counts = [...new Set(values)].map((value) => values.filter((one) => one === value).length);
        const most = Math.max(...counts);
        expect(most, "full buckets").to.be.above(60);
    });
});
