/**
 * The circuits that tests prove: fixtures of this repository, and the corpus of real circuits beside it.
 * CORPUS names the corpus's folder; tests that need it skip, with the reason, where it is absent.
 */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./scratch.js";

export const fixtures = join(root, "test", "fixtures");
export const corpus = process.env.CORPUS ?? join(root, "..", "shared", "corpus");

const SYSTEMS = {
    groth16: ["circuit.zkey", "vkey.json", "public.json"],
    plonk: ["plonk.zkey", "plonk_vkey.json", "plonk_public.json"],
    fflonk: ["fflonk.zkey", "fflonk_vkey.json", "fflonk_public.json"],
};
const PROOFS = {
    groth16: ["proof.json", "proof_snarkjs.json"],
    plonk: ["plonk_proof.json"],
    fflonk: ["fflonk_proof.json"],
};
const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

/**
 * One entry per circuit and proof system found under `folder`.
 * @returns
 *   {{ title: string, name: string, system: string, zkey: string, wtns: string, vkey: object, publicSignals: string[],
 *   proof: object }[]}
 */
export function circuitsIn(folder) {
    if (!existsSync(folder)) return [];
    const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, "witness.wtns"))).sort();
    return names.flatMap((name) => Object.keys(SYSTEMS).flatMap((system) => entry(join(folder, name), name, system)));
}

function entry(folder, name, system) {
    const [zkey, vkey, publicSignals] = SYSTEMS[system].map((file) => join(folder, file));
    if (!existsSync(zkey)) return [];
    const proof = PROOFS[system].map((file) => join(folder, file)).find(existsSync);
    return [
        {
            title: `${name}, ${system}`,
            name,
            system,
            zkey,
            wtns: join(folder, "witness.wtns"),
            vkey: readJson(vkey),
            publicSignals: readJson(publicSignals),
            proof: readJson(proof),
        },
    ];
}

/** @param {string} name @param {string} file - of a fixture */
export const fixture = (name, file) => join(fixtures, name, file);
