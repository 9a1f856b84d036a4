/** The commands for those who write circuits that have a name of several words, as rows of the table in usage.mjs. */

/** @type {Record<string, { files: string, least: number, most: number, text: string, options: string[] }>} */
export const CIRCUIT_COMMANDS = Object.freeze({
    "r1cs print": {
        files: "circuit.r1cs [circuit.sym]",
        least: 1,
        most: 2,
        text: "prints every constraint of a circuit",
        options: ["quiet"],
    },
    "r1cs export json": {
        files: "circuit.r1cs [circuit.json]",
        least: 1,
        most: 2,
        text: "writes the constraints of a circuit as JSON",
        options: ["quiet"],
    },
    "wtns export json": {
        files: "witness.wtns [witness.json]",
        least: 1,
        most: 2,
        text: "writes the values of a witness as JSON",
        options: ["quiet"],
    },
    "wtns debug": {
        files: "circuit.wasm input.json [witness.wtns [circuit.sym]]",
        least: 2,
        most: 4,
        text: "calculates the witness, and says which signals are never set",
        options: ["max", "threads", "json", "quiet"],
    },
    "wtns check": {
        files: "circuit.r1cs witness.wtns [circuit.sym]",
        least: 2,
        most: 3,
        text: "the same as check",
        options: ["max", "under", "threads", "json", "quiet"],
    },
});
