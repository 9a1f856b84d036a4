/** The commands and options: one table, for the parser and for the help. */
import { PROTOCOLS } from "../../src/protocols/index.js";
import { CIRCUIT_COMMANDS, KEY_COMMANDS, TAU_COMMANDS } from "./shared_usage.mjs";

/** @import { Row } from "./shared_usage.mjs" */

/** What is proved, as the help calls it. */
const PROOF = `${PROTOCOLS.map(({ title }) => title).join(", ").replace(/, (?=[^,]*$)/, " or ")} proof`;

/**
 * Options by name: their value, whether they may be given several times, and what they do.
 * @type {Record<string, { value?: string, many?: boolean, text: string[] }>}
 */
export const OPTIONS = Object.freeze({
    threads: { value: "n", text: ["workers; 0 runs everything on one thread", "(default: one per processor)"] },
    memory: { value: "size", text: ["how much a proof may hold at once, such as 512m or 2g", "(default: 1g)"] },
    "no-check": { text: ["do not verify the proof before it is written"] },
    check: { text: ["verify the proof before it is written (the default)"] },
    paranoid: { text: ["check every point of the key first"] },
    timings: { text: ["print when each phase began and ended"] },
    json: { text: ["print the result as one JSON object"] },
    quiet: { text: ["show no progress bar"] },
    verbose: { text: ["print how long each phase took, as it ends"] },
    output: { value: "file", text: ["the file that wtns, optimize, pack and unpack write;", "-o for short"] },
    insecure: { text: ["take keys and powers of tau that anybody can forge", "proofs with: for tests"] },
    whole: { text: ["leave the points of a key as they are: more bytes, and", "nothing to calculate when it is read"] },
    "prove-only": { text: ["leave out what no prover reads; the key cannot be", "unpacked then"] },
    max: { value: "n", text: ["how many failing constraints to list, and signals of", "each hint (default: 10)"] },
    many: { value: "file", text: ["proofs of one key: { publicSignals, proof } on each", "line, or a folder with one in each .json file"] },
    under: { text: ["also name signals that may lack a constraint"] },
    redis: { value: "url", text: ["such as redis://host:6379; or set FFTURBO_REDIS, which", "keeps a password out of the list of processes"] },
    queue: { value: "name", text: ["the queue in Redis (default: ffturbo)"] },
    name: { value: "text", text: ["the worker's name in results (default: host and process),", "or the contributor's in a key or in powers of tau"] },
    "beacon-limit": { value: "n", text: ["2^n hashes may be calculated for the beacons of a file", "(default: 28, some minutes)"] },
    entropy: { value: "text", text: ["text that is mixed with random bytes of this machine"] },
    concurrency: { value: "n", text: ["proofs at once (default: 1)"] },
    cache: { value: "folder", text: ["where keys from addresses are kept"] },
    "cache-size": { value: "size", text: ["how much the cache may hold (default: 10g)"] },
    allow: { value: "location", many: true, text: ["a folder or address that files may come from;", "may be given several times"] },
    "allow-write": {
        value: "location", many: true,
        text: ["a folder or address where parts of a proof may be", "written; may be given several times (default: none)"],
    },
    grace: { value: "seconds", text: ["how long running proofs may go on after SIGTERM", "(default: 25)"] },
    port: { value: "n", text: ["the port to listen on (default: 8080; work has none", "unless it is given)"] },
    host: { value: "name", text: ["the address to listen on (default: 127.0.0.1)"] },
    tokens: { value: "file", text: ["a JSON file of bearer tokens by tenant; or set", "FFTURBO_TOKEN for one tenant"] },
    waiting: { value: "n", text: ["how many proofs may wait; more get status 429", "(default: 1000)"] },
    body: { value: "size", text: ["the largest request (default: 1m)"] },
    delegate: { text: ["also make MSMs for devices that keep their witnesses,", "see ffturbo-keys/delegate; not with --redis"] },
    gpu: { text: ["measure the GPU and the CPU, by ffturbo-gpu;", "Node needs the package webgpu, too"] },
    help: { text: ["print this text"] },
    version: { text: ["the version of ffturbo and of Node"] },
});

const PROVING = ["threads", "memory", "no-check", "check", "paranoid", "timings", "verbose", "json", "quiet"];

/** Rows of commands that a package brings. @param {string} name @param {Readonly<Record<string, Row>>} rows */
const of = (name, rows) =>
    Object.fromEntries(Object.entries(rows).map(([command, row]) => [command, { ...row, package: name }]));

/** @type {Readonly<Record<string, Row & { least?: number, most?: number }>>} */
const ROWS = {
    prove: {
        files: "circuit.zkey witness.wtns [proof.json public.json]",
        text: `makes a ${PROOF} and verifies it`,
        options: PROVING,
    },
    fullprove: {
        files: "input.json circuit.wasm circuit.zkey [proof.json public.json]",
        text: "calculates the witness, then makes the proof",
        options: PROVING,
    },
    verify: {
        files: "verification_key.json (public.json proof.json)|(--many proofs.ndjson)",
        least: 1,
        most: 3,
        text: `verifies a ${PROOF}, or many of one key`,
        options: ["many", "insecure", "json", "quiet"],
    },
    info: {
        files: "FILE [circuit.sym]",
        text: "says what any file of a circuit, its keys and proofs is",
        options: ["threads", "memory", "verbose", "json", "quiet"],
    },
    wtns: {
        files: "circuit.wasm input.json [-o witness.wtns]",
        text: "calculates the witness from inputs",
        options: ["output", "threads", "json", "quiet"],
    },
    check: {
        files: "circuit.r1cs witness.wtns|(circuit.wasm input.json) [circuit.sym]",
        least: 2,
        most: 4,
        text: "says which constraints of a circuit a witness breaks, and why",
        package: "ffturbo-snarkjs",
        options: ["max", "under", "threads", "json", "quiet"],
    },
    ...of("ffturbo-snarkjs", CIRCUIT_COMMANDS),
    ...of("ffturbo-snarkjs", KEY_COMMANDS),
    pack: {
        files: "circuit.zkey [-o circuit.ffkey]",
        text: "packs a key: half the bytes and less, for all that takes a key",
        package: "ffturbo-keys",
        options: ["output", "whole", "prove-only", "threads", "memory", "json", "verbose", "quiet"],
    },
    unpack: {
        files: "circuit.ffkey [-o circuit.zkey]",
        text: "writes the key that was packed, byte for byte",
        package: "ffturbo-keys",
        options: ["output", "threads", "memory", "json", "verbose", "quiet"],
    },
    ...of("ffturbo-snarkjs", TAU_COMMANDS),
    optimize: {
        files: "circuit.wasm -o fast.wasm",
        text: "writes the circuit's program with faster field functions",
        options: ["output", "json", "quiet"],
    },
    serve: {
        files: "",
        text: "serves proofs over HTTP, made here or, with --redis, by workers",
        package: "ffturbo-server",
        options: [
            "redis", "queue", "port", "host", "tokens", "waiting", "body", "delegate", "allow", "allow-write", "grace",
            "threads", "memory", "concurrency", "cache", "cache-size",
        ],
    },
    work: {
        files: "",
        text: "makes proofs that it takes from a queue in Redis",
        package: "ffturbo-server",
        options: [
            "redis", "queue", "name", "threads", "memory", "concurrency", "cache", "cache-size", "allow", "allow-write",
            "grace", "port", "host",
        ],
    },
    bench: { files: "", text: "measures how fast this machine is", options: ["gpu", "threads", "json", "quiet"] },
    doctor: {
        files: "",
        text: "says whether ffjavascript is replaced in this project, and how to do it",
        options: ["threads", "json", "quiet"],
    },
    completion: {
        files: "bash|zsh|fish",
        text: "prints what a shell needs to complete commands, options and files",
        options: [],
    },
    help: { files: "[COMMAND]", text: "prints this text, or that of a command", options: [] },
};

/** Words of a text. @param {string} text */
const countOf = (text) => text.split(" ").filter(Boolean).length;

/**
 * How many files a row shows, at least without those in brackets, unless it says so itself.
 * @param {Row} row
 */
function withCounts(row) {
    const files = row.files.replace(/\[?-o \S+/, "");
    const text = row.package ? `${row.text} (${row.package})` : row.text;
    return { least: countOf(files.replace(/\[.*/, "")), most: countOf(files), ...row, text };
}

/**
 * Commands: how many file names each takes, at least and at most, and which options it has.
 * @type {Readonly<Record<string, Row & { least: number, most: number }>>}
 */
export const COMMANDS = Object.freeze(Object.fromEntries(
    Object.entries(ROWS).map(([name, row]) => [name, withCounts(row)]),
));

/** The usage line of one command, or of all. @param {string} [command] */
export const usageLine = (command) =>
    command
        ? `Usage: ffturbo ${command} ${COMMANDS[command].files}`.trimEnd()
        : "Usage: ffturbo COMMAND [FILES] [OPTIONS]";
