/** Numbers on the command line: at their bounds, and beside them. */
import { availableParallelism } from "node:os";
import { expect } from "chai";
import { readArguments, UsageError } from "../../bin/lib/arguments.mjs";

describe("command: arguments", () => {
    for (const [command, option, least, most] of [
        ["serve", "port", 0, 65535], ["serve", "waiting", 0, 999_999_999], ["work", "concurrency", 1, 1024],
        ["work", "grace", 0, 1_000_000],
    ])
        it(`${command} --${option}: from ${least} to ${most}`, () => {
            const read = (text) => readArguments([command, `--${option}`, text]);
            for (const value of [least, most])
                expect(JSON.stringify(read(String(value)))).to.include(`"${option}":${value}`);
            for (const text of [String(most + 1), "1e3", "1.5", "", " 1", "1234567890", ...(least > 0 ? [String(least - 1)] : [])])
                expect(() => read(text), text).to.throw(UsageError, `--${option}: expected a number from ${least} to ${most}, got "${text}"`);
        });

    it("--threads: as many as asked, up to four per processor; it wins over FFTURBO_THREADS", () => {
        const most = 4 * availableParallelism(), old = process.env.FFTURBO_THREADS;
        const read = (option, variable) => {
            if (variable === undefined) delete process.env.FFTURBO_THREADS;
            else process.env.FFTURBO_THREADS = variable;
            const { threads, asked } = readArguments(["bench", ...(option === undefined ? [] : ["--threads", option])]);
            return [threads, asked];
        };
        try {
            expect(read(undefined, undefined)).to.deep.equal([undefined, undefined]);
            expect(read(undefined, "")).to.deep.equal([undefined, undefined]);
            expect(read(undefined, "2")).to.deep.equal([2, undefined]);
            expect(read("0", "2")).to.deep.equal([0, undefined]);
            expect(read(String(most), undefined)).to.deep.equal([most, undefined]);
            expect(read(String(most + 1), undefined)).to.deep.equal([most, most + 1]);
            expect(read(undefined, "999999999")).to.deep.equal([most, 999_999_999]);
            expect(() => read(undefined, "two")).to.throw(UsageError, "FFTURBO_THREADS: expected a number");
            for (const text of ["1.5", "1234567890", ""])
                expect(() => read(text, undefined), text).to.throw(UsageError, "--threads: expected a number");
        } finally {
            if (old === undefined) delete process.env.FFTURBO_THREADS;
            else process.env.FFTURBO_THREADS = old;
        }
    });

    it("sizes: bytes, or with a unit, and what a server has by default", () => {
        const body = (text) => readArguments(["serve", "--body", text]).body;
        for (const [text, bytes] of [["0", 0], ["7", 7], ["1b", 1], ["2k", 2048], ["1.5k", 1536], ["0.0001k", 0],
            ["3M", 3 << 20], ["1mib", 1 << 20], ["2GB", 2 ** 31]]) expect(body(text), text).to.equal(bytes);
        for (const text of ["", "k", "1t", "1.k", "1 m"])
            expect(() => body(text), text).to.throw(UsageError, /^--body: expected a size such as/);
        expect(readArguments(["serve"])).to.include({
            body: 1 << 20, "cache-size": 10 * 2 ** 30, concurrency: 1, port: 8080, waiting: 1000, grace: 25,
        });
        expect(readArguments(["work"])).to.include({ grace: 25 });
        expect(readArguments(["bench"])).not.to.have.property("grace");
    });

    const read = (line) => readArguments(line === "" ? [] : line.split(" "));
    const refusal = (line) => {
        try {
            return read(line);
        } catch (error) {
            return error instanceof UsageError && error.message;
        }
    };

    it("say of the memory which option is wrong", () => {
        expect(read("info a --memory 2g").memory).to.equal(2 ** 31);
        expect(read("info a").memory).to.equal(undefined);
        expect(refusal("info a --memory much")).to.match(/^--memory: expected a size such as 512m or 2g, got "much"\n.*info.*\n.*help info/);
    });

    it("--redis wins over FFTURBO_REDIS, which counts unless it is empty", () => {
        const old = process.env.FFTURBO_REDIS, answers = [];
        try {
            for (const variable of [undefined, "", "redis://a"]) {
                if (variable === undefined) delete process.env.FFTURBO_REDIS;
                else process.env.FFTURBO_REDIS = variable;
                answers.push(["serve", "work --redis redis://b", "bench"].map((line) => read(line).redis));
            }
        } finally {
            if (old === undefined) delete process.env.FFTURBO_REDIS;
            else process.env.FFTURBO_REDIS = old;
        }
        expect(answers).to.deep.equal([[undefined, "redis://b", undefined], [undefined, "redis://b", undefined],
            ["redis://a", "redis://b", undefined]]);
        expect(read("serve --allow a --allow b").allow).to.deep.equal(["a", "b"]);
    });

    it("--max: from 0 to 10000, for the commands that list constraints", () => {
        for (const [text, max] of [["0", 0], ["10000", 10_000], ["00007", 7]])
            expect(read(`check a.r1cs b.wtns --max ${text}`).max, text).to.equal(max);
        expect(read("check a.r1cs b.wtns")).to.have.property("max", undefined);
        expect(read("info a")).not.to.have.property("max");
        for (const text of ["10001", "99999", "1e3", "000001", "x"])
            expect(refusal(`check a.r1cs b.wtns --max ${text}`), text).to.include("--max: expected a number from 0 to 10000");
    });

    it("--beacon-limit: an exponent of two digits, for the commands that verify beacons", () => {
        for (const [text, limit] of [["63", 63], ["5", 5], ["00", 0]])
            expect(read(`zkey verify a b c --beacon-limit ${text}`).beaconLimit, text).to.equal(limit);
        expect(read("zkey verify a b c")).to.have.property("beaconLimit", undefined);
        expect(read("info a")).not.to.have.property("beaconLimit");
        for (const text of ["100", "x", "1.5", "0x1"])
            expect(refusal(`zkey verify a b c --beacon-limit ${text}`), text).to.match(/^--beacon-limit: expected an exponent/);
    });

    it("letters stand for options", () => {
        expect(read("zkey contribute a b -e x -n y")).to.include({ entropy: "x", name: "y" });
        expect([read("wtns a b -o c").output, read("-v").version, read("-h").help]).to.deep.equal(["c", true, true]);
    });

    it("verify: a key with public signals and a proof, or with --many alone", () => {
        expect(read("verify a b c").files).to.deep.equal(["a", "b", "c"]);
        expect(read("verify a --many b")).to.deep.include({ files: ["a"], many: "b" });
        expect(refusal("verify a b c --many d")).to.match(/^verify: expected 1 file name beside --many, got 3/);
    });

    it("completion: shells that it knows", () => {
        expect(["bash", "zsh", "fish"].map((shell) => read(`completion ${shell}`).files[0])).to.deep.equal(["bash", "zsh", "fish"]);
        expect(refusal("completion tcsh")).to.match(/^completion: expected bash, zsh, fish, got "tcsh"/);
    });

    it("--port: serve has one by default, work has none", () => {
        expect(["serve", "serve --port 1", "work", "work --port 1"].map((line) => read(line).port))
            .to.deep.equal([8080, 1, undefined, 1]);
    });

    it("check: a witness, or a program with its inputs, and names of signals besides", () => {
        for (const [files, expected] of [["r w.wtns", 0], ["r w.wtns s", 0], ["r w.wtns s t", "2 or 3 file names, got 4"],
            ["r p.wasm", "3 or 4 file names, got 2"], ["r p.WASM i", 0], ["r http://h/p.wasm?k i s", 0],
            ["r p.wasm#x", "3 or 4"], ["r p.wasm.wtns", 0]]) {
            const answer = refusal(`check ${files}`);
            if (expected) expect(answer, files).to.match(new RegExp(`^check: expected .*${expected}`));
            else expect(answer.files, files).to.deep.equal(files.split(" "));
        }
    });

    it("-o: a witness has a name by default, a program must be given one", () => {
        expect(read("wtns a b").output).to.equal("witness.wtns");
        expect(read("wtns a b -o c").output).to.equal("c");
        expect(read("info a").output).to.equal(undefined);
        expect(read("optimize a -o c").output).to.equal("c");
        expect(refusal("optimize a")).to.match(/^optimize: expected -o/);
    });

    it("proofs are checked unless that is not wanted", () => {
        expect([read("prove a b"), read("prove a b --check"), read("prove a b --no-check")].map(({ check }) => check))
            .to.deep.equal([true, true, false]);
    });

    it("help and version come before what is wrong with the rest", () => {
        for (const [line, answer] of [
            ["", { help: true }], ["-h", { help: true, command: undefined }], ["prove -h", { help: true, command: "prove" }],
            ["-h wtns check", { help: true, command: "wtns check" }], ["nothing -h", { help: true, command: undefined }],
            ["-v -h", { version: true }], ["help", { help: true, command: undefined }],
            ["help verify", { help: true, command: "verify" }], ["help wtns check", { help: true, command: "wtns check" }],
        ]) expect(read(line), line).to.deep.equal(answer);
        expect(refusal("help prof")).to.match(/^expected a command.*got "prof"/);
        expect(refusal("help prove wtns")).to.match(/^help: expected 0 to 1 file names, got 2/);
    });

    it("say what was meant by words that are not known, and who takes them", () => {
        expect(refusal("--json")).to.match(/^expected a command among prove fullprove .*, got none/);
        expect(refusal("prov a b")).to.match(/^expected a command, got "prov"; did you mean prove\?\n.*prove /);
        expect(refusal("prove a b --thread 1")).to.match(/^expected an option, got "--thread"; did you mean --threads\?/);
        expect(refusal("prove a b --zzzzzzz")).to.match(/^expected an option among --threads .*--version, got "--zzzzzzz"/);
        expect(refusal("prove a b --port 1")).to.match(/^prove: expected options among --threads .*, got "--port"/);
        expect(refusal("verify a b")).to.match(/^verify: expected 3 file names, got 2/);
        expect(refusal("prove a")).to.match(/^prove: expected 2 to 4 file names, got 1/);
        expect(refusal("prove a b -y")).to.match(/^expected an option among .*, got "--y"\n.*prove /);
        expect(refusal("prove a b --json=1")).to.match(/^--json: expected no value, got one\n.*prove/);
        expect(refusal("prove a b --threads")).to.match(/^--threads: expected a value \(n\), got none\n.*prove/);
    });
});
