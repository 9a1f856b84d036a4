/** scripts/gen.mjs: which scripts run for which names. */
import { expect } from "chai";
import { plan, refuseStale, shares } from "../../scripts/gen.mjs";
import { LISTS, MODULES } from "../../scripts/wasm/modules.js";

const scripts = (...names) => plan(names).map(({ script, modules }) => [script, ...modules].join(" "));

describe("npm run gen", () => {
    it("makes everything, in the order in which one needs the other", () =>
        expect(scripts()).to.deep.equal([
            "gen-wasm.mjs", "gen-hashes.mjs", "gen-first-challenges.mjs", "gen-worker.mjs",
            "gen-manual.mjs", "gen-entries.mjs",
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
    it("shares all modules, and what is none, among processes, and nothing else", () => {
        const [modules, hashes] = plan([]), all = [LISTS, ...MODULES.map(({ name }) => name)];
        for (const processes of [1, 2, 7]) {
            const list = shares(modules, processes);
            expect(list.flat().sort()).to.deep.equal([...all].sort());
            const sizes = list.map(({ length }) => length);
            expect(Math.max(...sizes) - Math.min(...sizes)).to.be.at.most(1);
        }
        expect(shares(hashes, 2)).to.deep.equal([[]]);
        expect(shares(plan(["bn128", "msm_buckets"])[0], 2)).to.deep.equal([["bn128", "msm_buckets"]]);
    });
    it("refuses what nothing is called, and says what there is", () =>
        expect(() => plan(["worker", "workers"])).to.throw(RangeError, /expected modules, hashes, challenges, worker, manual, entries, .*bn128.*, got workers$/));
});

describe("npm run build", () => {
    const answer = (status) => ({ status, stdout: "", stderr: "what differs" });
    it("compares what is generated in seconds, and goes on where all is up to date", () => {
        const ran = [];
        refuseStale((script) => { ran.push(script); return answer(0); });
        expect(ran).to.deep.equal([
            "gen-hashes.mjs", "gen-first-challenges.mjs", "gen-worker.mjs", "gen-manual.mjs", "gen-entries.mjs",
        ]);
    });
    for (const [stale, name] of [
        ["gen-hashes.mjs", "hashes"], ["gen-worker.mjs", "worker"], ["gen-manual.mjs", "manual"],
        ["gen-entries.mjs", "entries"],
    ])
        it(`refuses what ${stale} would write otherwise, and names the command`, () => {
            for (const status of [1, null])
                expect(() => refuseStale((script) => answer(script === stale ? status : 0)))
                    .to.throw(new RegExp(`^build: expected .*; run npm run gen -- ${name}\nwhat differs$`));
        });
});
