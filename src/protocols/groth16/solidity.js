/**
 * A contract that verifies proofs of one key: e(A, B) e(-alpha, beta) e(IC(signals), -gamma) e(C,
 * -delta) = 1, the equation of Groth16 with what belongs to the key negated once and for all, so
 * that nothing of a proof is.
 * @module protocols/groth16/solidity
 */
import { knownNames } from "../../curves/known.js";
import { faultsOn, pairingCurve } from "../key/verifier.js";
import {
    ADD_MULTIPLE, at, claimFor, contractText, contractWith, hex, negated, pairing, pointWords, pointWords2,
    signalArgument, signalParameter, store1, store2, words, WORD,
} from "../solidity.js";
import { checkKey, readClaim, readKey, weaknessOfKey } from "./json.js";

/** @import { KeyPoints } from "./json.js" */

/** Where the pairs are, from the base: points of G1, then of G2. */
const PAIR = 6 * WORD;
const G2_OF = 2 * WORD;

/**
 * @param {{ q: bigint, r: bigint }} curve
 * @param {KeyPoints} key - which was checked
 * @returns {string}
 */
function contractOf({ q, r }, { alpha1, beta2, gamma2, delta2, IC }) {
    const signals = IC.length - 1;
    const offsetOf = (/** @type {number} */ pair) => pair * PAIR;
    const sum = at("p", offsetOf(2));
    const terms = IC.slice(1).flatMap((point, i) => {
        const signal = `calldataload(${at("_pubSignals", i * WORD)})`;
        return [`valid := addSignal(valid, sum, ${words(point).join(", ")}, ${signal})`];
    });
    return contractText("Groth16Verifier", [
        "e(A, B) e(-alpha, beta) e(IC(signals), -gamma) e(C, -delta) = 1",
    ], [
        "uint256[2] calldata _pA", "uint256[2][2] calldata _pB", "uint256[2] calldata _pC", ...signalParameter(signals),
    ], [
        ...(signals > 0 ? [
            "// adds s (x, y) to the sum at `to`, if all has been well, and s is below r",
            "function addSignal(before, to, x, y, s) -> ok {",
            `    if and(before, lt(s, ${hex(r)})) {`,
            "        mstore(add(to, 0x40), x)",
            "        mstore(add(to, 0x60), y)",
            ...ADD_MULTIPLE.map((line) => `        ${line}`),
            "    }",
            "}",
            "",
        ] : []),
        "let p := mload(0x40)",
        `let sum := ${sum}`,
        "valid := 1",
        ...store1("sum", 0, IC[0]),
        ...terms,
        "",
        `calldatacopy(p, _pA, ${hex(2 * WORD)})`,
        `calldatacopy(${at("p", G2_OF)}, _pB, ${hex(4 * WORD)})`,
        ...store1("p", offsetOf(1), [alpha1[0], q - alpha1[1], alpha1[2]]),
        ...store2("p", offsetOf(1) + G2_OF, beta2),
        ...store2("p", offsetOf(2) + G2_OF, negated(gamma2, q)),
        `calldatacopy(${at("p", offsetOf(3))}, _pC, ${hex(2 * WORD)})`,
        ...store2("p", offsetOf(3) + G2_OF, negated(delta2, q)),
        ...pairing("p", 4, "valid"),
    ]);
}

/** @type {import("../protocol.js").Solidity} */
export const solidity = Object.freeze({
    contract: (vkey, options) => contractWith({
        read() {
            const { curve, points } = readKey(vkey, pairingCurve, knownNames());
            return { curve, key: points };
        },
        check: (curve, points) => checkKey(points, faultsOn(curve)),
        weak: weaknessOfKey,
        write: contractOf,
    }, options),
    callData(proof, publicSignals) {
        const { a, b, c, signals } = claimFor(proof, publicSignals, (curve, count) =>
            readClaim(curve, count, publicSignals, proof));
        const quoted = (/** @type {string} */ one) => `"${one}"`;
        const pair = (/** @type {string[]} */ list) => `[${list.map(quoted).join(", ")}]`;
        const [b00, b01, b10, b11] = pointWords2(b);
        return `${pair(pointWords(a))},[${pair([b00, b01])},${pair([b10, b11])}],${pair(pointWords(c))}` +
            signalArgument(signals, quoted, ",");
    },
});
