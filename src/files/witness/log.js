/**
 * The messages of a witness calculator while it runs: lines of log(), and where an assertion
 * failed. Their length is bounded, whatever the module does.
 * @module files/witness/log
 */
import { ensure, ProverError } from "../errors.js";

/** @import { Stopped } from "./trace.js" */

/** What the codes of exceptionHandler mean. */
const EXCEPTIONS = Object.freeze(/** @type {Record<number, string>} */ ({
    1: "a signal that the circuit does not have",
    2: "more values than the circuit has inputs",
    3: "a signal that was set before",
    4: "an assertion of the circuit that does not hold for these inputs",
    5: "no memory left in the witness calculator",
    6: "more values than an input signal holds",
}));
const NO_MEMORY = 5;

/** The most characters of a message; those of circom end after 240. */
const LONGEST_MESSAGE = 2 ** 16;

/** The most locations that an error names: one per template that called the next. */
const MOST_LOCATIONS = 256;

/** The most characters of all lines of log(), each with its line end. */
export const LONGEST_LOG = 2 ** 22;

/** The circuit refuses its inputs. */
export class CircuitError extends ProverError {
    /**
     * @type {Stopped | undefined} what its signals were then, where that was asked for and is known
     */
    stopped;

    /**
     * @param {string} message
     * @param {string[]} locations - template, line and call stack, as circom gives them
     */
    constructor(message, locations) {
        super("ERR_INPUT", message);
        this.locations = locations;
    }
}

/**
 * Collects lines, and drops what exceeds the limit.
 * @param {(line: string) => void} onLog
 */
export function createLog(onLog) {
    let line = /** @type {string[]} */ ([]), left = LONGEST_LOG;
    return (/** @type {string} */ text) => {
        if (left < 0) return;
        left -= text.length + 1;
        if (left < 0) {
            onLog(`log: expected at most ${LONGEST_LOG} characters, got more; the rest is left out`);
            return;
        }
        if (text !== "\n") {
            line.push(text);
            return;
        }
        onLog(line.join(" "));
        line = [];
    };
}

/**
 * @param {() => number} nextChar - of the message, 0 at its end
 * @returns {string}
 */
export function readMessage(nextChar) {
    let text = "";
    for (let code = nextChar(); code !== 0; code = nextChar()) {
        ensure(
            text.length < LONGEST_MESSAGE,
            "ERR_FILE",
            () =>
                `witness calculator: expected messages of at most ${LONGEST_MESSAGE} characters, got one without an end`,
        );
        text += String.fromCharCode(code);
    }
    return text;
}

/**
 * @param {() => number} nextChar - of the present message
 * @param {() => bigint} window - the value in the calculator's window
 * @param {(line: string) => void} onLog
 * @returns {{ [name: string]: (...values: number[]) => void }} what the module may import
 */
export function messageImports(nextChar, window, onLog) {
    const errors = /** @type {string[]} */ ([]);
    const say = createLog(onLog);
    const runtime = {
        exceptionHandler(/** @type {number} */ code) {
            const where = errors.length > 0 ? `: ${errors.join("; ")}` : "";
            const got = `${EXCEPTIONS[code] ?? `exception ${code}`}${where}`;
            if (code === NO_MEMORY)
                throw new ProverError(
                    "ERR_LIMIT",
                    `witness calculator: expected to find the memory it needs, got ${got}; raise witnessMemory if that is bounded`,
                );
            throw new CircuitError(`witness calculator: expected inputs that the circuit takes, got ${got}`, errors);
        },
        printErrorMessage() {
            const text = readMessage(nextChar).trim();
            if (errors.length < MOST_LOCATIONS) errors.push(text);
        },
        writeBufferMessage() { say(readMessage(nextChar)); },
        showSharedRWMemory() { say(window().toString()); },
    };
    // Older compilers of version 2 import these as well.
    return {
        ...runtime,
        error: runtime.exceptionHandler,
        log: runtime.showSharedRWMemory,
        logSetSignal() {},
        logGetSignal() {},
        logFinishComponent() {},
        logStartComponent() {},
    };
}
