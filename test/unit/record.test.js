/** Records that modules are generated from: complete and consistent, or refused by the name of what is not. */
import { expect } from "chai";
import { checkRecord } from "../../scripts/wasm/record.js";
import { lanesOf, MODULES } from "../../scripts/wasm/modules.js";
import { CURVES } from "../../src/params/curves.js";
import { RECORDS } from "../../src/params/records.js";

/** Every part that is no record or list of numbers itself: [keys, value]. */
function leaves(value, path = []) {
    const inner = typeof value === "object" && !(Array.isArray(value) && typeof (value[0] ?? "") === "string");
    return inner ? Object.entries(value).flatMap(([key, part]) => leaves(part, [...path, key])) : [[path, value]];
}
const copy = (value) =>
    typeof value !== "object"
        ? value
        : Array.isArray(value)
          ? value.map(copy)
          : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copy(part)]));
/** The record with another value at a path. */
function changed(record, path, value) {
    const out = copy(record), last = path.at(-1);
    path.slice(0, -1).reduce((part, key) => part[key], out)[last] = value;
    return out;
}
const refusal = (record) => {
    try {
        checkRecord(record);
    } catch (error) {
        return error;
    }
    return undefined;
};
const wrong = (value) =>
    ({ bigint: () => value + 1n, number: () => value + 1, string: () => `${value}x`, object: () => ["none"] })[
        typeof value
    ]();

/** What nothing else decides: any value is right. */
const FREE = ["name", "aliases", "pairing.prePSize", "pairing.preQSize", "g1.cofactorSize", "g2.cofactorSize"];

for (const record of RECORDS) describe(`the record of ${record.name}`, () => {
    it("is complete", () => expect(checkRecord(record)).to.equal(record));
    it("has parts to take away", () =>
        expect(leaves(record).length).to.be.greaterThan(record.pairing ? 35 : record.g1 ? 20 : 10));
    for (const [path, value] of leaves(record)) {
        const name = path.join(".");
        it(`is refused without ${name}`, () => {
            const error = refusal(changed(record, path, undefined));
            expect(error).to.be.instanceOf(RangeError);
            expect(error.message).to.match(
                new RegExp(`^record .*: expected ${name.replaceAll(".", "\\.")} to be a \\w+, got none$`),
            );
        });
        if (!FREE.includes(name)) it(`is refused with another ${name}`, () => {
            expect(refusal(changed(record, path, wrong(value)))).to.be.instanceOf(RangeError);
        });
    }
    if (record.tower) it("is refused with a square or a cube for xi, or a square for the non-residue", () => {
        const { p } = record.fp, square = ([a, b]) => [mod(a * a + nonResidue * b * b), mod(2n * a * b)];
        const { nonResidue, xi } = record.tower, mod = (a) => ((a % p) + p) % p;
        const times = ([a, b], [c, d]) => [mod(a * c + nonResidue * b * d), mod(a * d + b * c)];
        for (const other of [square(xi), times(square(xi), xi)]) {
            expect(refusal(changed(record, ["tower", "xi"], other)).message)
                .to.include("expected tower.xi to be no square and no cube in Fp2");
        }
        expect(refusal(changed(record, ["tower", "nonResidue"], mod(nonResidue * nonResidue))).message)
            .to.include("expected tower.nonResidue to be no square in Fp");
    });
    if (record.g2) it("is refused when bytes are too few for a cofactor", () => {
        expect(refusal(changed(record, ["g2", "cofactorSize"], 8)).message).to.include(
            "expected g2.cofactorSize to be bytes that hold the cofactor, got 8",
        );
    });
});

describe("the list of curves", () => {
    it("says of each what its record says", () => {
        expect(CURVES.map(({ name }) => name)).to.deep.equal(RECORDS.map(({ name }) => name));
        for (const { name, aliases, family, fp, fr } of CURVES) {
            const record = RECORDS.find((one) => one.name === name);
            expect({ aliases, family, fp, fr }).to.deep.equal({
                aliases: record.aliases,
                family: record.family,
                fp: record.fp,
                fr: record.fr,
            });
        }
    });
    it("gives no module of an incomplete record", () => {
        expect(() => lanesOf([{ ...RECORDS[0], g2: undefined }])).to.throw(
            RangeError,
            "expected g2 to be an object, got none",
        );
    });
    it("has no name twice", () => {
        const names = CURVES.flatMap(({ name, aliases }) => [name, ...aliases]);
        expect(new Set(names).size).to.equal(names.length);
    });
    it("has a base module for each record, and lanes where it says so", () => {
        const modules = MODULES.map(({ name }) => name);
        for (const { name, lanes } of RECORDS) {
            expect(modules).to.include(name);
            if (lanes.msm.length)
                expect(modules).to.include.members([
                    `splits_${name}`,
                    ...["fma", "simd", "scalar"].map((tier) => `msm_${name}_${tier}`),
                ]);
            if (lanes.fft.length)
                expect(modules).to.include.members(["fma", "simd"].map((tier) => `fft_${name}_${tier}`));
        }
    });
    it("gives each curve its own constants: no file that several share has a number of one", () => {
        const shared = MODULES.filter(({ name }) => /^(fft_(fma|simd)|msm_buckets)$/.test(name));
        expect(shared.length).to.equal(3);
        for (const { build } of shared) {
            const { layout, module } = build();
            expect(JSON.stringify(layout)).not.to.match(/constants|g1/);
            expect(module.text()).not.to.include("(data");
        }
    });
});
