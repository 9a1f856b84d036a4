/** Verification with one's own key, and what a cheat would have to get past. */
import { verify } from "./protocols.js";
import { $, make, tell } from "./dom.js";
import { json } from "./format.js";
import { R } from "./witness_file.js";

const FIELDS = Object.freeze({ vkey: "Verification key", public: "Public signals", proof: "Proof" });

/** The checks of a verifier in their order, and the reasons for which each refuses. */
export const CHECKS = Object.freeze([
    { says: "The signals are as many as the key asks for, each a number below the order of the field", reasons: /^SIGNAL/ },
    { says: "The proof has the form of one, for this protocol and curve", reasons: /^PROOF/ },
    { says: "Its points are on their curves, and in their groups", reasons: /^POINT/ },
    { says: "The equation of pairings holds for these signals", reasons: /^EQUATION/ },
]);

/**
 * What became of each check: "good", "bad", or "" for one that was not reached.
 * @param {string} [reason] - of a refusal
 * @returns {string[]}
 */
export function outcomesOf(reason) {
    const refusing = reason === undefined ? CHECKS.length : CHECKS.findIndex(({ reasons }) => reasons.test(reason));
    return CHECKS.map((_, i) => (i === refusing ? "bad" : i < refusing ? "good" : ""));
}

const WORDS = Object.freeze({ good: "holds", bad: "refuses", "": "not reached" });
function showChecks(reason) {
    const outcomes = outcomesOf(reason);
    $("checks").replaceChildren(...CHECKS.map(({ says }, i) =>
        make("li", { class: outcomes[i] }, says, make("strong", { textContent: WORDS[outcomes[i]] }))));
}

/** Puts a problem beside the field that it is about. @param {string} name @param {string} [text] */
function showFault(name, text = "") {
    $(`${name}-problem`).textContent = text;
    $(`${name}-text`).setAttribute("aria-invalid", String(text !== ""));
}

function forget() {
    tell("verdict", "");
    $("checks").replaceChildren();
    Object.keys(FIELDS).forEach((name) => showFault(name));
}

/** Puts values into the form. @param {{ vkey?: unknown, publicSignals?: unknown, proof?: unknown }} values */
export function fillForm({ vkey, publicSignals, proof }) {
    for (const [name, value] of Object.entries({ vkey, public: publicSignals, proof }))
        if (value !== undefined) $(`${name}-text`).value = json(value);
    showTamper();
    forget();
}

/** There is something to tamper with as soon as there is a proof of something. */
function showTamper() {
    $("tamper").disabled = !["public", "proof"].every((name) => $(`${name}-text`).value.trim());
}

/** Which of the three a JSON file is. @throws {Error} for any other */
function slotOf(value) {
    if (Array.isArray(value)) return "publicSignals";
    if (value?.pi_a) return "proof";
    if (value?.vk_alpha_1) return "vkey";
    throw new Error("expected a verification key, public signals or a proof, got other JSON");
}

async function openFiles({ target }) {
    const problems = [];
    for (const file of target.files) try {
        const value = JSON.parse(await file.text());
        fillForm({ [slotOf(value)]: value });
    } catch (error) {
        const problem = error instanceof SyntaxError ? `expected JSON: ${error.message}` : error.message;
        problems.push(make("li", { class: "wrong" },
            make("span", {}, file.name, make("small", { textContent: problem }))));
    }
    $("check-problems").replaceChildren(...problems);
    target.value = "";
}

/** The value of a field. @throws {Error} after it was said beside the field */
function parsed(name) {
    try {
        return JSON.parse($(`${name}-text`).value);
    } catch (error) {
        showFault(name, `expected JSON: ${error.message}`);
        throw new Error(`${FIELDS[name]}: expected JSON`, { cause: error });
    }
}

/**
 * Why a key is refused: of one that anybody can forge proofs of, the sentence alone.
 * @param {any} error - any: what was thrown
 * @returns {string}
 */
export const refusalOf = ({ code, message, cause }) => ((code === "ERR_KEY" && cause?.message) || message);

const FIELD_OF = Object.freeze({ signals: "public", proof: "proof" });

async function check() {
    forget();
    tell("verdict", "Verifying …");
    try {
        const [vkey, signals, proof] = Object.keys(FIELDS).map(parsed);
        const { valid, reason, input, message } = await verify(vkey, signals, proof, { reason: true })
            .catch((error) => { // only what the verifier chose makes it throw
                const words = refusalOf(error);
                showFault("vkey", words);
                throw words === error.message ? error : new Error("Not verified: the key is refused.", { cause: error });
            });
        tell("verdict", valid ? "The proof is valid." : `Not valid (${reason}): ${message}`, valid ? "good" : "bad");
        if (FIELD_OF[input]) showFault(FIELD_OF[input], message);
        showChecks(reason);
    } catch (error) {
        tell("verdict", error.message, "bad");
    }
}

const withLast = (signals, more) => [...signals.slice(0, -1), String(BigInt(signals.at(-1)) + more)];

/** What each cheat changes: of the public signals, or of the proof. */
export const CHEATS = Object.freeze({
    signal: ({ proof, signals }) => ({ proof, signals: withLast(signals, 1n) }),
    order: ({ proof, signals }) => ({ proof, signals: withLast(signals, R) }),
    point({ proof: { pi_a: [x, ...more], ...points }, signals }) {
        return { signals, proof: { ...points, pi_a: [String(BigInt(x) + 1n), ...more] } };
    },
});

/** Changes something and verifies again. */
function tamper() {
    forget();
    try {
        const [signals, proof] = ["public", "proof"].map(parsed);
        const changed = CHEATS[$("cheat").value]({ signals, proof });
        $("public-text").value = json(changed.signals);
        $("proof-text").value = json(changed.proof);
        void check();
    } catch (error) {
        tell("verdict", error instanceof SyntaxError || error instanceof TypeError
            ? `Expected a number to change, got ${error.message}` : error.message, "bad");
    }
}

export function openVerifier() {
    $("tamper").addEventListener("click", tamper);
    for (const name of ["public", "proof"]) $(`${name}-text`).addEventListener("input", showTamper);
    $("check").addEventListener("submit", (event) => {
        event.preventDefault();
        void check();
    });
    $("check-files").addEventListener("change", openFiles);
}
