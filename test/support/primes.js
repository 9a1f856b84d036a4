/**
 * One circuit for each prime that circom knows, compiled into a folder: its program, its constraints, and circom's own
 * calculator beside them.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rowsOf } from "./extent.js";
import "../../packages/curves/src/index.js";
import { circom } from "../../scripts/circom.mjs";

/** Circom 2.2's list. */
export const PRIMES = ["bn128", "bls12377", "bls12381", "goldilocks", "grumpkin", "pallas", "secq256r1", "vesta"];

/** Those of suites that run over all of them otherwise: 254 bits, 64, and a prime just below 2^256. */
export const QUICK_PRIMES = rowsOf(PRIMES, ["bn128", "goldilocks", "secq256r1"]);

/**
 * The curve whose scalars these are. Circom calls the primes of the Pasta cycle after the curves over them: the scalars
 * of vesta are the coordinates of pallas.
 * @param {string} prime
 */
export const curveOf = (prime) => ({ pallas: "vesta", vesta: "pallas" })[prime] ?? prime;

/** Products, a quotient, bits, comparisons: what field functions differ in, in each field. */
const SOURCE = `pragma circom 2.0.0;
template Bits(n) {
    signal input in;
    signal output out[n];
    var sum = 0;
    for (var i = 0; i < n; i++) {
        out[i] <-- (in >> i) & 1;
        out[i] * (out[i] - 1) === 0;
        sum += out[i] * 2**i;
    }
    sum === in;
}
template Main() {
    signal input a, b;
    signal output product, quotient, less, rest, large;
    component bits = Bits(20);
    bits.in <== a;
    product <== a * b;
    quotient <-- a / b;
    quotient * b === a;
    less <-- a < -b ? 1 : 0;
    less * (less - 1) === 0;
    rest <-- (a * a) % 1009;
    large <-- ~(a ^ b) - (b << 40) + a ** 31;
    rest * 0 === large * 0;
}
component main { public [a] } = Main();
`;

export const INPUTS = { a: 123456, b: -7 };

/**
 * @param {string} prime
 * @param {string} folder - that there is
 * @returns {{ wasm: string, r1cs: string, calculator: string }} paths
 */
export function compileFor(prime, folder) {
    const place = join(folder, prime);
    mkdirSync(place);
    writeFileSync(join(place, "main.circom"), SOURCE);
    circom(place, "main.circom", ["--wasm", "--r1cs", "--prime", prime]);
    return {
        wasm: join(place, "main_js", "main.wasm"),
        r1cs: join(place, "main.r1cs"),
        calculator: join(place, "main_js", "witness_calculator.js"),
    };
}
