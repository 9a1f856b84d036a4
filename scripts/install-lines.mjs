/**
 * The lines of README and docs that install ffturbo, as bin/lib/doctor/install.mjs has them: from a
 * tarball as long as the package is not in the registry, and by its name afterwards.
 *
 *     node scripts/install-lines.mjs            writes them
 *     node scripts/install-lines.mjs --check    fails where they differ
 */
import { readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rangeOf, RELEASE, tarballOf } from "../bin/lib/doctor/install.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const RANGE = /npm:ffturbo@\*|file:\.\/ffturbo-\d[\w.-]*\.tgz/g;
const COMMAND = /\bnpm install (?:ffturbo(?![\w/-])|\.\/ffturbo-\d[\w.-]*\.tgz)/g;
/** Between these lines stands what is true until the package is published. */
const UNTIL = /<!-- until published -->\n[^]*?<!-- \/until published -->\n\n?/g;

/** Pages with such lines. @returns {string[]} from the root */
export const installPages = () => ["README.md", "demo/index.html", ...["docs", "docs/recipes"].flatMap((folder) =>
    readdirSync(join(root, folder)).filter((name) => name.endsWith(".md")).map((name) => `${folder}/${name}`))]
    .filter((page) => /npm:ffturbo@|npm install (\.\/)?ffturbo|file:\.\/ffturbo-|<!-- until published/.test(readFileSync(join(root, page), "utf8")));

/**
 * @param {string} text - of a page
 * @param {{ published: boolean, version: string }} release
 * @returns {string}
 */
export function withInstallLines(text, release) {
    const tarball = tarballOf(release);
    const command = `npm install ${release.published ? "ffturbo" : `./${tarball}`}`;
    return text.replace(UNTIL, (note) => (release.published ? "" : note.replace(/ffturbo-\d[\w.-]*\.tgz/g, tarball)))
        .replace(RANGE, rangeOf(release)).replace(COMMAND, command);
}

/**
 * The source of bin/lib/doctor/install.mjs for another release.
 * @param {string} source
 * @param {{ published: boolean, version: string }} release
 * @returns {string}
 */
export const withRelease = (source, { published, version }) => source.replace(
    /(RELEASE = Object\.freeze\(\{ )[^}]*( \}\))/, (_, before, after) => `${before}published: ${published}, version: "${version}"${after}`);

/** Writes the lines of a release. @param {{ published: boolean, version: string }} release */
export function writeInstallLines(release) {
    for (const page of installPages())
        writeFileSync(join(root, page), withInstallLines(readFileSync(join(root, page), "utf8"), release));
    const place = join(root, "bin/lib/doctor/install.mjs");
    writeFileSync(place, withRelease(readFileSync(place, "utf8"), release));
}

/** @param {boolean} check */
function main(check) {
    if (!check) return writeInstallLines(RELEASE);
    const stale = installPages().filter((page) => {
        const text = readFileSync(join(root, page), "utf8");
        return withInstallLines(text, RELEASE) !== text;
    });
    if (stale.length) throw new Error(`install-lines: expected the lines of this release, got others in ${stale.join(", ")}`);
}

if (process.argv[1] && pathToFileURL(realpathSync(process.argv[1])).href === import.meta.url)
    main(process.argv.includes("--check"));
