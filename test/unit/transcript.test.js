/** Challenges of transcripts, against the definition on BigInt. */
import { expect } from "chai";
import { getCurveFromName } from "../../src/index.js";
import { challengeOf } from "../../src/protocols/key/transcript.js";
import { keccak256 } from "../../src/util/noble_hashes.js";

const hex = (value, bytes) => value.toString(16).padStart(2 * bytes, "0");
const bytesOf = (text) => new Uint8Array(Buffer.from(text, "hex"));
const text = (bytes) => Buffer.from(bytes).toString("hex");

describe("Keccak-256", () => {
    it("has the known hashes of the empty text and of abc", () => {
        expect(text(keccak256(new Uint8Array(0)))).to.equal("c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470");
        expect(text(keccak256(new TextEncoder().encode("abc")))).to.equal(
            "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45",
        );
    });
});

for (const name of ["bn128", "bls12381", "bls12377"]) describe(`challenges on ${name}`, () => {
    let curve;
    before(async () => { curve = await getCurveFromName(name, { singleThread: true }); });
    after(() => curve.terminate());

    it("are hashes of points and numbers, plain and big-endian, modulo r", () => {
        const { G1, Fr, r } = curve, n8 = G1.F.n8, point = G1.toAffine(G1.timesScalar(G1.g, 12345678901234567890n));
        const [x, y] = G1.toObject(point), k = r - 5n;
        const hashed = bytesOf([hex(x, n8), hex(y, n8), hex(k, 32), hex(7n, 32)].join(""));
        const expected = BigInt(`0x${text(keccak256(hashed))}`) % r;
        expect(Fr.toObject(challengeOf(curve, [point, Fr.e(k), Fr.e(7)]))).to.equal(expected);
        expect(Fr.toObject(challengeOf(curve, [Fr.e(k), point, Fr.e(7)])), "order counts").to.not.equal(expected);
    });

    it("take the point at infinity as zeros", () => {
        const { G1, Fr, r } = curve, zeros = new Uint8Array(2 * G1.F.n8);
        const expected = BigInt(`0x${text(keccak256(zeros))}`) % r;
        expect(Fr.toObject(challengeOf(curve, [G1.toAffine(G1.zero)]))).to.equal(expected);
    });

    it("refuse what is neither", () => {
        expect(() => challengeOf(curve, [new Uint8Array(31)])).to.throw(RangeError, /expected entries of 32 or .*, got 31/);
        expect(() => challengeOf(curve, [curve.G1.zero])).to.throw(RangeError, /expected entries/);
    });
});
