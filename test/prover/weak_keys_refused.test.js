/** Keys that anybody can forge proofs of: which calls refuse them, and which answer as snarkjs does and warn. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as snarkjs from "snarkjs";
import { buildBn128 } from "../../src/index.js";
import * as ceremony from "../../packages/snarkjs/src/ceremony/index.js";
import * as groth16 from "../../src/protocols/groth16/index.js";
import { exportSolidityVerifier, exportVerificationKey, prove, vkeyWeakness } from "../../src/protocols/index.js";
import * as ours from "../../packages/snarkjs/src/index.js";
import { withSections } from "../support/binfiles.js";
import { root } from "../support/scratch.js";
import { forgeGroth16, forgePlonk } from "../support/weak_proofs.js";
import { keysFrom, powersFor, product, witnessOf } from "../support/weak_keys.js";

const SENTENCE = /anybody can forge proofs of this key$/;
const TEMPLATES = Object.fromEntries(["groth16", "plonk", "fflonk"].map((system) =>
    [system, readFileSync(join(root, "node_modules", "snarkjs", "templates", `verifier_${system}.sol.ejs`), "utf8")]));
const withSection = (bytes, type, next) =>
    withSections(bytes, (list) => list.map(([one, body]) => [one, one === type ? next : body]));

describe("weak keys: who refuses, and who answers as snarkjs does", function () {
    this.timeout(240_000);
    let curve, powers, keys, beaconKeys;
    const mem = () => ({ type: "mem" }), refusal = (promise) => promise.then(() => ({}), (error) => error);
    before(async () => {
        curve = await buildBn128({ threads: 2 });
        powers = await powersFor(curve);
        keys = await keysFrom(curve, powers.good);
        beaconKeys = await keysFrom(curve, powers.beacon);
    });
    after(async () => {
        await curve?.terminate();
        await (await snarkjs.curves.getCurveFromName("bn128")).terminate();
    });
    const r1cs = () => product(curve.r);
    async function refused(call, reason, where) {
        const error = await refusal(call({ curve }));
        expect([error.code, error.reason], where).to.deep.equal(["ERR_KEY", reason]);
        expect(error.message).to.match(new RegExp(`^${where}: .*anybody can forge proofs of this key`));
        expect(await call({ curve, insecure: true }), where).to.not.equal(null);
        expect((await refusal(call({ curve, insecure: 1 }))).code).to.equal("ERR_OPTION");
    }

    it("exporters of verification keys and contracts", async () => {
        for (const [zkey, reason] of [[keys.first, "DELTA_KNOWN"], [keys.beacon, "BEACON_ALONE"]]) {
            await refused((options) => exportVerificationKey(zkey, options), reason, "exportVerificationKey");
            await refused((options) => ceremony.exportVerificationKey(zkey, options), reason, "exportVerificationKey");
            await refused((options) => exportSolidityVerifier(zkey, options), reason, "exportSolidityVerifier");
        }
        const fromNone = await keysFrom(curve, powers.none);
        for (const zkey of [keys.first, fromNone.contributed, fromNone.plonk, fromNone.fflonk]) {
            const vkey = await exportVerificationKey(zkey, { curve, insecure: true });
            const { reason } = await vkeyWeakness(vkey);
            await refused((options) => exportVerificationKey(zkey, options), reason, "exportVerificationKey");
            await refused((options) => exportSolidityVerifier(vkey, options), reason, "exportSolidityVerifier");
        }
        const unbound = withSections(keys.contributed, (list) =>
            list.map(([type, body]) => [type, type === 3 ? body.fill(0) : body]));
        await refused((options) => exportVerificationKey(unbound, options), "SIGNALS_UNBOUND", "exportVerificationKey");
        for (const zkey of [keys.contributed, keys.ended, keys.plonk, keys.fflonk])
            expect(await exportSolidityVerifier(zkey, { curve })).to.include("contract");
    });

    it("set-ups, of powers without a contribution and of a beacon alone; nothing is written", async () => {
        for (const setup of [ceremony.setupGroth16, ceremony.setupPlonk, ceremony.setupFflonk]) {
            for (const [ptau, reason] of [[powers.none, "TAU_KNOWN"], [powers.beacon, "BEACON_ALONE"]])
                await refused(async (options) => {
                    const out = mem();
                    await setup(r1cs(), ptau, out, options).finally(() =>
                        expect(out.data === undefined).to.equal(options.insecure !== true));
                }, reason, setup.name);
            await setup(r1cs(), powers.ended, mem(), { curve });
        }
        const other = withSections(powers.good, (list) => { // a beta that everybody knows, of which PLONK has none
            const generator = list.find(([type]) => type === 3)[1].slice(0, 4 * curve.G1.F.n8);
            return list.map(([type, body]) => [type, type === 6 ? generator : body]);
        });
        await refused((options) => ceremony.setupGroth16(r1cs(), other, mem(), options), "BETA_KNOWN", "setupGroth16");
        await ceremony.setupPlonk(r1cs(), other, mem(), { curve });
    });

    it("verification of a key and of powers: not valid, by name, and what else was checked", async () => {
        for (const [key, ptau, reason] of [
            [keys.first, powers.good, "DELTA_KNOWN"], [keys.beacon, powers.good, "BEACON_ALONE"],
            [beaconKeys.contributed, powers.beacon, "BEACON_ALONE"],
        ]) {
            const first = ptau === powers.good ? keys.first : beaconKeys.first;
            for (const verdict of [
                await ceremony.verifyKeyFromR1cs(r1cs(), ptau, key, { curve }),
                await ceremony.verifyKeyFromInit(first, ptau, key, { curve }),
            ]) {
                expect(verdict).to.include({ valid: false, weakness: reason });
                expect(verdict.reason).to.match(SENTENCE);
                expect(verdict.contributions).to.have.length(key === keys.first ? 0 : 1);
            }
        }
        const right = await ceremony.verifyKeyFromR1cs(r1cs(), powers.good, keys.ended, { curve });
        expect(right).to.include({ valid: true }).and.not.have.property("weakness");
        for (const [ptau, weakness] of [[powers.none, "TAU_KNOWN"], [powers.beacon, "BEACON_ALONE"]]) {
            const verdict = await ceremony.verifyPowersOfTau(ptau, { curve });
            expect(verdict).to.include({ valid: false, weakness });
            expect(verdict.reason).to.match(SENTENCE);
        }
        const missing = await ceremony.verifyPowersOfTau(withSection(powers.good, 7, new Uint8Array(4)), { curve });
        expect(missing).to.include({ valid: false }).and.not.have.property("weakness");
        expect(missing.reason).to.match(/without one, whose history is missing$/);
        expect(await ceremony.verifyPowersOfTau(powers.ended, { curve })).to.include({ valid: true });
    });

    it("a proof says it of its key, also one of a prover that stays", async () => {
        const wtns = witnessOf([1n, 6n, 2n, 3n, curve.Fr.toObject(curve.Fr.inv(curve.Fr.e(6n)))], curve.r);
        for (const [zkey, reason] of [[keys.first, "DELTA_KNOWN"], [keys.beacon, "BEACON_ALONE"], [keys.ended, undefined]])
            expect((await prove(zkey, wtns, { curve })).weakness?.reason).to.equal(reason);
        const prover = await groth16.createProver(keys.beacon, { curve });
        try {
            for (let i = 0; i < 2; i++) expect((await prover.prove(wtns)).weakness.reason).to.equal("BEACON_ALONE");
        } finally {
            await prover.close();
        }
    });

    /** The same call through both: equal values; ours warns once, with the sentence. */
    async function alike(title, call) {
        const warned = [], silent = { debug() {}, info() {}, error() {}, warn() {} };
        const theirs = await call(snarkjs, silent), own = await call(ours, { warn: (line) => warned.push(line) });
        expect(own, title).to.deep.equal(theirs);
        expect(warned.filter((line) => SENTENCE.test(line)), title).to.have.length(1);
    }

    it("in place of snarkjs: its values, and one warning", async () => {
        const wtns = witnessOf([1n, 6n, 2n, 3n, curve.Fr.toObject(curve.Fr.inv(curve.Fr.e(6n)))], curve.r);
        const written = async (make) => {
            const out = mem();
            return [await make(out), Buffer.from(out.data).toString("hex")];
        };
        const fromNone = await keysFrom(curve, powers.none), forged = forgeGroth16.deltaIsGamma;
        const vkey = await exportVerificationKey(fromNone.plonk, { curve, insecure: true });
        const first = await exportVerificationKey(keys.first, { curve, insecure: true });
        for (const [title, call] of Object.entries({
            "verifyFromR1cs": ({ zKey }, logger) => zKey.verifyFromR1cs(r1cs(), powers.good, keys.first, logger),
            "verifyFromInit": ({ zKey }, logger) => zKey.verifyFromInit(keys.first, powers.good, keys.beacon, logger),
            "powersOfTau.verify": ({ powersOfTau }, logger) => powersOfTau.verify(powers.beacon, logger),
            "newZKey": ({ zKey }, logger) => written((out) => zKey.newZKey(r1cs(), powers.none, out, logger)),
            "plonk.setup": (to, logger) => written(async (out) => { await to.plonk.setup(r1cs(), powers.beacon, out, logger); }),
            "fflonk.setup": (to, logger) => written(async (out) => { await to.fflonk.setup(r1cs(), powers.none, out, logger); }),
            "exportVerificationKey": ({ zKey }, logger) => zKey.exportVerificationKey(keys.first, logger),
            "exportSolidityVerifier": async ({ zKey }, logger) =>
                typeof await zKey.exportSolidityVerifier(keys.first, TEMPLATES, logger),
            "fflonk.exportSolidityVerifier": async ({ fflonk }, logger) => typeof await fflonk.exportSolidityVerifier(
                await exportVerificationKey(fromNone.fflonk, { curve, insecure: true }), TEMPLATES, logger),
            "groth16.verify": ({ groth16 }, logger) => groth16.verify(first, ["0"], forged(curve, first, ["0"]), logger),
            "groth16.verify, of no proof": ({ groth16 }, logger) => groth16.verify(first, ["1"], forged(curve, first, ["0"]), logger),
            "plonk.verify": async ({ plonk }, logger) => plonk.verify(vkey, ["0"], await forgePlonk(curve, vkey, ["0"]), logger),
            "groth16.prove": async ({ groth16 }, logger) => Object.keys(await groth16.prove(keys.first, wtns, logger)),
        })) await alike(title, call);
        const error = [], logger = { error: (line) => error.push(line), warn: (line) => expect.fail(line) };
        const theirs = await snarkjs.powersOfTau.verify(powers.none);
        expect([await ours.powersOfTau.verify(powers.none, logger), theirs]).to.deep.equal([false, false]);
        expect(error.join()).to.include("This file has no contribution!");
    });
});
