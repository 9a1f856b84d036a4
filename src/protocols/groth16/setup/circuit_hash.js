/**
 * The hash that ties contributions to a circuit: of the points of its first key, uncompressed, each
 * list after its length. Of H it has the differences of powers of tau.
 * @module protocols/groth16/setup/circuit_hash
 */
import { combine } from "../../../batch/combine.js";
import { inOrder } from "../../../files/in_order.js";
import { PTAU } from "../../../files/ptau.js";
import { blake2b } from "../../../util/hashes.js";
import { hashPoint } from "../../setup/knowledge.js";
import { readPoints } from "../../setup/lagrange.js";

/** @import { Curve } from "../../../curves/types.js" */
/** @import { PointSection } from "../../../files/point_section.js" */
/** @import { Ptau } from "../../../files/ptau.js" */
/** @import { HeaderPoints } from "../zkey.js" */

/** Differences of a task. */
const DIFFERENCES = 1 << 12;

/** @param {{ curve: Curve }} on @param {HeaderPoints} points */
export function openCircuitHash({ curve }, points) {
    const hasher = blake2b(), { G1, G2 } = curve;
    for (const [G, name] of /** @type {const} */ ([
        [G1, "alpha1"], [G1, "beta1"], [G2, "beta2"], [G2, "gamma2"], [G1, "delta1"], [G2, "delta2"],
    ])) hashPoint(hasher, G, points[name]);
    return Object.freeze({
        /** @param {number} count - of the points that follow */
        begin(count) {
            const bytes = new Uint8Array(4);
            new DataView(bytes.buffer).setUint32(0, count);
            hasher.update(bytes);
        },
        /** @param {Uint8Array} encoded - the next points */
        add: (encoded) => void hasher.update(encoded),
        digest: () => new Uint8Array(hasher.digest()),
    });
}

/** Pairs of points of which one is the difference. @param {number} count @param {bigint} r */
function signs(count, r) {
    const scalars = new Uint8Array(2 * count * 32);
    for (let k = 0; k < 32; k++) scalars[32 + k] = Number(((r - 1n) >> BigInt(8 * k)) & 255n);
    scalars[0] = 1;
    for (let have = 64; have < scalars.length; have *= 2)
        scalars.copyWithin(have, 0, Math.min(have, scalars.length - have));
    return scalars;
}

/**
 * From this size of the domain on, snarkjs hashes one difference too many, after announcing n - 1:
 * it takes them in full chunks. The hash of a circuit is what it calculates.
 */
const ONE_TOO_MANY = 2 ** 15;

/**
 * tau^(2 n - 1) G1; where the file ends before it, the bytes behind the section, which snarkjs
 * takes for a point: a section's header, and the first bytes of that section.
 * @param {{ ptau: Ptau, curve: Curve, signal: AbortSignal }} on
 * @param {number} n
 */
async function lastPower(on, n) {
    const { ptau: { file, points }, signal } = on;
    const { points: count, pointBytes } = /** @type {PointSection} */ (points.get(PTAU.TAU_G1));
    const at = 2 * n - 1;
    if (at < count) return readPoints(on, PTAU.TAU_G1, at, 1);
    return file.read(PTAU.TAU_G1, at * pointBytes, pointBytes, signal);
}

/**
 * Hashes (tau^(n + i) - tau^i) G1 for i < n - 1.
 * @param {{ ptau: Ptau, curve: Curve, signal: AbortSignal }} on
 * @param {ReturnType<typeof openCircuitHash>} hash
 * @param {number} n - the size of the domain
 */
export async function hashDifferences(on, hash, n) {
    const { curve, signal } = on, { G1, tm, r } = curve, size = 2 * G1.F.n8;
    const parts = Array.from({ length: Math.ceil((n - 1) / DIFFERENCES) }, (_, i) => i * DIFFERENCES);
    hash.begin(n - 1);
    await inOrder(parts, tm.concurrency + 1, async (from) => {
        const count = Math.min(DIFFERENCES, n - 1 - from);
        const points = new Uint8Array(2 * count * size);
        const [above, below] = await Promise.all([
            readPoints(on, PTAU.TAU_G1, n + from, count), readPoints(on, PTAU.TAU_G1, from, count),
        ]);
        for (let i = 0; i < count; i++) {
            points.set(above.subarray(i * size, (i + 1) * size), 2 * i * size);
            points.set(below.subarray(i * size, (i + 1) * size), (2 * i + 1) * size);
        }
        const counts = new Uint32Array(count).fill(2);
        return (await combine(curve, G1, { points, scalars: signs(count, r), counts }, { signal })).encoded;
    }, hash.add);
    if (n < ONE_TOO_MANY) return;
    const [above, below] = await Promise.all([lastPower(on, n), readPoints(on, PTAU.TAU_G1, n - 1, 1)]);
    const encoded = new Uint8Array(size);
    G1.toRprUncompressed(encoded, 0, G1.toAffine(G1.sub(above, below)));
    hash.add(encoded);
}
