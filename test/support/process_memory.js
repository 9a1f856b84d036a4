/**
 * What the memory of another process holds, on systems that have /proc: all that it may write to, which is its heaps
 * and stacks, and the memories of its threads and of their wasm.
 */
import { closeSync, openSync, readFileSync, readSync } from "node:fs";

/** Bytes of a page, and of what is looked for, which may lie across two pages. */
const PAGE = 4096, WIDTH = 16;

/** Pages that are read at a time. */
const MANY = 4096;

/** Byte i of what a process draws that draws known bytes, see secret_run.mjs. @param {number} draw - its number */
export const byteOf = (draw, i) => Math.imul(1021 * draw + i + 1, 0x9e3779b1) >>> 24;

/** Pages that are there, one after the other, of all that may be written to. @param {number} pid */
function* stretchesOf(pid) {
    const pages = openSync(`/proc/${pid}/pagemap`, "r"), entries = new Uint32Array(2 * MANY);
    try {
        for (const line of readFileSync(`/proc/${pid}/maps`, "utf8").split("\n")) {
            const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
            if (!from) continue;
            const end = parseInt(to, 16) / PAGE;
            for (let page = parseInt(from, 16) / PAGE; page < end; page += MANY) {
                const count = readSync(pages, entries, 0, 8 * Math.min(MANY, end - page), 8 * page) / 8;
                for (let i = 0, start = 0; i < count; start = ++i) { // present, or swapped
                    while (i < count && entries[2 * i + 1] >>> 30 !== 0) i++;
                    if (i > start) yield [(page + start) * PAGE, (page + i) * PAGE];
                }
            }
        }
    } finally {
        closeSync(pages);
    }
}

/** What is looked for by its second words, of which few are 0: 16 bits decide most places at once. */
function tableOf(needles) {
    const byWord = new Map(), may = new Uint8Array(1 << 16);
    for (const [label, bytes] of needles) {
        const word = bytes.readUInt32LE(4);
        byWord.set(word, [...byWord.get(word) ?? [], { label, bytes }]);
        may[word & 0xffff] = 1;
    }
    return { byWord, may };
}

/**
 * @param {number} pid - of a process that is stopped: one that rests may end its workers
 * @param {Iterable<[string, Buffer]>} needles - of WIDTH bytes, with what they are
 * @returns {string[]} what was found, once for each place, at multiples of 4
 */
export function searchProcess(pid, needles) {
    const file = openSync(`/proc/${pid}/mem`, "r"), { byWord, may } = tableOf(needles), found = [];
    const bytes = Buffer.from(new ArrayBuffer(MANY * PAGE + WIDTH)), words = new Uint32Array(bytes.buffer);
    let last = 0; // where the stretch before ended, whose last bytes stand before this one
    try {
        for (const [from, to] of stretchesOf(pid)) {
            const got = readSync(file, bytes, WIDTH, to - from, from);
            if (last !== from) bytes.fill(0, 0, WIDTH);
            for (let i = 0; 4 * i + WIDTH <= WIDTH + got; i++) {
                if (may[words[i + 1] & 0xffff] === 0) continue;
                for (const { label, bytes: needle } of byWord.get(words[i + 1]) ?? [])
                    if (needle.equals(bytes.subarray(4 * i, 4 * i + WIDTH))) found.push(label);
            }
            bytes.copy(bytes, 0, got, got + WIDTH);
            last = to;
        }
    } finally {
        closeSync(file);
    }
    return found;
}
