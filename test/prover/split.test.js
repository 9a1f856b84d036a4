/** One proof in parts: with the same blinding the same bytes, and whoever hands in a wrong part is named. */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { buildBls12381, buildBn128 } from "../../src/index.js";
import { combine, prove, quotientScalars, msmRange, verify, zkeyInfo } from "../../src/protocols/groth16/index.js";
import { encodeWtns } from "../../src/files/wtns.js";
import { sectionsOf } from "../support/binfiles.js";
import { circuitsIn, fixture, fixtures } from "../support/circuits.js";
import { ALL_ROWS, itInAll, rowsOf } from "../support/extent.js";
import { failureOf } from "../support/failure.js";
import { pointOfOrder, SMALL_ORDERS } from "../support/torsion.js";

const BUILD = { bn128: buildBn128, bls12381: buildBls12381 };
const PARTS = ["A", "B2", "C", "H"];
const groth16 = circuitsIn(fixtures)
    .filter(({ system, name }) => system === "groth16" && (ALL_ROWS || name !== "membership"));

/** A curve whose blinding is always the same: r and s are drawn from Fr.fromRng. */
async function fixedCurve(name, values = [5n, 7n], options = { threads: 2, logger: {} }) {
    const curve = await BUILD[name](options), left = [];
    curve.Fr.fromRng = () => {
        if (left.length === 0) left.push(...values);
        return curve.Fr.fromObject(left.shift());
    };
    return curve;
}

const lengths = ({ signals, publicSignals, domainSize }) => ({
    A: signals, B2: signals, C: signals - publicSignals - 1, H: domainSize,
});

/** Ranges of about `count` per part, the last ones shorter, an empty one among them. */
const rangesOf = (info, count) => PARTS.flatMap((part) => {
    const n = lengths(info)[part], step = Math.max(1, Math.ceil(n / count)), ranges = [{ part, from: 0, to: 0 }];
    for (let from = 0; from < n; from += step) ranges.push({ part, from, to: Math.min(n, from + step) });
    return ranges;
});

async function partsOf(zkey, wtns, count, options) {
    const quotient = await quotientScalars(zkey, wtns, options), msms = [];
    for (const range of rangesOf(await zkeyInfo(zkey), count)) {
        const point = await msmRange(zkey, range.part === "H" ? quotient : wtns, range, options);
        msms.push({ ...range, point, worker: `w${msms.length}` });
    }
    return { quotient, msms };
}

describe("prover: one proof in parts", function () {
    this.timeout(120_000);
    const curves = {};
    before(async () => { for (const name of Object.keys(BUILD)) curves[name] = await fixedCurve(name); });
    after(() => Promise.all(Object.values(curves).map((curve) => curve.terminate())));

    for (const circuit of groth16) for (const count of rowsOf([1, 3], circuit.name === "mimc_bls" ? [] : [3]))
        it(`${circuit.name} in ${count} ranges per sum: with r and s fixed, the bytes of the whole proof`, async () => {
            const options = { curve: curves[circuit.vkey.curve] };
            const { quotient, msms } = await partsOf(circuit.zkey, circuit.wtns, count, options);
            const combined = await combine(circuit.zkey, circuit.wtns, msms.reverse(), { ...options, quotient });
            expect(combined).to.deep.equal(await prove(circuit.zkey, circuit.wtns, options));
            expect(await verify(circuit.vkey, combined.publicSignals, combined.proof)).to.equal(true);
        });

    it("blinds freshly where nobody fixes it", async () => {
        const zkey = fixture("mimc_tiny", "circuit.zkey"), wtns = fixture("mimc_tiny", "witness.wtns");
        const { msms } = await partsOf(zkey, wtns, 1, { threads: 0 });
        const [one, two] = [await combine(zkey, wtns, msms, { threads: 0 }), await combine(zkey, wtns, msms)];
        for (const name of ["pi_a", "pi_b", "pi_c"]) expect(one.proof[name]).to.not.deep.equal(two.proof[name]);
    });

    itInAll("gives points of 64 to 192 bytes", async () => {
        for (const [name, sizes] of [["mimc_tiny", [64, 128]], ["mimc_bls", [96, 192]]]) {
            const { msms } = await partsOf(fixture(name, "circuit.zkey"), fixture(name, "witness.wtns"), 1, {});
            for (const { part, point } of msms) expect(point.length).to.equal(sizes[Number(part === "B2")]);
        }
    });

    describe("wrong parts", () => {
        const zkey = fixture("xor_net", "circuit.zkey"), wtns = fixture("xor_net", "witness.wtns");
        const options = {};
        let made;
        before(async () => {
            options.curve = curves.bn128;
            made = await partsOf(zkey, wtns, 2, options);
        });
        it("a public signal that is no value of the field is refused, before anything is joined", async () => {
            const bad = new Uint8Array(readFileSync(wtns)), { offset } = sectionsOf(bad).find(({ type }) => type === 2);
            bad.fill(255, offset + 32, offset + 64);
            const error = await failureOf(combine(zkey, bad, made.msms, { ...options, check: false }));
            expect([error.code, error.message.split(":")[0]]).to.deep.equal(["ERR_WITNESS", "witness"]);
        });

        const change = (index, point) => made.msms.map((msm, i) => (i === index ? { ...msm, point } : msm));
        const other = (msm) => {
            const G = msm.part === "B2" ? curves.bn128.G2 : curves.bn128.G1;
            return G.toAffine(G.add(msm.point, G.g));
        };

        for (const part of PARTS) it(`a wrong MSM over ${part} is named, with the right ones in its place`, async () => {
            const index = made.msms.findIndex((msm) => msm.part === part && msm.to > msm.from);
            const bad = change(index, other(made.msms[index]));
            const error = await failureOf(combine(zkey, wtns, bad, { ...options, quotient: made.quotient }));
            expect(error.code).to.equal("ERR_MSM");
            expect(error.wrong).to.deep.equal([bad[index]]);
            expect(error.wrong[0].worker).to.equal(`w${index}`);
            expect(error.quotient).to.equal(false);
            expect(error.message).to.include(`${part} `);
            const mended = await combine(zkey, wtns, error.msms, options);
            expect(mended).to.deep.equal(await prove(zkey, wtns, options));
        });

        it("values of public signals that are not reduced are refused before anything is summed up", async () => {
            const bytes = new Uint8Array(readFileSync(wtns));
            const { offset } = sectionsOf(bytes).find(({ type }) => type === 2);
            bytes.fill(255, offset + 32, offset + 64);
            const error = await failureOf(combine(zkey, bytes, made.msms, { ...options, check: false }));
            expect(error.code).to.equal("ERR_WITNESS");
        });

        it("what is no point of the group is named too", async () => {
            const index = made.msms.findIndex((msm) => msm.part === "A" && msm.to > msm.from);
            const off = made.msms[index].point.slice();
            off[0] ^= 1;
            for (const point of [off, new Uint8Array(64).fill(255), new Uint8Array(3), "point", undefined]) {
                const error = await failureOf(combine(zkey, wtns, change(index, point), options));
                expect([error.code, error.wrong[0]?.worker]).to.deep.equal(["ERR_MSM", `w${index}`]);
            }
        });

        it("the right point in another form, or with bytes behind it, is named too", async () => {
            const index = made.msms.findIndex((msm) => msm.part === "A" && msm.to > msm.from), { point } = made.msms[index];
            const jacobian = curves.bn128.G1.toJacobian(point), longer = new Uint8Array([...point, 0, 0]);
            for (const form of [jacobian, longer]) {
                const error = await failureOf(combine(zkey, wtns, change(index, form), options));
                expect([error.code, error.wrong?.[0].worker]).to.deep.equal(["ERR_MSM", `w${index}`]);
            }
        });

        it("a point outside the subgroup is named, without check too", async () => {
            for (const [name, part, circuit] of [["bn128", "B2", "xor_net"], ["bls12381", "A", "mimc_bls"]]) {
                const [key, values] = [fixture(circuit, "circuit.zkey"), fixture(circuit, "witness.wtns")];
                const curve = curves[name], group = part === "B2" ? "G2" : "G1", G = curve[group];
                const { msms } = await partsOf(key, values, 1, { curve });
                const index = msms.findIndex((msm) => msm.part === part && msm.to > msm.from);
                const [order] = SMALL_ORDERS[name][group], torsion = pointOfOrder(curve, group, order);
                const bad = msms.map((msm, i) =>
                    (i === index ? { ...msm, point: G.toAffine(G.add(msm.point, torsion)) } : msm));
                const error = await failureOf(combine(key, values, bad, { curve, check: false }));
                expect([name, error.code, error.wrong]).to.deep.equal([name, "ERR_MSM", [bad[index]]]);
            }
        });

        it("wrong scalars of H are told from wrong MSMs", async () => {
            const quotient = made.quotient.slice();
            quotient[quotient.length - 32] ^= 1;
            const msms = await Promise.all(made.msms.map(async (msm) =>
                msm.part === "H" ? { ...msm, point: await msmRange(zkey, quotient, msm, options) } : msm));
            const error = await failureOf(combine(zkey, wtns, msms, { ...options, quotient }));
            expect([error.code, error.quotient, error.wrong]).to.deep.equal(["ERR_MSM", true, []]);
            expect(await combine(zkey, wtns, error.msms, options)).to.deep.equal(await prove(zkey, wtns, options));
        });

        it("scalars of H that are none are wrong, and no MSM over them is", async () => {
            const truncated = made.quotient.slice(0, -1), large = made.quotient.slice();
            large.fill(255, large.length - 32);
            const msms = made.msms.map((msm) => (msm.part === "H" ? { ...msm, point: new Uint8Array(0) } : msm));
            for (const quotient of [new Uint8Array(0), new Uint8Array(100), truncated, large, wtns]) {
                const error = await failureOf(combine(zkey, wtns, msms, { ...options, quotient }));
                expect([error.code, error.quotient, error.wrong]).to.deep.equal(["ERR_MSM", true, []]);
                expect(await combine(zkey, wtns, error.msms, options)).to.deep.equal(await prove(zkey, wtns, options));
            }
            const unread = { size: 1000, read: async () => { throw new Error("no answer"); } };
            expect((await failureOf(combine(zkey, wtns, msms, { ...options, quotient: unread }))).code).to.equal("ERR_READ");
        });

        it("scalars of H over another field, or of another number, are refused", async () => {
            const { domainSize } = await zkeyInfo(zkey, options), range = { part: "H", from: 0, to: 1 };
            const [r, another] = [options.curve.r, options.curve.q];
            for (const [field, number] of [[another, domainSize], [r, domainSize - 1]]) {
                const other = encodeWtns(new Uint8Array(number * 32), 32, field);
                const error = await failureOf(msmRange(zkey, other, range, options));
                expect([error.code, error.message.includes("scalars of H")]).to.deep.equal(["ERR_WITNESS", true]);
            }
        });

        it("missing, doubled and overlapping ranges are refused before anything is summed", async () => {
            const { msms } = made, whole = msms.filter(({ to, from }) => to > from);
            const wide = { ...whole[0], to: whole[0].to + 1 };
            for (const wrong of [[], whole.slice(1), [...whole, whole[0]], [wide, ...whole.slice(1)], "msms", [{}]])
                expect((await failureOf(combine(zkey, wtns, wrong, options))).code).to.equal("ERR_OPTION");
        });

        it("a witness that does not satisfy is no wrong MSM", async () => {
            const bytes = new Uint8Array(readFileSync(wtns));
            bytes[bytes.length - 32] ^= 1;
            const { msms, quotient } = await partsOf(zkey, bytes, 1, options);
            const error = await failureOf(combine(zkey, bytes, msms, { ...options, quotient }));
            expect(error.code).to.equal("ERR_CHECK");
            expect((await combine(zkey, bytes, msms, { ...options, check: false })).proof.protocol).to.equal("groth16");
        });
    });

    it("is over when the workers have cleared their memory", async () => {
        const curve = await buildBn128({ threads: 1 }), { tm } = curve, wipe = tm.wipe.bind(tm);
        let isOver = false, open, begin;
        const gate = new Promise((resolve) => { open = resolve; });
        const began = new Promise((resolve) => { begin = resolve; });
        tm.wipe = async () => {
            await wipe();
            begin();
            await gate;
        };
        const zkey = fixture("mimc_tiny", "circuit.zkey"), wtns = fixture("mimc_tiny", "witness.wtns");
        const msm = msmRange(zkey, wtns, { part: "A", from: 0, to: 1 }, { curve }).then(() => { isOver = true; });
        await began;
        for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate); // files are closed meanwhile
        expect(isOver, "before").to.equal(false);
        open();
        await msm;
        await curve.terminate();
    });

    it("refuses ranges that the key does not have, and scalars of something else", async () => {
        const zkey = fixture("mimc_tiny", "circuit.zkey"), wtns = fixture("mimc_tiny", "witness.wtns");
        const info = await zkeyInfo(zkey);
        for (const range of [{ part: "D", from: 0, to: 1 }, { part: "A", from: 2, to: 1 }, { part: "A", from: -1, to: 1 },
            { part: "C", from: 0, to: info.signals }, { part: "A", from: 0, to: 0.5 }, undefined, { part: "toString", from: 0, to: 0 }])
            expect((await failureOf(msmRange(zkey, wtns, range))).code, JSON.stringify(range)).to.equal("ERR_OPTION");
        const all = { part: "H", from: 0, to: info.domainSize };
        expect((await failureOf(msmRange(zkey, wtns, all))).code).to.equal("ERR_WITNESS");
        const foreign = fixture("xor_net", "witness.wtns");
        expect((await failureOf(msmRange(zkey, foreign, { part: "A", from: 0, to: 1 }))).code).to.equal("ERR_WITNESS");
        const large = new Uint8Array(readFileSync(wtns));
        large.fill(255, large.length - 32);
        const last = { part: "A", from: info.signals - 1, to: info.signals };
        const error = await failureOf(msmRange(zkey, large, last));
        expect([error.code, error.message.includes(`signal ${info.signals - 1} `)]).to.deep.equal(["ERR_WITNESS", true]);
    });

    it("reads only its range of points and scalars", async () => {
        const zkey = readFileSync(fixture("mimc_example", "circuit.zkey")), wtns = readFileSync(fixture("mimc_example", "witness.wtns"));
        const counted = (bytes) => {
            const reader = Object.assign((at, n) => {
                reader.read += n;
                return new Uint8Array(bytes.subarray(at, at + n));
            }, { size: bytes.length, read: 0 });
            return reader;
        };
        const [key, scalars] = [counted(zkey), counted(wtns)], { signals } = await zkeyInfo(zkey);
        const half = Math.floor(signals / 2);
        await msmRange(key, scalars, { part: "A", from: half, to: half + 10 });
        expect(key.read).to.be.below(4096 + 2 * 640 + 4096);
        expect(scalars.read).to.be.below(4096 + 2 * 320 + 512);
    });

    it("stops with its signal, and leaves the curve usable", async () => {
        const zkey = fixture("mimc_example", "circuit.zkey"), wtns = fixture("mimc_example", "witness.wtns");
        const reason = new Error("enough");
        for (const work of [
            (signal) => quotientScalars(zkey, wtns, { signal, curve: curves.bn128 }),
            (signal) => msmRange(zkey, wtns, { part: "A", from: 0, to: 100 }, { signal, curve: curves.bn128 }),
            (signal) => combine(zkey, wtns, [], { signal, curve: curves.bn128 }),
        ]) expect(await failureOf(work(AbortSignal.abort(reason)))).to.equal(reason);
        expect((await prove(zkey, wtns, { curve: curves.bn128 })).proof.curve).to.equal("bn128");
    });
});
