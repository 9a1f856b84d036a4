/**
 * Ends the curves that a suite has left on globalThis, with their workers, and lets ffjavascript and ffturbo build
 * curves of their own: each takes the one that it finds there, so that an oracle would be ours where a suite that ran
 * before in this process had built one.
 * @returns {Promise<void>}
 */
export async function forgetCurves() {
    for (const name of ["curve_bn128", "curve_bls12381"]) {
        const curve = globalThis[name];
        delete globalThis[name];
        await curve?.terminate?.();
    }
}
