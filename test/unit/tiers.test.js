import { expect } from "chai";
import { chooseTier, detectTier, TIERS } from "../../src/runtime/tiers.js";

/** What the engines under test are known to run on hardware with FMA; relaxed SIMD came to V8 with Node 22. */
const [major] = process.versions.node.split(".").map(Number);

describe("tiers", () => {
    it("detects one of the three, the same every time", () => {
        expect(TIERS).to.include(detectTier());
        expect(detectTier()).to.equal(detectTier());
    });
    it("never claims fma before relaxed SIMD", () => { if (major < 22) expect(detectTier()).to.equal("simd"); });
    it("auto is the detected one; slower ones may be chosen", () => {
        expect(chooseTier()).to.equal(detectTier());
        expect(chooseTier("auto")).to.equal(detectTier());
        expect(chooseTier("scalar")).to.equal("scalar");
    });
    it("refuses what does not exist, with the list", () =>
        expect(() => chooseTier("turbo")).to.throw(
            RangeError,
            "tier: expected one of auto, fma, simd, scalar, got turbo",
        ));
    it("refuses what does not run here", () => {
        for (const tier of TIERS.slice(0, TIERS.indexOf(detectTier())))
            expect(() => chooseTier(tier)).to.throw(RangeError, /tier: expected a tier that this engine runs/);
    });
    it("without SIMD in the engine, is scalar; with an unfused madd, is simd", async () => {
        const fresh = (tag) => import(`../../src/runtime/tiers.js?${tag}`);
        const { validate, Module } = WebAssembly;
        try {
            WebAssembly.validate = () => false;
            expect((await fresh("none")).detectTier()).to.equal("scalar");
            WebAssembly.validate = () => true;
            WebAssembly.Module = class { constructor() { throw new Error("forbidden"); } };
            expect((await fresh("forbidden")).detectTier()).to.equal("simd");
        } finally {
            Object.assign(WebAssembly, { validate, Module });
        }
        const { Instance } = WebAssembly;
        try {
            WebAssembly.validate = () => true;
            WebAssembly.Module = class {};
            WebAssembly.Instance = class { exports = { madd: (a, b, c) => a * b + c }; };
            expect((await fresh("unfused")).detectTier()).to.equal("simd");
        } finally {
            Object.assign(WebAssembly, { validate, Module, Instance });
        }
    });
});
