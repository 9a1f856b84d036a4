/**
 * The key of a circuit under PLONK: `plonk setup`. The bytes of snarkjs.
 * @module protocols/plonk/setup
 */
import { PTAU } from "../../files/ptau.js";
import { BEYOND, KIND, SECTION } from "./zkey.js";
import { headerOf, writeSection } from "../setup/write_key.js";
import {
    columnOf, commitments, K1, K2, lagrangePolynomial, permutationOf, writeAdditions, writePolynomials, writePowers,
    writeWires,
} from "../plonkish/setup/columns.js";
import { gatesOf } from "../plonkish/setup/gates.js";
import { readTau, requirePower, requirePrepared } from "../setup/inputs.js";
import { publicsOf } from "../setup/terms.js";
import { domainFor, setupColumns } from "../plonkish/setup/universal.js";

/** @import { SinkLike } from "../../files/sink.js" */
/** @import { SourceLike } from "../../files/source.js" */
/** @import { InsecureOptions } from "../setup/options.js" */
/** @import { Setting } from "../plonkish/setup/universal.js" */

/** @param {Setting} on */
async function writeKey(on) {
    const { system, ptau, known, curve, signal, writer, tracker } = on, { Fr } = curve;
    const gates = await gatesOf(system, { dropZeros: false }, signal);
    const power = domainFor(system, gates.rows);
    const n = 2 ** power;
    requirePower(ptau, power, `${gates.rows} rows of gates`);
    const publics = publicsOf(system);
    const tau2 = await readTau(on), selectors = [];
    await writeAdditions(on, SECTION.ADDITIONS, gates);
    await writeWires(on, [SECTION.A, SECTION.B, SECTION.C], gates);
    for (const [name, type] of /** @type {const} */ ([
        ["m", SECTION.QM], ["l", SECTION.QL], ["r", SECTION.QR], ["o", SECTION.QO], ["c", SECTION.QC],
    ])) {
        const { values, coefficients } = await columnOf(on, gates.selectors[name], n);
        await writePolynomials(on, type, 1, n, async () => coefficients);
        selectors.push(values);
        tracker.advance(1);
    }
    const sigma = await permutationOf(on, gates, power, 0);
    await writePolynomials(on, SECTION.SIGMA, sigma.length, n, async (i) => sigma[i].coefficients);
    await writePolynomials(on, SECTION.LAGRANGE, Math.max(1, publics), n, lagrangePolynomial(on, n));
    tracker.advance(1);
    await writePowers(on, SECTION.POWERS, n + BEYOND);
    const lists = [...selectors, ...sigma.map(({ values }) => values)];
    const points = await commitments(on, PTAU.LAGRANGE_TAU_G1, n - 1, lists);
    tracker.advance(2);
    await writeSection(writer, SECTION.PROTOCOL, new Uint8Array(Uint32Array.of(KIND.id).buffer));
    const counts = [gates.wires, publics, n, gates.additions, gates.rows];
    await writeSection(writer, SECTION.HEADER, headerOf(known, counts, [Fr.e(K1), Fr.e(K2), ...points, tau2]));
    return gates.rows;
}

/** Steps of progress: five selectors, permutation, and the commitments for two. */
const STEPS = 8;

/**
 * Makes the key of a circuit under PLONK from powers of tau, which must be at least as many as its
 * rows of gates.
 *
 *   in      r1cs, ptau  path, bytes, Blob, URL or reader; newZkey: path, { type: "mem" } or
 *                       WritableStream
 *   memory  about 500 bytes for each row
 *   throws  ERR_FILE, ERR_CURVE, ERR_POINT, ERR_KEY for powers whose tau everybody knows; nothing
 *           is left of the output
 * @param {SourceLike} r1cs
 * @param {SourceLike} ptau - prepared for phase 2
 * @param {SinkLike} newZkey
 * @param {InsecureOptions} [options]
 * @returns {Promise<{ constraints: number }>} as gates: those of the circuit, and a row for each
 *   public signal
 */
export const setupPlonk = (r1cs, ptau, newZkey, options) =>
    setupColumns("setupPlonk", [r1cs, ptau, newZkey], options, {
        sections: Object.keys(SECTION).length, steps: STEPS, write: writeKey,
        check: ({ ptau: opened }) => requirePrepared(opened),
    });
