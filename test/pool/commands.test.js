import { expect } from "chai";
import { addTask, askTask, manager, poolLane, terminateAll, value, word } from "../support/pool_module.js";
import * as tasks from "../../src/pool/tasks.js";
import { uniform } from "../support/random.js";

for (const options of [{ threads: 1 }, { singleThread: true }]) {
    describe(`pool (${JSON.stringify(options)}): commands`, () => {
        let tm;
        before(async () => { tm = await manager(options); });
        after(terminateAll);

        it("constructors give the records that callers build by hand", async () => {
            const refs = [0, 1, 2].map((variable) => tasks.ref(variable)),
                call = { cmd: "CALL", fnName: "add", params: refs };
            const task = [
                tasks.allocSet(0, word(3)),
                tasks.alloc(1, 4),
                tasks.set(1, word(4)),
                tasks.alloc(2, 4),
                call,
                tasks.get(0, 2, 4),
            ];
            expect(task.slice(1)).to.deep.equal([
                ...addTask(3, 4).slice(1, 4),
                call,
                { cmd: "GET", out: 0, var: 2, len: 4, offset: 0 },
            ]);
            expect(refs).to.deep.equal([0, 1, 2].map((variable) => ({ var: variable, offset: 0 })));
            expect(tasks.call({ op: "neg", group: "frm" }, ...refs)).to.deep.equal({
                cmd: "CALL",
                kernel: { op: "neg", group: "frm" },
                params: call.params,
            });
            expect(value((await tm.queueAction(task))[0])).to.equal(7);
        });

        it("parameters with offset, and plain values", async () => {
            const [out] = await tm.queueAction([
                tasks.allocSet(0, new Uint8Array(new Uint32Array([10, 20, 30, 0]).buffer)),
                { cmd: "CALL", fnName: "add", params: [tasks.ref(0, 4), tasks.ref(0, 8), tasks.ref(0, 12)] },
                tasks.get(0, 0, 16),
            ]);
            expect([...new Uint32Array(out.buffer)]).to.deep.equal([10, 20, 30, 50]);
        });

        it("GET with offset", async () => {
            const [out] = await tm.queueAction([
                tasks.allocSet(0, new Uint8Array([1, 2, 3, 4, 5])),
                tasks.get(0, 0, 2, 3),
            ]);
            expect([...out]).to.deep.equal([4, 5]);
        });

        it("GET copies: later commands do not change it; results may be sparse", async () => {
            const out = await tm.queueAction([
                tasks.allocSet(0, word(1)),
                tasks.get(3, 0, 4),
                tasks.set(0, word(2)),
                tasks.get(1, 0, 4),
            ]);
            expect([out.length, value(out[3]), value(out[1]), 0 in out]).to.deep.equal([4, 1, 2, false]);
        });

        it("results own their memory", async () => {
            const [out] = await tm.queueAction([tasks.allocSet(0, word(1)), tasks.get(0, 0, 4)]);
            expect([out.byteOffset, out.buffer.byteLength]).to.deep.equal([0, 4]);
        });

        it("ALLOCSET and SET take pages of bytes, as a BigBuffer has", async () => {
            const buff = {
                buffers: [new Uint8Array([1, 2, 3]), new Uint8Array([4, 5]), new Uint8Array([6, 7, 8, 9])],
                byteLength: 7,
            };
            const [a, b] = await tm.queueAction([
                tasks.allocSet(0, buff),
                tasks.get(0, 0, 7),
                tasks.alloc(1, 8),
                tasks.set(1, buff),
                tasks.get(1, 1, 7),
            ]);
            expect([[...a], [...b]]).to.deep.equal([[1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5, 6, 7]]);
        });

        it("Node's Buffer and views into larger buffers are read where they point", async () => {
            const view = new Uint8Array([0, 0, 0, 0, 9, 0, 0, 0, 1]).subarray(4, 8);
            expect(
                value((await tm.queueAction([tasks.allocSet(0, Buffer.from(view)), tasks.get(0, 0, 4)]))[0]),
            ).to.equal(9);
            expect(value((await tm.queueAction([tasks.allocSet(0, view), tasks.get(0, 0, 4)]))[0])).to.equal(9);
        });

        it("an empty task answers nothing", async () => expect(await tm.queueAction([])).to.deep.equal([]));

        it("functions of a lane that are called as they are, which call the base module's", async () => {
            const own = await manager({ ...options, lanes: async () => [poolLane()] });
            expect(value((await own.queueAction(askTask("where")))[0]) % 64).to.equal(0);
            const call = { cmd: "CALL", fnName: "twice", params: [tasks.ref(0), tasks.ref(1)] };
            expect(
                value(
                    (
                        await own.queueAction([
                            tasks.allocSet(0, word(21)),
                            tasks.alloc(1, 4),
                            call,
                            tasks.get(0, 1, 4),
                        ])
                    )[0],
                ),
            ).to.equal(42);
            expect(value((await own.queueAction(askTask("plain")))[0])).to.equal(7);
        });

        it("REVERSE permutes elements of any size", async () => {
            for (const [bits, size] of [[0, 32], [1, 4], [3, 3], [5, 32], [6, 96], [7, 1]]) {
                const source = Uint8Array.from({ length: size * 2 ** bits }, () => Number(uniform(256n)));
                const expected = Array.from({ length: 2 ** bits }, (_, i) =>
                    [...i.toString(2).padStart(bits, "0")].reverse().join(""),
                )
                    .map((text) => (bits ? parseInt(text, 2) : 0))
                    .flatMap((j) => [...source.subarray(j * size, (j + 1) * size)]);
                const moved = source.slice();
                const [out] = await tm.queueAction([tasks.reverse(moved, size, bits)], [moved.buffer]);
                expect([...out], `${bits} bits of ${size}`).to.deep.equal(expected);
                if (options.threads) expect(moved.byteLength).to.equal(0);
            }
            const odd = new Uint8Array(33).subarray(1).fill(1, 0, 8);
            const [out] = await tm.queueAction([tasks.reverse(odd, 8, 2)]);
            expect([...out.subarray(0, 8)]).to.deep.equal(new Array(8).fill(1));
        });

        it("REVERSE refuses what does not fit", async () => {
            const error = await tm.queueAction([tasks.reverse(new Uint8Array(31), 8, 2)]).catch((e) => e);
            expect(error.message).to.match(
                /REVERSE: expected 2\^bits elements of sIn bytes, got bits=2, sIn=8, 31 bytes/,
            );
        });
    });
}
