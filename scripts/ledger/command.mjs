/**
 * What users of the command rely on: commands, their options, and the fields that --json prints,
 * found by running each command that has it on a small circuit.
 */
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { COMMANDS } from "../../bin/lib/usage.mjs";
import { OPTIONS, TABLE } from "../../packages/snarkjs/bin/snarkjs/table.mjs";
import { circom } from "../circom.mjs";
import { temporaryFolder } from "../temporary.mjs";
import { placeOfCommand } from "./places.mjs";

const BEACON = "0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20 10";
/** Of the circuit that all of them are run with. */
const NAME = "mimc_tiny";
/** In an order in which each finds what it needs; `$` stands for the circuit's name. */
const RUNS = [
    "wtns $.wasm input.json -o w.wtns", "prove circuit.zkey witness.wtns --timings", "fullprove input.json $.wasm circuit.zkey",
    "verify vkey.json public.json proof.json", "verify vkey.json --many proofs.ndjson",
    "info circuit.zkey", "info plonk.zkey", "info fflonk.zkey", "info witness.wtns", "info $.r1cs", "info $.wasm", "info vkey.json",
    "info proof.json", "info public.json", "info input.json",
    "check $.r1cs witness.wtns $.sym", "check $.r1cs broken.wtns $.sym --under", "wtns check $.r1cs witness.wtns", "wtns debug $.wasm input.json debug.wtns $.sym",
    "optimize $.wasm -o fast.wasm", "pack circuit.zkey -o packed.ffkey", "info packed.ffkey", "unpack packed.ffkey -o unpacked.zkey",
    "powersoftau new bn128 8 0.ptau", "powersoftau contribute 0.ptau 1.ptau --entropy e --name n",
    "powersoftau export challenge 1.ptau challenge", "powersoftau challenge contribute bn128 challenge response --entropy e",
    "powersoftau import response 1.ptau response 2.ptau --name n", `powersoftau beacon 2.ptau 3.ptau ${BEACON} --name n`,
    "powersoftau prepare phase2 3.ptau p.ptau", "powersoftau verify p.ptau", "info p.ptau", "powersoftau truncate p.ptau",
    "groth16 setup $.r1cs p.ptau g.zkey", "plonk setup $.r1cs p.ptau p.zkey", "fflonk setup $.r1cs p.ptau f.zkey",
    "zkey new $.r1cs p.ptau first.zkey", "zkey contribute first.zkey second.zkey --entropy e --name n",
    "zkey export bellman second.zkey b.mpcparams", "zkey bellman contribute bn128 b.mpcparams r.mpcparams --entropy e",
    "zkey import bellman second.zkey r.mpcparams third.zkey --name n", `zkey beacon third.zkey last.zkey ${BEACON} --name n`,
    "zkey verify $.r1cs p.ptau last.zkey", "zkey verify r1cs $.r1cs p.ptau last.zkey", "zkey verify init first.zkey p.ptau last.zkey",
    "info last.zkey", "bench", "doctor",
];

/**
 * The names of all fields, whatever the values are: a list is one of them, and so is what is in
 * it.
 * @param {any} value
 * @param {string} [path]
 * @returns {string[]}
 */
function fieldsOf(value, path = "") {
    if (Array.isArray(value)) return [`${path}[]`, ...value.flatMap((one) => fieldsOf(one, `${path}[]`))];
    if (typeof value !== "object" || value === null) return path ? [path] : [];
    return Object.entries(value).flatMap(([name, one]) => fieldsOf(one, path ? `${path}.${name}` : name));
}

/** The longest name of a command that the line begins with. @param {string} line */
const commandOf = (line) => Object.keys(COMMANDS).filter((name) => `${line} `.startsWith(`${name} `))
    .reduce((a, b) => (b.length > a.length ? b : a));

/** A folder with the circuit, its keys, proofs and a project. @param {string} root */
function workshop(root) {
    const folder = temporaryFolder("ledger"), fixtures = join(root, "test/fixtures");
    for (const name of ["circuits", NAME]) cpSync(join(fixtures, name), folder, { recursive: true });
    circom(folder, `${NAME}.circom`, ["--r1cs", "--wasm", "--sym", "--O2"]);
    cpSync(join(folder, `${NAME}_js`, `${NAME}.wasm`), join(folder, `${NAME}.wasm`));
    const [proof, publicSignals] = ["proof", "public"].map((name) => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")));
    writeFileSync(join(folder, "proofs.ndjson"), JSON.stringify({ proof, publicSignals }));
    writeFileSync(join(folder, "package.json"), "{}");
    const broken = readFileSync(join(folder, "witness.wtns"));
    broken[broken.length - 32] ^= 1;
    writeFileSync(join(folder, "broken.wtns"), broken);
    return folder;
}

/**
 * By command, the fields that any of its runs prints.
 * @param {string} root
 * @returns {Map<string, Set<string>>}
 */
function fieldsOfAll(root) {
    const folder = workshop(root), all = new Map(Object.keys(COMMANDS).map((name) => [name, new Set()]));
    for (const line of RUNS) {
        const command = commandOf(line), hasJson = COMMANDS[command].options.includes("json");
        const args = [...line.replaceAll("$", NAME).split(" "), ...hasJson ? ["--json"] : [], "--quiet"];
        const options = { cwd: folder, encoding: "utf8" };
        const { status, stdout: text, stderr } = spawnSync(process.execPath, [join(root, "bin/ffturbo.mjs"), ...args], options);
        if (status !== 0 && !line.includes("broken")) throw new Error(`ledger: ${line}: ${stderr}`);
        if (hasJson) for (const name of fieldsOf(JSON.parse(text))) all.get(command).add(name);
    }
    const unseen = [...all].filter(([name, { size }]) => COMMANDS[name].options.includes("json") && size === 0);
    if (unseen.length) throw new Error(`ledger: expected fields of each command with --json, got none of ${unseen.map(([name]) => name).join(", ")}`);
    return all;
}

/** @param {string} root @returns {import("./main.mjs").Entry[]} */
export function commandEntries(root) {
    const fields = fieldsOfAll(root);
    const own = Object.entries(COMMANDS).map(([name, { options }]) => ({
        kind: "command", name: `ffturbo ${name}`, place: placeOfCommand(name),
        lines: [options.map((option) => `--${option}`), fields.get(name).size ? ["json", ...fields.get(name)] : []],
    }));
    const others = Object.entries(TABLE).map(([name, { short, old = [], options = [] }]) => ({
        kind: "command", name: `snarkjs ${name}`, place: "ffturbo-snarkjs",
        lines: [[short, ...old], options.map((option) => `--${option}`)],
    }));
    const all = { kind: "options", name: "snarkjs", place: "ffturbo-snarkjs", lines: [Object.keys(OPTIONS)] };
    return [...own, ...others, all];
}
