/**
 * A circuit.wasm is a stranger's program: it may not end, ask for all memory, or say things without an end. It is
 * ended, bounded, and refused with a code; the thread that asked stays free.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpus } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { expect } from "chai";
import { configure, defaultOptions } from "../../src/curves/config.js";
import { openCalculator } from "../../src/files/witness_calculator.js";
import { LONGEST_LOG } from "../../src/files/witness/log.js";
import { calculateWitness, fullProve, ProverError } from "../../src/protocols/groth16/index.js";
import { fixtures } from "../support/circuits.js";
import { withSections } from "../support/circuit_wasm.js";
import { HELLO } from "../../src/files/witness/protocol.js";
import { Refused, RemoteCalculator } from "../../src/files/witness/remote.js";
import { calculator, ENDLESS, INPUTS, LINE_ENDS, R } from "../support/calculators.js";
import { itInAll, thinned } from "../support/extent.js";
import { failureOf } from "../support/failure.js";
import { until } from "../support/pool_module.js";
import { root } from "../support/scratch.js";
import { hardwareConcurrency } from "../../src/util/host.js";

const HERE = { threads: 0 };
const zkey = join(fixtures, "mimc_tiny", "circuit.zkey");
const SPEAK = "(call $write)";
/** The message "hi", a line's end when $turn is even. */
const say = (times) =>
    `(local $n i32) (loop $again (call $write) (local.set $n (i32.add (local.get $n) (i32.const 1))) (br_if $again (i32.lt_u (local.get $n) (i32.const ${times}))))`;

async function refusal(code, options, wasm, inputs = INPUTS) {
    const error = await failureOf(calculateWitness(wasm, inputs, options));
    expect(error, error.stack).to.be.instanceOf(ProverError);
    expect(error.code, error.message).to.equal(code);
    return error.message;
}

/** Places where a program may never come back, each after a different part of the interface was asked. */
const HANGS = {
    "its start function": { startFunction: ENDLESS },
    init: { init: ENDLESS },
    "an input": { setInput: ENDLESS },
    "the witness": { second: `${ENDLESS} (unreachable)` },
    "a message": { init: SPEAK, message: `${ENDLESS} (unreachable)` },
    "log lines": { init: `(loop $again ${SPEAK} (br $again))`, message: LINE_ENDS },
    "error messages": { init: "(loop $again (call $printError) (br $again))" },
};

/** Bytes in the text of a script, which need not assemble them. @param {Uint8Array} bytes */
const literal = (bytes) => `Uint8Array.from(Buffer.from("${Buffer.from(bytes).toString("base64")}", "base64"))`;

describe("prover: a hostile witness calculator", function () {
    this.timeout(60_000);

    itInAll("its harmless counterpart calculates, in a worker and here", async () => {
        for (const options of [{}, HERE, { witnessMemory: 65536 }]) {
            const { values, count, r, n8 } = await calculateWitness(calculator(), INPUTS, options);
            expect({ count, r, n8, first: values[0], second: values[32] }).to.deep.equal({
                count: 2,
                r: R,
                n8: 32,
                first: 1,
                second: 7,
            });
        }
    });

    describe("one that never ends", () => {
        for (const [where, parts] of Object.entries(HANGS))
            it(`in ${where}: ends in time, and the thread is free meanwhile`, async () => {
                let turns = 0;
                const timer = setInterval(() => {
                    turns++;
                }, 10);
                const message = await refusal("ERR_LIMIT", { witnessTimeout: 400 }, calculator(parts));
                clearInterval(timer);
                expect(message).to.match(/^wasm: expected the witness within 400 ms, got none/);
                expect(turns).to.be.above(5);
            });

        for (const [where, parts] of thinned(Object.entries(HANGS), 3)) it(`in ${where}: an abort is heard`, async () => {
            const controller = new AbortController(), reason = new Error("enough");
            const failed = failureOf(calculateWitness(calculator(parts), INPUTS, { signal: controller.signal }));
            setTimeout(() => controller.abort(reason), 200);
            expect(await failed).to.equal(reason);
        });

        it("fullProve: an abort, a limit, and another file that is missing end it", async () => {
            const wasm = calculator({ init: ENDLESS });
            const controller = new AbortController(), reason = new Error("enough");
            setTimeout(() => controller.abort(reason), 200);
            expect(await failureOf(fullProve(INPUTS, wasm, zkey, { signal: controller.signal }))).to.equal(reason);
            expect((await failureOf(fullProve(INPUTS, wasm, zkey, { witnessTimeout: 200 }))).code).to.equal("ERR_LIMIT");
            expect((await failureOf(fullProve(INPUTS, wasm, `${zkey}.missing`, {}))).code).to.equal("ERR_READ");
            expect((await failureOf(fullProve(INPUTS, wasm, `${zkey}.missing`, HERE))).code).to.equal("ERR_READ");
        });

        it("more of them than threads: others wait for their turn, an abort gives it", async () => {
            const controller = new AbortController(), wasm = calculator({ init: ENDLESS });
            const stuck = cpus().map(() => failureOf(calculateWitness(wasm, INPUTS, { signal: controller.signal })));
            let done = false;
            const good = calculateWitness(calculator(), INPUTS).then(() => { done = true; });
            // leaves the queue
            const gone = failureOf(calculateWitness(wasm, INPUTS, { signal: AbortSignal.timeout(100) }));
            await gone;
            await new Promise((resolve) => { setTimeout(resolve, 300); });
            expect(done).to.equal(false);
            controller.abort();
            await Promise.all([...stuck, good]);
            expect(done).to.equal(true);
        });
    });

    describe("memory", () => {
        const locations = { "in a worker": {}, "on this thread": HERE };
        const grow = "(local $n i32) (loop $again (br_if $again (i32.ne (memory.grow (i32.const 1)) (i32.const -1))))";
        for (const [where, options] of Object.entries(locations))
            it(`${where}: declared, grown, of tables, of the witness`, async () => {
                const bounded = { ...options, witnessMemory: 10 * 65536 };
                expect(
                    await refusal("ERR_LIMIT", bounded, calculator({ memory: '(memory (export "memory") 11)' })),
                ).to.match(/at most 655360 bytes of memory, got one that asks for 720896/);
                const compiled = await WebAssembly.compile(calculator({ memory: '(memory (export "memory") 11)' }));
                expect(await refusal("ERR_LIMIT", bounded, compiled)).to.match(/got one that takes 720896/);
                for (const memory of [
                    '(memory (export "memory") 1)',
                    '(memory (export "memory") 1 65536)',
                    '(memory (export "memory") 10 10)',
                ]) {
                    const { values } = await calculateWitness(
                        calculator({ memory, init: grow, second: "(i64.extend_i32_u (memory.size))" }),
                        INPUTS,
                        bounded,
                    );
                    expect(values[32], "pages").to.equal(10);
                }
                expect(
                    await refusal(
                        "ERR_LIMIT",
                        bounded,
                        calculator({ init: `${grow} (call $exception (i32.const 5))` }),
                    ),
                ).to.match(/no memory left .* raise witnessMemory/);
                for (const size of ["(i32.const 0x7fffffff)", "(i32.const -1)", "(i32.const 0)", "(i32.const 20481)"])
                    expect(await refusal("ERR_LIMIT", bounded, calculator({ size }))).to.match(
                        /a witness of at most 655360 bytes/,
                    );
                expect(await refusal("ERR_LIMIT", bounded, calculator({ table: "(table 1048577 funcref)" }))).to.match(
                    /a table of at most 1048576/,
                );
            });

        it("a section that is set a bound for is as long as it says", async () => {
            const whole = calculator({ table: "(table 1 funcref)" });
            const changes = {
                "a byte too few": (content) => content.slice(0, -1),
                "a byte too many": (content) => Uint8Array.from([...content, 0]),
                nothing: (content) => content,
            };
            for (const [what, change] of Object.entries(changes)) for (const id of [1, 4, 5]) {
                const code = withSections(whole, (section, content) => (section.id === id ? change(content) : content));
                expect(WebAssembly.validate(code), what).to.equal(what === "nothing");
                for (const options of [{}, HERE])
                    if (what === "nothing") expect((await calculateWitness(code, INPUTS, options)).count).to.equal(2);
                    else await refusal("ERR_FILE", { ...options, witnessMemory: 10 * 65536 }, code);
            }
        });

        it("a table grows no further than its bound", async () => {
            const parts = {
                table: "(table $t 1 funcref)",
                init: "(drop (table.grow $t (ref.null func) (i32.const 1048575)))",
                second: "(i64.extend_i32_u (table.grow $t (ref.null func) (i32.const 1)))",
            };
            const { values } = await calculateWitness(calculator(parts), INPUTS);
            expect(new DataView(values.buffer).getUint32(32, true)).to.equal(0xffffffff);
        });

        it("refuses what takes memory in other ways: shared, 64-bit and second memories, tables, objects", async () => {
            const strange = {
                shared: { memory: '(memory (export "memory") 1 2 shared)' },
                "64-bit": { memory: '(memory (export "memory") i64 1)' },
                "2 memories": { memory: '(memory $one (export "memory") 1) (memory $two 1)' },
                "2 tables": { table: "(table $one 1 funcref) (table $two 1 funcref)" },
                "other things than functions": { table: "(table 1 externref)" },
                "types other than": {
                    types: "(type $s (struct (field i32)))",
                    more: "(func (drop (struct.new_default $s)))",
                },
            };
            for (const [word, parts] of Object.entries(strange)) {
                let wasm;
                // the copies between memories of other kinds do not parse
                try { wasm = calculator(parts); } catch { continue; }
                expect(await refusal("ERR_FILE", {}, wasm), word).to.include(word);
            }
        });

        itInAll("a module cut anywhere, or with any byte changed, is refused with a code or runs", async () => {
            const wasm = calculator({ table: "(table 1 funcref)" });
            const settle = async (bytes) => {
                const result = await calculateWitness(bytes, INPUTS, { ...HERE, witnessMemory: 10 * 65536 }).catch(
                    (error) => error,
                );
                if (result instanceof Error) expect(result.code, result.stack).to.match(/^ERR_(FILE|LIMIT|INPUT)$/);
            };
            for (let length = 0; length < wasm.length; length++) await settle(wasm.slice(0, length));
            const code = wasm.length - 200; // bodies may come to loop
            for (let i = 0; i < Math.min(200, code); i++)
                for (const value of [0, 1, 0x7f, 0x80, 0xff])
                    await settle(wasm.map((byte, k) => (k === i ? value : byte)));
        });
    });

    describe("what it says", () => {
        for (const [where, options] of Object.entries({ "in a worker": {}, "on this thread": HERE })) {
            it(`${where}: a start function that writes log lines is refused`, async () => {
                for (const call of ["(call $write)", "(call $printError)", "(call $show)"])
                    expect(await refusal("ERR_FILE", options, calculator({ startFunction: call }))).to.match(
                        /a module that speaks while it starts/,
                    );
                expect(await refusal("ERR_FILE", options, calculator({ startFunction: "(unreachable)" }))).to.match(
                    /to start, got unreachable/,
                );
            });

            it(`${where}: a message without an end is refused`, async () => {
                expect(
                    await refusal("ERR_FILE", options, calculator({ init: SPEAK, message: "(i32.const 65)" })),
                ).to.match(/messages of at most 65536 characters/);
            });

            it(`${where}: lines come in order, before the witness`, async () => {
                const counting =
                    "(global.set $turn (i32.add (global.get $turn) (i32.const 1))) (if (result i32) (i32.and (global.get $turn) (i32.const 1)) (then (i32.const 10)) (else (i32.const 0)))";
                const lines = [];
                await calculateWitness(
                    calculator({
                        init: say(3000).replace("(loop", "(call $show) (call $write) (call $show) (loop"),
                        message: counting,
                    }),
                    INPUTS,
                    { ...options, onLog: (line) => lines.push(line) },
                );
                expect(lines.length).to.equal(3001);
                expect(lines[0]).to.equal(R.toString());
                expect(lines[1]).to.equal(R.toString());
            });

            itInAll(`${where}: an endless log is cut off, and its last line says so`, async () => {
                const counting =
                    "(global.set $turn (i32.add (global.get $turn) (i32.const 1))) (i32.mul (i32.const 65) (i32.ne (i32.rem_u (global.get $turn) (i32.const 60001)) (i32.const 0)))";
                const lines = [];
                await calculateWitness(calculator({ init: say(100), message: counting }), INPUTS, {
                    ...options,
                    onLog: (line) => lines.push(line),
                });
                expect(lines).to.deep.equal([
                    `log: expected at most ${LONGEST_LOG} characters, got more; the rest is left out`,
                ]);
            });

            it(`${where}: what the listener throws ends it`, async () => {
                const error = new Error("listener");
                const onLog = () => { throw error; };
                expect(
                    await failureOf(
                        calculateWitness(calculator({ init: `${SPEAK} ${SPEAK}`, message: LINE_ENDS }), INPUTS, {
                            ...options,
                            onLog,
                        }),
                    ),
                ).to.equal(error);
            });

            it(`${where}: places of an error are bounded`, async () => {
                const counting =
                    "(global.set $turn (i32.xor (global.get $turn) (i32.const 1))) (i32.mul (i32.const 65) (global.get $turn))";
                const errors = say(3000).replaceAll("$write", "$printError");
                const message = await refusal(
                    "ERR_INPUT",
                    options,
                    calculator({ init: `${errors} (call $exception (i32.const 4))`, message: counting }),
                );
                expect(message.split("A; ").length).to.equal(256);
            });
        }
    });

    describe("its worker", () => {
        const started = [];
        const source = (body) => {
            const worker = new Worker(body, { eval: true });
            started.push(worker);
            return worker;
        };
        const PORT = 'globalThis.ffturboPort = require("node:worker_threads").parentPort;\n';
        before(() => configure({ createWorker: (request) => source(PORT + request.source) }));
        beforeEach(() => { started.length = 0; });
        after(() => configure({ createWorker: undefined }));

        it("is kept for the next witness, also after an input that the circuit refuses, and ended when idle", async () => {
            for (let i = 0; i < 3; i++) await calculateWitness(calculator(), INPUTS);
            await refusal("ERR_INPUT", {}, calculator(), { a: "x" });
            await calculateWitness(calculator(), INPUTS);
            expect(started.length).to.equal(1);
            await new Promise((resolve) => {
                started[0].once("exit", resolve);
            });
        });

        /** A calculator whose worker starts at once. */
        const opened = async () => {
            const { createWorker } = defaultOptions();
            const ready = await openCalculator(calculator(), { createWorker, ready: true });
            await until(() => started.length === 1);
            return { ready, exit: new Promise((resolve) => { started[0].once("exit", () => resolve("ended")); }) };
        };

        it("starts before a witness is asked for, is waited for then, and ends when the calculator is closed", async () => {
            const { ready, exit } = await opened();
            await ready.calculate(INPUTS);
            expect(started.length).to.equal(1);
            ready.close();
            ready.close(); // counts once
            await exit;
        });

        it("holds up no opening, though other programs that never end have every turn", async () => {
            const turns = hardwareConcurrency();
            const stop = new AbortController();
            const endless = calculator({ init: `(call $write) ${ENDLESS}`, message: LINE_ENDS });
            let running = 0;
            const options = { signal: stop.signal, onLog: () => running++ };
            const busy = Array.from({ length: turns + 1 }, () =>
                calculateWitness(endless.slice(), INPUTS, options).catch(() => {}));
            await until(() => running === turns);
            const { createWorker } = defaultOptions();
            (await openCalculator(calculator(), { createWorker, ready: true })).close();
            stop.abort();
            await Promise.all(busy);
            await delay(20);
            expect(started.length, "workers that started").to.equal(turns); // none for what is closed
        });

        itInAll("stays while any such calculator is open, however long nothing is asked for", async () => {
            const { ready, exit } = await opened();
            const other = await openCalculator(calculator(), { here: true, ready: true });
            ready.close();
            const late = new Promise((resolve) => { setTimeout(resolve, 2500, "stayed"); });
            expect(await Promise.race([exit, late])).to.equal("stayed");
            await calculateWitness(calculator(), INPUTS); // with the same options, by configure
            expect(started.length).to.equal(1);
            other.close();
            await exit;
        });

        it("is ended where its program took much memory", async () => {
            await calculateWitness(calculator({ memory: '(memory (export "memory") 1100)' }), INPUTS);
            const ended = new Promise((resolve) => { started[0].once("exit", resolve); });
            await calculateWitness(calculator(), INPUTS);
            expect(started.length).to.equal(2);
            await ended;
        });

        it("that is another's, an older one or none is passed over", async () => {
            for (const body of [
                'require("node:worker_threads").parentPort.on("message", ({ id }) => require("node:worker_threads").parentPort.postMessage({ id, error: {} }))',
                "throw new Error('no')",
                "process.exit(3)",
            ]) {
                configure({ createWorker: () => source(body) });
                expect((await calculateWitness(calculator(), INPUTS)).count).to.equal(2);
            }
            configure({ createWorker: () => { throw new Error("no"); } });
            expect((await calculateWitness(calculator(), INPUTS)).count).to.equal(2);
        });

        it("that fails while it starts is given up at once, not when its time is over", async () => {
            const worker = { postMessage() {}, terminate: async () => {}, ref() {}, unref() {} };
            const open = async (handlers) => {
                queueMicrotask(() => handlers.onError(new Error("lost")));
                return worker;
            };
            const error = await failureOf(new RemoteCalculator().start({ name: "test", sure: true, timeout: Infinity, open }));
            expect(error.message).to.equal("lost");
        });

        it("that cannot be posted an order refuses it, and its listener hears no more", async () => {
            const lines = [], remote = new RemoteCalculator();
            const worker = { terminate: async () => {}, ref() {}, unref() {}, postMessage() {
                if (remote.run) throw new Error("DataCloneError");
                remote.receive({ witness: HELLO });
            } };
            await remote.start({ name: "test", sure: true, timeout: Infinity, open: async () => worker });
            const error = await failureOf(remote.calculate({ name: "wasm" }, [], (line) => lines.push(line)));
            expect(error).to.be.instanceOf(Refused);
            expect(error.message).to.include("DataCloneError");
            remote.receive({ lines: ["late"] });
            expect(lines).to.deep.equal([]);
        });

        it("that dies while it calculates rejects with a code", async () => {
            configure({ createWorker: (request) => { const worker = source(PORT + request.source); return worker; } });
            // at its first line: a worker that dies sooner is taken for one that cannot start
            const onLog = () => void started[0].terminate();
            const failed = failureOf(calculateWitness(calculator({ init: `${SPEAK} ${SPEAK} ${ENDLESS}`, message: LINE_ENDS }), INPUTS, { onLog }));
            expect((await failed).code).to.equal("ERR_LIMIT");
        });
    });

    itInAll("holds no program open", () => {
        const script = `import { calculateWitness } from "${root}/src/protocols/groth16/index.js";
            await calculateWitness(${literal(calculator())}, { a: 1 });`;
        execFileSync(process.execPath, ["--input-type=module", "-e", script], { timeout: 30_000 });
    });

    it("inputs that are nested too deeply, or contain themselves, are refused with a code", async () => {
        let list = 1, record = 1;
        for (let i = 0; i < 100_000; i++) [list, record] = [[list], { x: record }];
        const rings = [[], {}, []];
        rings[0].push(rings[0], rings[0]);
        rings[1].x = rings[1];
        rings[2].push({ x: rings[2] });
        for (const a of [list, record, ...rings])
            expect(await refusal("ERR_INPUT", {}, calculator(), { a })).to.match(
                /^input a.*: expected lists and records within each other 64 times at most/,
            );
        const ok = JSON.parse(`${"[".repeat(64)}3${"]".repeat(64)}`);
        expect((await calculateWitness(calculator(), { a: ok })).count).to.equal(2);
        expect(await refusal("ERR_INPUT", {}, calculator(), { a: Array(1) })).to.match(
            /input a: expected an integer.*got undefined/,
        );
    });

    it("one signal may stop any number of calculations, without a warning", () => {
        const script = `import { calculateWitness, fullProve } from "${root}/src/protocols/groth16/index.js";
            const { signal } = new AbortController(), wasm = ${literal(calculator())};
            await Promise.all([...Array(24)].map((_, i) => (i % 2 ? calculateWitness(wasm, { a: 1 }, { signal }) : fullProve({ a: 1 }, wasm, "missing.zkey", { signal }).catch(() => {}))));`;
        expect(
            spawnSync(process.execPath, ["--input-type=module", "-e", script], { timeout: 60_000, encoding: "utf8" }),
        ).to.include({ status: 0, stderr: "" });
    });

    it("takes bytes in a larger buffer, and does not change them", async () => {
        const wasm = calculator(), large = new Uint8Array(wasm.length + 100);
        large.set(wasm, 50);
        expect((await calculateWitness(large.subarray(50, 50 + wasm.length), INPUTS)).count).to.equal(2);
        expect((await calculateWitness(Buffer.from(wasm), INPUTS)).count).to.equal(2);
        expect((await calculateWitness(wasm, INPUTS)).count).to.equal(2);
        expect(wasm.length).to.be.above(0);
    });

    it("refuses options that it does not know", async () => {
        for (const options of [
            { timeout: 5 },
            { witnessTimeout: 0 },
            { witnessTimeout: "5" },
            { witnessMemory: 10 },
            { onLog: 1 },
            7,
        ])
            expect(
                (await failureOf(calculateWitness(calculator(), INPUTS, options))).code,
                JSON.stringify(options),
            ).to.equal("ERR_OPTION");
        expect(
            (await failureOf(calculateWitness(calculator(), INPUTS, { signal: AbortSignal.abort(new Error("before")) })))
                .message,
        ).to.equal("before");
        await calculateWitness(calculator(), INPUTS, { witnessTimeout: 2 ** 40 }); // more than a timer counts
    });
});
