/** The bounds that a circuit's program gets: what it may declare, byte by byte, and what is written instead. */
import { expect } from "chai";
import { boundModule } from "../../src/files/witness/module.js";
import { openProgram } from "../../src/files/witness/program.js";

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
