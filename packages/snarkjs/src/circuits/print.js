/**
 * The constraints of a system as lines of text, as `snarkjs r1cs print` writes them: coefficients
 * below the order of the field, the constant as a signal of the name 1, all names of a wire.
 * @module circuits/print
 */
import {
    fullName, openNames, openR1cs, readConstraints, readOptions, termsOf, withSources, yieldToEventLoop,
} from "../../../../src/internal/snarkjs_circuits.js";

/** @import { CircuitOptions, Combination, Names } from "../../../../src/internal/snarkjs_circuits.js" */
/** @import { SourceLike } from "../../../../src/internal/snarkjs_circuits.js" */

/** @typedef {(wire: number) => string} NamesText all names of a wire; "" if it has none */

/** Characters of names that are kept, for wires that many constraints name. */
const KEPT = 1 << 22;

/** Characters of lines between two turns of the event loop. */
const TURN = 1 << 20;

/** @param {Names} names @returns {NamesText} */
function namesText({ namesOf }) {
    const kept = /** @type {Map<number, string>} */ (new Map());
    let size = 0;
    return (wire) => {
        const found = kept.get(wire);
        if (found !== undefined) return found;
        const text = namesOf(wire).map(fullName).join("|");
        if (size + text.length > KEPT) {
            kept.clear();
            size = 0;
        }
        kept.set(wire, text);
        size += text.length;
        return text;
    };
}

/** @param {Combination} combination @param {NamesText} textOf */
const combinationText = (combination, textOf) => [...combination].map(([wire, value]) =>
    `${value === 1n ? "" : value}${wire === 0 ? "1" : textOf(wire) || `wire[${wire}]`}`).join(" +");

/**
 * @param {readonly Combination[]} sides - A, B and C
 * @param {NamesText} textOf
 * @returns {string}
 */
export function constraintText(sides, textOf) {
    const [a, b, c] = sides.map((side) => combinationText(side, textOf));
    return `[ ${a} ] * [ ${b} ] - [ ${c} ] = 0`;
}

/**
 * Prints every constraint of a system, whatever their number.
 * @param {SourceLike} r1cs
 * @param {(line: string) => void | Promise<void>} onLine - one constraint; it is waited for
 * @param {Pick<CircuitOptions, "sym" | "signal" | "readTimeout">} [options] - without sym, wire 7
 *   is wire[7]
 * @returns {Promise<void>}
 * @throws {ProverError} ERR_FILE for a damaged file; or the reason of the signal
 */
export async function printR1cs(r1cs, onLine, options) {
    const checked = readOptions("printR1cs", options);
    await withSources(checked, async (tools) => {
        const system = await openR1cs(await tools.open("r1cs", r1cs));
        const textOf = namesText(await openNames(tools, checked.sym)()), { signal } = tools.controller;
        let since = 0;
        for await (const batch of readConstraints(system, signal))
            for (let i = 0; i < batch.count; i++) {
                const line = constraintText(termsOf(batch, i, system.n8), textOf);
                await onLine(line);
                since += line.length;
                if (since < TURN) continue;
                since = 0;
                await yieldToEventLoop();
                signal.throwIfAborted();
            }
    });
}
