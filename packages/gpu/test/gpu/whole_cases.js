/**
 * What callers do with a GPU: transforms of each size in both directions, compared with the CPU, and whole proofs of
 * three protocols, which must verify. Runs wherever the library does: Node, Deno, pages and workers.
 */
import * as fflonk from "../../../../src/protocols/fflonk/index.js";
import * as groth16 from "../../../../src/protocols/groth16/index.js";
import * as plonk from "../../../../src/protocols/plonk/index.js";

/** The largest domain, as a power of two. */
const MOST = 14;

/** Fixtures, and what proves each; none is large, because adapters that are processors take long. */
export const PROOFS = Object.freeze([
    { name: "mimc_tiny", protocol: "groth16", msms: 4, columns: 1 },
    { name: "xor_net", protocol: "groth16", msms: 4, columns: 1 },
    { name: "mimc_tiny", protocol: "plonk", msms: 9, columns: 10 },
    { name: "mimc_tiny", protocol: "fflonk", msms: 4, columns: 11 },
]);
const PROTOCOLS = { groth16, plonk, fflonk };

/** The files of one of them: key, witness and verification key, in the folder of its fixture. */
export const filesOf = ({ name, protocol }) => (protocol === "groth16"
    ? [`${name}/circuit.zkey`, `${name}/witness.wtns`, `${name}/vkey.json`]
    : [`${name}/${protocol}.zkey`, `${name}/witness.wtns`, `${name}/${protocol}_vkey.json`]);

/** Values of all kinds: saturated limbs, zeros, small and large ones. */
function valuesOf(Fr, n) {
    const { n8, zero, one } = Fr, values = new Uint8Array(n * n8), edges = [zero, one, Fr.neg(one)];
    let power = Fr.e(0x9e3779b97f4a7c15f39cc0605cedc835n);
    for (let i = 0; i < n; i++) {
        power = Fr.square(power);
        values.set(edges[(7 * i) % 16] ?? power, i * n8);
    }
    return values;
}

const same = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);

/**
 * Transforms of 2^1 to 2^14 values in both directions.
 * @param {any} curve - with a GPU that is ready for its scalars
 * @returns {Promise<string[]>} what is wrong
 */
export async function tryTransforms({ Fr }) {
    const wrong = [];
    for (let bits = 1; bits <= MOST; bits++) for (const direction of ["fft", "ifft"]) {
        const values = valuesOf(Fr, 2 ** bits), before = Fr.attachedGpu.counts.gpu;
        const [onGpu, onCpu] = await Promise.all(["enabled", "disabled"].map((gpu) =>
            Fr[direction](values, "", "", undefined, "", { gpu })));
        if (!same(onGpu, onCpu)) wrong.push(`${direction} of 2^${bits}`);
        if (Fr.attachedGpu.counts.gpu !== before + 1) wrong.push(`${direction} of 2^${bits} was left to the CPU`);
    }
    return wrong;
}

/**
 * Whole proofs, with all on the GPU that a GPU computes.
 * @param {any} curve - with a GPU that is ready for what these protocols need
 * @param {(file: string) => Promise<Uint8Array>} read - a file of the fixtures
 * @param {string[]} protocols
 * @returns {Promise<string[]>} what is wrong
 */
export async function tryProofs(curve, read, protocols) {
    const wrong = [], { G1, G2, Fr } = curve;
    const counts = () => [G1, G2].reduce((sum, { attachedGpu }) => sum + (attachedGpu?.msms.counts.gpu ?? 0), 0);
    for (const proof of PROOFS.filter(({ protocol }) => protocols.includes(protocol))) {
        const title = `${proof.protocol} of ${proof.name}`, { prove, verify } = PROTOCOLS[proof.protocol];
        const [zkey, wtns, text] = await Promise.all(filesOf(proof).map(read));
        const before = [counts(), Fr.attachedGpu.counts.gpu];
        const vkey = JSON.parse(new TextDecoder().decode(text));
        const { proof: made, publicSignals } = await prove(zkey, wtns, { curve, gpu: "enabled" });
        if (!(await verify(vkey, publicSignals, made))) wrong.push(`${title} does not verify`);
        const [msms, columns] = [counts() - before[0], Fr.attachedGpu.counts.gpu - before[1]];
        if (msms !== proof.msms || columns !== proof.columns)
            wrong.push(`${title}: ${msms} MSMs and ${columns} programs on the GPU, not ${proof.msms} and ${proof.columns}`);
    }
    const { again } = curve.gpuInfo().calls;
    return again ? [...wrong, `${again} calls were done again by the CPU`] : wrong;
}

/**
 * Both, with a GPU that is opened for it.
 * @param {any} curve
 * @param {(curve: any, gpu: any, options: any) => Promise<any>} useGpu
 * @param {{ gpu?: any, read: (file: string) => Promise<Uint8Array>, keys: string[] }} what - keys: of the groups that
 *   the adapter has MSMs over
 * @returns {Promise<string[]>} what is wrong
 */
export async function tryWhole(curve, useGpu, { gpu = "auto", read, keys }) {
    await useGpu(curve, gpu, { timeout: 300_000 });
    const parts = [...keys, "Fr"].map((key) => curve[key].attachedGpu);
    for (const gpu of parts) await gpu.prepare(true);
    const protocols = keys.includes("G2") ? Object.keys(PROTOCOLS) : ["plonk", "fflonk"];
    return [...(await tryTransforms(curve)), ...(curve.name === "bn128" ? await tryProofs(curve, read, protocols) : [])];
}
