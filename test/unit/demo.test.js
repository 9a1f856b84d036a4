/** The parts of the page (demo/) that need no page: the sample's witness, and what files are. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { expect } from "chai";
import { describe as lineOf, failedOf, judge, missingOf, readFile } from "../../demo/src/files.js";
import {
    describe as circuitLine, missingOf as circuitLacks, readFile as readCircuitFile, requestOf,
} from "../../demo/src/circuit_files.js";
import { bytes, count, duration, median, plural, ticksOf } from "../../demo/src/format.js";
import { fragmentOf, sharedOf } from "../../demo/src/compare.js";
import { portOf } from "../../demo/serve.mjs";
import { PAGES, pageOf } from "../../demo/pages.mjs";
import { kindOf, kindOfPhase } from "../../demo/src/kinds.js";
import { leftOf, openProgress } from "../../demo/src/progress.js";
import { LONGEST, wiresOf, witnessFile, wordsOf } from "../../demo/src/sample.js";
import { CHEATS, outcomesOf, refusalOf } from "../../demo/src/verify.js";
import { inputsOf, MEMBERS, voteFile, wiresOf as voteWires, wordOf } from "../../demo/src/vote.js";
import { buildBn128 } from "../../src/index.js";
import { verify } from "../../src/protocols/groth16/index.js";
import { exportVerificationKey } from "../../src/protocols/index.js";
import { fixture } from "../support/circuits.js";
import { keysFrom, powersFor } from "../support/weak_keys.js";

const json = (path) => JSON.parse(readFileSync(path, "utf8"));

describe("the code of the page", () => {
    it("knows of the package what users know, and how to tell its files; gpu.html runs the command's own bench", () => {
        const folder = new URL("../../demo/src/", import.meta.url);
        const imported = readdirSync(folder).flatMap((name) =>
            [...readFileSync(new URL(name, folder), "utf8").matchAll(/from "([^"]+)"/g)].map(([, target]) => target));
        const entries = ["../..", "../../packages/snarkjs"].flatMap((of) => {
            const { name, exports } = json(new URL(`${of}/package.json`, import.meta.url));
            return Object.keys(exports).map((entry) => entry.replace(/^\./, name));
        });
        const names = ["curves/known", "protocols/json"].map((name) => `../../src/${name}.js`);
        const known = [...entries, ...names, "../../packages/gpu/src/bench.js"];
        expect(imported.filter((target) => !/^\.\/\w+\.js$/.test(target) && !known.includes(target))).to.deep.equal([]);
        expect(imported).to.include("ffturbo/groth16");
    });
});

describe("the pages of the site", () => {
    const words = { version: "1.2.3", snarkjs: "" };
    it("are those that lie in demo/, each with its script", () => {
        const folder = new URL("../../demo/", import.meta.url);
        const pages = readdirSync(folder).filter((name) => name.endsWith(".html"));
        expect(PAGES.map(({ file }) => file).sort()).to.deep.equal(pages.sort());
        for (const { script } of PAGES) expect(readdirSync(new URL("src/", folder))).to.include(script);
    });
    for (const page of PAGES) it(`${page.file}: has the header of all, with itself marked in the menu`, () => {
        const text = pageOf(page, words);
        const menu = [...text.matchAll(/<a href="(\w+\.html)"( aria-current="page")?>([^<]+)<\/a>/g)].map((found) => found.slice(1));
        expect(menu).to.deep.equal(PAGES.map(({ file, name }) =>
            [file, file === page.file ? ' aria-current="page"' : undefined, name]));
        expect(text).to.include(`<title>${page.title}</title>`).and.include(`src="${page.script}"`);
        expect(text.match(/<header|<main id="main"|<footer|ffturbo 1\.2\.3/g)).to.have.length(4);
        expect(text).to.match(/^<!doctype html>\n<html lang="en" data-version="1\.2\.3"/).and.not.include("{{");
    });
    it("say which word they miss", () =>
        expect(() => pageOf(PAGES[0], { version: "1" })).to.throw("index.html: expected a word of the site, got {{snarkjs}}"));
});

describe("the sample of the page", () => {
    const words = json(fixture("mimc_example", "input.json")).secret.map(BigInt);

    it("has the witness that the circuit's own program calculates", () => {
        expect(Buffer.from(witnessFile(words)).equals(readFileSync(fixture("mimc_example", "witness.wtns")))).to.equal(true);
    });
    it("has as many wires as its key", () => expect(wiresOf(words).length).to.equal(2801));
    it("makes other words of other texts, also where one is the other and a zero byte", () => {
        expect(wordsOf("a")).to.not.deep.equal(wordsOf("a\0"));
        expect(wordsOf("")).to.deep.equal(Array(112).fill(0n));
        expect(wordsOf("é".repeat(16))[0]).to.equal(32n);
    });
    it("takes texts up to what the circuit holds", () => {
        expect(wordsOf("x".repeat(LONGEST)).length).to.equal(112);
        expect(() => wordsOf("x".repeat(LONGEST + 1))).to.throw(RangeError, "sample: expected a text of at most 3441 bytes");
    });
});

describe("the vote of the page", () => {
    const given = json(fixture("membership", "input.json")), big = (value) => (Array.isArray(value) ? value.map(BigInt) : BigInt(value));
    const inputs = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, big(value)]));
    const choose = (member, answer, poll = "lunch") => voteWires(inputsOf({ member, poll, answer })).slice(1, 5);

    it("has the witness that the circuit's own program calculates", () => {
        expect(Buffer.from(voteFile(inputs)).equals(readFileSync(fixture("membership", "witness.wtns")))).to.equal(true);
        expect(voteWires(inputs).length).to.equal(1997);
    });
    it("leads every member to one root, by a nullifier of his own for each poll", () => {
        const votes = MEMBERS.map((member) => choose(member, "yes"));
        expect(new Set(votes.map(([root]) => root)).size).to.equal(1);
        expect(new Set(votes.map(([, nullifier]) => nullifier)).size).to.equal(MEMBERS.length);
        expect(choose("Ada", "no")[1]).to.equal(votes[0][1]);
        expect(choose("Ada", "yes", "dinner")[1]).to.not.equal(votes[0][1]);
        expect(choose("Ada", "abstain")[3]).to.equal(3n);
    });
    it("takes a poll that fits a number", () => {
        expect(wordOf("ab")).to.equal(0x6261n);
        expect(() => wordOf("x".repeat(32))).to.throw(RangeError, "vote: expected a text of at most 31 bytes, got 32");
    });
});

describe("what a cheat changes", () => {
    const proof = json(fixture("mimc_tiny", "proof.json")), signals = json(fixture("mimc_tiny", "public.json"));
    const vkey = json(fixture("mimc_tiny", "vkey.json"));
    for (const [cheat, reason, outcomes] of [
        ["signal", "EQUATION", ["good", "good", "good", "bad"]],
        ["order", "SIGNAL_VALUE", ["bad", "", "", ""]],
        ["point", "POINT_CURVE", ["good", "good", "bad", ""]],
    ]) it(`${cheat}: ${reason}`, async () => {
        const changed = CHEATS[cheat]({ signals, proof });
        const verdict = await verify(vkey, changed.signals, changed.proof, { reason: true });
        expect(verdict.reason).to.equal(reason);
        expect(outcomesOf(verdict.reason)).to.deep.equal(outcomes);
    });
    it("is nothing in a proof that holds", () => expect(outcomesOf()).to.deep.equal(["good", "good", "good", "good"]));
});

describe("the charts of the page", () => {
    it("colour tasks and phases by kind", () => {
        expect(["g1m_msm", "g2m_msm", "frm_ifftShiftFft", "qap_joinABC, frm_batchFromMontgomery", "qap_sumRecords"].map(kindOf))
            .to.deep.equal(["g1", "g2", "fft", "fft", "other"]);
        expect(["witness", "fft", "A", "B2", "check"].map(kindOfPhase)).to.deep.equal(["other", "fft", "g1", "g2", "check"]);
    });
    it("have an axis of round times, with room for the whole", () => {
        expect(ticksOf(214)).to.deep.equal([0, 50, 100, 150]);
        expect(ticksOf(1000)).to.deep.equal([0, 200, 400, 600, 800]);
        for (let whole = 5; whole < 1e6; whole *= 1.07) {
            const ticks = ticksOf(whole);
            expect(ticks.length, String(whole)).to.be.within(2, 5);
            expect(ticks.at(-1)).to.be.at.most(0.9 * whole);
        }
    });
});

describe("a link to the result of a race", () => {
    it("carries two times and nothing else, and gives them back", () => {
        expect(fragmentOf({ ours: 213.4, theirs: 1430.5 })).to.equal("#race=213-1431");
        expect(sharedOf("#race=213-1431")).to.deep.equal({ ours: 213, theirs: 1431 });
        expect(sharedOf(fragmentOf({ ours: 0.2, theirs: 0.4 }))).to.deep.equal({ ours: 1, theirs: 1 });
    });
    for (const fragment of ["", "#race=", "#race=0-5", "#race=5-0", "#race=-5-5", "#race=1-2x", "#race=12345678-1",
        "#race=1-12345678", "#race=<b>-1", "#proof=1-2", "#race=1e3-2"])
        it(`is none: ${fragment}`, () => expect(sharedOf(fragment)).to.equal(undefined));
});

describe("the port of npm run demo", () => {
    it("is a port", () => expect(["0", "8080", "65535"].map(portOf)).to.deep.equal([0, 8080, 65535]));
    for (const text of ["", "65536", "-1", "80a", "8080.5", "123456"])
        it(`is not ${text || "nothing"}`, () => expect(() => portOf(text)).to.throw(RangeError, `got ${text}`));
});

describe("files on the page", () => {
    const fileOf = (circuit, name) => new File([readFileSync(fixture(circuit, name))], name);
    const read = (circuit, name) => readFile(fileOf(circuit, name));

    it("are known by what is in them, not by their names", async () => {
        const key = await readFile(new File([readFileSync(fixture("mimc_bls", "circuit.zkey"))], "photo.png"));
        expect([key.kind, key.curve, key.problem]).to.deep.equal(["zkey", "bls12381", undefined]);
        expect(lineOf(key)).to.match(/^proving key, \d+ constraints, bls12381, 175\.5 KiB$/);
        const values = (statSync(fixture("mimc_tiny", "witness.wtns")).size - 76) / 32; // after the headers
        expect((await read("mimc_tiny", "witness.wtns")).signals).to.equal(values);
        expect((await read("mimc_tiny", "vkey.json")).kind).to.equal("vkey");
        expect((await read("mimc_tiny", "input.json")).kind).to.equal("input");
    });
    for (const [what, name, content, problem] of [
        ["another kind", "a.zkey", "holiday", /^expected \.zkey, \.wtns, \.wasm or \.json, got a file of another kind/],
        ["constraints", "c.r1cs", "r1cs\x01", /, got the constraints of a circuit \(\.r1cs\)/],
        ["powers of tau", "p.ptau", "ptau\x01", /, got powers of tau \(\.ptau\)/],
        ["names of signals", "c.sym", "1,1,0,main.out\n2,-1,0,main.in\n", /, got names of signals \(\.sym\)/],
        ["numbers that are no names", "c.txt", "1,1\n", /got a file of another kind/],
        ["a key of plonk", "plonk.zkey", readFileSync(fixture("mimc_tiny", "plonk.zkey")), /expected .*groth16/i],
        ["a verification key of plonk", "k.json", readFileSync(fixture("mimc_tiny", "plonk_vkey.json")), /^expected a groth16 key, got one of plonk/],
        ["a proof", "p.json", readFileSync(fixture("mimc_tiny", "proof.json")), /^expected the circuit's inputs or a verification key/],
        ["broken JSON", "p.json", "{", /^expected JSON: /],
        ["a cut witness", "w.wtns", readFileSync(fixture("mimc_tiny", "witness.wtns")).subarray(0, 30), /^expected a witness, got a damaged file/],
        ["a cut key", "k.zkey", readFileSync(fixture("mimc_tiny", "circuit.zkey")).subarray(0, 3000), /damaged|truncated/],
        ["a cut program", "c.wasm", Buffer.from("\0asm\x01\0\0\0\x01\x05"), /^expected a circuit's program, got a damaged file/],
    ]) it(`are refused with a reason: ${what}`, async () => {
        const { kind, problem: told } = await readFile(new File([content], name));
        expect([kind, told]).to.satisfy(([unknown, text]) => unknown === "unknown" && problem.test(text), told);
    });

    it("are told apart when they do not fit the key", async () => {
        const key = await read("mimc_example", "circuit.zkey");
        const [, wtns] = judge([key, await read("mimc_tiny", "witness.wtns")]);
        expect(wtns.misfit).to.match(/^expected 2\s801 values for circuit.zkey, got \d+$/);
        const [, other] = judge([key, await read("mimc_bls", "witness.wtns")]);
        expect(other.misfit).to.equal("expected bn128, as circuit.zkey asks for, got bls12381");
        const [, vkey] = judge([key, await read("mimc_bls", "vkey.json")]);
        expect(vkey.misfit).to.match(/^expected bn128/);
        const fitting = [await read("mimc_bls", "circuit.zkey"), await read("mimc_bls", "witness.wtns"), await read("mimc_bls", "vkey.json")];
        expect(judge(fitting).some(({ misfit }) => misfit)).to.equal(false);
    });
    it("are verification keys also by another name of their protocol or curve, or by none", async () => {
        const key = await read("mimc_tiny", "circuit.zkey"), vkey = json(fixture("mimc_tiny", "vkey.json"));
        const { protocol, nPublic, ...unnamed } = vkey;
        for (const other of [
            { ...vkey, protocol: "groth" }, { ...vkey, curve: "bn254" }, { ...vkey, curve: "BN254" },
            { ...unnamed, nPublic }, { ...unnamed, protocol, curve: "alt-bn128" },
        ]) {
            const entry = await readFile(new File([JSON.stringify(other)], "vkey.json"));
            expect([entry.kind, entry.problem]).to.deep.equal(["vkey", undefined]);
            expect(lineOf(entry)).to.include(`${plural(nPublic, "public signal")}, bn128, `);
            expect(judge([key, entry])[1].misfit).to.equal(undefined);
        }
        const odd = await readFile(new File([JSON.stringify({ ...vkey, curve: "x".repeat(1e5) })], "vkey.json"));
        expect(judge([key, odd])[1].misfit.length).to.be.below(120);
    });
    it("say why anybody can forge proofs of a key, in one sentence", async function () {
        this.timeout(60_000);
        const curve = await buildBn128({ threads: 0 });
        try {
            const { first, ended } = await keysFrom(curve, (await powersFor(curve)).good);
            const [weak, right] = await Promise.all([first, ended].map((bytes) => readFile(new File([bytes], "k.zkey"))));
            expect(lineOf(weak)).to.match(/; delta is gamma.*: anybody can forge proofs of this key$/);
            expect(lineOf(right)).not.to.include("forge");
            const vkey = await exportVerificationKey(first, { curve, insecure: true });
            const error = await verify(vkey, ["1"], {}).catch((failed) => failed);
            expect(refusalOf(error)).to.match(/^delta is gamma.*: anybody can forge proofs of this key$/);
            expect(refusalOf(new Error("another"))).to.equal("another");
        } finally {
            await curve.terminate();
        }
    });
    it("are blamed for what a proof said of them, and of no other", async () => {
        const key = await read("mimc_example", "circuit.zkey"), wtns = await read("mimc_example", "witness.wtns");
        const [first, second] = judge(failedOf([key, wtns], "witness.wtns: expected constraints that hold"));
        expect([first.misfit, second.misfit]).to.deep.equal([undefined, "expected constraints that hold"]);
        expect(missingOf([first, second])).to.match(/^Remove/);
        expect(failedOf([key, wtns], "something else")).to.deep.equal([key, wtns]);
    });
    it("say what is missing", () => {
        const kinds = (...names) => missingOf(names.map((kind) => ({ kind })));
        expect(kinds()).to.equal("");
        expect(kinds("wtns")).to.match(/proving key/);
        expect(kinds("zkey")).to.match(/witness .* or a circuit/);
        expect(kinds("zkey", "wasm")).to.match(/inputs/);
        expect(kinds("zkey", "input")).to.match(/circuit/);
        for (const enough of [["zkey", "wtns"], ["zkey", "wasm", "input"]]) expect(kinds(...enough)).to.equal("");
        expect(missingOf([{ kind: "zkey" }, { kind: "wtns", misfit: "x" }])).to.match(/^Remove/);
    });
});

describe("the bar of the page", () => {
    it("says what is left once it can, and not when all is done", () => {
        expect(leftOf(1000, 0.25)).to.equal("about 3.00 s left");
        for (const [spent, overall] of [[200, 0.5], [1000, 0.04], [1000, 0], [1000, 1]])
            expect(leftOf(spent, overall), `${spent} ${overall}`).to.equal("");
    });

    it("is drawn when it is opened, at the clock's pace and when it is closed, however often it is told", () => {
        const drawn = [], kept = {}, names = ["document", "setInterval", "clearInterval"];
        for (const name of names) kept[name] = Object.getOwnPropertyDescriptor(globalThis, name);
        const element = () => ({
            style: { set width(/** @type {string} */ width) { drawn.push(width); } },
            append() {}, replaceChildren() {}, setAttribute() {},
        });
        let tick;
        try {
            Object.assign(globalThis, {
                document: { getElementById: element, createElement: element },
                setInterval: (/** @type {() => void} */ work) => { tick = work; }, clearInterval() {},
            });
            const { onProgress, close } = openProgress();
            drawn.length = 0;
            const tell = (/** @type {number} */ done) => onProgress({ phase: "A", done, total: 100, overall: done / 100 });
            [1, 2, 3].forEach(tell);
            onProgress({ phase: "of another version", done: 1, total: 1, overall: 0.03 });
            expect(drawn).to.deep.equal([]);
            tick();
            tick();
            expect(drawn).to.deep.equal(["3%"]);
            [50, 100].forEach(tell);
            close();
            expect(drawn).to.deep.equal(["3%", "100%"]);
        } finally {
            for (const name of names)
                if (kept[name]) Object.defineProperty(globalThis, name, kept[name]);
                else delete globalThis[name];
        }
    });
});

describe("numbers on the page", () => {
    it("read as people write them", () => {
        expect([0.4, 999, 1234, 12_345, 61_000].map(duration)).to.deep.equal(["0 ms", "999 ms", "1.23 s", "12.3 s", "1 min 1 s"]);
        expect([12, 2048, 3 * 2 ** 20, 2 ** 31].map(bytes)).to.deep.equal(["12 bytes", "2.0 KiB", "3.0 MiB", "2.00 GiB"]);
        expect(count(1234567)).to.equal("1\u00a0234\u00a0567");
        expect([plural(1, "worker"), plural(2, "worker")]).to.deep.equal(["1 worker", "2 workers"]);
        expect([median([3, 1, 2]), median([4, 1, 2, 3])]).to.deep.equal([2, 2.5]);
    });
});

describe("the files of a circuit on circuit.html", () => {
    const fileOf = (name, content) => new File([content], name);
    const kinds = [
        ["r1cs", "r1cs\x01"], ["wtns", "wtns\x02"], ["wasm", "\0asm\x01"], ["sym", "1,1,0,main.c\n"], ["sym", "1,-1,0,main.c\n"],
        ["input", ' { "a": 1, "b": [2] }'],
    ];
    for (const [kind, content] of kinds) it(`are told by how they begin: ${JSON.stringify(content)}`, async () =>
        expect((await readCircuitFile(fileOf("any", content))).kind).to.equal(kind));
    for (const [content, problem] of [
        ["zkey", /expected \.r1cs, \.sym, \.wtns, \.wasm or inputs as \.json, got a file of another kind/],
        ["[1]", /got a file of another kind/], ["{ 1", /^expected JSON: /], ["", /got a file of another kind/],
    ]) it(`are not ${JSON.stringify(content)}`, async () => {
        const { kind, problem: said } = await readCircuitFile(fileOf("any", content));
        expect(kind).to.equal("unknown");
        expect(said).to.match(problem);
    });
    it("are refused where JSON is too long, before it is read", async () => {
        const file = Object.assign(fileOf("any", "{}"), {}), size = 2 ** 26 + 1;
        Object.defineProperty(file, "size", { value: size });
        Object.defineProperty(file, "text", { value: () => { throw new Error("read"); } });
        expect((await readCircuitFile(file)).problem).to.match(/^expected JSON of at most 64\.0 MiB, got 64\.0 MiB/);
    });
    it("have a line each", async () => {
        expect(circuitLine(await readCircuitFile(fileOf("any", '{ "a": 1, "b": 2 }')))).to.equal("inputs, 2 by name, 18 bytes");
        expect(circuitLine(await readCircuitFile(fileOf("any", "r1cs")))).to.equal("constraints, 4 bytes");
    });

    const some = (...all) => all.map((kind, i) => ({ kind, file: `${kind}${i}`, value: { of: i } }));
    for (const [all, missing] of [
        [[], /^$/], [["sym"], /\(\.r1cs\) are missing/], [["r1cs"], /^A witness/], [["r1cs", "sym"], /^A witness/],
        [["r1cs", "wasm"], /^The inputs/], [["r1cs", "input"], /^The circuit's program/],
        [["r1cs", "wtns"], /^$/], [["wasm", "input", "r1cs"], /^$/],
    ]) it(`lack what they do: ${all.join(" ") || "none"}`, () => expect(circuitLacks(some(...all))).to.match(missing));
    it("lack nothing but what is no file of a circuit", () =>
        expect(circuitLacks([...some("r1cs", "wtns"), { kind: "unknown", problem: "why" }])).to.match(/^Remove or replace/));

    const calculated = { wasm: "wasm2", inputs: { of: 3 } };
    for (const [all, witness] of [
        [["r1cs", "wtns"], "wtns1"], [["r1cs", "sym", "wasm", "input"], calculated],
        [["r1cs", "wtns", "wasm", "input"], calculated], [["r1cs", "input", "wasm", "wtns"], "wtns3"],
    ]) it(`become a request; what was chosen last decides: ${all.join(" ")}`, () => {
        const request = requestOf(some(...all));
        expect(request).to.deep.equal({
            r1cs: "r1cs0", witness, sym: all.includes("sym") ? "sym1" : undefined,
        });
    });
});
