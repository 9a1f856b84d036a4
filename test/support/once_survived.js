/** Mutants that no test noticed once: test/full/mutants.test.js tries them, each run sees that they can be. */

/** What it would do, the file, what stands there, what it would be, and the suite that must tell. */
export const ONCE_SURVIVED = [
    ["verify accepts a point plus torsion", "src/protocols/key/verifier.js",
        "return isInSubgroup(curve, G, point) ? undefined : \"POINT_SUBGROUP\";", "return undefined;",
        "test/prover/forgeries.test.js"],
    ["verify on BigInt accepts a point plus torsion", "src/protocols/groth16/verify_bigint.js",
        "return group.isZero(group.timesScalar(p, r)) ? undefined : \"POINT_SUBGROUP\";", "return undefined;",
        "test/prover/forgeries.test.js"],
    ["every point is in the subgroup", "src/protocols/key/points.js",
        "G.cofactor === undefined || G.isZero(G.timesScalar(point, curve.r))", "true", "test/unit/subgroup.test.js"],
    ["every point is in the subgroup, as a curve with the test says", "src/protocols/key/points.js",
        "G.isInSubgroup?.(point) ??", "true ??", "test/prover/forgeries.test.js"],
    ["s - r stands for a signal s", "src/protocols/json.js",
        "number >= 0n && number < bound", "number < bound", "test/unit/groth16_json.test.js"],
    ["s + r stands for a signal s", "src/protocols/json.js",
        "number >= 0n && number < bound", "number >= 0n", "test/unit/groth16_json.test.js"],
    ["a proof is blinded with s = r", "src/util/random.js",
        "Array.from({ length: count }, () => F.fromRng(generator))", "Array(count).fill(F.fromRng(generator))",
        "test/prover/blinding.test.js"],
    ["a proof is blinded by the same r each time", "src/util/random.js",
        "generator = new SecretStream(seed)", "generator = new SecretStream(new Uint8Array(32))",
        "test/prover/blinding.test.js"],
    ["endomorphisms are on by default off the subgroup", "src/batch/options.js",
        "(choice === \"auto\" && wholeCurve)", "choice === \"auto\"", "test/api/endomorphism_default.test.js"],
    ["the command cannot do without --threads", "bin/lib/arguments.mjs",
        "if (text === undefined) return undefined;\n    if (!/^\\d{1,9}$/", "if (!/^\\d{1,9}$/", "test/command/command.test.js"],
];
