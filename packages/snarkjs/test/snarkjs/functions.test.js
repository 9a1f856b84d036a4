/**
 * Every function that snarkjs has is one of ours, and the table of docs/snarkjs.md says which are still to be built.
 * WRITE_TABLE=1 writes it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as theirs from "snarkjs";
import * as ours from "../../src/index.js";
import { proverOptions, sourceOf, toSink } from "../../src/arguments.js";
import { root } from "../../../../test/support/scratch.js";

const PAGE = join(root, "docs/snarkjs.md"), TABLE = /(?<=<!-- functions -->\n)[\s\S]*?(?=<!-- end of functions -->)/;
const namesOf = (api) => Object.entries(api).filter(([, part]) => typeof part === "object")
    .flatMap(([part, functions]) => Object.keys(functions).map((name) => `${part}.${name}`)).sort();

/** A row for each part. @param {string[]} names */
function tableOf(names) {
    const rows = [...new Set(names.map((name) => name.split(".")[0]))].map((part) => {
        const own = names.filter((name) => name.startsWith(`${part}.`));
        return `| \`${part}\` | ${own.map((name) => `\`${name.slice(part.length + 1)}\``).join(", ")} |`;
    });
    return ["| part | functions |", "|---|---|", ...rows, ""].join("\n");
}

describe("functions of ffturbo-snarkjs", () => {
    const names = namesOf(theirs);

    it("are those of snarkjs, beside withFfturbo", () => {
        const { version } = JSON.parse(readFileSync(join(root, "node_modules/snarkjs/package.json"), "utf8"));
        expect(version).to.equal("0.7.6");
        expect(names).to.have.length(47);
        expect(namesOf(ours)).to.deep.equal(names);
        expect(Object.keys(ours).filter((name) => !(name in theirs))).to.deep.equal(["withFfturbo"]);
        for (const name of names) {
            const [part, own] = name.split(".");
            expect(ours[part][own], name).to.be.a("function");
        }
    });

    it("are in the table of the page, by their parts", () => {
        const page = readFileSync(PAGE, "utf8"), wanted = tableOf(names);
        if (process.env.WRITE_TABLE) writeFileSync(PAGE, page.replace(TABLE, wanted));
        else expect(TABLE.exec(page)?.[0], "WRITE_TABLE=1 npx mocha test/snarkjs/functions.test.js").to.equal(wanted);
    });

    it("start no worker with singleThread, and report to a logger that listens", () => {
        expect(proverOptions("x", { singleThread: true })).to.deep.equal({ threads: 0 });
        expect(proverOptions("x", { singleThread: false }, {})).to.deep.equal({});
        const lines = [], { onProgress } = proverOptions("x", undefined, { debug: (line) => { lines.push(line); } });
        onProgress({ phase: "witness", done: 1, total: 2 });
        expect(lines).to.deep.equal(["witness: 1/2"]);
    });

    it("write pages of 4 MiB, which are read again across their borders", async () => {
        const bytes = Uint8Array.from({ length: (1 << 22) + 5 }, (_, i) => i % 251), pages = { type: "bigMem" };
        await toSink(pages, async (sink) => { sink.data = bytes; });
        expect(pages.data.map(({ length }) => length)).to.deep.equal([1 << 22, 5]);
        const { size, read } = sourceOf(pages);
        expect(size).to.equal(bytes.length);
        for (const [from, length] of [[0, 3], [(1 << 22) - 2, 4], [1 << 22, 5]])
            expect(read(from, length)).to.deep.equal(bytes.slice(from, from + length));
    });
});
