/**
 * The packages of this repository, and the lists that their suites are in: `npm test` and the tools
 * ask here, so that a new package or suite is in all of them, or in none and a test is red.
 * @module scripts/workspaces
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));

/** The packages beside the root, by their folders. */
export const COMPANIONS = readdirSync(join(root, "packages")).sort().map((name) => `packages/${name}`)
    .filter((folder) => existsSync(join(root, folder, "package.json")));

/** The name of each package. @type {readonly string[]} */
export const NAMES = [".", ...COMPANIONS].map((folder) => manifestOf(folder).name);

/** @param {string} name - of a folder @returns {string[]} that of each package which has one */
const inEach = (name) => [name, ...COMPANIONS.map((folder) => `${folder}/${name}`)]
    .filter((folder) => existsSync(join(root, folder)));

/** Folders of sources. */
export const SOURCES = inEach("src");
/** Folders of what commands run. */
export const BINS = inEach("bin");
/** Folders of suites. */
export const TESTS = inEach("test");

/** @param {string} file - from the root @returns {string} from its package */
export const inPackage = (file) => file.replace(/^packages\/[^/]+\//, "");

/**
 * @param {string} dir
 * @param {RegExp} pattern
 * @returns {string[]} files below, from the root, sorted
 */
export const filesOf = (dir, pattern) => readdirSync(join(root, dir), { recursive: true })
    .map((name) => `${dir}/${String(name).replaceAll("\\", "/")}`)
    .filter((file) => pattern.test(file))
    .sort();

/** @param {string[]} folders @returns {(file: string) => boolean} whether a file is in one of them */
export const within = (folders) => (file) => folders.some((folder) => file.startsWith(`${folder}/`));

/** Is it of a command? @type {(file: string) => boolean} */
export const isOfCommand = within(BINS);

/** All suites, from the root. */
export const SUITES = TESTS.flatMap((folder) => filesOf(folder, /\.test\.js$/));

/** Folders of a package's test/ by the list that their suites are in; all others are quick. */
const FOLDERS = {
    /** The tarball, types, bundles and the pages of docs/. */
    package: ["test/package"],
    /** What needs browsers and other programs. */
    hosts: ["test/hosts"],
    /** What measures, and wants the machine for itself. */
    long: ["test/full"],
    /** With commands of their own: test:queue, test:gpu. */
    apart: ["test/queue", "test/gpu"],
};

/** @param {string} suite @returns {keyof typeof FOLDERS | "quick"} */
const listOf = (suite) => /** @type {keyof typeof FOLDERS} */ (
    Object.keys(FOLDERS).find((name) => within(FOLDERS[name])(inPackage(suite)))) ?? "quick";

/** The suites of each list. @type {Record<keyof typeof FOLDERS | "quick", string[]>} */
export const LISTS = /** @type {any} */ (Object.fromEntries(["quick", ...Object.keys(FOLDERS)]
    .map((name) => [name, SUITES.filter((suite) => listOf(suite) === name)])));
