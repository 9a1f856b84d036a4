/**
 * The lists of locations that may be read or written: folders and addresses. The real path of a file
 * is checked after it was opened, so that links, even if they change in the meantime, cannot lead
 * out of a location.
 * @module server/allowlist
 */
import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { open, readlink, realpath, rename, rm } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { URL } from "node:url";
import { ensure } from "../../../src/internal/server.js";
import { unreadable } from "./failures.js";

/** @import { FileHandle } from "node:fs/promises" */

/** @typedef {{ url: string } | { path: string } | { bytes: string }} Location */

export const ADDRESS = /^https?:\/\//i;

/**
 * Paths that some servers read differently from the URL parser: encoded dots and slashes, even
 * encoded twice, and dots before a parameter.
 */
const AMBIGUOUS = /%(?:25)*(?:2e|2f|5c|00)|\/\.{1,2};/i;

/** A job may name neither links nor FIFOs. Windows has no such flags. */
const CAREFUL = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** @param {string} folder */
const withSlash = (folder) => (folder.endsWith(sep) ? folder : folder + sep);

/** @param {string} location @param {string} address */
function isBelow(location, address) {
    if (![location, address].every((one) => ADDRESS.test(one) && URL.canParse(one))) return false;
    const from = new URL(location);
    const to = new URL(address), folder = from.pathname;
    return from.origin === to.origin && to.username === "" && to.password === "" && !AMBIGUOUS.test(to.pathname) &&
        (to.pathname === folder || to.pathname.startsWith(folder.endsWith("/") ? folder : `${folder}/`));
}

/**
 * Checks that a location is on the list. A folder allows everything in it, an address allows
 * everything below it.
 * @param {string} what
 * @param {Location} reference
 * @param {readonly string[] | undefined} allow - undefined allows every location
 * @throws {ProverError} ERR_OPTION
 */
export function checkAllowed(what, reference, allow) {
    if (allow === undefined || "bytes" in reference) return;
    const ok = allow.some((location) =>
        "url" in reference
            ? isBelow(location, reference.url)
            : !ADDRESS.test(location) && resolve(reference.path).startsWith(withSlash(resolve(location))));
    ensure(
        ok,
        "ERR_OPTION",
        () => `${what}: expected a file in one of the ${allow.length} allowed locations, got another`,
    );
}

/** The real paths of the folders of a list. @param {readonly string[] | undefined} allow */
const resolved = async (allow) => allow && Promise.all(allow.map((location) =>
    (ADDRESS.test(location) ? location : realpath(location).catch(() => location))));

/**
 * The real path of an open file. Only Linux can tell; elsewhere the path is resolved again.
 * @param {FileHandle} file
 * @param {string} path
 */
const locationOf = (file, path) => readlink(`/proc/self/fd/${file.fd}`).catch(() => realpath(path));

/**
 * Opens a plain file in one of the locations.
 * @param {string} what
 * @param {string} path
 * @param {readonly string[] | undefined} allow
 * @returns {Promise<{ file: FileHandle, path: string }>} the caller closes the file; path: without
 *   links
 * @throws {ProverError} ERR_OPTION for another location, before anything there is opened; or an error
 *   of the system
 */
export async function openIn(what, path, allow) {
    checkAllowed(what, { path }, allow);
    const real = await realpath(path);
    const locations = await resolved(allow);
    checkAllowed(what, { path: real }, locations);
    const file = await open(real, constants.O_RDONLY | CAREFUL);
    try { // a folder on the way may have become a link
        checkAllowed(what, { path: await locationOf(file, real) }, locations);
        ensure((await file.stat()).isFile(), "ERR_READ", () => `${what}: expected a plain file, got something else`);
        return { file, path: real };
    } catch (error) {
        await file.close();
        throw error;
    }
}

/**
 * @param {string} what
 * @param {string} folder
 * @param {readonly string[]} allow
 * @returns {Promise<string>} without links
 */
async function folderIn(what, folder, allow) {
    checkAllowed(what, { path: join(folder, "file") }, allow);
    const real = await realpath(folder);
    checkAllowed(what, { path: join(real, "file") }, await resolved(allow));
    return real;
}

/**
 * Writes a file that only this user may read; it appears as a whole or not at all.
 * @param {string} what
 * @param {string} folder
 * @param {string} name - without a folder
 * @param {Uint8Array} bytes
 * @param {readonly string[]} allow - locations that may be written
 * @throws {ProverError} ERR_OPTION for another location, before a byte is written; ERR_READ
 */
export async function writeIn(what, folder, name, bytes, allow) {
    let partial = "";
    try {
        const real = await folderIn(what, folder, allow);
        partial = join(real, `${name}.${randomUUID()}.part`);
        const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | CAREFUL;
        const file = await open(partial, flags, 0o600);
        try {
            partial = await locationOf(file, partial);
            checkAllowed(what, { path: partial }, await resolved(allow));
            await file.writeFile(bytes);
        } finally {
            await file.close();
        }
        await rename(partial, join(dirname(partial), name)); // where it was checked
    } catch (error) {
        if (partial) await rm(partial, { force: true });
        throw unreadable(what, error);
    }
}

/**
 * @param {string} what
 * @param {string} folder
 * @param {string} name
 * @param {readonly string[]} allow
 */
export async function removeIn(what, folder, name, allow) {
    await rm(join(await folderIn(what, folder, allow), name), { force: true });
}
