/**
 * Proofs and verification keys as JSON, the same as snarkjs's: decimal strings, points with a
 * third coordinate, which is 1, or 0 for the point at infinity.
 * @module prover/proof
 */

/**
 * @typedef {object} Proof
 * @property {string[]} pi_a
 * @property {string[][]} pi_b
 * @property {string[]} pi_c
 * @property {"groth16"} protocol
 * @property {string} curve - "bn128" or "bls12381"
 */

/** @param {any} G @param {Uint8Array} point - affine @returns {any} */
const strings = (G, point) => G.toObject(point).map((/** @type {any} */ c) => (Array.isArray(c) ? c.map(String) : String(c)));

/**
 * @param {any} curve
 * @param {string} name
 * @param {Uint8Array} a - affine LEM
 * @param {Uint8Array} b
 * @param {Uint8Array} c
 * @returns {Proof}
 */
export const encodeProof = (curve, name, a, b, c) => ({
    pi_a: strings(curve.G1, a), pi_b: strings(curve.G2, b), pi_c: strings(curve.G1, c), protocol: "groth16", curve: name,
});

/** @param {unknown} text @param {bigint} bound @returns {bigint | undefined} a decimal below the bound, as string, bigint or number */
export function decimalBelow(text, bound) {
    const plain = typeof text === "string" ? /^\d{1,200}$/.test(text) : typeof text === "bigint" || Number.isSafeInteger(text);
    if (!plain) return undefined;
    const value = BigInt(/** @type {string} */ (text));
    return value >= 0n && value < bound ? value : undefined;
}

/**
 * Decodes a point, or says no: wrong shape, a coordinate that is no decimal below q, or off the curve.
 * @param {any} curve
 * @param {"G1" | "G2"} group
 * @param {unknown} json
 * @returns {Uint8Array | undefined} affine LEM
 */
export function decodePoint(curve, group, json) {
    const degree = group === "G1" ? 1 : 2, G = curve[group];
    if (!Array.isArray(json) || json.length < 2 || json.length > 3) return undefined;
    const third = json.length === 3 ? json[2] : undefined;
    const rows = (degree === 1 ? json.map((c) => [c]) : json).map((row) => (Array.isArray(row) && row.length === degree ? row.map((c) => decimalBelow(c, curve.q)) : []));
    if (rows.some((row) => row.length !== degree || row.includes(undefined))) return undefined;
    const [x, y, z] = rows;
    const scale = third === undefined ? 1n : z[0];
    if ((scale !== 0n && scale !== 1n) || z?.slice(1).some((c) => c !== 0n)) return undefined;
    if (scale === 0n) return G.zeroAffine;
    const point = G.fromObject(degree === 1 ? [x[0], y[0], 1n] : [x, y, [1n, 0n]]);
    return G.isValid(point) ? point : undefined;
}
