/**
 * snarkjs with keys of PLONK and FFLONK: set-ups, proofs whose blinding is given, verification. Files come as paths.
 */
import { readFile, writeFile } from "node:fs/promises";

const memory = async (path) => ({ type: "mem", data: new Uint8Array(await readFile(path)) });

export default async function columns({ load }, { protocol, setup, prove, verify }) {
    const snarkjs = await load("snarkjs"), system = snarkjs[protocol], found = {};
    if (setup) {
        const key = { type: "mem" };
        await system.setup(await memory(setup.r1cs), await memory(setup.ptau), key);
        await writeFile(setup.zkey, key.data);
        found.vkey = await snarkjs.zKey.exportVerificationKey(key);
    }
    if (prove) {
        const { Fr } = await snarkjs.curves.getCurveFromName("bn128"), { random } = Fr, drawn = [...(prove.blinding ?? [])];
        if (prove.blinding) Fr.random = () => Uint8Array.from(Buffer.from(drawn.shift(), "hex"));
        try {
            Object.assign(found, await system.prove(prove.zkey, prove.wtns));
        } finally {
            Fr.random = random;
        }
        if (drawn.length) throw new Error(`expected all random elements to be drawn, got ${drawn.length} left`);
    }
    if (verify) found.valid = await system.verify(verify.vkey, verify.publicSignals, verify.proof);
    return found;
}
