/**
 * What ffturbo-snarkjs uses of this package for faster witnesses. It is no interface for others.
 * @module internal/snarkjs_rewrite
 */
export { rewriteCircuit } from "../files/circuit/rewrite.js";
