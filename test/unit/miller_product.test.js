/** The product of many Miller functions against one loop after the other. */
import { expect } from "chai";
import { buildVerifier, verifierOf } from "../../src/curves/verifier.js";
import { millerProduct } from "../../src/engine/pairing.js";
import { bls12377 } from "../../src/wasm/curves/bls12377.js";
import { concat } from "../../src/util/bytes.js";

const curves = {
    bn128: () => verifierOf("bn128"), bls12381: () => verifierOf("bls12381"), bls12377: () => buildVerifier(bls12377),
};

for (const [name, open] of Object.entries(curves)) describe(`${name}: product of Miller functions`, () => {
    let curve, p, q;
    const prepared = (points) => concat(points.map((point) => curve.prepareG2(point)));
    /** One loop after the other. */
    const twin = (ps, qs) => ps.reduce((product, point, i) => curve.Gt.mul(
        product,
        curve.millerLoop(curve.prepareG1(point), curve.prepareG2(qs[i])),
    ), curve.Gt.one);
    // Lines are scaled by elements of Fp2, which the final exponentiation takes to one.
    const value = (f) => Buffer.from(curve.finalExponentiation(f)).toString("hex");

    before(async () => {
        curve = await open();
        const { G1, G2, r } = curve, times = (G) => (k) => G.toJacobian(k === 0n ? G.zero : G.timesScalar(G.g, k));
        p = [1n, r - 1n, 0n, 12345n, 1n << 200n, 7n].map(times(G1));
        q = [1n, 5n, 9n, 0n, r - 2n, 7n].map(times(G2));
        p[5] = G1.toJacobian(G1.toAffine(p[5])); // z = 1, and not
    });

    it("is that of one loop after the other, with any number of prepared points, and beside infinity", () => {
        for (let fixed = 0; fixed <= p.length; fixed++) {
            const free = p.length - fixed, pairs = [concat(p.slice(0, free)), concat(q.slice(0, free))];
            const f = millerProduct(curve, pairs, [concat(p.slice(free)), prepared(q.slice(free))]);
            expect(value(f), fixed).to.equal(value(twin(p, q)));
        }
    });

    it("is one for no pairs, and for opposite ones after the final exponentiation", () => {
        const none = new Uint8Array(0), { Gt, G1 } = curve;
        expect(Gt.eq(millerProduct(curve, [none, none]), Gt.one)).to.equal(true);
        const opposite = concat([p[4], G1.neg(p[4])]), twice = concat([q[1], q[1]]);
        expect(value(millerProduct(curve, [opposite, twice]))).to.equal(value(Gt.one));
    });

    it("takes more pairs than the frozen functions do, and leaves no memory behind", () => {
        const many = Array.from({ length: 40 }, (_, i) => i % p.length), all = (points) => many.map((i) => points[i]);
        const word = () => new Uint32Array(curve.tm.memory.buffer)[0];
        const before = word(), f = millerProduct(curve, [concat(all(p)), concat(all(q))]);
        expect(word()).to.equal(before);
        expect(value(f)).to.equal(value(twin(all(p), all(q))));
    });

    it("refuses lists that do not fit together", () => {
        const message = /^millerProduct: expected as many points of G1 as of G2/;
        expect(() => millerProduct(curve, [p[0], concat([q[0], q[1]])])).to.throw(RangeError, message);
        expect(() => millerProduct(curve, [p[0].subarray(1), q[0]])).to.throw(RangeError, message);
        expect(() => millerProduct(curve, [p[0], q[0]], [p[0], q[0]])).to.throw(RangeError, message);
    });
});
