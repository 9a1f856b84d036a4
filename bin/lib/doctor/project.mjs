/** Finds the project that a folder belongs to, and the package manager that installs it. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseJson } from "../files.mjs";

/**
 * @typedef {object} Manager
 * @property {"npm" | "pnpm" | "yarn" | "bun"} name
 * @property {number | undefined} major - undefined if nothing in the project says
 * @property {string | undefined} version - undefined if nothing in the project says
 * @property {boolean} pnp - yarn's Plug'n'Play: no node_modules
 * @property {string} because - the evidence for it
 */

/**
 * @typedef {object} Project
 * @property {string} folder - of the nearest package.json
 * @property {string} root - the folder with the lock file, where overrides are read
 * @property {any} manifest - of the root
 * @property {any} own - of the nearest one
 * @property {string | undefined} lock - name of the lock file in the root
 * @property {string[]} otherLocks
 * @property {Manager} manager
 */

/** Lock files and the managers that write them. */
const LOCKS = Object.freeze({
    "package-lock.json": "npm",
    "npm-shrinkwrap.json": "npm",
    "pnpm-lock.yaml": "pnpm",
    "yarn.lock": "yarn",
    "bun.lock": "bun",
    "bun.lockb": "bun",
});

const MANAGERS = Object.freeze(["npm", "pnpm", "yarn", "bun"]);

/** @param {string} file @returns {string} "" when there is none */
export const textOf = (file) => (existsSync(file) ? readFileSync(file, "utf8") : "");

/** @param {string} file @returns {any} */
function manifestAt(file) {
    return parseJson(readFileSync(file, "utf8").replace(/^\uFEFF/, ""), file);
}

/** From a folder up to the root of the file system. @param {string} folder @returns {string[]} */
export function upwards(folder) {
    const above = dirname(folder);
    return above === folder ? [folder] : [folder, ...upwards(above)];
}

const locksIn = (/** @type {string} */ folder) => Object.keys(LOCKS).filter((name) => existsSync(join(folder, name)));

/**
 * Where the manager that installs `folder` reads its settings: the folder with a lock file or a
 * list of workspaces.
 * @param {string} folder
 */
function rootOf(folder) {
    const isRoot = (/** @type {string} */ at) => locksIn(at).length > 0 || existsSync(join(at, "pnpm-workspace.yaml"))
        || (existsSync(join(at, "package.json")) && manifestAt(join(at, "package.json"))?.workspaces !== undefined);
    return upwards(folder).find((at) => isRoot(at) && existsSync(join(at, "package.json"))) ?? folder;
}

/**
 * The manager that the manifest names: "pnpm@9.1.0+sha512.abc", or { name, version } in devEngines.
 * @param {any} manifest
 */
function declared(manifest) {
    const [name, version] = String(manifest.packageManager).split("@");
    if (MANAGERS.includes(name))
        return { name, version: version?.split("+")[0], because: `packageManager "${manifest.packageManager}"` };
    const engine = [manifest.devEngines?.packageManager].flat().find((entry) => MANAGERS.includes(entry?.name));
    return engine && { name: engine.name, version: engine.version, because: "devEngines.packageManager" };
}

/** @param {string | undefined} version @returns {number | undefined} */
const majorOf = (version) => {
    const digits = /\d+/.exec(String(version))?.[0];
    return digits === undefined ? undefined : Number(digits);
};

/** The version of pnpm that installed node_modules. @param {string} root */
const installedBy = (root) =>
    /packageManager"?:\s*"?pnpm@(\d[^\s",]*)/.exec(textOf(join(root, "node_modules", ".modules.yaml")))?.[1];

/**
 * yarn 2 and newer write this into their lock file; their settings file is not named like that of
 * yarn 1.
 * @param {string} root
 */
const isBerry = (root) =>
    /^__metadata:/m.test(textOf(join(root, "yarn.lock"))) || existsSync(join(root, ".yarnrc.yml"));

/** @param {string} root */
const hasPnp = (root) =>
    !/^nodeLinker:\s*["']?(node-modules|pnpm)/m.test(textOf(join(root, ".yarnrc.yml"))) &&
    (existsSync(join(root, ".pnp.cjs")) || !existsSync(join(root, "node_modules")));

/** @param {string} root @param {any} manifest @param {string[]} locks @returns {Manager} */
function managerOf(root, manifest, locks) {
    const [lock] = locks, said = declared(manifest);
    const byFile =
        /** @type {any} */ (LOCKS)[lock] ??
        (existsSync(join(root, "pnpm-workspace.yaml"))
            ? "pnpm"
            : existsSync(join(root, ".yarnrc.yml"))
              ? "yarn"
              : undefined);
    const name = said?.name ?? byFile ?? "npm";
    const because = said?.because ?? lock ?? (byFile ? "its settings" : "no lock file: npm unless you say otherwise");
    const berry = name === "yarn" && (Number(majorOf(said?.version)) > 1 || (!said?.version && isBerry(root)));
    const version = said?.version ?? (name === "pnpm" ? installedBy(root) : undefined);
    const major = majorOf(version) ?? (name === "yarn" ? (berry ? 2 : 1) : undefined);
    return { name, major, version, pnp: berry && hasPnp(root), because };
}

/**
 * @param {string} cwd
 * @returns {Project}
 * @throws {Error} ERR_READ if there is none, ERR_FILE if its manifest is not JSON
 */
export function findProject(cwd) {
    const folder = upwards(cwd).find((at) => existsSync(join(at, "package.json")));
    if (!folder)
        throw Object.assign(new Error(`${join(cwd, "package.json")}: expected a project here or above, got none`), {
            code: "ERR_READ",
        });
    const root = rootOf(folder);
    const manifest = manifestAt(join(root, "package.json"));
    const said = declared(manifest)?.name;
    // Among several lock files, the one of the manager that the manifest names comes first.
    const locks = locksIn(root).sort(
        (a, b) => Number(/** @type {any} */ (LOCKS)[b] === said) - Number(/** @type {any} */ (LOCKS)[a] === said),
    );
    const [lock, ...otherLocks] = locks;
    return {
        folder,
        root,
        manifest,
        own: folder === root ? manifest : manifestAt(join(folder, "package.json")),
        lock,
        otherLocks,
        manager: managerOf(root, manifest, locks),
    };
}

/** @param {Manager} manager */
export function describeManager({ name, major, version, pnp }) {
    if (name !== "yarn") return version ? `${name} ${version}` : name;
    if (version) return `yarn ${version}${pnp ? " with Plug'n'Play" : ""}`;
    return major === 1 ? "yarn 1" : `yarn 2 or newer${pnp ? " with Plug'n'Play" : ""}`;
}
