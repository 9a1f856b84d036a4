/**
 * The interface of snarkjs 0.7.6, name for name, on the rooms below; and a caller's own snarkjs
 * with faster witnesses. Public as ffturbo-snarkjs.
 * @module ffturbo-snarkjs
 */
/** @typedef {import("./circuits/export.js").R1csJson} R1csJson */
/** @typedef {import("../../../src/internal/snarkjs.js").BaseField} BaseField */
/** @typedef {import("../../../src/internal/snarkjs.js").Curve} Curve */
/** @typedef {import("../../../src/internal/snarkjs.js").PointGroup} PointGroup */
/** @typedef {import("../../../src/internal/snarkjs.js").ScalarField} ScalarField */
/** @typedef {import("../../../src/internal/snarkjs.js").WasmField2} WasmField2 */
/** @typedef {import("../../../src/internal/snarkjs.js").WasmField3} WasmField3 */
/** @typedef {import("../../../src/internal/snarkjs.js").ThreadManager} ThreadManager */
/** @typedef {import("../../../src/internal/snarkjs.js").MemoryLike} MemoryLike */
/** @typedef {import("../../../src/internal/snarkjs.js").Reader} Reader */
/** @typedef {import("../../../src/internal/snarkjs.js").ResponseLike} ResponseLike */
/** @typedef {import("../../../src/internal/snarkjs.js").Inputs} Inputs */
/** @typedef {import("./types.js").CircuitSignals} CircuitSignals */
/** @typedef {import("./types.js").FflonkEvaluation} FflonkEvaluation */
/** @typedef {import("./types.js").FflonkProof} FflonkProof */
/** @typedef {import("./types.js").FileLike} FileLike */
/** @typedef {import("./types.js").FileRecord} FileRecord */
/** @typedef {import("./types.js").Groth16Proof} Groth16Proof */
/** @typedef {import("./types.js").Logger} Logger */
/** @typedef {import("./types.js").NumericString} NumericString */
/** @typedef {import("./types.js").PlaceLike} PlaceLike */
/** @typedef {import("./types.js").PlonkProof} PlonkProof */
/** @typedef {import("./types.js").ProverOptions} ProverOptions */
/** @typedef {import("./types.js").PublicSignals} PublicSignals */
/** @typedef {import("./types.js").R1CSInfoType} R1CSInfoType */
/** @typedef {import("./types.js").SignalValueType} SignalValueType */
/** @typedef {import("./types.js").ZKArtifact} ZKArtifact */
/** @typedef {import("./with_ffturbo.js").Snarkjs} Snarkjs */
/** @typedef {import("./with_ffturbo.js").Calculation} Calculation */
export * as curves from "./curves.js";
export * as fflonk from "./fflonk.js";
export * as groth16 from "./groth16.js";
export * as plonk from "./plonk.js";
export * as powersOfTau from "./powers_of_tau.js";
export * as r1cs from "./r1cs.js";
export { withFfturbo } from "./with_ffturbo.js";
export * as wtns from "./wtns.js";
export * as zKey from "./zkey.js";
