/**
 * One run on a device: creates buffers, uploads, dispatches kernels, and reads buffers back.
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
 * Fills a buffer from its start; the bytes may be shared memory.
 * @typedef {{ to: string, bytes: Uint8Array }} Upload
 */

/** Zeros from a byte on. @typedef {{ clear: string, from: number }} Clear */

/** What a device does, in order. @typedef {Dispatch | Upload | Clear} Step */

/**
 * @typedef {object} Run
 * @property {readonly Step[]} steps
 * @property {readonly string[]} parameters - their names, in the order of the uniform buffer
 * @property {Readonly<Record<string, number>>} bytes - of each buffer
 * @property {Readonly<Record<string, any>>} [given] - buffers that exist; they are not destroyed
 * @property {readonly string[]} [kept] - buffers that are not destroyed if the run succeeds
 * @property {readonly string[]} results - the buffers that are read
 * @property {readonly string[]} secret - buffers that are cleared, because they reveal something
 *   about scalars
 * @property {(kernel: string) => boolean} [isLong] - its dispatches are submitted alone
 */

/**
 * @typedef {object} Hooks
 * @property {() => void} [onSubmitted] - called when the device has everything that it needs
 * @property {(stage: string) => Promise<void>} [onStage] - called after each kernel, each "upload"
 *   and the "read", for measurements
 */

/** @param {Run} run @returns {Dispatch[]} */
const dispatchesOf = ({ steps }) => steps.flatMap((step) => ("kernel" in step ? [step] : []));

/**
 * Creates the buffers of a run.
 * @param {any} device
 * @param {Run} run
 * @param {Record<string, any>} buffers - they are added to it; those that it has already are used
 */
function createBuffers(device, run, buffers) {
    for (const [name, size] of Object.entries(run.bytes))
        buffers[name] ??= device.createBuffer({ size, usage: STORAGE | COPY_SRC | COPY_DST, label: name });
    const slots = SLOT * Math.max(1, dispatchesOf(run).length);
    const size = run.results.reduce((sum, name) => sum + run.bytes[name], 0);
    buffers.parameters = device.createBuffer({ size: slots, usage: UNIFORM | COPY_DST, label: "parameters" });
    buffers.result = device.createBuffer({ size, usage: MAP_READ | COPY_DST, label: "result" });
}

/** @param {any} device @param {any} buffer @param {Run} run */
function uploadParameters(device, buffer, run) {
    const dispatches = dispatchesOf(run);
    const words = new Uint32Array((SLOT / 4) * dispatches.length);
    dispatches.forEach(({ parameters }, i) =>
        // those that it lacks are 0
        words.set(run.parameters.map((name) => parameters[name]), (SLOT / 4) * i));
    device.queue.writeBuffer(buffer, 0, words);
}

/**
 * Does the steps, in as many submissions as there are long dispatches, and uploads after something
 * else.
 * @param {Pipelines} kernels
 * @param {Record<string, any>} buffers
 * @param {Run} run
 * @param {Hooks["onStage"]} onStage
 */
async function submitAll({ device, pipelines, uploader }, buffers, { steps, results, secret, isLong }, onStage) {
    /** @type {any} */
    let encoder;
    const encoding = () => encoder ??= device.createCommandEncoder();
    const submit = () => {
        if (encoder) device.queue.submit([encoder.finish()]);
        encoder = undefined;
    };
    let slot = 0;
    const dispatch = (/** @type {Dispatch} */ { kernel, buffers: names, x, y }) => {
        const pipeline = pipelines[kernel];
        /** @type {any[]} */
        const entries = names.map((name, binding) => ({ binding, resource: { buffer: buffers[name] } }));
        entries.push({
            binding: names.length,
            resource: { buffer: buffers.parameters, offset: SLOT * slot++, size: PARAMETER_BYTES },
        });
        const pass = encoding().beginComputePass();
        pass.setPipeline(pipeline);
        pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
        pass.dispatchWorkgroups(x, y);
        pass.end();
    };
    for (const step of steps) {
        if ("to" in step) {
            submit(); // what reads the buffer before
            await uploader.write(buffers[step.to], step.bytes);
            await onStage?.("upload");
        } else if ("clear" in step) encoding().clearBuffer(buffers[step.clear], step.from);
        else {
            dispatch(step);
            if (onStage || isLong?.(step.kernel)) submit();
            await onStage?.(step.kernel);
        }
    }
    let at = 0;
    for (const name of results) {
        encoding().copyBufferToBuffer(buffers[name], 0, buffers.result, at, buffers[name].size);
        at += buffers[name].size;
    }
    for (const name of secret) encoding().clearBuffer(buffers[name]);
    submit();
}

/**
 * @param {Pipelines} kernels
 * @param {Run} run
 * @param {Hooks} [hooks]
 * @returns {Promise<{ lists: Uint8Array[], kept: Record<string, any> }>} lists: bytes of each
 *   result
 * @throws {Error} whatever WebGPU reports: nothing is destroyed in an unknown state
 */
export async function runOn(kernels, run, { onSubmitted, onStage } = {}) {
    const { device, uploader } = kernels, { given = {}, kept: names = [], results } = run;
    const scopes = ["validation", "out-of-memory", "internal"];
    for (const scope of scopes) device.pushErrorScope(scope);
    /** @type {Record<string, any>} */
    const buffers = { ...given }, kept = /** @type {Record<string, any>} */ ({});
    /** @type {Promise<any>[]} */
    let faults = [];
    try {
        try {
            createBuffers(device, run, buffers);
            uploadParameters(device, buffers.parameters, run);
            await submitAll(kernels, buffers, run, onStage);
            onSubmitted?.();
        } finally {
            faults = scopes.map(() => device.popErrorScope());
            // awaited below, unless something else failed first
            for (const fault of faults) fault.catch(() => {});
        }
        const mapped = buffers.result.mapAsync(READ);
        mapped.catch?.(() => {});
        for (const fault of await Promise.all(faults)) if (fault) throw new Error(`WebGPU: ${fault.message}`);
        await mapped;
        const all = new Uint8Array(buffers.result.getMappedRange());
        let at = 0;
        const lists = results.map((name) => all.slice(at, at += run.bytes[name]));
        await uploader.forget();
        await onStage?.("read");
        for (const name of names) {
            kept[name] = buffers[name];
            delete buffers[name];
        }
        return { lists, kept };
    } finally {
        for (const name of Object.keys(given)) delete buffers[name]; // its keeper destroys it
        for (const buffer of Object.values(buffers)) buffer.destroy();
    }
}
