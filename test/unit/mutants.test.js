/** scripts/mutants: which changes it makes, and what it makes of their fates. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { applied, keyOf, mutantsOf } from "../../scripts/mutants/operators.mjs";
import { itInAll } from "../support/extent.js";

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

    itInAll("that are listed as equivalent are there, with a reason", function () {
        this.timeout(120_000); // each is parsed
        const listed = JSON.parse(readFileSync(join(root, "scripts/mutants/equivalent.json"), "utf8"));
        for (const [file, reasons] of Object.entries(listed)) {
            expect(existsSync(join(root, file)), file).to.equal(true);
            const names = new Set(mutantsOf(file, readFileSync(join(root, file), "utf8")).map(keyOf));
            for (const [key, reason] of Object.entries(reasons)) {
                expect(names.has(key), `${file}: ${key}`).to.equal(true);
                expect(reason.length, key).to.be.above(10);
            }
        }
    });
});
