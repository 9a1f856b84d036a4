/**
 * The field functions of a circuit.wasm, old against new: every function by value, operands in all four
 * representations, the result in its own place, on the first operand and on the second, and one operand twice.
 */
import { openFieldFunctions } from "./circuit_wasm.js";

// short, short with its Montgomery form, long, long Montgomery form
const FLAGS = [0, 0x40000000, 0x80000000, 0xc0000000];
const A = 2 ** 15, B = A + 40, R = A + 80; // the calculator's stack, unused while nothing runs

const BINARY = [
    "add",
    "sub",
    "mul",
    "div",
    "idiv",
    "mod",
    "pow",
    "shl",
    "shr",
    "band",
    "bor",
    "bxor",
    "eq",
    "neq",
    "lt",
    "gt",
    "leq",
    "geq",
    "land",
    "lor",
];
const UNARY = ["neg", "bnot", "lnot", "inv"];
const ASKING = ["isTrue", "isNegative", "toInt"];
const IN_PLACE = ["toMontgomery", "toNormal", "toLongNormal"];
export const OPERATIONS = [...BINARY, ...UNARY, ...ASKING, ...IN_PLACE];

const mod = (v, p) => ((v % p) + p) % p;

/** Values at the edges of everything that own bodies tell apart. */
export const edgesOf = (p) =>
    [
        0n,
        1n,
        2n,
        3n,
        7n,
        31n,
        32n,
        63n,
        64n,
        252n,
        253n,
        254n,
        255n,
        256n,
        2n ** 31n - 1n,
        2n ** 31n,
        2n ** 32n - 1n,
        2n ** 32n,
        2n ** 63n,
        2n ** 64n - 1n,
        2n ** 64n,
        2n ** 128n,
        2n ** 192n - 1n,
        2n ** 252n,
        2n ** 253n,
        p - 1n,
        p - 2n,
        p - 31n,
        p - 254n,
        p - 2n ** 31n,
        p - 2n ** 31n - 1n,
        p - 2n ** 32n,
        p >> 1n,
        (p >> 1n) + 1n,
        2n ** 256n,
        p - 2n ** 256n,
        p / 3n,
        (2n ** 96n - 1n) << 96n,
        (2n ** 32n - 1n) * 2n ** 160n,
    ].map((v) => mod(v, p));

class Machine {
    constructor(exports, p) {
        this.exports = exports;
        this.p = p;
        this.view = new DataView(exports.memory.buffer);
    }

    putWords(at, v) {
        for (let i = 0; i < 4; i++) this.view.setBigUint64(at + 8 * i, BigInt.asUintN(64, v >> BigInt(64 * i)), true);
    }

    words(at) {
        return [3, 2, 1, 0].reduce((v, i) => (v << 64n) | this.view.getBigUint64(at + 8 * i, true), 0n);
    }

    put(at, v, form) {
        const { p, view } = this,
            short = v < 2n ** 31n ? v : v >= p - 2n ** 31n ? v - p : undefined,
            used = form < 2 && short === undefined ? form + 2 : form;
        view.setInt32(at, used < 2 ? Number(short) : 0x1234567, true);
        view.setUint32(at + 4, FLAGS[used], true);
        this.putWords(at + 8, used & 1 ? (v << 256n) % p : used === 2 ? v : 0xdeadbeefn << 200n);
    }

    /** The value of an element, or what is wrong with it. */
    get(at) {
        const { p, view } = this,
            flags = view.getUint32(at + 4, true),
            words = this.words(at + 8),
            normal = () => (words * inverseOf(1n << 256n, p)) % p;
        if (flags & 0x80000000) return words >= p ? "not canonical" : flags & 0x40000000 ? normal() : words;
        const v = mod(BigInt(view.getInt32(at, true)), p);
        return flags & 0x40000000 && normal() !== v ? "another Montgomery form" : v;
    }

    /** What an operation answers, `"trap"`, or which operand it changed. */
    run(operation, [a, formA], [b, formB], alias) {
        this.put(A, a, formA);
        this.put(B, b, formB);
        this.put(R, 0n, 0);
        const call = this.exports[`Fr_${operation}`],
            r = [R, A, B, R][alias],
            second = alias === 3 ? A : B;
        let answer;
        try {
            if (BINARY.includes(operation)) call(r, A, second);
            else if (UNARY.includes(operation)) call(r, A);
            else answer = call(A);
        } catch {
            return "trap";
        }
        if (r !== A && this.get(A) !== a) return "the first operand changed";
        if (r !== B && this.get(B) !== b) return "the second operand changed";
        return ASKING.includes(operation) ? answer : this.get(IN_PLACE.includes(operation) ? A : r);
    }
}

const inverses = new Map();
function inverseOf(v, p) {
    const key = `${v}/${p}`;
    if (!inverses.has(key)) {
        let [a, b, x, y] = [v % p, p, 1n, 0n];
        while (a > 1n) [a, b, x, y] = [b % a, a, y - (b / a) * x, x];
        inverses.set(key, mod(x, p));
    }
    return inverses.get(key);
}

/**
 * @param {Uint8Array} old - circuit.wasm
 * @param {Uint8Array} rewritten
 * @param {bigint} p
 * @param {{ stride: number, random: number, next: () => bigint }} amount - every how-manieth pair of edges; random
 *   cases; 256 random bits
 * @returns {Promise<{ cases: number, different: string[] }>}
 */
export async function compareFieldFunctions(old, rewritten, p, { stride, random, next }) {
    const [before, after] = await Promise.all(
        [old, rewritten].map(async (bytes) => new Machine(await openFieldFunctions(bytes), p)),
    );
    const different = [];
    let cases = 0;
    const compare = (operation, x, y, alias) => {
        cases++;
        const [expected, got] = [before, after].map((machine) => machine.run(operation, x, y, alias));
        if (expected !== got && different.length < 20)
            different.push(`${operation} ${x} ${y} alias ${alias}: expected ${expected}, got ${got}`);
    };
    const edges = edgesOf(p),
        aliases = (operation, same) =>
            BINARY.includes(operation) ? (same ? [0, 1, 2, 3] : [0, 1, 2]) : UNARY.includes(operation) ? [0, 1] : [0];
    let turn = 0;
    for (const operation of OPERATIONS)
        for (const a of edges)
            for (const b of BINARY.includes(operation) ? edges : [0n]) {
                if (BINARY.includes(operation) && a !== b && turn++ % stride) continue;
                for (let formA = 0; formA < 4; formA++)
                    for (let formB = 0; formB < (BINARY.includes(operation) ? 4 : 1); formB++) {
                        for (const alias of aliases(operation, a === b))
                            compare(operation, [a, formA], [b, formB], alias);
                    }
            }
    const pick = () => {
        const kind = Number(next() & 7n), v = next();
        return mod(
            [
                v & 255n,
                v & 0x7fffffffn,
                -(v & 0x7fffffffn),
                v & (2n ** 64n - 1n),
                v & (2n ** 128n - 1n),
                edges[Number(v % BigInt(edges.length))],
                v,
                v >> (v & 255n),
            ][kind],
            p,
        );
    };
    for (let i = 0; i < random; i++) {
        const operation = OPERATIONS[Number(next() % BigInt(OPERATIONS.length))], r = next(), a = pick();
        compare(
            operation,
            [a, Number(r & 3n)],
            [r & 16n ? pick() : a, Number((r >> 2n) & 3n)],
            aliases(operation, false)[Number((r >> 8n) % BigInt(aliases(operation, false).length))],
        );
    }
    return { cases, different };
}
