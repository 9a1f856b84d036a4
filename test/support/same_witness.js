import { calculateWitness } from "../../src/protocols/groth16/index.js";

/** What a calculation shows: values, lines of log, or the text of its error. */
async function outcome(wasm, inputs, rewrite) {
    const lines = [];
    try {
        const { values } = await calculateWitness(wasm, inputs, {
            rewrite,
            threads: 0,
            onLog: (line) => lines.push(line),
        });
        return { values: Buffer.from(values), lines };
    } catch (error) {
        return { error: error.message, lines };
    }
}

/** Where two runs of the same file differ, as it is and rewritten; undefined: nowhere. */
export async function differenceOf(wasm, inputs) {
    const [before, after] = [await outcome(wasm, inputs, false), await outcome(wasm, inputs, true)];
    if (before.error !== after.error)
        return `expected ${before.error ?? "a witness"}, got ${after.error ?? "a witness"}`;
    if (before.lines.join("\n") !== after.lines.join("\n"))
        return `expected the log ${before.lines}, got ${after.lines}`;
    if (before.values && Buffer.compare(before.values, after.values) !== 0) {
        const at = before.values.findIndex((byte, i) => byte !== after.values[i]);
        return `expected the same values, got another one at ${at >> 5}`;
    }
    return undefined;
}
