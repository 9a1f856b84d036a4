/**
 * One run on a device: creates buffers, uploads, dispatches kernels, and reads one buffer back.
 * @module gpu/dispatch
 */

/** Flags of WebGPU, by value: their names are on a global that Node does not have. */
const STORAGE = 0x80, UNIFORM = 0x40, COPY_SRC = 4, COPY_DST = 8, MAP_READ = 1, READ = 1;

/** Bytes between the parameters of two dispatches: an alignment that every device supports. */
const SLOT = 256;

/** Bytes of the parameters of a dispatch. */
const PARAMETER_BYTES = 32;

/** Most workgroups of a row; every device allows this many. */
export const MOST_GROUPS = 65535;

/**
 * @typedef {object} Pipelines
 * @property {any} device - GPUDevice
 * @property {Record<string, any>} pipelines
 * @property {import("./upload.js").Uploader} uploader
 */

/**
 * @typedef {object} Dispatch
 * @property {string} kernel
 * @property {readonly string[]} buffers
 * @property {Readonly<Record<string, number>>} parameters
 * @property {number} x - workgroups
 * @property {number} y
 */

/**
 * @typedef {object} Run
 * @property {readonly Dispatch[]} dispatches
 * @property {readonly string[]} parameters - their names, in the order of the uniform buffer
 * @property {Readonly<Record<string, number>>} bytes - of each buffer
 * @property {Readonly<Record<string, any>>} [given] - buffers that exist; they are not destroyed
 * @property {readonly string[]} [kept] - buffers that are not destroyed if the run succeeds
 * @property {Readonly<Record<string, Uint8Array>>} uploads - what buffers hold at first; it may be shared memory
 * @property {string} result - the buffer that is read
 * @property {readonly string[]} secret - buffers that are cleared, because they reveal something about scalars
 * @property {(kernel: string) => boolean} [isLong] - its dispatches are submitted alone
 */

/**
 * @typedef {object} Hooks
 * @property {() => void} [onSubmitted] - called when the device has everything that it needs
 * @property {(kernel: string) => Promise<void>} [onStage] - called after each kernel, for measurements
 */

/**
 * Creates the buffers of a run.
 * @param {any} device
 * @param {Run} run
 * @param {Record<string, any>} buffers - they are added to it; those that it has already are used
 */
function createBuffers(device, { bytes, dispatches, result }, buffers) {
    for (const [name, size] of Object.entries(bytes))
        buffers[name] ??= device.createBuffer({ size, usage: STORAGE | COPY_SRC | COPY_DST, label: name });
    buffers.parameters = device.createBuffer({ size: SLOT * dispatches.length, usage: UNIFORM | COPY_DST, label: "parameters" });
    buffers.result = device.createBuffer({ size: bytes[result], usage: MAP_READ | COPY_DST, label: "result" });
}

/** @param {any} device @param {any} buffer @param {Run} run */
function uploadParameters(device, buffer, { dispatches, parameters: names }) {
    const words = new Uint32Array((SLOT / 4) * dispatches.length);
    dispatches.forEach(({ parameters }, i) => words.set(names.map((name) => parameters[name] ?? 0), (SLOT / 4) * i));
    device.queue.writeBuffer(buffer, 0, words);
}

/**
 * Runs the kernels, in as many submissions as there are long dispatches.
 * @param {Pipelines} kernels
 * @param {Record<string, any>} buffers
 * @param {Run} run
 * @param {Hooks["onStage"]} onStage
 */
async function submitAll({ device, pipelines }, buffers, { dispatches, result, secret, isLong }, onStage) {
    let encoder = device.createCommandEncoder();
    const submit = () => {
        device.queue.submit([encoder.finish()]);
        encoder = device.createCommandEncoder();
    };
    for (const [i, { kernel, buffers: names, x, y }] of dispatches.entries()) {
        const pipeline = pipelines[kernel];
        /** @type {any[]} */
        const entries = names.map((name, binding) => ({ binding, resource: { buffer: buffers[name] } }));
        entries.push({
            binding: names.length, resource: { buffer: buffers.parameters, offset: SLOT * i, size: PARAMETER_BYTES },
        });
        const pass = encoder.beginComputePass();
        pass.setPipeline(pipeline);
        pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
        pass.dispatchWorkgroups(x, y);
        pass.end();
        if (onStage || isLong?.(kernel)) submit();
        await onStage?.(kernel);
    }
    encoder.copyBufferToBuffer(buffers[result], 0, buffers.result, 0, buffers.result.size);
    for (const name of secret) encoder.clearBuffer(buffers[name]);
    submit();
}

/**
 * @param {Pipelines} kernels
 * @param {Run} run
 * @param {Hooks} [hooks]
 * @returns {Promise<{ bytes: Uint8Array, kept: Record<string, any> }>} bytes: of the result
 * @throws {Error} whatever WebGPU reports: nothing is destroyed in an unknown state
 */
export async function runOn(kernels, run, { onSubmitted, onStage } = {}) {
    const { device, uploader } = kernels, { given = {}, kept: names = [], uploads } = run;
    const scopes = ["validation", "out-of-memory", "internal"];
    for (const scope of scopes) device.pushErrorScope(scope);
    /** @type {Record<string, any>} */
    const buffers = { ...given }, kept = /** @type {Record<string, any>} */ ({});
    /** @type {Promise<any>[]} */
    let faults = [];
    try {
        try {
            createBuffers(device, run, buffers);
            for (const [name, bytes] of Object.entries(uploads)) await uploader.write(buffers[name], bytes);
            uploadParameters(device, buffers.parameters, run);
            await onStage?.("upload");
            await submitAll(kernels, buffers, run, onStage);
            onSubmitted?.();
        } finally {
            faults = scopes.map(() => device.popErrorScope());
            for (const fault of faults) fault.catch(() => {}); // awaited below, unless something else failed first
        }
        const mapped = buffers.result.mapAsync(READ);
        mapped.catch?.(() => {});
        for (const fault of await Promise.all(faults)) if (fault) throw new Error(`WebGPU: ${fault.message}`);
        await mapped;
        const bytes = new Uint8Array(buffers.result.getMappedRange()).slice();
        await uploader.forget();
        await onStage?.("read");
        for (const name of names) {
            kept[name] = buffers[name];
            delete buffers[name];
        }
        return { bytes, kept };
    } finally {
        for (const name of Object.keys(given)) delete buffers[name]; // its keeper destroys it
        for (const buffer of Object.values(buffers)) buffer.destroy();
    }
}
