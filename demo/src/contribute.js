/** The page to contribute with: a key in; the new key and the hash of the contribution out. */
import { contributeToKey, exportVerificationKey, formatHash } from "ffturbo-snarkjs/ceremony";
import { $, tell } from "./dom.js";
import { clearPlaces, openOutput } from "./place.js";
import { openClock } from "./progress.js";
import { openTheme } from "./theme.js";

const FORGOTTEN = "Its secret is forgotten, so it cannot be taken up again: contribute anew.";
/** What stops the contribution that runs, and the address of the key to save. */
let running, saved;

/** The chosen file, or the address. @returns {File | URL} */
function source() {
    const [file] = $("key").files, address = $("address").value.trim();
    if (file && address) throw new Error("expected a file or an address, got both");
    if (!file && !address) throw new Error("expected a key to contribute to, got neither a file nor an address");
    return file ?? new URL(address, location.href);
}

function show({ contributionHash, contributions }, file) {
    saved = URL.createObjectURL(file);
    $("save").href = saved;
    $("save").download = `contribution_${String(contributions).padStart(4, "0")}.zkey`;
    $("number").textContent = `It is number ${contributions} of the key. Hand the new key to the coordinator.`;
    $("hash").textContent = formatHash(contributionHash).replaceAll("\t", "");
    $("result").hidden = false;
    $("result-title").focus();
}

/**
 * Why anybody can forge proofs of the new key although this page contributed to it, such as powers of tau without a
 * contribution: the export of its verification key refuses it.
 * @param {File} file
 * @returns {Promise<string | undefined>}
 */
async function weaknessOf(file) {
    try {
        await exportVerificationKey(file);
        return undefined;
    } catch (error) {
        return error.code === "ERR_KEY" ? error.cause.message : undefined;
    }
}

async function contribute() {
    if (running) return;
    running = new AbortController();
    const { signal } = running, total = openClock();
    $("begin").disabled = $("result").hidden = true;
    $("cancel").disabled = $("total").hidden = false;
    if (saved) URL.revokeObjectURL(saved);
    tell("message", "Contributing …");
    let place;
    try {
        const key = source(), entropy = $("text").value, name = $("name").value || undefined;
        $("text").value = "";
        place = await openOutput();
        const made = await contributeToKey(key, place.sink, {
            name, entropy, signal, onProgress: ({ overall }) => total.at(overall),
        });
        const file = await place.file(), weak = await weaknessOf(file);
        show(made, file);
        tell("message", `Done. The secret is forgotten.${weak ? ` But ${weak}.` : ""}`, weak ? "bad" : "good");
    } catch (error) {
        await place?.discard();
        tell("message", signal.aborted ? `Cancelled. ${FORGOTTEN}` : error.message, "bad");
    } finally {
        total.close();
        running = undefined;
        $("begin").disabled = false;
        $("cancel").disabled = $("total").hidden = true;
    }
}

openTheme();
$("contribute").addEventListener("submit", (event) => {
    event.preventDefault();
    void contribute();
});
$("cancel").addEventListener("click", () => running?.abort());
$("copy").addEventListener("click", () => void navigator.clipboard.writeText($("hash").textContent));
addEventListener("beforeunload", (event) => { if (running) event.preventDefault(); });
if (await clearPlaces() && !running)
    tell("message", `A contribution that began here did not end. ${FORGOTTEN}`, "bad");
