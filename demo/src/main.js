/** The page: files or the sample in; the proof, and what happened meanwhile, out. */
import { calculateWitness, encodeWitness, prove, zkeyInfo } from "./protocols.js";
import { drawLanes, drawPhases, drawThreads, openLanes } from "./charts.js";
import { fragmentOf, openSnarkjs, race, sharedOf } from "./compare.js";
import { $, make, showFacts, tell } from "./dom.js";
import { openDrop } from "./drop.js";
import { describe, failedOf, judge, missingOf, readFile } from "./files.js";
import { bytes, count, duration, json, plural } from "./format.js";
import { showMachine } from "./machine.js";
import { openProgress } from "./progress.js";
import { fromSample, openSamples } from "./samples.js";
import { openTheme } from "./theme.js";
import { fillForm, openVerifier } from "./verify.js";

/** Files by kind: a later one takes the place of an earlier. */
let chosen = [];
/** The proof that runs, and what the last one was made of. */
let running, last;

function showChosen() {
    const judged = judge(chosen), missing = missingOf(judged);
    $("chosen").replaceChildren(...judged.map((entry) => {
        const problem = entry.problem ?? entry.misfit;
        const remove = make("button", { type: "button", textContent: "Remove", ariaLabel: `Remove ${entry.name}` });
        remove.addEventListener("click", () => {
            chosen = chosen.filter(({ file }) => file !== entry.file);
            showChosen();
            $("files").focus();
        });
        const line = make("small", { textContent: problem ?? describe(entry) });
        return make("li", { class: problem || entry.weakness ? "wrong" : "" }, make("span", {}, entry.name, line), remove);
    }));
    $("missing").textContent = missing;
    if (chosen.length) $("own").open = true;
    $("prove").disabled = Boolean(running) || !chosen.length || missing !== "";
}

async function add(files) {
    for (const entry of await Promise.all(Array.from(files, readFile))) {
        chosen = chosen.filter(({ kind, name }) => (entry.problem ? name !== entry.name : kind !== entry.kind));
        chosen.push(entry);
    }
    showChosen();
}

const chosenOf = (kind) => chosen.find((entry) => entry.kind === kind);

/** Key and witness of the chosen files; the witness is calculated where there is a circuit. */
async function fromFiles(signal) {
    const { file: zkey } = chosenOf("zkey"), vkey = chosenOf("vkey")?.value, wtns = chosenOf("wtns")?.file;
    if (wtns) return { zkey, wtns, vkey, story: [] };
    const { file } = chosenOf("wasm"), started = performance.now();
    const witness = await calculateWitness(new Uint8Array(await file.arrayBuffer()), chosenOf("input").value, {
        signal,
        name: file.name,
    });
    const took = duration(performance.now() - started);
    return {
        zkey, vkey, wtns: encodeWitness(witness),
        story: [`The circuit's program calculated ${count(witness.count)} values in ${took}.`],
    };
}

/** What happened, in words. */
function tellStory({ story, info, result }) {
    const { domainSize, coefficients } = info, { threads } = result.engine;
    const lines = [
        ...story,
        `${count(coefficients)} coefficients of the key and FFTs over ${count(domainSize)} values gave the quotient.`,
        `Four MSMs over the points of the key ran on ${threads === 0 ? "this thread" : plural(threads, "thread")}.`,
        "They were blinded with fresh randomness, so that the proof says nothing of the witness, and then verified.",
        `The verifier sees ${bytes(json(result.proof).length)} and ${plural(result.publicSignals.length, "public signal")}, nothing else.`,
    ];
    $("story").replaceChildren(...lines.map((line) => make("li", { textContent: line })));
    $("happened").hidden = false;
}

/** What each public signal is, where the page knows it. */
function showMeaning(meaning = [], publicSignals) {
    $("meaning").replaceChildren(...meaning.map(([name, words], i) => make("div", {},
        make("dt", { textContent: name }),
        make("dd", { class: "number varies", textContent: publicSignals[i] }),
        make("dd", { class: "note", textContent: words }),
    )));
}

/** The verification key of a proving key that came without. */
async function readVerificationKey(files) {
    const place = $("facts").lastElementChild.lastElementChild;
    try {
        const { exportVerificationKey } = await import("./vkey.js");
        files.vkey = await exportVerificationKey(files.zkey);
        if (last === files) fillForm({ vkey: files.vkey }); // else something else was proved meanwhile
        place.textContent = "read from the proving key";
    } catch (error) {
        place.textContent = error.code === "ERR_KEY" ? "refused, see above" : `not read: ${error.message}`;
    }
}

function showResult({ info, result, ms, files }) {
    const { curve, constraints, expectedMemory } = info, { engine, timings, tasks, proof, publicSignals } = result;
    const weak = result.weakness?.message;
    tell("message", `Proved in ${duration(ms)}; the proof verifies${weak ? `, but ${weak}` : ""}.`, weak ? "bad" : "good");
    showFacts("facts", [
        ["Curve", curve],
        ["Constraints", constraints === undefined ? "unknown" : count(constraints)],
        ["Threads", String(engine.threads || 1)],
        ["Tier", engine.tier],
        ["Memory, expected", bytes(expectedMemory)],
        ["Verification key", files.vkey ? "at hand" : "reading it from the proving key"],
    ]);
    tellStory({ story: files.story, info, result });
    const end = Math.max(...timings.map((timing) => timing.end));
    drawPhases(timings, end);
    drawThreads(tasks, end);
    showMeaning(files.meaning, publicSignals);
    $("proof").textContent = json(proof);
    $("public").textContent = json(publicSignals);
    fillForm({ vkey: files.vkey, publicSignals, proof });
    showMachine(engine);
    $("result").hidden = false;
    clearRace();
}

/** Milliseconds that a proof waits for what is painted before it, at most. */
const LONGEST_PAINT = 100;

/** Settles when the page shows what it has so far: painting takes the processor from the workers of a proof. */
const painted = () => new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, LONGEST_PAINT); // a tab in the background paints nothing
});

/** One proof at a time; `gather` gives what it is made of. */
async function run(gather) {
    if (running) return;
    running = new AbortController();
    const { signal } = running;
    for (const id of ["result", "happened"]) $(id).hidden = true;
    for (const id of ["run", "time", "stop", "total"]) $(id).hidden = false;
    $("facts").replaceChildren();
    $("workers").replaceChildren();
    $("legend").replaceChildren();
    tell("message", "Proving …");
    showChosen();
    $("run-title").focus();
    const progress = openProgress();
    try {
        const [files] = await Promise.all([gather(signal), painted()]), started = performance.now();
        const options = { timings: true, signal, onProgress: progress.onProgress }, { zkey, wtns, prover } = files;
        const result = await (prover ? prover.prove(wtns, options) : prove(zkey, wtns, options));
        const ms = performance.now() - started;
        last = files;
        showResult({ info: await zkeyInfo(files.zkey), result, ms, files });
        if (!files.vkey) void readVerificationKey(files);
    } catch (error) {
        $("time").hidden = true;
        tell("message", signal.aborted ? "Stopped." : error.message, "bad");
        chosen = failedOf(chosen, error.message);
    } finally {
        progress.close();
        running = undefined;
        for (const id of ["stop", "total"]) $(id).hidden = true;
        showChosen();
    }
}

function clearRace() {
    tell("race-message", "");
    $("factor").textContent = "";
    $("share").hidden = true;
    $("race-chart").replaceChildren();
}

/** @param {{ ours: number, theirs: number }} times @param {string} words */
function showRace({ ours, theirs }, words) {
    drawLanes({ ffturbo: ours, snarkjs: theirs });
    $("factor").textContent = `${(theirs / ours).toFixed(1)}×`;
    tell("race-message", words, "good");
}

async function compare(event) {
    event.preventDefault();
    const button = event.submitter, say = (text) => tell("race-message", text);
    clearRace();
    button.disabled = true;
    const lanes = openLanes(say);
    let opened;
    try {
        say("Loading snarkjs …");
        opened = await openSnarkjs($("address").value);
        const files = last ?? await fromSample(), result = await race(opened.realm, files, lanes);
        const { believed, rounds, engine, tier, ...times } = result;
        const median = rounds > 1 ? `, medians of ${rounds}` : "";
        const trust = believed === undefined ? "" : ` snarkjs ${believed ? "accepts" : "REFUSES"} the proof of ffturbo.`;
        const engines = ` snarkjs ran on ${engine}, ffturbo in its tier ${tier}.`;
        showRace(times, `Measured in your browser just now${median}.${trust}${engines}`);
        $("share").dataset.fragment = fragmentOf(times);
        $("share").hidden = false;
    } catch (error) {
        tell("race-message", error.message, "bad");
    } finally {
        opened?.close();
        lanes.close();
        button.disabled = false;
    }
}

/** A result that somebody sent. */
function openShared() {
    const shared = sharedOf(location.hash);
    if (shared) showRace(shared, "Measured in another browser. Start the race to measure yours.");
}

/** Puts a text on the clipboard, and says so on the button for a while. */
function copyText(button, text) {
    const before = button.textContent;
    navigator.clipboard.writeText(text).then(() => "Copied", () => "Not allowed").then((said) => {
        button.textContent = said;
        setTimeout(() => { button.textContent = before; }, 2000);
    });
}

/** Copies and downloads: the buttons name what they are for. */
function handOut({ target }) {
    const { copy, save } = target.dataset ?? {};
    if (!copy && !save) return;
    const text = $(copy ?? save).textContent;
    if (save) {
        const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
        make("a", { href, download: `${save}.json` }).click();
        setTimeout(() => URL.revokeObjectURL(href), 10_000);
        return;
    }
    copyText(target, text);
}

function open() {
    openTheme();
    openDrop(add);
    openVerifier();
    showMachine();
    openSamples(() => run(fromSample));
    for (const part of document.querySelectorAll(".wide-open")) part.open = matchMedia("(min-width: 40rem)").matches;
    $("prove").addEventListener("click", () => run(fromFiles));
    $("stop").addEventListener("click", () => running?.abort());
    $("race").addEventListener("submit", compare);
    $("share").addEventListener("click", ({ target }) =>
        copyText(target, new URL(target.dataset.fragment, location.href).href));
    $("address").value = document.documentElement.dataset.snarkjs;
    $("where").hidden = $("address").value !== "";
    openShared();
    document.addEventListener("click", handOut);
}

open();
