/**
 * Claims as JSON, honest, blinded anew, forged or misspelt: three verifiers agree, and where they accept, so does
 * snarkjs. Records of options: accepted, or refused with words. Scalars and utilities: as ffjavascript.
 */
import * as ffjavascript from "ffjavascript-oracle";
import * as snarkjs from "snarkjs";
import * as own from "../../../src/index.js";
import { prove, ProverError } from "../../../src/protocols/groth16/index.js";
import { outcome } from "../../support/compare.js";
import { fixture } from "../../support/circuits.js";
import { load, VERIFIERS } from "../../support/hostile_claims.js";
import { pointOutside } from "../../support/torsion.js";
import { agree, cut, demand, endAll, ours, theirs } from "../support.js";

const CURVES = ["bn128", "bls12381"];

/** Every place of a record that is not a record. @returns {(string | number)[][]} */
const pathsOf = (value, path = []) =>
    value !== null && typeof value === "object"
        ? [path, ...Object.keys(value).flatMap((key) => pathsOf(value[key], [...path, key]))]
        : [path];
const at = (object, path) => path.reduce((inner, key) => inner?.[key], object);

/** @param {import("../choices.js").Choices} c */
function oddValue(c, before, bound) {
    const text = typeof before === "object" ? "" : String(before), // a list may hold a symbol, which has no text
        number = /^\d+$/.test(text) ? BigInt(text) : 5n;
    return c.pick([
        () => String(c.big(bound)),
        () => String(bound + number),
        () => String(bound - number),
        () => String(-number),
        () => `0${text}`,
        () => ` ${text}`,
        () => `0x${number.toString(16)}`,
        () => number,
        () => Number(number),
        () => null,
        () => undefined,
        () => "",
        () => [],
        () => ({}),
        () => [before],
        () => [before, before, before],
        () => true,
        () => "1",
        () => "0",
        () => ["1", "0"],
        () => ["0", "1", "0"],
        () => "9".repeat(c.below(500)),
        () => Symbol.iterator,
        () => ({ toString: () => text }),
        () => -0,
        () => NaN,
    ])();
}

/** @param {import("../choices.js").Choices} c @param {any} files */
function misspell(c, files, { q, r }) {
    const part = c.pick(["proof", "public", "vkey"]),
        places = pathsOf(files[part]).slice(1);
    if (places.length === 0) return;
    const path = c.pick(places);
    const parent = at(files[part], path.slice(0, -1)),
        key = path.at(-1);
    const kind = c.below(4);
    if (kind === 0 && !Array.isArray(parent)) delete parent[key];
    else if (kind === 1 && Array.isArray(parent)) parent.splice(Number(key), 1);
    else if (kind === 2 && Array.isArray(parent)) parent.push(oddValue(c, parent[key], q));
    else parent[key] = oddValue(c, parent[key], part === "public" ? r : q);
}

const json = (value) => (Array.isArray(value) ? value.map(json) : String(value));
const affine = (G, p) =>
    json(
        G.isZero(p)
            ? G.F.m === 1
                ? [0, 1, 0]
                : [
                      [0, 0],
                      [1, 0],
                      [0, 0],
                  ]
            : G.toObject(G.toAffine(p)),
    );

/**
 * The same statement proved otherwise, or nearly so: A' = t A, B' = 1/t B; points with torsion; others' points.
 * @returns {boolean | undefined} what every verifier must say, if that is known
 */
function forge(c, curve, files) {
    const { G1, G2, Fr } = curve,
        { proof } = files,
        kind = c.below(6);
    const point = (G, name) =>
        G.fromObject(JSON.parse(JSON.stringify(proof[name]), (key, v) => (typeof v === "string" ? BigInt(v) : v)));
    const t = Fr.e(1n + c.big(curve.r - 1n));
    if (kind <= 1) {
        proof.pi_a = affine(G1, G1.timesFr(point(G1, "pi_a"), t));
        proof.pi_b = affine(G2, G2.timesFr(point(G2, "pi_b"), kind === 0 ? Fr.inv(t) : t));
        return kind === 0 || Fr.isZero(Fr.sub(Fr.square(t), Fr.one));
    }
    if (kind === 2) {
        // A + torsion, B + torsion: the equation may hold
        const group = c.pick(curve.name === "bn128" ? ["G2"] : ["G1", "G2"]),
            G = curve[group],
            name = group === "G1" ? c.pick(["pi_a", "pi_c"]) : "pi_b";
        const torsion = G.timesScalar(pointOutside(curve, group), curve.r);
        proof[name] = affine(G, G.add(point(G, name), torsion));
        return false;
    }
    if (kind === 3) {
        // negated
        proof.pi_a = affine(G1, G1.neg(point(G1, "pi_a")));
        if (!c.once(2)) return false;
        proof.pi_b = affine(G2, G2.neg(point(G2, "pi_b")));
        return true;
    }
    if (kind === 4) {
        // of a multiple of the generator
        proof[c.pick(["pi_a", "pi_c"])] = affine(G1, G1.timesScalar(G1.g, BigInt(c.below(4))));
        return false;
    }
    files.public[c.below(files.public.length)] = String(c.big(curve.r));
    return undefined;
}

/** @param {import("../choices.js").Choices} c */
async function claims(c, verify) {
    const name = c.once(4) ? "bls12381" : "bn128",
        curve = await ours(name),
        files = load(name);
    let expected = true;
    if (c.once(2)) expected = forge(c, curve, files);
    for (let count = c.below(3); count > 0; count--) {
        misspell(c, files, curve);
        expected = undefined;
    }
    const answers = {};
    for (const verifier of Object.keys(VERIFIERS))
        answers[verifier] = await verify(verifier, files).then(
            (verdict) => JSON.stringify(verdict.valid ? true : verdict.reason),
            (error) => {
                demand(
                    error?.name === "ProverError" && typeof error.code === "string",
                    () => `${verifier}: expected an error with a code, got ${error?.stack ?? String(error)}`,
                );
                return error.code;
            },
        );
    agree(`a claim on ${name}`, answers);
    const accepted = Object.values(answers)[0] === "true";
    if (expected !== undefined)
        demand(accepted === expected, () => `expected ${expected}, got ${Object.values(answers)[0]}`);
    if (!accepted || c.below(4) > 0) return;
    const strings = JSON.parse(
        JSON.stringify(files, (key, value) =>
            typeof value === "bigint" || (typeof value === "number" && key !== "nPublic") ? String(value) : value,
        ),
    );
    // where snarkjs looks for a curve first; no other code may find it there
    const place = `curve_${name}`, before = globalThis[place];
    globalThis[place] = await theirs(name);
    try {
        demand(
            await snarkjs.groth16.verify(strings.vkey, strings.public, strings.proof),
            () => "snarkjs refuses what ours accept",
        );
    } finally {
        if (before === undefined) delete globalThis[place];
        else globalThis[place] = before;
    }
}

const OPTION_NAMES = [
    "threads",
    "memory",
    "onProgress",
    "signal",
    "check",
    "paranoid",
    "timings",
    "readTimeout",
    "rewrite",
    "witnessTimeout",
    "witnessMemory",
    "onLog",
    "curve",
    "singleThread",
    "tier",
    "__proto__",
    "constructor",
    "nothing",
];

/** @param {import("../choices.js").Choices} c */
async function options(c, curve) {
    const value = () =>
        c.pick([
            () => undefined,
            () => null,
            () => 0,
            () => 1,
            () => -1,
            () => 1.5,
            () => NaN,
            () => Infinity,
            () => 2 ** 24,
            () => 2 ** 53,
            () => "1",
            () => true,
            () => false,
            () => () => {},
            () => ({}),
            () => [],
            () => new AbortController().signal,
            () => AbortSignal.abort(new Error("enough")),
            () => curve,
            () => Symbol("x"),
            () => 3n,
            () => "fma",
            () => "auto",
            () => new Proxy({}, {}),
        ])();
    const record = {};
    for (let count = c.below(4); count > 0; count--)
        Object.defineProperty(record, c.pick(OPTION_NAMES), {
            value: value(),
            enumerable: true,
            configurable: true,
            writable: true,
        });
    // workers would only take time here
    if (["number", "undefined"].includes(typeof (record.threads ?? undefined)) && !(record.threads < 0))
        record.threads = 0;
    try {
        await prove(
            fixture("mimc_tiny", "circuit.zkey"),
            fixture("mimc_tiny", "witness.wtns"),
            c.once(20) ? value() : record,
        );
    } catch (error) {
        const known =
            (error instanceof ProverError && /expected .+, got .+/s.test(error.message)) ||
            error.message === "enough";
        demand(
            known,
            () =>
                `prove with ${Object.keys(record)}: expected an error with a code, got ${error?.stack ?? String(error)}`,
        );
    }
}

const SCALAR = Object.keys(ffjavascript.Scalar).filter((name) => typeof ffjavascript.Scalar[name] === "function");
const UTILS = [
    "log2",
    "bitReverse",
    "stringifyBigInts",
    "unstringifyBigInts",
    "beInt2Buff",
    "leInt2Buff",
    "beBuff2int",
    "leBuff2int",
];
/** Where ours refuses, or answers, what ffjavascript answers otherwise: see test/api/bigint_scalar and _utils. */
const DIFFERS = new Set(["fromRprLE", "fromRprBE", "toRprLE", "toRprBE", "fromArray", "toArray"]);

/** @param {import("../choices.js").Choices} c */
function scalars(c, ask) {
    const inUtils = c.once(4),
        name = c.pick(inUtils ? UTILS : SCALAR);
    if (DIFFERS.has(name)) return;
    const integer = () => {
        const v = c.big(2n ** 256n);
        return c.once(4) ? -v : v;
    };
    const length = c.within(1, 40);
    // shifts and powers take memory by their second argument
    const small = /^(sh|pow|exp)/.test(name) ? () => c.pick([0, 1, 2, 64, 200, 3n, 65n]) : undefined;
    const args = /Buff2int/.test(name)
        ? [c.bytes(c.within(1, 40))]
        : /Int2Buff/.test(name)
          ? [c.big(1n << BigInt(8 * length)), length]
          : name === "bitReverse"
            ? [c.below(256), 8]
            : name === "log2"
              ? [c.edge()]
              : /tringify/.test(name)
                ? [{ a: [integer(), "12", c.below(9)], b: "x" }]
                : name === "toString"
                  ? [integer(), c.pick([10, 2, 16, undefined])]
                  : name === "toLEBuff"
                    ? [c.big(2n ** 256n)]
                    : /^(naf|bits|bitLength|toNumber)$/.test(name)
                      ? [c.big(2n ** 256n)]
                      : /^(fromString|e)$/.test(name)
                        ? [c.pick([String(integer()), integer(), c.edge()]), c.pick([undefined, 10])]
                        : [
                              c.pick([integer(), String(integer()), c.edge()]),
                              small ? small() : c.pick([integer(), c.edge()]),
                          ];
    const call = (library) => ask(library, inUtils ? library.utils[name] : library.Scalar[name], args);
    const [mine, reference] = [outcome(() => call(own)), outcome(() => call(ffjavascript))];
    const shown = ({ value, error }) => value ?? `!${error}`;
    agree(`${name}(${cut(args.map(String))})`, { own: shown(mine), ffjavascript: shown(reference) });
}

/** @type {import("../loop.js").Target} */
export const api = {
    name: "api",
    guided: true,
    faults: ["one verifier takes numbers beyond the order", "one result of Scalar is another"],
    async open(fault) {
        const curve = await ours("bn128");
        for (const name of CURVES) await ours(name);
        const mend = (files) => {
            const r = files.vkey.curve === "bn128" ? curve.r : 2n ** 600n;
            files.public = Array.isArray(files.public)
                ? files.public.map((v) => (typeof v === "string" && /^\d+$/.test(v) ? String(BigInt(v) % r) : v))
                : files.public;
            return files;
        };
        /** The ports, in which a fault breaks one of ours. */
        const verify = async (verifier, files) => {
            const copy =
                fault?.startsWith("one verifier") && verifier === "ffturbo/verify" ? mend({ ...files }) : files;
            return VERIFIERS[verifier](copy.vkey, copy.public, copy.proof, { reason: true });
        };
        const ask = (library, f, args) => {
            const result = f(...args);
            return fault?.startsWith("one result") && library === own && result === 0n ? 1n : result;
        };
        return {
            async run(c) {
                const kind = c.below(8);
                if (kind < 4) await claims(c, verify);
                else if (kind === 4) await options(c, curve);
                else for (let i = 0; i < 16; i++) scalars(c, ask);
            },
            close: endAll,
        };
    },
};
