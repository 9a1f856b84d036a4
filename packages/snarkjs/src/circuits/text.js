/**
 * Reports for people.
 * @module circuits/text
 */
import { counted } from "../../../../src/internal/snarkjs_circuits.js";

/** @import { CheckReport, FailingConstraint } from "./check.js" */
/** @import { SignalList } from "../../../../src/internal/snarkjs_circuits.js" */

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

/** @param {string} head @param {SignalList} list @returns {string[]} */
const listLines = (head, { count, first }) =>
    [head, `  ${first.join(", ")}${count > first.length ? `, and ${count - first.length} more` : ""}`];

/** @param {string} what @param {SignalList} list @returns {string[]} */
const hintOf = (what, list) => (list.count === 0 ? [] : listLines(
    `hint: ${counted(list.count, "signal")} ${list.count === 1 ? "is" : "are"} ${what}; a constraint may be missing, or none may be needed`,
    list,
));

/**
 * Which signals a circuit's program never set.
 * @param {SignalList | undefined} unset - as `check` and `debugWitness` return it
 * @returns {string[]} lines; none if there are none, or if it is not known
 */
export const describeUnset = (unset) => (!unset?.count ? [] : listLines(
    `${counted(unset.count, "signal")} ${unset.count === 1 ? "was" : "were"} never set, and ${unset.count === 1 ? "is" : "are"} 0:`, unset,
));

/** Characters of the name of a gate, which is anybody's. */
const LONGEST = 80;

/**
 * That custom gates were not checked.
 * @param {CheckReport["customGates"]} gates - as `check` returns them
 * @returns {string[]} a line; none if there are none
 */
export function describeGates(gates) {
    if (!gates) return [];
    const { uses, templates } = gates, plain = templates.map((one) => one.slice(0, LONGEST).replace(/[^\w$]/g, "?"));
    const names = plain.length > 0 ? ` (${plain.join(", ")})` : "";
    return [`${counted(uses, "use")} of custom gates${names} ${uses === 1 ? "was" : "were"} not checked: only constraints are`];
}

/**
 * What a check found, in lines that end with a count.
 * @param {Readonly<CheckReport>} report - as `check` returns it
 * @returns {string}
 */
export function describeCheck({ constraints, failing, first, under, unset, customGates }) {
    const hints = under
        ? [...hintOf("in no constraint", under.unused), ...hintOf("in linear constraints alone", under.linear)]
        : [];
    const all = counted(constraints, "constraint");
    const end = failing === 0
        ? constraints === 1 ? "the constraint holds" : `all ${all} hold`
        : `${failing} of ${all} ${failing === 1 ? "does" : "do"} not hold${failing > first.length ? `; the first ${first.length === 1 ? "is" : `${first.length} are`} above` : ""}`;
    return [...first.flatMap(linesOf), ...describeUnset(unset), ...hints, ...describeGates(customGates), end].join("\n");
}
