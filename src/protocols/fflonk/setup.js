/**
 * The key of a circuit under FFLONK: `fflonk setup`. The bytes of snarkjs.
 * @module protocols/fflonk/setup
 */
import { ensure } from "../../files/errors.js";
import { PTAU } from "../../files/ptau.js";
import { domainOf, hasRoots } from "./domain.js";
import { FREE_ROWS, KIND, PARTS_OF_C0, powersFor, SECTION } from "./zkey.js";
import { headerOf, writeSection } from "../setup/write_key.js";
import {
    columnOf, commitments, lagrangePolynomial, permutationOf, writeAdditions, writePolynomials, writePowers,
    writeWires,
} from "../plonkish/setup/columns.js";
import { gatesOf } from "../plonkish/setup/gates.js";
import { readTau, requirePower } from "../setup/inputs.js";
import { publicsOf } from "../setup/terms.js";
import { domainFor, setupColumns } from "../plonkish/setup/universal.js";

/** @import { SinkLike } from "../../files/sink.js" */
/** @import { SourceLike } from "../../files/source.js" */
/** @import { InsecureOptions } from "../setup/options.js" */
/** @import { Inputs } from "../setup/inputs.js" */
/** @import { Setting } from "../plonkish/setup/universal.js" */

/** The selectors in the order of their sections, and each as part of C0. */
const SELECTORS = /** @type {const} */ ([
    ["l", SECTION.QL, 0], ["r", SECTION.QR, 1], ["m", SECTION.QM, 3], ["o", SECTION.QO, 2], ["c", SECTION.QC, 4],
]);

/** The sections of the permutation, whose polynomials are the last parts of C0. */
const SIGMAS = Object.freeze([SECTION.SIGMA1, SECTION.SIGMA2, SECTION.SIGMA3]);

/** @param {Inputs} inputs */
function checkCurve({ system: { file }, known: { name, r } }) {
    ensure(hasRoots(r), "ERR_CURVE", () =>
        `${file.name}: expected a circuit over the curve whose roots of unity FFLONK has, got ${name}`);
}

/**
 * Sum of X^j P_j(X^8).
 * @param {readonly Uint8Array[]} parts - coefficients of each P_j
 * @param {number} n8
 */
function interleaved(parts, n8) {
    const count = parts.length, all = new Uint8Array(count * parts[0].length);
    parts.forEach((part, j) => {
        for (let i = 0; i * n8 < part.length; i++)
            all.set(part.subarray(i * n8, (i + 1) * n8), (i * count + j) * n8);
    });
    return all;
}

/** @param {Setting} on */
async function writeKey(on) {
    const { system, ptau, known, curve: { Fr }, curve, signal, writer, tracker } = on;
    const gates = await gatesOf(system, { dropZeros: true }, signal);
    const power = domainFor(system, gates.rows && gates.rows + FREE_ROWS);
    const n = 2 ** power;
    const publics = publicsOf(system);
    requirePower(ptau, Math.ceil(Math.log2(powersFor(n) + 1)) - 1, `${gates.rows} rows of gates`);
    const tau2 = await readTau(on);
    const parts = /** @type {Uint8Array[]} */ (new Array(PARTS_OF_C0));
    await writeSection(writer, SECTION.PROTOCOL, new Uint8Array(Uint32Array.of(KIND.id).buffer));
    await writeAdditions(on, SECTION.ADDITIONS, gates);
    await writeWires(on, [SECTION.A, SECTION.B, SECTION.C], gates);
    for (const [name, type, part] of SELECTORS) {
        const { coefficients } = await columnOf(on, gates.selectors[name], n);
        parts[part] = coefficients;
        await writePolynomials(on, type, 1, n, async () => coefficients);
        tracker.advance(1);
    }
    for (const [i, { coefficients }] of (await permutationOf(on, gates, power, FREE_ROWS)).entries()) {
        parts[SELECTORS.length + i] = coefficients;
        await writePolynomials(on, SIGMAS[i], 1, n, async () => coefficients);
    }
    await writePolynomials(on, SECTION.LAGRANGE, Math.max(1, publics), n, lagrangePolynomial(on, n));
    tracker.advance(1);
    await writePowers(on, SECTION.TAU, powersFor(n));
    const joined = interleaved(parts, Fr.n8);
    await writeSection(writer, SECTION.C0, joined);
    const [C0] = await commitments(on, PTAU.TAU_G1, 0, [await Fr.batchFromMontgomery(joined, { signal })]);
    tracker.advance(2);
    const { k1, k2, w3, w4, w8, wr } = domainOf(curve.r, power);
    const counts = [gates.wires, publics, n, gates.additions, gates.rows];
    const constants = [k1, k2, w3, w4, w8, wr].map((value) => Fr.e(value));
    await writeSection(writer, SECTION.HEADER, headerOf(known, counts, [...constants, tau2, C0]));
    return gates.rows;
}

/** Steps of progress: five selectors, permutation, and the commitment for two. */
const STEPS = 8;

/**
 * Makes the key of a circuit under FFLONK from powers of tau: more than nine times as many as the
 * size of its domain.
 *
 *   in      r1cs, ptau  path, bytes, Blob, URL or reader; newZkey: path, { type: "mem" } or
 *                       WritableStream
 *   memory  about 1 KiB for each row
 *   throws  ERR_FILE, ERR_CURVE, ERR_POINT, ERR_KEY for powers whose tau everybody knows; nothing
 *           is left of the output
 * @param {SourceLike} r1cs
 * @param {SourceLike} ptau
 * @param {SinkLike} newZkey
 * @param {InsecureOptions} [options]
 * @returns {Promise<{ constraints: number }>} as gates: those of the circuit, and a row for each
 *   public signal
 */
export const setupFflonk = (r1cs, ptau, newZkey, options) =>
    setupColumns("setupFflonk", [r1cs, ptau, newZkey], options, {
        sections: Object.keys(SECTION).length, steps: STEPS, check: checkCurve, write: writeKey,
    });
