/**
 * For each wire of some, the MSM of its coefficients times the Lagrange points of their rows: what
 * most sections of a key consist of.
 * @module protocols/groth16/setup/wire_msms
 */
import { combine } from "../../../batch/combine.js";
import { inOrder } from "../../../files/in_order.js";
import { SUM_PRODUCTS } from "../../../util/chunk_sizes.js";

/** @import { Curve } from "../../../curves/types.js" */
/** @import { PointsByNumber } from "../../setup/lagrange.js" */
/** @import { Range } from "../../setup/terms.js" */

/** Products of a task, at least unless there are no more, and wires at most. */
const PRODUCTS = 1 << 12;
const WIRES = 1 << 12;

/** Products of a long MSM that are in memory at once. */
const LONG = 1 << 17;

/** A task that waits beside those that workers have. */
const AHEAD = 1;

/**
 * Terms of a matrix, and the points that they are multiplied by.
 * @typedef {{ matrix: number, points: PointsByNumber }} Part
 */

/**
 * Wires of a task, from one on, and how many products each has.
 * @typedef {{ from: number, counts: Uint32Array }} Cut
 */

/**
 * @typedef {{ points: Uint8Array, encoded: Uint8Array }} WirePoints affine, LEM; the same as a transcript
 *   has them
 */

/**
 * The terms of wires [from, to) of a part, one wire after the other.
 * @param {Range} range
 * @param {Part} part
 * @param {number} from
 * @param {number} to
 */
function termsOf({ from: first, of }, { matrix }, from, to) {
    const { starts, rows, values } = of[matrix], [at, end] = [starts[from - first], starts[to - first]];
    return { rows: rows.subarray(at, end), values, at };
}

/**
 * How many products a wire has in all parts.
 * @param {Range} range
 * @param {readonly Part[]} parts
 */
const lengthOf = ({ from, of }, parts) => (/** @type {number} */ wire) => parts.reduce((sum, { matrix }) =>
    sum + of[matrix].starts[wire - from + 1] - of[matrix].starts[wire - from], 0);

/**
 * @param {Range} range
 * @param {readonly Part[]} parts
 * @param {number} from
 * @param {number} to
 * @returns {Generator<Cut, void>}
 */
function* cutsOf(range, parts, from, to) {
    const length = lengthOf(range, parts);
    for (let at = from; at < to;) {
        const counts = [];
        for (let products = 0; at + counts.length < to && products < PRODUCTS && counts.length < WIRES;) {
            const count = length(at + counts.length);
            counts.push(count);
            products += count > SUM_PRODUCTS ? 0 : count;
        }
        yield { from: at, counts: Uint32Array.from(counts) };
        at += counts.length;
    }
}

/**
 * The points and values of the products of a cut, those of a wire together; none of its long wires.
 * @param {Range} range
 * @param {readonly Part[]} parts
 * @param {Cut} cut
 * @param {(count: number) => boolean} takes - a wire with so many products
 */
async function gather(range, parts, { from, counts }, takes) {
    const kept = counts.map((count) => (takes(count) ? count : 0));
    const next = new Uint32Array(counts.length);
    for (let i = 1; i < counts.length; i++) next[i] = next[i - 1] + kept[i - 1];
    const total = kept.reduce((sum, count) => sum + count, 0), size = parts[0].points.pointBytes;
    const points = new Uint8Array(total * size);
    const scalars = new Uint8Array(total * 32);
    const words = new Uint32Array(scalars.buffer);
    for (const part of parts) {
        const { rows, values, at } = termsOf(range, part, from, from + counts.length);
        const given = new Uint32Array(values.buffer), { starts } = range.of[part.matrix];
        const numbers = new Uint32Array(rows.length);
        const targets = new Uint32Array(rows.length);
        let used = 0;
        for (let i = 0; i < counts.length; i++) {
            const wire = from - range.from + i;
            if (!takes(counts[i])) continue;
            for (let t = starts[wire]; t < starts[wire + 1]; t++, used++) {
                numbers[used] = rows[t - at];
                const target = targets[used] = next[i]++;
                for (let k = 0; k < 8; k++) words[8 * target + k] = given[8 * t + k];
            }
        }
        await part.points.gather(numbers.subarray(0, used), points, targets.subarray(0, used));
    }
    return { points, scalars, counts: kept };
}

/**
 * The MSM of a wire with many products, such as that of the constant.
 * @param {{ curve: Curve, signal: AbortSignal }} on
 * @param {"G1" | "G2"} group
 * @param {Range} range
 * @param {readonly Part[]} parts
 * @param {number} wire
 */
async function longMsm({ curve, signal }, group, range, parts, wire) {
    const G = curve[group];
    let sum = G.zero;
    for (const part of parts) {
        const { rows, values, at } = termsOf(range, part, wire, wire + 1);
        for (let from = 0; from < rows.length; from += LONG) {
            const some = rows.slice(from, from + LONG);
            const points = new Uint8Array(some.length * part.points.pointBytes);
            await part.points.gather(some, points, Uint32Array.from(some, (_, i) => i));
            const scalars = values.slice((at + from) * 32, (at + from + some.length) * 32);
            sum = G.add(sum, await G.multiExpAffine(points, scalars, undefined, undefined, { signal }));
        }
    }
    return /** @type {Uint8Array} */ (G.toAffine(sum));
}

/**
 * MSMs of the wires [from, to) of a range, in order, some at a time.
 * @param {{ curve: Curve, signal: AbortSignal }} on
 * @param {"G1" | "G2"} group
 * @param {Range} range
 * @param {readonly Part[]} parts
 * @param {readonly [from: number, to: number]} wires
 * @param {(wires: WirePoints) => Promise<void>} use
 */
export async function wireMsms(on, group, range, parts, [from, to], use) {
    const { curve, signal } = on, G = curve[group], size = 2 * G.F.n8;
    const takes = (/** @type {number} */ count) => count <= SUM_PRODUCTS;
    await inOrder(cutsOf(range, parts, from, to), curve.tm.concurrency + AHEAD, async (cut) => {
        signal.throwIfAborted();
        const sums = await combine(curve, G, await gather(range, parts, cut, takes), { signal });
        for (let i = 0; i < cut.counts.length; i++) {
            if (takes(cut.counts[i])) continue;
            const point = await longMsm(on, group, range, parts, cut.from + i);
            sums.points.set(point, i * size);
            G.toRprUncompressed(sums.encoded, i * size, point);
        }
        return sums;
    }, use);
}
