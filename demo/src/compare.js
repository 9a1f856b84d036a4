/** snarkjs on ffjavascript in the same tab, in turns with this engine. */
import { prove, zkeyInfo } from "./protocols.js";
import { median } from "./format.js";

/** Rounds, and after how long no further one begins. */
const ROUNDS = 3, ENOUGH_MS = 20_000;

/** Loads the file that puts `snarkjs` on globalThis. @param {string} address */
export function loadSnarkjs(address) {
    if (globalThis.snarkjs) return Promise.resolve(globalThis.snarkjs);
    return new Promise((resolve, reject) => {
        const script = Object.assign(document.createElement("script"), { src: address, crossOrigin: "anonymous" });
        const fail = () => reject(new Error(`expected snarkjs.min.js at ${address}, got no such script`));
        script.onload = () => (globalThis.snarkjs ? resolve(globalThis.snarkjs) : fail());
        script.onerror = fail;
        document.head.append(script);
    });
}

async function timed(work) {
    const started = performance.now(), value = await work();
    return { ms: performance.now() - started, value };
}

/**
 * Both prove the same, in turns; neither verifies. Each believes the other's last proof, where there is a key for it.
 * @param {any} snarkjs
 * @param {{ zkey: Blob, wtns: Blob, vkey?: object }} files
 * @param {(said: string) => void} say
 * @returns {Promise<{ ours: number, theirs: number, rounds: number, believed: boolean | undefined }>} milliseconds
 */
export async function race(snarkjs, { zkey, wtns, vkey }, say) {
    const bytesOf = async (file) => new Uint8Array(await file.arrayBuffer());
    const [key, witness] = await Promise.all([zkey, wtns].map(bytesOf)), { protocol } = await zkeyInfo(key);
    const ours = [], theirs = [], started = performance.now();
    let theirProof;
    while (ours.length < ROUNDS && (ours.length === 0 || performance.now() - started < ENOUGH_MS)) {
        say(`Round ${ours.length + 1} of ${ROUNDS}: snarkjs proves …`);
        const other = await timed(() => snarkjs[protocol].prove(key, witness));
        say(`Round ${ours.length + 1} of ${ROUNDS}: ffturbo proves …`);
        const own = await timed(() => prove(key, witness, { check: false }));
        theirs.push(other.ms);
        ours.push(own.ms);
        theirProof = own.value;
    }
    const { publicSignals, proof } = theirProof;
    const believed = vkey && await snarkjs[protocol].verify(vkey, publicSignals, proof);
    await Promise.all(["curve_bn128", "curve_bls12381"].map((name) => globalThis[name]?.terminate()));
    return { ours: median(ours), theirs: median(theirs), rounds: ours.length, believed };
}
