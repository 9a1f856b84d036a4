/**
 * The scalars of H of a proof in parts. One worker writes them where the others read them: to a
 * folder that all share, or to an address. They are as secret as the witness, and their location comes
 * from the data of a job.
 * @module server/scratch
 */
import { join } from "node:path";
import { ensure } from "../../../src/internal/server.js";
import { upload } from "./http.js";
import { checkAllowed, removeIn, writeIn } from "./allowlist.js";
import { sha256Of } from "./references.js";

/** @import { Reference } from "./references.js" */
/** @import { Scratch } from "./request.js" */

/**
 * @param {string} root - the job of the whole proof
 * @returns {string} the file of its scalars of H
 */
const nameOf = (root) => `${root}.h`;

/**
 * Checks that a location for scalars may be both read and written.
 * @param {string} what
 * @param {Scratch} scratch
 * @param {readonly string[]} allowWrite
 * @throws {ProverError} ERR_OPTION
 */
export function checkScratch(what, scratch, allowWrite) {
    const locations = "path" in scratch
        ? [{ path: join(scratch.path, "scalars") }]
        : [{ url: scratch.put }, { url: scratch.get }];
    for (const location of locations) checkAllowed(`${what}, which is written to`, location, allowWrite);
}

/** @param {{ allowWrite: readonly string[], timeout: number }} options */
export const createScratch = ({ allowWrite, timeout }) => Object.freeze({
    /**
     * @param {Uint8Array} bytes
     * @param {Scratch} scratch
     * @param {string} root
     * @param {AbortSignal} [signal]
     * @returns {Promise<Reference>}
     */
    async publish(bytes, scratch, root, signal) {
        const sha256 = sha256Of(bytes);
        const name = nameOf(root);
        if ("put" in scratch) {
            checkScratch("scratch", scratch, allowWrite);
            await upload("scratch", scratch.put, bytes, timeout, signal);
            return { url: scratch.get, sha256 };
        }
        await writeIn("scratch", scratch.path, name, bytes, allowWrite);
        return { path: join(scratch.path, name), sha256 };
    },
    /**
     * Refuses a location that may not be written, before there are bytes to write.
     * @param {Scratch} scratch
     */
    expect(scratch) {
        checkScratch("scratch", scratch, allowWrite);
    },
    /**
     * Refuses scalars in any location but the one of this proof.
     * @param {Reference} reference
     * @param {Scratch | undefined} scratch
     * @param {string} root
     */
    check(reference, scratch, root) {
        const expected = scratch && "path" in scratch ? join(scratch.path, nameOf(root)) : scratch?.get;
        ensure(
            expected !== undefined && expected === ("path" in reference ? reference.path : Object(reference).url),
            "ERR_OPTION",
            () => "scalars: expected them in the scratch location of their proof, got another location",
        );
    },
    /**
     * Removes the scalars when they are no longer needed, unless they are at an address: there the
     * storage must do so.
     * @param {Scratch | undefined} scratch
     * @param {string} root
     */
    async discard(scratch, root) {
        if (scratch && "path" in scratch)
            // it is gone already
            await removeIn("scratch", scratch.path, nameOf(root), allowWrite).catch(() => {});
    },
});
