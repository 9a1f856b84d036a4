/** Keys are looked at once, by what they hold; the last eight are remembered for each curve. */
import { expect } from "chai";
import { rememberKeys } from "../../src/protocols/groth16/json.js";

describe("remembered keys", () => {
    const key = (i) => ({
        alpha1: [BigInt(i), 2n, 1n],
        beta2: [[1n, 2n]],
        gamma2: [[3n]],
        delta2: [[4n]],
        IC: [[5n, 6n, 1n]],
    });

    it("one check for equal keys, another for another key or curve, and a check that throws is done again", () => {
        const remember = rememberKeys(), curve = {}, done = [];
        const look = (owner, i) => remember(owner, key(i), () => done.push(i) && i);
        expect([look(curve, 1), look(curve, 1), look(curve, 2), look({}, 1), look(curve, 1)]).to.deep.equal([
            1, 1, 2, 1, 1,
        ]);
        expect(done).to.deep.equal([1, 2, 1]);
        const fail = () => { throw new Error("damaged"); };
        expect(() => remember(curve, key(3), fail)).to.throw("damaged");
        expect(() => remember(curve, key(3), fail)).to.throw("damaged");
    });

    it("forgets the one that was asked for longest ago", () => {
        const remember = rememberKeys(), curve = {}, done = [];
        const look = (i) => remember(curve, key(i), () => done.push(i));
        for (let i = 0; i < 8; i++) look(i);
        look(0);
        look(8);
        expect(done.length).to.equal(9);
        look(0);
        expect(done.length, "0 was asked for last").to.equal(9);
        look(1);
        expect(done.length, "1 is forgotten").to.equal(10);
    });

    it("text of one place does not pass for that of another", () => {
        const remember = rememberKeys(), curve = {}, done = [];
        for (const alpha1 of [[12n, 3n], [1n, 23n], [123n]])
            remember(curve, { ...key(0), alpha1 }, () => done.push(alpha1));
        expect(done.length).to.equal(3);
    });
});
