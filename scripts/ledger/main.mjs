/**
 * What callers, users and operators can name today, and the package that has each once the
 * companions are packages of their own: ledger.txt. Nothing of it is lost unsaid.
 *
 *     npm run ledger             writes the file
 *     npm run ledger -- --check  compares, and fails on a difference
 */
import { fileURLToPath } from "node:url";
import { writeOrCompare } from "../generated.mjs";
import { apiEntries } from "./api.mjs";
import { commandEntries } from "./command.mjs";
import { serviceEntries } from "./service.mjs";

/**
 * @typedef {object} Entry
 * @property {string} kind
 * @property {string} name - as it is written today
 * @property {string} place - the package afterwards, or the entry of it
 * @property {string[][]} lines - what is in it; a list with empty ones among them is fine
 */

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** @param {Entry} entry @returns {string[]} */
const textOf = ({ kind, name, place, lines }) => [
    `${kind} ${name} -> ${place}`,
    ...lines.filter((words) => words.length > 0).map(([first, ...words]) => `    ${[first, ...words.map((word) => word.replace(`${first}.`, "."))].join(" ")}`),
];

const entries = [...apiEntries(root), ...commandEntries(root), ...serviceEntries(root)];
writeOrCompare("scripts/ledger/ledger.txt", `${entries.flatMap(textOf).join("\n")}\n`, "ledger");
