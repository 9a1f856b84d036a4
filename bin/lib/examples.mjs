/** Command lines that show what a command is for; every one of them is read by a test. */
import { knownNames } from "../../src/curves/known.js";
import { COMMANDS } from "./usage.mjs";

/** For the help of all commands: without the first word, `ffturbo`. */
export const EXAMPLES = Object.freeze([
    "prove circuit.zkey witness.wtns",
    "verify verification_key.json public.json proof.json",
    "check circuit.r1cs witness.wtns circuit.sym",
    "zkey new circuit.r1cs powers.ptau circuit.zkey",
]);

/**
 * Where the names of a command's files do not say it all.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const MORE = Object.freeze({
    prove: ["prove circuit.zkey witness.wtns", "prove circuit.zkey - < witness.wtns", "prove circuit.zkey witness.wtns --json --quiet > result.json"],
    fullprove: ["fullprove input.json circuit.wasm circuit.zkey proof.json public.json --memory 256m"],
    verify: ["verify verification_key.json public.json proof.json", "verify verification_key.json --many proofs.ndjson"],
    info: ["info circuit.zkey", "info circuit.r1cs circuit.sym --json"],
    wtns: ["wtns circuit.wasm input.json -o witness.wtns"],
    check: ["check circuit.r1cs witness.wtns circuit.sym", "check circuit.r1cs circuit.wasm input.json circuit.sym --under"],
    optimize: ["optimize circuit.wasm -o fast.wasm"],
    "wtns debug": ["wtns debug circuit.wasm input.json witness.wtns circuit.sym"],
    "zkey contribute": ["zkey contribute circuit.zkey next.zkey --name \"Ada\""],
    "zkey beacon": ["zkey beacon circuit.zkey final.zkey 0102030405060708 10"],
    "zkey bellman contribute": ["zkey bellman contribute CURVE circuit.mpcparams response.mpcparams"],
    pack: ["pack circuit.zkey -o circuit.ffkey", "pack circuit.zkey --whole", "pack circuit.zkey --prove-only"],
    unpack: ["unpack circuit.ffkey -o circuit.zkey"],
    "powersoftau new": ["powersoftau new CURVE 14 powersOfTau_0000.ptau"],
    "powersoftau contribute": ["powersoftau contribute old.ptau new.ptau --name \"Ada\""],
    "powersoftau beacon": ["powersoftau beacon old.ptau new.ptau 0102030405060708 10"],
    "powersoftau challenge contribute": ["powersoftau challenge contribute CURVE challenge response"],
    serve: ["serve --tokens tokens.json --allow /srv/circuits", "serve --redis redis://host:6379 --tokens tokens.json"],
    work: ["work --redis redis://host:6379 --concurrency 2 --cache /var/cache/ffturbo"],
    bench: ["bench", "bench --gpu"],
    doctor: ["doctor"],
    completion: ["completion bash > ~/.local/share/bash-completion/completions/ffturbo",
        "completion zsh > ~/.zfunc/_ffturbo", "completion fish > ~/.config/fish/completions/ffturbo.fish"],
    help: ["help prove"],
});

/**
 * @param {string} command
 * @returns {readonly string[]} its examples, or one with the files that it needs
 */
export function examplesOf(command) {
    const [curve] = knownNames().split(" ");
    const lines = MORE[command] ?? [`${command} ${COMMANDS[command].files.replace(/\s*\[.*\]/, "")}`.trimEnd()];
    return lines.map((line) => line.replace(" CURVE ", ` ${curve} `));
}
