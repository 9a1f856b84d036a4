/**
 * Types by the names that @types/snarkjs has for them, and as loose: a program that was compiled
 * with those compiles with these.
 * @module snarkjs/types
 */

/** @typedef {string} NumericString */

/** @typedef {string | Uint8Array} ZKArtifact */

/** @typedef {NumericString | number | bigint | SignalValueType[]} SignalValueType */

/** @typedef {{ [signal: string]: SignalValueType }} CircuitSignals */

/** @typedef {NumericString[]} PublicSignals */

/**
 * @typedef {object} Groth16Proof
 * @property {NumericString[]} pi_a
 * @property {NumericString[][]} pi_b
 * @property {NumericString[]} pi_c
 * @property {string} protocol
 * @property {string} curve
 */

/**
 * @typedef {Record<"A" | "B" | "C" | "Z" | "T1" | "T2" | "T3" | "Wxi" | "Wxiw", NumericString[]>
 *   & Record<"eval_a" | "eval_b" | "eval_c" | "eval_s1" | "eval_s2" | "eval_zw", NumericString>
 *   & { protocol: string, curve: string }} PlonkProof
 */

/**
 * @typedef {"ql" | "qr" | "qm" | "qo" | "qc" | "s1" | "s2" | "s3" | "a" | "b" | "c" | "z" | "zw"
 *   | "t1w" | "t2w"
 *   | "inv"} FflonkEvaluation
 */

/**
 * @typedef {object} FflonkProof
 * @property {Record<"C1" | "C2" | "W1" | "W2", NumericString[]>} polynomials
 * @property {Record<FflonkEvaluation, NumericString>} evaluations
 * @property {string} protocol
 * @property {string} curve
 */

/**
 * A system in memory. Coefficients are elements of `F` by wire.
 * @typedef {object} R1CSInfoType
 * @property {number} n8 - bytes of a value
 * @property {bigint} prime
 * @property {any} curve - any: the curve whose scalars the values are, if there is one
 * @property {any} F - any: its Fr, or a field on BigInt where there is no curve with a pairing
 * @property {number} nVars
 * @property {number} nOutputs
 * @property {number} nPubInputs
 * @property {number} nPrvInputs
 * @property {number} nLabels
 * @property {number} nConstraints
 * @property {boolean} useCustomGates
 * @property {any} constraints - any: of each A, B and C, records of elements by wire
 * @property {any} customGates - any: records of `templateName` and `parameters`, elements
 * @property {any} customGatesUses - any: records of `id` and `signals`
 */

/**
 * A file: a path, or in a page an address; bytes; or a record that says which. `bigMem` has its
 * bytes in pages.
 * @typedef {string | Uint8Array | FileRecord | import("../../../src/internal/snarkjs.js").SourceLike} FileLike
 */

/**
 * Where a file goes: `data` of a record becomes its bytes, or the pages of them.
 * @typedef {string | FileRecord | import("../../../src/internal/snarkjs.js").SinkLike} PlaceLike
 */

/**
 * `type` is "mem", "bigMem" or "file", and text to TypeScript where a program keeps the record in a
 * variable.
 * @typedef {{ type: string, data?: any, fileName?: string, [option: string]: any }} FileRecord any:
 *   bytes, or a list of them; options of snarkjs's files have no effect
 */

/**
 * @typedef {any} Logger any: of `debug`, `info`, `warn` and `error` it has what it has, and is
 *   called with texts
 */

/**
 * `singleThread` starts no worker. `check: false` returns a proof that was not verified, as snarkjs
 * does: of a witness that breaks the circuit one that no verifier accepts. The ways of summing have
 * no effect.
 * @typedef {object} ProverOptions
 * @property {boolean} [singleThread]
 * @property {boolean} [check]
 * @property {"auto" | "enabled" | "disabled"} [msmBatching]
 * @property {"auto" | "enabled" | "disabled"} [msmGlv]
 * @property {"auto" | "enabled" | "disabled"} [msmGls]
 */

export {};
