import { expect } from "chai";
import { addConvert } from "../../scripts/wasm/field/convert.js";
import { stepBound } from "../../scripts/wasm/field/inv.js";
import { limbPlan } from "../../scripts/wasm/limbs.js";
import { WasmModule } from "../../scripts/wasm/module.js";
import { proofs } from "../../scripts/wasm/proofs.js";
import { fp2Plan, multipleByBits } from "../../scripts/wasm/tower/fp2_kernel.js";
import * as bls12_381 from "../../src/params/bls12381.js";
import * as bn254 from "../../src/params/bn128.js";
import { itInAll } from "../support/extent.js";

const refused = (field, shape) => {
    try {
        limbPlan(field, shape);
        return "accepted";
    } catch (error) {
        return `${error.name}: ${error.message}`;
    }
};

describe("limb plan", () => {
    it("cuts 32 bytes into 9 limbs of 29 bits, 48 bytes into 13 of 30", () => {
        for (const field of [bn254.fp, bn254.fr, bls12_381.fr])
            expect(limbPlan(field)).to.include({ w: 29, n: 9, shift: 5, shortRows: 7 });
        expect(limbPlan(bls12_381.fp)).to.include({ w: 30, n: 13, shift: 6, shortRows: 11 });
    });

    it("keeps R = 2^(8 n8) and limbs that add up", () => {
        for (const field of [bn254.fp, bn254.fr, bls12_381.fp, bls12_381.fr]) {
            const { R, n8, w, mu, p, limbsOfP, limbsOfM, columnMax, resultMax } = limbPlan(field),
                base = 2n ** BigInt(w);
            const value = (limbs) => limbs.reduceRight((v, limb) => (v << BigInt(w)) + limb, 0n);
            expect(R).to.equal(2n ** BigInt(8 * n8));
            expect(value(limbsOfP)).to.equal(p);
            expect(value(limbsOfM) * base).to.equal(mu * p + 1n);
            expect((mu * p) % base).to.equal(base - 1n);
            expect(columnMax < 2n ** 64n && resultMax < 2n * p).to.equal(true);
        }
    });

    it("settles the columns of 30-bit limbs, and only where it must", () => {
        const { settled, settledSqr } = limbPlan(bls12_381.fp);
        expect(settled.some(Boolean) && settledSqr.some(Boolean)).to.equal(true);
        expect(settled.every(Boolean)).to.equal(false);
        expect(limbPlan(bn254.fp).settled.some(Boolean)).to.equal(false);
    });

    it("refuses widths whose columns pass 64 bits", () => {
        expect(refused(bls12_381.fp, { w: 31, shortRows: 11 })).to.match(
            /^RangeError: f1m: w=31, n=13.*expected product columns below 2\^64, got 6[5-9] bits in column/,
        );
        expect(refused(bn254.fp, { w: 32, shortRows: 6 })).to.match(
            /^RangeError: f1m: w=32, n=8.*expected product columns below 2\^64/,
        );
    });

    it("refuses a schedule whose result one subtraction does not reduce", () => {
        expect(refused(bls12_381.fp, { w: 30, shortRows: 12 })).to.match(
            /expected results below 2p, got up to 2\.\d+ p/,
        );
        expect(refused(bn254.fp, { w: 29, shortRows: 9 })).to.match(/expected results below 2p/);
    });

    it("refuses a modulus that is even, and one without a spare bit under an extension", () => {
        expect(refused({ name: "f", p: 2n ** 60n })).to.match(/expected an odd modulus/);
        for (const p of [2n ** 63n - 25n, 2n ** 64n - 59n]) expect(refused({ name: "f", p })).to.equal("accepted");
        expect(() => fp2Plan({ name: "f", p: 2n ** 256n - 2n ** 248n - 79n })).to.throw(
            RangeError,
            "f: expected a modulus below 2^255 under an extension, got 256 bits",
        );
    });

    it("refuses short rows for a modulus next to 2^64", () => {
        expect(refused({ name: "f", p: 2n ** 64n - 2n ** 32n + 1n }, { w: 29, shortRows: 1 })).to.match(
            /expected results below 2p/,
        );
    });

    it("refuses conversions of any bytes where one subtraction is not enough", () => {
        const plan = limbPlan(bn254.fp);
        expect(() => addConvert(new WasmModule(), { ...plan, shortRows: plan.n })).to.throw(
            RangeError,
            /expected conversions below 2p/,
        );
    });

    it("refuses to take multiples of p by bits that do not say which one", () => {
        const { p } = bn254.fp;
        expect(multipleByBits(p, 10)).to.deep.equal({ shift: 248, factor: Number((2n ** 264n) / p) });
        // so many multiples that what is left of a factor of 16 bits makes one of difference
        expect(() => multipleByBits(p, 20000)).to.throw(RangeError, /expected bits \d+ to say which one, got \d+/);
    });

    it("refuses division steps in batches whose sums pass 63 bits", () => {
        expect(stepBound(30) < 2n ** 62n).to.equal(true);
        expect(() => stepBound(31)).to.throw(
            RangeError,
            /^divsteps: expected sums below 2\^63, got 64 bits in batches of 31/,
        );
    });

    itInAll("every proof of gen:check holds", () => {
        const list = proofs();
        expect(list.length).to.be.greaterThan(3);
        for (const { subject, prove } of list) expect(prove(), subject).to.be.a("string").with.length.greaterThan(10);
    });
});
