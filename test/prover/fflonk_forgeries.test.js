/**
 * Claims that the FFLONK verifier must refuse: numbers and points in other forms or out of range, counts, proofs of
 * something else, keys that cannot be used. A bad proof never throws; a bad key always does.
 */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { verify as verifyAny } from "../../src/protocols/index.js";
import { buildBn128 } from "../../src/index.js";
import { ProverError, verify, verifyMany } from "../../src/protocols/fflonk/index.js";
import { fixture } from "../support/circuits.js";
import { itInAll } from "../support/extent.js";
import { failureOf } from "../support/failure.js";

const read = (name) => JSON.parse(readFileSync(fixture("mimc_tiny", name), "utf8"));
const vkey = read("fflonk_vkey.json"), signals = read("fflonk_public.json"), proof = read("fflonk_proof.json");
const R = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;
const Q = 21888242871839275222246405745257275088696311157297823662689037894645226208583n;
const changed = (change, of = proof) => {
    const copy = structuredClone(of);
    change(copy);
    return copy;
};
const verdict = (given, publicSignals = signals, key = vkey) => verify(key, publicSignals, given, { reason: true });
const refuses = async (given, reason, publicSignals = signals) => {
    const { valid, reason: why } = await verdict(given, publicSignals);
    expect({ valid, why }, reason).to.deep.equal({ valid: false, why: reason });
    expect(await verify(vkey, publicSignals, given)).to.equal(false);
};
const POINTS = Object.keys(proof.polynomials), VALUES = Object.keys(proof.evaluations);
/** What is not read as a number, and values beyond the order. */
const FORMS = (value, order) => [
    String(BigInt(value) + order), `0x${(BigInt(value) + order).toString(16)}`, `+${value}`, ` ${value}`, "0x",
    `-${value}`, `${value}.0`, String(order), "", null, undefined, {}, [value], -1, 0.5, 1e300, "9".repeat(500),
];

describe("forgeries of FFLONK proofs", function () {
    this.timeout(60_000);

    it("the proof itself is valid, as text and as bigint, here and in the catalogue", async () => {
        expect(await verdict(proof)).to.deep.equal({ valid: true });
        expect(await verdict(proof, signals.map(BigInt))).to.deep.equal({ valid: true });
        expect(await verifyAny(vkey, signals, proof)).to.equal(true);
        expect(await verdict(changed((p) => { delete p.protocol; delete p.curve; }))).to.deep.equal({ valid: true });
    });

    itInAll("every value in another form, missing, or beyond r", async () => {
        for (const place of VALUES) for (const form of FORMS(proof.evaluations[place], R))
            await refuses(changed((p) => { p.evaluations[place] = form; }), "PROOF_FORM");
    });

    itInAll("every coordinate in another form, missing, or beyond q; other third coordinates", async () => {
        for (const place of POINTS) for (const i of [0, 1])
            for (const form of FORMS(proof.polynomials[place][i], Q))
                await refuses(changed((p) => { p.polynomials[place][i] = form; }), "PROOF_FORM");
        for (const place of POINTS) for (const form of ["0", "2", String(Q + 1n)])
            await refuses(changed((p) => { p.polynomials[place][2] = form; }), "PROOF_FORM");
        for (const place of POINTS)
            await refuses(changed((p) => { p.polynomials[place].push("1"); }), "PROOF_FORM");
    });

    it("points off the curve, x = y = 0 among them", async () => {
        for (const place of POINTS) {
            await refuses(changed((p) => { p.polynomials[place][0] = "5"; }), "POINT_CURVE");
            await refuses(changed((p) => { p.polynomials[place] = ["0", "0", "1"]; }), "POINT_CURVE");
        }
    });

    it("the point at infinity, the opposite and any other point in each place", async () => {
        for (const place of POINTS) {
            await refuses(changed((p) => { p.polynomials[place] = ["0", "1", "0"]; }), "EQUATION");
            await refuses(changed((p) => { p.polynomials[place][1] = String(Q - BigInt(p.polynomials[place][1])); }),
                "EQUATION");
            await refuses(changed((p) => { p.polynomials[place] = ["1", "2", "1"]; }), "EQUATION");
        }
        await refuses(changed((p) => {
            for (const place of POINTS) p.polynomials[place] = ["0", "1", "0"];
            for (const place of VALUES) p.evaluations[place] = "0";
        }), "EQUATION");
    });

    it("every value that is another number, also inv, which a contract would refuse", async () => {
        for (const place of VALUES) for (const value of ["0", "1", String(R - BigInt(proof.evaluations[place]))])
            await refuses(changed((p) => { p.evaluations[place] = value; }), "EQUATION");
    });

    it("values that changed places", async () => {
        for (let i = 1; i < VALUES.length; i++)
            await refuses(changed(({ evaluations }) => {
                const [a, b] = [VALUES[i - 1], VALUES[i]];
                [evaluations[a], evaluations[b]] = [evaluations[b], evaluations[a]];
            }), "EQUATION");
    });

    it("other signals, other counts, other forms", async () => {
        await refuses(proof, "EQUATION", [String((BigInt(signals[0]) + 1n) % R)]);
        await refuses(proof, "SIGNAL_COUNT", []);
        await refuses(proof, "SIGNAL_COUNT", [...signals, "0"]);
        for (const form of FORMS(signals[0], R)) await refuses(proof, "SIGNAL_VALUE", [form]);
        for (const list of [undefined, null, {}, "1"]) expect((await verdict(proof, list ?? {})).reason).to.equal("SIGNAL_LIST");
    });

    it("what is no proof, or of another protocol or curve", async () => {
        for (const none of [undefined, null, 1, "proof", [], {}, { polynomials: [], evaluations: {} }])
            await refuses(none, "PROOF_FORM");
        for (const part of ["polynomials", "evaluations"])
            await refuses(changed((p) => { delete p[part]; }), "PROOF_FORM");
        await refuses(read("plonk_proof.json"), "PROOF_PROTOCOL");
        await refuses(changed((p) => { p.curve = "bls12381"; }), "PROOF_CURVE");
    });

    it("an error of the host is no verdict", async () => {
        const curve = await buildBn128({ singleThread: true }), items = [{ publicSignals: signals, proof }];
        try {
            expect(await verify(vkey, signals, proof, { curve })).to.equal(true);
            curve.Fr.toRprBE = () => { throw new RangeError("of the host"); };
            for (const run of [() => verify(vkey, signals, proof, { curve }), () => verifyMany(vkey, items, { curve })])
                expect(await run().then(() => expect.fail("a verdict"), ({ message }) => message)).to.equal("of the host");
        } finally {
            await curve.terminate();
        }
    });

    it("keys that cannot be used", async () => {
        const throws = async (change, code) => {
            const error = await failureOf(verdict(proof, signals, changed(change, vkey)));
            expect(error).to.be.instanceOf(ProverError);
            expect(error.code, error.message).to.equal(code);
            expect(error.message).to.match(/expected .+, got .+/s);
        };
        for (const constant of ["k1", "k2", "w", "w3", "w4", "w8", "wr"]) {
            await throws((k) => { k[constant] = "7"; }, "ERR_FILE");
            await throws((k) => { k[constant] = String(BigInt(k[constant]) + R); }, "ERR_FILE");
            await throws((k) => { delete k[constant]; }, "ERR_FILE");
        }
        for (const power of [2, 26, "4.5", 5.5, undefined, -1]) await throws((k) => { k.power = power; }, "ERR_FILE");
        for (const count of [31, -1, "31", undefined]) await throws((k) => { k.nPublic = count; }, "ERR_FILE");
        for (const curve of ["bls12381", "bls12377", "toString", undefined]) await throws((k) => { k.curve = curve; }, "ERR_CURVE");
        await throws((k) => { k.protocol = "plonk"; }, "ERR_FILE");
        await throws((k) => { k.C0[0] = "5"; }, "ERR_POINT");
        await throws((k) => { k.C0[0] = String(BigInt(k.C0[0]) + Q); }, "ERR_POINT");
        await throws((k) => { k.X_2 = [["0", "0"], ["1", "0"], ["0", "0"]]; }, "ERR_POINT");
        await throws((k) => { k.X_2[0][0] = "5"; }, "ERR_POINT");
        // 1 signal of a key that asks for none is one too many
        for (const nPublic of [0, 30]) // none, and as many as a domain of 2^5 has rows for
            expect((await verdict(proof, signals, { ...vkey, nPublic })).reason, `${nPublic}`).to.equal("SIGNAL_COUNT");
        for (const none of [null, 1, []])
            expect((await verify(none, signals, proof).catch((error) => error)).code).to.equal("ERR_OPTION");
        const odd = await verify(vkey, signals, proof, { curve: {} }).catch((error) => error);
        expect(odd.code).to.equal("ERR_OPTION");
    });
});
