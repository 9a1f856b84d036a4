/**
 * The chain of contributions to powers of tau: whoever puts points of his own instead of those before, which would
 * let him forge proofs, is found, whatever his keys show.
 */
import { expect } from "chai";
import { identifyCurve } from "../../../../src/curves/known.js";
import { openPtau } from "../../../../src/files/ptau.js";
import { openSource } from "../../../../src/files/source.js";
import { buildBn128 } from "../../../../src/index.js";
import { contributeToPowersOfTau, newPowersOfTau } from "../../src/ceremony/index.js";
import { beginning, findBroken } from "../../src/ceremony/tau/chain.js";
import { firstChallenge, firstChallengeOf } from "../../src/ceremony/tau/challenge.js";
import { SERIES } from "../../../../src/protocols/setup/tau/layout.js";
import { readRecords } from "../../../../src/protocols/setup/tau/records.js";
import { createMsms } from "../../src/ceremony/tau/msms.js";
import { concat } from "../../../../src/util/bytes.js";
import { failureOf } from "../../../../test/support/failure.js";
import { withFixedRandom } from "../../../../test/support/fixed_random.js";

const { signal } = new AbortController(), OTHERS = "the points before times secrets that its keys show";

describe("the chain of contributions to powers of tau", function () {
    this.timeout(60_000);
    let on, start, file, good, other;
    before(async () => {
        const curve = await buildBn128({ singleThread: true }), known = identifyCurve(curve.q);
        on = { curve, known, signal };
        const made = async (make) => {
            const to = { type: "mem" };
            await make(to);
            return to.data;
        };
        const contributed = (bytes) => made((to) => contributeToPowersOfTau(bytes, to, { curve }));
        const recordsOf = async (bytes) => readRecords(await openPtau(await openSource("ptau", bytes)), signal);
        const empty = await made((to) => newPowersOfTau("bn128", 1, to, { curve })), one = await contributed(empty);
        file = await contributed(one);
        good = await recordsOf(file);
        other = await recordsOf(await contributed(one)); // the second contribution, with other secrets
        start = beginning(curve, await firstChallenge(on, 1));
    });
    after(() => on.curve.terminate());

    /** The second contribution changed. */
    const but = (change) => findBroken(on, good[0], [{ ...good[1], ...change }]);

    it("begins, on a curve of the caller's own, with a hash that is calculated, or cannot be", async () => {
        const own = { curve: Object.create(on.curve, { name: { value: "own" } }), signal };
        expect(await firstChallenge(own, 1)).to.deep.equal(await firstChallenge(on, 1));
        const part = { file: { name: "part" }, power: 1, ceremonyPower: 2 };
        const error = await firstChallengeOf(own, part).catch((failure) => failure);
        expect(error.code).to.equal("ERR_LIMIT");
        expect(error.message).to.include("expected a ceremony of a power of at most 0");
    });

    it("holds as it was made", async () => {
        expect(await but({})).to.equal(undefined);
        expect(await but(other[1])).to.equal(undefined);
        expect(await findBroken(on, start, good)).to.equal(undefined);
    });

    for (const kept of ["tauG1", "tauG2", "alphaG1", "betaG1", "betaG2"])
        it(`is broken by another ${kept}, with keys that are right`, async () => {
            const { contribution, reason } = await but({ [kept]: other[1][kept] });
            expect(contribution).to.equal(1);
            expect(reason).to.include(OTHERS);
        });

    for (const name of ["tau", "alpha", "beta"]) for (const part of ["g1s", "g1sx", "g2spx"])
        it(`is broken by another ${part} in the key of ${name}`, async () => {
            const keys = { ...good[1].keys, [name]: { ...good[1].keys[name], [part]: other[1].keys[name][part] } };
            expect((await but({ keys })).reason).to.include(OTHERS);
        });

    it("is broken by keys that were made for another challenge, and by points of all secrets that are others", async () => {
        const { tauG1, tauG2, alphaG1, betaG1, betaG2, keys } = other[1];
        expect((await but({ keys })).reason).to.include(OTHERS);
        expect((await but({ tauG1, tauG2, alphaG1, betaG1, betaG2 })).reason).to.include(OTHERS);
        const before = { ...good[0], nextChallenge: good[0].nextChallenge.map((byte) => byte ^ 1) };
        expect((await findBroken(on, before, [good[1]])).reason).to.include(OTHERS);
    });

    it("weighs each equation by 128 bits from the host, and each point by 64", async () => {
        const { G1, G1: { timesScalar, multiExpAffine } } = on.curve, weights = [], widths = new Set();
        G1.timesScalar = (point, factor) => {
            weights.push(factor.slice());
            return timesScalar.call(G1, point, factor);
        };
        G1.multiExpAffine = (points, scalars, ...others) => {
            widths.add(scalars.length / (points.length / (2 * G1.F.n8)));
            return multiExpAffine.call(G1, points, scalars, ...others);
        };
        try {
            await withFixedRandom(3, () => findBroken(on, good[0], [good[1]]));
            const sums = createMsms({ ...on, tracker: { advance() {} } }, { file: { name: "ptau" }, power: 2 });
            await sums.add(SERIES[0], concat(Array(7).fill(G1.gAffine)));
        } finally {
            Object.assign(G1, { timesScalar, multiExpAffine });
        }
        const drawn = Uint8Array.from({ length: 16 }, (_, i) => 3 + i);
        expect(weights.length).to.be.above(7);
        for (const weight of weights) expect(weight).to.deep.equal(drawn);
        expect([...widths]).to.deep.equal([8]);
    });

    it("is refused where the section ends anywhere within", async () => {
        const opened = await openPtau(await openSource("ptau", file)), { size } = opened.file.sections.get(7);
        for (let end = 0; end < size; end++) {
            const sections = new Map(opened.file.sections).set(7, { ...opened.file.sections.get(7), size: end });
            const error = await failureOf(readRecords({ ...opened, file: { ...opened.file, sections } }, signal));
            expect(error, `at ${end}: ${error.stack}`).to.include({ code: "ERR_FILE" });
        }
        expect(await readRecords(opened, signal)).to.have.length(2);
    });

    it("begins with the generators: a first contribution after other points is broken", async () => {
        const first = (change) => findBroken(on, { ...start, ...change }, [good[0]]);
        for (const kept of ["tauG1", "tauG2", "alphaG1", "betaG1", "betaG2"])
            expect((await first({ [kept]: good[0][kept] })).reason, kept).to.include(OTHERS);
    });

    describe("the sums that show whether each point is the one before times tau", () => {
        const POWER = 2, COUNT = 7, tau = 5n, [inTau, , inAlpha] = SERIES;
        /** 1, tau, tau^2, … times the generator, or other multiples in their place. @returns {Uint8Array[]} */
        const pointsOf = ({ G1, Fr }, others = {}) => Array.from({ length: COUNT }, (_, i) =>
            G1.toAffine(G1.timesFr(G1.g, Fr.e(others[i] ?? tau ** BigInt(i)))));
        /** For points that come in pieces of these lengths. */
        async function sumsOf(points, lengths, multiples = []) {
            const { curve } = on, advanced = [], tracker = { advance: (count) => advanced.push(count) };
            const sums = createMsms({ curve, signal, tracker }, { file: { name: "ptau" }, power: POWER });
            for (const [series, all] of [[inTau, points], [inAlpha, multiples]]) {
                const left = [...all];
                for (const length of lengths) if (left.length) await sums.add(series, concat(left.splice(0, length)));
            }
            expect(advanced.slice(0, lengths.length)).to.deep.equal(lengths);
            return sums;
        }
        /** Do they show it? */
        async function holds(points, lengths) {
            const { G1, Fr } = on.curve, { own, beyond, after } = (await sumsOf(points, lengths)).end(inTau);
            return G1.eq(G1.timesFr(G1.add(own, beyond), Fr.e(tau)), after);
        }

        for (const lengths of [[7], [4, 3], [3, 4], [1, 6], [2, 1, 4], [5, 2]])
            it(`are of all pairs, also of two pieces: ${lengths.join(" and ")}`, async () => {
                expect(await holds(pointsOf(on.curve), lengths)).to.equal(true);
                for (let from = 1; from < COUNT; from++) { // tau times the one before, but once
                    const others = Object.fromEntries(Array.from({ length: COUNT - from }, (_, i) =>
                        [from + i, 3n * tau ** BigInt(from + i)]));
                    expect(await holds(pointsOf(on.curve, others), lengths), `from ${from} on`).to.equal(false);
                }
            });

        for (const lengths of [[7], [4, 3], [3, 4], [2, 1, 4], [4, 1, 2]])
            it(`have the same factors for the points of another series: ${lengths.join(" and ")}`, async () => {
                const { G1, Fr } = on.curve, points = pointsOf(on.curve), alpha = 9n, n = 2 ** POWER;
                const ofAlpha = async (change) => {
                    const multiples = points.slice(0, n).map((point, i) =>
                        G1.toAffine(G1.timesFr(point, Fr.e(i === change ? alpha + 1n : alpha))));
                    const sums = await sumsOf(points, lengths, multiples), { own, beyond, after } = sums.end(inAlpha);
                    expect([beyond, after].every((sum) => G1.isZero(sum))).to.equal(true);
                    return G1.eq(G1.timesFr(sums.end(inTau).own, Fr.e(alpha)), own);
                };
                expect(await ofAlpha()).to.equal(true);
                for (let i = 0; i < n; i++) expect(await ofAlpha(i), `another point ${i}`).to.equal(false);
            });

        it("are of points of the curve", async () => {
            const points = pointsOf(on.curve), damaged = points[4].slice();
            damaged[0] ^= 1;
            points[4] = damaged;
            const { code, message } = await holds(points, [3, 4]).catch((reason) => reason);
            expect(code, message).to.equal("ERR_POINT");
            expect(message).to.include("point 4 of section 2 (tau G1)");
        });
    });
});
