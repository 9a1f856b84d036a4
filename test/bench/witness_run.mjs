/**
 * One way to calculate a witness, in a process of its own: processor time of the first run and the median of later
 * ones.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { calculateWitness, createWitnessCalculator } from "../../src/protocols/groth16/index.js";

const [, , file, input, kind, modules] = process.argv;
const wasm = new Uint8Array(readFileSync(file)), inputs = JSON.parse(readFileSync(input, "utf8"));
const cpu = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
};

/** How a witness comes to be: on this thread, as snarkjs does it, so that times compare. */
async function ways() {
    if (kind === "old") return () => calculateWitness(wasm, inputs, { rewrite: false, threads: 0 });
    if (kind === "new") return () => calculateWitness(wasm, inputs, { threads: 0 });
    if (kind === "snarkjs") {
        const { wtns } = createRequire(join(modules, "x.js"))("snarkjs");
        return () => wtns.calculate(inputs, wasm, { type: "mem" });
    }
    let calculator;
    return async () => (calculator ??= await createWitnessCalculator(wasm, { threads: 0 })).calculate(inputs);
}

const way = await ways(), times = [];
let result;
for (let i = 0; i < 6; i++) {
    const start = cpu();
    result = await way();
    times.push(cpu() - start);
}
console.log(JSON.stringify({ first: times[0], warm: times.slice(1).sort((a, b) => a - b)[2], count: result?.count }));
process.exit();
