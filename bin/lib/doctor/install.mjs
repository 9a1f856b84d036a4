/**
 * What to install, and where it comes from: the one place for README, the pages of docs/ and the
 * advice of `doctor`. `npm run release` changes RELEASE, and with it all lines that
 * scripts/install-lines.mjs finds.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Is the package in the registry, and which version is this? */
export const RELEASE = Object.freeze({ published: false, version: "0.1.0" });

/** @param {{ version: string }} release @returns {string} the file that `npm pack` makes */
export const tarballOf = ({ version }) => `ffturbo-${version}.tgz`;

/**
 * @param {{ published: boolean, version: string }} release
 * @returns {string} what an override names
 */
export const rangeOf = (release) => (release.published ? "npm:ffturbo@*" : `file:./${tarballOf(release)}`);

/**
 * @typedef {{ file: string, integrity?: string }} Locked a tarball of ffturbo that a lock file
 *   names
 */

/** Entries of lock files: of npm, which are JSON, and of others, by what stands beside the name. */
const ENTRIES = Object.freeze([
    /"resolved": "file:(?<file>[^"]*\bffturbo[^"]*\.tgz)",\s*"integrity": "(?<integrity>[^"]+)"/g,
    /integrity: (?<integrity>sha512-[^,}\s]+), tarball: file:(?<file>[^,}\s]*\bffturbo[^,}\s]*\.tgz)/g,
    /(?:resolved|resolution:) "?[^"\s]*file:(?<file>[^"#\s]*\bffturbo[^"#\s]*\.tgz)/g,
]);

/** @param {string} text - of a lock file @returns {Locked[]} */
const lockedTarballs = (text) => ENTRIES.flatMap((pattern) => [...text.matchAll(pattern)].map(
    ({ groups: { file = "", integrity } = {} }) => ({ file: decodeURIComponent(file), integrity })));

/**
 * Why an install would fail at a tarball of ffturbo, in the words that package managers have for
 * it.
 * @param {string} root - of the project
 * @param {string} lock - name of its lock file
 * @returns {string | undefined}
 */
export function staleLock(root, lock) {
    for (const { file, integrity } of lockedTarballs(readFileSync(join(root, lock), "utf8"))) {
        const tarball = join(root, file);
        if (!existsSync(tarball)) return `${lock} names ${file}, which is not here (ENOENT)`;
        const [algorithm] = String(integrity).split("-");
        if (algorithm !== "sha512") continue;
        const digest = createHash(algorithm).update(readFileSync(tarball)).digest("base64");
        if (integrity !== `${algorithm}-${digest}`)
            return `${lock} has the hash of another ${file} ("tarball seems to be corrupted", EINTEGRITY)`;
    }
    return undefined;
}
