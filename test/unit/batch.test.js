/** How work is cut and copied, and what transforms do at the edge of their domain: what mutants of batch/ showed. */
import { expect } from "chai";
import { checkDomain, shiftFor } from "../../src/batch/coset.js";
import { gather, interleave } from "../../src/batch/gather.js";
import { pairingProduct } from "../../src/batch/pairing.js";
import { cosetQuotients } from "../../src/batch/quotient.js";
import { cut, evenBounds, inFlight, TURN_MS } from "../../src/batch/submit.js";
import { warmTransforms } from "../../src/batch/warm.js";
import { buildBn128 } from "../../src/index.js";
import { BigBuffer } from "../../src/util/bigbuffer.js";
import { PIECE_BYTES } from "../../src/util/chunk_sizes.js";
import { takeShared } from "../../src/util/shared.js";
import { itInAll } from "../support/extent.js";
import { hex } from "../support/hex.js";
import { points } from "../support/points.js";
import { seed } from "../support/random.js";

const sizes = (pieces) => pieces.map(([from, to]) => to - from);

describe(`batch, SEED=${seed}`, () => {
    describe("pieces", () => {
        it("cover everything, each once, and differ by one element at most", () => {
            for (const [n, count] of [[1, 1], [7, 3], [8, 3], [100, 7], [5, 5], [1000, 999]]) {
                const bounds = evenBounds(n, count), lengths = bounds.slice(1).map((to, i) => to - bounds[i]);
                expect([bounds[0], bounds.at(-1), bounds.length]).to.deep.equal([0, n, count + 1]);
                expect(Math.max(...lengths) - Math.min(...lengths), `${n} in ${count}`).to.be.at.most(1);
            }
        });

        it("little work is one piece, other work as many as there are workers", () => {
            expect(cut({ concurrency: 4 }, 1000, 64, 2)).to.deep.equal([[0, 1000]]); // 2 ms
            expect(cut({ concurrency: 4 }, 1000, 64, 2.1)).to.have.length(4);
            expect(sizes(cut({ concurrency: 4 }, 1003, 64, 100))).to.have.members([250, 251, 251, 251]);
            expect(cut({ concurrency: 100 }, 1000, 64, 3), "0.5 ms each at least").to.have.length(6);
            expect(cut({ concurrency: 4 }, 3, 64, 10_000), "an element each at least").to.have.length(3);
        });

        it("no piece has more bytes than a worker should hold, with one worker too", () => {
            for (const concurrency of [1, 2, 4]) {
                const size = PIECE_BYTES / 64, pieces = cut({ concurrency }, 64 * 3 * concurrency, size, 1000);
                expect(Math.max(...sizes(pieces)) * size).to.be.at.most(PIECE_BYTES);
                expect(pieces).to.have.length(3 * concurrency);
                expect(cut({ concurrency }, 64 * 3 * concurrency + 1, size, 1000), "one element more")
                    .to.have.length(4 * concurrency);
            }
        });

        it("where they run here, each takes a turn's time at most, but lanes get full blocks", () => {
            for (const here of [{ singleThread: true }, { inProcess: true }]) {
                const tm = { concurrency: 1, ...here };
                expect(cut(tm, 1000, 64, TURN_MS)).to.have.length(1);
                expect(cut(tm, 1000, 64, 10 * TURN_MS)).to.have.length(10);
                expect(cut(tm, 1000, 64, 10.001 * TURN_MS), "no longer, not even a little").to.have.length(11);
                expect(cut(tm, 1000, 64, 10 * TURN_MS, { full: 500 })).to.have.length(2);
                expect(cut(tm, 1001, 64, 10 * TURN_MS, { full: 500 }), "and the rest").to.have.length(3);
            }
            expect(cut({ concurrency: 1 }, 1000, 64, 10 * TURN_MS), "a worker takes no turns").to.have.length(1);
        });
    });

    describe("jobs in flight", () => {
        const later = () => new Promise((resolve) => { setImmediate(resolve); });
        const gate = () => {
            const made = {};
            made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
            return made;
        };

        it("are two more than there are workers at most, and one on this thread", async () => {
            for (const [tm, wanted] of [[{ concurrency: 3 }, 5], [{ concurrency: 3, singleThread: true }, 1],
                [{ concurrency: 3, inProcess: true }, 1], [{ concurrency: 20 }, 9]]) {
                let running = 0, most = 0;
                const results = await inFlight(tm, 9, async (i) => {
                    most = Math.max(most, ++running);
                    do await later(); while (most < wanted); // a pace may be due between two
                    running--;
                    return i;
                });
                expect([most, results]).to.deep.equal([wanted, [0, 1, 2, 3, 4, 5, 6, 7, 8]]);
            }
        });

        it("fail with the first failure, and when all that were started have settled", async () => {
            const started = [], settled = [], order = [2, 0, 1], gates = order.map(() => gate());
            const done = inFlight({ concurrency: 1 }, 9, async (i) => {
                started.push(i);
                await gates[i].promise.finally(() => settled.push(i));
            }).catch((error) => error);
            while (started.length < order.length) await later(); // a pace may be due between two
            for (const i of order) {
                gates[i].reject(new Error(`number ${i}`));
                await later();
            }
            expect((await done).message).to.equal("number 2");
            expect([started, settled]).to.deep.equal([[0, 1, 2], order]);
        });

        it("start once each, also those that waited for a turn of the event loop meanwhile", async () => {
            for (const fails of [false, true]) {
                const started = [];
                const done = inFlight({ concurrency: 2 }, 2, async (i) => {
                    started.push(i);
                    for (const end = performance.now() + 20; performance.now() < end;); // a pace is due now
                    if (fails) throw new Error("enough");
                });
                await done.catch(() => {});
                expect(started).to.deep.equal(fails ? [0] : [0, 1]);
            }
        });
    });

    it("gathered and put back, elements are where they were, and no more of them", async () => {
        for (const [size, n, stride] of [[4, 8, 2], [32, 64, 8], [96, 16, 16], [8, 6, 3], [32, 4, 1]]) {
            const whole = Uint8Array.from({ length: n * size }, (_, i) => i * 31 + (i >> 8));
            const back = new Uint8Array(n * size);
            const parts = await gather(whole, size, n, stride);
            expect(parts.map((part) => part.length)).to.deep.equal(new Array(stride).fill((n / stride) * size));
            for (const [j, part] of parts.entries()) {
                expect(hex(part.subarray(0, size))).to.equal(hex(whole.subarray(j * size, (j + 1) * size)));
                await interleave(part, size, stride, j, back);
            }
            expect(hex(back)).to.equal(hex(whole));
            const unaligned = new Uint8Array(n * size + 1).subarray(1);
            unaligned.set(whole);
            expect((await gather(unaligned, size, n, stride)).map(hex)).to.deep.equal(parts.map(hex));
        }
    });

    describe("a product of pairings", () => {
        /** Groups of small numbers: the pairing of p and q is 2^(p q) modulo 251. */
        const power = (e) => Array.from({ length: e }).reduce((f) => (2 * f) % 251, 1);
        const one = (n) => Uint8Array.of(n), plain = { toJacobian: one, isZero: ([p]) => p === 0 };
        let here, queued, pairingEq;
        beforeEach(() => {
            [here, queued] = [[], []];
            const run = ([p, q]) => [one(power(p.buff[0] * q.buff[0]))];
            pairingEq = pairingProduct({
                name: "toy", prePSize: 1, preQSize: 1, G1: plain, G2: plain, finalExponentiation: (f) => f,
                Gt: { n8: 1, one: one(1), eq: ([a], [b]) => a === b, mul: ([a], [b]) => one((a * b) % 251) },
                tm: {
                    concurrency: 2,
                    runHere: async (task) => { here.push(task); return run(task); },
                    queueAction: async (task, _, { group }) => { queued.push(group); return run(task); },
                },
            });
        });

        it("is compared with one, or with the element at the end", async () => {
            expect(await pairingEq()).to.equal(true);
            expect(await pairingEq(one(power(0)))).to.equal(true);
            expect(await pairingEq(3, 2, 5, 7, 4, 1, one(power(6 + 35 + 4)))).to.equal(true);
            expect(await pairingEq(3, 2, 5, 7, 4, 1, one(power(6 + 35)))).to.equal(false);
            expect(await pairingEq(3, 2)).to.equal(false);
        });

        it("takes no loop for a pair with infinity", async () => {
            expect(await pairingEq(0, 2, 3, 0, 0, 0, 3, 1, one(8))).to.equal(true);
            expect(here).to.have.length(1);
        });

        it("is calculated here for up to eight pairs, and by the pool for more, as one group", async () => {
            const pairs = (n) => Array.from({ length: n }, () => [1, 1]).flat();
            await pairingEq(...pairs(8));
            expect([here.length, queued.length]).to.deep.equal([8, 0]);
            await pairingEq(...pairs(9));
            expect([here.length, queued.length, new Set(queued).size]).to.deep.equal([8, 9, 1]);
            expect(queued[0]).to.be.an("object");
        });
    });

    it("a pool is warmed by two transforms of zeros to the coset and back, of 2^12 elements", async () => {
        const { Fr } = await buildBn128(true), queued = [], signal = new AbortController().signal;
        const queueAction = async (task, ...given) => queued.push([structuredClone(task), ...given]);
        await warmTransforms({ queueAction }, Fr, { signal });
        const [[task, , options]] = queued, calls = task.filter(({ cmd }) => cmd === "CALL");
        expect(options).to.deep.equal({ signal });
        expect(task.filter(({ cmd }) => cmd === "ALLOCSET").map((command) => [command.var, hex(command.buff)]))
            .to.deep.equal([[0, "00".repeat(2 ** 12 * Fr.n8)], [1, hex(Fr.one)], [2, hex(Fr.w[13])]]);
        expect(calls).to.have.length(2);
        for (const { params, kernel } of calls) {
            expect(kernel).to.deep.equal({ op: "ifftShiftFft", group: "frm" });
            expect(params.map((param) => param.var ?? `${param.val}`)).to.deep.equal([0, "4096", 1, 2, "1"]);
        }
        const failing = { queueAction: async () => { throw new Error("enough"); } };
        const failed = await warmTransforms(failing, Fr, {}).catch((error) => error);
        expect(failed?.message, "it waits for the task").to.equal("enough");
    });

    it("a quotient is of three columns of one length", async () => {
        const { tm, Fr } = await buildBn128(true), used = [], [a, short] = [4, 2].map((n) => new Uint8Array(n * Fr.n8));
        const { cosetQuotient } = cosetQuotients({ tm, Fr, us: 1 }, async (column) => used.push(column));
        const refused = async (...given) => (await cosetQuotient(...given).catch((error) => error)).message;
        for (const columns of [[a, short, a], [a, a, short]])
            expect(await refused(...columns)).to.match(/^cosetQuotient: expected three buffers of one length, got 128, \d+ and \d+$/);
        const odd = new Uint8Array(3 * Fr.n8);
        expect(await refused(odd, odd, odd)).to.match(/^cosetQuotient: expected/);
        expect(await refused(a, a, a, { signal: 7 })).to.match(/^cosetQuotient: expected .*signal/);
        expect(used).to.deep.equal([]);
    });

    it("columns of a quotient are used where they are if all are shared, and copied if one is not", async () => {
        const { Fr } = await buildBn128(true), size = 4 * Fr.n8;
        const plain = () => new Uint8Array(size), shared = () => takeShared(size);
        for (const [columns, inPlace] of [[[shared(), shared(), shared()], true],
            [[plain(), shared(), shared()], false], [[shared(), plain(), shared()], false]]) {
            const given = [], queueAction = async (task) => (given.push(...task), [plain()]);
            const tm = { concurrency: 1, queueAction, runHere: queueAction };
            await cosetQuotients({ tm, Fr, us: 1 }, async (column) => column)
                .cosetQuotient(...columns);
            const buffers = given.flatMap(({ buff }) => (buff ? [buff.buffer] : []));
            expect(columns.map(({ buffer }) => buffers.includes(buffer))).to.deep.equal([inPlace, inPlace, inPlace]);
        }
    });

    it("what is left of the columns of a quotient is overwritten, and released", async () => {
        const { tm, Fr } = await buildBn128(true), left = [];
        const shift = async (column) => {
            left.push(column.map((byte) => byte));
            return left.at(-1);
        };
        const { cosetQuotient } = cosetQuotients({ tm, Fr, us: 1 }, shift), two = Fr.add(Fr.one, Fr.one);
        const columns = [two, two, Fr.one].map((element) =>
            Uint8Array.from({ length: 8 * Fr.n8 }, (_, i) => element[i % Fr.n8]));
        const filled = [], { fill } = Uint8Array.prototype;
        Uint8Array.prototype.fill = function (...given) {
            filled.push(left.indexOf(this));
            return fill.apply(this, given);
        };
        let quotient;
        try {
            quotient = await cosetQuotient(...columns);
        } finally {
            Uint8Array.prototype.fill = fill;
        }
        expect(quotient).to.equal(left[0]);
        expect(hex(quotient.subarray(-Fr.n8))).to.equal(`03${"00".repeat(Fr.n8 - 1)}`);
        expect(filled.filter((i) => i >= 0)).to.deep.equal([1, 2]);
        expect(left.map(({ byteLength }) => byteLength)).to.deep.equal([8 * Fr.n8, 0, 0]);
    });

    describe("transforms of twice the largest domain", () => {
        let curve, s;
        before(async () => { curve = await buildBn128(true); s = curve.Fr.s; });
        afterEach(() => { curve.Fr.s = s; });

        it("of points, in every form: values on the subgroup and on its coset, and back", async () => {
            const { G1, Fr } = curve, affine = points(G1, 8), n8 = G1.F.n8;
            const split = (bytes, size) => curve.buffer2array(bytes, size);
            const jacobian = await G1.batchToJacobian(affine);
            Fr.s = 2;
            const horner = (x) => (sum, point) => G1.add(G1.timesFr(sum, x), point);
            const at = (x) => split(affine, 2 * n8).reduceRight(horner(x), G1.zero);
            const inputs = { affine, jacobian };
            for (const [from, input] of Object.entries(inputs)) for (const to of ["affine", "jacobian"]) {
                const size = (to === "affine" ? 2 : 3) * n8, there = await G1.fft(input, from, to), list = split(there, size);
                expect(there.length, `${from} to ${to}`).to.equal(8 * size);
                for (const i of [0, 1, 3]) {
                    expect(G1.eq(list[i], at(Fr.exp(Fr.w[2], i)))).to.equal(true);
                    expect(G1.eq(list[4 + i], at(Fr.mul(Fr.shift, Fr.exp(Fr.w[2], i))))).to.equal(true);
                }
                const back = await G1.ifft(there, to, from);
                split(back, (from === "affine" ? 2 : 3) * n8).forEach((point, i) =>
                    expect(G1.eq(point, affine.slice(2 * n8 * i, 2 * n8 * (i + 1))), `${i}`).to.equal(true));
            }
        });

        it("to the basis in which values on both stand for coefficients", async () => {
            const { Fr } = curve, split = (bytes) => curve.buffer2array(bytes, Fr.n8), tau = Fr.e(11);
            const dot = (a, b) => a.reduce((sum, x, i) => Fr.add(sum, Fr.mul(x, b[i])), Fr.zero);
            Fr.s = 2;
            const powers = Array.from({ length: 8 }, (_, i) => Fr.exp(tau, i));
            const coefficients = Array.from({ length: 8 }, (_, i) => Fr.e(3 * i * i + 5));
            const joined = (list) => curve.array2buffer(list, Fr.n8);
            const basis = split(await Fr.lagrangeEvaluations(joined(powers)));
            const values = split(await Fr.fft(joined(coefficients)));
            expect(Fr.eq(dot(values, basis), dot(coefficients, powers))).to.equal(true);
        });

        it("in a BigBuffer, too", async () => {
            const { Fr } = curve, values = Uint8Array.from({ length: 32 * 8 }, (_, i) => (i % 32 === 31 ? 1 : i * 7));
            Fr.s = 2;
            for (const name of ["fft", "ifft", "lagrangeEvaluations"]) {
                const big = new BigBuffer(values.length), wanted = await Fr[name](values);
                big.set(values, 0);
                const result = await Fr[name](big);
                expect(Buffer.compare(result.slice(0, values.length), wanted), name).to.equal(0);
            }
        });

        it("of points as evaluations: of that size too, and no larger", async () => {
            const { G1, Fr } = curve, jacobian = async (n) => G1.batchToJacobian(points(G1, n));
            Fr.s = 2;
            expect((await G1.lagrangeEvaluations(await jacobian(8), "jacobian", "affine")).length).to.equal(8 * 64);
            const error = await G1.lagrangeEvaluations(await jacobian(16), "jacobian", "affine").catch((e) => e);
            expect(error.message).to.include("input too big: expected at most 2^3 elements, got 2^4");
        });

        it("tell a logger what ffjavascript's do, if it has the method", async () => {
            const { Fr } = curve, lines = [], note = (line) => lines.push(line), told = () => lines.splice(0);
            const input = (n) => new Uint8Array(32 * n).fill(1);
            for (const logger of [{ debug: note, error: note }, {}, undefined]) {
                Fr.s = s;
                for (const name of ["fft", "ifft"]) await Fr[name](input(8), "", "", logger, "A");
                const mixes = logger?.debug ? ["A: fft 3 mix start: 0/1", "A: fft 3 mix end: 0/1"] : [];
                expect(told()).to.deep.equal([...mixes, ...mixes]);
                Fr.s = 2;
                const halves = async (name, kernel, texts = ["A", "A"], joins = "A") => {
                    await Fr[name](input(8), "", "", logger, "A");
                    const wanted = [...["Start", "End"].map((what) => `${joins}: ${kernel} ${what}: 0/4`),
                        ...texts.flatMap((text) => [`${text}: fft 2 mix start: 0/1`, `${text}: fft 2 mix end: 0/1`])];
                    expect(told().sort(), name).to.deep.equal(logger?.debug ? wanted.sort() : []);
                };
                await halves("fft", "fftJoinExt");
                await halves("ifft", "fftJoinExtInv");
                await halves("lagrangeEvaluations", "prepareLagrangeEvaluation", ["A t0", "A t1"], "A prep");
                await Fr.lagrangeEvaluations(input(16), "", "", logger, "A").catch(() => {});
                expect(told()).to.deep.equal(logger?.error ? ["lagrangeEvaluations input too big"] : []);
            }
        });

        it("and of powers of two alone, in the words of ffjavascript", async () => {
            const { Fr, G1 } = curve;
            for (const [call, words] of [
                [(bytes) => Fr.fft(bytes), "fft: fft must be multiple of 2: expected a power of two elements of 32 bytes, got"],
                [(bytes) => Fr.ifft(bytes), "ifft: fft must be multiple of 2: expected a power of two elements of 32 bytes"],
                [(bytes) => Fr.lagrangeEvaluations(bytes), "lagrangeEvaluations: lagrangeEvaluations invalid Input size"],
            ]) for (const length of [0, 16, 31, 33, 96, 160]) {
                const error = await call(new Uint8Array(length)).catch((reason) => reason);
                expect(error.message, `${length}`).to.include(words).and.match(new RegExp(`got ${length} bytes$`));
            }
            for (const [length, type] of [[96, "affine"], [64, "jacobian"], [3 * 64, "affine"], [3 * 96, undefined]])
                expect((await G1.fft(new Uint8Array(length), type).catch((reason) => reason)).message)
                    .to.include("fft must be multiple of 2");
            for (const wrong of [undefined, null, "bytes", 5, { byteLength: 32 }])
                expect((await Fr.fft(wrong).catch((reason) => reason)).message).to.include("expected a Uint8Array, a BigBuffer or");
            const single = new Uint8Array(32).fill(3, 0, 5);
            expect([await Fr.fft(single), await Fr.ifft(single)]).to.deep.equal([single, single]);
            expect(await Fr.fft([single])).to.deep.equal([single]);
            for (const options of [null, undefined, true, false, 7])
                expect(await Fr.fft(single.slice(), "", "", undefined, "", options)).to.deep.equal(single);
        });

        it("and no larger: fft and ifft refuse in words, and change nothing", async () => {
            const { Fr } = curve;
            Fr.s = 2;
            for (const name of ["fft", "ifft"]) {
                const input = new Uint8Array(32 * 16).fill(1);
                const error = await Fr[name](input, "", "", undefined, "", { consume: true }).catch((e) => e);
                expect(error).to.be.instanceOf(RangeError);
                expect(error.message).to.equal(`${name}: expected at most 2^3 elements, got 2^4`);
                expect(input.length, "consumed only when everything is checked").to.equal(32 * 16);
            }
        });
    });

    describe("where and in how many tasks work runs", () => {
        /** Tasks that a curve hands to its workers, or to this thread, from now on. @param {any} curve */
        const counted = ({ tm }) => {
            const counts = { queued: 0, here: 0 }, { queueAction, runHere } = tm;
            tm.queueAction = (...args) => { counts.queued++; return queueAction.apply(tm, args); };
            tm.runHere = (...args) => { counts.here++; return runHere.apply(tm, args); };
            return counts;
        };

        itInAll("elements times powers, input and result together: no more than a worker should hold", async () => {
            const curve = await buildBn128({ threads: 1, terminationTimeout: 60_002 }), { Fr } = curve;
            const n = (2 * PIECE_BYTES) / (2 * Fr.n8);
            try {
                const counts = counted(curve);
                await Fr.batchApplyKey(new Uint8Array(n * Fr.n8), Fr.one, Fr.e(3));
                expect(counts.queued).to.equal(2);
            } finally {
                await curve.terminate();
            }
        });

        itInAll("the halves of twice the largest domain, inputs and results together: no more than a worker should hold", async () => {
            const curve = await buildBn128({ threads: 1, terminationTimeout: 60_003 }), { Fr, tm } = curve, { s } = Fr;
            const n = (2 * PIECE_BYTES) / (4 * Fr.n8), { queueAction } = tm, pieces = [];
            try {
                tm.queueAction = (task, ...rest) => {
                    if (task.some(({ kernel }) => kernel?.op === "fftJoinExt")) pieces.push(task);
                    return queueAction.call(tm, task, ...rest);
                };
                Fr.s = Math.log2(n);
                await Fr.fft(new Uint8Array(2 * n * Fr.n8));
                expect(pieces.length).to.equal(2);
            } finally {
                Fr.s = s;
                await curve.terminate();
            }
        });

        it("keys of points: room for jacobian results, also where they become affine", async () => {
            const curve = await buildBn128({ singleThread: true }), { tm } = curve, n = 3;
            let rooms = [];
            for (const way of ["runHere", "queueAction"]) {
                const run = tm[way];
                tm[way] = (task, ...rest) => {
                    rooms.push(task.find(({ cmd }) => cmd === "ALLOC").len);
                    return run.call(tm, task, ...rest);
                };
            }
            for (const G of [curve.G1, curve.G2]) {
                const points = curve.array2buffer(new Array(n).fill(G.gAffine), 2 * G.F.n8);
                rooms = [];
                for (const form of ["affine", "jacobian"]) await G.batchApplyKey(points, 3, 5, "affine", form);
                expect([...new Set(rooms)]).to.deep.equal([3 * n * G.F.n8]);
            }
        });

        it("a coset transform here and without lanes: in turns, several tasks", async () => {
            const curve = await buildBn128({ singleThread: true, tier: "scalar" }), counts = counted(curve);
            await curve.Fr.ifftShiftFft(new Uint8Array(32 * 2 ** 10).fill(1));
            expect(counts.queued + counts.here).to.be.above(2);
        });

        it("a short transform: on this thread, though there are workers; a long one here: in lanes", async () => {
            const curve = await buildBn128({ threads: 1, terminationTimeout: 60_001 }), counts = counted(curve);
            try {
                await curve.Fr.fft(new Uint8Array(32 * 2 ** 7).fill(1));
                await curve.G1.fft(curve.array2buffer(new Array(4).fill(curve.G1.gAffine), 64));
                expect([counts.queued, counts.here, curve.tm.pool.every((slot) => slot === null)])
                    .to.deep.equal([0, 2, true]);
            } finally {
                await curve.terminate();
            }
            const alone = await buildBn128({ singleThread: true }), others = counted(alone);
            await alone.Fr.fft(new Uint8Array(32 * 2 ** 6).fill(1));
            expect([others.queued, others.here], "2^6").to.deep.equal([0, 1]);
            await alone.Fr.fft(new Uint8Array(32 * 2 ** 7).fill(1));
            expect([others.queued, others.here], "2^7").to.deep.equal([1, 1]);
        });
    });

    it("a quotient in one task is that of several, and leaves the columns as it found them", async () => {
        for (const options of [true, { threads: 2, terminationTimeout: 60_005 }]) {
            const curve = await buildBn128(options);
            const columns = [1, 2, 3].map((byte) => new Uint8Array(32 * 2 ** 8).fill(byte, 0, 32 * 200 - 1));
            const copies = columns.map(hex), wanted = hex(await curve.Fr.cosetQuotient(...columns));
            const { tm } = curve, { queueAction } = tm, back = [];
            tm.queueAction = async (...args) => {
                const values = await queueAction.apply(tm, args);
                back.push(...values.slice(1));
                return values;
            };
            expect(hex(await curve.Fr.cosetQuotient(...columns, { sequence: true }))).to.equal(wanted);
            expect(columns.map(hex)).to.deep.equal(copies);
            const paged = new BigBuffer(columns[1].length); // which no task takes as one piece
            paged.set(columns[1], 0);
            const [a, , c] = columns, mixed = await curve.Fr.cosetQuotient(a, paged, c, { sequence: true });
            expect(hex(mixed), "one column in pages").to.equal(wanted);
            const left = tm.singleThread ? [] : [true, true]; // of b and c: it comes back, to be cleared
            expect(back.map((bytes) => bytes instanceof Uint8Array)).to.deep.equal(left);
            await curve.terminate();
        }
    });

    it("functions take as many parameters as those of ffjavascript: options of ours are not counted", async () => {
        const { Fr, G1 } = await buildBn128(true), lengths = (group, names) => names.map((name) => group[name].length);
        const both = ["fft", "ifft", "lagrangeEvaluations", "batchApplyKey"];
        for (const group of [Fr, G1]) expect(lengths(group, both)).to.deep.equal([5, 5, 5, 5]);
        expect(lengths(Fr, ["batchToMontgomery", "batchFromMontgomery", "batchInverse"])).to.deep.equal([1, 1, 1]);
        expect(lengths(G1, ["fftMix", "fftJoin", "fftFinal"])).to.deep.equal([1, 4, 2]);
        const forms = ["batchToAffine", "batchToJacobian", "batchLEMtoU", "batchLEMtoC", "batchUtoLEM", "batchCtoLEM"];
        expect(lengths(G1, forms)).to.deep.equal([1, 1, 1, 1, 1, 1]);
        expect(lengths(G1, ["multiExp", "multiExpAffine", "multiExpAffineChunked"])).to.deep.equal([4, 4, 5]);
    });

    it("a list of elements becomes a list, and a list with a hole or another size is refused", async () => {
        const { Fr, G1 } = await buildBn128(true), list = [3, 5, 7, 11].map((value) => Fr.e(value));
        const whole = new Uint8Array(Buffer.concat(list));
        const pieces = (bytes) => list.map((_, i) => hex(bytes.slice(32 * i, 32 * i + 32)));
        for (const name of ["batchInverse", "fft", "ifft"]) {
            const wanted = pieces(await Fr[name](whole)), got = await Fr[name](list);
            expect([Array.isArray(got), got.map(hex)], name).to.deep.equal([true, wanted]);
            const refused = (wrong) => Fr[name](wrong).then(() => "", ({ message }) => message);
            const [first, ...rest] = list, hole = [first, ...rest];
            delete hole[0];
            for (const wrong of [hole, [...rest, new Uint8Array(31)], [first, 5, first, first], [...rest, null]])
                expect(await refused(wrong), name).to.match(/Invalid buffer size: expected elements of 32 bytes, got/);
        }
        const transformed = await G1.fft([G1.gAffine, G1.gAffine, G1.gAffine, G1.gAffine]);
        expect(transformed.map((point) => G1.isZero(point))).to.deep.equal([false, true, true, true]);
        expect(G1.eq(transformed[0], G1.timesScalar(G1.g, 4))).to.equal(true);
    });

    it("a domain has a power of two of elements, up to the largest", () => {
        const field = { n8: 32, s: 2 };
        for (const [n, bits] of [[1, 0], [2, 1], [4, 2]])
            expect(checkDomain("f", new Uint8Array(32 * n), field)).to.equal(bits);
        for (const bytes of [0, 16, 33, 96, 8 * 32, 16 * 32])
            expect(() => checkDomain("f", new Uint8Array(bytes), field)).to.throw(RangeError,
                `f: expected 2^k elements of 32 bytes with k from 0 to 2, got ${bytes} bytes`);
        for (const wrong of [undefined, [1], "text"])
            expect(() => checkDomain("f", wrong, field)).to.throw(TypeError, "f: expected a Uint8Array or a BigBuffer, got");
    });

    it("shifts are the next root of unity, except where there is none or another is wanted", async () => {
        const { Fr } = await buildBn128(true), own = Fr.e(5);
        expect(shiftFor(Fr, 3, undefined)).to.deep.equal({ shift: Fr.w[4], isRoot: 1 });
        expect(shiftFor(Fr, 3, Fr.w[4].slice()).isRoot).to.equal(1);
        expect(shiftFor(Fr, 3, own)).to.deep.equal({ shift: own, isRoot: 0 });
        expect(shiftFor(Fr, Fr.s, undefined)).to.deep.equal({ shift: Fr.shift, isRoot: 0 });
        expect(shiftFor(Fr, Fr.s - 1, undefined).isRoot).to.equal(1);
        expect(await Fr.ifftShiftFft(new Uint8Array(64), { shift: new Uint8Array(31) }).catch(({ message }) => message))
            .to.equal("ifftShiftFft: expected a shift of 32 bytes, got 31");
    });

    it("a coset transform passes on what its caller says, tells that it is done, and takes what it may consume", async () => {
        const curve = await buildBn128({ threads: 1, terminationTimeout: 60_007 }), { Fr, tm } = curve, asked = [];
        const { queueAction } = tm, fractions = [], { signal } = new AbortController();
        tm.queueAction = (task, buffers, options) => {
            asked.push({ ...options, buffers });
            return queueAction.call(tm, task, buffers, options);
        };
        try {
            const given = new Uint8Array(32 * 2 ** 8).fill(1, 0, 31), copy = given.slice();
            const onFraction = (fraction) => fractions.push(fraction);
            const kept = await Fr.ifftShiftFft(given, { signal, urgent: true, onFraction });
            expect(given).to.deep.equal(copy);
            expect(asked[0]).to.include({ signal, urgent: true, onFraction });
            expect(fractions.at(-1)).to.equal(1);
            const room = new Uint8Array(32 * 2 ** 8 + 64).fill(9), part = room.subarray(32, 32 + 32 * 2 ** 8);
            part.set(given);
            expect(await Fr.ifftShiftFft(part, { consume: true })).to.deep.equal(kept);
            expect([room.length, room[0], room.at(-1)]).to.deep.equal([32 * 2 ** 8 + 64, 9, 9]);
            expect(part.slice(0, 2)).to.deep.equal(Uint8Array.of(1, 1));
            const plain = await Fr.ifftShiftFft(given, { consume: true });
            expect([plain, given.length]).to.deep.equal([kept, 0]);
            expect([asked[2].urgent, asked[2].onFraction]).to.deep.equal([undefined, undefined]);
        } finally {
            await curve.terminate();
        }
    });

    it("what is done of a quotient begins at a third of one column's, and says nothing twice", async () => {
        const curve = await buildBn128(true), fractions = [];
        const columns = [1, 2, 3].map((byte) => new Uint8Array(32 * 2 ** 12).fill(byte, 0, 31));
        await curve.Fr.cosetQuotient(...columns, { onFraction: (fraction) => fractions.push(fraction) });
        expect(fractions[0]).to.be.at.most(1 / 3);
        expect(fractions.at(-1)).to.equal(1);
        expect(new Set(fractions).size).to.equal(fractions.length);
    });
});
