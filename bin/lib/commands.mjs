/** What each command does. */
import { cpus } from "node:os";
import { proverCurve } from "../../src/curves/prover_curve.js";
import { fullProve, prove, verify } from "../../src/protocols/index.js";
import { pairingCurve } from "../../src/protocols/key/verifier.js";
import { calculateWitness, encodeWitness, optimizeCircuit, witnessInfo } from "../../src/protocols/witness.js";
import { counted } from "../../src/util/check.js";
import { SHORT } from "./arguments.mjs";
import { openBar } from "./bar.mjs";
import { describeFailure, failure } from "./exit_codes.mjs";
import { readBytes, readJson, sourceOf, STANDARD } from "./files.mjs";
import { checkVerificationKey, hintFor } from "./json_kinds.mjs";
import { print, say, sayWeak, styled } from "./output.mjs";
import { leaveSignals } from "./signals.mjs";
import { COMMANDS, OPTIONS } from "./usage.mjs";
import { openOutputs, placeFor, writeOutputs } from "./writer.mjs";

/**
 * Where proof and public signals go: to their usual files unless they are named, but not beside
 * what is only printed.
 * @param {string[]} outputs - the names as given
 * @param {boolean | undefined} json
 */
function namesOf([proof, publicSignals], json) {
    if (json && proof === undefined) return [];
    if (proof === STANDARD && publicSignals === undefined) return [proof];
    return [proof ?? "proof.json", publicSignals ?? "public.json"];
}

/**
 * Runs a prover with progress bars and writes its results to their files.
 * @param {any} request
 * @param {AbortSignal} signal
 * @param {string} zkey
 * @param {string[]} others - of the inputs
 * @param {string[]} outputs - the names as given
 * @param {(options: import("../../src/protocols/index.js").ProveOptions) => Promise<any>} run
 */
async function proveWith(request, signal, zkey, others, outputs, run) {
    const { threads, memory, check, paranoid, json } = request;
    const names = namesOf(outputs, json), inputs = [zkey, ...others];
    const places = openOutputs(inputs, json ? [STANDARD, ...names] : names).slice(json ? 1 : 0);
    const bar = openBar(request);
    let result;
    const started = performance.now();
    try {
        const { onProgress } = bar, onLog = (/** @type {string} */ line) => bar.say(line);
        result = await run({ threads, memory, check, paranoid, signal, timings: true, onProgress, onLog });
    } finally {
        bar.stop();
    }
    const { proof, publicSignals, timings, weakness } = result;
    await writeOutputs(places.map((place, i) => [place, [proof, publicSignals][i]]), signal);
    if (weakness) sayWeak(zkey, weakness);
    if (json) print(JSON.stringify(request.timings ? result : { proof, publicSignals, weakness }));
    else report(request, timings, performance.now() - started, places.map(({ name }) => name));
    return 0;
}

function report({ timings: wanted, check, quiet }, timings, elapsed, names) {
    if (wanted)
        for (const { phase, start, end } of timings)
            say(`${phase.padEnd(13)} ${start.toFixed(0).padStart(7)} to ${end.toFixed(0).padStart(7)} ms`);
    if (!quiet) say(`proved in ${(elapsed / 1000).toFixed(2)} s${check ? ", verified" : ""}: ${names.join(", ")}`);
}

/**
 * Without workers, the circuit's program has this thread to itself.
 * @param {any} request
 * @param {any} options
 */
const hearing = ({ threads }, { onProgress }) => (report) => {
    if (threads === 0 && report.phase === "witness") leaveSignals(report.done < report.total);
    onProgress?.(report);
};

/**
 * An error of a circuit's inputs says which names there are.
 * @param {{ wasm: string, inputs: any }} files
 */
const naming = (files) => async (/** @type {any} */ error) => {
    const { withInputNames } = await import("./input_names.mjs");
    throw await withInputNames(error, files);
};

/** A verdict for programs. */
const reportOf = ({ valid, reason, message }) => (valid ? { ok: true } : { ok: false, reason, message });

/**
 * An error of the verifier concerns the key, since we set the options.
 * @param {any} error
 * @param {string} name
 */
const keyFailure = (error, name) =>
    failure(error.code === "ERR_OPTION" ? "ERR_FILE" : error.code, error.message.replace(/^verify(?:Stream)?(?=: )/, name), error);

/**
 * A key that is refused because anybody can forge proofs of it is a verdict, too, where programs
 * read it.
 * @param {any} error
 * @param {string} name - of the key
 * @param {boolean | undefined} json
 */
function refusedKey(error, name, json) {
    const told = keyFailure(error, name);
    if (json && error.code === "ERR_KEY")
        print(JSON.stringify({ ok: false, reason: error.reason, message: describeFailure(told) }));
    throw told;
}

/**
 * A curve without workers: to start one takes longer than to verify one proof.
 * @param {unknown} name - in a key
 */
const curveOfOne = async (name) =>
    (typeof name === "string" && pairingCurve(name) ? proverCurve(pairingCurve(name).name, { threads: 0 }) : undefined);

/** The files that a verdict refers to. */
const placeOf = ({ input }, [, publicFile, proofFile]) =>
    ({ signals: publicFile, proof: proofFile })[input] ?? `${proofFile} with ${publicFile}`;

/** Commands of packages beside this one, where these are installed. */
const brought = Object.fromEntries(Object.entries(COMMANDS).filter(([, row]) => row.package).map(([name, row]) => [
    name,
    async (/** @type {any} */ request, /** @type {AbortSignal} */ signal) => {
        const { loadCommand } = await import("./companion.mjs");
        const run = loadCommand(row.package, name), { tools } = await import("./tools.mjs");
        return run(request, signal, tools);
    },
]));

export const commands = {
    ...brought,

    async prove(request, signal) {
        const [zkey, witness, ...outputs] = request.files;
        return proveWith(request, signal, zkey, [witness], outputs, async (options) =>
            prove(await sourceOf(zkey), await sourceOf(witness), options));
    },

    async fullprove(request, signal) {
        const [input, wasm, zkey, ...outputs] = request.files;
        return proveWith(request, signal, zkey, [input, wasm], outputs, async (options) => {
            const inputs = await readJson(input);
            const onProgress = hearing(request, options);
            return fullProve(inputs, await sourceOf(wasm), await sourceOf(zkey), { ...options, onProgress })
                .catch(naming({ wasm, inputs }));
        });
    },

    async verify({ files, many, insecure, json }, signal) {
        openOutputs(many === undefined ? files : [...files, many], [STANDARD]);
        if (many !== undefined) {
            const { verifyMany } = await import("./verify_many.mjs");
            const vkey = await readJson(files[0]);
            return await verifyMany(vkey, many, { signal, json, insecure, print, styled })
                .catch((error) => refusedKey(error, files[0], json));
        }
        const [vkey, publicSignals, proof] = await Promise.all(files.map(readJson));
        checkVerificationKey(vkey, files[0]);
        const curve = await curveOfOne(vkey?.curve); // verify refuses a key of another curve
        const found = await verify(vkey, publicSignals, proof, { reason: true, curve, insecure })
            .catch((error) => refusedKey(error, files[0], json));
        const hint = found.valid ? "" : hintFor(vkey, publicSignals, proof, found);
        const verdict = { ...found, message: `${found.message}${hint}` };
        print(
            json
                ? JSON.stringify(reportOf(verdict))
                : verdict.valid
                  ? styled("good", "the proof verifies")
                  : `${styled("bad", "the proof does NOT verify")}: ${placeOf(verdict, files)}: ${verdict.message}`,
        );
        return verdict.valid ? 0 : 1;
    },

    async info(request, signal) {
        openOutputs(request.files, [STANDARD]);
        const { info } = await import("./info.mjs");
        return info(request, signal, { print, styled });
    },

    async doctor(request) {
        const { doctor } = await import("./doctor.mjs");
        return doctor(request, print);
    },

    async wtns({ files: [wasm, input], output, threads, json, quiet }, signal) {
        const place = placeFor([wasm, input], output, json);
        const started = performance.now();
        const [code, inputs] = await Promise.all([readBytes(wasm), readJson(input)]);
        const witness = await calculateWitness(code, inputs, { name: wasm, threads, signal, onLog: say })
            .catch(naming({ wasm, inputs }));
        await writeOutputs([[place, encodeWitness(witness)]], signal);
        if (json) print(JSON.stringify({ file: output, values: witness.count }));
        else if (!quiet) say(`${counted(witness.count, "value")} in ${(performance.now() - started).toFixed(0)} ms: ${place.name}`);
        return 0;
    },

    async optimize({ files: [wasm], output, json, quiet }, signal) {
        const place = placeFor([wasm], output, json);
        const code = await readBytes(wasm);
        await writeOutputs([[place, optimizeCircuit(code)]], signal);
        const { generator, prime } = witnessInfo(code);
        if (json) print(JSON.stringify({ file: output, generator, prime }));
        else if (!quiet) say(`${generator}, ${prime}: ${place.name}`);
        return 0;
    },

    async completion({ files: [shell] }) {
        const { completionScript } = await import("./completion.mjs");
        print(completionScript(shell, { commands: COMMANDS, options: OPTIONS, short: SHORT }).trimEnd());
        return 0;
    },

    async bench(request, signal, versionOf) {
        if (request.gpu) {
            const { loadGpuBench } = await import("./companion.mjs");
            const machine = `${cpus()[0]?.model.trim() || process.arch}, Node ${process.versions.node}`;
            return loadGpuBench().benchGpu(request, signal, { print, version: versionOf(), machine });
        }
        const { bench } = await import("./bench.mjs");
        return bench(request, signal, { print, openBar, version: versionOf() });
    },
};
