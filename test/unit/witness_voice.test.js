/** What a witness calculator may say, at its bounds, without a calculator; and what a worker keeps of its module. */
import { expect } from "chai";
import { LONGEST_LOG, voice } from "../../src/files/witness/voice.js";
import { serve } from "../../src/files/witness/serve.js";

/** The next characters of a text, and then 0. */
const reading = (text) => { let at = 0; return () => (at < text.length ? text.charCodeAt(at++) : 0); };

describe("the messages of a witness calculator", () => {
    const speak = (texts, onLog = () => {}) => {
        let next = reading("");
        const imports = voice(() => next(), () => 7n, onLog);
        const say = (name) => { for (const text of texts) { next = reading(text); imports[name](); } };
        return { imports, say };
    };

    it("end after 2^16 characters, and are refused above that", () => {
        const lines = [], longest = "x".repeat(2 ** 16);
        speak([longest, "\n"], (line) => lines.push(line)).say("writeBufferMessage");
        expect(lines).to.deep.equal([longest]);
        expect(() => speak([`${longest}x`]).say("writeBufferMessage")).to.throw("65536 characters").with.property("code", "ERR_FILE");
    });

    it("are lines, of as many characters together as the log takes, and one that says it was cut", () => {
        const lines = [], piece = "x".repeat(2 ** 16 - 1), whole = LONGEST_LOG / 2 ** 16;
        const texts = [...new Array(whole - 1).fill(piece), piece.slice(2), "\n"]; // each counts one character more
        const { say, imports } = speak(texts, (line) => lines.push(line));
        say("writeBufferMessage");
        expect(lines.map((line) => line.length)).to.deep.equal([whole * 2 ** 16 - 3]);
        imports.log();
        imports.log();
        expect(lines.slice(1)).to.deep.equal([
            `log: expected at most ${LONGEST_LOG} characters, got more; the rest is left out`,
        ]);
    });

    it("name the places of an error, 256 at most, and its kind", () => {
        const { say, imports } = speak(Array.from({ length: 257 }, (_, i) => ` place ${i}. `));
        say("printErrorMessage");
        const failure = (code) => { try { imports.error(code); } catch (error) { return error; } return undefined; };
        expect(failure(4).code).to.equal("ERR_INPUT");
        expect(failure(4).message).to.include("an assertion of the circuit that does not hold for these inputs: place 0.; place 1.");
        expect(failure(4).message).to.include("; place 255.").and.not.to.include("place 256");
        expect(failure(5).code).to.equal("ERR_LIMIT");
        expect(failure(99).message).to.include("exception 99");
    });
});

describe("the module that a witness worker was sent", () => {
    const send = (code) => new Promise((resolve) => {
        let hear;
        serve({ post: resolve, listen: (listener) => { hear = listener; }, close: () => {} });
        hear({ witness: { code, name: "wasm", memory: 2 ** 20, signals: [] } });
    });

    for (const [what, length, left] of [["is released if it is large", 2 ** 20 + 1, 0], ["is left to the collector otherwise", 2 ** 20, 2 ** 20]])
        it(what, async () => {
            const code = new Uint8Array(length);
            expect((await send(code)).failure.code).to.match(/^ERR_/);
            await new Promise((resolve) => { setImmediate(resolve); });
            expect(code.byteLength).to.equal(left);
        });
});
