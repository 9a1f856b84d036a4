import { expect } from "chai";
import { fromPlainError, toPlainError } from "../../src/pool/protocol.js";
import { addTask, askTask, callTask, failure, manager, terminateAll, value } from "../support/pool_module.js";

const BAD = [
    ["a wasm trap", () => callTask("trap"), /task trap: unreachable/],
    [
        "an unknown export",
        () => callTask("nothing"),
        /task nothing: CALL: expected the name of an exported function, got nothing/,
    ],
    [
        "a name of Object.prototype",
        () => callTask("toString"),
        /expected the name of an exported function, got toString/,
    ],
    ["an unknown command", () => [{ cmd: "FLY" }], /task FLY: task: Invalid cmd, expected one of ALLOC .* got FLY/],
    ["no command", () => [null], /Invalid cmd/],
    [
        "a variable nobody allocated",
        () => [{ cmd: "GET", out: 0, var: 5, len: 1 }],
        /GET: expected a variable that was allocated before, got 5/,
    ],
    [
        "a call without parameters",
        () => [{ cmd: "CALL", fnName: "add" }],
        /task add: CALL add: expected a list of params, got undefined/,
    ],
    [
        "a parameter of no kind",
        () => [{ cmd: "CALL", fnName: "add", params: [{}] }],
        /task add: CALL add: expected parameters/,
    ],
    [
        "bytes for a function that takes their address",
        () => [{ cmd: "CALL", fnName: "add", params: [{ buff: new Uint8Array(8) }] }],
        /task add: CALL add: expected parameters/,
    ],
    [
        "a buffer of no kind",
        () => [{ cmd: "ALLOCSET", var: 0, buff: "text" }],
        /ALLOCSET: expected buff to be a Uint8Array or a BigBuffer, got string/,
    ],
    [
        "a length beyond memory",
        () => [
            { cmd: "ALLOC", var: 0, len: 4 },
            { cmd: "GET", out: 0, var: 0, len: 2 ** 31 },
        ],
        /GET: expected a length within the memory/,
    ],
    ["a negative length", () => [{ cmd: "ALLOC", var: 0, len: -1 }], /alloc: expected a number of bytes, got -1/],
];

for (const [mode, options, where] of [
    ["workers", { threads: 2 }, /^Worker error: worker \d, /],
    ["single thread", { singleThread: true }, /^Worker error: in process, /],
]) {
    describe(`pool (${mode}): a task that throws`, () => {
        let tm;
        before(async () => {
            tm = await manager(options);
        });
        after(terminateAll);

        for (const [what, task, message] of BAD)
            it(`rejects for ${what}, and the pool goes on`, async () => {
                const before = value((await tm.queueAction(askTask("free")))[0]);
                const error = await failure(tm.queueAction(task()));
                expect(error).to.be.instanceOf(Error);
                expect(error.message).to.match(where).and.to.match(message);
                expect(error.cause, "original error").to.be.instanceOf(Error);
                expect(error.cause.stack).to.be.a("string").and.to.include("at ");
                expect(value((await tm.queueAction(addTask(20, 22)))[0])).to.equal(42);
                const answers = await Promise.all([1, 2, 3, 4].map(() => tm.queueAction(askTask("free"))));
                for (const [free] of answers) expect(value(free), "allocator restored").to.equal(before);
            });

        it("keeps tasks apart that run beside it", async () => {
            const results = await Promise.allSettled(
                [addTask(1, 1), callTask("trap"), addTask(2, 2), callTask("trap"), addTask(3, 3)].map((task) =>
                    tm.queueAction(task),
                ),
            );
            expect(results.map((r) => (r.status === "fulfilled" ? value(r.value[0]) : "rejected"))).to.deep.equal([
                2,
                "rejected",
                4,
                "rejected",
                6,
            ]);
        });

        it("gives a fresh instance after a trap: what it left in static memory is gone", async () => {
            const one = options.threads ? await manager({ threads: 1 }) : tm;
            await failure(one.queueAction(callTask("spoil")));
            expect(value((await one.queueAction(askTask("spoilt")))[0])).to.equal(0);
        });

        it("restores the allocator when wasm moved it", async () => {
            const one = options.threads ? await manager({ threads: 1 }) : tm;
            const before = value((await one.queueAction(askTask("free")))[0]);
            await one.queueAction(callTask("take", 4096));
            expect(value((await one.queueAction(askTask("free")))[0])).to.equal(before);
        });
    });
}

describe("pool: what is refused before it is queued", () => {
    let tm;
    before(async () => { tm = await manager(); });
    after(terminateAll);

    it("a task that is no list", async () =>
        expect((await failure(tm.queueAction("task"))).message).to.match(
            /queueAction: expected a task, a list of commands, got String/,
        ));
    it("a view in place of its buffer", async () =>
        expect((await failure(tm.queueAction(addTask(1, 2), [new Uint8Array(4)]))).message).to.match(
            /expected ArrayBuffers as transfers, got Uint8Array/,
        ));
    it("something that cannot be cloned rejects only its own task", async () => {
        const bad = tm.queueAction([{ cmd: "ALLOCSET", var: 0, buff: () => {} }]);
        const good = tm.queueAction(addTask(1, 2));
        expect((await failure(bad)).message).to.match(/could not be cloned/);
        expect(value((await good)[0])).to.equal(3);
    });
});

describe("pool: errors on their way from a worker", () => {
    it("whatever was thrown arrives as an Error with a name", () => {
        const sent = (thrown) => fromPlainError(structuredClone(toPlainError(thrown)));
        for (const thrown of ["text", null, undefined, 7, {}]) {
            expect(sent(thrown)).to.be.instanceOf(Error).with.property("name", "Error");
            expect(sent(thrown).message).to.equal(String(thrown));
        }
        const range = Object.assign(new RangeError("far"), { code: "E_FAR" }), got = sent(range);
        expect([got.name, got.message, got.code, got.stack]).to.deep.equal(["RangeError", "far", "E_FAR", range.stack]);
        expect(sent({ message: "m", code: 5 })).to.not.have.property("code");
    });
});
