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

/** What a link to a result carries: two times in whole milliseconds, and nothing else. */
const RESULT = /^#race=([1-9]\d{0,6})-([1-9]\d{0,6})$/;

/** @param {{ ours: number, theirs: number }} times - milliseconds @returns {string} the end of an address */
export const fragmentOf = ({ ours, theirs }) => `#race=${Math.max(1, Math.round(ours))}-${Math.max(1, Math.round(theirs))}`;

/** The times that an address ends with; undefined where it ends with anything else. @param {string} fragment */
export function sharedOf(fragment) {
    const [, ours, theirs] = RESULT.exec(fragment) ?? [];
    return ours && { ours: Number(ours), theirs: Number(theirs) };
}

/**
 * Both prove the same, in turns; neither verifies. Each believes the other's last proof, where there is a key for it.
 * @param {any} snarkjs
 * @param {{ zkey: Blob | Uint8Array, wtns: Blob | Uint8Array, vkey?: object }} files
 * @param {{ begin: (name: string, round: string) => void, end: (name: string, ms: number) => void }} lanes
 * @returns {Promise<{ ours: number, theirs: number, rounds: number, believed: boolean | undefined }>} milliseconds
 */
export async function race(snarkjs, { zkey, wtns, vkey }, lanes) {
    const bytesOf = async (file) => new Uint8Array(await new Response(file).arrayBuffer());
    const [key, witness] = await Promise.all([zkey, wtns].map(bytesOf)), { protocol } = await zkeyInfo(key);
    const ours = [], theirs = [], started = performance.now();
    const run = async (name, times, work) => {
        lanes.begin(name, `Round ${times.length + 1} of ${ROUNDS}`);
        const { ms, value } = await timed(work);
        times.push(ms);
        lanes.end(name, median(times));
        return value;
    };
    let ourProof;
    while (ours.length < ROUNDS && (ours.length === 0 || performance.now() - started < ENOUGH_MS)) {
        await run("snarkjs", theirs, () => snarkjs[protocol].prove(key, witness));
        ourProof = await run("ffturbo", ours, () => prove(key, witness, { check: false }));
    }
    const { publicSignals, proof } = ourProof;
    const believed = vkey && await snarkjs[protocol].verify(vkey, publicSignals, proof);
    await Promise.all(["curve_bn128", "curve_bls12381"].map((name) => globalThis[name]?.terminate()));
    return { ours: median(ours), theirs: median(theirs), rounds: ours.length, believed };
}
