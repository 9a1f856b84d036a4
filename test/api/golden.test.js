import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import * as oracle from "ffjavascript-oracle";
import * as own from "../../src/index.js";
import { describeInAll, rowsOf } from "../support/extent.js";
import { snapshot } from "../support/snapshot.js";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const golden = join(root, "test", "vectors", "golden");

/** The class stays, and the old words are in the new message. */
const SAYS_MORE = (mine, theirs) => {
    const [, type, text] = /^!(\w+): ([\s\S]*)$/.exec(theirs);
    expect(mine).to.match(new RegExp(`^!${type}: `));
    expect(mine).to.include(text);
};
/** Refused before, refused now, in words of our own. */
const REFUSED = (mine, theirs) => {
    expect(theirs).to.match(/^!/);
    expect(mine).to.match(/^!(TypeError|RangeError|Error): .*expected/);
};
/** A defect that the contract lists as safe to mend. */
const MENDED = (check) => (mine, theirs) => {
    expect(mine).not.to.equal(theirs);
    expect(mine).not.to.match(/^!/);
    check?.(mine);
};

/** Builders of curves that ffjavascript does not have. */
const FURTHER = ["buildBls12377"];

/** Every answer that may differ, by name, with what must hold instead. */
const DIFFER = {
    exports: (mine, theirs) => expect(mine.replaceAll(new RegExp(`(${FURTHER.join("|")}),`, "g"), "")).to.equal(theirs),
    "Fr.fftSize": SAYS_MORE, "Fr.fftNothing": SAYS_MORE, "Fr.lagrangeSize": SAYS_MORE,
    "Fr.batchSize": SAYS_MORE, "F1.batchSize": SAYS_MORE, "Fr.inverseSize": SAYS_MORE, "F1.inverseSize": SAYS_MORE,
    "F2.eWrong": SAYS_MORE, "F6.eWrong": SAYS_MORE,
    "F2.eList": MENDED(), // threw RangeError
    "F2.sqrtOfNonSquare": REFUSED, // trapped
    "F6.exp": MENDED(), // threw TypeError
    "F6.sqrt": SAYS_CLASS,
    "pairing.zeroG2": MENDED((mine) => expect(mine).to.equal("true")), // was zero or anything
    "pairing.size": SAYS_MORE,
    "pairing.afterError": MENDED(), // "Sync operation in progress"
};
for (const G of ["G1", "G2"]) {
    for (const name of [
        "msmSize",
        "msmBases",
        "fftSize",
        "joinSize",
        "joinPoints",
        "finalPoints",
        "convertSize",
        "pointSize",
    ])
        DIFFER[`${G}.${name}`] = SAYS_MORE;
    DIFFER[`${G}.subAffineJacobian`] = MENDED(); // had the wrong sign
}
/** The same in words of our own. */
const REWORDED = {
    "Fr.eText": /^!SyntaxError/,
    "F1.eText": /^!SyntaxError/,
    "name.empty": /^!TypeError: .*expected the name of a curve/,
};

function SAYS_CLASS(mine, theirs) {
    expect(theirs).to.match(/^!TypeError/);
    expect(mine).to.match(/^!TypeError: .*expected/);
}

/** Asked once. @type {Promise<Map<string, string>> | undefined} */
let oracles;

for (const singleThread of rowsOf([true, false], [false])) describe(`golden, ${singleThread ? "single-threaded" : "on workers"}`, () => {
    let mine, theirs;
    before(async () => {
        theirs = await (oracles ??= snapshot(oracle, true));
        mine = await snapshot(own, singleThread);
    });

    it("answers the same questions", () => expect([...mine.keys()]).to.deep.equal([...theirs.keys()]));

    it("gives the same answers, but for those listed here by name", () => {
        const different = [];
        for (const [name, answer] of theirs) {
            if (mine.get(name) === answer) continue;
            const short = name.replace(/^(bn128|bls12381)\./, "");
            if (REWORDED[short]) expect(mine.get(name), name).to.match(REWORDED[short]);
            else if (DIFFER[short]) DIFFER[short](mine.get(name), answer);
            else
                different.push(
                    `${name}\n  ours   ${String(mine.get(name)).slice(0, 200)}\n  theirs ${answer.slice(0, 200)}`,
                );
        }
        expect(different.join("\n")).to.equal("");
    });

    it("lists nothing that does not differ", () => {
        const known = [...theirs.keys()]
            .filter((name) => mine.get(name) !== theirs.get(name))
            .map((name) => name.replace(/^(bn128|bls12381)\./, ""));
        expect(Object.keys(DIFFER).filter((name) => !known.includes(name))).to.deep.equal([]);
    });
});

describeInAll("golden hashes of ffjavascript 0.3.1", () => {
    /** Lines that its README allows to differ. */
    const ALLOWED = /^exports |^(bn128|bls12381)\.(prepare|miller|Fr\.fft\.err!throws|G[12]\.msm\.err!throws) /;

    for (const mode of ["st", "mt"]) it(`${mode}: no line differs but the allowed ones`, async () => {
        const { stdout } = await promisify(execFile)(process.execPath, [
            join(golden, "golden.mjs"),
            join(root, "src", "index.js"),
            mode,
        ]);
        const wanted = readFileSync(join(golden, "golden-0.3.1.txt"), "utf8").trim().split("\n");
        const got = stdout.trim().split("\n");
        expect(got.map((line) => line.split(" ")[0])).to.deep.equal(wanted.map((line) => line.split(" ")[0]));
        expect(got.filter((line, i) => line !== wanted[i] && !ALLOWED.test(line))).to.deep.equal([]);
    });
});
