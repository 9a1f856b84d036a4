/**
 * Packages beside ffturbo for the command, which loads one when something of it is asked for: the
 * one that the command is installed with, or that of the project.
 */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { RELEASE } from "./doctor/install.mjs";
import { upwards } from "./doctor/project.mjs";
import { failure } from "./exit_codes.mjs";
import { findPackage } from "./reference.mjs";

/** The package of this file: that of ffturbo, also where another package's command runs it. */
const HOUSE = upwards(dirname(fileURLToPath(import.meta.url))).find((folder) => existsSync(join(folder, "package.json")));

/**
 * What is installed with the command: in its package or in ffturbo, or in the folder of packages that
 * one of them is in. Whoever can write there can change the command itself; folders further up, and
 * those of links to the command, may belong to others.
 * @param {string} name - of a package
 */
function beside(name) {
    const owns = [dirname(dirname(realpathSync(process.argv[1]))), HOUSE];
    const place = owns.flatMap((own) => [join(own, "node_modules"), dirname(own)])
        .filter((folder) => basename(folder) === "node_modules").map((folder) => join(folder, name))
        .find((folder) => existsSync(folder));
    return place && join(place, "package.json");
}

/** This one takes the place of snarkjs, whose versions it has. */
const FACADE = "ffturbo-snarkjs";
const namesOf = (/** @type {string} */ name) => (name === FACADE ? [name, "snarkjs"] : [name]);
const wantedOf = (/** @type {string} */ name) => (name === FACADE ? name : `${name}@${RELEASE.version}`);

/**
 * A package, under any of its names.
 * @param {string} name
 * @returns {{ manifest: any, load: (entry: string) => any } | undefined}
 */
function findCompanion(name) {
    for (const alias of namesOf(name)) {
        const file = beside(alias) ?? findPackage(alias, realpathSync(process.cwd()), undefined, `${alias}/package.json`).found?.file;
        if (!file) continue;
        const manifest = JSON.parse(readFileSync(file, "utf8")); // snarkjs itself gives it to no require
        if (manifest.name === name) return { manifest, load: (entry) => createRequire(file)(`${alias}/${entry}`) };
    }
    return undefined;
}

/**
 * An entry of a package, of the version of the command.
 * @param {string} name - of the package
 * @param {string} entry
 * @param {string} code - of the error where it is missing
 * @param {string} said - what that error begins with
 */
function load(name, entry, code, said) {
    const found = findCompanion(name), wanted = wantedOf(name);
    if (!found) throw failure(code, `${said}. It is in another package: npm install ${wanted}`);
    const { version, dependencies } = found.manifest, isFacade = name === FACADE;
    if ((isFacade ? dependencies.ffturbo : version) !== RELEASE.version) {
        const expected = isFacade ? `${name} for ffturbo ${RELEASE.version}` : wanted;
        throw failure(code, `${said}: expected ${expected}, got version ${version}; npm install ${wanted}`);
    }
    return found.load(entry);
}

/** @param {string} name - of a curve */
export const loadCurve = (name) => load("ffturbo-curves", name, "ERR_CURVE", `Curve not loaded: ${name}`);

/**
 * A command that another package has.
 * @param {string} name - of the package @param {string} word - of the command
 * @returns {(request: any, signal: AbortSignal, tools: object) => Promise<number>}
 */
export const loadCommand = (name, word) =>
    load(name, "command", "ERR_OPTION", `${word}: not installed`).commands[word];

/** What reads packed keys. @param {string} file - that is one */
export const loadPacked = (file) =>
    load("ffturbo-keys", "command", "ERR_FILE", `${file}: expected a zkey, got a packed key`).openPacked;

/** For `bench --gpu`. */
export const loadGpuBench = () => load("ffturbo-gpu", "bench", "ERR_OPTION", "bench: --gpu is not installed");
