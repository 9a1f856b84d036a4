/**
 * Keys that anybody can forge proofs of: what is judged weak, and why; forged proofs of false signals, which the
 * equation takes and everything here refuses.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as snarkjs from "snarkjs";
import { openPtau } from "../../src/files/ptau.js";
import { openSource } from "../../src/files/source.js";
import { buildBls12377, buildBls12381, buildBn128 } from "../../src/index.js";
import * as ceremony from "../../src/protocols/ceremony/index.js";
import { encodeContributions, readContributions } from "../../src/protocols/ceremony/contributions.js";
import { encodeRecords, readRecords } from "../../src/protocols/ceremony/tau/records.js";
import { curveOfPtau } from "../../src/protocols/ceremony/tau/open.js";
import { weaknessOfPowers } from "../../src/protocols/ceremony/tau/weakness.js";
import * as bigint from "../../src/protocols/bigint.js";
import * as fflonk from "../../src/protocols/fflonk/index.js";
import * as groth16 from "../../src/protocols/groth16/index.js";
import * as alone from "../../src/protocols/groth16/verify_alone.js";
import { weaknessOf as weaknessOfKeyFile } from "../../src/protocols/groth16/info.js";
import { openZkey } from "../../src/protocols/groth16/zkey.js";
import {
    exportSolidityVerifier, exportVerificationKey, prove, verify, verifyStream, vkeyWeakness, zkeyInfo,
} from "../../src/protocols/index.js";
import * as plonk from "../../src/protocols/plonk/index.js";
import * as ours from "../../src/snarkjs/index.js";
import { withSections } from "../support/binfiles.js";
import { circuitsIn, corpus, fixtures } from "../support/circuits.js";
import { rowsOf } from "../support/extent.js";
import { readPowers } from "../support/known_powers.js";
import { root } from "../support/scratch.js";
import { forgeFflonk, forgeGroth16, forgeKnownAlpha, forgePlonk } from "../support/weak_proofs.js";
import { keysFrom, powersFor, product, witnessOf } from "../support/weak_keys.js";

const BUILD = { bn128: buildBn128, bls12381: buildBls12381, bls12377: buildBls12377 };
const SENTENCE = /anybody can forge proofs of this key$/;
const TEMPLATES = Object.fromEntries(["groth16", "plonk", "fflonk"].map((system) =>
    [system, readFileSync(join(root, "node_modules", "snarkjs", "templates", `verifier_${system}.sol.ejs`), "utf8")]));
const INFINITY = ["0", "1", "0"];
const withSection = (bytes, type, next) =>
    withSections(bytes, (list) => list.map(([one, body]) => [one, one === type ? next : body]));

for (const name of rowsOf(["bn128", "bls12381", "bls12377"], ["bn128"])) describe(`weak keys on ${name}`, function () {
    this.timeout(240_000);
    let curve, powers, keys, fromNone;
    before(async () => {
        curve = await BUILD[name]({ threads: 2 });
        powers = await powersFor(curve);
        keys = await keysFrom(curve, powers.good);
        fromNone = await keysFrom(curve, powers.none);
    });
    after(async () => { await curve?.terminate(); });

    /** The reason of a proving key; the sentence is always the same at its end. */
    const reasonOf = async (zkey) => {
        const { weakness } = await zkeyInfo(zkey);
        if (weakness) expect(weakness.message).to.match(SENTENCE);
        return weakness?.reason;
    };
    const powersReason = async (bytes, asked) => {
        const ptau = await openPtau(await openSource("ptau", bytes));
        const found = await weaknessOfPowers(ptau, curveOfPtau(ptau), async () => curve, { asked });
        if (found) expect(found.message).to.match(SENTENCE);
        return found?.reason;
    };
    const vkeyOf = (zkey) => exportVerificationKey(zkey, { curve, insecure: true });
    const vkeyReason = async (vkey) => (await vkeyWeakness(vkey))?.reason;

    it("a Groth16 key: delta as it was, a beacon alone, alpha and beta as they were", async () => {
        expect(await reasonOf(keys.first)).to.equal("DELTA_KNOWN");
        expect(await reasonOf(keys.beacon)).to.equal("BEACON_ALONE");
        expect(await reasonOf(fromNone.first)).to.equal("DELTA_KNOWN");
        expect(await reasonOf(fromNone.contributed)).to.equal("BETA_KNOWN");
        for (const good of [keys.contributed, keys.ended]) expect(await reasonOf(good)).to.equal(undefined);
    });

    it("records that are missing, damaged or begin later refuse nothing", async () => {
        const mpc = await readContributions(await openZkey(await openSource("zkey", keys.ended)));
        const lastAlone = { ...mpc, contributions: mpc.contributions.slice(1) }, none = { ...mpc, contributions: [] };
        for (const records of [encodeContributions(lastAlone), encodeContributions(none), new Uint8Array(70).fill(255)])
            expect(await reasonOf(withSection(keys.ended, 10, records))).to.equal(undefined);
        const without = withSections(keys.ended, (list) => list.filter(([type]) => type !== 10));
        expect(await reasonOf(without)).to.equal(undefined);
    });

    it("a contribution that multiplies by 1 is none", async () => {
        const mpc = await readContributions(await openZkey(await openSource("zkey", keys.beacon)));
        const [beacon] = mpc.contributions, still = { ...beacon, type: 0, g1sx: beacon.g1s };
        const more = encodeContributions({ ...mpc, contributions: [beacon, still] });
        expect(await reasonOf(withSection(keys.beacon, 10, more))).to.equal("BEACON_ALONE");
        const real = encodeContributions({ ...mpc, contributions: [beacon, { ...beacon, type: 0 }] });
        expect(await reasonOf(withSection(keys.beacon, 10, real)), "one that multiplies").to.equal(undefined);
    });

    it("more records than any ceremony has are judged by zkey verify alone: they are anybody's", async () => {
        const mpc = await readContributions(await openZkey(await openSource("zkey", keys.beacon)));
        const many = encodeContributions({ ...mpc, contributions: Array(3000).fill(mpc.contributions[0]) });
        const long = withSection(keys.beacon, 10, many);
        const key = await openZkey(await openSource("zkey", long)), reads = [];
        const file = { ...key.file, read: (type, ...args) => (reads.push(type), key.file.read(type, ...args)) };
        expect(await weaknessOfKeyFile({ ...key, file }, async () => curve)).to.equal(undefined);
        expect(reads, "not read").to.not.include(10);
        const { contributions } = await readContributions(key);
        expect(await weaknessOfKeyFile(key, async () => curve, undefined, contributions))
            .to.have.property("reason", "BEACON_ALONE");
    });

    it("PLONK and FFLONK keys: tau is 1", async () => {
        for (const protocol of ["plonk", ...(keys.fflonk ? ["fflonk"] : [])]) {
            expect(await reasonOf(fromNone[protocol])).to.equal("TAU_KNOWN");
            expect(await reasonOf(keys[protocol])).to.equal(undefined);
            expect(await vkeyReason(await vkeyOf(keys[protocol]))).to.equal(undefined);
        }
    });

    it("verification keys, by their points, whatever the sign", async () => {
        const good = await vkeyOf(keys.contributed), q = curve.q;
        const minus = ([x, y, z]) => [x, y.map((c) => String((q - BigInt(c)) % q)), z];
        const { vk_gamma_2: one, vk_beta_2: beta, vk_alpha_1: alpha, vk_delta_2: delta } = good;
        const G1 = curve.G1.toObject(curve.G1.g).map(String);
        expect(await vkeyReason(good)).to.equal(undefined);
        for (const [change, reason] of [
            [{ vk_delta_2: one }, "DELTA_KNOWN"], [{ vk_delta_2: minus(one) }, "DELTA_KNOWN"],
            [{ vk_delta_2: beta }, "DELTA_KNOWN"], [{ vk_gamma_2: delta }, "DELTA_KNOWN"],
            [{ vk_gamma_2: beta, vk_delta_2: one }, "DELTA_KNOWN"],
            [{ vk_beta_2: one }, "BETA_KNOWN"], [{ vk_gamma_2: minus(beta) }, "BETA_KNOWN"],
            [{ vk_gamma_2: delta, vk_beta_2: one, vk_delta_2: beta }, "BETA_KNOWN"], // the generator is none of the others
            [{ vk_alpha_1: G1 }, "ALPHA_KNOWN"], [{ IC: [alpha, INFINITY] }, "SIGNALS_UNBOUND"],
            [{ IC: [INFINITY, alpha] }, undefined], [{ nPublic: 0, IC: [INFINITY] }, undefined],
            [{ nPublic: 2, IC: [alpha, INFINITY, alpha] }, undefined],
        ]) expect(await vkeyReason({ ...good, ...change }), JSON.stringify(Object.keys(change))).to.equal(reason);
        const plonk = await vkeyOf(keys.plonk), gates = ["Qm", "Ql", "Qr", "Qo", "Qc"];
        const empty = (names) => ({ ...plonk, ...Object.fromEntries(names.map((place) => [place, INFINITY])) });
        expect(await vkeyReason(empty(gates))).to.equal("NO_GATES");
        expect(await vkeyReason(empty(gates.slice(1)))).to.equal(undefined);
        for (const X_2 of [one, minus(one)]) expect(await vkeyReason({ ...plonk, X_2 })).to.equal("TAU_KNOWN");
    });

    it("powers of tau: no contribution, a beacon alone; a history that is missing refuses nothing", async () => {
        for (const [ptau, reason] of [
            [powers.none, "TAU_KNOWN"], [powers.beacon, "BEACON_ALONE"], [powers.good, undefined],
            [powers.ended, undefined], [powers.plain.none, "TAU_KNOWN"], [powers.plain.beacon, "BEACON_ALONE"],
        ]) expect(await powersReason(ptau)).to.equal(reason);
        const records = await readRecords(await openPtau(await openSource("ptau", powers.ended)));
        for (const some of [[], records.slice(1)])
            expect(await powersReason(withSection(powers.ended, 7, encodeRecords(some)))).to.equal(undefined);
        const without = withSections(powers.good, (list) => list.filter(([type]) => type !== 7));
        expect(await powersReason(without)).to.equal(undefined);
        expect(await powersReason(await readPowers(curve, 6)), "known, but nothing shows it").to.equal(undefined);
    });

    it("powers of tau: a beta or an alpha that is known matters where it is asked for", async () => {
        const none = await openPtau(await openSource("ptau", powers.none));
        const firstOf = (type) => (ptau) => none.points.get(type).read(0, 1).then((point) =>
            withSections(ptau, (list) => list.map(([one, body]) => {
                if (one === type) body.set(point);
                return [one, body];
            })));
        for (const [type, reason] of [[4, "ALPHA_KNOWN"], [5, "BETA_KNOWN"], [6, "BETA_KNOWN"]]) {
            const ptau = await firstOf(type)(powers.good);
            expect(await powersReason(ptau), `${type}`).to.equal(reason);
            expect(await powersReason(ptau, ["TAU_KNOWN"])).to.equal(undefined);
        }
    });
});

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

describe("weak keys: those that are right", function () {
    this.timeout(120_000);
    const circuits = [...circuitsIn(corpus), ...circuitsIn(fixtures)];
    for (const { title, vkey, zkey } of circuits) it(`${title}: no weakness by its points`, async () => {
        expect(await vkeyWeakness(vkey)).to.equal(undefined);
        expect((await zkeyInfo(zkey)).weakness?.reason).to.be.oneOf([undefined, "BEACON_ALONE"]);
    });
    it("a Groth16 key of gnark", async () => {
        const { vkey, ...rest } = JSON.parse(readFileSync(new URL("../vectors/gnark/groth16_bls12-377.json", import.meta.url)));
        expect(await vkeyWeakness(vkey ?? rest)).to.equal(undefined);
    });
});
