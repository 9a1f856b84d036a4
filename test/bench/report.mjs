/**
 * Compares two runs of the bench: `node test/bench/report.mjs base.json new.json`.
 * The change is in the ratio to ffjavascript, which a slower or busier machine leaves alone.
 */
import { readFileSync } from "node:fs";
import { duration, table } from "./harness.mjs";

const keyOf = ({ suite, curve, name, size, threads, tier }) =>
    JSON.stringify([suite, curve, name, size, threads, tier]);
const [base, next] = process.argv.slice(2, 4).map((file) => JSON.parse(readFileSync(file, "utf8")));
if (!next) throw new Error("report: expected base.json and new.json, got fewer files");

const before = new Map(base.rows.map((row) => [keyOf(row), row]));
const lines = next.rows.filter((row) => before.has(keyOf(row))).map((row) => {
    const old = before.get(keyOf(row)), change = row.ratio / old.ratio - 1;
    const noise = old.ours.spread + old.theirs.spread + row.ours.spread + row.theirs.spread;
    const verdict = Math.abs(change) <= noise ? "" : change < 0 ? "faster" : "slower";
    return [
        row.suite,
        row.curve,
        row.name,
        row.size === undefined ? "" : `2^${row.size}`,
        row.threads ? `${row.threads} thr` : "",
        row.tier ?? "",
        duration(old.ours.median),
        duration(row.ours.median),
        old.ratio.toFixed(3),
        row.ratio.toFixed(3),
        `${(100 * change).toFixed(1)}%`,
        verdict,
    ];
});
const describe = ({ machine: { cpu, node, commit } }) => `${commit} on Node ${node}, ${cpu}`;
console.log(`base ${describe(base)}\nnew  ${describe(next)}\n`);
console.log(
    table(
        [
            "suite",
            "curve",
            "case",
            "size",
            "threads",
            "tier",
            "base",
            "new",
            "base ratio",
            "new ratio",
            "change",
            "beyond noise",
        ],
        lines,
    ),
);
