/**
 * What a proving key says about itself, and how much memory proving with it takes.
 * @module protocols/groth16/info
 */
import { defaultOptions } from "../../curves/config.js";
import { readLE } from "../../util/bytes.js";
import { hardwareConcurrency } from "../../util/host.js";
import { expectedMemory, fixedBytes } from "./memory.js";
import { readOptions } from "../key/options.js";
import { openSource } from "../../files/source.js";
import { openZkey, SECTION } from "./zkey.js";

/** @import { SourceLike } from "../../files/source.js" */
/** @import { Zkey } from "./zkey.js" */

/**
 * @typedef {object} ZkeyInfo
 * @property {string} protocol
 * @property {string} curve
 * @property {number} signals - including the constant one
 * @property {number} publicSignals
 * @property {number | undefined} constraints - undefined if the key is not ordered as snarkjs orders it
 * @property {number} domainSize
 * @property {number} coefficients - number of non-zero ones, of A and B
 * @property {number | undefined} bytes - of the file
 * @property {Readonly<Record<string, number>>} sections - bytes of each
 * @property {number} threads
 * @property {number} fixedMemory - bytes that `memory` must allow at least: the witness and three columns on the domain
 * @property {number} expectedMemory - bytes of the whole process at its peak
 */

/**
 * The last rows of A say that each public signal is used: row constraints + i names signal i.
 * @param {Zkey} zkey
 */
async function countConstraints({ file, nCoefficients, nPublic, curve: { n8r } }) {
    if (nCoefficients === 0) return undefined;
    const record = await file.read(SECTION.COEFFICIENTS, 4 + (nCoefficients - 1) * (12 + n8r), 12);
    const [matrix, row, signal] = [0, 4, 8].map((at) => Number(readLE(record, at, 4)));
    return matrix === 0 && signal === nPublic && row >= nPublic ? row - nPublic : undefined;
}

/**
 * @param {SourceLike} zkey
 * @param {Pick<import("../key/options.js").ProveOptions, "threads" | "memory" | "readTimeout" | "signal">} [options]
 * @returns {Promise<ZkeyInfo>}
 * @throws {ProverError} when it is not a Groth16 key
 */
export async function zkeyInfo(zkey, options) {
    const { memory, threads: wanted, signal, readTimeout } = readOptions("zkeyInfo", options);
    const threads = wanted ?? defaultOptions().threads ?? hardwareConcurrency();
    const source = await openSource("zkey", zkey, { signal, readTimeout, room: { bytes: memory } });
    try {
        const key = await openZkey(source);
        const names = Object.entries(SECTION).map(([name, type]) => [
            name.toLowerCase(),
            key.file.sections.get(type)?.size ?? 0,
        ]);
        return Object.freeze({
            protocol: "groth16", curve: key.curve.name, signals: key.nVars, publicSignals: key.nPublic,
            constraints: await countConstraints(key), domainSize: key.domainSize, coefficients: key.nCoefficients,
            bytes: source.size, sections: Object.freeze(Object.fromEntries(names)),
            threads, fixedMemory: fixedBytes(key), expectedMemory: expectedMemory(key, memory, Math.max(1, threads)),
        });
    } finally {
        await source.close();
    }
}
