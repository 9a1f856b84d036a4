/**
 * A proof whose MSMs two servers calculate, neither of which learns anything of the witness. This
 * device calculates the witness and the quotient, splits all scalars into two shares, sends one to
 * each server, adds what they return, blinds it, and verifies the proof before it returns it. It
 * reads the header, IC and the coefficients of the key, and no other points.
 * @module delegate/delegate
 */
import {
    buildABC, calculateWitness, checkMemory, checkValues, checkWitnessFits, costsOf, describe, drawFactor, ensure,
    footprintOf, fullPoint, getRandomBytes, givenOptions, joinFirstFailure, openVkey, openWtns, POINT_OF_G2,
    ProverError, publicOf, quotientOf, readModule, readValues, RULES, selfVerify, VALUE, verify, verifyProof, warmUp,
    widthOf, withColumns, withKey,
} from "../../../../src/internal/keys_delegate.js";
import { proofOf, readAnswer, scalarsOf } from "./join.js";
import { answerBytes } from "./serve.js";
import { askServer, readServers } from "./servers.js";
import { layoutOf, SEED, subtractSeed } from "./shares.js";

/** @import { Context, Inputs, ProgramLike, ProgressReport, Proof } from "../../../../src/internal/keys_delegate.js" */
/** @import { ProveOptions as AllOptions, SourceLike, Tools } from "../../../../src/internal/keys_delegate.js" */
/** @import { VerificationKey, Zkey } from "../../../../src/internal/keys_delegate.js" */
/** @import { Known, Server } from "./servers.js" */

/** What takes time: `shares` on this device, `servers` until both have answered. */
/**
 * @typedef {"witness" | "coefficients" | "fft" | "shares" | "servers" | "check"}
 *   DelegatePhase
 */

/**
 * @typedef {"threads" | "memory" | "onProgress" | "signal" | "readTimeout" | "curve"} EngineNames
 */
/** @typedef {"witnessTimeout" | "witnessMemory" | "rewrite" | "onLog"} WitnessNames */
/**
 * The options of proving that remain.
 * @typedef {Pick<AllOptions<DelegatePhase>, EngineNames | WitnessNames>} EngineOptions
 */

/**
 * @typedef {object} DelegateRequest
 * @property {SourceLike} zkey - the key, of which only the header, IC and the coefficients are read
 * @property {SourceLike} [witness] - a wtns file
 * @property {Inputs} [inputs] - by signal name, instead of a witness
 * @property {ProgramLike} [wasm] - the circuit's program, for inputs
 * @property {readonly [Server, Server]} servers - the first gets a seed of 32 bytes, the second all
 *   scalars
 * @property {VerificationKey} [verificationKey] - the proof must also verify with this one, if the
 *   key comes from somebody else
 * @property {number} [timeout] - milliseconds that a server may take, with the upload; default five
 *   minutes
 * @property {"refuse" | "allow"} [sameOrigin] - two servers at one origin see the witness together;
 *   default refuse
 * @property {"refuse" | "allow"} [plainHttp] - who sees both uploads sees the witness; default
 *   refuse, but for this machine
 */

/** @typedef {DelegateRequest & EngineOptions} DelegateOptions */

/** @typedef {{ proof: Proof, publicSignals: string[] }} DelegateResult */

const TIMEOUT = 300_000;

const anything = { test: () => true, expected: "anything" };
const choice = { test: (/** @type {any} */ v) => ["refuse", "allow"].includes(v), expected: '"refuse" or "allow"' };
const ENGINE = /** @type {const} */ ([
    "threads", "memory", "onProgress", "signal", "readTimeout", "witnessTimeout", "witnessMemory", "rewrite", "onLog",
    "curve",
]);
/** @type {import("../../../../src/internal/keys_delegate.js").Rules} */
const ALL = Object.freeze({
    zkey: anything, witness: anything, inputs: anything, wasm: anything, servers: anything, verificationKey: anything,
    timeout: { test: (v) => typeof v === "number" && v > 0, expected: "milliseconds above 0" },
    sameOrigin: choice, plainHttp: choice,
    ...Object.fromEntries(ENGINE.map((name) => [name, RULES[name]])),
});

/**
 * Reads and checks what the caller gave, before the first await.
 * @param {unknown} options
 */
function readRequest(options) {
    const where = "delegateProof", given = givenOptions(where, options ?? {}, ALL);
    const { zkey, witness, inputs, wasm, servers, verificationKey, timeout = TIMEOUT } = given;
    ensure(zkey !== undefined, "ERR_OPTION", () => `${where}: expected zkey, got options without it`);
    ensure(
        (witness !== undefined) !== (inputs !== undefined) && (inputs !== undefined) === (wasm !== undefined),
        "ERR_OPTION",
        () => `${where}: expected either witness, or inputs and wasm, got another choice of them`,
    );
    ensure(
        inputs === undefined || typeof inputs === "object",
        "ERR_OPTION",
        () => `${where}: expected inputs by signal name, got ${describe(inputs)}`,
    );
    const { sameOrigin = "refuse", plainHttp = "refuse" } = given;
    const known = readServers(where, servers, { sameOrigin, plainHttp });
    const vkey = verificationKey === undefined ? undefined : structuredClone(verificationKey);
    const engine = Object.fromEntries(ENGINE.filter((name) => name in given).map((name) => [name, given[name]]));
    return { zkey, witness, inputs, wasm, servers: known, vkey, timeout, engine };
}

/** @typedef {ReturnType<typeof readRequest>} Request */

/**
 * The values of the witness, in a buffer of their own.
 * @param {Context} context
 * @param {Request} request
 * @param {Tools} tools
 */
async function witnessOf({ zkey, progress, signal, secrets }, { witness, inputs, wasm, engine }, { open }) {
    const { curve, memory = 2 ** 30, threads, onLog, rewrite, witnessTimeout, witnessMemory } = engine;
    if (witness !== undefined) {
        const wtns = await openWtns(await open("witness", witness)), { file: { name } } = wtns;
        checkWitnessFits({ ...wtns, name }, zkey);
        const phase = progress.begin("witness", wtns.count * wtns.n8);
        const values = await readValues(wtns, phase.advance, signal);
        secrets.push(values);
        phase.end();
        await checkValues(values, { ...wtns, name });
        return values;
    }
    const { code, name } = await readModule(wasm, open, memory);
    const phase = progress.begin("witness", 1);
    const limits = { onLog, rewrite, witnessTimeout, witnessMemory, threads: curve?.tm.singleThread ? 0 : threads };
    const made = await calculateWitness(code, inputs, { ...limits, name, signal });
    secrets.push(made.values);
    checkWitnessFits({ ...made, name }, zkey);
    await checkValues(made.values, { ...made, name });
    phase.advance(1);
    phase.end();
    return made.values;
}

/**
 * Costs of the phases. All scalars of a share are long.
 * @param {Zkey} zkey
 * @param {Uint8Array} values
 */
function effortsOfAll(zkey, values) {
    const { witness, coefficients, fft, check } = costsOf(zkey, values, { check: true });
    const { nVars, domainSize, sG1 } = zkey, points = nVars * (3 + POINT_OF_G2) + domainSize;
    return {
        witness, coefficients, fft, shares: (2 * (2 * nVars + domainSize) * VALUE) / 1000,
        servers: (points * widthOf(sG1) * fullPoint(nVars)) / 1000, check,
    };
}

/**
 * Both shares, and the factor of A and B. Nothing of them depends on anything that a server has
 * sent.
 * @param {Context} context
 */
async function sharesOf(context) {
    const { zkey: { curve: { r, n8r } }, secrets, curve: { Fr }, progress, signal } = context;
    return withColumns(context, async (shared) => {
        warmUp(shared);
        const quotient = await quotientOf(shared, await buildABC(shared));
        const factor = drawFactor(Fr);
        secrets.push(factor);
        const phase = progress.begin("shares", 1);
        const values = await scalarsOf(shared, quotient, factor);
        const seed = getRandomBytes(SEED);
        secrets.push(seed);
        await subtractSeed(values, seed, { r, n8r }, signal);
        phase.advance(1);
        phase.end();
        return { seed, values, factor };
    });
}

/**
 * @param {Context} context
 * @param {Request} request
 * @param {readonly [Uint8Array, Uint8Array]} shares
 * @param {AbortController} controller - aborted by the first server that fails
 */
async function askBoth(context, { servers, timeout }, shares, controller) {
    const { zkey, progress, signal } = context, size = answerBytes(zkey);
    const phase = progress.begin("servers", 2);
    const ask = async (/** @type {Known} */ server, /** @type {Uint8Array} */ share) => {
        const sums = readAnswer(context, await askServer(server, share, { size, timeout, signal }), server.name);
        phase.advance(1);
        return sums;
    };
    const [one, other] = servers;
    const sums = await joinFirstFailure(controller, [ask(one, shares[0]), ask(other, shares[1])]);
    phase.end();
    return sums;
}

/**
 * No one can tell which of the MSMs is wrong without making them again.
 * @param {Context} context
 * @param {Request} request
 */
function notVerified({ zkey: { file } }, { servers: [one, other] }) {
    return new ProverError(
        "ERR_CHECK",
        `delegateProof: expected a proof that verifies, got another: ${one.name} or ${other.name} answered wrongly, or has another key than ${file.name}, or the witness does not satisfy its circuit; the answers of the two cannot be told apart`,
    );
}

/**
 * Makes a proof with the help of two servers, neither of which learns anything of the witness,
 * unless they work together. Their answers are not trusted: a proof that does not verify is not
 * returned.
 *   in      zkey, witness, wasm: a path, bytes, a Blob or File, a URL, or a reader (offset, length)
 *   out     the proof and the public signals, as snarkjs writes them
 *   memory  the witness, three columns on the domain, and the shares: 32 bytes for each scalar
 *   throws  a ProverError with a code, or the reason of the signal; nothing is left running
 * @param {DelegateOptions} options
 * @returns {Promise<DelegateResult>}
 * @throws {ProverError} ERR_READ where a server answers late, not at all, or with anything but five
 *   points; ERR_MSM for what is not a point; ERR_CHECK where the proof does not verify; otherwise
 *   as prove
 */
export async function delegateProof(options) {
    const request = readRequest(options), { vkey } = request;
    // what is wrong with it is said before anything is sent
    if (vkey) openVkey(async () => undefined, vkey, true);
    return withKey("delegateProof", request.zkey, request.engine, async (context, tools) => {
        const { zkey, signal } = context, { memory = 2 ** 30 } = request.engine, footprint = footprintOf(zkey);
        checkMemory("delegateProof", { ...footprint, fixed: footprint.fixed + layoutOf(zkey).total }, memory);
        const witness = await witnessOf(context, request, tools);
        const publicSignals = publicOf(zkey, witness);
        context.progress.plan(effortsOfAll(zkey, witness));
        const { seed, values, factor } = await sharesOf({ ...context, witness });
        const sums = await askBoth(context, request, [seed, values], tools.controller);
        const result = { proof: await proofOf(context, sums, factor), publicSignals };
        if (!await selfVerify(verifyProof, context, result)) throw notVerified(context, request);
        if (vkey && !await verify(vkey, publicSignals, result.proof, { insecure: true }))
            throw new ProverError("ERR_CHECK", "delegateProof: expected a proof that verifies with verificationKey, got one that verifies with the key alone");
        signal.throwIfAborted();
        return result;
    });
}
