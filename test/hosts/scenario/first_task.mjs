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
        if (!curve.Fr.eq(output.slice(0, 32), curve.Fr.mul(values, curve.Fr.e(2 ** 14))) || !curve.Fr.isZero(output.slice(32, 64))) throw new Error("fft: expected the transform of a constant");
    }
    const workers = curve.tm.pool.filter((slot) => slot?.initialized).length;
    await curve.terminate();
    return { ms: rounds[0], later: Math.min(...rounds), workers, warned };
}
