/** What became of the mutants, by room, and the survivors by name. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../coverage/record.mjs";
import { keyOf } from "./operators.mjs";

const REPORT = join(root, ".scratch/mutants/report.json");

/** @param {string} file */
const roomOf = (file) => {
    const [first, second, third, fourth] = file.split("/");
    if (first === "bin") return "bin";
    if (first === "packages") return `${first}/${second}`;
    if (first === "scripts") return fourth ? `scripts/wasm/${third}` : "scripts/wasm";
    if (second === "protocols" && fourth) return `src/protocols/${third}`;
    return third ? `src/${second}` : "src";
};

/**
 * @param {any[]} results - mutants with their verdicts
 * @param {Record<string, Record<string, string>>} equivalent - by file, then by key: why no test
 *   can tell
 * @param {number} left - mutants that time did not allow
 * @returns {number} percent of those killed that are not equivalent
 */
export function report(results, equivalent, left) {
    const rooms = {}, survivors = [];
    const total = { made: 0, killed: 0, equivalent: 0, surviving: 0 };
    for (const result of results) {
        const room = (rooms[roomOf(result.file)] ??= { made: 0, killed: 0, equivalent: 0, surviving: 0 });
        const reason = result.verdict === "same" ? "same text" : equivalent[result.file]?.[keyOf(result)];
        const column = /killed|late/.test(result.verdict) ? "killed" : reason ? "equivalent" : "surviving";
        for (const row of [room, total]) {
            row.made++;
            row[column]++;
        }
        if (column === "surviving") survivors.push(result);
    }
    const share = ({ killed, surviving }) => (killed + surviving === 0 ? 100 : (100 * killed) / (killed + surviving));
    console.log("\n| room | mutants | killed | equivalent | surviving | killed of the rest % |\n|---|---|---|---|---|---|");
    for (const [room, row] of [...Object.entries(rooms).sort(), ["all", total]])
        console.log(`| ${room} | ${row.made} | ${row.killed} | ${row.equivalent} | ${row.surviving} | ${share(row).toFixed(1)} |`);
    const slowly = results.filter(({ inAll }) => inAll).map(({ file, line }) => `${file}:${line}`);
    if (slowly.length) console.log(`\n${slowly.length} killed by CI's run alone: ${slowly.join(", ")}`);
    if (left) console.log(`\n${left} not tried: time was up`);
    writeFileSync(REPORT, JSON.stringify({ rooms, total, survivors, results }, null, 1));
    console.log("\nsurvivors: .scratch/mutants/report.json");
    return share(total);
}
