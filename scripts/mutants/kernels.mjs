/**
 * Prints a digest of the text of each module that the generator makes, as JSON, so that one can
 * tell which of them a change reaches. Proofs over the limbs run first: what they refuse ends it
 * with an error.
 */
import { createHash } from "node:crypto";
import { basesText, definitionText } from "../wasm/definition.js";
import { MODULES } from "../wasm/modules.js";
import { proofs } from "../wasm/proofs.js";
import { resetLabels } from "../wasm/wat.js";
import { PRESENT } from "../../src/params/curves.js";
import { RECORDS } from "../../src/params/records.js";
import { assemble } from "../assemble.mjs";

const digest = (text) => createHash("sha256").update(text).digest("hex");

/** Text and layout of a module; of one that is made of bytes, what it assembles on the way. */
function textOf({ name, kind, build }) {
    resetLabels();
    const parts = [];
    const built = build((module) => {
        parts.push(module.text());
        return assemble(module.text(), kind, name);
    });
    return digest(JSON.stringify([parts, built.module?.text(), built.layout]));
}

for (const { prove } of proofs()) prove();
process.stdout.write(JSON.stringify({
    ...Object.fromEntries(MODULES.map((entry) => [entry.name, textOf(entry)])),
    definitions: digest(JSON.stringify([RECORDS.map(definitionText), basesText(PRESENT)])),
}));
