/**
 * The same interface with all curves: they are loaded when a file asks for one. Public as
 * ffturbo-snarkjs in Node, Deno and Bun.
 * @module ffturbo-snarkjs
 */
import "ffturbo-curves";

export * from "./index.js";
