/**
 * A small base module for the tests of the pool: it has the memory layout of
 * a real one (u32 at address 0 is the next free byte) and one function for
 * each thing that can go well or wrong.
 */
import { deflateRawSync } from "node:zlib";
import binaryen from "binaryen";
import { openKernels } from "../../src/kernels/table.js";
import { createThreadManager } from "../../src/pool/pool.js";
import { failureOf } from "./failure.js";

/** As the generator packs modules and constants. @param {Buffer} bytes */
function packed(bytes) {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    return Buffer.concat([length, deflateRawSync(bytes)]).toString("base64");
}

const TEXT = `(module
  (import "env" "memory" (memory 1))
  (data (i32.const 0) "\\00\\04\\00\\00")
  (func $add (param $x i32) (param $y i32) (param $z i32)
    (i32.store (local.get $z) (i32.add (i32.load (local.get $x)) (i32.load (local.get $y)))))
  (func $trap (unreachable))
  (func $spoil (i32.store (i32.const 512) (i32.const 1)) (unreachable))
  (func $spoilt (param $z i32) (i32.store (local.get $z) (i32.load (i32.const 512))))
  (func $spin (param $n i32)
    (loop $again
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $again (local.get $n))))
  (func $forever (loop $again (br $again)))
  (func $grow (param $pages i32) (param $z i32)
    (i32.store (local.get $z) (memory.grow (local.get $pages))))
  (func $free (param $z i32) (i32.store (local.get $z) (i32.load (i32.const 0))))
  (func $take (param $n i32) (i32.store (i32.const 0) (i32.add (i32.load (i32.const 0)) (local.get $n))))
  (func $plain (param $z i32) (i32.store (local.get $z) (i32.const 7)))
  (export "add" (func $add)) (export "trap" (func $trap)) (export "spoil" (func $spoil)) (export "spoilt" (func $spoilt))
  (export "spin" (func $spin)) (export "forever" (func $forever)) (export "grow" (func $grow)) (export "free" (func $free))
  (export "take" (func $take)) (export "plain" (func $plain)))`;

/** A lane: scratch from `env.base`, and a function of the base module. */
const LANE_TEXT = `(module
  (import "env" "memory" (memory 1))
  (import "env" "base" (global $base i32))
  (import "base" "add" (func $add (param i32 i32 i32)))
  (func $where (param $z i32) (i32.store (local.get $z) (global.get $base)))
  (func $twice (param $x i32) (param $z i32)
    (call $add (local.get $x) (local.get $x) (global.get $base))
    (i32.store (local.get $z) (i32.load (global.get $base))))
  (export "where" (func $where)) (export "twice" (func $twice)))`;

function assemble(text) {
    const module = binaryen.parseText(text);
    // "All" would encode imports in a way that engines do not read yet
    module.setFeatures(binaryen.Features.MutableGlobals);
    if (!module.validate()) throw new Error("pool_module: expected a valid module");
    const bytes = module.emitBinary();
    module.dispose();
    return bytes;
}

let bytes;
let laneBytes;
export const poolModule = () => (bytes ??= assemble(TEXT));
export const poolLane = () => ({
    name: "test",
    driver: "exports",
    module: (laneBytes ??= assemble(LANE_TEXT)),
    constants: packed(Buffer.alloc(128)),
    layout: {},
});
/** One that wants a function that the base module has not. */
export const unlinkableLane = () => ({
    ...poolLane(),
    module: assemble(LANE_TEXT.replace('"base" "add"', '"base" "missing"')),
});

/** Constants of a real base module; nothing reads them here. */
export const layout = Object.freeze({ pq: 1, pr: 2, pG1gen: 3, pG1zero: 4, pG2gen: 5, pG2zero: 6, pOneT: 7 });

/** Managers of the running test, terminated after it. */
const open = new Set();

export async function manager(options = {}) {
    const tm = await createThreadManager({ code: poolModule(), layout, openKernels, threads: 2, ...options });
    open.add(tm);
    return tm;
}

export async function terminateAll() {
    await Promise.all([...open].map((tm) => tm.terminate()));
    open.clear();
}

export const word = (value) => new Uint8Array(new Uint32Array([value]).buffer);
export const value = (buffer) => new Uint32Array(buffer.slice().buffer)[0];

/** x + y by the smallest task that uses every usual command. */
export const addTask = (x, y) => [
    { cmd: "ALLOCSET", var: 0, buff: word(x) },
    { cmd: "ALLOC", var: 1, len: 4 },
    { cmd: "SET", var: 1, buff: word(y) },
    { cmd: "ALLOC", var: 2, len: 4 },
    { cmd: "CALL", fnName: "add", params: [{ var: 0 }, { var: 1 }, { var: 2, offset: 0 }] },
    { cmd: "GET", out: 0, var: 2, len: 4 },
];
export const callTask = (fnName, ...params) => [{ cmd: "CALL", fnName, params: params.map((val) => ({ val })) }];
/** A task that calls one function with a result address and gets the word there. */
export const askTask = (fnName, ...params) => [
    { cmd: "ALLOC", var: 0, len: 4 },
    { cmd: "CALL", fnName, params: [...params.map((val) => ({ val })), { var: 0 }] },
    { cmd: "GET", out: 0, var: 0, len: 4 },
];
/**
 * Workers whose source starts with `preamble`, which may break what a worker stands on.
 * @returns {{ createWorker: (request: any) => Promise<any>, started: any[] }}
 */
export function brokenWorkers(preamble) {
    const started = [];
    const createWorker = async ({ source }) => {
        const { Worker } = await import("node:worker_threads");
        const worker = new Worker(
            `${typeof preamble === "function" ? preamble(started.length) : preamble}\n${source}`,
            { eval: true, execArgv: [] },
        );
        started.push(worker);
        return worker;
    };
    return { createWorker, started };
}

/**
 * Source: the memories numbered so, from 0, are refused, as by a host that has no more.
 * @param {string} condition - of `n`
 */
export const refuseMemories = (condition) => `{
    const Memory = WebAssembly.Memory;
    let n = -1;
    WebAssembly.Memory = class extends Memory {
        static [Symbol.hasInstance](it) { return it instanceof Memory; }
        constructor(descriptor) {
            if (descriptor.maximum !== descriptor.initial) n++;
            if (${condition}) throw new RangeError("WebAssembly.Memory(): could not allocate memory");
            super(descriptor);
        }
    };
}`;

/** Long enough to be met in flight. */
export const longTask = () => callTask("spin", 1e9);

/** The error a promise rejects with; a promise that resolves or takes too long is a failure. */
export async function failure(promise, ms = 20000) {
    let timer;
    const late = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error(`expected to settle within ${ms} ms`)), ms);
    });
    try {
        return await failureOf(Promise.race([promise, late]));
    } finally {
        clearTimeout(timer);
    }
}

export const until = async (condition, ms = 10000) => {
    for (const end = Date.now() + ms; !condition(); await new Promise((resolve) => { setTimeout(resolve, 2); })) {
        if (Date.now() > end) throw new Error(`expected ${condition} within ${ms} ms`);
    }
};
