/**
 * Finds the ffjavascript, or another package, of the project that a folder belongs to. Its code
 * runs with the rights of the user who calls the bench, so it is only loaded from the project's own
 * folders, and only if no other user can write there.
 */
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { lockedCopies, OURS, WANTED } from "./doctor/copies.mjs";
import { findProject, upwards } from "./doctor/project.mjs";

/** @import { Project } from "./doctor/project.mjs" */

/** @typedef {{ version: string, api: any }} Reference */

const KINDS = Object.freeze(["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"]);

/** Undefined on Windows, where modes do not say who can write. */
const caller = process.getuid?.();

/** @param {string} path - links are followed */
function isOpenToOthers(path) {
    const { uid, gid, mode } = statSync(path);
    // a group with the user's number is the user's own
    const byGroup = (mode & 0o020) !== 0 && gid !== uid;
    return (uid !== caller && uid !== 0) || byGroup || (mode & 0o002) !== 0;
}

/** @param {Project} project @param {string} name */
const isNamed = (project, name) => KINDS.some((kind) => project.own[kind]?.[name] !== undefined)
    || (name === WANTED && lockedCopies(project).length > 0);

/**
 * Where package managers install it: from the package's folder up to the lock file's.
 * @param {Project} project
 * @param {string} name
 */
function placeIn({ folder, root }, name) {
    const all = upwards(folder);
    return all.slice(0, all.indexOf(root) + 1).map((at) => join(at, "node_modules", name)).find(existsSync);
}

/** @param {string} file - in a package @returns {any} its manifest */
function manifestOf(file) {
    for (const folder of upwards(dirname(file))) {
        try {
            const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
            if (manifest.version) return manifest;
        } catch { /* further up */ }
    }
    return {};
}

/** @typedef {{ version: string, file: string }} Found */

/**
 * A package of the project, or the one that a file of it gets, unless it is damaged or is ffturbo
 * under that name.
 * @param {string} name
 * @param {string} cwd - without links
 * @param {string} [from] - file of a package of the project
 * @param {string} [entry] - of the package
 * @returns {{ found?: Found, why?: string }} why: it is there and is not used
 */
export function findPackage(name, cwd, from, entry = name) {
    try {
        const project = findProject(cwd);
        const place = from === undefined ? (isNamed(project, name) ? placeIn(project, name) : undefined)
            : upwards(dirname(from)).map((at) => join(at, "node_modules", name)).find(existsSync);
        if (!place) return {};
        const file = createRequire(pathToFileURL(from ?? join(dirname(dirname(place)), "x.js"))).resolve(entry);
        if (!file.startsWith(realpathSync(place) + sep)) return {};
        const manifest = manifestOf(file);
        if (manifest.name === OURS) return {};
        // Its own imports are searched for in every folder above it.
        const open = [file, ...upwards(dirname(place)), ...upwards(dirname(file))].find(isOpenToOthers);
        if (open !== undefined && caller !== undefined)
            return { why: `${name}: expected a place where only you can write, got ${open}: nothing to compare with` };
        return { found: { version: manifest.version, file } };
    } catch {
        return {};
    }
}

/** Is a curve of this engine, whatever package it is from? @param {any} curve */
export const isOurs = (curve) => /^ffturbo/.test(curve?.tm?.protocol);

/**
 * The ffjavascript of the project.
 * @param {string} cwd - without links
 * @returns {Promise<{ reference?: Reference, why?: string }>} why: it is there and is not used
 */
export async function findReference(cwd) {
    const { found, why } = findPackage(WANTED, cwd);
    if (!found) return { why };
    try {
        return { reference: { version: found.version, api: await import(pathToFileURL(found.file).href) } };
    } catch {
        return {};
    }
}
