import { expect } from "chai";
import { buildBn128 } from "../../src/index.js";
import { FairList } from "../../src/pool/fair_list.js";
import { addTask, callTask, manager, terminateAll, value } from "../support/pool_module.js";

describe("a short sum", function () {
    this.timeout(60_000);

    it("behind a long one waits for some of its chunks, and not for all of them", async () => {
        const curve = await buildBn128({ threads: 2 }), { G1 } = curve, chunk = 2 ** 8, chunks = 32;
        const pointsOf = (n) => Uint8Array.from({ length: n * 64 }, (_, i) => G1.gAffine[i % 64]);
        const scalarsOf = (n) => Uint8Array.from({ length: n * 32 }, (_, i) => (i % 32 === 31 ? 1 : i));
        const points = pointsOf(chunk * chunks), few = pointsOf(16);
        let asked = 0, short, left;
        const read = async (offset, length) => {
            if (++asked === 4) short = G1.multiExpAffine(few, scalarsOf(16)).then(() => { left = chunks - asked; });
            return points.slice(offset, offset + length);
        };
        read.chunkBytes = 64 * chunk;
        try {
            await G1.multiExpAffineChunked(read, points.length, scalarsOf(chunk * chunks));
            await short;
            expect(asked).to.equal(chunks);
            expect(left).to.be.above(chunks / 4);
        } finally {
            await curve.terminate();
        }
    });
});

describe("pool: several producers", () => {
    after(terminateAll);

    it("take turns, each in its own order", () => {
        const queue = new FairList();
        for (const item of ["a1", "a2", "a3", "b1", "b2", "c1"]) queue.push(item, item[0]);
        expect(queue.length).to.equal(6);
        expect(queue.remove("a2")).to.equal(true);
        expect(queue.remove("a2")).to.equal(false);
        queue.push("b3", "b");
        const order = [];
        for (let item = queue.shift(); item; item = queue.shift()) order.push(item);
        expect(order).to.deep.equal(["a1", "b1", "c1", "a3", "b2", "b3"]);
        expect([queue.length, queue.groups.size]).to.deep.equal([0, 0]);
    });

    it("wait for what is urgent, whatever its group", () => {
        const queue = new FairList();
        for (const item of ["a1", "a2", "b1"]) queue.push(item, item[0]);
        for (const item of ["u1", "u2", "u3"]) queue.push(item, "a", true);
        expect([queue.length, queue.remove("u2"), queue.remove("u2"), queue.length]).to.deep.equal([6, true, false, 5]);
        expect(queue.toArray()).to.deep.equal(["u1", "u3", "a1", "a2", "b1"]);
        const order = [queue.shift(), queue.shift(), queue.shift()];
        queue.push("u4", "c", true);
        for (let item = queue.shift(); item; item = queue.shift()) order.push(item);
        expect(order).to.deep.equal(["u1", "u3", "a1", "u4", "b1", "a2"]);
        queue.push("u5", "c", true);
        expect([queue.clear(), queue.length, queue.shift()]).to.deep.equal([["u5"], 0, undefined]);
    });

    it("an urgent task is the next that a worker takes", async () => {
        const tm = await manager({ threads: 1 }), order = [];
        await tm.queueAction(addTask(0, 0));
        const run = (name, options) => tm.queueAction(addTask(1, 1), [], options).then(() => { order.push(name); });
        await Promise.all([run("first", {}), run("second", {}), run("third", { group: 3 }), run("urgent", { urgent: true })]);
        expect(order).to.deep.equal(["first", "urgent", "second", "third"]);
    });

    it("without a group are one producer, first in first out", async () => {
        const tm = await manager({ threads: 1 });
        const order = [];
        await Promise.all(
            [1, 2, 3, 4, 5].map((i) => tm.queueAction(addTask(i, 0)).then(([out]) => order.push(value(out)))),
        );
        expect(order).to.deep.equal([1, 2, 3, 4, 5]);
    });

    for (const options of [{ threads: 1 }, { singleThread: true }])
        it(`a small operation does not wait for all chunks of a large one (${JSON.stringify(options)})`, async () => {
            const tm = await manager(options);
            await tm.queueAction(addTask(0, 0));
            let done = 0;
            const large = Array.from({ length: 20 }, () =>
                tm.queueAction(callTask("spin", 1e7), [], { group: "large" }).then(() => {
                    done++;
                }),
            );
            await tm.queueAction(addTask(1, 2), [], { group: "small" });
            expect(done).to.be.below(4);
            await Promise.all(large);
        });

    it("many at once are all answered", async () => {
        const tm = await manager({ threads: 3 });
        const jobs = Array.from({ length: 300 }, (_, i) => tm.queueAction(addTask(i, 1), [], { group: i % 7 }));
        expect((await Promise.all(jobs)).map(([out]) => value(out))).to.deep.equal(jobs.map((_, i) => i + 1));
    });
});
