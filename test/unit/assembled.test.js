/** Modules that are kept: the same bytes as anew, others for another text or kind, and nothing of what is refused. */
import { expect } from "chai";
import { assemble } from "../../scripts/assemble.mjs";
import { assembled } from "../support/assembled.js";

const text = (value) => `(module (func (export "f") (result i32) (i32.const ${value})))`;
const SIMD = '(module (func (export "f") (result v128) (v128.const i64x2 1 2)))';

describe("modules of tests, kept", () => {
    it("are the same again, and others for another text", async () => {
        for (let i = 0; i < 2; i++) for (const value of [7, 8])
            expect(Buffer.compare(await assembled(text(value), "base", "a"), assemble(text(value), "base", "a"))).to.equal(0);
        expect(Buffer.compare(await assembled(text(7), "base", "a"), await assembled(text(8), "base", "a"))).to.not.equal(0);
    });

    it("are refused again where their kind has no such instruction", async () => {
        expect(await assembled(SIMD, "simd", "a")).to.be.instanceOf(Uint8Array);
        for (let i = 0; i < 2; i++)
            expect((await assembled(SIMD, "base", "a").catch((error) => error)).message).to.include("binaryen rejected function");
    });
});
