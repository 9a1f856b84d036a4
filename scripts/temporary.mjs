/**
 * Folders for temporary files, of scripts and tests:
 *
 *     <folder for temporary files>/ffturbo-<user>/<process>-<random>/<name>-<random>
 *
 * Every user of the computer can make files in the first of them; from the second on it is our own.
 * What a process has made goes when it ends; what a process has left that was killed goes when the
 * next one begins.
 */
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Undefined on Windows, where each user has a folder for temporary files. */
const uid = process.getuid?.();

/**
 * Only a folder that this user has made and that is open to no other one; no link, not even to such
 * a folder.
 * @param {string} path
 */
function isOurs(path) {
    const stats = lstatSync(path);
    return stats.isDirectory() && (uid === undefined || (stats.uid === uid && (stats.mode & 0o077) === 0));
}

/** @returns {string | undefined} undefined if somebody else has taken its place */
function userFolder() {
    const path = join(tmpdir(), uid === undefined ? "ffturbo" : `ffturbo-${uid}`);
    try {
        mkdirSync(path, { mode: 0o700 });
    } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
    }
    return isOurs(path) ? path : undefined;
}

/** @param {number} pid */
function isAlive(pid) {
    try {
        process.kill(pid, 0);
        return true;
    } catch (error) {
        // it may be another user's
        return /** @type {NodeJS.ErrnoException} */ (error).code !== "ESRCH";
    }
}

/** What cannot be removed now, the next start tries again. @param {string} path */
function remove(path) {
    try {
        rmSync(path, { recursive: true, force: true });
    } catch { /* still in use, on Windows */ }
}

/** @param {string} folder */
function sweep(folder) {
    for (const entry of readdirSync(folder)) {
        const pid = /^(\d+)-/.exec(entry)?.[1];
        if (pid && !isAlive(Number(pid))) remove(join(folder, entry));
    }
}

/** @type {{ own: string, kept: string } | undefined} */
let places;

function openPlaces() {
    const user = userFolder();
    if (user) sweep(user);
    const own = mkdtempSync(user ? join(user, `${process.pid}-`) : join(tmpdir(), "ffturbo-"));
    process.once("exit", () => remove(own));
    return { own, kept: user ?? own };
}

/**
 * A new folder, there until this process ends.
 * @param {string} name - first part of its name
 * @returns {string}
 */
export function temporaryFolder(name) {
    places ??= openPlaces();
    return mkdtempSync(join(places.own, `${name}-`));
}

/**
 * The same folder for every process of this user, kept for the next ones.
 * @param {string} name
 * @returns {string}
 */
export function keptFolder(name) {
    places ??= openPlaces();
    const folder = join(places.kept, name);
    mkdirSync(folder, { recursive: true });
    return folder;
}
