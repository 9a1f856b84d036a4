/**
 * The same calls through snarkjs and through ffturbo-snarkjs: the same files and answers where they are determined, and
 * each accepts what the other made where they are random.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as theirs from "snarkjs";
import { circom } from "../../../../scripts/circom.mjs";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import * as ours from "../../src/index.js";
import { itInAll, thinned } from "../../../../test/support/extent.js";
import { failureOf } from "../../../../test/support/failure.js";
import { keepHandles } from "../../../../test/support/kept_handles.js";
import { forgetCurves } from "../../../../test/support/forget_curves.js";
import { withSections } from "../../../../test/support/binfiles.js";
import { r1csOf } from "../../../../test/support/made_circuit.js";
import { withFixedRandom } from "../../../../test/support/fixed_random.js";
import { root } from "../../../../test/support/scratch.js";

const R = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;
const BEACON = "0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20";
const CIRCUIT = `pragma circom 2.0.0;
template Main() {
    signal input a; signal input b; signal output c; signal d, e;
    assert(a != 77);
    d <== a * b; log("d", d); e <== (d + 2 * a) * (b - 1); c <== e * d + 3;
}
component main {public [b]} = Main();`;
const INPUT = { a: 3, b: 5 }, POWER = 7;
const FOLDER = temporaryFolder("snarkjs"), at = (name) => join(FOLDER, name);
const mem = () => ({ type: "mem" });
const same = (a, b, what) => expect(Buffer.compare(a, b), what).to.equal(0);

/** A logger, and what it heard as "level: message". */
function listener() {
    const lines = [], logger = Object.fromEntries(["debug", "info", "warn", "error"].map((level) =>
        [level, (line) => { lines.push(`${level}: ${line}`); }]));
    return { lines, logger };
}

/** What a call writes, and what it answers, in both. The call gets a place to write to. */
async function both(call, byte) {
    const results = [];
    for (const api of [theirs, ours]) {
        const out = mem(), run = () => call(api, out);
        const result = byte === undefined ? await run() : await withFixedRandom(byte, run);
        results.push({ bytes: out.data && new Uint8Array(out.data), result });
    }
    const [first, second] = results;
    expect(second.result).to.deep.equal(first.result);
    if (first.bytes) same(second.bytes, first.bytes);
    return second;
}

/** What console.log hears during a call. */
async function printed(body) {
    const { log } = console, lines = [];
    console.log = (...words) => { lines.push(words.join(" ")); };
    try {
        await body();
    } finally {
        console.log = log;
    }
    return lines;
}

describe("ffturbo-snarkjs beside snarkjs", function () {
    this.timeout(240_000);
    const files = {};
    let curve, quiet, closeKept;

    before("a circuit, powers of tau and keys by snarkjs", async () => {
        closeKept = keepHandles();
        quiet = console.log;
        console.log = (...words) => { if (words[0] !== "d" && !String(words[0]).startsWith("d ")) quiet(...words); };
        writeFileSync(at("main.circom"), CIRCUIT);
        circom(FOLDER, "main.circom", ["--r1cs", "--wasm", "--sym", "--O1"]);
        Object.assign(files, { r1cs: at("main.r1cs"), wasm: at("main_js/main.wasm"), sym: at("main.sym"), tau: at("tau.ptau"), wtns: at("main.wtns") });
        await forgetCurves();
        curve = await theirs.curves.getCurveFromName("bn128"); // ours are then apart from it
        const begun = mem(), contributed = mem();
        await theirs.powersOfTau.newAccumulator(curve, POWER, begun);
        await theirs.powersOfTau.contribute(begun, contributed, "one", "text");
        await theirs.powersOfTau.preparePhase2(contributed, files.tau);
        await theirs.zKey.newZKey(files.r1cs, files.tau, at("first.zkey"));
        await theirs.zKey.contribute(at("first.zkey"), at("groth16.zkey"), "two", "text");
        await theirs.plonk.setup(files.r1cs, files.tau, at("plonk.zkey"));
        await theirs.fflonk.setup(files.r1cs, files.tau, at("fflonk.zkey"));
        await theirs.wtns.calculate(INPUT, files.wasm, files.wtns);
    });
    after(async () => {
        console.log = quiet;
        rmSync(FOLDER, { recursive: true, force: true });
        await curve?.terminate();
        await forgetCurves();
        await closeKept();
    });

    for (const [protocol, words] of thinned(Object.entries({
        groth16: { good: "info: OK!", bad: "error: Invalid proof", count: "error: Invalid proof" },
        plonk: { good: "info: OK!", bad: "warn: Invalid Proof", count: "error: Invalid number of public inputs" },
        fflonk: {
            good: "info: PROOF VERIFIED SUCCESSFULLY", bad: "warn: Invalid Proof",
            count: "error: Number of public signals does not match with vk",
        },
    }), 2)) describe(protocol, () => {
        const key = () => at(`${protocol}.zkey`), bytes = (file) => new Uint8Array(readFileSync(file));
        let vkey, made;
        before(async () => {
            vkey = (await both((api) => api.zKey.exportVerificationKey(key()))).result;
            made = await ours[protocol].prove(key(), files.wtns);
        });

        it("each verifies what the other proves, from every kind of file", async () => {
            const data = bytes(key()), half = data.length >> 1;
            const proofs = [made, await theirs[protocol].prove(key(), files.wtns)];
            for (const [zkey, wtns] of [
                [data, bytes(files.wtns)], [{ type: "mem", data }, { type: "mem", data: bytes(files.wtns) }],
                [{ type: "bigMem", data: [data.slice(0, half), data.slice(half)] }, { type: "file", fileName: files.wtns }],
            ]) proofs.push(await ours[protocol].prove(zkey, wtns, null, { singleThread: true, msmBatching: "auto" }));
            for (const { proof, publicSignals } of proofs) {
                expect(publicSignals).to.deep.equal(proofs[1].publicSignals);
                for (const api of [theirs, ours])
                    expect(await api[protocol].verify(vkey, publicSignals, proof)).to.equal(true);
            }
        });

        it("a logger that has not every level is told what it can be told", async () => {
            for (const logger of [{}, { warn() {} }]) {
                const { publicSignals } = await ours[protocol].prove(key(), files.wtns, logger);
                expect(publicSignals).to.deep.equal(made.publicSignals);
            }
        });

        it("a witness that breaks the circuit is refused, in snarkjs's words; without the check as snarkjs has it", async () => {
            const wtns = bytes(files.wtns);
            wtns[wtns.length - 32] ^= 1; // d or e, which is private
            const known = protocol === "groth16" ? /satisfies the circuit/ : /^Polynomial is not divisible/;
            const error = await failureOf(ours[protocol].prove(key(), wtns));
            expect(error).to.include({ code: "ERR_CHECK" });
            expect(error.message).to.match(known);
            const { proof, publicSignals } = await ours[protocol].prove(key(), wtns, null, { check: false });
            for (const api of [theirs, ours])
                expect(await api[protocol].verify(vkey, publicSignals, proof)).to.equal(false);
            if (protocol !== "groth16") expect((await failureOf(theirs[protocol].prove(key(), wtns))).message).to.match(known);
            else {
                const of = await theirs.groth16.prove(key(), wtns);
                expect(await ours.groth16.verify(vkey, of.publicSignals, of.proof)).to.equal(false);
            }
            const full = await ours[protocol].fullProve(INPUT, files.wasm, key(), null, undefined, { check: false });
            expect(await ours[protocol].verify(vkey, full.publicSignals, full.proof)).to.equal(true);
            expect(await failureOf(ours[protocol].prove(key(), wtns, null, { check: 0 }))).to.include({ code: "ERR_OPTION" });
        });

        it("fullProve from paths, bytes and a compiled program; the circuit's lines are printed", async () => {
            const wasm = bytes(files.wasm), lines = await printed(async () => {
                for (const program of [files.wasm, wasm, { type: "mem", data: wasm }, await WebAssembly.compile(wasm)]) {
                    const { logger, lines: heard } = listener();
                    const { proof, publicSignals } =
                        await ours[protocol].fullProve(INPUT, program, key(), logger, {}, { singleThread: true });
                    expect(await theirs[protocol].verify(vkey, publicSignals, proof)).to.equal(true);
                    expect(heard.some((line) => /^debug: .+: \d+\/\d+$/.test(line))).to.equal(true);
                }
            });
            expect(lines).to.deep.equal(["d 15", "d 15", "d 15", "d 15"]);
        });

        it("verify answers and says the same, of signals in any form", async () => {
            const { proof, publicSignals: [c, b] } = made, none = structuredClone(proof);
            const point = none.pi_a ?? none.A ?? none.polynomials.C1;
            [point[0], point[1]] = ["1", "1"];
            for (const [signals, given, wanted, line] of [
                [[c, b], proof, true, words.good], [[BigInt(c), Number(b)], proof, true, words.good],
                [[`0x${BigInt(c).toString(16)}`, "0x5"], proof, true, words.good], [["1", b], proof, false, words.bad],
                [[c], proof, false, words.count], [[c, String(R + 5n)], proof, false, "error: Public inputs are not valid."],
                [[c, b], none, false, /^error: Proof commitments are not valid/],
            ]) for (const api of [theirs, ours]) {
                const { lines, logger } = listener();
                expect(await api[protocol].verify(vkey, signals, given, logger), String(signals)).to.equal(wanted);
                const last = lines.filter((one) => !one.includes("VERIFIER")).at(-1);
                if (line instanceof RegExp) expect(last).to.match(line);
                else expect(last).to.equal(line);
            }
            expect(await ours[protocol].verify(vkey, [c, b, "1", "2"], proof), "groth16.verify of snarkjs fails").to.equal(false);
        });

        it("verify takes points of two coordinates, as applications pack them", async () => {
            const { proof, publicSignals } = made, packed = (one) => (Array.isArray(one) ? one.slice(0, 2) : one);
            const shorter = (record) => Object.fromEntries(Object.entries(record).map(([name, value]) =>
                [name, name === "polynomials" ? shorter(value) : packed(value)]));
            const other = structuredClone(shorter(proof)), point = other.pi_a ?? other.A ?? other.polynomials.C1;
            const verdicts = async (claim) => [await theirs[protocol].verify(vkey, publicSignals, claim),
                await ours[protocol].verify(vkey, publicSignals, claim)];
            expect(point).to.have.length(2);
            expect(await verdicts(other)).to.deep.equal([true, true]);
            point[1] = String(curve.q - BigInt(point[1]));
            expect(await verdicts(other)).to.deep.equal([false, false]);
            for (const none of [null, undefined, 7, [], { pi_a: [1, 2] }, { polynomials: [1, 2] }])
                expect(await ours[protocol].verify(vkey, publicSignals, none)).to.equal(false);
        });

        it("verify refuses a proof in another form, which snarkjs takes", async () => {
            const { proof, publicSignals } = made, other = structuredClone(proof);
            const point = other.pi_a ?? other.A ?? other.polynomials.C1;
            point[0] = String(BigInt(point[0]) + curve.q);
            for (const [api, valid] of [[theirs, true], [ours, false]])
                expect(await api[protocol].verify(vkey, publicSignals, other)).to.equal(valid);
        });

        it("call data, with the arguments in the order of snarkjs", async () => {
            const { proof, publicSignals } = made, args = protocol === "fflonk" ? [publicSignals, proof] : [proof, publicSignals];
            await both((api) => api[protocol].exportSolidityCallData(...args));
        });

        it("refuses other keys, other witnesses and ways that there are not, with the words of snarkjs", async () => {
            const other = protocol === "plonk" ? at("fflonk.zkey") : at("plonk.zkey"), fixture = (name) => join(root, "test/fixtures", name, "witness.wtns");
            for (const args of [[other, files.wtns], [key(), fixture("mimc_tiny")], [key(), fixture("mimc_bls")]]) {
                const wanted = await failureOf(theirs[protocol].prove(...args));
                const got = await failureOf(ours[protocol].prove(...args));
                expect(got.message.startsWith(wanted.message.replace(/: 7, (witness: 15), 1$/, ": 6, $1")), `${got.message}, not ${wanted.message}`).to.equal(true);
                expect(got.cause.code).to.equal(got.code);
            }
            for (const name of ["msmBatching", "msmGlv", "msmGls"])
                expect((await failureOf(ours[protocol].prove(key(), files.wtns, null, { [name]: "fast" }))).message)
                    .to.equal(`${protocol}Prove: invalid ${name} "fast" (expected "auto", "enabled" or "disabled")`);
        });

        it("a contract of our own, whatever the templates", async () => {
            const contract = await ours.zKey.exportSolidityVerifier(key(), { [protocol]: "their text" });
            expect(contract).to.match(/SPDX-License-Identifier: MIT/).and.include("function verifyProof(");
            if (protocol === "fflonk") expect(await ours.fflonk.exportSolidityVerifier(vkey, {})).to.equal(contract);
        });
    });

    describe("wtns", () => {
        it("calculate and debug: the file of snarkjs; exportJson: its values", async () => {
            await both((api, out) => api.wtns.calculate(INPUT, files.wasm, out));
            await both((api, out) => api.wtns.debug(INPUT, files.wasm, out, files.sym, {}));
            await both((api) => api.wtns.exportJson(files.wtns));
        });

        it("writes to paths and to pages, which snarkjs reads", async () => {
            const pages = { type: "bigMem" };
            for (const place of [at("own.wtns"), { type: "file", fileName: at("own2.wtns") }, pages])
                await ours.wtns.calculate(INPUT, files.wasm, place);
            for (const file of ["own.wtns", "own2.wtns"]) same(readFileSync(at(file)), readFileSync(files.wtns));
            expect(pages.data).to.have.length(1);
            expect(await theirs.wtns.exportJson(pages)).to.deep.equal(await theirs.wtns.exportJson(files.wtns));
        });

        it("check says of a witness what snarkjs says", async () => {
            const wrong = new Uint8Array(readFileSync(files.wtns));
            wrong[wrong.length - 32] ^= 1;
            const other = join(root, "test/fixtures/mimc_tiny/witness.wtns");
            for (const [wtns, holds] of [[files.wtns, true], [{ type: "mem", data: wrong }, false], [other, false]]) {
                const last = [];
                for (const api of [theirs, ours]) {
                    const { lines, logger } = listener();
                    expect(await api.wtns.check(files.r1cs, wtns, logger)).to.equal(holds);
                    last.push(lines.slice(-2));
                }
                expect(last[1]).to.deep.equal(last[0]);
                expect(await ours.wtns.check(files.r1cs, wtns), "without a logger").to.equal(holds);
            }
            const bls = join(root, "test/fixtures/mimc_bls/witness.wtns");
            const wanted = await failureOf(theirs.wtns.check(files.r1cs, bls));
            expect((await failureOf(ours.wtns.check(files.r1cs, bls))).message).to.include(wanted.message);
        });

        it("refuses inputs with the words of snarkjs, and leaves nothing", async () => {
            const more = { a: 3, b: 5, x: 1 };
            for (const input of thinned([{ a: 3 }, more, { a: [3, 4], b: 5 }, { a: [], b: 5 }, { a: 77, b: 5 }], 2)) {
                const out = mem(), wanted = await failureOf(theirs.wtns.calculate(input, files.wasm, mem()));
                for (const call of [
                    () => ours.wtns.calculate(input, files.wasm, out),
                    () => ours.wtns.debug(input, files.wasm, out, files.sym, {}),
                    () => ours.groth16.fullProve(input, files.wasm, at("groth16.zkey")),
                ]) expect((await failureOf(call())).message).to.include(wanted.message.trim().split("\n")[0]);
                expect(out).to.deep.equal(mem());
            }
        });
    });

    it("an assertion within components is told line by line, in the lines of snarkjs", async () => {
        writeFileSync(at("nest.circom"), `pragma circom 2.0.0;
            template In() { signal input x; signal output y; y <== x * x; assert(x != 3); }
            template Mid() { signal input x; signal output y; component i = In(); i.x <== x; y <== i.y; }
            template Out() { signal input x; signal output y; component m = Mid(); m.x <== x; y <== m.y; }
            component main = Out();`);
        circom(FOLDER, "nest.circom", ["--wasm"]);
        const wasm = at("nest_js/nest.wasm"), { message } = await failureOf(theirs.wtns.calculate({ x: 3 }, wasm, mem()));
        expect(message).to.match(/^Error: Assert Failed\. (Error in template \w+ line: \d\n){3}$/);
        for (const call of [
            () => ours.wtns.calculate({ x: 3 }, wasm, mem()), () => ours.groth16.fullProve({ x: 3 }, wasm, at("groth16.zkey")),
        ]) expect((await failureOf(call())).message.startsWith(message)).to.equal(true);
    });

    describe("r1cs", () => {
        it("info: counts, constraints and lines of snarkjs", async () => {
            const heard = [], infos = [];
            for (const api of [theirs, ours]) {
                const { lines, logger } = listener();
                const { curve: of, F, ...info } = await api.r1cs.info(files.r1cs, logger);
                expect(of.name).to.equal("bn128");
                expect(F).to.equal(of.Fr);
                infos.push(info);
                heard.push(lines.slice(1));
            }
            expect(infos[1]).to.deep.equal(infos[0]);
            expect(heard[1]).to.deep.equal(heard[0]);
        });

        itInAll("info of a field without curve has its own arithmetic", async () => {
            writeFileSync(at("gold.circom"), "pragma circom 2.0.0; template M() { signal input a; signal output c; c <== a*a; } component main = M();");
            execFileSync(process.execPath, [join(root, "node_modules", "circom2", "cli.js"), "gold.circom", "--r1cs", "--prime", "goldilocks"], { cwd: FOLDER, stdio: "pipe" });
            const heard = [], infos = [];
            for (const api of [theirs, ours]) {
                const { lines, logger } = listener(), { F, ...info } = await api.r1cs.info(at("gold.r1cs"), logger);
                expect(F.mul(F.e(info.prime - 1n), F.e(2))).to.equal(info.prime - 2n);
                infos.push(info);
                heard.push(lines);
            }
            expect({ curve: undefined, ...infos[1] }).to.deep.equal({ curve: undefined, ...infos[0] });
            expect(heard[1]).to.deep.equal(heard[0]);
        });

        it("info of a field that is none is refused, whatever its modulus", async () => {
            for (const [r, n8] of [[15n, 32], [(2n ** 31n - 1n) ** 2n, 8], [(2n ** 511n + 111n) ** 2n, 128]]) {
                const error = await failureOf(ours.r1cs.info(r1csOf({ r, n8 }, [], { signals: 2 })));
                expect(error).to.include({ name: "ProverError", code: "ERR_FILE" });
                expect(error.message).to.equal(
                    `r1cs.info: expected a system over a prime field, got one modulo ${r}; the file is damaged`);
            }
        });

        it("exportJson, and print of what info returns", async () => {
            await both((api) => api.r1cs.exportJson(files.r1cs));
            const names = ["one", "main.c", "main.b", "main.a", "main.d|main.x", "main.e"], heard = [];
            for (const api of [theirs, ours]) {
                const { lines, logger } = listener();
                const info = await api.r1cs.info(files.r1cs);
                expect(api.r1cs.print(info, { varIdx2Name: names }, logger)).to.equal(undefined);
                heard.push(lines);
            }
            expect(heard[1]).to.deep.equal(heard[0]).and.have.length(3);
        });
    });

    it("contribute takes entropy of every kind that snarkjs takes, and none where snarkjs asks for some", async () => {
        const key = new Uint8Array(readFileSync(at("first.zkey")));
        const kinds = ["text", "5", 5, -1.5, Infinity, 5n, true, [1, 2], [["a"]], { a: 1 }, new Date(), new Map(), () => 1, Object("a"),
            new Error("a"), { toString: () => "a" }, Uint8Array.of(1), Buffer.of(1), Uint32Array.of(1), BigInt64Array.of(1n),
            new DataView(new ArrayBuffer(2)), new ArrayBuffer(2), new SharedArrayBuffer(2), new Uint8Array(0), []];
        const hashOf = async (api, entropy) => Buffer.from(await withFixedRandom(7, () =>
            api.zKey.contribute(key, mem(), "me", entropy))).toString("hex");
        const none = await hashOf(ours, undefined), isBinary = (kind) => /Array|View|Buffer/.test(Object.prototype.toString.call(kind));
        for (const [i, kind] of thinned(kinds.filter((one) => String(one) !== ""), 4).entries()) {
            const wanted = await hashOf(theirs, kind), got = await hashOf(ours, kind);
            expect(got, `entropy ${i}`).not.to.equal(none);
            if (!isBinary(kind)) expect(got, `entropy ${i}`).to.equal(wanted); // bytes are taken as they are
        }
        for (const kind of [undefined, null, "", 0, NaN, false, 0n, [], new Uint8Array(0)]) expect(await hashOf(ours, kind)).to.equal(none);
        for (const kind of [Object.create(null), { toString() { throw new Error("no"); } }]) for (const call of [
            () => ours.zKey.contribute(key, mem(), "me", kind), () => ours.powersOfTau.contribute(files.tau, mem(), "me", kind),
            () => ours.zKey.bellmanContribute(curve, new Uint8Array(9), mem(), kind),
            () => ours.powersOfTau.challengeContribute(curve, new Uint8Array(9), mem(), kind),
        ]) expect(await failureOf(call())).to.include({ name: "ProverError", code: "ERR_OPTION" });
        for (const name of [undefined, null, "", 0, false]) await ours.zKey.contribute(key, mem(), name, "text");
    });

    describe("sections of other types, and bytes after the last one, are ignored", () => {
        const other = (type) => [type, Uint8Array.of(1, 2, 3)];
        for (const [what, change] of Object.entries({
            "at the end": (bytes) => withSections(bytes, (list) => [...list, other(99)]),
            "at the front, twice": (bytes) => withSections(bytes, (list) => [other(2 ** 32 - 1), other(2 ** 32 - 1), ...list]),
            "with the number of another protocol's": (bytes) => withSections(bytes, (list) => [...list, other(18), other(0)]),
            "bytes after the last": (bytes) => Uint8Array.from([...bytes, ...new Uint8Array(64)]),
        })) itInAll(`${what}: answers and files of snarkjs`, async () => {
            const given = (file) => change(new Uint8Array(readFileSync(file)));
            const r1cs = given(files.r1cs), wtns = given(files.wtns), tau = given(files.tau);
            const key = given(at("groth16.zkey"));
            await both(async (api) => (await api.r1cs.info(r1cs)).nConstraints);
            await both((api) => api.r1cs.exportJson(r1cs));
            await both((api) => api.wtns.exportJson(wtns));
            await both((api) => api.wtns.check(r1cs, wtns));
            for (const name of ["groth16", "plonk", "fflonk"]) {
                const zkey = given(at(`${name}.zkey`));
                const { result } = await both((api) => api.zKey.exportVerificationKey(zkey));
                const { proof, publicSignals } = await ours[name].prove(zkey, wtns);
                expect(await theirs[name].verify(result, publicSignals, proof)).to.equal(true);
            }
            await both((api, out) => api.zKey.newZKey(r1cs, tau, out));
            await both((api, out) => api.zKey.contribute(key, out, "me", "text"), 3);
            await both((api, out) => api.zKey.beacon(key, out, "end", BEACON, "10"));
            await both((api) => api.zKey.verifyFromR1cs(r1cs, tau, key));
            const { bytes: exported } = await both((api, out) => api.zKey.exportBellman(key, out));
            const { bytes: response } = await both((api, out) => api.zKey.bellmanContribute(curve, exported, out, "text"), 5);
            await both((api, out) => api.zKey.importBellman(key, response, out, "three"));
            await both((api, out) => api.plonk.setup(r1cs, tau, out));
            await both((api, out) => api.powersOfTau.contribute(tau, out, "me", "text"), 6);
            await both((api, out) => api.powersOfTau.exportChallenge(tau, out));
            await both((api) => api.powersOfTau.verify(tau));
        });

        it("info says what was ignored, to a logger", async () => {
            const bytes = withSections(new Uint8Array(readFileSync(files.r1cs)), (list) => [...list, other(99)]);
            const { lines, logger } = listener();
            for (const to of [logger, undefined, {}]) await ours.r1cs.info(Uint8Array.from([...bytes, 0]), to);
            expect(lines.at(-1)).to.equal("warn: ignored: section 99 (3 bytes), 1 byte after the last section");
        });
    });

    describe("zKey and setup", () => {
        it("exportBellman, bellmanContribute, importBellman, exportJson: as snarkjs", async () => {
            const key = new Uint8Array(readFileSync(at("groth16.zkey")));
            const { bytes: exported } = await both((api, out) => api.zKey.exportBellman(key, out));
            const { bytes: response } = await both((api, out) => api.zKey.bellmanContribute(curve, exported, out, "text"), 5);
            await both((api, out) => api.zKey.importBellman(key, response, out, "three"));
            await both((api, out) => api.zKey.importBellman(key, response, out));
            await both(async (api) => JSON.stringify(await api.zKey.exportJson(key))); // holes of theirs are null there
            const { lines, logger } = listener(), out = mem();
            const hash = await ours.zKey.bellmanContribute("bn128", exported, out, undefined, logger);
            expect(lines.filter((line) => line.startsWith("info"))).to.have.length(1);
            expect(lines.find((line) => line.startsWith("info"))).to.include("Contribution Hash: ");
            expect(hash).to.have.length(64);
            expect((await failureOf(ours.zKey.importBellman(key, exported, mem(), "x")))).to.include({ code: "ERR_FILE" });
        });

        itInAll("newZKey, contribute, beacon, plonk.setup, fflonk.setup: the files and answers of snarkjs", async () => {
            const { bytes: first } = await both((api, out) => api.zKey.newZKey(files.r1cs, files.tau, out));
            const { bytes: second } = await both((api, out) => api.zKey.contribute(first, out, "me", "text"), 3);
            await both((api, out) => api.zKey.contribute(first, out, undefined, 5), 4);
            const { bytes: third } = await both((api, out) => api.zKey.beacon(second, out, "end", BEACON, "10"));
            await both((api) => api.zKey.verifyFromR1cs(files.r1cs, files.tau, third));
            await both((api) => api.zKey.verifyFromInit(first, files.tau, third));
            await both((api, out) => api.plonk.setup(files.r1cs, files.tau, out));
            await both((api, out) => api.fflonk.setup(files.r1cs, files.tau, out));
        });

        itInAll("verifyFromR1cs and verifyFromInit accept and refuse the same, and name the contributions", async () => {
            const bad = new Uint8Array(readFileSync(at("groth16.zkey")));
            bad[bad.length - 60] ^= 1;
            for (const [zkey, valid] of [[at("groth16.zkey"), true], [at("first.zkey"), true], [bad, false]]) {
                const { lines, logger } = listener();
                const { result } = await both((api) => api.zKey.verifyFromR1cs(files.r1cs, files.tau, zkey));
                expect(result).to.equal(valid);
                expect(await ours.zKey.verifyFromInit(at("first.zkey"), files.tau, zkey, logger)).to.equal(valid);
                expect(lines.at(-1)).to.match(valid ? /^info: ZKey Ok!$/ : /^error: INVALID: /);
                expect(lines.some((line) => line.startsWith("info: contribution #1 two:"))).to.equal(zkey === at("groth16.zkey"));
            }
        });

        it("answers -1, or fails, where the powers of tau do not fit", async () => {
            const plain = mem(), small = mem(), begun = mem();
            await theirs.powersOfTau.newAccumulator(curve, POWER, plain);
            await theirs.powersOfTau.newAccumulator(curve, 1, begun);
            await theirs.powersOfTau.preparePhase2(begun, small);
            for (const [tau, words] of [[plain, "Powers of tau is not prepared."], [small, "circuit too big for this power of tau ceremony."]]) {
                for (const call of [ours.zKey.newZKey, ours.plonk.setup]) {
                    const { lines, logger } = listener();
                    expect(await call(files.r1cs, tau, at("none.zkey"), logger)).to.equal(-1);
                    expect(lines.at(-1)).to.include(`error: ${words}`);
                    expect(existsSync(at("none.zkey"))).to.equal(false);
                    expect(await call(files.r1cs, tau, at("none.zkey")), "without a logger").to.equal(-1);
                }
                expect(await theirs.zKey.newZKey(files.r1cs, tau, mem())).to.equal(-1);
            }
            for (const { fflonk } of [ours, theirs]) {
                const { message } = await failureOf(fflonk.setup(files.r1cs, small, mem()));
                expect(message).to.match(/^Powers of Tau is not big enough for this circuit size\. Section 2 too small\./);
            }
            expect(await ours.fflonk.setup(files.r1cs, plain, mem()), "needs nothing prepared").to.equal(0);
            expect((await failureOf(ours.zKey.newZKey(at("none.r1cs"), files.tau, mem()))).message).to.include("ENOENT");
        });

        it("contributes to keys of Groth16 alone", async () => {
            for (const call of [
                (api) => api.zKey.contribute(at("plonk.zkey"), mem(), "x", "y"), (api) => api.zKey.beacon(at("plonk.zkey"), mem(), "x", BEACON, 10),
            ]) for (const api of [theirs, ours]) expect((await failureOf(call(api))).message).to.include("zkey file is not groth16");
        });

        it("refuses beacons as snarkjs does, and those that it fails on", async () => {
            for (const part of ["zKey", "powersOfTau"]) for (const [value, exponent, words] of [
                ["0x0102", 10, "Invalid Beacon Hash"], ["zz", 10, "Invalid Beacon Hash"], ["", 10, "Invalid Beacon Hash"],
                ["01".repeat(256), 10, "Invalid Beacon Hash"], ["01", 9, "Invalid numIterationsExp"], ["01", 64, "Invalid numIterationsExp"],
            ]) {
                const { lines, logger } = listener(), out = mem();
                expect(await ours[part].beacon(part === "zKey" ? at("first.zkey") : files.tau, out, "x", value, exponent, logger)).to.equal(false);
                expect(lines).to.have.length(1);
                expect(lines[0]).to.include(`error: ${words}`);
                expect(out).to.deep.equal(mem());
            }
        });

        it("never writes a file over the one that it reads", async () => {
            const before = readFileSync(at("first.zkey"));
            const { message } = await failureOf(ours.zKey.contribute(at("first.zkey"), at("first.zkey"), "x", "y"));
            expect(message).to.include("expected a file of its own for the result");
            same(readFileSync(at("first.zkey")), before);
        });
    });

    describe("powersOfTau", () => {
        itInAll("the files and answers of snarkjs, from the first to the prepared one and through challenges", async () => {
            const tau = (name) => (api, ...args) => api.powersOfTau[name](...args);
            const { bytes: start } = await both((api, out) => tau("newAccumulator")(api, curve, 4, out));
            await both((api, out) => tau("newAccumulator")(api, curve, "4", out));
            const { bytes: first } = await both((api, out) => tau("contribute")(api, start, out, "me", "text"), 3);
            const { bytes: end } = await both((api, out) => tau("beacon")(api, first, out, "end", BEACON, 10));
            const { bytes: prepared } = await both((api, out) => tau("preparePhase2")(api, end, out));
            for (const file of [end, prepared]) await both((api) => tau("verify")(api, file));
            await both((api) => tau("verify")(api, start));
            await both((api) => tau("exportJson")(api, prepared));
            const { bytes: challenge } = await both((api, out) => tau("exportChallenge")(api, end, out));
            const { bytes: response } = await both((api, out) => tau("challengeContribute")(api, curve, challenge, out, "text"), 9);
            for (const points of [true, false, undefined])
                await both((api, out) => tau("importResponse")(api, end, response, out, "far", points));
            const wrong = response.slice();
            wrong[3] ^= 1;
            for (const api of [theirs, ours])
                expect((await failureOf(api.powersOfTau.importResponse(end, wrong, mem(), "far", true))).message).to.include("Wrong contribution.");
            writeFileSync(at("in.ptau"), prepared);
            for (const [api, name] of [[theirs, "t_"], [ours, "o_"]]) expect(await api.powersOfTau.truncate(at("in.ptau"), at(name))).to.equal(true);
            for (const power of ["01", "02", "03"]) same(readFileSync(at(`o_${power}.ptau`)), readFileSync(at(`t_${power}.ptau`)));
            expect(existsSync(at("o_04.ptau"))).to.equal(false);
        });

        itInAll("takes our own curve too, and says what it verified", async () => {
            const own = await ours.curves.getCurveFromName("bn254", { singleThread: true }), begun = mem(), made = mem();
            expect(own).to.not.equal(curve);
            await ours.powersOfTau.newAccumulator(own, 3, begun);
            await ours.powersOfTau.contribute(begun, made, "somebody\r\nelse");
            const { lines, logger } = listener();
            expect(await ours.powersOfTau.verify(made, logger)).to.equal(true);
            expect(lines.some((line) => line.startsWith("info: Contribution #1: somebody else"))).to.equal(true);
            expect(lines.slice(-2).map((line) => line.slice(0, 20))).to.deep.equal(["warn: this file does", "info: Powers of Tau "]);
            expect(await theirs.powersOfTau.verify(made)).to.equal(true);
            const none = listener();
            expect(await ours.powersOfTau.verify(begun, none.logger)).to.equal(false);
            expect(none.lines.at(-1)).to.equal("error: This file has no contribution! It cannot be used in production");
        });
    });

    describe("log lines of ceremonies", () => {
        /** What snarkjs logs and we do not: see "Differences on purpose". */
        const LEFT_OUT = [/^info: (> |···|Reading |-{20}|  )/, /^info: Powers Of tau file OK!$/];
        const RESPONSE = /^info: Response Hash:\n/;

        /** What both log of the same calls. */
        async function heard(body) {
            const all = [];
            for (const api of [theirs, ours]) {
                const { lines, logger } = listener();
                await withFixedRandom(7, () => body(api, logger));
                all.push(lines.filter((line) => !line.startsWith("debug: ") && !LEFT_OUT.some((one) => one.test(line))));
            }
            return all;
        }

        itInAll("are those of snarkjs, hash for hash, but for those that the page names", async () => {
            const [wanted, got] = await heard(async ({ powersOfTau: tau, zKey, plonk, fflonk }, log) => {
                const [begun, one, challenge, response, two, none, end, prepared] = Array.from({ length: 8 }, mem);
                await tau.newAccumulator(curve, POWER, begun, log);
                expect(await tau.verify(begun, log)).to.equal(false);
                await tau.contribute(begun, one, "one", "text", log);
                await tau.exportChallenge(one, challenge, log);
                await tau.challengeContribute(curve, challenge, response, "text", log);
                await tau.importResponse(one, response, two, "two", true, log);
                await tau.importResponse(one, response, none, "two", false, log);
                await tau.beacon(two, end, "end", BEACON, 10, log);
                await tau.preparePhase2(end, prepared, log);
                const [first, second, params, answer, third, last] = Array.from({ length: 6 }, mem);
                await zKey.newZKey(files.r1cs, prepared, first, log);
                await zKey.contribute(first, second, "one", "text", log);
                await zKey.exportBellman(second, params, log);
                await zKey.bellmanContribute(curve, params, answer, "text", log);
                await zKey.importBellman(second, answer, third, "two", log);
                await zKey.beacon(third, last, "end", BEACON, 10, log);
                await zKey.verifyFromInit(first, prepared, last, log);
                await zKey.exportVerificationKey(last, log);
                await plonk.setup(files.r1cs, prepared, mem(), log);
                await fflonk.setup(files.r1cs, prepared, mem(), log);
            });
            expect(got).to.deep.equal(wanted);
            expect(got.filter((line) => line.includes("\n")).length).to.be.above(15);
        });

        it("of verifications tell each contribution, its checked hashes, and beacons with value and exponent", async () => {
            const [one, two, end, contributed, last] = Array.from({ length: 5 }, mem);
            await ours.powersOfTau.newAccumulator(curve, 3, one);
            await ours.powersOfTau.contribute(one, two, "one", "text");
            await ours.powersOfTau.beacon(two, end, "end", BEACON, 10);
            await ours.zKey.contribute(at("first.zkey"), contributed, "one", "text"); // a beacon alone is warned of
            await ours.zKey.beacon(contributed, last, "end", "0A0b", 11);
            const [theirTau, ourTau] = await heard(({ powersOfTau }, log) => powersOfTau.verify(end, log));
            const firstLines = (lines) => lines.filter((line) => !RESPONSE.test(line)).map((line) => line.replace(/Please run: [^]*/, ""));
            expect(firstLines(ourTau)).to.deep.equal(firstLines(theirTau));
            const [response] = theirTau.filter((line) => RESPONSE.test(line));
            expect(ourTau.filter((line) => RESPONSE.test(line)), "of the last alone").to.deep.equal([response]);
            for (const words of [`info: Beacon generator: ${BEACON}`, "info: Beacon iterations Exp: 10"]) expect(ourTau).to.include(words);
            for (const call of [
                ({ zKey }, log) => zKey.verifyFromR1cs(files.r1cs, files.tau, last, log),
                ({ zKey }, log) => zKey.verifyFromInit(at("first.zkey"), files.tau, last, log),
            ]) {
                const [theirKey, ourKey] = await heard(call);
                expect(ourKey).to.deep.equal(theirKey.filter((line) => !line.startsWith("info: Circuit hash: ")));
                expect(ourKey).to.include("info: Beacon generator: 0a0b").and.include("info: Beacon iterations Exp: 11");
            }
        });
    });

    describe("curves", () => {
        it("by name, r and q, with or without workers", async () => {
            const by = ours.curves, single = await by.getCurveFromName("bn254", { singleThread: true });
            expect([single.name, single.tm.singleThread]).to.deep.equal(["bn128", true]);
            for (const found of [by.getCurveFromR(single.r), by.getCurveFromR(`${single.r}`), by.getCurveFromQ(single.q)])
                expect((await found).name).to.equal("bn128");
            for (const call of [(api) => api.getCurveFromName("none"), (api) => api.getCurveFromR(7n), (api) => api.getCurveFromQ(7n)]) {
                const [wanted, got] = [await failureOf(call(theirs.curves)), await failureOf(call(by))];
                expect(got.message).to.equal(wanted.message);
            }
        });
    });

    describe("globalThis", () => {
        const there = () => ["curve_bn128", "curve_bls12381"].filter((name) => globalThis[name]);
        const fixture = (circuit, name) => join(root, "test/fixtures", circuit, name);
        const json = (circuit, name) => JSON.parse(readFileSync(fixture(circuit, name), "utf8"));
        const prover = (protocol) => ({
            [`${protocol}.prove`]: (api) => api[protocol].prove(at(`${protocol}.zkey`), files.wtns),
            [`${protocol}.fullProve`]: (api) => api[protocol].fullProve(INPUT, files.wasm, at(`${protocol}.zkey`)),
            [`${protocol}.fullProve on one thread`]: (api) => api[protocol].fullProve(
                INPUT, files.wasm, at(`${protocol}.zkey`), undefined, undefined, { singleThread: true }),
        });
        const callData = (protocol) => {
            const proof = json("mimc_tiny", `${protocol}_proof.json`), signals = json("mimc_tiny", `${protocol}_public.json`);
            return (api) => api[protocol].exportSolidityCallData(...(protocol === "plonk" ? [proof, signals] : [signals, proof]));
        };
        /** Every function that has a curve and does not return it; those of ceremonies build it for their points. */
        const CALLS = {
            ...prover("groth16"), ...prover("plonk"), ...prover("fflonk"),
            "groth16.prove on bls12-381": (api) =>
                api.groth16.prove(fixture("mimc_bls", "circuit.zkey"), fixture("mimc_bls", "witness.wtns")),
            "groth16.verify": (api) => api.groth16.verify(
                json("mimc_bls", "vkey.json"), json("mimc_bls", "public.json"), json("mimc_bls", "proof.json")),
            "groth16.exportSolidityCallData": (api) =>
                api.groth16.exportSolidityCallData(json("mimc_tiny", "proof.json"), json("mimc_tiny", "public.json")),
            "plonk.exportSolidityCallData": callData("plonk"), "fflonk.exportSolidityCallData": callData("fflonk"),
            "zKey.exportVerificationKey": (api) => api.zKey.exportVerificationKey(at("plonk.zkey")),
            "zKey.exportSolidityVerifier": (api) => api.zKey.exportSolidityVerifier(at("groth16.zkey"), { groth16: "x" }),
            "wtns.calculate": (api) => api.wtns.calculate(INPUT, files.wasm, mem()),
            "wtns.check": (api) => api.wtns.check(files.r1cs, files.wtns),
            "r1cs.info": (api) => api.r1cs.info(files.r1cs),
            "r1cs.exportJson": (api) => api.r1cs.exportJson(files.r1cs, listener().logger),
            "powersOfTau.truncate": (api) => api.powersOfTau.truncate(files.tau, at("cut")),
            "powersOfTau.exportJson": (api) => api.powersOfTau.exportJson(files.tau),
        };
        before(async () => { await forgetCurves(); curve = undefined; });

        for (const [name, call] of thinned(Object.entries(CALLS), 3)) it(`${name} leaves the curve there that snarkjs leaves`, async () => {
            const left = [];
            for (const api of [theirs, ours]) {
                await call(api);
                left.push(there());
                await forgetCurves();
            }
            expect(left[1]).to.deep.equal(left[0]);
        });

        it("a curve that its user terminated is built again, for the next proof and after it", async () => {
            const prove = prover("groth16")["groth16.fullProve"];
            for (let i = 0; i < 3; i++) {
                const { proof, publicSignals } = await prove(ours), { curve_bn128: left } = globalThis;
                expect(left.tm.protocol).to.match(/^ffturbo/);
                const vkey = await ours.zKey.exportVerificationKey(at("groth16.zkey"));
                expect(await ours.groth16.verify(vkey, publicSignals, proof)).to.equal(true);
                await left.terminate();
                expect(there()).to.deep.equal([]);
            }
        });

        it("a short proof starts no worker, though the curve that the last one left could", async () => {
            const prove = prover("groth16")["groth16.fullProve"];
            for (let i = 0; i < 2; i++) {
                await prove(ours);
                expect(globalThis.curve_bn128.tm.pool.filter(Boolean)).to.deep.equal([]);
            }
        });
    });
});
