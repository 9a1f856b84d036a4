/** What is costly to make and follows from its sources alone: kept in the user's folder for temporary files. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keptFolder } from "../../scripts/temporary.mjs";

/**
 * @param {string} name - of the kind
 * @param {...(string | Uint8Array)} sources - all that it follows from, its maker's version too
 * @returns {{ bytes: Buffer | undefined, keep: <T extends string | Uint8Array>(made: T) => T }} bytes: of before
 */
export function kept(name, ...sources) {
    const hash = createHash("sha256");
    for (const source of sources) hash.update(`${source.length} `).update(source);
    const file = join(keptFolder(name), hash.digest("hex"));
    return {
        bytes: existsSync(file) ? readFileSync(file) : undefined,
        keep: (made) => {
            writeFileSync(`${file}.${process.pid}`, made);
            renameSync(`${file}.${process.pid}`, file);
            return made;
        },
    };
}
