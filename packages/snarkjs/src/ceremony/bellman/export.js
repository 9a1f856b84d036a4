/**
 * Writes a Groth16 key for bellman: `zkey export bellman`.
 * @module ceremony/bellman/export
 */
import {
    openZkey, pointCheck, readContributions, readOptions, refuseInputs, SECTION, withCeremony,
} from "../../../../../src/internal/snarkjs_ceremony.js";
import { checkKey } from "../contribute.js";
import { inParts, partsOf } from "../parts.js";
import { ownBytes, pointsAtOnce } from "../multiply.js";
import { encodeHeader, encodeMpc, LISTS, u32 } from "./layout.js";
import { toCoefficients } from "./quotients.js";

/** @import { CeremonyOptions, Curve, PhaseTracker } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { PointSection, SinkLike, SourceLike } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { Zkey } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { ListName } from "./layout.js" */

/**
 * @typedef {object} On
 * @property {Curve} curve
 * @property {Zkey} zkey
 * @property {AbortSignal} signal
 * @property {PhaseTracker} tracker
 * @property {(bytes: Uint8Array) => Promise<void>} write - the next bytes
 */

/**
 * A list of points, and its length before it.
 * @param {On} on
 * @param {ListName} name
 * @param {"G1" | "G2"} group
 */
async function writeList(on, name, group) {
    const { curve, zkey: { file, pointSections, power, domainSize }, signal, tracker, write } = on, G = curve[group];
    const section = /** @type {PointSection} */ (pointSections.get(SECTION[name])), { points, pointBytes } = section;
    const check = pointCheck(curve, G, `${file.name}: expected % section ${SECTION[name]} (points ${name})`, signal);
    const encode = async (/** @type {Uint8Array} */ some) => ownBytes(await G.batchLEMtoU(some, { signal }));
    const whole = name === "H" ? new Uint8Array(points * pointBytes) : undefined;
    await write(u32(whole ? domainSize - 1 : points));
    await inParts(points, pointsAtOnce(curve), async ([from, count]) => {
        const some = await section.read(from, count, signal);
        await check.add(some);
        whole?.set(some, from * pointBytes);
        return whole ? undefined : encode(some);
    }, async (bytes, [, count]) => {
        if (bytes) await write(bytes);
        tracker.advance(count);
    });
    check.end();
    if (!whole) return;
    const made = await toCoefficients({ curve, signal }, whole, power);
    for (const [from, count] of partsOf(domainSize - 1, pointsAtOnce(curve)))
        await write(await encode(made.slice(from * pointBytes, (from + count) * pointBytes)));
}

/**
 * Writes a Groth16 key as bellman's programs take it: `zkey export bellman`. The names of
 * contributors, and what is a beacon, do not go with it.
 *
 *   in      zkey     path, bytes, Blob, URL or reader; mpcparams: path, { type: "mem" } or
 *                    WritableStream
 *   memory  that of one FFT of the points H: some 500 bytes for each row of the domain
 *   throws  ERR_FILE, ERR_POINT; nothing is left of the output
 * @param {SourceLike} zkey
 * @param {SinkLike} mpcparams
 * @param {CeremonyOptions} [options]
 * @returns {Promise<{ circuitHash: Uint8Array, contributions: number }>} circuitHash: 64 bytes
 */
export async function exportBellman(zkey, mpcparams, options) {
    const where = "exportBellman", checked = readOptions(where, options);
    return withCeremony(where, checked, async ({ open, controller: { signal }, progress, curveOf, writeOutput }) => {
        refuseInputs(where, mpcparams, [zkey]);
        const key = await openZkey(await open("zkey", zkey));
        const mpc = await readContributions(key, signal);
        const points = [...key.pointSections.values()].reduce((sum, section) => sum + section.points, 0);
        const curve = await curveOf(key.curve);
        const tracker = progress.only("points", points);
        checkKey(curve, key, mpc);
        await writeOutput(async (openSink) => {
            const sink = await openSink("mpcparams", mpcparams);
            let at = 0;
            const write = async (/** @type {Uint8Array} */ bytes) => {
                await sink.write(bytes, at);
                at += bytes.length;
            };
            await write(encodeHeader(curve, key.points));
            const on = { curve, zkey: key, signal, tracker, write };
            for (const [name, group] of LISTS) await writeList(on, name, group);
            await write(encodeMpc(curve, mpc));
        });
        tracker.end();
        return Object.freeze({ circuitHash: mpc.circuitHash, contributions: mpc.contributions.length });
    });
}
