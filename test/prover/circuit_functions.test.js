/**
 * Own field functions in circuit.wasm: the answers of circom's own, in every file that is recognised, and no other file
 * changed.
 */
import { expect } from "chai";
import { circomFunctions } from "../../scripts/wasm/circom/functions.js";
import { moduleSectionsOf } from "../../src/files/circuit/module_sections.js";
import { fingerprint, recognise } from "../../src/files/circuit/recognise.js";
import { rewriteCircuit } from "../../src/files/circuit/rewrite.js";
import { KNOWN } from "../../src/params/circom.js";
import { calculateWitness, witnessInfo } from "../../src/protocols/groth16/index.js";
import { compileText, openFieldFunctions, PRODUCT, withoutNames, withSections } from "../support/circuit_wasm.js";
import { itInAll, rowsOf, thinned } from "../support/extent.js";
import { compareFieldFunctions, OPERATIONS } from "../support/known_answers.js";
import { seed, uniform } from "../support/random.js";
import { randomCircuit } from "../support/random_circuit.js";
import { differenceOf } from "../support/same_witness.js";

const next = () => uniform(2n ** 256n);
const pick = (bound) => Number(uniform(BigInt(bound)));

describe(`prover: field functions of a circuit (SEED=${seed})`, function () {
    this.timeout(120_000);
    const files = {};
    before(() => { for (const prime of ["bn128", "bls12381"]) files[prime] = compileText(PRODUCT, prime); });

    for (const prime of thinned(["bn128", "bls12381"], 2))
        it(`${prime}: every function answers as circom's own, in every form and with aliases`, async () => {
            const { prime: p } = fingerprint(moduleSectionsOf(files[prime]));
            const { cases, different } = await compareFieldFunctions(
                files[prime],
                rewriteCircuit(files[prime]).bytes,
                p,
                { stride: 16, random: rowsOf(10_000, 2000), next },
            );
            expect(different).to.deep.equal([]);
            expect(cases).to.be.above(OPERATIONS.length * 1000);
        });

    it("knows the types of circom's functions", async () => {
        const exports = await openFieldFunctions(files.bn128), { types, typeOf } = moduleSectionsOf(files.bn128);
        const code = { i32: 127, i64: 126 };
        circomFunctions().forEach(({ name, params, result }, i) => {
            expect(exports[name], name).to.be.a("function");
            const expected = [
                0x60,
                params.length,
                ...params.map((type) => code[type]),
                ...(result ? [1, code[result]] : [0]),
            ];
            expect(types[typeOf[i]], name).to.equal(expected.join());
        });
    });

    for (const prime of rowsOf(["bn128", "bls12381"], ["bn128"]))
        it(`${prime}: random circuits have the same witness, log and errors`, async () => {
            const source = randomCircuit(pick, next, { signals: 250 }),
                wasm = compileText(source, prime, undefined, { keep: false });
            for (let i = 0; i < 12; i++) {
                const inputs = {
                    in: Array.from({ length: 4 }, (_, j) => (i === 0 ? BigInt(j) : next() >> BigInt(pick(256)))),
                };
                expect(await differenceOf(wasm, inputs), `${source}\n${inputs.in}`).to.equal(undefined);
            }
        });

    for (const prime of thinned(["bn128", "bls12381"], 2))
        itInAll(`${prime}: reads signals of every form: short, below zero, long, Montgomery`, async () => {
            const wasm = compileText(
                `pragma circom 2.0.0; template T() { signal input i; signal output out[9]; var l = 2**200;
                out[0] <-- 5; out[1] <-- 0 - 5; out[2] <-- i - 1; out[3] <-- i * i; out[4] <-- l; out[5] <-- l * i;
                out[6] <-- i; out[7] <-- (i >> 1) & l; out[8] <-- 0 - 2147483647; } component main = T();`,
                prime,
            );
            for (const i of [0n, 1n, -1n, 2n ** 31n, -(2n ** 31n), 2n ** 252n, next() >> 3n]) {
                expect(await differenceOf(wasm, { i })).to.equal(undefined);
                const { values, r } = await calculateWitness(wasm, { i }, { threads: 0 });
                const at = (k) => values.subarray(32 * k, 32 * k + 32).reduceRight((v, b) => (v << 8n) | BigInt(b), 0n);
                expect([at(1), at(2), at(9)]).to.deep.equal([5n, r - 5n, r - 2147483647n]);
            }
        });

    it("leaves alone a file whose getWitness is another's", () => {
        const { exports, imported, bodies } = moduleSectionsOf(files.bn128), body = bodies[exports.get("getWitness") - imported];
        const { signals } = recognise(moduleSectionsOf(files.bn128));
        expect(signals.every((address) => address > 2000)).to.equal(true);
        for (let at = body.at; at < body.end; at++) {
            const other = Uint8Array.from(files.bn128, (byte, i) => (i === at ? byte ^ 1 : byte));
            const { reason = "", rewritten } = witnessInfo(other), addresses = recognise(moduleSectionsOf(other)).signals;
            if (rewritten) expect(addresses).to.not.deep.equal(signals); // another address is as good
            else expect(reason).to.match(/expected getWitness as a known compiler writes it|wasm: expected/);
        }
        expect(witnessInfo(Uint8Array.from(files.bn128, (byte, i) => byte ^ Number(i === body.end - 2))).reason)
            .to.match(/getWitness/);
    });

    it("leaves alone a file without getWitness, and one with too few functions", () => {
        const parsed = moduleSectionsOf(files.bn128), exports = new Map(parsed.exports);
        exports.delete("getWitness");
        expect(recognise({ ...parsed, exports }).reason).to.match(/exported function getWitness, got none/);
        const bodies = parsed.bodies.slice(0, 10);
        expect(recognise({ ...parsed, bodies }).reason).to.match(/^expected at least \d+ functions, got 10$/);
        expect(recognise({ ...parsed, imported: parsed.imported + 1 }).reason).to.match(/imported functions, got/);
    });

    it("fills tables of constants at once", async () => {
        const constants = Array.from({ length: 120 }, (_, i) => (i % 3 ? `${next() % 2n ** 250n}` : i)).join(", ");
        const wasm = compileText(
            `pragma circom 2.0.0; template T() { signal input i; signal output out; var t[120] = [${constants}];
            var sum = 0; for (var k = 0; k < 120; k++) sum += t[k] * (k + i); out <-- sum + t[7]; } component main = T();`,
            "bn128",
        );
        const { bytes } = rewriteCircuit(wasm);
        const sections = (code) => moduleSectionsOf(code).sections.map(({ id }) => id);
        expect(sections(wasm)).to.not.include(12);
        expect(moduleSectionsOf(wasm).data.length + 1).to.equal(
            bytes[
                moduleSectionsOf(
                    withSections(bytes, ({ id }, content) => (id === 11 ? undefined : content)),
                ).sections.find(({ id }) => id === 12).at
            ],
        );
        const fill = Buffer.from([0xfc, 8, moduleSectionsOf(wasm).data.length, 0]);
        const filled = (code) => Buffer.from(code).includes(fill);
        expect([filled(wasm), filled(bytes)], "memory.init of the segment behind the others").to.deep.equal([false, true]);
        for (const i of [0, 1, -1, 5]) expect(await differenceOf(wasm, { i })).to.equal(undefined);
    });

    it("recognises by bytes, without names, and says what it found", async () => {
        expect(witnessInfo(files.bn128)).to.deep.equal({
            rewritten: true,
            prime: "bn128",
            generator: "circom 2.0.8 to 2.2.3",
        });
        expect(witnessInfo(withoutNames(files.bls12381)).prime).to.equal("bls12381");
        expect(witnessInfo(compileText(PRODUCT, "goldilocks")).reason).to.match(
            /expected the field functions of a known compiler/,
        );
        for (const prime of ["bls12377", "grumpkin", "pallas", "vesta"]) {
            const wasm = compileText(PRODUCT, prime);
            expect(witnessInfo(wasm).prime).to.equal(prime);
            expect(await differenceOf(wasm, { a: -3, b: 5 })).to.equal(undefined);
        }
        expect(new Set(Object.values(KNOWN).map(([prime]) => prime)).size).to.equal(6);
    });

    it("changes nothing but functions, their exports and what they read", () => {
        const { bytes } = rewriteCircuit(files.bn128), content = (code, id) => {
            const { at, end } = moduleSectionsOf(code).sections.find((section) => section.id === id);
            return Buffer.from(code.subarray(at, end));
        };
        for (const id of [1, 2, 4, 5, 9, 11, 0])
            expect(Buffer.compare(content(bytes, id), content(files.bn128, id)), `section ${id}`).to.equal(0);
        const [before, after] = [files.bn128, bytes].map((code) => moduleSectionsOf(code));
        before.bodies.slice(81).forEach(({ at, end }, i) => {
            const same = after.bodies[81 + i];
            expect(
                Buffer.compare(files.bn128.subarray(at, end), bytes.subarray(same.at, same.end)),
                `function ${85 + i}`,
            ).to.equal(0);
        });
        for (const [name, index] of before.exports) expect(after.exports.get(name)).to.equal(index);
    });

    it("does not change a file that differs in any byte", () => {
        const wasm = files.bn128, { bodies, data } = moduleSectionsOf(wasm), end = bodies[80].end;
        const changed = (at) => Uint8Array.from(wasm, (byte, i) => (i === at ? byte ^ 1 : byte));
        const positions = [
            ...Array.from({ length: 60 }, () => bodies[0].at + pick(end - bodies[0].at)),
            data.find(({ address }) => address === 608).at,
            data.find(({ address }) => address === 1920).at,
        ];
        for (const at of positions) {
            const other = changed(at), result = rewriteCircuit(other);
            expect(result.info.rewritten, `byte ${at}`).to.equal(false);
            expect(result.bytes).to.equal(other);
        }
    });

    it("never fails on damaged, truncated or empty files", async () => {
        const wasm = files.bn128;
        for (let i = 0; i < 300; i++) {
            const other = Uint8Array.from(i % 2 ? wasm.subarray(0, pick(wasm.length)) : wasm);
            for (let k = pick(4); k >= 0 && other.length > 0; k--) other[pick(other.length)] = pick(256);
            const { bytes, info } = rewriteCircuit(other);
            if (!info.rewritten) expect(bytes).to.equal(other);
        }
        for (const bytes of [
            new Uint8Array(0),
            Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0),
            new Uint8Array(100).fill(255),
        ]) {
            expect(witnessInfo(bytes)).to.have.keys("rewritten", "reason");
        }
    });

    it("can be switched off, and a rewritten file runs unchanged", async () => {
        const { bytes } = rewriteCircuit(files.bn128), inputs = { a: 6, b: 7 };
        const outputs = await Promise.all(
            [
                [files.bn128, {}],
                [files.bn128, { rewrite: false }],
                [bytes, {}],
            ].map(async ([wasm, options]) => Buffer.from((await calculateWitness(wasm, inputs, options)).values)),
        );
        for (const values of outputs) expect(values.readUInt32LE(32)).to.equal(42);
        expect(witnessInfo(bytes).rewritten).to.equal(false);
        expect((await calculateWitness(files.bn128, inputs, { rewrite: "no" }).catch((error) => error)).code).to.equal(
            "ERR_OPTION",
        );
    });
});
