/**
 * Forged proofs of false signals under keys that anybody can forge with: the equation takes them, and everything here
 * refuses them.
 */
import { expect } from "chai";
import * as snarkjs from "snarkjs";
import { buildBls12377, buildBls12381, buildBn128 } from "../../src/index.js";
import * as bigint from "../../src/protocols/bigint.js";
import * as fflonk from "../../src/protocols/fflonk/index.js";
import * as groth16 from "../../src/protocols/groth16/index.js";
import * as alone from "../../src/protocols/groth16/verify_alone.js";
import { exportVerificationKey, prove, verify, verifyStream, zkeyInfo } from "../../src/protocols/index.js";
import * as plonk from "../../src/protocols/plonk/index.js";
import { withSections } from "../support/binfiles.js";
import { rowsOf } from "../support/extent.js";
import { forgeFflonk, forgeGroth16, forgeKnownAlpha, forgePlonk } from "../support/weak_proofs.js";
import { keysFrom, powersFor, witnessOf } from "../support/weak_keys.js";

const BUILD = { bn128: buildBn128, bls12381: buildBls12381, bls12377: buildBls12377 };
const INFINITY = ["0", "1", "0"];

/** Verifiers of a protocol, with one proof each. */
const VERIFIERS = {
    groth16: {
        ...Object.fromEntries([["groth16", groth16], ["alone", alone]].flatMap(([title, room]) => [
            [title, room.verify], [`${title}, many`, async (vkey, publicSignals, proof, options) =>
                (await room.verifyMany(vkey, [{ publicSignals, proof }], options))[0]],
        ])),
        bigint: async (...args) => bigint.verify(...args),
    },
    plonk: { plonk: plonk.verify, many: async (vkey, publicSignals, proof, options) =>
        (await plonk.verifyMany(vkey, [{ publicSignals, proof }], options))[0] },
    fflonk: { fflonk: fflonk.verify, many: async (vkey, publicSignals, proof, options) =>
        (await fflonk.verifyMany(vkey, [{ publicSignals, proof }], options))[0] },
};
const STREAM = async (vkey, publicSignals, proof, options) => {
    for await (const answer of verifyStream(vkey, [{ publicSignals, proof }], options)) return answer;
    return undefined;
};

for (const name of rowsOf(["bn128", "bls12381", "bls12377"], ["bn128"])) describe(`forged proofs of weak keys on ${name}`, function () {
    this.timeout(240_000);
    let curve, powers, keys, fromNone, good;
    before(async () => {
        curve = await BUILD[name]({ threads: 2 });
        powers = await powersFor(curve);
        keys = await keysFrom(curve, powers.good);
        fromNone = await keysFrom(curve, powers.none);
        good = await vkeyOf(keys.contributed);
        if (name === "bls12377") bigint.bigintBls12377();
    });
    after(async () => {
        await curve?.terminate();
        if (name !== "bls12377") await (await snarkjs.curves.getCurveFromName(name)).terminate();
    });
    const vkeyOf = (zkey) => exportVerificationKey(zkey, { curve, insecure: true });
    const FALSE = ["0"]; // the circuit says that it is not zero

    /** The equation holds: for snarkjs, and for us without the judgement; with it, every verifier refuses. */
    async function isForgery(vkey, proof, reason, signals = FALSE) {
        if (name !== "bls12377") expect(await snarkjs[vkey.protocol].verify(vkey, signals, proof)).to.equal(true);
        for (const [title, check] of Object.entries({ ...VERIFIERS[vkey.protocol], verify, stream: STREAM })) {
            expect(await check(vkey, signals, proof, { insecure: true }), title).to.equal(true);
            for (const options of [undefined, { reason: true }, { insecure: false }]) {
                const error = await check(vkey, signals, proof, options).then(() => undefined, (one) => one);
                expect([error?.code, error?.reason], title).to.deep.equal(["ERR_KEY", reason]);
                expect(error.message, title).to.include("anybody can forge proofs of this key");
            }
        }
    }

    it("Groth16 without a contribution: A = alpha, B = beta, C = -IC(signals)", async () => {
        const vkey = await vkeyOf(keys.first);
        await isForgery(vkey, forgeGroth16.deltaIsGamma(curve, vkey, FALSE), "DELTA_KNOWN");
        const other = { ...good, vk_gamma_2: good.vk_delta_2 };
        await isForgery(other, forgeGroth16.deltaIsGamma(curve, other, FALSE), "DELTA_KNOWN");
    });

    it("Groth16 where delta is beta, or beta is gamma", async () => {
        const beta = { ...good, vk_delta_2: good.vk_beta_2 };
        await isForgery(beta, forgeGroth16.deltaIsBeta(curve, beta, FALSE), "DELTA_KNOWN");
        const vkey = await vkeyOf(fromNone.contributed);
        await isForgery(vkey, forgeGroth16.betaIsGamma(curve, vkey, FALSE), "BETA_KNOWN");
    });

    it("Groth16 whose signals are not bound: a proof of others", async () => {
        const { vk_alpha_1: pi_a, vk_beta_2: pi_b } = good, empty = { ...good, IC: [INFINITY, INFINITY] };
        const made = { pi_a, pi_b, pi_c: INFINITY, protocol: "groth16", curve: name };
        await isForgery(empty, made, "SIGNALS_UNBOUND");
        const inverse = curve.Fr.toObject(curve.Fr.inv(curve.Fr.e(6n)));
        const wtns = witnessOf([1n, 6n, 2n, 3n, inverse], curve.r);
        const { proof, publicSignals } = await prove(keys.contributed, wtns, { curve });
        const toJson = (point) => curve.G1.toObject(curve.G1.toAffine(point)).map(String);
        const [zero, one] = good.IC.map((point) => curve.G1.fromObject(point.map(BigInt)));
        const sum = curve.G1.add(zero, curve.G1.timesScalar(one, BigInt(publicSignals[0])));
        await isForgery({ ...good, IC: [toJson(sum), INFINITY] }, proof, "SIGNALS_UNBOUND");
    });

    it("Groth16 whose alpha is known, though tau, beta and delta are not", async () => {
        const ptau = withSections(powers.good, (list) => {
            const bodies = Object.fromEntries(list), like = (type) => bodies[{ 4: 2, 14: 12 }[type]];
            return list.map(([type, body]) => [type, like(type)?.slice(0, body.length) ?? body]);
        });
        const { contributed } = await keysFrom(curve, ptau), vkey = await vkeyOf(contributed);
        await isForgery(vkey, await forgeKnownAlpha(curve, vkey, { zkey: contributed, ptau }), "ALPHA_KNOWN");
    });

    it("PLONK of powers without a contribution: what opens at 1 opens everywhere", async () => {
        const vkey = await vkeyOf(fromNone.plonk);
        await isForgery(vkey, await forgePlonk(curve, vkey, FALSE), "TAU_KNOWN");
    });

    if (name === "bn128") it("FFLONK of powers without a contribution", async () => {
        const vkey = await vkeyOf(fromNone.fflonk);
        await isForgery(vkey, forgeFflonk(curve, vkey, FALSE), "TAU_KNOWN");
    });

    it("PLONK without gates: a proof of nothing", async () => {
        const size = 2 * curve.G1.F.n8, header = 4 + curve.G1.F.n8 + 4 + 32 + 5 * 4 + 2 * 32;
        const zkey = withSections(keys.plonk, (list) => list.map(([type, body]) => {
            if (type >= 7 && type <= 11) body.fill(0);
            if (type === 2) body.fill(0, header, header + 5 * size);
            return [type, body];
        }));
        const { signals, additions } = await zkeyInfo(zkey);
        const nothing = witnessOf([1n, ...new Array(signals - 1 - additions).fill(0n)], curve.r);
        const { proof, publicSignals, weakness } = await prove(zkey, nothing, { curve });
        expect(weakness.reason).to.equal("NO_GATES");
        await isForgery(await vkeyOf(zkey), proof, "NO_GATES", publicSignals);
    });
});
