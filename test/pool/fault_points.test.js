import { expect } from "chai";
import { buildBn128 } from "../../src/index.js";
import { prove } from "../../src/protocols/groth16/index.js";
import { fixture } from "../support/circuits.js";
import { rowsInFull, rowsOf, thinned } from "../support/extent.js";
import { createFaults } from "../support/faults.js";

const N = 1 << 12;
/** Milliseconds for one attempt; those that end take some hundred. */
const LIMIT = 20000;

/** Each gives a text that says whether it is right. */
const OPERATIONS = {
    async msm({ G1 }) {
        const bases = new Uint8Array(64 * N), scalars = new Uint8Array(32 * N).fill(3);
        for (let i = 0; i < N; i++) bases.set(G1.gAffine, 64 * i);
        return G1.toObject(G1.toAffine(await G1.multiExpAffine(bases, scalars))).join();
    },
    async fft({ Fr }) {
        return Buffer.from(await Fr.fft(new Uint8Array(32 * N).fill(1))).toString("hex").slice(0, 256);
    },
    async prove(curve) {
        const { publicSignals } = await prove(
            fixture("mimc_example", "circuit.zkey"),
            fixture("mimc_example", "witness.wtns"),
            { curve },
        );
        return publicSignals.join();
    },
};
/** What comes next; it shows as much after a proof, and sooner. */
const next = OPERATIONS.fft;

/**
 * The points that fail: all in the full run; otherwise the first, the last, and some between them, fewer of a proof,
 * which has ten times as many. @param {string} name @param {number} count
 */
const pointsOf = (name, count) => Array.from({ length: count }, (_, i) => i)
    .filter((i) => i < 1 || i >= count - 1 || i % rowsInFull(1, name === "prove" ? rowsOf(15, 120) : rowsOf(2, 6)) === 0);

const kindsOf = (/** @type {number[]} */ counts) => counts.filter(Boolean).length;

/** @param {Promise<string>} promise */
function inTime(promise) {
    let timer;
    const late = new Promise((resolve) => { timer = setTimeout(resolve, LIMIT, "never settled"); });
    return Promise.race([promise.catch((error) => error), late]).finally(() => clearTimeout(timer));
}

describe("every point at which an operation waits for the host fails once", () => {
    let faults;
    before(() => { faults = createFaults(); });
    after(() => faults.restore());

    for (const [name, operation] of thinned(Object.entries(OPERATIONS), 3))
        it(`${name}: it settles, with the right answer or an error, and the next one is right`, async function () {
            this.timeout(120000);
            faults.arm(-1, -1);
            const curve = await buildBn128({
                threads: 1,
                terminationTimeout: 60000,
                createWorker: faults.createWorker,
            });
            const expected = await operation(curve);
            // a busy machine may not start a worker before a short proof has ended
            for (let more = 0; more < 20 && kindsOf(faults.counts()) < 8; more++) await operation(curve);
            const counts = faults.counts(), afterwards = await next(curve);
            await curve.terminate();
            const attempt = async () => {
                const { createWorker } = faults;
                // of its own each time: builders keep curves by their options
                const curve = await buildBn128({
                    threads: 1,
                    terminationTimeout: 60000,
                    createWorker: (request) => createWorker(request),
                });
                try {
                    const first = await inTime(operation(curve));
                    faults.disarm();
                    const second = await inTime(next(curve));
                    // a worker that dies of the last message of all may take the next task with it
                    return {
                        first,
                        second:
                            second?.code === "ERR_WORKER" && first === expected ? await inTime(next(curve)) : second,
                    };
                } finally {
                    await curve.terminate();
                }
            };
            expect(kindsOf(counts), `kinds: ${counts}`).to.be.at.least(8);
            let points = 0,
                errors = 0;
            for (const [kind, count] of counts.entries())
                for (const index of pointsOf(name, count)) {
                    faults.arm(kind, index);
                    // not even built
                    const where = `${faults.kinds[kind]} number ${index} of ${count}`,
                        outcome = await attempt().catch((error) => ({ first: error, second: afterwards }));
                    faults.disarm();
                    points++;
                    if (outcome.first instanceof Error) errors++;
                    else expect(outcome.first, where).to.equal(expected);
                    if (outcome.second instanceof Error)
                        throw new Error(`${where}: the next one failed, too`, { cause: outcome.second });
                    expect(outcome.second, `${where}, the next one`).to.equal(afterwards);
                }
            expect(points).to.be.above(rowsOf(rowsInFull(15, 10), 7));
            expect(errors, `of ${points} points`).to.be.within(1, points);
        });
});
