import { expect } from "chai";
import {
    EC,
    F1Field,
    buildBls12381,
    buildBn128,
    getCurveFromName,
    getCurveFromQ,
    getCurveFromR,
} from "../../src/index.js";
import * as index from "../../src/index.js";
import { configure } from "../../src/curves/config.js";
import { itOnOne } from "../support/extent.js";

const message = async (run) => {
    try {
        await run();
        return "no error";
    } catch (error) {
        return `${error.constructor.name}: ${error.message}`;
    }
};

describe("public names", () => {
    it("are the fifteen of ffjavascript, and builders of further curves", () =>
        expect(Object.keys(index).sort()).to.deep.equal([
            "BigBuffer",
            "ChaCha",
            "EC",
            "F1Field",
            "F2Field",
            "F3Field",
            "PolField",
            "Scalar",
            "ZqField",
            "buildBls12377",
            "buildBls12381",
            "buildBn128",
            "getCurveFromName",
            "getCurveFromQ",
            "getCurveFromR",
            "utils",
        ]));
    it("F1Field and ZqField are one class, EC is a class", () => {
        expect(index.ZqField).to.equal(F1Field);
        expect(EC).to.be.a("function");
    });
});

describe("builders and cache", () => {
    const forget = async () => {
        await globalThis.curve_bn128?.terminate();
        globalThis.curve_bn128 = null;
        configure({ threads: undefined });
    };
    before(forget); // suites share a process
    afterEach(forget);

    it("a single-threaded curve is fresh and not cached", async () => {
        const [a, b] = [await buildBn128(true), await buildBn128(true)];
        expect(a).not.to.equal(b);
        expect(globalThis.curve_bn128 ?? null).to.equal(null);
        expect(await a.terminate()).to.equal(undefined);
        expect(a.tm.singleThread).to.equal(true);
        expect(a.tm.concurrency).to.equal(1);
    });
    it("two first builds at once give one curve, which is in globalThis", async () => {
        const [a, b] = await Promise.all([buildBn128(), getCurveFromName("bn-254")]);
        expect(a).to.equal(b);
        expect(globalThis.curve_bn128).to.equal(a);
        expect(await buildBn128()).to.equal(a);
    });
    it("what the user put into globalThis is returned, and left there by others", async () => {
        const mine = await buildBn128(true);
        globalThis.curve_bn128 = mine;
        expect(await buildBn128()).to.equal(mine);
        expect(await getCurveFromR(mine.r)).to.equal(mine);
        await mine.terminate();
        expect(globalThis.curve_bn128).to.equal(mine);
    });
    it("terminate empties the cache, is idempotent, and the next build is new", async () => {
        const first = await buildBn128();
        await Promise.all([first.terminate(), first.terminate()]);
        await first.terminate();
        expect(globalThis.curve_bn128).to.equal(null);
        const second = await buildBn128();
        expect(second).not.to.equal(first);
        expect(await second.G1.multiExpAffine(second.G1.gAffine, new Uint8Array([5]))).to.have.length(96);
    });
    it("a record of options builds a curve of its own, once per set of options", async () => {
        const [a, b, c] = await Promise.all([
            buildBn128({ threads: 3 }),
            buildBn128({ threads: 3 }),
            buildBn128({ threads: 2 }),
        ]);
        expect(a).to.equal(b);
        expect(c).not.to.equal(a);
        expect(a.tm.concurrency).to.equal(3);
        expect(globalThis.curve_bn128 ?? null).to.equal(null);
        await Promise.all([a.terminate(), c.terminate()]);
        const again = await buildBn128({ threads: 3 });
        expect(again).not.to.equal(a);
        await again.terminate();
    });
    it("configure sets what others get", async () => {
        configure({ threads: 3 });
        expect((await buildBn128()).tm.concurrency).to.equal(3);
    });
    it("refuses unknown options and values in words", async () => {
        expect(await message(() => buildBn128({ thread: 3 }))).to.match(
            /RangeError: buildBn128: expected options among singleThread, threads, .* got thread/,
        );
        expect(await message(() => buildBn128({ threads: -1 }))).to.include(
            "expected threads to be a number of workers",
        );
        expect(await message(() => buildBn128({ tier: "gpu" }))).to.include(
            'expected tier to be one of "auto", "fma", "simd", "scalar"',
        );
        expect(await message(() => configure({ threads: "four" }))).to.include("configure: expected threads to be");
        expect(await message(() => buildBn128(true, "plugin"))).to.include("expected plugins to be a function");
    });
    it("finds curves by q and r, and refuses others", async () => {
        const curve = await buildBls12381(true);
        expect((await getCurveFromQ(curve.q, true)).name).to.equal("bls12381");
        expect((await getCurveFromR(String(curve.r), true)).name).to.equal("bls12381");
        expect(await message(() => getCurveFromR(17))).to.equal("Error: Curve not supported: 17");
        expect(await message(() => getCurveFromQ(17))).to.equal("Error: Curve not supported: 11");
    });
    it("a plugin adds functions to the module, on the main instance and for tasks", async () => {
        const curve = await buildBn128(true, (module) => {
            const f = module.addFunction("frm_double_of");
            f.addParam("x", "i32");
            f.addParam("r", "i32");
            const c = f.getCodeBuilder();
            f.addCode(c.call("frm_add", c.getLocal("x"), c.getLocal("x"), c.getLocal("r")));
            module.exportFunction("frm_double_of");
        });
        const { Fr, tm } = curve, p = tm.allocBuff(Fr.e(21));
        tm.instance.exports.frm_double_of(p, p);
        expect(Fr.toObject(tm.getBuff(p, 32))).to.equal(42n);
        const [out] = await tm.queueAction([
            { cmd: "ALLOCSET", var: 0, buff: Fr.e(4) },
            { cmd: "CALL", fnName: "frm_double_of", params: [{ var: 0 }, { var: 0 }] },
            { cmd: "GET", out: 0, var: 0, len: 32 },
        ]);
        expect(Fr.toObject(out)).to.equal(8n);
    });
});

for (const [name, build] of [["bn128", buildBn128], ["bls12381", buildBls12381]]) describe(`mended on ${name}`, () => {
    let c;
    before(async () => { c = await build(true); });
    const nonSquare = (f) => { let x = f.one; while (f.isSquare(x)) x = f.add(x, f.one); return x; };

    it("sqrt of a non-residue throws in Fr, F1, F2", async () => {
        expect(await message(() => c.Fr.sqrt(nonSquare(c.Fr)))).to.match(/^Error: frm_sqrt: expected a square/);
        expect(await message(() => c.F1.sqrt(nonSquare(c.F1)))).to.match(/^Error: f1m_sqrt: expected a square/);
        let x = c.F2.fromObject([2n, 1n]);
        while (c.F2.isSquare(x)) x = c.F2.add(x, c.F2.fromObject([1n, 1n]));
        expect(await message(() => c.F2.sqrt(x))).to.match(/^Error: f2m_sqrt: expected a square/);
    });
    itOnOne(name)("sqrt in F12 is a root of a square, and throws for others", async () => {
        const { F12 } = c, a = F12.random();
        const root = F12.sqrt(F12.square(a));
        expect(F12.eq(root, a) || F12.eq(root, F12.neg(a))).to.equal(true);
        let refused = 0;
        for (let i = 0; i < 12 && refused === 0; i++)
            if ((await message(() => F12.sqrt(F12.random()))).includes("expected a square")) refused++;
        expect(refused).to.equal(1);
    });
    for (const group of ["G1", "G2"])
        it(`${group}: a compressed point without y throws, one by one and in a batch`, async () => {
            const G = c[group],
                { F } = G;
            let x = F.one;
            while (F.isSquare(F.add(F.mul(F.square(x), x), G.b))) x = F.add(x, F.one);
            const point = new Uint8Array(2 * F.n8),
                encoded = new Uint8Array(F.n8);
            point.set(x);
            G.toRprCompressed(encoded, 0, point);
            expect(await message(() => G.fromRprCompressed(encoded, 0))).to.include(
                "expected the x of a point on the curve",
            );
            const list = new Uint8Array(3 * F.n8);
            G.toRprCompressed(list, 0, G.g);
            list.set(encoded, F.n8);
            G.toRprCompressed(list, 2 * F.n8, G.zero);
            expect(await message(() => G.batchCtoLEM(list))).to.include("expected the x of a point on the curve");
            const good = new Uint8Array(2 * F.n8);
            G.toRprCompressed(good, 0, G.neg(G.g));
            G.toRprCompressed(good, F.n8, G.zero);
            expect(
                Buffer.from(await G.batchCtoLEM(good)).equals(Buffer.concat([G.neg(G.gAffine), G.zeroAffine])),
            ).to.equal(true);
        });
    it("negative exponents and scalars, and very long ones", () => {
        const { Fr, G1, r } = c, a = Fr.e(7);
        expect(Fr.toObject(Fr.mul(Fr.exp(a, -3), Fr.exp(a, 3)))).to.equal(1n);
        expect(G1.eq(G1.timesScalar(G1.g, -5), G1.neg(G1.timesScalar(G1.g, 5)))).to.equal(true);
        const long = 2n ** 5000n + 3n;
        expect(Fr.eq(Fr.exp(a, long), Fr.exp(a, long % (r - 1n)))).to.equal(true);
        expect(G1.eq(G1.timesScalar(G1.gAffine, long), G1.timesScalar(G1.g, long % r))).to.equal(true);
    });
    it("e of lists, exp in F6", () => {
        const { F2, F6, F12 } = c;
        expect(F2.toObject(F2.e([1, "2"]))).to.deep.equal([1n, 2n]);
        expect(F6.toObject(F6.e([[1, 2], [3, 4], [5, 6]]))).to.deep.equal([[1n, 2n], [3n, 4n], [5n, 6n]]);
        expect(F12.eq(F12.e([[[1, 0], [0, 0], [0, 0]], [[0, 0], [0, 0], [0, 0]]]), F12.one)).to.equal(true);
        const listed = F6.e([[1, 2], [3, 4], [5, 6]]);
        expect([F6.c1(listed), F6.c2(listed), F6.c3(listed)].map((c) => F2.toObject(c)))
            .to.deep.equal([[1n, 2n], [3n, 4n], [5n, 6n]]);
        const a = F6.random();
        expect(F6.eq(F6.exp(a, 5), F6.mul(F6.square(F6.square(a)), a))).to.equal(true);
    });
    it("affine minus jacobian has the right sign", () => {
        for (const G of [c.G1, c.G2]) expect(G.eq(G.sub(G.gAffine, G.double(G.g)), G.neg(G.g))).to.equal(true);
    });
    it("an error in a pairing leaves nothing open, and scratch is given back", async () => {
        const mark = c.tm.u32[0];
        expect(await message(() => c.pairing(new Uint8Array(4), c.G2.g))).to.include("invalid point size");
        expect(await message(() => c.millerLoop(new Uint8Array(4), new Uint8Array(4)))).to.include("expected");
        expect(c.Gt.eq(c.pairing(c.G1.g, c.G2.zero), c.Gt.one)).to.equal(true);
        expect(await c.pairingEq(c.G1.g, c.G2.zero, c.G1.zeroAffine, c.G2.g)).to.equal(true);
        expect(await c.pairingEq(c.G1.g, c.G2.g, c.G1.neg(c.G1.g), c.G2.gAffine)).to.equal(true);
        c.Fr.exp(c.Fr.two, 2n ** 5000n);
        expect(c.tm.u32[0]).to.equal(mark);
    });
    it("operands of the wrong length are refused, and the caller's are never touched", async () => {
        const { Fr, G1 } = c, one = Fr.one.slice();
        expect(await message(() => Fr.add(Fr.one, new Uint8Array(31)))).to.include(
            "frm_add: expected an element of 32 bytes, got",
        );
        expect(await message(() => Fr.mul(new Uint8Array(0), Fr.one))).to.include(
            "frm_mul: expected an element of 32 bytes",
        );
        // snarkjs hands points to Fr.toString: the element at the start is what counts
        const long = new Uint8Array(64).fill(1);
        long.set(Fr.two);
        expect(Fr.toString(long)).to.equal("2");
        expect(Fr.toObject(Fr.mul(long, Fr.two))).to.equal(4n);
        expect(await message(() => Fr.fromRprLE(new Uint8Array(40), 10))).to.include(
            "expected 32 bytes from offset 10",
        );
        expect(await message(() => G1.timesFr(G1.g, new Uint8Array(3)))).to.include("expected a scalar of 32 bytes");
        Fr.add(one, one);
        expect([...one]).to.deep.equal([...Fr.one]);
    });
});

describe("pairing products on workers", () => {
    it("many pairs go to the pool, inputs keep their bytes, small ones start no worker", async () => {
        const c = await buildBn128({ threads: 2 });
        try {
            const { G1, G2 } = c;
            expect(await c.pairingEq(G1.g, G2.g, G1.neg(G1.g), G2.g)).to.equal(true);
            await G1.multiExpAffine(G1.gAffine, new Uint8Array(32).fill(1));
            expect(c.tm.pool.filter(Boolean)).to.have.length(0);
            const operands = Array.from({ length: 6 }, () => [G1.g, G2.g, G1.neg(G1.g), G2.g]).flat();
            expect(await c.pairingEq(...operands)).to.equal(true);
            expect(await c.pairingEq(...operands, c.pairing(G1.g, G2.g))).to.equal(false);
            expect(G1.g).to.have.length(96);
            expect(G2.g).to.have.length(192);
        } finally {
            await c.terminate();
        }
    });
});
