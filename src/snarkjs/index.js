/**
 * The interface of snarkjs 0.7.6, name for name, on the rooms below; and a caller's own snarkjs
 * with faster witnesses. Public as ffturbo/snarkjs.
 * @module snarkjs
 */
/** @typedef {import("../circuits/export.js").R1csJson} R1csJson */
/** @typedef {import("../curves/types.js").BaseField} BaseField */
/** @typedef {import("../curves/types.js").Curve} Curve */
/** @typedef {import("../curves/types.js").PointGroup} PointGroup */
/** @typedef {import("../curves/types.js").ScalarField} ScalarField */
/** @typedef {import("../curves/types.js").WasmField2} WasmField2 */
/** @typedef {import("../curves/types.js").WasmField3} WasmField3 */
/** @typedef {import("../curves/types.js").ThreadManager} ThreadManager */
/** @typedef {import("../files/source.js").MemoryLike} MemoryLike */
/** @typedef {import("../files/source.js").Reader} Reader */
/** @typedef {import("../files/source.js").ResponseLike} ResponseLike */
/** @typedef {import("../files/witness/inputs.js").Inputs} Inputs */
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
