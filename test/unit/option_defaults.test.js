/** Each default that a type of options states is the one that the code has, and each that the code has is stated. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { root } from "../support/scratch.js";

/** file: the type of its options */
const FILES = {
    "src/protocols/key/options.js": "ProveOptions", "packages/server/src/queue/prover.js": "ProverOptions",
    "packages/server/src/queue/worker.js": "WorkerOptions", "packages/server/src/pool/local.js": "LocalProverOptions",
    "packages/server/src/pool/prover_pool.js": "PoolOptions",
};
/** What a type states of a part of an option: the code has it elsewhere. */
const ELSEWHERE = ["cache"];
const UNITS = { KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, hour: 3600, minutes: 60_000 };
const WORDS = { an: 1, one: 1, two: 2, ten: 10 };

/** A value as a comment writes it: "ffturbo", true, 10 000, 64 KiB, two minutes (milliseconds), an hour (seconds). */
function valueOf(text) {
    const quoted = /^"([^"]*)"/.exec(text), flag = /^(true|false)\b/.exec(text);
    if (quoted) return quoted[1];
    if (flag) return flag[1] === "true";
    const number = /^(\d[\d ]*\d|\d|an|one|two|ten)(?: (KiB|MiB|GiB|hour|minutes))?/.exec(text);
    if (!number) return undefined;
    return (WORDS[number[1]] ?? Number(number[1].replaceAll(" ", ""))) * (UNITS[number[2]] ?? 1);
}

/** What a typedef states: name to value. */
function statedBy(source, type) {
    const comment = new RegExp(`@typedef \\{[^}]*\\} ${type}\\b([\\s\\S]*?)\\*/`).exec(source)[1].replace(/\n \* +/g, " ");
    const stated = {};
    for (const part of comment.split("@property").slice(1)) {
        const name = /\[(\w+)\]/.exec(part)?.[1], text = /default:? (.*)/i.exec(part)?.[1];
        const value = name && text && valueOf(text);
        if (value !== undefined && !/by default|: all/.test(part)) stated[name] = value;
    }
    return stated;
}

/** The object DEFAULTS of a module, without functions and what is false. */
function defaultsOf(source) {
    const text = /const DEFAULTS = Object\.freeze\((\{[\s\S]*?\})\);/.exec(source)[1];
    return Object.entries(new Function(`return ${text}`)()).filter(([, value]) => typeof value !== "function");
}

describe("defaults of options", () => {
    for (const [file, type] of Object.entries(FILES)) it(`${file}: ${type}`, async () => {
        await import(pathToFileURL(join(root, file)).href); // a mutant of a default concerns who loads its file
        const source = readFileSync(join(root, file), "utf8"), stated = statedBy(source, type);
        const defaults = Object.fromEntries(defaultsOf(source));
        expect(Object.keys(defaults)).to.not.be.empty;
        for (const [name, value] of Object.entries(defaults)) expect(stated[name], `${name} is stated`).to.equal(value);
        const without = Object.keys(stated).filter((name) => stated[name] !== false && !(name in defaults));
        expect(without.filter((name) => !ELSEWHERE.includes(name)), "stated, not in the code").to.deep.equal([]);
    });
});
