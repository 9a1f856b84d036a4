/**
 * Programs (program.js) in one task: formulas, FFTs, prefix products and evaluations, whose
 * intermediate lists never leave the worker. A list is loaded when a step first needs it, and its
 * register in the memory of the task is another list's as soon as no step needs it any more. Or on the
 * GPU, if there is one for it.
 *
 * Beside field_ops.js, whose operations each are cut into pieces for all
 * workers: for these, every list would be copied to a worker and back for every step.
 * @module batch/fused_program
 */
/** @import { Task } from "./types.js" */
/** @import { Curve } from "./field_tasks.js" */
/** @import { CallOptions } from "./options.js" */
/** @import { Value } from "./formula.js" */
/** @import { Result, Ops } from "./program.js" */
import * as tasks from "../pool/tasks.js";
import { isShared } from "../util/shared.js";
import { columnMode, onGpu } from "./gpu_hooks.js";
import { call, checkCount, checkRoom, link, listed, moveTo, pieceOf, productUs, shared } from "./field_tasks.js";
import { allocateRegisters } from "./formula.js";
import { readSignal } from "./options.js";
import { ProgramWriter } from "./program.js";
import { isSmall, submit } from "./submit.js";

/**
 * What comes of a task: a list, and where it goes, or an element.
 * @typedef {[Value, Uint8Array] | Result} Output
 */

/** @typedef {CallOptions & { gpu?: import("./options.js").Switch }} TaskOptions */

/**
 * The commands of each step that formulas do not have; p: the register of its list, at: that of
 * element i of it, own: the offset of one of its own elements.
 * @type {Readonly<Record<string, (on: { curve: Curve, n: number, extra: number }, p: any, step:
 *   any) => Task>>}
 */
const COMMANDS = Object.freeze({
    input({ curve: { Fr }, n, extra }, _, { register, list, own: [c], more }) {
        const { n8 } = Fr, count = list.length / n8;
        const inside = Math.min(n, count);
        const beyond = count - inside;
        const zeros = inside < n ? [tasks.set(register, new Uint8Array(n * n8))] : [];
        return [
            ...zeros,
            tasks.set(register, pieceOf(Fr, list, 0, inside)),
            ...(beyond ? [
                tasks.allocSet(extra + 1 + more, pieceOf(Fr, list, n, count)),
                call(
                    "mulAddEach", beyond,
                    listed(register, n8), listed(extra + 1 + more, n8), shared(extra, c * n8), listed(register, n8),
                ),
            ] : []),
        ];
    },
    fft: ({ n }, p) => [tasks.call({ op: "fft", group: "frm" }, p, tasks.val(n))],
    ifft: ({ n }, p) => [tasks.call({ op: "ifft", group: "frm" }, p, tasks.val(n))],
    batchApplyKey: ({ curve: { Fr: { n8 } }, n, extra }, p, { own: [first, ratio] }) => [tasks.call(
        { op: "batchApplyKey", group: "frm" },
        p, tasks.val(n), tasks.ref(extra, first * n8), tasks.ref(extra, ratio * n8), p,
    )],
    batchInverse: ({ curve: { Fr: { n8 } }, n }, p) => [tasks.call(
        { op: "batchInverse", group: "frm" }, p, tasks.val(n8), tasks.val(n), p, tasks.val(n8),
    )],
    batchFromMontgomery: ({ n }, p) => [tasks.call({ op: "batchFromMontgomery", group: "frm" }, p, tasks.val(n), p)],
    powers: ({ curve: { Fr: { n8 } }, n, extra }, _, { register, own: [first, ratio] }) =>
        [call("powers", n, shared(extra, first * n8), listed(register, n8), shared(extra, ratio * n8))],
    next({ curve: { Fr: { n8 } }, n, extra }, _, { register, operands: [x], own: [zero] }) {
        const plus = shared(extra, zero * n8);
        return [
            call("addEach", n - 1, listed(register, n8), listed(x, n8, n8), plus),
            call("addEach", 1, listed(register, n8, (n - 1) * n8), listed(x, n8), plus),
        ];
    },
    mulScan: ({ curve: { Fr: { n8 } }, n, extra }, _, { register, own: [total] }) =>
        [call("mulScan", n, shared(extra, total * n8), listed(register, n8), listed(register, n8))],
    evaluate: ({ curve: { Fr: { n8 } }, n, extra }, _, { register, own: [value, point] }) => [call(
        "evaluate",
        n, shared(extra, value * n8), shared(extra, point * n8), [tasks.val(1), tasks.val(0)],
        listed(register, -n8, (n - 1) * n8),
    )],
});

/**
 * The task, and the number of its first list of elements.
 * @param {Curve} curve
 * @param {ProgramWriter} writer
 * @param {import("./formula.js").Allocated<any>} allocateRegisters
 * @param {readonly Output[]} outputs
 */
function taskOf(curve, writer, { steps, registers, results }, outputs) {
    const { n } = writer, { n8 } = curve.Fr;
    const on = { curve, n, extra: registers }, param = (/** @type {number | Uint8Array} */ operand) =>
        (typeof operand === "number" ? listed(operand, n8) : shared(registers, n8 * writer.keep(operand)));
    const commands = steps.flatMap((step) => (Object.hasOwn(COMMANDS, step.op)
        ? COMMANDS[step.op](on, tasks.ref(step.register), step)
        : [call(step.op, n, listed(step.register, n8), ...step.operands.map(param))]));
    const constants = new Uint8Array(writer.elements.length * n8);
    writer.elements.forEach((element, i) => constants.set(element, i * n8));
    let list = 0;
    return [
        link(curve),
        ...Array.from({ length: registers }, (_, i) => tasks.alloc(i, n * n8)),
        tasks.allocSet(registers, constants),
        ...commands,
        ...outputs.map((out, i) => {
            if (!Array.isArray(out)) return tasks.get(i, registers, n8, out.element * n8);
            const register = results[list++], [, into] = out;
            return isShared(into) ? tasks.getInto(i, register, into) : tasks.get(i, register, n * n8);
        }),
    ];
}

/**
 * Elements from which on a task with FFTs is faster on lanes, which the main instance has
 * not.
 */
const ON_LANES = 2 ** 7;

/**
 * Is it too little for a worker?
 * @param {ProgramWriter} writer
 */
function isSmallTask({ Fr, steps, n }) {
    const lanes = steps.some(({ op }) => op === "fft" || op === "ifft");
    return lanes ? n < ON_LANES : isSmall((n * steps.length * productUs(Fr)) / 1000);
}

/** @param {readonly Output[]} outputs @returns {[Value, Uint8Array][]} the lists among them */
const listsOf = (outputs) => outputs.flatMap((out) => (Array.isArray(out) ? [out] : []));

/**
 *   in      n      elements of every list; for transforms a power of two that is a domain
 *           write  says what is calculated, and what comes of it, each time that it is called
 *   out     the elements among the outputs, in their order; lists are in the buffers that were named
 *           for them, which have n elements
 *   owns    input lists are read, but not before the task starts where they are in shared memory
 *   memory  as many lists in a worker as are needed at the same time, and what an FFT takes
 * @param {Curve} curve
 * @param {number} n
 * @param {(ops: Ops) => readonly Output[]} write
 * @param {TaskOptions} [options] - gpu: the GPU, if useGpu of ffturbo-gpu gave the curve
 *   one; by default what that says
 * @returns {Promise<Uint8Array[]>}
 * @throws {TypeError | RangeError} for operands that are none, and buffers of another length
 */
export async function runFused(curve, n, write, options) {
    const { tm, Fr } = curve, { n8 } = Fr, where = "runFused", signal = readSignal(where, options);
    const writer = new ProgramWriter(where, Fr, checkCount(where, n, "n", 1));
    const outputs = write(writer.all);
    const lists = listsOf(outputs);
    for (const [value, into] of lists) {
        writer.check(value);
        checkRoom(where, into, n * n8);
    }
    const allocated = allocateRegisters(writer, lists.map(([value]) => value));
    const inTask = async () => {
        const task = taskOf(curve, writer, allocated, outputs);
        const results = await submit(tm, task, { small: isSmallTask(writer), signal });
        return outputs.flatMap((out, i) => {
            if (!Array.isArray(out)) return [results[i]];
            if (!isShared(out[1])) moveTo(out[1], results[i], 0);
            return [];
        });
    };
    const mode = columnMode(where, Fr, options?.gpu);
    if (lists.length < outputs.length) return inTask(); // a GPU gives lists alone
    const onlyLists = (/** @type {Ops} */ ops) => listsOf(write(ops)).map(([value]) => value);
    return onGpu(Fr, { where, mode, n, write: onlyLists, parts: 1, signal }, inTask, (made) => {
        lists.forEach(([, into], i) => moveTo(into, made[i], 0));
        return [];
    });
}
