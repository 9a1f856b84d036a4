/** The commands that make, change and verify keys, as rows of the table in usage.mjs; names and files are snarkjs's. */

const SETUP = ["threads", "memory", "json", "verbose", "quiet"], CONTRIBUTION = ["name", "threads", "memory", "json", "verbose", "quiet"];

/** @param {string} title */
const setup = (title) => ({
    files: "circuit.r1cs powers.ptau circuit.zkey",
    least: 3,
    most: 3,
    text: `makes the ${title} of a circuit from powers of tau`,
    options: ["insecure", ...SETUP],
});

/** @param {string} first @param {string} text */
const verification = (first, text) => ({
    files: `${first} powers.ptau circuit.zkey`,
    least: 3,
    most: 3,
    text,
    options: ["threads", "memory", "json", "beacon-limit", "verbose", "quiet"],
});

/** Commands that snarkjs does not have. @type {typeof KEY_COMMANDS} */
export const PACKING_COMMANDS = Object.freeze({
    pack: {
        files: "circuit.zkey [-o circuit.ffkey]",
        least: 1,
        most: 1,
        text: "packs a key: half the bytes and less, for all that takes a key",
        options: ["output", "whole", "threads", "memory", "json", "verbose", "quiet"],
    },
    unpack: {
        files: "circuit.ffkey [-o circuit.zkey]",
        least: 1,
        most: 1,
        text: "writes the key that was packed, byte for byte",
        options: ["output", "threads", "memory", "json", "verbose", "quiet"],
    },
});

/** @type {Record<string, { files: string, least: number, most: number, text: string, options: string[] }>} */
export const KEY_COMMANDS = Object.freeze({
    "groth16 setup": setup("first Groth16 key"),
    "plonk setup": setup("PLONK key"),
    "fflonk setup": setup("FFLONK key"),
    "zkey new": { ...setup("first Groth16 key"), text: "the same as groth16 setup" },
    "zkey contribute": {
        files: "circuit.zkey next.zkey",
        least: 2,
        most: 2,
        text: "contributes to a Groth16 key, and prints the hash to publish",
        options: ["entropy", ...CONTRIBUTION],
    },
    "zkey beacon": {
        files: "circuit.zkey final.zkey HEX EXPONENT",
        least: 4,
        most: 4,
        text: "ends the contributions with a beacon that is hashed 2^EXPONENT times",
        options: CONTRIBUTION,
    },
    "zkey verify": verification("circuit.r1cs", "verifies a Groth16 key from its circuit, and says which contribution fails"),
    "zkey verify r1cs": verification("circuit.r1cs", "the same as zkey verify"),
    "zkey verify init": verification("first.zkey", "verifies a Groth16 key from the first key of its circuit"),
    "zkey export json": {
        files: "circuit.zkey circuit.zkey.json",
        least: 2,
        most: 2,
        text: "writes a Groth16 key as JSON, as snarkjs does",
        options: ["quiet"],
    },
    "zkey export bellman": {
        files: "circuit.zkey circuit.mpcparams",
        least: 2,
        most: 2,
        text: "writes a Groth16 key for the ceremonies of bellman",
        options: SETUP,
    },
    "zkey bellman contribute": {
        files: "CURVE circuit.mpcparams response.mpcparams",
        least: 3,
        most: 3,
        text: "contributes to such a file, and prints the hash to publish",
        options: ["entropy", ...CONTRIBUTION.filter((option) => option !== "name")],
    },
    "zkey import bellman": {
        files: "circuit.zkey response.mpcparams next.zkey",
        least: 3,
        most: 3,
        text: "takes contributions to such a file over into the key",
        options: CONTRIBUTION,
    },
    "zkey export verificationkey": {
        files: "circuit.zkey [verification_key.json]",
        least: 1,
        most: 2,
        text: "writes the verification key of a key",
        options: ["insecure", "quiet"],
    },
    "zkey export solidityverifier": {
        files: "circuit.zkey [verifier.sol]",
        least: 1,
        most: 2,
        text: "writes a contract that verifies proofs of a key",
        options: ["insecure", "quiet"],
    },
    "zkey export soliditycalldata": {
        files: "[public.json [proof.json]]",
        least: 0,
        most: 2,
        text: "prints a proof as the arguments of that contract",
        options: [],
    },
});
