/** Verification of keys: what snarkjs accepts is accepted, and each thing that may be wrong is named. */
import { expect } from "chai";
import * as snarkjs from "snarkjs";
import { buildBls12381, buildBn128 } from "../../../../src/index.js";
import {
    applyBeaconToKey, contributeToKey, setupGroth16, verifyKeyFromInit, verifyKeyFromR1cs,
} from "../../src/ceremony/index.js";
import { encodeContributions, readContributions } from "../../../../src/protocols/groth16/contributions.js";
import { transcriptOf } from "../../src/ceremony/transcript.js";
import { openSource } from "../../../../src/files/source.js";
import { openZkey } from "../../../../src/protocols/groth16/zkey.js";
import { flipped, sectionBytes, sectionsOf, withSections } from "../../../../test/support/binfiles.js";
import { encodeR1cs, shapes } from "../../../../test/support/constraints.js";
import { itOnOne, thinned } from "../../../../test/support/extent.js";
import { failureOf } from "../../../../test/support/failure.js";
import { withFixedRandom } from "../../../../test/support/fixed_random.js";
import { readPowers } from "../../../../test/support/known_powers.js";
import { below, uniform } from "../../../../test/support/random.js";
import { pointOfOrder, SMALL_ORDERS } from "../../../../test/support/torsion.js";

const mem = () => ({ type: "mem" });
const BUILD = { bn128: buildBn128, bls12381: buildBls12381 }, BEACON = "0102030405060708090a0b0c0d0e0f10";

for (const name of thinned(["bn128", "bls12381"], 2)) describe(`verification of keys on ${name}`, function () {
    this.timeout(120_000);
    const itMore = itOnOne(name);
    let curve, ptau, r1cs, init, key, sG1, sG2;
    const into = async (make) => {
        const out = mem();
        await make(out);
        return new Uint8Array(out.data);
    };
    before(async () => {
        curve = await BUILD[name]({ threads: 2 });
        [sG1, sG2] = [2 * curve.G1.F.n8, 2 * curve.G2.F.n8];
        ptau = await readPowers(curve, 9);
        r1cs = encodeR1cs({
            r: curve.r, ...shapes(curve.r, { pick: below, element: () => uniform(curve.r) }).products,
        });
        init = await into((out) => setupGroth16(r1cs, ptau, out, { curve }));
        const one = await into((out) => contributeToKey(init, out, { curve, name: "one" }));
        const two = await into((out) => snarkjs.zKey.contribute(one, out, "two", "x"));
        key = await into((out) => applyBeaconToKey(two, out, BEACON, 10, { curve, name: "end" }));
    });
    after(async () => {
        await curve?.terminate();
        await (await snarkjs.curves.getCurveFromName(name)).terminate();
    });
    const ways = {
        "the circuit": (file, options) => verifyKeyFromR1cs(r1cs, ptau, file, { curve, ...options }),
        "the first key": (file, options) => verifyKeyFromInit(init, ptau, file, { curve, ...options }),
    };
    /** The key with another byte in a section; from the end where it is negative. */
    const changed = (type, at) => {
        const { offset, size } = sectionsOf(key).find((section) => section.type === type);
        return flipped(key, offset + (at < 0 ? size + at : at));
    };
    /** The key with two points of a section in each other's place, which are on the curve, and not the same. */
    const swapped = (type, size) => withSections(key, (list) => list.map(([one, body]) => {
        if (one !== type) return [one, body];
        const last = body.slice(-size), pointAt = (at) => body.subarray(at, at + size);
        const at = Array.from({ length: body.length / size }, (_, i) => i * size)
            .find((from) => Buffer.compare(pointAt(from), last) !== 0);
        body.copyWithin(body.length - size, at, at + size);
        body.set(last, at);
        return [one, body];
    }));
    /** The key with other contributions. */
    const withContributions = async (change) => {
        const opened = await openZkey(await openSource("zkey", key)), mpc = await readContributions(opened);
        const copy = { ...mpc, contributions: mpc.contributions.map((one) => ({ ...one })) };
        const next = encodeContributions(change(copy));
        return withSections(key, (list) => list.map(([type, body]) => [type, type === 10 ? next : body]));
    };

    for (const [way, check] of Object.entries(ways)) it(`from ${way}, how far it is comes to all points, and no further`, async () => {
        const reports = [];
        expect((await check(key, { onProgress: (report) => reports.push(report) })).valid).to.equal(true);
        const { total } = reports[0], points = [3, 5, 6, 7, 8, 9].map((type) =>
            sectionsOf(key).find((section) => section.type === type).size / (type === 7 ? sG2 : sG1));
        expect(total).to.equal(points.reduce((sum, count) => sum + count, 0));
        expect(reports.at(-1)).to.deep.equal({ phase: "points", done: total, total, overall: 1 });
        for (const { done } of reports) expect(done).to.be.at.most(total);
    });

    it("snarkjs accepts the key", async () => {
        expect(await snarkjs.zKey.verifyFromR1cs(r1cs, ptau, key)).to.equal(true);
        expect(await snarkjs.zKey.verifyFromInit(init, ptau, key)).to.equal(true);
    });

    it("refuses a section of contributions without end before it reads it", async () => {
        const opened = await openZkey(await openSource("zkey", key)), sections = new Map(opened.file.sections);
        const readOf = async (size) => readContributions({ ...opened, file: { ...opened.file,
            sections: sections.set(10, { ...sections.get(10), size }), read: async () => { throw new Error("read"); } } })
            .catch(({ message }) => message);
        expect(await readOf(2 ** 26)).to.equal("read");
        expect(await readOf(2 ** 26 + 1)).to.include("expected 68 to 67108864 bytes in section 10 (contributions), got 67108865");
    });

    it("a section of contributions that ends anywhere is refused", async () => {
        const long = await withContributions((mpc) => { // its size alone does not tell that a contribution is missing
            mpc.contributions[0].parameters = new Uint8Array(1000).map((_, i) => [2, 10][i % 2]);
            return mpc;
        });
        const opened = await openZkey(await openSource("zkey", long)), { file } = opened, { size } = file.sections.get(10);
        for (let end = 0; end < size; end++) {
            const sections = new Map(file.sections).set(10, { ...file.sections.get(10), size: end });
            const error = await failureOf(readContributions({ ...opened, file: { ...file, sections } }));
            expect(error, `at ${end}: ${error.stack}`).to.include({ code: "ERR_FILE" });
        }
        expect((await readContributions(opened)).contributions).to.have.length(3);
    });

    for (const [way, verify] of Object.entries(ways)) {
        it(`from ${way}: a chain of ours and of snarkjs is valid, and told`, async () => {
            const { valid, reason, contributions, circuitHash } = await verify(key);
            expect(reason).to.equal(undefined);
            expect(valid).to.equal(true);
            expect(contributions.map(({ number, name: who, type }) => [number, who, type]))
                .to.deep.equal([[1, "one", "random"], [2, "two", "random"], [3, "end", "beacon"]]);
            expect(contributions.every(({ hash }) => hash.length === 64)).to.equal(true);
            expect(Buffer.compare(circuitHash, sectionBytes(init, 10).slice(0, 64))).to.equal(0);
            expect((await verify(init)).contributions).to.deep.equal([]);
        });

        for (const [what, make, words] of [
            ["another point IC", () => swapped(3, sG1), "expected the points IC of the circuit, got others"],
            ["another coefficient", () => changed(4, 20), "expected the coefficients of the circuit, got others"],
            ["another point A", () => swapped(5, sG1), "expected the points A of the circuit"],
            ["another point B1", () => swapped(6, sG1), "expected the points B1 of the circuit"],
            ["another point B2", () => swapped(7, sG2), "expected the points B2 of the circuit"],
            ["another point C", () => swapped(8, sG1), "expected the points C of the circuit divided by delta, got others"],
            ["another point H", () => swapped(9, sG1), "expected the points H of the circuit divided by delta, got others"],
            ["the first key's C", () => withSections(key, (list) =>
                list.map(([type, body]) => [type, type === 8 ? sectionBytes(init, 8) : body])), "expected the points C of the circuit"],
            ["another gamma", () => withSections(key, (list) => list.map(([type, body]) => {
                if (type === 2) body.set(curve.G2.toAffine(curve.G2.two), body.length - 2 * sG2 - sG1);
                return [type, body];
            })), "expected the header of the circuit, got others"],
            ["another delta2", () => withSections(key, (list) => list.map(([type, body]) => {
                if (type === 2) body.set(curve.G2.toAffine(curve.G2.two), body.length - sG2);
                return [type, body];
            })), "delta1 and delta2 of the key are not the same multiple"],
            ["another delta1", () => withSections(key, (list) => list.map(([type, body]) => {
                if (type === 2) body.set(curve.G1.gAffine, body.length - sG1 - sG2);
                return [type, body];
            })), "delta1 of the key is not that of the last contribution"],
        ]) itMore(`from ${way}: ${what} is found`, async () => {
            const { valid, reason, contribution, contributions } = await verify(await make());
            expect(reason).to.include(words);
            expect([valid, contribution, contributions]).to.deep.equal([false, undefined, []]);
        });
    }

    it("weighs each point by 64 random bits", async () => {
        const { G1 } = curve, { multiExpAffine } = G1, widths = new Set(), weights = [];
        G1.multiExpAffine = function (points, scalars, ...others) {
            if (others.at(-1)?.glv === undefined) { // not a sum that shows subgroups
                widths.add(scalars.length / (points.length / sG1));
                weights.push(...scalars.subarray(0, 8));
            }
            return multiExpAffine.call(this, points, scalars, ...others);
        };
        try {
            await withFixedRandom(9, () => ways["the circuit"](key));
        } finally {
            G1.multiExpAffine = multiExpAffine;
        }
        expect([...widths]).to.include(8).and.have.length(1);
        expect(weights.slice(-8)).to.deep.equal([9, 10, 11, 12, 13, 14, 15, 16]);
    });

    itMore("hashes what it hashes of a contribution once, however many come behind it", async () => {
        const { G1 } = curve, { toRprUncompressed } = G1, counts = [];
        let points = 0, latest = init;
        G1.toRprUncompressed = function (...args) {
            points++;
            return toRprUncompressed.apply(this, args);
        };
        try {
            for (let i = 0; i < 5; i++) {
                latest = await into((out) => contributeToKey(latest, out, { curve }));
                points = 0;
                expect((await verifyKeyFromInit(init, ptau, latest, { curve })).contributions.length).to.equal(i + 1);
                counts.push(points);
            }
        } finally {
            G1.toRprUncompressed = toRprUncompressed;
        }
        const each = counts.slice(1).map((count, i) => count - counts[i]);
        expect(each, "points of G1").to.deep.equal(Array(4).fill(each[0]));
    });

    const again = (mpc) => { // what is hashed follows from what is before it
        const { circuitHash, contributions } = mpc;
        contributions.forEach((one, i) => {
            const before = { circuitHash, contributions: contributions.slice(0, i) };
            one.transcript = transcriptOf(curve, before, one);
        });
        return mpc;
    };
    for (const [what, change, number, words] of [
        ["another circuit's hash", (mpc) => ({ ...mpc, circuitHash: new Uint8Array(64) }), 1, "its transcript is not that"],
        ["a contribution that is missing", (mpc) => ({ ...mpc, contributions: mpc.contributions.slice(1) }), 1, "its transcript"],
        ["contributions in another order", (mpc) => ({
            ...mpc, contributions: [mpc.contributions[1], mpc.contributions[0], mpc.contributions[2]],
        }), 1, "its transcript"],
        ["another transcript", (mpc) => {
            mpc.contributions[1].transcript = new Uint8Array(64);
            return mpc;
        }, 2, "its transcript"],
        ["a point off the curve", (mpc) => {
            mpc.contributions[1].g2spx = flipped(mpc.contributions[1].g2spx, 0);
            return mpc;
        }, 2, "its point g2spx is not a point of order r"],
        ["a point at infinity", (mpc) => {
            mpc.contributions[1].g1sx = curve.G1.zeroAffine;
            return again(mpc);
        }, 2, "its point g1sx is not a point of order r"],
        ["a proof of another secret", (mpc) => {
            mpc.contributions[1].g1sx = curve.G1.gAffine;
            return again(mpc);
        }, 2, "it does not prove that its author knew the secret"],
        ["another delta", (mpc) => {
            mpc.contributions[1].deltaAfter = curve.G1.gAffine;
            return mpc;
        }, 2, "it did not multiply delta by its secret"],
        ["a random contribution that is called a beacon", (mpc) => {
            Object.assign(mpc.contributions[1], { type: 1, parameters: mpc.contributions[2].parameters });
            return mpc;
        }, 2, "its points are not those that its beacon leads to"],
    ]) itMore(`${what} is found, with the contribution`, async () => {
        const file = await withContributions(change);
        for (const verify of Object.values(ways)) {
            const { valid, reason, contribution } = await verify(file);
            expect([valid, contribution]).to.deep.equal([false, number]);
            expect(reason).to.include(words);
        }
        expect(await snarkjs.zKey.verifyFromInit(init, ptau, file)).to.equal(false);
    });

    it("refuses beacons of more hashes than are allowed, before it calculates any", async () => {
        const withExponent = (exponent) => withContributions((mpc) => {
            const { parameters } = mpc.contributions[2];
            parameters[parameters.length - BEACON.length / 2 - 3] = exponent;
            return mpc;
        });
        const both = [(file, options) => verifyKeyFromR1cs(r1cs, ptau, file, { curve, ...options }),
            (file, options) => verifyKeyFromInit(init, ptau, file, { curve, ...options })];
        for (const verify of both) {
            const twice = await into((out) => applyBeaconToKey(key, out, "01", 10, { curve }));
            expect(await failureOf(verify(twice, { beaconLimit: 10 }))).to.include({ code: "ERR_LIMIT" }); // 2^11 together
            expect(await verify(twice, { beaconLimit: 11 })).to.include({ valid: true });
            for (const beaconLimit of [9, 64, 10.5, "11"])
                expect(await failureOf(verify(key, { beaconLimit }))).to.include({ code: "ERR_OPTION" });
            for (const [exponent, options] of [[29, {}], [63, { beaconLimit: 62 }], [255, { beaconLimit: 63 }]]) {
                const error = await failureOf(verify(await withExponent(exponent), options));
                expect(error).to.include({ code: "ERR_LIMIT" });
                expect(error.message).to.include(`zkey: expected beacons of at most 2^${options.beaconLimit ?? 28} hashes, got 1 of up to 2^${exponent}`);
            }
        }
    });

    itMore("the hash of a circuit that no contribution is tied to", async () => {
        const bad = withSections(init, (list) =>
            list.map(([type, body]) => [type, type === 10 ? flipped(body, 5) : body]));
        expect((await ways["the circuit"](bad)).reason).to.include("expected the hash of the circuit, got others");
        expect((await ways["the first key"](bad)).reason).to.equal("the hash of the circuit is not that of the first key");
        expect((await verifyKeyFromInit(bad, ptau, bad, { curve })).reason)
            .to.equal("the hash of the circuit in the first key is not that of its points");
    });

    it("a key of another circuit, and what was made of points that are not tau's", async () => {
        const constraints = [[[[1, 1n]], [[2, 1n]], [[3, 1n]]]];
        const other = encodeR1cs({ r: curve.r, signals: 5, publics: 1, constraints });
        const { valid, reason } = await verifyKeyFromR1cs(other, ptau, key, { curve });
        expect([valid, reason]).to.deep.equal([false, "it is the key of another circuit: signals 30, and 5 in the circuit"]);
        const begun = await into((out) => setupGroth16(other, ptau, out, { curve }));
        expect((await verifyKeyFromInit(begun, ptau, key, { curve })).reason).to.include("the key of another circuit");
    });

    it("points of the key off the curve are an error, as are files that are none, and a first key with contributions", async () => {
        for (const verify of Object.values(ways))
            expect(await failureOf(verify(changed(9, 5)))).to.include({ code: "ERR_POINT" });
        expect(await failureOf(ways["the circuit"](key.slice(0, -1)))).to.include({ code: "ERR_FILE" });
        const raw = withSections(ptau, (list) => list.filter(([type]) => type < 12));
        expect((await failureOf(verifyKeyFromR1cs(r1cs, raw, key, { curve }))).message).to.include("prepared for phase 2");
        expect((await failureOf(verifyKeyFromInit(init, raw, key, { curve }))).message).to.include("prepared for phase 2");
        const error = await failureOf(verifyKeyFromInit(key, ptau, key, { curve }));
        expect(error).to.include({ code: "ERR_FILE" });
        expect(error.message).to.equal("init: expected the first key of a circuit, got one with 3 contributions");
    });
});

describe("verification of keys: points of another order", function () {
    this.timeout(120_000);

    it("are found in C and H, whatever their order: no pairing sees them", async () => {
        const curve = await buildBls12381({ threads: 0 }), { G1 } = curve, size = 2 * G1.F.n8;
        const into = async (make) => {
            const out = mem();
            await make(out);
            return new Uint8Array(out.data);
        };
        const constraints = [[[[2, 1n]], [[3, 1n]], [[1, 1n]]], [[[3, 1n]], [[3, 1n]], [[2, 1n]]]];
        const r1cs = encodeR1cs({ r: curve.r, signals: 4, publics: 1, constraints }), ptau = await readPowers(curve, 9);
        const init = await into((out) => setupGroth16(r1cs, ptau, out, { curve }));
        const key = await into((out) => contributeToKey(init, out, { curve }));
        const verify = (file) => verifyKeyFromInit(init, ptau, file, { curve }); // both compare the points in one place
        expect(await verify(key)).to.include({ valid: true });
        for (const order of SMALL_ORDERS.bls12381.G1) for (const [type, name] of [[8, "C"], [9, "H"]]) {
            const torsion = pointOfOrder(curve, "G1", order);
            const bad = withSections(key, (list) => list.map(([one, body]) => {
                if (one === type) body.set(G1.toAffine(G1.add(body.slice(size, 2 * size), torsion)), size);
                return [one, body];
            }));
            const error = await failureOf(verify(bad));
            expect(error, `${name}, order ${order}`).to.include({ code: "ERR_POINT" });
            expect(error.message).to.include(`the points of section ${type} to be of order r`);
        }
        for (const [type, group] of [[5, "G1"], [7, "G2"]]) { // of the first key itself
            const G = curve[group], width = 2 * G.F.n8;
            const torsion = pointOfOrder(curve, group, SMALL_ORDERS.bls12381[group][0]);
            const [badInit, bad] = [init, key].map((file) => withSections(file, (list) => list.map(([one, body]) => {
                if (one === type) body.set(G.toAffine(G.add(body.slice(width, 2 * width), torsion)), width);
                return [one, body];
            })));
            const error = await failureOf(verifyKeyFromInit(badInit, ptau, bad, { curve }));
            expect(error.message).to.include(`init: expected the points of section ${type} to be of order r`);
        }
        await curve.terminate();
    });
});
