/** The page circuit.html: files of a circuit in, the constraints that its witness breaks out. */
import { check } from "ffturbo-snarkjs/circuits";
import { configure } from "ffturbo/config";
import { describe, missingOf, readFile, requestOf } from "./circuit_files.js";
import { $, make, tell } from "./dom.js";
import { openDrop } from "./drop.js";
import { count, duration, plural } from "./format.js";
import { openTheme } from "./theme.js";

/** Those of circom's primes that few circuits are over, each in a file of its own. */
const CURVES = [
    { name: "bls12377", load: () => import("ffturbo/curves/bls12377") },
    { name: "goldilocks", load: () => import("ffturbo-curves/goldilocks") },
    { name: "grumpkin", load: () => import("ffturbo-curves/grumpkin") },
    { name: "pallas", load: () => import("ffturbo-curves/pallas") },
    { name: "secq256r1", load: () => import("ffturbo-curves/secq256r1") },
    { name: "vesta", load: () => import("ffturbo-curves/vesta") },
];

/** Files by kind, those chosen last at the end. */
let chosen = [];
/** The check that runs. */
let running;

function showChosen() {
    const missing = missingOf(chosen);
    $("chosen").replaceChildren(...chosen.map((entry) => {
        const remove = make("button", { type: "button", textContent: "Remove", ariaLabel: `Remove ${entry.name}` });
        remove.addEventListener("click", () => {
            chosen = chosen.filter((other) => other !== entry);
            showChosen();
            $("files").focus();
        });
        const line = make("small", { textContent: describe(entry) });
        return make("li", { class: entry.problem ? "wrong" : "" }, make("span", {}, entry.name, line), remove);
    }));
    $("missing").textContent = missing;
    $("check").disabled = Boolean(running) || chosen.length === 0 || missing !== "";
}

/** @param {Iterable<File>} files */
async function add(files) {
    for (const entry of await Promise.all(Array.from(files, readFile))) {
        chosen = chosen.filter(({ kind, name }) => (entry.problem ? name !== entry.name : kind !== entry.kind));
        chosen.push(entry);
    }
    showChosen();
}

/** A table of names and values. @param {readonly (readonly [string, string])[]} rows @param {string} label */
const tableOf = (rows, label) => make("dl", { class: "values", ariaLabel: label }, ...rows.map(([name, value]) =>
    make("div", {}, make("dt", { textContent: name }), make("dd", { textContent: value }))));

/** One constraint that does not hold. */
function failingOf({ number, equation, left, right, signals, tied, components }) {
    const values = signals.map(({ name, names, value }) =>
        /** @type {const} */ ([names ? `${name} (also ${names.slice(1).join(", ")})` : name, value]));
    const rest = [
        ...(tied > signals.length ? [`and ${plural(tied - signals.length, "more signal")}`] : []),
        ...(components.length > 0 ? [`in ${components.join(", ")}`] : []),
    ];
    return make(
        "article", {},
        make("h3", { textContent: `Constraint ${count(number)}` }),
        make("pre", { textContent: equation, tabIndex: 0 }),
        tableOf([["left side", left], ["right side", right]], "Both sides"),
        tableOf(values, "Signals"),
        ...rest.map((textContent) => make("p", { class: "note", textContent })),
    );
}

/**
 * A list of signals with what it means.
 * @param {string} title @param {import("ffturbo-snarkjs/circuits").SignalList} list
 */
function listOf(title, { count: all, first }) {
    if (all === 0) return [];
    const more = all > first.length ? `, and ${count(all - first.length)} more` : "";
    const names = make("p", { textContent: `${first.join(", ")}${more}` });
    return [make("article", {}, make("h3", { textContent: title }), names)];
}

/** @param {import("ffturbo-snarkjs/circuits").CheckReport} report @param {number} ms */
function showReport({ holds, constraints, failing, first, under, unset }, ms) {
    const all = plural(constraints, "constraint");
    const more = failing > first.length ? `; the first ${count(first.length)} are below` : "";
    tell("message", holds
        ? `All ${all} hold, checked in ${duration(ms)}.`
        : `${count(failing)} of ${all} ${failing === 1 ? "does" : "do"} not hold${more}.`, holds ? "good" : "bad");
    $("failing").replaceChildren(
        ...first.map(failingOf),
        ...(unset ? listOf(`Never set, and 0: ${plural(unset.count, "signal")}`, unset) : []),
        ...(under ? listOf(`In no constraint: ${plural(under.unused.count, "signal")}`, under.unused) : []),
        ...(under ? listOf(`In linear constraints alone: ${plural(under.linear.count, "signal")}`, under.linear) : []),
        ...(under && under.unused.count + under.linear.count > 0
            ? [make("p", { class: "note", textContent: "A hint: a constraint may be missing there, or none may be needed." })]
            : []),
    );
}

/** One check at a time. */
async function run() {
    if (running) return;
    running = new AbortController();
    const { signal } = running, { r1cs, witness, sym } = requestOf(chosen);
    for (const id of ["run", "stop", "bar"]) $(id).hidden = false;
    $("said").hidden = true;
    $("said").textContent = "";
    $("bar").value = 0;
    $("failing").replaceChildren();
    tell("message", "Checking …");
    showChosen();
    $("run-title").focus();
    const started = performance.now();
    try {
        const report = await check(r1cs, witness, {
            sym, signal, under: $("hints").ariaPressed === "true",
            onProgress: ({ done, total }) => { $("bar").value = total > 0 ? done / total : 1; },
            onLog(line) {
                $("said").hidden = false;
                $("said").append(`${line}\n`);
            },
        });
        showReport(report, performance.now() - started);
    } catch (error) {
        tell("message", signal.aborted ? "Stopped." : error.message, "bad");
    } finally {
        running = undefined;
        for (const id of ["stop", "bar"]) $(id).hidden = true;
        showChosen();
    }
}

function open() {
    configure({ curves: CURVES });
    openTheme();
    openDrop(add);
    $("check").addEventListener("click", run);
    $("stop").addEventListener("click", () => running?.abort());
    $("hints").addEventListener("click", ({ target }) => {
        target.ariaPressed = String(target.ariaPressed !== "true");
    });
}

open();
