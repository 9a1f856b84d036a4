/**
 * Fields, towers, groups, encodings, pairings, transforms and sums as others compute them: both engines of this
 * library, on wasm and on BigInt, against every file of vectors beside this one that has the shape which gnark/main.go
 * writes.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { bigintBls12377, bigintBls12381, bigintBn128 } from "../../src/protocols/bigint.js";
import { ALL_ROWS, rowsInFull, rowsOf, thinned } from "../support/extent.js";
import { buildBls12377, buildBls12381, buildBn128 } from "../../src/index.js";

const here = dirname(fileURLToPath(import.meta.url));
const OWN = {
    bn254: { build: buildBn128, twin: bigintBn128 },
    "bls12-377": { build: buildBls12377, twin: bigintBls12377 },
    "bls12-381": { build: buildBls12381, twin: bigintBls12381 },
};
const MAKERS = ["gnark", "arkworks"];
const files = MAKERS.flatMap((maker) =>
    Object.keys(OWN).map((curve) => ({ maker, curve, path: join(here, maker, `${curve}.json`) })),
);

/** Numbers as text, at every level, as BigInt. */
const big = (value) => (Array.isArray(value) ? value.map(big) : BigInt(value));

/** The flags of these encodings as ours: 0x80 the greater root, 0x40 infinity. */
const standard = (top) => (top & 0x40) | ((top & 0x20) << 2) | (top & 0x1f);
const FLAGS = {
    gnark: {
        bn254: (top) => ({ 0x00: 0, 0x80: 0, 0xc0: 0x80, 0x40: 0x40 })[top & 0xc0] | (top & 0x3f),
        "bls12-377": standard,
        "bls12-381": standard,
    },
    arkworks: { bn254: (top) => top, "bls12-377": (top) => top, "bls12-381": standard },
};
const ownEncoding = (maker, curve, hex) => {
    const bytes = new Uint8Array(Buffer.from(hex, "hex"));
    bytes[0] = FLAGS[maker][curve](bytes[0]);
    return bytes;
};

/** The same small interface over both engines: elements in, what toObject shows out. */
const engines = (curve) => ({
    wasm: async () => {
        const own = await OWN[curve].build(true);
        return {
            field: (name) => ({
                F: own[name],
                of: (value) => own[name].fromObject(big(value)),
                show: (element) => own[name].toObject(element),
            }),
            group: (name) => ({
                G: own[name],
                of: (p) => (p === null ? own[name].zeroAffine : own[name].fromObject(big(p))),
                show: (p) => (own[name].isZero(p) ? null : own[name].toObject(own[name].toAffine(p)).slice(0, 2)),
            }),
            pairing: (p, q) => own.Gt.toObject(own.pairing(p, q)),
            own,
        };
    },
    bigint: async () => {
        const own = OWN[curve].twin();
        return {
            field: (name) => ({ F: own[name], of: big, show: (element) => element }),
            group: (name) => ({
                G: own[name],
                of: (p) => (p === null ? own[name].zero : [...big(p), own[name].F.one]),
                show: (p) => (own[name].isZero(p) ? null : own[name].affine(p).slice(0, 2)),
            }),
            pairing: own.pairing,
            own,
        };
    },
});

for (const [i, { maker, curve, path }] of thinned([...files.entries()], 2)) describe(`vectors of ${maker}, ${curve}`, function () {
    this.timeout(120_000);
    const given = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;

    it("say who made them, in which version, under which licence, and how to make them again", () => {
        expect(given).to.include.keys("maker", "version", "license", "made");
        expect(given.curve).to.equal(curve);
        expect(existsSync(join(here, "..", "..", given.made)), given.made).to.equal(true);
        expect(readdirSync(dirname(path))).to.include(`${curve}.json`);
    });

    // the full run alone asks the BigInt twin of all files, the others of half of them
    const asked = Object.entries(engines(curve)).slice(0, rowsInFull(2, 1 + i % 2));
    for (const [engine, open] of asked) describe(engine, () => {
        let under;
        before(async () => { under = await open(); });
        const same = (mine, theirs, what) => expect(mine, what).to.deep.equal(theirs === null ? null : big(theirs));

        for (const name of ["F1", "Fr"]) it(name, () => {
            const { F, of, show } = under.field(name);
            for (const { a, b, sum, difference, product, inverse, square, root, legendre, montgomery } of given.fields[
                name
            ]) {
                const [x, y] = [of(a), of(b)];
                same(show(F.add(x, y)), sum, "sum");
                same(show(F.sub(x, y)), difference, "difference");
                same(show(F.mul(x, y)), product, "product");
                same(show(F.square(x)), square, "square");
                if (a !== "0") same(show(F.inv(x)), inverse, "inverse");
                const mine = show(F.sqrt(F.square(x)));
                expect([BigInt(root), F.p - BigInt(root)], "root").to.include(mine === 0n ? BigInt(root) : mine);
                if (engine === "wasm") expect(F.isSquare(x), "legendre").to.equal(legendre >= 0);
                if (!montgomery) continue;
                const bytes = new Uint8Array(F.n8);
                if (engine === "wasm") bytes.set(x);
                else F.toRprLEM(bytes, 0, x);
                const words = Array.from({ length: F.n8 / 8 }, (_, i) =>
                    new DataView(bytes.buffer).getBigUint64(8 * i, true),
                );
                expect(words, "montgomery").to.deep.equal(big(montgomery));
            }
        });

        for (const name of ["F2", "F6", "F12"]) it(name, () => {
            const { F, of, show } = under.field(name);
            for (const { a, b, product, inverse, square, conjugate, ...powers } of given.tower[name]) {
                const [x, y] = [of(a), of(b)];
                same(show(F.mul(x, y)), product, "product");
                same(show(F.square(x)), square, "square");
                same(show(F.inv(x)), inverse, "inverse");
                if (conjugate && F.conjugate) same(show(F.conjugate(x)), conjugate, "conjugate");
                const p = under.own.q;
                // a power of p of an element of F12 takes 50 ms on BigInt
                const few = rowsOf(true, given.tower[name].findIndex((row) => row.a === a) < 1);
                for (const [key, value] of few ? Object.entries(powers) : [])
                    if (engine === "bigint" || key === "frobenius1")
                        same(show(F.exp(x, p ** BigInt(key.slice(-1)))), value, key);
            }
        });

        for (const name of ["G1", "G2"]) it(name, () => {
            const { G, of, show } = under.group(name);
            for (const row of given.groups[name]) {
                const [p, q] = [of(row.p), of(row.q)];
                same(show(G.timesScalar(G.g, BigInt(row.scalar))), row.p, "scalar");
                same(show(G.add(p, q)), row.sum, "sum");
                same(show(G.double(p)), row.double, "double");
                same(show(G.timesScalar(p, BigInt(row.factor))), row.multiple, "multiple");
                for (const [kind, length] of [["Compressed", G.F.n8], ["Uncompressed", 2 * G.F.n8]]) {
                    if (row[kind.toLowerCase()] === undefined) continue;
                    const expected = ownEncoding(maker, curve, row[kind.toLowerCase()]), bytes = new Uint8Array(length);
                    G[`toRpr${kind}`](bytes, 0, p);
                    // Two forms of infinity, of which each engine writes the one that ffjavascript writes there.
                    if (row.p !== null || kind === "Compressed") expect(bytes, kind).to.deep.equal(expected);
                    same(show(G[`fromRpr${kind}`](expected, 0)), row.p, kind);
                }
            }
        });

        it("which points of the twist are in the subgroup", () => {
            const { G, of } = under.group("G2");
            expect(new Set(given.subgroup.map(({ inSubgroup }) => inSubgroup))).to.deep.equal(new Set([true, false]));
            for (const { p, inSubgroup } of given.subgroup)
                expect(G.isZero(G.timesScalar(of(p), under.own.r))).to.equal(inSubgroup);
        });

        it("pairings", () => {
            for (const { p, q, value } of engine === "wasm" ? given.pairings : thinned(given.pairings, 3))
                expect(under.pairing(under.group("G1").of(p), under.group("G2").of(q))).to.deep.equal(big(value));
        });

        it("a transform, whatever root of unity it takes", async () => {
            const { F, of, show } = under.field("Fr"), { root, input, output } = given.fft, n = input.length;
            const mine = engine === "wasm" ? await F.fft(input.map(of)) : F.fft(input.map(of));
            const w = F.w[Math.log2(n)];
            const k = Array.from({ length: n }, (_, i) => i).find((i) => show(F.exp(w, BigInt(i))) === BigInt(root));
            expect(k % 2).to.equal(1);
            output.forEach((value, i) => expect(show(mine[(i * k) % n]), String(i)).to.equal(BigInt(value)));
        });

        it("sums of multiples", async () => {
            const { logarithms, scalars } = given.msm;
            for (const name of ["G1", "G2"]) {
                const { G, show } = under.group(name), multiple = (log) => G.timesScalar(G.g, BigInt(log));
                if (engine === "bigint") {
                    // which has no sums of its own: in the quick run the multiple that the sum is
                    const products = logarithms.map((log, i) => [log, BigInt(scalars[i])]);
                    const sum = ALL_ROWS
                        ? products.reduce((all, [log, k]) => G.add(all, G.timesScalar(multiple(log), k)), G.zero)
                        : multiple(products.reduce((all, [log, k]) => all + BigInt(log) * k, 0n) % under.own.r);
                    same(show(sum), given.msm[name], name);
                    continue;
                }
                const bases = logarithms.map(multiple);
                const flat = new Uint8Array(bases.length * 2 * G.F.n8), numbers = new Uint8Array(bases.length * 32);
                bases.forEach((base, i) => flat.set(G.toAffine(base), i * 2 * G.F.n8));
                scalars.forEach((s, i) => under.own.Fr.toRprLE(numbers, 32 * i, under.own.Fr.e(BigInt(s))));
                for (const options of [
                    {},
                    { batch: "disabled" },
                    { glv: "enabled", gls: "enabled" },
                    { tier: "scalar" },
                    { tier: "simd" },
                ])
                    same(
                        show(await G.multiExpAffine(flat, numbers, undefined, undefined, options)),
                        given.msm[name],
                        `${name} ${JSON.stringify(options)}`,
                    );
            }
        });
    });
});
