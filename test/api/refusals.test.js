/** Arguments that operations refuse, in words, before anything is queued, and answers at the ends of their ranges. */
import { expect } from "chai";
import { buildBls12381, buildBn128 } from "../../src/index.js";
import { inverse } from "../../src/bigint/modular.js";
import { configure } from "../../src/curves/config.js";
import { toProverError, ProverError } from "../../src/files/errors.js";
import { checkTask } from "../../src/pool/job.js";
import { createThreadManager } from "../../src/pool/pool.js";
import { unpack } from "../../src/runtime/instance.js";
import { fromBase64 } from "../../src/util/base64.js";
import { messageOf } from "../../src/util/check.js";
import { failureOf } from "../support/failure.js";

const refuses = async (body, Kind, words) => {
    const error = await failureOf((async () => body())());
    expect(error).to.be.instanceOf(Kind);
    expect(error.message).to.include(words);
};

for (const [name, build] of [["bn128", buildBn128], ["bls12381", buildBls12381]]) describe(`refusals on ${name}`, () => {
    let curve;
    before(async () => { curve = await build({ singleThread: true }); });

    it("e: an element of an extension that has fewer or more coefficients", async () => {
        for (const [field, degree] of [[curve.F2, 2], [curve.F6, 3], [curve.F12, 2]])
            for (const wrong of [[], Array(degree - 1).fill(1n), Array(degree + 1).fill(1n), 5n])
                await refuses(() => field.e(wrong), Error, `expected an array of ${degree} elements`);
        expect(curve.F2.toObject(curve.F2.e([3n, "5"]))).to.deep.equal([3n, 5n]);
    });

    it("ifftShiftFft: a shift of another length", async () => {
        const { Fr } = curve;
        for (const length of [0, 31, 33])
            await refuses(() => Fr.ifftShiftFft(new Uint8Array(64), { shift: new Uint8Array(length) }), RangeError,
                `expected a shift of 32 bytes, got ${length}`);
    });

    it("ifftShiftFft: the shift is the next root of unity unless given", async () => {
        const { Fr } = curve, values = new Uint8Array(128);
        for (let i = 0; i < 4; i++) values.set(Fr.e(i + 3), 32 * i);
        const usual = await Fr.ifftShiftFft(values), root = await Fr.ifftShiftFft(values, { shift: Fr.w[3] });
        expect(usual).to.deep.equal(root);
        expect(await Fr.ifftShiftFft(values, { shift: Fr.shift })).not.to.deep.equal(usual);
    });

    it("multiExpAffineChunked: bytes that are no number of bytes, and a reader that is none", async () => {
        const { G1 } = curve, reader = () => expect.fail("was read");
        for (const total of [-1, 1.5, NaN, Infinity, "64", undefined])
            await refuses(() => G1.multiExpAffineChunked(reader, total, new Uint8Array(32)), RangeError, "totalBasesBytes");
        for (const wrong of [undefined, new Uint8Array(64), {}])
            await refuses(() => G1.multiExpAffineChunked(wrong, 64, new Uint8Array(32)), Error, "must be a function");
    });

    it("multiExpAffineChunked: no points, or scalars of no bytes, are infinity, and nothing is read", async () => {
        const { G1 } = curve, reader = () => expect.fail("was read"), size = 2 * G1.F.n8;
        expect(G1.isZero(await G1.multiExpAffineChunked(reader, 0, new Uint8Array(0)))).to.equal(true);
        expect(G1.isZero(await G1.multiExpAffineChunked(reader, size, new Uint8Array(0)))).to.equal(true);
    });

    it("sums: what is no buffer, and sizes that do not fit", async () => {
        const { G1 } = curve, size = 2 * G1.F.n8, errors = [], logger = { error: (text) => errors.push(text) };
        for (const wrong of [undefined, null, [1, 2], "bytes", 5])
            await refuses(() => G1.multiExpAffine(new Uint8Array(size), wrong, logger), Error,
                "buffScalars is not Uint8Array: expected a Uint8Array or BigBuffer");
        expect(errors.length, "the logger is told").to.equal(5);
        await refuses(() => G1.multiExpAffine(new Uint8Array(size - 1), new Uint8Array(32)), Error, "Invalid buffer size");
        for (const bytes of [1, 3, 63])
            await refuses(() => G1.multiExpAffine(new Uint8Array(2 * size), new Uint8Array(bytes)), Error, "Scalar size");
    });

    it("fields and groups: operations that they do not have", () => {
        const { F6, F12, Gt } = curve;
        expect(Gt).to.equal(F12);
        for (const F of [F6, F12]) expect(() => F.fromRng({})).to.throw();
        expect(() => F6.isSquare(F6.one)).to.throw(TypeError);
    });

    it("points: bytes that are too few, and coordinates with a z of their own", () => {
        const { G1, G2 } = curve;
        for (const G of [G1, G2]) {
            const { n8 } = G.F;
            for (const [read, length] of [["fromRprLEM", 2 * n8], ["fromRprUncompressed", 2 * n8], ["fromRprCompressed", n8]])
                for (const missing of [1, length])
                    expect(() => G[read](new Uint8Array(length - missing), 0), read).to.throw(RangeError, "bytes from offset 0");
            const point = G.timesScalar(G.one, 5n), object = G.toObject(point);
            const again = G.fromObject(object);
            expect(again.length, "jacobian").to.equal(3 * n8);
            expect(G.eq(again, point)).to.equal(true);
            expect(G.fromObject(G.toObject(G.toAffine(point))).length, "affine").to.equal(2 * n8);
            expect(G.isZero(G.fromObject(G.toObject(G.zero)))).to.equal(true);
        }
    });

    it("numbers: empty text is zero, and bytes stand at the start unless said otherwise", () => {
        const { Fr, F2 } = curve, bytes = new Uint8Array(40);
        expect(Fr.isZero(Fr.fromObject(""))).to.equal(true);
        expect(Fr.toObject(Fr.fromObject("17"))).to.equal(23n);
        expect(Fr.toObject(Fr.fromObject("0x17"))).to.equal(23n);
        Fr.toRprLE(bytes, 8, Fr.e(9));
        expect(Fr.toObject(Fr.fromRprLE(bytes, 8))).to.equal(9n);
        expect(Fr.toObject(Fr.fromRprLE(bytes.subarray(8)))).to.equal(9n);
        expect(() => Fr.fromRprLE(bytes, 9)).to.throw(RangeError, "expected 32 bytes from offset 9");
        expect(F2.isZero(F2.sqrt(F2.zero))).to.equal(true);
    });
});

describe("refusals of tasks", () => {
    it("a task is a list, its transfers are buffers that are attached", () => {
        for (const task of [undefined, null, "task", { length: 0 }, 5])
            expect(() => checkTask(task, [])).to.throw(TypeError, "a list of commands");
        for (const transfers of [undefined, null, new ArrayBuffer(8), new Set()])
            expect(() => checkTask([], transfers)).to.throw(TypeError, "a list of transfers");
        const detached = new ArrayBuffer(8);
        structuredClone(detached, { transfer: [detached] });
        for (const item of [new Uint8Array(8), {}, null, new SharedArrayBuffer(8)])
            expect(() => checkTask([], [item])).to.throw(TypeError, "ArrayBuffers as transfers");
        expect(() => checkTask([], [detached])).to.throw(TypeError, "detached");
        checkTask([], [new ArrayBuffer(8), new ArrayBuffer(0)]);
    });

    it("a pool needs a module", () => refuses(() => createThreadManager({}), TypeError, "expected module or code, got neither"));

    it("a task on the main instance is a list too", async () => {
        const curve = await buildBn128({ singleThread: true });
        for (const task of [undefined, "task", {}])
            await refuses(() => curve.tm.queueAction(task), TypeError, "a list of commands");
    });
});

describe("refusals elsewhere", () => {
    it("an inverse modulo what is not coprime", () => {
        expect(inverse(3n, 7n)).to.equal(5n);
        expect(inverse(-3n, 7n)).to.equal(2n);
        for (const [a, m, gcd] of [[6n, 9n, 3n], [0n, 7n, 7n], [14n, 7n, 7n]])
            expect(() => inverse(a, m)).to.throw(RangeError, `got gcd ${gcd}`);
    });

    it("configure: records alone", () => {
        for (const options of [undefined, null, 5, "threads"])
            expect(() => configure(options)).to.throw(TypeError, "a record of options");
        for (const [name, bad] of [["workerUrl", 5], ["workerUrl", {}], ["workerUrl", { href: 5 }], ["createWorker", {}],
            ["modules", 5], ["logger", "log"], ["terminationTimeout", 0], ["terminationTimeout", "5"], ["tier", "avx"],
            ["threads", -1], ["singleThread", 1], ["curves", {}]])
            expect(() => configure({ [name]: bad }), name).to.throw(Error, name);
    });

    it("base64: characters outside of the alphabet, with their place", () => {
        expect([...fromBase64("AQID")]).to.deep.equal([1, 2, 3]);
        expect([...fromBase64("AQI=")]).to.deep.equal([1, 2]);
        expect([...fromBase64("+/==")]).to.deep.equal([251]);
        for (const [text, place] of [["AQ-D", 2], ["_QID", 0], ["AQI\n", 3], ["AQIé", 3], ["AQI\u{2028}", 3]])
            expect(() => fromBase64(text)).to.throw(RangeError, `at offset ${place}`);
    });

    it("unpack: what is no packed module", () => {
        for (const text of ["", "AAAA", "AAAAAA==", "/////w==", "////fwAA"])
            expect(() => unpack(text), text).to.throw(RangeError, "expected a packed module");
    });

    it("errors of the pool are a prover's, others what they are", () => {
        for (const code of ["ERR_MEMORY", "ERR_WORKER"]) {
            const cause = Object.assign(new Error("gone"), { code }), error = toProverError(cause);
            expect(error).to.be.instanceOf(ProverError);
            expect([error.code, error.cause, error.name]).to.deep.equal([code, cause, "ProverError"]);
            expect(error.message.includes("fewer threads")).to.equal(code === "ERR_MEMORY");
            expect(toProverError(error)).to.equal(error);
        }
        const other = new Error("other");
        expect(toProverError(other)).to.equal(other);
        expect(toProverError(undefined)).to.equal(undefined);
        expect([messageOf(other), messageOf("text"), messageOf(undefined)]).to.deep.equal(["other", "text", "undefined"]);
    });
});
