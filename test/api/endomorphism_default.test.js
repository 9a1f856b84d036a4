/** Endomorphisms are multiplications in the subgroup only: by default no sum takes them where a curve has others. */
import { expect } from "chai";
import { msmKernel, readMsmOptions } from "../../src/batch/options.js";
import { uniform } from "../support/random.js";
import { ALL, builderOf } from "../support/twin_curves.js";
import { ALL_WITH_TORSION, pointOfOrder, pointOutside } from "../support/torsion.js";

const COUNT = 70;

for (const [name, group, orders] of ALL_WITH_TORSION) describe(`sums off the subgroup, ${name} ${group}`, () => {
    let curve, points, scalars, sum;
    before(async () => {
        curve = await builderOf(name)({ singleThread: true });
        const G = curve[group], { r } = curve;
        const small = orders.slice(0, 2).map((order) => pointOfOrder(curve, group, order));
        const outside = [pointOutside(curve, group), ...small];
        const list = Array.from({ length: COUNT }, (_, i) =>
            G.toAffine(G.add(G.timesScalar(G.one, uniform(r)), outside[i % outside.length])));
        const values = list.map(() => uniform(r));
        points = Buffer.concat(list);
        const hex = (value) => value.toString(16).padStart(64, "0");
        scalars = Buffer.concat(values.map((value) => Buffer.from(hex(value), "hex").reverse()));
        sum = list.reduce((total, point, i) => G.add(total, G.timesScalar(point, values[i])), G.zero);
    });

    for (const options of [undefined, {}, { glv: "auto", gls: "auto" }, { glv: "disabled", gls: "disabled" },
        { glv: false, gls: false }, { batch: "disabled" }])
        it(`by default an MSM is right for points of any order: ${JSON.stringify(options)}`, async () => {
            const G = curve[group];
            expect(G.eq(await G.multiExpAffine(points, scalars, undefined, undefined, options), sum)).to.equal(true);
        });

    const has = ALL[name][group.toLowerCase()].endomorphisms.length > 0;
    it(`with endomorphisms enabled it is ${has ? "another one: the test can tell" : "the same on a curve that has none"}`, async () => {
        const G = curve[group], enabled = { glv: "enabled", gls: "enabled" };
        expect(G.eq(await G.multiExpAffine(points, scalars, undefined, undefined, enabled), sum)).to.equal(!has);
    });
});

describe("the kernel of a sum", () => {
    const kernel = (group, whole, options) => msmKernel(group, whole, readMsmOptions("sum", options)).endomorphism;

    it("takes an endomorphism by default only where every point is in the subgroup", () => {
        for (const group of ["g1m", "g2m"]) {
            expect(kernel(group, true, undefined)).to.equal(true);
            expect(kernel(group, false, undefined)).to.equal(false);
        }
    });

    it("takes that of its group when it is enabled, and none when it is disabled", () => {
        for (const whole of [true, false]) {
            expect(kernel("g1m", whole, { glv: "enabled", gls: "disabled" })).to.equal(true);
            expect(kernel("g2m", whole, { glv: "disabled", gls: "enabled" })).to.equal(true);
            expect(kernel("g1m", whole, { glv: "disabled", gls: "enabled" })).to.equal(false);
            expect(kernel("g2m", whole, { glv: "enabled", gls: "disabled" })).to.equal(false);
            expect(kernel("g1m", whole, { glv: true })).to.equal(true);
            expect(kernel("g1m", whole, { glv: false })).to.equal(false);
        }
    });

    it("is the base module's when lanes are disabled", () => {
        for (const batch of ["disabled", false])
            expect(msmKernel("g1m", true, readMsmOptions("sum", { batch }))).to.deep.equal({
                op: "multiexpAffine", group: "g1m",
            });
        expect(msmKernel("g1m", true, readMsmOptions("sum", { batch: "enabled" })).op).to.equal("msm");
        expect(msmKernel("g1m", true, readMsmOptions("sum", null)).op).to.equal("msm");
    });
});
