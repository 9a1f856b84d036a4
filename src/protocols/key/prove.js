/**
 * Proving, whatever the protocol: opens what is needed, checks it before anything runs, divides the
 * memory, calls the steps of the protocol, and clears secrets however that ends.
 * @module protocols/key/prove
 */
import { gpuOf } from "../../batch/gpu_hooks.js";
import { createBudget } from "../../files/budget.js";
import { ensure } from "../../files/errors.js";
import { joinFirstFailure } from "../../files/stop.js";
import { withSources } from "../../files/with_sources.js";
import { checkValues, checkWitnessFits, openWtns } from "../../files/wtns.js";
import { clear, readLE } from "../../util/bytes.js";
import { checkMemory, planMemory } from "./memory.js";
import { checkCurve, openKey, witnessOf } from "./open.js";
import { readOptions } from "./options.js";
import { watchTasks } from "./task_timings.js";

/** @import { ProgramLike, SourceLike } from "../../files/source.js" */
/** @import { PhaseTiming, Progress } from "../../files/progress.js" */
/** @import { Protocol } from "../protocol.js" */
/** @import { Context } from "./context.js" */
/** @import { Key, KeyKind } from "./header.js" */
/** @import { WitnessInput } from "./open.js" */
/** @import { ProveOptions } from "./options.js" */
/** @import { Weakness } from "./weakness.js" */
/** @import { TaskTiming } from "./task_timings.js" */

/**
 * @template P
 * @template {string} [F=string]
 * @typedef {object} ProveResult
 * @property {P} proof
 * @property {string[]} publicSignals - decimal
 * @property {readonly PhaseTiming<F>[]} [timings] - on request
 * @property {readonly TaskTiming[]} [tasks] - which thread was busy with what, and when; together
 *   with timings
 * @property {Readonly<{ tier?: string, threads: number }>} [engine] - what it ran on; together with
 *   timings
 * @property {Readonly<Weakness>} [weakness] - why anybody can forge proofs of this key
 */

/**
 * What proving needs of a protocol.
 * @typedef {Pick<Protocol, keyof KeyKind | "memory" | "weakness" | "steps">} Prover
 */

/** @typedef {{ protocol: Prover, zkey: any }} Opened any: a key of that protocol */

/** @param {Pick<Key, "nPublic" | "curve">} zkey @param {Uint8Array} values @returns {string[]} */
export const publicOf = ({ nPublic, curve: { n8r } }, values) =>
    Array.from({ length: nPublic }, (_, i) => readLE(values, (i + 1) * n8r, n8r).toString());

/**
 * Of keys that are open: a prover of many proofs asks once.
 * @type {WeakMap<Key, ReturnType<Prover["weakness"]>>}
 */
const judged = new WeakMap();

/** @param {Opened} opened @param {Promise<Curve>} opening - its curve */
function weaknessIn({ protocol, zkey }, opening) {
    const weakness = judged.get(zkey) ?? protocol.weakness(zkey, () => opening);
    judged.set(zkey, weakness);
    weakness.catch(() => judged.delete(zkey));
    return weakness;
}

/**
 * Proves once key and witness are open.
 * @param {Opened} opened
 * @param {WitnessInput} witness
 * @param {Promise<Curve>} opening - the curve
 * @param {ReturnType<typeof readOptions>} options
 * @param {Progress} progress
 * @param {AbortController} controller
 * @returns {Promise<ProveResult<any>>}
 */
async function proveOpened(opened, witness, opening, options, progress, controller) {
    const { protocol, zkey } = opened;
    const { signal } = controller, { steps } = protocol, footprint = protocol.memory(zkey);
    checkMemory("prove", footprint, options.memory);
    checkWitnessFits(witness, zkey);
    const judging = weaknessIn(opened, opening);
    const reading = witness.values(progress, signal), secrets = /** @type {Uint8Array[]} */ ([]);
    try {
        const [curve, values] = await joinFirstFailure(controller, [opening, reading]);
        checkCurve("prove", zkey, curve);
        steps.checkHeader(zkey, curve);
        await checkGpu(steps.groups.map((name) => curve[name]), options);
        await checkValues(values, witness);
        const { budgetBytes, chunkBytes, sequence, keep } = planMemory(footprint, options.memory, curve.tm.concurrency);
        const budget = createBudget(budgetBytes, signal);
        progress.plan(steps.costs(zkey, values, options));
        const { gpu } = options, { tm } = curve;
        const plan = { budget, chunkBytes, sequence, keep };
        const result = await proveIn(
            protocol,
            { zkey, witness: values, secrets, curve, tm, progress, ...plan, signal, gpu },
            witness.name,
            options,
            controller,
        );
        const weakness = await judging;
        return weakness ? { ...result, weakness } : result;
    } finally { // both have settled; the curve of another copy of this package may have no wipe
        await Promise.allSettled([
            reading.then(clear),
            opening.then((curve) => curve.tm.wipe?.()),
        ]);
        secrets.forEach(clear);
    }
}

/**
 * The GPU is ready for all groups, if it must be used.
 * @param {import("../../curves/types.js").PointGroup[]} groups - of the MSMs
 * @param {ReturnType<typeof readOptions>} options
 */
async function checkGpu(groups, { gpu: mode }) {
    if (mode !== "enabled") return;
    for (const gpu of groups.map(gpuOf)) {
        await gpu?.prepare(true);
        const why = gpu ? gpu.reason : "useGpu of ffturbo-gpu gives the curve one";
        ensure(
            gpu?.isReady,
            "ERR_OPTION",
            () => `prove: expected a GPU for gpu: "enabled", got none: ${why}`,
        );
    }
}

/**
 * The proof as any verifier will see it: does it verify?
 * @template {Context<any>} C
 * @template R
 * @param {(context: C, result: R) => boolean | Promise<boolean>} verifyProof - of the protocol
 * @param {C} context
 * @param {R} result
 */
export async function selfVerify(verifyProof, context, result) {
    const phase = context.progress.begin("check", 1);
    const valid = await verifyProof(context, result);
    phase.advance(1);
    phase.end();
    return valid;
}

/**
 * @param {Prover} protocol
 * @param {Context} context
 * @param {string} name - of the witness
 * @param {ReturnType<typeof readOptions>} options
 * @param {AbortController} controller
 * @returns {Promise<ProveResult<any>>}
 */
async function proveIn({ steps }, context, name, options, controller) {
    const { zkey, witness, tm, progress, signal } = context;
    const watched = options.timings ? watchTasks(tm, progress) : undefined;
    try {
        if (options.paranoid) await steps.checkPoints(context);
        const publicSignals = publicOf(zkey, witness);
        const proof = await steps.createProof(context, controller), result = { proof, publicSignals };
        if (options.check && !await selfVerify(steps.verifyProof, context, result)) await steps.diagnose(context, name);
        signal.throwIfAborted();
        if (!watched) return result;
        const { tier, concurrency, singleThread } = tm;
        const engine = Object.freeze({ tier, threads: singleThread ? 0 : concurrency });
        return { ...result, timings: progress.timings(), tasks: watched.tasks(), engine };
    } finally {
        watched?.end();
    }
}

/** @typedef {import("../../curves/types.js").Curve} Curve */
/** @typedef {import("../../files/with_sources.js").Tools} Tools */

/**
 * A key and its curve, once they are there.
 * @typedef {{ key: Promise<Opened>, curve: Promise<Curve> }} Opening
 */

/**
 * Proves with what is opened under one signal.
 * @param {ReturnType<typeof readOptions>} options
 * @param {(tools: Tools) => Opening} openKeyWith
 * @param {(tools: Tools, key: Opening["key"]) => Promise<WitnessInput>} openWitness
 * @returns {Promise<ProveResult<any, any>>}
 */
export const proveWhatOpens = (options, openKeyWith, openWitness) => withSources(options, async (tools) => {
    const { controller, progress } = tools, { key, curve } = openKeyWith(tools);
    const [opened, witness] = await joinFirstFailure(controller, [key, openWitness(tools, key)]);
    return proveOpened(opened, witness, curve, options, progress, controller);
});

/** @param {SourceLike} witness - a wtns file @returns {(tools: Tools) => Promise<WitnessInput>} */
export const fromFile = (witness) => async ({ open }) => witnessOf(await openWtns(await open("witness", witness)));

/**
 * A witness that is calculated now.
 * @param {Tools} tools
 * @param {string} name - of the program
 * @param {() => Promise<import("../../files/witness/program.js").Witness>} calculate
 * @returns {Promise<WitnessInput>}
 */
export async function calculated({ progress }, name, calculate) {
    const phase = progress.begin("witness", 1);
    const witness = await calculate();
    phase.advance(1);
    phase.end();
    return { ...witness, name, values: async () => witness.values };
}

/**
 * @param {readonly Prover[]} protocols - whose keys are taken
 * @param {SourceLike} zkey
 * @param {SourceLike} witness - a wtns file
 * @param {ProveOptions<any>} [options]
 * @returns {Promise<ProveResult<any, any>>}
 */
export async function proveWith(protocols, zkey, witness, options) {
    const checked = readOptions("prove", options);
    return proveWhatOpens(checked, (tools) => openKey(tools, zkey, checked, protocols), fromFile(witness));
}
