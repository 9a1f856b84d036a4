/** What a witness calculator may say, at its bounds, without a calculator; and what a worker keeps of its module. */
import { readFileSync, rmSync } from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { expect } from "chai";
import { compile } from "../../scripts/make-fixtures.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { configure } from "../../src/curves/config.js";
import { Refused, RemoteCalculator } from "../../src/files/witness/remote.js";
import { LONGEST_LOG, messageImports } from "../../src/files/witness/log.js";
import { openRunner } from "../../src/files/witness/runners.js";
import { hardwareConcurrency } from "../../src/util/host.js";
import { createPrograms } from "../../src/files/witness/programs.js";
import { HELLO } from "../../src/files/witness/protocol.js";
import { serve } from "../../src/files/witness/serve.js";
import { calculateAt } from "../../src/files/witness_calculator.js";
import { fullProve } from "../../src/protocols/groth16/index.js";
import { calculator, LINE_ENDS, R } from "../support/calculators.js";
import { itInAll } from "../support/extent.js";
import { stopHostTimers } from "../support/timers.js";

/** The next characters of a text, and then 0. */
const reading = (text) => { let at = 0; return () => (at < text.length ? text.charCodeAt(at++) : 0); };

describe("the messages of a witness calculator", () => {
    const speak = (texts, onLog = () => {}) => {
        let next = reading("");
        const imports = messageImports(() => next(), () => 7n, onLog);
        const say = (name) => { for (const text of texts) { next = reading(text); imports[name](); } };
        return { imports, say };
    };

    it("end after 2^16 characters, and are refused above that", () => {
        const lines = [], longest = "x".repeat(2 ** 16);
        speak([longest, "\n"], (line) => lines.push(line)).say("writeBufferMessage");
        expect(lines).to.deep.equal([longest]);
        expect(() => speak([`${longest}x`]).say("writeBufferMessage")).to.throw("65536 characters").with.property("code", "ERR_FILE");
    });

    for (const left of [0, 1]) it(`are lines, of as many characters as the log takes, ${left} left, and one that says it was cut`, () => {
        const lines = [], half = LONGEST_LOG / 2;
        const pieces = ["x".repeat(half - 1), "y".repeat(half - 3 - left)]; // each counts one character more
        const imports = messageImports(reading("\n"), () => pieces.shift() ?? 7n, (line) => lines.push(line));
        expect(LONGEST_LOG).to.equal(4_194_304);
        imports.log();
        imports.log();
        imports.writeBufferMessage();
        expect(lines.map((line) => [line.length, line.indexOf("y")])).to.deep.equal([[LONGEST_LOG - 3 - left, half]]);
        imports.log();
        imports.log();
        expect(lines.slice(1)).to.deep.equal([
            `log: expected at most ${LONGEST_LOG} characters, got more; the rest is left out`,
        ]);
    });

    it("name the places of an error, 256 at most, and its kind", () => {
        const { say, imports } = speak(Array.from({ length: 257 }, (_, i) => ` place ${i}. `));
        say("printErrorMessage");
        const failure = (code) => { try { imports.error(code); } catch (error) { return error; } return undefined; };
        expect(failure(4).code).to.equal("ERR_INPUT");
        expect(failure(4).message).to.include("an assertion of the circuit that does not hold for these inputs: place 0.; place 1.");
        expect(failure(4).message).to.include("; place 255.").and.not.to.include("place 256");
        expect(failure(4).locations).to.deep.equal(Array.from({ length: 256 }, (_, i) => `place ${i}.`));
        expect(failure(5).code).to.equal("ERR_LIMIT");
        expect(failure(99).message).to.include("exception 99");
        const said = [1, 2, 3, 4, 5, 6].map((code) => failure(code).message);
        for (const text of ["does not have", "more values than the circuit has inputs", "that was set before", "does not hold",
            "no memory left", "more values than an input signal holds"])
            expect(said.filter((message) => message.includes(text)), text).to.have.length(1);
    });

    it("name no place of an error where none was said", () => {
        const { say, imports } = speak([" one "]);
        const texts = "expected inputs that the circuit takes, got an assertion of the circuit that does not hold for these inputs";
        expect(() => imports.exceptionHandler(4)).to.throw(new RegExp(`^witness calculator: ${texts}$`));
        say("printErrorMessage");
        expect(() => imports.exceptionHandler(4)).to.throw(new RegExp(`^witness calculator: ${texts}: one$`));
    });

    it("are all that a module of any compiler of version 2 imports", () => {
        expect(Object.keys(speak([]).imports)).to.have.members([
            "exceptionHandler", "printErrorMessage", "writeBufferMessage", "showSharedRWMemory",
            "error", "log", "logSetSignal", "logGetSignal", "logFinishComponent", "logStartComponent",
        ]);
    });
});

describe("what a witness worker answers", () => {
    it("that is no answer changes nothing, whatever it is", async () => {
        const remote = new RemoteCalculator(), lines = [];
        const result = remote.calculate({}, [], (line) => lines.push(line));
        for (const nothing of [undefined, null, 7, "text", {}, [], new Map(), new Uint8Array(2), { values: undefined }, { unlike: "" }])
            remote.receive(nothing);
        remote.receive({ lines: ["one"] });
        remote.receive({ values: { count: 3 }, keep: true });
        expect(await result).to.deep.equal({ count: 3 });
        expect([lines, remote.kept, remote.closed]).to.deep.equal([["one"], true, false]);
        for (const late of [{ values: {} }, { failure: { code: "ERR_INPUT", message: "late" } }, { unlike: "late" },
            { unreadable: true }, { lines: ["late"] }]) remote.receive(late); // while nothing runs
        expect(lines).to.deep.equal(["one"]);
    });
});

describe("what a witness worker hears", () => {
    const worker = () => {
        const posted = [], heard = {};
        serve({
            post: (message, transfers) => posted.push([message, transfers]), close: () => {},
            listen: (onMessage, onBadMessage) => Object.assign(heard, { onMessage, onBadMessage }),
        });
        const answer = async (order) => {
            heard.onMessage({ witness: order });
            while (!posted.some(([{ keep }]) => keep !== undefined))
                await new Promise((resolve) => { setImmediate(resolve); });
            return posted.pop();
        };
        return { posted, heard, answer };
    };
    const stops = calculator({ setInput: "(call $exception (i32.const 4))" });
    const order = { code: stops, name: "wasm", memory: 2 ** 20, signals: [{ name: "a", values: [3n] }] };

    it("is answered if it is a greeting, unreadable, or an order, and else is for others", () => {
        const { posted, heard } = worker();
        for (const other of [{}, { task: [] }, { witness: undefined }]) heard.onMessage(other);
        expect(posted).to.deep.equal([]);
        heard.onMessage({ witness: HELLO });
        heard.onBadMessage();
        expect(posted).to.deep.equal([[{ witness: HELLO }, undefined], [{ unreadable: true }, undefined]]);
    });

    it("and the signals of a program that stopped, if they were asked for, are transferred with its error", async () => {
        const trace = { numbers: 1024, elements: 2048, size: 40, labels: 3, most: 10 };
        const [{ failure }, transfers] = await worker().answer({ ...order, trace });
        const { cells, ...stopped } = failure.stopped;
        expect([failure.code, stopped]).to.deep.equal(["ERR_INPUT", { locations: [], size: 40, r: R }]);
        expect([cells.length, transfers]).to.deep.equal([120, [cells.buffer]]);
        const [plain, nothing] = await worker().answer(order);
        expect([plain.failure.code, plain.failure.stopped, nothing]).to.deep.equal(["ERR_INPUT", undefined, []]);
        const [broken, none] = await worker().answer({ ...order, code: new Uint8Array(8), trace });
        expect([broken.failure.code, "stopped" in broken.failure, none]).to.deep.equal(["ERR_FILE", false, []]);
        const [{ values, keep }, moved] = await worker().answer({ ...order, code: calculator() });
        expect([values.count, keep, moved]).to.deep.equal([2, true, [values.values.buffer]]);
    });
});

describe("the bytes of a program that runs as it is", () => {
    it("are given away where the caller allows it, or where they are a copy, and else stay the caller's", async () => {
        const code = calculator(), part = new Uint8Array(code.length + 8).subarray(4, 4 + code.length), seen = [];
        part.set(code);
        const runner = { calculate: async (order, { consume }) => { seen.push([order.code, consume]); } };
        for (const [bytes, consume] of [[code, undefined], [code, true], [part, undefined], [part, true]])
            await calculateAt(runner, bytes, { a: 3 }, { consume });
        expect(seen.map(([bytes, consume]) => [bytes === code, bytes === part, Boolean(consume)])).to.deep.equal(
            [[true, false, false], [true, false, true], [false, false, true], [false, false, true]]);
        for (const [bytes] of seen) expect(Buffer.compare(bytes, code)).to.equal(0);
    });
});

describe("a program of circom", () => {
    it("runs with our functions, and as it is where that is asked for", async function () {
        this.timeout(60_000);
        const folder = temporaryFolder("voice"), seen = [];
        compile("mimc_tiny", "bn128", folder);
        const code = new Uint8Array(readFileSync(join(folder, "mimc_tiny.wasm")));
        rmSync(folder, { recursive: true, force: true });
        const runner = { calculate: async ({ exchanged }) => { seen.push(Boolean(exchanged)); } };
        for (const options of [{}, { rewrite: true }, { rewrite: false }])
            await calculateAt(runner, code, { a: 3 }, options);
        expect(seen).to.deep.equal([true, true, false]);
        const orders = [], watching = { calculate: async (...given) => { orders.push(given); } };
        for (const [program, options] of [[code, { trace: { most: 5, labels: 9 } }], [code, {}],
            [await WebAssembly.compile(code), { trace: { most: 5 } }]])
            await calculateAt(watching, program, { a: 3 }, options);
        const [{ numbers, elements, size, ...trace }, ...none] = orders.map(([order]) => order.trace ?? {});
        expect([numbers > 0, elements > 0, size, trace, ...none]).to.deep.equal(
            [true, true, 40, { most: 5, labels: 9 }, {}, {}]);
        for (const [order, { timeout, onLog }] of orders) {
            expect([order.name, order.memory, timeout, onLog("a line")]).to.deep.equal(["wasm", 2 ** 32, Infinity, undefined]);
            expect(order.signals.map(({ name, values }) => [name, ...values])).to.deep.equal([["a", 3n]]);
        }
    });
});

describe("programs that are kept", () => {
    const { instantiate } = WebAssembly, kept = (id) => ({ id, initial: [[64, 96]] });
    let begun;
    beforeEach(() => {
        begun = 0;
        WebAssembly.instantiate = (...args) => {
            begun++;
            return instantiate(...args);
        };
    });
    afterEach(() => { WebAssembly.instantiate = instantiate; });
    const order = (parts, more) =>
        ({ code: calculator(parts), name: "wasm", memory: 2 ** 32, signals: [{ name: "a", values: [3n] }], ...more });

    it("run again for the same circuit, and for no other, nor after a failure", async () => {
        const programs = createPrograms(), one = order({}, { kept: kept("one") });
        const run = async (what) => {
            const before = begun;
            await programs.calculate(what, () => {}).catch(() => {});
            return begun - before;
        };
        expect([await run(one), await run(one), await run(one)]).to.deep.equal([1, 0, 0]);
        expect([await run(order({}, { kept: kept("two") })), await run(one)]).to.deep.equal([1, 1]);
        expect([await run(order()), await run(order()), await run(one)]).to.deep.equal([1, 1, 1]);
        expect([await run({ ...one, signals: [] }), await run(one), await run(one)]).to.deep.equal([0, 1, 0]);
    });

    it("say their lines to whoever asks now", async () => {
        const one = order({ init: "(call $write)", message: LINE_ENDS }, { kept: kept("one") }), said = [];
        const programs = createPrograms();
        for (const name of ["first", "second"]) await programs.calculate(one, (line) => said.push(name + line));
        expect([said, begun]).to.deep.equal([["first", "second"], 1]);
    });

    itInAll("leave their thread to the next one, unless they took more than 64 MiB that are not wiped", async () => {
        const pages = (count, more) => order({ memory: `(memory (export "memory") ${count})` }, more);
        for (const [what, worth] of [[pages(1024), true], [pages(1025), false], [pages(1025, { kept: kept("one") }), true]]) {
            const programs = createPrograms();
            expect(programs.worthKeeping()).to.equal(true);
            await programs.calculate(what, () => {});
            expect(programs.worthKeeping()).to.equal(worth);
        }
    });
});

describe("the module that a witness worker was sent", () => {
    const send = (code) => new Promise((resolve) => {
        let hear;
        serve({ post: resolve, listen: (listener) => { hear = listener; }, close: () => {} });
        hear({ witness: { code, name: "wasm", memory: 2 ** 20, signals: [] } });
    });

    for (const [what, length, left] of [["is released if it is large", 2 ** 20 + 1, 0], ["is left to the collector otherwise", 2 ** 20, 2 ** 20]])
        it(what, async () => {
            const code = new Uint8Array(length);
            expect((await send(code)).failure.code).to.match(/^ERR_/);
            await new Promise((resolve) => { setImmediate(resolve); });
            expect(code.byteLength).to.equal(left);
        });
});

describe("a runner of a witness", () => {
    const order = { code: new Uint8Array(1), name: "wasm", memory: 2 ** 20, signals: [] };
    let workers;
    /** Answers the first message, as a worker of ours does, and then waits for what a test says. */
    const createWorker = () => {
        const heard = {}, worker = {
            ended: 0, held: true, orders: [], transfers: [],
            on: (name, listener) => { heard[name] = listener; },
            postMessage: ({ witness }, transfers) => {
                if (typeof witness === "string") queueMicrotask(() => worker.say({ witness }));
                else {
                    worker.orders.push(witness);
                    worker.transfers.push(transfers);
                }
            },
            say: (data) => heard.message(data),
            exit: () => heard.exit(1),
            ref: () => { worker.held = true; },
            unref: () => { worker.held = false; },
            terminate: () => { worker.ended++; },
        };
        workers.push(worker);
        return worker;
    };
    let ways;
    const open = (workerUrl) => openRunner({ here: false, createWorker: ways, workerUrl });
    const turn = () => new Promise((resolve) => { setImmediate(resolve); });
    const leave = async (runner) => { runner.leave(); await turn(); };
    const calculate = async (runner) => {
        const done = runner.calculate(order, { timeout: Infinity, onLog() {} }).catch((error) => error);
        await turn();
        return done;
    };
    beforeEach(() => { workers = []; ways = () => createWorker(); });

    it("is left to the next one, which takes its worker, once", async () => {
        const first = open();
        expect(await first.isRemote()).to.equal(true);
        await leave(first);
        await leave(first);
        expect([workers.length, workers[0].held, workers[0].ended]).to.deep.equal([1, false, 0]);
        const [second, third] = [open(), open()];
        expect([await second.isRemote(), await third.isRemote(), workers.length]).to.deep.equal([true, true, 2]);
        expect(workers[0].held).to.equal(true);
        for (const runner of [second, third]) await leave(runner);
    });

    it("starts no worker when it is left before, and none on this thread", async () => {
        const runner = open();
        await leave(runner);
        expect(await runner.isRemote()).to.equal(false);
        const here = openRunner({ here: true, createWorker: ways });
        expect(await here.isRemote()).to.equal(false);
        await leave(here);
        expect(workers).to.deep.equal([]);
    });

    it("that is left while its worker calculates ends it", async () => {
        const runner = open();
        await runner.isRemote();
        const done = calculate(runner);
        await turn();
        expect(workers[0].orders).to.deep.equal([order]);
        await leave(runner);
        expect(workers[0].ended).to.be.above(0);
        expect((await done).code).to.equal("ERR_LIMIT");
        const next = open();
        expect([await next.isRemote(), workers.length]).to.deep.equal([true, 2]);
        await leave(next);
    });

    for (const keep of [true, false]) it(`keeps a worker that says it can go on, and ends any other: ${keep}`, async () => {
        const runner = open();
        await runner.isRemote();
        const done = calculate(runner);
        await turn();
        workers[0].say({ values: { count: 1 }, keep });
        expect(await done).to.deep.equal({ count: 1 });
        await leave(runner);
        expect([workers[0].held, workers[0].ended > 0]).to.deep.equal([!keep, !keep]);
        const next = open();
        expect([await next.isRemote(), workers.length]).to.deep.equal([true, keep ? 1 : 2]);
        await leave(next);
    });

    it("is on this thread where the caller wants that, or no worker can read the program", async () => {
        const limits = { timeout: Infinity, onLog() {}, programs: { calculate: async () => "here" } };
        expect(await openRunner({ here: true }).calculate(order, limits)).to.equal("here");
        const runner = open();
        await runner.isRemote();
        const done = runner.calculate(order, limits);
        await turn();
        workers[0].say({ unreadable: true });
        expect(await done).to.equal("here");
        await leave(runner);
        expect(workers[0].ended).to.be.above(0);
    });

    it("is one of as many as there are processors: the next one waits for one that is left", async () => {
        await leave(openRunner({ here: true }));
        const most = hardwareConcurrency(), runners = Array.from({ length: most + 1 }, open), waiting = runners.pop();
        let opened = false;
        void waiting.isRemote().then(() => { opened = true; });
        for (const runner of runners) await runner.isRemote();
        for (let i = 0; i < 5; i++) await turn();
        expect([workers.length, opened]).to.deep.equal([most, false]);
        await leave(runners.pop());
        expect(await waiting.isRemote()).to.equal(true);
        expect(workers.length, "with the worker of the one that was left").to.equal(most);
        for (const runner of [...runners, waiting]) await leave(runner);
    });

    it("passes over a worker that has ended meanwhile", async () => {
        const first = open();
        await first.isRemote();
        await leave(first);
        workers[0].exit();
        const next = open();
        expect([await next.isRemote(), workers.length]).to.deep.equal([true, 2]);
        await leave(next);
    });

    it("takes no worker of another address", async () => {
        const address = "file:///worker.js";
        for (const one of [address, undefined, new URL(address)]) {
            const runner = open(one);
            await runner.isRemote();
            await leave(runner);
        }
        expect(workers.length, "an address is the same as text and as a URL").to.equal(2);
    });

    it("gives the bytes of a program away where that is allowed, and none of a compiled one", async () => {
        const module = new WebAssembly.Module(calculator()), code = new Uint8Array(1);
        const cases = [[code, false, []], [code, true, [code.buffer]], [module, true, []]];
        for (const [given, consume, transfers] of cases) {
            const runner = open();
            await runner.isRemote();
            const done = runner.calculate({ ...order, code: given }, { timeout: Infinity, onLog() {}, consume });
            await turn();
            workers[0].say({ values: { count: 1 }, keep: true });
            await done;
            await leave(runner);
            expect(workers[0].transfers.at(-1)).to.deep.equal(transfers);
        }
        expect(workers.length).to.equal(1);
    });

    it("does not begin on this thread after an abort", async () => {
        const controller = new AbortController(), reason = new Error("enough"), begun = [];
        const programs = { calculate: async () => { begun.push("here"); } }, runner = open();
        await runner.isRemote();
        const done = runner.calculate(order, { timeout: Infinity, onLog() {}, signal: controller.signal, programs })
            .catch((error) => error);
        await turn();
        workers[0].say({ unreadable: true });
        controller.abort(reason);
        expect([await done, begun]).to.deep.equal([reason, []]);
        await leave(runner);
    });

    it("is not waited for by a proof that cannot be made", async () => {
        const runners = Array.from({ length: hardwareConcurrency() }, open);
        for (const runner of runners) await runner.isRemote();
        const error = await fullProve({ a: 3 }, calculator(), new Uint8Array(100), {}).catch((reason) => reason);
        expect(error.code).to.equal("ERR_FILE");
        for (const runner of runners) await leave(runner);
    });

    it("is not taken by a proof that was aborted before", async () => {
        const reason = new Error("before"), signal = AbortSignal.abort(reason);
        configure({ createWorker: () => ways() });
        try {
            const failed = fullProve({ a: 3 }, calculator(), new Uint8Array(100), { signal });
            expect(await failed.catch((error) => error)).to.equal(reason);
            await turn();
        } finally {
            configure({ createWorker: undefined });
        }
        expect(workers).to.deep.equal([]);
    });

    describe("where threads are scarce", () => {
        const threads = createRequire(import.meta.url)("node:worker_threads"), { Worker } = threads;
        const asHost = (value) => {
            threads.Worker = value;
            syncBuiltinESMExports();
        };
        let tries;
        beforeEach(() => {
            tries = 0;
            ways = () => {
                tries++;
                throw new Error("no");
            };
        });
        afterEach(() => asHost(Worker));
        const isRemote = async () => {
            const runner = open(), remote = await runner.isRemote();
            await leave(runner);
            return remote;
        };

        it("tries again for the next witness", async () => {
            asHost(class { constructor() { throw new Error("ERR_WORKER_OUT_OF_MEMORY"); } });
            expect([await isRemote(), await isRemote(), tries]).to.deep.equal([false, false, 2]);
        });

        it("does not try again where the host has no workers at all", async () => {
            asHost(undefined);
            expect([await isRemote(), await isRemote(), tries]).to.deep.equal([false, false, 1]);
        });
    });

    describe("whose timers a test runs", () => {
        let clock;
        beforeEach(() => { clock = stopHostTimers(); });
        afterEach(() => clock.restore());
        const waiting = () => clock.timers.filter(({ runs }) => runs);

        it("ends its worker when no other has come for a second and a half, for which no program waits", async () => {
            const runner = open();
            await runner.isRemote();
            await leave(runner);
            const [timer, ...others] = waiting();
            expect([timer.ms, timer.ref, others, workers[0].ended]).to.deep.equal([1500, false, [], 0]);
            timer.callback();
            expect(workers[0].ended).to.be.above(0);
            const next = open();
            expect([await next.isRemote(), workers.length]).to.deep.equal([true, 2]);
            await leave(next);
        });

        it("ends the worker whose time is over, and no other", async () => {
            const all = [open("file:///one.js"), open("file:///two.js")];
            for (const runner of all) await runner.isRemote();
            for (const runner of all) await leave(runner);
            waiting()[0].callback();
            expect(workers.map(({ ended }) => ended > 0)).to.deep.equal([true, false]);
            const next = open("file:///two.js");
            expect([await next.isRemote(), workers.length]).to.deep.equal([true, 2]);
            await leave(next);
        });

        it("does not end a worker that another has taken", async () => {
            const first = open();
            await first.isRemote();
            await leave(first);
            const second = open();
            await second.isRemote();
            expect(waiting()).to.deep.equal([]);
            await leave(second);
        });

        it("lets go of its worker when that has answered: no limit and no abort comes later", async () => {
            const controller = new AbortController(), runner = open();
            await runner.isRemote();
            const done = runner.calculate(order, { timeout: 1000, onLog() {}, signal: controller.signal });
            await turn();
            expect(waiting().map(({ ms }) => ms)).to.deep.equal([1000]);
            workers[0].say({ values: { count: 1 }, keep: true });
            await done;
            expect(waiting()).to.deep.equal([]);
            controller.abort();
            expect(workers[0].ended).to.equal(0);
            await leave(runner);
        });
    });
});

describe("a witness worker, seen from outside", () => {
    const waitFor = (open) => ({ name: "test", sure: true, timeout: 30_000, open });
    const worker = () => {
        const seen = { posted: [], ended: 0 };
        const postMessage = (message) => seen.posted.push(message), terminate = async () => { seen.ended++; };
        return { seen, handle: { ref() {}, unref() {}, postMessage, terminate } };
    };

    it("that opens after its time is ended, and not greeted", async () => {
        const clock = stopHostTimers(), { seen, handle } = worker(), remote = new RemoteCalculator();
        let give;
        const opening = new Promise((resolve) => { give = resolve; });
        const failed = remote.start(waitFor(() => opening)).catch((error) => error);
        clock.restore();
        clock.timers.find(({ runs }) => runs).callback();
        expect((await failed).message).to.equal("worker: expected an answer within 30000 ms, got none");
        give(handle);
        await new Promise((resolve) => { setImmediate(resolve); });
        expect(seen).to.deep.equal({ posted: [], ended: 1 });
    });

    it("that has ended takes no order", async () => {
        const { seen, handle } = worker(), remote = new RemoteCalculator();
        const started = remote.start(waitFor(async () => handle));
        await new Promise((resolve) => { setImmediate(resolve); });
        remote.receive({ witness: HELLO });
        await started;
        remote.close();
        expect(await remote.calculate({}, [], () => {}).catch((error) => error)).to.be.instanceOf(Refused);
        expect(seen.posted).to.deep.equal([{ witness: HELLO }]);
    });
});
