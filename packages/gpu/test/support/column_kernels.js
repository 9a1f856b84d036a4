/** What the kernels of columns say that they do, by BigInt: (w R) (x hostR) / R is w x hostR. */
import { inverse, mod } from "../../../../src/bigint/modular.js";
import { KERNELS } from "../../src/device.js";
import { columnKernelsOf, OPS } from "../../src/wgsl/columns.js";
import { readLE, writeLE } from "../../../../src/util/bytes.js";

/**
 * @param {{ p: bigint, n8: number }} field
 * @returns {Record<string, Function>} take the buffers and the words of their parameters
 */
export function columnKernels({ p, n8 }) {
    const { plan: { R, hostR } } = columnKernelsOf({ p, n8 }, KERNELS);
    const byR = inverse(mod(R, p), p), product = R * R * inverse(mod(hostR, p), p) * byR;
    const mul = (a, b) => mod(a * b * byR, p);
    const at = ({ bytes }) => (i) => readLE(bytes, n8 * i, n8);
    const put = ({ bytes }, i, value) => writeLE(bytes, n8 * i, mod(value, p), n8);
    const pass = (size) => ([x, roots, y], [n, , stride]) => {
        const value = at(x), root = at(roots), one = mod(R, p), j = size === 4 ? root(n / 4) : 0n;
        const turns = [(v) => v, (v) => (size === 2 ? -v : mul(v, j)), (v) => -v, (v) => -mul(v, j)];
        for (let t = 0; t < n / size; t++) {
            const q = t % stride, first = t - q;
            const parts = Array.from({ length: size }, (_, i) => value(t + (i * n) / size));
            let twiddle = one;
            for (let k = 0; k < size; k++) {
                const sum = parts.reduce((all, part, i) => all + turns[(i * k) % size](part), 0n);
                put(y, q + size * first + k * stride, mul(mod(sum, p), twiddle));
                twiddle = mul(twiddle, root(first));
            }
        }
    };
    const factor = (low, high, half) => (t) => mul(at(low)(t % 2 ** half), at(high)(t >> half));
    const operand = (buffer, which) => (t) => at(buffer)(which ? which - 1 : t);
    const all = (n, one) => { for (let t = 0; t < n; t++) one(t); };
    return {
        two: pass(2), four: pass(4),
        powers: ([bases, y], [n, , , bits, , first]) => all(n, (t) => {
            const base = at(bases);
            let value = base(first);
            for (let k = 0; k < bits; k++) if ((t >> k) & 1) value = mul(value, base(first + k + 1));
            put(y, t, value);
        }),
        progression: ([low, high, y], [n, , , bits]) => all(n, (t) => put(y, t, factor(low, high, bits)(t))),
        progress: ([x, low, high, y], [n, , , bits, flip]) =>
            all(n, (t) => put(y, t, mul(at(x)(flip ? (n - t) % n : t), factor(low, high, bits)(t)))),
        next: ([x, y], [n]) => all(n, (t) => put(y, t, at(x)((t + 1) % n))),
        fold: ([x, b, y], [n, , , , , , second]) =>
            all(n, (t) => put(y, t, at(y)(t) + mul(at(x)(t), operand(b, second)(t)))),
        each: ([a, b, c, y], [n, , , , op, first, second, third]) => all(n, (t) => {
            const [x, k, plus] = [operand(a, first)(t), operand(b, second)(t), operand(c, third)(t)];
            const scaled = mul(x, k), whole = mod(scaled * product, p);
            const made = {
                [OPS.add]: x + k, [OPS.sub]: x - k, [OPS.scaled]: scaled, [OPS.mul]: whole,
                [OPS.scaledAdd]: scaled + plus, [OPS.mulAdd]: whole + plus,
            };
            put(y, t, made[op]);
        }),
    };
}
