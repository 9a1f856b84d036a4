/**
 * What a copy of the library answers to a list of questions, as text by name. Run on this
 * package and on ffjavascript, equal but for the lines that a test lists by name.
 */
import { rowsOf } from "./extent.js";
const flat = (x) => {
    if (ArrayBuffer.isView(x)) return Buffer.from(x.buffer, x.byteOffset, x.byteLength).toString("hex");
    if (Array.isArray(x)) return `[${x.map(flat).join()}]`;
    if (typeof x === "bigint") return `${x}n`;
    if (x && Array.isArray(x.buffers)) return `BigBuffer ${flat(x.slice(0, x.byteLength))}`;
    if (x && typeof x === "object") return `{${Object.keys(x).map((key) => `${key}:${flat(x[key])}`).join()}}`;
    return String(x);
};

const rng = (F, k) => new F.ChaCha([k, 1, 4, 1, 5, 9, 2, 6]);
const FIELD_UNARY = [
    "neg",
    "square",
    "inv",
    "isZero",
    "toObject",
    "isNegative",
    "toMontgomery",
    "fromMontgomery",
    "toString",
];

/** @returns {Record<string, () => any>} */
function fieldQuestions(F, c, name, f) {
    const r = rng(F, 11), a = f.fromRng(r), b = f.fromRng(r);
    const prime = name === "Fr" || name === "F1";
    const values = [a, b, f.one, f.zero, f.negone];
    const questions = {
        keys: () => Object.keys(f),
        constants: () => [f.zero, f.one, f.negone, f.two, f.type, f.m, f.n8, f.n32, f.n64, f.prefix],
        fromRng: () => [a, b],
        binary: () =>
            ["add", "sub", "mul", "div", "eq"].map((op) => [
                f[op](a, b),
                f[op](a, a),
                f[op](f.zero, b),
                f[op](a, f.zero),
            ]),
        unary: () => FIELD_UNARY.map((op) => values.map((x) => f[op](x))),
        fromObject: () => f.fromObject(f.toObject(a)),
        sameObject: () => f.e(a) === a,
    };
    if (name !== "F6") Object.assign(questions, {
        exp: () => [
            f.exp(a, 12345n),
            f.exp(a, 0),
            f.exp(a, c.r),
            f.exp(f.zero, 0),
            f.exp(a, "0x10"),
            f.exp(a, new Uint8Array([5])),
        ],
        isSquare: () => [a, b, f.square(a), f.zero].map((x) => f.isSquare(x)),
    });
    if (prime) Object.assign(questions, {
        numbers: () => [f.p, f.half, f.bitLength, f.mask, f.s, f.nqr, f.shift, f.shiftInv, f.w],
        sqrt: () => [f.sqrt(f.square(a)), f.sqrt(f.square(b)), f.sqrt(f.zero)],
        e: () => [5, -5, 7n, "99", "0x1234", f.p, f.p + 3n, -f.p - 3n, "", true].map((x) => f.e(x)),
        eHex: () => f.e("ff", 16),
        fromObjectQuirks: () => [
            f.fromObject(3n),
            f.fromObject("17"),
            f.fromObject(17),
            f.fromObject(f.p + 5n),
            f.fromObject(-1n),
        ],
        toString16: () => [f.toString(a, 16), f.toString(f.negone)],
        rpr: () => {
            const [u, v] = [new Uint8Array(f.n8 + 8), new Uint8Array(f.n8 + 8)];
            f.toRprLE(u, 8, a);
            f.toRprBE(v, 3, a);
            return [u, v, f.fromRprLE(u, 8)];
        },
        batch: async () => {
            const list = Array.from({ length: 37 }, (_, i) => (i === 5 ? f.zero : f.fromRng(r)));
            const buff = c.array2buffer(list, f.n8),
                big = new F.BigBuffer(buff.length);
            big.set(buff, 0);
            return [
                await f.batchToMontgomery(buff),
                await f.batchFromMontgomery(buff),
                await f.batchToMontgomery(big),
                await f.batchInverse(buff),
                await f.batchInverse(list),
                await f.batchToMontgomery(new Uint8Array(0)),
            ];
        },
        batchSize: () => f.batchToMontgomery(new Uint8Array(33)),
        inverseSize: () => f.batchInverse(new Uint8Array(33)),
        eText: () => f.e("abc"),
        eHalf: () => f.e(1.5),
        eNothing: () => f.e(undefined),
    });
    if (name === "F2") Object.assign(questions, {
        sqrt: () => { const s = f.sqrt(f.square(a)); return f.isNegative(s) ? f.neg(s) : s; },
        mul1: () => f.mul1(a, c.F1.two),
        parts: () => [f.c1(a), f.c2(a)],
        eWrong: () => f.e(5),
        eList: () => f.e([1, 2]),
        sqrtOfNonSquare: () => { let x = b; while (f.isSquare(x)) x = f.add(x, c.F2.one); return f.sqrt(x); },
    });
    if (name === "F6")
        Object.assign(questions, { eWrong: () => f.e(5), exp: () => f.exp(a, 3n), sqrt: () => f.sqrt(a) });
    return questions;
}

function groupQuestions(F, c, name, G) {
    const { Fr } = c, q = rng(F, 31), n8 = G.F.n8;
    const A = (x) => G.toAffine(x);
    const p = [G.fromRng(q), G.fromRng(q)], [a, b] = p.map(A), j = G.double(p[1]);
    const factors = Array.from({ length: 32 }, () => Fr.fromRng(q)), fb = c.array2buffer(factors, 32);
    const list = [];
    for (let i = 0, acc = a; i < 32; i++, acc = A(G.add(acc, b))) list.push(i === 7 ? G.zeroAffine : acc);
    const buff = c.array2buffer(list, 2 * n8);
    const jacobian = () => G.batchToJacobian(buff);
    const parts = async (promise) => (await G.batchToAffine(await promise));
    return {
        keys: () => Object.keys(G),
        constants: () => [
            G.zero,
            G.zeroAffine,
            G.one,
            G.oneAffine,
            G.gAffine,
            G.g === G.one,
            G.b,
            G.cofactor,
            A(G.negone),
            A(G.two),
            G.multiExp.name,
            G.multiExpAffine.name,
        ],
        fromRng: () => [p[0].length, a, p[1].length, b],
        add: () =>
            [
                [a, b],
                [a, j],
                [j, a],
                [j, p[0]],
                [a, a],
                [a, G.zeroAffine],
                [G.zeroAffine, a],
                [G.zero, j],
                [a, G.neg(a)],
            ].map(([x, y]) => A(G.add(x, y))),
        sub: () =>
            [
                [a, b],
                [j, a],
                [j, p[0]],
                [a, a],
            ].map(([x, y]) => A(G.sub(x, y))),
        subAffineJacobian: () => A(G.sub(a, j)),
        one: () => [
            A(G.double(a)),
            A(G.double(j)),
            G.neg(a),
            A(G.neg(j)),
            G.isZero(a),
            G.isZero(G.zero),
            G.isZero(G.zeroAffine),
        ],
        times: () => [
            A(G.timesScalar(a, 5)),
            A(G.timesScalar(j, c.r - 1n)),
            A(G.timesScalar(a, "0x1234")),
            A(G.timesFr(a, factors[0])),
            A(G.timesFr(j, factors[1])),
            A(G.timesScalar(a, 0)),
        ],
        eq: () => [G.eq(a, G.toJacobian(a)), G.eq(a, b), G.eq(j, A(j)), G.eq(A(j), j)],
        valid: () =>
            [a, j, G.zero, G.zeroAffine, G.e([1n, 1n].map((x) => (name === "G2" ? [x, x] : x)))].map((x) =>
                G.isValid(x),
            ),
        objects: () => [
            G.toObject(a),
            G.toObject(A(j)),
            G.toObject(G.zero),
            G.toObject(G.zeroAffine),
            G.fromObject(G.toObject(a)),
            G.toString(a),
            G.toString(a, 16),
            G.toString(G.g),
        ],
        sameObject: () => [
            G.toAffine(a) === a,
            G.toJacobian(j) === j,
            G.e(a) === a,
            G.fromObject([0n, 0n, 0n].map((x) => (name === "G2" ? [x, x] : x))) === G.zeroAffine,
        ],
        encodings: () =>
            [a, G.neg(a), b, G.zeroAffine, A(j), j].flatMap((x) => {
                const [C, U, L] = [new Uint8Array(n8), new Uint8Array(2 * n8), new Uint8Array(2 * n8)];
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
                    G.x(x),
                    G.y(x),
                ];
            }),
        batchEncodings: async () => {
            const [U, C] = [await G.batchLEMtoU(buff), await G.batchLEMtoC(buff)];
            return [U, C, await G.batchUtoLEM(U), await G.batchCtoLEM(C), await G.batchToAffine(await jacobian())];
        },
        fft: async () => [
            await G.fft(buff, "affine", "affine"),
            await G.ifft(buff, "affine", "affine"),
            await G.fft(list),
            await G.lagrangeEvaluations(buff, "affine", "affine"),
            await parts(G.fft(buff, "affine", "jacobian")),
            await G.fft(await jacobian(), "jacobian", "affine"),
        ],
        steps: async () => [
            await parts(G.fftMix(await jacobian())),
            await G.fftFinal(await jacobian(), factors[3]),
            await Promise.all(
                (await G.fftJoin(await jacobian(), await jacobian(), factors[4], factors[5])).map((x) => parts(x)),
            ),
        ],
        applyKey: async () => [
            await G.batchApplyKey(buff, factors[1], factors[2]),
            await G.batchApplyKey(buff, 2, 3, "affine", "compressed"),
            await parts(G.batchApplyKey(buff, factors[1], 5n, "affine", "jacobian")),
        ],
        msm: async () => [
            A(await G.multiExpAffine(buff, fb)),
            A(await G.multiExp(await jacobian(), fb)),
            A(await G.multiExpAffine(buff, fb.slice(0, 32 * 4))),
            A(await G.multiExpAffine(buff, new Uint8Array(32 * 33).fill(255))),
            A(await G.multiExpAffine(buff, new Uint8Array(0))),
            (await G.multiExpAffine(new Uint8Array(0), new Uint8Array(0))) === G.zero,
        ],
        msmSize: () => G.multiExpAffine(buff, fb.slice(0, 100)),
        msmBases: () => G.multiExpAffine({ byteLength: 2 * n8, slice: () => [1] }, new Uint8Array(32), null, "text"),
        fftSize: () => G.fft(buff.slice(0, 6 * n8)),
        joinSize: () => G.fftJoin(new Uint8Array(6 * n8), new Uint8Array(3 * n8), Fr.one, Fr.one),
        joinPoints: () => G.fftJoin(new Uint8Array(9 * n8), new Uint8Array(9 * n8), Fr.one, Fr.one),
        finalPoints: () => G.fftFinal(new Uint8Array(9 * n8), Fr.one),
        convertSize: () => G.batchLEMtoC(new Uint8Array(33)),
        pointSize: () => G.add(G.g, new Uint8Array(5)),
    };
}

function curveQuestions(F, c) {
    const { Fr, G1, G2 } = c,
        r = rng(F, 21),
        factors = Array.from({ length: 64 }, () => Fr.fromRng(r)),
        buff = c.array2buffer(factors, 32);
    const e1 = G1.toAffine(G1.timesFr(G1.g, factors[5])), e2 = G2.toAffine(G2.timesFr(G2.g, factors[6]));
    const big = new F.BigBuffer(buff.length);
    big.set(buff, 0);
    return {
        "curve.keys": () => Object.keys(c),
        "curve.values": () => [c.q, c.r, c.name, c.prePSize, c.preQSize, c.Gt === c.F12],
        "Fr.fft": async () => [
            await Fr.fft(buff),
            await Fr.ifft(buff),
            await Fr.fft(factors),
            await Fr.fft(big),
            await Fr.lagrangeEvaluations(buff),
            await Fr.fft(factors[0]),
        ],
        "Fr.fftSize": () => Fr.fft(buff.slice(0, 96)),
        "Fr.fftNothing": () => Fr.fft(new Uint8Array(0)),
        "Fr.lagrangeSize": () => Fr.lagrangeEvaluations(buff.slice(0, 96)),
        "Fr.extended": async () => {
            const s = Fr.s;
            Fr.s = 5;
            try {
                return [await Fr.fft(buff), await Fr.ifft(buff), await Fr.lagrangeEvaluations(buff)];
            } finally {
                Fr.s = s;
            }
        },
        "Fr.applyKey": async () => [
            await Fr.batchApplyKey(buff, factors[1], factors[2]),
            await Fr.batchApplyKey(big, 2, 3),
            await Fr.batchApplyKey(buff.slice(0, 65), 2, 3),
        ],
        pairing: () => [c.pairing(G1.g, G2.g), c.pairing(e1, e2), c.pairing(G1.zero, e2)],
        "pairing.zeroG2": () => c.Gt.eq(c.pairing(e1, G2.zeroAffine), c.Gt.one),
        "pairing.steps": () =>
            c.finalExponentiation(c.millerLoop(c.prepareG1(G1.toJacobian(e1)), c.prepareG2(G2.toJacobian(e2)))),
        pairingEq: async () => [
            await c.pairingEq(e1, G2.g, G1.neg(e1), G2.g),
            await c.pairingEq(e1, e2, c.pairing(e1, e2)),
            await c.pairingEq(e1, e2, c.Gt.one),
            await c.pairingEq(),
        ],
        "pairing.size": () => c.pairing(new Uint8Array(4), G2.g),
        "pairing.afterError": () => c.pairing(G1.g, G2.g),
        "curve.buffers": () => [c.array2buffer([factors[0], factors[1]], 32), c.buffer2array(buff.slice(0, 64), 32)],
    };
}

/**
 * @param {any} F - the package
 * @param {boolean} singleThread
 * @returns {Promise<Map<string, string>>} answers by name; one that was thrown starts with "!"
 */
export async function snapshot(F, singleThread) {
    const answers = new Map();
    const ask = async (name, question) => {
        try {
            answers.set(name, flat(await question()));
        } catch (error) {
            answers.set(name, `!${error.constructor.name}: ${error.message}`);
        }
    };
    await ask("exports", () => Object.keys(F).filter((key) => key !== "default" && key !== "module.exports").sort());
    for (const build of rowsOf([F.buildBn128, F.buildBls12381], [F.buildBn128])) {
        const c = await build(singleThread);
        for (const [name, question] of Object.entries(curveQuestions(F, c))) await ask(`${c.name}.${name}`, question);
        for (const name of ["Fr", "F1", "F2", "F6", "F12"]) {
            for (const [what, question] of Object.entries(fieldQuestions(F, c, name, c[name])))
                await ask(`${c.name}.${name}.${what}`, question);
        }
        for (const name of ["G1", "G2"]) {
            for (const [what, question] of Object.entries(groupQuestions(F, c, name, c[name])))
                await ask(`${c.name}.${name}.${what}`, question);
        }
        await c.terminate();
    }
    await ask("names", async () =>
        Promise.all(["foo", "ed25519"].map((name) => F.getCurveFromName(name).catch((e) => e.message))),
    );
    await ask("name.empty", () => F.getCurveFromName(""));
    await ask("name.none", () => F.getCurveFromName(undefined));
    await ask("orders", async () => [
        await F.getCurveFromQ(17).catch((e) => e.message),
        await F.getCurveFromR(17).catch((e) => e.message),
    ]);
    return answers;
}
