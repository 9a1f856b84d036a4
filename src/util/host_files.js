/**
 * Files that are made by Node: under a temporary name in the folder of the file, which takes the
 * place of what was there once it is whole.
 * @module util/host_files
 */
import { constants, fsync, lstatSync, readlinkSync, realpathSync, rmSync, statSync } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join } from "node:path";
import { promisify } from "node:util";

import { leftParts, partOf } from "./host_parts.js";
import { errorCode } from "./check.js";

/** @import { HostOutput } from "./host_types.js" */
/** @import { LeftPart } from "./host_parts.js" */

/** How many links in a row systems follow. */
const MOST_LINKS = 40;

/** Bytes of the longest single write: libuv takes an i32. */
const LONGEST_WRITE = 2 ** 30;

// realpathSync itself takes "link/.." for the folder that has the link
const real = realpathSync.native;

/**
 * The path of a file that may not exist yet: its folder and its name, with links followed, also
 * dangling ones.
 * @param {string} path
 * @returns {string}
 */
export function placeOf(path) {
    for (let i = 0, at = path; i < MOST_LINKS; i++) {
        const folder = real(dirname(at));
        const place = join(folder, basename(at));
        if (!lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) return place;
        const link = readlinkSync(place);
        // not with join: the system decides what ".." means
        at = isAbsolute(link) ? link : `${folder}/${link}`;
    }
    throw new Error("too many links");
}

/**
 * Do two paths lead to the same file? Links are followed, also hard ones.
 * @param {string} a
 * @param {string} b
 * @returns {boolean}
 */
export function sameFile(a, b) {
    const [one, other] = [a, b].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
    return Boolean(one && other && one.dev === other.dev && one.ino === other.ino);
}

/** Temporary files that are neither published nor discarded. @type {Set<string>} */
const unfinished = new Set();

/** A program that exits in the middle leaves nothing behind. */
function removeUnfinished() {
    for (const part of unfinished) rmSync(part, { force: true });
}

/** @param {string} part @param {boolean} kept - until it is published or discarded */
function remember(part, kept) {
    if (kept && unfinished.size === 0) process.on("exit", removeUnfinished);
    if (kept) unfinished.add(part);
    else unfinished.delete(part);
    if (!kept && unfinished.size === 0) process.off("exit", removeUnfinished);
}

/**
 * Gets what is left of programs that were killed.
 * @type {((left: LeftPart) => void) | undefined}
 */
let tellOfLeft;

/**
 * From now on, what programs that were killed have left in the folder of an output is looked for
 * when that is begun.
 * @param {((left: LeftPart) => void) | undefined} tell - undefined: no more
 */
export function lookForLeftParts(tell) {
    tellOfLeft = tell;
}

/** An output is not worse for it when its folder cannot be listed. @param {string} target */
function tellLeftParts(target) {
    if (!tellOfLeft) return;
    try {
        leftParts(target).forEach(tellOfLeft);
    } catch { /* a folder in which one may write, and not read */ }
}

/**
 * @param {string} path
 * @returns {Promise<import("node:fs").Stats | undefined>} undefined when there is nothing
 */
async function statOf(path) {
    try {
        return await stat(path);
    } catch (error) {
        if (errorCode(error) === "ENOENT") return undefined;
        throw error;
    }
}

/**
 * Opens the temporary file, with the owner and the mode of the file that it will replace: what is
 * secret there is not readable here meanwhile.
 * @param {string} part
 * @param {import("node:fs").Stats | undefined} stats - of the file that will be replaced
 */
async function openPart(part, stats) {
    // Windows has no O_NOFOLLOW: undefined counts as 0
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
    const file = await open(part, flags, stats ? 0o600 : 0o666);
    remember(part, true);
    if (!stats) return file;
    try {
        // only the superuser may change the owner
        await file.chown(stats.uid, stats.gid).catch(() => {});
        await file.chmod(stats.mode & 0o7777);
        return file;
    } catch (error) {
        await file.close();
        await rm(part, { force: true });
        remember(part, false);
        throw error;
    }
}

/**
 * @param {string} path - links are followed, so that they stay
 * @returns {Promise<HostOutput> | null} null on hosts without files
 */
export function createFile(path) {
    return createPlain(path);
}

/**
 * The form with a record: the handles of Yarn's Plug'n'Play take nothing but a Buffer in the other.
 * @param {import("node:fs/promises").FileHandle} file
 * @param {Uint8Array} buffer
 * @param {number} offset - in the buffer
 * @param {number} length
 * @param {number} position - in the file
 */
export const readInto = (file, buffer, offset, length, position) => file.read({ buffer, offset, length, position });

/** @param {string} path @returns {Promise<HostOutput>} */
async function createPlain(path) {
    if (path === "" || path.endsWith("/")) throw new Error("the name of a folder");
    const target = placeOf(path);
    const stats = await statOf(target);
    if (stats && !stats.isFile())
        throw new Error(stats.isDirectory() ? "a folder" : "something that is not a plain file");
    tellLeftParts(target);
    const part = partOf(target);
    const file = await openPart(part, stats);
    let open_ = true;
    const close = async () => {
        if (!open_) return;
        open_ = false;
        await file.close();
    };
    return Object.freeze({
        async write(/** @type {Uint8Array} */ bytes, /** @type {number} */ at) {
            for (let done = 0; done < bytes.length;) {
                const length = Math.min(LONGEST_WRITE, bytes.length - done);
                done += (await file.write(bytes, done, length, at + done)).bytesWritten;
            }
        },
        async read(/** @type {number} */ at, /** @type {number} */ length) {
            const bytes = new Uint8Array(length);
            for (let done = 0; done < length;) {
                const wanted = Math.min(LONGEST_WRITE, length - done);
                const { bytesRead } = await readInto(file, bytes, done, wanted, at + done);
                if (bytesRead === 0) throw new Error(`an end at ${at + done}`);
                done += bytesRead;
            }
            return bytes;
        },
        async seal() {
            // not file.sync, which handles of Yarn's Plug'n'Play lack
            await promisify(fsync)(file.fd);
            await close();
        },
        async publish() {
            await rename(part, target);
            remember(part, false);
        },
        async discard() {
            await close().catch(() => {}); // it is removed in any case
            await rm(part, { force: true });
            remember(part, false);
        },
    });
}
