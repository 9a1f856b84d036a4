/** Headers of keys of all protocols: points of each kind that must not be there, and what an FFLONK key may count. */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { openSource } from "../../src/files/source.js";
import { buildBn128 } from "../../src/index.js";
import { checkHeaderPoints as fflonkPoints } from "../../src/protocols/fflonk/points.js";
import { KIND as FFLONK, openZkey as openFflonk } from "../../src/protocols/fflonk/zkey.js";
import { checkHeaderPoints as groth16Points } from "../../src/protocols/groth16/points.js";
import { openZkey as openGroth16 } from "../../src/protocols/groth16/zkey.js";
import { checkHeaderPoints as plonkPoints } from "../../src/protocols/plonk/points.js";
import { KIND as PLONK, openZkey as openPlonk } from "../../src/protocols/plonk/zkey.js";
import { readLE, writeLE } from "../../src/util/bytes.js";
import { withSections } from "../support/binfiles.js";
import { fixture } from "../support/circuits.js";
import { pointOutside } from "../support/torsion.js";

const load = (file, folder = "mimc_tiny") => new Uint8Array(readFileSync(fixture(folder, file)));
const failure = (body) => {
    try {
        body();
    } catch (error) {
        return error;
    }
    return { code: "none", message: "no error" };
};
const R = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;

describe("points of a header", () => {
    let curve;
    before(async () => { curve = await buildBn128(true); });

    /** name: opens a key, checks it, where its points are, which of them may be at infinity */
    const PROTOCOLS = {
        groth16: [openGroth16, groth16Points, "circuit.zkey", "points", []],
        plonk: [openPlonk, plonkPoints, "plonk.zkey", "commitments", ["Qm", "Ql", "Qr", "Qo", "Qc", "S1", "S2", "S3"]],
        fflonk: [openFflonk, fflonkPoints, "fflonk.zkey", "points", ["C0"]],
    };
    for (const [name, [open, check, file, place, free]] of Object.entries(PROTOCOLS)) it(name, async () => {
        const zkey = await open(await openSource("key", load(file)));
        check(zkey, curve);
        const points = { ...zkey[place], ...(zkey.X_2 && { X_2: zkey.X_2 }) };
        const withPoint = (changed, point) => ({
            ...zkey, [place]: Object.fromEntries(Object.keys(zkey[place]).map((one) =>
                [one, one === changed ? point : zkey[place][one]])), ...(changed === "X_2" && { X_2: point }),
        });
        const refused = (changed, point, words) => {
            const error = failure(() => check(withPoint(changed, point), curve));
            expect(error.code, `${changed}: ${words}`).to.equal("ERR_POINT");
            expect(error.message).to.include(changed).and.include(words).and.include("the key is damaged");
        };
        for (const [changed, point] of Object.entries(points)) {
            const G = point.length === 64 ? curve.G1 : curve.G2, off = point.slice(), above = point.slice();
            off[0] ^= 1;
            refused(changed, off, "got one that is off the curve");
            const x = readLE(point, 0, 32) + curve.q;
            if (x < 1n << 256n) {
                writeLE(above, 0, x, 32);
                refused(changed, above, "got one that is off the curve");
            }
            if (free.includes(changed)) check(withPoint(changed, G.zeroAffine), curve);
            else refused(changed, G.zeroAffine, "got one that is off the curve");
            if (G === curve.G2) refused(changed, pointOutside(curve, "G2"), "outside of that subgroup");
        }
    });

    it("plonk: k1 and k2 give other cosets than the domain and each other", async () => {
        const zkey = await openPlonk(await openSource("key", load("plonk.zkey"))), { Fr } = curve;
        for (const [k1, k2] of [
            [Fr.one, zkey.k2], [zkey.k1, Fr.w[2]], [zkey.k1, zkey.k1], [Fr.zero, zkey.k2], [zkey.k1, Fr.zero],
        ]) {
            const error = failure(() => plonkPoints({ ...zkey, k1, k2 }, curve));
            expect(error.code).to.equal("ERR_FILE");
            expect(error.message).to.include("expected k1 and k2 to give other cosets of the domain");
        }
    });
});

describe("counts of a header", () => {
    /** Where the fields are: u32 but for the constants. */
    const AT = { nVars: 72, nPublic: 76, domainSize: 80, nAdditions: 84, nConstraints: 88, k1: 92, k2: 124, w3: 156,
        w4: 188, w8: 220, wr: 252 };
    const opening = (open) => async (bytes) =>
        open(await openSource("key", bytes)).then(() => ({ code: "opened", message: "" }), (error) => error);
    const changed = (bytes, fields, sizes = {}) => withSections(bytes, (list) => list.map(([type, body]) => {
        const copy = type in sizes ? new Uint8Array(sizes[type]) : body.slice();
        if (type === 2) for (const [name, value] of Object.entries(fields))
            new DataView(copy.buffer).setUint32(AT[name], value, true);
        return [type, copy];
    }));

    for (const [what, file, open, fields, words] of [
        ["fewer additions than wires that are no signals", "fflonk.zkey", openFflonk, { nAdditions: 17 },
            "expected fewer additions than 17, got 17"],
        ["one less", "fflonk.zkey", openFflonk, { nAdditions: 16 }, "section 3 (additions, 16 of 72 bytes)"],
        ["rows that leave two free", "fflonk.zkey", openFflonk, { nConstraints: 31 }, "expected 1 to 30 rows, got 31"],
        ["all others", "fflonk.zkey", openFflonk, { nConstraints: 30 }, "section 4 (wires of column a, 30 of 4 bytes)"],
        ["a row for each public signal", "fflonk.zkey", openFflonk, { nConstraints: 0 }, "expected 1 to 30 rows, got 0"],
        ["no more than that", "fflonk.zkey", openFflonk, { nConstraints: 1 }, "section 4 (wires of column a, 1 of 4"],
        ["the smallest domain", "fflonk.zkey", openFflonk, { domainSize: 4 }, "expected a domain of 2^3 to 2^25, got 4"],
        ["of eight", "fflonk.zkey", openFflonk, { domainSize: 8 }, "expected 1 to 6 rows"],
        ["the largest domain", "fflonk.zkey", openFflonk, { domainSize: 2 ** 26 }, "expected a domain of 2^3 to 2^25"],
        ["half of it", "fflonk.zkey", openFflonk, { domainSize: 2 ** 25 }, "expected wr to be"],
        ["as many rows as the domain has", "plonk.zkey", openPlonk, { nConstraints: 17 }, "expected 1 to 16 rows, got 17"],
        ["a row for each public signal", "plonk.zkey", openPlonk, { nConstraints: 0 }, "expected 1 to 16 rows, got 0"],
        ["no more than that", "plonk.zkey", openPlonk, { nConstraints: 1 }, "section 4 (wires of 1 rows)"],
        ["wires for the public signals", "plonk.zkey", openPlonk, { nPublic: 15 }, "than 18 wires, got 3 and 15"],
        ["one less", "plonk.zkey", openPlonk, { nPublic: 14 }, "section 13 (14 of Lagrange polynomials)"],
        ["wires that additions begin with", "plonk.zkey", openPlonk, { nAdditions: 18 }, "than 18 wires, got 18 and 1"],
        ["at least one besides", "plonk.zkey", openPlonk, { nAdditions: 16 }, "section 3 (16 additions)"],
        ["the smallest domain", "plonk.zkey", openPlonk, { domainSize: 4 }, "expected a domain of 2^3 to 2^26, got 4"],
        ["of eight", "plonk.zkey", openPlonk, { domainSize: 8 }, "expected 1 to 8 rows"],
        ["the largest domain", "plonk.zkey", openPlonk, { domainSize: 2 ** 27 }, "expected a domain of 2^3 to 2^26"],
        ["half of it", "plonk.zkey", openPlonk, { domainSize: 2 ** 26 }, "section 7 (1 of polynomial Qm)"],
    ]) it(`${file}: ${what}`, async () => {
        const error = await opening(open)(changed(load(file), fields));
        expect(error.code).to.equal("ERR_FILE");
        expect(error.message).to.include(words);
    });

    const LAGRANGE = [["fflonk.zkey", openFflonk, 15, 5120], ["plonk.zkey", openPlonk, 13, 2560]];
    for (const [file, open, lagrange, each] of LAGRANGE)
        it(`${file}: a Lagrange polynomial for each public signal, and at least one`, async () => {
            for (const [nPublic, count] of [[0, 1], [1, 1], [2, 2]]) {
                const sized = (size) => opening(open)(changed(load(file), { nPublic }, { [lagrange]: size }));
                expect((await sized(count * each)).code, `${nPublic} signals`).to.equal("opened");
                for (const size of [count * each - 32, (count + 1) * each])
                    expect((await sized(size)).message).to.include(`section ${lagrange}`);
            }
        });

    for (const [file, open, count, { sections }] of [["fflonk.zkey", openFflonk, 17, FFLONK],
        ["plonk.zkey", openPlonk, 14, PLONK]])
        it(`${file}: every section has the bytes that the counts say`, async () => {
            const bytes = load(file), open1 = opening(open);
            for (let type = 1; type <= count; type++) {
                const longer = withSections(bytes, (list) => list.map(([one, body]) =>
                    [one, one === type ? Uint8Array.from([...body, ...new Uint8Array(32)]) : body]));
                expect((await open1(longer)).code, `${type}`).to.equal("ERR_FILE");
                const without = withSections(bytes, (list) => list.filter(([one]) => one !== type));
                expect((await open1(without)).message, `${type}`).to.include(`section ${type} (${sections[type]})`);
            }
        });

    it("fflonk.zkey: the constants of its field, and no other form of them", async () => {
        const bytes = load("fflonk.zkey"), open = opening(openFflonk);
        const { file, ...known } = await openFflonk(await openSource("key", bytes));
        expect([known.nVars, known.nAdditions, known.nConstraints, known.domainSize]).to.deep.equal([15, 3, 16, 32]);
        expect([readLE(known.k1), readLE(known.k2)].map((k) => k * 2n % R !== 0n)).to.deep.equal([true, true]);
        void file;
        for (const name of ["k1", "k2", "w3", "w4", "w8", "wr"]) {
            const withConstant = (change) => withSections(bytes, (list) => list.map(([type, body]) => {
                const copy = body.slice();
                if (type === 2) writeLE(copy, AT[name], change(readLE(body, AT[name], 32)), 32);
                return [type, copy];
            }));
            expect((await open(withConstant((value) => value))).code).to.equal("opened");
            for (const change of [(value) => value ^ 1n, (value) => value + R, () => R]) {
                const error = await open(withConstant(change));
                expect(error.code).to.equal("ERR_FILE");
                expect(error.message).to.match(new RegExp(`expected ${name} to be \\d+ for a domain of 2\\^5, got \\d+; the key`));
            }
            expect((await open(withConstant(() => R))).message).to.include(`got ${R}`);
        }
    });

    it("fflonk.zkey: of the one field that has these roots", async () => {
        const other = load("circuit.zkey", "mimc_bls");
        const bytes = withSections(other, (list) => {
            const [, header] = list.find(([type]) => type === 2);
            return [[1, Uint8Array.of(10, 0, 0, 0)], [2, header],
                ...Array.from({ length: 15 }, (_, i) => [3 + i, new Uint8Array(0)])];
        });
        const error = await opening(openFflonk)(bytes);
        expect(error.code).to.equal("ERR_CURVE");
        expect(error.message).to.include("whose roots of unity FFLONK has, got one for bls12381");
    });
});
