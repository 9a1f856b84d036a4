/**
 * A Groth16 key as a record of texts, as snarkjs exports it.
 * @module ceremony/key_json
 */
import {
    decimals, openZkey, readLE, readOptions, SECTION, withCeremony,
} from "../../../../src/internal/snarkjs_ceremony.js";
import { partsOf } from "./parts.js";

/** @import { CeremonyOptions, Curve, PointSection } from "../../../../src/internal/snarkjs_ceremony.js" */
/** @import { SourceLike, Zkey } from "../../../../src/internal/snarkjs_ceremony.js" */

/** Points and coefficients that are read at a time. */
const STEP = 1 << 13;

/** Bytes of a coefficient before its value: matrix, row, wire. */
const HEAD = 12;

/**
 * The coefficients of a key, whose values are kept times the square of the Montgomery factor.
 * @param {Curve} curve
 * @param {Zkey} zkey
 * @param {AbortSignal} signal
 */
async function coefficientsOf({ Fr }, { file, nCoefficients, curve: { n8r } }, signal) {
    const size = HEAD + n8r, list = [];
    for (const [from, count] of partsOf(nCoefficients, STEP)) {
        const bytes = await file.read(SECTION.COEFFICIENTS, 4 + from * size, count * size, signal);
        const view = new DataView(bytes.buffer, bytes.byteOffset);
        const values = new Uint8Array(count * n8r);
        for (let i = 0; i < count; i++) values.set(bytes.subarray(i * size + HEAD, (i + 1) * size), i * n8r);
        const once = await Fr.batchFromMontgomery(values, { signal });
        const plain = /** @type {Uint8Array} */ (await Fr.batchFromMontgomery(once, { signal }));
        for (let i = 0; i < count; i++) {
            const [matrix, constraint, wire] = [0, 4, 8].map((at) => view.getUint32(i * size + at, true));
            list.push({ matrix, constraint, signal: wire, value: String(readLE(plain, i * n8r, n8r)) });
        }
    }
    return list;
}

/**
 * A record of a Groth16 key: `zkey export json`. Contributions are not in it.
 *
 *   memory  some hundred bytes for each point and coefficient: for small keys
 * @param {SourceLike} zkey
 * @param {CeremonyOptions} [options]
 * @returns {Promise<Record<string, any>>} that of snarkjs; C begins with null for the public wires
 */
export async function exportKeyJson(zkey, options) {
    const where = "exportKeyJson";
    return withCeremony(where, readOptions(where, options), async ({ open, controller: { signal }, curveOf }) => {
        const key = await openZkey(await open("zkey", zkey));
        const curve = await curveOf(key.curve), { points } = key;
        const text = (/** @type {"G1" | "G2"} */ group, /** @type {Uint8Array} */ bytes) =>
            decimals(curve[group].toObject(bytes));
        const list = async (/** @type {number} */ type) => {
            const section = /** @type {PointSection} */ (key.pointSections.get(type)), all = [];
            const group = type === SECTION.B2 ? "G2" : "G1", size = section.pointBytes;
            for (const [from, count] of partsOf(section.points, STEP)) {
                const bytes = await section.read(from, count, signal);
                for (let i = 0; i < count; i++) all.push(text(group, bytes.subarray(i * size, (i + 1) * size)));
            }
            return all;
        };
        const { nVars, nPublic, domainSize, power, curve: { n8q, n8r } } = key;
        return {
            protocol: "groth16", n8q, q: String(curve.q), n8r, r: String(curve.r), nVars, nPublic, domainSize, power,
            vk_alpha_1: text("G1", points.alpha1), vk_beta_1: text("G1", points.beta1),
            vk_beta_2: text("G2", points.beta2), vk_gamma_2: text("G2", points.gamma2),
            vk_delta_1: text("G1", points.delta1), vk_delta_2: text("G2", points.delta2),
            IC: await list(SECTION.IC), ccoefs: await coefficientsOf(curve, key, signal),
            A: await list(SECTION.A), B1: await list(SECTION.B1), B2: await list(SECTION.B2),
            C: [...new Array(nPublic + 1).fill(null), ...await list(SECTION.C)], hExps: await list(SECTION.H),
        };
    });
}
