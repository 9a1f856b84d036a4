/**
 * The first key of a circuit under Groth16, from powers of tau: `groth16 setup`, `zkey new`. The
 * bytes of snarkjs.
 * @module protocols/groth16/setup
 */
import { ensure } from "../../files/errors.js";
import { inOrder } from "../../files/in_order.js";
import { PTAU } from "../../files/ptau.js";
import { counted } from "../../util/check.js";
import { KIND, SECTION } from "./zkey.js";
import { encodeContributions } from "./contributions.js";
import { refuseInputs, withCeremony } from "../setup/open.js";
import { readInsecureOptions } from "../setup/options.js";
import { headerOf, keyWriter, writeSection } from "../setup/write_key.js";
import { hashDifferences, openCircuitHash } from "./setup/circuit_hash.js";
import { writeCoefficients } from "./setup/coefficients.js";
import { openInputs, readSecretPoints, refuseWeakPowers, requirePower, requirePrepared } from "../setup/inputs.js";
import { pointsByNumber, readPoints } from "../setup/lagrange.js";
import { A, B, C, collectTerms, countTerms, publicsOf, rangesOf } from "../setup/terms.js";
import { wireMsms } from "./setup/wire_msms.js";

/** @import { Curve } from "../../curves/types.js" */
/** @import { SectionWriter } from "../../files/binwriter.js" */
/** @import { PhaseTracker } from "../../files/progress.js" */
/** @import { Ptau } from "../../files/ptau.js" */
/** @import { SinkLike } from "../../files/sink.js" */
/** @import { SourceLike } from "../../files/source.js" */
/** @import { HeaderPoints } from "./zkey.js" */
/** @import { InsecureOptions } from "../setup/options.js" */
/** @import { Inputs } from "../setup/inputs.js" */
/** @import { Range } from "../setup/terms.js" */
/** @import { Part } from "./setup/wire_msms.js" */

/**
 * @typedef {object} Setting
 * @property {Curve} curve
 * @property {AbortSignal} signal
 * @property {PhaseTracker} tracker - counts points
 * @property {number} memory - bytes
 */

/** Parts of the memory that the terms, and the points of one section, may take. */
const FOR_TERMS = 1 / 3;
const FOR_POINTS = 1 / 8;

/** Points of H of a task. */
const POINTS_OF_H = 1 << 13;

/**
 * The domain of a circuit: a row for each constraint, for the constant wire and for each public
 * signal.
 * @param {Inputs} inputs
 * @returns {number} its power of two
 */
export function powerOf({ system, ptau }) {
    const rows = system.constraints + publicsOf(system) + 1;
    ensure(rows > 1, "ERR_FILE", () =>
        `${system.file.name}: expected a circuit with a constraint or a public signal, got one without`);
    const power = Math.ceil(Math.log2(rows));
    requirePower(ptau, power, `a circuit of ${counted(system.constraints, "constraint")} and ${counted(publicsOf(system), "public signal")}`);
    return power;
}

/** How many points a key of the circuit has. @param {Inputs} inputs @returns {number} */
export const countPoints = (inputs) => 4 * inputs.system.signals + 2 ** powerOf(inputs);

/**
 * The points of the header of a first key, in its order.
 * @param {{ ptau: Ptau, curve: Curve, signal: AbortSignal }} on
 * @returns {Promise<HeaderPoints>}
 */
export async function firstPoints(on) {
    const { curve: { G1, G2 } } = on, { alpha1, beta1, beta2 } = await readSecretPoints(on);
    return { alpha1, beta1, beta2, gamma2: G2.gAffine, delta1: G1.gAffine, delta2: G2.gAffine };
}

/**
 * Points of H: the Lagrange points of the domain of twice the size that are not of this one.
 * @param {Pick<Setting, "curve" | "signal" | "tracker"> & { ptau: Ptau, writer: SectionWriter }} on
 * @param {number} n
 */
export async function writeH(on, n) {
    const { curve: { tm, G1 }, writer, tracker } = on, first = 2 * n - 1;
    const size = 2 * G1.F.n8;
    await writer.begin(SECTION.H, n * size);
    const parts = Array.from({ length: Math.ceil(n / POINTS_OF_H) }, (_, i) => i * POINTS_OF_H);
    await inOrder(parts, Math.max(1, tm.concurrency), async (from) => {
        const count = Math.min(POINTS_OF_H, n - from);
        const odd = new Uint8Array(count * size);
        const all = await readPoints(on, PTAU.LAGRANGE_TAU_G1, first + 2 * from, 2 * count);
        for (let i = 0; i < count; i++) odd.set(all.subarray((2 * i + 1) * size, (2 * i + 2) * size), i * size);
        return odd;
    }, async (bytes) => {
        await writer.write(bytes);
        tracker.advance(bytes.length / size);
    });
    await writer.end();
}

/**
 * The terms of each range of wires; where there is one range, they are kept.
 * @param {Setting & Inputs} on
 * @param {Uint32Array[]} counts
 */
function termsByRange({ system, signal, memory }, counts) {
    const ranges = rangesOf(system, counts, memory * FOR_TERMS);
    /** @type {Promise<Range> | undefined} */
    let kept;
    return {
        /** @param {number} from @param {number} to */
        async* within(from, to) {
            for (const range of ranges) {
                const [first, end] = [Math.max(from, range[0]), Math.min(to, range[1])];
                if (first >= end) continue;
                const terms = ranges.length === 1 ? kept ??= collectTerms(system, counts, range, signal)
                    : collectTerms(system, counts, range, signal);
                yield { range: await terms, wires: /** @type {const} */ ([first, end]) };
            }
        },
    };
}

/**
 * Writes the sections of a first key in the order of snarkjs.
 * @param {Setting & Inputs & { writer: SectionWriter }} on
 * @returns {Promise<Uint8Array>} the hash of the circuit
 */
export async function writeFirstKey(on) {
    const { system, curve, signal, writer, tracker, memory } = on, { signals } = system;
    const power = powerOf(on);
    const n = 2 ** power;
    const publics = publicsOf(system);
    const points = await firstPoints(on);
    const list = Object.values(points), { G1 } = curve;
    const hash = openCircuitHash(on, points);
    const counts = await countTerms(system, signal);
    const terms = termsByRange(on, counts);
    const lagrange = (/** @type {number} */ type, /** @type {number} */ size) =>
        pointsByNumber(on, { type, first: n - 1, count: n, whole: n * size <= memory * FOR_POINTS });
    const part = (/** @type {number} */ matrix, /** @type {number} */ type, inG2 = false) =>
        ({ matrix, points: lagrange(type, inG2 ? 4 * G1.F.n8 : 2 * G1.F.n8) });
    const sums = async (/** @type {number} */ type, /** @type {Part[]} */ parts, from = 0, to = signals) => {
        const group = type === SECTION.B2 ? "G2" : "G1";
        const size = 2 * curve[group].F.n8;
        hash.begin(to - from);
        await writer.begin(type, (to - from) * size);
        for await (const { range, wires } of terms.within(from, to))
            await wireMsms(on, group, range, parts, wires, async ({ points: bytes, encoded }) => {
                hash.add(encoded);
                await writer.write(bytes);
                tracker.advance(bytes.length / size);
            });
        await writer.end();
    };
    await writeSection(writer, SECTION.PROTOCOL, new Uint8Array(Uint32Array.of(KIND.id).buffer));
    await writeSection(writer, SECTION.HEADER, headerOf(on.known, [signals, publics, n], list));
    await writeCoefficients(on, SECTION.COEFFICIENTS, counts);
    const inTau = part(A, PTAU.LAGRANGE_TAU_G1);
    const mixed = [
        part(A, PTAU.LAGRANGE_BETA_TAU_G1), part(B, PTAU.LAGRANGE_ALPHA_TAU_G1), { ...inTau, matrix: C },
    ];
    await sums(SECTION.IC, mixed, 0, publics + 1);
    await Promise.all([hashDifferences(on, hash, n), writeH(on, n)]);
    await sums(SECTION.C, mixed, publics + 1);
    await sums(SECTION.A, [inTau]);
    await sums(SECTION.B1, [{ ...inTau, matrix: B }]);
    await sums(SECTION.B2, [part(B, PTAU.LAGRANGE_TAU_G2, true)]);
    const circuitHash = hash.digest();
    await writeSection(writer, SECTION.CONTRIBUTIONS, encodeContributions({ circuitHash, contributions: [] }));
    return circuitHash;
}

/**
 * Makes the first key of a circuit, to which people then contribute.
 *
 *   in      r1cs, ptau  path, bytes, Blob, URL or reader; newZkey: path, { type: "mem" } or
 *                       WritableStream
 *   memory  options.memory, approximately
 *   throws  ERR_FILE, ERR_CURVE, ERR_POINT, ERR_KEY for powers whose secrets everybody knows;
 *           nothing is left of the output
 * @param {SourceLike} r1cs
 * @param {SourceLike} ptau - prepared for phase 2
 * @param {SinkLike} newZkey
 * @param {InsecureOptions} [options]
 * @returns {Promise<{ circuitHash: Uint8Array }>} 64 bytes, which all contributors see
 */
export async function setupGroth16(r1cs, ptau, newZkey, options) {
    const where = "setupGroth16", checked = readInsecureOptions(where, options), { memory, insecure } = checked;
    return withCeremony(where, checked, async ({ open, controller: { signal }, progress, curveOf, writeOutput }) => {
        refuseInputs(where, newZkey, [r1cs, ptau]);
        const [system, powers] = await Promise.all([open("r1cs", r1cs), open("ptau", ptau)]);
        const inputs = await openInputs(system, powers);
        requirePrepared(inputs.ptau);
        const points = countPoints(inputs);
        const curve = await curveOf(inputs.known);
        const tracker = progress.only("points", points);
        await refuseWeakPowers(where, { ...inputs, curve, signal }, insecure);
        const circuitHash = await writeOutput(async (openSink) => {
            const sink = await openSink("newZkey", newZkey);
            const writer = keyWriter(sink, Object.keys(SECTION).length);
            const hash = await writeFirstKey({ ...inputs, curve, signal, tracker, memory, writer });
            await writer.finish();
            return hash;
        });
        tracker.end();
        return Object.freeze({ circuitHash });
    });
}
