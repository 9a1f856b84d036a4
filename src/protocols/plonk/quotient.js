/**
 * The quotient t = (gates + PI + alpha permutation + alpha^2 (z - 1) L1) / (X^n - 1), in three
 * parts of n coefficients and a few beyond.
 *
 * Without the term of L1 it has a degree of 3n + 5. The six coefficients from 3n on are those of
 * the permutation from 4n on, which depend on the highest six of each factor alone; the others
 * follow from the values on three cosets of the domain, where X^n - 1 is a constant. The term of L1
 * is alpha^2 (z - 1) / (n (X - 1)): a division.
 * @module protocols/plonk/quotient
 */
import { runFused } from "../../batch/fused_program.js";
import { openSecrets } from "../../batch/secrets.js";
import { permutationOn } from "../plonkish/permutation.js";
import { addAt, cosetsOf, elementAt, onCoset, partsOf, plainFactor } from "../plonkish/polynomial.js";
import { startQuotient } from "../plonkish/prove.js";

/** @import { WasmField1 } from "../../curves/types.js" */
/** @import { Context } from "../key/context.js" */
/** @import { Coset } from "../plonkish/polynomial.js" */
/** @import { Work } from "../plonkish/prove.js" */
/** @import { Zkey } from "./zkey.js" */

/**
 * What the quotient is made of.
 * @typedef {object} Identity
 * @property {Record<"a" | "b" | "c" | "z", Uint8Array>} wires - plain coefficients, n and a few
 *   more
 * @property {(name: string) => Promise<Uint8Array>} keyed - coefficients of the key's polynomials
 *   by name, LEM
 * @property {Uint8Array} constants - coefficients of Qc + PI, LEM
 * @property {() => Promise<void>} forget - called when neither these nor those of the key are
 *   needed any more
 * @property {{ beta: Uint8Array, gamma: Uint8Array, alpha: Uint8Array }} challenges
 */

/** @typedef {ReturnType<typeof openSecrets>} Secrets */

/** Values per index of the domain, and parts. */
const COSETS = 3;

/** Coefficients from 3n on. */
const TOP = 6;

/** Degrees of wires and of z, less n. */
const WIRES_END = 1, Z_END = 2;

/**
 * The product of polynomials of which the highest coefficients are given, and wanted, downwards.
 * @param {WasmField1} Fr
 * @param {Secrets} secrets
 */
const highestOf = (Fr, { add, mul }) => (/** @type {Uint8Array[][]} */ ...factors) =>
    factors.reduce((x, y) => x.map((_, i) =>
        y.slice(0, i + 1).reduce((sum, value, j) => add(sum, mul(value, x[i - j])), Fr.zero)));

/**
 * Coefficients 4n to 4n + 5 of the permutation (a + beta X + gamma) … z - (a + beta S1 + gamma) …
 * z(w X), whose factors have degrees of n + 1 and n + 2: the constants and X do not reach so high.
 * @param {Context<Zkey>} context
 * @param {Identity} identity
 * @param {Secrets} secrets - what these are made in: the highest coefficients of wires and z are
 *   their blinding
 * @returns {Promise<Uint8Array[]>} from that of X^4n on, LEM
 */
async function topOf({ zkey: { power, domainSize: n }, curve }, { wires: { a, b, c, z }, keyed, challenges }, secrets) {
    const { beta } = challenges, { Fr } = curve, { n8 } = Fr, product = highestOf(Fr, secrets);
    const highest = (/** @type {Uint8Array} */ list, /** @type {number} */ end) =>
        Array.from({ length: TOP }, (_, i) => secrets.toMontgomery(elementAt(list, n + end - i, n8)));
    const wires = [a, b, c].map((list) => highest(list, WIRES_END));
    const last = highest(z, Z_END);
    const sigmas = await Promise.all(["S1", "S2", "S3"].map(keyed));
    const moved = wires.map((wire, k) => wire.map((value, i) => {
        const at = n + WIRES_END - i; // a sigma ends with X^(n - 1)
        return at >= n ? value : secrets.add(value, Fr.mul(beta, elementAt(sigmas[k], at, n8)));
    }));
    const rotated = last.map((value, i) => secrets.mul(value, Fr.exp(Fr.w[power], n + Z_END - i)));
    const [here, there] = [product(...wires, last), product(...moved, rotated)];
    return here.map((value, i) => secrets.sub(value, there[i])).reverse();
}

/**
 * The quotient modulo X^n - c, without the term of L1: n coefficients, LEM.
 * @param {Zkey} zkey
 * @param {Work} work
 * @param {Identity} identity
 * @param {Coset} coset
 * @returns {Promise<Uint8Array>} one of the proof's buffers
 */
async function remainderOn({ k1, k2 }, work, { wires, keyed, constants, challenges }, coset) {
    const { curve, n, power, buffers, ofColumns } = work, { shift, c } = coset, { alpha, beta, gamma } = challenges;
    const { Fr } = curve, overZ = Fr.inv(Fr.sub(c, Fr.one)), root = Fr.w[power];
    const names = ["Qm", "Ql", "Qr", "Qo", "S1", "S2", "S3"];
    const [m, l, r, o, ...sigmas] = await Promise.all(names.map(keyed));
    const remainder = buffers.take(n * Fr.n8);
    await runFused(curve, n, (ops) => {
        const { add, ifft, geometricScale } = ops, on = onCoset(Fr, ops, coset);
        const columns = [wires.a, wires.b, wires.c].map((list) => on.made(list));
        const gates = on.gates(columns, [l, r, m, o, constants]);
        const z = on.made(wires.z, alpha);
        const factors = { beta, gamma, k1, k2 };
        const moved = permutationOn(Fr, ops, on, { columns, z, sigmas }, factors, { shift, root });
        return [[geometricScale(ifft(add(moved, gates)), overZ, Fr.inv(shift)), remainder]];
    }, ofColumns());
    return remainder;
}

/**
 * @param {Context<Zkey>} context
 * @param {Work} work
 * @param {Identity} identity
 * @param {number} room - coefficients of each part
 * @param {() => void} advance - called for each coset
 * @returns {Promise<Uint8Array[]>} t[0, n), t[n, 2n) and t[2n, 3n + 6), plain, with zeros after
 *   them
 */
export async function quotientOf(context, work, identity, room, advance) {
    const { curve, n, power, buffers, ofColumns } = work, { Fr } = curve, { n8 } = Fr;
    const { challenges: { alpha } } = identity, cosets = cosetsOf(Fr, power, COSETS);
    const secrets = openSecrets(Fr);
    const top = (await topOf(context, identity, secrets)).map((value) => secrets.mul(alpha, value));
    const remainders = await Promise.all(cosets.map(async (coset) => {
        const remainder = await remainderOn(context.zkey, work, identity, coset);
        const cube = Fr.exp(coset.c, COSETS);
        addAt(Fr, remainder, top.map((value) => secrets.neg(secrets.mul(cube, value))));
        advance();
        return remainder;
    }));
    await identity.forget();
    const start = await startQuotient(work, identity.wires.z);
    const factor = Fr.div(Fr.square(alpha), Fr.e(n));
    const parts = await Promise.all(partsOf(Fr, cosets).map(async (factors, j) => {
        const part = buffers.take(room * n8);
        await runFused(curve, n, ({ combine, input }) => [[combine([
            ...remainders.map((list, k) => /** @type {const} */ ([input(list), plainFactor(Fr, factors[k])])),
            ...(j ? [] : [/** @type {const} */ ([input(start.subarray(0, n * n8)), factor])]),
        ]), part.subarray(0, n * n8)]], ofColumns());
        return part;
    }));
    addAt(Fr, parts[1], [0, 1].map((i) => secrets.mul(factor, elementAt(start, n + i, n8))));
    addAt(Fr, parts[COSETS - 1], top.map((value) => secrets.fromMontgomery(value)), n);
    secrets.clear();
    buffers.drop(start, ...remainders);
    return parts;
}
