/**
 * Files that snarkjs opens (through fastfile) and forgets. From Node 26 on the garbage collector ends a process that
 * forgot a file, so whoever drives snarkjs in a process of his own keeps them from the collector, closes them after the
 * call, and says so:
 * `FORGETFUL` names the functions, and tests compare. Files that others open, ours among them, are left to the
 * collector.
 */
import fs from "node:fs";

/** Functions of snarkjs 0.7.6 that leave a file open, the same on either engine. */
export const FORGETFUL = Object.freeze({
    ceremony: ["powersOfTau.verify", "zKey.verifyFromInit", "zKey.verifyFromR1cs"],
    refusedWitness: ["groth16.prove"],
});

const held = new Set();

/** From now on; to be called before snarkjs is loaded. */
export function watchFiles() {
    const { open } = fs.promises;
    fs.promises.open = async (...args) => {
        const byFastfile = new Error().stack.includes("fastfile");
        const handle = await open.apply(fs.promises, args);
        if (byFastfile) {
            held.add(handle);
            handle.once("close", () => held.delete(handle));
        }
        return handle;
    };
}

/** @returns {Promise<number>} how many there were */
export async function closeForgotten() {
    const forgotten = [...held];
    await Promise.all(forgotten.map((handle) => handle.close()));
    return forgotten.length;
}
