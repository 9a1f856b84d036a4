/**
 * Proofs by snarkjs from npm, on ffjavascript, of every protocol and curve of the fixtures, two of each: proofs are
 * blinded, so that others come out each time.
 *
 *     node test/vectors/snarkjs/make.mjs
 */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as snarkjs from "snarkjs";
import { circuitsIn, fixtures } from "../../support/circuits.js";

const here = dirname(fileURLToPath(import.meta.url)), root = join(here, "..", "..", "..");
const versionOf = (name) => JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8")).version;
const maker = `snarkjs ${versionOf("snarkjs")} on ffjavascript ${versionOf("ffjavascript")}`;

const rows = [];
for (const { name, system, zkey, wtns, vkey } of circuitsIn(fixtures)) for (let i = 0; i < 2; i++) {
    const { proof, publicSignals } = await snarkjs[system].prove(zkey, wtns);
    if (!await snarkjs[system].verify(vkey, publicSignals, proof)) throw new Error(`${name}, ${system}: it does not verify`);
    rows.push({ circuit: name, protocol: system, curve: vkey.curve, publicSignals, proof });
}
writeFileSync(join(here, "proofs.json"), `${JSON.stringify({ maker, proofs: rows }, undefined, 1)}\n`);
for (const curve of ["bn128", "bls12381"]) await globalThis[`curve_${curve}`]?.terminate();
