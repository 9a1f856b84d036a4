/** The commands of powers of tau, as rows of the table in usage.mjs; names, files and their order are of snarkjs. */

const COMMON = Object.freeze(["threads", "memory", "verbose", "quiet"]), TELLING = [...COMMON, "json"], DRAWN = [...TELLING, "name", "entropy"];

/** @type {Record<string, { files: string, least: number, most: number, text: string, options: string[] }>} */
export const TAU_COMMANDS = Object.freeze({
    "powersoftau new": {
        files: "CURVE POWER [powersOfTau_0000.ptau]", least: 2, most: 3,
        text: "begins powers of tau, for circuits of up to 2^POWER constraints", options: TELLING,
    },
    "powersoftau contribute": {
        files: "old.ptau new.ptau", least: 2, most: 2,
        text: "contributes to powers of tau", options: DRAWN,
    },
    "powersoftau beacon": {
        files: "old.ptau new.ptau HEX EXPONENT", least: 4, most: 4,
        text: "ends contributions with 2^EXPONENT hashes of a public value", options: [...TELLING, "name"],
    },
    "powersoftau verify": {
        files: "tau.ptau", least: 1, most: 1,
        text: "verifies powers of tau, and says what does not hold", options: [...TELLING, "beacon-limit"],
    },
    "powersoftau prepare phase2": {
        files: "tau.ptau prepared.ptau", least: 2, most: 2,
        text: "adds what set-ups of circuits need", options: [...COMMON],
    },
    "powersoftau convert": {
        files: "old.ptau new.ptau", least: 2, most: 2,
        text: "completes a file that snarkjs prepared before 0.4.6", options: [...COMMON],
    },
    "powersoftau truncate": {
        files: "tau.ptau", least: 1, most: 1,
        text: "writes a file for each smaller power: tau_01.ptau and so on", options: ["json", "quiet"],
    },
    "powersoftau export challenge": {
        files: "tau.ptau [challenge]", least: 1, most: 2,
        text: "writes what other programs contribute to", options: TELLING,
    },
    "powersoftau challenge contribute": {
        files: "CURVE challenge [response]", least: 2, most: 3,
        text: "contributes to a challenge", options: DRAWN.filter((option) => option !== "name"),
    },
    "powersoftau import response": {
        files: "old.ptau response new.ptau", least: 3, most: 3,
        text: "takes over a response to a challenge", options: [...TELLING, "name"],
    },
    "powersoftau export json": {
        files: "tau.ptau [tau.json]", least: 1, most: 2,
        text: "writes prepared powers as JSON, as snarkjs does", options: [...COMMON],
    },
});
