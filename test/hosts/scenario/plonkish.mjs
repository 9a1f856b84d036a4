/**
 * A prover and its verifier in some host: a proof, then what the verifier says of it, of a proof that snarkjs made and
 * of that with another public signal.
 * @param {{ prove: Function, verify: Function }} protocol - ffturbo/plonk, ffturbo/fflonk
 * @param {{ zkey: any, wtns: any, vkey: any, publicSignals: string[], proof: any }} files - vkey, publicSignals and
 *   proof are of snarkjs
 * @param {object} [options] - of the prover
 */
export async function proveAndVerify({ prove, verify }, { zkey, wtns, vkey, publicSignals, proof }, options) {
    const made = await prove(zkey, wtns, { ...options, timings: true });
    const others = [String(BigInt(publicSignals[0]) ^ 1n), ...publicSignals.slice(1)];
    return {
        threads: made.engine.threads,
        signals: made.publicSignals,
        proof: made.proof,
        own: await verify(vkey, made.publicSignals, made.proof),
        foreign: await verify(vkey, publicSignals, proof),
        tampered: await verify(vkey, others, proof),
    };
}
