/**
 * Operations on many elements of Fr, against the loop over single elements that callers of ffjavascript write. Every
 * result is checked against its slow twin on BigInt before anything is timed.
 */
import * as ops from "../../src/batch/field_ops.js";
import { coder, naive } from "../support/naive_field_ops.js";
import { elements } from "./engines.mjs";
import { compare, mustAgree } from "./harness.mjs";
import { eachPair, range } from "./many.mjs";

const [K, M] = [3n ** 150n, 5n ** 100n];

/** z[i] = step(i, z[i - 1]) on single elements, as bytes. */
function loop({ n8 }, n, step) {
    const out = new Uint8Array(n * n8);
    let last;
    for (let i = 0; i < n; i++) out.set(last = step(i, last), i * n8);
    return out;
}

/**
 * By name: ours, the loop, and the twin. `x` and `y` are the bytes of the lists a and b, k and m single elements.
 * @type {Record<string, { ours: Function, loop: Function, twin: Function }>}
 */
const CASES = {
    product: {
        ours: (curve, { x, y }) => ops.pointwise(curve, [x, y], ([f, g], { mul }) => mul(f, g)),
        loop: (Fr, n, { at }) => loop(Fr, n, (i) => Fr.mul(at("x", i), at("y", i))),
        twin: (twin, { a, b }) => twin.pointwise([a, b], (f, g) => f * g),
    },
    "k x + y + m": {
        ours: (curve, { x, y, k, m, one }) =>
            ops.pointwise(curve, [x, y], ([f, g], { combine }) => combine([[f, k], [g, one]], m)),
        loop: (Fr, n, { at, k, m }) => loop(Fr, n, (i) => Fr.add(Fr.add(Fr.mul(at("x", i), k), at("y", i)), m)),
        twin: (twin, { a, b }) => twin.pointwise([a, b], (f, g) => K * f + g + M),
    },
    "(x y - x) (y + k) + m": {
        ours: (curve, { x, y, k, m }) => ops.pointwise(curve, [x, y], ([f, g], { mul, add, sub, mulAdd }) =>
            mulAdd(sub(mul(f, g), f), add(g, k), m)),
        loop: (Fr, n, { at, k, m }) => loop(Fr, n, (i) => {
            const [f, g] = [at("x", i), at("y", i)];
            return Fr.add(Fr.mul(Fr.sub(Fr.mul(f, g), f), Fr.add(g, k)), m);
        }),
        twin: (twin, { a, b }) => twin.pointwise([a, b], (f, g) => (f * g - f) * (g + K) + M),
    },
    "running product": {
        ours: async (curve, { x }) => (await ops.prefixProducts(curve, x)).values,
        loop: (Fr, n, { at }) => loop(Fr, n, (i, last) => (i ? Fr.mul(last, at("x", i - 1)) : Fr.one)),
        twin: (twin, { a }) => twin.prefixProducts(a).values,
    },
    powers: {
        ours: (curve, { k, m, n }) => ops.powers(curve, k, m, n),
        loop: (Fr, n, { k, m }) => loop(Fr, n, (i, last) => (i ? Fr.mul(last, m) : k)),
        twin: (twin, { a }) => twin.powers(K, M, a.length),
    },
    evaluate: {
        ours: (curve, { x, k }) => ops.evaluate(curve, x, k),
        loop(Fr, n, { at, k }) {
            let sum = Fr.zero;
            for (let i = n - 1; i >= 0; i--) sum = Fr.add(Fr.mul(sum, k), at("x", i));
            return sum;
        },
        twin: (twin, { a }) => twin.evaluate(a, K),
    },
    "divide by X - k": {
        ours: async (curve, { x, k }) => (await ops.divide(curve, x, k)).quotient,
        loop(Fr, n, { at, k }) {
            const out = new Uint8Array((n - 1) * Fr.n8);
            for (let i = n - 1, last = Fr.zero; i > 0; i--)
                out.set(last = Fr.add(Fr.mul(last, k), at("x", i)), (i - 1) * Fr.n8);
            return out;
        },
        twin(twin, { a, r }) {
            const out = [];
            for (let i = a.length - 1, last = 0n; i > 0; i--) out.unshift(last = (last * K + a[i]) % r);
            return out;
        },
    },
};

export const manyOps = (options) => eachPair(options, async function* (both, where) {
    const { ours, theirs } = both, code = coder(ours.Fr), twin = naive(ours.Fr.p);
    const [k, m, one] = [K, M, 1n].map((value) => code.bytes([value]));
    for (const size of range(options.sizes, 12, 16)) {
        const n = 2 ** size, [x, y] = [1, 2].map((seed) => elements(theirs, n, seed)), { n8 } = theirs.Fr;
        const [a, b] = [x, y].map(code.values), lists = { x, y };
        const at = (name, i) => lists[name].subarray(i * n8, (i + 1) * n8);
        const repeat = (run) => async (count) => { for (let i = 0; i < count; i++) await run(); };
        for (const [name, { ours: fast, loop: slow, twin: slowest }] of Object.entries(CASES)) {
            const here = () => fast(ours, { x, y, k, m, one, n }), there = () => slow(theirs.Fr, n, { at, k, m });
            const check = async () => {
                const want = code.bytes(slowest(twin, { a, b, r: ours.Fr.p }));
                mustAgree(`${name} and its twin`, await here(), want);
                mustAgree(name, await there(), want);
            };
            yield compare({ row: { suite: "ops", name, size, ...where }, ours: repeat(here), theirs: repeat(there), check }, options.settings);
        }
    }
});
