/** Files that circom, snarkjs and circom's witness programs wrote, for the readers and writers. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { circom } from "../../scripts/circom.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import * as ffjavascript from "ffjavascript-oracle";
import * as snarkjs from "snarkjs";
import { compile } from "../../scripts/make-fixtures.mjs";
import { openBinFile } from "../../src/files/binfile.js";
import { openSource } from "../../src/files/source.js";
import { fixture } from "./circuits.js";

/** In a folder that is removed again. @template T @param {(folder: string) => T} body */
function inFolder(body) {
    const folder = temporaryFolder("files");
    try {
        return body(folder);
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
}

/** The .r1cs and .sym of a circuit of the fixtures. @param {string} name @param {string} [curve] */
export const compiled = (name, curve = "bn128") => inFolder((folder) => {
    compile(name, curve, folder);
    return ["r1cs", "sym"].map((kind) => new Uint8Array(readFileSync(join(folder, `${name}.${kind}`))));
});

/** The same of a circuit as text. @param {string} circuit @param {string} level - "--O0" and so on */
export const compiledText = (circuit, level) => inFolder((folder) => {
    writeFileSync(join(folder, "main.circom"), circuit);
    circom(folder, "main.circom", ["--r1cs", "--sym", level]);
    return ["r1cs", "sym"].map((kind) => new Uint8Array(readFileSync(join(folder, `main.${kind}`))));
});

/** The curves that snarkjs finds, and leaves, on globalThis. */
const globals = () => ({ bn128: globalThis.curve_bn128, bls12381: globalThis.curve_bls12381 });

/** A ptau file, as begun and as prepared. @param {string} name - of a curve @param {number} power */
export async function powersOfTau(name, power) {
    const curve = await ffjavascript.getCurveFromName(name, true), begun = { type: "mem" }, prepared = { type: "mem" };
    await snarkjs.powersOfTau.newAccumulator(curve, power, begun);
    const others = Object.values(globals()).filter(Boolean);
    await snarkjs.powersOfTau.preparePhase2(begun, prepared);
    const made = Object.values(globals()).filter((one) => one && !others.includes(one));
    for (const one of made) await one.terminate(); // it has workers
    return { begun: new Uint8Array(begun.data), prepared: new Uint8Array(prepared.data) };
}

/** Where each kind of file is: [name, kind, bytes]. */
export const fixtures = () => [
    ["mimc_tiny", "circuit.zkey"], ["mimc_tiny", "plonk.zkey"], ["mimc_tiny", "fflonk.zkey"],
    ["mimc_bls", "circuit.zkey"], ["mimc_tiny", "witness.wtns"], ["mimc_bls", "witness.wtns"],
].map(([folder, file]) => [`${folder}/${file}`, new Uint8Array(readFileSync(fixture(folder, file)))]);

/** Any sectioned file, whatever its magic, versions and sections. @param {Uint8Array} bytes */
export const openAny = async (bytes) => openBinFile(await openSource("file", bytes), {
    magic: String.fromCharCode(...bytes.subarray(0, 4)),
    versions: [1, 2],
    required: [],
    sections: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [i, "any"])),
});
