/**
 * The worker's end of a witness worker: opens a circuit's program, runs it, and keeps nothing of
 * the witness.
 * @module files/witness/serve
 */
import { freeBuffers } from "../../util/host_memory.js";
import { ProverError } from "../errors.js";
import { messageOf } from "../../util/check.js";
import { Unlike } from "./program.js";
import { createPrograms } from "./programs.js";
import { HELLO } from "./protocol.js";
import { CircuitError } from "./log.js";

/** @import { Port } from "../../util/host_port.js" */
/** @import { Programs } from "./programs.js" */
/** @import { Order } from "./protocol.js" */

/** How many lines are posted one by one, so that the last one before a program hangs arrives. */
const SINGLY = 1000;

/** How many characters are posted together after that. */
const BATCH = 2 ** 16;

/**
 * Modules of at least this many bytes are released without waiting for the collector, which takes
 * 0.2 ms.
 */
const WORTH_FREEING = 2 ** 20;

/** @param {Port} port */
function createLines(port) {
    /** @type {string[]} */
    let lines = [];
    let posted = 0, length = 0;
    const flush = () => {
        if (lines.length > 0) port.post({ lines });
        posted += lines.length;
        lines = [];
        length = 0;
    };
    const add = (/** @type {string} */ line) => {
        lines.push(line);
        length += line.length + 1;
        if (posted < SINGLY || length >= BATCH) flush();
    };
    return { add, flush };
}

/** @param {Port} port @param {Programs} programs @param {Order} order */
async function run(port, programs, order) {
    const { add, flush } = createLines(port), { code } = order;
    try {
        const values = await programs.calculate(order, add);
        flush();
        port.post({ values, keep: programs.worthKeeping() }, [/** @type {ArrayBuffer} */ (values.values.buffer)]);
    } catch (error) {
        flush();
        const keep = programs.worthKeeping();
        const stopped = error instanceof CircuitError ? error.stopped : undefined;
        const what = { code: error instanceof ProverError ? error.code : "ERR_INPUT", message: messageOf(error) };
        if (error instanceof Unlike) port.post({ unlike: error.message, keep });
        else port.post({ failure: stopped ? { ...what, stopped } : what, keep }, stopped ? [stopped.cells.buffer] : []);
    }
    if (ArrayBuffer.isView(code) && code.byteLength > WORTH_FREEING) freeBuffers([code.buffer]);
}

/** @param {Port} port */
export function serve(port) {
    const programs = createPrograms();
    port.listen(
        ({ witness }) => {
            if (witness === HELLO) port.post({ witness: HELLO });
            else if (witness !== undefined) void run(port, programs, witness);
        },
        () => port.post({ unreadable: true }),
    );
}
