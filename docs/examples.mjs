/**
 * An example for each function of each entry, shown in the API reference and run by a test, in
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
    createProver: `const prover = await createProver("circuit.zkey", { wasm: "circuit.wasm" });
${INPUTS}
const first = await prover.fullProve(inputs), second = await prover.prove("witness.wtns");
console.log(first.publicSignals.length, second.proof.curve); // 1 bn128
await prover.close();`,
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

const SETUPS = {
    exportVerificationKey: 'console.log((await exportVerificationKey("circuit.zkey")).curve); // bn128',
    setupFflonk: 'await setupFflonk("circuit.r1cs", "powers.ptau", "fflonk.zkey");',
    setupGroth16: `const { circuitHash } = await setupGroth16("circuit.r1cs", "powers.ptau", "new.zkey");
console.log(circuitHash.length); // 64`,
    setupPlonk: 'await setupPlonk("circuit.r1cs", "powers.ptau", "plonk.zkey");',
};

const FIELD = "console.log(curve.Fr.toString(curve.Fr.add(curve.Fr.e(2), curve.Fr.e(3)))); // 5\nawait curve.terminate();";
const built = (name) => `const curve = await ${name}();\n${FIELD}`;
const onBigInts = (name) => `const { Fr } = ${name}();\nconsole.log(Fr.add(2n, 3n)); // 5n`;
const CHALLENGED = `await exportChallenge("pot.ptau", "challenge");
await contributeToChallenge("bn128", "challenge", "response");`;
const OF_BELLMAN = `await exportBellman("first.zkey", "mpcparams");
await contributeToBellman("bn128", "mpcparams", "response");`;
const REDIS = "{ connection: { host: \"localhost\", port: Number(process.env.REDIS_PORT ?? 6379) } }";
const BEACON = '"0102030405060708090a0b0c0d0e0f10", 10';

/** Functions of entries that share no name with those above, or do something else under it. */
const OF_ENTRY = Object.freeze({
    ffturbo: {
        buildBls12377: built("buildBls12377"), buildBls12381: built("buildBls12381"), buildBn128: built("buildBn128"),
        getCurveFromName: `const curve = await getCurveFromName("bls12-381");\n${FIELD}`,
        getCurveFromQ: `const q = 21888242871839275222246405745257275088696311157297823662689037894645226208583n;
const curve = await getCurveFromQ(q);\n${FIELD}`,
        getCurveFromR: `const r = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;
const curve = await getCurveFromR(r);\n${FIELD}`,
    },
    "ffturbo/config": {
        checkOptions: `checkOptions("my service", { threads: 2 });
try {
    checkOptions("my service", { threads: -1 });
} catch (error) {
    console.log(error.message); // my service: expected threads to be …, got -1
}`,
        configure: "configure({ threads: 2 }); // for curves that other packages build from now on\nconfigure({});",
        defaultOptions: `import { configure } from "ENTRY";
configure({ threads: 3 });
console.log(defaultOptions().threads); // 3
configure({});`,
    },
    "ffturbo/bigint": {
        ...Object.fromEntries(["Babyjubjub", "Bls12377", "Bls12381", "Bn128", "EdwardsBls12", "Grumpkin", "Jubjub", "Pallas",
            "Vesta"].map((name) => [`bigint${name}`, onBigInts(`bigint${name}`)])),
        verify: `${PROVED}
console.log(verify(vkey, publicSignals, proof)); // true`,
    },
    "ffturbo-keys/store": {
        openStore: `const store = await openStore({ folder: "kept" });
const key = await store.fetch("circuit.zkey");
const { address, kept } = await key.done;
console.log(kept, (await store.list())[0].address === address); // true true
await key.close();
await store.close();`,
    },
    "ffturbo-gpu": {
        useGpu: `import { buildBn128 } from "ffturbo";
const curve = await buildBn128(), gpu = await useGpu(curve);
console.log(gpu.state === "ready" ? "MSMs on the GPU" : "MSMs on the processor"); // MSMs on the …
await curve.terminate();`,
    },
    "ffturbo-server/pool": {
        createLocalProver: `import { resolve } from "node:path";
const prover = createLocalProver({ allow: [process.cwd()] });
const job = await prover.submit({
    zkey: { path: resolve("circuit.zkey") }, witness: { path: resolve("witness.wtns") },
});
console.log((await job.result()).publicSignals.length); // 1
await prover.close();`,
        createProverPool: `const pool = createProverPool({ concurrency: 2 });
const results = await Promise.all(["witness.wtns", "witness.wtns"].map((wtns) => pool.prove("circuit.zkey", wtns)));
console.log(results.length); // 2
await pool.close();`,
    },
    "ffturbo-server/queue": {
        createProver: `const prover = createProver(${REDIS});
console.log((await prover.list({ tenant: "alice" })).jobs.length); // 0
await prover.close();`,
        createWorker: `import { resolve } from "node:path";
import { createProver } from "ENTRY";
const worker = createWorker({ ${REDIS.slice(2, -2)}, allow: [process.cwd()] });
const prover = createProver(${REDIS});
const job = await prover.submit({
    zkey: { path: resolve("circuit.zkey") }, witness: { path: resolve("witness.wtns") },
});
console.log((await job.result()).publicSignals.length); // 1
await prover.close();
await worker.close();`,
    },
    "ffturbo-keys/packed": {
        openPackedKey: `import { packKey } from "ENTRY";
const { digest, zkeyBytes } = await packKey("circuit.zkey", "circuit.ffkey");
const key = await openPackedKey("circuit.ffkey");
console.log(key.size === zkeyBytes, key.digest === digest); // true true
await key.close();`,
        packKey: `const { bytes, zkeyBytes } = await packKey("circuit.zkey", "circuit.ffkey");
console.log(bytes < zkeyBytes); // true`,
        unpackKey: `import { packKey } from "ENTRY";
const { root } = await packKey("circuit.zkey", "circuit.ffkey");
console.log((await unpackKey("circuit.ffkey", "same.zkey")).root === root); // true`,
    },
    "ffturbo-keys/delegate": {
        delegateProof: `import { createServer } from "node:http";
import { msmShare } from "ENTRY";
// two machines of strangers, as \`ffturbo serve --delegate\` is one
const strangers = [1, 2].map(() => createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    response.end(await msmShare("circuit.zkey", new Uint8Array(Buffer.concat(pieces))));
}));
const servers = await Promise.all(strangers.map(async (server) => {
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = \`http://127.0.0.1:\${server.address().port}\`;
    return { url, token: "its-token", zkey: { path: "circuit.zkey" } };
}));
const { publicSignals } = await delegateProof({ zkey: "circuit.zkey", witness: "witness.wtns", servers });
console.log(publicSignals.length); // 1
for (const server of strangers) server.close().closeAllConnections();`,
        msmShare: `const seed = crypto.getRandomValues(new Uint8Array(32));
const points = await msmShare("circuit.zkey", seed);
console.log(points.length); // 320`,
        shareBytes: `import { zkeyInfo } from "ffturbo/groth16";
console.log(shareBytes(await zkeyInfo("circuit.zkey")).seed); // 32`,
    },
    "ffturbo-snarkjs/ceremony": {
        applyBeaconToKey: `const { contributionHash } = await applyBeaconToKey("first.zkey", "final.zkey", ${BEACON});
console.log(contributionHash.length); // 64`,
        applyBeaconToPowersOfTau: `const { contributions } = await applyBeaconToPowersOfTau("pot.ptau", "final.ptau", ${BEACON});
console.log(contributions); // 2`,
        contributeToBellman: `import { exportBellman } from "ENTRY";
${OF_BELLMAN.replace("await contribute", "const { contributionHash } = await contribute")}
console.log(contributionHash.length); // 64`,
        contributeToChallenge: `import { exportChallenge } from "ENTRY";
${CHALLENGED.replace("await contribute", "const { contributionHash } = await contribute")}
console.log(contributionHash.length); // 64`,
        contributeToKey: `const { contributionHash } = await contributeToKey("first.zkey", "second.zkey", { name: "Ada" });
console.log(contributionHash.length); // 64`,
        contributeToPowersOfTau: `const { contributions } = await contributeToPowersOfTau("pot.ptau", "next.ptau", { name: "Ben" });
console.log(contributions); // 2`,
        convertPowersOfTau: `try {
    await convertPowersOfTau("powers.ptau", "converted.ptau");
} catch (error) { // only what snarkjs prepared before 0.4.6 lacks points
    console.log(error.message.endsWith("it has all of them")); // true
}`,
        exportBellman: `const { contributions } = await exportBellman("first.zkey", "mpcparams");
console.log(contributions); // 0`,
        exportChallenge: `const { challenge } = await exportChallenge("pot.ptau", "challenge");
console.log(challenge.length); // 64`,
        exportKeyJson: 'console.log((await exportKeyJson("circuit.zkey")).nPublic); // 1',
        exportPowersOfTau: 'console.log((await exportPowersOfTau("powers.ptau")).power); // 8',
        formatHash: "console.log(formatHash(new Uint8Array(64)).split(\"\\n\").length); // 4",
        importBellman: `import { contributeToBellman, exportBellman } from "ENTRY";
${OF_BELLMAN}
const { contributionHash } = await importBellman("first.zkey", "response", "next.zkey", { name: "Ada" });
console.log(contributionHash.length); // 64`,
        importResponse: `import { contributeToChallenge, exportChallenge } from "ENTRY";
${CHALLENGED}
const { contributions } = await importResponse("pot.ptau", "response", "next.ptau", { name: "Ben" });
console.log(contributions); // 2`,
        newPowersOfTau: `const { firstChallenge } = await newPowersOfTau("bn128", 4, "new.ptau");
console.log(firstChallenge.length); // 64`,
        preparePhase2: 'await preparePhase2("pot.ptau", "prepared.ptau");',
        ...SETUPS,
        truncatePowersOfTau: "const powers = await truncatePowersOfTau(\"powers.ptau\", (power) => `powers_${power}.ptau`);\nconsole.log(powers.join(\" \")); // 1 2 3 4 5 6 7",
        verifyKeyFromInit: `const { valid } = await verifyKeyFromInit("first.zkey", "powers.ptau", "second.zkey");
console.log(valid); // true`,
        verifyKeyFromR1cs: `const { valid } = await verifyKeyFromR1cs("circuit.r1cs", "powers.ptau", "second.zkey");
console.log(valid); // true`,
        verifyPowersOfTau: 'console.log((await verifyPowersOfTau("pot.ptau")).valid); // true',
    },
    "ffturbo/setup": SETUPS,
    "ffturbo-snarkjs": {
        withFfturbo: `import * as snarkjs from "snarkjs";
const { wtns } = withFfturbo(snarkjs);
console.log(typeof wtns.calculate); // function`,
        curves: `const curve = await curves.getCurveFromName("bn128");
console.log(curve.name); // bn128
await curve.terminate();`,
        groth16: `${PROVED}
console.log(await groth16.verify(vkey, publicSignals, proof)); // true`,
        plonk: `await plonk.setup("circuit.r1cs", "powers.ptau", "plonk.zkey");
const { publicSignals } = await plonk.prove("plonk.zkey", "witness.wtns");
console.log(publicSignals.length); // 1`,
        fflonk: `await fflonk.setup("circuit.r1cs", "powers.ptau", "fflonk.zkey");
const { publicSignals } = await fflonk.prove("fflonk.zkey", "witness.wtns");
console.log(publicSignals.length); // 1`,
        powersOfTau: 'console.log(await powersOfTau.verify("pot.ptau")); // true',
        r1cs: 'console.log((await r1cs.info("circuit.r1cs")).nConstraints); // 12',
        wtns: 'console.log(await wtns.check("circuit.r1cs", "witness.wtns")); // true',
        zKey: 'console.log((await zKey.exportVerificationKey("circuit.zkey")).protocol); // groth16',
    },
});

/** Entries whose functions have examples, but for those that need a second machine. */
export const WITH_EXAMPLES = Object.freeze([
    "ffturbo/groth16", "ffturbo/plonk", "ffturbo/fflonk", "ffturbo/verify", "ffturbo/witness", "ffturbo-snarkjs/circuits",
    ...Object.keys(OF_ENTRY),
]);
/** They belong together: docs/operations.md shows a proof that is split over machines, and jobs in a queue. */
export const ELSEWHERE = Object.freeze(["combine", "quotientScalars", "msmRange"]);

/**
 * @param {string} entry - as it is imported
 * @param {string} name
 * @returns {string | undefined} a module that runs as it is
 */
export function exampleOf(entry, name) {
    const own = OF_ENTRY[entry] ?? LINES;
    if (!WITH_EXAMPLES.includes(entry) || !Object.hasOwn(own, name)) return undefined;
    const lines = own[name];
    const [line, others] = /^import { ([\w, ]+) } from "ENTRY";\n/m.exec(lines) ?? [];
    const body = line ? lines.replace(line, "") : lines;
    const [, imports, rest] = /^((?:import .*\n)*)([^]*)$/.exec(body);
    return [
        ...(body.includes("readFile(") ? ['import { readFile } from "node:fs/promises";'] : []),
        ...imports.split("\n").filter(Boolean),
        `import { ${[...(others?.split(", ") ?? []), name].sort().join(", ")} } from "${entry}";`, "", rest,
    ].join("\n");
}
