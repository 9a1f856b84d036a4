/**
 * snarkjs in a frame of its own, in turns with this engine in the page: both engines keep their curve on globalThis,
 * and each takes what it finds there.
 */
import { prove, zkeyInfo } from "./protocols.js";
import { median } from "./format.js";

/** Rounds, and after how long no further one begins. */
const ROUNDS = 3, ENOUGH_MS = 20_000;

/** @param {EventTarget} target @param {Error} error @returns {Promise<void>} when it has loaded */
const loaded = (target, error) => new Promise((resolve, reject) => {
    target.addEventListener("load", () => resolve());
    target.addEventListener("error", () => reject(error));
});

/**
 * Loads snarkjs.min.js into a new frame.
 * @param {string} address
 * @returns {Promise<{ realm: any, close: () => void }>} the frame's globalThis; its workers end with it
 */
export async function openSnarkjs(address) {
    const missing = new Error(`expected snarkjs.min.js at ${address}, got no such script`);
    const frame = document.createElement("iframe");
    Object.assign(frame, { hidden: true, title: "snarkjs", srcdoc: "<!doctype html>" });
    const close = () => frame.remove();
    try {
        const ready = loaded(frame, missing);
        document.body.append(frame);
        await ready;
        const { contentDocument: inside, contentWindow: realm } = frame;
        const { href: src } = new URL(address, document.baseURI);
        const script = Object.assign(inside.createElement("script"), { src, crossOrigin: "anonymous" });
        const come = loaded(script, missing);
        inside.head.append(script);
        await come;
        if (!realm.snarkjs) throw missing;
        return { realm, close };
    } catch (error) {
        close();
        throw error;
    }
}

/**
 * What a curve says that it is: ours name their protocol of tasks.
 * @param {any} realm - of whoever has proved
 * @param {string} curve
 * @returns {string | undefined}
 */
export function engineOf(realm, curve) {
    const tm = realm[`curve_${curve}`]?.tm;
    return tm && (/^ffturbo/.exec(tm.protocol)?.[0] ?? "ffjavascript");
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
 * Both prove the same, in turns; neither verifies. snarkjs believes our last proof, where there is a key for it.
 * @param {any} realm - of snarkjs
 * @param {{ zkey: Blob | Uint8Array, wtns: Blob | Uint8Array, vkey?: object }} files
 * @param {{ begin: (name: string, round: string) => void, end: (name: string, ms: number) => void }} lanes
 * @returns {Promise<{ ours: number, theirs: number, rounds: number, believed?: boolean } & Record<"engine" | "tier",
 *   string>>} milliseconds; engine: of snarkjs, tier: of ours
 * @throws {Error} when snarkjs does not run on an engine of others
 */
export async function race(realm, { zkey, wtns, vkey }, lanes) {
    const { snarkjs } = realm;
    const bytesOf = async (file) => new Uint8Array(await new Response(file).arrayBuffer());
    const [key, witness] = await Promise.all([zkey, wtns].map(bytesOf)), { protocol, curve } = await zkeyInfo(key);
    const given = [key, witness].map((bytes) => new realm.Uint8Array(bytes)); // it asks for the classes of its realm
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
        await run("snarkjs", theirs, () => snarkjs[protocol].prove(...given));
        const engine = engineOf(realm, curve);
        if (engine !== "ffjavascript")
            throw new Error(`expected snarkjs on ffjavascript, got one on ${engine ?? "no curve"}`);
        ourProof = await run("ffturbo", ours, () => prove(key, witness, { check: false, timings: true })); // with the engine
    }
    const { publicSignals, proof, engine: { tier } } = ourProof;
    const believed = vkey && await snarkjs[protocol].verify(vkey, publicSignals, proof);
    const times = { ours: median(ours), theirs: median(theirs), rounds: ours.length };
    return { ...times, believed, engine: engineOf(realm, curve), tier };
}
