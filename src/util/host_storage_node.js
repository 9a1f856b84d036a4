/**
 * Storage as Node, Deno and Bun have it: a folder that only this user may use. No link in it is
 * followed. A file is written under a temporary name and renamed. Temporary files and locks carry
 * the process that made them, and those of processes that are gone are removed when the folder is
 * opened.
 * @module util/host_storage_node
 */
import { constants } from "node:fs";
import { lstat, mkdir, open, readdir, readFile, readlink, realpath, rename, rm, stat } from "node:fs/promises";
import * as os from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { sha256 } from "./noble_hashes.js";
import { webRandomBytes } from "./host_crypto.js";
import { readInto } from "./host_files.js";
import { startTimer } from "./host_node.js";
import { encodeText } from "./text.js";
import { errorCode } from "./check.js";

/** @import { HostLock, HostStorage, StorageRequest } from "./host_types.js" */

/** Bytes that a store takes by default. */
const ROOM = 10 * 2 ** 30;

/** Neither links nor, waiting for a writer, FIFOs are opened. Windows has no such flags. */
const CAREFUL = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Milliseconds, and how many times, that a shared lock waits for an exclusive one, which is only
 * held for moments.
 */
const WAIT = 10, WAITS = 100;

/**
 * Milliseconds after which what a process of another machine or container has left is taken to be
 * forgotten.
 */
const FORGOTTEN = 86_400_000;

/** Names that a process makes: what for, whose, and one of a kind. */
const MADE = /^(.*?)\.?([0-9a-f]{8})\.(\d{1,10})\.(\d{1,20})\.([0-9a-z]+)$/;

/** @param {unknown} error */
const isMissing = (error) => ["ENOENT", "ENOTDIR"].includes(String(errorCode(error)));

/** @param {string} where @param {string} expected @param {string} got */
const refuse = (where, expected, got) => { throw new Error(`${where}: expected ${expected}, got ${got}`); };

/**
 * A folder of this user alone, and no link to one.
 * @param {string} path
 */
async function checkOwn(path) {
    const stats = await lstat(path);
    const uid = process.getuid?.();
    if (!stats.isDirectory()) refuse(path, "a folder", stats.isSymbolicLink() ? "a link" : "something else");
    if (uid === undefined) return; // Windows: what is below the user's folder is the user's
    if (stats.uid !== uid) refuse(path, `a folder of user ${uid}`, `one of user ${stats.uid}`);
    const mode = stats.mode & 0o777;
    if ((mode & 0o077) !== 0) refuse(path, "a folder that only its owner may use (mode 700)", `mode ${mode.toString(8)}`);
}

/** A folder in which others can rename what is ours is no place. @param {string} path */
async function checkParent(path) {
    const { mode, uid } = await stat(path);
    const own = process.getuid?.();
    if (own === undefined) return;
    if ((mode & 0o1002) === 0o0002) refuse(path, "a folder that not everybody may write to", (mode & 0o777).toString(8));
    if (uid !== own && uid !== 0 && (mode & 0o1000) === 0) refuse(path, `a folder of user ${own}`, `one of user ${uid}`);
}

/** @param {string} path */
async function makeOwn(path) {
    await mkdir(path, { mode: 0o700 }).catch((error) => { if (error.code !== "EEXIST") throw error; });
    await checkOwn(path);
}

/** Where users' programs keep what they can fetch again. */
function cacheFolder() {
    const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = process.env, home = os.homedir();
    if (process.platform === "win32" && local) return join(local, "ffturbo", "cache");
    if (process.platform === "darwin") return join(home, "Library", "Caches", "ffturbo");
    return join(xdg && isAbsolute(xdg) ? xdg : join(home, ".cache"), "ffturbo");
}

/**
 * When a process began, on hosts that tell: its number may be given to another one.
 * @param {number | string} pid
 */
async function startOf(pid) {
    try {
        const text = await readFile(`/proc/${pid}/stat`, "latin1");
        return text.slice(text.lastIndexOf(")") + 2).split(" ")[19] || "0";
    } catch {
        return "0";
    }
}

/** Which processes this one sees: those of other machines and containers have other numbers. */
async function machine() {
    const space = await readlink("/proc/self/ns/pid").catch(() => "");
    return Buffer.from(sha256(encodeText(`${os.hostname()} ${space}`))).toString("hex").slice(0, 8);
}

/** @param {number} pid @param {string} start */
async function isRunning(pid, start) {
    try {
        process.kill(pid, 0);
    } catch (error) {
        if (errorCode(error) === "ESRCH") return false; // it may be another user's
    }
    const now = await startOf(pid);
    return now === "0" || start === "0" || now === start;
}

/**
 * What processes make in a folder, by the process that made it.
 * @param {string} own - the machine
 */
function livingThings(own) {
    /**
     * @param {string} folder
     * @param {string} file
     * @returns {Promise<boolean>} whether its maker still runs
     */
    const isAlive = async (folder, file) => {
        const [, , where, pid, start] = MADE.exec(file) ?? [];
        if (where === own) return isRunning(Number(pid), start);
        const stats = await lstat(join(folder, file)).catch(() => undefined);
        return stats !== undefined && Date.now() - stats.mtimeMs < FORGOTTEN;
    };
    /** @param {string} folder */
    const sweep = async (folder) => {
        for (const file of await readdir(folder))
            if (!await isAlive(folder, file)) await rm(join(folder, file), { force: true, recursive: true });
    };
    return { isAlive, sweep };
}

/** @param {import("node:fs/promises").FileHandle} file @param {string} path @param {number} most */
async function readWhole(file, path, most) {
    const stats = await file.stat();
    const uid = process.getuid?.();
    if (!stats.isFile() || (uid !== undefined && stats.uid !== uid)) refuse(path, "a plain file of this user", "another");
    if (stats.size > most) refuse(path, `at most ${most} bytes`, String(stats.size));
    const bytes = new Uint8Array(stats.size);
    let done = 0;
    while (done < bytes.length) {
        const { bytesRead } = await readInto(file, bytes, done, bytes.length - done, done);
        if (bytesRead === 0) break;
        done += bytesRead;
    }
    return bytes.subarray(0, done);
}

/**
 * Locks as files: whoever wants one makes its own, and then looks whether there are others. Of two
 * that do so at once at least one sees the other.
 * @param {string} folder
 * @param {() => string} signature - of this process, one of a kind
 * @param {ReturnType<typeof livingThings>["isAlive"]} isAlive
 */
function fileLocks(folder, signature, isAlive) {
    /** @param {string} name @param {"s" | "x"} letter */
    const mark = async (name, letter) => {
        const file = `${name}.${letter}.${signature()}`;
        await (await open(join(folder, file), "wx", 0o600)).close();
        return file;
    };
    const unmark = (/** @type {string} */ file) => rm(join(folder, file), { force: true });
    /** @param {string} name @param {string} own @param {RegExp} against */
    const others = async (name, own, against) => {
        for (const file of await readdir(folder)) {
            if (file === own || !file.startsWith(`${name}.`) || !against.test(file.slice(name.length))) continue;
            if (await isAlive(folder, file)) return true;
        }
        return false;
    };
    /** @param {string} name @param {"s" | "x"} letter @returns {Promise<HostLock | undefined>} */
    const attempt = async (name, letter) => {
        let file = await mark(name, letter);
        if (await others(name, file, letter === "x" ? /^\.[sx]\./ : /^\.x\./).catch(() => true)) {
            await unmark(file);
            return undefined;
        }
        return Object.freeze({
            async share() {
                const shared = await mark(name, "s");
                await unmark(file);
                file = shared;
            },
            release: () => unmark(file),
        });
    };
    return async (/** @type {string} */ name, /** @type {"shared" | "exclusive"} */ mode) => {
        if (mode === "exclusive") return attempt(name, "x");
        for (let i = 0; ; i++) {
            const lock = await attempt(name, "s");
            if (lock || i === WAITS) return lock;
            await new Promise((done) => { startTimer(WAIT, () => done(undefined)); });
        }
    };
}

/** @param {string} root - there, and this user's own @returns {Promise<HostStorage>} */
async function storageIn(root) {
    const [temporary, locks] = ["tmp", "locks"].map((name) => join(root, name));
    for (const folder of [temporary, locks]) await makeOwn(folder);
    const own = await machine();
    const start = await startOf("self");
    const { isAlive, sweep } = livingThings(own);
    /** The last part tells threads of a process apart. */
    const signature = () =>
        `${own}.${process.pid}.${start}.${Buffer.from(webRandomBytes(12)).toString("hex")}`;
    await sweep(temporary);
    await sweep(locks);

    /**
     * The folders above a path, none of which may be a link.
     * @param {string} path
     * @param {boolean} [make]
     */
    const checkAbove = async (path, make = false) => {
        const names = path.split("/");
        for (let i = 0; i < names.length; i++) {
            const folder = join(root, ...names.slice(0, i));
            await (make && i > 0 ? makeOwn(folder) : checkOwn(folder));
        }
    };
    /** @type {HostStorage} */
    const storage = {
        kind: "folder", room: ROOM,
        async read(path, most) {
            try {
                await checkAbove(path);
                const file = await open(join(root, path), constants.O_RDONLY | CAREFUL);
                try {
                    return await readWhole(file, path, most);
                } finally {
                    await file.close();
                }
            } catch (error) {
                if (isMissing(error)) return undefined;
                throw error;
            }
        },
        async write(path, bytes) {
            await checkAbove(path, true);
            const part = join(temporary, signature());
            try {
                const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | CAREFUL;
                const file = await open(part, flags, 0o600);
                try {
                    await file.writeFile(bytes);
                } finally {
                    await file.close();
                }
                await rename(part, join(root, path));
            } catch (error) {
                await rm(part, { force: true });
                throw error;
            }
        },
        async remove(path) {
            try {
                await checkAbove(path);
            } catch (error) {
                if (isMissing(error)) return;
                throw error;
            }
            await rm(join(root, path), { force: true, recursive: true });
        },
        async list(path) {
            try {
                await checkAbove(`${path}/any`);
                return await readdir(join(root, path));
            } catch (error) {
                if (isMissing(error)) return [];
                throw error;
            }
        },
        lock: fileLocks(locks, signature, isAlive),
    };
    return Object.freeze(storage);
}

/**
 * @param {StorageRequest} request
 * @returns {Promise<HostStorage | undefined>} undefined for a kind that is not of this host
 * @throws {Error} for a folder that others may use
 */
export async function openStorage({ folder, name, kind = "folder" }) {
    if (kind !== "folder") return undefined;
    const given = resolve(folder ?? cacheFolder());
    await mkdir(given, { recursive: true, mode: 0o700 });
    const parent = await realpath(given);
    const root = join(parent, name);
    await checkParent(parent);
    await makeOwn(root);
    return storageIn(root);
}
