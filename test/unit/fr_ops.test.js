/** What is proved of the module of operations on many elements: it leaves elements to the base module. */
import { expect } from "chai";
import { frOpsModule, proof } from "../../scripts/wasm/fr_ops/module.js";

describe("the module of operations on many elements", () => {
    const text = frOpsModule().module.text(), refuse = (extra) => () => [...proof(`${text}\n${extra}`).lines()];

    it("touches elements only by functions of the base module, and writes down by which", () => {
        expect([...proof(text).lines()]).to.deep.equal(["only frm_add, frm_copy, frm_mul, frm_sub touch elements"]);
    });

    it("would be refused if it read or wrote memory, calculated with elements, or called anything else", () => {
        for (const [extra, what] of [
            ["(i32.load (local.get $x))", "i32.load"],
            ["(i32.load offset=8 (local.get $index))", "i32.load"],
            ["(i64.load (local.get $index))", "i64.load"],
            ["(i32.store8 (local.get $x) (i32.const 1))", "i32.store8"],
            ["(i64.add (local.get $a) (local.get $b))", "i64.add"],
            ["(v128.const i32x4 0 0 0 0)", "v128.const"],
            ["(memory.grow (i32.const 1))", "memory.grow"],
            ["(call $frm_inverse (local.get $x) (local.get $z))", "frm_inverse"],
        ]) expect(refuse(extra), extra).to.throw(`got ${what}`);
    });
});
