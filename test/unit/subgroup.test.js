/**
 * The tests of membership by endomorphisms: the condition on the parameters under which they are exact, and their
 * answers beside those of the multiplication by r, on points of every order that the cofactors have.
 */
import { expect } from "chai";
import { resultant, testIsExact } from "../../scripts/wasm/subgroup.js";
import { configure } from "../../src/curves/config.js";
import { verifierOf } from "../../src/curves/verifier.js";
import { RECORDS } from "../../src/params/records.js";
import { isInSubgroup } from "../../src/protocols/key/points.js";
import { bls12377 } from "../../src/wasm/curves/bls12377.js";
import { cofactorOf, pointsOnCurve } from "../support/torsion.js";

const PAIRED = RECORDS.filter(({ pairing }) => pairing), GROUPS = PAIRED.flatMap((record) =>
    ["G1", "G2"].map((group) => [record, group]),
);

const large = (...digits) => BigInt(digits.join(""));

/**
 * Factors of the cofactors. The last of bn128 G2 and of bls12381 G2, and the only one of bls12377 G2, have no factor
 * below 6e7: points of their order, whatever its factors are, are tested too.
 */
const FACTORS = {
    bn128: { G1: [], G2: [10069n, 5864401n, 370681489107860919521524912437157688734843183477352535634149440521n] },
    bls12381: {
        G1: [3n, 11n, 10177n, 859267n, 52437899n],
        G2: [
            13n, 23n, 2713n, 11953n, 262069n,
            large("402096035359507321594726366720466575392706800671181159425656785868777272553337714697862511267018",
                "014931937703598282857976535744623203249"),
        ],
    },
    bls12377: {
        G1: [2n, 3n, 7n, 13n, 499n],
        G2: [large("79232149152843171439302935506438745668810178501779454247692567591653014366169332282092779667740",
            "92486467289478618404761412630691835764674559376407658497")],
    },
};

/** Points in each part of the curve whose order is a power of a factor of the cofactor. */
function* torsionOf(curve, group) {
    const G = curve[group], order = curve.r * cofactorOf(curve.name, group);
    for (const factor of FACTORS[curve.name][group]) {
        let rest = order, found = 0;
        while (rest % factor === 0n) rest /= factor;
        for (const point of pointsOnCurve(curve, group, 1)) {
            const torsion = G.timesScalar(point, rest);
            if (G.isZero(torsion)) continue;
            yield torsion;
            let small = torsion; // of order `factor` itself
            for (let next = torsion; !G.isZero(next); next = G.timesScalar(next, factor)) small = next;
            yield small;
            if (++found === 6) break;
        }
    }
}

describe("subgroups by endomorphisms: the condition", () => {
    it("resultants of x, of a line, of powers", () => {
        expect(resultant([0n, 1n], 5n, 7n)).to.equal(7n);
        expect(resultant([0n, 0n, 0n, 1n], 5n, 7n)).to.equal(343n);
        expect(resultant([-2n, 1n], 5n, 7n)).to.equal(4n - 10n + 7n);
        expect(resultant([7n, -5n, 1n], 5n, 7n)).to.equal(0n);
        // roots 2 and 3 of x^2 - 5 x + 6: f(2) f(3)
        expect(resultant([1n, 4n, -2n, 3n], 5n, 6n)).to.equal((1n + 8n - 8n + 24n) * (1n + 12n - 18n + 81n));
    });

    for (const [record, group] of GROUPS) {
        const key = group.toLowerCase(), { cofactor } = record[key];
        const other = (changed) => ({ ...record, [key]: { ...record[key], cofactor: changed } });
        it(`${record.name} ${group} meets it`, () => expect(testIsExact(record, key)).to.equal(true));
        it(`${record.name}: the trace in it is that of the curve`, () => {
            const { family, seed, fp: { p }, fr: { p: r }, g1 } = record;
            expect(p + 1n - (family === "bn" ? 6n * seed ** 2n + 1n : seed + 1n)).to.equal(g1.cofactor * r);
        });
        if (cofactor === 1n) continue;
        it(`${record.name} ${group} would not with r in its cofactor`, () =>
            expect(testIsExact(other(cofactor * record.fr.p), key)).to.equal(false));
        if (key === "g2" && record.family === "bls12")
            it(`${record.name} ${group} would not with a factor of p - z in its cofactor`, () =>
                expect(testIsExact(other(cofactor * 3n), key)).to.equal(false));
        it(`${record.name} ${group} would not with another seed`, () =>
            expect(testIsExact({ ...record, seed: record.seed + 1n }, key)).to.equal(false));
    }
});

describe("subgroups by endomorphisms: the answers", function () {
    this.timeout(120_000);
    const curves = {};
    before(async () => {
        configure({ curves: [bls12377] });
        for (const { name } of PAIRED) curves[name] = await verifierOf(name);
    });
    after(() => configure({ curves: undefined }));
    const slow = ({ r }, G, point) => G.isZero(G.timesScalar(point, r));

    for (const [{ name }, group] of GROUPS) describe(`${name} ${group}`, () => {
        it("factors are those of the cofactor", () => {
            let rest = cofactorOf(name, group);
            for (const factor of FACTORS[name][group]) {
                expect(rest % factor).to.equal(0n);
                while (rest % factor === 0n) rest /= factor;
            }
            expect(rest).to.equal(1n);
        });

        it("multiples of the generator pass, affine and jacobian, and so does infinity", () => {
            const curve = curves[name], G = curve[group];
            for (const k of [0n, 1n, 2n, 3n, 12345n, curve.r - 2n, curve.r - 1n, curve.r, curve.r / 2n]) {
                const point = G.timesScalar(G.g, k);
                for (const form of [point, G.toAffine(point)]) expect(G.isInSubgroup(form), k).to.equal(true);
            }
            for (const point of [G.zero, G.zeroAffine]) expect(G.isInSubgroup(point)).to.equal(true);
        });

        it("points of every order in the cofactor are refused, alone and added to a point of order r", () => {
            const curve = curves[name], G = curve[group], good = G.timesScalar(G.g, 987654321n);
            let seen = 0;
            for (const torsion of torsionOf(curve, group)) {
                for (const point of [torsion, G.neg(torsion), G.add(good, torsion), G.sub(torsion, good)]) {
                    expect(slow(curve, G, point)).to.equal(false);
                    expect(G.isInSubgroup(point)).to.equal(false);
                    expect(G.isInSubgroup(G.toAffine(point))).to.equal(false);
                }
                seen++;
            }
            expect(seen).to.equal(12 * FACTORS[name][group].length);
        });

        it("agrees with the multiplication by r on points of any order", () => {
            const curve = curves[name], G = curve[group];
            let seen = 0;
            for (const point of pointsOnCurve(curve, group)) {
                const cleared = G.timesScalar(point, cofactorOf(name, group));
                expect(G.isInSubgroup(point)).to.equal(slow(curve, G, point));
                expect(G.isInSubgroup(cleared)).to.equal(true);
                if (++seen === 40) break;
            }
        });

        it("the points with x = 0, where they exist, are judged as r judges them", () => {
            const curve = curves[name], G = curve[group], { F } = G;
            if (!F.isSquare(G.b)) return;
            const point = new Uint8Array(2 * F.n8);
            point.set(F.sqrt(G.b), F.n8);
            expect(G.isInSubgroup(point)).to.equal(slow(curve, G, point));
        });

        it("a curve without the test has the multiplication by r", () => {
            const curve = curves[name], { G1, G2 } = curve;
            const old = new Proxy({ G1, G2 }[group], {
                get: (G, key) => key === "isInSubgroup" ? undefined : typeof G[key] === "function" ? G[key].bind(G) : G[key],
            });
            expect(isInSubgroup(curve, old, old.gAffine)).to.equal(true);
            for (const torsion of torsionOf(curve, group)) expect(isInSubgroup(curve, old, torsion)).to.equal(false);
        });
    });
});
