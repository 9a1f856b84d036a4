/**
 * The bounds that a circuit's program gets: what it may declare, byte by byte, and what is written instead. Then what
 * it may say of itself and of its inputs when it runs.
 */
import { expect } from "chai";
import { boundModule } from "../../src/files/witness/module.js";
import { openProgram, Unlike } from "../../src/files/witness/program.js";
import { READER } from "../../src/params/circom.js";
import { calculator, R } from "../support/calculators.js";

const PAGE = 65536, MEMORY = 10 * PAGE;
const HEAD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const section = (id, ...body) => [id, body.length, ...body];
const moduleOf = (...sections) => Uint8Array.from([...HEAD, ...sections.flat()]);
const bound = (bytes, memory = MEMORY) => boundModule(bytes, { name: "circuit.wasm", memory });
const refusal = (bytes, memory) => {
    try {
        bound(bytes, memory);
    } catch (error) {
        return [error.code, error.message.replace(/^circuit\.wasm: expected /, "")];
    }
    return undefined;
};
const damaged = (at) =>
    ["ERR_FILE", `the WebAssembly module of a circuit, got one that is damaged at offset ${at}`];
const own = (what) => ["ERR_FILE", `a witness calculator of circom 2, got a module with ${what}`];

describe("a circuit's program is bounded", () => {
    it("leaves alone what has no memory and no table, and what is no module", () => {
        for (const bytes of [
            moduleOf(), moduleOf(section(10, 0)), moduleOf(section(5, 0)), moduleOf(section(4, 0)),
            Uint8Array.from([1, 2, 3]), Uint8Array.from(HEAD.slice(0, 7)),
            Uint8Array.from([0, 0x61, 0x73, 0x6e, ...HEAD.slice(4), 5]),
        ]) expect(bound(bytes)).to.equal(bytes);
    });

    it("memory: declares the most where there is none, or a larger one, and keeps a smaller one", () => {
        const after = section(10, 0), before = section(3, 0);
        const rewritten = moduleOf(before, section(5, 1, 1, 3, 10), after);
        expect(bound(moduleOf(before, section(5, 1, 0, 3), after))).to.deep.equal(rewritten);
        expect(bound(moduleOf(before, section(5, 1, 1, 3, 11), after))).to.deep.equal(rewritten);
        for (const most of [3, 9, 10]) {
            const bytes = moduleOf(section(5, 1, 1, 3, most));
            expect(bound(bytes), most).to.equal(bytes);
        }
        expect(bound(moduleOf(section(5, 1, 0, 0)), 200 * PAGE), "two bytes of LEB128")
            .to.deep.equal(moduleOf(section(5, 1, 1, 0, 0xc8, 1)));
        expect(bound(moduleOf(section(5, 1, 0, 0)), 128 * PAGE)).to.deep.equal(moduleOf(section(5, 1, 1, 0, 0x80, 1)));
        expect(bound(moduleOf(section(5, 1, 0, 0)), 127 * PAGE)).to.deep.equal(moduleOf(section(5, 1, 1, 0, 127)));
        expect(bound(moduleOf(section(5, 1, 0, 0)), 10 * PAGE + PAGE - 1), "whole pages")
            .to.deep.equal(moduleOf(section(5, 1, 1, 0, 10)));
    });

    it("memory: what a module can address needs no bound", () => {
        const bytes = moduleOf(section(5, 1, 0, 3));
        expect(bound(bytes, 2 ** 32)).to.equal(bytes);
        expect(bound(bytes, 2 ** 32 - 1)).to.deep.equal(moduleOf(section(5, 1, 1, 3, 0xff, 0xff, 3)));
    });

    it("memory: one that starts larger is refused, with what to raise", () => {
        expect(refusal(moduleOf(section(5, 1, 0, 10)))).to.equal(undefined);
        expect(refusal(moduleOf(section(5, 1, 0, 11)))).to.deep.equal([
            "ERR_LIMIT",
            "a witness calculator that starts with at most 655360 bytes of memory, got one that asks for 720896; raise witnessMemory if you trust it",
        ]);
        expect(refusal(moduleOf(section(5, 1, 0, 10)), MEMORY - 1)[0]).to.equal("ERR_LIMIT");
    });

    it("memory: shared and 64-bit ones, and two, are refused", () => {
        for (const flags of [2, 3, 4, 5, 255])
            expect(refusal(moduleOf(section(5, 1, flags, 1, 2)))).to.deep.equal(own("shared or 64-bit memory"));
        expect(refusal(moduleOf(section(5, 2, 0, 1, 0, 1)))).to.deep.equal(own("2 memories"));
    });

    it("tables: declares the most where there is none, or a larger one", () => {
        const most = 2 ** 20, lebOfMost = [0x80, 0x80, 0x40], lebOfMore = [0x81, 0x80, 0x40];
        const bounded = moduleOf(section(4, 1, 0x70, 1, 7, ...lebOfMost));
        expect(bound(moduleOf(section(4, 1, 0x70, 0, 7)))).to.deep.equal(bounded);
        expect(bound(moduleOf(section(4, 1, 0x70, 1, 7, ...lebOfMore)))).to.deep.equal(bounded);
        expect(bound(bounded)).to.equal(bounded);
        expect(refusal(moduleOf(section(4, 1, 0x70, 0, ...lebOfMost)))).to.equal(undefined);
        expect(refusal(moduleOf(section(4, 1, 0x70, 0, ...lebOfMore)))).to.deep.equal([
            "ERR_LIMIT", `a table of at most ${most} functions, got one of ${most + 1}`,
        ]);
    });

    it("tables: of other things than functions, shared ones, and two, are refused", () => {
        for (const kind of [0x6f, 0x71, 0x6e, 0])
            expect(refusal(moduleOf(section(4, 1, kind, 0, 1)))).to.deep.equal(own("a table of other things than functions"));
        expect(refusal(moduleOf(section(4, 1, 0x70, 2, 1)))).to.deep.equal(own("shared or 64-bit tables"));
        expect(refusal(moduleOf(section(4, 2, 0x70, 0, 1, 0x70, 0, 1)))).to.deep.equal(own("2 tables"));
    });

    it("types: functions of plain values, and nothing else", () => {
        for (let type = 0; type < 0x80; type++) {
            const code = refusal(moduleOf(section(1, 2, 0x60, 0, 0, 0x60, 1, type, 1, type)))?.[0];
            const plain = [0x7f, 0x7e, 0x7d, 0x7c, 0x7b, 0x70, 0x6f].includes(type);
            expect(code, type.toString(16)).to.equal(plain ? undefined : "ERR_FILE");
        }
        const other = own("types other than functions of numbers");
        for (const types of [
            [1, 0x5f, 0, 0], [2, 0x60, 0, 0, 0x5e, 0x7f, 0], [1, 0x60, 2, 0x7f, 0x64, 0], [1, 0x60, 0, 1, 0x6e],
        ])
            expect(refusal(moduleOf(section(1, ...types))), types).to.deep.equal(other);
    });

    it("sections that are read end where they say, and the others are not read", () => {
        for (const [id, body] of [[1, [1, 0x60, 0, 0]], [4, [1, 0x70, 0, 1]], [5, [1, 0, 1]]]) {
            expect(refusal(moduleOf(section(id, ...body))), id).to.equal(undefined);
            const end = HEAD.length + 2 + body.length;
            expect(refusal(moduleOf(section(id, ...body, 0))), `${id} longer`).to.deep.equal(damaged(end));
            expect(refusal(moduleOf([id, body.length - 1, ...body])), `${id} shorter`).to.deep.equal(damaged(end));
            for (let length = 1; length < body.length + 2; length++) {
                const cut = Uint8Array.from([...HEAD, ...section(id, ...body).slice(0, length)]);
                expect(refusal(cut), `${id} cut`).to.deep.equal(damaged(HEAD.length + length));
            }
        }
        expect(refusal(moduleOf(section(10, 0xff, 0xff, 0xff)))).to.equal(undefined);
    });

    it("numbers: five bytes, 32 bits, and no more", () => {
        const memory = (...least) => refusal(moduleOf(section(5, 1, 0, ...least)), 2 ** 49);
        expect(memory(0xff, 0xff, 0xff, 0xff, 0x0f)).to.equal(undefined);
        expect(memory(0x80, 0x80, 0x80, 0x80, 0x00)).to.equal(undefined);
        expect(memory(0x80, 0x80, 0x80, 0x80, 0x10)).to.deep.equal(damaged(HEAD.length + 9));
        expect(memory(0x80, 0x80, 0x80, 0x80, 0x80, 0x00)).to.deep.equal(damaged(HEAD.length + 9));
        expect(refusal(moduleOf(section(5, 1, 0, 0x80, 1)), 127 * PAGE)[1]).to.include(`asks for ${128 * PAGE}`);
    });
});

describe("a circuit's program is one of circom 2", () => {
    const text = (name) => [name.length, ...Buffer.from(name)];
    const long = (id, ...body) => [id, (body.length & 127) | 128, body.length >> 7, ...body];
    const FUNCTIONS = ["getFieldNumLen32", "getSharedRWMemoryStart", "getRawPrime", "getWitnessSize", "getInputSize",
        "getInputSignalSize", "setInputSignal", "getWitness", "getMessageChar", "init"];
    /** A module with an empty function under each of these names, and a memory. @param {string[][]} imports */
    const program = ({ functions = FUNCTIONS, memories = ["memory"], imports = [] } = {}) => moduleOf(
        section(1, 1, 0x60, 0, 0),
        long(2, imports.length, ...imports.flatMap(([from, name]) => [...text(from), ...text(name), 0, 0])),
        section(3, 1, 0), section(5, 1, 1, 1, 1),
        long(7, functions.length + memories.length, ...functions.flatMap((name) => [...text(name), 0, 0]),
            ...memories.flatMap((name) => [...text(name), 2, 0])),
        section(10, 1, 2, 0, 0x0b),
    );
    const opened = async (parts) => {
        const error = await openProgram(program(parts), { name: "circuit.wasm", memory: MEMORY, onLog() {} })
            .catch((reason) => reason);
        return `${error.code} ${error.message}`;
    };

    it("exports a memory and every function that is called", async () => {
        const refused = (name) =>
            `ERR_FILE circuit.wasm: expected a witness calculator of circom 2, got a module without ${name}; compile the circuit with circom 2`;
        for (const name of FUNCTIONS) {
            const functions = FUNCTIONS.filter((other) => other !== name);
            expect(await opened({ functions })).to.equal(refused(name));
            expect(await opened({ functions, memories: ["memory", name] }), "not a function").to.equal(refused(name));
        }
        expect(await opened({ memories: [] })).to.equal(refused("memory"));
        expect(await opened({ functions: [...FUNCTIONS, "memory"], memories: [] })).to.equal(refused("memory"));
        expect(await opened()).not.to.include("without");
    });

    it("imports what it is given, and nothing else", async () => {
        for (const one of [["env", "log"], ["runtime", "nothing"], ["runtime", "toString"]])
            expect(await opened({ imports: [["runtime", "log"], one] })).to.equal(
                `ERR_FILE circuit.wasm: expected a witness calculator of circom 2, got a module that imports ${one.join(".")}`,
            );
        expect(await opened({ imports: [["runtime", "log"], ["runtime", "exceptionHandler"]] })).not.to.include("imports");
    });
});

describe("a circuit's program that runs", () => {
    const CLEAR = "(memory.fill (i32.const 0) (i32.const 0) (i32.const 32))";
    const PRIME = (value) => `${CLEAR} (i64.store (i32.const 0) (i64.const ${value}))`;
    const KEEP = "(memory.copy (i32.const 4096) (i32.const 0) (i32.const 32))", KEPT = "(i64.load (i32.const 4096))";
    const GROW = "(drop (memory.grow (i32.const 1)))";
    const open = (parts, more) =>
        openProgram(calculator(parts), { name: "wasm", memory: MEMORY, onLog() {}, ...more });
    const one = (...values) => [{ name: "a", values, shape: [values.length] }];
    /** The second value of its witness, or what is wrong. */
    async function outcome(parts, signals = one(3n), more = {}) {
        try {
            const { values, n8 } = (await open(parts, more)).calculate(signals);
            return Buffer.from(values).readBigUInt64LE(n8);
        } catch (error) {
            return `${error.code} ${error.message}`;
        }
    }

    it("has values of 4 to 256 bytes", async () => {
        for (const [words, n8] of [[1, 4], [64, 256]]) {
            const program = await open({ words: `(i32.const ${words})`, memory: '(memory (export "memory") 1)' });
            const witness = program.calculate(one(3n));
            expect([witness.n8, witness.values.length]).to.deep.equal([n8, 2 * n8]);
        }
        for (const words of [-1, 0, 65]) expect(await outcome({ words: `(i32.const ${words})` }))
            .to.equal(`ERR_FILE wasm: expected values of 4 to 256 bytes, got ${4 * words}`);
    });

    it("has a field, whose order is above 1", async () => {
        for (const r of [0, 1]) expect(await outcome({ prime: PRIME(r) }))
            .to.equal(`ERR_FILE wasm: expected the order of a field, got ${r}`);
        expect(await outcome({ prime: PRIME(2) })).to.equal(7n);
    });

    it("gets values modulo its prime, however small that is", async () => {
        const parts = { prime: PRIME(5), setInput: KEEP, second: KEPT };
        for (const value of [0n, 4n, 5n, 7n, 255n, 256n, -1n, -5n])
            expect(await outcome(parts, one(value)), `${value}`).to.equal(((value % 5n) + 5n) % 5n);
        const large = { prime: PRIME(1000), setInput: KEEP, second: KEPT };
        for (const value of [0n, 1n, 255n, 256n, 257n]) expect(await outcome(large, one(value))).to.equal(value);
    });

    it("gets its values by the hash of their signal's name, and their number", async () => {
        const half = (at, local) => `(i32.store (i32.const ${at}) (local.get ${local}))`;
        const hash = { setInput: `${half(4096, 1)} ${half(4100, 0)}`, second: KEPT };
        for (const [name, known] of [["a", 0xaf63dc4c8601ec8cn], ["foobar", 0x85944171f73967e8n]])
            expect(await outcome(hash, [{ name, values: [1n] }]), name).to.equal(known);
        const size = { signalSize: "(i32.eq (local.get 0) (i32.const 0xaf63dc4c))" };
        expect([await outcome(size), await outcome(size, [{ name: "b", values: [] }])]).to.deep.equal(
            [7n, "ERR_INPUT witness calculator: expected 1 input values, got 0; an input of the circuit is missing"]);
        const number = { setInput: half(4096, 2), second: KEPT, inputSize: "(i32.const 3)", signalSize: "(i32.const 3)" };
        expect(await outcome(number, one(9n, 9n, 9n))).to.equal(2n);
    });

    it("gets all its values where its memory grows in between", async () => {
        const parts = { setInput: `${GROW} ${KEEP}`, second: KEPT, inputSize: "(i32.const 3)", signalSize: "(i32.const 3)" };
        expect(await outcome(parts, one(7n, 2n ** 40n, 9n))).to.equal(9n);
        expect(await outcome(parts, one(7n, 9n, 2n ** 40n))).to.equal(2n ** 40n);
    });

    it("has inputs of the sizes that it says, and no other", async () => {
        const size = (own, all = own) => ({ signalSize: `(i32.const ${own})`, inputSize: `(i32.const ${all})` });
        const unknown = "ERR_INPUT input a: expected the name of an input of the circuit, got one that it does not have";
        expect(await outcome(size(0), one())).to.equal(7n);
        for (const values of [[1n], [1n, 2n]]) expect(await outcome(size(0), one(...values))).to.equal(unknown);
        for (const values of [[], [1n]]) expect(await outcome(size(-1), one(...values))).to.equal(unknown);
        expect(await outcome(size(1), one())).to.equal("ERR_INPUT input a: expected 1 value, got 0");
        expect(await outcome(size(2), one(1n))).to.equal("ERR_INPUT input a: expected 2 values, got 1");
        expect(await outcome(size(1), one(1n, 2n))).to.equal("ERR_INPUT input a: expected 1 value, got 2");
        expect(await outcome(size(1), [...one(1n), { name: "b", values: [2n] }])).to.equal(
            "ERR_INPUT witness calculator: expected 1 input values, got 2; an input of the circuit is missing");
        expect(await outcome(size(1, 2))).to.equal(
            "ERR_INPUT witness calculator: expected 2 input values, got 1; an input of the circuit is missing");
    });

    it("gets integers of any length and sign, and nothing else", async () => {
        for (const value of [2n ** 256n - 1n, -(2n ** 256n), 2n ** 2047n, -(2n ** 2048n)])
            expect(await outcome({}, one(value))).to.equal(7n);
        expect(await outcome({}, one("a boolean")))
            .to.equal("ERR_INPUT input a: expected an integer, or its decimal or 0x text, got a boolean");
    });

    it("has a witness that fits the memory it may have, to the last byte", async () => {
        const of = (count) => outcome({ size: `(i32.const ${count})` });
        expect(await of(MEMORY / 32)).to.equal(7n);
        for (const count of [MEMORY / 32 + 1, 0, -1]) expect(await of(count)).to.equal(
            `ERR_LIMIT wasm: expected a witness of at most ${MEMORY} bytes, got ${count} values of 32; raise witnessMemory if you trust it`);
    });

    it("starts with the memory that it may have, also one that was compiled before", async () => {
        const code = await WebAssembly.compile(calculator()), start = (memory) =>
            openProgram(code, { name: "wasm", memory, onLog() {} }).then(() => "started", (error) => error.code);
        expect([await start(PAGE), await start(PAGE - 1)]).to.deep.equal(["started", "ERR_LIMIT"]);
    });

    it("that the host cannot start needs too much memory, or is no program", async () => {
        const { instantiate } = WebAssembly;
        try {
            for (const [error, code] of [[new RangeError("no room"), "ERR_LIMIT"], [new Error("no"), "ERR_FILE"]]) {
                WebAssembly.instantiate = () => Promise.reject(error);
                const failure = await open().catch((reason) => reason);
                expect([failure.code, failure.message, failure.cause]).to.deep.equal(
                    [code, `wasm: expected the witness calculator to start, got ${error.message}`, error]);
            }
        } finally {
            WebAssembly.instantiate = instantiate;
        }
    });

    it("that is no module is refused, or left for the original where it has our functions", async () => {
        const options = { name: "wasm", memory: MEMORY, onLog() {} }, bytes = Uint8Array.of(1, 2, 3);
        const start = (exchanged) => openProgram(bytes, { ...options, exchanged }).catch((error) => error);
        const plain = await start(false), faster = await start(true);
        expect(plain.code).to.equal("ERR_FILE");
        expect(plain.message).to.match(/^wasm: expected the WebAssembly module of a circuit, got ./);
        expect(faster).to.be.instanceOf(Unlike);
        for (const { cause } of [plain, faster]) expect(cause).to.be.instanceOf(WebAssembly.CompileError);
    });

    it("that stops without a word is one that did not finish", async () => {
        const program = await open({ init: "(unreachable)" });
        const failure = (() => { try { return program.calculate(one(3n)); } catch (error) { return error; } })();
        expect([failure.code, failure.message]).to.deep.equal(
            ["ERR_INPUT", "wasm: expected the witness calculator to finish, got unreachable"]);
        expect(failure.cause).to.be.instanceOf(WebAssembly.RuntimeError);
    });

    it("says which signals it did not set, where that is asked for", async () => {
        const trace = { numbers: 1024, elements: 2048, size: 40, labels: 4, most: 2 };
        const program = await open({ setInput: "(i32.store (i32.const 2088) (i32.const 9))" }); // of label 1
        expect(program.calculate(one(3n), trace).unset).to.deep.equal({ count: 2, first: [2, 3] });
        expect(program.calculate(one(3n))).not.to.have.property("unset");
    });

    it("hands out its signals when its circuit refuses its inputs, and at no other time", async () => {
        const trace = { numbers: 1024, elements: 2048, size: 40, labels: 3, most: 10 };
        const stopped = async (parts, signals, ...more) => {
            const program = await open(parts);
            try { program.calculate(signals, ...more); } catch (error) {
                return [error.code, error.stopped?.r, Object(error.cause).stopped];
            }
            return undefined;
        };
        const refuses = { setInput: "(call $exception (i32.const 4))" }, nothing = ["ERR_INPUT", undefined, undefined];
        expect(await stopped(refuses, one(3n), trace)).to.deep.equal(["ERR_INPUT", R, undefined]);
        expect(await stopped(refuses, one(3n))).to.deep.equal(nothing);
        expect(await stopped({}, one("text"), trace), "before it runs").to.deep.equal(nothing);
        expect(await stopped({ setInput: "(unreachable)" }, one(3n), trace)).to.deep.equal(nothing);
    });

    it("is reset to its start, unless it has grown or its start is not known, and is wiped", async () => {
        const bytes = (program) => [program.bytes, program.reset()];
        const count = "(i32.store (i32.const 200) (i32.add (i32.load (i32.const 200)) (i32.const 1)))";
        const parts = { init: count, second: "(i64.load (i32.const 200))" };
        const second = (program) => Buffer.from(program.calculate(one(3n)).values).readBigUInt64LE(32);
        const kept = await open(parts, { initial: [[64, 96]] }), plain = await open(parts);
        expect([second(kept), second(kept)]).to.deep.equal([1n, 2n]);
        expect(bytes(kept)).to.deep.equal([PAGE, true]);
        expect(second(kept)).to.equal(1n);
        expect([second(plain), ...bytes(plain), second(plain)]).to.deep.equal([1n, PAGE, false, 2n]);
        const grown = await open({ init: GROW }, { initial: [[64, 96]] });
        expect([second(grown), ...bytes(grown)]).to.deep.equal([7n, 2 * PAGE, false]);
        kept.wipe(); // its prime, too
        expect(() => second(kept)).to.throw("expected the order of a field, got 0");
    });

    describe("with our functions", () => {
        const second = "(i64.const 5)", other = "(i32.store8 (i32.const 700) (i32.const 1))";
        /** Reads values whose lowest bytes are their numbers. */
        const reader = `(func (export "${READER}") (param $from i32) (param $to i32) (param i32) (param $at i32)
            (loop $again (if (i32.lt_u (local.get $from) (local.get $to)) (then
                (i32.store (local.get $at) (local.get $from))
                (local.set $from (i32.add (local.get $from) (i32.const 1)))
                (local.set $at (i32.add (local.get $at) (i32.const 32))) (br $again)))))`;
        const start = (parts, more) => open({ second, more: reader, ...parts }, { exchanged: true, ...more });

        it("has its values read in pieces of 128", async () => {
            for (const count of [1, 127, 128, 129, 256, 300]) {
                const { values } = (await start({ size: `(i32.const ${count})` })).calculate(one(3n));
                const numbers = Array.from({ length: count }, (_, i) => Buffer.from(values).readUInt32LE(32 * i));
                expect([values.length, ...numbers]).to.deep.equal([32 * count, ...Array(count).keys()]);
            }
        });

        it("is left for the original when it changes a constant: at its end, when it stops, before it speaks", async () => {
            for (const at of [608, 991, 1920, 1983]) {
                const changed = (end, lines = []) => start(
                    { init: `(i32.store8 (i32.const ${at}) (i32.const 1)) ${end}`, message: "(i32.const 0)" },
                    { onLog: (line) => lines.push(line) },
                ).then((program) => program.calculate(one(3n))).catch((error) => error);
                for (const end of ["", "(unreachable)", "(call $exception (i32.const 4))"])
                    expect(await changed(end), `${at} ${end}`).to.be.instanceOf(Unlike);
            }
            const lines = [], program = await start({
                global: "(global $turn (mut i32) (i32.const 10))",
                message: "(global.get $turn) (global.set $turn (i32.const 0))",
                init: `${other} (call $write)`,
            }, { onLog: (line) => lines.push(line) });
            expect(() => program.calculate(one(3n))).to.throw(Unlike, "expected a program that keeps its constants, got one that changes them");
            expect(lines).to.deep.equal([]);
        });

        it("may change what is beside its constants, and any of them where it is the original", async () => {
            const at = (address) => `(i32.store8 (i32.const ${address}) (i32.const 1))`;
            const beside = await start({ init: [607, 992, 1919, 1984].map(at).join(" ") });
            expect(beside.calculate(one(3n)).count).to.equal(2);
            expect((await open({ init: at(608) })).calculate(one(3n)).count).to.equal(2);
        });
    });
});
