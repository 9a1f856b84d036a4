// usage: node golden.mjs <path-to-ffjavascript-entry.js> [mt]   -> one line per item: name sha256[0..16]
// Deterministic snapshot of byte-visible behaviour (ST by default). Compare two packages with diff.
import { createHash } from "node:crypto";
import { pathToFileURL } from "node:url";
const F = await import(pathToFileURL(process.argv[2]).href);
const ST = process.argv[3] !== "mt";
const { ChaCha, Scalar, utils, BigBuffer } = F;
const flat = (x) =>
    x instanceof Uint8Array
        ? Buffer.from(x).toString("hex")
        : typeof x === "bigint"
          ? x + "n"
          : Array.isArray(x)
            ? "[" + x.map(flat).join() + "]"
            : x && x.buffers && x.byteLength !== undefined
              ? "BB" + flat(x.slice(0, x.byteLength))
              : x && typeof x === "object"
                ? "{" +
                  Object.keys(x)
                      .map((k) => k + ":" + flat(x[k]))
                      .join() +
                  "}"
                : String(x);
let P = "";
const out = (n, v) => console.log(P + n, createHash("sha256").update(flat(v)).digest("hex").slice(0, 16));
const T = async (n, f) => {
    try {
        out(n, await f());
    } catch (e) {
        out(n + "!throws", e.constructor.name + ":" + String(e.message).slice(0, 200));
    }
};
out("exports", Object.keys(F).filter((k) => k !== "default" && k !== "module.exports").sort());
const rng = (k) => new ChaCha([k, 2, 3, 4, 5, 6, 7, 8]);
await T("chacha", () => {
    const r = rng(9),
        a = [];
    for (let i = 0; i < 100; i++) a.push(r.nextU32(), r.nextU64(), r.nextBool());
    return a;
});
for (const [build, name] of [[F.buildBn128, "bn128."], [F.buildBls12381, "bls12381."]]) {
  P = name; const c = await build(ST); const { Fr, F1, F2, F6, F12, G1, G2 } = c;
  await T("meta", () => [
      c.q,
      c.r,
      c.name,
      c.prePSize,
      c.preQSize,
      Fr.n8,
      F1.n8,
      F2.n8,
      F12.n8,
      Fr.s,
      Fr.n64,
      Fr.n32,
      F1.n64,
      Fr.bitLength,
      F1.bitLength,
      Object.keys(c).filter((k) => k !== "tm"),
  ]);
  for (const [fn, f] of [["Fr", Fr], ["F1", F1], ["F2", F2], ["F6", F6], ["F12", F12]]) {
    const r = rng(11), a = f.fromRng(r), b = f.fromRng(r);
    await T(fn + ".consts", () => [f.zero, f.one, f.negone, f.two, f.nqr, f.n8]);
    await T(fn + ".fromRng", () => [a, b]);
    for (const m of ["add", "sub", "mul", "div", "eq"])
        await T(`${fn}.${m}`, () => [f[m](a, b), f[m](a, a), f[m](a, f.one), f[m](f.zero, b)]);
    for (const m of ["neg", "square", "inv", "isZero", "toObject", "isNegative"])
        await T(`${fn}.${m}`, () => [a, b, f.one, f.zero].map((x) => f[m](x)));
    if (fn !== "F6") {
        await T(fn + ".exp", () => [f.exp(a, 12345n), f.exp(a, 0), f.exp(a, c.r)]);
        await T(fn + ".isSquare", () => [a, b, f.square(a)].map((x) => f.isSquare(x)));
    }
    if (fn === "Fr" || fn === "F1") {
        await T(fn + ".sqrt", () => [f.sqrt(f.square(a)), f.sqrt(f.square(b)), f.sqrt(f.zero)]);
        await T(fn + ".e", () => [5, -5, 7n, "99", "0x1234", c.q + 3n].map((x) => f.e(x)));
        await T(fn + ".toString", () => [f.toString(a), f.toString(a, 16), f.toString(f.negone)]);
        await T(fn + ".fromObject", () => [f.fromObject(3n), f.fromObject("17"), f.fromObject(c.q + 5n)]);
        await T(fn + ".rpr", () => {
            const u = new Uint8Array(f.n8 + 8),
                v = new Uint8Array(f.n8 + 8);
            f.toRprLE(u, 8, a);
            f.toRprBE(v, 3, a);
            return [u, v, f.fromRprLE(u, 8)];
        });
        await T(fn + ".mont", () => [f.toMontgomery(a), f.fromMontgomery(a)]);
        const arr = [];
        for (let i = 0; i < 37; i++) arr.push(i === 5 ? f.zero : f.fromRng(r));
        const buf = utils.array2buffer(arr, f.n8);
        await T(fn + ".batch", async () => [
            await f.batchToMontgomery(buf),
            await f.batchFromMontgomery(buf),
            await f.batchInverse(buf),
            await f.batchInverse(arr),
        ]);
    } else if (fn === "F2") {
        await T("F2.sqrt", () => {
            const s = f.sqrt(f.square(a));
            return f.isNegative(s) ? f.neg(s) : s;
        });
        await T("F2.mul1", () => f.mul1(a, F1.one));
        await T("F2.fromObject", () => f.fromObject([3n, 4n]));
    }
  }
  await T("Fr.w", () => [Fr.w, Fr.shift, Fr.shiftInv]);
  const r = rng(21),
      N = 64,
      frs = [];
  for (let i = 0; i < N; i++) frs.push(Fr.fromRng(r));
  const fb = utils.array2buffer(frs, Fr.n8);
  await T("Fr.fft", async () => [
      await Fr.fft(fb),
      await Fr.ifft(fb),
      await Fr.fft(frs),
      await Fr.lagrangeEvaluations(fb),
      await Fr.batchApplyKey(fb, frs[1], frs[2]),
  ]);
  await T("Fr.fft1024", async () => {
      const q = rng(5),
          x = [];
      for (let i = 0; i < 1024; i++) x.push(Fr.fromRng(q));
      return Fr.fft(utils.array2buffer(x, Fr.n8));
  });
  await T("Fr.fft.err", () => Fr.fft(fb.slice(0, 96)));
  const s0 = Fr.s;
  await T("Fr.fft.ext", async () => {
      Fr.s = 5;
      try {
          return [await Fr.fft(fb), await Fr.ifft(fb)];
      } finally {
          Fr.s = s0;
      }
  });
  const sc = await Fr.batchFromMontgomery(fb);
  for (const [gn, G] of [["G1", G1], ["G2", G2]]) {
    const A0 = (x) => G.toAffine(x);
    await T(gn + ".consts", () => [
        G.zero,
        G.zeroAffine,
        G.one,
        G.oneAffine,
        G.gAffine,
        G.b,
        G.cofactor,
        A0(G.negone),
        A0(G.two),
        G.F.n8,
    ]);
    const q = rng(31),
        p1 = G.fromRng(q),
        p2 = G.fromRng(q),
        A = (x) => G.toAffine(x);
    await T(gn + ".fromRng", () => [p1.byteLength, A(p1), p2.byteLength, A(p2)]);
    const a = A(p1), b = A(p2), j = G.double(p2);
    await T(gn + ".add", () =>
        [
            [a, b],
            [a, j],
            [j, a],
            [j, p1],
            [a, a],
            [a, G.zeroAffine],
            [G.zero, j],
            [a, G.neg(a)],
        ].map(([x, y]) => A(G.add(x, y))),
    );
    await T(gn + ".sub", () => [[a, b], [j, a], [j, p1], [a, a]].map(([x, y]) => A(G.sub(x, y))));
    await T(gn + ".double", () => [a, j, G.zero].map((x) => A(G.double(x))));
    await T(gn + ".neg", () => [G.neg(a), A(G.neg(j))]);
    await T(gn + ".times", () => [
        A(G.timesScalar(a, 5)),
        A(G.timesScalar(j, c.r - 1n)),
        A(G.timesScalar(a, Scalar.toLEBuff(12345678901234567890n))),
        A(G.timesFr(a, frs[3])),
        A(G.timesFr(j, frs[4])),
        A(G.timesScalar(a, 0)),
    ]);
    await T(gn + ".eq", () => [
        G.eq(a, G.toJacobian(a)),
        G.eq(a, b),
        G.eq(j, A(j)),
        G.isZero(G.zero),
        G.isZero(a),
        G.isValid(a),
        G.isValid(j),
        G.isValid(G.zero),
    ]);
    await T(gn + ".toObject", () => [a, A(j), G.zero, G.zeroAffine].map((x) => G.toObject(x)));
    await T(gn + ".toString", () => [G.toString(a), G.toString(a, 16)]);
    await T(gn + ".fromObject", () => G.fromObject(G.toObject(a)));
    await T(gn + ".enc", () =>
        [a, G.neg(a), b, G.zeroAffine, A(j)].flatMap((x) => {
            const C = new Uint8Array(G.F.n8),
                U = new Uint8Array(2 * G.F.n8),
                L = new Uint8Array(2 * G.F.n8);
            G.toRprCompressed(C, 0, x);
            G.toRprUncompressed(U, 0, x);
            G.toRprLEM(L, 0, x);
            return [
                C,
                U,
                L,
                G.fromRprCompressed(C, 0),
                G.fromRprUncompressed(U, 0),
                G.fromRprLEM(L, 0),
                G.toUncompressed(x),
            ];
        }),
    );
    const pts = [];
    let acc = G.g;
    for (let i = 0; i < N; i++) {
        pts.push(i === 7 ? G.zeroAffine : A(acc));
        acc = G.add(acc, p1);
    }
    const pb = utils.array2buffer(pts, 2 * G.F.n8);
    await T(gn + ".batchEnc", async () => {
        const U = await G.batchLEMtoU(pb),
            C = await G.batchLEMtoC(pb);
        return [
            U,
            C,
            await G.batchUtoLEM(U),
            await G.batchCtoLEM(C),
            await G.batchToAffine(await G.batchToJacobian(pb)),
        ];
    });
    await T(gn + ".fft", async () => [
        await G.fft(pb, "affine", "affine"),
        await G.ifft(pb, "affine", "affine"),
        await G.lagrangeEvaluations(pb, "affine", "affine"),
    ]);
    await T(gn + ".applyKey", () => G.batchApplyKey(pb, frs[1], frs[2], "affine", "affine"));
    await T(gn + ".applyKeyC", () => G.batchApplyKey(pb, frs[1], frs[2], "affine", "compressed"));
    await T(gn + ".applyKeyU", () => G.batchApplyKey(pb, frs[1], frs[2], "affine", "uncompressed"));
    await T(gn + ".msm", async () => [
        A(await G.multiExpAffine(pb, sc)),
        A(await G.multiExp(await G.batchToJacobian(pb), sc)),
        A(await G.multiExpAffine(pb, sc.slice(0, N * 4))),
        A(await G.multiExpAffine(pb, sc.slice(0, N))),
        A(await G.multiExpAffine(pb.slice(0, 2 * G.F.n8), sc.slice(0, 32))),
        await G.multiExpAffine(new Uint8Array(0), new Uint8Array(0)),
        A(await G.multiExpAffine(pb, new Uint8Array(N * 32).fill(255))),
    ]);
    await T(gn + ".msm.err", () => G.multiExpAffine(pb, sc.slice(0, 100)));
  }
  const e1 = G1.toAffine(G1.timesFr(G1.g, frs[5])), e2 = G2.toAffine(G2.timesFr(G2.g, frs[6]));
  await T("pairing", () => [c.pairing(G1.g, G2.g), c.pairing(e1, e2), c.pairing(G1.zero, e2)]);
  await T("prepare", () => [c.prepareG1(G1.toJacobian(e1)), c.prepareG2(G2.toJacobian(e2))]);
  await T("miller", () => {
      const m = c.millerLoop(c.prepareG1(G1.toJacobian(e1)), c.prepareG2(G2.toJacobian(e2)));
      return [m, c.finalExponentiation(m)];
  });
  await T("pairingEq", async () => [
      await c.pairingEq(e1, G2.g, G1.neg(e1), G2.g),
      await c.pairingEq(e1, e2, c.pairing(e1, e2)),
      await c.pairingEq(e1, e2, c.Gt.one),
      await c.pairingEq(),
  ]);
  await c.terminate();
}
P = "js.";
for (const p of [21888242871839275222246405745257275088548364400416034343698204186575808495617n, 97n]) {
  const f = new F.F1Field(p), a = f.e(12345678901234567890123n), b = f.e(-77);
  await T("F1Field" + String(p).length, () => [
      a,
      b,
      f.add(a, b),
      f.sub(a, b),
      f.mul(a, b),
      f.div(a, b),
      f.inv(a),
      f.neg(a),
      f.square(a),
      f.exp(a, 1000n),
      f.sqrt(f.square(a)),
      f.toString(f.neg(1n)),
      f.gt(a, b),
      f.lt(a, b),
      f.band(a, b),
      f.bor(a, b),
      f.bxor(a, b),
      f.shl(a, 3n),
      f.shr(a, 3n),
      f.idiv(a, 7n),
      f.mod(a, 7n),
      f.n8,
      f.n32,
      f.n64,
      f.R,
      f.Ri,
      f.half,
      f.mask,
      f.nqr,
      f.s,
      f.t,
      f.isZero(0n),
      f.fromRng(rng(3)),
      f.e("0x1f"),
      f.e("ff", 16),
  ]);
}
await T("Scalar", () => [
    Scalar.e("123"),
    Scalar.e("ff", 16),
    Scalar.naf(1234567n),
    Scalar.bits(1234567n),
    Scalar.bitLength(1234567n),
    Scalar.toArray(1234567n, 10),
    Scalar.fromArray([1, 2, 3], 10),
    Scalar.shl(5n, 3),
    Scalar.shr(500n, 3),
    Scalar.toLEBuff(1234567n),
    Scalar.fromRprLE(new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]), 0, 8),
    Scalar.fromRprBE(new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]), 0, 8),
    Scalar.mod(-5n, 3n),
    Scalar.div(7n, 2n),
    Scalar.exp(3n, 50n),
    Object.keys(Scalar).sort(),
]);
await T("utils", () => [
    utils.stringifyBigInts({ a: 1n, b: [2n, "x", { c: 3n }] }),
    utils.unstringifyBigInts({ a: "1", b: ["0x10", "x", "-4"] }),
    utils.beBuff2int(new Uint8Array([1, 2, 3])),
    utils.leBuff2int(new Uint8Array([1, 2, 3])),
    utils.beInt2Buff(66051n, 5),
    utils.leInt2Buff(66051n, 5),
    utils.log2(1000),
    utils.bitReverse(11, 6),
    Object.keys(utils).sort(),
]);
await T("BigBuffer", () => {
    const b = new BigBuffer(100);
    b.set(new Uint8Array([1, 2, 3]), 50);
    return [b.byteLength, b.slice(48, 56), b.slice(0, 100), b.buffers.length];
});
