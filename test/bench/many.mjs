/**
 * Suites over many values at once: msm, conversions. Each runs on one thread and on all,
 * and yields one row per curve, case and size.
 */
import { elements, pair, points, stream, terminate } from "./engines.mjs";
import { compare, mustAgree } from "./harness.mjs";

/** Calls `body` with a pair of curves per curve name and thread mode; workers end afterwards. */
export async function* eachPair({ curves, modes }, body) {
    for (const curve of curves) for (const mode of modes) {
        const both = await pair(curve, mode === "single");
        try {
            yield* body(both, { curve, threads: both.ours.tm.concurrency });
        } finally {
            if (mode !== "single") await terminate(both);
        }
    }
}

const repeat = (run) => async (count) => { for (let i = 0; i < count; i++) await run(); };

/** A row for an operation that gives comparable values on either curve. */
export const versus = (row, both, operation, settings, comparable = (curve, value) => value) =>
    compare(
        {
            row,
            ours: repeat(() => operation(both.ours)),
            theirs: repeat(() => operation(both.theirs)),
            check: async () =>
                mustAgree(
                    row.name,
                    comparable(both.ours, await operation(both.ours)),
                    comparable(both.theirs, await operation(both.theirs)),
                ),
        },
        settings,
    );

export const range = (sizes, low, high) =>
    sizes ?? Array.from({ length: Math.floor((high - low) / 2) + 1 }, (_, i) => low + 2 * i);

/**
 * Rows per size: default options; the endomorphism, where only the caller can vouch for the points; like a witness, at
 * the largest size.
 */
const msmRows = (curve, group, largest) => [
    { name: "default", options: {} },
    ...(curve === "bn128" && group === "G1" ? [] : [{ name: "enabled", options: { glv: true, gls: true } }]),
    ...(largest ? [{ name: "witness", options: { glv: true, gls: true }, witness: true }] : []),
];

/** Scalars as a circuit has them, integers: 70 % zeros and ones, 20 % below 2^64, 10 % uniform. */
function witness(curve, N) {
    const out = elements(curve, N, 3), word = stream(4);
    for (let i = 0; i < N; i++) {
        const kind = word.nextU32() % 10, scalar = out.subarray(32 * i, 32 * i + 32);
        if (kind < 9) scalar.fill(0, kind < 7 ? 0 : 8);
        if (kind < 7) scalar[0] = word.nextU32() & 1;
    }
    return out;
}

export const msm = (options) => eachPair(options, async function* (both, where) {
    for (const group of ["G1", "G2"]) {
        const sizes = range(options.sizes, 10, 16), N = 2 ** Math.max(...sizes);
        const bases = await points(both.theirs[group], N), scalars = elements(both.theirs, N);
        const n8 = bases.length / N;
        for (const size of sizes) {
            const b = bases.subarray(0, n8 * 2 ** size), s = scalars.subarray(0, 32 * 2 ** size);
            const rows = msmRows(both.ours.name, group, size === Math.max(...sizes));
            for (const [row, tier] of rows.flatMap((row) => options.tiers.map((tier) => [row, tier]))) {
                const input = row.witness ? witness(both.theirs, 2 ** size) : s, how = { ...row.options, tier };
                const run = (curve) =>
                    curve === both.ours
                        ? curve[group].multiExpAffine(b, input, undefined, undefined, how)
                        : curve[group].multiExpAffine(b, input);
                yield versus({ suite: "msm", name: `${group} ${row.name}`, size, ...where, tier: tier === "auto" ? both.ours.tm.tier : tier }, both, run, options.settings, (curve, sum) => curve[group].toAffine(sum));
            }
        }
    }
});

/** Batch operations: name, what they run on, how. */
const conversions = ({ fr, affine, uncompressed }) => [
    ["Fr.batchToMontgomery", fr, ({ Fr }, x) => Fr.batchToMontgomery(x)],
    ["Fr.batchFromMontgomery", fr, ({ Fr }, x) => Fr.batchFromMontgomery(x)],
    ["Fr.batchInverse", fr, ({ Fr }, x) => Fr.batchInverse(x)],
    ["Fr.batchApplyKey", fr, ({ Fr }, x) => Fr.batchApplyKey(x, Fr.e(3), Fr.e(5))],
    ...["G1", "G2"].flatMap((group) =>
        [
            ["batchLEMtoU", affine[group], (c, x) => c[group].batchLEMtoU(x)],
            ["batchLEMtoC", affine[group], (c, x) => c[group].batchLEMtoC(x)],
            ["batchUtoLEM", uncompressed[group], (c, x) => c[group].batchUtoLEM(x)],
            [
                "batchToJacobian, batchToAffine",
                affine[group],
                async (c, x) => c[group].batchToAffine(await c[group].batchToJacobian(x)),
            ],
        ].map(([name, input, run]) => [`${group}.${name}`, input, run]),
    ),
];

export const convert = (options) => eachPair(options, async function* (both, where) {
    const [size] = options.sizes ?? [14], N = 2 ** size;
    const { G1, G2 } = both.theirs;
    const affine = { G1: await points(G1, N), G2: await points(G2, N) };
    const uncompressed = { G1: await G1.batchLEMtoU(affine.G1), G2: await G2.batchLEMtoU(affine.G2) };
    for (const [name, input, run] of conversions({ fr: elements(both.theirs, N), affine, uncompressed })) {
        yield versus({ suite: "convert", name, size, ...where }, both, (curve) => run(curve, input), options.settings);
    }
});
