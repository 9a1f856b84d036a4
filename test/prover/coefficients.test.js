/** A w, B w and their product from coefficients in chunks, against sums of integers. */
import { expect } from "chai";
import { buildBn128 } from "../../src/index.js";
import { prove } from "../../src/protocols/groth16/index.js";
import { buildABC } from "../../src/protocols/groth16/coefficients.js";
import { createProgress } from "../../src/files/progress.js";
import { nameOfCall } from "../../src/pool/tasks.js";
import { readLE, writeLE } from "../../src/util/bytes.js";
import { takeShared } from "../../src/util/shared.js";
import { fixture } from "../support/circuits.js";
import { itInAll } from "../support/extent.js";
import { uniform } from "../support/random.js";

const N8 = 32, SIZE = 12 + N8, COUNT = 9000;

/**
 * Coefficients of `named` signals, ordered by constraint as keys have them; two constraints are each longer than a
 * chunk.
 */
function makeCoefficients(r, named, rows) {
    const list = Array.from({ length: COUNT }, () => ({
        matrix: Number(uniform(2n)),
        row: Number(uniform(BigInt(rows))),
        signal: Number(uniform(BigInt(named))),
        value: uniform(r),
    }));
    return list.sort((a, b) => a.row - b.row);
}

/** As a key has them: R^2 times the value. */
function encode(list, r) {
    const bytes = new Uint8Array(4 + COUNT * SIZE), view = new DataView(bytes.buffer), square = 2n ** 512n % r;
    view.setUint32(0, COUNT, true);
    list.forEach(({ matrix, row, signal, value }, i) => {
        const at = 4 + i * SIZE;
        [matrix, row, signal].forEach((word, k) => view.setUint32(at + 4 * k, word, true));
        writeLE(bytes, at + 12, value * square % r, N8);
    });
    return bytes;
}

/** What buildABC needs of a proof. */
function contextOf(curve, section, { nVars, rows, witness, columns, onProgress }) {
    const file = { name: "zkey", read: async (_, offset, length) => section.slice(offset, offset + length) };
    return {
        zkey: { file, nCoefficients: COUNT, nVars, domainSize: rows, curve: { n8r: N8 } },
        witness, columns, curve, tm: curve.tm,
        progress: createProgress(onProgress), signal: new AbortController().signal,
    };
}

/** A w, B w and their product, with integers. */
function sumsOf(list, witness, rows, r) {
    const sums = [0, 1].map(() => new Array(rows).fill(0n));
    for (const { matrix, row, signal, value } of list)
        sums[matrix][row] = (sums[matrix][row] + value * readLE(witness, signal * N8, N8)) % r;
    return [...sums, sums[0].map((a, i) => (a * sums[1][i]) % r)];
}

/** @param {Uint8Array} column */
const integersOf = (Fr, column) =>
    Array.from({ length: column.length / N8 }, (_, i) => Fr.toObject(column.slice(i * N8, (i + 1) * N8)));

describe("prover: coefficients", () => {
    for (const threads of [0, 2])
        for (const [nVars, rows, common] of [
            [100, 64, false],
            [100, 2, false],
            [2 ** 17 + 1, 64, false],
            [2 ** 17 + 1, 64, true],
        ])
            it(`sums of ${rows} constraints with a witness of ${nVars} values${common ? " in shared memory" : ""} on ${threads} workers`, async () => {
                const curve = await buildBn128({ threads });
                const { r, Fr, tm } = curve, { queueAction } = tm, sent = new Set();
                tm.queueAction = (task, ...rest) => {
                    if (nameOfCall(task.find(({ cmd }) => cmd === "CALL")) === "qap_buildABC") sent.add(task[1].buff);
                    return queueAction.call(tm, task, ...rest);
                };
                try {
                    const witness = common ? takeShared(nVars * N8) : new Uint8Array(nVars * N8),
                        named = [0, 1, 2, 50, nVars - 2, nVars - 1];
                    for (const i of named) writeLE(witness, i * N8, uniform(r), N8);
                    const list = makeCoefficients(r, named.length, rows).map((one) => ({
                        ...one,
                        signal: named[one.signal],
                    }));
                    const section = encode(list, r);
                    const before = witness.slice();
                    const context = contextOf(curve, section, { nVars, rows, witness });
                    const abc = await buildABC(context);
                    expect(context.progress.timings().map(({ phase }) => phase)).to.deep.equal(["coefficients"]);
                    sumsOf(list, witness, rows, r).forEach((column, k) =>
                        expect(integersOf(Fr, abc[k])).to.deep.equal(column));
                    expect(Buffer.compare(witness, before)).to.equal(0);
                    if (common) expect([sent.size, sent.has(witness)], "no copies").to.deep.equal([1, true]);
                    else expect(sent.has(witness)).to.equal(false);
                    if (nVars > 100 && !common) // only values that are named
                        for (const values of sent) expect(values.length).to.be.at.most(named.length * N8);
                } finally {
                    await curve.terminate();
                }
            });

    itInAll("and transforms of a proof are urgent, sums are not, whatever the number of workers", async () => {
        const [zkey, wtns] = ["circuit.zkey", "witness.wtns"].map((name) => fixture("mimc_example", name));
        for (const threads of [2, 6]) {
            const curve = await buildBn128({ threads }), { tm } = curve, { queueAction } = tm, urgent = {};
            tm.queueAction = (task, transfers, options) => {
                for (const call of task.filter(({ cmd }) => cmd === "CALL"))
                    (urgent[nameOfCall(call)] ??= new Set()).add(options.urgent === true);
                return queueAction.call(tm, task, transfers, options);
            };
            try {
                await prove(zkey, wtns, { curve });
                const first = ["qap_sumRecords", "frm_ifftShiftFft", "qap_joinABC", "frm_batchFromMontgomery"];
                expect(Object.keys(urgent)).to.have.members([...first, "g1m_msm", "g2m_msm"]);
                for (const [name, values] of Object.entries(urgent))
                    expect([...values], name).to.deep.equal([first.includes(name)]);
            } finally {
                await curve.terminate();
            }
        }
    });

    describe("with the witness and the columns in shared memory", () => {
        const nVars = 2 ** 12 + 3, rows = 128, named = [0, 1, 2, 255, 256, 300, nVars - 2, nVars - 1];
        let curve, common, witness, columns;
        before(async () => { curve = await buildBn128({ threads: 2 }); });
        after(() => curve.terminate());
        beforeEach(() => {
            common = takeShared((nVars + 3 * rows) * N8);
            witness = common.subarray(0, nVars * N8);
            columns = [0, 1, 2].map((k) => common.subarray((nVars + k * rows) * N8, (nVars + (k + 1) * rows) * N8));
            const values = [1n, 0n, 1n, uniform(curve.r), curve.r - 1n, 2n, (1n << 64n) - 1n, uniform(curve.r)];
            named.forEach((i, k) => writeLE(witness, i * N8, values[k], N8));
        });

        const list = (filled = rows) => makeCoefficients(curve.r, named.length, filled).map((one) => ({
            ...one, signal: named[one.signal] }));

        /** The tasks of a run, by what they call. */
        async function build(section, more = {}) {
            const { tm } = curve, { queueAction } = tm, calls = [], urgent = new Set();
            tm.queueAction = (task, transfers, options) => {
                calls.push(nameOfCall(task.find(({ cmd }) => cmd === "CALL")));
                urgent.add(options.urgent);
                return queueAction.call(tm, task, transfers, options);
            };
            try {
                const abc = await buildABC(contextOf(curve, section, { nVars, rows, witness, columns, ...more }));
                return { abc, calls: new Set(calls), urgent };
            } finally {
                tm.queueAction = queueAction;
            }
        }

        const check = ({ abc }, wanted) => abc.forEach((column, k) => {
            expect(column).to.equal(columns[k]);
            expect(integersOf(curve.Fr, column)).to.deep.equal(wanted[k]);
        });

        it("workers check the records and look up the values, before all other tasks", async () => {
            const ordered = list(), reports = [];
            const run = await build(encode(ordered, curve.r), { onProgress: (report) => reports.push(report) });
            expect([[...run.calls], [...run.urgent]]).to.deep.equal([["qap_sumRecords"], [true]]);
            check(run, sumsOf(ordered, witness, rows, curve.r));
            expect(reports.at(-1)).to.include({ phase: "coefficients", done: COUNT, total: COUNT });
        });

        it("rows without records are zero", async () => {
            const few = list(9).map((one) => ({ ...one, row: 2 * one.row + 5 }));
            check(await build(encode(few, curve.r)), sumsOf(few, witness, rows, curve.r));
        });

        for (const [what, change] of [
            ["in any order", (each) => each.sort((a, b) => (a.value < b.value ? -1 : 1))],
            ["ordered the other way", (each) => each.reverse()],
            ["ordered but for the last", (each) => [...each.slice(1), each[0]]],
            ["ordered but for one in the first chunk", (each) => each.with(50, { ...each[50], row: rows - 1 })],
            ["ordered but for one in the second chunk", (each) => each.with(3000, { ...each[3000], row: 0 })],
            ["of one constraint that is longer than a chunk", (each) => each.map((one) => ({ ...one, row: 3 }))],
        ]) it(`records ${what} are summed by the way for any key`, async () => {
            const changed = change(list());
            const reports = [], onProgress = (report) => reports.push(report);
            const run = await build(encode(changed, curve.r), { onProgress });
            expect([...run.calls]).to.include("qap_buildABC");
            expect(reports.at(-1)).to.include({ done: COUNT, total: COUNT });
            const counts = reports.filter(({ phase }) => phase === "coefficients").map(({ done }) => done);
            expect(counts, "never goes back").to.deep.equal([...counts].sort((a, b) => a - b));
            check(run, sumsOf(changed, witness, rows, curve.r));
        });

        for (const at of [0, 4000, COUNT - 1]) for (const [word, value, message] of [
            [0, 2, "be of matrix 0 or 1, got 2"],
            [1, rows, `name one of ${rows} constraints, got ${rows}`],
            [1, 0xffffffff, `name one of ${rows} constraints, got 4294967295`],
            [2, nVars, `name one of ${nVars} signals, got ${nVars}`],
            [2, 0xffffffff, `name one of ${nVars} signals, got 4294967295`],
        ]) it(`refuses coefficient ${at}: ${message}`, async () => {
            const section = encode(list(), curve.r);
            new DataView(section.buffer).setUint32(4 + at * SIZE + 4 * word, value, true);
            const error = await build(section).then(() => undefined, (reason) => reason);
            expect(error?.code).to.equal("ERR_FILE");
            expect(error.message).to.equal(`zkey: expected coefficient ${at} to ${message}; the key is damaged`);
        });
    });
});
