/**
 * Measures how fast a device multiplies in a field, for each width of limbs; only benches use it.
 * Which width is best depends on the driver.
 * @module gpu/products
 */
/** @import { GpuRecord } from "./wgsl/types.js" */
import { inverse, mod, now, readLE, writeLE } from "../../../src/internal/gpu.js";
import { accessText, fieldText, planField } from "./wgsl/field.js";

/** Products of an invocation, one after the other. */
const CHAIN = 256;

/** Invocations, at first and at most, and how many milliseconds are long enough to be measured. */
const FIRST = 1 << 10;
const MOST = 1 << 18, ENOUGH_MS = 20;

/** Results that are compared with BigInt. */
const CHECKED = 3;

/** Flags of WebGPU. */
const STORAGE = 0x80, COPY_SRC = 4, COPY_DST = 8, MAP_READ = 1, READ = 1;

/**
 * The forms that are measured: bits of a limb, and whether the rows of a product are unrolled too.
 */
export const FORMS = Object.freeze([13, 12, 11, 10, 8].flatMap((limbBits) =>
    [false, true].map((rows) => Object.freeze({ limbBits, rows }))));

/** a becomes a (a / R)^CHAIN. @param {import("./wgsl/field.js").FieldPlan} plan */
const kernelText = (plan) => `@group(0) @binding(0) var<storage, read_write> elements: array<u32>;
${fieldText(plan, 2)}
${accessText(plan, "e", "elements")}
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
let at = id.x * ${plan.words}u; var a = read_e(at); let b = a;
for (var i = 0u; i < ${CHAIN}u; i++) { a = mul(a, b); }
write_e(at, canonical(a)); }`;

/**
 * @param {any} device - GPUDevice
 * @param {Readonly<GpuRecord>} record - whose coordinates are multiplied
 * @param {{ limbBits: number, rows: boolean }} form
 * @returns {Promise<{ limbBits: number, rows: boolean, limbs: number, compileMs: number, millions:
 *   number, right: boolean }>} millions: of products per second
 */
export async function measureProducts(device, { fp: { p, n8 } }, { limbBits, rows }) {
    const plan = planField(p, n8, { limbBits, rows });
    const started = now();
    const module = device.createShaderModule({ code: kernelText(plan), label: "products" });
    const pipeline = await device.createComputePipelineAsync({
        layout: "auto", compute: { module, entryPoint: "main" }, label: "products",
    });
    const compileMs = now() - started;
    const size = n8 * MOST;
    const elements = device.createBuffer({ size, usage: STORAGE | COPY_SRC | COPY_DST, label: "elements" });
    const result = device.createBuffer({ size: n8 * CHECKED, usage: MAP_READ | COPY_DST, label: "result" });
    try {
        const inputs = Array.from({ length: CHECKED }, (_, i) => mod(p - 1n - (BigInt(i) << 100n), p));
        const run = async (/** @type {number} */ invocations) => {
            const bytes = new Uint8Array(n8 * CHECKED);
            inputs.forEach((value, i) => writeLE(bytes, i * n8, value, n8));
            device.queue.writeBuffer(elements, 0, bytes);
            const encoder = device.createCommandEncoder();
            const pass = encoder.beginComputePass();
            const entries = [{ binding: 0, resource: { buffer: elements } }];
            pass.setPipeline(pipeline);
            pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
            pass.dispatchWorkgroups(invocations / 64);
            pass.end();
            encoder.copyBufferToBuffer(elements, 0, result, 0, n8 * CHECKED);
            const start = now();
            device.queue.submit([encoder.finish()]);
            await result.mapAsync(READ);
            const ms = now() - start;
            const out = new Uint8Array(result.getMappedRange()).slice();
            result.unmap();
            return { ms, out };
        };
        await run(FIRST); // the first one of a pipeline is slower
        let invocations = FIRST, one = await run(invocations);
        while (one.ms < ENOUGH_MS && invocations < MOST) one = await run(invocations *= 2);
        const again = await run(invocations);
        const ms = Math.min(one.ms, again.ms);
        const byR = inverse(mod(plan.R, p), p);
        const right = inputs.every((a, i) => {
            let expected = a;
            for (let k = 0; k < CHAIN; k++) expected = mod(expected * a * byR, p);
            return readLE(again.out, i * n8, n8) === expected;
        });
        return { limbBits, rows, limbs: plan.N, compileMs, millions: (invocations * CHAIN) / ms / 1000, right };
    } finally {
        elements.destroy();
        result.destroy();
    }
}
