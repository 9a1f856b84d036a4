/** Programs over columns, drawn at random, and what the CPU makes of them. */
import { runFused } from "../../../../src/batch/fused_program.js";
import { writeProgram } from "../../../../src/batch/program.js";
import { writeLE } from "../../../../src/util/bytes.js";
import { below, uniform } from "../../../../test/support/random.js";

/** Steps of a program that is drawn, at most. */
const MOST_STEPS = 24;

/** `count` values of all kinds; every one is `only` if that is there. */
export function listOf({ n8, p }, count, only) {
    const bytes = new Uint8Array(n8 * count), edges = [0n, 1n, p - 1n, 2n ** 253n % p];
    for (let i = 0; i < count; i++) writeLE(bytes, n8 * i, only ?? edges[below(9)] ?? uniform(p), n8);
    return bytes;
}

/**
 * A program whose steps are drawn: it says the same each time that it is called.
 * @param {any} Fr
 * @param {number} n - 2^k
 * @returns {(ops: any) => any[]}
 */
export function drawnProgram(Fr, n) {
    const element = () => listOf(Fr, 1), drawn = [], values = [];
    let next = 0;
    /** A value that there is; it is gone if the step needs it for itself. */
    const take = (alone) => {
        const at = below(values.length);
        return alone ? values.splice(at, 1)[0] : values[at];
    };
    const operand = () => (below(3) ? take(false) : element());
    const draw = {
        input: () => ["input", listOf(Fr, [n, n, 1, n - 1, n + 1, 2 * n][below(6)]), element()],
        fft: () => ["fft", take(true)], ifft: () => ["ifft", take(true)], plain: () => ["plain", take(true)],
        geometricScale: () => ["geometricScale", take(true), element(), element()],
        powers: () => ["powers", element(), element()],
        next: () => ["next", take(false)],
        mul: () => ["mul", operand(), operand()], add: () => ["add", operand(), operand()],
        sub: () => ["sub", operand(), operand()], mulAdd: () => ["mulAdd", operand(), operand(), operand()],
    };
    const names = Object.keys(draw);
    for (let i = 2 + below(MOST_STEPS); i > 0; i--) {
        const name = values.length < 2 ? "input" : names[below(names.length)];
        const step = draw[name]();
        drawn.push(step);
        values.push(next++);
        // An inverse transform and a progression are one step on a GPU.
        if (name === "ifft" && below(2)) {
            drawn.push(["geometricScale", values.pop(), element(), element()]);
            values.push(next++);
        }
    }
    const results = values.filter(() => below(2)), wanted = results.length ? results : [values[0]];
    return (ops) => {
        const made = [];
        for (const [word, ...operands] of drawn)
            made.push(ops[word](...operands.map((one) => (typeof one === "number" ? made[one] : one))));
        return wanted.map((number) => made[number]);
    };
}

/**
 * @param {any} curve
 * @param {number} n
 * @param {(ops: any) => any[]} write
 * @param {any} [options]
 * @returns {Promise<Uint8Array[]>}
 */
export async function madeByCpu(curve, n, write, options) {
    const lists = [];
    await runFused(curve, n, (ops) => write(ops).map((value) => {
        lists.push(new Uint8Array(n * curve.Fr.n8).fill(255));
        return [value, lists.at(-1)];
    }), { gpu: "disabled", ...options });
    return lists;
}

/**
 * @param {import("../../src/columns.js").Columns} columns
 * @param {any} Fr
 * @param {number} n
 * @param {(ops: any) => any[]} write
 */
export const madeByGpu = (columns, Fr, n, write) =>
    columns.run(writeProgram("test", Fr, n, write), Fr.toObject(Fr.w[Math.log2(n)]));

/** The words alone, and the quotient of Groth16, by name. */
export function knownWords(Fr, n) {
    const [a, b, c] = [0, 1, 2].map(() => listOf(Fr, n)), [k, ratio, long] = [1, 1, n + 3].map((m) => listOf(Fr, m));
    const short = listOf(Fr, Math.max(1, n - 1)), most = long.subarray(0, Fr.n8 * Math.min(n + 3, 2 * n));
    const shift = Fr.w[Math.log2(n) + 1];
    return {
        fft: ({ fft, input }) => [fft(input(a))], ifft: ({ ifft, input }) => [ifft(input(a))],
        input: ({ input }) => [input(a)], short: ({ input }) => [input(short)], long: ({ input }) => [input(most, k)],
        geometricScale: ({ input, geometricScale }) => [geometricScale(input(a), k, ratio)],
        coset: ({ fft, input, ifft, geometricScale }) => [fft(geometricScale(ifft(input(a)), k, ratio))],
        powers: ({ powers }) => [powers(k, ratio)], next: ({ input, next }) => [next(input(a))],
        "what comes next of a transform": ({ fft, input, next }) => [next(fft(input(a)))],
        plain: ({ input, plain }) => [plain(input(a))],
        "an inverse transform that is wanted, too": ({ input, ifft, mul }) => {
            const x = ifft(input(a));
            return [x, mul(x, x)];
        },
        "an inverse transform that is used before its progression": ({ add, input, ifft, geometricScale }) => {
            const x = ifft(input(a)), y = add(x, k);
            return [geometricScale(x, k, ratio), y];
        },
        mul: ({ input, mul }) => [mul(input(a), input(b)), mul(input(a), k), mul(k, input(a)), mul(k, ratio)],
        add: ({ add, input }) => [add(input(a), input(b)), add(input(a), k), add(k, input(a)), add(k, ratio)],
        sub: ({ input, sub }) => [sub(input(a), input(b)), sub(input(a), k), sub(k, input(a)), sub(k, ratio)],
        mulAdd: ({ input, mulAdd }) => [
            mulAdd(input(a), input(b), input(c)), mulAdd(input(a), k, input(c)), mulAdd(k, input(a), ratio),
            mulAdd(input(a), input(b), k), mulAdd(k, ratio, input(c)), mulAdd(k, ratio, ratio),
        ],
        "one list twice": ({ input, mul }) => {
            const x = input(a);
            return [mul(x, x), x, x];
        },
        quotient: ({ fft, input, ifft, mul, plain, geometricScale, sub }) => {
            const [x, y, z] = [a, b, c].map((list) => fft(geometricScale(ifft(input(list)), Fr.one, shift)));
            return [plain(sub(mul(x, y), z))];
        },
    };
}
