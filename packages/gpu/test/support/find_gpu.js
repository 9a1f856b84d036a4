/** The WebGPU of this machine, for suites that need one. */
import process from "node:process";
import "../../../curves/src/index.js";
import { openAdapter } from "../../src/device.js";
import { loadGpu } from "../../src/load_node.js";

/**
 * @param {any} test - a mocha context, which is skipped where there is no adapter; with REQUIRE_GPU=1 that is an error
 * @returns {Promise<any>} GPU
 */
export async function findGpu(test) {
    try {
        const gpu = await loadGpu();
        await openAdapter(gpu);
        return gpu;
    } catch (error) {
        if (process.env.REQUIRE_GPU === "1") throw error;
        console.log(`      skipped, because there is no adapter: ${error.message}`);
        return test.skip();
    }
}
