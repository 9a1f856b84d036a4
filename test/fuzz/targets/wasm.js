/**
 * Circuit programs, whole and damaged with knowledge of their form, on inputs of every kind: in a worker as circom
 * compiled them, with our field functions put in, on this thread, and in circom_runtime. All give the same witness, or
 * ours give an error with a code, in bounded time.
 */
import { WitnessCalculatorBuilder } from "circom_runtime";
import { encodeWtns } from "../../../src/files/wtns.js";
import {
    calculateWitness, createWitnessCalculator, optimizeCircuit, ProverError, witnessInfo,
} from "../../../src/protocols/groth16/index.js";
import { encodeUnsigned, sectionsOf } from "../../../src/util/wasm_binary.js";
import { calculator, ENDLESS, LINE_ENDS, R } from "../../support/calculators.js";
import { compileText } from "../../support/circuit_wasm.js";
import { HOSTILE, padded } from "../../support/hostile_circuits.js";
import { agree, demand, hex } from "../support.js";

const CODES = ["ERR_FILE", "ERR_INPUT", "ERR_LIMIT", "ERR_MEMORY", "ERR_WORKER", "ERR_WITNESS"];
/** Milliseconds for a program that may have no end. An answer that misses it is not compared. */
const PATIENCE_MS = 1500;
/** With a fault there is no such program, and nothing depends on how fast the machine is. */
const LONG_MS = 120_000;

/** What is asked of the field functions, each in a signal of its own. */
const CIRCUIT = `pragma circom 2.0.0;
template T() {
    signal input a; signal input b[2]; signal output c[9];
    c[0] <== a * b[0]; c[1] <== a + b[1];
    c[2] <-- a \\ (b[0] + 1); c[3] <-- a % 1000; c[4] <-- (a >> 3) ^ (b[0] & b[1]);
    c[5] <-- a < b[0] ? b[1] : -a; c[6] <-- a == b[0] || b[1] > 7 ? 1 : 0; c[7] <-- b[0] != 0 ? 1 / b[0] : 0; c[8] <-- a ** 5 - (b[1] << 2);
    assert(a != 77);
}
component main = T();`;

/** Instructions for the places that programs fill in. */
const INIT = [
    "",
    "(unreachable)",
    ENDLESS,
    "(call $write)",
    "(call $exception (i32.const 4))",
    "(call $exception (i32.const 99))",
    "(call $printError)",
    "(drop (memory.grow (i32.const 1)))",
    "(drop (memory.grow (i32.const 65535)))",
    "(i32.store (i32.const 65533) (i32.const 1))",
    "(call $show)",
    "(memory.fill (i32.const 0) (i32.const 255) (i32.const 65536))",
    "(drop (i32.div_u (i32.const 1) (i32.const 0)))",
];
const PARTS = {
    init: INIT,
    setInput: INIT,
    second: [
        "(i64.const 7)",
        "(i64.const -1)",
        "(unreachable)",
        `${ENDLESS} (unreachable)`,
        "(i64.extend_i32_u (memory.size))",
    ],
    size: [
        "(i32.const 2)",
        "(i32.const 0)",
        "(i32.const 1)",
        "(i32.const -1)",
        "(i32.const 100000000)",
        "(unreachable)",
        "(i32.const 2049)",
    ],
    inputSize: ["(i32.const 1)", "(i32.const 0)", "(i32.const 2)", "(i32.const -1)", "(i32.const 1000000)"],
    message: ["(i32.const 0)", "(i32.const 65)", LINE_ENDS, "(i32.const 0xffff)", "(i32.const -1)", "(unreachable)"],
    memory: [
        '(memory (export "memory") 1)',
        '(memory (export "memory") 1 2)',
        '(memory (export "memory") 10)',
        "(memory 1)",
        '(memory (export "memory") 1 65536)',
    ],
    startFunction: [undefined, "(nop)", ENDLESS, "(unreachable)"],
    table: ["", "(table 10 funcref)", "(table 10000000 funcref)"],
};

/** Changes of a module's sections: [id, content] each. */
const CHANGES = [
    (c, list) => {
        // any byte
        const entry = c.pick(list);
        if (entry[1].length) entry[1][c.below(entry[1].length)] ^= 1 << c.below(8);
    },
    (c, list) => {
        // a byte in the code
        const code = list.find(([id]) => id === 10)?.[1];
        if (code?.length) code[c.below(code.length)] = c.below(256);
    },
    (c, list) => {
        // bytes moved within the code
        const code = list.find(([id]) => id === 10)?.[1],
            length = c.within(1, 40);
        if (code?.length > length)
            code.copyWithin(c.below(code.length - length), c.below(code.length - length), undefined);
    },
    (c, list) => {
        // a number of entries
        const entry = c.pick(list),
            count = encodeUnsigned(c.edge());
        entry[1] = Uint8Array.from([...count, ...entry[1].subarray(1)]);
    },
    (c, list) => {
        list.splice(c.below(list.length), list.length > 1 ? 1 : 0);
    },
    (c, list) => {
        list.push(c.pick(list));
    },
    (c, list) => {
        list.splice(c.below(list.length), 0, [0, Uint8Array.from([c.below(5), ...c.bytes(c.below(30))])]);
    },
    (c, list) => {
        const entry = c.pick(list);
        entry[0] = c.below(14);
    },
    (c, list) => {
        const entry = c.pick(list);
        entry[1] = entry[1].slice(0, c.below(entry[1].length + 1));
    },
    (c, list) => {
        // data: constants of the program
        const data = list.find(([id]) => id === 11)?.[1];
        if (data?.length > 8) data.set(c.bytes(8), c.below(data.length - 8));
    },
];

/** Files that are valid, and have more than a compiler writes; the largest would take all the time. */
const STRANGE = [padded, ...HOSTILE.filter(({ what }) => !what.startsWith("as many")).map(({ change }) => change)];

/** A recognised circuit with one to three of these, in any order. @param {import("../choices.js").Choices} c */
function strange(c, original) {
    let code = original;
    for (let count = c.within(1, 3); count > 0; count--) {
        try {
            code = c.pick(STRANGE)(code);
        } catch (error) {
            demand(error instanceof RangeError, () => error.stack); // a form that cannot be changed once more
        }
    }
    return new Uint8Array(code);
}

/** @param {import("../choices.js").Choices} c @param {Uint8Array} original */
function damaged(c, original) {
    const list = sectionsOf(original).map(({ id, at, end }) => [id, original.slice(at, end)]);
    for (let count = c.within(1, 3); count > 0; count--) c.pick(CHANGES)(c, list);
    const bytes = Buffer.concat([
        original.subarray(0, 8),
        ...list.flatMap(([id, content]) => [Uint8Array.of(id, ...encodeUnsigned(content.length)), content]),
    ]);
    return new Uint8Array(c.once(8) ? bytes.subarray(0, c.below(bytes.length + 1)) : bytes);
}

/** @param {import("../choices.js").Choices} c */
function inputsFor(c) {
    const number = () => c.pick([() => c.big(R), () => String(c.big(R)), () => c.below(100), () => -c.below(100)])();
    const odd = () =>
        c.pick([
            () => R + c.big(R),
            () => -R,
            () => "abc",
            () => 1.5,
            () => null,
            () => [],
            () => [1, 2, 3],
            () => ({}),
            () => "0x10",
            () => "",
            () => true,
            () => 77,
        ])();
    const inputs = { a: number(), b: [number(), number()] };
    if (c.once(6)) inputs[c.pick(["a", "b"])] = odd();
    if (c.once(12)) delete inputs[c.pick(["a", "b"])];
    if (c.once(12)) inputs[c.pick(["x", "__proto__", ""])] = number();
    return inputs;
}

/** Compiled once. @type {Uint8Array | undefined} */
let circuit;

/** @type {import("../loop.js").Target} */
export const wasm = {
    name: "wasm",
    guided: true,
    faults: ["a program that is wrong gives zeros", "a trap has no code", "the second witness is of a changed memory"],
    async open(fault) {
        const limits = { witnessTimeout: fault ? LONG_MS : PATIENCE_MS, witnessMemory: 2 ** 26 };
        /** The port: a witness as text, or the code of its error. */
        const answer = async (code, inputs, options, calculator = undefined) => {
            try {
                const { values, n8, r } = await (calculator
                    ? calculator.calculate(inputs)
                    : calculateWitness(code, inputs, { ...limits, ...options }));
                return hex(encodeWtns(values, n8, r));
            } catch (error) {
                if (fault === "a program that is wrong gives zeros" && error.code === "ERR_FILE" && options.rewrite)
                    return hex(new Uint8Array(64));
                const shown =
                    fault === "a trap has no code" && /unreachable/.test(error.message)
                        ? new Error("unreachable")
                        : error;
                demand(
                    shown instanceof ProverError && CODES.includes(shown.code),
                    () => `expected an error with a code, got ${shown?.stack ?? String(shown)}`,
                );
                return shown.code;
            }
        };
        /** Two witnesses of one calculator, which may be kept between them. */
        const twice = async (code, inputs, wanted) => {
            const calculator = await createWitnessCalculator(code, limits);
            try {
                const kept = await answer(code, inputs, {}, calculator);
                const again = await answer(code, inputs, {}, calculator);
                const changed = fault === "the second witness is of a changed memory" && !again.startsWith("ERR");
                if ([kept, again].includes("ERR_LIMIT")) return;
                agree("a kept circuit's program", { wanted, kept, again: changed ? `${again}00` : again });
            } finally {
                calculator.close();
            }
        };
        return {
            async run(c) {
                const kind = c.below(8),
                    own = kind < 4;
                const parts = Object.fromEntries(
                    Object.entries(PARTS)
                        .map(([name, list]) => [name, c.once(3) ? c.pick(list) : list[0]])
                        .map(([name, text]) => [
                            name,
                            fault ? text?.replace(ENDLESS, "(nop)").replace(LINE_ENDS, "(i32.const 0)") : text,
                        ]),
                );
                let original;
                try {
                    original = own ? calculator(parts) : (circuit ??= compileText(CIRCUIT, "bn128"));
                } catch (error) {
                    // binaryen refuses the text
                    return demand(own, () => String(error));
                }
                const whole = kind % 4 < 2, odd = !own && kind % 4 === 1,
                    code = odd ? strange(c, original) : whole ? original : damaged(c, original),
                    inputs = own ? { a: c.big(R) } : inputsFor(c);
                const info = witnessInfo(code);
                demand(
                    typeof info.rewritten === "boolean",
                    () => `expected info of a module, got ${JSON.stringify(info)}`,
                );
                const plain = await answer(code, inputs, { rewrite: false }),
                    rewritten = await answer(code, inputs, { rewrite: true });
                // what is damaged may hold constants that are not below the prime, for which the functions differ
                const answers = whole || !info.rewritten ? { rewritten, plain } : { plain };
                if (odd && !WebAssembly.validate(code))
                    return demand(["ERR_FILE", "ERR_INPUT"].includes(plain), () => `expected a refusal, got ${plain}`);
                if ([plain, rewritten].includes("ERR_LIMIT")) return undefined;
                if (!WebAssembly.validate(code))
                    demand(
                        ["ERR_FILE", "ERR_INPUT"].includes(plain), // inputs of no known kind are refused first
                        () => `expected a module that is not valid to be refused, got ${plain}`,
                    );
                agree("a circuit's program", answers);
                const good = !plain.startsWith("ERR");
                if (whole) await twice(code, inputs, plain);
                // what came back in a worker does here
                if (good || whole)
                    agree("a circuit's program, here", {
                        plain,
                        here: await answer(code, inputs, { threads: 0, rewrite: whole }),
                    });
                if (good && !own && whole && !odd) {
                    const theirs = await WitnessCalculatorBuilder(code);
                    agree("a circuit's program, circom_runtime", {
                        plain,
                        theirs: hex(await theirs.calculateWTNSBin(inputs, true)),
                    });
                }
                if (info.rewritten && good && !odd)
                    demand(WebAssembly.validate(optimizeCircuit(code)), () => "the faster program is not valid");
                return undefined;
            },
        };
    },
};
