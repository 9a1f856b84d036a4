/**
 * Inputs of a circuit in every shape that callers write: the witness of snarkjs where it makes one, and a refusal where
 * it refuses. What differs is listed here, and in the table of docs/snarkjs.md.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as theirs from "snarkjs";
import { circom } from "../../../../scripts/circom.mjs";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import * as ours from "../../src/index.js";
import { thinned } from "../../../../test/support/extent.js";
import { forgetCurves } from "../../../../test/support/forget_curves.js";
import { keepHandles } from "../../../../test/support/kept_handles.js";
import { below } from "../../../../test/support/random.js";

const CIRCUIT = `pragma circom 2.0.0;
template Main() {
    signal input one; signal input list[3]; signal input grid[2][2]; signal output o[8];
    o[0] <== one;
    for (var i = 0; i < 3; i++) o[1 + i] <== list[i];
    for (var i = 0; i < 4; i++) o[4 + i] <== grid[i \\ 2][i % 2];
}
component main = Main();`;
const BASE = Object.freeze({ one: 1, list: [1, 2, 3], grid: [[1, 2], [3, 4]] });
const R = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;

/** Texts of the same integers in every base, with signs, spaces and zeros. */
const TEXTS = ["", "+", "-", "--", "+-", " "].flatMap((before) => ["5", "005", "0x1F", "0Xff", "0b101", "0o17", "0x", ""]
    .flatMap((digits) => [`${before}${digits}`, `${before}${digits} `, `${before} ${digits}`]));

/** Values by name. */
const VALUES = new Map([
    ...TEXTS.map((text) => [JSON.stringify(text), text]),
    ...["\n5\t", "\u00a05", "\u{ff15}", "1e3", "1.0", "5n", "1_000", "0xG", "0b2", "0o8", "true", "null", "[5]", "NaN"]
        .map((text) => [JSON.stringify(text), text]),
    ...[0, -0, 7, -7, 1.5, NaN, Infinity, 2 ** 53, 2 ** 53 + 2, -(2 ** 60), 1e18, 1e21, -1e22, 1e23, 1e76, 1e300,
        Number.MAX_VALUE, Number.MIN_VALUE, Number.MAX_SAFE_INTEGER].map((number) => [`number ${number}`, number]),
    ...[0n, -1n, R, R - 1n, R + 1n, -R, 2n ** 255n, 2n ** 256n, -(2n ** 256n), 2n ** 512n + 1n, 2n ** 2047n]
        .flatMap((value) => [[`bigint ${value}`, value], [`text ${value}`, String(value)],
            ...(value < 0n ? [] : [[`hex ${value}`, `0x${value.toString(16)}`]])]),
    ["true", true], ["false", false], ["null", null], ["undefined", undefined], ["a symbol", Symbol("5")],
    ["a function", () => 5], ["a record", { x: 5 }], ["no record", {}], ["a record like a list", { 0: 5, length: 1 }],
    ["a Number", Object(5)], ["a String", Object("5")], ["a BigInt", Object(5n)], ["a Date", new Date(5)],
    ["a Set", new Set([5])], ["a Map", new Map([[0, 5]])], ["bytes", Uint8Array.of(5)], ["a Buffer", Buffer.of(5)],
    ["doubles", Float64Array.of(5)], ["large integers", BigInt64Array.of(5n)], ["a buffer", Uint8Array.of(5).buffer],
    ["none", []], ["a list", [5]], ["a list in a list", [[5]]], ["two", [5, 6]], ["none in a list", [[]]],
]);

/** Taken by snarkjs alone: the rows of docs/snarkjs.md. */
const DIFFERENCES = new Map([
    ["an integer of 2049 bits", 2n ** 2048n], ["a text of 1025 characters", "0".repeat(1024) + "5"],
    ["a value with a toString of its own", { toString: () => "5" }], ["a value with a valueOf of its own", { valueOf: () => 5 }],
]);

/** A way to nest these values, in their order. */
function nestingOf(values) {
    const out = [];
    for (let at = 0; at < values.length;) {
        const count = 1 + below(values.length - at), part = values.slice(at, at + count);
        out.push(count === 1 && below(2) ? part[0] : count === values.length ? [...part] : nestingOf(part));
        if (below(6) === 0) out.push([]);
        at += count;
    }
    return out;
}

describe("inputs of a circuit beside snarkjs", function () {
    this.timeout(240_000);
    const FOLDER = temporaryFolder("inputs");
    let wasm, closeKept;
    before(() => {
        closeKept = keepHandles();
        writeFileSync(join(FOLDER, "main.circom"), CIRCUIT);
        circom(FOLDER, "main.circom", ["--wasm"]);
        wasm = new Uint8Array(readFileSync(join(FOLDER, "main_js/main.wasm")));
    });
    after(async () => {
        rmSync(FOLDER, { recursive: true, force: true });
        await forgetCurves();
        await closeKept();
    });

    /** The witness, or that there is none. */
    async function answer(api, input) {
        const out = { type: "mem" };
        try {
            await api.wtns.calculate(input, wasm, out);
        } catch (error) {
            if (api === ours) expect(error, error.stack).to.include({ name: "ProverError", code: "ERR_INPUT" });
            return "refused";
        }
        return Buffer.from(out.data).toString("hex");
    }
    /** Both answer the same; how many are witnesses. */
    async function same(cases) {
        let made = 0;
        for (const [what, input] of cases) {
            const wanted = await answer(theirs, input);
            expect(await answer(ours, input), what).to.equal(wanted);
            made += Number(wanted !== "refused");
        }
        return made;
    }

    it("every value, alone, in lists and among others", async () => {
        const places = {
            alone: (value) => ({ one: value }), "in a list": (value) => ({ list: [1, value, 3] }),
            "in a grid": (value) => ({ grid: [[1, 2], [value, 4]] }), beside: (value) => ({ other: value }),
            "as a list": (value) => ({ list: value }), "in a list alone": (value) => ({ one: [value] }),
        };
        const cases = [...VALUES].map(([what, value], i) => {
            const place = Object.keys(places)[i % 2 ? i % 6 : 0];
            return [`${what} ${place}`, { ...BASE, ...places[place](value) }];
        });
        expect(await same(thinned(cases, 4))).to.be.above(10);
    });

    it("every nesting of values, and of one too few and one too many", async () => {
        const cases = [];
        for (const [name, count] of [["one", 1], ["list", 3], ["grid", 4]]) for (let i = 0; i < 20; i++) {
            const length = count + (i % 4 === 0 ? below(3) - 1 : 0);
            const value = nestingOf(Array.from({ length }, (_, k) => k + 5));
            cases.push([`${name} ${JSON.stringify(value)}`, { ...BASE, [name]: value }]);
        }
        const chosen = thinned(cases, 2);
        expect(await same(chosen), "those of the right length").to.be.at.least(chosen.length / 2);
    });

    it("records of inputs, and what is none", async () => {
        const { one, list, grid } = BASE;
        const none = [null, undefined, 5, "x", true, [], [1], Uint8Array.of(1), new Map(Object.entries(BASE)), {}];
        const others = [{ list, grid }, { one, grid }, { ...BASE, other: [] }, { "main.one": 1, list, grid },
            { one, "list[0]": 1, "list[1]": 2, "list[2]": 3, grid }, Object.create(BASE),
            Object.assign(Object.create(null), BASE), Object.assign(new (class Inputs {})(), BASE),
            Object.assign([], BASE), Object.freeze({ ...BASE }), JSON.parse(JSON.stringify(BASE))];
        expect(await same([...none, ...others].map((input, i) => [`${i}`, input]))).to.equal(5);
    });

    for (const [what, value] of DIFFERENCES) it(`${what} is taken by snarkjs alone`, async () => {
        const input = { ...BASE, one: value }, wanted = await answer(theirs, input);
        expect([wanted === "refused", await answer(ours, input)]).to.deep.equal([false, "refused"]);
    });
});
