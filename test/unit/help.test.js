/** The help, the examples and the manual page of the command, and where there are colours. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { readArguments } from "../../bin/lib/arguments.mjs";
import { EXAMPLES, examplesOf } from "../../bin/lib/examples.mjs";
import { ENDINGS } from "../../bin/lib/exit_codes.mjs";
import { commonOptions, FILES_NOTE, GROUPS, helpText, optionText } from "../../bin/lib/help.mjs";
import { columns, printTo } from "../../bin/lib/output.mjs";
import { isPainted, paint } from "../../bin/lib/output.mjs";
import { COMMANDS, OPTIONS } from "../../bin/lib/usage.mjs";
import { manualPage } from "../../scripts/gen-manual.mjs";
import { root } from "../support/scratch.js";

/** The words of a line as a shell gives them to a program. */
const wordsOf = (line) => [...line.split(/ [<>] /)[0].matchAll(/"([^"]*)"|(\S+)/g)].map(([, text, word]) => text ?? word);

describe("command: help", () => {
    it("is as wide as the terminal, whatever it explains; examples can be copied", () => {
        for (const width of [60, 80, 100])
            for (const command of [undefined, ...Object.keys(COMMANDS)])
                for (const line of helpText(command, { width }).split("\n").filter((text) => !/^ {2}ffturbo /.test(text)))
                    expect(line.length, `${command}: ${line}`).to.be.at.most(width);
        const lines = (width) => helpText("serve", { width }).split("\n").length;
        expect(lines(60)).to.be.above(lines(100));
    });
    it("fills its lines to the last column, those of a usage too, which go on further in", () => {
        const linesOf = (command, width) => helpText(command, { width }).split("\n");
        expect([60, 70, 80, 90, 100].some((width) => linesOf("prove", width).some((line) => line.length === width))).to.equal(true);
        for (const command of Object.keys(COMMANDS)) for (const line of helpText(command, { width: 40 }).split("\n\n")[0].split("\n"))
            expect(line.length, line).to.be.at.most(40);
        expect(helpText()).to.equal(helpText(undefined, { width: 80 }));
        expect(helpText("completion")).not.to.include("Options:");
    });
    it("has 60 to 100 columns of a terminal, and 80 where there is none", () => {
        const there = { out: () => process.stdout, error: () => process.stderr };
        try {
            for (const [given, wanted] of [[undefined, 80], [0, 80], [10, 60], [59, 60], [61, 61], [99, 99],
                [300, 100]]) {
                printTo({ ...there, out: () => ({ columns: given, on() { return this; } }) });
                expect(columns(), String(given)).to.equal(wanted);
            }
        } finally {
            printTo(there);
        }
    });
    it("loses no word of an option", () => {
        const words = (text) => text.split(/\s+/).join(" ");
        for (const [name, { options }] of Object.entries(COMMANDS))
            for (const option of options)
                expect(words(helpText(name, { width: 60 }))).to.include(`--${option} ${OPTIONS[option].value ?? ""}`.trim())
                    .and.include(words(optionText(option)));
    });
    it("has the options of a server with the server only", () => {
        for (const option of ["tokens", "waiting", "grace"]) {
            expect(helpText("serve")).to.include(`--${option} `);
            expect(helpText()).not.to.include(`--${option} `);
        }
    });
    it("has examples that the parser takes, for every command", () => {
        for (const name of Object.keys(COMMANDS).filter((one) => one !== "help")) {
            expect(examplesOf(name), name).not.to.have.length(0);
            for (const line of examplesOf(name)) {
                expect(readArguments(wordsOf(line)).command, line).to.equal(name);
                expect(line.replace(/"[^"]*"/g, ""), "a word that stands for another").not.to.match(/\b[A-Z]{3,}\b|[|[\]]/);
            }
        }
        for (const line of [...EXAMPLES, ...examplesOf("help")]) expect(() => readArguments(wordsOf(line)), line).not.to.throw();
    });
    it("shows as many files as the parser takes, at least and at most", () => {
        /** What a usage line counts: [least, most]; a|b is one of the two, (a b) both, [a] may be left out. */
        const counted = (text) => {
            let rest = text.replace(/\[?(--?\w+ \S+?)(?=[\s\])]|$)\]?/g, "").trim();
            const add = (a, b) => [a[0] + b[0], a[1] + b[1]];
            const all = (end) => {
                let sum = [0, 0], last;
                while (rest !== "" && rest[0] !== end) {
                    if (rest[0] === "|") {
                        rest = rest.slice(1);
                        const other = one();
                        sum = add(sum, [Math.min(last[0], other[0]) - last[0], Math.max(last[1], other[1]) - last[1]]);
                    } else sum = add(sum, (last = one()));
                    rest = rest.trimStart();
                }
                rest = rest.slice(1);
                return sum;
            };
            const one = () => {
                const [head] = /^[[(]|^[^\s\][()|]+/.exec(rest);
                rest = rest.slice(head.length);
                return head === "[" ? [0, all("]")[1]] : head === "(" ? all(")") : [1, 1];
            };
            return all();
        };
        expect(["a b", "a|(b c) [d [e]]", "[a] -o b", "a (b c)|(--many d)"].map(counted))
            .to.deep.equal([[2, 2], [1, 4], [0, 1], [1, 3]]);
        for (const [name, { files, least, most }] of Object.entries(COMMANDS))
            expect(counted(files), `${name} ${files}`).to.deep.equal([least, most]);
    });
    it("has every group of commands with what they do, the note about files, common options and exit codes", () => {
        const words = (text) => text.replace(/\s+/g, " "), whole = words(helpText());
        expect(whole).to.match(/^Usage: ffturbo COMMAND/);
        for (const [title, names] of GROUPS) for (const name of names)
            expect(whole, name).to.include(`${title}:`).and.include(`${name} ${COMMANDS[name].text}`);
        expect(whole).to.include(FILES_NOTE);
        for (const { exit, meaning } of ENDINGS) expect(whole).to.include(`${exit} ${meaning}`);
        expect(commonOptions()).to.deep.equal(["threads", "memory", "json", "quiet", "verbose", "help", "version"]);
    });
    it("of a command begins with its usage, and says where proofs go if it writes some", () => {
        const words = (text) => text.replace(/\s+/g, " ");
        for (const name of Object.keys(COMMANDS)) {
            expect(words(helpText(name)), name).to.match(/^Usage: ffturbo /).and.include(` ${words(COMMANDS[name].text)} `);
            expect(words(helpText(name)).includes(FILES_NOTE), name).to.equal(["prove", "fullprove"].includes(name));
        }
        expect(helpText("prove", { width: 5 }), "words that are longer than a line").to.match(/^Usage:\n/);
    });
    it("has examples of proofs, circuits and keys", () => {
        const used = EXAMPLES.map((line) => readArguments(wordsOf(line)).command);
        for (const [title, names] of GROUPS.slice(0, 3))
            expect(names.some((name) => used.includes(name)), title).to.equal(true);
    });
    it("marks titles where that is wanted", () =>
        expect(helpText("verify", { title: (text) => `*${text}*` })).to.include("*Examples:*\n  ffturbo verify").and.include("*Options:*\n"));
});

describe("command: manual page", () => {
    it("is what the tables give: npm run gen -- manual", () =>
        expect(readFileSync(join(root, "bin/ffturbo.1"), "utf8")).to.equal(manualPage()));
    it("has every command, option and variable, and nothing that roff would take for its own", () => {
        const page = manualPage(), plain = page.replaceAll("\\-", "-").replaceAll("\\&", "");
        for (const name of Object.keys(COMMANDS)) expect(plain).to.include(`.B ffturbo ${name}`);
        for (const name of Object.keys(OPTIONS)) expect(plain).to.match(new RegExp(`^\\.B (-\\w, )?--${name}\\b`, "m"));
        expect(plain).to.include("NO_COLOR");
        for (const line of page.split("\n")) expect(line).to.match(/^(\.(\\"|TH|SH|TP|B|I|br|nh|nf|fi|RS|RE|PP)\b|\.\\"|[^.'])|^$/);
        expect(page.split("\n").slice(1).join("\n").match(/[^\\]-/), "a hyphen that cannot be copied").to.equal(null);
    });
});

describe("command: colours", () => {
    it("are for terminals, unless the environment says otherwise", () => {
        const terminal = { isTTY: true }, pipe = {};
        for (const [stream, env, answer] of [
            [terminal, {}, true], [pipe, {}, false], [terminal, { NO_COLOR: "1" }, false], [terminal, { NO_COLOR: "" }, true],
            [terminal, { TERM: "dumb" }, false], [pipe, { FORCE_COLOR: "1" }, true], [pipe, { FORCE_COLOR: "" }, true],
            [terminal, { FORCE_COLOR: "0" }, false], [terminal, { FORCE_COLOR: "false" }, false],
            [pipe, { FORCE_COLOR: "1", NO_COLOR: "1" }, true],
        ]) expect(isPainted(stream, env), JSON.stringify([stream, env])).to.equal(answer);
    });
    it("end where the text ends", () => {
        const old = { ...process.env };
        delete process.env.NO_COLOR;
        process.env.FORCE_COLOR = "1";
        try {
            for (const [style, on, off] of [["good", 32, 39], ["bad", 31, 39], ["title", 1, 22], ["less", 2, 22]])
                expect(paint({}, style, "yes")).to.equal(`\x1b[${on}myes\x1b[${off}m`);
            process.env.FORCE_COLOR = "0";
            expect(paint({ isTTY: true }, "bad", "no")).to.equal("no");
        } finally {
            for (const name of ["NO_COLOR", "FORCE_COLOR"]) {
                if (old[name] === undefined) delete process.env[name];
                else process.env[name] = old[name];
            }
        }
    });
});
