/**
 * Witnesses from the programs of circom, for any protocol. Public as ffturbo/witness.
 * @module witness
 */
/** @typedef {import("../files/circuit/rewrite.js").WitnessInfo} WitnessInfo */
/** @typedef {import("../files/errors.js").ProverCode} ProverCode */
/**
 * @typedef {import("../files/source.js").ProgramLike} Program a circuit's program, as a file or
 *   compiled
 */
/** @typedef {import("../files/witness/inputs.js").Inputs} Inputs */
/** @typedef {import("../files/witness/program.js").Witness} Witness */
/** @typedef {import("../files/witness/trace.js").Unset} Unset */
/** @typedef {import("../files/witness_calculator.js").Calculator} WitnessCalculator */
/** @typedef {import("./key/witness.js").CalculatorOptions} CalculatorOptions */
/** @typedef {import("./key/witness.js").WitnessOptions} WitnessOptions */
export { ProverError } from "../files/errors.js";
export {
    calculateWitness,
    createWitnessCalculator,
    encodeWitness,
    optimizeCircuit,
    witnessInfo,
} from "./key/witness.js";
