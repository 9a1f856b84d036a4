/**
 * Memory that the prover and its workers have in common: the same results, nothing left in it, nothing used again that
 * somebody may still write to.
 */
import { expect } from "chai";
import { nameOfCall } from "../../src/pool/tasks.js";
import { SharedMemory } from "../../src/pool/shared_memory.js";
import { chunkBounds } from "../../src/batch/msm_plan.js";
import { buildBn128 } from "../../src/index.js";
import { withSharedColumns } from "../../src/protocols/key/buffers.js";
import { prove, verify } from "../../src/protocols/groth16/index.js";
import { warmUp } from "../../src/protocols/key/open.js";
import { isShared, takeShared } from "../../src/util/shared.js";
import { circuitsIn, fixtures } from "../support/circuits.js";
import { itInAll } from "../support/extent.js";
import { points } from "../support/points.js";
import { seed, uniform } from "../support/random.js";

const threads = 2;
const { zkey, wtns, vkey } = circuitsIn(fixtures).find(({ name }) => name === "xor_net");

describe("prover: columns in shared memory", function () {
    this.timeout(60_000);
    let curve;
    before(async () => { curve = await buildBn128({ threads }); });
    after(() => curve.terminate());

    const elements = (n) => {
        const bytes = new Uint8Array(n * 32);
        for (let i = 0; i < n; i++) bytes.set(curve.Fr.e(uniform(curve.r)), i * 32);
        return bytes;
    };
    const shared = (bytes) => {
        const copy = takeShared(bytes.length);
        copy.set(bytes);
        return copy;
    };

    it("is what was taken as such, not the shared memory of a caller", () => {
        expect(isShared(takeShared(8).subarray(2, 4))).to.equal(true);
        for (const other of [new Uint8Array(8), new Uint8Array(new SharedArrayBuffer(8)), undefined, "bytes"])
            expect(isShared(other)).to.equal(false);
    });

    itInAll(`the quotient on the coset is made in it, ${seed}`, async () => {
        for (const n of [1, 8, 1 << 12]) {
            const columns = [elements(n), elements(n), elements(n)], want = await curve.Fr.cosetQuotient(...columns);
            const common = columns.map(shared), got = await curve.Fr.cosetQuotient(...common, { consume: true });
            expect(Buffer.compare(got, want)).to.equal(0);
            expect(got.buffer).to.equal(common[0].buffer);
            const kept = columns.map(shared);
            expect(Buffer.compare(await curve.Fr.cosetQuotient(...kept), want)).to.equal(0);
            kept.forEach((column, i) => expect(Buffer.compare(column, columns[i]), "not consumed").to.equal(0));
        }
    });

    it("kernels of transforms are warmed once, on a pool without work, for long proofs", async () => {
        const own = await buildBn128({ threads, terminationTimeout: 60_001 }), { tm } = own, { queueAction } = tm;
        const seen = [];
        tm.queueAction = (task, ...rest) => {
            seen.push(task.filter(({ cmd }) => cmd === "CALL").map(nameOfCall).join());
            return queueAction.call(tm, task, ...rest);
        };
        const warm = (nVars, domainSize) => warmUp({ zkey: { nVars, domainSize }, curve: own, tm });
        try {
            expect(warm(2 ** 16, 2 ** 13), "a small domain").to.equal(undefined);
            expect(warm(2 ** 14, 2 ** 14), "a short proof").to.equal(undefined);
            const warmed = warm(2 ** 16, 2 ** 14);
            expect(warmed).to.be.instanceOf(Promise);
            await warmed;
            expect(warm(2 ** 16, 2 ** 14), "again").to.equal(undefined);
            expect(seen).to.deep.equal(["frm_ifftShiftFft,frm_ifftShiftFft"]);
        } finally {
            await own.terminate();
        }
    });

    it("sums take scalars from it; the points of bits are cut, those of long scalars shared", async () => {
        const n = 3000, bases = points(curve.G1, n), tasks = [];
        const { queueAction } = curve.tm;
        for (const [kind, of, shares] of [
            ["bits", (i) => BigInt(i % 3 === 0), [1]],
            ["few long ones", (i) => (i % 20 === 0 ? uniform(curve.r) : 1n), [1]],
            ["long ones", () => uniform(curve.r), [2]],
        ]) {
            const scalars = new Uint8Array(n * 32);
            for (let i = 0; i < n; i++) curve.Fr.toRprLE(scalars, i * 32, curve.Fr.e(of(i)));
            const want = await curve.G1.multiExpAffine(bases, scalars, undefined, "", { batch: "disabled" });
            tasks.length = 0;
            curve.tm.queueAction = (task, ...rest) => {
                tasks.push(task);
                return queueAction.call(curve.tm, task, ...rest);
            };
            try {
                for (const given of [scalars, shared(scalars)])
                    expect(
                        curve.G1.eq(
                            await curve.G1.multiExpAffine(bases, given, undefined, "", { glv: "enabled" }),
                            want,
                        ),
                        kind,
                    ).to.equal(true);
            } finally {
                delete curve.tm.queueAction;
            }
            expect(tasks.length).to.equal(2 * (chunkBounds(n, 64, 2).length - 1));
            const calls = tasks.flat().filter(({ cmd }) => cmd === "CALL");
            expect([...new Set(calls.map(nameOfCall))], kind).to.deep.equal(["g1m_msm"]);
            expect([...new Set(calls.map(({ params }) => params.at(-1).val))], `shares, ${kind}`).to.deep.equal(shares);
        }
    });

    it("a reader may say that other sums keep the workers busy: then its points are one task", async () => {
        const n = 3000, bases = points(curve.G1, n), scalars = new Uint8Array(n * 32), calls = [];
        for (let i = 0; i < n; i++) curve.Fr.toRprLE(scalars, i * 32, curve.Fr.e(uniform(curve.r)));
        const want = await curve.G1.multiExpAffine(bases, scalars, undefined, "", { batch: "disabled" });
        const { queueAction } = curve.tm;
        curve.tm.queueAction = (task, ...rest) => {
            calls.push(...task.filter(({ cmd }) => cmd === "CALL").map(({ params }) => params.at(-1).val));
            return queueAction.call(curve.tm, task, ...rest);
        };
        try {
            for (const [alone, shares] of [[true, [1]], [undefined, [2, 2]]]) {
                calls.length = 0;
                const reader = Object.assign((at, size) => bases.slice(at, at + size), { alone });
                const sum = await curve.G1.multiExpAffineChunked(reader, bases.length, scalars, undefined, "");
                expect(curve.G1.eq(sum, want)).to.equal(true);
                expect(calls, `shares of each task, alone: ${alone}`).to.deep.equal(shares);
            }
        } finally {
            delete curve.tm.queueAction;
        }
    });

    it("a reader may say that nobody else uses what it returns: then it is not copied", async () => {
        const n = 300, bases = points(curve.G1, n), scalars = elements(n);
        const want = await curve.G1.multiExpAffine(bases, scalars, undefined, "");
        for (const fresh of [undefined, true]) {
            const given = bases.slice(), reader = Object.assign(async () => given, { fresh });
            expect(
                curve.G1.eq(await curve.G1.multiExpAffineChunked(reader, bases.length, scalars, undefined, ""), want),
            ).to.equal(true);
            expect(given.length, `fresh: ${fresh}`).to.equal(fresh ? 0 : bases.length);
        }
    });

    /** What the work gets of a witness of 64 bytes and columns of 32, and what there is of it afterwards. */
    async function borrowed(tm, { count = 3, bytes = 64, work = async () => {} } = {}) {
        const witness = new Uint8Array(bytes).fill(7), secrets = [];
        const zkey = { domainSize: 1, curve: { n8r: 32 } };
        let seen;
        const ended = await withSharedColumns({ tm, witness, zkey, secrets }, count, async (context) => {
            seen = context;
            expect(context.witness.every((byte) => byte === 7), "the witness").to.equal(true);
            expect((context.columns ?? []).every((column) => column.every((byte) => byte === 0))).to.equal(true);
            for (const column of context.columns ?? []) column.fill(9);
            await work();
        }).then(() => true, () => false);
        expect(secrets).to.deep.equal([]);
        return { ...seen, given: witness, ended };
    }

    it("is kept for the next proof, cleared; a failed one keeps nothing", async () => {
        const tm = { shared: new SharedMemory() };
        const work = async () => {
            const { witness } = await borrowed(tm);
            expect(witness.buffer, "two proofs at a time").to.not.equal(tm.shared.lent.keys().next().value);
        };
        const first = await borrowed(tm, { work });
        expect([first.witness, ...first.columns].map(({ length }) => length)).to.deep.equal([64, 32, 32, 32]);
        for (const bytes of [first.given, first.witness, ...first.columns])
            expect(bytes.some(Boolean), "cleared").to.equal(false);
        const kept = new Set(tm.shared.kept.map(({ bytes }) => bytes.buffer));
        expect(kept.has(first.witness.buffer)).to.equal(true);
        const second = await borrowed(tm, { bytes: 96 });
        expect(kept.has(second.witness.buffer)).to.equal(true);
        for (const column of second.columns) expect(column.buffer).to.equal(second.witness.buffer);
        const failed = await borrowed(tm, { work: async () => { throw new Error("enough"); } });
        expect([failed.ended, kept.has(failed.witness.buffer)]).to.deep.equal([false, true]);
        expect(failed.witness.some(Boolean), "cleared after a failure").to.equal(false);
        expect(tm.shared.kept.some(({ bytes }) => bytes.buffer === failed.witness.buffer), "and given to nobody")
            .to.equal(false);
        expect(tm.shared.inUse).to.equal(0);
        const { columns, witness, given } = await borrowed(tm, { bytes: 2 ** 25 });
        expect([columns, witness === given], "too much").to.deep.equal([undefined, true]);
    });

    it("is not given to the next proof after one that was aborted or failed while workers may write to it", async () => {
        const { cosetQuotient } = curve.Fr,
            want = (await prove(zkey, wtns, { curve })).publicSignals;
        /**
         * The memory of a proof's columns, and how it ended.
         * @param {(column: Uint8Array) => void} [disturb] - once the quotient is with the workers
         */
        const attempt = async (disturb = () => {}, signal = undefined) => {
            let column;
            curve.Fr.cosetQuotient = function (...args) {
                column ??= args[0]; // a proof that does not verify is followed by an examination of the key
                const quotient = cosetQuotient.apply(this, args);
                disturb();
                return quotient;
            };
            const result = await prove(zkey, wtns, { curve, signal }).catch((error) => ({ error }));
            expect(isShared(column)).to.equal(true);
            return { column, ...result };
        };
        const check = async ({ proof, publicSignals }) => {
            expect(publicSignals).to.deep.equal(want);
            expect(await verify(vkey, publicSignals, proof)).to.equal(true);
        };
        try {
            let before = await attempt();
            await check(before);
            for (const how of ["aborted", "failed"]) {
                const reason = new Error(how),
                    controller = new AbortController();
                const stop = () => {
                    if (how === "aborted") controller.abort(reason);
                    else throw reason;
                };
                const broken = await attempt(stop, controller.signal);
                expect(broken.error.message, broken.error.stack).to.include(how);
                expect(broken.column.buffer, `${how}: it had what the last one gave back`).to.equal(
                    before.column.buffer,
                );
                const next = await attempt(() => broken.column.fill(255)); // as a worker that ends late
                expect(next.column.buffer, `${how}: the next proof has other memory`).to.not.equal(
                    broken.column.buffer,
                );
                await check(next);
                before = next;
            }
        } finally {
            curve.Fr.cosetQuotient = cosetQuotient;
        }
    });

    it("is not used where a pool has none to lend", async () => {
        const { columns, witness, given } = await borrowed({});
        expect([columns, witness === given, given[0]]).to.deep.equal([undefined, true, 7]);
    });

    it("two proofs on one pool, side by side and one after the other, verify", async () => {
        const results = await Promise.all([prove(zkey, wtns, { curve }), prove(zkey, wtns, { curve })]);
        results.push(await prove(zkey, wtns, { curve }));
        for (const { proof, publicSignals } of results) expect(await verify(vkey, publicSignals, proof)).to.equal(true);
    });
});
