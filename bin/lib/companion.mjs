/**
 * Packages beside ffturbo for the command, which loads one when something of it is asked for: the
 * one that the command is installed with, or that of the project.
 */
import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { RELEASE } from "./doctor/install.mjs";
import { failure } from "./exit_codes.mjs";
import { findPackage } from "./reference.mjs";

/**
 * What is installed with the command: in its package, or in the folder of packages that it is in.
 * Whoever can write there can change the command itself; folders further up may belong to others.
 * @param {string} name - of a package
 */
function beside(name) {
    const own = dirname(dirname(realpathSync(process.argv[1]))), folders = [join(own, "node_modules"), dirname(own)];
    const place = folders.filter((folder) => basename(folder) === "node_modules").map((folder) => join(folder, name))
        .find((folder) => existsSync(folder));
    return place && join(place, "package.json");
}

/**
 * An entry of a package, of the version of the command.
 * @param {string} name - of the package
 * @param {string} entry
 * @param {string} code - of the error where it is missing
 * @param {string} said - what that error begins with
 */
function load(name, entry, code, said) {
    const wanted = `${name}@${RELEASE.version}`;
    const file = beside(name) ?? findPackage(name, realpathSync(process.cwd()), undefined, `${name}/package.json`).found?.file;
    if (!file) throw failure(code, `${said}. It is in another package: npm install ${wanted}`);
    const require = createRequire(file), { version } = require(`${name}/package.json`);
    if (version !== RELEASE.version)
        throw failure(code, `${said}: expected ${wanted}, got version ${version}; npm install ${wanted}`);
    return require(`${name}/${entry}`);
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
