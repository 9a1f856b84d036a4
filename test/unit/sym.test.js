/** Names of signals: what a slow reader of lines finds, at every cut between two reads, and no line that is none. */
import { expect } from "chai";
import { openSource } from "../../src/files/source.js";
import { readSym } from "../../src/files/sym.js";
import { itInAll, thinned } from "../support/extent.js";
import { failureOf } from "../support/failure.js";
import { compiled, compiledText } from "../support/real_files.js";

const read = async (text) => readSym(await openSource("file", typeof text === "string"
    ? new TextEncoder().encode(text) : text));

/** All lines as records, slowly. @param {string} text */
function slowly(text) {
    const byWire = new Map();
    for (const line of text.split(/\r?\n/).filter(Boolean)) {
        const [, wire, , ...rest] = line.split(","), full = rest.join(","), dot = full.lastIndexOf(".");
        if (wire !== "-1")
            byWire.set(Number(wire), [...byWire.get(Number(wire)) ?? [], { path: full.slice(0, Math.max(0, dot)),
                name: full.slice(dot + 1) }]);
    }
    return byWire;
}
const expectSame = async (text) => {
    const sym = await read(text), wanted = slowly(text);
    for (const [wire, names] of wanted) expect(sym.namesOf(wire), String(wire)).to.deep.equal(names);
    expect(sym.named).to.equal([...wanted.values()].flat().length);
    expect(sym.lines).to.equal(text.split("\n").filter(Boolean).length);
    return sym;
};

describe("files: sym", function () {
    this.timeout(120_000);
    const NESTED = `pragma circom 2.0.0;
        template Inner() { signal input a[2]; signal output b; b <== a[0] * a[1]; }
        template Main() { signal input x; signal output y; component c[2];
            for (var i = 0; i < 2; i++) { c[i] = Inner(); c[i].a[0] <== x + i; c[i].a[1] <== x; }
            y <== c[0].b * c[1].b; }
        component main = Main();`;

    for (const [name, make] of Object.entries({
        xor_net: () => compiled("xor_net"), buses: () => compiled("buses"),
        "nested, --O0": () => compiledText(NESTED, "--O0"), "nested, --O2": () => compiledText(NESTED, "--O2"),
    })) it(`${name}, as circom writes it`, async () => {
        const sym = await expectSame(Buffer.from(make()[1]).toString());
        expect(sym.namesOf(1)[0].path).to.match(/^main/);
        expect(sym.namesOf(0)).to.deep.equal([]);
    });

    it("names of several signals on a wire, in any order of wires; the last wire that there can be", async () => {
        const sym =
            await expectSame("1,7,0,main.a\n2,4294967295,0,main.b\n3,7,1,main.c[1].a\n4,-1,1,main.c[1].b\n5,0,0,main.d\n6,7,0,main.e\n");
        expect(sym.namesOf(7)).to.deep.equal([
            { path: "main", name: "a" }, { path: "main.c[1]", name: "a" }, { path: "main", name: "e" },
        ]);
        for (const most of [0, 1, 2, 3, 4]) expect(sym.namesOf(7, most)).to.deep.equal(sym.namesOf(7).slice(0, most));
        for (const wire of [1, 6, 8, 4294967294, -1, 0.5]) expect(sym.namesOf(wire)).to.deep.equal([]);
    });

    it("no lines, a last line without an end, ends of Windows, a name without a path, other letters", async () => {
        expect(await read("")).to.include({ lines: 0, named: 0 });
        await expectSame("1,1,0,main.a\n2,2,0,main.b");
        await expectSame("1,1,0,main.a\r\n2,2,0,main.b\r\n");
        await expectSame("1,1,0,alone\n2,2,0,main.größe,2\n3,3,0,.x\n4,4,0,x.\n");
        await expectSame("1,1,0,main.a\n2,2,0,pain.a\n3,3,0,pair.a\n"); // paths that differ in one letter
    });

    itInAll("lines that are cut between two reads, wherever", async () => {
        const lines = Array.from({ length: 70_000 }, (_, i) =>
            `${i + 1},${i % 3 === 0 ? -1 : (i * 7919) % 65_537},${i % 900},main.part[${Math.floor(i / 50)}].x[${i}]`);
        const text = `${lines.join("\n")}\n`;
        expect(text.length).to.be.above(2 * 2 ** 20);
        for (const shift of thinned([1, 0, 17], 3)) await expectSame(`1,1,0,${"m".repeat(shift + 1)}\n${text}`);
    });

    it("a long path that many signals share", async () => {
        const path = "main.".concat("component.".repeat(20));
        const sym = await read(Array.from({ length: 20_000 }, (_, i) => `${i},${i},0,${path}s${i}\n`).join(""));
        expect(sym.namesOf(19_999)).to.deep.equal([{ path: path.slice(0, -1), name: "s19999" }]);
    });

    describe("refuses", () => {
        const refused = async (text, words, code = "ERR_FILE") => {
            const error = await failureOf(read(text));
            expect(error, error.stack).to.include({ code });
            expect(error.message).to.match(/^file: expected .+, got .+/).and.include(words);
        };
        for (const line of ["x", "", ",,,", "1,1,0", "1,1,0,", "a,1,0,n", "1,a,0,n", "1,1,a,n", "1,-2,0,n",
            "-1,1,0,n", "1,1,-1,n", "1,,0,n",
            "1,1.5,0,n", "1, 1,0,n", "1,4294967296,0,n", "1,1234567890123456,0,n", "1234567890123456,1,0,n", "1,--1,0,n"])
            it(JSON.stringify(line), () => refused(`1,1,0,main.a\n${line}\n2,2,0,main.b\n`,
                `line 2 to be label,wire,component,name, got ${JSON.stringify(line)}`));

        it("a line that never ends, before it is kept", async () => {
            let most = 0;
            const reader = Object.assign((at, length) => {
                most = Math.max(most, at + length);
                return new Uint8Array(length).fill(0x61);
            }, { size: 2 ** 40 });
            const error = await readSym(await openSource("file", reader)).then(() => undefined, (reason) => reason);
            expect(error).to.include({ code: "ERR_FILE" });
            expect(error.message).to.equal("file: expected line 1 to have 65536 bytes or fewer, got 1048576 and more; this is no sym file");
            expect(most).to.equal(2 ** 20);
        });

        it("a line that is too long, with its end", () => refused(`1,1,0,${"a".repeat(2 ** 16)}\n`, "line 1"));

        it("a source that does not say how long it is", async () => {
            const source = await openSource("file", async (at, length) => new Uint8Array(length));
            expect(await readSym(source).then(() => undefined, (reason) => reason)).to.include({ code: "ERR_READ" });
        });
    });
});
