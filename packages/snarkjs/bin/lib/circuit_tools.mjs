/** What the commands for those who write circuits do. They load when one of them is called. */
import { debugWitness, describeUnset, printR1cs, writeR1csJson, writeWtnsJson } from "../../src/circuits/index.js";
import { counted, encodeWitness } from "../../../../src/internal/snarkjs_command.js";
import { check } from "./check.mjs";
import {
    exportFile, flush, openOutputs, placeFor, print, readJson, say, STANDARD, withInputNames, writeLarge,
    writeOutputs,
} from "./tools.mjs";

/** Characters that are printed before the reader is waited for. */
const TOGETHER = 2 ** 16;

/** The name of a file with another ending. @param {string} name @param {string} ending */
const renamed = (name, ending) => `${name.replace(/\.[^./\\]*$/, "")}.${ending}`;

/**
 * @param {any} request
 * @param {AbortSignal} signal
 * @param {(input: string, to: any, options: { signal: AbortSignal }) => Promise<void>} write
 */
function exportJson(request, signal, write) {
    const [input, output = renamed(input, "json")] = request.files;
    return exportFile(request, input, output, (place) =>
        writeLarge(place, (to) => write(input, to, { signal }), signal));
}

/** @type {Record<string, (request: any, signal: AbortSignal) => Promise<number>>} */
export const circuitCommands = Object.freeze({
    async "r1cs print"({ files }, signal) {
        openOutputs(files, [STANDARD]);
        const [r1cs, sym] = files;
        let waiting = 0;
        await printR1cs(r1cs, async (line) => {
            print(line);
            waiting += line.length;
            if (waiting < TOGETHER) return;
            waiting = 0;
            await flush(); // so that memory does not grow with the file
        }, { sym, signal });
        return 0;
    },

    "r1cs export json": async (request, signal) => exportJson(request, signal, writeR1csJson),

    "wtns export json": async (request, signal) => exportJson(request, signal, writeWtnsJson),

    async "wtns debug"({ files: [wasm, input, output = "witness.wtns", sym], threads, max, json, quiet }, signal) {
        const inputs = [wasm, input, ...(sym === undefined ? [] : [sym])];
        const place = placeFor(inputs, output, json);
        const values = await readJson(input);
        const { witness, unset } = await debugWitness(wasm, values, { sym, threads, max, signal, onLog: say })
            .catch(async (error) => { throw await withInputNames(error, { wasm, inputs: values, sym }); });
        await writeOutputs([[place, encodeWitness(witness)]], signal);
        if (json) {
            print(JSON.stringify({ file: output, values: witness.count, unset }));
            return 0;
        }
        for (const line of describeUnset(unset)) say(line);
        if (!quiet) say(`${counted(witness.count, "value")}: ${place.name}`);
        return 0;
    },

    "wtns check": (request, signal) => {
        openOutputs(request.files, [STANDARD]);
        return check(request, signal, print);
    },
});
