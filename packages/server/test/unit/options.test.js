/** The rules for the options of pools, queues and workers: both sides of what passes. */
import { abortSignal } from "../../../../src/util/options.js";
import { expect } from "chai";
import { expectConnection, locations, readRecord, tenant } from "../../src/options.js";
import { anything, call, count, flag, milliseconds, oneOf, record, text } from "../../../../src/util/options.js";
import { createProver, createWorker } from "../../src/queue/index.js";
import { readRequest } from "../../src/request.js";

describe("options of provers", () => {
    const { signal: stop } = new AbortController(), hear = () => {};
    for (const [name, rule, good, bad] of [
        ["count", count(2), [2, 3, 2 ** 53 - 1], [1, 2.5, "2", NaN, Infinity, 2 ** 53, true]],
        ["milliseconds", milliseconds, [0.5, 1, Infinity], [0, -1, NaN, "5", true]],
        ["call", call, [hear], [{}, "call"]],
        ["text", text, ["a", " "], ["", 5, ["a"], { length: 1 }, hear]],
        ["flag", flag, [true, false], [0, 1, "true"]],
        ["record", record, [{}, []], ["a", 5, true, hear]],
        ["signal", { ...abortSignal, read: undefined }, [stop],
            [{}, "signal", { addEventListener: 1 }, new AbortController(), new EventTarget(), { aborted: false, addEventListener: hear }]],
        ["locations", locations, [[], ["/a", "b"]], ["/a", [""], ["/a", 5], ["/a", ""], { length: 0 }]],
        ["anything", anything, [0, "", {}, hear], []],
        ["one of", oneOf(["a", "b"]), ["a", "b"], ["c", "", 5, "ab"]],
        ["tenant", tenant, ["a", "A-1_b.c@d", "x".repeat(64)], ["", "x".repeat(65), "a:b", "a b", "a/b", "a\n", 5, ["a"]]],
    ]) it(`${name}: both sides of what passes`, () => {
        expect(rule.expected).to.be.a("string");
        for (const value of good) expect(readRecord("f", { it: value }, { it: rule }, {})).to.deep.equal({ it: value });
        for (const value of bad) {
            expect(() => readRecord("f", { it: value }, { it: rule }, {}), String(value))
                .to.throw(`f: expected it to be ${rule.expected}`).with.property("code", "ERR_OPTION");
        }
    });

    it("are a frozen record of known names, in which what is absent has its default", () => {
        const rules = { a: flag, b: flag }, read = (given) => readRecord("f", given, rules, { a: true });
        for (const given of [undefined, {}, { a: undefined }, { a: null }])
            expect(read(given)).to.deep.equal({ a: true });
        expect(read({ a: false, b: true })).to.deep.equal({ a: false, b: true });
        expect(Object.isFrozen(read({}))).to.equal(true);
        for (const given of [null, 5, "a", true]) expect(() => read(given)).to.throw("f: expected a record of options");
        for (const name of ["c", "toString"])
            expect(() => read({ [name]: true })).to.throw("f: expected options among a, b");
    });

    it("say where Redis is", () => {
        expect(() => expectConnection("f", {})).to.throw("f: expected connection").with.property("code", "ERR_OPTION");
        expectConnection("f", { connection: {} });
    });

    it("that are not given at all lack what has no default", async () => {
        for (const [create, name] of [[createProver, "createProver"], [createWorker, "createWorker"]])
            expect(() => create()).to.throw(`${name}: expected connection to be a record, got options without it`);
        const error = await readRequest(undefined, {}).catch((failure) => failure);
        expect(error).to.include({ code: "ERR_OPTION", message: "submit: expected zkey, got a request without it" });
    });
});
