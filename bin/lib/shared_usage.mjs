/**
 * The commands that `ffturbo` and `snarkjs` both have, under the names of snarkjs, with files in
 * its order: rows of the table in usage.mjs. What else snarkjs calls them is in snarkjs/table.mjs.
 */

/**
 * @typedef {{ files: string, text: string, options: readonly string[], package?: string }} Row
 *   package: which brings the command
 */

const PHASE2 = ["threads", "memory", "verbose", "quiet"], TAU = [...PHASE2, "json"];
const KEY = ["threads", "memory", "json", "verbose", "quiet"];

/** @param {string} title @returns {Row} */
const setup = (title) => ({
    files: "circuit.r1cs powers.ptau circuit.zkey",
    text: `makes the ${title} of a circuit from powers of tau`,
    options: ["insecure", ...KEY],
});

/** @param {string} first @param {string} text @returns {Row} */
const verification = (first, text) => ({
    files: `${first} powers.ptau circuit.zkey`,
    text,
    options: ["threads", "memory", "json", "beacon-limit", "verbose", "quiet"],
});

/** For those who write circuits. @type {Readonly<Record<string, Row>>} */
export const CIRCUIT_COMMANDS = Object.freeze({
    "r1cs print": {
        files: "circuit.r1cs [circuit.sym]", text: "prints every constraint of a circuit", options: ["quiet"],
    },
    "r1cs export json": {
        files: "circuit.r1cs [circuit.json]",
        text: "writes the constraints of a circuit as JSON",
        options: ["quiet"],
    },
    "wtns export json": {
        files: "witness.wtns [witness.json]", text: "writes the values of a witness as JSON", options: ["quiet"],
    },
    "wtns debug": {
        files: "circuit.wasm input.json [witness.wtns [circuit.sym]]",
        text: "calculates the witness, and says which signals are never set",
        options: ["max", "threads", "json", "quiet"],
    },
    "wtns check": {
        files: "circuit.r1cs witness.wtns [circuit.sym]",
        text: "the same as check",
        options: ["max", "under", "threads", "json", "quiet"],
    },
});

/** @type {Readonly<Record<string, Row>>} */
export const KEY_COMMANDS = Object.freeze({
    "groth16 setup": setup("first Groth16 key"),
    "plonk setup": setup("PLONK key"),
    "fflonk setup": setup("FFLONK key"),
    "zkey new": { ...setup("first Groth16 key"), text: "the same as groth16 setup" },
    "zkey contribute": {
        files: "circuit.zkey next.zkey",
        text: "contributes to a Groth16 key, and prints the hash to publish",
        options: ["entropy", "name", ...KEY],
    },
    "zkey beacon": {
        files: "circuit.zkey final.zkey HEX EXPONENT",
        text: "ends the contributions with a beacon that is hashed 2^EXPONENT times",
        options: ["name", ...KEY],
    },
    "zkey verify": verification(
        "circuit.r1cs", "verifies a Groth16 key from its circuit, and says which contribution fails",
    ),
    "zkey verify r1cs": verification("circuit.r1cs", "the same as zkey verify"),
    "zkey verify init": verification("first.zkey", "verifies a Groth16 key from the first key of its circuit"),
    "zkey export json": {
        files: "circuit.zkey circuit.zkey.json", text: "writes a Groth16 key as JSON, as snarkjs does", options: ["quiet"],
    },
    "zkey export bellman": {
        files: "circuit.zkey circuit.mpcparams",
        text: "writes a Groth16 key for the ceremonies of bellman",
        options: KEY,
    },
    "zkey bellman contribute": {
        files: "CURVE circuit.mpcparams response.mpcparams",
        text: "contributes to such a file, and prints the hash to publish",
        options: ["entropy", ...KEY],
    },
    "zkey import bellman": {
        files: "circuit.zkey response.mpcparams next.zkey",
        text: "takes contributions to such a file over into the key",
        options: ["name", ...KEY],
    },
    "zkey export verificationkey": {
        files: "circuit.zkey [verification_key.json]",
        text: "writes the verification key of a key",
        options: ["insecure", "quiet"],
    },
    "zkey export solidityverifier": {
        files: "circuit.zkey [verifier.sol]",
        text: "writes a contract that verifies proofs of a key",
        options: ["insecure", "quiet"],
    },
    "zkey export soliditycalldata": {
        files: "[public.json [proof.json]]", text: "prints a proof as the arguments of that contract", options: [],
    },
});

/** Of powers of tau. @type {Readonly<Record<string, Row>>} */
export const TAU_COMMANDS = Object.freeze({
    "powersoftau new": {
        files: "CURVE POWER [powersOfTau_0000.ptau]",
        text: "begins powers of tau, for circuits of up to 2^POWER constraints",
        options: TAU,
    },
    "powersoftau contribute": {
        files: "old.ptau new.ptau", text: "contributes to powers of tau", options: [...TAU, "name", "entropy"],
    },
    "powersoftau beacon": {
        files: "old.ptau new.ptau HEX EXPONENT",
        text: "ends contributions with 2^EXPONENT hashes of a public value",
        options: [...TAU, "name"],
    },
    "powersoftau verify": {
        files: "tau.ptau",
        text: "verifies powers of tau, and says what does not hold",
        options: [...TAU, "beacon-limit"],
    },
    "powersoftau prepare phase2": {
        files: "tau.ptau prepared.ptau", text: "adds what set-ups of circuits need", options: PHASE2,
    },
    "powersoftau convert": {
        files: "old.ptau new.ptau", text: "completes a file that snarkjs prepared before 0.4.6", options: PHASE2,
    },
    "powersoftau truncate": {
        files: "tau.ptau",
        text: "writes a file for each smaller power: tau_01.ptau and so on",
        options: ["json", "quiet"],
    },
    "powersoftau export challenge": {
        files: "tau.ptau [challenge]", text: "writes what other programs contribute to", options: TAU,
    },
    "powersoftau challenge contribute": {
        files: "CURVE challenge [response]", text: "contributes to a challenge", options: [...TAU, "entropy"],
    },
    "powersoftau import response": {
        files: "old.ptau response new.ptau", text: "takes over a response to a challenge", options: [...TAU, "name"],
    },
    "powersoftau export json": {
        files: "tau.ptau [tau.json]", text: "writes prepared powers as JSON, as snarkjs does", options: PHASE2,
    },
});
