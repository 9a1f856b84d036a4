import { expect } from "chai";
import { callBoth, CURVE_NAMES, pack, sides } from "../support/oracle.js";
import { edges, runs, seed, uniform } from "../support/random.js";

for (const curve of CURVE_NAMES) describe(`exports of ${curve} against ffjavascript, seed ${seed}`, () => {
    let both;
    before(async () => { both = await sides(curve); });

    const same = (fnName, args, read) => {
        const [ours, theirs] = callBoth(both, fnName, args, read),
            shown = `${fnName}(${args.map((a) => (typeof a === "number" ? a : Buffer.from(a).toString("hex"))).join()})`;
        expect(ours.bytes.join(), shown).to.equal(theirs.bytes.join());
        expect(ours.result, shown).to.equal(theirs.result);
    };
    const elements = (p, n8, count = 12) => [
        ...edges({ p, w: 32, R: 2n ** BigInt(8 * n8) }).map((v) => v % p), (p - 1n) / 2n, (p + 1n) / 2n,
        ...Array.from({ length: count }, (_, i) => (i % 2 ? uniform(p) : runs(p)))].map((v) => pack([v], n8));
    const integers = (n8, count = 30) => {
        const R = 2n ** BigInt(8 * n8);
        return [
            0n,
            1n,
            2n,
            R - 1n,
            R - 2n,
            R / 2n,
            2n ** 32n,
            2n ** 64n - 1n,
            ...Array.from({ length: count }, (_, i) => [uniform(R), runs(R), uniform(2n ** 70n)][i % 3]),
        ].map((v) => pack([v], n8));
    };
    const prime = () => [["f1m", both.q, both.n8q], ["frm", both.r, both.n8r]];

    it("prime fields, on elements", () => {
        for (const [f, p, n8] of prime()) for (const [i, a] of elements(p, n8).entries()) {
            const b = elements(p, n8)[(i * 5 + 2) % 10], z = new Uint8Array(n8);
            for (const op of ["add", "sub", "mul"]) same(`${f}_${op}`, [a, b, z], [0, 1, 2]);
            for (const op of ["neg", "square", "squareOld", "copy", "inverse", "toMontgomery", "fromMontgomery"])
                same(`${f}_${op}`, [a, z], [0, 1]);
            for (const op of ["isZero", "isOne", "sign", "isNegative", "isSquare"]) same(`${f}_${op}`, [a], [0]);
            same(`${f}_eq`, [a, b], [0, 1]);
            same(`${f}_eq`, [a, a], [0, 1]);
            if (
                both.list[1].exports[`${f}_isSquare`].length === 1 &&
                callBoth(both, `${f}_isSquare`, [a], [])[1].result
            )
                same(`${f}_sqrt`, [a, z], [0, 1]);
            for (const e of [new Uint8Array(0), pack([5n], 1), pack([uniform(2n ** 80n)], 10), pack([p - 2n], n8)]) {
                same(`${f}_exp`, [a, e, e.length, z], [0, 1, 3]);
                same(`${f}_timesScalar`, [a, e, e.length, z], [0, 1, 3]);
                same(`${f}_load`, [e, e.length, z], [0, 2]);
            }
        }
    });

    it("prime fields, in batches", () => {
        for (const [f, p, n8] of prime()) for (const n of [0, 1, 2, 9]) {
            const list = pack(
                    Array.from({ length: n }, (_, i) => (i % 4 === 2 ? 0n : uniform(p))),
                    n8,
                ),
                z = new Uint8Array(n * n8);
            for (const op of ["batchToMontgomery", "batchFromMontgomery"]) same(`${f}_${op}`, [list, n, z], [0, 2]);
            same(`${f}_batchInverse`, [list, n8, n, z, n8], [0, 3]);
        }
        for (const [f, p, n8] of prime()) {
            const z = new Uint8Array(n8);
            same(`${f}_zero`, [pack([p - 1n], n8)], [0]);
            same(`${f}_one`, [z], [0]);
            for (const v of [0n, p, p << BigInt(8 * n8 - 1), (p << BigInt(8 * n8)) - 1n, uniform(p << BigInt(8 * n8))])
                same(`${f}_mReduct`, [pack([v], 2 * n8), z], [1]);
        }
    });

    it("Fr without Montgomery form", () => {
        const list = elements(both.r, both.n8r), z = new Uint8Array(both.n8r);
        list.forEach((a, i) => {
            const b = list[(i * 5 + 2) % list.length];
            for (const op of ["add", "sub", "mul"]) same(`fr_${op}`, [a, b, z], [0, 1, 2]);
            for (const op of ["neg", "square", "inverse", "copy"]) same(`fr_${op}`, [a, z], [0, 1]);
            for (const op of ["isZero", "isNegative"]) same(`fr_${op}`, [a], [0]);
            same("fr_eq", [a, b], [0, 1]);
        });
        same("fr_one", [z], [0]);
        same("fr_zero", [list[5]], [0]);
    });

    it("plain integers", () => {
        for (const [f, n8] of curve === "bn128" ? [["int", 32]] : [["intq", 48], ["intr", 32]]) {
            const list = integers(n8), z = new Uint8Array(n8);
            list.forEach((a, i) => {
                const b = list[(i * 7 + 3) % list.length];
                for (const op of ["add", "sub"]) same(`${f}_${op}`, [a, b, z], [0, 1, 2]);
                for (const op of ["gte", "eq"])
                    for (const [x, y] of [
                        [a, b],
                        [a, a],
                    ])
                        same(`${f}_${op}`, [x, y], [0, 1]);
                same(`${f}_mul`, [a, b, new Uint8Array(2 * n8)], [0, 1, 2]);
                for (const op of ["square", "squareOld"]) same(`${f}_${op}`, [a, new Uint8Array(2 * n8)], [0, 1]);
                same(`${f}_isZero`, [a], [0]);
                same(`${f}_copy`, [a, z], [0, 1]);
                if (b.some((byte) => byte !== 0)) same(`${f}_div`, [a, b, z, z.slice()], [0, 1, 2, 3]);
                for (const m of [both.q, both.r])
                    if (m < 2n ** BigInt(8 * n8)) same(`${f}_inverseMod`, [a, pack([m], n8), z], [0, 1, 2]);
            });
            same(`${f}_one`, [z], [0]);
            same(`${f}_zero`, [list[3]], [0]);
        }
    });

    it("integers: division by zero traps, no inverse gives 0, at once", () => {
        const { exports, mem } = both.list[0],
            f = curve === "bn128" ? "int" : "intr",
            [a, m, z, y] = [1, 2, 3, 4].map(() => mem.alloc(64));
        mem.write(a, 6n, 32);
        mem.write(m, 0n, 32);
        expect(() => exports[`${f}_div`](a, m, z, y)).to.throw(WebAssembly.RuntimeError);
        mem.write(m, 9n, 32);
        exports[`${f}_inverseMod`](a, m, z);
        expect(mem.read(z, 32)).to.equal(0n);
        mem.write(a, 6n, 32);
        mem.write(m, 1n, 32);
        exports[`${f}_inverseMod`](a, m, z);
        expect(mem.read(z, 32)).to.equal(0n);
    });

    it("qap_buildABC, joinABC, batchAdd", () => {
        const { r, n8r: n8 } = both, list = (n) => pack(Array.from({ length: n }, () => uniform(r)), n8);
        const record = (m, c, s) => {
            const bytes = new Uint8Array(12 + n8);
            new Uint32Array(bytes.buffer, 0, 3).set([m, c, s]);
            bytes.set(list(1), 12);
            return bytes;
        };
        for (const [nOut, offsetOut, nWitness, offsetWitness] of [
            [8, 0, 6, 0],
            [4, 3, 3, 2],
            [0, 0, 5, 0],
            [5, 2, 0, 0],
        ]) {
            const records = Array.from({ length: 60 }, () =>
                record(Number(uniform(2n)), Number(uniform(9n)), Number(uniform(7n))),
            );
            const coefs = Buffer.concat(records.map((b) => Buffer.from(b)));
            same(
                "qap_buildABC",
                [
                    coefs,
                    60,
                    list(nWitness),
                    list(nOut),
                    list(nOut),
                    list(nOut),
                    offsetOut,
                    nOut,
                    offsetWitness,
                    nWitness,
                ],
                [0, 2, 3, 4, 5],
            );
        }
        for (const n of [0, 1, 7]) {
            same("qap_joinABC", [list(n), list(n), list(n), n, list(n)], [0, 1, 2, 4]);
            same("qap_batchAdd", [list(n), list(n), n, list(n)], [0, 1, 3]);
        }
    });

    it("pol_zero and pol_constructLC", () => {
        const { r, n8r: n8 } = both, list = (n) => pack(Array.from({ length: n }, () => uniform(r)), n8);
        for (const n of [0, 1, 3]) same("pol_zero", [list(4), n], [0]);
        const u32 = (v) => Buffer.from(Uint32Array.of(v).buffer);
        for (const sizes of [[2, 1, 3], [0, 4], [1], []]) {
            const terms = Buffer.concat(
                sizes.flatMap((size) => [
                    u32(size),
                    ...Array.from({ length: size }, () => Buffer.concat([u32(Number(uniform(8n))), list(1)])),
                ]),
            );
            same("pol_constructLC", [terms, list(sizes.length), sizes.length, list(8)], [0, 1, 3]);
        }
    });
});
