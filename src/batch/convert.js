/**
 * Converts many elements from one form to another: Montgomery and plain, affine and
 * jacobian, encoded points, inverses.
 * @module batch/convert
 */
/** @import { Bytes, KernelKey, Pool } from "./types.js" */
/** @import { CallOptions } from "./options.js" */
/** @import { WasmCurve } from "../engine/group.js" */
import { isByteView } from "../engine/scratch.js";
import * as tasks from "../pool/tasks.js";
import { sameBytes } from "../util/bytes.js";
import { allocateLike, countElements, joinArray, splitArray } from "./buffers.js";
import { copyInto, copyRange } from "../util/copies.js";
import { inShared } from "./in_shared.js";
import { readSignal } from "./options.js";
import { cut, inFlight, isSmall, submit } from "./submit.js";

/**
 * @typedef {object} Conversion
 * @property {KernelKey} kernel - (in, n, out)
 * @property {number} sIn - bytes per element
 * @property {number} sOut
 * @property {number} us - estimated microseconds per element; decides where it runs and how it is
 *   cut
 * @property {boolean} [inPlace] - the kernel may overwrite its input
 */

/**
 * Builds the task of one piece.
 * @callback PieceTask
 * @param {Uint8Array} input - its elements; the task takes them over
 * @param {number} from - index of the first
 * @param {number} count
 * @param {(variable: number) => import("./types.js").Command} result - the command that makes a
 *   variable the result
 * @returns {import("./types.js").Task}
 */

/** @param {Conversion} conversion @returns {PieceTask} */
const conversionTask = ({ kernel, inPlace, sOut }) => (input, _from, n, result) => (inPlace ? [
    tasks.allocSet(0, input),
    tasks.call(kernel, tasks.ref(0), tasks.val(n), tasks.ref(0)),
    result(0),
] : [
    tasks.allocSet(0, input),
    tasks.alloc(1, sOut * n),
    tasks.call(kernel, tasks.ref(0), tasks.val(n), tasks.ref(1)),
    result(1),
]);

/**
 *   in      buff: n elements of sIn bytes, Uint8Array or BigBuffer, read
 *   out     n elements of sOut bytes, of the same class
 *   memory  per worker at most one piece, input and output
 * @param {Pool} tm
 * @param {Bytes} buff
 * @param {Conversion} conversion
 * @param {CallOptions | undefined} options
 * @param {PieceTask} [build]
 * @returns {Promise<Bytes>}
 */
export async function convert(tm, buff, conversion, options, build = conversionTask(conversion)) {
    const { kernel, sIn, sOut, us } = conversion, where = tasks.nameOfCall({ kernel });
    const n = countElements(buff, sIn, where);
    const signal = readSignal(where, options);
    if (n === 0) return allocateLike(buff, 0);
    const pieces = cut(tm, n, sIn + sOut, us);
    const small = isSmall((n * us) / 1000);
    return inPieces(tm, pieces, { buff, n, sIn, sOut }, { small, signal }, build);
}

/**
 * Runs one task per piece and joins the results in order. Several pieces go through shared memory
 * where there is any, each to and from a place of its own; the result of a single piece of a
 * Uint8Array is not copied.
 * @param {Pool} tm
 * @param {[number, number][]} pieces - [from, to) of each
 * @param {{ buff: Bytes, n: number, sIn: number, sOut: number }} shape - n elements of sIn bytes
 *   that become elements of sOut bytes, in a buffer of the same class
 * @param {{ small: boolean, signal: AbortSignal | undefined }} options
 * @param {PieceTask} build
 * @returns {Promise<Bytes>}
 */
export async function inPieces(tm, pieces, { buff, n, sIn, sOut }, options, build) {
    const several = pieces.length > 1;
    const stride = Math.max(sIn, sOut), group = {};
    const result = several || !isByteView(buff) ? allocateLike(buff, n * sOut) : undefined;
    const work = async (/** @type {Uint8Array | undefined} */ shared) => inFlight(tm, pieces.length, async (i) => {
        const [from, to] = pieces[i], count = to - from;
        const own = shared?.subarray(from * stride, to * stride);
        const input = own ? own.subarray(0, count * sIn) : copyRange(buff, from * sIn, to * sIn);
        if (own) await copyInto(input, buff, from * sIn, to * sIn);
        const into = own ? own.subarray(0, count * sOut) : sIn === sOut ? input : undefined;
        const take = (/** @type {number} */ variable) =>
            (into ? tasks.getInto(0, variable, into) : tasks.get(0, variable, count * sOut));
        const [out] = await submit(tm, build(input, from, count, take), { ...options, group });
        result?.set(out, from * sOut);
        return result ? undefined : out;
    });
    const outs = await (several && !options.small ? inShared(tm, n * stride, work) : work(undefined));
    return result ?? /** @type {Uint8Array} */ (outs[0]);
}

/**
 * @param {Pool} tm
 * @param {Conversion} conversion
 */
export function batchConverter(tm, conversion) {
    return async function batchConvert(/** @type {Bytes} */ buffIn, /** @type {CallOptions} */ options = {}) {
        return convert(tm, buffIn, conversion, options);
    };
}

/**
 * Decodes compressed points. For bytes that encode none, the kernel returns a mark (x, 0), which is
 * no point of the curve; it is refused, with its index in the error.
 * @param {Pool} tm
 * @param {WasmCurve} G
 */
export function batchDecompressor(tm, G) {
    const n8 = G.F.n8;
    const conversion = {
        kernel: { op: "batchCtoLEM", group: G.prefix },
        sIn: n8,
        sOut: 2 * n8,
        us: 25 * (n8 / 32) ** 2,
    };
    return async function batchConvert(/** @type {Bytes} */ buffIn, /** @type {CallOptions} */ options = {}) {
        const n = countElements(buffIn, n8, tasks.nameOfCall(conversion));
        const points = await convert(tm, buffIn, conversion, options);
        for (let i = 0; i < n; i++) requireY(G, points, i);
        return points;
    };
}

/** @param {WasmCurve} G @param {Bytes} points @param {number} i */
function requireY(G, points, i) {
    const n8 = G.F.n8;
    const from = (2 * i + 1) * n8;
    const y = points instanceof Uint8Array ? points.subarray(from, from + n8) : copyRange(points, from, from + n8);
    if (y.some((byte) => byte !== 0)) return;
    const { noX } = G, x = copyRange(points, from - n8, from);
    if (!sameBytes(x, noX)) return;
    const none = new Error(`${G.prefix}_batchCtoLEM: expected the x of a point on the curve, got none at index ${i}`);
    throw Object.assign(none, { index: i });
}

/**
 * @param {Pool} tm
 * @param {string} prefix
 * @param {number} n8
 * @returns {(buffIn: Bytes | readonly Uint8Array[], options?: CallOptions) => Promise<Bytes
 *   | Uint8Array[]>} the inverse of zero is zero; for an array it returns an array
 */
export function batchInverter(tm, prefix, n8) {
    const conversion = { kernel: { op: "batchInverse", group: prefix }, sIn: n8, sOut: n8, us: 0.6 };
    return async function batchInverse(buffIn, options = {}) {
        const list = Array.isArray(buffIn);
        const buff = list ? joinArray(buffIn, n8, tasks.nameOfCall(conversion)) : /** @type {Bytes} */ (buffIn);
        const result = await convert(tm, buff, conversion, options, (input, _from, n, take) => [
            tasks.allocSet(0, input),
            tasks.alloc(1, n * n8),
            tasks.call(conversion.kernel, tasks.ref(0), tasks.val(n8), tasks.val(n), tasks.ref(1), tasks.val(n8)),
            take(1),
        ]);
        return list ? splitArray(result, n8) : result;
    };
}
