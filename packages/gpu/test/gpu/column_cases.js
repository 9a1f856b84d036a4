/** Programs over columns of scalars, drawn from a seed, on an adapter; compared with the CPU. */
import { Columns } from "../../src/columns.js";
import { compileColumns, KERNELS, openAdapter } from "../../src/device.js";
import { drawnProgram, madeByGpu, madeByCpu } from "../support/column_programs.js";
import { reseed } from "../../../../test/support/random.js";

/** Domains, as powers of two. */
const MOST = 12;

/**
 * @param {any} gpu
 * @param {{ curve: any, field: any }} of
 * @param {{ seed: number, programs: number, kernels?: any }} what
 * @returns {Promise<{ wrong: { program: number, bits: number }[], ms: number }>}
 */
export async function runColumns(gpu, { curve, field }, { seed, programs, kernels }) {
    const start = performance.now(), { Fr } = curve, wrong = [];
    const device = await (await openAdapter(gpu)).requestDevice();
    try {
        const columns = new Columns(await compileColumns(device, field, { ...KERNELS, ...kernels }));
        for (let i = 0; i < programs; i++) {
            reseed(seed + i);
            const bits = 1 + (i % MOST), n = 2 ** bits, write = drawnProgram(Fr, n);
            const [made, wanted] = [await madeByGpu(columns, Fr, n, write), await madeByCpu(curve, n, write)];
            const same = made.every((list, k) => list.every((byte, at) => byte === wanted[k][at]));
            if (!same) wrong.push({ program: i, bits });
        }
    } finally {
        device.destroy();
    }
    return { wrong, ms: Math.round(performance.now() - start) };
}
