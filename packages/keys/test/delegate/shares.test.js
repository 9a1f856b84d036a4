/**
 * The two shares of scalars: that they add up, modulo r, that both are uniform whatever the scalars, and that what is
 * drawn from a seed is the stream of ChaCha20 and no other. All seeds are fixed, so no answer depends on chance.
 */
import { expect } from "chai";
import { getCurveFromName } from "../../../../src/index.js";
import { RECORDS } from "../../../../src/params/records.js";
import { scalarsOf } from "../../src/delegate/join.js";
import { drawFactor } from "../../../../src/util/random.js";
import {
    drawFrom, expandSeed, firstAbove, layoutOf, SEED, subtractSeed,
} from "../../src/delegate/shares.js";
import { ChaCha } from "../../../../src/util/chacha.js";
import { chachaWords } from "../../../../src/util/chacha_words.js";
import { itInAll, rowsOf } from "../../../../test/support/extent.js";

/** The scalar fields of curves with a pairing. */
const FIELDS = RECORDS.filter(({ pairing }) => pairing)
    .map(({ name, fr }) => ({ name, r: fr.p, n8r: fr.n8 }));
const { signal } = new AbortController();
const seedOf = (byte) => new Uint8Array(SEED).map((_, i) => (byte * 41 + i * 7) & 255);

function bytesOf(values, n8) {
    const out = Buffer.alloc(values.length * n8);
    values.forEach((value, i) => {
        for (let k = 0; k < n8; k += 8)
            out.writeBigUInt64LE((value >> BigInt(8 * k)) & 0xffffffffffffffffn, i * n8 + k);
    });
    return new Uint8Array(out);
}
function valuesOf(bytes, n8) {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    return Array.from({ length: bytes.length / n8 }, (_, i) => {
        let value = 0n;
        for (let k = n8 - 8; k >= 0; k -= 8) value = (value << 64n) | buffer.readBigUInt64LE(i * n8 + k);
        return value;
    });
}

/** Both shares of these values: what a server makes of the seed, and what the other gets. */
async function sharesOf(field, values, seed) {
    const { n8r, r } = field, drawn = new Uint8Array(values.length * n8r), rest = bytesOf(values, n8r);
    await expandSeed(seed, { r, n8r }, drawn, signal);
    await subtractSeed(rest, seed, { r, n8r }, signal);
    return [valuesOf(drawn, n8r), valuesOf(rest, n8r)];
}

/** What is drawn, one number after the other: the words of ChaCha, as many bits as r has, those below r. */
function drawnSlowly({ r, n8r }, seed, count) {
    const view = new DataView(seed.buffer), words = Array.from({ length: 8 }, (_, i) => view.getUint32(4 * i, true));
    const stream = new ChaCha(words), mask = (1n << BigInt(r.toString(2).length)) - 1n, drawn = [];
    while (drawn.length < count) {
        let value = 0n;
        for (let k = 0; k < n8r / 4; k++) value |= BigInt(stream.nextU32()) << BigInt(32 * k);
        if ((value & mask) < r) drawn.push(value & mask);
    }
    return drawn;
}

describe("the words of ChaCha20", () => {
    it("are those that ChaCha gives one after the other", () => {
        for (const byte of [0, 1, 2]) {
            const seed = seedOf(byte), view = new DataView(seed.buffer), fast = chachaWords(seed);
            const slow = new ChaCha(Array.from({ length: 8 }, (_, i) => view.getUint32(4 * i, true)));
            for (const words of [16, 160, 4096]) {
                const out = new Uint32Array(words);
                fast.fill(out);
                expect([...out]).to.deep.equal(Array.from(out, () => slow.nextU32()));
            }
        }
    });

    it("are those of RFC 8439, appendix A.1, vectors 1 and 2", () => {
        const stream = chachaWords(new Uint8Array(32)), out = new Uint32Array(32);
        stream.fill(out);
        const hex = Buffer.from(out.buffer).toString("hex");
        expect(hex.slice(0, 64)).to.equal("76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7");
        expect(hex.slice(128, 192)).to.equal("9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed");
    });

    it("do not depend on the seed's array, and end when the stream is cleared", () => {
        const seed = seedOf(3), one = chachaWords(seed), other = chachaWords(seed);
        const a = new Uint32Array(16), b = new Uint32Array(16);
        seed.fill(0);
        one.fill(a);
        other.clear();
        other.fill(b);
        expect([...a].some(Boolean)).to.equal(true);
        expect([...b].some(Boolean)).to.equal(false); // of a state of zeros: neither the seed nor the constants
    });
});

for (const field of FIELDS) describe(`shares of scalars of ${field.name}`, () => {
    const { r, n8r } = field;

    it("what is drawn is the stream, without what is not below r", async () => {
        const count = 5000, seed = seedOf(4), drawn = new Uint8Array(count * n8r);
        await expandSeed(seed, field, drawn, signal);
        expect(valuesOf(drawn, n8r)).to.deep.equal(drawnSlowly(field, seed, count));
    });

    it("does not depend on how many are drawn at a time", () => {
        const whole = new Uint32Array(3000 * n8r / 4), parts = new Uint32Array(whole.length);
        drawFrom(seedOf(5), field).fill(whole);
        const { fill } = drawFrom(seedOf(5), field);
        for (let at = 0, size = 1; at < parts.length; size++) {
            fill(parts.subarray(at, at + size * n8r / 4));
            at += size * n8r / 4;
        }
        expect(parts).to.deep.equal(whole);
    });

    it("both add up to each scalar, at its edges and at those of what is drawn", async () => {
        const seed = seedOf(6), edges = [0n, 1n, 2n, r - 1n, r - 2n, r / 2n, 2n ** 32n, 2n ** 64n - 1n, 2n ** 224n];
        const pads = drawnSlowly(field, seed, 200);
        const values = pads.map((pad, i) => {
            if (i < 3 * edges.length) return edges[i % edges.length];
            return [pad, (pad + 1n) % r, (pad + r - 1n) % r, (r - pad) % r, pad ^ (pad & 0xffffffffn)][i % 5];
        });
        const [one, other] = await sharesOf(field, values, seed);
        expect(one).to.deep.equal(pads);
        for (const share of other) expect(share < r).to.equal(true);
        expect(one.map((share, i) => (share + other[i]) % r)).to.deep.equal(values);
        expect(other[27 + ((5 - 27 % 5) % 5)], "of a scalar that was drawn").to.equal(0n);
    });

    itInAll("both add up where they are many, over turns of the event loop", async () => {
        const values = Array.from({ length: 70_000 }, (_, i) => (BigInt(i) * 0x123456789abcdefn) ** 4n % r);
        const [one, other] = await sharesOf(field, values, seedOf(7));
        expect(one.findIndex((share, i) => (share + other[i]) % r !== values[i])).to.equal(-1);
    });

    it("finds the first scalar that is not below r", async () => {
        const top = 1n << BigInt(8 * n8r - 1);
        const most = 2n ** BigInt(8 * n8r) - 1n;
        for (const [wrong, first] of [[r, 3], [r + 1n, 3], [top, 3], [most, 3], [r - 1n, -1], [0n, -1]]) {
            const values = bytesOf([0n, r - 1n, 1n, wrong, wrong, r - 2n], n8r);
            expect(await firstAbove(values, field, signal), String(wrong)).to.equal(first);
        }
        const many = bytesOf(Array.from({ length: 40_000 }, (_, i) => (i === 39_000 ? r : 5n)), n8r);
        expect(await firstAbove(many, field, signal)).to.equal(39_000);
    });

    it("nothing of the stream is left behind, also where they were aborted", async () => {
        const { Uint32Array: Plain } = globalThis, count = 40_000; // more than one turn
        for (const work of [
            (bytes, stop) => subtractSeed(bytes, seedOf(4), { r, n8r }, stop),
            (bytes, stop) => expandSeed(seedOf(4), { r, n8r }, bytes, stop),
        ]) for (const stops of [false, true]) {
            const bytes = new Uint8Array(count * n8r), controller = new AbortController(), made = [];
            globalThis.Uint32Array = class extends Plain {
                constructor(...args) {
                    super(...args);
                    made.push(this);
                }
            };
            let done;
            try {
                done = work(bytes, controller.signal).catch((error) => error);
            } finally {
                globalThis.Uint32Array = Plain;
            }
            const own = made.filter(({ buffer, length }) => buffer !== bytes.buffer && length > n8r / 4);
            expect(own.some((words) => words.some(Boolean)), "while it runs").to.equal(true);
            if (stops) controller.abort(new Error("enough"));
            expect((await done)?.message).to.equal(stops ? "enough" : undefined);
            for (const words of own) expect(words.some(Boolean), `${words.length} words`).to.equal(false);
        }
    });

    it("stops when it is told to", async () => {
        const controller = new AbortController(), end = new Error("enough");
        controller.abort(end);
        const error = await expandSeed(seedOf(8), field, new Uint8Array(n8r), controller.signal).catch((e) => e);
        expect(error).to.equal(end);
    });
});

/**
 * How far counts are from equal ones: about as large as there are bins, and above `most` for one in a million lists of
 * uniform values. With fixed seeds it is the same number at each run.
 */
function chiSquare(counts) {
    const expected = counts.reduce((a, b) => a + b, 0) / counts.length;
    return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}
const BINS = 64, MOST = 130; // of 63 degrees of freedom: 130 is exceeded by one in 10^6

/** Counts of values by where they are in [0, r). */
const byPlace = (values, r) => countIn(values, (value) => Number((value * BigInt(BINS)) / r));
const byLowBits = (values) => countIn(values, (value) => Number(value % BigInt(BINS)));
const byMiddleBits = (values) => countIn(values, (value) => Number((value >> 100n) % BigInt(BINS)));
function countIn(values, binOf) {
    const counts = new Array(BINS).fill(0);
    for (const value of values) counts[binOf(value)]++;
    return counts;
}

/** Are two lists from one distribution? Their counts, bin by bin; the same threshold. */
function difference(one, other) {
    return one.reduce((sum, count, i) => sum + (count - other[i]) ** 2 / Math.max(1, count + other[i]), 0);
}

for (const field of FIELDS.filter(({ name }) => rowsOf(["bn128", "bls12381"], ["bn128"]).includes(name)))
    describe(`the distribution of shares of ${field.name}`, () => {
        const { r } = field, COUNT = 16_384;
        /** Witnesses that have nothing in common. */
        const WITNESSES = {
            "all zeros": Array.from({ length: COUNT }, () => 0n),
            bits: Array.from({ length: COUNT }, (_, i) => BigInt((i * 7) % 3 === 0)),
            "small numbers": Array.from({ length: COUNT }, (_, i) => BigInt(i % 256)),
            "all r - 1": Array.from({ length: COUNT }, () => r - 1n),
            dense: drawnSlowly(field, seedOf(77), COUNT),
        };
        const COUNTS = { place: byPlace, low: byLowBits, middle: byMiddleBits };
        const spread = (values) => Object.values(COUNTS).map((count) => chiSquare(count(values, r)));

        it("the test sees what is not uniform: the witnesses themselves, and a share without rejection", () => {
            for (const name of ["all zeros", "bits", "small numbers", "all r - 1"])
                expect(Math.max(...spread(WITNESSES[name])), name).to.be.above(MOST);
            const above = 1n << BigInt(r.toString(2).length);
            const stream = drawnSlowly({ r: above, n8r: field.n8r }, seedOf(1), COUNT);
            expect(spread(stream.map((value) => value % r))[0], "reduced once").to.be.above(MOST);
        });

        it("each share is uniform, whatever the witness", async () => {
            for (const [i, [name, values]] of Object.entries(WITNESSES).entries()) {
                const [seeded, rest] = await sharesOf(field, values, seedOf(20 + i));
                for (const [which, share] of Object.entries({ seeded, rest }))
                    for (const chi of spread(share)) expect(chi, `${which} of ${name}`).to.be.below(MOST);
            }
        });

        itInAll("shares of two witnesses cannot be told apart, nor those of zeros and ones within one", async () => {
            const lists = await Promise.all(Object.values(WITNESSES)
                .map(async (values, i) => (await sharesOf(field, values, seedOf(40 + i)))[1]));
            for (const count of Object.values(COUNTS)) {
                for (const list of lists.slice(1))
                    expect(difference(count(lists[0], r), count(list, r))).to.be.below(MOST);
                const ofBit = (bit) => lists[1].filter((_, i) => WITNESSES.bits[i] === bit);
                const [zeros, ones] = [ofBit(0n).slice(0, 5000), ofBit(1n).slice(0, 5000)];
                expect(zeros.length).to.equal(ones.length);
                expect(difference(count(zeros, r), count(ones, r))).to.be.below(MOST);
            }
        });

        itInAll("the seeded share is the same for all witnesses: it does not know them", async () => {
            const seed = seedOf(60), lists = await Promise.all(Object.values(WITNESSES)
                .map(async (values) => (await sharesOf(field, values, seed))[0]));
            for (const list of lists.slice(1)) expect(list).to.deep.equal(lists[0]);
        });
    });

describe("the layout of the three lists of scalars", () => {
    it("signals, private signals, the domain; always more than a seed", () => {
        const curve = { n8r: 32 };
        expect(layoutOf({ nVars: 10, nPublic: 3, domainSize: 16, curve }))
            .to.deep.equal({ signals: 320, privates: 320 + 192, total: 320 + 192 + 512 });
        expect(layoutOf({ nVars: 1, nPublic: 0, domainSize: 1, curve }).total).to.be.above(SEED);
    });
});

describe("the factor of the first list", () => {
    it("is drawn again while it is 0, which would hide nothing", () => {
        const drawn = [0, 0, 7, 9].map((byte) => Uint8Array.of(byte));
        const Fr = { fromRng: () => drawn.shift(), isZero: ([byte]) => byte === 0 };
        expect(drawFactor(Fr)).to.deep.equal(Uint8Array.of(7));
        expect(drawn.length).to.equal(1);
    });
});

describe("scalars of all sums", () => {
    it("are those of A and B2 times a factor, of C and of H; both lists are known as secrets", async () => {
        const curve = await getCurveFromName("bn128", { singleThread: true }), { Fr, r } = curve;
        try {
            const zkey = { nVars: 4, nPublic: 1, domainSize: 2, curve: { n8r: 32 } }, secrets = [];
            const values = [1n, 5n, r - 1n, 2n ** 200n], products = values.map((value) => (7n * value) % r);
            const witness = bytesOf(values, 32), quotient = bytesOf([8n, 9n], 32);
            const context = { zkey, curve, witness, secrets, signal };
            const scalars = await scalarsOf(context, quotient, Fr.e(7n));
            expect(valuesOf(scalars, 32)).to.deep.equal([...products, ...values.slice(2), 8n, 9n]);
            expect(secrets.length).to.equal(2);
            expect(secrets).to.include(scalars);
            const scaled = secrets.find((one) => one !== scalars);
            expect(valuesOf(scaled, 32)).to.deep.equal(products);
            expect(valuesOf(witness, 32), "as it was").to.deep.equal(values);
        } finally {
            await curve.terminate();
        }
    });
});
