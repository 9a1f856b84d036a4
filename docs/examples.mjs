/**
 * An example for each function of the entries that people begin with, shown in the API reference and run by a test, in
 * a folder with the files of a circuit. The comment behind a console.log is what it prints; … stands for anything.
 */

/** What examples read. */
const VKEY = 'const vkey = JSON.parse(await readFile("verification_key.json", "utf8"));';
const PROVED = [VKEY, 'const publicSignals = JSON.parse(await readFile("public.json", "utf8"));',
    'const proof = JSON.parse(await readFile("proof.json", "utf8"));'].join("\n");
const INPUTS = 'const inputs = JSON.parse(await readFile("input.json", "utf8"));';
const CODE = 'const code = await readFile("circuit.wasm");';

/** By function: what is imported besides it, and lines. @type {Readonly<Record<string, string>>} */
const LINES = Object.freeze({
    prove: `const { proof, publicSignals } = await prove("circuit.zkey", "witness.wtns");
console.log(publicSignals.length); // 1`,
    fullProve: `${INPUTS}
const { proof } = await fullProve(inputs, "circuit.wasm", "circuit.zkey", { memory: 2 ** 28 });
console.log(proof.curve); // bn128`,
    verify: `${PROVED}
console.log(await verify(vkey, publicSignals, proof)); // true
const { reason } = await verify(vkey, ["1"], proof, { reason: true });
console.log(reason); // EQUATION`,
    verifyMany: `${PROVED}
console.log(await verifyMany(vkey, [{ publicSignals, proof }, { publicSignals: ["1"], proof }])); // [ true, false ]`,
    verifyStream: `${PROVED}
for await (const valid of verifyStream(vkey, [{ publicSignals, proof }])) console.log(valid); // true`,
    zkeyInfo: `const { protocol, curve, publicSignals } = await zkeyInfo("circuit.zkey");
console.log(protocol, curve, publicSignals); // … bn128 1`,
    calculateWitness: `${CODE}
${INPUTS}
const witness = await calculateWitness(code, inputs);
console.log(witness.count); // 15`,
    createWitnessCalculator: `${CODE}
${INPUTS}
const calculator = await createWitnessCalculator(code);
console.log((await calculator.calculate(inputs)).count); // 15`,
    encodeWitness: `import { calculateWitness } from "ENTRY";
${CODE}
${INPUTS}
const bytes = encodeWitness(await calculateWitness(code, inputs));
console.log(bytes.length); // 556`,
    optimizeCircuit: `${CODE}
console.log(WebAssembly.validate(optimizeCircuit(code))); // true`,
    witnessInfo: `${CODE}
console.log(witnessInfo(code).prime); // bn128`,
    check: `const report = await check("circuit.r1cs", "witness.wtns", { sym: "circuit.sym" });
console.log(report.holds); // true`,
    describeCheck: `import { check } from "ENTRY";
console.log(describeCheck(await check("circuit.r1cs", "witness.wtns"))); // all 12 constraints hold`,
    debugWitness: `${INPUTS}
const { witness, unset } = await debugWitness("circuit.wasm", inputs, { sym: "circuit.sym" });
console.log(witness.count, unset.count); // 15 0`,
    describeUnset: "console.log(describeUnset({ count: 1, first: [\"main.never\"] })[0]); // 1 signal was never set, and is 0:",
    expectConstraintsHold: `${INPUTS}
await expectConstraintsHold("circuit.r1cs", { wasm: "circuit.wasm", inputs });`,
    expectWitness: `${INPUTS}
await expectWitness("circuit.r1cs", { wasm: "circuit.wasm", inputs }, { secret: inputs.secret }, { sym: "circuit.sym" });`,
    printR1cs: `let lines = 0;
await printR1cs("circuit.r1cs", () => { lines++; }, { sym: "circuit.sym" });
console.log(lines); // 12`,
    r1csFacts: `const { constraints, privateInputs } = await r1csFacts("circuit.r1cs", { sym: "circuit.sym" });
console.log(constraints, privateInputs.first); // 12 [ 'main.secret[0]', 'main.secret[1]' ]`,
    r1csToJson: "console.log((await r1csToJson(\"circuit.r1cs\")).nConstraints); // 12",
    writeR1csJson: `await writeR1csJson("circuit.r1cs", "constraints.json");
console.log((await readFile("constraints.json", "utf8")).slice(0, 1)); // {`,
    writeWtnsJson: `await writeWtnsJson("witness.wtns", "values.json");
console.log(JSON.parse(await readFile("values.json", "utf8")).length); // 15`,
    wtnsToJson: "console.log((await wtnsToJson(\"witness.wtns\"))[0]); // 1…",
});

/** Entries whose functions have examples, but for those that need a second machine. */
export const WITH_EXAMPLES = Object.freeze(["./groth16", "./plonk", "./fflonk", "./verify", "./witness", "./circuits"]);
/** They belong together: docs/operations.md shows a proof that is split over machines. */
export const ELSEWHERE = Object.freeze(["combine", "quotientScalars", "sumRange"]);

/** @param {string} entry - in exports @param {string} name @returns {string | undefined} a module that runs as it is */
export function exampleOf(entry, name) {
    if (!WITH_EXAMPLES.includes(entry) || !Object.hasOwn(LINES, name)) return undefined;
    const from = `ffturbo/${entry.slice(2)}`, lines = LINES[name];
    const [, others] = /^import { (\w+) } from "ENTRY";\n/.exec(lines) ?? [];
    const body = lines.replace(/^import .*\n/, "");
    return [
        ...(body.includes("readFile(") ? ['import { readFile } from "node:fs/promises";'] : []),
        `import { ${[others, name].filter(Boolean).sort().join(", ")} } from "${from}";`, "", body,
    ].join("\n");
}
