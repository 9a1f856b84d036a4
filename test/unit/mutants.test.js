/** scripts/mutants: which changes it makes, and what it makes of their fates. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { applied, candidatesOf, keyOf, mutantsOf } from "../../scripts/mutants/operators.mjs";
import { importing, isThinned, naming, ON_ARTIFACTS, runsCommand, Suites } from "../../scripts/mutants/suites.mjs";
import { SUITES } from "../../scripts/workspaces.mjs";
import { batchesOf } from "../../scripts/mutants/trial.mjs";
import { itInAll } from "../support/extent.js";
import { ONCE_SURVIVED } from "../support/once_survived.js";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const changesOf = (text, file = "src/some/file.js") => mutantsOf(file, text).map((mutant) => applied(text, mutant));

describe("mutants", () => {
    for (const [what, text, ...wanted] of [
        ["borders", "f(a < b);", "f(a <= b);", ";"],
        ["borders, the other way", "f(a >= b);", "f(a > b);"],
        ["equality", "f(a === b);", "f(a !== b);"],
        ["conditions", "if (ok) f();", "if (!(ok)) f();"],
        ["checks", "if (ok) throw new Error(`${a + 1}`);", "if (ok) ;"],
        ["calls of ensure", "ensure(a > b, \"ERR\", () => `${a}`);", ";", "ensure(a >= b, \"ERR\", () => `${a}`);"],
        ["clean-ups", "function f() { clearTimeout(timer); x.fill(0); }", "function f() { ; x.fill(0); }",
            "function f() { clearTimeout(timer); ; }", "function f() { clearTimeout(timer); x.fill(1); }"],
        ["awaited calls", "async () => { await close(); };", "async () => { ; };"],
        ["and", "f(a && b);", "f((a) || (  b));"],
        ["defaults", "f(a ?? b);", "f((a));", "f((b));"],
        ["defaults of parameters", "function f(a = g) {}", "function f(a) {}"],
        ["constants", "const a = 5;", "const a = 6;", "const a = 4;"],
        ["long constants", "const a = 5n;", "const a = 6n;"],
        ["flags", "const a = { once: true };", "const a = { once: false };"],
        ["sums", "const a = b + c;", "const a = b - c;"],
        ["shifts", "const a = b << c;", "const a = b >> c;"],
        ["steps", "for (;;) i++;", "for (;;) i--;", "for (;;) ;"],
        ["signs", "const a = -b;", "const a = (b);"],
        ["not", "const a = !b;", "const a = (b);"],
        ["results", "function f() { return a; }", "function f() { return undefined; }"],
        ["early ends", "function f() { if (a) return; g(); }", "function f() { if (a) ; g(); }"],
        ["least and most", "const a = Math.min(b, c);", "const a = Math.max(b, c);"],
        ["one of two conditions", "f(a && b || c);", "f((a) || c);", "f((b) || c);", "f((a && b));", "f((c));"],
        ["whole conditions", "if (a < b) f();", "if (false) f();"],
        ["branches", "f(a < b ? c : d);", "f((c));", "f((d));"],
        ["what is set once", "a ??= b;", "a = b;"],
        ["ends of attempts", "try { f(); } finally { g(); }", "try { f(); } finally {}"],
        ["clean-ups of promises", "f(a.finally(() => g()));", "f(a);", "f(a.finally(() => undefined));"],
        ["failures that are ignored", "f(a.catch(() => {}));", "f(a);"],
        ["waiting", "async () => f(await g());", "async () => f((g()));"],
        ["items", "for (const a of [b, c, d]) f({ a, b });", "for (const a of [b, c]) f({ a, b });",
            "for (const a of [b, c, d]) f({ a });"],
        ["what may be absent", "f(a?.b, a?.[c]);", "f(a.b, a?.[c]);", "f(a?.b, a[c]);"],
        ["turns of a loop", "for (;;) { if (a) continue; if (b) break; }", "for (;;) { if (a) ; if (b) break; }",
            "for (;;) { if (a) continue; if (b) ; }"],
        ["all and any", "const a = b.every(c);", "const a = b.some(c);"],
    ]) it(`change ${what}`, () => expect(changesOf(text)).to.include.members(wanted));

    it("leave messages, imports and text alone", () => {
        for (const text of ["throw new Error(\"at \" + 1);", "import { a } from \"b\";", "const a = `${1 + 2}`;",
            "// a < b", "export { a } from \"b\";"])
            expect(changesOf(text).filter((changed) => changed !== ";"), text).to.deep.equal([]);
    });

    it("change words of WebAssembly in the generator alone", () => {
        const text = "const a = \"(i32.add (i64.lt_u x (i64.const 3)))\";";
        expect(changesOf(text)).to.deep.equal([]);
        expect(changesOf(text, "scripts/wasm/a.js")).to.include.members([
            text.replace("add", "sub"), text.replace("lt_u", "le_u"), text.replace("lt_u", "lt_s"), text.replace("3)", "4)"),
        ]);
    });

    it("are programs, each once, in the order of the file", () => {
        const file = "src/util/check.js", text = readFileSync(join(root, file), "utf8"), list = mutantsOf(file, text);
        expect(list.length).to.be.above(20);
        expect(new Set(list.map((mutant) => applied(text, mutant))).size).to.equal(list.length);
        expect(list.map(({ start }) => start)).to.deep.equal(list.map(({ start }) => start).sort((a, b) => a - b));
        const lines = mutantsOf(file, text, [[1, 30]]);
        expect(lines.length).to.be.within(1, list.length - 1);
        expect(lines.every(({ line }) => line <= 30)).to.equal(true);
    });

    it("have names that outlive changes elsewhere", () => {
        const name = (text) => mutantsOf("src/a.js", text).filter(({ kind }) => kind === "compare").map(keyOf);
        expect(name("const x = a < b;")).to.deep.equal(["const x = a < b; => const x = a <= b;"]);
        expect(name("f();\n\n    const x = a < b;")).to.deep.equal(name("const x = a < b;"));
    });

    it("of lines of a file are those that begin there", function () {
        this.timeout(60_000);
        const listed = execFileSync(process.execPath, ["scripts/mutants/main.mjs", "--list", "--files",
            "src/util/check.js:10-30,src/util/base64.js:12"], { cwd: root, encoding: "utf8" }).trim().split("\n").slice(1);
        const wanted = [["src/util/check.js", 10, 30], ["src/util/base64.js", 12, 12]].flatMap(([file, from, to]) =>
            mutantsOf(file, readFileSync(join(root, file), "utf8")).filter(({ line }) => from <= line && line <= to)
                .map((one) => `${file}:${one.line} ${one.kind}: ${keyOf(one)}`));
        expect(listed).to.have.members(wanted);
        expect(wanted.length).to.be.above(3);
    });

    itInAll("are judged by suites that are known for a file, where none was recorded here", () => {
        const known = "test/package/types.test.js", file = "src/files/no_such_file.js"; // which coverage never records
        const suites = new Suites({ [known]: 3, "test/gone.test.js": 1 }, (of) => (of === file ? [known, "test/gone.test.js"] : []));
        expect(suites.reaching({ file, start: 0, end: 1 })).to.deep.equal([known]);
        expect(suites.reaching({ file: "src/files/another.js", start: 0, end: 1 })).to.deep.equal([]);
        expect([suites.cost(known), suites.cost("test/gone.test.js"), suites.cost("test/unit/gone.test.js")])
            .to.deep.equal([3, 20, 4]);
    });

    itInAll("are also judged by suites that name what their code names, best first", () => {
        const at = (file, text) => [file, readFileSync(join(root, file), "utf8").indexOf(text)];
        for (const [place, suite] of [[at("src/files/witness/log.js", "text.length < LONGEST_MESSAGE"), "test/unit/witness_log"],
            [at("src/batch/fused_program.js", "const { n8 } = Fr, count"), "test/differential/field_ops"],
            [at("packages/gpu/src/upload.js", "left = Math.max"), "packages/gpu/test/unit/gpu"],
            [at("src/protocols/groth16/json.js", 'weakness("SIGNALS_UNBOUND")'), "test/prover/weak_keys"]])
            expect([...naming(...place)].map(([name]) => name), place[0]).to.include(`${suite}.test.js`);
        for (const [, suites] of ON_ARTIFACTS)
            for (const name of suites) expect(SUITES.some((suite) => suite.startsWith(name)), name).to.equal(true);
        expect(importing("packages/gpu/src/upload.js")).to.include("packages/gpu/test/unit/gpu.test.js");
        const worth = [...naming(...at("src/files/stop.js", "now() > due")).values()];
        expect(worth[0]).to.equal(1);
        expect(worth).to.deep.equal([...worth].sort((a, b) => b - a)).and.to.have.length.within(1, 20);
        const suites = new Suites();
        expect(suites.reaching({ file: "src/files/stop.js", start: 3000, end: 3001 })).to.include("test/unit/stop.test.js");
    });

    itInAll("that survive are judged again by suites that leave tests to CI, as it runs them", () => {
        for (const [suite, thinned] of [["command/info", true], ["prover/solidity", true], ["unit/stop", false]])
            expect(isThinned(`test/${suite}.test.js`), suite).to.equal(thinned);
        const suites = new Suites({ "test/unit/stop.test.js": 2 }), { inAll } = suites;
        expect([inAll === suites.inAll, inAll.cost("test/unit/stop.test.js")])
            .to.deep.equal([true, 3 * suites.cost("test/unit/stop.test.js")]);
        inAll.judge("test/unit/stop.test.js", true);
        expect([suites.green.size, [...inAll.green]]).to.deep.equal([0, ["test/unit/stop.test.js"]]);
    });

    itInAll("are judged by the suite that says most of them, however long it takes, within the budget", () => {
        const costs = { a: 5, b: 9, c: 8, d: 22 }, known = { cost: (suite) => costs[suite], red: new Set() };
        const run = (budget, telling) => batchesOf(Object.keys(costs), known, budget, telling).flat();
        expect(run(30, undefined)).to.deep.equal(["a", "b", "c"]);
        expect(run(30, "d")).to.deep.equal(["a", "d"]);
        expect(run(22, "d")).to.deep.equal(["d"]);
        expect(run(21, "d"), "too long").to.deep.equal(["a", "b"]);
        expect(run(30, "b"), "which runs anyway").to.deep.equal(["a", "b", "c"]);
        expect(run(30, "other"), "which does not concern it").to.deep.equal(["a", "b", "c"]);
        known.red.add("d");
        expect(run(30, "d"), "which judges none").to.deep.equal(["a", "b", "c"]);
        expect(new Suites().telling({ file: "src/files/witness/log.js", start: 3000 })).to.equal("test/unit/witness_log.test.js");
        const bellman = "packages/snarkjs/src/ceremony/bellman/contribute.js";
        expect(new Suites().telling({ file: bellman, start: 4000 })).to.equal("packages/snarkjs/test/ceremony/ceremony_bellman.test.js");
    });

    itInAll("of the command are judged by all suites that import their file or run it, also where no time is known", () => {
        const suites = new Suites(), of = (file) => suites.reaching({ file: `bin/lib/${file}`, start: 0, end: 1 });
        for (const [file, suite] of [["completion.mjs", "command/completion"], ["plain_words.mjs", "unit/plain_words"]])
            expect(of(file), file).to.include(`test/${suite}.test.js`);
        expect(of("json_kinds.mjs").slice(0, 2)).to.deep.equal(["test/unit/command_words.test.js", "test/command/command.test.js"]);
        expect(suites.onWorkers().length).to.be.above(5);
    });

    itInAll("that the command runs are in its bundle; suites of which no test runs are named once", () => {
        expect(["test/command/info", "packages/server/test/server/serve", "test/circuits/facts", "test/unit/stop",
            "packages/server/test/server/front"].map((name) => runsCommand(`${name}.test.js`))).to.deep.equal([true, true, true, false, false]);
        const suites = new Suites(), { error } = console, said = [];
        console.error = (text) => said.push(text);
        try {
            for (const names of [["a"], ["a", "b"], ["b"]]) suites.idle(names);
        } finally {
            console.error = error;
        }
        expect(said).to.deep.equal(["a", "b"].map((name) => `${name} runs no test here: it judges none`));
    });

    it("that once survived can still be made, and have a suite", () => {
        for (const [what, file, from, to, suite] of ONCE_SURVIVED) {
            expect(readFileSync(join(root, file), "utf8").split(from), `${what}: ${file} has it once`).to.have.lengthOf(2);
            expect([from === to, existsSync(join(root, suite))], what).to.deep.equal([false, true]);
        }
    });

    itInAll("that are listed as equivalent are there, with a reason", function () {
        this.timeout(120_000);
        const listed = JSON.parse(readFileSync(join(root, "scripts/mutants/equivalent.json"), "utf8"));
        for (const [file, reasons] of Object.entries(listed)) {
            expect(existsSync(join(root, file)), file).to.equal(true);
            const names = new Set(candidatesOf(file, readFileSync(join(root, file), "utf8")).map(keyOf));
            for (const [key, reason] of Object.entries(reasons)) {
                expect(names.has(key), `${file}: ${key}`).to.equal(true);
                expect(reason.length, key).to.be.above(10);
            }
        }
    });
});
