/** Programs of this machine. */
import { execFileSync } from "node:child_process";

/** Path of an executable on PATH; undefined when there is none. @param {string} name */
export function onPath(name) {
    try {
        return execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim() || undefined;
    } catch {
        return undefined;
    }
}
