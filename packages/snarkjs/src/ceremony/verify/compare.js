/**
 * Compares a key with the first key of a circuit while that is made, a part of a section after the
 * other, so that it is nowhere as a whole. It takes the place of the writer. Contributions change
 * delta, and divide C and H by what they multiply it with; everything else stays.
 * @module ceremony/verify/compare
 */
import {
    evaluate, getRandomBytes, HASH, haveSameRatio, pointCheck, sameBytes, SECTION,
} from "../../../../../src/internal/snarkjs_ceremony.js";
import { demand } from "./verdict.js";

/** @import { Curve, SectionWriter, Zkey } from "../../../../../src/internal/snarkjs_ceremony.js" */

/** Bytes of a random factor: a wrong point is missed with a probability of 2^-64. */
const FACTOR = 8;

/** Bytes of points that are summed at a time. */
const SUMMED = 1 << 20;

/** What is in the sections, for people. */
const NAMES = /** @type {Readonly<Record<number, string>>} */ (Object.freeze({
    [SECTION.PROTOCOL]: "the protocol", [SECTION.HEADER]: "the header", [SECTION.IC]: "the points IC",
    [SECTION.COEFFICIENTS]: "the coefficients", [SECTION.A]: "the points A", [SECTION.B1]: "the points B1",
    [SECTION.B2]: "the points B2", [SECTION.C]: "the points C", [SECTION.H]: "the points H",
    [SECTION.CONTRIBUTIONS]: "the hash",
}));

/** @typedef {{ curve: Curve, key: Zkey, signal: AbortSignal }} On */

/**
 * A section that must be equal, up to `length`.
 * @param {On} on
 * @param {number} type
 * @param {number} length
 */
function equality({ key: { file }, signal }, type, length) {
    let at = 0;
    return {
        async write(/** @type {Uint8Array} */ bytes) {
            const count = Math.max(0, Math.min(bytes.length, length - at));
            const part = await file.read(type, at, count, signal);
            demand(sameBytes(part, bytes.subarray(0, count)), () => `expected ${NAMES[type]} of the circuit, got others`);
            at += bytes.length;
        },
        async end() {},
    };
}

/**
 * For points H, what is added to the factor of the first one. Proofs add them up with the values of
 * a polynomial of n - 1 coefficients, so that the sums stay the same when w^i X is added to each
 * H_i, whatever the point X, w being the root of unity of order n. A key that was imported from
 * bellman has other H_i in this respect, see bellman/quotients.js. With factors for which sum_i f_i
 * w^i = 0 these differences are not seen, and all others are.
 * @param {On} on
 */
function factorOfFirst({ curve, key: { power }, signal }) {
    const { Fr } = curve, w = Fr.w[power];
    let sum = Fr.zero;
    return {
        /**
         * @param {Uint8Array} factors - the next ones
         * @param {number} from - the number of the first of them
         */
        async add(factors, from) {
            const n = factors.length / FACTOR;
            const wide = new Uint8Array(n * Fr.n8);
            for (let i = 0; i < n; i++) wide.set(factors.subarray(i * FACTOR, (i + 1) * FACTOR), i * Fr.n8);
            const values = await Fr.batchToMontgomery(wide, { signal });
            sum = Fr.add(sum, Fr.mul(Fr.exp(w, from), await evaluate(curve, values, w, { signal })));
        },
        /** What is added to the factor of the first point. */
        end: () => Fr.neg(sum),
    };
}

/**
 * A section of points that were divided by delta: sums with random factors on both sides have the
 * ratio of delta.
 * @param {On} on
 * @param {number} type
 */
function ratio(on, type) {
    const { curve, key: { file, points: { delta2 } }, signal } = on, { G1, G2 } = curve, size = 2 * G1.F.n8;
    const sums = /** @type {Uint8Array[]} */ ([G1.zero, G1.zero]), firsts = /** @type {Uint8Array[]} */ ([]);
    const own = type === SECTION.H ? factorOfFirst(on) : undefined;
    const check = pointCheck(curve, G1, `${file.name}: expected % section ${type}`, signal);
    let pieces = /** @type {Uint8Array[]} */ ([]), held = 0, at = 0;
    const flush = async () => {
        if (held === 0) return;
        const first = new Uint8Array(held);
        const now = await file.read(type, at, held, signal);
        pieces.reduce((to, piece) => {
            first.set(piece, to);
            return to + piece.length;
        }, 0);
        await check.add(now);
        const factors = getRandomBytes(FACTOR * held / size);
        await own?.add(factors, at / size);
        if (own && at === 0) firsts.push(first.slice(0, size), now.slice(0, size));
        for (const [i, points] of [first, now].entries())
            sums[i] = G1.add(sums[i], await G1.multiExpAffine(points, factors, undefined, undefined, { signal }));
        at += held;
        [pieces, held] = [[], 0];
    };
    return {
        async write(/** @type {Uint8Array} */ bytes) {
            pieces.push(bytes.slice());
            held += bytes.length;
            if (held >= SUMMED) await flush();
        },
        async end() {
            await flush();
            check.end();
            if (own) firsts.forEach((point, i) => { sums[i] = G1.add(sums[i], G1.timesFr(point, own.end())); });
            const [first, now] = sums.map((sum) => G1.toAffine(sum));
            // delta now = first
            demand(await haveSameRatio(curve, [now, first], [G2.gAffine, delta2]), () =>
                `expected ${NAMES[type]} of the circuit divided by delta, got others`);
        },
    };
}

/**
 * @param {On} on - the key is that which is verified
 * @returns {SectionWriter} throws a Fault for the first part that is not right
 */
export function comparingWriter(on) {
    const { file, sG1, sG2 } = on.key;
    let section = /** @type {ReturnType<typeof equality> | undefined} */ (undefined);
    return Object.freeze({
        async begin(type, size) {
            const has = file.sections.get(type)?.size ?? 0;
            const hashes = type === SECTION.CONTRIBUTIONS;
            demand(hashes || has === size, () => `expected ${NAMES[type]} of the circuit in ${size} bytes, got ${has} bytes`);
            if (type === SECTION.C || type === SECTION.H) section = ratio(on, type);
            else section = equality(on, type, hashes ? HASH : type === SECTION.HEADER ? has - sG1 - sG2 : has);
        },
        write: async (bytes) => section?.write(bytes),
        async end() {
            await section?.end();
            section = undefined;
        },
    });
}
