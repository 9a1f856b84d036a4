/**
 * The GPU of a group and of the scalars: what an MSM, a quotient, a proof and a curve ask
 * of it. ffturbo-gpu gives them their GPUs; no other room knows what is behind one.
 * @module batch/gpu
 */
/** @import { Bytes } from "./types.js" */
import { readGpu } from "./options.js";

/**
 * An MSM that a GPU may compute, in whole or in part.
 * @typedef {object} GpuJob
 * @property {string} where - for messages
 * @property {"auto" | "enabled"} mode
 * @property {number} n - points
 * @property {number} pointBytes
 * @property {number} scalarBytes
 * @property {Bytes} scalars
 * @property {(offset: number, length: number) => Uint8Array | Promise<Uint8Array>} read - bases,
 *   into a new buffer
 * @property {(offset: number, length: number) => Uint8Array | undefined} [view] - the same without
 *   a copy, if it can be
 * @property {((byteLength: number) => void) | undefined} release
 * @property {{ signal?: AbortSignal, onProgress?: (progress: { done: number, total: number }) =>
 *   void }} options
 */

/**
 * The same MSM, but for these members, on the CPU.
 * @typedef {(part: Partial<GpuJob>) => Promise<Uint8Array>} OnCpu
 */

/**
 * @typedef {object} GroupGpu
 * @property {"auto" | "enabled" | "disabled"} calls - for calls that do not say
 * @property {boolean} isReady - it has been opened, and has given the known answer
 * @property {string} reason - why it is not
 * @property {(insist?: boolean) => Promise<void>} prepare - settles when it is ready or will not be
 * @property {(job: GpuJob, onCpu: OnCpu) => Promise<Uint8Array>} msm - on the GPU, the CPU or
 *   both; jacobian
 * @property {() => { state: string, reason: string, [more: string]: unknown }} info
 * @property {(reason: string) => void} end - for good
 */

/**
 * What a GPU may calculate of columns of scalars: a program (batch/program).
 * @typedef {object} ColumnJob
 * @property {string} where - for messages
 * @property {"auto" | "enabled"} mode
 * @property {number} n - elements of every list
 * @property {(ops: import("./program.js").Ops) => readonly import("./formula.js").Value[]}
 *   write - says what is calculated, and which lists are wanted; those that it gives are only read
 * @property {number} parts - tasks that the CPU makes of it
 * @property {AbortSignal} [signal]
 */

/**
 * The lists that are wanted, or what the CPU made.
 * @template T
 * @typedef {{ lists: Uint8Array[] } | { made: T }} Calculated
 */

/**
 * @typedef {object} FieldGpu
 * @property {"auto" | "enabled" | "disabled"} calls - for calls that do not say
 * @property {boolean} isReady - it has been opened, and has given the known answer
 * @property {string} reason - why it is not
 * @property {<T>(job: ColumnJob, onCpu: () => Promise<T>) => Promise<Calculated<T>>} calculate
 */

/** @param {object} Fr @returns {FieldGpu | undefined} */
const fieldGpuOf = (Fr) => /** @type {{ attachedGpu?: FieldGpu }} */ (Fr).attachedGpu;

/**
 * Whether a call asks for the GPU of a field; one that says nothing does what useGpu was told.
 * @param {string} where - for messages
 * @param {object} Fr
 * @param {unknown} gpu - of the call
 */
export const columnMode = (where, Fr, gpu) => readGpu(where, gpu) ?? fieldGpuOf(Fr)?.calls ?? "disabled";

/**
 * Calculates something of columns on the GPU of a field if there is one for it, and else on the
 * CPU.
 * @template T
 * @param {object} Fr
 * @param {Omit<ColumnJob, "mode"> & { mode: "auto" | "enabled" | "disabled" }} job
 * @param {() => Promise<T>} onCpu
 * @param {(lists: Uint8Array[]) => T} take - what becomes of lists that a GPU gives
 * @returns {Promise<T>}
 * @throws {Error} if the call insists on a GPU, and there is none
 */
export async function onGpu(Fr, { mode, ...job }, onCpu, take) {
    const gpu = fieldGpuOf(Fr);
    if (mode === "enabled" && !gpu)
        throw new Error(`${job.where}: expected a GPU for gpu: "enabled", got none: useGpu of ffturbo-gpu gives the curve one`);
    if (mode === "disabled" || !gpu) return onCpu();
    const made = await gpu.calculate({ ...job, mode }, onCpu);
    return "lists" in made ? take(made.lists) : made.made;
}

/** @param {object} of - a group or a field */
export const isGpuReady = (of) => Boolean(gpuOf(of)?.isReady);

/** @param {object | undefined} G @returns {GroupGpu | undefined} */
export const gpuOf = (G) => /** @type {{ attachedGpu?: GroupGpu } | undefined} */ (G)?.attachedGpu;

/**
 * Gives a group or a field its GPU; one that it had before is ended by the caller.
 * @param {object} of
 * @param {GroupGpu | FieldGpu} gpu
 */
export function setGpu(of, gpu) {
    Object.defineProperty(of, "attachedGpu", { value: gpu, writable: true, configurable: true });
}
