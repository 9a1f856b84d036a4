/**
 * Files that scripts make: they are written or, where the script is called with --check, compared byte for byte. A
 * difference ends in exit code 1.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

/**
 * @param {string} path - from the root
 * @param {string} text - what belongs there
 * @param {string} command - of npm run, that writes it
 */
export function writeOrCompare(path, text, command) {
    const file = new URL(`../${path}`, import.meta.url);
    if (!process.argv.includes("--check")) {
        mkdirSync(new URL(".", file), { recursive: true });
        writeFileSync(file, text);
        console.log(`wrote ${path}`);
    } else if (existsSync(file) && readFileSync(file, "utf8") === text) {
        console.log(`${path} is up to date`);
    } else {
        console.error(`${path} differs from what its sources give: run npm run ${command}`);
        process.exitCode = 1;
    }
}
