/**
 * A circuit's own program: where it runs, within which limits, and its bytes.
 * @module protocols/key/program
 */
import { defaultOptions } from "../../curves/config.js";
import { ensure } from "../../files/errors.js";
import { isCompiled } from "../../util/compiled.js";

/** @import { ProgramLike, Source, SourceLike } from "../../files/source.js" */
/** @import { ProveOptions, readOptions } from "./options.js" */

/**
 * Where a circuit's program runs: in a worker that starts as those of the curve do, or on this
 * thread if the caller wants no workers.
 * @param {Pick<ProveOptions, "threads" | "curve">} options
 */
export function runnerOptions({ threads, curve }) {
    const { createWorker, workerUrl, singleThread, threads: usual } = defaultOptions();
    return {
        createWorker,
        workerUrl,
        here: singleThread === true || (threads ?? (curve?.tm.singleThread ? 0 : usual)) === 0,
    };
}

/** @param {ReturnType<typeof readOptions>} options */
export const limitOptions = ({ witnessTimeout, witnessMemory, onLog, rewrite }) => ({
    timeout: witnessTimeout,
    memory: witnessMemory,
    onLog,
    rewrite,
});

/**
 * @param {ProgramLike} wasm
 * @param {(name: string, value: SourceLike) => Promise<Source>} open
 * @param {number} memory - bytes that it may have
 */
export async function readModule(wasm, open, memory) {
    if (isCompiled(wasm)) return { code: wasm, name: "wasm" };
    const source = await open("wasm", wasm), { name } = source;
    const size = await source.length(memory);
    ensure(
        size !== undefined,
        "ERR_OPTION",
        () => `${name}: expected a reader with its size for the witness calculator, got one without`,
    );
    ensure(
        size <= memory,
        "ERR_LIMIT",
        () =>
            `${name}: expected a witness calculator of at most ${memory} bytes, got a larger one; raise memory if you trust it`,
    );
    return { code: await source.read(0, size), name };
}
