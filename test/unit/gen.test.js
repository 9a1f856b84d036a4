/** scripts/gen.mjs: which scripts run for which names. */
import { expect } from "chai";
import { plan } from "../../scripts/gen.mjs";

const scripts = (...names) => plan(names).map(({ script, modules }) => [script, ...modules].join(" "));

describe("npm run gen", () => {
    it("makes everything, in the order in which one needs the other", () =>
        expect(scripts()).to.deep.equal([
            "gen-wasm.mjs", "gen-hashes.mjs", "gen-first-challenges.mjs", "gen-worker.mjs",
            "gen-manual.mjs",
        ]));
    it("makes one step, or several, whatever their order", () => {
        expect(scripts("worker")).to.deep.equal(["gen-worker.mjs"]);
        expect(scripts("worker", "modules")).to.deep.equal(["gen-wasm.mjs", "gen-worker.mjs"]);
    });
    it("makes modules by name, before the worker, and says which", () => {
        expect(scripts("msm_buckets", "bn128")).to.deep.equal(["gen-wasm.mjs msm_buckets bn128"]);
        expect(plan(["msm_buckets", "bn128"])[0].what).to.equal("msm_buckets, bn128");
        expect(scripts("worker", "bn128")).to.deep.equal(["gen-wasm.mjs bn128", "gen-worker.mjs"]);
    });
    it("makes all modules where all are asked for, and one beside them", () =>
        expect(scripts("modules", "bn128")).to.deep.equal(["gen-wasm.mjs"]));
    it("refuses what nothing is called, and says what there is", () =>
        expect(() => plan(["worker", "workers"])).to.throw(RangeError, /expected modules, hashes, challenges, worker, manual, .*bn128.*, got workers$/));
});
