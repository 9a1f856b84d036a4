/**
 * Published results that this engine is measured against, each row run again here, with the published figure beside it:
 *
 *     npm run bench:published [-- products|phases|threads|prize|circuits …] [--smallest] [--json out.json]
 *
 * Other machines than the published ones: ratios within one run are what counts. `--smallest` runs the smallest setting
 * of each table. Circuits of the size of the published ones come from BENCH_CIRCUITS:
 *
 *     node test/bench/make_circuits.mjs FOLDER bits:16 dense:16
 *     BENCH_CIRCUITS=FOLDER npm run bench:published -- circuits
 */
import { writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { parseArgs } from "node:util";
import { duration, table } from "./harness.mjs";
import { circuits } from "./published/circuits.mjs";
import { phases } from "./published/phases.mjs";
import { prize } from "./published/prize.mjs";
import { products } from "./published/products.mjs";
import { threads } from "./published/threads.mjs";

/** Each gives `{ title, header, rows }`; a cell that is a number is milliseconds. */
const TABLES = { products, phases, threads, prize, circuits };

const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { smallest: { type: "boolean", default: false }, json: { type: "string" } },
});
const unknown = positionals.filter((name) => !Object.hasOwn(TABLES, name));
if (unknown.length)
    throw new RangeError(`bench:published: expected ${Object.keys(TABLES).join(", ")}, got ${unknown.join(", ")}`);

const cell = (value) => (typeof value === "number" ? duration(value) : (value ?? ""));
console.log(`${cpus()[0]?.model.trim()}, ${availableParallelism()} threads, Node ${process.version}`);
const results = {};
for (const name of positionals.length ? positionals : Object.keys(TABLES)) {
    const { title, header, rows } = results[name] = await TABLES[name](values);
    console.log(`\n${title}\n${table(header, rows.map((row) => row.map(cell)))}`);
}
if (values.json) writeFileSync(values.json, `${JSON.stringify(results, null, 1)}\n`);
