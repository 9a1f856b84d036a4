/** What callers may say per call of an operation on many elements: defaults, what passes, what is refused. */
import { expect } from "chai";
import { readMsmOptions, readSignal } from "../../src/batch/options.js";

const DEFAULTS = {
    batch: "auto", glv: "auto", gls: "auto", tier: "auto", gpu: undefined, signal: undefined, onProgress: undefined,
};

describe("options of a sum", () => {
    it("are auto unless given", () => {
        for (const options of [undefined, null, {}, { batch: undefined, glv: null, tier: null, signal: null }])
            expect(readMsmOptions("sum", options)).to.deep.equal(DEFAULTS);
        expect(Object.isFrozen(readMsmOptions("sum", {}))).to.equal(true);
    });

    for (const name of ["batch", "glv", "gls", "gpu"]) it(`${name} is auto, enabled or disabled, or a boolean`, () => {
        for (const [value, read] of [["auto", "auto"], ["enabled", "enabled"], ["disabled", "disabled"],
            [true, "enabled"], [false, "disabled"]])
            expect(readMsmOptions("sum", { [name]: value })).to.deep.equal({ ...DEFAULTS, [name]: read });
        for (const value of ["", "Auto", "on", 0, 1, {}, []])
            expect(() => readMsmOptions("sum", { [name]: value })).to.throw(RangeError, `sum: expected ${name} to be one of`);
    });

    it("tier is auto or one that there is", () => {
        for (const tier of ["auto", "fma", "simd", "scalar"]) expect(readMsmOptions("sum", { tier }).tier).to.equal(tier);
        for (const tier of ["", "avx", true, 1]) expect(() => readMsmOptions("sum", { tier })).to.throw(RangeError, "tier");
    });

    it("are a record", () => {
        for (const options of [5, "glv", true, () => {}])
            expect(() => readMsmOptions("sum", options)).to.throw(TypeError, "sum: expected an options record");
    });

    it("onProgress is a function, signal an AbortSignal", () => {
        const onProgress = () => {}, { signal } = new AbortController();
        expect(readMsmOptions("sum", { onProgress, signal })).to.deep.equal({ ...DEFAULTS, onProgress, signal });
        for (const wrong of [5, "f", {}, null])
            expect(() => readMsmOptions("sum", { onProgress: wrong })).to.throw(TypeError, "onProgress");
        for (const wrong of [5, "s", {}, { addEventListener: true }])
            expect(() => readMsmOptions("sum", { signal: wrong })).to.throw(TypeError, "signal to be an AbortSignal");
    });
});

describe("the signal of a call", () => {
    it("is taken from a record; anything else says nothing", () => {
        const { signal } = new AbortController();
        expect(readSignal("fft", { signal })).to.equal(signal);
        for (const options of [undefined, null, {}, { signal: null }, 5, "text", true])
            expect(readSignal("fft", options)).to.equal(undefined);
        expect(() => readSignal("fft", { signal: 5 })).to.throw(TypeError, "fft: expected signal to be an AbortSignal");
    });

    it("stops the call when it was raised before", () => {
        expect(() => readSignal("fft", { signal: AbortSignal.abort(new Error("enough")) })).to.throw("enough");
    });
});
