/** The two engines of a bench and the data both get. */
import * as theirs from "ffjavascript-oracle";
import * as ours from "../../src/index.js";

export { ours, theirs };

const BUILDERS = { bn128: "buildBn128", bls12381: "buildBls12381" };

/**
 * A fresh curve of one engine: both keep theirs in the same place on globalThis, so the place is emptied around the
 * call, and the curve is asked whose it is.
 */
export async function fresh(engine, name, singleThread) {
    globalThis[`curve_${name}`] = null;
    const curve = await engine[BUILDERS[name]](singleThread);
    globalThis[`curve_${name}`] = null;
    const isOurs = /^ffturbo/.test(curve.tm.protocol);
    if (isOurs !== (engine === ours)) throw new Error(`fresh: expected a curve of one engine, got ${name} of the other`);
    return curve;
}

/** Both engines' curve, on one thread or on all. */
export async function pair(name, singleThread) {
    return { ours: await fresh(ours, name, singleThread), theirs: await fresh(theirs, name, singleThread) };
}

/** Ends the workers of a pair. */
export const terminate = (curves) => Promise.all([curves.ours.terminate(), curves.theirs.terminate()]);

/** The same stream of random words for every run. */
export const stream = (seed) => new theirs.ChaCha([seed, 2, 3, 4, 5, 6, 7, 8]);

/** N uniform field elements (Montgomery), one after another. */
export function elements({ Fr }, N, seed = 1) {
    const rng = stream(seed), out = new Uint8Array(N * Fr.n8);
    for (let i = 0; i < N; i++) out.set(Fr.fromRng(rng), i * Fr.n8);
    return out;
}

/** N distinct points of `G`, affine: P, P + Q, P + 2Q, … */
export async function points(G, N, seed = 2) {
    const rng = stream(seed), step = G.fromRng(rng), out = new Uint8Array(N * 3 * G.F.n8);
    let point = G.toJacobian(G.fromRng(rng));
    for (let i = 0; i < N; i++, point = G.add(point, step)) out.set(point, i * 3 * G.F.n8);
    return G.batchToAffine(out);
}
