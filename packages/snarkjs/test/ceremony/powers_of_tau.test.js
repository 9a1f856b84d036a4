/** Powers of tau: byte for byte those of snarkjs, each program accepts what the other made, and damage is named. */
import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as ffjavascript from "ffjavascript-oracle";
import * as snarkjs from "snarkjs";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { buildBls12381, buildBn128 } from "../../../../src/index.js";
import {
    applyBeaconToPowersOfTau, contributeToChallenge, contributeToPowersOfTau, convertPowersOfTau, exportChallenge,
    exportPowersOfTau, formatHash, importResponse, newPowersOfTau, preparePhase2, truncatePowersOfTau,
    verifyPowersOfTau,
} from "../../src/ceremony/index.js";
import { openPtau } from "../../../../src/files/ptau.js";
import { openSource } from "../../../../src/files/source.js";
import { hashGenerators, hashPoints } from "../../src/ceremony/tau/challenge.js";
import { FIRST_CHALLENGES } from "../../src/ceremony/tau/first_challenges.js";
import { encodeRecords, readRecords, responseHash } from "../../../../src/protocols/setup/tau/records.js";
import { flipped, sectionBytes, sectionsOf, withSections } from "../../../../test/support/binfiles.js";
import { itInAll, thinnedInAll } from "../../../../test/support/extent.js";
import { failureOf } from "../../../../test/support/failure.js";
import { withFixedRandom } from "../../../../test/support/fixed_random.js";
import { hex } from "../../../../test/support/hex.js";
import { withReleased } from "../../../../test/support/released.js";
import { anywhere } from "../../../../test/support/torsion.js";

const BEACON = "0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20";
const theirs = snarkjs.powersOfTau;
const mem = () => ({ type: "mem" });
const same = (a, b, what) => expect(Buffer.compare(a, b), what).to.equal(0);

/** The bytes that a call writes, and what it returns. */
async function made(call) {
    const out = mem(), result = await call(out);
    return { bytes: new Uint8Array(out.data), result };
}

const CURVES = [["bn128", "bn128"], ["bls12381", "bls12-381"]];
for (const [name, theirName] of thinnedInAll(CURVES, 2)) describe(`powers of tau on ${name}`, function () {
    this.timeout(240_000);
    const POWER = 5, files = {};
    let curve;
    const { start, first, second, end, prepared } = Object.fromEntries(
        ["start", "first", "second", "end", "prepared"].map((step) => [step, () => files[step]]));

    before("a ceremony by snarkjs", async () => {
        curve = await ffjavascript.getCurveFromName(theirName, true);
        files.start = (await made((out) => theirs.newAccumulator(curve, POWER, out))).bytes;
        files.first = (await withFixedRandom(1, () => made((out) => theirs.contribute(start(), out, "me", "a text")))).bytes;
        files.second = (await withFixedRandom(90, () => made((out) => theirs.contribute(first(), out, undefined, "ä")))).bytes;
        files.end = (await made((out) => theirs.beacon(second(), out, "the end", BEACON, 10))).bytes;
        files.prepared = (await made((out) => theirs.preparePhase2(end(), out))).bytes;
    });

    it("new, contribute, beacon, prepare phase2: the bytes of snarkjs, and the hash that it prints", async () => {
        for (const written of [name, theirName, name.toUpperCase()])
            same((await made((out) => newPowersOfTau(written, POWER, out))).bytes, start(), written);
        const lines = [], logger = { info: (line) => lines.push(line), debug() {}, warn() {}, error() {} };
        await withFixedRandom(1, () => theirs.contribute(start(), mem(), "me", "a text", logger));
        const one = await withFixedRandom(1, () => made((out) => contributeToPowersOfTau(start(), out, { name: "me", entropy: "a text" })));
        same(one.bytes, first());
        expect(lines.join("\n")).to.include(formatHash(one.result.contributionHash)).and.include(formatHash(one.result.nextChallenge));
        const two = await withFixedRandom(90, () => made((out) => contributeToPowersOfTau(first(), out, { entropy: "ä" })));
        same(two.bytes, second());
        expect(two.result.contributions).to.equal(2);
        const three = await made((out) => applyBeaconToPowersOfTau(second(), out, BEACON, 10, { name: "the end" }));
        same(three.bytes, end());
        const { result: { bytes }, released } = await withReleased(() => made((out) => preparePhase2(end(), out)));
        same(bytes, prepared());
        const domain = (size) => Array.from({ length: POWER + 1 }, (_, p) => 2 ** p * size), { n8 } = curve.G1.F;
        expect(released, "each domain when it is written").to.include.members(
            [...domain(2 * n8), 2 ** (POWER + 1) * 2 * n8, ...domain(4 * n8)]);
    });

    it("a contribution to a prepared file is one to the powers alone, as with snarkjs", async () => {
        const own = await withFixedRandom(3, () => made((out) => contributeToPowersOfTau(prepared(), out, { entropy: "x" })));
        same(own.bytes, (await withFixedRandom(3, () => made((out) => theirs.contribute(prepared(), out, undefined, "x")))).bytes);
    });

    itInAll("truncate: the bytes of snarkjs for each power, which both accept", async () => {
        const folder = temporaryFolder("tau"), path = (power, who) => join(folder, `${who}_${String(power).padStart(2, "0")}.ptau`);
        try {
            writeFileSync(join(folder, "in.ptau"), prepared());
            await theirs.truncate(join(folder, "in.ptau"), join(folder, "theirs_"));
            const powers = await truncatePowersOfTau(prepared(), (power) => path(power, "ours"));
            expect(powers).to.deep.equal([1, 2, 3, 4]);
            for (const power of powers) {
                const bytes = readFileSync(path(power, "ours"));
                same(bytes, readFileSync(path(power, "theirs")), `${power}`);
                const wanted = { valid: true, prepared: true, power, ceremonyPower: POWER };
                expect(await verifyPowersOfTau(bytes)).to.include(wanted);
            }
        } finally {
            rmSync(folder, { recursive: true, force: true });
        }
    });

    const G1 = name === "bn128" ? 64 : 96;
    const older = () => withSections(prepared(), (list) =>
        list.map(([type, body]) => [type, type === 12 ? body.slice(0, (2 ** (POWER + 1) - 1) * G1) : body]));

    it("convert: of an older file what snarkjs makes of it, the prepared file", async () => {
        const { bytes } = await made((out) => convertPowersOfTau(older(), out));
        same(bytes, (await made((out) => theirs.convert(older(), out))).bytes);
        same(bytes, prepared());
        for (const other of [prepared(), end()]) {
            const error = await failureOf(convertPowersOfTau(other, mem()));
            expect(error).to.include({ code: "ERR_FILE" });
            expect(error.message).to.include("expected a file that an older version prepared");
        }
    });

    itInAll("each program accepts what the other made, and says what it is", async () => {
        const mixed = await made((out) => contributeToPowersOfTau(end(), out, { name: "ours" }));
        const last = await made((out) => theirs.contribute(mixed.bytes, out, "theirs", "x")), done = await made((out) => preparePhase2(last.bytes, out));
        expect(await theirs.verify(done.bytes)).to.equal(true);
        const { contributions, ...verdict } = await verifyPowersOfTau(done.bytes);
        expect(verdict).to.deep.equal({ valid: true, power: POWER, ceremonyPower: POWER, prepared: true });
        expect(contributions.map(({ number, name: of, type }) => [number, of, type])).to.deep.equal([
            [1, "me", "random"], [2, undefined, "random"], [3, "the end", "beacon"], [4, "ours", "random"], [5, "theirs", "random"],
        ]);
        expect(hex(contributions[2].beacon.value)).to.equal(BEACON);
        const lines = [], info = (line) => lines.push(line);
        await theirs.verify(last.bytes, { info, debug() {}, warn() {}, error() {} });
        expect(lines).to.include(`Response Hash:\n${formatHash(contributions[4].hash)}`);
        expect(hex(contributions[3].nextChallenge)).to.equal(hex(mixed.result.nextChallenge));
        expect(await verifyPowersOfTau(end())).to.include({ valid: true, prepared: false });
    });

    itInAll("every step says how far it is, to the end of each phase and no further", async () => {
        for (const [what, call] of Object.entries({
            contribute: (options) => contributeToPowersOfTau(start(), mem(), options),
            beacon: (options) => applyBeaconToPowersOfTau(first(), mem(), BEACON, 10, options),
            prepare: (options) => preparePhase2(end(), mem(), options),
            verify: (options) => verifyPowersOfTau(prepared(), options),
        })) {
            const phases = new Map(), overalls = [];
            const onProgress = ({ phase, done, total, overall }) => {
                phases.set(phase, [Math.max(done, phases.get(phase)?.[0] ?? 0), total]);
                overalls.push(overall);
            };
            await call({ onProgress });
            expect(phases.size, what).to.be.above(0);
            for (const [phase, [done, total]] of phases) expect(done, `${what}, ${phase}`).to.equal(total);
            expect([overalls.at(-1), Math.max(...overalls)], what).to.deep.equal([1, 1]);
        }
    });

    describe("exchanged with other programs", () => {
        const exchanged = {};
        before(async () => {
            exchanged.challenge = (await made((out) => theirs.exportChallenge(end(), out))).bytes;
            exchanged.response = (await withFixedRandom(17, () =>
                made((out) => theirs.challengeContribute(curve, { type: "mem", data: exchanged.challenge }, out, "ent")))).bytes;
        });

        it("export challenge, challenge contribute, import response: the bytes of snarkjs", async () => {
            const { challenge, response } = exchanged;
            same((await made((out) => exportChallenge(end(), out))).bytes, challenge);
            const own = await withFixedRandom(17, () =>
                made((out) => contributeToChallenge(name, challenge, out, { entropy: "ent" })));
            same(own.bytes, response);
            for (const points of [true, false]) {
                const other = await made((out) => theirs.importResponse(end(), response, out, "resp", points));
                const { bytes, result } = await made((out) => importResponse(end(), response, out, { name: "resp", points }));
                same(bytes, other.bytes, `${points}`);
                same(result.nextChallenge, other.result);
                same(result.contributionHash, own.result.contributionHash);
            }
            const first = await made((out) => exportChallenge(start(), out));
            same(first.bytes, (await made((out) => theirs.exportChallenge(start(), out))).bytes);
            expect(hex(first.result.challenge)).to.equal(FIRST_CHALLENGES[name][POWER - 1]);
        });

        it("say how far they are, to the last point and no further", async () => {
            const { challenge, response } = exchanged, points = 4 * 2 ** POWER + 2 ** POWER;
            for (const [what, call] of Object.entries({
                export: (options) => exportChallenge(end(), mem(), options),
                contribute: (options) => contributeToChallenge(name, challenge, mem(), options),
                import: (options) => importResponse(end(), response, mem(), options),
                "import without points": (options) => importResponse(end(), response, mem(), { ...options, points: false }),
            })) {
                const reports = [];
                await call({ onProgress: ({ phase, done, total }) => reports.push([phase, done, total]) });
                expect(reports.at(-1), what).to.deep.equal(["points", points, points]);
                expect(Math.max(...reports.map(([, done]) => done)), what).to.equal(points);
            }
        });

        itInAll("a response of ours, imported by either, is accepted by both", async () => {
            const { bytes } = await made((out) => contributeToChallenge(name, exchanged.challenge, out));
            const one = await made((out) => importResponse(end(), bytes, out)), other = await made((out) =>
                theirs.importResponse(end(), bytes, out, undefined, true));
            same(one.bytes, other.bytes);
            expect(await verifyPowersOfTau(one.bytes)).to.include({ valid: true });
            expect(await theirs.verify(one.bytes)).to.equal(true);
        });

        const refused = async (call, code, words) => {
            const error = await failureOf(call);
            expect(error, error.message).to.include({ code });
            expect(error.message).to.include(words).and.match(/: expected .+, got .+/s);
        };

        it("refuses responses to other challenges, of other lengths, and with points that are none", async () => {
            const { response } = exchanged, half = G1 / 2, keys = response.length - 12 * G1;
            for (const [bytes, code, words] of [
                [flipped(response, 3), "ERR_FILE", "expected a response to the challenge of ptau"],
                [response.slice(1), "ERR_FILE", `in ${response.length} bytes, got ${response.length - 1}`],
                [Uint8Array.from([...response, 0]), "ERR_FILE", `got ${response.length + 1}`],
                [flipped(response, keys + 5), "ERR_POINT", "expected tau.g1s on the curve"],
            ]) await refused(importResponse(end(), bytes, mem()), code, words);
            let none = 0; // half of all numbers are the x of no point
            const ends = [[5, 64 + 6 * half, "tau G1"], [3, 64 + (2 ** (POWER + 1) - 1 + 2 * 4) * half, "tau G2"]];
            for (const [number, at, series] of ends)
                for (let bit = 1; bit < 256; bit *= 2) {
                    const changed = flipped(response, at - 1, bit);
                    const error = await importResponse(end(), changed, mem()).catch((why) => why);
                    if (!(error instanceof Error) || error.message.includes("subgroup")) continue;
                    expect(error, error.message).to.include({ code: "ERR_POINT" });
                    expect(error.message).to.equal(`response: expected point ${number} of ${series} on the curve, `
                        + "got an x without one; the response is damaged");
                    none++;
                }
            expect(none).to.be.above(2);
            await refused(importResponse(end(), response, new WritableStream()), "ERR_OPTION", "got a stream");
            await refused(importResponse(end(), response, mem(), { points: 1 }), "ERR_OPTION", "points");
        });

        it("refuses challenges of other lengths, with points that are none, and of files that are damaged", async () => {
            const { challenge } = exchanged;
            await refused(contributeToChallenge(name, challenge.slice(1), mem()), "ERR_FILE", `got ${challenge.length - 1}`);
            await refused(contributeToChallenge("bn129", challenge, mem()), "ERR_OPTION", "expected a curve among");
            await refused(contributeToChallenge(name, challenge, mem(), { name: "x" }), "ERR_OPTION", "got name");
            await refused(contributeToChallenge(name, flipped(challenge, 64 + 9 * G1 - 1), mem()), "ERR_POINT", "point 8 of tau G1");
            await refused(exportChallenge(swap(2, 7, 8), mem()), "ERR_FILE", "by their hash, got others");
            const part = mem();
            await truncatePowersOfTau(prepared(), (power) => (power === 3 ? part : mem()));
            await refused(exportChallenge(part.data, mem()), "ERR_FILE", "that were cut from one of 2^5");
        });

        itInAll("export json: what snarkjs exports", async () => {
            const json = await exportPowersOfTau(prepared());
            expect(json).to.deep.equal(await theirs.exportJson(prepared(), false));
            expect(Object.keys(json)).to.deep.equal(Object.keys(await theirs.exportJson(prepared(), false)));
            await refused(exportPowersOfTau(end()), "ERR_FILE", "prepared for phase 2");
            const short = await made((out) => applyBeaconToPowersOfTau(end(), out, "01", 10));
            const { bytes } = await made((out) => preparePhase2(short.bytes, out));
            const { contributions } = await exportPowersOfTau(bytes);
            const { beaconHash, ...others } = contributions.at(-1);
            expect(others).to.include({ type: 1, numIterationsExp: 10, id: 4 });
            expect(BigInt(beaconHash) * 2n ** 256n % curve.r).to.equal(1n);
        });
    });

    it("the first challenges are the hashes of generators", async () => {
        const own = await (name === "bn128" ? buildBn128 : buildBls12381)({ singleThread: true });
        const on = { curve: own, signal: new AbortController().signal };
        for (let power = 1; power <= 6; power++)
            expect(hex(await hashGenerators(on, power))).to.equal(FIRST_CHALLENGES[name][power - 1]);
        await own.terminate();
    });

    itInAll("on one thread, and in several parts, the bytes are the same", async () => {
        const bytes = [];
        for (const options of [{ singleThread: true }, { threads: 2 }]) {
            const own = await (name === "bn128" ? buildBn128 : buildBls12381)(options);
            const { bytes: one } = await withFixedRandom(9, () => made((out) => contributeToPowersOfTau(end(), out, { curve: own, entropy: "x" })));
            bytes.push(one, (await made((out) => preparePhase2(one, out, { curve: own }))).bytes);
            await own.terminate();
        }
        same(bytes[0], bytes[2]);
        same(bytes[1], bytes[3]);
    });

    /** Where a record of section 7 has its parts. */
    const record = { keys: 7 * G1, partial: 19 * G1, next: 19 * G1 + 216, type: 19 * G1 + 280 };
    const inRecords = (change) => withSections(prepared(), (list) =>
        list.map(([type, body]) => [type, type === 7 ? change(body) : body]));
    const put = (at, bytes) => (body) => {
        body.set(bytes, at);
        return body;
    };
    const swap = (type, a, b, size = G1) => withSections(prepared(), (list) => list.map(([one, body]) => {
        if (one === type) body.set(body.slice(a * size, (a + 1) * size), b * size);
        return [one, body];
    }));

    for (const [what, file, words, contribution] of [
        ["no contribution", start, "expected a contribution, got a file without one"],
        ["points of tau G1 in another order", () => swap(2, 7, 8), "expected the points that the last contribution made, by their hash"],
        ["another first point", () => swap(2, 1, 0), "expected the first points of tau G1 to be those"],
        ["another second point", () => swap(2, 2, 1), "expected the first points of tau G1 to be those"],
        ["another alpha", () => swap(4, 1, 0), "expected the first points of alpha tau G1 to be those"],
        ["another Lagrange point of the last domain", () => swap(12, 2 ** (POWER + 1) + 1, 2 ** (POWER + 1) + 2), "expected section 12 (Lagrange tau G1)"],
        ["another Lagrange point of the first domain", () => swap(12, 3, 0), "expected section 12 (Lagrange tau G1)"],
        ["another Lagrange point in G2", () => swap(13, 3, 4, 2 * G1), "expected section 13 (Lagrange tau G2)"],
        ["another Lagrange point of alpha", () => swap(14, 3, 4), "expected section 14 (Lagrange alpha tau G1)"],
        ["another Lagrange point of beta", () => swap(15, 3, 4), "expected section 15 (Lagrange beta tau G1)"],
        ["a challenge that was changed", () => inRecords((body) => flipped(body, 4 + record.next)), "expected the points before", 2],
        ["a point of a key that is none", () => inRecords((body) => flipped(body, 4 + record.keys)), "expected tau.g1s on the curve", 1],
        ["a point of a key that is zero", () => inRecords(put(4 + record.keys, new Uint8Array(G1))), "expected tau.g1s on the curve", 1],
        ["keys of others", () => inRecords((body) => {
            body.copyWithin(4 + record.keys, 4 + record.keys + 2 * G1, 4 + record.keys + 4 * G1);
            return body;
        }), "expected the points before", 1],
        ["another state of the response", () => inRecords((body) => flipped(body, body.length - 47 - 64 - 8 - 80)), "by their hash"],
    ]) it(`does not accept ${what}, and says so`, async () => {
        const bytes = file();
        if (what !== "no contribution") expect(Buffer.compare(bytes, prepared())).to.not.equal(0);
        const verdict = await verifyPowersOfTau(bytes);
        expect(verdict).to.include({ valid: false });
        expect(verdict.reason).to.include(words).and.match(/^ptau: .*expected .+, got .+/);
        expect(verdict.contribution).to.equal(contribution);
    });

    it("tells of hashes only what it checked: no response but the last of a whole file", async () => {
        const other = inRecords((body) => flipped(body, 4 + record.partial + 130)); // of the first contribution
        const { valid, contributions } = await verifyPowersOfTau(other);
        expect([valid, contributions.map(({ hash }) => Boolean(hash))]).to.deep.equal([true, [false, false, true]]);
        expect(contributions.map(({ nextChallenge }) => nextChallenge.length)).to.deep.equal([64, 64, 64]);
        const part = mem();
        await truncatePowersOfTau(prepared(), (power) => (power === 3 ? part : mem()));
        const cut = await verifyPowersOfTau(part.data);
        expect([cut.valid, cut.contributions.map((one) => "nextChallenge" in one)]).to.deep.equal([true, [true, true, false]]);
        expect(cut.contributions.some((one) => "hash" in one)).to.equal(false);
        const bad = await verifyPowersOfTau(swap(2, 7, 8));
        expect(bad.contributions.map(({ number, name: who }) => [number, who]))
            .to.deep.equal([[1, "me"], [2, undefined], [3, "the end"]]);
        expect(bad.contributions.some((one) => "hash" in one || "nextChallenge" in one)).to.equal(false);
    });

    it("does not accept another state of the last response, though the challenge after it fits", async () => {
        const own = await (name === "bn128" ? buildBn128 : buildBls12381)({ singleThread: true });
        const on = { curve: own, signal: new AbortController().signal };
        const opened = await openPtau(await openSource("ptau", end())), records = await readRecords(opened);
        const changed = { ...records.at(-1), partialHash: flipped(records.at(-1).partialHash, 130) };
        const read = ({ type }, from, count) => opened.points.get(type).read(from, count);
        const nextChallenge = await hashPoints(on, POWER, responseHash(own, changed), read);
        const bytes = encodeRecords([...records.slice(0, -1), { ...changed, nextChallenge }]);
        const { valid, reason } = await verifyPowersOfTau(withSections(end(), (list) =>
            list.map(([type, body]) => [type, type === 7 ? bytes : body])));
        expect(valid).to.equal(false);
        expect(reason).to.equal("ptau: expected the hash of the last response to be that of its points, got another");
        await own.terminate();
    });

    itInAll("makes nothing of points off the curve or outside of the subgroup, which would tell of the secrets", async () => {
        const own = await (name === "bn128" ? buildBn128 : buildBls12381)({ singleThread: true });
        const outside = (group) => anywhere(own[group], 3)[2], off = new Uint8Array(G1).fill(1);
        const rows = [[4, G1, off, "point 5 of section 4"], [3, 2 * G1, outside("G2"), "section 3"]];
        if (name === "bls12381") rows.push([5, G1, outside("G1"), "section 5"]);
        for (const [type, size, point, words] of rows) {
            const bytes = withSections(end(), (list) => list.map(([one, body]) => {
                if (one === type) body.set(point, 5 * size);
                return [one, body];
            }));
            for (const call of [preparePhase2, (...args) => contributeToPowersOfTau(...args, { entropy: "x" })]) {
                const out = mem(), error = await failureOf(call(bytes, out));
                expect(error).to.include({ code: "ERR_POINT" });
                expect(error.message).to.include(words);
                expect(out.data).to.equal(undefined);
            }
        }
        await own.terminate();
    });

    it("does not accept a beacon that leads to other keys", async () => {
        const bytes = end(), at = Buffer.from(bytes).lastIndexOf(Buffer.from(BEACON, "hex"));
        const verdict = await verifyPowersOfTau(flipped(bytes, at));
        expect(verdict).to.include({ valid: false, contribution: 3 });
        expect(verdict.reason).to.include("contribution 3: expected the keys that its beacon leads to");
    });

    it("refuses beacons of more hashes than are allowed, before it calculates any", async () => {
        const { bytes } = await made((out) => applyBeaconToPowersOfTau(end(), out, "01", 10));
        expect(await failureOf(verifyPowersOfTau(bytes, { beaconLimit: 10 }))).to.include({ code: "ERR_LIMIT" }); // 2^11 together
        expect(await verifyPowersOfTau(bytes, { beaconLimit: 11 })).to.include({ valid: true });
        for (const beaconLimit of [9, 64, 10.5, "11"])
            expect(await failureOf(verifyPowersOfTau(bytes, { beaconLimit }))).to.include({ code: "ERR_OPTION" });
        const at = Buffer.from(end()).lastIndexOf(Buffer.from(BEACON, "hex")) - 3;
        for (const [exponent, options] of [[29, {}], [63, { beaconLimit: 62 }], [255, { beaconLimit: 63 }]]) {
            const many = end().slice();
            many[at] = exponent;
            const error = await failureOf(verifyPowersOfTau(many, options));
            expect(error).to.include({ code: "ERR_LIMIT" });
            expect(error.message).to.include(`ptau: expected beacons of at most 2^${options.beaconLimit ?? 28} hashes, got 1 of up to 2^${exponent}`);
        }
    });

    it("refuses a part of a ceremony so large that nobody knows its first challenge", async () => {
        const of = (bytes, power) => withSections(bytes, (list) => list.map(([type, body]) => {
            if (type === 1) new DataView(body.buffer).setUint32(body.length - 4, power, true);
            return [type, body];
        }));
        const [code, words] = name === "bn128" ? ["ERR_FILE", "expected a power of at most 28 on bn128"]
            : ["ERR_LIMIT", "expected a ceremony of a power of at most 28, or all of its points, got 2^5 of 2^29"];
        const { message } = await failureOf(importResponse(start(), new Uint8Array(1), mem()));
        const response = new Uint8Array(Number(/ in (\d+) bytes/.exec(message)[1]));
        for (const call of [
            () => verifyPowersOfTau(of(end(), 29)), () => contributeToPowersOfTau(of(start(), 29), mem()),
            () => applyBeaconToPowersOfTau(of(start(), 29), mem(), "01", 10),
            () => importResponse(of(start(), 29), response, mem()),
        ]) {
            const error = await failureOf(call());
            expect(error).to.include({ code });
            expect(error.message).to.include(words).and.match(/^ptau: /);
        }
    });

    it("does not accept points that do not follow each other, though their hash is right", async () => {
        for (const [type, at, words] of [[2, 9, "section 2 (tau G1)"], [3, 9, "section 3 (tau G2)"], [4, 9, "section 4"], [5, 9, "section 5"]]) {
            const size = type === 3 ? 2 * G1 : G1, cut = withSections(end(), (list) => list.map(([one, body]) => {
                // of a file that was cut from a larger one, the hash of all points cannot be calculated
                if (one === 1) new DataView(body.buffer).setUint32(body.length - 4, POWER + 1, true);
                if (one === type) body.copyWithin(at * size, (at + 1) * size, (at + 2) * size);
                return [one, one === 7 ? sectionBytes(files.larger, 7) : body];
            }));
            const { reason } = await verifyPowersOfTau(cut);
            expect(reason, words).to.include(`expected each point of ${words}`).and.include("times tau");
        }
    });

    before("the same secrets with one power more", async () => {
        const [zero, one, two] = [mem(), mem(), mem()];
        await theirs.newAccumulator(curve, POWER + 1, zero);
        await withFixedRandom(1, () => theirs.contribute(zero, one, "me", "a text"));
        await withFixedRandom(90, () => theirs.contribute(one, two, undefined, "ä"));
        files.larger = new Uint8Array((await made((out) => theirs.beacon(two, out, "the end", BEACON, 10))).bytes);
    });

    for (const [what, file, code, words] of [
        ["a point off the curve", () => flipped(end(), sectionsOf(end()).find(({ type }) => type === 2).offset + 9 * G1), "ERR_POINT", "point 9 of section 2 (tau G1) on the curve"],
        ["a point of G2 off the curve", () => flipped(end(), sectionsOf(end()).find(({ type }) => type === 3).offset + 4 * G1), "ERR_POINT", "point 2 of section 3 (tau G2) on the curve"],
        ["a section that is cut", () => withSections(end(), (list) => list.map(([type, body]) => [type, type === 4 ? body.slice(G1) : body])), "ERR_FILE", "section 4 (alpha tau G1"],
        ["no contributions", () => withSections(end(), (list) => list.filter(([type]) => type !== 7)), "ERR_FILE", "expected section 7 (contributions)"],
        ["contributions that are cut", () => withSections(end(), (list) => list.map(([type, body]) => [type, type === 7 ? body.slice(0, -1) : body])), "ERR_FILE", "an end within"],
        ["more contributions than it has", () => withSections(end(), (list) => list.map(([type, body]) => [type, type === 7 ? put(0, [255, 255, 255, 255])(body) : body])), "ERR_FILE", "4294967295 contributions"],
        ["fewer contributions than it has", () => withSections(end(), (list) => list.map(([type, body]) => [type, type === 7 ? put(0, [1, 0, 0, 0])(body) : body])), "ERR_FILE", "expected an end at"],
        ["a kind of contribution that is none", () => withSections(end(), (list) => list.map(([type, body]) => [type, type === 7 ? put(4 + record.type, [7])(body) : body])), "ERR_FILE", "contribution 1 to be of type 0 or 1"],
        ["a state of a hash that is none", () => withSections(end(), (list) => list.map(([type, body]) => [type, type === 7 ? put(4 + record.partial + 200, [129])(body) : body])), "ERR_FILE", "the state of a hash in contribution 1"],
        ["a field of no curve", () => withSections(end(), (list) => list.map(([type, body]) => [type, type === 1 ? flipped(body, 9) : body])), "ERR_CURVE", "expected powers of tau on bn128 or bls12381"],
    ]) it(`refuses ${what}, to verify and to contribute to`, async () => {
        for (const call of [() => verifyPowersOfTau(file()), () => contributeToPowersOfTau(file(), mem())]) {
            const error = await failureOf(call());
            expect(error, error.message).to.include({ code });
            expect(error.message).to.include(words).and.match(/^ptau: expected .+, got .+/);
        }
    });

    it("refuses a file with a part of what phase 2 needs", async () => {
        const part = withSections(prepared(), (list) => list.filter(([type]) => type !== 14));
        const error = await failureOf(verifyPowersOfTau(part));
        expect(error).to.include({ code: "ERR_FILE" });
        expect(error.message).to.include("expected sections 12, 13, 14, 15 together, got 12, 13, 15 alone");
    });
});

after(async () => {
    for (const curve of [globalThis.curve_bn128, globalThis.curve_bls12381]) await curve?.terminate(); // of snarkjs
});

describe("powers of tau: places", function () {
    this.timeout(60_000);
    let folder;
    const path = (name) => join(folder, name);
    beforeEach(async () => {
        folder = temporaryFolder("tau");
        await newPowersOfTau("bn128", 3, path("in.ptau"));
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));
    const calls = {
        contribute: contributeToPowersOfTau, prepare: preparePhase2, convert: convertPowersOfTau,
        beacon: (ptau, out, options) => applyBeaconToPowersOfTau(ptau, out, BEACON, 10, options),
        truncate: (ptau, out, options) => truncatePowersOfTau(ptau, () => out, options),
    };

    for (const [name, call] of Object.entries(calls)) it(`${name}: an output that is the input is refused, by any of its names`, async () => {
        linkSync(path("in.ptau"), path("other.ptau"));
        const before = readFileSync(path("in.ptau"));
        for (const out of ["in.ptau", "other.ptau"]) {
            const error = await failureOf(call(path("in.ptau"), path(out)));
            expect(error).to.include({ code: "ERR_OPTION" });
            expect(error.message).to.include("which is the input");
        }
        same(readFileSync(path("in.ptau")), before);
    });

    it("import: an output that is the powers or the response is refused", async () => {
        writeFileSync(path("response"), "a response");
        linkSync(path("response"), path("other"));
        for (const out of ["in.ptau", "response", "other"]) {
            const error = await failureOf(importResponse(path("in.ptau"), path("response"), path(out)));
            expect(error).to.include({ code: "ERR_OPTION" });
            expect(error.message).to.include("which is the input");
        }
        expect(readFileSync(path("response"), "utf8")).to.equal("a response");
    });

    it("from a path to a path the bytes are those of memory, and of a failure nothing is left", async () => {
        const own = await withFixedRandom(7, () => made((out) => contributeToPowersOfTau(readFileSync(path("in.ptau")), out)));
        await withFixedRandom(7, () => contributeToPowersOfTau(path("in.ptau"), path("out.ptau")));
        same(readFileSync(path("out.ptau")), own.bytes);
        const bytes = readFileSync(path("in.ptau"));
        writeFileSync(path("bad.ptau"), flipped(bytes, sectionsOf(new Uint8Array(bytes))[4].offset));
        expect(await failureOf(contributeToPowersOfTau(path("bad.ptau"), path("new.ptau")))).to.include({ code: "ERR_POINT" });
        const reason = new Error("enough"), controller = new AbortController();
        const onProgress = ({ done }) => { if (done > 0) controller.abort(reason); };
        const options = { signal: controller.signal, onProgress };
        expect(await failureOf(contributeToPowersOfTau(path("in.ptau"), path("new.ptau"), options))).to.equal(reason);
        expect(readdirSync(folder).sort()).to.deep.equal(["bad.ptau", "in.ptau", "out.ptau"]);
    });

    it("a stream takes a prepared file, and no contribution, whose points are read again", async () => {
        const taken = [], stream = () => new WritableStream({ write: (piece) => void taken.push(piece) });
        await preparePhase2(path("in.ptau"), stream());
        same(Buffer.concat(taken), (await made((out) => preparePhase2(path("in.ptau"), out))).bytes);
        const error = await failureOf(contributeToPowersOfTau(path("in.ptau"), stream()));
        expect(error).to.include({ code: "ERR_OPTION" });
        expect(error.message).to.include("got a stream");
    });

    it("refuses curves, powers, places and options that are none", async () => {
        for (const [curve, power] of [["bn129", 3], ["", 3], [undefined, 3], [{}, 3], ["grumpkin", 3], ["bn128", 0], ["bn128", 29], ["bn128", 1.5], ["bn128", "3"]])
            expect(await failureOf(newPowersOfTau(curve, power, mem())), `${curve} ${power}`).to.include({ code: "ERR_OPTION" });
        for (const options of [{ name: 7 }, { entropy: 7 }, { check: true }])
            expect(await failureOf(contributeToPowersOfTau(path("in.ptau"), mem(), options))).to.include({ code: "ERR_OPTION" });
        expect(await failureOf(applyBeaconToPowersOfTau(path("in.ptau"), mem(), BEACON, 9))).to.include({ code: "ERR_OPTION" });
        expect(await failureOf(truncatePowersOfTau(path("in.ptau"), path("out")))).to.include({ code: "ERR_OPTION" });
    });
});

describe("powers of tau: the secrets", function () {
    this.timeout(60_000);
    const R = 1n << 256n;
    const toLE = (value) => Buffer.from(value.toString(16).padStart(64, "0"), "hex").reverse();

    /** Contributes on this thread; the forms of the secrets that are found afterwards, and what was drawn. */
    async function look(change = () => {}, contribute = contributeToPowersOfTau, from = async (tau) => tau) {
        const curve = await buildBn128({ singleThread: true }), { Fr, tm } = curve;
        const drawn = [], values = [], streams = [];
        const start = await from((await made((out) => newPowersOfTau("bn128", 3, out))).bytes), { fromRng } = Fr;
        change(curve);
        Fr.fromRng = (stream) => {
            streams.push(stream);
            drawn.push(fromRng.call(Fr, stream));
            values.push(Fr.toObject(drawn.at(-1)));
            return drawn.at(-1);
        };
        const error = await contribute(start, mem(), { curve }).catch((reason) => reason);
        const memory = Buffer.from(tm.u8), forms = values.flatMap((x) => [x, (x * R) % curve.r]);
        return { found: forms.filter((form) => memory.includes(toLE(form))).length, drawn, streams, error };
    }
    const areZero = (list) => list.every((bytes) => bytes.every((byte) => byte === 0));

    it("the search finds them while they are there", async () => {
        expect((await look(({ tm }) => { tm.wipe = () => {}; })).found).to.be.above(0);
    });

    it("are gone from the memory, and from the buffers of this thread", async () => {
        const { found, drawn, streams } = await look();
        expect([found, drawn.length]).to.deep.equal([0, 3]);
        expect(areZero([...drawn, ...streams.flatMap(({ state, buff }) => [state, buff])])).to.equal(true);
    });

    it("are gone as well when they were multiplied into a challenge, or could not be", async () => {
        const challengeOf = async (tau) => (await made((out) => exportChallenge(tau, out))).bytes;
        const respond = (challenge, out, options) => contributeToChallenge("bn128", challenge, out, options);
        for (const fails of [false, true]) {
            const { drawn, streams, error } = await look(({ G1 }) => {
                if (fails) G1.batchApplyKey = async () => { throw new Error("mine"); };
            }, respond, challengeOf);
            expect([error.message, drawn.length]).to.deep.equal([fails ? "mine" : undefined, 3]);
            expect(areZero([...drawn, ...streams.flatMap(({ state, buff }) => [state, buff])])).to.equal(true);
        }
    });

    it("are gone after a failure", async () => {
        const { found, drawn, error } = await look(({ G1 }) => { G1.batchApplyKey = async () => { throw new Error("mine"); }; });
        expect(error.message).to.equal("mine");
        expect(found).to.equal(0);
        expect(areZero(drawn)).to.equal(true);
    });
});
