/**
 * Groth16 proofs from a proving key and a witness, in bounded memory: points, coefficients and
 * values are read in pieces while workers compute.
 *
 *   pi_a = alpha1 + sum w_i A_i + r delta1
 *   pi_b = beta2 + sum w_i B2_i + s delta2          (pib1: the same in G1)
 *   pi_c = sum_{i > nPublic} w_i C_i + sum h_i H_i + s pi_a + r pib1 - r s delta1
 *
 * with h = A w * B w - C w on the coset, and r, s drawn freshly from the host's generator.
 * Source: Groth 2016; the points H of a zkey are in the Lagrange basis of that coset.
 * @module prover/groth16_prove
 */
import { warmTransforms } from "../batch/warm.js";
import { ownCurve } from "../curves/own.js";
import { readLE } from "../util/bytes.js";
import { yieldToEventLoop } from "../util/host.js";
import { createBudget } from "./budget.js";
import { keepCommon, takeCommon } from "./common.js";
import { buildABC } from "./coefficients.js";
import { ensure } from "./errors.js";
import { planMemory } from "./memory.js";
import { readOptions } from "./options.js";
import { checkAllPoints, checkHeaderPoints } from "./points.js";
import { createProgress } from "./progress.js";
import { encodeProof } from "./proof.js";
import { openSource } from "./source.js";
import { joinFirstFailure, underSignal } from "./stop.js";
import { sumA, sumB1, sumB2, sumC, sumH } from "./sums.js";
import { verifyWithKey } from "./groth16_verify.js";
import { checkValues, checkWitnessFits, openWtns, readValues } from "./wtns.js";
import { calculateWitness } from "./witness_calculator.js";
import { openZkey, SECTION } from "./zkey.js";

/** @import { Context } from "./context.js" */
/** @import { ProveOptions } from "./options.js" */
/** @import { PhaseTiming, Progress } from "./progress.js" */
/** @import { Proof } from "./proof.js" */
/** @import { SourceLike } from "./source.js" */
/** @import { Zkey } from "./zkey.js" */

/**
 * @typedef {object} ProveResult
 * @property {Proof} proof
 * @property {string[]} publicSignals - decimal
 * @property {readonly PhaseTiming[]} [timings] - on request
 * @property {Readonly<{ tier: string, threads: number }>} [engine] - on request, with timings: what it ran on
 */

/**
 * A witness that is at hand or can be read.
 * @typedef {object} WitnessInput
 * @property {string} name
 * @property {number} n8
 * @property {bigint} r
 * @property {number} count
 * @property {(progress: Progress, signal: AbortSignal) => Promise<Uint8Array>} values
 */

/**
 * Workers up to which coefficients and transforms go first. They lead to the sum over H, so
 * that nothing should wait in front of them: on two workers, with everything queued at once,
 * they came through after 5.2 of 6.4 s at 2^18. Many workers would wait for the one thread
 * that reads coefficients, and have sums to begin with.
 */
const FEW_WORKERS = 4;

/** Domain from which its transforms take longer than to warm their kernels up. */
const WORTH_WARMING = 2 ** 14;

/**
 * The proof itself: five sums, one of them over what the transforms give, and the blinding.
 * @param {Context} context
 * @param {AbortController} controller - raised by the first part that fails
 */
async function makeProof(context, controller) {
    const { zkey: { domainSize }, curve, tm, signal, progress } = context;
    const transforms = async (/** @type {Uint8Array[]} */ [a, b, c]) => {
        const phase = progress.begin("transforms", 3 * domainSize);
        const scalars = await curve.Fr.cosetQuotient(a, b, c, { consume: true, signal });
        phase.advance(3 * domainSize);
        phase.end();
        return scalars;
    };
    // One worker does that while another sums coefficients.
    const warmed = tm.cold && domainSize >= WORTH_WARMING ? warmTransforms(tm, curve.Fr, { signal }) : undefined;
    warmed?.catch(() => {}); // others tell the same
    const first = tm.concurrency <= FEW_WORKERS ? await buildABC(context) : undefined;
    const quotient = async () => sumH(context, transforms(first ?? await buildABC(context)));
    // The longest next: what comes last decides how long some workers wait for the others.
    const h = quotient(), b2 = sumB2(context), a = sumA(context), b1 = sumB1(context), c = sumC(context);
    const [sumOfH, sumOfC, { piA, piB, cross }] = await joinFirstFailure(controller, [h, c, blind(context, a, b1, b2), b2, a, b1]);
    const { G1 } = curve;
    return encodeProof(curve, context.zkey.curve.name, piA, piB, G1.toAffine(G1.add(G1.add(sumOfC, sumOfH), cross)));
}

/**
 * All of the proof that C and H have no part in: pi_a and pi_b, affine, and what they add to pi_c. Workers sum over H meanwhile.
 * @param {Context} context
 * @param {Promise<Uint8Array>} sumOfA
 * @param {Promise<Uint8Array>} sumOfB1
 * @param {Promise<Uint8Array>} sumOfB2
 */
async function blind({ zkey: { points }, curve: { Fr, G1, G2 } }, sumOfA, sumOfB1, sumOfB2) {
    await yieldToEventLoop(); // workers have their first tasks: the generator of a host may take 9 ms to load
    const r = /** @type {Uint8Array} */ (Fr.random()), s = /** @type {Uint8Array} */ (Fr.random());
    const a = G1.add(points.alpha1, await sumOfA), b1 = G1.add(points.beta1, await sumOfB1), b2 = G2.add(points.beta2, await sumOfB2);
    const piA = G1.toAffine(G1.add(a, G1.timesFr(points.delta1, r)));
    const piB = G2.toAffine(G2.add(b2, G2.timesFr(points.delta2, s)));
    // s (a + r delta1) + r (b1 + s delta1) - r s delta1
    const cross = G1.add(G1.add(G1.timesFr(a, s), G1.timesFr(b1, r)), G1.timesFr(points.delta1, Fr.mul(r, s)));
    return { piA, piB, cross };
}

/**
 * Does the work with the witness and the columns in memory that workers share, where that is possible.
 * @template T
 * @param {Context} context
 * @param {(context: Context) => Promise<T>} work
 */
async function inCommon(context, work) {
    const { tm, witness, zkey: { domainSize, curve: { n8r } } } = context, column = domainSize * n8r;
    const common = takeCommon(tm, [witness.length, column, column, column]);
    if (!common) return work(context);
    const [values, ...columns] = common;
    values.set(witness);
    const result = await work({ ...context, witness: values, columns });
    keepCommon(tm, common);
    return result;
}

/**
 * Up to here a fresh process proves sooner on one thread than its workers would have started:
 * 227 ms against 300 at 2^8, 339 against 561 at 2^12 (two busy cores, Node 20), and nobody
 * notices a page that is held for so short.
 * @param {Zkey} zkey
 */
const isBrief = ({ nVars, domainSize }) => nVars + domainSize <= 2 ** 11;

/**
 * The curve, with its workers on their way: they start while files are read, which is 30 ms of a short proof.
 * @param {Zkey} zkey
 * @param {ReturnType<typeof readOptions>} options
 */
async function openCurve(zkey, options) {
    const curve = options.curve ?? await ownCurve(zkey.curve.name, { threads: options.threads }, { brief: isBrief(zkey) });
    if (!isBrief(zkey)) curve.tm.warm?.(); // another copy of this package may not have it
    return curve;
}

/**
 * A key, and its curve as soon as the header says which: workers take longer to start than the witness to open.
 * @param {Promise<import("./source.js").Source>} source
 * @param {ReturnType<typeof readOptions>} options
 */
function openKey(source, options) {
    const key = source.then(openZkey), curve = key.then((opened) => openCurve(opened, options));
    curve.catch(() => {}); // told by who waits for it, unless the witness fails before
    return { key, curve };
}

/** @param {Zkey} zkey @param {Uint8Array} values @returns {string[]} */
const publicOf = ({ nPublic, curve: { n8r } }, values) => Array.from({ length: nPublic }, (_, i) => readLE(values, (i + 1) * n8r, n8r).toString());

/**
 * @param {Context} context
 * @param {{ proof: Proof, publicSignals: string[] }} result
 */
async function checkProof({ zkey: { file, nPublic, sG1, points }, curve, progress, signal }, { proof, publicSignals }) {
    const phase = progress.begin("check", 1);
    const ic = await file.read(SECTION.IC, 0, (nPublic + 1) * sG1, signal);
    const IC = Array.from({ length: nPublic + 1 }, (_, i) => ic.slice(i * sG1, (i + 1) * sG1));
    const ok = await verifyWithKey(curve, { ...points, IC }, publicSignals, proof);
    ensure(ok, "ERR_CHECK", () => `${file.name}: expected a proof that verifies, got one that does not: the witness does not satisfy the circuit, or the key is damaged`);
    phase.advance(1);
    phase.end();
}

/**
 * Proves once key and witness are open.
 * @param {Zkey} zkey
 * @param {WitnessInput} witness
 * @param {Promise<any>} opening - the curve
 * @param {ReturnType<typeof readOptions>} options
 * @param {Progress} progress
 * @param {AbortController} controller
 * @returns {Promise<ProveResult>}
 */
async function proveOpened(zkey, witness, opening, options, progress, controller) {
    const { signal } = controller;
    checkWitnessFits(witness, zkey);
    const [curve, values] = await joinFirstFailure(controller, [opening, witness.values(progress, signal)]);
    ensure(curve.name === zkey.curve.name, "ERR_OPTION", () => `prove: expected options.curve to be ${zkey.curve.name}, as ${zkey.file.name} asks for, got ${curve.name}`);
    checkHeaderPoints(zkey, curve);
    await checkValues(values, witness);
    const { budgetBytes, rangeBytes } = planMemory(zkey, options.memory, curve.tm.concurrency);
    /** @type {Context} */
    const context = { zkey, witness: values, curve, tm: curve.tm, progress, budget: createBudget(budgetBytes, signal), rangeBytes, signal };
    if (options.paranoid) await checkAllPoints(context);
    const proof = await inCommon(context, (shared) => makeProof(shared, controller));
    const result = { proof, publicSignals: publicOf(zkey, values) };
    if (options.check) await checkProof(context, result);
    signal.throwIfAborted();
    if (!options.timings) return result;
    const { tier, concurrency, singleThread } = curve.tm;
    return { ...result, timings: progress.timings(), engine: Object.freeze({ tier, threads: singleThread ? 0 : concurrency }) };
}

/** @param {import("./wtns.js").Wtns} wtns @returns {WitnessInput} */
const witnessOf = (wtns) => ({
    name: wtns.file.name, n8: wtns.n8, r: wtns.r, count: wtns.count,
    async values(progress, signal) {
        const phase = progress.begin("witness", wtns.count * wtns.n8);
        const values = await readValues(wtns, phase.advance, signal);
        phase.end();
        return values;
    },
});

/**
 * Opens sources for body and closes them afterwards, whatever happens.
 * @template T
 * @param {ReturnType<typeof readOptions>} options
 * @param {(tools: { open: (name: string, value: SourceLike) => Promise<import("./source.js").Source>, controller: AbortController, progress: Progress }) => Promise<T>} body
 * @returns {Promise<T>}
 */
async function withSources({ signal: outer, readTimeout, onProgress }, body) {
    const progress = createProgress(onProgress);
    return underSignal(outer, async (controller) => {
        /** @type {import("./source.js").Source[]} */
        const opened = [];
        const open = async (/** @type {string} */ name, /** @type {SourceLike} */ value) => {
            const source = await openSource(name, value, { signal: controller.signal, readTimeout });
            opened.push(source);
            return source;
        };
        try {
            return await body({ open, controller, progress });
        } finally {
            await Promise.allSettled(opened.map((source) => source.close()));
        }
    });
}

/**
 *   in      zkey, witness: a path, bytes, a Blob or File, a URL, or a reader (offset, length)
 *   out     the proof and the public signals, as snarkjs writes them
 *   memory  options.memory, about; more only where the witness and the domain alone take more
 *   throws  a ProverError with a code, or the reason of the signal; nothing is left running
 * @param {SourceLike} zkey
 * @param {SourceLike} witness - a wtns file
 * @param {ProveOptions} [options]
 * @returns {Promise<ProveResult>}
 */
export async function prove(zkey, witness, options) {
    const checked = readOptions("prove", options);
    return withSources(checked, async ({ open, controller, progress }) => {
        const { key: opened, curve } = openKey(open("zkey", zkey), checked);
        const [key, wtns] = await joinFirstFailure(controller, [opened, open("witness", witness).then(openWtns)]);
        return proveOpened(key, witnessOf(wtns), curve, checked, progress, controller);
    });
}

/** @param {SourceLike | WebAssembly.Module} wasm @param {(name: string, value: SourceLike) => Promise<import("./source.js").Source>} open */
async function readModule(wasm, open) {
    if (wasm instanceof WebAssembly.Module) return { code: wasm, name: "wasm" };
    const source = await open("wasm", wasm);
    ensure(source.size !== undefined, "ERR_OPTION", () => `${source.name}: expected a reader with its size for the witness calculator, got one without`);
    return { code: await source.read(0, source.size), name: source.name };
}

/**
 * Calculates the witness with the circuit's own program, then proves.
 *   in      inputs by signal name; circuit.wasm and key from the same kinds of sources as prove takes
 * @param {import("./witness_calculator.js").Inputs} inputs
 * @param {SourceLike | WebAssembly.Module} wasm - compiled by circom 2
 * @param {SourceLike} zkey
 * @param {ProveOptions} [options]
 * @returns {Promise<ProveResult>}
 */
export async function fullProve(inputs, wasm, zkey, options) {
    const checked = readOptions("fullProve", options);
    return withSources(checked, async ({ open, controller, progress }) => {
        const { key: opened, curve } = openKey(open("zkey", zkey), checked);
        const [key, { code, name }] = await joinFirstFailure(controller, [opened, readModule(wasm, open)]);
        const phase = progress.begin("witness", 1);
        const witness = await calculateWitness(code, inputs, { name, onLog: checked.onLog });
        phase.advance(1);
        phase.end();
        const { n8, r, count, values } = witness;
        return proveOpened(key, { name, n8, r, count, values: async () => values }, curve, checked, progress, controller);
    });
}
