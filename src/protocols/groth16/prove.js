/**
 * Groth16 proofs from a proving key and a witness, in bounded memory: points, coefficients and
 * values are read a part at a time while workers compute.
 *
 *   pi_a = alpha1 + sum w_i A_i + r delta1
 *   pi_b = beta2 + sum w_i B2_i + s delta2          (pib1: the same in G1)
 *   pi_c = sum_{i > nPublic} w_i C_i + sum h_i H_i + s pi_a + r pib1 - r s delta1
 *
 * with h = A w * B w - C w on the coset, and r, s drawn freshly from the host's generator.
 * Source: Groth 2016; the points H of a zkey are in the Lagrange basis of that coset.
 * @module protocols/groth16/prove
 */
import { warmTransforms } from "../../batch/warm.js";
import { clear, readLE } from "../../util/bytes.js";
import { ChaCha } from "../../util/chacha.js";
import { yieldToEventLoop } from "../../util/host.js";
import { freeBuffers } from "../../util/host_memory.js";
import { getRandomSeed } from "../../util/random.js";
import { createBudget } from "../../files/budget.js";
import { giveCommon, takeCommon } from "../key/shared_columns.js";
import { buildABC } from "./coefficients.js";
import { ensure, ProverError } from "../../files/errors.js";
import { effortsOf } from "./efforts.js";
import { examineKey } from "./examine_key.js";
import { checkMemory, planMemory } from "./memory.js";
import { checkCurve, isShort, openKey, witnessOf, withSources } from "./open.js";
import { readOptions } from "../key/options.js";
import { checkAllPoints, checkHeaderPoints } from "./points.js";
import { createProgress } from "../../files/progress.js";
import { encodeProof } from "./proof.js";
import { joinFirstFailure, orAborted } from "../../files/stop.js";
import { sumA, sumB1, sumB2, sumC, sumH } from "./sums.js";
import { verifyWithKey } from "./verify.js";
import { checkValues, checkWitnessFits, openWtns } from "../../files/wtns.js";
import { openPlace } from "../../files/witness/places.js";
import { calculateAt } from "../../files/witness_calculator.js";
import { limitOptions, placeOptions } from "../witness.js";
import { SECTION } from "./zkey.js";

/** @import { Context } from "./context.js" */
/** @import { WitnessInput } from "./open.js" */
/** @import { ProveOptions } from "../key/options.js" */
/** @import { PhaseTiming, Progress } from "../../files/progress.js" */
/** @import { Proof } from "./proof.js" */
/** @import { SourceLike } from "../../files/source.js" */
/** @import { Zkey } from "./zkey.js" */

/**
 * @typedef {object} ProveResult
 * @property {Proof} proof
 * @property {string[]} publicSignals - decimal
 * @property {readonly PhaseTiming[]} [timings] - on request
 * @property {Readonly<{ tier: string, threads: number }>} [engine] - what it ran on; together with timings
 */

/**
 * Up to this many workers, coefficients are summed before anything else is queued, and the transforms come next: the
 * workers are busy with them, and the sum over H needs them. More workers would wait for the one thread that reads
 * coefficients; they begin with other sums, but whoever is free takes coefficients and transforms first. When these
 * took turns with the other sums, they were done after three quarters of a proof of 2^18 on 8 workers.
 */
const FEW_WORKERS = 4;

/** Size of the domain from which on transforms take longer than warming up their kernels. */
const WORTH_WARMING = 2 ** 14;

/**
 *   in      A w, B w and their product on the domain; they are overwritten or emptied
 *   out     the scalars of the sum over H, canonical LE
 * @param {Context} context
 * @param {Uint8Array[]} abc
 * @returns {Promise<Uint8Array>}
 */
export async function quotientOf(context, [a, b, c]) {
    const { zkey: { domainSize }, curve, signal, progress, secrets, columns, sequence } = context;
    const elements = 3 * domainSize, phase = progress.begin("transforms", elements);
    let done = 0;
    const onFraction = (/** @type {number} */ fraction) => {
        phase.advance(Math.floor(fraction * elements) - done);
        done = Math.floor(fraction * elements);
    };
    const options = { consume: true, sequence, signal, urgent: true, onFraction };
    const quotient = await curve.Fr.cosetQuotient(a, b, c, options);
    const scalars = /** @type {Uint8Array} */ (quotient); // of a domain below 2^25
    if (!columns) secrets.push(scalars); // shared memory is cleared when it is given back
    onFraction(1);
    phase.end();
    return scalars;
}

/**
 * Optimizes the kernels of transforms on one worker while another sums coefficients. In a short proof this thread would
 * do it.
 * @param {Context} context
 */
export function warmUp({ zkey, curve, tm, signal }) {
    if (!tm.cold || zkey.domainSize < WORTH_WARMING || isShort(zkey)) return undefined;
    const warmed = warmTransforms(tm, curve.Fr, { signal });
    warmed.catch(() => {}); // the next use of the worker reports the error
    return warmed;
}

/**
 * The proof itself: five sums, one of them over the results of the transforms, and the blinding.
 * @param {Context} context
 * @param {AbortController} controller - aborted by the first part that fails
 */
async function makeProof(context, controller) {
    const { curve, tm } = context;
    warmUp(context);
    const first = tm.concurrency <= FEW_WORKERS ? await buildABC(context) : undefined;
    const quotient = async () => sumH(context, quotientOf(context, first ?? await buildABC(context)));
    // The longest sum comes next: the last one decides how long some workers wait for the others.
    const h = quotient(), b2 = sumB2(context), a = sumA(context), b1 = sumB1(context), c = sumC(context);
    const [sumOfH, sumOfC, { piA, piB, cross }] = await joinFirstFailure(controller, [
        h,
        c,
        blind(context, a, b1, b2),
        b2,
        a,
        b1,
    ]);
    const { G1 } = curve;
    return encodeProof(curve, context.zkey.curve.name, piA, piB, G1.toAffine(G1.add(G1.add(sumOfC, sumOfH), cross)));
}

/**
 * The parts of the proof that do not need C and H: pi_a and pi_b, affine, and what they contribute to pi_c. Workers sum
 * over H at the same time.
 * @param {Context} context
 * @param {Promise<Uint8Array>} sumOfA
 * @param {Promise<Uint8Array>} sumOfB1
 * @param {Promise<Uint8Array>} sumOfB2
 */
export async function blind({ zkey: { points }, curve: { Fr, G1, G2 } }, sumOfA, sumOfB1, sumOfB2) {
    await yieldToEventLoop(); // so that workers get their first tasks: a host's generator may take 9 ms to load
    const { r, s, rs } = drawBlinding(Fr);
    try {
        const a = G1.add(points.alpha1, await sumOfA),
            b1 = G1.add(points.beta1, await sumOfB1),
            b2 = G2.add(points.beta2, await sumOfB2);
        const piA = G1.toAffine(G1.add(a, G1.timesSecret(points.delta1, r)));
        const piB = G2.toAffine(G2.add(b2, G2.timesSecret(points.delta2, s)));
        // s (a + r delta1) + r (b1 + s delta1) - r s delta1
        const cross = G1.add(G1.add(G1.timesSecret(a, s), G1.timesSecret(b1, r)), G1.timesSecret(points.delta1, rs));
        return { piA, piB, cross };
    } finally {
        for (const scalar of [r, s, rs]) scalar.fill(0);
    }
}

/**
 * r, s and their product, LEM, from a generator that is dropped afterwards: the state of the shared one of `random`
 * would reveal what it has returned.
 * @param {any} Fr
 * @returns {{ r: Uint8Array, s: Uint8Array, rs: Uint8Array }}
 */
function drawBlinding(Fr) {
    const generator = new ChaCha(getRandomSeed());
    const r = Fr.fromRng(generator), s = Fr.fromRng(generator);
    generator.state.fill(0);
    generator.buff.fill(0);
    return { r, s, rs: Fr.mul(r, s) };
}

/**
 * Does the work with the witness and the columns in memory that workers share, if that is possible; the context's own
 * witness is gone then.
 * @template T
 * @param {Context} context
 * @param {(context: Context) => Promise<T>} work
 */
export async function inCommon(context, work) {
    const { tm, witness, zkey: { domainSize, curve: { n8r } } } = context, column = domainSize * n8r;
    const common = takeCommon(tm, [witness.length, column, column, column]);
    if (!common) return work(context);
    const [values, ...columns] = common;
    let ended = false;
    try {
        values.set(witness);
        witness.fill(0);
        freeBuffers([witness.buffer]);
        const result = await work({ ...context, witness: values, columns });
        ended = true;
        return result;
    } finally {
        giveCommon(tm, common, ended);
    }
}

/** @param {Zkey} zkey @param {Uint8Array} values @returns {string[]} */
export const publicOf = ({ nPublic, curve: { n8r } }, values) =>
    Array.from({ length: nPublic }, (_, i) => readLE(values, (i + 1) * n8r, n8r).toString());

/**
 * The proof as any verifier will see it: does it verify?
 * @param {Context} context
 * @param {{ proof: Proof, publicSignals: string[] }} result
 */
export async function holds({ zkey: { file, nPublic, sG1, points }, curve, progress, signal }, result) {
    const phase = progress.begin("check", 1);
    const ic = await file.read(SECTION.IC, 0, (nPublic + 1) * sG1, signal);
    const IC = Array.from({ length: nPublic + 1 }, (_, i) => ic.slice(i * sG1, (i + 1) * sG1));
    const ok = await verifyWithKey(curve, { ...points, IC }, result.publicSignals, result.proof);
    phase.advance(1);
    phase.end();
    return ok;
}

/**
 * Whose fault it is that a proof does not verify: the key's, or else the witness's.
 * @param {Context} context
 * @param {string} name - of the witness
 * @returns {Promise<never>}
 */
export async function blameKeyOrWitness(context, name) {
    await examineKey({ ...context, progress: createProgress(undefined) });
    throw new ProverError(
        "ERR_CHECK",
        `${name}: expected a witness that satisfies the circuit of ${context.zkey.file.name}, got one whose proof does not verify; the coefficients and the points A, B and H of the key agree, so this witness does not satisfy the circuit, unless points C are damaged`,
    );
}

/**
 * Proves once key and witness are open.
 * @param {Zkey} zkey
 * @param {WitnessInput} witness
 * @param {Promise<import("../../curves/types.js").Curve>} opening - the curve
 * @param {ReturnType<typeof readOptions>} options
 * @param {Progress} progress
 * @param {AbortController} controller
 * @returns {Promise<ProveResult>}
 */
async function proveOpened(zkey, witness, opening, options, progress, controller) {
    const { signal } = controller;
    checkMemory("prove", zkey, options.memory);
    checkWitnessFits(witness, zkey);
    const reading = witness.values(progress, signal), secrets = /** @type {Uint8Array[]} */ ([]);
    try {
        const [curve, values] = await joinFirstFailure(controller, [opening, reading]);
        checkCurve("prove", zkey, curve);
        checkHeaderPoints(zkey, curve);
        await checkCard(curve, options);
        await checkValues(values, witness);
        const { budgetBytes, chunkBytes, sequence } = planMemory(zkey, options.memory, curve.tm.concurrency);
        const budget = createBudget(budgetBytes, signal);
        progress.plan(effortsOf(zkey, values, options));
        const { gpu } = options, { tm } = curve;
        const plan = { budget, chunkBytes, sequence };
        return await proveIn(
            { zkey, witness: values, secrets, curve, tm, progress, ...plan, signal, gpu },
            witness.name,
            options,
            controller,
        );
    } finally { // both have settled; the curve of another copy of this package may have no wipe
        await Promise.allSettled([
            reading.then(clear),
            opening.then((curve) => curve.tm.wipe?.()),
        ]);
        secrets.forEach(clear);
    }
}

/**
 * The card is ready, if it must be used.
 * @param {any} curve
 * @param {ReturnType<typeof readOptions>} options
 */
async function checkCard({ G1: { card } }, { gpu }) {
    if (gpu !== "enabled") return;
    await card?.prepare(true);
    const why = card ? card.reason : "useGpu of ffturbo/gpu gives the curve one";
    ensure(
        card?.isReady,
        "ERR_OPTION",
        () => `prove: expected a graphics card for gpu: "enabled", got none: ${why}`,
    );
}

/**
 * @param {Context} context
 * @param {string} name - of the witness
 * @param {ReturnType<typeof readOptions>} options
 * @param {AbortController} controller
 * @returns {Promise<ProveResult>}
 */
async function proveIn(context, name, options, controller) {
    const { zkey, witness, tm, progress, signal } = context;
    if (options.paranoid) await checkAllPoints(context);
    const publicSignals = publicOf(zkey, witness);
    const proof = await inCommon(context, (shared) => makeProof(shared, controller)), result = { proof, publicSignals };
    if (options.check && !await holds(context, result)) await blameKeyOrWitness(context, name);
    signal.throwIfAborted();
    if (!options.timings) return result;
    const { tier, concurrency, singleThread } = /** @type {any} */ (tm);
    return {
        ...result,
        timings: progress.timings(),
        engine: Object.freeze({ tier, threads: singleThread ? 0 : concurrency }),
    };
}

/**
 *   in      zkey, witness: a path, bytes, a Blob or File, a URL, or a reader (offset, length)
 *   out     the proof and the public signals, as snarkjs writes them
 *   memory  about options.memory; more only if the witness and the columns on the domain take more
 *   throws  a ProverError with a code, or the reason of the signal; nothing is left running
 * @param {SourceLike} zkey
 * @param {SourceLike} witness - a wtns file
 * @param {ProveOptions} [options]
 * @returns {Promise<ProveResult>}
 */
export async function prove(zkey, witness, options) {
    const checked = readOptions("prove", options);
    return withSources(checked, async (tools) => {
        const { open, controller, progress } = tools, { key: opened, curve } = openKey(tools, zkey, checked);
        const [key, wtns] = await joinFirstFailure(controller, [opened, open("witness", witness).then(openWtns)]);
        return proveOpened(key, witnessOf(wtns), curve, checked, progress, controller);
    });
}

/**
 * @param {SourceLike | WebAssembly.Module} wasm
 * @param {(name: string, value: SourceLike) => Promise<import("../../files/source.js").Source>} open
 * @param {number} memory - bytes that it may have
 */
async function readModule(wasm, open, memory) {
    if (wasm instanceof WebAssembly.Module) return { code: wasm, name: "wasm" };
    const source = await open("wasm", wasm), { name } = source;
    const size = await source.length(memory);
    ensure(
        size !== undefined,
        "ERR_OPTION",
        () => `${name}: expected a reader with its size for the witness calculator, got one without`,
    );
    ensure(
        size <= memory,
        "ERR_LIMIT",
        () =>
            `${name}: expected a witness calculator of at most ${memory} bytes, got a larger one; raise memory if you trust it`,
    );
    return { code: await source.read(0, size), name };
}

/**
 * Calculates the witness with the circuit's own program, then proves.
 *   in      inputs by signal name; circuit.wasm and key from the same kinds of sources as prove takes
 * @param {import("../../files/witness/inputs.js").Inputs} inputs
 * @param {SourceLike | WebAssembly.Module} wasm - compiled by circom 2
 * @param {SourceLike} zkey
 * @param {ProveOptions} [options]
 * @returns {Promise<ProveResult>}
 */
export async function fullProve(inputs, wasm, zkey, options) {
    const checked = readOptions("fullProve", options);
    checked.signal?.throwIfAborted();
    const place = openPlace(placeOptions(checked)); // starts a worker while files are opened
    const prover = withSources(checked, async (tools) => {
        const { open, controller, progress } = tools, { key: opened, curve } = openKey(tools, zkey, checked);
        const calculating = async () => {
            const [{ code, name }, remote] = await Promise.all([
                readModule(wasm, open, checked.memory),
                orAborted(place.isRemote(), controller.signal),
            ]);
            if (!remote) await opened; // errors of the key are reported before this thread is busy
            const phase = progress.begin("witness", 1);
            const witness = await calculateAt(place, code, inputs, {
                ...limitOptions(checked),
                name,
                signal: controller.signal,
                consume: true,
            });
            place.leave();
            phase.advance(1);
            phase.end();
            return { ...witness, name, values: async () => witness.values };
        };
        const [key, witness] = await joinFirstFailure(controller, [opened, calculating()]);
        return proveOpened(key, witness, curve, checked, progress, controller);
    });
    return prover.finally(() => place.leave());
}
