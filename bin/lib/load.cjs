/**
 * Loads the bundles of the command, for a proof with the code that an earlier proof of the same kind has compiled.
 *
 * Node's own cache has the code of a file as it was when the file had been read: without most functions, because these
 * are compiled when they are first called. In a short proof that takes longer than anything else in JavaScript, on this
 * thread and again in each worker. So we keep the code as it is at the end of a proof, in the folder of Node's cache,
 * and only where Node has one.
 *
 * V8 runs whatever code it is given. So a file counts only if it is ours, if nobody else may write to it, and if its
 * digest is right; and it is one of exactly this bundle.
 */
"use strict";
const { closeSync, fstatSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { join } = require("node:path");
const vm = require("node:vm");

const BUILD = join(__dirname, "..", "..", "build");

/** What rollup.config.mjs writes at the start of a bundle: a digest of the rest. */
const DIGEST = /^\/\*(\w{32})\*\//;

/** Bits of permission that let others write. */
const OTHERS = 0o022;

/** Bytes of the digest at the start of a file with code. */
const HEAD = 32;

/** The bundles as Node loads them. @type {Record<string, () => any>} */
const PLAIN = {
    "command.cjs": () => require("../../build/command.cjs"),
    "command_kernels.cjs": () => require("../../build/command_kernels.cjs"),
    "command_worker.cjs": () => require("../../build/command_worker.cjs"),
};

/** What the threads of a proof have in common. */
const KERNELS = "command_kernels.cjs";

/**
 * A part that was loaded, and the file for its code if that is still to be written.
 * @typedef {{ exports: any, script?: import("node:vm").Script, missing?: string }} Part
 */

/** The parts that this thread has loaded. @type {Map<string, Part>} */
const parts = new Map();

/** Loading node:crypto takes as long as compiling a tenth of a proof's code, but a proof needs it anyway. */
const digestOf = (/** @type {Uint8Array} */ bytes) => require("node:crypto").createHash("sha256").update(bytes).digest();

/** Bytes of what an argument names, or 0: it may be no path at all, or one that cannot be followed. */
function sizeOf(/** @type {string} */ word) {
    try {
        return statSync(word).size;
    } catch {
        return 0;
    }
}

/**
 * Proofs of one kind execute the same functions: the same command on files of about the same size, on as many threads.
 * @param {string[]} argv
 * @returns {string | undefined} undefined for another command: most end before they have compiled much
 */
function kindOf(argv) {
    if (!/^(full)?prove$/.test(argv[0])) return undefined;
    const sizes = argv.map(sizeOf);
    const [, threads = ""] = /--threads[ =](\d)/.exec(argv.join(" ")) ?? [];
    return `${argv[0]}-${Math.floor(Math.log2(Math.max(1, ...sizes)) / 2)}-${threads}`;
}

/**
 * @param {string} file
 * @param {boolean} checked - by the thread that started this one
 * @returns {Buffer | undefined} the code in it, if it may be run
 */
function readKept(file, checked) {
    try {
        const fd = openSync(file, "r");
        try {
            const { uid, mode } = fstatSync(fd);
            if (process.getuid && (uid !== process.getuid() || mode & OTHERS)) return undefined;
            const bytes = readFileSync(fd), code = bytes.subarray(HEAD);
            return checked || digestOf(code).equals(bytes.subarray(0, HEAD)) ? code : undefined;
        } finally {
            closeSync(fd);
        }
    } catch {
        return undefined;
    }
}

/**
 * @param {string} name
 * @param {string | undefined} kept - how names of files with code start; undefined if nothing is kept
 * @param {boolean} [checked]
 * @returns {any} what the part exports
 */
function load(name, kept, checked = false) {
    const known = parts.get(name);
    if (known) return known.exports;
    const part = kept === undefined ? { exports: PLAIN[name]() } : run(name, kept, checked);
    parts.set(name, part);
    return part.exports;
}

/** @param {string} name @param {string} kept @param {boolean} checked @returns {Part} */
function run(name, kept, checked) {
    const file = join(BUILD, name), source = readFileSync(file, "latin1"), [, digest] = DIGEST.exec(source) ?? [];
    if (!digest) return { exports: PLAIN[name]() }; // not as it was built
    const place = `${kept}-${digest}-${Math.round(statSync(file).mtimeMs).toString(36)}`;
    const cachedData = readKept(place, checked);
    const script = new vm.Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
        filename: file,
        cachedData,
        importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    const others = createRequire(file), missing = cachedData && !script.cachedDataRejected ? undefined : place;
    const requirePart = (/** @type {string} */ id) =>
        (/^\.\/command_/.test(id) ? load(id.slice(2), kept, checked) : others(id));
    // what workers are told: where this thread has found good code
    const module = { exports: {}, get kept() { return parts.get(KERNELS)?.missing ? undefined : kept; } };
    script.runInThisContext()(module.exports, requirePart, module, file, BUILD);
    return { exports: module.exports, script, missing };
}

/**
 * @param {string | undefined} folder - of Node's cache
 * @param {string[]} argv - of the command
 * @returns {any} what the command exports
 */
function loadCommand(folder, argv) {
    const kind = folder === undefined ? undefined : kindOf(argv);
    return load("command.cjs", kind && join(folder, `ffturbo-${kind}`));
}

/** In a worker. @param {string} [kept] - as the thread has it that started the worker */
const loadWorker = (kept) => load("command_worker.cjs", kept, true);

/**
 * Writes a file as a whole, or none at all.
 * @param {string} file
 * @param {Uint8Array} bytes
 */
function writeWhole(file, bytes) {
    const part = `${file}.${process.pid}`;
    writeFileSync(part, bytes, { mode: 0o600, flag: "wx" });
    try {
        renameSync(part, file);
    } catch (error) {
        rmSync(part, { force: true });
        throw error;
    }
}

/** Keeps the code of this thread's parts for later proofs. */
function keep() {
    for (const { script, missing } of parts.values()) {
        if (!script || missing === undefined) continue;
        const code = script.createCachedData();
        try {
            writeWhole(missing, Buffer.concat([digestOf(code), code]));
        } catch { /* without it, the next proof takes longer */ }
    }
}

module.exports = { loadCommand, loadWorker, keep };
