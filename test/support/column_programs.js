/** Programs over columns, drawn at random, and what the CPU makes of them. */
import { inOneTask } from "../../src/batch/in_one_task.js";
import { writeProgram } from "../../src/batch/program.js";
import { writeLE } from "../../src/util/bytes.js";
import { below, uniform } from "./random.js";

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
 * @returns {(words: any) => any[]}
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
        given: () => ["given", listOf(Fr, [n, n, 1, n - 1, n + 1, 2 * n][below(6)]), element()],
        fft: () => ["fft", take(true)], ifft: () => ["ifft", take(true)], plain: () => ["plain", take(true)],
        progression: () => ["progression", take(true), element(), element()],
        powers: () => ["powers", element(), element()],
        next: () => ["next", take(false)],
        mul: () => ["mul", operand(), operand()], add: () => ["add", operand(), operand()],
        sub: () => ["sub", operand(), operand()], mulAdd: () => ["mulAdd", operand(), operand(), operand()],
    };
    const names = Object.keys(draw);
    for (let i = 2 + below(MOST_STEPS); i > 0; i--) {
        const name = values.length < 2 ? "given" : names[below(names.length)];
        const step = draw[name]();
        drawn.push(step);
        values.push(next++);
        // An inverse transform and a progression are one step on a GPU.
        if (name === "ifft" && below(2)) {
            drawn.push(["progression", values.pop(), element(), element()]);
            values.push(next++);
        }
    }
    const results = values.filter(() => below(2)), wanted = results.length ? results : [values[0]];
    return (words) => {
        const made = [];
        for (const [word, ...operands] of drawn)
            made.push(words[word](...operands.map((one) => (typeof one === "number" ? made[one] : one))));
        return wanted.map((number) => made[number]);
    };
}

/**
 * @param {any} curve
 * @param {number} n
 * @param {(words: any) => any[]} write
 * @param {any} [options]
 * @returns {Promise<Uint8Array[]>}
 */
export async function madeByCpu(curve, n, write, options) {
    const lists = [];
    await inOneTask(curve, n, (words) => write(words).map((value) => {
        lists.push(new Uint8Array(n * curve.Fr.n8).fill(255));
        return [value, lists.at(-1)];
    }), { gpu: "disabled", ...options });
    return lists;
}

/**
 * @param {import("../../src/gpu/columns.js").Columns} columns
 * @param {any} Fr
 * @param {number} n
 * @param {(words: any) => any[]} write
 */
export const madeByGpu = (columns, Fr, n, write) =>
    columns.run(writeProgram("test", Fr, n, write), Fr.toObject(Fr.w[Math.log2(n)]));

/** The words alone, and the quotient of Groth16, by name. */
export function knownWords(Fr, n) {
    const [a, b, c] = [0, 1, 2].map(() => listOf(Fr, n)), [k, ratio, long] = [1, 1, n + 3].map((m) => listOf(Fr, m));
    const short = listOf(Fr, Math.max(1, n - 1)), most = long.subarray(0, Fr.n8 * Math.min(n + 3, 2 * n));
    const shift = Fr.w[Math.log2(n) + 1];
    return {
        fft: ({ fft, given }) => [fft(given(a))], ifft: ({ ifft, given }) => [ifft(given(a))],
        given: ({ given }) => [given(a)], short: ({ given }) => [given(short)], long: ({ given }) => [given(most, k)],
        progression: ({ given, progression }) => [progression(given(a), k, ratio)],
        coset: ({ fft, given, ifft, progression }) => [fft(progression(ifft(given(a)), k, ratio))],
        powers: ({ powers }) => [powers(k, ratio)], next: ({ given, next }) => [next(given(a))],
        "what comes next of a transform": ({ fft, given, next }) => [next(fft(given(a)))],
        plain: ({ given, plain }) => [plain(given(a))],
        "an inverse transform that is wanted, too": ({ given, ifft, mul }) => {
            const x = ifft(given(a));
            return [x, mul(x, x)];
        },
        "an inverse transform that is used before its progression": ({ add, given, ifft, progression }) => {
            const x = ifft(given(a)), y = add(x, k);
            return [progression(x, k, ratio), y];
        },
        mul: ({ given, mul }) => [mul(given(a), given(b)), mul(given(a), k), mul(k, given(a)), mul(k, ratio)],
        add: ({ add, given }) => [add(given(a), given(b)), add(given(a), k), add(k, given(a)), add(k, ratio)],
        sub: ({ given, sub }) => [sub(given(a), given(b)), sub(given(a), k), sub(k, given(a)), sub(k, ratio)],
        mulAdd: ({ given, mulAdd }) => [
            mulAdd(given(a), given(b), given(c)), mulAdd(given(a), k, given(c)), mulAdd(k, given(a), ratio),
            mulAdd(given(a), given(b), k), mulAdd(k, ratio, given(c)), mulAdd(k, ratio, ratio),
        ],
        "one list twice": ({ given, mul }) => {
            const x = given(a);
            return [mul(x, x), x, x];
        },
        quotient: ({ fft, given, ifft, mul, plain, progression, sub }) => {
            const [x, y, z] = [a, b, c].map((list) => fft(progression(ifft(given(list)), Fr.one, shift)));
            return [plain(sub(mul(x, y), z))];
        },
    };
}
