/**
 * Lists the sections of a binary file, whatever they are: also of a kind that only a newer snarkjs
 * knows.
 */
import { FILE_HEADER, openSource, SECTION_HEADER } from "../../../../src/internal/snarkjs_command.js";
import { failure } from "../lib/tools.mjs";

/** @param {string} name @param {string} text */
const damaged = (name, text) => failure("ERR_FILE", `${name}: expected ${text}`);

/**
 * A source refuses to read beyond its end, so that a number of sections is none too many.
 * @param {any} source
 * @param {number} size
 * @returns {Promise<{ magic: string, version: number, sections: number[][] }>}
 */
async function readFrame({ name, read }, size) {
    const head = Buffer.from(await read(0, FILE_HEADER));
    const magic = head.toString("latin1", 0, 4);
    const version = head.readUInt32LE(4);
    const count = head.readUInt32LE(8);
    if (!/^[a-z0-9]{4}$/.test(magic)) throw damaged(name, "a zkey, ptau, r1cs or wtns file, got one of another kind");
    const sections = [];
    for (let i = 0, at = FILE_HEADER; i < count; i++) {
        const frame = Buffer.from(await read(at, SECTION_HEADER));
        const length = frame.readBigUInt64LE(4);
        at += SECTION_HEADER;
        if (length > BigInt(size - at))
            throw damaged(name, `section ${frame.readUInt32LE(0)} of ${length} bytes, got ${size - at}`);
        sections.push([frame.readUInt32LE(0), Number(length), at - SECTION_HEADER]);
        at += Number(length);
    }
    return { magic, version, sections };
}

/** @param {string} path @returns {Promise<string>} @throws {Error} ERR_FILE */
export async function describeSections(path) {
    const source = await openSource(path, path);
    try {
        const size = /** @type {number} */ (await source.length(Infinity));
        const { magic, version, sections } = await readFrame(source, size);
        return [
            `File info for    ${path}`, "", `File size:       ${size} bytes`, `File type:       ${magic}`,
            `Version:         ${version}`, "",
            ...sections.sort(([a], [b]) => a - b).map(([type, bytes, at]) =>
                `section ${`#${type}`.padStart(5)}    size: ${bytes}\toffset: 0x${at.toString(16)}`),
        ].join("\n");
    } finally {
        await source.close();
    }
}
