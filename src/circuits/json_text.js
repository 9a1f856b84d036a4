/**
 * JSON text in the layout of snarkjs's files: a member or an entry on each line, one space for each level, and two
 * lines for what is empty.
 * @module circuits/json_text
 */

/**
 * @param {unknown} value - of JSON, or a bigint, which becomes a decimal string
 * @param {string} indent - of the line that it begins on
 * @returns {string}
 */
export function jsonText(value, indent) {
    if (typeof value === "bigint") return `"${value}"`;
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    const inner = `${indent} `, [open, close] = Array.isArray(value) ? "[]" : "{}";
    const lines = Array.isArray(value)
        ? value.map((entry) => inner + jsonText(entry, inner))
        : Object.entries(value).map(([name, entry]) => `${inner}${JSON.stringify(name)}: ${jsonText(entry, inner)}`);
    return `${open}\n${lines.join(",\n")}${lines.length > 0 ? "\n" : ""}${indent}${close}`;
}
