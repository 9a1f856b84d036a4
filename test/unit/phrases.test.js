/** Pages and comments avoid phrases that make readers stumble, each of which has a plainer form. */
import { expect } from "chai";
import { proseIn, proseOf, written } from "../support/prose.js";

/** What to avoid, how to write it, and a sentence that has it. */
const PHRASES = [
    [/\bnobody(?!\.\w)/i, "no other user, unused, no one", "Nobody else has these bytes."],
    [/\b(?:is|are|was|were) told (?!apart\b|from\b)/i, "gets, is notified, is set to", "It waits until it is told to stop."],
    [/\bthat plays?\b/i, "a software adapter, that acts as", "A processor that plays a GPU."],
    [/\bwho\b[^.;:?|]*\swho\b/i, "name both: the caller, the worker", "Those who wait for those who prove."],
    [/\bin the place of\b/i, "in place of, instead of", "It sums in the place of one worker."],
    [/\b(?:at most|at least) so (?:many|much|often)\b/i, "say how many", "At most so often."],
    [/\b(?:by|of) who\b/i, "of the caller, of those who", "The key of who asks."],
];

/** One line of text, without the stars of a comment. @param {string} text */
const flat = (text) => text.split(/\n\s*(?:\*\s*)?\n|\n(?=[|#-])/).map((part) => part.replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, " "));

/** @param {string} file @param {string} text - its prose */
const found = (file, text) => flat(text).flatMap((part) => PHRASES.flatMap(([phrase, better]) => {
    const match = phrase.exec(part);
    return match ? [`${file}: "${part.slice(Math.max(0, match.index - 30), match.index + 50)}": better ${better}`] : [];
}));

describe("pages and comments", () => {
    it("avoid phrases that make readers stumble", () => {
        expect(written.length).to.be.above(800);
        expect(written.flatMap((file) => found(file, proseOf(file)))).to.deep.equal([]);
    });
    for (const [phrase, , sentence] of PHRASES) it(`are searched for ${phrase.source}`, () => {
        const [first, ...rest] = sentence.split(" ");
        for (const text of [`/** ${sentence} */`, `// ${sentence}`, `/**\n * ${first}\n * ${rest.join(" ")}\n */`])
            expect(found("a.js", proseIn("a.js", text)), text).to.have.lengthOf(1);
        expect(found("a.md", proseIn("a.md", `| a | ${sentence} |`))).to.have.lengthOf(1);
        expect(found("a.js", proseIn("a.js", `throw new Error("${sentence}");`)), "programs").to.deep.equal([]);
    });
    it("may tell things apart, and ask who waits", () => {
        const fine = "Lengths are told apart, errors from results. Who waits? Those who prove. So many points at most.";
        expect(found("a.md", fine)).to.deep.equal([]);
    });
});
