/**
 * What a proving key says about itself, and how much memory proving with it takes.
 * @module protocols/key/info
 */
import { proverCurve, threadsFor } from "../../curves/prover_curve.js";
import { openSource } from "../../files/source.js";
import { expectedMemory, fittingWorkers, leastMemory } from "./memory.js";
import { readKey } from "./open.js";
import { readOptions } from "./options.js";

/** @import { Ignored } from "../../files/binfile.js" */
/** @import { SourceLike } from "../../files/source.js" */
/** @import { Protocol } from "../protocol.js" */
/** @import { KeyKind } from "./header.js" */

/**
 * @typedef {object} KeyInfo
 * @property {string} protocol
 * @property {string} curve
 * @property {number} signals - including the constant one
 * @property {number} publicSignals
 * @property {number | undefined} bytes - of the file
 * @property {number} [zkeyBytes] - of the zkey that a packed key was made of
 * @property {string} [root] - what names a packed key: the SHA-256 of its header and index,
 *   hexadecimal
 * @property {true} [proveOnly] - of a packed key without what no prover reads
 * @property {Readonly<Record<string, number>>} sections - bytes of each
 * @property {Ignored} [ignored] - what of the file is not read, if there is any
 * @property {number} threads - workers that a proof would have; fewer than asked for where memory
 *   allows no more
 * @property {number} fixedMemory - bytes that `memory` must allow at least: the witness, and
 *   columns on the domain
 * @property {number} expectedMemory - bytes of the whole process at its peak
 * @property {Readonly<import("./weakness.js").Weakness>} [weakness] - why anybody can forge proofs
 *   of it
 */

/**
 * What is known of a key to those who run many proofs.
 * @typedef {object} KeyFacts
 * @property {any} info - any: a KeyInfo, with the facts of the protocol
 * @property {(workers: number) => number} leastMemory - bytes that a proof may be allowed at least
 */

/**
 * @param {readonly Pick<Protocol, keyof KeyKind | "memory" | "weakness" | "info">[]} protocols -
 *   whose keys are taken
 * @param {SourceLike} source
 * @param {Pick<import("./options.js").ProveOptions, "threads" | "memory" | "readTimeout"
 *   | "signal">} [options]
 * @returns {Promise<KeyFacts>}
 * @throws {ProverError} when it is a key of none of these protocols
 */
export async function keyFactsWith(protocols, source, options) {
    const { memory, threads: wanted, signal, readTimeout } = readOptions("zkeyInfo", options);
    const opened = await openSource("zkey", source, { signal, readTimeout, room: { bytes: memory } });
    try {
        const { protocol, zkey } = await readKey(opened, protocols);
        const footprint = protocol.memory(zkey);
        const threads = fittingWorkers(footprint, memory, threadsFor(wanted));
        const sections = Object.entries(protocol.section).map(([name, type]) => [
            name.toLowerCase(),
            zkey.file.sections.get(type)?.size ?? 0,
        ]);
        const brief = opened.inOrder ? undefined : () => proverCurve(zkey.curve.name, {}, { brief: true });
        const weakness = await protocol.weakness(zkey, brief, signal);
        const info = Object.freeze({
            protocol: protocol.name, curve: zkey.curve.name, signals: zkey.nVars, publicSignals: zkey.nPublic,
            ...(await protocol.info(zkey)),
            bytes: opened.size, ...zkey.file.packed?.facts, sections: Object.freeze(Object.fromEntries(sections)),
            ...(zkey.file.ignored && { ignored: zkey.file.ignored }),
            threads, fixedMemory: footprint.fixed,
            expectedMemory: expectedMemory(footprint, memory, Math.max(1, threads)),
            ...(weakness && { weakness }),
        });
        return { info, leastMemory: (workers) => leastMemory(footprint, workers) };
    } finally {
        await opened.close();
    }
}
