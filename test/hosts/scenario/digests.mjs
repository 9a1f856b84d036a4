/**
 * What every host must compute alike: fields, groups, pairing, conversions, FFT and every path of multi-scalar
 * multiplication on both curves.
 * Plain JavaScript without an import, so that a page, a worker, Deno, Bun, an edge runtime and a compartment run the
 * same lines.
 */
const POINTS = 160;
const LOG_FFT = 12;

/** FNV-1a over bytes: short enough to compare, and no host's crypto is needed. */
function hash(bytes) {
    let a = 0x811c9dc5, b = 0x1234567;
    for (let i = 0; i < bytes.length; i++) {
        a = Math.imul(a ^ bytes[i], 0x01000193) >>> 0;
        b = Math.imul(b ^ bytes[i], 0x85ebca6b) >>> 0;
        b = ((b << 13) | (b >>> 19)) >>> 0;
    }
    return `${bytes.length}:${a.toString(16)}${b.toString(16)}`;
}

const scalar = (i, r) => (BigInt(i * i + 3) ** 37n) % r;
const numbers = (n) => Array.from({ length: n }, (_, i) => i);

function plainScalars(r, n, n8) {
    const bytes = new Uint8Array(n * n8);
    for (const i of numbers(n)) {
        let value = i % 8 === 0 ? BigInt(i % 3) : scalar(i, r); // some zeros and small ones, as witnesses have
        for (let j = 0; j < n8; j++, value >>= 8n) bytes[i * n8 + j] = Number(value & 0xffn);
    }
    return bytes;
}

function elements({ Fr, G1, G2, r, Gt }) {
    const [x, y] = [Fr.e(scalar(5, r)), Fr.e(scalar(6, r))];
    const found = { mul: Fr.mul(x, y), inv: Fr.inv(x), exp: Fr.exp(x, 65537n), sqrt: Fr.sqrt(Fr.square(y)) };
    for (const [name, G] of [["G1", G1], ["G2", G2]]) {
        const compressed = new Uint8Array(G.F.n8);
        G.toRprCompressed(compressed, 0, G.timesScalar(G.g, scalar(7, r)));
        found[name] = compressed;
        if (!G.eq(G.fromRprCompressed(compressed, 0), G.timesScalar(G.g, scalar(7, r))))
            throw new Error(`${name}: expected the same point back`);
    }
    return { found, one: Gt.one };
}

async function batches({ Fr, G1, G2, r, array2buffer }) {
    const found = {};
    const values = await Fr.batchToMontgomery(plainScalars(r, 2 ** LOG_FFT, Fr.n8));
    found.toMontgomery = values;
    found.fft = await Fr.fft(values);
    found.ifft = await Fr.ifft(found.fft);
    found.applyKey = await Fr.batchApplyKey(values, Fr.e(3), Fr.e(7));
    const scalars = plainScalars(r, POINTS, Fr.n8);
    for (const [name, G] of [["G1", G1], ["G2", G2]]) {
        const points = array2buffer(numbers(POINTS).map((i) => G.toAffine(G.timesScalar(G.g, i + 2))), 2 * G.F.n8);
        const sums = [];
        for (const options of [
            undefined,
            { batch: "enabled" },
            { batch: "enabled", glv: "disabled", gls: "disabled" },
            { batch: "disabled" },
        ])
            sums.push(await G.multiExpAffine(points, scalars, undefined, name, options));
        sums.push(
            await G.multiExpAffineChunked(
                async (offset, length) => points.slice(offset, offset + length),
                points.length,
                scalars,
                undefined,
                name,
            ),
        );
        sums.push(await G.multiExp(await G.batchToJacobian(points), scalars));
        if (!sums.every((sum) => G.eq(sum, sums[0])))
            throw new Error(`${name}: expected every path of the sum to agree`);
        found[`msm${name}`] = G.toAffine(sums[0]);
        found[`fft${name}`] = await G.batchToAffine(await G.fft(points.slice(0, 32 * G.F.n8), "affine", "jacobian"));
        found[`compressed${name}`] = await G.batchLEMtoC(points);
    }
    return found;
}

async function pairings(curve) {
    const { G1, G2, Gt } = curve;
    const e = (a, b) => curve.pairing(G1.timesScalar(G1.g, a), G2.timesScalar(G2.g, b));
    const value = e(6, 35);
    if (!Gt.eq(value, e(10, 21)) || Gt.eq(value, e(10, 22))) throw new Error("pairing: expected a bilinear one");
    if (
        !(await curve.pairingEq(
            G1.timesScalar(G1.g, 6),
            G2.timesScalar(G2.g, 35),
            G1.neg(G1.timesScalar(G1.g, 10)),
            G2.timesScalar(G2.g, 21),
        ))
    )
        throw new Error("pairingEq: expected true");
    return value;
}

/** Everything of one curve, as text to compare. */
export async function digestsOf(curve) {
    const { found } = elements(curve);
    Object.assign(found, await batches(curve), { pairing: await pairings(curve) });
    return Object.fromEntries(Object.entries(found).map(([name, bytes]) => [name, hash(bytes)]));
}

/**
 * Builds both curves with the given options and computes.
 * @returns {Promise<{ names: string[], workers: number, bn128: object, bls12381: object }>} `workers`: how many were
 *   started for bn128
 */
export async function digests(api, options = {}, curves = ["bn128", "bls12381"]) {
    const result = {
        names: Object.keys(api)
            .filter((name) => name !== "default" && name !== "module.exports")
            .sort(),
        workers: 0,
    };
    for (const name of curves) {
        const curve = await (name === "bn128" ? api.buildBn128 : api.buildBls12381)(options);
        result[name] = await digestsOf(curve);
        result.workers += curve.tm.pool.filter((slot) => slot?.initialized).length;
        await curve.terminate();
    }
    return result;
}
