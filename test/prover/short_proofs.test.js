/** The first proof of a process, if it is short: this thread sums instead of one worker, and only then. */
import { expect } from "chai";
import { buildBn128 } from "../../src/index.js";
import { prove, verify } from "../../src/protocols/groth16/index.js";
import { isShort } from "../../src/protocols/key/memory.js";
import { circuitsIn, fixtures } from "../support/circuits.js";

const circuits = circuitsIn(fixtures), short = circuits.find(({ name }) => name === "mimc_example");
const brief = circuits.find(({ name }) => name === "mimc_tiny");
const tasksOf = (curve) => curve.tm.pool.reduce((sum, slot) => sum + (slot?.taskId ?? 0), 0);

describe("prover: short proofs", function () {
    this.timeout(60_000);
    let curve, calls, queued;
    beforeEach(async () => {
        curve = await buildBn128({ threads: 2, terminationTimeout: 54_321 });
        calls = [];
        queued = 0;
        const { help, queueAction } = curve.tm;
        curve.tm.help = (on) => { calls.push(on); help.call(curve.tm, on); };
        curve.tm.queueAction = (...task) => { queued++; return queueAction.apply(curve.tm, task); };
    });
    afterEach(() => curve.terminate());

    it("are those up to 2^15 constraints or so", () => {
        const domainSize = 2 ** 15, [most, more] = [domainSize, domainSize + 1];
        expect([most, more].map((nVars) => isShort({ nVars, domainSize }))).to.deep.equal([true, false]);
    });

    it("this thread takes tasks and one worker starts; afterwards the workers do all of them", async () => {
        const { proof, publicSignals } = await prove(short.zkey, short.wtns, { curve });
        expect(calls).to.deep.equal([true, false]);
        expect(curve.tm.pool.filter(Boolean)).to.have.length(1);
        expect(tasksOf(curve)).to.be.below(queued);
        expect(await verify(short.vkey, publicSignals, proof)).to.equal(true);
        const [done, before] = [tasksOf(curve), queued];
        await prove(short.zkey, short.wtns, { curve });
        expect(curve.tm.pool.filter(Boolean)).to.have.length(2);
        expect(tasksOf(curve) - done).to.equal(queued - before);
    });

    it("help ends with a proof that fails", async () => {
        const error = await prove(short.zkey, brief.wtns, { curve }).catch((found) => found);
        expect(error.code).to.equal("ERR_WITNESS");
        expect(calls).to.deep.equal([true, false]);
    });

    it("help ends with a witness that cannot be read", async () => {
        const gone = async () => {
            while (!calls.length) await new Promise((resolve) => setTimeout(resolve, 1));
            throw new Error("gone");
        };
        expect(await prove(short.zkey, gone, { curve }).catch((error) => error)).to.be.instanceOf(Error);
        expect(calls).to.deep.equal([true, false]);
    });
});
