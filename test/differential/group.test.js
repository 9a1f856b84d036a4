import { expect } from "chai";
import { GROUP, SUBGROUP } from "../../scripts/wasm/exports.js";
import { rowsOf } from "../support/extent.js";
import { GROUPS, isOfTheQuickRun, loadGroup, show } from "../support/groups.js";
import { ALL } from "../support/twin_curves.js";
import { runs, seed, uniform } from "../support/random.js";

/** Operand forms: bytes of a point, its size in coordinates, and its address in memory. */
const JACOBIAN = 3, AFFINE = 2;

/** Binary functions: forms of both operands and the twin's word. */
const SUMS = {
    add: [3, 3, "add"],
    addMixed: [3, 2, "add"],
    addAffine: [2, 2, "add"],
    sub: [3, 3, "sub"],
    subMixed: [3, 2, "sub"],
    subAffine: [2, 2, "sub"],
};

// the generator is one for all curves: the quick run asks of each kind of field
for (const which of rowsOf(GROUPS, GROUPS.filter(isOfTheQuickRun))) describe(`group kernels, ${which.title} (SEED=${seed})`, () => {
    let G, points;
    before(async () => {
        G = await loadGroup(which);
        const { E } = G, P = E.random(uniform), Q = E.mul(G.generator, runs(G.r));
        points = [null, G.generator, E.neg(G.generator), P, E.neg(P), E.add(P, P), Q, E.add(P, Q)];
        const { zero, one } = G.F, minus = G.F.neg(one), two = G.given.model === "edwards" ? [zero, minus] : [minus, zero]; // its double is zero
        if (E.has(two)) points.push(two);
    });

    const write = (P, form, z) => (form === AFFINE ? G.affine(P) : G.jacobian(P, z));
    const read = (at, form = JACOBIAN) => {
        const u8 = G.bytes(at, form * G.n8);
        for (let k = 0; k < form * (G.F.degree === 1 ? 1 : 2); k++)
            expect(plain(u8, k) < G.p, "canonical coordinate").to.equal(true);
        return form === AFFINE ? G.fromAffine(u8) : G.fromJacobian(u8);
    };
    const plain = (u8, k) => {
        const n = G.F.degree === 1 ? G.n8 : G.n8 / 2;
        return u8.slice(k * n, (k + 1) * n).reduceRight((a, b) => a * 256n + BigInt(b), 0n);
    };
    const same = (got, want, message) => expect(show(got), message).to.equal(show(want));
    const pairs = () => points.flatMap((P, i) => points.map((Q, j) => [P, Q, `${i}, ${j}`]));
    const room = (coordinates) => G.put(new Uint8Array(coordinates * G.n8).fill(0xa5));

    it("has every function of the export table", () => {
        const wanted = [...Object.keys(GROUP), ...(ALL[which.curve].family === "bls12" ? Object.keys(SUBGROUP) : [])];
        expect(G.group.functions).to.include.members(wanted);
    });

    it("has a generator of order r, and a curve of cofactor times r points", () => {
        same(G.E.mul(G.generator, G.r), null);
        expect(G.E.has(G.generator)).to.equal(true);
        same(G.E.mul(points[3], G.r * G.given.cofactor), null);
    });

    for (const [name, [first, second, twin]] of Object.entries(SUMS))
        it(`${name}: all pairs, out apart, out = x, out = y`, () => {
            for (const [P, Q, message] of pairs())
                for (const alias of ["apart", "x", "y"])
                    for (const z of [undefined, G.F.one])
                        G.scope(() => {
                            const x = room(3),
                                y = room(3);
                            G.put(write(P, first, z), x);
                            G.put(write(Q, second), y);
                            const out = { apart: room(3), x, y }[alias];
                            G.f(name, x, y, out);
                            same(read(out), G.E[twin](P, Q), `${message}, out ${alias}`);
                            if (alias !== "x") same(read(x, first), P, "x is left alone");
                            if (alias !== "y") same(read(y, second), Q, "y is left alone");
                        });
            // the very same operand
            for (const P of points)
                if (first === second)
                    G.scope(() => {
                        const x = room(3);
                        G.put(write(P, first), x);
                        G.f(name, x, x, x);
                        same(read(x), G.E[twin](P, P));
                    });
        });

    for (const [name, form, out, twin] of [
        ["dbl", 3, 3, (E, P) => E.add(P, P)], ["dblAffine", 2, 3, (E, P) => E.add(P, P)],
        ["neg", 3, 3, (E, P) => E.neg(P)], ["negAffine", 2, 2, (E, P) => E.neg(P)],
        ["copy", 3, 3, (E, P) => P], ["copyAffine", 2, 2, (E, P) => P],
        ["toAffine", 3, 2, (E, P) => P], ["toJacobian", 2, 3, (E, P) => P], ["normalize", 3, 3, (E, P) => P],
    ]) it(`${name}: out apart and in place`, () => {
        for (const P of points)
            for (const z of [undefined, G.F.one])
                for (const inPlace of [false, true])
                    G.scope(() => {
                        const x = room(3);
                        G.put(write(P, form, z), x);
                        const at = inPlace ? x : room(3);
                        G.f(name, x, at);
                        same(read(at, out), twin(G.E, P));
                        if (name === "normalize" || name === "toJacobian")
                            expect([...G.bytes(at, 3 * G.n8)]).to.deep.equal([...G.jacobian(P, G.F.one)]);
                    });
    });

    it("zero, isZero, eq: every form, every pair", () => G.scope(() => {
        const x = room(3), y = room(3);
        G.f("zero", x);
        expect([...G.bytes(x, 3 * G.n8)]).to.deep.equal([...G.jacobian(null)]);
        G.f("zeroAffine", y);
        expect([...G.bytes(y, 2 * G.n8)]).to.deep.equal([...G.affine(null)]);
        for (const [P, Q, message] of pairs()) {
            const equal = Number(G.E.eq(P, Q));
            for (const [name, first, second] of [["eq", 3, 3], ["eqMixed", 3, 2], ["eqAffine", 2, 2]]) {
                G.put(write(P, first), x);
                G.put(write(Q, second), y);
                expect(G.f(name, x, y), `${name} ${message}`).to.equal(equal);
            }
            expect(G.f("isZeroAffine", G.put(G.affine(P), x))).to.equal(Number(P === null));
            expect(G.f("isZero", G.put(G.jacobian(P), x))).to.equal(Number(P === null));
        }
    }));

    it("toMont and fromMont act on the coordinates and undo each other", () => G.scope(() => {
        const P = points[3], x = G.put(G.affine(P), room(3)), y = room(3);
        G.f("fromMontAffine", x, y);
        expect(plain(G.bytes(y, G.n8), 0)).to.equal([P[0]].flat()[0]);
        G.f("toMontAffine", y, y);
        same(read(y, AFFINE), P);
        G.put(G.jacobian(P), x);
        G.f("fromMont", x, y);
        G.f("toMont", y, y);
        same(read(y), P);
    }));

    it("mulScalar: scalars 0, 1, r - 1, r, r + 1, all ones; widths 1 to 64; in place and over the scalar", () => {
        const scalars = [0n, 1n, 2n, 3n, 15n, 16n, 17n, G.r - 1n, G.r, G.r + 1n, uniform(2n ** 256n)];
        const cases = [
            ...scalars.map((s) => [s, Math.max(1, Math.ceil(s.toString(16).length / 2))]),
            [2n ** 256n - 1n, 32],
            [5n, 0],
            [5n, 33],
            ...[1, 2, 3, 4, 8, 9, 20, 21, 31, 32, 33, 64].map((n) => [uniform(2n ** BigInt(8 * n)), n]),
        ];
        for (const [s, length] of cases)
            for (const P of s < 20n ? points : [points[3]])
                for (const [name, form] of [
                    ["mulScalar", 3],
                    ["mulScalarAffine", 2],
                ])
                    G.scope(() => {
                        const x = room(3),
                            k = G.mem.alloc(Math.max(length, 3 * G.n8)),
                            out = uniform(2n) ? x : k;
                        G.put(write(P, form), x);
                        G.mem.write(k, s, length);
                        G.f(name, x, k, length, out);
                        same(read(out), G.E.mul(P, length ? s : 0n), `${name} ${s} in ${length} bytes`);
                    });
    });

    it("mulFr takes Montgomery scalars", () => {
        const R = 2n ** 256n;
        for (const s of [0n, 1n, G.r - 1n, uniform(G.r)])
            for (const [name, form] of [
                ["mulFr", 3],
                ["mulFrAffine", 2],
            ])
                G.scope(() => {
                    const x = room(3),
                        k = room(3);
                    G.put(write(points[3], form), x);
                    G.mem.write(k, (s * R) % G.r, 32);
                    G.f(name, x, k, x);
                    same(read(x), G.E.mul(points[3], s));
                });
    });

    it("inCurve: the bare equation, which zero satisfies where it has coordinates", () => G.scope(() => {
        const x = room(3), zero = Number(G.given.model === "edwards");
        expect(G.f("inCurveAffine", G.put(new Uint8Array(2 * G.n8), x))).to.equal(0);
        if (zero) expect(G.f("inCurve", G.put(new Uint8Array(3 * G.n8), x))).to.equal(0);
        for (const P of points) {
            expect(G.f("inCurve", G.put(G.jacobian(P), x))).to.equal(P ? 1 : zero);
            expect(G.f("inCurveAffine", G.put(G.affine(P), x))).to.equal(P ? 1 : zero);
            if (!P) continue;
            const off = [P[0], G.F.add(P[1], G.F.one)];
            expect(G.f("inCurve", G.put(G.jacobian(off), x))).to.equal(0);
            expect(G.f("inCurveAffine", G.put(G.affine(off), x))).to.equal(0);
        }
    }));

    if (["bls12", "embedded"].includes(ALL[which.curve].family))
        it("inGroup: infinity and the subgroup, not the rest of the curve, nothing off it", () =>
            G.scope(() => {
                const x = room(3),
                    inside = [null, G.generator, G.E.mul(G.generator, uniform(G.r))];
                const off = [G.generator[0], G.F.add(G.generator[1], G.F.one)];
                // r times a point lies in the complement, unless it is infinity; a third is in neither
                let P = points[3];
                while (!G.E.mul(P, G.r)) P = G.E.random(uniform); // a small cofactor
                const outside = [G.E.mul(P, G.r), P, off];
                for (const [list, want] of [
                    [inside, 1],
                    [outside, 0],
                ])
                    for (const P of list) {
                        expect(G.f("inGroup", G.put(G.jacobian(P), x)), show(P)).to.equal(want);
                        expect(G.f("inGroupAffine", G.put(G.affine(P), x)), show(P)).to.equal(want);
                    }
            }));

    it("batchToAffine and batchToJacobian: 0, 1, 2, 63, 64, 65, 300 points, infinities, apart and in place", () => {
        const many = Array.from({ length: 300 }, () => points[Number(uniform(BigInt(points.length)))]);
        const zs = Array.from({ length: 4 }, () => G.F.random(uniform));
        for (const n of [0, 1, 2, 63, 64, 65, 300]) for (const inPlace of [false, true]) G.scope(() => {
            const some = many.slice(0, n), at = room(3 * n + 1), to = inPlace ? at : room(3 * n + 1);
            some.forEach((P, i) => G.put(G.jacobian(P, zs[i % 4]), at + 3 * G.n8 * i));
            G.f("batchToAffine", at, n, to);
            expect(
                Buffer.from(G.bytes(to, 2 * G.n8 * n)).equals(Buffer.concat(some.map((P) => G.affine(P)))),
                `${n} to affine`,
            ).to.equal(true);
            const back = inPlace ? to : room(3 * n + 1);
            G.f("batchToJacobian", to, n, back);
            expect(
                Buffer.from(G.bytes(back, 3 * G.n8 * n)).equals(Buffer.concat(some.map((P) => G.jacobian(P, G.F.one)))),
                `${n} to jacobian`,
            ).to.equal(true);
        });
        G.scope(() => { // all infinite: the product of no Z
            const at = G.put(Buffer.concat([null, null, null].map((P) => G.jacobian(P))));
            G.f("batchToAffine", at, 3, at);
            const zeros = Buffer.concat([null, null, null].map(G.affine));
            expect(Buffer.from(G.bytes(at, 6 * G.n8)).equals(zeros)).to.equal(true);
        });
    });
});
