import { expect } from "chai";
import { rowsOf } from "../support/extent.js";
import { GROUPS, isOfTheQuickRun, loadGroup, show } from "../support/groups.js";
import { ALL, ORACLES } from "../support/twin_curves.js";
import { seed, uniform } from "../support/random.js";

/** Those of Edwards curves, which are others, are in test/api/edwards. */
const IN_X = GROUPS.filter(({ curve, group }) => ALL[curve][group.slice(0, 2)].model === "weierstrass");

for (const which of rowsOf(IN_X, IN_X.filter(isOfTheQuickRun))) describe(`encodings, ${which.title} (SEED=${seed})`, () => {
    let G, points;
    const { p, n8: size } = ALL[which.curve].fp, narrow = p >= 2n ** BigInt(8 * size - 2); // room for one flag
    before(async () => {
        G = await loadGroup(which);
        const P = G.E.random(uniform);
        points = [null, G.generator, G.E.neg(G.generator), P, G.E.neg(P), G.E.add(P, P), ...subfield(G)];
    });

    /** Points whose y has c1 = 0, where c0 decides the sign: y^2 in Fp is what -x^3 - b gives for some x. */
    function subfield({ F, E }) {
        if (F.degree === 1) return [];
        for (let k = 1n; ; k++) {
            const P = E.lift([k, 0n], uniform);
            if (P) return [P, E.neg(P)];
        }
    }

    // The slow twin of the formats, from the contract's words.
    const base = () => (G.F.degree === 1 ? G.n8 : G.n8 / 2);
    const be = (c) =>
        [c]
            .flat()
            .reverse()
            .flatMap((v) => [...Buffer.from(v.toString(16).padStart(2 * base(), "0"), "hex")]);
    const greatest = (y) => (([c0, c1]) => (c1 ? c1 : c0) >= (G.p + 1n) / 2n)([y].flat());
    const toU = (P) => Buffer.from(P ? [...be(P[0]), ...be(P[1])] : new Uint8Array(2 * G.n8));
    const toC = (P) => {
        const u8 = Buffer.from(P ? be(P[0]) : new Uint8Array(G.n8));
        u8[0] |= P ? (greatest(P[1]) ? 0x80 : 0) : narrow ? 0 : 0x40;
        return u8;
    };
    const run = (name, input, size, inPlace) => G.scope(() => {
        const x = G.mem.alloc(Math.max(input.length, size)), z = inPlace ? x : G.mem.alloc(size);
        G.put(input, x);
        G.f(name, x, z);
        return Buffer.from(G.bytes(z, size));
    });
    const expectSame = (got, want, message) =>
        expect(got.toString("hex"), message).to.equal(Buffer.from(want).toString("hex"));
    const mark = () => Buffer.concat([G.encode(G.F.one), new Uint8Array(G.n8)]);
    /** An x with no point. */
    const withoutY = (x = G.F.random(uniform)) => (G.E.lift(x, uniform) ? withoutY() : x);

    it("LEMtoU, UtoLEM, LEMtoC, CtoLEM follow the written format, apart and in place", () => {
        for (const P of points) for (const inPlace of [false, true]) {
            const lem = G.affine(P), size = 2 * G.n8;
            expectSame(run("LEMtoU", lem, size, inPlace), toU(P), `to U ${show(P)}`);
            expectSame(run("UtoLEM", toU(P), size, inPlace), lem, `from U ${show(P)}`);
            expectSame(run("LEMtoC", lem, G.n8, inPlace), toC(P), `to C ${show(P)}`);
            expectSame(run("CtoLEM", toC(P), size, inPlace), lem, `from C ${show(P)}`);
        }
    });

    if (narrow) it("a large x has bit 0x40, which is no flag", () => {
        let P, k = 2n ** BigInt(8 * G.n8 - 2);
        for (; !P; k++) P = G.E.lift(k, uniform);
        expect(P[0] < G.p).to.equal(true);
        for (const Q of [P, G.E.neg(P)]) {
            expectSame(run("LEMtoC", G.affine(Q), G.n8), toC(Q));
            expectSame(run("CtoLEM", toC(Q), 2 * G.n8), G.affine(Q));
            expectSame(run("UtoLEM", toU(Q), 2 * G.n8), G.affine(Q));
        }
    });

    if (!narrow) it("flag 0x40 is infinity, whatever else the bytes say", () => {
        for (const flags of [0x40, 0xc0]) {
            const bytes = toU(points[3]);
            bytes[0] = flags;
            expectSame(run("UtoLEM", bytes, 2 * G.n8), G.affine(null));
            expectSame(run("CtoLEM", bytes.subarray(0, G.n8), 2 * G.n8), G.affine(null));
        }
    });

    it("a coordinate of p or more is read modulo p", () => {
        // a small x, so that x + p has room below the flags
        let P;
        for (let k = 1n; !P; k++) P = G.E.lift(G.F.degree === 1 ? k : [k, k], uniform);
        const bytes = toU([[P[0]].flat().map((v) => v + G.p), P[1]]);
        expectSame(run("UtoLEM", bytes, 2 * G.n8), G.affine(P));
        const c = bytes.subarray(0, G.n8);
        c[0] |= greatest(P[1]) ? 0x80 : 0;
        expectSame(run("CtoLEM", c, 2 * G.n8), G.affine(P));
    });

    it("a compressed x without y ends as the mark (1, 0), which is no point; the batch goes on", () => {
        const xs = [withoutY(), withoutY(), ...(narrow || G.E.lift(G.F.zero, uniform) ? [] : [G.F.zero])];
        for (const x of xs) for (const inPlace of [false, true]) {
            const got = run("CtoLEM", Buffer.from(be(x)), 2 * G.n8, inPlace);
            expectSame(got, mark());
            expect(G.scope(() => G.f("inCurveAffine", G.put(got)))).to.equal(0);
        }
        const list = [toC(points[1]), Buffer.from(be(xs[0])), toC(null), toC(points[3])];
        G.scope(() => {
            const at = G.mem.alloc(2 * G.n8 * list.length);
            G.put(Buffer.concat(list), at);
            G.f("batchCtoLEM", at, list.length, at);
            expectSame(
                Buffer.from(G.bytes(at, 2 * G.n8 * list.length)),
                Buffer.concat([G.affine(points[1]), mark(), G.affine(null), G.affine(points[3])]),
            );
        });
    });

    it("batches of 0, 1, 2, 7, 100, apart and in place", () => {
        const kinds = {
            LEMtoU: [(P) => G.affine(P), toU],
            UtoLEM: [toU, (P) => G.affine(P)],
            LEMtoC: [(P) => G.affine(P), toC],
            CtoLEM: [toC, (P) => G.affine(P)],
        };
        for (const n of [0, 1, 2, 7, 100])
            for (const [name, [from, to]] of Object.entries(kinds))
                for (const inPlace of [false, true])
                    G.scope(() => {
                        const some = Array.from({ length: n }, () => points[Number(uniform(BigInt(points.length)))]);
                        const input = Buffer.concat(some.map(from)),
                            want = Buffer.concat(some.map(to)),
                            size = 2 * G.n8 * n + 8;
                        const x = G.mem.alloc(size),
                            z = inPlace ? x : G.mem.alloc(size);
                        G.put(input, x);
                        G.f(`batch${name}`, x, n, z);
                        expectSame(Buffer.from(G.bytes(z, want.length)), want, `${name} ${n}`);
                    });
    });

    if (ORACLES[which.curve]) it("says the same as ffjavascript 0.3.1", async () => {
        const curve = await ORACLES[which.curve](true),
            O = which.group === "g1m" ? curve.G1 : curve.G2;
        const inputs = Buffer.concat(points.map((P) => G.affine(P)));
        const ours = (name, input, size) => G.scope(() => {
            const x = G.put(input), z = G.mem.alloc(size);
            G.f(name, x, points.length, z);
            return Buffer.from(G.bytes(z, size));
        });
        const size = 2 * G.n8 * points.length;
        const u = await O.batchLEMtoU(Uint8Array.from(inputs)), c = await O.batchLEMtoC(Uint8Array.from(inputs));
        expectSame(ours("batchLEMtoU", inputs, size), u);
        expectSame(ours("batchLEMtoC", inputs, size / 2), c);
        expectSame(ours("batchUtoLEM", u, size), await O.batchUtoLEM(u));
        expectSame(ours("batchCtoLEM", c, size), await O.batchCtoLEM(c));
    });
});
