/**
 * Finds the ffjavascript of the project that a folder belongs to. Its code runs with the rights of the user who calls
 * the bench, so it is only loaded from the project's own folders, and only if no other user can write there.
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
    const byGroup = (mode & 0o020) !== 0 && gid !== uid; // a group with the user's number is the user's own
    return (uid !== caller && uid !== 0) || byGroup || (mode & 0o002) !== 0;
}

/** @param {Project} project */
const isNamed = (project) =>
    KINDS.some((kind) => project.own[kind]?.[WANTED] !== undefined) || lockedCopies(project).length > 0;

/** Where package managers install it: from the package's folder up to the lock file's. @param {Project} project */
function placeIn({ folder, root }) {
    const all = upwards(folder);
    return all.slice(0, all.indexOf(root) + 1).map((at) => join(at, "node_modules", WANTED)).find(existsSync);
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

/**
 * Finds it, unless it is damaged or is ffturbo under that name.
 * @param {string} cwd - without links
 * @returns {Promise<{ reference?: Reference, why?: string }>} why: it is there and is not used
 */
export async function findReference(cwd) {
    try {
        const project = findProject(cwd), place = isNamed(project) ? placeIn(project) : undefined;
        if (!place) return {};
        const file = createRequire(pathToFileURL(join(dirname(dirname(place)), "x.js"))).resolve(WANTED);
        if (!file.startsWith(realpathSync(place) + sep)) return {};
        const { name, version } = manifestOf(file);
        if (name === OURS) return {};
        // Its own imports are searched for in every folder above it.
        const open = [file, ...upwards(dirname(place)), ...upwards(dirname(file))].find(isOpenToOthers);
        if (open !== undefined && caller !== undefined)
            return { why: `ffjavascript: expected a place where only you can write, got ${open}: nothing to compare with` };
        return { reference: { version, api: await import(pathToFileURL(file).href) } };
    } catch {
        return {};
    }
}
