/** Products of a field by the width of limbs, as the bench measures them, on whatever adapter is there. */
import { expect } from "chai";
import { GPU_CURVES } from "../../src/curves.js";
import { openAdapter } from "../../src/device.js";
import { FORMS, measureProducts } from "../../src/products.js";
import { findGpu } from "../support/find_gpu.js";

describe("products on this machine's adapter", () => {
    let device;
    before(async function () {
        const gpu = await findGpu(this);
        device = await (await openAdapter(gpu)).requestDevice();
        device.gpu = gpu; // Dawn ends with the object that it came from
    });
    after(() => device?.destroy());

    for (const record of GPU_CURVES.filter(({ name }) => !process.env.GPU_CURVE || name === process.env.GPU_CURVE))
        it(`are right for limbs of any width: ${record.name}`, async () => {
            for (const form of FORMS) {
                const one = await measureProducts(device, record, form);
                expect(one, JSON.stringify(form)).to.include({ ...form, right: true });
                expect(one.millions).to.be.above(0);
            }
        });
});
