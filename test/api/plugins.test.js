/**
 * The module builder that plugins get: instruction by instruction the bytes of wasmbuilder's, and whole plugins that
 * compute on ffturbo what they compute on ffjavascript, on the main instance, on the calling thread and in workers.
 */
import { expect } from "chai";
import { createRequire } from "node:module";
import { ModuleBuilder as OracleBuilder } from "wasmbuilder";
import { buildBls12381, buildBn128 } from "../../src/index.js";
import { signed, unsigned } from "../../src/plugins/binary.js";
import { BINARY, LOAD, STORE, UNARY } from "../../src/plugins/instructions.js";
import { ModuleBuilder } from "../../src/plugins/module_builder.js";

const oracle = createRequire(import.meta.url)("ffjavascript-oracle");

/** A function `f` with a parameter and two locals in a module that has a function `g` before it. */
function scene(builder) {
    const g = builder.addFunction("g"), f = builder.addFunction("f");
    g.addParam("x", "i32");
    g.setReturnType("i32");
    g.addCode(g.getCodeBuilder().getLocal("x"));
    f.addParam("p", "i32");
    f.addLocal("words", "i64");
    f.addLocal("i", "i32");
    return { f, code: f.getCodeBuilder() };
}
const fresh = () => new ModuleBuilder({ functions: new Map(), free: 8, modules: {} });
const thrown = (action) => {
    try { action(); } catch (error) { return error; }
    return undefined;
};
const A = [0x41, 1], B = [0x41, 2], C = [0x41, 3];

/** Calls of each instruction, with the operands that it takes. */
const CALLS = [
    ...Object.keys(UNARY).map((name) => [name, A]),
    ...Object.keys(BINARY)
        .filter((name) => !["i64_rotl", "i64_rotr"].includes(name))
        .map((name) => [name, A, B]), // wasmbuilder has no 64-bit rotation
    ...Object.keys(LOAD).flatMap((name) => [
        [name, A],
        [name, A, 8],
        [name, A, 300, 0],
    ]),
    ...Object.keys(STORE).flatMap((name) => [
        [name, A, B],
        [name, A, 8, B],
        [name, A, 300, 0, B],
    ]),
    ...["getLocal"].flatMap((name) => [
        [name, "p"],
        [name, "words"],
        [name, "i"],
    ]),
    ["setLocal", "i", A],
    ["teeLocal", "i", A],
    ["call", "g", A],
    ["call_indirect", A, B, C],
    ["if", A, B],
    ["if", A, B, C],
    ["block", A],
    ["loop", A, B],
    ["br", 3],
    ["br_if", 1, A],
    ["ret", A],
    ["drop", A],
    ["unreachable"],
    ["current_memory"],
    ["comment", "a note"],
    ...[0, 1, -1, 63, 64, -65, 2 ** 31 - 1, -(2 ** 31), 2 ** 31, 2 ** 32 - 1, "5", "0x10", 5n].map((value) => [
        "i32_const",
        value,
    ]),
    ...[0, -1, 64, -65, 2 ** 53, "18446744073709551615", -(2n ** 63n), 2n ** 63n, 2n ** 64n - 1n].map((value) => [
        "i64_const",
        value,
    ]),
];

describe("plugins: the module builder", () => {
    it("has every instruction that wasmbuilder's code builder has", () => {
        const names = Object.getOwnPropertyNames(Object.getPrototypeOf(scene(new OracleBuilder()).code)).filter(
            (name) => name !== "constructor",
        );
        expect(Object.keys(scene(fresh()).code)).to.include.members(names);
    });
    it("has every method that a plugin may call of a module and of a function", () => {
        const methods = (object) =>
            Object.getOwnPropertyNames(Object.getPrototypeOf(object)).filter(
                (name) => !/^_|^build|^constructor/.test(name),
            );
        const [ours, theirs] = [fresh(), new OracleBuilder()];
        for (const name of methods(theirs)) expect(ours[name], name).to.be.a("function");
        const internal = ["getSignature", "getBody"];
        for (const name of methods(scene(theirs).f))
            if (!internal.includes(name)) expect(scene(fresh()).f[name], name).to.be.a("function");
    });
    it("emits the bytes that wasmbuilder emits, instruction by instruction", () => {
        const [ours, theirs] = [scene(fresh()).code, scene(new OracleBuilder()).code];
        for (const [name, ...operands] of CALLS)
            expect([...ours[name](...operands)], `${name}(${operands.map(String)})`).to.deep.equal([
                ...theirs[name](...operands),
            ]);
    });
    it("rotates 64-bit words, which wasmbuilder cannot", async () => {
        const builder = fresh(), f = builder.addFunction("f"), code = f.getCodeBuilder();
        f.addParam("x", "i64");
        f.setReturnType("i64");
        f.addCode(code.i64_rotl(code.i64_rotr(code.getLocal("x"), code.i64_const(3)), code.i64_const(7)));
        builder.exportFunction("f");
        const { instance } = await WebAssembly.instantiate(builder.build(), {
            env: { memory: new WebAssembly.Memory({ initial: 1 }) },
        });
        expect(instance.exports.f(1n << 60n)).to.equal(1n);
    });
    it("allocates as wasmbuilder does: multiples of eight, content at the start", () => {
        const [ours, theirs] = [fresh(), new OracleBuilder()];
        for (const request of [[5], [0], [32], [4, [1, 2, 3, 4]], [[1, 2, 3]], [new Uint8Array(9)], [16, [7]]])
            expect(ours.alloc(...request), String(request)).to.equal(theirs.alloc(...request));
        expect(ours.allocString("héllo")).to.equal(theirs.allocString("héllo"));
        expect(ours.free).to.equal(theirs.free);
    });
    it("gives so many locals under one name, each to itself", async () => {
        const builder = fresh(), f = builder.addFunction("f"), code = f.getCodeBuilder();
        f.addLocal("three", "i32", 3);
        f.addLocal("next", "i64");
        f.setReturnType("i64");
        f.addCode(
            code.setLocal("next", code.i64_const(7)),
            code.setLocal("three", code.i32_const(1)),
            code.getLocal("next"),
        );
        builder.exportFunction("f");
        const { instance } = await WebAssembly.instantiate(builder.build(), {
            env: { memory: new WebAssembly.Memory({ initial: 1 }) },
        });
        expect(instance.exports.f()).to.equal(7n); // wasmbuilder counts the three as one, and its module is invalid
    });
    it("numbers in LEB128, as short as they can be (wasmbuilder takes two bytes for -64)", () => {
        expect([0, 127, 128, 16384, 2 ** 32 - 1].map(unsigned)).to.deep.equal([
            [0],
            [127],
            [128, 1],
            [128, 128, 1],
            [255, 255, 255, 255, 15],
        ]);
        expect([0n, 63n, 64n, -64n, -65n, -1n].map(signed)).to.deep.equal([
            [0],
            [63],
            [192, 0],
            [64],
            [191, 127],
            [127],
        ]);
    });

    describe("refuses", () => {
        const refusals = {
            "a function that is not there, under its name": [
                () => scene(fresh()).code.call("frm_nope"),
                /expected a function .* got "frm_nope"/,
            ],
            "to export one that is not there": [() => fresh().exportFunction("nope"), /got "nope"/],
            "a second function of a name": [
                () => {
                    const builder = fresh();
                    scene(builder);
                    builder.addFunction("g");
                },
                /addFunction: expected a new name, got g/,
            ],
            "a local that is not there": [
                () => scene(fresh()).code.getLocal("zz"),
                /f: expected a parameter or local, got "zz"/,
            ],
            "a second parameter of a name": [
                () => scene(fresh()).f.addParam("p", "i32"),
                /f: expected a new name, got p/,
            ],
            "a local under the name of a parameter": [
                () => scene(fresh()).f.addLocal("p", "i32"),
                /f: expected a new name, got p/,
            ],
            "a parameter after code, whose locals would move": [
                () => {
                    const { f, code } = scene(fresh());
                    f.addCode(code.drop(A));
                    f.addParam("late", "i32");
                },
                /expected parameters before code/,
            ],
            "a second return type": [
                () => {
                    const { f } = scene(fresh());
                    f.setReturnType("i32");
                    f.setReturnType("i64");
                },
                /expected one return type/,
            ],
            "a type that is none": [
                () => scene(fresh()).f.addLocal("v", "v128"),
                /addLocal v: expected one of i32 i64 f32 f64, got "v128"/,
            ],
            "an operand that is no code": [
                () => scene(fresh()).code.i32_add(A, 2),
                /i32_add: expected code, an array of bytes, got 2/,
            ],
            "an operand that is missing": [() => scene(fresh()).code.i32_add(A), /i32_add: expected code/],
            "a constant that is too wide": [
                () => scene(fresh()).code.i32_const(2n ** 32n),
                /i32_const: expected an integer of 32 bits/,
            ],
            "a constant that is too low": [
                () => scene(fresh()).code.i64_const(-(2n ** 63n) - 1n),
                /i64_const: expected an integer of 64 bits/,
            ],
            "a depth below 0": [() => scene(fresh()).code.br(-1), /br: expected a number from 0/],
            "an offset that is no number": [
                () => scene(fresh()).code.i32_load(A, "8"),
                /i32_load: expected a number from 0/,
            ],
            "code that is no code": [() => scene(fresh()).f.addCode("nop"), /f: addCode: expected bytes/],
            "to allocate less than nothing": [() => fresh().alloc(-8), /alloc: expected a number of bytes/],
            "data that is none": [() => fresh().addData(8, "text"), /addData: expected bytes/],
            "an import, which nobody could give": [
                () => fresh().addIimportFunction("log", "env", "log"),
                /addIimportFunction: expected functions of the curve/,
            ],
        };
        for (const [what, [action, message]] of Object.entries(refusals))
            it(what, () => expect(thrown(action)?.message).to.match(message));
    });
});

/**
 * A plugin with all that a module can hold: `size` bytes of constants, a loop over memory, calls of curve and plugin, a
 * table.
 */
const sumOfSquares = (size) => (module) => {
    const three = module.alloc(Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 3 : 0))),
        scratch = module.alloc(32),
        big = module.alloc(new Uint8Array(size).fill(1));
    module.addData(scratch + 8, [9]);
    const step = module.addFunction("plugin_step"), code = step.getCodeBuilder();
    step.addParam("x", "i32");
    step.addParam("acc", "i32");
    step.addCode(
        code.call("frm_square", code.getLocal("x"), code.i32_const(scratch)),
        code.call("frm_add", code.getLocal("acc"), code.i32_const(scratch), code.getLocal("acc")),
    );
    module.addFunctionToTable("plugin_step");
    const all = module.addFunction("plugin_sum"), c = all.getCodeBuilder();
    all.addParam("x", "i32");
    all.addParam("n", "i32");
    all.addParam("out", "i32");
    all.addLocal("i", "i32");
    all.setReturnType("i32");
    all.addCode(
        c.call("frm_toMontgomery", c.i32_const(three), c.getLocal("out")),
        c.block(
            c.loop(
                c.br_if(1, c.i32_eq(c.getLocal("i"), c.getLocal("n"))),
                c.call_indirect(
                    c.i32_const(0),
                    c.i32_add(c.getLocal("x"), c.i32_mul(c.getLocal("i"), c.i32_const(32))),
                    c.getLocal("out"),
                ),
                c.setLocal("i", c.i32_add(c.getLocal("i"), c.i32_const(1))),
                c.br(0),
            ),
        ),
        c.if(c.i32_eqz(c.i32_load8_u(c.i32_const(big), size - 1)), c.unreachable()),
        c.getLocal("i"),
    );
    module.exportFunction("plugin_sum");
    module.exportFunction("frm_square", "plugin_square");
};
/** Bytes of constants: what fits in the memory that ffjavascript gives, and more than a fresh memory has. */
const FITS = 100_000, LARGE = 3_000_000;

for (const [name, build, oracleBuild] of [
    ["bn128", buildBn128, oracle.buildBn128],
    ["bls12381", buildBls12381, oracle.buildBls12381],
]) {
    describe(`plugins on ${name}`, function () {
        this.timeout(60_000);
        const task = (Fr, values) => [
            { cmd: "ALLOCSET", var: 0, buff: values },
            { cmd: "ALLOC", var: 1, len: 32 },
            { cmd: "CALL", fnName: "plugin_sum", params: [{ var: 0 }, { val: values.length / 32 }, { var: 1 }] },
            { cmd: "GET", out: 0, var: 1, len: 32 },
        ];
        const valuesOf = (Fr) =>
            Uint8Array.from([1n, 5n, Fr.toObject(Fr.negone), 2n ** 200n].flatMap((value) => [...Fr.e(value)]));
        let expected;
        before(async () => {
            const curve = await oracleBuild(true, sumOfSquares(FITS));
            [expected] = await curve.tm.queueAction(task(curve.Fr, valuesOf(curve.Fr)));
        });
        for (const options of [{ singleThread: true }, { threads: 2 }, { threads: 2, tier: "scalar" }])
            it(`compute what they compute on ffjavascript, ${JSON.stringify(options)}`, async () => {
                const curve = await build(options, sumOfSquares(LARGE));
                try {
                    const { tm, Fr, G1 } = curve,
                        values = valuesOf(Fr);
                    const results = await Promise.all([1, 2, 3].map(() => tm.queueAction(task(Fr, values.slice()))));
                    for (const [result] of results) expect([...result]).to.deep.equal([...expected]);
                    const x = tm.allocBuff(values),
                        out = tm.alloc(32);
                    expect(tm.instance.exports.plugin_sum(x, 4, out)).to.equal(4);
                    expect([...tm.getBuff(out, 32)]).to.deep.equal([...expected]);
                    tm.instance.exports.plugin_square(x, out);
                    expect(Fr.eq(tm.getBuff(out, 32), Fr.one)).to.equal(true);
                    // the curve's own lanes beside it
                    const bases = Uint8Array.from(Array.from({ length: 1024 }, () => [...G1.toAffine(G1.g)]).flat());
                    expect(
                        G1.eq(
                            await G1.multiExpAffine(bases, new Uint8Array(32 * 1024).fill(1)),
                            G1.timesScalar(G1.g, (BigInt(`0x${"01".repeat(32)}`) * 1024n) % curve.r),
                        ),
                    ).to.equal(true);
                } finally {
                    await curve.terminate();
                }
            });
        it("see the constants of fields and curve where they expect them", async () => {
            const curve = await build(true, (module) => {
                const f = module.addFunction("plugin_one"),
                    c = f.getCodeBuilder();
                f.addParam("out", "i32");
                f.addCode(
                    c.call(
                        "frm_mul",
                        c.i32_const(module.modules.frm.pOne),
                        c.i32_const(module.modules.frm.pOne),
                        c.getLocal("out"),
                    ),
                );
                module.exportFunction("plugin_one");
                const g = module.addFunction("plugin_generator"),
                    d = g.getCodeBuilder();
                g.addParam("out", "i32");
                g.addCode(d.call("g1m_copy", d.i32_const(module.modules[name].pG1gen), d.getLocal("out")));
                module.exportFunction("plugin_generator");
                for (const key of ["pR2", "pZero", "pePlusOne", "pq"])
                    expect(module.modules.f1m[key]).to.be.a("number");
                expect(module.modules.f1m.pR2).to.equal(module.modules.f1m.pR2);
                expect([module.modules.f1m.n64, module.modules.frm.n64]).to.deep.equal([name === "bn128" ? 4 : 6, 4]);
            });
            const { tm, Fr, G1, F1 } = curve,
                out = tm.alloc(3 * F1.n8);
            tm.instance.exports.plugin_one(out);
            expect([...tm.getBuff(out, 32)]).to.deep.equal([...Fr.one]);
            tm.instance.exports.plugin_generator(out);
            expect(G1.eq(tm.getBuff(out, 3 * F1.n8), G1.g)).to.equal(true);
        });
        it("may call whatever ffjavascript's module has", async () => {
            const known = new Set();
            await build(true, (module) => {
                const c = module.addFunction("probe").getCodeBuilder();
                for (const fn of Object.keys(oracleExports)) if (!thrown(() => c.call(fn))) known.add(fn);
            });
            expect(Object.keys(oracleExports).filter((fn) => !known.has(fn))).to.deep.equal([]);
        });
        let oracleExports;
        before(async () => {
            const { exports } = (await oracleBuild(true)).tm.instance;
            oracleExports = Object.fromEntries(
                Object.entries(exports).filter(([, value]) => typeof value === "function"),
            );
        });
        it("an error in a plugin rejects the build", async () => {
            const failure = await build(true, () => {
                throw new Error("mine");
            }).catch((error) => error);
            expect(failure.message).to.equal("mine");
        });
    });
}
