/**
 * One kernel of ours beside the same export of ffjavascript 0.3.1: both run on
 * the same bytes at their own addresses.
 */
import { unpack } from "../../src/runtime/instance.js";
import { baseOf, CURVES, ORACLES } from "./twin_curves.js";
import { Memory, run } from "./wasm.js";

export const CURVE_NAMES = Object.keys(ORACLES);

/**
 * @param {"bn128" | "bls12381"} name
 * @returns sides: [ours, theirs], each { exports, mem, alloc }
 */
export async function sides(name) {
    const { code, layout } = await baseOf(name), { fp, fr } = CURVES[name], ours = await run(unpack(code));
    const { tm } = await ORACLES[name](true);
    return {
        layout, q: fp.p, r: fr.p, n8q: fp.n8, n8r: fr.n8,
        list: [
            { label: "ffturbo", exports: ours.exports, mem: ours.mem },
            { label: "ffjavascript", exports: tm.instance.exports, mem: new Memory(tm.memory) },
        ],
    };
}

/**
 * Call one export on both sides and read buffers back.
 * @param {Awaited<ReturnType<typeof sides>>} both
 * @param {string} fnName
 * @param {(bigint | Uint8Array | number)[]} args - bytes are put into memory and passed as an address; numbers pass as
 *   they are
 * @param {number[]} read - indices of the arguments whose bytes to read back
 * @returns {{ result: number | undefined, bytes: string[] }[]} ours, theirs
 */
export function callBoth(both, fnName, args, read) {
    return both.list.map(({ exports, mem }) => {
        const mark = mem.u32[0],
            places = args.map((arg) => (typeof arg === "number" ? arg : mem.alloc(arg.length + 8)));
        args.forEach((arg, i) => { if (typeof arg !== "number") mem.u8.set(arg, places[i]); });
        const result = exports[fnName](...places);
        const bytes = read.map((i) => Buffer.from(mem.u8.slice(places[i], places[i] + args[i].length)).toString("hex"));
        mem.u32[0] = mark;
        return { result, bytes };
    });
}

/** Little-endian bytes of a list of integers. @param {bigint[]} values @param {number} n8 */
export function pack(values, n8) {
    const bytes = new Uint8Array(values.length * n8);
    values.forEach((value, i) => {
        for (let j = 0, v = value; j < n8; j++, v >>= 8n) bytes[i * n8 + j] = Number(v & 0xffn);
    });
    return bytes;
}
