/** Elements of a tower in the memory of a module under test: nested BigInt arrays in, LEM bytes out, and back. */
import { inverse, mod } from "../../src/bigint/modular.js";
import { edges, runs, saturated, uniform } from "./random.js";

/** Flat list of the coefficients in Fp, c0 first. */
const flat = (value) => (Array.isArray(value) ? value.flatMap(flat) : [value]);

/** @param {{ mem: object, n8: number, p: bigint }} at */
export function towerMemory({ mem, n8, p }) {
    const R = 1n << BigInt(8 * n8), Ri = inverse(R, p);
    const write = (value, address = mem.alloc(n8 * flat(value).length)) => {
        flat(value).forEach((c, i) => mem.write(address + i * n8, mod(c * R, p), n8));
        return address;
    };
    const read = (F, address) => {
        let i = 0;
        const take = (field) =>
            field.degree === 1 ? mod(mem.read(address + n8 * i++, n8) * Ri, p) : field.zero.map(() => take(field.base));
        return take(F);
    };
    /** Coefficients whose bytes in memory have the shapes of random.js. */
    const shape = { p, w: 29, n: Math.ceil((8 * n8) / 29), R };
    const fixed = edges(shape);
    const draws = [
        () => uniform(p),
        () => runs(p),
        () => saturated(shape) % p,
        () => fixed[Number(uniform(BigInt(fixed.length)))] % p,
    ];
    const draw = (k) => () => mod(draws[k % draws.length]() * Ri, p);
    return { write, read, draw, bytes: (address, size) => mem.u8.slice(address, address + size) };
}
