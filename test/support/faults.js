/**
 * A host that fails on request: every call of one kind is counted, on the calling thread and in all workers, and the
 * one that is armed fails. So each point at which an operation waits for the host can be made to fail once.
 */
const KINDS = [
    "memory",
    "compile",
    "instantiate",
    "grow",
    "start",
    "post",
    "worker memory",
    "worker compile",
    "worker instantiate",
    "worker grow",
    "worker post",
    "worker exit",
];
/** Where kinds of a worker begin; the first four are the same things there. */
const WORKER = 6;
const ARMED = 0, INDEX = 1, COUNTS = 2;

/**
 * Replaces what `scope.WebAssembly` does; as text, it runs in workers too.
 * @param {typeof globalThis} scope
 * @param {(kind: number) => boolean} hit
 * @param {number} first
 */
function breakWebAssembly({ WebAssembly: wasm }, hit, first) {
    const { Memory, compile, instantiate } = wasm, { grow } = Memory.prototype;
    const refuse = (what) => new RangeError(`${what} refused by the test`);
    wasm.Memory = class extends Memory {
        static [Symbol.hasInstance](it) { return it instanceof Memory; }
        constructor(descriptor) {
            // the attempt after it, with the least, fails too
            if (descriptor.maximum > 100 && hit(first)) wasm.refusing = 2;
            if (wasm.refusing > 0 && wasm.refusing--) throw refuse("Memory");
            super(descriptor);
        }
    };
    wasm.compile = async (...args) => { if (hit(first + 1)) throw refuse("compile"); return compile(...args); };
    wasm.instantiate = async (...args) => {
        if (hit(first + 2)) throw refuse("instantiate");
        return instantiate(...args);
    };
    Memory.prototype.grow = function (pages) {
        if (hit(first + 3)) wasm.failing = 2; // the generous attempt and the exact one
        if (wasm.failing > 0 && wasm.failing--) throw refuse("grow");
        return grow.call(this, pages);
    };
    return () => {
        Object.assign(wasm, { Memory, compile, instantiate });
        Memory.prototype.grow = grow;
        delete wasm.refusing;
        delete wasm.failing;
    };
}

/** In a worker, before its source. */
const PREAMBLE = `{
    const { workerData: control, parentPort } = require("node:worker_threads"), { postMessage } = parentPort;
    const hit = (kind) => { const n = Atomics.add(control, ${COUNTS} + kind, 1); return control[${ARMED}] === kind && control[${INDEX}] === n; };
    (${breakWebAssembly})(globalThis, hit, ${WORKER});
    parentPort.postMessage = function (...args) {
        if (hit(${WORKER + 4})) throw new Error("post refused by the test");
        return postMessage.apply(this, args);
    };
    parentPort.on("message", () => { if (hit(${WORKER + 5})) process.exit(1); });
}\n`;

/** @returns what a test arms, and what it gives to the builders */
export function createFaults() {
    const control = new Int32Array(new SharedArrayBuffer(4 * (COUNTS + KINDS.length)));
    const hit = (kind) => {
        const n = Atomics.add(control, COUNTS + kind, 1);
        return control[ARMED] === kind && control[INDEX] === n;
    };
    const restore = breakWebAssembly(globalThis, hit, 0);
    return {
        kinds: KINDS,
        /** Counts from zero on; point `index` of `kind` fails, or none for -1. */
        arm(kind, index) {
            control.fill(0);
            control[ARMED] = kind;
            control[INDEX] = index;
        },
        disarm: () => { control[ARMED] = -1; },
        counts: () => KINDS.map((_, kind) => control[COUNTS + kind]),
        createWorker: async ({ source }) => {
            if (hit(4)) throw new Error("start refused by the test");
            const { Worker } = await import("node:worker_threads");
            const worker = new Worker(PREAMBLE + source, { eval: true, execArgv: [], workerData: control }),
                { postMessage } = worker;
            worker.postMessage = (...args) => {
                if (hit(5)) throw new Error("post refused by the test");
                return postMessage.apply(worker, args);
            };
            return worker;
        },
        restore,
    };
}
