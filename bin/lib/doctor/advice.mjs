/** Says what to add to which file, for the package manager of a project. */
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { OURS, WANTED } from "./copies.mjs";
import { rangeOf, RELEASE, staleLock, tarballOf } from "./install.mjs";
import { textOf } from "./project.mjs";

/** @import { Copy } from "./copies.mjs" */
/** @import { Project } from "./project.mjs" */

/**
 * @typedef {object} Step
 * @property {string} file - a file in the root, or "" if the step is a command
 * @property {string} change - what to add, or to run
 * @property {string} why
 */

const RANGE = rangeOf(RELEASE);
const REFERENCE = `$${WANTED}`, WORKSPACE = "pnpm-workspace.yaml";

/** From this version on, pnpm does not read its field in package.json. */
const WORKSPACE_ONLY = 11;

/**
 * @param {unknown} value - a reference stands for the dependency in the manifest
 * @param {any} manifest
 */
function isOurs(value, manifest) {
    if (value === REFERENCE)
        return String(manifest.dependencies?.[WANTED] ?? manifest.devDependencies?.[WANTED]).includes(OURS);
    return typeof value === "string" && value.includes(OURS);
}

/** The entry of pnpm-workspace.yaml below `overrides:`. @param {string} text */
function overrideInYaml(text) {
    const body =
        /^overrides:[^\n]*\n((?:[ \t]+[^\n]*(?:\n|$)|[ \t]*\n|#[^\n]*\n)*)/m.exec(
            `${text.replace(/\r/g, "")}\n`,
        )?.[1];
    return /^[ \t]+["']?ffjavascript["']?:\s*["']?([^"'\s#]+)/m.exec(String(body))?.[1];
}

/** Does the project itself depend on ffjavascript? @param {any} manifest */
const dependsOnIt = (manifest) =>
    ["dependencies", "devDependencies", "optionalDependencies"].find((kind) => manifest[kind]?.[WANTED] !== undefined);

const json = (/** @type {unknown} */ value) => JSON.stringify(value, null, 1).replace(/\n\s*/g, " ");

/**
 * Steps for npm and bun, where a direct dependency has to agree with the override.
 * @param {Project} project
 * @param {string[]} peers
 * @returns {Step[]}
 */
function forNpm({ manifest, manager }, peers) {
    const own = dependsOnIt(manifest), value = manifest.overrides?.[WANTED], file = "package.json";
    const direct = own !== undefined || peers.length > 0 || manifest.peerDependencies?.[WANTED] !== undefined;
    if (!direct) {
        return isOurs(value, manifest)
            ? []
            : [
                  {
                      file,
                      change: json({ overrides: { [WANTED]: RANGE } }),
                      why:
                          manifest.resolutions?.[WANTED] && manager.name === "npm"
                              ? "npm reads overrides, not resolutions"
                              : "replaces every copy",
                  },
              ];
    }
    const kind = own ?? "dependencies";
    const named = String(manifest[kind]?.[WANTED]).includes(OURS);
    if (named && [REFERENCE, manifest[kind][WANTED]].includes(value)) return [];
    const why = own
        ? `the project itself depends on ${WANTED}`
        : `${peers[0] ?? "the project"} has ${WANTED} as a peer dependency`;
    return [{ file, change: json({ [kind]: { [WANTED]: RANGE }, overrides: { [WANTED]: REFERENCE } }), why }];
}

/** @param {Project} project @returns {Step[]} */
function forPnpm({ root, manifest, manager: { major } }) {
    const inYaml = overrideInYaml(textOf(join(root, WORKSPACE))), inField = manifest.pnpm?.overrides?.[WANTED];
    const yaml = `overrides:\n  ${WANTED}: ${RANGE}`;
    const field = json({ pnpm: { overrides: { [WANTED]: RANGE } } });
    if (major !== undefined && major < WORKSPACE_ONLY) {
        if (isOurs(inField, manifest) || (major >= 10 && isOurs(inYaml, manifest))) return [];
        return [{ file: "package.json", change: field, why: `pnpm ${major} reads overrides there` }];
    }
    if (isOurs(inYaml, manifest)) return [];
    const why = inField
        ? "pnpm 11 and newer do not read the field pnpm of package.json"
        : "pnpm 11 and newer read overrides there";
    return [
        {
            file: WORKSPACE,
            change: yaml,
            why: major === undefined ? `${why}; for pnpm 9 and 10 put ${field} into package.json` : why,
        },
    ];
}

/** @param {Project} project @returns {Step[]} */
function forYarn({ manifest, manager }) {
    const value = manifest.resolutions?.[WANTED],
        ranged = /^npm:ffturbo@./.test(String(value)) || /(^|:)(file|portal|patch|https?):|\.tgz$/.test(String(value));
    if (isOurs(value, manifest) && (ranged || manager.major === 1)) return [];
    const why = isOurs(value, manifest)
        ? "yarn 2 and newer ask for a range after the @"
        : manifest.overrides?.[WANTED]
          ? "yarn reads resolutions, not overrides"
          : "replaces every copy";
    return [{ file: "package.json", change: json({ resolutions: { [WANTED]: RANGE } }), why }];
}

/**
 * Moves a setting that is in a workspace but only works in the root.
 * @param {Project} project
 * @returns {Step[]}
 */
function inWrongPlace({ folder, root, own }) {
    const { overrides, resolutions, pnpm } = own, all = { overrides, resolutions, pnpm: pnpm?.overrides };
    const names = Object.entries(all).filter(([, record]) => record?.[WANTED]).map(([name]) => name);
    if (folder === root || names.length === 0) return [];
    return [
        {
            file: relative(root, join(folder, "package.json")),
            change: `remove ${WANTED} from ${names.join(" and ")}`,
            why: "it is read in the root of the workspaces only",
        },
    ];
}

/**
 * Makes a package manager resolve again what it has already installed.
 * @param {Project} project
 * @returns {Step[]}
 */
function installAgain({ root, lock, manager: { name } }) {
    const install = { file: "", change: `${name} install`, why: "installs with the setting" };
    if (name !== "npm") return [install];
    const stale = [lock, existsSync(join(root, "node_modules")) && "node_modules"].filter(Boolean).join(" and ");
    return stale
        ? [{ file: "", change: `remove ${stale}`, why: "npm keeps to what is installed and locked" }, install]
        : [install];
}

/** As long as the package is not in the registry. @param {Project} project @returns {Step[]} */
function getTarball({ root }) {
    const file = tarballOf(RELEASE);
    if (RELEASE.published || existsSync(join(root, file))) return [];
    const why = `${OURS} is not in the registry yet: run this in a clone of its repository, and copy ${file} to here`;
    return [{ file: "", change: "npm ci && npm pack", why }];
}

/** A lock file that no install can follow. @param {Project} project @returns {Step[]} */
function renewLock({ root, lock, manager: { name } }) {
    const why = lock === undefined ? undefined : staleLock(root, lock);
    return why === undefined ? [] : [
        { file: "", change: `remove ${lock} and node_modules`, why },
        { file: "", change: `${name} install`, why: "installs the tarball that is here" },
    ];
}

const RULES = Object.freeze({ npm: forNpm, bun: forNpm, pnpm: forPnpm, yarn: forYarn });

/**
 * The steps that replace every copy, in order.
 * @param {Project} project
 * @param {{ copies: Copy[], peers: string[] }} found
 * @returns {Step[]} empty if nothing is to be done
 */
export function adviseOn(project, { copies, peers }) {
    const renewed = renewLock(project);
    if (copies.every(({ replaced }) => replaced)) return renewed;
    const settings = RULES[project.manager.name](project, peers);
    return [
        ...(settings.length ? getTarball(project) : []), ...settings, ...inWrongPlace(project),
        ...(renewed.length ? renewed : installAgain(project)),
    ];
}
