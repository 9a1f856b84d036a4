/** The samples: what their form asks for, their files, and what their public signals mean. */
import { $, make } from "./dom.js";
import { count } from "./format.js";
import { createProver } from "./protocols.js";
import { witnessFile, wordsOf } from "./sample.js";
import { ANSWERS, inputsOf, MEMBERS, voteFile } from "./vote.js";
import { fetchKeys } from "./witness_file.js";

const POLL = "a four-day week?";

const SAMPLES = Object.freeze({
    text: {
        folder: "sample/text", button: "Prove that I know it",
        make: () => witnessFile(wordsOf($("secret").value)),
        story: `Your text became 112 field elements, and the chain over them a witness of ${count(2801)} values.`,
        meaning: [["digest", "what the chain makes of the text"]],
    },
    vote: {
        folder: "sample/vote", button: "Prove my vote",
        make: () => voteFile(inputsOf({ member: $("member").value, poll: POLL, answer: $("answer").value })),
        story: `Your secret and the path from its leaf to the root of the tree became a witness of ${count(1997)} values.`,
        meaning: [
            ["root", "the group: the same, whoever votes"],
            ["nullifier", "the same if this member votes again in this poll, and says nothing of who it is"],
            ["poll", "the question, as a number"],
            ["vote", `which answer: ${ANSWERS.map((answer, i) => `${i + 1} is "${answer}"`).join(", ")}`],
        ],
    },
});

/** Keys and provers, by sample. @type {Map<string, Promise<any>>} */
const prepared = new Map();
const chosenKind = () => new FormData($("sample")).get("kind");

async function openSample(folder) {
    const keys = await fetchKeys(folder);
    return { ...keys, prover: await createProver(keys.zkey) };
}

/** Where it fails, the next one who asks tries again. @param {string} folder */
function prepare(folder) {
    if (!prepared.has(folder)) {
        const opening = openSample(folder);
        opening.catch(() => prepared.delete(folder));
        prepared.set(folder, opening);
    }
    return prepared.get(folder);
}

/** Milliseconds that a page may be busy before the sample is prepared nevertheless. */
const SOON = 200;

/** When the page has nothing else to do: then the first proof is as fast as the others. @param {string} folder */
function prepareSoon(folder) {
    const begin = () => { prepare(folder).catch(() => {}); }; // whoever proves hears of it
    if (globalThis.requestIdleCallback) requestIdleCallback(begin, { timeout: SOON });
    else setTimeout(begin, SOON); // Safari has no such call
}

/**
 * Key, verification key, prover and witness of the sample as it is filled in.
 * @param {AbortSignal} [signal]
 */
export async function fromSample(signal) {
    const { folder, make: makeWitness, story, meaning } = SAMPLES[chosenKind()], wtns = makeWitness();
    const stopped = new Promise((_, reject) => { signal?.addEventListener("abort", () => reject(signal.reason)); });
    return { ...await Promise.race([prepare(folder), stopped]), wtns, story: [story], meaning };
}

function showKind() {
    const kind = chosenKind();
    for (const part of $("sample").querySelectorAll("[data-kind]")) part.hidden = part.dataset.kind !== kind;
    $("sample").querySelector(".primary").textContent = SAMPLES[kind].button;
    prepareSoon(SAMPLES[kind].folder);
}

/** @param {() => void} prove */
export function openSamples(prove) {
    const optionsOf = (names) => names.map((name) => make("option", { value: name, textContent: name }));
    $("member").append(...optionsOf(MEMBERS));
    $("answer").append(...optionsOf(ANSWERS));
    $("sample").addEventListener("change", showKind);
    $("sample").addEventListener("submit", (event) => {
        event.preventDefault();
        prove();
    });
    showKind(); // a browser may remember the choice of an earlier visit
}
