/**
 * Assembles WAT text to optimised bytes. This is the only file that uses
 * binaryen, which is pinned exactly, because another version emits other bytes.
 * @module scripts/assemble
 */
import binaryen from "binaryen";
import { TIER_FEATURES } from "../src/runtime/tier_names.js";

/** What a kind of module may use beyond MVP. @param {"base" | keyof typeof TIER_FEATURES} kind */
const featuresOf = (kind) => (kind === "base" ? [] : TIER_FEATURES[kind]);

/** The function that contains line `line` of the text. */
function around(wat, line) {
    const lines = wat.split("\n");
    for (let i = Math.min(line, lines.length) - 1; i >= 0; i--) {
        const name = /^\(func \$(\S+)/.exec(lines[i]);
        if (name)
            return {
                name: name[1],
                excerpt: lines
                    .slice(Math.max(i, line - 3), line + 1)
                    .join("\n")
                    .slice(0, 2000),
            };
    }
    return { name: "(module)", excerpt: lines.slice(0, line).join("\n").slice(0, 2000) };
}

/** Collects what binaryen writes to the console, because the Error that it throws says nothing. */
function listen(action) {
    const said = [], { error, log, warn } = console;
    console.error = console.log = console.warn = (...words) => { said.push(words.join(" ")); };
    try {
        return { value: action(), said };
    } catch (cause) {
        return { cause, said };
    } finally {
        Object.assign(console, { error, log, warn });
    }
}

/**
 * @param {string} wat
 * @param {"base" | keyof typeof TIER_FEATURES} kind
 * @param {string} label - for messages
 * @returns {Uint8Array}
 * @throws {Error} naming the function that binaryen does not accept
 */
export function assemble(wat, kind, label) {
    const fail = (stage, text) => {
        const place = /(\d+):(\d+): error/.exec(text);
        const { name, excerpt } = place
            ? around(wat, Number(place[1]))
            : { name: (/\$(\S+)/.exec(text) ?? [, "?"])[1], excerpt: "" };
        return new Error(
            `gen-wasm: ${label}: binaryen rejected function ${name} (${stage})\n${text.slice(0, 4000)}\n${excerpt}`,
        );
    };
    const parsed = listen(() => binaryen.parseText(wat));
    if (!parsed.value) throw fail("parse", `${parsed.said.join("\n")}${parsed.cause ?? ""}`);
    const module = parsed.value;
    try {
        module.setFeatures(
            featuresOf(kind).reduce((bits, feature) => bits | binaryen.Features[feature], binaryen.Features.MVP),
        );
        const valid = listen(() => module.validate());
        if (!valid.value) throw fail("validate", `${valid.said.join("\n")}${valid.cause ?? ""}`);
        binaryen.setOptimizeLevel(2);
        binaryen.setShrinkLevel(0);
        module.optimize();
        return module.emitBinary();
    } finally {
        module.dispose();
    }
}
