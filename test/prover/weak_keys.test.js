/** Keys and powers of tau that anybody can forge proofs of: what is judged weak, and why. */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { openPtau } from "../../src/files/ptau.js";
import { openSource } from "../../src/files/source.js";
import { buildBls12377, buildBls12381, buildBn128 } from "../../src/index.js";
import { encodeContributions, readContributions } from "../../src/protocols/groth16/contributions.js";
import { encodeRecords, readRecords } from "../../src/protocols/setup/tau/records.js";
import { curveOfPtau } from "../../src/protocols/setup/tau/open.js";
import { weaknessOfPowers } from "../../src/protocols/setup/tau/weakness.js";
import { weaknessOf as weaknessOfKeyFile } from "../../src/protocols/groth16/info.js";
import { openZkey } from "../../src/protocols/groth16/zkey.js";
import { exportVerificationKey, vkeyWeakness, zkeyInfo } from "../../src/protocols/index.js";
import { withSections } from "../support/binfiles.js";
import { circuitsIn, corpus, fixtures } from "../support/circuits.js";
import { rowsOf } from "../support/extent.js";
import { readPowers } from "../support/known_powers.js";
import { keysFrom, powersFor } from "../support/weak_keys.js";

const BUILD = { bn128: buildBn128, bls12381: buildBls12381, bls12377: buildBls12377 };
const SENTENCE = /anybody can forge proofs of this key$/;
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
