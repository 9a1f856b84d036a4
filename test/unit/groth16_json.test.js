/** What verifiers read, every bound from both sides. Whether points are elements of their groups is asked elsewhere. */
import { expect } from "chai";
import { checkClaim, checkKey, readClaim, readKey } from "../../src/protocols/groth16/json.js";
import { answerOptions, attempt, checkEquation, isInfinity, Rejection, verdictOf } from "../../src/protocols/json.js";
import { ProverError } from "../../src/util/prover_error.js";

const Q = 10007n, R = 997n, CURVE = { name: "toy", q: Q, r: R };
const ONE1 = ["1", "2", "1"], ONE2 = [["1", "2"], ["3", "4"], ["1", "0"]];
const INFINITY1 = ["0", "1", "0"], INFINITY2 = [["0", "0"], ["1", "0"], ["0", "0"]];
const vkey = (changes) => ({
    protocol: "groth16", curve: "toy", nPublic: 1, vk_alpha_1: ONE1, vk_beta_2: ONE2, vk_gamma_2: ONE2,
    vk_delta_2: ONE2, IC: [ONE1, ONE1], ...changes,
});
const proof = (changes) => ({ pi_a: ONE1, pi_b: ONE2, pi_c: ONE1, ...changes });
const curveOf = (name) => (name === "toy" ? CURVE : undefined);
const read = (changes) => readKey(vkey(changes), curveOf, "toy or none");
const claim = (signals, changes, count = signals.length) => readClaim(CURVE, count, signals, proof(changes));

/** Runs what should fail; gives its code or reason. */
function failure(body) {
    try {
        body();
    } catch (error) {
        expect(error).to.be.instanceOf(Error);
        return error.code ?? error.reason;
    }
    return "nothing";
}

describe("numbers of a proof", () => {
    for (const [bound, of, name] of [
        [R, (value) => claim([value]).signals[0], "signals"],
        [Q, (value) => claim([], { pi_a: [value, "2", "1"] }).a[0], "coordinates in G1"],
        [Q, (value) => claim([], { pi_b: [["1", value], ["3", "4"], ["1", "0"]] }).b[0][1], "coordinates in G2"],
    ]) {
        it(`${name}: 0 and the last one below the order, as text, bigint and number`, () => {
            for (const value of [0n, 1n, bound - 1n]) for (const form of [String(value), value, Number(value)])
                expect(of(form)).to.equal(value);
        });

        it(`${name}: not the order, nor what is equal to a good one modulo it`, () => {
            for (const value of [bound, bound + 1n, 5n - bound, 5n + bound, -1n, -bound, 2n ** 256n + 5n])
                for (const form of [String(value), value]) expect(failure(() => of(form)), String(value)).to.match(/VALUE|FORM/);
        });

        it(`${name}: hexadecimal in either case, and leading zeros`, () => {
            const last = bound - 1n, hex = last.toString(16);
            for (const form of [`0x${hex}`, `0X${hex.toUpperCase()}`, `0x000${hex}`, `00${last}`])
                expect(of(form), form).to.equal(last);
            for (const form of [`0x${bound.toString(16)}`, `0${bound}`]) expect(failure(() => of(form)), form).to.match(/VALUE|FORM/);
        });

        it(`${name}: no other way to write a number`, () => {
            for (const form of ["", " 5", "5 ", "+5", "-0", "-0x5", "0x", "0o5", "0b101", "5f", "0x5g", "5n", "5.0", "5e0", "٥", "5\n", "1_0",
                5.5, -1, NaN, Infinity, 2 ** 53, null, undefined, true, [5], ["5"], { valueOf: () => 5 }, () => 5,
                new String("5"), Symbol.iterator])
                expect(failure(() => of(form)), typeof form === "symbol" ? "a symbol" : String(form)).to.match(/VALUE|FORM/);
        });
    }

    it("text of 400 characters is looked at, of 401 not, decimal or hexadecimal, in signals, proofs and keys", () => {
        const wide = { name: "toy", q: 2n ** 2000n, r: 2n ** 2000n }, signal = (text) => readClaim(wide, 1, [text], proof()).signals[0];
        const x = (text) => readClaim(wide, 0, [], proof({ pi_a: [text, "2", "1"] })).a[0];
        const ofKey = (text) => readKey(vkey({ vk_alpha_1: [text, "2", "1"] }), () => wide, "toy").points.alpha1[0];
        const texts = (n) => ["9".repeat(n), "5".padStart(n, "0"), `0x${"f".repeat(n - 2)}`, `0x${"5".padStart(n - 2, "0")}`];
        for (const of of [signal, x, ofKey]) {
            for (const text of texts(400)) expect(of(text)).to.equal(BigInt(text));
            for (const text of texts(401)) expect(failure(() => of(text)), text.slice(0, 5)).to.match(/VALUE|FORM|POINT/);
        }
    });

    it("text of any length and hostile names are refused without being read", () => {
        const text = `0x${"5".repeat(1 << 24)}`, { BigInt: own } = globalThis;
        globalThis.BigInt = (value) => { throw new Error(`BigInt was asked for ${String(value).length} characters`); };
        try {
            expect(failure(() => claim([text]))).to.equal("SIGNAL_VALUE");
        } finally {
            globalThis.BigInt = own;
        }
        for (const change of [{ curve: text }, { protocol: text }]) {
            const { message } = attempt(() => claim([], change));
            expect(message).to.include("a string of 16777218 characters");
        }
    });
});

describe("points of a proof", () => {
    it("have three coordinates whose third is 1, or two, or are 0, 1, 0", () => {
        for (const one of ["1", 1, 1n, "0x1", "01"]) {
            const { a, b } = claim([], { pi_a: ["1", "2", one], pi_b: [["1", "2"], ["3", "4"], [one, 0]] });
            expect([a, b]).to.deep.equal([[1n, 2n, 1n], [[1n, 2n], [3n, 4n], [1n, 0n]]]);
        }
        const { a, b } = claim([], { pi_a: ["1", "2"], pi_b: ONE2.slice(0, 2) });
        expect([a, b]).to.deep.equal([[1n, 2n, 1n], [[1n, 2n], [3n, 4n], [1n, 0n]]]);
        expect(claim([], { pi_a: ["0", "1"] }).a, "not infinity").to.deep.equal([0n, 1n, 1n]);
        expect(claim([]).a).to.deep.equal([1n, 2n, 1n]);
        expect(claim([]).b).to.deep.equal([[1n, 2n], [3n, 4n], [1n, 0n]]);
        expect(claim([], { pi_a: INFINITY1, pi_b: INFINITY2 })).to.deep.include({
            a: [0n, 1n, 0n], b: [[0n, 0n], [1n, 0n], [0n, 0n]],
        });
    });

    it("are no other list", () => {
        for (const point of [[], ["1"], ["1", "2", "1", "1"], ["1", "2", "0"], ["1", "2", "2"], ["0", "0", "0"],
            ["0", "2", "0"], ["1", "1", "0"], ["1", "2", undefined], ["1", "2", ["1"]], "121", { 0: "1", 1: "2", 2: "1", length: 3 },
            null, undefined, ONE2])
            for (const place of ["pi_a", "pi_c"])
                expect(failure(() => claim([], { [place]: point })), JSON.stringify(point)).to.equal("PROOF_FORM");
        for (const point of [[], ONE1, ONE1.slice(0, 2), ONE2.slice(0, 1), [...ONE2, ["1", "0"]], [["1"], ["3", "4"], ["1", "0"]],
            [["1", "2", "0"], ["3", "4"], ["1", "0"]], [["1", "2"], ["3", "4"], ["1", "1"]],
            [["1", "2"], ["3", "4"], ["0", "1"]], [["1", "2"], ["3", "4"], ["0", "0"]], [["0", "0"], ["1", "1"], ["0", "0"]],
            [["1", "2"], ["3", "4"], "1,0"], ["1,2", "3,4", "1,0"]])
            expect(failure(() => claim([], { pi_b: point })), JSON.stringify(point)).to.equal("PROOF_FORM");
    });

    it("infinity is told from what is near it", () => {
        expect(isInfinity(1, [0n, 1n, 0n])).to.equal(true);
        expect(isInfinity(2, [[0n, 0n], [1n, 0n], [0n, 0n]])).to.equal(true);
        expect(isInfinity(1, [0n, 1n, 1n])).to.equal(false);
        expect(isInfinity(2, [[0n, 0n], [1n, 0n], [1n, 0n]])).to.equal(false);
    });
});

describe("claims", () => {
    it("have as many signals as the key asks for, in a list", () => {
        expect(claim(["1", "2"]).signals).to.deep.equal([1n, 2n]);
        for (const count of [0, 1, 3]) expect(failure(() => claim(["1", "2"], {}, count))).to.equal("SIGNAL_COUNT");
        for (const list of [undefined, null, "12", { length: 2, 0: "1", 1: "2" }, new Set(["1", "2"])])
            expect(failure(() => readClaim(CURVE, 2, list, proof()))).to.equal("SIGNAL_LIST");
        expect(failure(() => claim(["1", "x"]))).to.equal("SIGNAL_VALUE");
        expect(failure(() => claim(["x", "1"]))).to.equal("SIGNAL_VALUE");
    });

    it("are of groth16 and of the key's curve, by any of their names, or say nothing of it", () => {
        for (const nothing of [undefined, null, ""])
            expect(claim([], { protocol: nothing, curve: nothing }).signals).to.deep.equal([]);
        for (const protocol of ["groth16", "GROTH16", "Groth16", "groth-16", "groth"])
            expect(claim([], { protocol }).signals, protocol).to.deep.equal([]);
        for (const protocol of ["plonk", 1, "groth17", "16", "_", ["groth16"], { toString: () => "groth16" }])
            expect(failure(() => claim([], { protocol })), String(protocol)).to.equal("PROOF_PROTOCOL");
        const named = { ...CURVE, aliases: ["other"] };
        for (const curve of ["toy", "Toy", " TOY", "other", "Oth-er"])
            expect(readClaim(named, 0, [], proof({ curve })).signals, curve).to.deep.equal([]);
        expect(readClaim(named, 0, [], proof({ curve: "toy".padEnd(64) })).signals).to.deep.equal([]);
        for (const curve of ["bn128", 1, "toys", "to", "_", ["toy"], "toy".padEnd(65)])
            expect(failure(() => readClaim(named, 0, [], proof({ curve }))), String(curve)).to.equal("PROOF_CURVE");
    });

    it("are a record", () => {
        for (const other of [undefined, null, 5, "proof", [], [ONE1], () => {}])
            expect(failure(() => readClaim(CURVE, 0, [], other))).to.equal("PROOF_FORM");
    });

    it("each point is looked at: which one is wrong is said", () => {
        const points = claim([]), seen = [];
        checkClaim(points, (degree, point) => { seen.push([degree, point]); return undefined; });
        expect(seen).to.deep.equal([[1, points.a], [2, points.b], [1, points.c]]);
        for (const [at, place] of [[0, "pi_a"], [1, "pi_b"], [2, "pi_c"]]) for (const fault of ["POINT_CURVE", "POINT_SUBGROUP"]) {
            let i = 0;
            const found = attempt(() => checkClaim(points, () => (i++ === at ? fault : undefined)));
            expect([found.reason, found.message.split(":")[0]]).to.deep.equal([fault, place]);
        }
    });
});

describe("keys", () => {
    it("are read whole", () => {
        const { curve, points } = read({ IC: [ONE1, ["5", "6", "1"]] });
        expect(curve).to.equal(CURVE);
        expect(Object.keys(points).sort()).to.deep.equal(["IC", "alpha1", "beta2", "delta2", "gamma2"]);
        expect(points.IC).to.deep.equal([[1n, 2n, 1n], [5n, 6n, 1n]]);
        expect(points.beta2).to.deep.equal([[1n, 2n], [3n, 4n], [1n, 0n]]);
        expect(read({ nPublic: 0, IC: [ONE1] }).points.IC.length).to.equal(1);
    });

    it("are read in other forms: former names or none, signals as text or not counted, two coordinates", () => {
        const { points } = read(), two = (point) => point.slice(0, 2), none = [undefined, null, ""];
        const forms = [
            ...[...none, "groth", "GROTH16"].map((protocol) => ({ protocol })),
            ...[...none, "1", "0x1", 1n].map((nPublic) => ({ nPublic })),
            { vk_alpha_1: two(ONE1), vk_beta_2: two(ONE2), vk_gamma_2: two(ONE2), vk_delta_2: two(ONE2) },
            { IC: [ONE1, ONE1].map(two) },
            { vk_alpha_1: ["0x1", 2n], vk_beta_2: [[1, "0x02"], ["03", 4n], [1, 0]] },
        ];
        for (const form of forms) expect(read(form).points, Object.keys(form).join()).to.deep.equal(points);
    });

    for (const [what, changes, code] of [
        ["of another protocol", { protocol: "plonk" }, "ERR_FILE"],
        ["of a protocol that is no text", { protocol: 16 }, "ERR_FILE"],
        ["of no protocol, without its points", { protocol: undefined, vk_alpha_1: undefined }, "ERR_FILE"],
        ["of an unknown curve", { curve: "other" }, "ERR_CURVE"],
        ["of a curve that is no text", { curve: ["toy"] }, "ERR_CURVE"],
        ["with one signal more than points", { nPublic: 2 }, "ERR_FILE"],
        ["with one signal less", { nPublic: 0 }, "ERR_FILE"],
        ["without points and signals", { nPublic: -1, IC: [] }, "ERR_FILE"],
        ["with another number of signals as text", { nPublic: "2" }, "ERR_FILE"],
        ["with signals that are no number", { nPublic: "one" }, "ERR_FILE"],
        ["with no point and no number", { nPublic: undefined, IC: [] }, "ERR_FILE"],
        ["with half a signal", { nPublic: 0.5, IC: { length: 1.5 } }, "ERR_FILE"],
        ["with points that are no list", { IC: { length: 2, 0: ONE1, 1: ONE1 } }, "ERR_FILE"],
        ["with a point that is none", { IC: [ONE1, "1"] }, "ERR_POINT"],
        ...["vk_alpha_1", "vk_beta_2", "vk_gamma_2", "vk_delta_2"].flatMap((place) => [
            [`without ${place}`, { [place]: undefined }, "ERR_POINT"],
            [`with ${place} of the other group`, { [place]: place.endsWith("1") ? ONE2 : ONE1 }, "ERR_POINT"],
        ]),
    ]) it(`${what} are refused: ${code}`, () => expect(failure(() => read(changes))).to.equal(code));

    it("that are no record are an option that is wrong", () => {
        for (const other of [undefined, null, 5, "key", [vkey()]])
            expect(failure(() => readKey(other, curveOf, "toy"))).to.equal("ERR_OPTION");
    });

    it("each point is looked at, and infinity stands for none but IC", () => {
        const { points } = read(), seen = [];
        checkKey(points, (degree, point) => { seen.push([degree, point]); return undefined; });
        expect(seen.map(([degree]) => degree)).to.deep.equal([1, 2, 2, 2, 1, 1]);
        for (let at = 0; at < 6; at++) {
            let i = 0;
            expect(failure(() => checkKey(points, () => (i++ === at ? "POINT_SUBGROUP" : undefined)))).to.equal("ERR_POINT");
        }
        for (const place of ["vk_alpha_1", "vk_beta_2", "vk_gamma_2", "vk_delta_2"]) {
            const { points: withOne } = read({ [place]: place.endsWith("1") ? INFINITY1 : INFINITY2 });
            expect(failure(() => checkKey(withOne, () => undefined)), place).to.equal("ERR_POINT");
        }
        expect(failure(() => checkKey(read({ IC: [INFINITY1, INFINITY1] }).points, () => undefined))).to.equal("nothing");
    });
});

describe("verdicts", () => {
    it("say valid, or why not and of what", () => {
        expect(verdictOf(undefined)).to.deep.equal({ valid: true });
        for (const [reason, input] of [["EQUATION", "equation"], ["SIGNAL_LIST", "signals"], ["SIGNAL_COUNT", "signals"],
            ["SIGNAL_VALUE", "signals"], ["PROOF_FORM", "proof"], ["PROOF_CURVE", "proof"], ["POINT_CURVE", "proof"]]) {
            const verdict = verdictOf(new Rejection(reason, "why"));
            expect(verdict).to.deep.equal({ valid: false, reason, input, message: "why" });
            expect(Object.isFrozen(verdict)).to.equal(true);
        }
        expect(Object.isFrozen(verdictOf(undefined))).to.equal(true);
    });

    it("an equation that does not hold is one", () => {
        expect(verdictOf(attempt(() => checkEquation(false))).reason).to.equal("EQUATION");
        expect(verdictOf(attempt(() => checkEquation(true)))).to.deep.equal({ valid: true });
    });

    it("a mistake of ours is not taken for a bad proof", () => {
        expect(() => attempt(() => { throw new TypeError("ours"); })).to.throw(TypeError, "ours");
        expect(attempt(() => 5)).to.equal(5);
    });
});

describe("options of a verification", () => {
    it("reason and insecure are false unless they are asked for", () => {
        const absent = [false, undefined, null].map((reason) => ({ reason }));
        for (const options of [undefined, {}, ...absent, { insecure: false }])
            expect(answerOptions(options)).to.deep.equal({ reason: false, insecure: false });
        expect(answerOptions({ reason: true })).to.deep.equal({ reason: true, insecure: false });
        expect(answerOptions({ curve: 1, insecure: true }, ["curve", "reason"]))
            .to.deep.equal({ curve: 1, reason: false, insecure: true });
    });

    it("others are refused", () => {
        for (const options of [null, 5, true, "reason", [], { reason: 1 }, { reason: "true" }, { insecure: 1 },
            { curve: 1 }, { Reason: true }]) {
            expect(() => answerOptions(options)).to.throw(ProverError);
            expect(failure(() => answerOptions(options))).to.equal("ERR_OPTION");
        }
    });
});
