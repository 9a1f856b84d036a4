/** A w, B w and their product from coefficients in chunks, against sums of integers. */
import { expect } from "chai";
import { buildBn128 } from "../../src/index.js";
import { buildABC } from "../../src/protocols/groth16/coefficients.js";
import { createProgress } from "../../src/files/progress.js";
import { nameOfCall } from "../../src/pool/tasks.js";
import { readLE, writeLE } from "../../src/util/bytes.js";
import { takeShared } from "../../src/util/shared.js";
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
                    const zkey = {
                        file: {
                            name: "zkey",
                            read: async (_, offset, length) => section.slice(offset, offset + length),
                        },
                        nCoefficients: COUNT,
                        nVars,
                        domainSize: rows,
                        curve: { n8r: N8 },
                    };
                    const before = witness.slice();
                    const abc = await buildABC({
                        zkey,
                        witness,
                        curve,
                        tm: curve.tm,
                        progress: createProgress(),
                        signal: new AbortController().signal,
                    });
                    const sums = [0, 1].map(() => new Array(rows).fill(0n));
                    for (const { matrix, row, signal, value } of list)
                        sums[matrix][row] = (sums[matrix][row] + value * readLE(witness, signal * N8, N8)) % r;
                    sums.push(sums[0].map((a, i) => (a * sums[1][i]) % r));
                    sums.forEach((column, k) =>
                        expect(
                            Array.from({ length: rows }, (_, i) => Fr.toObject(abc[k].slice(i * N8, (i + 1) * N8))),
                        ).to.deep.equal(column),
                    );
                    expect(Buffer.compare(witness, before)).to.equal(0);
                    if (common) expect([sent.size, sent.has(witness)], "no copies").to.deep.equal([1, true]);
                    else expect(sent.has(witness)).to.equal(false);
                    if (nVars > 100 && !common) // only values that are named
                        for (const values of sent) expect(values.length).to.be.at.most(named.length * N8);
                } finally {
                    await curve.terminate();
                }
            });
});
