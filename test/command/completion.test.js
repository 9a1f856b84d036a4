/** `ffturbo completion`: what shells offer at the end of a line. */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { SHORT } from "../../bin/lib/arguments.mjs";
import { completionScript, placesOf } from "../../bin/lib/completion.mjs";
import { COMMANDS, OPTIONS } from "../../bin/lib/usage.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { runCommand } from "../support/command.js";

const tables = { commands: COMMANDS, options: OPTIONS, short: SHORT };
const has = (shell) => spawnSync(shell, ["--version"]).status === 0;

/** Words before the cursor, and what is offered there, among others if a list begins with "...". */
const ROWS = [
    [["fullp"], ["fullprove"]],
    [["zkey", "export", ""], ["..." , "json", "bellman", "verificationkey"]],
    [["--threads", "2", "zkey", "imp"], ["import"]],
    [["powersoftau", "prepare", ""], ["phase2"]],
    [["prove", "--js"], ["--json"]],
    [["verify", "--mem"], []],
    [["help", "zkey", "bell"], ["bellman"]],
    [["completion", ""], ["bash", "zsh", "fish"]],
];

describe("command: completion", function () {
    this.timeout(60_000);
    let folder;
    before(() => {
        folder = temporaryFolder("completion");
        for (const name of ["a.zkey", "b c.wtns", "d.txt"]) writeFileSync(join(folder, name), "");
        mkdirSync(join(folder, "sub"));
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    const expectOffer = (offered, expected, line) => {
        const names = expected.filter((name) => name !== "...");
        if (names.length === expected.length) expect(offered, line).to.have.members(names);
        else expect(offered, line).to.include.members(names);
    };

    it("knows every command by its words, with its options and the endings of its files", () => {
        const places = new Map(placesOf(COMMANDS).map((place) => [place.path, place]));
        for (const [name, { options }] of Object.entries(COMMANDS)) {
            const words = name.split(" ");
            words.forEach((word, i) =>
                expect(places.get(words.slice(0, i).join(" ")).next.map((one) => one.word), name).to.include(word));
            expect(places.get(name).options).to.include.members(options);
        }
        expect(places.get("prove").endings).to.deep.equal(["zkey", "wtns", "json"]);
        expect(places.get("doctor").endings).to.deep.equal([]);
    });

    it("says in each shell's words what follows an option, and its letter", () => {
        const text = ["t"], few = {
            commands: { "a:b": { files: "x.json", text: "it's", options: ["out", "dir", "location", "n", "flag"] },
                "a:b c d": { files: "", text: "d", options: [] } },
            options: { out: { value: "file", text }, dir: { value: "folder", text }, location: { value: "location", text },
                n: { value: "n", text }, flag: { text }, help: { text }, version: { text } },
            short: { out: "o" },
        };
        const [first, ab, abc, abcd, ...others] = placesOf(few.commands);
        expect(others).to.deep.equal([]);
        expect(first).to.deep.equal({ path: "", next: [{ word: "a:b", text: "it's" }], options: ["help", "version"], endings: [] });
        expect(ab).to.deep.equal({ path: "a:b", next: [{ word: "c", text: "a:b c ..." }],
            options: ["out", "dir", "location", "n", "flag", "help"], endings: ["json"] });
        expect(abc).to.deep.equal({ path: "a:b c", next: [{ word: "d", text: "d" }], options: ["help", "version"], endings: [] });
        expect(abcd.next).to.deep.equal([]);
        for (const [shell, ...parts] of [
            ["bash", "\n        --out | -o) return ;;\n        --dir | --location) IFS=", "\n        --n) compopt", "            --out | -o | --dir | --location | --n) ((i++))"],
            ["zsh", "(--out|-o) _files; return ;;", "(--dir|--location) _files -/; return ;;", "(--n) _message", "next=('a\\:b:it'\\''s')",
                "options=('--out:t' '--dir:t' '--location:t' '--n:t' '--flag:t' '--help:t')", "(--out|-o|--dir|--location|--n) ((i++))"],
            ["fish", " -l out -s o -r -F -d 't'\n", " -l dir -x -a '(__fish_complete_directories)' -d 't'\n",
                " -l location -x -a '(__fish_complete_directories)' -d 't'\n", " -l n -x -d 't'\n", " -l flag -d 't'\n",
                "if contains -- $word --out -o --dir --location --n\n"],
        ]) for (const part of parts) expect(completionScript(shell, few)).to.include(part);
    });

    it("bash", function () {
        if (!has("bash")) {
            this.test.title += ": not on this machine";
            return;
        }
        const offer = (words) => {
            const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", `${completionScript("bash", tables)}
                COMP_WORDS=(ffturbo "$@"); COMP_CWORD=$#; _ffturbo 2> /dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`, "bash", ...words],
            { cwd: folder, encoding: "utf8" });
            expect(stderr).to.equal("");
            return stdout.split("\n").filter(Boolean);
        };
        for (const [words, expected] of ROWS) expectOffer(offer(words), expected, words.join(" "));
        for (const [words, expected] of [
            [["prove", ""], ["a.zkey", "b c.wtns", "sub"]], [["prove", "a.zkey", "--threads", "2", "b"], ["b c.wtns"]],
            [["wtns", "de"], ["debug"]], [["serve", "--cache", ""], ["sub"]], [["prove", "--threads", ""], []],
            [["wtns", "b c.wtns", "de"], []],
        ]) expectOffer(offer(words), expected, words.join(" "));
    });

    it("fish", function () {
        if (!has("fish")) {
            this.test.title += ": not on this machine";
            return;
        }
        const offer = (words) => {
            const { stdout, stderr } = spawnSync("fish", ["--no-config", "-c", `${completionScript("fish", tables)}
                complete -C ${JSON.stringify(`ffturbo ${words.join(" ")}`)}`], { cwd: folder, encoding: "utf8" });
            expect(stderr).to.equal("");
            return stdout.split("\n").filter(Boolean).map((line) => line.split("\t")[0]);
        };
        for (const [words, expected] of ROWS) expectOffer(offer(words), expected, words.join(" "));
        expect(offer(["prove", ""])).to.include.members(["a.zkey", "b c.wtns", "sub/"]);
    });

    it("zsh: a function that it can read, with every place", function () {
        const text = completionScript("zsh", tables);
        for (const { path } of placesOf(COMMANDS)) expect(text).to.include(`        ('${path}')\n`);
        if (!has("zsh")) {
            this.test.title += ": not on this machine";
            return;
        }
        expect(spawnSync("zsh", ["-f", "-n"], { input: text, encoding: "utf8" })).to.include({ status: 0, stderr: "" });
    });

    it("the command prints it, and refuses another shell with 2", async () => {
        for (const shell of ["bash", "zsh", "fish"])
            expect(await runCommand(folder, ["completion", shell])).to.deep.equal({
                code: 0, signal: null, out: completionScript(shell, tables), err: "",
            });
        const { code, err } = await runCommand(folder, ["completion", "tcsh"]);
        expect(code).to.equal(2);
        expect(err).to.match(/^ffturbo: completion: expected bash, zsh, fish, got "tcsh"\n/);
    });
});
