/** What callers do with a GPU, on whatever adapter is there: transforms of each size, and whole proofs. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { expect } from "chai";
import { GPU_CURVES } from "../../src/curves.js";
import { useGpu } from "../../src/index.js";
import { getCurveFromName } from "../../../../src/index.js";
import { fixtures } from "../../../../test/support/circuits.js";
import { findGpu } from "../support/find_gpu.js";
import { tryWhole } from "./whole_cases.js";

describe("transforms and proofs on this machine's adapter", () => {
    let gpu;
    before(async function () { gpu = await findGpu(this); });

    const { GPU_CURVE } = process.env;
    for (const { name } of GPU_CURVES.filter((one) => one.g2 && (!GPU_CURVE || GPU_CURVE === one.name)))
        for (const threads of name === "bn128" ? [0, 2] : [0])
            it(`of ${name} are those of the CPU, with ${threads} workers beside the GPU`, async () => {
                const curve = await getCurveFromName(name, { threads });
                const read = async (file) => new Uint8Array(await readFile(join(fixtures, file)));
                try {
                    expect(await tryWhole(curve, useGpu, { gpu, read, keys: ["G1", "G2"] })).to.deep.equal([]);
                } finally {
                    await curve.terminate();
                }
            });
});
