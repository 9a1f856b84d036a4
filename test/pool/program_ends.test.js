import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { itInAll } from "../support/extent.js";
import { addTask, callTask, longTask, poolModule, value, word } from "../support/pool_module.js";

/** Without the assembler, which takes a second to load. */
const pool = new URL("../../src/pool/pool.js", import.meta.url),
    table = new URL("../../src/kernels/table.js", import.meta.url);
const code = () => Buffer.from(poolModule()).toString("base64");

/** Runs a program that forgets terminate(); it prints when its last result came, and we see when it ended. */
function run(body) {
    const program = `
        import { createThreadManager } from ${JSON.stringify(String(pool))};
        import { openKernels } from ${JSON.stringify(String(table))};
        const manager = (options) => createThreadManager({ code: Buffer.from("${code()}", "base64"), layout: {}, openKernels, ...options });
        const word = ${word}, value = ${value}, addTask = ${addTask}, callTask = ${callTask}, longTask = ${longTask};
        let last = performance.now();
        process.on("exit", () => console.log(JSON.stringify({ rest: performance.now() - last })));
        ${body}
        last = performance.now();`;
    const child = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
        encoding: "utf8",
        timeout: 20000,
        cwd: fileURLToPath(new URL("..", import.meta.url)),
    });
    expect(child.stderr).to.equal("");
    expect(child.status).to.equal(0);
    return { ...JSON.parse(child.stdout.trim().split("\n").at(-1)), text: child.stdout };
}

/** The best of five: what is measured is us, not how busy the machine is. */
function soon(body) {
    let best = run(body);
    for (let i = 0; i < 4 && best.rest >= 100; i++) {
        const next = run(body);
        if (next.rest < best.rest) best = next;
    }
    return best;
}

describe("pool: a program that forgets terminate()", () => {
    it("ends within 100 ms of its last result", () => {
        const { rest, text } = soon(`
            const tm = await manager({ threads: 2 });
            const answers = await Promise.all([1, 2, 3, 4].map((i) => tm.queueAction(addTask(i, i))));
            console.log(answers.map(([out]) => value(out)).join());`);
        expect(text).to.include("2,4,6,8");
        expect(rest).to.be.below(100);
    });

    it("does not wait for workers that were warmed for nothing, and uses those that were warmed for work", () => {
        expect(soon("const tm = await manager({ threads: 2 }); tm.warm();").rest).to.be.below(100);
        const { rest, text } = soon(`
            const tm = await manager({ threads: 2 });
            tm.warm();
            const [first, second] = tm.pool;
            if (!first || !second) throw new Error("expected two workers to be starting");
            const [out] = await tm.queueAction(addTask(1, 2));
            tm.warm();
            if (tm.pool[0] !== first || tm.pool[1] !== second) throw new Error("expected the same workers");
            console.log("sum", value(out));`);
        expect(text).to.include("sum 3");
        expect(rest).to.be.below(100);
    });

    itInAll("does not wait for workers that were warmed for a module that does not compile", () => {
        const { rest, text } = soon(`
            const failure = await manager({ threads: 2, warm: true, module: new Uint8Array([1, 2, 3]) }).then(() => "none", ({ name }) => name);
            console.log("failure", failure);`);
        expect(text).to.include("failure CompileError");
        expect(rest).to.be.below(100);
    });

    it("does not wait for a worker that still starts when the last result is there", () => {
        const { rest } = soon(`
            import { Worker } from "node:worker_threads";
            let count = 0;
            const silent = "setInterval(() => {}, 1000)";
            const tm = await manager({ threads: 2, createWorker: ({ source }) => new Worker(count++ ? silent : source, { eval: true }) });
            await tm.queueAction(addTask(1, 2));
            await Promise.all([tm.queueAction(callTask("spin", 3e7)), tm.queueAction(addTask(1, 2))]);
            if (count < 2) throw new Error("expected a second worker to be starting");`);
        expect(rest).to.be.below(100);
    });

    it("waits for a worker that starts when a task waits for it", () => {
        const { text } = run(`
            const tm = await manager({ threads: 1 });
            tm.queueAction(addTask(1, 2)).then(([out]) => console.log("answer", value(out)));`);
        expect(text).to.include("answer 3");
    });

    itInAll("ends as soon after a task that failed", () => {
        const { rest } = soon(`
            const tm = await manager({ threads: 2 });
            await tm.queueAction([{ cmd: "CALL", fnName: "trap", params: [] }]).catch(() => {});`);
        expect(rest).to.be.below(100);
    });

    itInAll("ends as soon in single-thread mode", () => {
        const { rest } = soon("const tm = await manager({ singleThread: true }); await tm.queueAction(addTask(1, 2));");
        expect(rest).to.be.below(100);
    });

    it("is kept alive by a running task, even one that nobody waits for", () => {
        const { text } = run(`
            const tm = await manager({ threads: 1 });
            await tm.queueAction(addTask(1, 2));
            tm.queueAction(longTask()).then(() => console.log("long task done"));`);
        expect(text).to.include("long task done");
    });

    it("whose last word is terminate() ends with its promise settled", () => {
        const { rest, text } = soon(`
            const tm = await manager({ threads: 2 });
            await tm.queueAction(addTask(1, 2));
            await tm.terminate();
            console.log("terminated");`);
        expect(text).to.include("terminated");
        expect(rest).to.be.below(100);
    });
});
