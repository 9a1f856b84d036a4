/**
 * Points of a proving key that are on the curve and not in the subgroup. With a delta1 of small order, proofs came out
 * that were not blinded, and no test noticed.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { buildBls12381, buildBn128 } from "../../src/index.js";
import { prove, ProverError, verify } from "../../src/protocols/groth16/index.js";
import { areInSubgroup, coefficientBound, countMsms, drawCoefficients } from "../../src/protocols/key/points.js";
import { verifierOf } from "../../src/curves/verifier.js";
import { withFixedRandom } from "../support/fixed_random.js";
import { headerFields, sectionsOf } from "../support/binfiles.js";
import { fixtures } from "../support/circuits.js";
import { ALL_ROWS, itInAll, rowsOf } from "../support/extent.js";
import { cofactorOf, GROUPS_WITH_TORSION, pointOfOrder, pointOutside, SMALL_ORDERS } from "../support/torsion.js";

const CIRCUITS = { bn128: "xor_net", bls12381: "mimc_bls" }, HEADER = 2;
const SECTIONS = { 3: ["IC", "G1"], 5: ["A", "G1"], 7: ["B2", "G2"], 8: ["C", "G1"], 9: ["H", "G1"] };
/** Groups of the curves that there is a key for. */
const GROUPS = GROUPS_WITH_TORSION.filter(([name]) => CIRCUITS[name]);
const load = (name, file) => new Uint8Array(readFileSync(join(fixtures, CIRCUITS[name], file)));

/**
 * A multiple of the generator whose first coordinate, as it is stored, is written as itself plus q, with the top byte
 * of q: few are so small that there is such a form.
 */
function withCoordinateAboveQ({ q }, G) {
    const n8 = Math.ceil(q.toString(16).length / 2), top = 8n * BigInt(n8 - 1);
    for (let sum = G.g; ; sum = G.add(sum, G.g)) {
        const point = G.toAffine(sum), above = fromLE(point.subarray(0, n8)) + q;
        if (above >> top !== q >> top) continue;
        point.set(toLE(above, n8));
        return point;
    }
}
const fromLE = (bytes) => BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`);
const toLE = (value, n8) => Buffer.from(value.toString(16).padStart(2 * n8, "0"), "hex").reverse();

describe("prover: points of a key outside their subgroup", function () {
    this.timeout(120_000);
    const curves = {};
    before(async () => Object.assign(curves, { bn128: await buildBn128(true), bls12381: await buildBls12381(true) }));

    /** The key with its point at this offset as `change` gives it back. */
    const changedAt = (name, offset, group, change) => {
        const key = load(name, "circuit.zkey"), length = 2 * curves[name][group].F.n8;
        key.set(change(key.slice(offset, offset + length)), offset);
        return key;
    };
    const offsetOf = (name, type, group, i) =>
        sectionsOf(load(name, "circuit.zkey")).find((section) => section.type === type).offset +
        i * 2 * curves[name][group].F.n8;
    const countOf = (name, type, group) =>
        sectionsOf(load(name, "circuit.zkey")).find((section) => section.type === type).size /
        (2 * curves[name][group].F.n8);
    const plus = (name, group, torsion) => (point) =>
        curves[name][group].toAffine(curves[name][group].add(point, torsion));
    const refusal = async (name, key, options) => {
        const error = await prove(key, load(name, "witness.wtns"), { curve: curves[name], ...options }).then(
            () => undefined,
            (found) => found,
        );
        expect(error, "expected a failure, got a proof").to.be.instanceOf(ProverError);
        expect(error.code).to.equal("ERR_POINT");
        return error.message;
    };

    for (const [name, group, orders] of GROUPS) {
        const points = ["alpha1", "beta1", "beta2", "gamma2", "delta1", "delta2"].filter((point) =>
            point.endsWith(group[1]),
        );
        for (const place of points)
            it(`${name}: ${place} of small order, with torsion, or of another order is refused always`, async () => {
                const n8 = curves[name].F1.n8,
                    [, at] = headerFields(n8, 32).find(([field]) => field === place),
                    offset = offsetOf(name, HEADER, group, 0) + at;
                const small = orders.map((order) => pointOfOrder(curves[name], group, order));
                for (const change of [
                    ...small.flatMap((torsion) => [() => torsion, plus(name, group, torsion)]),
                    () => pointOutside(curves[name], group),
                ]) {
                    expect(await refusal(name, changedAt(name, offset, group, change))).to.include(
                        `expected ${place} to be a point of order r, got one outside of that subgroup`,
                    );
                }
            });

        for (const [type, [section, of]] of Object.entries(SECTIONS).filter(([, [, of]]) => of === group))
            ((name === "bn128" ? of === "G2" || section === "H" : section === "B2") ? it : itInAll)(`${name}: torsion in section ${section} is seen by paranoid, at its ends and in its middle`, async () => {
                const n = countOf(name, Number(type), of);
                for (const i of new Set([0, n >> 1, n - 1]))
                    for (const order of orders) {
                        const key = changedAt(
                            name,
                            offsetOf(name, Number(type), of, i),
                            of,
                            plus(name, of, pointOfOrder(curves[name], of, order)),
                        );
                        expect(await refusal(name, key, { paranoid: true }), `${i}, ${order}`).to.include(
                            `expected the points of section ${type} (${section}) to be of order r`,
                        );
                    }
            });
    }

    const HEADER_POINTS = ["alpha1", "beta1", "beta2", "gamma2", "delta1", "delta2"];
    for (const [i, name] of Object.keys(CIRCUITS).entries())
        for (const place of HEADER_POINTS.filter((_, j) => ALL_ROWS || (i + j) % 2 === 0)) {
        const group = `G${place.at(-1)}`;
        const keyWith = (change) => {
            const [, at] = headerFields(curves[name].F1.n8, 32).find(([field]) => field === place);
            return changedAt(name, offsetOf(name, HEADER, group, 0) + at, group, change);
        };

        it(`${name}: ${place} at infinity is refused always, without check too`, async () => {
            const infinity = keyWith((point) => point.fill(0));
            for (const options of [{ check: false }, { paranoid: true }])
                expect(await refusal(name, infinity, options)).to.include(`expected ${place} to be a point of ${name}`);
        });

        it(`${name}: ${place} with a coordinate above q is refused always, also where its top byte is that of q`, async () => {
            const key = keyWith(() => withCoordinateAboveQ(curves[name], curves[name][group]));
            expect(await refusal(name, key, { check: false })).to.include(`expected ${place} to be a point of ${name}`);
        });
    }

    for (const name of Object.keys(CIRCUITS)) for (const [type, [section, group]] of Object.entries(SECTIONS))
        it(`${name}: a coordinate above q in section ${section} is seen by paranoid`, async () => {
            const change = () => withCoordinateAboveQ(curves[name], curves[name][group]);
            const key = changedAt(name, offsetOf(name, Number(type), group, 1), group, change);
            expect(await refusal(name, key, { paranoid: true })).to.include(
                `expected point 1 of section ${type} (${section}) on the curve`,
            );
        });

    it("torsion of two points that cancels out is seen", async () => {
        for (const [name, group, [order]] of GROUPS) {
            const type = { G1: 5, G2: 7 }[group],
                torsion = pointOfOrder(curves[name], group, order),
                G = curves[name][group];
            const key = changedAt(name, offsetOf(name, type, group, 1), group, plus(name, group, torsion));
            const at = offsetOf(name, type, group, 2), length = 2 * G.F.n8;
            key.set(G.toAffine(G.sub(key.slice(at, at + length), torsion)), at);
            expect(await refusal(name, key, { paranoid: true })).to.include(`section ${type}`);
        }
    });

    it("torsion in every point of a section is seen", async () => {
        const [name, group] = ["bls12381", "G1"],
            torsion = pointOfOrder(curves[name], group, 3n),
            key = load(name, "circuit.zkey"),
            length = 2 * curves[name].G1.F.n8;
        for (let i = 0, at = offsetOf(name, 9, group, 0); i < countOf(name, 9, group); i++, at += length)
            key.set(plus(name, group, torsion)(key.slice(at, at + length)), at);
        expect(await refusal(name, key, { paranoid: true })).to.include("section 9");
    });

    it("a good key passes, in the same way each time", async () => {
        for (const name of Object.keys(CIRCUITS)) for (let i = 0; i < rowsOf(3, 1); i++) {
            const { proof, publicSignals } = await prove(load(name, "circuit.zkey"), load(name, "witness.wtns"), {
                curve: curves[name],
                paranoid: true,
            });
            const vkey = JSON.parse(readFileSync(join(fixtures, CIRCUITS[name], "vkey.json"), "utf8"));
            expect(await verify(vkey, publicSignals, proof)).to.equal(true);
        }
    });

    it("paranoid can be stopped", async () => {
        const controller = new AbortController(), reason = new Error("enough");
        const done = prove(load("bls12381", "circuit.zkey"), load("bls12381", "witness.wtns"), {
            curve: curves.bls12381,
            paranoid: true,
            signal: controller.signal,
            onProgress: ({ phase }) => phase === "points" && controller.abort(reason),
        });
        expect(await done.catch((error) => error)).to.equal(reason);
    });

    it("as many MSMs as 2^-40 takes, for the smallest factor of each cofactor", () => {
        const factors = { bls12381: { G1: 3, G2: 13 }, bn128: { G2: 10069 }, bls12377: { G1: 2 } };
        for (const [name, group] of GROUPS_WITH_TORSION) {
            const factor = factors[name][group], sums = countMsms(cofactorOf(name, group));
            expect(BigInt(factor)).to.equal(SMALL_ORDERS[name][group][0]);
            for (let k = 2; k < Math.min(factor, 300); k++)
                expect(cofactorOf(name, group) % BigInt(k), `${name} ${group} ${k}`).to.not.equal(0n);
            // Coefficients that one residue modulo the factor takes, at most: counted.
            const residues = new Array(factor).fill(0), bound = coefficientBound(cofactorOf(name, group));
            for (let c = 0; c < bound; c++) residues[c % factor]++;
            const chance = Math.max(...residues) / bound;
            expect(chance ** sums, `${name} ${group}`).to.be.at.most(2 ** -40);
            expect(chance ** (sums - 1)).to.be.above(2 ** -40);
        }
        expect([3n, 13n, 10069n, 2n, 257n, 251n * 257n].map((cofactor) => countMsms(cofactor)))
            .to.deep.equal([26, 11, 5, 40, 5, 6]);
    });

    it("coefficients are drawn evenly below their bound, and again where a byte is beyond its multiples", async () => {
        for (const bound of [2, 3, 13, 251, 256]) {
            const counts = new Array(bound).fill(0), n = 2 ** 16;
            for (const value of drawCoefficients(bound, n)) counts[value]++;
            expect(Math.min(...counts), bound).to.be.above(n / bound / 2);
            expect(Math.max(...counts), bound).to.be.below(2 * n / bound);
        }
        // 244, 245, 246 and no more of the first eight are below 247 = 19 * 13; of the next five the same
        const drawn = await withFixedRandom(244, async () => [...drawCoefficients(13, 8)]);
        expect(drawn).to.deep.equal([10, 11, 12, 10, 11, 12, 10, 11]);
    });

    itInAll("all MSMs are looked at, as many as the certainty asks for", async () => {
        const curve = await verifierOf("bls12381"), { G1, G2 } = curve, torsion = pointOfOrder(curve, "G1", 3n);
        for (const [G, certainty, count] of [[G1, 128, 81], [G1, 40, 26], [G2, 128, 35]]) {
            const asked = [];
            const sumsOf = async (points, lists) => {
                asked.push(lists.length);
                expect(lists.every((list) => list.length === 2)).to.equal(true);
                return lists.map(() => G.g);
            };
            const points = new Uint8Array([...G.gAffine, ...G.gAffine]);
            expect(await areInSubgroup(curve, G, points, sumsOf, certainty)).to.equal(true);
            expect(asked).to.deep.equal([count]);
        }
        for (let bad = 0; bad < 81; bad++) {
            const sumsOf = async (_points, lists) => lists.map((_, i) => (i === bad ? G1.toJacobian(torsion) : G1.g));
            expect(await areInSubgroup(curve, G1, G1.gAffine, sumsOf, 128), bad).to.equal(false);
        }
    });
});
