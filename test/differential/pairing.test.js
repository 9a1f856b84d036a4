/** Pairings: the bytes of ffjavascript, the laws of a pairing, and the pieces against each other. */
import { expect } from "chai";
import { addPrimeField } from "../../scripts/wasm/field/prime_field.js";
import { addPairing } from "../../scripts/wasm/pairing/pairing.js";
import { pairingParams } from "../../scripts/wasm/pairing/params.js";
import { lineCount, loopDigits } from "../../scripts/wasm/pairing/miller.js";
import { addFp2, addTower } from "../../scripts/wasm/tower/tower.js";
import { itOnOne, thinned } from "../support/extent.js";
import { hex } from "../support/hex.js";
import { seed, uniform } from "../support/random.js";
import { tower } from "../support/tower.js";
import { towerMemory } from "../support/tower_memory.js";
import { builderOf, CURVES, ORACLES, twinOf } from "../support/twin_curves.js";
import { load } from "../support/wasm.js";

/** How the pairing of the generators begins in the base module's form. */
const VALUES = {
    bn128: "20a42a123075cc1f3ef45f8cbccd59caee8d771420a83fc9083be000922dcf11",
    bls12381: "c5851fa033e47219382577fd762bd397f9cd6bc96f54cec81406d466733ef6ce",
};

for (const record of thinned(Object.values(CURVES), 2)) describe(`pairing of ${record.name} (SEED=${seed})`, () => {
    const { name: curve, fp, fr, tower: { nonResidue } } = record, oracle = ORACLES[curve], r = fr.p;
    const pairing = pairingParams(record), T = tower(fp.p, pairing.xi0, nonResidue);
    let e, m, n8, other, gt, out;

    before(async () => {
        const { exports, mem, parts } = await load((module) => {
            const f1 = addPrimeField(module, fp), f2 = addFp2(module, f1, nonResidue);
            const all = addTower(module, f1, f2, pairing);
            addPairing(module, all, pairing, fr.p);
            return all;
        });
        [e, n8, other] = [exports, parts.f1.n8, await (oracle ?? builderOf(curve))(true)];
        m = Object.assign(towerMemory({ mem, n8, p: fp.p }), { mem });
        [gt, out] = [12 * n8, mem.alloc(12 * n8)];
    });

    const put = (bytes) => {
        const at = m.mem.alloc(bytes.length);
        m.mem.u8.set(bytes, at);
        return at;
    };
    const g1 = (k) => put(other.G1.timesScalar(other.G1.g, k)), g2 = (k) => put(other.G2.timesScalar(other.G2.g, k));
    const pair = (P, Q) => {
        const z = m.mem.alloc(gt);
        e[`${curve}_pairing`](P, Q, z);
        return z;
    };
    const bytes = (at) => hex(m.bytes(at, gt));
    const power = (x, k) => {
        const s = m.mem.alloc(40), z = m.mem.alloc(gt);
        m.mem.write(s, k, 32);
        e.ftm_pow(x, s, 32, z);
        return z;
    };
    const one = () => m.write(T.ftm.one);

    it("is the value on BigInt", () => {
        const { G1, G2, pairing: value } = twinOf(curve);
        for (const [a, b] of [[1n, 1n], [r - 1n, uniform(r)]]) {
            const want = value(G1.timesScalar(G1.g, a), G2.timesScalar(G2.g, b));
            expect(m.read(T.ftm, pair(g1(a), g2(b))), `${a}, ${b}`).to.deep.equal(want);
        }
    });

    if (oracle) it("is the value of ffjavascript, byte for byte", () => {
        expect(bytes(pair(g1(1n), g2(1n))).slice(0, 64)).to.equal(VALUES[curve]);
        for (const [a, b] of [[1n, 1n], [r - 1n, 1n], [uniform(r), uniform(r)], [uniform(r), 2n]]) {
            const P = other.G1.timesScalar(other.G1.g, a), Q = other.G2.timesScalar(other.G2.g, b);
            expect(bytes(pair(put(P), put(Q))), `${a}, ${b}`).to.equal(hex(other.pairing(P, Q)));
        }
    });

    it("is one for a point at infinity, in either place and in prepared form", () => {
        const zeros = [put(other.G1.zero), put(other.G2.zero)],
            pP = m.mem.alloc(pairing.prePSize),
            pQ = m.mem.alloc(pairing.preQSize);
        for (const [P, Q] of [[zeros[0], g2(3n)], [g1(3n), zeros[1]], zeros]) {
            expect(m.read(T.ftm, pair(P, Q))).to.deep.equal(T.ftm.one);
            e[`${curve}_prepareG1`](P, pP);
            e[`${curve}_prepareG2`](Q, pQ);
            e[`${curve}_millerLoop`](pP, pQ, out);
            expect(m.read(T.ftm, out)).to.deep.equal(T.ftm.one);
        }
    });

    it("is bilinear, not degenerate, and of order r", () => {
        const [a, b] = [uniform(r), uniform(r)], base = pair(g1(1n), g2(1n));
        const ab = bytes(power(base, (a * b) % r));
        expect(bytes(pair(g1(a), g2(b)))).to.equal(ab);
        expect(bytes(pair(g1((a * b) % r), g2(1n)))).to.equal(ab);
        expect(bytes(power(pair(g1(1n), g2(a)), b))).to.equal(ab);
        expect(e.ftm_isOne(base)).to.equal(0);
        expect(e.ftm_isOne(power(base, r))).to.equal(1);
    });

    it("does not depend on the Z of its points, and may write over them", () => {
        const [a, b] = [uniform(r), uniform(r)], expected = bytes(pair(g1(a), g2(b)));
        const affine = put(other.G1.toJacobian(other.G1.toAffine(other.G1.timesScalar(other.G1.g, a))));
        expect(bytes(pair(affine, g2(b)))).to.equal(expected);
        const both = m.mem.alloc(gt), Q = g2(b);
        m.mem.u8.copyWithin(both, Q, Q + 6 * n8);
        e[`${curve}_pairing`](g1(a), both, both);
        expect(bytes(both)).to.equal(expected);
    });

    it("is finalExp of millerLoop of prepared points, which keep to their sizes", () => {
        const guard = 64, [P, Q] = [g1(uniform(r)), g2(uniform(r))];
        const pP = put(new Uint8Array(pairing.prePSize + guard).fill(0xa5)),
            pQ = put(new Uint8Array(pairing.preQSize + guard).fill(0xa5));
        e[`${curve}_prepareG1`](P, pP);
        e[`${curve}_prepareG2`](Q, pQ);
        for (const [at, size] of [
            [pP, other.prePSize],
            [pQ, other.preQSize],
        ])
            expect(m.bytes(at + size, guard).every((b) => b === 0xa5)).to.equal(true);
        e[`${curve}_millerLoop`](pP, pQ, out);
        e[`${curve}_finalExp`](out, out);
        expect(bytes(out)).to.equal(bytes(pair(P, Q)));
        expect([pairing.prePSize, pairing.preQSize]).to.deep.equal([other.prePSize, other.preQSize]);
    });

    it("pairingEq1 to 5 compare the product with a value", () => {
        for (let k = 1; k <= 5; k++) {
            const pairs = Array.from({ length: k }, () => [uniform(r), uniform(r)]);
            const sum = pairs.reduce((total, [a, b]) => (total + a * b) % r, 0n);
            const args = pairs.flatMap(([a, b]) => [g1(a), g2(b)]), value = power(pair(g1(1n), g2(1n)), sum);
            expect(e[`${curve}_pairingEq${k}`](...args, value), `${k} pairs`).to.equal(1);
            expect(e[`${curve}_pairingEq${k}`](...args, one()), `${k} pairs, wrong`).to.equal(0);
            // the last pair cancels the others
            const [, last] = pairs[k - 1], rest = (sum - pairs[k - 1][0] * last) % r;
            const swapped = [...args.slice(0, -2), g1((r * r - rest) % r), g2(1n)];
            expect(e[`${curve}_pairingEq${k}`](...swapped, one()), `${k} pairs to one`).to.equal(1);
            if (k < 2) continue;
            const skipped = [put(other.G1.zero), args[1], ...args.slice(2)],
                less = power(pair(g1(1n), g2(1n)), (sum + r * r - pairs[0][0] * pairs[0][1]) % r);
            expect(e[`${curve}_pairingEq${k}`](...skipped, less), `${k} pairs, one at infinity`).to.equal(1);
        }
    });

    if (oracle) itOnOne(curve)("finalExp, its plain form and powers of the seed are those of ffjavascript for any element", () => {
        const { tm } = other, o = tm.instance.exports;
        tm.startSyncOp();
        const given = tm.alloc(gt), theirs = tm.alloc(gt), p12 = T.ftm.order;
        const compare = (x, z, inside, name) => {
            tm.u8.set(m.bytes(x, gt), given);
            o[name](given, theirs);
            e[inside](x, z);
            expect(bytes(z), name).to.equal(hex(tm.u8.slice(theirs, theirs + gt)));
        };
        for (const a of [T.ftm.random(m.draw(0)), T.ftm.random(m.draw(2)), T.ftm.one, T.ftm.zero]) {
            const x = m.write(a);
            compare(x, out, `${curve}_finalExpPlain`, `${curve}_finalExponentiationOld`);
            compare(x, x, `${curve}_finalExp`, `${curve}_finalExponentiation`);
            compare(x, x, `${curve}_cyclotomicPowSeed`, `${curve}__cyclotomicExp_w0`);
        }
        tm.endSyncOp();
        const a = T.ftm.random(m.draw(0)), { seed: u } = pairing;
        e[`${curve}_finalExp`](m.write(a), out);
        const multiple = pairing.family === "bn" ? 2n * u * (6n * u * u + 3n * u + 1n) : 3n;
        expect(m.read(T.ftm, out), "the exponent").to.deep.equal(T.ftm.pow(T.ftm.pow(a, (p12 - 1n) / r), multiple));
    });

    if (curve === "bn128") it("mulBy024 multiplies in place", () => {
        const a = T.ftm.random(m.draw(0)),
            k = [0, 1, 2].map(() => T.f2m.random(m.draw(0))),
            x = m.write(a),
            o = T.f2m.zero;
        e.bn128_mulBy024(...k.map((c) => m.write(c)), x);
        expect(m.read(T.ftm, x)).to.deep.equal(T.ftm.mul(a, [[k[0], o, k[2]], [o, k[1], o]]));
    });

    it("walks the loop count in the cheaper form, with lines that fit", () => {
        const digits = loopDigits(pairing.loop);
        expect(digits.reduce((v, d) => 2n * v + BigInt(d), 1n)).to.equal(pairing.loop);
        expect((lineCount(pairing) * 3 + 3) * 2 * n8).to.be.at.most(pairing.preQSize);
    });

    it("refuses a prepared size that its lines do not fit", async () => {
        const small = { ...pairing, preQSize: 1000 };
        let error;
        try {
            await load((module) => {
                const f1 = addPrimeField(module, fp), f2 = addFp2(module, f1, nonResidue);
                addPairing(module, addTower(module, f1, f2, small), small, fr.p);
            });
        } catch (thrown) {
            error = thrown;
        }
        expect(error).to.be.an.instanceOf(RangeError);
        expect(error.message).to.include("expected a prepared G2 point of at most 1000 bytes");
    });
});
