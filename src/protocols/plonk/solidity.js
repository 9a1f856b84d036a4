/**
 * A contract that verifies PLONK proofs of one key; the equation, the challenges and the
 * linearisation are those of verify.js and rounds.js:
 *
 *   e(Wxi + u Wxiw, -X_2) e(xi Wxi + u xi w Wxiw + F - E, G2) = 1
 *
 * Challenges follow each other in memory as they do in the transcript: each is written where the
 * entries of the next one begin, so that no entry is copied twice.
 * @module protocols/plonk/solidity
 */
import { knownNames } from "../../curves/known.js";
import { pairingCurve } from "../key/verifier.js";
import { readClaim, readKey } from "../plonkish/json.js";
import {
    ADD_PROOF_TERM, ADD_TERM, ALL_BELOW, at, claimFor, contractText, contractWith, defined, GENERATOR_2, hex, negated,
    pairing, pointWords, signalArgument, signalParameter, store1, store2, word, words, WORD,
} from "../solidity.js";
import { COMMITMENTS, FORM, POINTS, VALUES, weaknessOfKey } from "./json.js";
import { decodeKey } from "./verify.js";

/** @import { KeyJson } from "../plonkish/json.js" */

/** Where the challenges are in memory, and what is calculated of them. */
const SLOT = Object.freeze({
    beta: 0, gamma: 0x20, alpha: 0x40, xi: 0x60, v: 0x80, u: 0xa0,
    xin: 0xc0, vanishing: 0xe0, lagrange: 0x100, inputs: 0x120, sides: 0x140,
});

/** Behind them: entries of a hash, denominators, then sums and pairs. */
const SCRATCH = 0x200;

const POINT = 2 * WORD;
const END_OF_POINTS = POINTS.length * POINT;
const slot = (/** @type {keyof typeof SLOT} */ name) => at("p", SLOT[name]);
const load = (/** @type {keyof typeof SLOT} */ name) => `mload(${slot(name)})`;
const pointOf = (/** @type {typeof POINTS[number]} */ name) => at("proof", POINTS.indexOf(name) * POINT);
const valueOf = (/** @type {typeof VALUES[number]} */ name) =>
    `calldataload(${at("proof", END_OF_POINTS + VALUES.indexOf(name) * WORD)})`;

/**
 * The challenge `name` of what is in memory from `from` on, of which the last bytes are copied from
 * the proof.
 * @param {keyof typeof SLOT} name
 * @param {keyof typeof SLOT} from
 * @param {string} source - in call data
 * @param {keyof typeof SLOT} to
 * @param {number} size
 */
const hashed = (name, from, source, to, size) => [
    ...(size > 0 ? [`calldatacopy(${slot(to)}, ${source}, ${hex(size)})`] : []),
    `mstore(${slot(name)}, mod(keccak256(${slot(from)}, ${hex(SLOT[to] - SLOT[from] + size)}), r))`,
];

/** @param {KeyJson} key */
function challengeLines({ nPublic, points }) {
    const constants = COMMITMENTS.length * POINT;
    const signals = nPublic * WORD;
    const all = constants + signals;
    return defined("challenges(p, r, proof, signals)", [
        "{",
        `    let t := ${at("p", SCRATCH)}`,
        ...COMMITMENTS.flatMap((name, i) => store1("t", i * POINT, points[name])).map((line) => `    ${line}`),
        ...(nPublic > 0 ? [`    calldatacopy(${at("t", constants)}, signals, ${hex(signals)})`] : []),
        `    calldatacopy(${at("t", all)}, ${pointOf("A")}, ${hex(3 * POINT)})`,
        `    mstore(${slot("beta")}, mod(keccak256(t, ${hex(all + 3 * POINT)}), r))`,
        "}",
        ...hashed("gamma", "beta", "", "gamma", 0),
        ...hashed("alpha", "beta", pointOf("Z"), "alpha", POINT),
        ...hashed("xi", "alpha", pointOf("T1"), "xi", 3 * POINT),
        ...hashed("v", "xi", at("proof", END_OF_POINTS), "v", VALUES.length * WORD),
        ...hashed("u", "u", pointOf("Wxi"), "u", 2 * POINT),
    ]);
}

/**
 * xi^n, xi^n - 1, L1(xi) and the sum of signal_i L_i(xi), with one inversion.
 * @param {bigint} r
 * @param {KeyJson} key
 */
function lagrangeLines(r, { nPublic, power, numbers: { w } }) {
    const n = 1n << BigInt(power);
    const size = Math.max(1, nPublic) * 3 * WORD;
    return defined("lagrange(p, r, signals) -> ok", [
        `let xi := ${load("xi")}`,
        "let vanishing := xi",
        ...Array.from({ length: power }, () => "vanishing := mulmod(vanishing, vanishing, r)"),
        `mstore(${slot("xin")}, vanishing)`,
        "vanishing := addmod(vanishing, sub(r, 1), r)",
        `mstore(${slot("vanishing")}, vanishing)`,
        "// root, denominator n (xi - root), and the product of the denominators before it",
        `let t := ${at("p", SCRATCH)}`,
        `let end := ${at("t", size)}`,
        "let product := 1",
        "{",
        "    let root := 1",
        "    for { } lt(t, end) { t := add(t, 0x60) } {",
        `        let d := mulmod(${hex(n)}, addmod(xi, sub(r, root), r), r)`,
        "        mstore(t, root)",
        "        mstore(add(t, 0x20), d)",
        "        mstore(add(t, 0x40), product)",
        "        product := mulmod(product, d, r)",
        `        root := mulmod(root, ${hex(w)}, r)`,
        "    }",
        "}",
        "// 1 / product = product^(r - 2); it is not 0, but for a probability of n / r",
        "mstore(t, 0x20)",
        "mstore(add(t, 0x20), 0x20)",
        "mstore(add(t, 0x40), 0x20)",
        "mstore(add(t, 0x60), product)",
        `mstore(add(t, 0x80), ${hex(r - 2n)})`,
        "mstore(add(t, 0xa0), r)",
        "ok := staticcall(gas(), 5, t, 0xc0, t, 0x20)",
        "let inverse := mload(t)",
        "let inputs := 0",
        ...(nPublic > 0 ? [`signals := ${at("signals", nPublic * WORD)}`] : []),
        `for { end := ${at("p", SCRATCH)} } gt(t, end) { } {`,
        "    t := sub(t, 0x60)",
        "    let l := mulmod(mulmod(inverse, mload(add(t, 0x40)), r), mulmod(mload(t), vanishing, r), r)",
        "    inverse := mulmod(inverse, mload(add(t, 0x20)), r)",
        ...(nPublic > 0 ? [
            "    signals := sub(signals, 0x20)",
            "    inputs := addmod(inputs, mulmod(calldataload(signals), l, r), r)",
        ] : []),
        `    mstore(${slot("lagrange")}, l)`,
        "}",
        `mstore(${slot("inputs")}, inputs)`,
    ]);
}

/** value + beta k xi + gamma, in assembly. @param {string} value @param {string} factor */
const shifted = (value, factor) => `add(add(${value}, mulmod(beta, ${factor}, r)), gamma)`;

/**
 * Sums of three numbers below r do not exceed a word, so they are only reduced when they are
 * multiplied.
 */
const product = (/** @type {string[]} */ ...factors) =>
    factors.reduce((left, right) => `mulmod(${left}, ${right}, r)`);

/**
 * What depends on the permutation: the factors of Z and S3, and the constant term.
 * @param {KeyJson} key
 */
const permutationLines = ({ points, numbers: { k1, k2 } }) => defined("permutation(p, r, proof, sum) -> ok", [
    `let beta := ${load("beta")}`,
    `let gamma := ${load("gamma")}`,
    "let all",
    "{",
    `    let xi := ${load("xi")}`,
    `    all := ${shifted(valueOf("eval_a"), "xi")}`,
    `    all := mulmod(all, ${shifted(valueOf("eval_b"), `mulmod(${hex(k1)}, xi, r)`)}, r)`,
    `    all := mulmod(all, ${shifted(valueOf("eval_c"), `mulmod(${hex(k2)}, xi, r)`)}, r)`,
    "}",
    `let alpha := ${load("alpha")}`,
    `let first := mulmod(mulmod(alpha, alpha, r), ${load("lagrange")}, r)`,
    "all := add(mulmod(all, alpha, r), first)",
    `ok := addProofTerm(1, sum, ${pointOf("Z")}, addmod(all, ${load("u")}, r))`,
    `let sides := ${shifted(valueOf("eval_a"), valueOf("eval_s1"))}`,
    `sides := mulmod(sides, ${shifted(valueOf("eval_b"), valueOf("eval_s2"))}, r)`,
    `sides := ${product("sides", "alpha", valueOf("eval_zw"))}`,
    `ok := addKeyTerm(ok, sum, ${words(points.S3).join(", ")}, sub(r, mulmod(sides, beta, r)))`,
    `sides := mulmod(sides, add(${valueOf("eval_c")}, gamma), r)`,
    `mstore(${slot("sides")}, add(sides, first))`,
]);

/**
 * Terms of gates, of the quotient, of what is opened, and of the generator.
 * @param {KeyJson} key
 */
function termLines({ points }) {
    const key = (/** @type {string} */ name, /** @type {string} */ s) =>
        `ok := addKeyTerm(ok, sum, ${words(points[name]).join(", ")}, ${s})`;
    const proof = (/** @type {typeof POINTS[number]} */ name, /** @type {string} */ s) =>
        `ok := addProofTerm(ok, sum, ${pointOf(name)}, ${s})`;
    const opened = /** @type {const} */ ([
        ["eval_a", proof("A", "power")], ["eval_b", proof("B", "power")], ["eval_c", proof("C", "power")],
        ["eval_s1", key("S1", "power")], ["eval_s2", key("S2", "power")],
    ]);
    return [
        ...defined("gates(p, r, proof, sum) -> ok", [
            "ok := 1",
            key("Qm", `mulmod(${valueOf("eval_a")}, ${valueOf("eval_b")}, r)`),
            key("Ql", valueOf("eval_a")), key("Qr", valueOf("eval_b")), key("Qo", valueOf("eval_c")),
            `let factor := sub(r, ${load("vanishing")})`,
            `let xin := ${load("xin")}`,
            proof("T1", "factor"), "factor := mulmod(factor, xin, r)",
            proof("T2", "factor"), "factor := mulmod(factor, xin, r)",
            proof("T3", "factor"),
        ]),
        ...defined("values(p, r, proof, sum) -> ok", [
            "ok := 1",
            `let v := ${load("v")}`,
            "let power := v",
            `let e := add(${load("inputs")}, ${load("sides")})`,
            ...opened.flatMap(([value, term], i) => [
                ...(i > 0 ? ["power := mulmod(power, v, r)"] : []),
                term,
                `e := addmod(e, mulmod(power, ${valueOf(value)}, r), r)`,
            ]),
            `e := addmod(e, mulmod(${load("u")}, ${valueOf("eval_zw")}, r), r)`,
            "ok := addKeyTerm(ok, sum, 1, 2, sub(r, e))",
        ]),
    ];
}

/**
 * The pairs begin at `sum`: what is paired with the generator; the other sum is the first of the
 * second pair.
 * @param {bigint} q
 * @param {KeyJson} key
 */
const pairLines = (q, { X_2, numbers: { w } }) => defined("openings(p, r, proof, sum) -> ok", [
    `let xi := ${load("xi")}`,
    `let u := ${load("u")}`,
    `ok := addProofTerm(1, sum, ${pointOf("Wxi")}, xi)`,
    `ok := addProofTerm(ok, sum, ${pointOf("Wxiw")}, mulmod(mulmod(u, xi, r), ${hex(w)}, r))`,
    `let other := ${at("sum", 6 * WORD)}`,
    `calldatacopy(other, ${pointOf("Wxi")}, ${hex(POINT)})`,
    `ok := addProofTerm(ok, other, ${pointOf("Wxiw")}, u)`,
    ...store2("sum", POINT, GENERATOR_2),
    ...store2("sum", 6 * WORD + POINT, negated(X_2, q)),
    ...pairing("sum", 2, "ok"),
]);

/**
 * @param {{ q: bigint, r: bigint }} curve
 * @param {KeyJson} key - which was checked
 * @returns {string}
 */
function contractOf({ q, r }, key) {
    const { nPublic, points } = key, values = END_OF_POINTS + VALUES.length * WORD;
    const signals = nPublic > 0 ? "_pubSignals" : "0";
    return contractText("PlonkVerifier", [
        "e(Wxi + u Wxiw, -X_2) e(xi Wxi + u xi w Wxiw + F - E, G2) = 1",
    ], [`uint256[${values / WORD}] calldata _proof`, ...signalParameter(nPublic)], [
        ...ADD_TERM, ...ADD_PROOF_TERM, ...ALL_BELOW, ...challengeLines(key), ...lagrangeLines(r, key),
        ...permutationLines(key), ...termLines(key), ...pairLines(q, key), "",
        "let p := mload(0x40)",
        `let r := ${hex(r)}`,
        `valid := allBelow(${at("_proof", END_OF_POINTS)}, ${at("_proof", values)}, r)`,
        ...(nPublic > 0 ? [`valid := and(valid, allBelow(_pubSignals, ${at("_pubSignals", nPublic * WORD)}, r))`] : []),
        "if valid {",
        `    challenges(p, r, _proof, ${signals})`,
        `    valid := lagrange(p, r, ${signals})`,
        `    let sum := ${at("p", SCRATCH)}`,
        ...store1("sum", 0, points.Qc).map((line) => `    ${line}`),
        ...["permutation", "gates", "values", "openings"].map((part) =>
            `    if valid { valid := ${part}(p, r, _proof, sum) }`),
        "}",
    ]);
}

/** @type {import("../protocol.js").Solidity} */
export const solidity = Object.freeze({
    contract: (vkey, options) => contractWith({
        read: () => readKey(FORM, vkey, pairingCurve, knownNames()), check: decodeKey, weak: weaknessOfKey,
        write: contractOf,
    }, options),
    callData(proof, publicSignals) {
        const { points, values, signals } = claimFor(proof, publicSignals, (curve, count) =>
            readClaim(FORM, curve, count, publicSignals, proof));
        const quoted = (/** @type {string} */ one) => `"${one}"`;
        const [x, ...rest] = [
            ...POINTS.flatMap((name) => pointWords(points[name])), ...VALUES.map((name) => word(values[name])),
        ].map(quoted);
        // without a comma, as snarkjs has it
        return `[${x}, ${rest.join(",")}]${signalArgument(signals, quoted, "")}`;
    },
});
