/** What planMsm decides, as a table: a line that changes says which sizes, workers, tiers or memory it changes for. */
import { expect } from "chai";
import { chunkBounds, mostWorkersPerChunk, planMsm } from "../../src/batch/msm_plan.js";

const G1 = 64, G2 = 128, WIDE = 96, MIB = 2 ** 20;
const msm = (points, pointBytes = G1, more = {}) => ({
    points, pointBytes, scalarBytes: 32, lanes: true, tierNamed: false, scalarsShort: () => false, ...more,
});
const pool = (workers, more = {}) => ({ workers, cold: false, onCaller: false, ...more });

/** A plan in a line: where, chunks, points of the longest, workers that share each. */
function print({ where, chunks, workersPerChunk }) {
    const lengths = chunks.slice(1).map((end, k) => end - chunks[k]);
    return `${where}: ${lengths.length} x ${Math.max(...lengths)} points, ${workersPerChunk} each`;
}

const bits = { scalarsShort: () => true }, base = { lanes: false }, named = { tierNamed: true };
const alone = { alone: true };

const TABLE = [
    // sizes
    ["62 points are summed at once", msm(62), pool(2), "caller: 1 x 62 points, 1 each"],
    ["63 are worth a worker", msm(63), pool(2), "pool: 1 x 63 points, 1 each"],
    ["500 with scalars of 4 bytes are not", msm(500, G1, { scalarBytes: 4 }), pool(8), "caller: 1 x 500 points, 1 each"],
    ["below 128 points no chunk is shared", msm(127), pool(2), "pool: 2 x 64 points, 1 each"],
    ["two workers share 128 points", msm(128), pool(2), "pool: 1 x 128 points, 2 each"],
    ["and 2^17 in G1", msm(2 ** 17), pool(2), "pool: 1 x 131072 points, 2 each"],
    ["but not more than 8 MiB", msm(2 ** 17 + 1), pool(2), "pool: 2 x 65537 points, 1 each"],
    ["which are half as many in G2", msm(2 ** 16, G2), pool(2), "pool: 1 x 65536 points, 2 each"],
    ["and no more", msm(2 ** 17, G2), pool(2), "pool: 2 x 65536 points, 1 each"],
    ["chunks have at most 32 MiB", msm(2 ** 21), pool(2), "pool: 4 x 524288 points, 1 each"],
    ["in 381 bits too", msm(2 ** 21, WIDE), pool(2), "pool: 6 x 349526 points, 1 each"],
    // workers
    ["four workers share two chunks", msm(2 ** 14), pool(4), "pool: 2 x 8192 points, 2 each"],
    ["three share none", msm(2 ** 14), pool(3), "pool: 3 x 5462 points, 1 each"],
    ["one has all", msm(2 ** 14), pool(1), "pool: 1 x 16384 points, 1 each"],
    ["eight have no chunks below 64 points", msm(300), pool(8), "pool: 4 x 75 points, 2 each"],
    // tiers
    ["the base module shares nothing", msm(2 ** 14, G1, base), pool(2), "pool: 2 x 8192 points, 1 each"],
    ["and pauses between chunks on this thread", msm(2 ** 14, G1, base), pool(1, { onCaller: true }), "pool: 14 x 1171 points, 1 each"],
    ["lanes pause by themselves", msm(2 ** 14), pool(1, { onCaller: true }), "pool: 1 x 16384 points, 1 each"],
    ["a tier that is named has its pool", msm(10, G1, named), pool(2), "pool: 1 x 10 points, 1 each"],
    // a pool that has not started
    ["a cold pool leaves 1250 points here", msm(1250), pool(2, { cold: true }), "cold pool: 1 x 1250 points, 1 each"],
    ["and starts for 1251", msm(1251), pool(2, { cold: true }), "pool: 1 x 1251 points, 2 each"],
    ["or where a tier is named", msm(1250, G1, named), pool(2, { cold: true }), "pool: 1 x 1250 points, 2 each"],
    // short scalars
    ["bits are not worth two copies", msm(2 ** 14, G1, bits), pool(2), "pool: 2 x 8192 points, 1 each"],
    // other MSMs beside it, and memory
    ["alone it takes one task", msm(2 ** 14, G1, alone), pool(2), "pool: 1 x 16384 points, 1 each"],
    ["of bits as well", msm(2 ** 14, G1, { ...alone, ...bits }), pool(2), "pool: 1 x 16384 points, 1 each"],
    ["but not of what none would share", msm(2 ** 18, G1, alone), pool(2), "pool: 2 x 131072 points, 1 each"],
    ["smaller chunks are not shared", msm(2 ** 15, G1, { chunkBytes: MIB }), pool(2), "pool: 2 x 16384 points, 1 each"],
    ["unless all points fit in one", msm(2 ** 14, G1, { chunkBytes: MIB }), pool(2), "pool: 1 x 16384 points, 2 each"],
];

describe("plan of an MSM", () => {
    for (const [what, sizes, state, line] of TABLE)
        it(`${what}: ${line}`, () => expect(print(planMsm(sizes, state))).to.equal(line));

    it("has chunks that join without gaps and end with the last point", () => {
        for (const points of [1, 63, 127, 128, 129, 1000, 2 ** 18 + 3])
            for (const workers of [1, 2, 3, 8]) {
                const { chunks } = planMsm(msm(points), pool(workers));
                expect([chunks[0], chunks.at(-1)]).to.deep.equal([0, points]);
                expect(chunks.slice(1).every((end, k) => end > chunks[k])).to.equal(true);
            }
    });

    it("looks at scalars only where that decides", () => {
        const scalarsShort = () => { throw new Error("asked"); };
        for (const [sizes, state] of [[msm(10), pool(2)], [msm(2 ** 14), pool(3)], [msm(2 ** 14, G1, alone), pool(2)]])
            expect(planMsm({ ...sizes, scalarsShort }, state).workersPerChunk).to.equal(1);
        expect(() => planMsm({ ...msm(2 ** 14), scalarsShort }, pool(2))).to.throw("asked");
    });

    it("says why", () => {
        const reasons = [msm(10), msm(1000), msm(2 ** 14), msm(2 ** 14, G1, bits), msm(2 ** 14, G1, alone)]
            .map((sizes, k) => planMsm(sizes, pool(2, { cold: k === 1 })).reason);
        expect(reasons).to.deep.equal([
            "too little work for a worker",
            "done before the first worker would have started",
            "two workers share a chunk",
            "chunks for all workers",
            "other MSMs keep the other workers busy",
        ]);
    });
});

describe("workers per chunk, as a proof counts its memory", () => {
    it("are those of the plan", () => {
        for (const points of [128, 2 ** 14, 2 ** 17, 2 ** 17 + 1])
            for (const workers of [1, 2, 3, 4])
                for (const chunkBytes of [MIB, 8 * MIB, undefined]) {
                    const { workersPerChunk } = planMsm(msm(points, G1, { chunkBytes }), pool(workers));
                    expect(mostWorkersPerChunk(points * G1, workers, { chunkBytes })).to.equal(workersPerChunk);
                }
    });

    it("is one where the MSM is alone", () => {
        expect(mostWorkersPerChunk(MIB, 2, { alone: true })).to.equal(1);
        expect(mostWorkersPerChunk(MIB, 2)).to.equal(2);
    });
});

describe("chunks of an MSM", () => {
    it("are as many as workers, and not shorter than 64 points", () => {
        for (const [n, count] of [[0, 1], [1, 1], [64, 1], [65, 2], [128, 2], [129, 3], [10_000, 4]])
            expect(chunkBounds(n, 64, 4).length - 1, String(n)).to.equal(count);
    });

    it("are so many for each worker as their bytes or the caller ask for", () => {
        expect(chunkBounds(10_000, 64, 4, 3).length - 1).to.equal(12);
        expect(chunkBounds(4000, 64, 4, 1, 64_000).length - 1).to.equal(4);
        expect(chunkBounds(4001, 64, 4, 1, 64_000).length - 1).to.equal(8);
    });
});
