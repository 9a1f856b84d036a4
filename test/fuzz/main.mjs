/**
 * `npm run fuzz`: makes inputs for hours, compares what ours and others make of them, and keeps those that fail.
 *
 *     npm run fuzz -- --target msm --seconds 600     one of the targets; several with commas; all of them if absent
 *     npm run fuzz -- --target msm --seed 7          the same inputs again, where nothing guides (--no-guide)
 *     npm run fuzz -- --target msm --replay 1-2z-7   one input, as a finding prints it
 *     npm run fuzz -- --target msm --fault "…"       with a fault in our part, which must be found
 *
 * Each target runs in a process of its own for its seconds. Findings are written to test/fuzz/corpus, where the suite
 * runs them; `.scratch/fuzz/executed.jsonl` keeps how many inputs were run, and the processor time they took.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { decode, encode } from "./choices.js";
import { fuzz, replay } from "./loop.js";
import { NAMES, targetOf } from "./targets.js";
import { openWatchdog } from "./watchdog.js";

const here = dirname(fileURLToPath(import.meta.url)), root = join(here, "..", "..");
const CORPUS = join(here, "corpus");
const KEPT = join(root, ".scratch/fuzz");

const OPTIONS = {
    target: { type: "string", default: NAMES.join(",") },
    seconds: { type: "string", default: "60" },
    executions: { type: "string" },
    seed: { type: "string" },
    replay: { type: "string" },
    fault: { type: "string" },
    guide: { type: "boolean" },
    cpu: { type: "string", default: "120" },
    idle: { type: "string", default: "300" },
    window: { type: "string" },
    most: { type: "string", default: "8" },
    corpus: { type: "string" },
    child: { type: "boolean", default: false },
};

/** Prints a finding, and writes it where the suite looks. @param {import("./loop.js").Finding} finding */
function keep(folder, { target, choices, what }) {
    console.log(`FOUND by ${target}: ${what}\n    npm run fuzz -- --target ${target} --replay ${encode(choices)}`);
    if (choices.length === 0 || !folder) return;
    const hash = createHash("sha256").update(encode(choices)).digest("hex").slice(0, 8);
    mkdirSync(folder, { recursive: true });
    const text = JSON.stringify({ target, choices: encode(choices), what: what.split("\n")[0] }, undefined, 4);
    writeFileSync(join(folder, `${target}-${hash}.json`), `${text}\n`);
}

/** One target in this process. @returns {Promise<boolean>} whether nothing was found */
async function run(name, values) {
    const target = await targetOf(name), seed = Number(values.seed), seconds = Number(values.seconds);
    const watchdog = openWatchdog({ cpu: Number(values.cpu), idle: Number(values.idle), exit: true });
    const end = performance.now() + 1000 * seconds, most = Number(values.executions ?? Infinity);
    let count = 0;
    const { executions, findings, kept, blocks } = await fuzz(target, {
        seed, most: Number(values.most), fault: values.fault, guided: values.guide, watchdog,
        until: () => performance.now() > end || count++ >= most,
        windowMs: values.window === undefined ? undefined : Number(values.window),
        // what a fault shows is nothing to keep
        onFinding: (finding) => keep(values.corpus ?? (values.fault ? undefined : CORPUS), finding),
    });
    await watchdog.close();
    const { user, system } = process.cpuUsage(), cpu = Math.round((user + system) / 1e5) / 10;
    const row = { target: name, seed, executions, cpu, findings: findings.length, kept, blocks, node: process.version };
    if (!values.fault) mkdirSync(KEPT, { recursive: true });
    if (!values.fault) appendFileSync(join(KEPT, "executed.jsonl"), `${JSON.stringify(row)}\n`);
    console.log(`${name}: ${executions} executions, ${cpu} s of the processor, ${findings.length} findings, ${kept} inputs kept for ${blocks} blocks (--seed ${seed})`);
    return findings.length === 0;
}

/** One target in a process of its own, which its watchdog may end. @returns {Promise<boolean>} */
const apart = (name, values, seed) => new Promise((resolve) => {
    const args = Object.entries(values)
        .filter(([key, value]) => value !== undefined && !["target", "seed", "child", "guide"].includes(key))
        .flatMap(([key, value]) => [`--${key}`, String(value)]);
    const guide = values.guide === undefined ? [] : [values.guide ? "--guide" : "--no-guide"];
    const child = spawn(process.execPath, ["--expose-gc", fileURLToPath(import.meta.url), "--child", ...args, ...guide,
        "--target", name, "--seed", String(seed)], { stdio: "inherit" });
    child.on("close", (code, signal) => {
        if (signal) console.log(`${name}: ended by ${signal} (--seed ${seed})`);
        resolve(code === 0);
    });
});

async function main(args) {
    const { values } = parseArgs({ args, options: OPTIONS, allowNegative: true });
    const names = values.target.split(",");
    if (values.replay !== undefined) {
        const what = await replay(await targetOf(names[0]), decode(values.replay),
            values.seed === undefined ? undefined : Number(values.seed), values.fault);
        console.log(what ?? "nothing is wrong");
        return what === undefined;
    }
    if (values.child) return run(names[0], values);
    let good = true;
    for (const name of names) {
        await targetOf(name);
        const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32));
        good = (await apart(name, values, seed)) && good;
    }
    return good;
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
