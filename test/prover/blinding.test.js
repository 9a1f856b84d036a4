/** r and s: that each proof draws them, and that what is done with them does not depend on what they are. */
import { expect } from "chai";
import { buildBls12381, buildBn128 } from "../../src/index.js";
import { prove } from "../../src/protocols/groth16/index.js";
import { fixture } from "../support/circuits.js";
import { seed, uniform } from "../support/random.js";

/** Scalars of every look: low, high, sparse, dense. */
const scalarsOf = (r) => [2n, 3n, r - 3n, r - 4n, r >> 1n, 1n << 200n, (1n << 253n) - 1n, (1n << 128n) + 1n,
    ...Array.from({ length: 8 }, () => uniform(r - 4n) + 2n)];
/** Those with a sum at infinity on the way: it is told apart within the kernel. */
const rareOf = (r) => [0n, 1n, r - 2n, r - 1n];

for (const [name, build, circuit] of [["bn128", buildBn128, "mimc_example"], ["bls12381", buildBls12381, "mimc_bls"]])
    describe(`prover: blinding on ${name} (SEED=${seed})`, () => {
        let curve;
        before(async () => { curve = await build({ singleThread: true }); });

        /** Calls of the main instance's kernels while body runs: names, and what the sums have for operands. */
        function watch(body) {
            const { tm } = curve, { instance } = tm, calls = [], special = [];
            const exports = Object.fromEntries(Object.entries(instance.exports).map(([key, kernel]) => [key,
                typeof kernel !== "function" ? kernel : (...args) => {
                    calls.push(key);
                    const group = key.slice(0, 3);
                    if (key === `${group}_add` && (instance.exports[`${group}_isZero`](args[0])
                        || instance.exports[`${group}_isZero`](args[1])
                        || instance.exports[`${group}_eq`](args[0], args[1]))) special.push(calls.length);
                    return kernel(...args);
                }]));
            tm.instance = { exports };
            try { body(); } finally { tm.instance = instance; }
            return { calls: calls.join(" "), special };
        }

        for (const group of ["G1", "G2"]) {
            it(`${group}: a secret multiple is the multiple`, () => {
                const { [group]: G, Fr, r } = curve;
                const point = G.timesScalar(G.one, uniform(r - 1n) + 1n), affine = G.toAffine(point);
                for (const s of [...rareOf(r), ...scalarsOf(r)]) {
                    for (const from of [point, affine])
                        expect(G.eq(G.timesSecret(from, Fr.e(s)), G.timesScalar(from, s)), `${s}`).to.equal(true);
                }
                for (const zero of [G.zero, G.zeroAffine])
                    expect(G.isZero(G.timesSecret(zero, Fr.e(5)))).to.equal(true);
            });

            it(`${group}: every scalar takes the same sequence of kernels`, () => {
                const { [group]: G, Fr, r } = curve, point = G.toAffine(G.timesScalar(G.one, 7n)), bits = Fr.bitLength;
                const of = (s) => watch(() => G.timesSecret(point, Fr.e(s)));
                const { calls } = of(12345n), count = (word) => calls.split(" ").filter((call) => call === word).length;
                expect(count(`${G.prefix}_add`)).to.equal(bits);
                expect(count(`${G.prefix}_double`)).to.equal(bits + 1);
                for (const s of scalarsOf(r)) {
                    const got = of(s);
                    expect(got.calls === calls, `${s}`).to.equal(true);
                    expect(got.special, "sums of equal points, or with infinity").to.deep.equal([]);
                }
                for (const s of rareOf(r)) expect(of(s).calls === calls, `${s}`).to.equal(true);
            });

            it(`${group}: a secret multiple leaves nothing of the scalar behind, and is refused for another length`, () => {
                const { [group]: G, Fr, tm } = curve, s = Fr.e(uniform(curve.r)), copy = s.slice();
                const { ArrayBuffer } = globalThis, seen = [];
                globalThis.ArrayBuffer = class extends ArrayBuffer {
                    constructor(length) {
                        super(length);
                        seen.push(new Uint8Array(this));
                    }
                };
                try { G.timesSecret(G.one, s); } finally { globalThis.ArrayBuffer = ArrayBuffer; }
                expect(seen.length, "plain, plus r, plus 2 r, the one that is taken").to.equal(4);
                for (const bytes of seen) expect(bytes.every((x) => x === 0)).to.equal(true);
                expect(s, "the caller's own stays").to.deep.equal(copy);
                const mark = new Uint32Array(tm.memory.buffer, 0, 1)[0];
                expect(tm.u8.subarray(mark, mark + 6 * G.F.n8).every((x) => x === 0), "multiples").to.equal(true);
                for (const bad of [new Uint8Array(31), new Uint8Array(33), undefined])
                    expect(() => G.timesSecret(G.one, bad)).to.throw(RangeError, "expected a scalar of 32 bytes");
            });
        }

        it("drawing looks at no value but to refuse it", () => {
            const { Fr } = curve, draws = [];
            for (let k = 0; k < 40; k++) {
                const words = Array.from({ length: Fr.n64 }, () => uniform(1n << 64n));
                const value = words.reduce((sum, word, i) => sum + (word << BigInt(64 * i)), 0n) & Fr.mask;
                let taken = 0;
                const again = [...words, 1n, 0n, 0n, 0n], rng = { nextU64: () => again[taken++] };
                const { calls } = watch(() => Fr.fromRng(rng));
                expect(taken, "one draw for what is below r").to.equal(value < Fr.p ? Fr.n64 : 2 * Fr.n64);
                draws.push(calls);
            }
            expect(new Set(draws).size).to.equal(1);
        });

        /** What a proof draws. */
        async function drawsOf() {
            const { Fr } = curve, { fromRng } = Fr, seen = [];
            Fr.fromRng = function (rng) {
                seen.push(Fr.toObject(fromRng.call(this, rng)));
                return Fr.e(seen.at(-1));
            };
            try {
                await prove(...["circuit.zkey", "witness.wtns"].map((file) => fixture(circuit, file)), { curve });
                return seen;
            } finally {
                delete Fr.fromRng;
            }
        }

        it("r and s are two draws", async () => {
            const [r, s, ...more] = await drawsOf(), others = await drawsOf();
            expect(more).to.deep.equal([]);
            expect(new Set([r, s, ...others]).size, "all fresh").to.equal(4);
        });
    });
