/** Polynomials whose coefficients take turns, taken apart and put together, against the definition on BigInt. */
import { expect } from "chai";
import { joinParts, splitParts } from "../../src/batch/parts.js";
import { mod } from "../../src/bigint/modular.js";
import { buildBls12381, buildBn128 } from "../../src/index.js";
import { BigBuffer } from "../../src/util/bigbuffer.js";
import { rowsOf } from "../support/extent.js";
import { failureOf } from "../support/failure.js";
import { coder } from "../support/naive_field_ops.js";
import { seed, uniform } from "../support/random.js";

/** The sum of factor * sum X^j P_j(X^parts) over all terms. */
function joined(terms, n, p) {
    const out = new Array(n).fill(0n);
    for (const { lists, factor } of terms)
        lists.forEach((list, j) => list.forEach((value, i) => { out[i * lists.length + j] += factor * value; }));
    return out.map((value) => mod(value, p));
}

for (const [name, build] of [["bn128", buildBn128], ["bls12381", buildBls12381]])
    for (const threads of rowsOf([0, 2], name === "bn128" ? [2] : [])) describe(`parts of polynomials, ${name}, ${threads} threads, seed ${seed}`, function () {
        this.timeout(60_000);
        let curve, code, p;
        before(async () => {
            curve = await build(threads ? { threads } : { singleThread: true });
            ({ r: p } = curve);
            code = coder(curve.Fr);
        });
        after(() => curve.terminate());
        const random = (n) => Array.from({ length: n }, () => (uniform(4n) ? uniform(p) : p - 1n));

        it("are every so many coefficients", async () => {
            for (const [n, parts] of [[0, 3], [1, 1], [8, 8], [21, 3], [24, 8], [40_000, 8]]) {
                const list = random(n), bytes = code.bytes(list), kept = bytes.slice();
                const lists = await splitParts(curve, bytes, parts);
                expect(lists.map(code.values)).to.deep.equal(
                    Array.from({ length: parts }, (_, j) => list.filter((_, i) => i % parts === j)),
                );
                expect(Buffer.compare(bytes, kept), "it is read").to.equal(0);
                const pages = new BigBuffer(bytes.length);
                pages.set(bytes, 0);
                const paged = await splitParts(curve, pages, parts);
                for (const [j, page] of paged.entries())
                    expect(Buffer.compare(page.slice(0, page.byteLength), lists[j])).to.equal(0);
            }
            expect((await failureOf(splitParts(curve, code.bytes(random(7)), 3))).message).to.include("multiple of 3");
            expect(await failureOf(splitParts(curve, code.bytes(random(6)), 0))).to.be.instanceOf(RangeError);
        });

        it("are joined, with factors, to a sum", async () => {
            const shapes = [
                [1, [[1]]], [5, [[2, 1], [3]]], [9, [[0, 0, 3]]],
                [24, [[3, 3, 3, 3, 3, 3, 3, 2], [6, 5, 6, 2], [8, 1, 8]]],
                [100, [[2], [3, 0, 33]]], [36_000, [[32_000], [8000, 8000, 1, 9000], [3, 4000, 12_000]]],
            ];
            for (const [n, lengths] of shapes) {
                const terms = lengths.map((counts) => ({ lists: counts.map(random), factor: uniform(p) }));
                const given = terms.map(({ lists, factor }) =>
                    ({ lists: lists.map(code.bytes), factor: code.bytes([factor]) }));
                const want = joined(terms, n, p);
                expect(Buffer.compare(await joinParts(curve, given, n), code.bytes(want)), `${n}`).to.equal(0);
                // a factor with the bytes of a plain number makes plain numbers
                const { Fr } = curve;
                const plain = given.map(({ lists, factor }) => ({ lists, factor: Fr.fromMontgomery(factor) }));
                const bytes = await Fr.batchFromMontgomery(code.bytes(want));
                expect(Buffer.compare(await joinParts(curve, plain, n), bytes), `${n}, plain`).to.equal(0);
            }
        });

        it("go where the caller says", async () => {
            const parts = 3, n = 40_002, bytes = code.bytes(random(n)), size = bytes.length / parts;
            const lists = await splitParts(curve, bytes, parts), factor = code.bytes([1n]);
            const take = (length) => (threads ? curve.tm.shared.take(length) : new Uint8Array(length));
            const into = lists.map(() => take(size)), whole = take(bytes.length);
            expect(await splitParts(curve, bytes, parts, { into })).to.deep.equal(into);
            into.forEach((list, j) => expect(Buffer.compare(list, lists[j])).to.equal(0));
            expect(await joinParts(curve, [{ lists: into, factor }], n, { into: whole })).to.equal(whole);
            expect(Buffer.compare(whole, bytes)).to.equal(0);
            const short = new Uint8Array(32), wrong = { into: [short, short, short] };
            expect(await failureOf(splitParts(curve, bytes, parts, wrong))).to.be.instanceOf(RangeError);
            const term = { lists: [bytes], factor };
            expect(await failureOf(joinParts(curve, [term], n, { into: short }))).to.be.instanceOf(RangeError);
        });

        it("are refused when a term is longer than the sum, or a factor is no element", async () => {
            const [short, factor] = [code.bytes(random(3)), code.bytes([5n])];
            expect((await failureOf(joinParts(curve, [{ lists: [short, short], factor }], 5))).message).to.include(
                "expected a term of 5 coefficients, got 6",
            );
            const wrongFactor = [{ lists: [short], factor: short }];
            expect(await failureOf(joinParts(curve, wrongFactor, 5))).to.be.instanceOf(TypeError);
            expect(await failureOf(joinParts(curve, [{ lists: [short], factor }], 0))).to.be.instanceOf(RangeError);
            const signal = AbortSignal.abort(new Error("enough")), terms = [{ lists: [short], factor }];
            for (const work of [joinParts(curve, terms, 5, { signal }), splitParts(curve, short, 3, { signal })])
                expect((await failureOf(work)).message).to.equal("enough");
        });
    });
