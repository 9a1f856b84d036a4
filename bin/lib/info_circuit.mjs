/**
 * What a constraint system is, and what proofs of it will take: the part of `info` that reads all
 * constraints.
 */
import { availableParallelism } from "node:os";
import { r1csFacts } from "../../src/circuits/facts.js";
import { counted } from "../../src/util/check.js";
import { forecastProofs, machineSpeed } from "../../src/protocols/forecast.js";

/** What a proof may hold by default. */
const MEMORY = 2 ** 30;

/**
 * @param {string} path
 * @param {string | undefined} sym
 * @param {{ threads?: number, memory?: number }} request
 * @param {AbortSignal} signal
 * @returns {Promise<Record<string, any>>} `circuit`: what is counted, and names; `proofs`: what
 *   they take, by protocol
 */
export async function circuitFacts(path, sym, { threads = availableParallelism(), memory = MEMORY }, signal) {
    const facts = await r1csFacts(path, { sym, signal });
    const speed = await machineSpeed(facts.r) ?? { lanes: 1, rest: 1 };
    const { products, bits, linear, terms, additions, customGates, outputs, publicInputs, privateInputs } = facts;
    return {
        circuit: {
            products, bits, linear, terms, additions, customGates,
            names: { outputs: outputs.first, publicInputs: publicInputs.first, privateInputs: privateInputs.first },
        },
        threads,
        proofs: forecastProofs(facts, { threads, memory, speed }),
    };
}

/** @param {number} milliseconds */
const timeOf = (milliseconds) =>
    (milliseconds < 1000 ? `${Math.max(1, Math.round(milliseconds))} ms` : `${(milliseconds / 1000).toFixed(1)} s`);

/** @param {readonly string[]} first @param {number} count */
const listOf = (first, count) => `${first.join(", ")}${count > first.length ? `, and ${count - first.length} more` : ""}`;

/**
 * Rows of names and values.
 * @param {Record<string, any>} facts - of the system, with circuitFacts
 * @param {(bytes: number) => string} sizeOf
 * @returns {[string, string][]}
 */
export function circuitRows({ circuit, proofs, threads, outputs, publicInputs, privateInputs }, sizeOf) {
    const { products, bits, linear, terms, additions, customGates, names } = circuit;
    const counts = { outputs, publicInputs, privateInputs };
    const lists = Object.entries({ outputs: "outputs", publicInputs: "public inputs", privateInputs: "private inputs" });
    return [
        ["  products", `${products}, of which ${bits} ${bits === 1 ? "says" : "say"} that a signal is 0 or 1`],
        ["  linear", String(linear)],
        ["terms", `${terms}; ${counted(additions, "addition")} to gates of three signals`],
        ...(customGates > 0 ? [["custom gates", String(customGates)]] : []),
        ...lists.filter(([name]) => counts[name] > 0).map(([name, title]) => [`  ${title}`, listOf(names[name], counts[name])]),
        ...proofs.map(({ protocol, domainSize, tauPower, keyBytes, milliseconds, processor, memory }) => [protocol, [
            `domain 2^${Math.log2(domainSize)}`, `powers of tau from 2^${tauPower}`, `key ${sizeOf(keyBytes)}`,
            `a proof in a new process about ${timeOf(milliseconds)} (${timeOf(processor)} of processor time) and ${sizeOf(memory)} with ${counted(threads, "thread")}`,
        ].join(", ")]),
    ];
}
