/** Runs of calls as numbers: what is packed comes back, and what is unusual is left as it is. */
import { expect } from "chai";
import { argumentsOf, IndependentCalls, nextCall, packCalls, unpackCall } from "../../src/pool/calls.js";

const call = (i, fnName = `f${i % 3}`) => ({ cmd: "CALL", fnName, params: [{ var: i % 2, offset: 8 * i }, { val: -i }] });
const run = (n) => Array.from({ length: n }, (_, i) => call(i));
const unpacked = (calls) => {
    const out = [];
    for (let at = 0; at < calls.numbers.length; at = nextCall(calls, at)) out.push(unpackCall(calls, at));
    return out;
};

describe("packed calls", () => {
    it("short runs, and what is no list, stay as they are", () => {
        for (const task of [[], run(15), [{ cmd: "ALLOC", var: 0, len: 4 }, ...run(15)], undefined, "task"])
            expect(packCalls(task)).to.equal(task);
    });

    it("long runs come back as they were, between the commands that they were between", () => {
        const alloc = { cmd: "ALLOC", var: 0, len: 4 }, get = { cmd: "GET", out: 0, var: 0, len: 4 };
        const packed = packCalls([alloc, ...run(20), get, ...run(3), get, ...run(16)]);
        expect(packed.map(({ cmd }) => cmd)).to.deep.equal(["ALLOC", "CALLS", "GET", ...Array(3).fill("CALL"), "GET", "CALLS"]);
        expect(packed[1].count).to.equal(20);
        expect(unpacked(packed[1])).to.deep.equal(run(20));
        expect(unpacked(packed.at(-1))).to.deep.equal(run(16));
    });

    it("an offset that is absent is 0", () => {
        const [packed] = packCalls(Array.from({ length: 16 }, () => ({ cmd: "CALL", fnName: "f", params: [{ var: 2 }] })));
        expect(unpacked(packed)[3].params).to.deep.equal([{ var: 2, offset: 0 }]);
    });

    it("arguments are addresses and values; a variable without an address has none", () => {
        const [packed] = packCalls(run(16)), second = nextCall(packed, 0);
        expect(argumentsOf(packed, second, new Map([[1, 1000]]))).to.deep.equal([1008, -1]);
        expect(argumentsOf(packed, second, new Map([[0, 1000]]))).to.equal(undefined);
    });

    it("an unusual command ends a run, and is left for the executor to look at", () => {
        const unusual = [
            null, undefined, 7, { cmd: "CALL" }, { ...call(1), fnName: 7 }, { ...call(1), params: "p" },
            { ...call(1), kernel: { op: "neg", group: "frm" } },
            ...[null, 7, {}, { var: "a" }, { var: -1 }, { var: 1.5 }, { var: 0, offset: "8" }, { val: "8" }, { val: 8n }]
                .map((param) => ({ ...call(1), params: [param] })),
        ];
        for (const command of unusual) {
            const packed = packCalls([...run(16), command, ...run(16)]);
            expect(packed.length).to.equal(3);
            expect(packed[1]).to.equal(command);
        }
    });
});

describe("independent calls", () => {
    const footprint = ([[a, aEnd] = [0, 0], [b, bEnd] = [0, 0]], [out, outEnd]) => ({ out, outEnd, a, aEnd, b, bEnd });
    const taken = (...calls) => { const group = new IndependentCalls(); return calls.map((one) => group.take(one)); };

    it("read beside what they write, in ascending order", () => {
        expect(taken(footprint([[0, 8]], [100, 108]), footprint([[8, 16]], [108, 116]))).to.deep.equal([true, true]);
        expect(taken(footprint([], [100, 108]), footprint([[0, 0], [9, 16]], [108, 116]))).to.deep.equal([true, true]);
    });

    it("do not write what another one writes or reads, nor their own operands", () => {
        expect(taken(footprint([], [100, 108]), footprint([], [104, 112]))).to.deep.equal([true, false]);
        expect(taken(footprint([], [100, 108]), footprint([], [90, 98]))).to.deep.equal([true, false]);
        expect(taken(footprint([], [100, 108]), footprint([[107, 115]], [120, 128]))).to.deep.equal([true, false]);
        expect(taken(footprint([[112, 116]], [100, 108]), footprint([], [108, 116]))).to.deep.equal([true, false]);
        expect(taken(footprint([[4, 12]], [0, 8]))).to.deep.equal([false]);
    });

    it("that are turned away change nothing", () => {
        expect(taken(footprint([], [100, 108]), footprint([[100, 101]], [200, 208]), footprint([], [108, 116])))
            .to.deep.equal([true, false, true]);
    });
});
