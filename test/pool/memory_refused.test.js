import { expect } from "chai";
import { createMemory } from "../../src/runtime/memory.js";
import {
    addTask,
    brokenWorkers,
    failure,
    manager,
    refuseMemories,
    terminateAll,
    value,
} from "../support/pool_module.js";
import { fixture } from "../support/circuits.js";

/** With the constructor of memories replaced for the time of `body`. */
async function withMemory(replacement, body) {
    const { Memory } = WebAssembly;
    WebAssembly.Memory = Object.defineProperty(replacement(Memory), Symbol.hasInstance, {
        value: (it) => it instanceof Memory,
    });
    try {
        return await body();
    } finally {
        WebAssembly.Memory = Memory;
    }
}

describe("pool: memory that the machine refuses", () => {
    afterEach(terminateAll);

    it("to the first worker: what waits fails at once, with a code, and no worker is started eight times over", async () => {
        const { createWorker, started } = brokenWorkers(refuseMemories("true"));
        const tm = await manager({ threads: 2, createWorker });
        const errors = await Promise.all([1, 2, 3].map((i) => failure(tm.queueAction(addTask(i, i)))));
        for (const error of errors) expect(error).to.include({ code: "ERR_MEMORY" });
        expect(errors[0].message).to.match(
            /^Worker error: pool, task add: memory: expected \d+ bytes, got WebAssembly.Memory\(\): could not allocate memory/,
        );
        expect(started.length).to.be.at.most(3);
        expect(tm.inProcess).to.equal(false);
    });

    it("to all workers but one: that one does the work", async () => {
        const { createWorker, started } = brokenWorkers((i) => (i === 1 ? "" : refuseMemories("true")));
        const tm = await manager({ threads: 4, createWorker });
        const answers = await Promise.allSettled(Array.from({ length: 9 }, (_, i) => tm.queueAction(addTask(i, i))));
        const first = answers.filter(({ status }) => status === "rejected").length;
        expect(first).to.be.oneOf([0, 9]); // the way is tried with one worker first, and that one may be refused
        for (let i = 0; i < 4; i++) expect(value((await tm.queueAction(addTask(i, 1)))[0])).to.equal(i + 1);
        expect(started.length).to.be.at.most(6);
    });

    it("and gives again later: the next task is answered", async () => {
        const { createWorker } = brokenWorkers((i) => (i < 2 ? refuseMemories("true") : ""));
        const tm = await manager({ threads: 1, createWorker });
        let refused = 0;
        for (;;) {
            const out = await tm.queueAction(addTask(1, 2)).then(([bytes]) => value(bytes), (error) => error);
            if (out === 3) break;
            expect(out).to.include({ code: "ERR_MEMORY" });
            expect(++refused).to.be.below(4);
        }
    });

    it("is asked for twice at most before the answer is no", async () => {
        let asked = 0;
        await withMemory(() => class { constructor() { asked++; throw new RangeError("no"); } }, async () => {
            expect(() => createMemory())
                .to.throw(RangeError, "memory: expected 1638400 bytes, got no")
                .with.property("code", "ERR_MEMORY");
        });
        expect(asked).to.equal(2);
    });

    it("above some size only, as on phones: the largest half that it gives is taken", async () => {
        for (const most of [32766, 16383, 5000, 100, 30, 25]) {
            const granted = [];
            await withMemory((Memory) => function (descriptor) {
                if (descriptor.maximum > most) throw new RangeError("no");
                granted.push(descriptor.maximum);
                return new Memory(descriptor);
            }, async () => createMemory());
            expect(granted.at(-1), `at most ${most}`).to.be.within(Math.max(25, Math.floor(most / 2)), most);
        }
    });

    it("to a proof: a ProverError with a code", async () => {
        const { prove } = await import("../../src/protocols/groth16/index.js");
        const { buildBn128 } = await import("../../src/index.js");
        const { createWorker } = brokenWorkers(refuseMemories("true"));
        const curve = await buildBn128({ threads: 2, createWorker });
        const error = await failure(
            prove(fixture("mimc_example", "circuit.zkey"), fixture("mimc_example", "witness.wtns"), { curve }),
        );
        expect(error).to.include({ name: "ProverError", code: "ERR_MEMORY" });
        await curve.terminate();
    });
});
