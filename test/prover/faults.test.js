/**
 * Everything that can be wrong with files, readers, workers and patience: a clear error each time, nothing left
 * running, and the next proof works.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect } from "chai";
import { nameOfCall } from "../../src/pool/tasks.js";
import { buildBn128 } from "../../src/index.js";
import { prove, ProverError, verify } from "../../src/protocols/groth16/index.js";
import { flipped, headerFields, sectionsOf, withSections } from "../support/binfiles.js";
import { fixtures } from "../support/circuits.js";
import { itInAll, thinned } from "../support/extent.js";
import { failureOf } from "../support/failure.js";
import { until } from "../support/pool_module.js";
import { uniform } from "../support/random.js";

const load = (name, file) => new Uint8Array(readFileSync(join(fixtures, name, file)));
const small = {
    zkey: load("xor_net", "circuit.zkey"),
    wtns: load("xor_net", "witness.wtns"),
    vkey: JSON.parse(readFileSync(join(fixtures, "xor_net", "vkey.json"), "utf8")),
};
const large = {
    zkey: load("mimc_example", "circuit.zkey"),
    wtns: load("mimc_example", "witness.wtns"),
    vkey: JSON.parse(readFileSync(join(fixtures, "mimc_example", "vkey.json"), "utf8")),
};
const N8 = 32, SECTION_NAMES = { 3: "IC", 4: "coefficients", 5: "A", 7: "B2", 8: "C", 9: "H" };

/** Called when a worker is handed a task, before it gets it. */
let onTask = () => {};
function createWorker({ source }) {
    const worker = new Worker(source, { eval: true, execArgv: [] });
    const post = worker.postMessage.bind(worker);
    worker.postMessage = (message, transfers) => {
        const names = (message?.task ?? []).filter(({ cmd }) => cmd === "CALL").map(nameOfCall);
        onTask(worker, names);
        post(message, transfers);
    };
    return worker;
}

describe("prover: faults", function () {
    this.timeout(120_000);
    let curve;
    before(async () => { curve = await buildBn128({ threads: 2, createWorker }); });
    after(() => curve?.terminate());

    const fails = async (zkey, wtns, code, options = {}) => {
        const error = await failureOf(prove(zkey, wtns, { curve, ...options }));
        expect(error, error.stack).to.be.instanceOf(ProverError);
        expect(error.code, error.message).to.be.oneOf([code].flat());
        expect(error.message).to.match(/expected .+, got .+/s);
        return error.message;
    };
    /** The engine is as good as new: nothing waits, and a proof comes out. */
    const expectRecovered = async ({ zkey, wtns, vkey } = small) => {
        const { proof, publicSignals } = await prove(zkey, wtns, { curve });
        expect(await verify(vkey, publicSignals, proof)).to.equal(true);
        expect(curve.tm.actionQueue.length, "tasks that wait").to.equal(0);
        // What ran when the proof was given up is finished and forgotten.
        await until(() => !curve.tm.working.some(Boolean));
    };

    describe("files", () => {
        it("a key cut at every boundary, and beside it", async () => {
            const cuts = new Set([0, 1, 4, 11, 12]);
            for (const { header, offset, size } of sectionsOf(small.zkey))
                for (const cut of [
                    header,
                    header + 1,
                    offset - 1,
                    offset,
                    offset + 1,
                    offset + (size >> 1),
                    offset + size - 1,
                ])
                    cuts.add(cut);
            for (const cut of cuts) {
                if (cut >= small.zkey.length) continue;
                const short = small.zkey.slice(0, cut);
                await fails(short, small.wtns, "ERR_FILE");
                await fails(async (offset, length) => short.slice(offset, offset + length), small.wtns, "ERR_FILE");
            }
            await expectRecovered();
        });

        it("a witness cut at every boundary, and beside it", async () => {
            for (const { header, offset, size } of sectionsOf(small.wtns))
                for (const cut of [header, header + 1, offset - 1, offset, offset + 1, offset + size - 1])
                    await fails(small.zkey, small.wtns.slice(0, cut), "ERR_FILE");
        });

        it("one changed byte in each field of the container", async () => {
            for (const [which, bytes] of Object.entries({ zkey: small.zkey, wtns: small.wtns })) {
                const offsets = Array.from({ length: 12 }, (_, i) => i);
                const read = sectionsOf(bytes).filter(({ type }) => which === "wtns" || type !== 10); // no proof reads it
                for (const { header } of read) for (let i = 0; i < 12; i++) offsets.push(header + i);
                for (const offset of offsets) for (const mask of [0x01, 0x80]) {
                    const files = { ...small, [which]: flipped(bytes, offset, mask) };
                    await fails(files.zkey, files.wtns, "ERR_FILE");
                }
            }
        });

        it("one changed byte in each field of the headers", async () => {
            const at = sectionsOf(small.zkey).find(({ type }) => type === 2).offset;
            for (const [name, from, length] of headerFields(N8, N8))
                for (const offset of length <= N8
                    ? Array.from({ length }, (_, i) => from + i)
                    : [from, from + length - 1]) {
                    const code = { q: "ERR_CURVE", r: "ERR_CURVE" }[name] ?? (length > 4 ? "ERR_POINT" : "ERR_FILE");
                    await fails(flipped(small.zkey, at + offset), small.wtns, [code, "ERR_CURVE"]);
                }
            const header = sectionsOf(small.wtns)[0];
            for (let i = 0; i < header.size; i++)
                await fails(small.zkey, flipped(small.wtns, header.offset + i), [
                    "ERR_FILE",
                    "ERR_CURVE",
                    "ERR_WITNESS",
                ]);
            await expectRecovered();
        });

        it("a section that is missing, doubled or of another size", async () => {
            for (const type of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
                expect(
                    await fails(
                        withSections(small.zkey, (list) => list.filter(([t]) => t !== type)),
                        small.wtns,
                        "ERR_FILE",
                    ),
                ).to.include(`section ${type}`);
                expect(
                    await fails(
                        withSections(small.zkey, (list) => [...list, list.find(([t]) => t === type)]),
                        small.wtns,
                        "ERR_FILE",
                    ),
                ).to.include(`section ${type}`);
                for (const change of [(body) => body.slice(0, -1), (body) => Uint8Array.from([...body, 0])])
                    await fails(
                        withSections(small.zkey, (list) =>
                            list.map(([t, body]) => [t, t === type ? change(body) : body]),
                        ),
                        small.wtns,
                        "ERR_FILE",
                    );
            }
        });

        it("sections in another order, and without the last one, still prove", async () => {
            const { publicSignals } = await prove(
                withSections(small.zkey, (list) => list.reverse()),
                small.wtns,
                { curve, check: true },
            );
            expect(publicSignals.length).to.equal(small.vkey.nPublic);
            await prove(
                withSections(small.zkey, (list) => list.filter(([t]) => t !== 10)),
                small.wtns,
                { curve, check: true },
            );
        });

        it("files that are something else, in words", async () => {
            expect(await fails(small.wtns, small.wtns, "ERR_FILE")).to.match(
                /expected a zkey file, got one that starts with "wtns" \(that is a witness\)/,
            );
            expect(await fails(new Uint8Array(0), small.wtns, "ERR_FILE")).to.match(/empty or truncated/);
            for (const protocol of ["plonk", "fflonk"])
                expect(await fails(load("mimc_tiny", `${protocol}.zkey`), small.wtns, "ERR_FILE")).to.include(
                    `a ${protocol} key`,
                );
        });

        it("a witness of another circuit, or of another curve, in words", async () => {
            expect(await fails(small.zkey, large.wtns, "ERR_WITNESS")).to.include("the witness of another circuit");
            expect(await fails(small.zkey, load("mimc_bls", "witness.wtns"), "ERR_CURVE")).to.include(
                "compile the circuit for bn128",
            );
        });
    });

    describe("contents", () => {
        const changeSection = (bytes, type, change) => withSections(bytes, (list) => list.map(([t, body]) => {
            if (t === type) change(body, new DataView(body.buffer, body.byteOffset));
            return [t, body];
        }));

        it("coefficients that name what the circuit does not have", async () => {
            for (const [offset, word] of [[4, "matrix"], [8, "constraints"], [12, "signals"]]) {
                const damaged = changeSection(large.zkey, 4, (body, view) =>
                    view.setUint32(offset + 44 * 5000, 0xffffffff, true),
                );
                expect(await fails(damaged, large.wtns, "ERR_FILE")).to.match(new RegExp(`coefficient 5000 .*${word}`));
            }
            await expectRecovered(large);
        });

        itInAll("coefficients in any order give the same sums", async () => {
            const shuffled = changeSection(large.zkey, 4, (body) => {
                const count = (body.length - 4) / 44, record = (i) => body.slice(4 + 44 * i, 48 + 44 * i);
                for (let i = count - 1; i > 0; i--) {
                    const j = Number(uniform(BigInt(i + 1))), one = record(i), other = record(j);
                    body.set(other, 4 + 44 * i);
                    body.set(one, 4 + 44 * j);
                }
            });
            await prove(shuffled, large.wtns, { curve, check: true });
        });

        it("signals out of range", async () => {
            const set = (i, value) =>
                changeSection(small.wtns, 2, (body, view) => {
                    for (let k = 0; k < 4; k++)
                        view.setBigUint64(N8 * i + 8 * k, BigInt.asUintN(64, value >> BigInt(64 * k)), true);
                });
            for (const value of [curve.r, curve.r + 1n, 2n ** 256n - 1n])
                expect(await fails(small.zkey, set(7, value), "ERR_WITNESS")).to.include("signal 7");
            for (const value of [0n, 2n])
                expect(await fails(small.zkey, set(0, value), "ERR_WITNESS")).to.include("constant 1");
        });

        it("a witness that does not satisfy the circuit: refused, and without check by any verifier", async () => {
            const wrong = changeSection(small.wtns, 2, (body) => { body[N8 * 200] ^= 1; });
            expect(await fails(small.zkey, wrong, "ERR_CHECK")).to.match(
                /^witness: .* this witness does not satisfy the circuit/,
            );
            const { proof, publicSignals } = await prove(small.zkey, wrong, { curve, check: false });
            expect(await verify(small.vkey, publicSignals, proof)).to.equal(false);
            await expectRecovered();
        });

        /** The same points in another order: each on the curve, the section none of this key. */
        const rotated = (type) =>
            changeSection(large.zkey, type, (body) => {
                body.set(Uint8Array.from([...body.subarray(128), ...body.subarray(0, 128)]));
            });
        itInAll("a key that is damaged on the curve is named, not the witness", async () => {
            for (const [type, name] of thinned([[5, "points A"], [9, "H"], [7, "B2"]], 3)) {
                expect(await fails(rotated(type), large.wtns, "ERR_FILE"), name).to.match(
                    new RegExp(`^zkey: .*${name}.*the key is damaged`),
                );
            }
            const coefficients = changeSection(large.zkey, 4, (body) => {
                for (let i = 0; i < 2000; i++) body[4 + 44 * i + 12] ^= 1;
            });
            expect(await fails(coefficients, large.wtns, "ERR_FILE")).to.include("coefficients");
        });
        itInAll("a key with a point off the curve is named, not the witness", async () => {
            const damaged = changeSection(large.zkey, 8, (body) => { body[64 * 100] ^= 1; });
            expect(await fails(damaged, large.wtns, "ERR_POINT")).to.match(
                /^zkey: expected point 100 of section 8 \(C\) on the curve/,
            );
        });

        it("points off the curve, found by paranoid in every section that is read", async () => {
            for (const [type, name] of Object.entries(SECTION_NAMES).filter(([t]) => t !== "4")) {
                const damaged = changeSection(small.zkey, Number(type), (body) => { body[body.length - 3] ^= 1; });
                expect(await fails(damaged, small.wtns, "ERR_POINT", { paranoid: true })).to.include(`(${name})`);
            }
            const notReduced = changeSection(small.zkey, 9, (body, view) => { // the same x, plus q
                let sum = curve.q;
                for (let k = 0; k < 4; k++) sum += view.getBigUint64(8 * k, true) << BigInt(64 * k);
                for (let k = 0; k < 4; k++) view.setBigUint64(8 * k, BigInt.asUintN(64, sum >> BigInt(64 * k)), true);
            });
            expect(await fails(notReduced, small.wtns, "ERR_POINT", { paranoid: true })).to.include(
                "point 0 of section 9",
            );
        });
    });

    /** Files of readers that run `event(section)` before each read that begins in that section of the key. */
    const watched = ({ zkey, wtns }, event) => {
        const sections = sectionsOf(zkey);
        const read = async (offset, length) => {
            const section = sections.find((s) => offset >= s.offset && offset < s.offset + s.size);
            await event(section?.type ?? 0, length);
            return zkey.slice(offset, offset + length);
        };
        return [{ read, size: zkey.length }, wtns];
    };
    /** The table and all sections that are read after it, except those that fit in the first read. */
    const READ_SECTIONS = [0, 4, 5, 7, 8, 9];

    describe("readers", () => {
        for (const type of thinned(READ_SECTIONS, 3)) {
            it(`one that fails in section ${type} (${SECTION_NAMES[type] ?? "table"})`, async () => {
                const files = watched(large, (section) => { if (section === type) throw new Error("disk on fire"); });
                expect(await fails(...files, "ERR_READ")).to.match(
                    /zkey: expected \d+ bytes from offset \d+, got disk on fire$/,
                );
                await expectRecovered();
            });

            it(`one that stalls in section ${type} (${SECTION_NAMES[type] ?? "table"})`, async () => {
                const files = watched(large, (section, length) =>
                    section === type && length > 4 ? new Promise(() => {}) : undefined,
                );
                expect(await fails(...files, "ERR_READ", { readTimeout: 150 })).to.match(
                    /within 150 ms, got no answer; check where it is read from, or raise readTimeout/,
                );
                await expectRecovered();
            });
        }

        it("is not asked for points B1, which no proof needs", async () => {
            const files = watched(large, (section) => { if (section === 6) throw new Error("read"); });
            for (const paranoid of [false, true]) await prove(...files, { curve, check: true, paranoid });
        });

        it("one that gives too little, too much, or something else", async () => {
            for (const wrong of [new Uint8Array(1), new Uint8Array(10_000_000), "text", undefined, 7]) {
                const broken = {
                    size: large.zkey.length,
                    read: async (offset, length) =>
                        offset > 100_000 ? wrong : large.zkey.slice(offset, offset + length),
                };
                await fails(broken, large.wtns, ["ERR_READ", "ERR_FILE"]);
            }
            await expectRecovered();
        });
    });

    const PHASES = ["witness", "coefficients", "fft", "A", "B2", "C", "H", "points", "check"];

    describe("patience", () => {
        for (const phase of thinned(PHASES, 2)) it(`abort at the start of ${phase}`, async () => {
            const controller = new AbortController(), reason = new Error(`enough of ${phase}`);
            let reads = 0;
            const onProgress = (report) => { if (report.phase === phase) controller.abort(reason); };
            const files = watched(large, () => { reads++; });
            expect(
                await failureOf(
                    prove(...files, {
                        curve,
                        signal: controller.signal,
                        onProgress,
                        check: true,
                        paranoid: phase === "points",
                    }),
                ),
            ).to.equal(reason);
            const before = reads;
            await expectRecovered();
            expect(reads, "reads after the end").to.equal(before);
        });

        it("abort before anything, and while a reader stalls", async () => {
            const reason = new Error("never mind");
            const never = () => { throw new Error("opened"); };
            expect(await failureOf(prove(never, never, { signal: AbortSignal.abort(reason) }))).to.equal(reason);
            const controller = new AbortController();
            const stalled = prove(() => new Promise(() => {}), small.wtns, { signal: controller.signal });
            setTimeout(() => controller.abort(reason), 20);
            expect(await failureOf(stalled)).to.equal(reason);
        });

        it("an abort after the end changes nothing", async () => {
            const controller = new AbortController();
            const { proof } = await prove(small.zkey, small.wtns, { curve, signal: controller.signal });
            controller.abort();
            expect(proof.protocol).to.equal("groth16");
        });

        it("a progress listener that throws ends the proof with its error", async () => {
            const error = new Error("listener");
            expect(
                await failureOf(
                    prove(small.zkey, small.wtns, {
                        curve,
                        onProgress: ({ phase }) => {
                            if (phase === "B2") throw error;
                        },
                    }),
                ),
            ).to.equal(error);
            await expectRecovered();
        });
    });

    describe("workers", () => {
        const TASKS = {
            coefficients: /^qap_sumRecords$/,
            fft: /^frm_.*(fft|Fft)/,
            "G1 sums": /^g1m_msm$/,
            "G2 sums": /^g2m_msm$/,
            "the join": /^qap_joinABC$/,
        };
        for (const [phase, pattern] of thinned(Object.entries(TASKS), 2)) it(`one that is killed during ${phase}`, async () => {
            let killed = 0;
            onTask = (worker, names) => {
                if (killed > 0 || !names.some((name) => pattern.test(name))) return;
                killed++;
                void worker.terminate();
            };
            try {
                const error = await failureOf(prove(large.zkey, large.wtns, { curve }));
                expect(killed).to.equal(1);
                expect(error.message).to.match(
                    /^Worker error: worker \d, task .+: worker: expected to go on, got exit with code/,
                );
            } finally {
                onTask = () => {};
            }
            await expectRecovered(large);
        });

        it("a curve that is terminated meanwhile", async () => {
            const own = await buildBn128({ threads: 1, terminationTimeout: 5000 });
            const error = await failureOf(
                prove(large.zkey, large.wtns, {
                    curve: own,
                    onProgress: ({ phase }) => {
                        if (phase === "A") void own.terminate();
                    },
                }),
            );
            expect(error.message).to.match(/terminated/);
        });
    });
});
