/** Verification with one's own key. */
import { verify } from "./protocols.js";
import { $, tell } from "./dom.js";
import { json } from "./format.js";

/** Puts values into the form. @param {{ vkey?: unknown, publicSignals?: unknown, proof?: unknown }} values */
export function fillForm({ vkey, publicSignals, proof }) {
    for (const [id, value] of Object.entries({ "vkey-text": vkey, "public-text": publicSignals, "proof-text": proof }))
        if (value !== undefined) $(id).value = json(value);
    showTamper();
    tell("verdict", "");
}

/** There is something to tamper with as soon as there is a signal. */
function showTamper() {
    $("tamper").disabled = !$("public-text").value.trim();
}

/** Which of the three a JSON file is. */
function slotOf(value) {
    if (Array.isArray(value)) return "publicSignals";
    return value?.pi_a ? "proof" : "vkey";
}

async function openFiles({ target }) {
    try {
        for (const file of target.files) {
            const value = JSON.parse(await file.text());
            fillForm({ [slotOf(value)]: value });
        }
    } catch (error) {
        tell("verdict", error.message, "bad");
    }
    target.value = "";
}

/** The value of a field. @throws {Error} naming the field */
function parsed(name) {
    try {
        return JSON.parse($(`${name}-text`).value);
    } catch (error) {
        throw new Error(`${$(`${name}-text`).labels[0].textContent}: expected JSON, got ${error.message}`);
    }
}

async function check(event) {
    event.preventDefault();
    tell("verdict", "Verifying …");
    try {
        const [vkey, signals, proof] = ["vkey", "public", "proof"].map(parsed);
        const { valid, reason, message } = await verify(vkey, signals, proof, { reason: true });
        tell("verdict", valid ? "The proof is valid." : `Not valid (${reason}): ${message}`, valid ? "good" : "bad");
    } catch (error) {
        tell("verdict", error.message, "bad");
    }
}

/** Adds one to the first public signal and verifies again: what a cheat would have to get past. */
function tamper() {
    try {
        const [first, ...rest] = parsed("public");
        $("public-text").value = json([String(BigInt(first) + 1n), ...rest]);
        $("check").requestSubmit();
    } catch (error) {
        tell("verdict", error instanceof SyntaxError || error instanceof TypeError
            ? `Public signals: expected a number to change, got ${error.message}` : error.message, "bad");
    }
}

export function openVerifier() {
    $("tamper").addEventListener("click", tamper);
    $("public-text").addEventListener("input", showTamper);
    $("check").addEventListener("submit", check);
    $("check-files").addEventListener("change", openFiles);
}
