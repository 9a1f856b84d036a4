/**
 * Proofs of a key whose secrets are known: the discrete logarithms of their points are what the formula says,
 * calculated with integers alone. One key has A0 = 0 for its witness, which its author alone can bring about.
 */
import { expect } from "chai";
import * as snarkjs from "snarkjs";
import { inverse, mod, pow } from "../../src/bigint/modular.js";
import { buildBls12381, buildBn128 } from "../../src/index.js";
import { prove, verify } from "../../src/protocols/groth16/index.js";
import { exportVerificationKey, setupGroth16 } from "../../packages/snarkjs/src/ceremony/index.js";
import { headerFields, withSections } from "../support/binfiles.js";
import { rowsOf } from "../support/extent.js";
import { knownPowers, SECRETS } from "../support/known_powers.js";
import { madeCircuit } from "../support/made_circuit.js";
import { seed, uniform } from "../support/random.js";

const CONSTRAINTS = 6, PUBLIC = 1, DOMAIN = 8, POWER = 4, DELTA = 31n ** 40n;

/** Each column of the three matrices, as its polynomial at tau. */
function columnsAtTau({ constraints, values }, { Fr, r }) {
    const root = Fr.toObject(Fr.w[Math.log2(DOMAIN)]), vanishing = mod(pow(SECRETS.tau, BigInt(DOMAIN), r) - 1n, r);
    const lagrange = Array.from({ length: DOMAIN }, (_, k) => {
        const x = pow(root, BigInt(k), r);
        return mod(x * vanishing * inverse(mod(BigInt(DOMAIN) * (SECRETS.tau - x), r), r), r);
    });
    const rows = [...constraints, ...Array.from({ length: PUBLIC + 1 }, (_, i) => [[[i, 1n]], [], []])];
    return [0, 1, 2].map((side) => {
        const columns = values.map(() => 0n);
        for (const [k, row] of rows.entries())
            for (const [wire, c] of row[side]) columns[wire] = mod(columns[wire] + c * lagrange[k], r);
        return columns;
    });
}

/** Logarithms: of A0, B0 and C0, and of the points IC and C of a key with this alpha. */
function logarithmsOf(circuit, curve, alpha) {
    const { r } = curve, { values } = circuit, beta = mod(SECRETS.beta, r), [u, v, w] = columnsAtTau(circuit, curve);
    const sum = (list, from = 0, to = list.length) =>
        list.slice(from, to).reduce((total, x, i) => mod(total + x * values[from + i], r), 0n);
    const used = u.map((x, i) => mod(beta * x + alpha * v[i] + w[i], r)), ofA = sum(u);
    const a = mod(alpha + ofA, r), b = mod(beta + sum(v), r), d = inverse(DELTA % r, r);
    return { a, b, c: mod((a * b - alpha * beta - sum(used, 0, PUBLIC + 1)) * d, r), ofA, used, d };
}

/** The key of the circuit, with this alpha, and delta that is not 1. */
async function keyOf(circuit, curve, alpha) {
    const { G1, G2, r } = curve, out = { type: "mem" };
    await setupGroth16(circuit.r1cs, await knownPowers(curve, POWER), out, { curve });
    const { used, d } = logarithmsOf(circuit, curve, alpha), size = 2 * G1.F.n8;
    const times = (G, point, k) => G.toAffine(G.timesScalar(point, mod(k, r)));
    const multiples = (list) => new Uint8Array(Buffer.concat(list.map((k) => times(G1, G1.g, k))));
    const scaled = (bytes) => new Uint8Array(Buffer.concat(Array.from({ length: bytes.length / size }, (_, i) =>
        times(G1, bytes.slice(size * i, size * (i + 1)), d))));
    const header = (bytes) => {
        const [alpha1, delta1, delta2] = [[G1, alpha], [G1, DELTA], [G2, DELTA]].map(([G, k]) => times(G, G.g, k));
        const points = { alpha1, delta1, delta2 };
        const changed = bytes.slice();
        for (const [name, at] of headerFields(G1.F.n8, 32)) if (points[name]) changed.set(points[name], at);
        return changed;
    };
    const changes = {
        2: header, 3: () => multiples(used.slice(0, PUBLIC + 1)),
        8: () => multiples(used.slice(PUBLIC + 1).map((k) => k * d)), 9: scaled,
    };
    return withSections(out.data, (list) => list.map(([type, bytes]) => [type, changes[type]?.(bytes) ?? bytes]));
}

for (const [name, build] of rowsOf([["bn128", buildBn128], ["bls12381", buildBls12381]], [["bn128", buildBn128]]))
    describe(`prover: proofs of a key with known secrets on ${name} (SEED=${seed})`, function () {
        this.timeout(60_000);
        let curve, circuit, field;
        before(async () => {
            curve = await build({ singleThread: true });
            field = { r: curve.r, n8: 32 };
            circuit = madeCircuit(field, "dense", CONSTRAINTS);
        });
        after(() => globalThis[`curve_${name}`]?.terminate());

        /** A proof with these draws, as points. @param {Uint8Array} key @param {bigint[]} draws */
        async function proofWith(key, ...draws) {
            const { Fr, G1, G2 } = curve, left = draws.slice();
            Fr.fromRng = () => Fr.e(left.shift());
            try {
                const { proof, publicSignals } = await prove(key, circuit.wtns, { curve });
                expect(left, "all are used").to.deep.equal([]);
                const number = (x) => (Array.isArray(x) ? x.map(BigInt) : BigInt(x));
                const point = (G, coordinates) => G.fromObject(coordinates.map(number));
                const points = { a: point(G1, proof.pi_a), b: point(G2, proof.pi_b), c: point(G1, proof.pi_c) };
                return { proof, publicSignals, points };
            } finally {
                delete Fr.fromRng;
            }
        }

        /** Are these the logarithms of a proof's points? */
        function expectLogarithms({ a, b, c }, logarithms) {
            const { G1, G2, r } = curve;
            for (const [G, point, k] of [[G1, a, logarithms.a], [G2, b, logarithms.b], [G1, c, logarithms.c]])
                expect(G.eq(point, G.timesScalar(G.g, mod(k, r)))).to.equal(true);
        }

        async function expectVerifies(key, { proof, publicSignals }) {
            const vkey = await exportVerificationKey(key, { curve });
            expect(await verify(vkey, publicSignals, proof)).to.equal(true);
            expect(await snarkjs.groth16.verify(vkey, publicSignals, proof)).to.equal(true);
        }

        it("have A0 / r, r (B0 + s delta) and C0 + s A0, and verify", async () => {
            const alpha = mod(SECRETS.alpha, curve.r), key = await keyOf(circuit, curve, alpha), { r: order } = curve;
            const { a, b, c } = logarithmsOf(circuit, curve, alpha);
            const drawn = [uniform(order - 1n) + 1n, uniform(order)];
            for (const [r, s] of [[1n, 0n], [order - 1n, 1n], [2n, order - 1n], drawn]) {
                const made = await proofWith(key, r, s);
                expectLogarithms(made.points, { a: a * inverse(r, order), b: r * (b + s * DELTA), c: c + s * a });
                await expectVerifies(key, made);
            }
        });

        it("draw r again while it is 0, and take s as it comes", async () => {
            const alpha = mod(SECRETS.alpha, curve.r), key = await keyOf(circuit, curve, alpha);
            const { a, b, c } = logarithmsOf(circuit, curve, alpha);
            const { points } = await proofWith(key, 0n, 0n, 7n, 0n);
            expectLogarithms(points, { a: a * inverse(7n, curve.r), b: 7n * b, c });
        });

        it("take another point where A0 is 0, and verify: nobody sees which witness that was", async () => {
            const { r: order } = curve, alpha = mod(-logarithmsOf(circuit, curve, 0n).ofA, order);
            const key = await keyOf(circuit, curve, alpha), { a, c } = logarithmsOf(circuit, curve, alpha);
            expect(a).to.equal(0n);
            const [r, s] = [uniform(order - 1n) + 1n, uniform(order)], made = await proofWith(key, r, s);
            expectLogarithms(made.points, { a: inverse(r, order), b: r * s * DELTA, c: c + s });
            await expectVerifies(key, made);
            const { points: { b } } = await proofWith(key, r, 0n);
            expect(curve.G2.isZero(b), "as likely as any other point").to.equal(true);
        });
    });
