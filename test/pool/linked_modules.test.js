/** Modules that tasks bring with them: linked once in each instance, and again in one that takes its place. */
import { expect } from "chai";
import * as ops from "../../src/batch/field_ops.js";
import { buildBn128 } from "../../src/index.js";
import { link, ref, val, call, alloc } from "../../src/pool/tasks.js";
import { unpack } from "../../src/runtime/instance.js";
import { code } from "../../src/wasm/fr_ops.js";
import { failureOf } from "../support/failure.js";

const MANY = 34_000;
const bytesOf = (curve, n) => ops.powers(curve, curve.Fr.e(3n), curve.Fr.e(7n), n);

/** A task that traps in the module: it writes behind the memory. */
const trapping = (curve) => [
    link({ name: "fr_ops", driver: "many", module: curve.tm.codeOf("fr_ops", code), constants: "", layout: { elementBytes: 32 } }),
    alloc(0, 32),
    call({ op: "mulEach", group: "frm" }, val(1), val(2 ** 31 - 64), val(32), ref(0), val(32), ref(0), val(32)),
];

describe("pool: modules that tasks link", function () {
    this.timeout(60_000);
    const open = [];
    const build = async (options) => {
        const curve = await buildBn128(options);
        open.push(curve);
        return curve;
    };
    after(() => Promise.all(open.map((curve) => curve.terminate())));

    const ways = { "in a worker": { threads: 1 }, here: { singleThread: true } };
    for (const [way, options] of Object.entries(ways)) it(`work again after a trap, ${way}`, async () => {
        const curve = await build(options), first = await bytesOf(curve, MANY);
        expect((await failureOf(curve.tm.queueAction(trapping(curve))))?.message).to.match(/memory access|out of bounds/i);
        expect(Buffer.compare(await bytesOf(curve, MANY), first)).to.equal(0);
    });

    it("are the caller's own where nothing may be compiled, and otherwise asked for by name", async () => {
        const given = { fr_ops: new WebAssembly.Module(unpack(code)) };
        const without = await build({ singleThread: true });
        const with_ = await build({ singleThread: true, modules: given });
        const { Module } = WebAssembly;
        WebAssembly.Module = class { constructor() { throw new Error("not allowed here"); } };
        try {
            const list = await bytesOf(with_, 2);
            expect(Buffer.compare(list.slice(32), with_.Fr.e(21n))).to.equal(0);
            expect((await failureOf(bytesOf(without, 2))).message)
                .to.match(/fr_ops: expected a module that may be compiled here, or one in "modules", got not allowed here/);
        } finally {
            WebAssembly.Module = Module;
        }
    });

    it("an operation that was aborted rejects with the reason, before and while it runs", async () => {
        const curve = await build({ threads: 2 }), list = await bytesOf(curve, MANY), reason = new Error("enough");
        const { one } = curve.Fr;
        for (const run of [
            (options) => ops.pointwise(curve, [list], ([x], { mul }) => mul(x, x), options),
            (options) => ops.prefixProducts(curve, list, options),
            (options) => ops.powers(curve, one, one, MANY, options),
            (options) => ops.evaluate(curve, list, one, options),
            (options) => ops.divide(curve, list, one, options),
        ]) {
            expect(await failureOf(run({ signal: AbortSignal.abort(reason) }))).to.equal(reason);
            const control = new AbortController(), running = failureOf(run({ signal: control.signal }));
            control.abort(reason);
            expect(await running).to.equal(reason);
        }
    });

    it("refuses what is no list, element or formula, before anything is queued", async () => {
        const curve = await build({ singleThread: true }), { Fr } = curve, list = await bytesOf(curve, 4), { one } = Fr;
        curve.tm.runHere = curve.tm.queueAction = () => { throw new Error("queued"); };
        const same = ([x]) => x;
        const foreign = await new Promise((take) => void failureOf(ops.pointwise(curve, [list], ([x]) => take(x))));
        for (const [run, message] of [
            [() => ops.pointwise(curve, [list, list.slice(32)], same), /pointwise: expected lists of one length, got 4 and 3 elements/],
            [() => ops.pointwise(curve, [], same), /pointwise: expected at least one list of elements, got none/],
            [() => ops.pointwise(curve, list, same), /pointwise: expected at least one list of elements, got an? /],
            [() => ops.pointwise(curve, [list.slice(1)], same), /pointwise: .*N \* 32 bytes, got 127 bytes/],
            [() => ops.pointwise(curve, [list], () => one), /expected a formula that returns a value, got an element/],
            [() => ops.pointwise(curve, [list], () => foreign), /expected a value of this formula or an element of 32 bytes, got object/],
            [() => ops.pointwise(curve, [list], ([x], { mul }) => mul(x, 3n)), /expected a value of this formula .* got bigint/],
            [() => ops.pointwise(curve, [list], ([x], { mul }) => mul(x, one.slice(1))), /got 31 bytes/],
            [() => ops.pointwise(curve, [list], (_, { combine }) => combine([], one)), /expected a combination of at least one value, got none/],
            [() => ops.prefixProducts(curve, list, { first: 1n }), /prefixProducts: expected first to be an element of 32 bytes, got bigint/],
            [() => ops.prefixSums(curve, list.slice(5)), /prefixSums: .*got 123 bytes/],
            [() => ops.powers(curve, one, list, 3), /powers: expected ratio to be an element of 32 bytes, got 128 bytes/],
            [() => ops.powers(curve, one, one, -1), /powers: expected n to be an integer of at least 0, got -1/],
            [() => ops.evaluate(curve, list, one, { parts: 0 }), /evaluate: expected parts to be an integer of at least 1, got 0/],
            [() => ops.divide(curve, list, one, { parts: 1.5 }), /divide: expected parts to be an integer of at least 1, got 1.5/],
            [() => ops.divide(curve, list, list), /divide: expected point to be an element of 32 bytes, got 128 bytes/],
        ]) expect(String(await failureOf(run())), String(run)).to.match(message);
    });
});
