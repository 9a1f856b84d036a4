/**
 * Temporary files of outputs: their names, and those that are left of a program that was killed,
 * which could not remove them. A name says which process made the file, on which machine and for
 * which output. Anybody who may write to the folder can make files with such names, so only a plain
 * file of our own user counts, and only its name is removed.
 * @module util/host_parts
 */
import { lstatSync, opendirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { errorCode } from "./check.js";

/**
 * A file that is left: of the same output it is removed.
 * @typedef {{ path: string, removed: boolean }} LeftPart
 */

/** Entries of a folder that are looked at. */
const MOST_ENTRIES = 1 << 14;

const NAME = /^\.ffturbo-(\d{1,10})-[0-9a-z]{1,20}-[0-9a-z]{1,9}-([0-9a-z]{1,7})-([0-9a-z]{1,7})\.part$/;

/**
 * Tells texts apart in a name: FNV-1a. Of another text with the same mark no more is lost.
 * @param {string} text
 */
function markOf(text) {
    let hash = 0x811c9dc5;
    for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
    return hash.toString(36);
}

/** @param {() => string} read @returns {string} "" where the system has no such thing */
function ifThere(read) {
    try {
        return read();
    } catch {
        return "";
    }
}

/**
 * Where the number of a process says which it is: this machine, and the container that this process
 * runs in. Machines of one name may share a folder.
 */
const placeOfProcesses = () => [
    hostname(), ifThere(() => readFileSync("/etc/machine-id", "latin1")), ifThere(() => readlinkSync("/proc/self/ns/pid")),
].join(" ");

/** Makes names differ that are asked for within one tick of the clock. */
let made = 0;

/** @param {string} target - of an output, links followed @returns {string} of a file beside it */
export function partOf(target) {
    const time = process.hrtime.bigint().toString(36);
    const number = (made++).toString(36);
    const marks = [placeOfProcesses(), basename(target)].map(markOf);
    return join(dirname(target), `.ffturbo-${[process.pid, time, number, ...marks].join("-")}.part`);
}

/**
 * Has it ended, though its parent has not asked how? There, as in containers, it is still in the
 * list.
 * @param {number} pid
 */
function isZombie(pid) {
    try {
        const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
        return stat.startsWith("Z", stat.lastIndexOf(")") + 2);
    } catch {
        return false; // not on Linux, or gone
    }
}

/** @param {number} pid */
function hasEnded(pid) {
    try {
        process.kill(pid, 0);
        return isZombie(pid);
    } catch (error) {
        return errorCode(error) === "ESRCH";
    }
}

/** A plain file, without another name, of this user. @param {string} path */
function isOwn(path) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    const user = process.getuid?.();
    return Boolean(stats?.isFile()) && stats?.nlink === 1 && (user === undefined || stats.uid === user);
}

/** @param {string} path */
function remove(path) {
    try {
        rmSync(path);
        return true;
    } catch {
        return false;
    }
}

/**
 * Looks for files that programs left which have ended, in the folder of an output, and removes
 * those of this output.
 * @param {string} target - links followed
 * @returns {LeftPart[]}
 */
export function leftParts(target) {
    const place = markOf(placeOfProcesses());
    const own = markOf(basename(target)), found = [];
    const folder = opendirSync(dirname(target));
    try {
        for (let i = 0; i < MOST_ENTRIES; i++) {
            const entry = folder.readSync();
            if (!entry) break;
            const [, pid, where, output] = NAME.exec(entry.name) ?? [];
            const path = join(dirname(target), entry.name);
            if (where !== place || !hasEnded(Number(pid)) || !isOwn(path)) continue;
            found.push({ path, removed: output === own && remove(path) });
        }
    } finally {
        folder.closeSync();
    }
    return found;
}
