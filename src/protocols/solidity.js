/**
 * Contracts that verify proofs on a chain: what those of all protocols share. They use the
 * precompiles of EIP-196 and EIP-197 for sums, multiples and pairings on one curve, and that of
 * EIP-198 for powers of numbers.
 *
 * All contracts answer false to what is not a proof, and never revert for it: a precompile refuses
 * points that are off the curve, coordinates that are not below q, and points of G2 outside of the
 * subgroup; numbers are compared with r. They use memory behind the free pointer and leave the
 * pointer as it is, so that a contract that inherits may call them.
 * @module protocols/solidity
 */
import { identifyCurve, knownNames } from "../curves/known.js";
import { describe } from "../util/check.js";
import { ensure, ProverError } from "../util/prover_error.js";
import { attempt, isAbsent, isJsonObject, Rejection } from "./json.js";
import { curveFor, pairingCurve } from "./key/verifier.js";
import { generatorsOf, refuseWeak } from "./key/weakness.js";

/** @import { Generators, Weakness } from "./key/weakness.js" */

/** Order of the base field that the precompiles calculate in. */
const PRECOMPILED_Q = 0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47n;

const WHERE = "exportSolidityVerifier";

/** Bytes of a word. */
export const WORD = 32;

/** @param {bigint | number} value @returns {string} */
export const hex = (value) => `0x${BigInt(value).toString(16)}`;

/**
 * @param {string} base - a variable
 * @param {number} offset - bytes
 * @returns {string} the address
 */
export const at = (base, offset) => (offset === 0 ? base : `add(${base}, ${hex(offset)})`);

/** The words of a point of G1; infinity is zeros. @param {bigint[]} point - x, y, z */
const words1 = ([x, y, z]) => (z === 0n ? [0n, 0n] : [x, y]);

/**
 * The words of a point of G2 in the order of EIP-197: imaginary parts first.
 * @param {readonly bigint[][]} point
 */
const words2 = ([x, y]) => [x[1], x[0], y[1], y[0]];

/** @param {bigint[]} point @returns {string[]} */
export const words = (point) => words1(point).map(hex);

/** -P. @param {bigint[][]} point - of G2, not infinity @param {bigint} q */
export const negated = ([x, y, z], q) => [x, y.map((c) => (c === 0n ? 0n : q - c)), z];

/**
 * @param {string} base
 * @param {number} offset
 * @param {readonly bigint[]} values
 * @returns {string[]}
 */
const storeAll = (base, offset, values) =>
    values.map((value, i) => `mstore(${at(base, offset + WORD * i)}, ${hex(value)})`);

/** Writes a point of G1. @param {string} base @param {number} offset @param {bigint[]} point */
export const store1 = (base, offset, point) => storeAll(base, offset, words1(point));

/**
 * Writes a point of G2.
 * @param {string} base
 * @param {number} offset
 * @param {readonly bigint[][]} point
 */
export const store2 = (base, offset, point) => storeAll(base, offset, words2(point));

/** The generator of G2 of EIP-197: the one with which powers of tau begin. */
export const GENERATOR_2 = Object.freeze([
    [
        10857046999023057135944570762232829481370756359578518086990519993285655852781n,
        11559732032986387107991004021392285783925812861821192530917403151452391805634n,
    ],
    [
        8495653923123431417604973247489272438418190587263600148770280649306958101930n,
        4082367875863433681332203403145435568316851327593401208105741076214120093531n,
    ],
    [1n, 0n],
]);

/**
 * A part of the contract as a function, so that each has the whole stack.
 * @param {string} head
 * @param {readonly string[]} body
 */
export const defined = (head, body) => [`function ${head} {`, ...body.map((line) => `    ${line}`), "}"];

/**
 * `ok` says whether s P could be added to the sum at `to`: P is behind the sum. The second
 * precompile is not called after a failure, because one that refuses its input takes nearly all gas
 * that is left.
 */
export const ADD_MULTIPLE = [
    "mstore(add(to, 0x80), s)",
    "if staticcall(gas(), 7, add(to, 0x40), 0x60, add(to, 0x40), 0x40) {",
    "    ok := staticcall(gas(), 6, to, 0x80, to, 0x40)",
    "}",
];

/** Adds multiples of points to a sum, behind which three words are free. */
export const ADD_TERM = [
    "// adds s P to the sum at `to`, if all has been well; P is behind the sum",
    "function addMultiple(before, to, s) -> ok {",
    "    if before {",
    ...ADD_MULTIPLE.map((line) => `        ${line}`),
    "    }",
    "}",
    "// of a point of the key",
    "function addKeyTerm(before, to, x, y, s) -> ok {",
    "    mstore(add(to, 0x40), x)",
    "    mstore(add(to, 0x60), y)",
    "    ok := addMultiple(before, to, s)",
    "}",
];

/** The same of a point of the proof. */
export const ADD_PROOF_TERM = [
    "// of a point of the proof",
    "function addProofTerm(before, to, from, s) -> ok {",
    "    calldatacopy(add(to, 0x40), from, 0x40)",
    "    ok := addMultiple(before, to, s)",
    "}",
];

/** Are all words of call data below r? */
export const ALL_BELOW = [
    "// are all words from `from` to `end` below r?",
    "function allBelow(from, end, r) -> ok {",
    "    ok := 1",
    `    for { } lt(from, end) { from := add(from, ${hex(WORD)}) } { ok := and(ok, lt(calldataload(from), r)) }`,
    "}",
];

/**
 * Asks whether the product of pairings is one, if what came before holds.
 * @param {string} base - of the pairs
 * @param {number} pairs
 * @param {string} ok - the variable that says so
 */
export const pairing = (base, pairs, ok) => [
    `if ${ok} {`,
    `    ${ok} := staticcall(gas(), 8, ${base}, ${hex(pairs * 6 * WORD)}, ${base}, ${hex(WORD)})`,
    `    ${ok} := and(${ok}, mload(${base}))`,
    "}",
];

/**
 * @param {string} name - of the contract
 * @param {readonly string[]} about - lines of its comment
 * @param {readonly string[]} parameters
 * @param {readonly string[]} body - lines of assembly, which set `valid`
 * @returns {string}
 */
export function contractText(name, about, parameters, body) {
    const inside = body.map((line) => (line === "" ? "" : `            ${line}`));
    return [
        "// SPDX-License-Identifier: MIT",
        "// Made by ffturbo: https://github.com/ffturbo/ffturbo",
        "pragma solidity >=0.7.0 <0.9.0;",
        "",
        `contract ${name} {`,
        ...about.map((line) => `    // ${line}`),
        "    function verifyProof(",
        ...parameters.map((line, i) => `        ${line}${i + 1 < parameters.length ? "," : ""}`),
        "    ) public view returns (bool valid) {",
        "        assembly {",
        ...inside,
        "        }",
        "    }",
        "}",
        "",
    ].join("\n");
}

/**
 * The list of public signals: Solidity has no lists of no elements.
 * @param {number} count
 */
export const signalParameter = (count) => (count === 0 ? [] : [`uint256[${count}] calldata _pubSignals`]);

/**
 * @param {unknown} error
 * @returns {unknown} what verification says of a key, under the name of this function
 */
const renamed = (error) => (error instanceof ProverError && error.code !== "ERR_KEY"
    ? new ProverError(error.code, error.message.replace(/^verify: /, `${WHERE}: `), { cause: error })
    : error);

/**
 * Reads and checks a key as verification does, and writes its contract.
 * @template K
 * @param {object} how
 * @param {() => { curve: { name: string, q: bigint, r: bigint }, key: K }} how.read
 * @param {(curve: any, key: K) => void} how.check - points and constants; throws
 * @param {(key: K, generators: Generators) => Weakness | undefined} how.weak
 * @param {(curve: { q: bigint, r: bigint }, key: K) => string} how.write
 * @param {{ curve?: unknown, insecure?: boolean }} [options]
 * @returns {Promise<string>}
 */
export async function contractWith({ read, check, weak, write }, options = {}) {
    try {
        const { curve: known, key } = read();
        ensure(known.q === PRECOMPILED_Q, "ERR_CURVE", () =>
            `${WHERE}: expected a key for the curve whose precompiles the EVM has (EIP-196, EIP-197), got one for ${known.name}`);
        const curve = await curveFor(options, WHERE)(known.name);
        check(curve, key);
        refuseWeak(WHERE, weak(key, generatorsOf(curve)), options.insecure);
        return write(known, key);
    } catch (error) {
        throw renamed(error);
    }
}

/**
 * A word of call data; on curves with longer coordinates as many digits as there are.
 * @param {bigint} value
 */
export const word = (value) => `0x${value.toString(16).padStart(2 * WORD, "0")}`;

/** The words of a point of G1 in a proof. @param {bigint[]} point */
export const pointWords = (point) => words1(point).map(word);

/** The words of a point of G2 in a proof. @param {bigint[][]} point */
export const pointWords2 = (point) => words2(point).map(word);

/**
 * The list of public signals as the last argument; none where the contract has no such parameter.
 * @param {readonly bigint[]} signals
 * @param {(word: string) => string} written
 * @param {string} separator - before the list
 */
export const signalArgument = (signals, written, separator) =>
    (signals.length === 0 ? "" : `${separator}[${signals.map((signal) => written(word(signal))).join(",")}]`);

/**
 * Reads proof and signals in the forms that verification takes; which points they are is not looked
 * at.
 * @template C
 * @param {unknown} proof
 * @param {unknown} publicSignals
 * @param {(curve: import("../curves/known.js").KnownCurve, count: number) => C} read
 * @returns {C}
 * @throws {ProverError} ERR_OPTION for what is not a proof with its signals
 */
export function claimFor(proof, publicSignals, read) {
    const where = "exportSolidityCallData", name = isJsonObject(proof) ? proof.curve : undefined;
    const curve = isAbsent(name) ? identifyCurve(PRECOMPILED_Q) : pairingCurve(name);
    ensure(curve, "ERR_CURVE", () => `${where}: expected a proof on ${knownNames()}, got one on ${describe(name)}`);
    const count = Array.isArray(publicSignals) ? publicSignals.length : 0;
    const claim = attempt(() => read(curve, count));
    if (claim instanceof Rejection) throw new ProverError("ERR_OPTION", `${where}: ${claim.message}`);
    return claim;
}
