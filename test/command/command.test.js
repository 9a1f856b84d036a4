/** The ffturbo command as a shell meets it: files, standard output, exit codes, and silence without a terminal. */
import { spawnSync } from "node:child_process";
import {
    copyFileSync,
    existsSync,
    readdirSync,
    readFileSync,
    rmSync,
    truncateSync,
    writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect } from "chai";
import { GROUPS } from "../../bin/lib/help.mjs";
import { main } from "../../bin/lib/main.mjs";
import { printTo } from "../../bin/lib/output.mjs";
import { COMMANDS } from "../../bin/lib/usage.mjs";
import { compile } from "../../scripts/make-fixtures.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { knownCurve } from "../../src/curves/known.js";
import { verify } from "../../src/protocols/groth16/index.js";
import { exportSolidityCallData } from "../../src/protocols/index.js";
import { fixtures } from "../support/circuits.js";
import { claimOf, formsOf } from "../support/claim_forms.js";
import { runAlone } from "../support/command.js";
import { ALL_ROWS, itInAll, thinned } from "../support/extent.js";
import { root } from "../support/scratch.js";

const at = (file, circuit = "xor_net") => join(fixtures, circuit, file);
const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

describe("prover: the command", function () {
    this.timeout(120_000);
    let folder;
    beforeEach(() => { folder = temporaryFolder("command"); });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    const run = (args, options) => runAlone(folder, args, options);
    const expectFiles = async (proofFile, publicFile, circuit = "xor_net") => {
        const publicSignals = readJson(join(folder, publicFile));
        expect(publicSignals).to.deep.equal(readJson(at("public.json", circuit)));
        expect(
            await verify(readJson(at("vkey.json", circuit)), publicSignals, readJson(join(folder, proofFile))),
        ).to.equal(true);
    };

    it("prove writes proof.json and public.json, reports it, and draws no bars into a pipe", async () => {
        const { code, out, err } = await run(["prove", at("circuit.zkey"), at("witness.wtns")]);
        expect({ code, out }).to.deep.equal({ code: 0, out: "" });
        expect(err).to.match(/^proved in [\d.]+ s, verified: proof\.json, public\.json\n$/);
        await expectFiles("proof.json", "public.json");
        expect(readdirSync(folder).sort()).to.deep.equal(["proof.json", "public.json"]);
    });

    it("ends quietly when nobody reads on", async () => {
        expect(await run(["info", at("circuit.zkey")], { onStart: (child) => child.stdout.destroy() })).to.include({
            code: 0,
            err: "",
        });
        expect(await run(["--help"], { onStart: (child) => child.stdout.destroy() })).to.include({ code: 0, err: "" });
    });

    it("prove writes where it is told, and overwrites", async () => {
        for (let round = 0; round < 2; round++)
            expect(
                await run([
                    "prove",
                    at("circuit.zkey"),
                    at("witness.wtns"),
                    "a.json",
                    "b.json",
                    "--threads",
                    "0",
                    "--quiet",
                    "--memory",
                    "64m",
                ]),
            ).to.deep.equal({ code: 0, signal: null, out: "", err: "" });
        await expectFiles("a.json", "b.json");
    });

    it("--json gives one object on standard output, and files only when named", async () => {
        const { code, out, err } = await run([
            "prove",
            at("circuit.zkey", "mimc_bls"),
            at("witness.wtns", "mimc_bls"),
            "--json",
            "--timings",
            "--paranoid",
        ]);
        expect({ code, err }).to.deep.equal({ code: 0, err: "" });
        const { proof, publicSignals, timings } = JSON.parse(out);
        expect(await verify(readJson(at("vkey.json", "mimc_bls")), publicSignals, proof)).to.equal(true);
        expect(timings.map(({ phase }) => phase)).to.include.members(["witness", "points", "H"]);
        expect(readdirSync(folder)).to.deep.equal([]);
    });

    itInAll("--json has times only with --timings, which are told to people otherwise", async () => {
        const prove = ["prove", at("circuit.zkey"), at("witness.wtns")];
        expect(Object.keys(JSON.parse((await run([...prove, "--json"])).out))).to.deep.equal(["proof", "publicSignals"]);
        expect((await run([...prove, "--timings"])).err).to.match(/^(\w+ +\d+ to +\d+ ms\n){3,}proved in /);
    });

    it("--paranoid finds a point that is off its curve where no proof is checked", async () => {
        const key = readFileSync(at("circuit.zkey"));
        key[key.length - 20_000] ^= 1;
        writeFileSync(join(folder, "off.zkey"), key);
        const prove = ["prove", "off.zkey", at("witness.wtns"), "--no-check"];
        expect((await run([...prove, "--paranoid"])).code).to.equal(3);
        expect((await run(prove)).code).to.equal(0);
    });

    it("draws a bar on a terminal, and takes it away", async () => {
        compile("xor_net", "bn128", folder);
        const { TERM } = process.env, file = (name) => join(folder, name);
        process.env.TERM = "xterm";
        try {
            for (const args of [
                ["prove", at("circuit.zkey"), at("witness.wtns"), file("a"), file("b")],
                ["fullprove", at("input.json"), file("xor_net.wasm"), at("circuit.zkey"), file("a"), file("b")],
                ["check", file("xor_net.r1cs"), at("witness.wtns")], ["pack", at("circuit.zkey"), "-o", file("packed.ffkey")],
            ]) {
                const said = [], write = (chunk, _, done) => { said.push(String(chunk)); done(); };
                const terminal = Object.assign(new Writable({ write }), { isTTY: true, columns: 80 });
                const nowhere = new Writable({ write(_chunk, _, done) { done(); } });
                printTo({ out: () => nowhere, error: () => terminal });
                expect(await main(pathToFileURL(`${root}/`), args)).to.equal(0);
                const last = said.findLastIndex((text) => /\d%/.test(text));
                expect(last, args[0]).to.be.above(-1);
                expect(said.slice(last + 1), args[0]).to.include("\r\x1b[K");
            }
        } finally {
            printTo({ out: () => process.stdout, error: () => process.stderr });
            if (TERM === undefined) delete process.env.TERM;
            else process.env.TERM = TERM;
        }
    });

    it("verify says yes with 0, no with 1", async () => {
        const files = [at("vkey.json"), at("public.json"), at("proof.json")];
        expect(await run(["verify", ...files])).to.deep.equal({
            code: 0,
            signal: null,
            out: "the proof verifies\n",
            err: "",
        });
        expect(JSON.parse((await run(["verify", "--json", ...files])).out)).to.deep.equal({ ok: true });
    });

    it("verify and call data take other forms of the same files", async () => {
        const base = claimOf("groth16"), names = { vkey: "v.json", publicSignals: "s.json", proof: "p.json" };
        const wanted = ["key of BN254", "key of protocol groth", "key of undefined signals", "proof of bn254",
            "proof: points of two coordinates", "proof: hexadecimal", "signals: hexadecimal"];
        const forms = formsOf("groth16").filter(([title]) => wanted.includes(title));
        expect(forms.map(([title]) => title)).to.have.members(wanted);
        const callData = exportSolidityCallData(base.proof, base.publicSignals);
        for (const [title, changes] of forms) {
            for (const [part, name] of Object.entries(names))
                writeFileSync(join(folder, name), JSON.stringify({ ...base, ...changes }[part]));
            expect(await run(["verify", ...Object.values(names)]), title)
                .to.deep.equal({ code: 0, signal: null, out: "the proof verifies\n", err: "" });
            const { out } = await run(["zkey", "export", "soliditycalldata", "s.json", "p.json"]);
            expect(out, title).to.equal(`${callData}\n`);
        }
    });

    it("colours verdicts and errors where that is wanted, and never JSON", async () => {
        const files = [at("vkey.json"), at("public.json"), at("proof.json")], env = { FORCE_COLOR: "1" };
        expect((await run(["verify", ...files], { env })).out).to.equal("\x1b[32mthe proof verifies\x1b[39m\n");
        expect((await run(["verify", "--json", ...files], { env })).out).to.equal('{"ok":true}\n');
        expect((await run(["verify", "none", ...files.slice(1)], { env })).err).to.match(/^\x1b\[31mffturbo:\x1b\[39m none: /);
        expect((await run(["help"], { env })).out).to.include("\x1b[1mKeys:\x1b[22m\n");
    });

    it("verify says what is wrong in which file, with 1 for anything that a prover sent, 2 to 4 for keys and files", async () => {
        const given = {
            vkey: readJson(at("vkey.json")),
            public: readJson(at("public.json")),
            proof: readJson(at("proof.json")),
        };
        const rows = [
            [
                { public: ["1"] },
                1,
                "EQUATION",
                "proof.json with public.json: expected the pairing equation to hold, got one that does not",
            ],
            [{ public: "1" }, 1, "SIGNAL_LIST", 'public.json: expected a list of public signals, got "1"'],
            [{ public: [] }, 1, "SIGNAL_COUNT", "public.json: expected 1 public signal, got 0"],
            [
                { public: [" 1"] },
                1,
                "SIGNAL_VALUE",
                'public.json: signal 0: expected a number below r, got " 1"',
            ],
            [{ proof: {} }, 1, "PROOF_FORM", "proof.json: pi_a: expected two or three coordinates"],
            [
                { proof: { ...given.proof, protocol: "plonk" } },
                1,
                "PROOF_PROTOCOL",
                'proof.json: expected a groth16 proof, got protocol "plonk"',
            ],
            [
                { proof: { ...given.proof, curve: "bls12381" } },
                1,
                "PROOF_CURVE",
                "proof.json: expected a proof on bn128",
            ],
            [
                { proof: { ...given.proof, pi_a: ["1", "1", "1"] } },
                1,
                "POINT_CURVE",
                "proof.json: pi_a: expected a point of the curve, got one that is off it",
            ],
            [{ vkey: [] }, 3, undefined, "expected a verification key, got an array of 0"],
            [{ vkey: null }, 3, undefined, "expected a verification key, got null"],
            [{ vkey: {} }, 3, undefined, "expected a groth16 or plonk or fflonk verification key"],
            [{ vkey: { ...given.vkey, curve: "secp256k1" } }, 4],
            [{ vkey: { ...given.vkey, vk_alpha_1: ["1", "1", "1"] } }, 3],
        ];
        for (const [change, code, reason, text] of rows) {
            const names = Object.entries({ ...given, ...change }).map(([name, value]) => {
                writeFileSync(join(folder, `${name}.json`), JSON.stringify(value));
                return `${name}.json`;
            });
            const plain = await run(["verify", ...names]);
            expect(plain.code, JSON.stringify(change)).to.equal(code);
            if (code !== 1) {
                expect(plain.err).to.include(`ffturbo: vkey.json: ${text ?? ""}`);
                continue;
            }
            expect(plain.out).to.include(`the proof does NOT verify: ${text}`);
            if (!ALL_ROWS && reason !== "EQUATION") continue;
            const json = await run(["verify", "--json", ...names]);
            expect(json.code).to.equal(code);
            expect(JSON.parse(json.out)).to.include({ ok: false, reason });
        }
        expect((await run(["verify", "vkey.json", "public.json", "missing.json"])).code).to.equal(3);
    });

    it("verify and info take lists within lists without end for what they are", async () => {
        const deep = "[".repeat(40_000) + "]".repeat(40_000), vkey = at("vkey.json"), text = readFileSync(vkey, "utf8");
        const write = (name, json) => {
            writeFileSync(join(folder, name), json);
            return name;
        };
        const inputs = write("inputs.json", `{"a":${deep}}`), signals = write("signals.json", `[${deep}]`);
        const [publicSignals, proof] = [at("public.json"), at("proof.json")];
        for (const [code, ...args] of [
            [1, "verify", vkey, signals, proof], [1, "verify", vkey, publicSignals, inputs],
            [1, "verify", vkey, inputs, proof], [3, "verify", inputs, publicSignals, proof],
            [3, "info", inputs], [0, "info", signals],
            ...["protocol", "nPublic"].flatMap((name) => {
                const key = write(`${name}.json`, text.replace(new RegExp(`("${name}": *)[^,]*`), `$1${deep}`));
                return [[3, "info", key], [3, "verify", key, publicSignals, proof]];
            }),
        ]) {
            const { code: got, out, err } = await run(args);
            expect(got, `${args.join(" ")}: ${out}${err}`).to.equal(code);
        }
        const other = write("curve.json", text.replace(/("curve": *)[^,]*/, `$1${deep}`));
        expect((await run(["verify", other, publicSignals, proof])).code).to.equal(4);
        expect((await run(["info", other])).out).to.include(": groth16 verification key, for groth16 proofs with 1 public signal");
    });

    it("verify says what a file is that stands in another's place, and of which curve signals may be", async () => {
        const [vkey, signals, proof] = [at("vkey.json"), at("public.json"), at("proof.json")];
        const { r } = knownCurve("bn128"), over = join(folder, "over.json");
        writeFileSync(over, JSON.stringify([String(r), "1"].slice(0, readJson(signals).length)));
        for (const [files, code, text] of [
            [[proof, signals, vkey], 3, "expected a verification key, got a proof; the key comes first, then public signals"],
            [[at("input.json"), signals, proof], 3, "expected a verification key, got inputs of a circuit"],
            [[at("circuit.zkey"), signals, proof], 3, "circuit.zkey: expected JSON, got a proving key\n"],
            [[vkey, signals, at("witness.wtns")], 3, "witness.wtns: expected JSON, got a witness\n"],
            [[vkey, proof, signals], 1, "; that is a proof"],
            [[vkey, signals, vkey], 1, "; that is a verification key"],
            [[vkey, signals, signals], 1, "; those are public signals"],
            [[vkey, over, proof], 1, "; these signals look like bls12381"],
        ]) {
            const { code: got, out, err } = await run(["verify", ...files]);
            expect([got, `${out}${err}`.includes(text)], `${text} in ${out}${err}`).to.deep.equal([code, true]);
        }
        const told = JSON.parse((await run(["verify", "--json", vkey, proof, signals])).out);
        expect(told.message).to.match(/; that is a proof$/);
    });

    it("fullprove goes from inputs to a proof, and says what the circuit refuses", async () => {
        compile("xor_net", "bn128", folder);
        for (const name of readdirSync(folder).filter((file) => !/^xor_net\.(wasm|sym|r1cs)$/.test(file)))
            rmSync(join(folder, name), { recursive: true });
        expect((await run(["fullprove", at("input.json"), "xor_net.wasm", at("circuit.zkey")])).code).to.equal(0);
        await expectFiles("proof.json", "public.json");
        writeFileSync(join(folder, "bad.json"), JSON.stringify({ nothing: 1 }));
        const { code, err } = await run(["fullprove", "bad.json", "xor_net.wasm", at("circuit.zkey"), "p.json"]);
        expect(code).to.equal(5);
        expect(err).to.match(/^ffturbo: input nothing: expected the name of an input of the circuit, got one that it does not have; inputs are word \(xor_net\.sym\)\n$/);
        expect(existsSync(join(folder, "p.json"))).to.equal(false);
    });

    it("--no-check writes a proof that does not verify, and does not say that it does", async () => {
        const witness = new Uint8Array(readFileSync(at("witness.wtns")));
        witness[witness.length - 32] ^= 1;
        writeFileSync(join(folder, "wrong.wtns"), witness);
        const { code, err } = await run(["prove", at("circuit.zkey"), "wrong.wtns", "--no-check"]);
        expect({ code, said: err.replace(/[\d.]+/, "") }).to.deep.equal({
            code: 0,
            said: "proved in  s: proof.json, public.json\n",
        });
        expect((await run(["verify", at("vkey.json"), "public.json", "proof.json"])).code).to.equal(1);
    });

    itInAll("as many workers as the machine runs, said once", async () => {
        const most = 4 * availableParallelism(),
            said = new RegExp(`^ffturbo: 1000 threads were asked for, this machine gets ${most}\n$`);
        const prove = ["prove", at("circuit.zkey", "mimc_example"), at("witness.wtns", "mimc_example")];
        const { code, err } = await run([...prove, "--threads", "1000"]);
        expect(code).to.equal(0);
        expect(err.replace(/proved in .*\n/, "")).to.match(said);
        expect((await run([...prove, "--threads", "1000", "--quiet"])).err).to.equal("");
        const info = await run(["info", prove[1]], { env: { FFTURBO_THREADS: "1000" } });
        expect(info.err).to.match(said);
        expect(info.out).to.include(`with ${most} threads`);
    });

    itInAll("no warning of Node, however many workers", async () => {
        const file = new URL("../../src/protocols/groth16/index.js", import.meta.url);
        const program = `
            import { prove } from ${JSON.stringify(String(file))};
            await prove(${JSON.stringify(at("circuit.zkey", "mimc_example"))}, ${JSON.stringify(at("witness.wtns", "mimc_example"))}, { threads: 16 });
            process.stdout.on("error", () => {}).on("close", () => {});
            process.stderr.on("error", () => {});`;
        const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
            encoding: "utf8",
        });
        expect({ status, stdout, stderr }).to.deep.equal({ status: 0, stdout: "", stderr: "" });
    });

    it("info says what a key holds", async () => {
        const { code, out } = await run(["info", "--verbose", at("circuit.zkey", "mimc_example")]);
        expect(code).to.equal(0);
        for (const line of [
            /^[^\n]*circuit\.zkey: groth16 proving key on bn128, for witnesses of 2801 signals\n/,
            /^constraints +2688$/m,
            /^signals +2801$/m,
            /^domain +2\^12$/m,
            /^file +1\.5 MiB$/m,
            /^ {2}protocol +4 bytes$/m,
            /^ {2}coefficients +[\d.]+ KiB$/m,
            /^expected memory +[\d.]+ MiB with 2 threads$/m,
            /^least memory +[\d.]+ KiB for --memory$/m,
        ])
            expect(out).to.match(line);
        expect(out, "no name of a program").not.to.match(/^[a-z]+[A-Z]/m);
        expect(JSON.parse((await run(["info", "--json", at("circuit.zkey", "mimc_example")])).out)).to.include({
            constraints: 2688,
            domainSize: 4096,
        });
    });

    it("wrong use is 2, with what was meant, the usage, and where to read more, in three lines", async () => {
        const rows = [
            [["prov"], 'expected a command, got "prov"; did you mean prove?', "prove circuit"],
            [["pvoer"], "expected a command among prove fullprove verify", "COMMAND"],
            [["fulprove", "a"], "did you mean fullprove?", "fullprove input"],
            [["help", "verfy"], "did you mean verify?", "verify verification_key"],
            [["prove", "a"], "prove: expected 2 to 4 file names, got 1", "prove circuit"],
            [["verify", "a"], "verify: expected 3 file names, got 1", "verify "],
            [["info"], "info: expected 1 to 2 file names, got 0", "info FILE"],
            [
                ["prove", "a", "b", "--thread", "2"],
                'expected an option, got "--thread"; did you mean --threads?',
                "prove circuit",
            ],
            [["prove", "a", "b", "--qiuet"], "did you mean --quiet?", "prove circuit"],
            [
                ["verify", "a", "b", "c", "--xyz"],
                'expected an option among --many --insecure --json --quiet --help --version, got "--xyz"',
                "verify ",
            ],
            [
                ["verify", "a", "b", "c", "--memory", "1g"],
                'verify: expected options among --many --insecure --json --quiet --help --version, got "--memory"',
                "verify ",
            ],
            [["prove", "a", "b", "--threads", "-1"], "--threads", "prove circuit"],
            [
                ["prove", "a", "b", "--threads", "x"],
                '--threads: expected a number of workers, 0 or more, got "x"',
                "prove circuit",
            ],
            [["prove", "a", "b", "--memory", "much"], "--memory: expected a size such as 512m or 2g", "prove circuit"],
            [["prove", "a", "b", "--threads"], "--threads: expected a value (n), got none", "prove circuit"],
            [["prove", "a", "b", "--threads", "--json"], "--threads: expected a value (n), got none", "prove circuit"],
            [["wtns", "a", "b", "-o"], "--output: expected a value (file), got none", "wtns circuit"],
            [["prove", "a", "b", "--json=1"], "--json: expected no value, got one", "prove circuit"],
            [["--quiet"], "expected a command among", "COMMAND"],
        ];
        for (const [args, message, usage] of thinned(rows, 3)) {
            const { code, out, err } = await run(args), lines = err.split("\n");
            expect({ code, out, lines: lines.length, last: lines[3] }, err).to.deep.equal({
                code: 2,
                out: "",
                lines: 4,
                last: "",
            });
            expect(lines[0], args.join(" ")).to.match(/^ffturbo: /).and.include(message);
            expect(lines[1]).to.match(/^Usage: ffturbo /).and.include(usage);
            expect(lines[2]).to.match(/^ffturbo help( \w+)? says more$/);
        }
    });

    it("--help, -h, help and help of a command are 0; no line is wider than a terminal", async () => {
        const all = (await run(["--help"])).out;
        for (const args of [["help"], ["-h"], []])
            expect(await run(args)).to.deep.equal({ code: 0, signal: null, out: all, err: "" });
        expect(all).to.match(/^Usage:/);
        for (const name of Object.keys(COMMANDS)) expect(all).to.match(new RegExp(`^  ${name}`, "m"));
        expect(GROUPS.flatMap(([, names]) => names).sort()).to.deep.equal(Object.keys(COMMANDS).sort());
        for (const [title] of GROUPS) expect(all).to.include(`\n\n${title}:\n`);
        for (const option of ["threads", "quiet", "help"]) expect(all).to.match(new RegExp(`^  --${option}`, "m"));
        expect(all, "an option of few commands").not.to.match(/^ {2}--(?:allow|max|gpu) /m);
        for (const line of all.split("\n")) expect(line.length, line).to.be.at.most(80);
        const { code, out } = await run(["help", "prove"]);
        expect({ code, same: (await run(["prove", "--help"])).out }).to.deep.equal({ code: 0, same: out });
        expect(out)
            .to.match(/^Usage: ffturbo prove circuit\.zkey/)
            .and.include("--paranoid")
            .and.not.include("fullprove");
        expect((await run(["help", "verify"])).out).to.include("--json").and.not.include("--memory");
    });

    it("--version is that of the package", async () => {
        const { version } = readJson(fileURLToPath(new URL("../../package.json", import.meta.url)));
        for (const option of ["--version", "-v"])
            expect((await run([option])).out).to.equal(`ffturbo ${version}, Node ${process.versions.node}\n`);
    });

    it("bad files are 3, files that do not fit 4, a proof that fails its check 1; and no proof is written", async () => {
        copyFileSync(at("circuit.zkey"), join(folder, "short.zkey"));
        truncateSync(join(folder, "short.zkey"), 100_000);
        const witness = new Uint8Array(readFileSync(at("witness.wtns")));
        witness[witness.length - 32] ^= 1;
        writeFileSync(join(folder, "wrong.wtns"), witness);
        const cases = [
            [["missing.zkey", at("witness.wtns")], 3, /missing\.zkey: expected a file that can be read/],
            [["short.zkey", at("witness.wtns")], 3, /short\.zkey: .* truncated or damaged/],
            [[at("witness.wtns"), at("witness.wtns")], 3, /expected a zkey file, got .* \(that is a witness\)/],
            [[at("fflonk.zkey", "mimc_tiny"), at("witness.wtns")], 4, /expected a witness of 15 signals/],
            [[at("circuit.zkey"), at("witness.wtns", "mimc_tiny")], 4, /the witness of another circuit/],
            [[at("circuit.zkey"), at("witness.wtns", "mimc_bls")], 4, /compile the circuit for bn128/],
            [[at("circuit.zkey"), "wrong.wtns"], 1, /does not satisfy the circuit/],
        ];
        for (const [args, expected, message] of cases) {
            const { code, out, err } = await run(["prove", ...args]);
            expect({ code, out }, err).to.deep.equal({ code: expected, out: "" });
            expect(err).to.match(message);
            expect(err.trim().split("\n").length, err).to.equal(1);
        }
        expect(readdirSync(folder).sort()).to.deep.equal(["short.zkey", "wrong.wtns"]);
    });

    it("a signal stops it with 130, and leaves no file", async function () {
        if (process.platform === "win32") {
            this.test.title += ": there are no signals here";
            return;
        }
        let child;
        const silent = createServer(() => child.kill("SIGINT")); // asked for the key, it never answers
        await new Promise((resolve) => { silent.listen(0, "127.0.0.1", resolve); });
        try {
            const { code, err } = await run(
                ["prove", `http://127.0.0.1:${silent.address().port}/key`, at("witness.wtns")],
                {
                    onStart: (started) => {
                        child = started;
                    },
                },
            );
            expect({ code, err }).to.deep.equal({ code: 130, err: "ffturbo: stopped by SIGINT\n" });
            expect(readdirSync(folder)).to.deep.equal([]);
        } finally {
            silent.closeAllConnections();
            silent.close();
        }
    });
});
