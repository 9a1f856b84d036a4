/**
 * Circuits over each of circom's primes, with the names of their signals, and faults that are planted in them; what a
 * check of them has to find is calculated by the slow twin.
 */
import { mod } from "../../src/bigint/modular.js";
import { RECORDS } from "../../src/params/records.js";
import { madeCircuit, r1csOf, wtnsOf } from "./made_circuit.js";
import { failingOf } from "./naive_constraints.js";
import { curveOf, PRIMES } from "./primes.js";
import { uniform } from "./random.js";

const pick = (n) => Number(uniform(BigInt(n)));

/** @param {string} prime - of PRIMES */
function fieldOf(prime) {
    const { fr } = RECORDS.find(({ name }) => name === curveOf(prime));
    return { r: fr.p, n8: fr.n8 };
}

/** Names by wire: components within components, a second name for some, one more for signals without a wire. */
function namesFor(signals) {
    const inner = (wire) => [`main.part[${wire % 3}].inner.s${wire}`];
    const names = [[], ["main.out"], ["main.in"], ...Array.from({ length: signals - 3 }, (_, i) => inner(i + 3))];
    for (let wire = 5; wire < signals; wire += 4) names[wire].push(`main.also${wire}`);
    const lines = names.flatMap((some, wire) => some.map((name) => [wire, name]));
    lines.splice(2, 0, [-1, "main.gone"]);
    const sym = lines.map(([wire, name], i) => `${i + 1},${wire},${pick(9)},${name}\n`).join("");
    return { names, sym: new TextEncoder().encode(sym) };
}

/** Circuit k: every prime in turn, both kinds, more constraints from one to the next. @param {number} k */
export function plantedCircuit(k) {
    const prime = PRIMES[k % PRIMES.length], field = fieldOf(prime), kind = ["dense", "mixed"][(k >> 3) % 2];
    const { constraints, values } = madeCircuit(field, kind, 18 + k), right = { constraints, values };
    return { title: `${k} ${prime} ${kind}`, prime, field, right, ...namesFor(values.length) };
}

/** What is changed, each at a random place. */
export const FAULTS = {
    "a wrong value": ({ constraints, values }, { r }) => {
        const wire = 1 + pick(values.length - 1);
        const other = [values[wire] + 1n, values[wire] + 1n + uniform(r - 1n), r - 1n, -values[wire], 0n, 1n][pick(6)];
        return { constraints, values: values.with(wire, mod(other, r)) };
    },
    "a changed coefficient": ({ constraints, values }, { r }) => {
        const number = pick(constraints.length), sides = constraints[number].map((terms) => [...terms]);
        const some = sides.filter(({ length }) => length > 0), terms = some[pick(some.length)];
        const at = pick(terms.length), [wire, value] = terms[at];
        terms[at] = [wire, [mod(value + 1n, r), mod(value + 1n + uniform(r - 1n), r), mod(-value, r), 0n][pick(4)]];
        return { constraints: constraints.with(number, sides), values };
    },
    "a missing assignment": ({ constraints, values }) => ({
        constraints, values: values.with(1 + pick(values.length - 1), 0n),
    }),
};

/** The system, the witness, and the constraints that fail. */
export const filesOf = ({ constraints, values }, field) => ({
    constraints, values, r1cs: r1csOf(field, constraints, { signals: values.length }), wtns: wtnsOf(field, values),
    failing: failingOf(constraints, values, field.r),
});

/** A fault that some constraint notices: a value that no product depends on, for one, is none. */
export function planted({ right, field }, kind) {
    for (let tries = 0; tries < 1000; tries++) {
        const found = filesOf(FAULTS[kind](right, field), field);
        if (found.failing.length > 0) return found;
    }
    throw new Error(`${kind}: expected a constraint that notices it, got none in 1000 tries`);
}

/** A change that some constraint may notice, or none. */
export const mutated = ({ right, field }) =>
    filesOf(Object.values(FAULTS)[pick(3)](right, field), field);

/**
 * What the text of an equation says of values: both of its sides.
 * @param {string} equation
 * @param {Map<string, bigint>} values - by name
 * @param {bigint} r
 */
export function evaluated(equation, values, r) {
    const term = (text) => {
        const [, coefficient = "1", name] = /^(?:(\d+)\*)?([a-z].*)$/.exec(text) ?? [];
        return name ? BigInt(coefficient) * values.get(name) : BigInt(text);
    };
    const sum = (text) => text.replace(/^\((.*)\)$/, "$1").replaceAll(" - ", " + -").split(" + ")
        .reduce((total, one) => total + (one.startsWith("-") ? -term(one.slice(1)) : term(one)), 0n);
    return equation.split(" = ").map((side) => mod(side.split(" * ").reduce((all, one) => all * sum(one), 1n), r));
}
