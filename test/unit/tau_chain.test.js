/**
 * The chain of contributions to powers of tau: whoever puts points of his own instead of those before, which would
 * let him forge proofs, is found, whatever his keys show.
 */
import { expect } from "chai";
import { identifyCurve } from "../../src/curves/known.js";
import { openPtau } from "../../src/files/ptau.js";
import { openSource } from "../../src/files/source.js";
import { buildBn128 } from "../../src/index.js";
import { contributeToPowersOfTau, newPowersOfTau } from "../../src/protocols/ceremony/index.js";
import { beginning, findBroken } from "../../src/protocols/ceremony/tau/chain.js";
import { firstChallenge } from "../../src/protocols/ceremony/tau/challenge.js";
import { readRecords } from "../../src/protocols/ceremony/tau/records.js";

const { signal } = new AbortController(), OTHERS = "the points before times secrets that its keys show";

describe("the chain of contributions to powers of tau", function () {
    this.timeout(60_000);
    let on, start, file, good, other;
    before(async () => {
        const curve = await buildBn128({ singleThread: true }), known = identifyCurve(curve.q);
        on = { curve, known, signal };
        const made = async (make) => {
            const to = { type: "mem" };
            await make(to);
            return to.data;
        };
        const contributed = (bytes) => made((to) => contributeToPowersOfTau(bytes, to, { curve }));
        const recordsOf = async (bytes) => readRecords(await openPtau(await openSource("ptau", bytes)), signal);
        const empty = await made((to) => newPowersOfTau("bn128", 1, to, { curve })), one = await contributed(empty);
        file = await contributed(one);
        good = await recordsOf(file);
        other = await recordsOf(await contributed(one)); // the second contribution, with other secrets
        start = beginning(curve, await firstChallenge(on, 1));
    });
    after(() => on.curve.terminate());

    /** The second contribution changed. */
    const but = (change) => findBroken(on, good[0], [{ ...good[1], ...change }]);

    it("holds as it was made", async () => {
        expect(await but({})).to.equal(undefined);
        expect(await but(other[1])).to.equal(undefined);
        expect(await findBroken(on, start, good)).to.equal(undefined);
    });

    for (const kept of ["tauG1", "tauG2", "alphaG1", "betaG1", "betaG2"])
        it(`is broken by another ${kept}, with keys that are right`, async () => {
            const { contribution, reason } = await but({ [kept]: other[1][kept] });
            expect(contribution).to.equal(1);
            expect(reason).to.include(OTHERS);
        });

    for (const name of ["tau", "alpha", "beta"]) for (const part of ["g1s", "g1sx", "g2spx"])
        it(`is broken by another ${part} in the key of ${name}`, async () => {
            const keys = { ...good[1].keys, [name]: { ...good[1].keys[name], [part]: other[1].keys[name][part] } };
            expect((await but({ keys })).reason).to.include(OTHERS);
        });

    it("is broken by keys that were made for another challenge, and by points of all secrets that are others", async () => {
        const { tauG1, tauG2, alphaG1, betaG1, betaG2, keys } = other[1];
        expect((await but({ keys })).reason).to.include(OTHERS);
        expect((await but({ tauG1, tauG2, alphaG1, betaG1, betaG2 })).reason).to.include(OTHERS);
        const before = { ...good[0], nextChallenge: good[0].nextChallenge.map((byte) => byte ^ 1) };
        expect((await findBroken(on, before, [good[1]])).reason).to.include(OTHERS);
    });

    it("is refused where the section ends anywhere within", async () => {
        const opened = await openPtau(await openSource("ptau", file)), { size } = opened.file.sections.get(7);
        for (let end = 0; end < size; end++) {
            const sections = new Map(opened.file.sections).set(7, { ...opened.file.sections.get(7), size: end });
            const error = await readRecords({ ...opened, file: { ...opened.file, sections } }, signal)
                .then(() => expect.fail("no error"), (reason) => reason);
            expect(error, `at ${end}: ${error.stack}`).to.include({ code: "ERR_FILE" });
        }
        expect(await readRecords(opened, signal)).to.have.length(2);
    });

    it("begins with the generators: a first contribution after other points is broken", async () => {
        const first = (change) => findBroken(on, { ...start, ...change }, [good[0]]);
        for (const kept of ["tauG1", "tauG2", "alphaG1", "betaG1", "betaG2"])
            expect((await first({ [kept]: good[0][kept] })).reason, kept).to.include(OTHERS);
    });
});
