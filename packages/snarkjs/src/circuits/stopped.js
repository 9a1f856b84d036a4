/**
 * Where a circuit's program stopped, and what the signals of that component were: circom names the
 * template and the line; the .sym file says which components are of this template, and which
 * signals they have.
 * @module circuits/stopped
 */
import { cellReader, decodeText, readSymLines } from "../../../../src/internal/snarkjs_circuits.js";
import { valueText } from "./equation.js";

/** @import { Source, Stopped } from "../../../../src/internal/snarkjs_circuits.js" */

/** Components that are told, signals of each, and components of the template that are looked at. */
const MOST_COMPONENTS = 4, MOST_SIGNALS = 32, MOST_LOOKED_AT = 2 ** 16;

/**
 * What is known of a component.
 * @typedef {object} Component
 * @property {string} path
 * @property {number} set - signals that are set
 * @property {number} signals - how many it has
 * @property {{ name: string, label: number, isSet: boolean }[]} first
 */

/** @param {string} message - "Error in template Small_0 line: 2" */
const templateOf = (message) => Number(/template \S*_(\d+) line/.exec(message)?.[1] ?? NaN);

/** @param {string} path - of a component */
const parentOf = (path) => path.slice(0, Math.max(0, path.lastIndexOf(".")));

/**
 * Components of the template, and the templates of those above them.
 * @param {Source} sym
 * @param {number[]} stack - numbers of templates, the innermost first
 * @param {(label: number) => boolean} isSet
 * @param {AbortSignal} signal
 */
async function readComponents(sym, stack, isSet, signal) {
    const found = /** @type {Map<string, Component>} */ (new Map());
    const above = /** @type {Map<string, number>} */ (new Map());
    for await (const lines of readSymLines(sym, signal))
        for (const { label, template, name } of lines) {
            if (!stack.includes(template)) continue;
            const full = decodeText(name);
            const path = parentOf(full);
            if (above.size < MOST_LOOKED_AT) above.set(path, template);
            if (template !== stack[0] || (found.size >= MOST_LOOKED_AT && !found.has(path))) continue;
            const component = found.get(path) ?? { path, set: 0, signals: 0, first: [] };
            const set = isSet(label);
            component.signals++;
            component.set += Number(set);
            if (component.first.length < MOST_SIGNALS)
                component.first.push({ name: full.slice(path.length + 1), label, isSet: set });
            found.set(path, component);
        }
    return { found: [...found.values()], above };
}

/**
 * Is this component where the program stopped? The components around it are of the templates of the
 * call stack; where the file does not say of which template one is, it may be.
 * @param {string} path
 * @param {number[]} stack
 * @param {Map<string, number>} above
 */
function isCalledSo(path, stack, above) {
    for (let depth = 0, at = path; depth < stack.length; depth++, at = parentOf(at)) {
        if (at === "") return false;
        if ((above.get(at) ?? stack[depth]) !== stack[depth]) return false;
    }
    return true;
}

/**
 * The components that it can be: one that has begun and has not ended, or, where all that have
 * begun have set all of their signals, these.
 * @param {Component[]} components
 */
function candidates(components) {
    const begun = components.filter(({ set }) => set > 0);
    const within = begun.filter(({ set, signals }) => set < signals);
    return within.length === 1 || begun.length === 0 ? within : begun;
}

/**
 * In words, for the end of the message of an error.
 * @param {Stopped} stopped
 * @param {Source} sym
 * @param {AbortSignal} signal
 * @returns {Promise<string>} empty if the file names no such component
 */
export async function describeStopped(stopped, sym, signal) {
    const stack = stopped.locations.map(templateOf);
    const { isSet, value } = cellReader(stopped), { r } = stopped;
    const { found, above } = await readComponents(sym, stack, isSet, signal);
    const likely = candidates(found.filter(({ path }) => isCalledSo(path, stack, above)));
    const told = likely.slice(0, MOST_COMPONENTS).map(({ path, signals, first }) => {
        const values = first.map(({ name, label, isSet: set }) => `${name} ${set ? `= ${valueText(value(label), r)}` : "not set"}`);
        return `${path}: ${values.join(", ")}${signals > first.length ? `, and ${signals - first.length} more` : ""}`;
    });
    if (told.length === 0) return "";
    const among = likely.length > 1 ? `one of ${likely.length} components: ` : "";
    return `\n  in ${among}${told.join("\n  ")}`;
}
