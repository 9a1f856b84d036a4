/** FFLONK on single numbers with several public signals, beside sums and products that are written out. */
import { expect } from "chai";
import { inverse, mod, pow } from "../../src/bigint/modular.js";
import { domainOf } from "../../src/protocols/fflonk/domain.js";
import {
    ChallengeError, inverseOfDenominators, openingFactors, quotientValues, remaindersAt,
} from "../../src/protocols/fflonk/relation.js";
import { lagrangeSum } from "../../src/protocols/plonkish/lagrange.js";
import { buildBn128 } from "../../src/index.js";

const R = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;
const domain = domainOf(R, 3), { n, w } = domain, xi = pow(123456789n, 24n, R), xiw = (xi * w) % R, y = 987654321n;
const roots = (count) => Array.from({ length: count }, (_, i) => pow(w, BigInt(i), R));
const vanishing = mod(pow(xi, n, R) - 1n, R);
/** The Lagrange polynomial of root i at xi. */
const lagrange = (root) => mod(root * vanishing * inverse(mod(n * (xi - root), R), R), R);

describe("FFLONK: numbers", () => {
    it("the inverse has a denominator for each public signal, and one if there is none", () => {
        const of = (signals) => inverseOfDenominators(domain, { xi, xiw }, y, signals), one = of(1);
        expect(of(0)).to.equal(one);
        for (const signals of [2, 3, 5]) {
            const others = roots(signals).slice(1).reduce((all, root) => mod(all * n * (xi - root), R), 1n);
            expect(of(signals)).to.equal(mod(one * inverse(others, R), R));
        }
    });

    it("the inverse takes more public signals than a call takes arguments", () => {
        const large = domainOf(R, 18), signals = 2 ** 18 - 2, of = (count) =>
            inverseOfDenominators(large, { xi, xiw: mod(xi * large.w, R) }, y, count);
        // of the n denominators n (xi - w^i), whose product is n^n (xi^n - 1), two are missing
        const missing = [2n, 1n].map((i) => mod(large.n * (xi - pow(large.w, large.n - i, R)), R));
        const all = mod(pow(large.n, large.n, R) * (pow(xi, large.n, R) - 1n), R);
        const others = mod(all * inverse(mod(missing[0] * missing[1] * large.n * (xi - 1n), R), R), R);
        expect(of(signals)).to.equal(mod(of(1) * inverse(others, R), R));
    });

    it("challenges with a denominator of 0 are an error of their own", () => {
        const values = new Proxy({}, { get: () => 5n }), permutation = { beta: 5n, gamma: 7n };
        for (const call of [
            () => inverseOfDenominators(domain, { xi: 1n, xiw: w }, y, 1),
            () => openingFactors(domain, { xi: 1n, xiw: w }, 3n, 1n),
            () => quotientValues(domain, permutation, w, values, [1n]),
            () => remaindersAt(domain, { xi: 0n, xiw: 0n }, y, values, { t0: 1n, t1: 1n, t2: 1n }),
        ]) expect(call).to.throw(ChallengeError, "expected challenges that are no roots of unity");
    });

    it("T0 has what the public signals add to the gates, T1 what z begins with", () => {
        const names = ["ql", "qr", "qm", "qo", "qc", "s1", "s2", "s3", "a", "b", "c", "z", "zw", "t1w", "t2w"];
        const values = Object.fromEntries(names.map((name, i) => [name, BigInt(i * i + 3)]));
        const of = (signals) => quotientValues(domain, { beta: 5n, gamma: 7n }, xi, values, signals), none = of([]);
        expect(none.t1).to.equal(mod((values.z - 1n) * inverse(mod(n * (xi - 1n), R), R), R));
        for (const signals of [[11n], [11n, 13n], [0n, R - 1n, 17n]]) {
            const inputs = roots(signals.length).reduce((sum, root, i) => sum + signals[i] * lagrange(root), 0n);
            const { t0, ...rest } = of(signals);
            expect(mod((none.t0 - t0) * vanishing, R)).to.equal(mod(inputs, R));
            expect({ ...rest, t0: none.t0 }).to.deep.equal(none);
        }
    });

    it("PLONK's sum of public signals times Lagrange polynomials", async () => {
        const curve = await buildBn128(true), { Fr } = curve, lem = (value) => Fr.fromObject(value);
        for (const signals of [[11n], [11n, 13n], [0n, R - 1n, 17n]]) {
            const wanted = roots(signals.length).reduce((sum, root, i) => sum + signals[i] * lagrange(root), 0n);
            const places = { n: lem(n), vanishing: lem(vanishing) };
            const sum = await lagrangeSum(curve, signals.map(lem), lem(w), lem(xi), places);
            expect(Fr.toObject(sum)).to.equal(mod(wanted, R));
        }
    });
});
