/**
 * Many elements from one form to another: Montgomery and plain, affine and jacobian,
 * encoded points, inverses.
 * @module batch/convert
 */
/** @import { Bytes, Pool } from "./types.js" */
/** @import { CallOptions } from "./options.js" */
/** @import { WasmCurve } from "../engine/group.js" */
import { isBytes } from "../engine/scratch.js";
import * as tasks from "../pool/tasks.js";
import { allocateLike, copyRange, countElements, joinArray, splitArray } from "./buffers.js";
import { readSignal } from "./options.js";
import { cut, inFlight, isSmall, submit } from "./submit.js";

/**
 * @typedef {object} Conversion
 * @property {string} fnName - export (in, n, out)
 * @property {number} sIn - bytes per element
 * @property {number} sOut
 * @property {number} us - estimated microseconds per element; decides where it runs and how it is cut
 * @property {boolean} [inPlace] - the export may write over what it reads
 */

/**
 * @param {Conversion} conversion
 * @param {Uint8Array} chunk - owned
 * @param {number} n
 * @returns {import("./types.js").Task}
 */
const conversionTask = ({ fnName, inPlace, sOut }, chunk, n) => (inPlace ? [
    tasks.allocSet(0, chunk),
    tasks.call(fnName, tasks.ref(0), tasks.val(n), tasks.ref(0)),
    tasks.getInto(0, 0, chunk),
] : [
    tasks.allocSet(0, chunk),
    tasks.alloc(1, sOut * n),
    tasks.call(fnName, tasks.ref(0), tasks.val(n), tasks.ref(1)),
    tasks.get(0, 1, sOut * n),
]);

/**
 *   in      buff: n elements of sIn bytes, Uint8Array or BigBuffer, read
 *   out     n elements of sOut bytes, of the same class
 *   memory  per worker at most one piece in and out
 * @param {Pool} tm
 * @param {Bytes} buff
 * @param {Conversion} conversion
 * @param {CallOptions | undefined} options
 * @param {(from: number, to: number, n: number) => import("./types.js").Task} [makeTask]
 * @returns {Promise<Bytes>}
 */
export async function convert(tm, buff, conversion, options, makeTask) {
    const { fnName, sIn, sOut, us } = conversion;
    const n = countElements(buff, sIn, fnName), signal = readSignal(fnName, options);
    if (n === 0) return allocateLike(buff, 0);
    const pieces = cut(tm, n, sIn + sOut, us);
    const small = isSmall((n * us) / 1000);
    const group = {};
    return inPieces(tm, pieces, { like: buff, n, sOut }, async (from, to) => {
        const task = makeTask ? makeTask(from, to, to - from) : conversionTask(conversion, copyRange(buff, from * sIn, to * sIn), to - from);
        return (await submit(tm, task, { small, signal, group }))[0];
    });
}

/**
 * One task per piece, and what they give side by side; a single piece of bytes is the result as it is.
 * @param {Pool} tm
 * @param {[number, number][]} pieces - [from, to) of each
 * @param {{ like: Bytes, n: number, sOut: number }} result - n elements of sOut bytes, in a buffer of that class
 * @param {(from: number, to: number) => Promise<Uint8Array>} run
 * @returns {Promise<Bytes>}
 */
export async function inPieces(tm, pieces, { like, n, sOut }, run) {
    const result = pieces.length > 1 || !isBytes(like) ? allocateLike(like, n * sOut) : undefined;
    const outs = await inFlight(tm, pieces.length, async (i) => {
        const [from, to] = pieces[i], out = await run(from, to);
        result?.set(out, from * sOut);
        return result ? undefined : out;
    });
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
 * Decoding of compressed points. A point without y comes back with y = 0, which no point of
 * these curves has, and is refused.
 * @param {Pool} tm
 * @param {WasmCurve} G
 * @param {boolean} guarded - the module ends on an x without y; if not, every x is tested before
 */
export function batchDecompressor(tm, G, guarded) {
    const n8 = G.F.n8;
    const conversion = { fnName: `${G.prefix}_batchCtoLEM`, sIn: n8, sOut: 2 * n8, us: 25 * (n8 / 32) ** 2 };
    return async function batchConvert(/** @type {Bytes} */ buffIn, /** @type {CallOptions} */ options = {}) {
        const n = countElements(buffIn, n8, conversion.fnName);
        if (!guarded) for (let i = 0; i < n; i++) G.fromRprCompressed(copyRange(buffIn, i * n8, (i + 1) * n8), 0);
        const points = await convert(tm, buffIn, conversion, options);
        for (let i = 0; i < n; i++) requireY(G, buffIn, points, i);
        return points;
    };
}

/** @param {WasmCurve} G @param {Bytes} encoded @param {Bytes} points @param {number} i */
function requireY(G, encoded, points, i) {
    const n8 = G.F.n8;
    const from = (2 * i + 1) * n8;
    const y = points instanceof Uint8Array ? points.subarray(from, from + n8) : copyRange(points, from, from + n8);
    if (y.some((byte) => byte !== 0)) return;
    const x = copyRange(encoded, i * n8, (i + 1) * n8);
    if ((x[0] & 0x40) === 0) throw new Error(`${G.prefix}_batchCtoLEM: expected the x of a point on the curve, got none at index ${i}`);
}

/**
 * @param {Pool} tm
 * @param {string} prefix
 * @param {number} n8
 * @returns {(buffIn: Bytes | readonly Uint8Array[], options?: CallOptions) => Promise<Bytes | Uint8Array[]>} zeros stay zero; an array gives an array
 */
export function batchInverter(tm, prefix, n8) {
    const conversion = { fnName: `${prefix}_batchInverse`, sIn: n8, sOut: n8, us: 0.6 };
    return async function batchInverse(buffIn, options = {}) {
        const list = Array.isArray(buffIn);
        const buff = list ? joinArray(buffIn, n8, conversion.fnName) : /** @type {Bytes} */ (buffIn);
        const result = await convert(tm, buff, conversion, options, (from, to, n) => {
            const chunk = copyRange(buff, from * n8, to * n8);
            return [
                tasks.allocSet(0, chunk),
                tasks.alloc(1, n * n8),
                tasks.call(conversion.fnName, tasks.ref(0), tasks.val(n8), tasks.val(n), tasks.ref(1), tasks.val(n8)),
                tasks.getInto(0, 1, chunk),
            ];
        });
        return list ? splitArray(result, n8) : result;
    };
}
