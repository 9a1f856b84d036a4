/** What the command guesses to help its user: which file was meant, which word, which input. */
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { SIGNALS } from "../../bin/lib/exit_codes.mjs";
import { withInputNames } from "../../bin/lib/input_names.mjs";
import { defaultOf, TABLE } from "../../packages/snarkjs/bin/snarkjs/table.mjs";
import { checkVerificationKey, hintFor, jsonKind } from "../../bin/lib/json_kinds.mjs";
import { main } from "../../bin/lib/main.mjs";
import { print, printTo, say } from "../../bin/lib/output.mjs";
import { listen, untilStopped } from "../../bin/lib/signals.mjs";
import { suggest } from "../../bin/lib/suggest.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { knownCurve } from "../../src/curves/known.js";
import { makeFile } from "../support/binfiles.js";
import { root } from "../support/scratch.js";

describe("command: kinds of JSON", () => {
    for (const [kind, ...values] of [
        ["signals", [], ["1"], [[1]]],
        ["vkey", { protocol: "groth16", nPublic: 0 }, { protocol: "plonk", nPublic: 1, pi_a: 1 },
            { vk_alpha_1: [], curve: "bn254" }, { protocol: "groth", vk_alpha_1: [], curve: "bn128" }, { Qm: [], curve: "a", nPublic: "1" }],
        ["proof", { protocol: "groth16", pi_a: [] }, { protocol: "plonk", A: [] }, { protocol: "fflonk", polynomials: {} },
            { pi_a: ["1", "2"] }, { A: ["1"], Wxi: ["1"], protocol: null }, { polynomials: {}, evaluations: {} }],
        ["inputs", { a: 1 }, { a: "-1", b: "0xfF" }, { $a_1: [[1, "2"], { b: [] }] }, { nPublic: 1 }, { pi_a: 1 }, { Z: {} }, { A: [1] },
            { vk_alpha_1: [1] }],
        [undefined, {}, null, undefined, 7, "text", { a: "x" }, { a: null }, { a: [null] }, { a: true }, { "a b": 1 }, { "1a": 1 },
            { a: "0x" }, { a: "1 " }, { protocol: "groth16" }, { protocol: "", nPublic: 1 }, { protocol: "groth16\n", nPublic: 1 },
            { protocol: "g".repeat(41), nPublic: 1 }],
    ]) it(`${kind}`, () => {
        for (const value of values) expect(jsonKind(value), JSON.stringify(value)).to.equal(kind);
    });

    const nested = (depth) => {
        let list = 1;
        for (let i = 0; i < depth; i++) list = i % 2 ? [list] : { a: list };
        return list;
    };
    it("inputs are as deep as a circuit takes them, and what is deeper is of no kind", () => {
        expect(jsonKind({ a: nested(64) })).to.equal("inputs");
        for (const depth of [65, 100_000]) expect(jsonKind({ a: nested(depth) }), depth).to.equal(undefined);
        for (const deep of [nested(100_000), [nested(100_000)]])
            for (const value of [{ protocol: deep, nPublic: 1 }, { protocol: "plonk", nPublic: deep }, { protocol: deep, A: [] }])
                expect(jsonKind(value)).to.equal(undefined);
    });

    it("a key is refused where it is a proof, or inputs; the verifier judges anything else", () => {
        const said = (value) => {
            try {
                return checkVerificationKey(value, "k.json");
            } catch ({ code, message }) {
                return [code, message.split(";")[0]];
            }
        };
        expect(said({ protocol: "plonk", A: [] })).to.deep.equal(["ERR_FILE", "k.json: expected a verification key, got a proof"]);
        expect(said({ a: 1 })).to.deep.equal(["ERR_FILE", "k.json: expected a verification key, got inputs of a circuit"]);
        for (const value of [{ protocol: "plonk", nPublic: 0 }, ["1"], null, {}]) expect(said(value)).to.equal(undefined);
    });

    const bn = knownCurve("bn128"), bls = knownCurve("bls12381"), proof = { protocol: "groth16", pi_a: [] };
    for (const [name, args, hint] of [
        ["a proof in place of signals", [{}, proof, proof, { input: "signals" }], "; that is a proof"],
        ["signals in place of a proof", [{}, ["1"], ["1"], { input: "proof" }], "; those are public signals"],
        ["inputs in place of signals", [{}, { a: 1 }, proof, { input: "signals" }], "; those are inputs of a circuit"],
        ["a key in place of a proof", [{}, ["1"], { protocol: "plonk", nPublic: 1 }, { input: "proof" }], "; that is a verification key"],
        ["what has no kind", [{}, {}, {}, { input: "signals" }], ""],
        ["signals that are some", [{ curve: "bn128" }, ["1"], proof, { input: "signals" }], ""],
        ["a proof that is one", [{ curve: "bn128" }, ["1"], proof, { input: "proof" }], ""],
        ["no file", [{ curve: "bn128" }, ["1"], ["1"], { reason: "SIGNAL_VALUE" }], ""],
        ["values of another field", [{ curve: "bn128" }, ["0", String(bn.r), "5"], proof, { reason: "SIGNAL_VALUE" }], "; these signals look like bls12381"],
        ["for another reason", [{ curve: "bn128" }, [String(bn.r)], proof, { reason: "EQUATION" }], ""],
        ["values of the field", [{ curve: "bn128" }, [String(bn.r - 1n)], proof, { reason: "SIGNAL_VALUE" }], ""],
        ["a curve that is not known", [{ curve: "?" }, [String(bn.r)], proof, { reason: "SIGNAL_VALUE" }], ""],
        ["values that are no numbers", [{ curve: "bn128" }, [String(bn.r), "x"], proof, { reason: "SIGNAL_VALUE" }], ""],
        ["values of no field", [{ curve: "bn128" }, ["9".repeat(199)], proof, { reason: "SIGNAL_VALUE" }], ""],
        ["values in lists, however deep", [{ curve: "bn128" }, [String(bn.r), JSON.parse("[".repeat(40_000) + "]".repeat(40_000))], proof, { reason: "SIGNAL_VALUE" }], ""],
        ["values that are numbers", [{ curve: "bn128" }, [String(bn.r), 5], proof, { reason: "SIGNAL_VALUE" }], "; these signals look like bls12381"],
        ["values that are too long", [{ curve: "bn128" }, [String(bn.r), "0".repeat(201)], proof, { reason: "SIGNAL_VALUE" }], ""],
    ]) it(`a hint for ${name}`, () => {
        expect(hintFor(...args)).to.equal(hint);
    });
    it("a hint names a curve whose field has all of the values", () => {
        for (const [value, curve] of [[bls.r - 1n, "bls12381"], [bls.r, undefined]]) {
            const name = /like (\w+)$/.exec(hintFor({ curve: "bn128" }, [String(value)], proof, { reason: "SIGNAL_VALUE" }))?.[1];
            expect(name && knownCurve(name).r > value, String(value)).to.equal(curve && true);
        }
    });
});

describe("command: the word that was meant", () => {
    const known = ["prove", "verify", "fullprove", "wtns"];
    for (const [word, meant] of [
        ["prove", "prove"], ["PRO", "prove"], ["ver", "verify"], ["p", undefined], ["porve", "prove"], ["prov", "prove"],
        ["prooove", "prove"], ["veriyf", "verify"], ["verfy", "verify"], ["wnts", "wtns"], ["wt", "wtns"], ["zzz", undefined],
        ["xxfy", undefined], ["fulprov", "fullprove"], ["", undefined], ["prXYe", undefined], ["wtxn", undefined],
    ]) it(`${word}: ${meant}`, () => expect(suggest(word, known)).to.equal(meant));
    it("none of none, and any of one letter", () => expect([suggest("a", []), suggest("a", ["b"])]).to.deep.equal([undefined, "b"]));
});

describe("command: the names of inputs", () => {
    const UNKNOWN = "input ainn: expected the name of an input of the circuit, got one that it does not have";
    const MISSING = "witness calculator: expected 3 input values, got 1; an input of the circuit is missing";
    const sym = ["1,1,0,main.out", "2,2,0,main.ain", "3,3,0,main.list[0]", "4,-1,0,main.list[1]", "5,4,0,main.bus.x", "6,5,1,main.sub.in", ""]
        .join("\n");
    const u32 = (...numbers) => new Uint8Array(Uint32Array.from(numbers).buffer);
    /** One output, ain public, list and bus private. */
    const header = new Uint8Array([...u32(32), 3, ...new Array(30).fill(0), 1, ...u32(5, 1, 1, 3, 7, 0, 0)]);
    const r1cs = makeFile("r1cs", 1, [[1, header], [2, new Uint8Array(0)], [3, new Uint8Array(40)]]);
    let folder;
    beforeEach(() => {
        folder = temporaryFolder("input-names");
        mkdirSync(join(folder, "c_js"));
    });
    afterEach(() => rmSync(folder, { recursive: true }));
    /** The message for these files; each is put where circom puts it, unless it says otherwise. */
    async function told(message, { inputs = {}, files = ["c.sym", "c.r1cs"], code = "ERR_INPUT", ...more } = {}) {
        for (const name of files) writeFileSync(join(folder, name), name.endsWith(".sym") ? sym : r1cs);
        const error = Object.assign(new Error(message), { code }), wasm = join(folder, "c_js/c.wasm");
        expect(await withInputNames(error, { wasm, inputs, ...more })).to.equal(error);
        return error.message.slice(message.length).replaceAll(`${folder}/`, "");
    }

    it("follow an unknown one, with the one that was meant", async () => {
        expect(await told(UNKNOWN)).to.equal("; did you mean ain? inputs are ain, list, bus (c.sym)");
        expect(await told(UNKNOWN.replace("ainn", "zzzzzzz[3].y"))).to.equal("; inputs are ain, list, bus (c.sym)");
        expect(await told(UNKNOWN.replace("ainn", "[0]"))).to.equal("; inputs are ain, list, bus (c.sym)");
        expect(await told(UNKNOWN.replace("ainn", "lisst[0]"))).to.match(/^; did you mean list\? /);
    });
    it("are those that are missing", async () => {
        expect(await told(MISSING, { inputs: { ain: 1 } })).to.equal(": list, bus (c.sym)");
        expect(await told(MISSING, { inputs: { "ain": 1, "list[0]": 1, "bus.x": 1 } })).to.equal("; inputs are ain, list, bus (c.sym)");
        expect(await told(MISSING, { inputs: undefined })).to.equal(": ain, list, bus (c.sym)");
    });
    it("without a constraint system are those of the main component", async () => {
        const all = "signals of the main component, inputs among them, are out, ain, list";
        expect(await told(UNKNOWN, { files: ["c_js/c.sym"] })).to.equal(`; did you mean ain? ${all} (c_js/c.sym)`);
        expect(await told(MISSING, { files: ["c_js/c.sym"], inputs: { ain: 1 } })).to.equal(`; ${all} (c_js/c.sym)`);
    });
    it("are looked for in files that are named", async () => {
        const named = { sym: join(folder, "other.sym"), r1cs: join(folder, "other.r1cs") };
        expect(await told(MISSING, { files: ["other.sym", "other.r1cs"], ...named })).to.equal(": ain, list, bus (other.sym)");
    });
    it("are not said of other errors, without a file, nor of one that is damaged", async () => {
        expect(await told(UNKNOWN, { files: [] })).to.equal("");
        expect(await told(UNKNOWN, { code: "ERR_FILE" })).to.equal("");
        expect(await told("input a: expected 2 values, got 1")).to.equal("");
        writeFileSync(join(folder, "c.sym"), "damaged");
        expect(await told(UNKNOWN, { files: [] })).to.equal("");
        writeFileSync(join(folder, "c.sym"), "");
        expect(await told(UNKNOWN, { files: [] })).to.equal("");
        expect(await withInputNames(undefined, { wasm: join(folder, "c.wasm"), inputs: {} })).to.equal(undefined);
    });
    it("are read from files that are closed then", async () => {
        const lowest = () => {
            const fd = openSync(join(folder, "c.sym"));
            closeSync(fd);
            return fd;
        };
        await told(UNKNOWN);
        const before = lowest();
        await told(UNKNOWN);
        expect(lowest()).to.equal(before);
    });
    it("are listed up to twenty", async () => {
        const many = join(folder, "many.sym");
        for (const [count, end] of [[20, "s18, s19"], [21, "s18, s19, and 1 more"]]) {
            writeFileSync(many, Array.from({ length: count }, (_, i) => `${i + 1},${i + 1},0,main.s${i}\n`).join(""));
            expect(await told(MISSING, { sym: many, r1cs: undefined, files: [] })).to.match(new RegExp(`${end} \\(many.sym\\)$`));
        }
    });
});

describe("command: a call within a process", () => {
    const call = async (args, stream) => {
        printTo({ out: () => stream, error: () => stream });
        try {
            return await main(pathToFileURL(`${root}/`), args);
        } finally {
            printTo({ out: () => process.stdout, error: () => process.stderr });
        }
    };
    const into = (texts) => new Writable({ write(chunk, _, done) {
        texts.push(String(chunk));
        done();
    } });

    it("leaves no listener to signals, whether it ends well or not", async () => {
        const before = SIGNALS.map((name) => process.listenerCount(name));
        expect([await call(["--version"], into([])), await call(["pvoer"], into([]))]).to.deep.equal([0, 2]);
        expect(SIGNALS.map((name) => process.listenerCount(name))).to.deep.equal(before);
    });

    it("a signal ends it with its own words, whatever fails then, after half a second whatever goes on", async () => {
        const { setTimeout: start } = globalThis, { kill } = process, said = [], killed = [];
        let timers = [];
        globalThis.setTimeout = (run, ms, ...args) => {
            if (ms !== 500 && ms !== 1000) return start(run, ms, ...args);
            const timer = { run, ms, free: false, unref: () => { timer.free = true; } };
            timers.push(timer);
            return timer;
        };
        process.kill = (...args) => killed.push(args);
        const server = createServer(() => process.emit("SIGHUP")); // it never answers
        await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
        try {
            const failing = call(["verify", "none", "none", "none"], into(said));
            process.emit("SIGTERM");
            expect([await failing, said.splice(0).join("")]).to.deep.equal([143, "ffturbo: stopped by SIGTERM\n"]);
            timers = [];
            const inputs = join(root, "package.json");
            const waiting = call(["wtns", `http://127.0.0.1:${server.address().port}/`, inputs], into(said));
            await new Promise((resolve) => { server.once("request", resolve); });
            expect(timers.map(({ ms, free }) => [ms, free])).to.deep.equal([[500, true], [1000, true]]);
            for (const { run } of timers) run();
            expect([await waiting, said.join(""), killed])
                .to.deep.equal([129, "ffturbo: stopped by SIGHUP\n", [[process.pid, "SIGHUP"]]]);
        } finally {
            Object.assign(globalThis, { setTimeout: start });
            process.kill = kill;
            server.closeAllConnections();
            server.close();
        }
    });

    it("a server takes the first signal for itself, and the second one ends it", async () => {
        const { exit } = process, before = SIGNALS.map((name) => process.listeners(name)), ended = [];
        process.exit = (code) => ended.push(code);
        for (const name of SIGNALS) process.removeAllListeners(name); // of other suites in this process
        try {
            for (const [name, code] of [["SIGTERM", 143], ["SIGINT", 130]]) {
                const { signal } = listen(), stopped = untilStopped();
                process.emit(name);
                expect([await stopped, signal.aborted, ended]).to.deep.equal([name, false, []]);
                process.emit(name);
                expect(ended.splice(0)).to.include(code);
            }
        } finally {
            process.exit = exit;
            for (const [i, name] of SIGNALS.entries()) {
                process.removeAllListeners(name);
                for (const one of before[i]) process.on(name, one);
            }
        }
    });

    it("prints and says no character that moves, clears, hides or turns around what a terminal shows", async () => {
        const texts = [], own = "\x1b[1mbold\x1b[22m \x1b[32;22mgreen\x1b[0m \x1b[39m\ttab\nline é \u{1f600}";
        const bad = [0, 7, 8, 0xb, 0xd, 0x1b, 0x7f, 0x80, 0x9b, 0x61c, 0x200f, 0x2028, 0x202e, 0x2066];
        printTo({ out: () => into(texts), error: () => into(texts) });
        try {
            for (const put of [print, say]) {
                put(own);
                put(String.fromCharCode(...bad));
                for (const code of ["2J", "8m", "30m", "1;31m", "0"]) put(`\x1b[${code}`);
                put(JSON.stringify("\x9b\u202e"));
            }
        } finally {
            printTo({ out: () => process.stdout, error: () => process.stderr });
        }
        const all = texts.join("").split("\n"), half = all.slice(0, (all.length - 1) / 2);
        expect(half).to.deep.equal([
            ...own.split("\n"), bad.map((one) => `\\u${one.toString(16).padStart(4, "0")}`).join(""),
            ...["2J", "8m", "30m", "1;31m", "0"].map((code) => `\\u001b[${code}`), '"\\u009b\\u202e"',
        ]);
        expect(all).to.deep.equal([...half, ...half, ""]);
        expect(JSON.parse(half.at(-1))).to.equal("\x9b\u202e");
    });

    it("prints where it is told, and knows nothing of what another call could not print", async () => {
        const texts = [], full = new Writable({ write: (_chunk, _, done) => done(new Error("full")) });
        expect(await call(["--version"], full)).to.not.equal(0);
        expect(await call(["--version"], into(texts))).to.equal(0);
        expect(texts.join("")).to.match(/^ffturbo \S+, Node \S+\n$/);
    });
});

describe("command: files of snarkjs that are not named", () => {
    it("have the name in brackets, and one without brackets has none", () => {
        for (const [command, { files }] of Object.entries(TABLE)) for (const [i, word] of files.split(" ").entries())
            expect(defaultOf(command, i), `${command} ${word}`).to.equal(word.startsWith("[") ? word.slice(1, -1) : "");
    });
});
