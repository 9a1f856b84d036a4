/** Text as UTF-8, with the classes of the realm and without them: the same, but for what is damaged. */
import { expect } from "chai";
import { decodeText, encodeText } from "../../src/util/text.js";

const { TextDecoder, TextEncoder } = globalThis;
const TEXTS = ["", "main.a", "Grüße, 世界 😀 %41 \u0000", "\ud800 alone \udc00", "x".repeat(100_000)];

for (const own of [false, true]) describe(`text, ${own ? "without" : "with"} TextEncoder and TextDecoder`, () => {
    before(() => { if (own) Object.assign(globalThis, { TextDecoder: undefined, TextEncoder: undefined }); });
    after(() => { Object.assign(globalThis, { TextDecoder, TextEncoder }); });

    it("is what Node makes of it", () => {
        for (const text of TEXTS) {
            const bytes = encodeText(text);
            expect(Buffer.compare(bytes, Buffer.from(text))).to.equal(0);
            expect(decodeText(bytes)).to.equal(Buffer.from(text).toString());
        }
        expect(encodeText()).to.have.length(0);
    });

    it("loses the mark of byte order, and says where bytes are none of it", () => {
        expect(decodeText(Uint8Array.of(0xef, 0xbb, 0xbf, 65))).to.equal("A");
        expect(decodeText(Uint8Array.of(65, 0xff, 66))).to.equal("A\ufffdB");
    });
});
