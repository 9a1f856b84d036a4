/**
 * Scratch projects: small npm projects under .scratch, in which the real clients run.
 * "turbo" has every copy of ffjavascript replaced by this repository's packed tarball through `overrides`; "plain" has
 * none.
 * A project is named after a hash of what is installed in it, so a second run finds it ready.
 * FFTURBO_TARBALL=file.tgz tests that tarball in place of a fresh pack.
 */
import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
    cpSync,
    existsSync,
    mkdirSync,
    mkdtempSync,
    readdirSync,
    readFileSync,
    renameSync,
    rmSync,
    statSync,
    writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { keptFolder, temporaryFolder } from "../../scripts/temporary.mjs";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const SCRATCH = join(root, ".scratch");
const INSTALL_LIMIT_MS = 300_000;
const STALE_MS = 3_600_000;

/** What the clients' tests run on: exact versions, so that a run says the same next year. */
export const CLIENTS = { snarkjs: "0.7.6", circomlibjs: "0.1.7", r1csfile: "0.0.48", circom_runtime: "0.1.28" };

const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest("hex");
const npm = (args, cwd) =>
    execFileSync("npm", args, {
        cwd,
        encoding: "utf8",
        timeout: INSTALL_LIMIT_MS,
        stdio: ["ignore", "pipe", "pipe"],
        shell: process.platform === "win32",
    });

/** @param {string} from - a package's folder */
function pack(from) {
    const folder = temporaryFolder("pack");
    try {
        const [{ filename, files }] = Object.values(
            JSON.parse(npm(["pack", "--json", "--ignore-scripts", "--pack-destination", folder], from)),
        );
        return { bytes: readFileSync(join(folder, filename)), files: files.map(({ path }) => path) };
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
}

let packed;
/** The bytes of this repository's npm tarball, and the files in it; made once per process. */
export function packRepository() {
    const given = process.env.FFTURBO_TARBALL;
    return packed ??= given ? { bytes: readFileSync(given), files: [] } : pack(root);
}

/** Folders of the packages beside the root by the names that a project gives their tarballs. */
const COMPANIONS = {
    "snarkjs.tgz": "packages/snarkjs", "ffturbo-snarkjs.tgz": "packages/snarkjs", "ffturbo-curves.tgz": "packages/curves",
    "ffturbo-gpu.tgz": "packages/gpu", "ffturbo-keys.tgz": "packages/keys", "ffturbo-server.tgz": "packages/server",
};
/** What these need of each other. @param {string[]} files - of COMPANIONS @returns {Record<string, string>} */
function neededBy(files) {
    const names = files.flatMap((file) => Object.keys(readJson(join(root, COMPANIONS[file], "package.json")).dependencies))
        .filter((name) => name !== "ffturbo");
    return Object.fromEntries(names.map((name) => [name, `file:${name}.tgz`]));
}
/** @param {Record<string, string>} dependencies */
const companionsIn = (dependencies) =>
    Object.keys(COMPANIONS).filter((file) => Object.values(dependencies).includes(`file:${file}`));
const packedCompanions = new Map();
/** Without what its scripts make. @param {string} name - of COMPANIONS @returns {Uint8Array} */
export function packCompanion(name) {
    if (!packedCompanions.has(name)) packedCompanions.set(name, pack(join(root, COMPANIONS[name])).bytes);
    return packedCompanions.get(name);
}

function manifestOf({ dependencies, engine, manifest: more }) {
    const manifest = { name: "scratch", private: true, version: "1.0.0", dependencies, ...more };
    return engine === "turbo" ? { ...manifest, overrides: { ffjavascript: "file:ffturbo.tgz" } } : manifest;
}

/** Removes older generations of the same project and what was never finished, unless somebody may be using them. */
function sweep(base, name, keep) {
    for (const entry of readdirSync(base)) {
        const path = join(base, entry), isOld = entry.startsWith(`${name}-`) || entry.startsWith("building-");
        if (!isOld || path === keep) continue;
        // another process may have ended it
        const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
        if (Date.now() - since > STALE_MS) rmSync(path, { recursive: true, force: true });
    }
}

function install(folder, manifest, tarballs) {
    writeFileSync(join(folder, "package.json"), JSON.stringify(manifest, null, 2));
    for (const [name, bytes] of Object.entries(tarballs)) writeFileSync(join(folder, name), bytes);
    const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
    npm(["install", ...flags], folder);
}

/**
 * Folder of a ready project.
 * @param {object} options
 * @param {string} options.name - first part of the folder's name
 * @param {"turbo" | "plain" | "none"} options.engine - turbo: overrides; none: the tarball is there for `dependencies`
 *   to name as file:ffturbo.tgz, packages beside it as file:ffturbo-keys.tgz and so on, and that in place of snarkjs as
 *   file:snarkjs.tgz
 * @param {Record<string, string>} options.dependencies
 * @param {object} [options.manifest] - further fields of its package.json
 * @param {boolean} [options.outside] - away from the repository, whose own node_modules a nested project would find
 */
export function scratchProject({ name, engine, dependencies: asked, manifest: more, outside = false }) {
    const dependencies = { ...neededBy(companionsIn(asked)), ...asked }, beside = companionsIn(dependencies);
    const tarballs = {
        ...(engine !== "plain" && { "ffturbo.tgz": packRepository().bytes }),
        ...Object.fromEntries(beside.map((file) => [file, packCompanion(file)])),
    };
    const manifest = manifestOf({ dependencies, engine, manifest: more });
    const key = sha256(JSON.stringify(manifest), ...Object.values(tarballs)).slice(0, 12);
    const base = outside ? keptFolder("scratch") : SCRATCH;
    const folder = join(base, `${name}-${key}`);
    if (existsSync(folder)) return folder;
    mkdirSync(base, { recursive: true });
    const building = mkdtempSync(join(base, "building-"));
    try {
        install(building, manifest, tarballs);
        if (!existsSync(folder)) renameSync(building, folder);
    } finally {
        rmSync(building, { recursive: true, force: true });
    }
    sweep(base, name, folder);
    return folder;
}

/** The project of the clients on ffturbo, every nested copy checked to be replaced. */
export function turboProject() {
    const project = scratchProject({ name: "turbo", engine: "turbo", dependencies: CLIENTS });
    const strangers = copiesOf(project, "ffjavascript").filter(({ name }) => name !== "ffturbo");
    if (strangers.length)
        throw new Error(`turbo project: expected every ffjavascript to be ffturbo, got ${JSON.stringify(strangers)}`);
    return project;
}

/** The same clients on ffjavascript 0.3.1. */
export const plainProject = () =>
    scratchProject({ name: "plain", engine: "plain", dependencies: { ...CLIENTS, ffjavascript: "0.3.1" } });

/** Every installed copy of a package, nested ones too: where it stands, and its own name and version. */
export function copiesOf(project, wanted) {
    const found = [];
    const visit = (modules) => {
        if (!existsSync(modules)) return;
        for (const entry of readdirSync(modules)) {
            if (entry.startsWith(".")) continue;
            if (entry.startsWith("@")) { visit(join(modules, entry)); continue; }
            const folder = join(modules, entry);
            if (entry === wanted) found.push({ folder, ...pickIdentity(join(folder, "package.json")) });
            visit(join(folder, "node_modules"));
        }
    };
    visit(join(project, "node_modules"));
    return found;
}

function pickIdentity(file) {
    const { name, version } = readJson(file);
    return { name, version };
}

const run = promisify(execFile);
/** Runs the snarkjs command line of a project; resolves to its output, rejects when it fails or takes too long. */
export async function snarkjsCli(project, args, { cwd = project, timeoutMs = 120_000, env = {} } = {}) {
    const options = {
        cwd,
        timeout: timeoutMs,
        killSignal: "SIGKILL",
        env: { ...process.env, ...env },
        maxBuffer: 1 << 26,
    };
    const { stdout } = await run(
        process.execPath,
        [join(project, "node_modules", "snarkjs", "build", "cli.cjs"), ...args],
        options,
    ).catch((error) => {
        error.message += ` (exit ${error.signal ?? error.code})\n${error.stdout.slice(-2000)}${error.stderr.slice(-2000)}`;
        throw error;
    });
    return stdout;
}

/** A folder for one test's files; the caller removes it. */
export function workFolder(name) {
    mkdirSync(SCRATCH, { recursive: true });
    return mkdtempSync(join(SCRATCH, `${name}-`));
}

/** Could another user write to this checkout, or above it? */
export const isOpenCheckout = (folder = root) => {
    const { uid, mode } = statSync(folder), above = dirname(folder);
    if (!process.getuid) return false; // modes say nothing there
    return ![0, process.getuid()].includes(uid) || (mode & 0o022) !== 0 || (above !== folder && isOpenCheckout(above));
};

/** Is this checkout where only its owner may enter, such as in the home of the superuser? */
export const isHiddenCheckout = (folder = root) => {
    const above = dirname(folder);
    return (statSync(folder).mode & 1) === 0 || (above !== folder && isHiddenCheckout(above));
};

/** Copies a package's own test folder (or any folder) into a project. */
export const copyInto = (from, to) => cpSync(from, to, { recursive: true });
