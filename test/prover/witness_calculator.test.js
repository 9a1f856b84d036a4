/**
 * Our host for circom's witness calculators: the same witness as circom_runtime, byte for byte, and words for what a
 * circuit refuses.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { WitnessCalculatorBuilder } from "circom_runtime";
import { compile, FIXTURES } from "../../scripts/make-fixtures.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { calculateWitness, createWitnessCalculator, fullProve, prove, ProverError, verify } from "../../src/protocols/groth16/index.js";
import { encodeWtns } from "../../src/files/wtns.js";
import { calculator, INPUTS, R } from "../support/calculators.js";
import { fixtures } from "../support/circuits.js";
import { failureOf } from "../support/failure.js";

const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

describe("prover: witness calculator", function () {
    this.timeout(120_000);
    let folder;
    before(() => { folder = temporaryFolder("circom"); });
    after(() => rmSync(folder, { recursive: true, force: true }));

    const wasmOf = (name, curve = "bn128") => {
        compile(name, curve, folder);
        return new Uint8Array(readFileSync(join(folder, `${name}.wasm`)));
    };

    for (const { name, curve } of FIXTURES) {
        it(`${name}: the witness of the fixture, and of circom_runtime`, async () => {
            const wasm = wasmOf(name, curve), input = readJson(join(fixtures, name, "input.json"));
            const { values, n8, r, count } = await calculateWitness(wasm, input);
            const ours = encodeWtns(values, n8, r);
            expect(Buffer.compare(ours, readFileSync(join(fixtures, name, "witness.wtns")))).to.equal(0);
            expect(values.length).to.equal(count * n8);
            const oracle = await WitnessCalculatorBuilder(wasm);
            expect(Buffer.compare(ours, await oracle.calculateWTNSBin(input, true))).to.equal(0);
        });
    }

    it("proves from inputs", async () => {
        const name = "xor_net", wasm = wasmOf(name), at = (file) => join(fixtures, name, file);
        const phases = new Set();
        const { proof, publicSignals } = await fullProve(readJson(at("input.json")), wasm, at("circuit.zkey"), {
            threads: 2,
            check: true,
            onProgress: ({ phase }) => phases.add(phase),
        });
        expect(publicSignals).to.deep.equal(readJson(at("public.json")));
        expect(await verify(readJson(at("vkey.json")), publicSignals, proof)).to.equal(true);
        expect(phases).to.include("witness");
        const { values, n8, r } = await calculateWitness(wasm, readJson(at("input.json")));
        expect(
            (await prove(at("circuit.zkey"), encodeWtns(values, n8, r), { threads: 2 })).publicSignals,
        ).to.deep.equal(publicSignals);
        const module = await WebAssembly.compile(wasm);
        expect(
            (await fullProve(readJson(at("input.json")), module, at("circuit.zkey"), { threads: 2 })).publicSignals,
        ).to.deep.equal(publicSignals);
        expect(
            (await failureOf(fullProve(readJson(at("input.json")), wasmOf("mimc_tiny"), at("circuit.zkey")))).code,
        ).to.equal("ERR_INPUT");
    });

    describe("takes a program as fullProve does", () => {
        const bytes = new Uint8Array(calculator()), zkey = join(fixtures, "mimc_tiny", "circuit.zkey");
        const copy = () => bytes.slice(), at = () => join(folder, "program.wasm");
        const calls = {
            calculateWitness: async (wasm) => (await calculateWitness(wasm, INPUTS)).values,
            createWitnessCalculator: async (wasm) => {
                const kept = await createWitnessCalculator(wasm);
                try {
                    return (await kept.calculate(INPUTS)).values;
                } finally {
                    kept.close();
                }
            },
        };
        let server, address, wanted;
        before(async () => {
            writeFileSync(at(), bytes);
            server = createServer((request, response) => {
                response.writeHead(request.url === "/none" ? 404 : 200);
                response.end(bytes);
            });
            await new Promise((done) => { server.listen(0, "127.0.0.1", done); });
            address = `http://127.0.0.1:${server.address().port}`;
            wanted = (await calculateWitness(bytes, INPUTS)).values;
        });
        after(() => server.close());

        for (const [what, make] of Object.entries({
            "bytes": copy, "a Buffer": () => Buffer.from(bytes), "an ArrayBuffer": () => copy().buffer,
            "a compiled module": () => WebAssembly.compile(bytes), "a path": at, "an address": () => `${address}/a`,
            "a URL": () => new URL(`${address}/a`), "a URL of a file": () => pathToFileURL(at()),
            "a Blob": () => new Blob([bytes]), "a Response": () => fetch(`${address}/a`),
            "a Response of bytes": () => new Response(bytes), "a record of bytes": () => ({ type: "mem", data: copy() }),
            "a record of a buffer": () => ({ type: "mem", data: copy().buffer }),
            "a reader": () => ({ size: bytes.length, read: (from, length) => bytes.slice(from, from + length) }),
        })) it(what, async () => {
            for (const [name, call] of Object.entries(calls)) {
                const given = await make();
                expect(await call(given), name).to.deep.equal(wanted);
                if (given instanceof Uint8Array) expect(Buffer.compare(given, bytes), "it is left").to.equal(0);
            }
        });

        it("and refuses anything else by what it is", async () => {
            const used = new Response(bytes), own = { type: "mem" };
            await used.arrayBuffer();
            own.data = own;
            for (const [given, code, got] of [[42, "ERR_OPTION", "42"], [null, "ERR_OPTION", "null"], [{}, "ERR_OPTION", "Object"],
                [undefined, "ERR_OPTION", "undefined"], [[1], "ERR_OPTION", "an array of 1"], [Symbol("x"), "ERR_OPTION", "a symbol"],
                [{ type: "mem" }, "ERR_OPTION", "Object"], [own, "ERR_OPTION", "Object"], [used, "ERR_OPTION", "one that was read"],
                [await fetch(`${address}/none`), "ERR_READ", "status 404"], [join(folder, "missing.wasm"), "ERR_READ", "ENOENT"]])
                for (const call of [...Object.values(calls), (wasm) => fullProve(INPUTS, wasm, zkey)]) {
                    const error = await failureOf(call(given));
                    expect(error.message).to.include(`got ${got}`.replace("got Object", "got an object of class Object"));
                    expect([error.name, error.code], error.message).to.deep.equal(["ProverError", code]);
                }
        });
    });

    it("gives the program inputs that are below the order, whatever the caller wrote", async () => {
        const keep = "(memory.copy (i32.const 4096) (i32.const 0) (i32.const 32))", words = [0, 8, 16, 24];
        const programs = words.map((at) => calculator({ setInput: keep, second: `(i64.load offset=${at} (i32.const 4096))` }));
        for (const value of [R + 5n, R, -1n, -R, 3n * R + 2n ** 100n, 2n ** 256n - 1n, 1n - 2n ** 256n]) {
            let given = 0n;
            for (const [i, program] of programs.entries()) {
                const { values } = await calculateWitness(program, { a: value }, { threads: 0 });
                given |= Buffer.from(values).readBigUInt64LE(32) << BigInt(8 * words[i]);
            }
            expect(given, `${value}`).to.equal(((value % R) + R) % R);
        }
    });

    describe("of a circuit with opinions", () => {
        const good = { x: 5, grid: [[1, 2, 3], [4, 5, 6]] };
        let wasm;
        before(() => { wasm = wasmOf("refusals"); });
        const refusal = async (input) => {
            const error = await failureOf(calculateWitness(wasm, input));
            expect(error, error.stack).to.be.instanceOf(ProverError);
            expect(error.code).to.equal("ERR_INPUT");
            return error.message;
        };
        const sumOf = async (input) => (await calculateWitness(wasm, input)).values.slice(32, 40);

        it("takes numbers, bigints, decimal and 0x text, negatives, and flat arrays", async () => {
            const expected = await sumOf(good), { r } = await calculateWitness(wasm, good);
            for (const input of [
                {
                    x: 5n,
                    grid: [
                        ["1", "0x2", 3n],
                        [4, "5", "0x06"],
                    ],
                },
                { grid: [1, 2, 3, 4, 5, 6], x: "5" },
                { x: 5n - r, grid: good.grid },
                { x: `${5n - r}`, grid: good.grid },
                { x: 5n + 3n * r, grid: good.grid },
                { x: 5n + r * 2n ** 1700n, grid: good.grid },
                { x: 5n - r * 2n ** 1700n, grid: [1, [2, 3, [4]], [], [5, 6]] },
            ]) {
                expect(await sumOf(input)).to.deep.equal(expected);
            }
        });

        it("gets the lines of its log", async () => {
            const lines = [];
            await calculateWitness(wasm, good, { onLog: (line) => lines.push(line) });
            expect(lines).to.deep.equal(["x is 5", "first 1 last 6"]);
        });

        it("says which input is wrong, missing, too many, or none", async () => {
            expect(await refusal({ ...good, y: 1 })).to.match(/^input y: expected the name of an input of the circuit/);
            expect(await refusal({ x: 5 })).to.match(
                /expected 7 input values, got 1; an input of the circuit is missing/,
            );
            expect(await refusal({ ...good, x: [1, 2] })).to.equal("input x: expected 1 value, got 2");
            expect(await refusal({ ...good, grid: [1, 2] })).to.equal("input grid: expected 6 values, got 2");
            for (const value of ["abc", "-0x1", 1.5, null, undefined, "1e3", NaN, {}])
                expect(await refusal({ ...good, x: value }), String(value)).to.match(/^input x/);
            expect(await refusal({ ...good, grid: [1, 2, 3, 4, 5, "six"] })).to.match(
                /^input grid\[5\]: expected an integer/,
            );
            expect(
                await refusal({
                    ...good,
                    grid: [
                        [1, 2, 3],
                        [4, "5.5", 6],
                    ],
                }),
            ).to.match(/^input grid\[1\]\[1\]: expected an integer/);
            expect(await refusal({ ...good, grid: [[1, 2, 3], [4, 5]] })).to.equal(
                "input grid: expected 6 values, got 5 in lists of different lengths",
            );
            expect(await refusal({ ...good, grid: [[1, 2, 3], [4, "five"], 6] })).to.match(
                /^input grid, value 5 of 6: expected an integer/,
            );
            for (const inputs of [undefined, null, [], "x"])
                expect(await refusal(inputs)).to.match(/^inputs: expected a record/);
        });

        it("looks at all inputs before the circuit runs", async () => {
            for (const wrong of [{ y: 1 }, { x: 1 }]) { // behind the one that would start it
                const lines = [], inputs = "x" in wrong ? { grid: good.grid, x: [5, 6] } : { ...good, ...wrong };
                const error = await failureOf(calculateWitness(wasm, inputs, { onLog: (line) => lines.push(line) }));
                expect(error.message).to.match(/^input [xy]: expected/);
                expect(lines).to.deep.equal([]);
            }
        });

        it("says which assertion does not hold, and where", async () => {
            expect(await refusal({ ...good, x: 7 })).to.match(
                /an assertion of the circuit that does not hold for these inputs: .*Refusals/,
            );
            expect(await refusal({ ...good, x: 0 })).to.match(/assertion .*line/);
        });
    });

    it("takes buses as records, or flat", async () => {
        const wasm = wasmOf("buses");
        for (const input of [
            {
                p: { x: 3, y: [1, 2] },
                q: [
                    { x: 4, y: [5, 6] },
                    { x: 7, y: [8, 9] },
                ],
            },
            { p: [3, 1, 2], q: [4, 5, 6, 7, 8, 9] },
        ]) {
            const { values } = await calculateWitness(wasm, input);
            // 3 * 9 + 1 + 4 + 12 + 20 + 30 + 42 + 56
            expect(new DataView(values.buffer).getBigUint64(32, true)).to.equal(192n);
        }
        const error = await failureOf(calculateWitness(wasm, { p: { x: 3, z: [1, 2] }, q: [4, 5, 6, 7, 8, 9] }));
        expect(error.message).to.match(/^input p.z: expected the name of an input/);
    });

    it("refuses files that are not modules, or not witness calculators", async () => {
        for (const bytes of [
            new Uint8Array(0),
            new Uint8Array([1, 2, 3, 4]),
            Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]),
        ]) {
            expect((await failureOf(calculateWitness(bytes, {}))).code).to.equal("ERR_FILE");
        }
    });
});
