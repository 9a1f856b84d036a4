/** Turns of the event loop during a sum of 2^17 points. */
async function turnsDuring({ G1 }) {
    const points = new Uint8Array(64 * 2 ** 17), scalars = new Uint8Array(32 * 2 ** 17);
    const unit = new Uint8Array(64 * 64);
    for (let i = 0; i < 64; i++) unit.set(G1.toAffine(G1.timesScalar(G1.g, i + 1)), 64 * i);
    for (let i = 0; i < points.length; i += unit.length) points.set(unit, i);
    for (let i = 0; i < scalars.length; i++) scalars[i] = i % 32 === 31 ? 1 : i * 37 + (i >> 5);
    let turns = 0;
    const timer = setInterval(() => { turns++; }, 1);
    await G1.multiExpAffine(points, scalars);
    clearInterval(timer);
    return turns;
}

/** How long the first task takes that would go to a worker, who does it, and what the logger is told. */
export async function firstTask(api, options = {}) {
    const warned = [];
    const curve = await api.buildBn128({ threads: 2, logger: { warn: (text) => warned.push(text) }, ...options });
    const values = await curve.Fr.batchToMontgomery(new Uint8Array(32).fill(1));
    const input = new Uint8Array(values.length * 2 ** 14);
    for (let i = 0; i < input.length; i += values.length) input.set(values, i);
    const rounds = [];
    for (let i = 0; i < 3; i++) {
        const started = performance.now();
        const output = await curve.Fr.fft(input);
        rounds.push(performance.now() - started);
        // the transform of a constant is n times it, and zeros
        if (
            !curve.Fr.eq(output.slice(0, 32), curve.Fr.mul(values, curve.Fr.e(2 ** 14))) ||
            !curve.Fr.isZero(output.slice(32, 64))
        )
            throw new Error("fft: expected the transform of a constant");
    }
    const turns = await turnsDuring(curve);
    const workers = curve.tm.pool.filter((slot) => slot?.initialized).length;
    await curve.terminate();
    return { ms: rounds[0], later: Math.min(...rounds), workers, warned, turns };
}
