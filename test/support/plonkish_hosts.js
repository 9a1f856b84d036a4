/** Files of one circuit for each protocol, and what a host must say of them: test/hosts/scenario/plonkish.mjs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { verify as fflonk } from "../../src/protocols/fflonk/index.js";
import { verify as groth16 } from "../../src/protocols/groth16/index.js";
import { verify as plonk } from "../../src/protocols/plonk/index.js";
import { fixture } from "./circuits.js";

export const PLONKISH = ["plonk", "fflonk"];
export const VERIFIERS = { groth16, plonk, fflonk };
/** The folder of the keys. */
export const FOLDER = fixture("mimc_tiny", "");

const prefixOf = (name) => (name === "groth16" ? "" : `${name}_`);

/** @param {string} name - of a protocol @param {"vkey" | "public" | "proof"} what - of snarkjs */
export const jsonOf = (name, what) => JSON.parse(readFileSync(join(FOLDER, `${prefixOf(name)}${what}.json`), "utf8"));

/**
 * @param {string} name - of the protocol
 * @param {any} found - of proveAndVerify there
 * @param {number} threads - that it must have had
 */
export async function checkPlonkish(name, found, threads) {
    const signals = jsonOf(name, "public"), { proof, ...said } = found;
    expect(said, name).to.deep.equal({ threads, signals, own: true, foreign: true, tampered: false });
    expect(await VERIFIERS[name](jsonOf(name, "vkey"), signals, proof), `${name}, verified here`).to.equal(true);
}
