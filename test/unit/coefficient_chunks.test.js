/**
 * How coefficients of a Groth16 key are read and handed out: chunks, order, what is in flight; the pool is a stand-in.
 */
import { expect } from "chai";
import { buildABC } from "../../src/protocols/groth16/coefficients.js";
import { nameOfCall } from "../../src/pool/tasks.js";
import { takeShared } from "../../src/util/shared.js";

/** What a task got, as it was then: copies of secrets are cleared after it. @param {Uint8Array} bytes */
const kept = (bytes) => (bytes.buffer instanceof SharedArrayBuffer ? bytes : bytes.slice());

const N8 = 32, SIZE = 12 + N8, SECTION = 4;

/** @param {number[]} rows - of the records @param {(i: number) => number} signal - of record i */
function sectionOf(rows, signal) {
    const bytes = new Uint8Array(4 + rows.length * SIZE), view = new DataView(bytes.buffer);
    rows.forEach((row, i) =>
        [i % 2, row, signal(i)].forEach((word, k) => view.setUint32(4 + i * SIZE + 4 * k, word, true)));
    return bytes;
}

/**
 * Builds with a pool that answers as `answer` says, a turn of the event loop later.
 * @param {number[]} rows
 * @param {any} how
 */
async function build(rows, {
    concurrency = 1, nVars = 7, shared = true, answer = () => {}, read = () => {}, domainSize = 2 ** 14,
    signalOf = (i) => i % 7, witness = new Uint8Array(nVars * N8).fill(5),
} = {}) {
    const section = sectionOf(rows, signalOf), reads = [], tasks = [], advanced = [], results = [], said = [];
    let running = 0, most = 0;
    const queueAction = async (task, _buffers, options) => {
        const call = task.find(({ cmd }) => cmd === "CALL"), op = nameOfCall(call).slice(4);
        const values = call.params.flatMap(({ val }) => val ?? []);
        const inputs = task.flatMap(({ buff }) => buff ?? []).map(kept);
        const one = { op, values, inputs, options, number: tasks.length, into: task.flatMap(({ into }) => into ?? []) };
        tasks.push(one);
        most = Math.max(most, ++running);
        await new Promise((resolve) => { setImmediate(resolve); });
        running--;
        said.push(one.number);
        const told = answer(one);
        if (told instanceof Error) throw told;
        const gets = task.filter(({ cmd }) => cmd === "GET").map(({ len }) => new Uint8Array(len).fill(255 - one.number));
        if (op === "sumRecords") gets[3].set([told ?? 1, 0, 0, 0]);
        results.push(...gets);
        return gets;
    };
    const memory = shared ? takeShared((nVars + 3 * domainSize) * N8) : new Uint8Array((nVars + 3 * domainSize) * N8);
    const part = (from, count) => memory.subarray(from * N8, (from + count) * N8);
    const columns = [0, 1, 2].map((k) => part(nVars + k * domainSize, domainSize)), { signal } = new AbortController();
    const file = { name: "zkey", read: async (type, offset, length, stop) => {
        expect([type, stop]).to.deep.equal([SECTION, signal]);
        reads.push([(offset - 4) / SIZE, length / SIZE]);
        const told = read(reads.length);
        if (told) throw told;
        return section.slice(offset, offset + length);
    } };
    const tm = { concurrency, queueAction };
    const context = {
        zkey: { file, nCoefficients: rows.length, nVars, domainSize, curve: { n8r: N8 } }, tm, signal,
        witness: shared ? part(0, nVars) : witness, columns: shared ? columns : undefined,
        progress: { begin: (phase, total) => {
            said.push([phase, total]);
            return { advance: (count) => advanced.push(count), end: () => said.push("end") };
        } },
    };
    const abc = await buildABC(context).catch((error) => error);
    return { abc, columns, reads, tasks, advanced, results, said, most: () => most };
}
const own = (count) => Array.from({ length: count }, (_, i) => i);
const sum = (list) => list.reduce((a, b) => a + b, 0);

describe("coefficients in chunks", () => {
    for (const [what, rows, concurrency, wanted] of [
        ["three for a worker", own(9000), 1, [[0, 3000], [2999, 3000], [5998, 3002]]],
        ["2048 at least, and the rest with the last", own(9000), 2, [[0, 2048], [2047, 2048], [4094, 2048], [6141, 2859]]],
        ["not a few alone", own(4095), 2, [[0, 4095]]],
        ["but as many as a chunk has", own(4096), 2, [[0, 2048], [2047, 2049]]],
        ["of few one", own(100), 3, [[0, 100]]],
        ["of none none", [], 2, [[0, 0]]],
        ["cut between constraints, of which the last is read again", own(9000).map((i) => i >> 2), 1,
            [[0, 3000], [2996, 3000], [5992, 3008]]],
    ]) it(what, async () => {
        const { reads, tasks, advanced, said, abc, columns } = await build(rows, { concurrency });
        expect(reads).to.deep.equal(wanted);
        expect(sum(advanced), "each once").to.equal(rows.length);
        expect(new Set(tasks.map(({ op }) => op)).size).to.equal(Math.min(1, rows.length));
        for (const { options } of tasks) expect(options.urgent).to.equal(true);
        expect(said[0]).to.deep.equal(["coefficients", rows.length]);
        expect(said.at(-1)).to.equal("end");
        abc.forEach((column, k) => expect(column).to.equal(columns[k]));
    });

    it("two more than workers are in flight, of ordered keys and of others", async () => {
        for (const shared of [true, false]) for (const concurrency of [1, 2]) {
            const { most, tasks } = await build(own(16_000), { concurrency, shared });
            expect(tasks.length).to.be.at.least(3 * concurrency);
            expect(most(), `${concurrency} workers`).to.equal(Math.min(tasks.length, concurrency + 2));
        }
    });

    it("workers write into their rows of the columns, and nothing is copied over them", async () => {
        for (const nVars of [7, 2 ** 17 + 1]) {
            const { tasks, columns } = await build(own(5000), { nVars });
            expect(tasks.every(({ op }) => op === "sumRecords")).to.equal(true);
            for (const { values: [, first, rows], into } of tasks) into.forEach((bytes, k) => {
                expect([bytes.buffer === columns[k].buffer, bytes.byteOffset, bytes.length])
                    .to.deep.equal([true, columns[k].byteOffset + first * N8, rows * N8]);
            });
            expect(columns.every((column) => column.every((byte) => byte === 0))).to.equal(true);
        }
    });

    it("one that a worker finds out of order is enough, also the first: all are summed by the way for any key", async () => {
        for (const wrong of [0, 2]) {
            const answer = ({ number }) => Number(number !== wrong);
            const { tasks, columns, advanced } = await build(own(16_000), { answer, nVars: 2 ** 17 + 1 });
            const [ordered, any] = ["sumRecords", "buildABC"].map((name) => tasks.filter(({ op }) => op === name));
            expect(any.length).to.be.at.least(3);
            if (wrong === 0) expect(ordered.length).to.be.below(6);
            for (const { into, inputs: [, values] } of any) for (const { buffer } of [...into, values])
                expect(buffer, "the witness as well").to.equal(columns[0].buffer);
            expect(sum(advanced), "progress").to.equal(16_000);
            expect(advanced.every((count) => count > 0)).to.equal(true);
        }
    });

    it("of one constraint in several chunks, rows are added one after the other", async () => {
        const { tasks, most, columns } = await build(new Array(9000).fill(3), { domainSize: 8 });
        expect(tasks.map(({ op }) => op)).to.deep.equal(["sumRecords", "buildABC", "buildABC", "batchAdd", "buildABC", "batchAdd"]);
        expect(most()).to.equal(1);
        expect(tasks[3].inputs[0], "what is there").to.have.length(N8);
        for (const { options } of tasks) expect(options.urgent).to.equal(true);
        columns.forEach((column) => {
            const row = column.subarray(3 * N8, 4 * N8);
            expect(row.every((byte) => byte === 250), "the last sums").to.equal(true);
            expect(column.filter(Boolean).length).to.equal(N8);
        });
    });

    it("without shared memory each gets the witness, or of a large one what it names; results are given back", async () => {
        for (const [nVars, length] of [[7, 7], [2 ** 17, 2 ** 17], [2 ** 17 + 1, 7]]) {
            const { tasks, abc, results } = await build(own(9000), { nVars, shared: false });
            expect(tasks.map(({ op }) => op)).to.deep.equal(["buildABC", "buildABC", "buildABC"]);
            const values = tasks.map(({ inputs: [, bytes] }) => bytes);
            expect(values.map((bytes) => bytes.length), `${nVars}`).to.deep.equal(new Array(3).fill(length * N8));
            expect(new Set(values.map(({ buffer }) => buffer)).size, "of its own").to.equal(3);
            expect(abc.map((column) => column.slice(0, 9000 * N8).every(Boolean))).to.deep.equal([true, true, true]);
            expect(results.map((bytes) => bytes.length)).to.deep.equal(new Array(9).fill(0));
        }
    });

    it("a chunk gets the value of each signal once, in the order of their first records, however many there are", async () => {
        const nVars = 2 ** 17 + 1, signalOf = (i) => (i % 6000) * 20 + 1;
        const witness = Uint8Array.from({ length: nVars * N8 }, (_, i) => (i >> 5) * 7 + (i & 31));
        const how = { nVars, shared: false, domainSize: 2 ** 15, signalOf, witness };
        const { tasks } = await build(own(20_000), how);
        expect(tasks.length).to.equal(3);
        let from = 0;
        for (const { values: [count], inputs: [records, values] } of tasks) {
            const words = new Uint32Array(records.buffer, records.byteOffset, count * SIZE / 4);
            expect(values.length).to.equal(Math.min(count, 6000) * N8);
            for (const i of [0, 1, 4095, 4096, 5999, count - 1]) {
                const number = words[i * SIZE / 4 + 2], signal = signalOf(from + i);
                expect(values.subarray(number * N8, (number + 1) * N8))
                    .to.deep.equal(witness.subarray(signal * N8, (signal + 1) * N8));
            }
            from += count;
        }
    });

    it("fail with their own error, and no other is left unheard", async () => {
        const unheard = [], hear = (reason) => unheard.push(reason), task = new Error("no sums"), file = new Error("no file");
        const failsAt = (at) => (number) => (number === at ? file : undefined);
        process.on("unhandledRejection", hear);
        try {
            for (const shared of [true, false]) {
                const outcome = async (how, rows = own(9000)) => (await build(rows, { shared, ...how })).abc;
                expect(await outcome({ answer: ({ number }) => (number === 0 ? task : undefined) })).to.equal(task);
                for (const at of [1, 2, 3]) expect(await outcome({ read: failsAt(at) })).to.equal(file);
                expect([task, file]).to.include(await outcome({ answer: () => task, read: failsAt(3) }));
                const damaged = await outcome({ read: failsAt(2) }, [2 ** 14, ...own(8999)]);
                expect(damaged).to.be.instanceOf(Error);
            }
            await new Promise((resolve) => { setTimeout(resolve, 5); });
        } finally {
            process.off("unhandledRejection", hear);
        }
        expect(unheard).to.deep.equal([]);
    });
});
