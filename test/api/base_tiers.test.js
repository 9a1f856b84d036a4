/** A definition whose base module has tiers: which of them runs where, and what stands in for one that a tier lacks. */
import { expect } from "chai";
import { curveModule } from "../../scripts/wasm/module_curve.js";
import { configure } from "../../src/curves/config.js";
import { verifierOf } from "../../src/curves/verifier.js";
import { buildBls12381, getCurveFromName } from "../../src/index.js";
import { detectTier, TIERS } from "../../src/runtime/tiers.js";
import { bls12381 } from "../../src/wasm/curves/bls12381.js";
import { assembled } from "../support/assembled.js";

const RUNNABLE = TIERS.slice(TIERS.indexOf(detectTier()));

describe("a base module with tiers", function () {
    this.timeout(60_000);
    const record = Object.freeze({ ...bls12381.record, name: "tiered", aliases: [] });
    const { module, layout } = curveModule(record), text = module.text();
    /** The same module with one more export, by which a test knows it. @param {string} mark */
    const marked = (mark) => assembled(text.replace(/\)\s*$/, `(func (export "mark_${mark}")))`), "base", "tiered");
    const bases = { fma: "fast", simd: "fast", scalar: "slow" };
    const codes = {};
    before(async () => { for (const mark of ["fast", "slow", "anywhere"]) codes[mark] = await marked(mark); });
    const definition = (base) => Object.freeze({ record, code: codes.anywhere, layout, lanes: bls12381.lanes, base });
    let both;
    before(() => { both = definition((tier) => ({ name: `tiered_${bases[tier]}`, code: codes[bases[tier]], layout })); });
    const marksOf = ({ tm }) => Object.keys(tm.instance.exports).filter((name) => name.startsWith("mark_"));
    afterEach(() => configure({ curves: undefined, tier: undefined, modules: undefined }));

    it("is that of the curve's tier, in this thread, in workers and for verification, with the same results", async () => {
        const other = await buildBls12381(true), { G1, G2 } = other, n = 64;
        const scalars = Uint8Array.from({ length: 32 * n }, (_, i) => (i % 32 === 31 ? 0 : i * 37 + 11));
        const points = new Uint8Array(n * 96);
        for (let i = 0, p = G1.g; i < n; i++, p = G1.double(p)) points.set(G1.toAffine(p), 96 * i);
        const want = G1.toAffine(await G1.multiExpAffine(points, scalars)), paired = other.pairing(G1.g, G2.g);
        for (const tier of RUNNABLE) {
            const asked = new Set(), spied = { ...both, base: (of) => { asked.add(of); return both.base(of); } };
            configure({ curves: [spied], tier });
            const curve = await getCurveFromName("tiered", { threads: 2, tier });
            try {
                expect(marksOf(curve), tier).to.deep.equal([`mark_${bases[tier]}`]);
                expect(curve.G1.toAffine(await curve.G1.multiExpAffine(points, scalars)), tier).to.deep.equal(want);
                // a call with another tier runs on that tier's base module, linked with its lanes
                const named = await curve.G1.multiExpAffine(points, scalars, undefined, undefined, { tier: "scalar" });
                expect(curve.G1.toAffine(named), tier).to.deep.equal(want);
                expect([...asked].sort()).to.deep.equal([...new Set([tier, "scalar"])].sort());
                expect(curve.pairing(curve.G1.g, curve.G2.g), tier).to.deep.equal(paired);
            } finally {
                await curve.terminate();
            }
        }
    });

    it("is asked for by a verifier, in the tier that configure() names", async () => {
        const asked = [], name = `tiered_${RUNNABLE.at(-1)}`;
        const base = (tier) => { asked.push(tier); return both.base(tier); };
        const named = { ...both, record: { ...record, name }, base };
        configure({ curves: [named], tier: RUNNABLE.at(-1) });
        // the names of exports are those of the artifact's curve: only the marks are read here
        const verifier = await verifierOf(name);
        expect(asked).to.deep.equal([RUNNABLE.at(-1)]);
        expect(marksOf(verifier)).to.deep.equal(["mark_slow"]);
    });

    it("of a tier that has none is the one that runs anywhere", async () => {
        configure({ curves: [definition(() => undefined)] });
        expect(marksOf(await getCurveFromName("tiered", true))).to.deep.equal(["mark_anywhere"]);
        configure({ curves: [definition(undefined)] });
        expect(marksOf(await getCurveFromName("tiered", true))).to.deep.equal(["mark_anywhere"]);
    });

    it("has its layout with it, and gives way to a module of its own name", async () => {
        const moved = { ...both, code: new Uint8Array(1), layout: {} };
        configure({ curves: [moved] });
        const curve = await getCurveFromName("tiered", true);
        expect(curve.G1.eq(curve.G1.timesScalar(curve.G1.g, 2), curve.G1.double(curve.G1.g))).to.equal(true);
        const own = new WebAssembly.Module(codes.anywhere);
        const marks = async (modules) =>
            marksOf(await getCurveFromName("tiered", { singleThread: true, tier: "scalar", modules }));
        expect(await marks({ tiered_slow: own })).to.deep.equal(["mark_anywhere"]);
        expect(await marks({ tiered: own, tiered_fast: own }), "of other tiers").to.deep.equal(["mark_slow"]);
    });

    it("that a plugin extends is one for all tiers", async () => {
        const { code, layout: own } = bls12381, asked = [];
        const base = (tier) => { asked.push(tier); return { name: "own", code, layout: own }; };
        const packed = { ...bls12381, base };
        const { buildCurve } = await import("../../src/curves/build.js");
        const curve = await buildCurve(packed, { singleThread: true, tier: "scalar" }, (builder) => {
            const f = builder.addFunction("own_two");
            f.setReturnType("i32");
            f.addCode(f.getCodeBuilder().i32_const(2));
            builder.exportFunction("own_two");
        });
        expect(asked).to.deep.equal(["scalar"]);
        expect(curve.tm.instance.exports.own_two()).to.equal(2);
        const { G1 } = curve, [tier] = RUNNABLE;
        await G1.multiExpAffine(G1.gAffine, new Uint8Array([5]), undefined, undefined, { tier });
        expect(asked).to.deep.equal(["scalar"]);
    });
});
