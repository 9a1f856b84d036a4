/**
 * A prover for many proofs with one key: what each of them would open, read and start again is
 * kept. The first one is as fast as the others, because proofs of nothing were made before.
 * @module protocols/key/prover
 */
import { keptReads } from "../../files/kept_reads.js";
import { ensure, ProverError } from "../../files/errors.js";
import { givenOptions } from "../../util/options.js";
import { openSource } from "../../files/source.js";
import { joinFirstFailure } from "../../files/stop.js";
import { withSources } from "../../files/with_sources.js";
import { openCalculator } from "../../files/witness_calculator.js";
import { isBytes } from "../../util/bytes.js";
import { getRandomBytes } from "../../util/random.js";
import { planMemory } from "./memory.js";
import { openCurve, readKey, withCurve } from "./open.js";
import { readOptions, RULES } from "./options.js";
import { limitOptions, readModule, runnerOptions } from "./program.js";
import { calculated, fromFile, proveWhatOpens } from "./prove.js";
import { errorCode } from "../../util/check.js";

/** @import { ProgramLike, SourceLike } from "../../files/source.js" */
/** @import { Inputs } from "../../files/witness/inputs.js" */
/** @import { Calculator } from "../../files/witness_calculator.js" */
/** @import { WitnessInput } from "./open.js" */
/** @import { ProveOptions } from "./options.js" */
/** @import { Opened, Prover as Protocol, ProveResult, Tools } from "./prove.js" */

/** @typedef {ReturnType<typeof readOptions>} Checked */
/** @typedef {Readonly<Calculator> & { name: string }} Program */

/**
 * wasm: the circuit's program, compiled by circom 2, for fullProve; signal: ends the opening, and
 * no proof. The others are those of its proofs.
 * @template {string} [F=string]
 * @typedef {ProveOptions<F> & { wasm?: ProgramLike }} ProverOptions
 */

/**
 * What a single proof may have of its own.
 * @template {string} [F=string]
 * @typedef {Pick<ProveOptions<F>, "signal" | "onProgress" | "timings" | "check" | "onLog">}
 *   CallOptions
 */

/**
 * @template P
 * @template {string} [F=string]
 * @typedef {object} Prover
 * @property {(witness: SourceLike, options?: CallOptions<F>) => Promise<ProveResult<P, F>>} prove -
 *   with a wtns file
 * @property {(inputs: Inputs, options?: CallOptions<F>) => Promise<ProveResult<P, F>>} fullProve -
 *   calculates the witness first
 * @property {() => Promise<void>} close - after the proofs that have begun; releases the key, its
 *   file and the program, and lets workers end
 */

/**
 * The domain up to which proofs are made in advance; each of a larger one gains less than a tenth.
 */
const REHEARSED = 2 ** 15;

/** Proofs in advance. After one, engines still optimize while the next is made. */
const REHEARSALS = 2;

const OWN = ["signal", "onProgress", "timings", "check", "onLog"];
const CALL_RULES = Object.freeze(Object.fromEntries(Object.entries(RULES).filter(([name]) => OWN.includes(name))));

/**
 * A witness of random values, which satisfies no circuit, and is no secret.
 * @param {Opened["zkey"]} zkey
 * @returns {WitnessInput}
 */
function anyWitness({ nVars, curve: { n8r, r } }) {
    const values = getRandomBytes(nVars * n8r);
    const top = Number(r >> BigInt(8 * n8r - 8));
    for (let i = n8r - 1; i < values.length; i += n8r) values[i] %= top;
    values.fill(0, 0, n8r)[0] = 1;
    return { name: "a rehearsal", n8: n8r, r, count: nVars, values: async () => values };
}

/**
 * @param {Opened} opened
 * @param {Checked} options
 * @param {(tools: Tools) => Promise<WitnessInput>} openWitness
 */
const proveHeld = (opened, options, openWitness) =>
    proveWhatOpens(options, ({ atEnd }) => withCurve(Promise.resolve(opened), options, atEnd), openWitness);

/**
 * Makes proofs that hold nothing, as far as their protocol goes: some notice while they are made.
 * @param {Opened} opened
 * @param {Checked} options
 */
async function rehearse({ protocol, zkey }, options) {
    const diagnose = async () => { throw new ProverError("ERR_CHECK", "a rehearsal proves nothing"); };
    const alike = { ...protocol, steps: { ...protocol.steps, diagnose } }; // which looks for no fault
    for (let i = 0; i < REHEARSALS; i++) {
        try {
            await proveHeld({ protocol: alike, zkey }, options, async () => anyWitness(zkey));
        } catch (error) {
            if (errorCode(error) !== "ERR_CHECK") throw error;
        }
    }
}

/**
 * The key, open until it is closed. What is read of it is kept, as far as memory allows that beside
 * a proof. Its workers stay.
 * @param {readonly Protocol[]} protocols
 * @param {SourceLike} zkey
 * @param {Checked} options
 */
async function holdKey(protocols, zkey, options) {
    const { memory, readTimeout, signal } = options, kept = keptReads();
    const source = await openSource("zkey", zkey, { signal, readTimeout, room: { bytes: memory } });
    try {
        const opened = await readKey(source, protocols, kept.over);
        const footprint = opened.protocol.memory(opened.zkey);
        const { tm } = await openCurve(footprint, options, false);
        const inMemory = isBytes(zkey) && !opened.zkey.file.packed;
        if (!inMemory) kept.allow(memory - planMemory(footprint, memory, tm.concurrency).held);
        const leave = tm.stay?.(); // the curve of another copy of this package may have none
        return {
            opened,
            async close() {
                leave?.();
                kept.clear();
                await source.close();
            },
        };
    } catch (error) {
        await source.close();
        throw error;
    }
}

/**
 * @param {ProgramLike} wasm
 * @param {Tools["open"]} open
 * @param {Checked} options
 * @returns {Promise<Program>}
 */
async function holdProgram(wasm, open, options) {
    const { code, name } = await readModule(wasm, open, options.memory);
    const how = { ...runnerOptions(options), ...limitOptions(options), name, ready: true };
    return { name, ...await openCalculator(code, how) };
}

/**
 * @param {Opened} opened
 * @param {Program | undefined} program
 * @param {Checked} usual - options of proofs that name no others
 * @param {() => Promise<unknown>} release - what is held
 * @returns {Readonly<Prover<any, any>>}
 */
function faceOf(opened, program, usual, release) {
    const running = /** @type {Set<Promise<unknown>>} */ (new Set());
    /** @type {Promise<void> | undefined} */
    let closing;
    /**
     * @param {string} where
     * @param {CallOptions<any> | undefined} own
     * @param {(tools: Tools, options: Checked) => Promise<WitnessInput>} openWitness
     */
    async function proveOwn(where, own, openWitness) {
        const options = Object.freeze({ ...usual, ...givenOptions(where, own, CALL_RULES) });
        ensure(!closing, "ERR_OPTION", () => `${where}: expected an open prover, got one that was closed`);
        const proof = proveHeld(opened, options, (tools) => openWitness(tools, options));
        running.add(proof);
        try {
            return await proof;
        } finally {
            running.delete(proof);
        }
    }
    return Object.freeze({
        prove: async (witness, options) => proveOwn("prove", options, fromFile(witness)),
        fullProve: async (inputs, options) => proveOwn("fullProve", options, async (tools, { onLog }) => {
            ensure(program, "ERR_OPTION", () => "fullProve: expected a prover with the circuit's program, got one without; give wasm to createProver");
            const { name, calculate } = program, { signal } = tools.controller;
            return calculated(tools, name, () => calculate(inputs, { signal, onLog }));
        }),
        close: async () => closing ??= Promise.allSettled(running).then(release).then(() => {}),
    });
}

/**
 * @param {readonly Protocol[]} protocols - whose keys are taken
 * @param {SourceLike} zkey
 * @param {ProverOptions<any>} [options]
 * @returns {Promise<Readonly<Prover<any, any>>>}
 */
export async function createProverWith(protocols, zkey, options) {
    const { wasm, ...rest } = Object(options);
    const { signal, ...usual } = readOptions("createProver", typeof options === "object" ? rest : options);
    const opening = { ...usual, onProgress: undefined, timings: false };
    return withSources({ ...opening, signal }, async ({ open, controller }) => {
        const checked = Object.freeze({ ...opening, signal: controller.signal });
        const held = /** @type {{ close: () => unknown }[]} */ ([]);
        const release = () => Promise.allSettled(held.map(async ({ close }) => close()));
        /** @template {{ close: () => unknown }} T @param {Promise<T>} thing */
        const hold = async (thing) => {
            held.push(await thing);
            return thing;
        };
        try {
            const [{ opened }, program] = await joinFirstFailure(controller, [
                hold(holdKey(protocols, zkey, checked)),
                wasm === undefined ? Promise.resolve(undefined) : hold(holdProgram(wasm, open, checked)),
            ]);
            if (opened.zkey.domainSize <= REHEARSED) await rehearse(opened, checked);
            return faceOf(opened, program, Object.freeze(usual), release);
        } catch (error) {
            await release();
            throw error;
        }
    });
}
