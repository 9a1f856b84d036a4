/**
 * One whole Groth16 proof, as `bench` begins with it: of a circuit that is made here, with a key
 * that is thrown away, by ffturbo and by the snarkjs of the project.
 */
import { pathToFileURL } from "node:url";
import { knownCurve, knownNames } from "../../src/curves/known.js";
import { proverCurve } from "../../src/curves/prover_curve.js";
import { prove } from "../../src/protocols/groth16/index.js";
import { setupGroth16 } from "../../src/protocols/setup.js";
import { encodeWitness } from "../../src/protocols/witness.js";
import { fileOf, joined, powersOfTau } from "./bench_tau.mjs";
import { WANTED } from "./doctor/copies.mjs";
import { findPackage, isOurs } from "./reference.mjs";

/** Squarings in a chain; with these, the domain is the next power of two. */
export const CONSTRAINTS = 1000;

/** Rounds, of which the best counts. */
const ROUNDS = 3;

/**
 * Wires: the constant, the result, then each square. Constraint i is w[i] * w[i] = w[i + 1].
 * @param {number} constraints
 * @param {bigint} r
 */
function squarings(constraints, r) {
    const wireOf = (/** @type {number} */ i) => (i === constraints ? 1 : 2 + i);
    const wires = constraints + 2;
    const header = joined([
        { u32: 32 }, { element: r }, { u32: wires }, { u32: 1 }, { u32: 0 }, { u32: 1 }, { u64: wires },
        { u32: constraints },
    ]);
    const term = (/** @type {number} */ i) => [{ u32: 1 }, { u32: wireOf(i) }, { element: 1n }];
    const body = joined(Array.from({ length: constraints }, (_, i) => [i, i, i + 1].flatMap(term)).flat());
    const labels = joined(Array.from({ length: wires }, (_, i) => ({ u64: i })));
    const values = /** @type {bigint[]} */ (Array(wires).fill(1n));
    let value = 3n ** 150n % r;
    for (let i = 0; i <= constraints; i++, value = (value * value) % r) values[wireOf(i)] = value;
    return {
        r1cs: fileOf("r1cs", [[2, body], [1, header], [3, labels]]),
        witness: encodeWitness({ n8: 32, r, count: wires, values: joined(values.map((element) => ({ element }))) }),
    };
}

/**
 * A key, from powers of tau that are made here: it is thrown away.
 * @param {Uint8Array} r1cs
 * @param {{ curve: string, power: number, threads?: number, signal: AbortSignal }} options
 * @returns {Promise<Uint8Array>}
 */
async function makeKey(r1cs, { curve, power, threads, signal }) {
    const tau = await powersOfTau(await proverCurve(curve, { threads }), power);
    const to = /** @type {{ type: "mem", data?: any }} */ ({ type: "mem" });
    await setupGroth16(r1cs, tau, to, { threads, signal, insecure: true });
    return to.data;
}

/**
 * @param {() => Promise<unknown>} run
 * @param {AbortSignal} signal
 * @returns {Promise<number>} milliseconds
 */
async function bestOf(run, signal) {
    let least = Infinity;
    for (let i = 0; i < ROUNDS; i++) {
        signal.throwIfAborted();
        const began = performance.now();
        await run();
        least = Math.min(least, performance.now() - began);
    }
    return least;
}

/**
 * The snarkjs of the project, with the ffjavascript that it runs on.
 * @param {string} cwd
 * @returns {Promise<{ found?: { version: string, on: string, api: any }, why?: string }>}
 */
async function findSnarkjs(cwd) {
    const { found, why } = findPackage("snarkjs", cwd);
    if (!found) return { why };
    const engine = findPackage(WANTED, cwd, found.file);
    if (!engine.found) return { why: engine.why ?? "the ffjavascript of this project is ffturbo" };
    const loaded = await import(pathToFileURL(found.file).href);
    const api = loaded.groth16 ? loaded : loaded.default;
    return { found: { version: found.version, on: engine.found.version, api } };
}

/** Where there is nothing to compare with. */
export const HOW_TO_COMPARE =
    "to compare: in an empty folder, npm init -y && npm install snarkjs, and this bench again there";

/**
 * @param {{ cwd: string, threads?: number, signal: AbortSignal, constraints?: number }} options
 * @returns {Promise<{ constraints: number, ms: number, snarkjs?: { version: string, on: string, ms:
 *   number }, why?: string }>} why: what there is no comparison for
 */
export async function measureProof({ cwd, threads, signal, constraints = CONSTRAINTS }) {
    const [curve] = knownNames().split(" ");
    const { r } = /** @type {{ r: bigint }} */ (knownCurve(curve));
    const { r1cs, witness } = squarings(constraints, r);
    const power = Math.ceil(Math.log2(constraints + 2));
    const key = await makeKey(r1cs, { curve, power, threads, signal });
    const ms = await bestOf(() => prove(key, witness, { threads, signal, check: false }), signal);
    const { found, why = "snarkjs is not installed in this project" } = await findSnarkjs(cwd);
    if (!found) return { constraints, ms, why };
    const cached = `curve_${curve}`;
    const ours = Reflect.get(globalThis, cached);
    const file = (/** @type {Uint8Array} */ data) => ({ type: "mem", data });
    Reflect.set(globalThis, cached, undefined); // ffjavascript keeps its curves where we keep ours
    try {
        const theirs = await bestOf(() => found.api.groth16.prove(file(key), file(witness)), signal);
        if (isOurs(Reflect.get(globalThis, cached)))
            return { constraints, ms, why: "the snarkjs of this project runs on ffturbo" };
        return { constraints, ms, snarkjs: { version: found.version, on: found.on, ms: theirs } };
    } finally {
        await Reflect.get(globalThis, cached)?.terminate();
        Reflect.set(globalThis, cached, ours);
    }
}

/**
 * @param {Awaited<ReturnType<typeof measureProof>>} proof
 * @returns {string} the line to share, without the machine
 */
export function describeProof({ constraints, ms, snarkjs }) {
    const own = `a Groth16 proof of ${constraints} constraints in ${ms.toFixed(0)} ms`;
    return snarkjs === undefined ? own
        : `${own}, ${(snarkjs.ms / ms).toFixed(1)} times as fast as snarkjs ${snarkjs.version} on ffjavascript ${snarkjs.on} (${snarkjs.ms.toFixed(0)} ms)`;
}
