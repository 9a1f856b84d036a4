/** A Groth16 proof that gnark made on bls12-377, a curve that snarkjs does not know: each way to verify accepts it. */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { bigintBls12377, verify as onBigInt } from "../../src/protocols/bigint.js";
import { verify } from "../../src/protocols/groth16/index.js";
import { verify as alone } from "../../src/protocols/groth16/verify_alone.js";
import { thinned } from "../support/extent.js";

const given = JSON.parse(readFileSync(new URL("gnark/groth16_bls12-377.json", import.meta.url), "utf8"));

describe("a proof of gnark on bls12-377", function () {
    this.timeout(60_000);
    const ways = {
        "ffturbo/groth16": verify,
        "ffturbo/verify": alone,
        "the curve on BigInt": bigintBls12377().verify,
        "ffturbo/bigint, which knows the curve since": onBigInt,
    };

    for (const [name, check] of thinned(Object.entries(ways).reverse(), 2)) it(`${name}: accepted, and refused when anything differs`, async () => {
        const { vkey, publicSignals, proof } = given;
        expect(await check(vkey, publicSignals, proof)).to.equal(true);
        expect(await check(vkey, ["36", "37"], proof)).to.equal(false);
        expect(await check(vkey, publicSignals, { ...proof, pi_a: proof.pi_c })).to.equal(false);
        expect(await check({ ...vkey, vk_alpha_1: vkey.IC[1] }, publicSignals, proof)).to.equal(false);
    });
});
