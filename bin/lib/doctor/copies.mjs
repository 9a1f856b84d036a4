/**
 * Finds copies of ffjavascript: those that are installed, including nested ones, or, if nothing is
 * installed, those of the lock file.
 */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { parseJson } from "../files.mjs";
import { textOf } from "./project.mjs";

/** @import { Project } from "./project.mjs" */

/**
 * @typedef {object} Copy
 * @property {string} where - path in the project, or the entry of the lock file
 * @property {string} name - of the package that is found there
 * @property {string | undefined} version
 * @property {boolean} replaced - by ffturbo
 */

export const WANTED = "ffjavascript", OURS = "ffturbo";

/**
 * What can be replaced, and by which package.
 * @typedef {{ wanted: string, ours: string }} Replacement
 */

/** @type {Replacement} */
const ENGINE = Object.freeze({ wanted: WANTED, ours: OURS });

/** The whole of snarkjs. @type {Replacement} */
export const SNARKJS = Object.freeze({ wanted: "snarkjs", ours: "ffturbo-snarkjs" });

/** How many levels of folders below the root are searched for workspaces. */
const DEPTH = 4;

const isFolder = (/** @type {string} */ path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
const entriesOf = (/** @type {string} */ folder) =>
    isFolder(folder) ? readdirSync(folder, { withFileTypes: true }) : [];

/** @param {string} folder @returns {any} */
function manifestIn(folder) {
    try {
        return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    } catch {
        return {}; // it is damaged, so it is not ours
    }
}

/**
 * Every package below a node_modules, with folder and name, including those in the stores of pnpm
 * and yarn.
 * @param {string} modules
 * @returns {Generator<{ name: string, path: string, linked: boolean }>}
 */
function* packagesIn(modules) {
    for (const entry of entriesOf(modules)) {
        const path = join(modules, entry.name);
        if (entry.name === ".pnpm" || entry.name === ".store") {
            for (const stored of entriesOf(path))
                if (stored.isDirectory()) yield * packagesIn(join(path, stored.name, "node_modules"));
        } else if (entry.name.startsWith("@")) {
            for (const scoped of entriesOf(path))
                yield * packageAt(`${entry.name}/${scoped.name}`, join(path, scoped.name), scoped.isSymbolicLink());
        } else if (!entry.name.startsWith(".")) yield* packageAt(entry.name, path, entry.isSymbolicLink());
    }
}

/**
 * @param {string} name
 * @param {string} path
 * @param {boolean} linked
 * @returns {Generator<{ name: string, path: string, linked: boolean }>}
 */
function* packageAt(name, path, linked) {
    if (!isFolder(path)) return;
    yield { name, path, linked };
    // the target of a link is visited at its own place
    if (!linked) yield* packagesIn(join(path, "node_modules"));
}

/**
 * node_modules of the root and of its workspaces.
 * @param {string} folder
 * @param {number} [depth]
 * @returns {Generator<string>}
 */
function* modulesBelow(folder, depth = DEPTH) {
    for (const entry of entriesOf(folder)) {
        if (!entry.isDirectory() || (entry.name.startsWith(".") && entry.name !== "node_modules")) continue;
        if (entry.name === "node_modules") yield join(folder, entry.name);
        else if (depth > 0) yield* modulesBelow(join(folder, entry.name), depth - 1);
    }
}

/**
 * pnpm keeps unused packages in its store for a week; the lock file in the store says which ones
 * are in use.
 * @param {string} modules
 * @returns {(copy: { path: string, version: unknown }) => boolean} is this copy unused?
 */
function leftovers(modules) {
    const store = join(realpathSync(modules), ".pnpm");
    const written = textOf(join(store, "lock.yaml"));
    if (!written) return () => false;
    const used = new Set(copiesInPnpmLock(written).map(({ version }) => version));
    return ({ path, version }) => path.startsWith(join(store, "/")) && !used.has(String(version));
}

/**
 * @param {Project} project
 * @param {Replacement} [replacement]
 * @returns {{ copies: Copy[], peers: string[] }} peers: packages that have it as a peer dependency
 */
export function installedCopies({ root }, { wanted, ours } = ENGINE) {
    /** @type {Map<string, Copy>} */
    const copies = new Map();
    const peers = new Set();
    for (const modules of modulesBelow(root)) {
        const isLeft = leftovers(modules);
        for (const { name, path, linked } of packagesIn(modules)) {
            const manifest = name === wanted || !linked ? manifestIn(path) : {};
            if (manifest.peerDependencies?.[wanted]) peers.add(name);
            if (name !== wanted) continue;
            const { version } = manifest, replaced = manifest.name === ours;
            const real = realpathSync(path);
            if (copies.has(real) || (!replaced && isLeft({ path: real, version }))) continue;
            copies.set(real, { where: relative(root, path), name: String(manifest.name), version, replaced });
        }
    }
    return { copies: [...copies.values()], peers: [...peers] };
}

/** @param {string} text @param {string} file @returns {Copy[]} */
function copiesInPackageLock(text, file) {
    const { packages } = Object(parseJson(text, file));
    return Object.entries(Object(packages))
        .filter(([path]) => new RegExp(`(^|/)node_modules/${WANTED}$`).test(path))
        .map(([path, entry]) => {
            const { name = WANTED, version, resolved = "" } = /** @type {any} */ (entry),
                replaced = name === OURS || resolved.includes(OURS);
            return { where: path, name: replaced ? OURS : name, version, replaced };
        });
}

/**
 * Entries whose first line matches, with the indented lines below it.
 * @param {string} text
 * @param {RegExp} head
 * @returns {string[]}
 */
const blocks = (text, head) => text.split(/\n(?=\S)/).filter((block) => head.test(block));

/** yarn of any version. @param {string} text @returns {Copy[]} */
const copiesInYarnLock = (text) => blocks(text, new RegExp(`^"?(?:.*, ?"?)?${WANTED}@`)).map((block) => {
    const [key] = block.split("\n");
    const version = /^\s+version:? "?([^"\s]+)/m.exec(block)?.[1];
    const replaced = /^\s+resol(?:ution:|ved) .*\bffturbo\b/m.test(block);
    return { where: key.replace(/:$/, "").replace(/"/g, ""), name: replaced ? OURS : WANTED, version, replaced };
});

/**
 * pnpm: packages of the graph by name and version; an override leaves no entry of the old name.
 * @param {string} text
 * @returns {Copy[]}
 */
function copiesInPnpmLock(text) {
    const found = new Set(
        [...text.matchAll(/^ {2}'?\/?ffjavascript[@/](\d[^:'(\s]*)/gm)].map(([, version]) => version),
    );
    const ours = /^ {2}'?\/?ffturbo@([^:'(\s]+)/m.exec(text);
    const copies = [...found].map((version) => ({
        where: `${WANTED}@${version}`,
        name: WANTED,
        version,
        replaced: false,
    }));
    return ours ? [...copies, { where: `${OURS}@${ours[1]}`, name: OURS, version: ours[1], replaced: true }] : copies;
}

/** bun: "path": ["name@version", ...]. @param {string} text @returns {Copy[]} */
const copiesInBunLock = (text) => [...text.matchAll(/^\s+"([^"]*\bffjavascript)": \["([^"@]+)@([^"]+)"/gm)]
    .map(([, where, name, version]) => ({ where, name, version, replaced: name === OURS || version.includes(OURS) }));

const READERS = Object.freeze({
    "package-lock.json": copiesInPackageLock,
    "npm-shrinkwrap.json": copiesInPackageLock,
    "pnpm-lock.yaml": copiesInPnpmLock,
    "yarn.lock": copiesInYarnLock,
    "bun.lock": copiesInBunLock,
});

/** The copies that the lock file will install. @param {Project} project @returns {Copy[]} */
export function lockedCopies({ root, lock }) {
    const read = /** @type {any} */ (READERS)[String(lock)];
    if (!read) return [];
    const file = join(root, String(lock));
    return read(textOf(file).replace(/\r/g, ""), file);
}

/** @param {Project} project */
export const isInstalled = ({ root, manager }) => !manager.pnp && existsSync(join(root, "node_modules"));
