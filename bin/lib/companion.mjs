/**
 * A curve of the package ffturbo-curves for the command, which loads it when a file is on it: the
 * package that the command is installed with, or that of the project.
 */
import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { RELEASE } from "./doctor/install.mjs";
import { failure } from "./exit_codes.mjs";
import { findPackage } from "./reference.mjs";

const PACKAGE = "ffturbo-curves";

/**
 * What is installed with the command: in its package, or in the folder of packages that it is in.
 * Whoever can write there can change the command itself; folders further up may belong to others.
 */
function beside() {
    const own = dirname(dirname(realpathSync(process.argv[1]))), folders = [join(own, "node_modules"), dirname(own)];
    const place = folders.filter((folder) => basename(folder) === "node_modules").map((folder) => join(folder, PACKAGE))
        .find((folder) => existsSync(folder));
    return place && join(place, "package.json");
}

/** @returns {Promise<string | undefined>} a file of the package */
async function locate() {
    return beside() ?? findPackage(PACKAGE, realpathSync(process.cwd())).found?.file;
}

/** @param {string} name - of a curve */
export async function load(name) {
    const wanted = `${PACKAGE}@${RELEASE.version}`, file = await locate();
    if (!file) throw failure("ERR_CURVE", `Curve not loaded: ${name}. It is in another package: npm install ${wanted}`);
    const require = createRequire(file), { version } = require(`${PACKAGE}/package.json`);
    if (version !== RELEASE.version)
        throw failure("ERR_CURVE", `Curve not loaded: ${name}: expected ${wanted}, got version ${version}; npm install ${wanted}`);
    return require(`${PACKAGE}/${name}`);
}
