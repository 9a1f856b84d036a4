/**
 * Reports whether ffjavascript is replaced in the project that this folder belongs to, what remains
 * to be done, and what the machine offers.
 */
import { availableParallelism, freemem, totalmem } from "node:os";
import { relative } from "node:path";
import { detectTier } from "../../src/runtime/tiers.js";
import { counted } from "../../src/util/check.js";
import { adviseOn } from "./doctor/advice.mjs";
import { installedCopies, isInstalled, lockedCopies, SNARKJS } from "./doctor/copies.mjs";
import { describeManager, findProject } from "./doctor/project.mjs";

/** Exit code while copies remain. */
const LEFT = 8;

const gibibytes = (/** @type {number} */ bytes) => `${(bytes / 2 ** 30).toFixed(1)} GiB`;

/** @param {number | undefined} threads - asked for */
function examineMachine(threads) {
    const limit = /** @type {any} */ (process).constrainedMemory?.() || Infinity;
    const total = Math.min(totalmem(), limit);
    return {
        tier: detectTier(),
        threads: threads ?? availableParallelism(),
        memory: total,
        free: Math.min(freemem(), total),
        node: process.versions.node,
        platform: `${process.platform} ${process.arch}`,
    };
}

/**
 * @param {string} cwd
 * @param {number} [threads]
 */
export function examine(cwd, threads) {
    const project = findProject(cwd);
    const installed = isInstalled(project);
    const found = installed ? installedCopies(project) : { copies: lockedCopies(project), peers: [] };
    const steps = adviseOn(project, found), { root, manager, lock, otherLocks } = project;
    const from = installed ? "node_modules" : lock ?? "nothing is installed";
    return {
        ok: steps.length === 0,
        project: root,
        manager,
        lock,
        otherLocks,
        from,
        copies: found.copies,
        snarkjs: installed ? installedCopies(project, SNARKJS).copies : [],
        steps,
        machine: examineMachine(threads),
    };
}

/**
 * Not a step to do: with the engine replaced, snarkjs may stay.
 * @param {ReturnType<typeof examine>} report
 */
const snarkjsRows = ({ snarkjs }) => snarkjs.map(({ where, name, version, replaced }) => [
    "snarkjs",
    `${where}: ${name} ${version ?? ""}`.trimEnd() + (replaced ? "" : `; an override can replace it, too: npm:${SNARKJS.ours}@*`),
]);

/** @param {ReturnType<typeof examine>} report */
function verdictOf({ ok, copies }) {
    const left = copies.filter(({ replaced }) => !replaced).length;
    if (copies.length === 0) return "no copy of ffjavascript: nothing to replace";
    return ok ? `all ${copies.length} replaced by ffturbo` : `${left} of ${copies.length} not replaced`;
}

const indent = (/** @type {string} */ text, /** @type {string} */ by) =>
    text
        .split("\n")
        .map((line) => by + line)
        .join("\n");

/** @param {ReturnType<typeof examine>["steps"][number]} step @param {number} i */
const describeStep = ({ file, change, why }, i) =>
    `  ${i + 1}. ${file ? `${file}: ${why}` : why}\n${indent(change, "       ")}`;

/** @param {ReturnType<typeof examine>} report @param {string} cwd */
function describe(report, cwd) {
    const { project, manager, otherLocks, from, copies, steps, machine } = report;
    const rows = [
        ["project", relative(cwd, project) || "."],
        ["installed by", `${describeManager(manager)} (${manager.because})`],
        ...otherLocks.map((name) => ["beside it", `${name}, which another package manager reads`]),
        ["looked in", from],
        ["ffjavascript", verdictOf(report)],
        ...copies.map(({ where, name, version, replaced }) => [
            replaced ? "  replaced" : "  NOT replaced",
            `${where}: ${name} ${version ?? ""}`.trimEnd(),
        ]),
        ...snarkjsRows(report),
        [
            "this machine",
            `tier ${machine.tier}, ${counted(machine.threads, "thread")}, ${gibibytes(machine.memory)} of memory, Node ${machine.node}, ${machine.platform}`,
        ],
    ];
    const table = rows.map(([name, value]) => `${name.padEnd(15)} ${value}`).join("\n");
    return steps.length ? `${table}\n\nTo do:\n${steps.map(describeStep).join("\n")}` : table;
}

/**
 * @param {{ json?: boolean, threads?: number }} request
 * @param {(text: string) => void} print
 * @returns {number} exit code
 */
export function doctor({ json, threads }, print) {
    const report = examine(process.cwd(), threads);
    print(json ? JSON.stringify(report) : describe(report, process.cwd()));
    return report.ok ? 0 : LEFT;
}
