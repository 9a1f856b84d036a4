/** How far a task is: what workers post meanwhile, who hears it, and what comes too late or is no fraction. */
import { EventEmitter } from "node:events";
import { expect } from "chai";
import { buildBn128 } from "../../src/index.js";
import { batchInverse } from "../../src/kernels/fields/inverse.js";
import { batchApplyKey } from "../../src/kernels/fields/geometric_scale.js";
import { inFractions } from "../../src/kernels/fractions.js";
import { createExecutor } from "../../src/pool/executor.js";
import { atTimes } from "../../src/pool/reports.js";
import { drain } from "../../src/util/drain.js";
import { itInAll, rowsOf, thinned } from "../support/extent.js";
import { addTask, failure, manager, terminateAll, until, value, word } from "../support/pool_module.js";
import { manyPoints, scalars } from "../support/points.js";

/** A worker that does what the test says, and keeps what it is told. */
class Puppet extends EventEmitter {
    told = [];
    postMessage(message) {
        if (message.task?.[0].cmd === "INIT") setImmediate(() => this.emit("message", { status: "initialized" }));
        else this.told.push(message);
    }
    say(message) { this.emit("message", message); }
    async terminate() { this.ended = true; }
}

/** A pool with one puppet, told of one task. */
async function withPuppet(options) {
    const puppets = [];
    const createWorker = () => (puppets.push(new Puppet()), puppets.at(-1));
    const tm = await manager({ threads: 1, createWorker });
    const running = tm.queueAction(addTask(1, 2), [], options);
    running.catch(() => {});
    await until(() => puppets[0]?.told.length === 1);
    return { tm, running, puppets, puppet: puppets[0], id: puppets[0].told[0].id };
}

const rising = (list) => list.every((fraction, i) => fraction > (list[i - 1] ?? 0) && fraction <= 1);

describe("pool: fractions of a task", () => {
    afterEach(terminateAll);

    it("count every call alike, also on this thread", () => {
        const kernels = { find: () => ({ params: [], run: function* () { yield 0.5; } }) };
        const call = { cmd: "CALL", op: "any", group: "any", params: [] };
        const memory = new WebAssembly.Memory({ initial: 1 }), heard = [];
        const executor = createExecutor(memory, kernels);
        executor.run([call, { cmd: "ALLOC", var: 0, len: 8 }, call], (fraction) => heard.push(fraction));
        expect(heard).to.deep.equal([0.25, 0.5, 0.5, 0.75, 1]);
    });

    it("are asked for by who listens, and by nobody else", async () => {
        const { puppet } = await withPuppet({ onFraction() {} });
        expect(puppet.told[0].fractions).to.equal(true);
        const { puppet: other } = await withPuppet({});
        expect(other.told[0]).to.not.have.property("fractions");
    });

    it("only grow, and what is no fraction is not heard", async () => {
        const heard = [], onFraction = (fraction) => heard.push(fraction);
        const { running, puppet, id } = await withPuppet({ onFraction });
        for (const fraction of [0.2, 0.1, 0.2, NaN, "0.9", null, -1, Infinity, 1.5, {}, 0.7]) puppet.say({ id, fraction });
        puppet.say({ id, out: [word(3)] });
        expect(value((await running)[0])).to.equal(3);
        expect(heard).to.deep.equal([0.2, 0.7]);
    });

    it("that come late, or of another task, change nothing", async () => {
        const heard = [], other = [];
        const { tm, running, puppet, id } = await withPuppet({ onFraction: (fraction) => heard.push(fraction) });
        puppet.say({ id: id + 1, fraction: 0.3 });
        puppet.say({ id: 0, fraction: 0.3 });
        puppet.say({ id, out: [word(3)] });
        puppet.say({ id, fraction: 0.4 });
        expect(value((await running)[0])).to.equal(3);
        const next = tm.queueAction(addTask(3, 4), [], { onFraction: (fraction) => other.push(fraction) });
        await until(() => puppet.told.length === 2);
        puppet.say({ id, fraction: 0.5 }); // of the first, while the second runs
        puppet.say({ id: id + 1, fraction: 0.25 });
        puppet.say({ id: id + 1, out: [word(7)] });
        expect(value((await next)[0])).to.equal(7);
        expect(heard).to.deep.equal([]);
        expect(other).to.deep.equal([0.25]);
    });

    it("of a task that was aborted are not heard, and do not keep its worker", async () => {
        const heard = [], control = new AbortController();
        const { running, puppet, id } = await withPuppet({
            onFraction: (fraction) => heard.push(fraction),
            signal: control.signal,
        });
        control.abort(new Error("stop"));
        puppet.say({ id, fraction: 0.5 });
        expect((await failure(running)).message).to.equal("stop");
        await until(() => puppet.ended);
        puppet.say({ id, fraction: 0.6 });
        expect(heard).to.deep.equal([]);
    });

    it("whose listener throws end the task with that error, and its worker", async () => {
        const { tm, running, puppet, puppets, id } = await withPuppet({ onFraction() { throw new Error("enough"); } });
        puppet.say({ id, fraction: 0.5 });
        expect((await failure(running)).message).to.equal("enough");
        await until(() => puppet.ended);
        const next = tm.queueAction(addTask(3, 4));
        await until(() => puppets[1]?.told.length === 1);
        puppets[1].say({ id: puppets[1].told[0].id, out: [word(7)] });
        expect(value((await next)[0])).to.equal(7);
    });

    for (const threads of thinned([1, 0], 2))
        itInAll(`of a sum and a transform come several times a second, ${threads || "no"} workers`, async () => {
            const curve = await buildBn128({ threads }), { G2, Fr } = curve, n = 2 ** 17;
            try {
                const bases = manyPoints(G2, n), factors = scalars(n, 32, curve.r);
                const heard = [], times = [performance.now()];
                await G2.multiExpAffine(bases, factors, null, "", {
                    onProgress({ done, total }) {
                        times.push(performance.now());
                        heard.push(done / total);
                    },
                });
                const took = performance.now() - times[0], gaps = times.slice(1).map((time, i) => time - times[i]);
                expect(heard.length, `${took} ms`).to.be.at.least(Math.floor(took / 600));
                expect(heard.length).to.be.at.least(2);
                expect(rising(heard), String(heard)).to.equal(true);
                expect(heard.at(-1)).to.equal(1);
                expect(gaps.filter((gap) => gap > 500).length / gaps.length, String(gaps)).to.be.below(0.34);
                const columns = [0, 1, 2].map(() => new Uint8Array(32 * 2 ** rowsOf(18, 16)).fill(1)), fractions = [];
                const onFraction = (fraction) => fractions.push(fraction);
                await Fr.cosetQuotient(...columns, { consume: true, onFraction });
                expect(fractions.length).to.be.at.least(3); // after each column, and in between on slow machines
                expect(rising(fractions), String(fractions)).to.equal(true);
                expect(fractions.at(-1)).to.equal(1);
            } finally {
                await curve.terminate();
            }
        });

    itInAll("of a sum whose listener throws within a task reject it, workers or not", async () => {
        for (const threads of thinned([1, 0], 2)) {
            const curve = await buildBn128({ threads }), { G2 } = curve, n = 2 ** 17, bases = manyPoints(G2, n);
            try {
                const onProgress = ({ done }) => { if (done < n) throw new Error("enough"); };
                const sum = G2.multiExpAffine(bases, scalars(n, 32, curve.r), null, "", { onProgress });
                expect((await failure(sum)).message).to.match(/enough/);
                expect(G2.toAffine(await G2.multiExpAffine(bases.slice(0, 128), word(1)))).to.deep.equal(
                    bases.slice(0, 128),
                );
            } finally {
                await curve.terminate();
            }
        }
    });
});

describe("fractions of a kernel", () => {
    it("come from long lists of field elements, at a pause every few thousand of them", () => {
        const calls = [], none = () => {}, layout = { step: 4, chains: 4, pairBytes: 80, elementBytes: 32, adjust: 0 };
        const field = { mul: none, square: none, copy: none, batchInverse: none };
        const arena = { mark: none, release: none, alloc: () => 0, u8: () => new Uint8Array(256) };
        const lane = {
            toPairs: none, toElements: none, inversionDown: none,
            progression: (src, dst, count) => calls.push([src, dst, count]),
            inversionUp: (src, _slots, count) => calls.push([src, count]),
        };
        const on = { lane, field, arena, layout, address: 0 }, n = 40_000;
        const key = [...batchApplyKey(on, 0, n, 1, 2, 64)];
        expect(calls).to.deep.equal([[0, 64, 8192], [2 ** 19, 2 ** 19 + 64, 8192], [2 ** 20, 2 ** 20 + 64, 3616]]);
        calls.length = 0;
        const inverses = [...batchInverse(on, 0, 32, n, 0, 32)];
        expect(calls.map(([, count]) => count)).to.deep.equal([...new Array(8).fill(2048), 3616]);
        for (const fractions of [key, inverses]) {
            expect(fractions.length).to.be.at.least(3);
            expect(rising(fractions), String(fractions)).to.equal(true);
            expect(fractions.at(-1)).to.equal(1);
        }
    });
    it("follow the work, within their span, and end with what the steps return", () => {
        const steps = function* () { yield 1; yield; yield 3; yield 9; return "sum"; };
        const heard = [];
        expect(drain(inFractions(steps(), 8, 0.5, 1), (fraction) => heard.push(fraction))).to.equal("sum");
        expect(heard).to.deep.equal([0.5625, 0.5625, 0.75, 1]);
    });

    it("that nobody waits for let the steps clean up", () => {
        let cleaned = false;
        const steps = function* () {
            try { yield 1; yield 1; } finally { cleaned = true; }
        };
        const fractions = inFractions(steps(), 2);
        fractions.next();
        fractions.return();
        expect(cleaned).to.equal(true);
    });

    it("are passed on every quarter of a second, the first one after as long", async () => {
        const heard = [], pass = atTimes((fraction) => heard.push(fraction)), started = performance.now();
        for (let i = 0; performance.now() - started < 600; i++) pass(i);
        expect(heard.length).to.equal(2);
        expect(heard[0]).to.be.above(0);
        expect(atTimes(undefined)).to.equal(undefined);
    });
});
