/** Curves that configure() brings: definitions at hand, and those that are loaded when somebody asks for them. */
import { expect } from "chai";
import { configure } from "../../src/curves/config.js";
import { findCurve, identifyCurve, knownCurve, knownNames } from "../../src/curves/known.js";
import { proverCurve } from "../../src/curves/prover_curve.js";
import { verifierOf } from "../../src/curves/verifier.js";
import { buildBls12381, buildBn128, getCurveFromName, getCurveFromQ, getCurveFromR } from "../../src/index.js";
import { bls12381 as definition } from "../../src/wasm/curves/bls12381.js";
import { toyDefinition } from "../support/toy_curve.js";

const message = async (run) => {
    try { await run(); } catch (error) { return error.message; }
    return "no error";
};
const identity = (name, p, r) => ({ name, aliases: [], fp: { p, n8: 32 }, fr: { p: r, n8: 32, s: 1 } });

describe("curves that configure() brings", () => {
    let toy;
    before(() => { toy = toyDefinition(); });
    afterEach(async () => {
        configure({ curves: undefined });
        await globalThis.curve_toy?.terminate();
    });

    it("are found by name and alias, and compute like any other", async () => {
        configure({ curves: [toy] });
        const [curve, other] = [await getCurveFromName("Toy-Curve", { threads: 2 }), await buildBls12381(true)];
        try {
            expect([curve.name, curve.q, curve.r]).to.deep.equal(["toy", other.q, other.r]);
            const n = 300,
                bases = new Uint8Array(n * 96),
                scalars = new Uint8Array(n * 32).map((_, i) => (i * 7 + (i >> 3)) % 251);
            for (let i = 0, p = other.G1.g; i < n; i++, p = other.G1.double(p)) bases.set(other.G1.toAffine(p), 96 * i);
            expect(curve.G1.toAffine(await curve.G1.multiExpAffine(bases, scalars))).to.deep.equal(
                other.G1.toAffine(await other.G1.multiExpAffine(bases, scalars)),
            );
            const column = await other.Fr.batchToMontgomery(
                scalars.map((b, i) => (i % 32 === 31 ? 0 : b)).slice(0, 256 * 32),
            );
            expect(await curve.Fr.fft(column)).to.deep.equal(await other.Fr.fft(column));
            const pairing = curve.pairing(curve.G1.g, curve.G2.g);
            expect(pairing).to.deep.equal(other.pairing(other.G1.g, other.G2.g));
            expect(await curve.pairingEq(curve.G1.g, curve.G2.g, pairing)).to.equal(true);
        } finally {
            await curve.terminate();
        }
    });

    it("are cached under their name and shared", async () => {
        configure({ curves: [toy] });
        const curve = await getCurveFromName("toy");
        expect(globalThis.curve_toy).to.equal(curve);
        expect(await getCurveFromName("toy")).to.equal(curve);
        expect(await proverCurve("toy", {})).to.equal(curve);
        await curve.terminate();
        expect(globalThis.curve_toy).to.equal(null);
    });

    it("are loaded on demand, and not before", async () => {
        let loads = 0;
        configure({ curves: [{ name: "toy", load: async () => { loads++; return { toy }; } }] });
        for (const name of ["bn128", "bls12381"]) await getCurveFromName(name, true);
        await getCurveFromQ((await buildBn128(true)).q, true);
        expect(knownCurve("bn128").name).to.equal("bn128");
        expect(loads).to.equal(0);
        expect((await getCurveFromName("toy", true)).name).to.equal("toy");
        expect(loads).to.equal(1);
    });

    it("may be what load gives itself, and are refused when it gives something else", async () => {
        const loading = (value) => configure({ curves: [{ name: "toy", load: async () => value }] });
        loading(toy);
        expect((await getCurveFromName("toy", true)).name).to.equal("toy");
        for (const value of [undefined, {}, { toy: 1 }, definition]) {
            loading(value);
            expect(await message(() => getCurveFromName("toy", true))).to.match(
                /^configure: expected load of toy to give its definition, got /,
            );
        }
    });

    it("tell why they cannot be loaded, and may be asked for again", async () => {
        let works = false;
        configure({
            curves: [
                {
                    name: "toy",
                    load: async () => {
                        if (!works) throw new Error("offline");
                        return toy;
                    },
                },
            ],
        });
        expect(await message(() => verifierOf("toy"))).to.equal("offline");
        expect(await message(() => getCurveFromName("toy"))).to.equal("offline");
        works = true;
        expect((await verifierOf("toy")).name).to.equal("toy");
        expect((await getCurveFromName("toy")).name).to.equal("toy");
    });

    it("only verify", async () => {
        configure({ curves: [toy] });
        const verifier = await verifierOf("toy"), { G1, G2 } = verifier;
        expect(await verifier.pairingEq(G1.g, G2.g, G1.neg(G1.g), G2.g)).to.equal(true);
        expect(await verifier.pairingEq(G1.g, G2.g, G1.g, G2.g)).to.equal(false);
    });

    it("are known by q and r where their record is at hand; those of the package come first", async () => {
        const [small, again] = [
            { record: identity("small", 7n, 11n) },
            { record: { ...definition.record, name: "again" } },
        ];
        configure({ curves: [again, small] });
        expect([identifyCurve(7n), knownCurve("small")].map((known) => [known.name, known.q, known.r])).to.deep.equal([
            ["small", 7n, 11n],
            ["small", 7n, 11n],
        ]);
        expect(identifyCurve(definition.record.fp.p).name).to.equal("bls12381");
        expect(knownNames()).to.equal("bn128 or bls12381 or bls12377 or again or small");
        expect(await findCurve([], ({ fr }) => fr?.p === 11n)).to.equal(small);
        expect((await getCurveFromR(definition.record.fr.p, true)).name).to.equal("bls12381");
    });

    it("are not known without configure", async () => {
        expect(await message(() => getCurveFromName("toy"))).to.equal("Curve not supported: toy");
        expect(await message(() => verifierOf("other"))).to.equal("Curve not supported: other");
        expect(await message(() => proverCurve("other", {}))).to.equal("Curve not supported: other");
    });

    it("are refused when they are no curves, and by builders", async () => {
        for (const curves of [toy, ["toy"], [{ load: async () => toy }], [{}], [null]]) {
            expect(() => configure({ curves })).to.throw(
                RangeError,
                "configure: expected curves to be a list of curves, or of how to load them, got ",
            );
        }
        expect(await message(() => buildBn128({ curves: [toy] }))).to.match(
            /^buildBn128: expected options among .*, got curves$/,
        );
    });
});
