/**
 * Hash functions: those of the host where it has them, otherwise those of @noble/hashes, with the same results.
 * @module util/hashes
 */
import { nativeHash } from "./host.js";
import { blake2b as blake2bHere, sha256 as sha256Here } from "./noble_hashes.js";

/** @import { HostHash } from "./host_types.js" */

/** @returns {HostHash} of 64 bytes */
export const blake2b = () => nativeHash("blake2b512") ?? blake2bHere.create();

/**
 * SHA-256 of one block. Not through the host, which takes as long to begin a hash as this takes for all of it.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array} 32 bytes
 */
export const sha256 = (bytes) => sha256Here(bytes);
