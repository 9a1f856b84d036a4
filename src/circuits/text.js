/**
 * Reports for people.
 * @module circuits/text
 */

/** @import { CheckReport, FailingConstraint, SignalList } from "./check.js" */

/** @param {number} count @param {string} one @param {string} [many] */
const counted = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** @param {Readonly<FailingConstraint>} failing @returns {string[]} */
function linesOf({ number, equation, left, right, signals, tied, components }) {
    const width = signals.reduce((longest, { name }) => Math.max(longest, name.length), 0);
    return [
        `constraint ${number}: ${equation}`,
        `  left    ${left}`,
        `  right   ${right}`,
        ...signals.map(({ name, names = [], value }) =>
            `  ${name.padEnd(width)} = ${value}${names.length > 1 ? `  (also ${names.slice(1).join(", ")})` : ""}`),
        ...(tied > signals.length ? [`  and ${counted(tied - signals.length, "more signal")}`] : []),
        ...(components.length > 0 ? [`  in ${components.join(", ")}`] : []),
        "",
    ];
}

/** @param {string} what @param {SignalList} list @returns {string[]} */
const hintOf = (what, { count, first }) => (count === 0 ? [] : [
    `hint: ${counted(count, "signal")} ${count === 1 ? "is" : "are"} ${what}; a constraint may be missing, or none may be needed`,
    `  ${first.join(", ")}${count > first.length ? `, and ${count - first.length} more` : ""}`,
]);

/**
 * What a check found, in lines that end with a count.
 * @param {Readonly<CheckReport>} report - as `check` returns it
 * @returns {string}
 */
export function describeCheck({ constraints, failing, first, under }) {
    const hints = under
        ? [...hintOf("in no constraint", under.unused), ...hintOf("in linear constraints alone", under.linear)]
        : [];
    const all = counted(constraints, "constraint");
    const end = failing === 0
        ? constraints === 1 ? "the constraint holds" : `all ${all} hold`
        : `${failing} of ${all} ${failing === 1 ? "does" : "do"} not hold${failing > first.length ? `; the first ${first.length} are above` : ""}`;
    return [...first.flatMap(linesOf), ...hints, end].join("\n");
}
