/** Processes of this machine, as /proc has them: Linux only. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

let ticks;
/** Ticks of the processor's clock in a second. */
const perSecond = () => (ticks ??= Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" })));

/** Living processes: number, parent and milliseconds of the processor until now. */
export const processes = () => readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap((id) => {
    try {
        const fields = readFileSync(`/proc/${id}/stat`, "latin1").replace(/^.*\) /s, "").split(" ");
        const used = Number(fields[11]) + Number(fields[12]);
        return [{ id: Number(id), parent: Number(fields[1]), ms: used * 1000 / perSecond() }];
    } catch {
        return []; // it has ended meanwhile
    }
});

/** These processes and all below them. @param {readonly number[]} roots */
export function processesBelow(roots) {
    const all = processes(), below = new Set(roots);
    for (let size = 0; size !== below.size;) {
        size = below.size;
        for (const { id, parent } of all) if (below.has(parent)) below.add(id);
    }
    return all.filter(({ id }) => below.has(id));
}
