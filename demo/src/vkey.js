/** The verification key that a proving key contains. Loaded when there is none of its own. */
export { exportVerificationKey } from "ffturbo/setup";
