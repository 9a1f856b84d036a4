/** What the bench makes of a device's answers, with a device that computes on BigInt. */
import { expect } from "chai";
import { inverse, mod } from "../../../../src/bigint/modular.js";
import { GPU_CURVES } from "../../src/curves.js";
import { FORMS, measureProducts } from "../../src/products.js";
import { planField } from "../../src/wgsl/field.js";
import { readLE, writeLE } from "../../../../src/util/bytes.js";

/** It takes no time. What is `wrong` is added to each answer. */
function fakeDevice(record, form, { wrong = 0n, only } = {}) {
    const { p, n8 } = record.fp, byR = inverse(mod(planField(p, n8, form).R, p), p);
    const seen = { usages: [], labels: [], modes: new Set(), groups: [], destroyed: 0, bound: [], copied: [] };
    let written;
    const answer = () => {
        const out = new Uint8Array(3 * n8);
        for (let i = 0; i < 3; i++) {
            const a = readLE(written, i * n8, n8);
            let value = a;
            for (let k = 0; k < 256; k++) value = mod(value * a * byR, p);
            writeLE(out, i * n8, mod(value + (i === (only ?? i) ? wrong : 0n), p), n8);
        }
        return out.buffer;
    };
    return {
        seen,
        createShaderModule: ({ code, label }) => seen.labels.push(label) && { code },
        createComputePipelineAsync: async ({ label }) => seen.labels.push(label) && { getBindGroupLayout: () => ({}) },
        createBindGroup: ({ entries }) => entries,
        createBuffer: ({ size, usage, label }) => seen.usages.push(usage) && seen.labels.push(label) && ({
            label, size, mapAsync: async (mode) => { seen.modes.add(mode); }, getMappedRange: answer, unmap() {},
            destroy() { seen.destroyed++; },
        }),
        createCommandEncoder: () => ({
            beginComputePass: () => ({
                setPipeline() {}, end() {}, dispatchWorkgroups: (groups) => seen.groups.push(groups),
                setBindGroup: (at, [{ binding, resource: { buffer } }]) => seen.bound.push([at, binding, buffer.label]),
            }),
            copyBufferToBuffer: (from, at, to, start, length) =>
                seen.copied.push([from.label, at, to.label, start, length]),
            finish: () => ({}),
        }),
        queue: { writeBuffer: (_, at, bytes) => { written = bytes.slice(); }, submit() {} },
    };
}

describe("gpu: products of a field", () => {
    const record = GPU_CURVES[0];
    for (const form of FORMS) it(`are counted and compared: ${JSON.stringify(form)}`, async () => {
        const device = fakeDevice(record, form), one = await measureProducts(device, record, form);
        expect(one).to.include({ ...form, right: true, limbs: Math.ceil((254 + 6) / form.limbBits) });
        expect(one.millions).to.be.above(0);
        const { groups, destroyed } = device.seen, most = Math.max(...groups);
        expect(groups.slice(0, 2), "a first one, which is not counted").to.deep.equal([16, 16]);
        expect(groups.at(-1), "the longest twice").to.equal(most);
        expect(most, "as many as there is room for, on a device that takes no time").to.be.at.most(4096);
        expect(destroyed).to.equal(2);
        for (const one of device.seen.bound) expect(one).to.deep.equal([0, 0, "elements"]);
        for (const one of device.seen.copied) expect(one).to.deep.equal(["elements", 0, "result", 0, 96]);
        expect([device.seen.usages, [...device.seen.modes]], "as WebGPU wants them").to.deep.equal([[0x80 | 4 | 8, 1 | 8], [1]]);
        expect(device.seen.labels, "for what a driver says").to.deep.equal(["products", "products", "elements", "result"]);
    });

    it("are called wrong if they are", async () => {
        const form = FORMS[0];
        for (const only of [undefined, 0, 1, 2]) {
            const device = fakeDevice(record, form, { wrong: 1n, only });
            expect((await measureProducts(device, record, form)).right, `${only}`).to.equal(false);
        }
    });
});
