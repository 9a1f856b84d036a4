/** What one task calculates from lists, against slow twins on BigInt: on edges, in shared memory and without. */
import { expect } from "chai";
import { runFused } from "../../src/batch/fused_program.js";
import { buildBls12381, buildBn128 } from "../../src/index.js";
import { rowsOf } from "../support/extent.js";
import { failureOf } from "../support/failure.js";
import { coder, naive } from "../support/naive_field_ops.js";
import { seed, uniform } from "../support/random.js";

/** Lengths: the first transforms, those before and after lanes begin, and one that has no root of unity. */
const DOMAINS = [1, 2, 8, 64, 128, 256], OTHERS = [3, 100];

for (const [name, build] of [["bn128", buildBn128], ["bls12381", buildBls12381]])
    for (const threads of rowsOf([0, 2], [name === "bn128" ? 2 : 0])) describe(`in one task, ${name}, ${threads} threads, seed ${seed}`, function () {
        this.timeout(120_000);
        let curve, code, twin, p, el;
        before(async () => {
            curve = await build(threads ? { threads } : { singleThread: true });
            ({ r: p } = curve);
            [code, twin] = [coder(curve.Fr), naive(p)];
            el = (value) => code.bytes([value]);
        });
        after(() => curve.terminate());

        const edges = (n) => Array.from({ length: n }, () => [0n, 1n, p - 1n, uniform(p)][Number(uniform(4n))]);
        /** A list in memory that workers share, where there is any, and one that is not. */
        const places = (n) => [new Uint8Array(32 * n), ...(curve.tm.shared ? [curve.tm.shared.take(32 * n)] : [])];
        /** The list that comes of a task, which is the same wherever it goes. */
        async function listOf(n, write) {
            const outs = [];
            for (const into of places(n)) {
                const rest = await runFused(curve, n, (ops) => [[write(ops), into]]);
                expect(rest).to.deep.equal([]);
                outs.push(into.slice());
            }
            for (const out of outs) expect(Buffer.compare(out, outs[0])).to.equal(0);
            return outs[0];
        }
        const same = async (n, write, wanted, what) =>
            expect(Buffer.compare(await listOf(n, write), code.bytes(wanted)), `${n}: ${what}`).to.equal(0);
        const rootOf = (n) => (n > 1 ? code.values(curve.Fr.w[Math.log2(n)])[0] : 1n);

        it("transforms are sums over powers, and go back", async () => {
            for (const n of DOMAINS) {
                const list = edges(n), x = code.bytes(list), there = twin.toCoset(list, 1n, rootOf(n));
                await same(n, ({ fft, input }) => fft(input(x)), there, "fft");
                await same(n, ({ ifft, input }) => ifft(input(code.bytes(there))), list, "ifft");
            }
        });

        it("the values of a polynomial on a coset, also of one that is longer than the domain", async () => {
            for (const n of DOMAINS) for (const more of [0, 1, Math.min(n, 3), n]) {
                const list = edges(n + more), shift = 1n + uniform(p - 1n), c = twin.powers(1n, shift, n + 1)[n];
                const on = ({ fft, input, geometricScale }) =>
                    fft(geometricScale(input(code.bytes(list), el(c)), el(1n), el(shift)));
                const point = (i) => shift * twin.powers(1n, rootOf(n), i + 1)[i] % p;
                await same(n, on, Array.from({ length: n }, (_, i) => twin.evaluate(list, point(i))[0]), `${more} more`);
            }
        });

        it("powers, what comes next, inverses and plain numbers", async () => {
            for (const n of [...DOMAINS, ...OTHERS]) {
                const list = edges(n), x = code.bytes(list), [f, g] = [uniform(p), uniform(p)];
                await same(n, ({ powers }) => powers(el(f), el(g)), twin.powers(f, g, n), "powers");
                await same(n, ({ input, next }) => next(input(x)), [...list.slice(1), list[0]], "next");
                await same(n, ({ input, inverse }) => inverse(input(x)), twin.batchInverse(list), "inverse");
                const back = ({ input, plain, geometricScale }) =>
                    geometricScale(plain(input(x)), curve.Fr.toMontgomery(curve.Fr.one), el(1n));
                await same(n, back, list, "plain, and back");
            }
        });

        it("prefix products with their total, and values at a point", async () => {
            for (const n of [...DOMAINS, ...OTHERS]) {
                const list = edges(n).map((value) => value || 2n), x = code.bytes(list), point = uniform(p);
                const { values, total } = twin.prefixProducts(list), into = new Uint8Array(32 * n);
                const [end, value] = await runFused(curve, n, ({ evaluate, input, prefixProducts }) => {
                    const products = prefixProducts(input(x));
                    return [[products.values, into], products.total, evaluate(input(x), el(point))];
                });
                expect(Buffer.compare(into, code.bytes(values))).to.equal(0);
                expect(code.values(end)).to.deep.equal([total]);
                expect(code.values(value)).to.deep.equal(twin.evaluate(list, point));
            }
        });

        it("formulas, with zeros for what is missing; what is given is read", async () => {
            for (const n of [...DOMAINS, ...OTHERS]) {
                const [a, b] = [edges(n), edges(Math.floor(n / 2))], k = uniform(p), [x, y] = [a, b].map(code.bytes);
                const kept = [x.slice(), y.slice()];
                await same(n, ({ add, combine, input, mul, sub }) => {
                    const [f, g] = [input(x), input(y)];
                    return combine([[mul(f, f), el(k)], [sub(f, g), el(1n)], [add(g, f), el(p - 1n)]], el(k));
                }, a.map((f, i) => (((k * f * f - 2n * (b[i] ?? 0n) + k) % p) + p) % p), "formula");
                expect([x, y].map((bytes, i) => Buffer.compare(bytes, kept[i]))).to.deep.equal([0, 0]);
            }
        });

        it("several lists come of one task", async () => {
            const n = 64, list = edges(n), outs = [0, 1, 2].map(() => new Uint8Array(32 * n));
            await runFused(curve, n, ({ input, mul, next }) => {
                const x = input(code.bytes(list)), y = next(x);
                return [[x, outs[0]], [y, outs[1]], [mul(x, y), outs[2]]];
            });
            const moved = [...list.slice(1), list[0]];
            expect(outs.map(code.values)).to.deep.equal([list, moved, list.map((value, i) => value * moved[i] % p)]);
        });

        it("refuses what it cannot calculate", async () => {
            const x = code.bytes(edges(8)), into = new Uint8Array(256);
            const refused = (write, n = 8) => failureOf(runFused(curve, n, write));
            expect(await refused(({ input }) => [[input(x), new Uint8Array(255)]])).to.be.instanceOf(RangeError)
                .with.property("message", "runFused: expected into to have 256 bytes, got 255");
            expect(await refused(({ input }) => [[input(code.bytes(edges(17))), into]])).to.be.instanceOf(RangeError)
                .with.property("message", "runFused: expected at most 16 elements in a list, got 17");
            expect(await refused(({ fft, input, mul }) => {
                const value = input(x);
                return [[mul(fft(value), value), into]];
            })).to.be.instanceOf(TypeError)
                .with.property("message", "runFused: expected fft of a value that is not used later, got another");
            const short = new Uint8Array(31);
            expect(await refused(({ input, geometricScale }) => [[geometricScale(input(x), short, el(1n)), into]]))
                .to.be.instanceOf(TypeError);
            expect(await refused(() => [[x, into]])).to.be.instanceOf(TypeError);
            expect(await refused(({ input }) => [[input(x), into]], 0)).to.be.instanceOf(RangeError);
        });

        it("is not begun when it has been aborted", async () => {
            const signal = AbortSignal.abort(new Error("enough"));
            const into = new Uint8Array(256);
            const run = runFused(curve, 8, ({ powers }) => [[powers(el(1n), el(2n)), into]], { signal });
            expect((await failureOf(run)).message).to.equal("enough");
            expect(into.every((byte) => byte === 0)).to.equal(true);
        });

        it("a task of many transforms needs the memory of one", async () => {
            const n = 2 ** 12, x = code.bytes(edges(n)), into = new Uint8Array(x.length);
            const task = (count) => runFused(curve, n, ({ fft, input, ifft }) => {
                let value = input(x);
                for (let i = 0; i < count; i++) value = ifft(fft(value));
                return [[value, into]];
            });
            if (threads) return; // the memory of a worker cannot be seen from here
            const { Memory } = WebAssembly, { grow } = Memory.prototype;
            await task(1);
            let pages = 0;
            Memory.prototype.grow = function (more) {
                pages += more;
                return grow.call(this, more);
            };
            try {
                await task(200);
            } finally {
                Memory.prototype.grow = grow;
            }
            expect(pages, "pages that the memory grew by").to.equal(0);
            expect(Buffer.compare(into, x)).to.equal(0);
        });
    });
