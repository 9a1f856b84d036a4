/**
 * out[i] = in[i] * first * inc^i, for field elements and points, as a contribution to a ceremony
 * needs it.
 * @module batch/apply_key
 */
/** @import { Bytes, Pool, Task } from "./types.js" */
/** @import { KeyOptions } from "./options.js" */
/** @import { WasmField1 } from "../engine/field.js" */
import * as tasks from "../pool/tasks.js";
import { allocateLike, isBuffer, kindOf } from "./buffers.js";
import { inPieces } from "./convert.js";
import { secretBytes } from "../util/bytes.js";
import { BLOCK_POINTS } from "../util/chunk_sizes.js";
import { openSecrets } from "./secrets.js";
import { readKeyOptions } from "./options.js";
import { cut, isSmall } from "./submit.js";

/**
 * How the input and output types are handled. Anything but "jacobian" means affine, as in
 * ffjavascript.
 * @param {{ prefix: string, F?: { n8: number }, n8?: number }} G
 * @param {string | undefined} inType
 * @param {string | undefined} outType
 */
function shape(G, inType, outType) {
    if (!G.F)
        return {
            sIn: /** @type {number} */ (G.n8),
            sMid: /** @type {number} */ (G.n8),
            sOut: /** @type {number} */ (G.n8),
            kernel: { op: "batchApplyKey", group: G.prefix },
            toAffine: false,
        };
    const { n8 } = G.F;
    const jacobianIn = inType === "jacobian";
    const jacobianOut = outType === "jacobian";
    return {
        sIn: n8 * (jacobianIn ? 3 : 2), sMid: n8 * 3, sOut: n8 * (jacobianOut ? 3 : 2),
        kernel: { op: jacobianIn ? "batchApplyKey" : "batchApplyKeyMixed", group: G.prefix }, toAffine: !jacobianOut,
    };
}

/**
 * @param {Pool} tm
 * @param {WasmField1} Fr
 * @param {{ prefix: string, F?: { n8: number }, n8?: number }} G - Fr itself, G1 or G2
 * @param {number} us - estimated microseconds per element
 */
export function keyApplier(tm, Fr, G, us) {
    /**
     *   in      buff: elements of the in type; an incomplete one at the end is ignored
     *   out     elements of the out type, in a buffer of the same class
     * @param {Bytes} buff
     * @param {any} first - element of Fr, or what Fr.e takes
     * @param {any} inc
     * @param {string} [inType] - "affine" or "jacobian"
     * @param {string} [outType]
     * @param {KeyOptions} [options]
     * @returns {Promise<Bytes>}
     */
    return async function batchApplyKey(buff, first, inc, inType, outType, options = {}) {
        const { sIn, sMid, sOut, kernel, toAffine } = shape(G, inType, outType);
        if (!isBuffer(buff))
            throw new TypeError(`batchApplyKey: expected a Uint8Array or BigBuffer, got ${kindOf(buff)}`);
        const { signal, inSubgroup } = readKeyOptions("batchApplyKey", options);
        const ordered = tasks.val(Number(inSubgroup));
        const [start, step] = [Fr.e(first), Fr.e(inc)];
        const n = Math.floor(buff.byteLength / sIn);
        if (n === 0) return allocateLike(buff, 0);
        const pieces = cut(tm, n, sIn + sMid, us, { full: G.F ? BLOCK_POINTS : 1 });
        const small = isSmall((n * us) / 1000);
        const secrets = openSecrets(Fr);
        const build = (/** @type {Uint8Array} */ input, /** @type {number} */ from, /** @type {number} */ count,
            /** @type {(variable: number) => import("../pool/tasks.js").Command} */ take) => {
            const begin = secrets.mul(start, secrets.power(step, from));
            const same = secretBytes(Fr.n8);
            same.set(step.subarray(0, Fr.n8)); // it is transferred
            /** @type {Task} */
            const task = [
                tasks.allocSet(0, input),
                tasks.allocSet(1, begin),
                tasks.allocSet(2, same),
                tasks.alloc(3, count * sMid),
                tasks.call(kernel, tasks.ref(0), tasks.val(count), tasks.ref(1), tasks.ref(2), tasks.ref(3), ordered),
            ];
            if (toAffine)
                task.push(
                    tasks.call({ op: "batchToAffine", group: G.prefix }, tasks.ref(3), tasks.val(count), tasks.ref(3)),
                );
            return [...task, take(3)];
        };
        try {
            return await inPieces(tm, pieces, { buff, n, sIn, sOut }, { small, signal }, build);
        } finally {
            secrets.clear();
        }
    };
}
