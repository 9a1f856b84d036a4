/** Answers to proofs that come one after the other: what an abort leaves undone. */
import { expect } from "chai";
import { verifyEach } from "../../src/protocols/many.js";

/** What was asked of a verifier that finds everything right. */
function verifier() {
    const asked = { opened: 0, batches: [] };
    const judge = async (batch) => {
        asked.batches.push(batch.length);
        return batch.map(() => ({ valid: true }));
    };
    const setting = { known: ["signal"], open: () => async () => { asked.opened++; return judge; } };
    return { asked, each: (source, options) => verifyEach("verifyStream", setting, {}, source, options) };
}
/** The answers up to an error. */
async function answersOf(stream) {
    const answers = [];
    try {
        for await (const answer of stream) answers.push(answer);
    } catch (error) {
        answers.push(error);
    }
    return answers;
}

describe("answers to a stream of proofs", () => {
    const reason = new Error("enough");

    it("come for all of them, the last ones when it ends", async () => {
        const { asked, each } = verifier(), proofs = Array.from({ length: 1025 }, () => ({}));
        expect(await answersOf(each(proofs))).to.deep.equal(proofs.map(() => true));
        expect(asked).to.deep.equal({ opened: 1, batches: [1024, 1] });
    });

    it("after an abort do not begin: neither key nor source is looked at", async () => {
        const { asked, each } = verifier();
        const source = { [Symbol.iterator]: () => { throw new Error("looked at"); } };
        expect(await answersOf(each(source, { signal: AbortSignal.abort(reason) }))).to.deep.equal([reason]);
        expect(asked).to.deep.equal({ opened: 0, batches: [] });
    });

    it("are not begun with where the stream ends after an abort", async () => {
        const { asked, each } = verifier(), controller = new AbortController();
        const source = async function* () {
            yield {};
            controller.abort(reason);
        };
        expect(await answersOf(each(source(), { signal: controller.signal }))).to.deep.equal([reason]);
        expect(asked.batches).to.deep.equal([]);
    });
});
