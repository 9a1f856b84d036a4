/** What the command makes of errors of the system, and where it says that a text stops being JSON. */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { describeFailure, exitCodeOf, failure, sayForgotten, Stopped } from "../../bin/lib/exit_codes.mjs";
import { jsonFault } from "../../bin/lib/plain_words.mjs";

/** @param {() => unknown} run @returns {any} */
const errorOf = (run) => {
    try {
        run();
    } catch (error) {
        return error;
    }
    throw new Error("expected an error");
};

describe("command: plain words", () => {
    it("stand for what the system says, which is kept as the cause", () => {
        const missing = errorOf(() => readFileSync("no_such_file"));
        const told = (name, error) => describeFailure(failure("ERR_READ", `${name}: expected to be read, got ${error.message}`, error));
        expect(told("no_such_file", missing)).to.equal("no_such_file: expected to be read, got no such file or folder");
        expect(told("other", missing)).to.equal("other: expected to be read, got no such file or folder: no_such_file");
        expect(told("here", errorOf(() => readFileSync(".")))).to.equal("here: expected to be read, got a folder");
        const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), { code: "ECONNREFUSED" });
        const fetched = new TypeError("fetch failed", { cause: refused });
        expect(told("http://h/x", fetched)).to.equal("http://h/x: expected to be read, got no server there");
        const both = failure("ERR_READ", `x: expected an answer, got ${fetched.message}: ${refused.message}`, fetched);
        expect(describeFailure(both)).to.equal("x: expected an answer, got no server there");
        const port = failure("ERR_READ", "x: expected an answer, got fetch failed: bad port", new TypeError("fetch failed"));
        expect(describeFailure(port)).to.equal("x: expected an answer, got bad port");
        expect(told("http://h/x", new TypeError("fetch failed"))).to.equal("http://h/x: expected to be read, got no answer");
        const damaged = errorOf(() => new WebAssembly.Module(Uint8Array.of(1)));
        for (const error of [damaged, new WebAssembly.LinkError("no import")])
            expect(told("c.wasm", error)).to.equal("c.wasm: expected to be read, got bytes that are no such module");
    });
    for (const [codes, words] of [
        ["EACCES EPERM", "no permission"], ["EMFILE ENFILE", "too many open files"], ["ENOSPC", "no space left on the device"],
        ["ETIMEDOUT UND_ERR_CONNECT_TIMEOUT", "no answer in time"], ["ENOTFOUND", "no host of that name"],
        ["ECONNRESET UND_ERR_SOCKET", "a connection that was cut"],
        ["DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE", "a certificate that is not trusted"],
        ["CERT_HAS_EXPIRED", "a certificate that has expired"], ["toString constructor", "in words of its own"],
    ]) it(`${codes}: ${words}`, () => {
        for (const code of codes.split(" ")) {
            const cause = Object.assign(new Error("in words of its own"), { code });
            expect(describeFailure(failure("ERR_READ", `a: expected b, got ${cause.message}`, cause))).to.equal(`a: expected b, got ${words}`);
        }
    });
    it("are not looked for where nothing is quoted", () => {
        for (const cause of [Object.assign(new Error(""), { code: "ENOENT" }), Object.assign(new Error("a"), { code: "ENOENT" })])
            expect(describeFailure(failure("ERR_READ", "a: expected b, got c", cause))).to.equal("a: expected b, got c");
    });
    it("leave our own messages, and what nobody has words for", () => {
        for (const cause of [undefined, new Error("strange"), Object.assign(new Error("E42: strange"), { code: "E42" })]) {
            const message = `a: expected b, got ${cause?.message ?? "c"}`;
            expect(describeFailure(failure("ERR_FILE", message, cause))).to.equal(message);
        }
        const looped = failure("ERR_FILE", "a: expected b, got c");
        looped.cause = looped;
        expect(describeFailure(looped)).to.equal("a: expected b, got c");
    });
    for (const [text, fault] of [
        ['{"a": 1,}', '"}" at line 1, column 9, in place of a name in double quotes'],
        ['{"a":\n 1', 'the end of the file at line 2, column 3, in place of "," or "}"'],
        ["hello", '"h" at line 1, column 1, in place of a value'],
        ["", "the end of the file at line 1, column 1, in place of a value"],
        ["[1, 2", 'the end of the file at line 1, column 6, in place of "," or "]"'],
        ["[1,\t\r\n\t x]", '"x" at line 2, column 3, in place of a value'],
        ["[1,\r x]", '"x" at line 1, column 6, in place of a value'],
        ["[\u{1f600}]", '"\u{1f600}" at line 1, column 2, in place of a value or "]"'],
        ["[1 2]", '"2" at line 1, column 4, in place of "," or "]"'],
        ["[1,]", '"]" at line 1, column 4, in place of a value'],
        ["[}", '"}" at line 1, column 2, in place of a value or "]"'],
        ["{a: 1}", '"a" at line 1, column 2, in place of a name in double quotes or "}"'],
        ['{"a" 1}', '"1" at line 1, column 6, in place of ":"'],
        ['{"a":1 "b":2}', '"\\"" at line 1, column 8, in place of "," or "}"'],
        ["[01]", '"0" at line 1, column 2, in place of a value or "]"'],
        ["1 2", '"2" at line 1, column 3, in place of the end of the file'],
        ['["a\tb"]', '"\\"" at line 1, column 2, in place of a value or "]"'],
        ['["\\x"]', '"\\"" at line 1, column 2, in place of a value or "]"'],
        ['{"a": [1, {"b": [true, null, -1.5e+3, "\\u0041\\n"]}, nope]}', '"n" at line 1, column 53, in place of a value'],
    ])
        it(`JSON: ${JSON.stringify(text)}`, () => {
            expect(() => JSON.parse(text)).to.throw(SyntaxError);
            expect(jsonFault(text)).to.equal(fault);
        });
    it("JSON: what JSON.parse takes is taken to its end, also of any length", () => {
        for (const text of ["[]", "{}", " 1 ", '{"a":[1,{"b":null}],"c":"\\u0041\\"\u007f\u0085"}', `["${"x".repeat(2 ** 24)}"]`]) {
            JSON.parse(text);
            expect(jsonFault(text)).to.match(/^the end of the file at .*, in place of the end of the file$/);
        }
    });
});

describe("command: exit codes", () => {
    for (const [exit, ...codes] of [
        [1, "ERR_CHECK", "ERR_KEY", "ERR_MSM"], [2, "ERR_OPTION"], [3, "ERR_FILE", "ERR_READ", "ERR_POINT"], [4, "ERR_CURVE", "ERR_WITNESS"],
        [5, "ERR_INPUT", "ERR_LIMIT"], [6, "ERR_WRITE"], [7, "ERR_MEMORY", "ERR_WORKER"], [70, "ERR_OTHER", undefined],
    ])
        it(`${exit}: ${codes.join(", ")}`, () => expect(codes.map((code) => exitCodeOf({ code }))).to.deep.equal(codes.map(() => exit)));
    for (const [name, exit] of [["SIGHUP", 129], ["SIGINT", 130], ["SIGTERM", 143]])
        it(`${exit}: ${name}`, () => {
            const stopped = new Stopped(name);
            expect([exitCodeOf(stopped), describeFailure(stopped)]).to.deep.equal([exit, `stopped by ${name}`]);
        });
    it("a contribution that a signal of the system stops says that it is lost; any other reason stays as it is", () => {
        for (const [reason, message] of [
            [new Stopped("SIGINT"), "stopped by SIGINT; the contribution cannot be taken up again, since its secret is forgotten: "
                + "contribute anew"], [new Error("mine"), "mine"],
        ]) {
            const controller = new AbortController();
            sayForgotten(controller.signal);
            controller.abort(reason);
            expect(reason.message).to.equal(message);
        }
    });
    it("what is thrown may be anything; the stack of what is not expected is shown on request", () => {
        const old = process.env.FFTURBO_DEBUG, strange = new Error("strange"), known = failure("ERR_FILE", "known");
        const all = [undefined, null, "text", { message: "of a record" }, strange, known];
        try {
            delete process.env.FFTURBO_DEBUG;
            expect(all.map(exitCodeOf)).to.deep.equal([70, 70, 70, 70, 70, 3]);
            expect(all.map(describeFailure)).to.deep.equal(["undefined", "null", "text", "of a record", "strange", "known"]);
            process.env.FFTURBO_DEBUG = "1";
            expect(all.map(describeFailure)).to.deep.equal(["undefined", "null", "text", "of a record", strange.stack, "known"]);
            expect(describeFailure(new Stopped("SIGINT"))).to.equal("stopped by SIGINT");
        } finally {
            if (old === undefined) delete process.env.FFTURBO_DEBUG;
            else process.env.FFTURBO_DEBUG = old;
        }
    });
});
