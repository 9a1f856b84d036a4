/**
 * The values of the wires that each row names, by column.
 * @module protocols/plonkish/columns
 */
import { pick, pickedSums } from "../../batch/field_ops.js";
import { ensure } from "../../files/errors.js";
import { additionBytes, WIRES } from "./key.js";

/** @import { Context } from "../key/context.js" */
/** @import { GateKey } from "./key.js" */
/** @import { Buffers } from "../key/buffers.js" */

/** @param {Uint8Array} bytes - from the start of their own buffer @returns {Uint32Array} */
const wordsOf = (bytes) => {
    const own = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
    return new Uint32Array(own.buffer, own.byteOffset, own.length / 4);
};

/**
 * An addition may name wires that are there before its own.
 * @param {GateKey} key
 * @param {Uint8Array} records
 */
function checkAdditions({ file, nVars, ...key }, records) {
    const words = wordsOf(records);
    const step = additionBytes(key) / 4;
    for (let i = 0, at = 0; at < words.length; i++, at += step)
        if (words[at] >= nVars + i || words[at + 1] >= nVars + i)
            ensure(
                false,
                "ERR_FILE",
                () => `${file.name}: expected addition ${i} to name two of ${nVars + i} wires, got ${words[at]} and ${words[at + 1]}; the key is damaged`,
            );
}

/**
 * @param {GateKey} key
 * @param {Uint32Array} wires - of the rows of a column
 * @param {string} column
 */
function checkWires({ file, nVars, nAdditions }, wires, column) {
    const count = nVars + nAdditions;
    const odd = wires.findIndex((wire) => wire >= count);
    ensure(
        odd < 0,
        "ERR_FILE",
        () => `${file.name}: expected row ${odd} of column ${column} to name one of ${count} wires, got ${wires[odd]}; the key is damaged`,
    );
}

/**
 * All wires: the values of the witness, and of the additions. Wire 0, the constant, counts as zero,
 * because gates have a term for it.
 * @param {Context<GateKey>} context
 * @param {Buffers} buffers
 * @returns {Promise<Uint8Array>} LEM
 */
async function allWires({ zkey, witness, curve, signal }, buffers) {
    const { file, nAdditions, curve: { n8r } } = zkey, { Fr } = curve;
    const values = buffers.hold(await Fr.batchToMontgomery(witness, { signal }));
    values.fill(0, 0, n8r);
    if (nAdditions === 0) return values;
    const records = await file.read(WIRES.ADDITIONS, 0, nAdditions * additionBytes(zkey), signal);
    checkAdditions(zkey, records);
    const wires = buffers.hold(await pickedSums(curve, values, records, { signal }));
    buffers.drop(values);
    return wires;
}

/**
 *   out     a, b and c on the domain, LEM; zeros beyond the rows
 *   throws  when the key names wires that it does not have
 * @param {Context<GateKey>} context
 * @param {Buffers} buffers
 * @returns {Promise<Uint8Array[]>} which the caller drops
 */
export async function columnsOf(context, buffers) {
    const { zkey, curve, signal } = context, { file, domainSize, nConstraints, curve: { n8r } } = zkey;
    const wires = await allWires(context, buffers);
    const columns = await Promise.all(/** @type {const} */ (["A", "B", "C"]).map(async (column) => {
        const names = wordsOf(await file.read(WIRES[column], 0, 4 * nConstraints, signal));
        checkWires(zkey, names, column);
        const all = buffers.take(domainSize * n8r);
        const picked = buffers.hold(await pick(curve, wires, names, { signal }));
        all.set(picked);
        buffers.drop(picked);
        return all;
    }));
    buffers.drop(wires);
    return columns;
}
