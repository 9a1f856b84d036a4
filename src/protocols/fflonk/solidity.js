/**
 * A contract that verifies FFLONK proofs of one key; the equation, the challenges and the values
 * are those of verify.js, challenges.js and relation.js:
 *
 *   e(C0 + k1 C1 + k2 C2 - E - z0 W1 + y W2, G2) e(W2, -X_2) = 1
 *
 * All that is divided by is inverted at once: `inv` of the proof is the inverse of a product that
 * contains each denominator, which is compared with 1, so another `inv` is refused.
 *
 * Challenges follow each other in memory as they do in the transcript: each is written where the
 * entries of the next one begin.
 * @module protocols/fflonk/solidity
 */
import { mod, pow } from "../../bigint/modular.js";
import { faultsOn, pairingCurve } from "../key/verifier.js";
import {
    ADD_PROOF_TERM, ADD_TERM, ALL_BELOW, at, claimFor, contractText, contractWith, defined, GENERATOR_2, hex, negated,
    pairing, pointWords, signalArgument, signalParameter, store1, store2, word, WORD,
} from "../solidity.js";
import { EVALUATIONS } from "./challenges.js";
import { checkKey, COMMITMENTS, readClaim, readKey, weaknessOfKey } from "./json.js";

/** @import { Domain } from "./domain.js" */
/** @import { KeyJson } from "./json.js" */

/** Where the challenges are in memory, and what is calculated of them. */
const SLOT = Object.freeze({
    beta: 0, gamma: 0x20, s: 0x40, alpha: 0x60, y: 0x80,
    xi: 0xa0, xiw: 0xc0, z0: 0xe0, z1: 0x100, z2: 0x120, vanishing: 0x140,
    overZ1: 0x160, overZ2: 0x180, overVanishing: 0x1a0, overStep: 0x1c0, overFirst: 0x1e0, inputs: 0x200,
});

/** Behind them: entries of a hash, denominators, then sums and pairs. */
const SCRATCH = 0x280;

const POINT = 2 * WORD;
const END_OF_POINTS = COMMITMENTS.length * POINT;

/** The words of a proof: points, evaluations, and `inv`. */
const PROOF_WORDS = END_OF_POINTS / WORD + EVALUATIONS.length + 1;

const slot = (/** @type {keyof typeof SLOT} */ name) => at("p", SLOT[name]);
const load = (/** @type {keyof typeof SLOT} */ name) => `mload(${slot(name)})`;
const store = (/** @type {keyof typeof SLOT} */ name, /** @type {string} */ value) => `mstore(${slot(name)}, ${value})`;
const pointOf = (/** @type {typeof COMMITMENTS[number]} */ name) => at("proof", COMMITMENTS.indexOf(name) * POINT);
const valueOf = (/** @type {typeof EVALUATIONS[number]} */ name) =>
    `calldataload(${at("proof", END_OF_POINTS + EVALUATIONS.indexOf(name) * WORD)})`;
const product = (/** @type {string[]} */ ...factors) =>
    factors.reduce((left, right) => `mulmod(${left}, ${right}, r)`);
const plus = (/** @type {string} */ x, /** @type {string} */ y) => `addmod(${x}, ${y}, r)`;
const minus = (/** @type {string} */ x, /** @type {string} */ y) => `addmod(${x}, sub(r, ${y}), r)`;

/**
 * The challenge `name` of what is in memory from `from` on, of which the last bytes are copied from
 * the proof.
 * @param {keyof typeof SLOT} name
 * @param {keyof typeof SLOT} from
 * @param {string} source - in call data
 * @param {number} size
 */
const hashed = (name, from, source, size) => [
    `calldatacopy(${slot(name)}, ${source}, ${hex(size)})`,
    store(name, `mod(keccak256(${slot(from)}, ${hex(WORD + size)}), r)`),
];

/** @param {KeyJson} key */
function challengeLines({ nPublic, C0, domain: { w } }) {
    const signals = nPublic * WORD;
    return defined("challenges(p, r, proof, signals)", [
        "{",
        `    let t := ${at("p", SCRATCH)}`,
        ...store1("t", 0, C0).map((line) => `    ${line}`),
        ...(nPublic > 0 ? [`    calldatacopy(${at("t", POINT)}, signals, ${hex(signals)})`] : []),
        `    calldatacopy(${at("t", POINT + signals)}, ${pointOf("C1")}, ${hex(POINT)})`,
        `    ${store("beta", `mod(keccak256(t, ${hex(2 * POINT + signals)}), r)`)}`,
        "}",
        store("gamma", `mod(keccak256(${slot("beta")}, ${hex(WORD)}), r)`),
        ...hashed("s", "gamma", pointOf("C2"), POINT),
        ...hashed("alpha", "s", at("proof", END_OF_POINTS), EVALUATIONS.length * WORD),
        ...hashed("y", "alpha", pointOf("W1"), POINT),
        "// xi = s^24",
        `let x := ${load("s")}`,
        "x := mulmod(x, mulmod(x, x, r), r)",
        ...Array.from({ length: 3 }, () => "x := mulmod(x, x, r)"),
        store("xi", "x"),
        store("xiw", product("x", hex(w))),
    ]);
}

/**
 * What vanishes on the points of each commitment, at y; and on the domain, at xi.
 * @param {KeyJson} key
 */
const vanishingLines = ({ domain: { power } }) => defined("vanishing(p, r)", [
    `let xi := ${load("xi")}`,
    `let y := ${load("y")}`,
    "{",
    "    let y2 := mulmod(y, y, r)",
    "    let y4 := mulmod(y2, y2, r)",
    `    ${store("z0", minus(product("y4", "y4"), "xi"))}`,
    `    ${store("z1", minus("y4", "xi"))}`,
    "    y2 := mulmod(y2, y, r)",
    `    ${store("z2", product(minus("y2", "xi"), minus("y2", load("xiw"))))}`,
    "}",
    ...Array.from({ length: power }, () => "xi := mulmod(xi, xi, r)"),
    store("vanishing", minus("xi", "1")),
]);

/**
 * What the product that `inv` inverts has besides what is needed, but for the powers: of the
 * Lagrange polynomials on the 8, 4 and 6 points of the commitments; see inverseOfDenominators.
 * @param {Domain} domain
 */
const restFactor = ({ r, w }) => mod(-(8n ** 8n) * 4n ** 4n * 3n ** 6n * pow(w, 2n, r), r);

/**
 * n (xi - w^i) for each signal, and at least for i = 0: the root, the denominator, and the product
 * of those before it.
 * @param {KeyJson} key
 */
const denominatorLines = ({ nPublic, domain: { n, w } }) => defined("denominators(p, r) -> all", [
    `let xi := ${load("xi")}`,
    "let root := 1",
    "all := 1",
    `let t := ${at("p", SCRATCH)}`,
    `for { let end := ${at("t", 3 * WORD * Math.max(1, nPublic))} } lt(t, end) { t := add(t, 0x60) } {`,
    `    let d := ${product(hex(n), minus("xi", "root"))}`,
    "    mstore(t, root)",
    "    mstore(add(t, 0x20), d)",
    "    mstore(add(t, 0x40), all)",
    "    all := mulmod(all, d, r)",
    `    root := ${product("root", hex(w))}`,
    "}",
]);

/**
 * From the inverse of their product: that of n (xi - 1), and the sum of signal_i w^i / (n (xi -
 * w^i)).
 * @param {KeyJson} key
 */
const inputLines = ({ nPublic }) => defined("inputs(p, r, signals, inverse)", [
    `let from := ${at("p", SCRATCH)}`,
    "let sum := 0",
    ...(nPublic > 0 ? [`signals := ${at("signals", nPublic * WORD)}`] : []),
    `for { let t := ${at("from", 3 * WORD * Math.max(1, nPublic))} } gt(t, from) { } {`,
    "    t := sub(t, 0x60)",
    "    let over := mulmod(inverse, mload(add(t, 0x40)), r)",
    "    inverse := mulmod(inverse, mload(add(t, 0x20)), r)",
    ...(nPublic > 0 ? [
        "    signals := sub(signals, 0x20)",
        `    sum := ${plus("sum", product("calldataload(signals)", "over", "mload(t)"))}`,
    ] : []),
    `    ${store("overFirst", "over")}`,
    "}",
    store("inputs", "sum"),
]);

/**
 * Inverses of z1, z2, xi^n - 1 and xi w - xi, from that of their product with the others.
 * @param {Domain} domain
 */
const inverseLines = (domain) => defined("inverses(p, r, proof, signals) -> ok", [
    `let xi := ${load("xi")}`,
    "let roots := denominators(p, r)",
    `let step := ${minus(load("xiw"), "xi")}`,
    `let zs := ${product(load("z1"), load("z2"))}`,
    `let others := ${product("step", load("vanishing"))}`,
    "// what else is in the product: xi^14 (xi w - xi)^5 z0 z1 z2, times a constant",
    `let inverse := ${product("xi", "xi")}`,
    `inverse := ${product("inverse", "inverse", "inverse", "xi")}`,
    `inverse := ${product("inverse", "inverse")}`,
    "{",
    "    let square := mulmod(step, step, r)",
    `    inverse := ${product("inverse", "square", "square", "step")}`,
    "}",
    `inverse := ${product("inverse", load("z0"), "zs", hex(restFactor(domain)))}`,
    `inverse := ${product("inverse", `calldataload(${at("proof", END_OF_POINTS + EVALUATIONS.length * WORD)})`)}`,
    `ok := eq(${product("inverse", "zs", "others", "roots")}, 1)`,
    `inputs(p, r, signals, ${product("inverse", "zs", "others")})`,
    "inverse := mulmod(inverse, roots, r)",
    store("overZ1", product("inverse", "others", load("z2"))),
    store("overZ2", product("inverse", "others", load("z1"))),
    "inverse := mulmod(inverse, zs, r)",
    store("overVanishing", product("inverse", "step")),
    store("overStep", product("inverse", load("vanishing"))),
]);

/** T0 at xi. */
const GATE = defined("gateQuotient(p, r, proof) -> t0", [
    `let a := ${valueOf("a")}`,
    `let b := ${valueOf("b")}`,
    `t0 := ${plus(product(valueOf("ql"), "a"), product(valueOf("qr"), "b"))}`,
    `t0 := ${plus("t0", product(valueOf("qm"), "a", "b"))}`,
    `t0 := ${plus("t0", product(valueOf("qo"), valueOf("c")))}`,
    `t0 := ${product(plus("t0", valueOf("qc")), load("overVanishing"))}`,
    `t0 := ${minus("t0", load("inputs"))}`,
]);

/**
 * (a + beta x + gamma)(b + beta y + gamma)(c + beta z + gamma) v; sums of three numbers are not
 * reduced.
 */
const SIDE = defined("side(p, r, proof, x, y, z) -> all", [
    `let beta := ${load("beta")}`,
    `let gamma := ${load("gamma")}`,
    `all := add(add(${valueOf("a")}, mulmod(beta, x, r)), gamma)`,
    `all := mulmod(all, add(add(${valueOf("b")}, mulmod(beta, y, r)), gamma), r)`,
    `all := mulmod(all, add(add(${valueOf("c")}, mulmod(beta, z, r)), gamma), r)`,
]);

/** T2 at xi. @param {Domain} domain */
const permutationLines = ({ k1, k2 }) => defined("permutationQuotient(p, r, proof) -> t2", [
    `let xi := ${load("xi")}`,
    `t2 := side(p, r, proof, xi, ${product("xi", hex(k1))}, ${product("xi", hex(k2))})`,
    `t2 := ${product("t2", valueOf("z"))}`,
    `let sigma := side(p, r, proof, ${valueOf("s1")}, ${valueOf("s2")}, ${valueOf("s3")})`,
    `sigma := ${product("sigma", valueOf("zw"))}`,
    `t2 := ${product(minus("t2", "sigma"), load("overVanishing"))}`,
]);

/**
 * A polynomial at y by its coefficients, the last first.
 * @param {string} into
 * @param {readonly string[]} coefficients
 */
const horner = (into, [highest, ...rest]) => [
    `${into} := ${highest}`,
    ...rest.map((coefficient) => `${into} := ${plus(product(into, "y"), coefficient)}`),
];

/** What remains of each commitment, at y. */
const REMAINDERS = [
    ...defined("remainder0(p, r, proof) -> v", [
        `let y := ${load("y")}`,
        ...horner("v", /** @type {const} */ (["s3", "s2", "s1", "qc", "qm", "qo", "qr", "ql"]).map(valueOf)),
    ]),
    ...defined("remainder1(p, r, proof) -> v", [
        `let y := ${load("y")}`,
        ...horner("v", ["gateQuotient(p, r, proof)", valueOf("c"), valueOf("b"), valueOf("a")]),
    ]),
    "// of each component the line through its values at xi and xi w, at y^3",
    ...defined("remainder2(p, r, proof) -> v", [
        `let y := ${load("y")}`,
        ...horner("v", [
            "permutationQuotient(p, r, proof)",
            product(minus(valueOf("z"), "1"), load("overFirst")),
            valueOf("z"),
        ]),
        "let next",
        ...horner("next", [valueOf("t2w"), valueOf("t1w"), valueOf("zw")]),
        `let part := ${product(minus(product("y", "y", "y"), load("xi")), load("overStep"))}`,
        `v := ${plus("v", product(minus("next", "v"), "part"))}`,
    ]),
];

/**
 * The first pair begins at `sum`: what is paired with the generator.
 * @param {bigint} q
 * @param {KeyJson} key
 */
const equationLines = (q, { C0, X_2 }) => defined("equation(p, r, proof) -> ok", [
    `let sum := ${at("p", SCRATCH)}`,
    ...store1("sum", 0, C0),
    "let e := remainder0(p, r, proof)",
    `let alpha := ${load("alpha")}`,
    `let k := ${product("alpha", load("z0"), load("overZ1"))}`,
    `ok := addProofTerm(1, sum, ${pointOf("C1")}, k)`,
    `e := ${plus("e", product("k", "remainder1(p, r, proof)"))}`,
    `k := ${product("alpha", "alpha", load("z0"), load("overZ2"))}`,
    `ok := addProofTerm(ok, sum, ${pointOf("C2")}, k)`,
    `e := ${plus("e", product("k", "remainder2(p, r, proof)"))}`,
    "ok := addKeyTerm(ok, sum, 1, 2, sub(r, e))",
    `ok := addProofTerm(ok, sum, ${pointOf("W1")}, sub(r, ${load("z0")}))`,
    `ok := addProofTerm(ok, sum, ${pointOf("W2")}, ${load("y")})`,
    ...store2("sum", POINT, GENERATOR_2),
    `calldatacopy(${at("sum", 6 * WORD)}, ${pointOf("W2")}, ${hex(POINT)})`,
    ...store2("sum", 6 * WORD + POINT, negated(X_2, q)),
    ...pairing("sum", 2, "ok"),
]);

/**
 * @param {{ q: bigint, r: bigint }} curve
 * @param {KeyJson} key - which was checked
 * @returns {string}
 */
function contractOf({ q, r }, key) {
    const { nPublic, domain } = key, signals = nPublic > 0 ? "_pubSignals" : "0";
    return contractText("FflonkVerifier", [
        "e(C0 + k1 C1 + k2 C2 - E - z0 W1 + y W2, G2) e(W2, -X_2) = 1",
    ], [`bytes32[${PROOF_WORDS}] calldata _proof`, ...signalParameter(nPublic)], [
        ...ADD_TERM, ...ADD_PROOF_TERM, ...ALL_BELOW, ...challengeLines(key), ...vanishingLines(key),
        ...denominatorLines(key), ...inputLines(key), ...inverseLines(domain), ...GATE, ...SIDE,
        ...permutationLines(domain), ...REMAINDERS, ...equationLines(q, key), "",
        "let p := mload(0x40)",
        `let r := ${hex(r)}`,
        `valid := allBelow(${at("_proof", END_OF_POINTS)}, ${at("_proof", PROOF_WORDS * WORD)}, r)`,
        ...(nPublic > 0 ? [`valid := and(valid, allBelow(_pubSignals, ${at("_pubSignals", nPublic * WORD)}, r))`] : []),
        "if valid {",
        `    challenges(p, r, _proof, ${signals})`,
        "    vanishing(p, r)",
        `    valid := inverses(p, r, _proof, ${signals})`,
        "}",
        "if valid { valid := equation(p, r, _proof) }",
    ]);
}

/** @type {import("../protocol.js").Solidity} */
export const solidity = Object.freeze({
    contract: (vkey, options) => contractWith({
        read: () => readKey(vkey, pairingCurve),
        check: (curve, key) => checkKey(key, faultsOn(curve)),
        weak: weaknessOfKey,
        write: contractOf,
    }, options),
    callData(proof, publicSignals) {
        const { points, values, inv, signals } = claimFor(proof, publicSignals, (curve, count) =>
            readClaim(curve, count, publicSignals, proof));
        const [x, ...rest] = [
            ...COMMITMENTS.flatMap((name) => pointWords(points[name])),
            ...EVALUATIONS.map((name) => word(values[name])), word(inv),
        ];
        return `[${x}, ${rest.join(",")}]${signalArgument(signals, (one) => one, ",")}`;
    },
});
