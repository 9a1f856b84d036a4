/** The commands of powers of tau: what they write and say, and how they end; with snarkjs's own command in between. */
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect } from "chai";
import * as snarkjs from "snarkjs";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { printedBy, runCommand } from "../../../../test/support/command.js";
import { flipped, sectionsOf } from "../../../../test/support/binfiles.js";
import { itInAll, thinned } from "../../../../test/support/extent.js";
import { withFixedRandom } from "../../../../test/support/fixed_random.js";
import { keepHandles } from "../../../../test/support/kept_handles.js";

const BEACON = "0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20";
const HASH = /(\t\t[0-9a-f]{8}( [0-9a-f]{8}){3}\n?){4}/;

describe("command: powersoftau", function () {
    this.timeout(300_000);
    let folder, closeHandles;
    const at = (name) => join(folder, name), run = (...args) => runCommand(folder, ["powersoftau", ...args]);
    const right = async (...args) => {
        const result = await run(...args, "--threads", "0");
        expect(result, result.err).to.include({ code: 0 });
        return result;
    };
    before(async () => {
        closeHandles = keepHandles();
        folder = temporaryFolder("tau_commands");
        await right("new", "bn128", "3", "0.ptau");
        await right("contribute", "0.ptau", "1.ptau", "--name", "me", "--entropy", "a text");
        await right("beacon", "1.ptau", "2.ptau", BEACON, "10", "--name", "the end");
        await right("prepare", "phase2", "2.ptau", "final.ptau");
    });
    after(async () => {
        await closeHandles();
        for (const curve of [globalThis.curve_bn128, globalThis.curve_bls12381]) await curve?.terminate(); // of snarkjs
        rmSync(folder, { recursive: true, force: true });
    });

    itInAll("a contribution that a signal stops leaves nothing, and says that it cannot be taken up again", async function () {
        if (process.platform === "win32") this.skip();
        let child;
        const silent = createServer(() => child.kill("SIGINT")); // asked for the file, it never answers
        await new Promise((resolve) => { silent.listen(0, "127.0.0.1", resolve); });
        const before = readdirSync(folder).sort(), url = `http://127.0.0.1:${silent.address().port}/file`;
        try {
            for (const line of [
                ["powersoftau", "contribute", url, "made"], ["powersoftau", "challenge", "contribute", "bn128", url, "made"],
                ["zkey", "contribute", url, "made"], ["zkey", "bellman", "contribute", "bn128", url, "made"],
            ]) {
                const { code, err } = await runCommand(folder, line, { onStart: (started) => { child = started; } });
                expect({ code, err }, line.join(" ")).to.deep.equal({
                    code: 130,
                    err: "ffturbo: stopped by SIGINT; the contribution cannot be taken up again, since its secret is forgotten: contribute anew\n",
                });
                expect(readdirSync(folder).sort()).to.deep.equal(before);
            }
        } finally {
            silent.closeAllConnections();
            silent.close();
        }
    });

    it("from new to a file for phase 2, which snarkjs and verify accept", async () => {
        expect(await snarkjs.powersOfTau.verify(at("final.ptau"))).to.equal(true);
        const { out, err } = await right("verify", "final.ptau");
        expect(out).to.equal("the powers of tau verify: 2^3, 2 contributions, prepared for phase 2\n");
        const titles = err.split("\n").filter((line) => line !== "" && !line.startsWith("\t"));
        expect(titles).to.deep.equal([
            "Contribution 1 (me), next challenge hash:", "Contribution 2 (the end), next challenge hash:",
            "Contribution 2 (the end), contribution hash:", `beacon ${BEACON}, hashed 2^10 times`,
        ]);
        expect(err).to.match(HASH);
        expect((await run("truncate", "final.ptau")).code).to.equal(0);
        expect((await right("verify", "final_02.ptau")).err)
            .to.include("Contribution 2 (the end): its hashes cannot be checked without all points of the ceremony\n");
        const report = JSON.parse((await right("verify", "2.ptau", "--json")).out);
        expect(report).to.deep.include({ ok: true, power: 3, ceremonyPower: 3, prepared: false });
        expect(report.contributions.map(({ name, type }) => [name, type])).to.deep.equal([["me", "random"], ["the end", "beacon"]]);
        const [one, two] = report.contributions;
        for (const hash of [one.nextChallenge, two.nextChallenge, two.hash]) expect(hash).to.match(/^[0-9a-f]{128}$/);
        expect(one).to.not.have.property("hash");
        expect(two.beacon).to.deep.equal({ value: BEACON, exponent: 10 });
    });

    it("new takes the names of curves of snarkjs, and names its file after the power", async () => {
        const { err } = await right("new", "bls12-381", "2");
        expect(err).to.match(/^First challenge hash:\n/).and.match(HASH);
        expect((await snarkjs.powersOfTau.exportChallenge(at("powersOfTau2_0000.ptau"), { type: "mem" })).length).to.equal(64);
        for (const [curve, power] of thinned([["bn129", "3"], ["bn128", "x"], ["bn128", "40"]], 3))
            expect(await run("new", curve, power, "no.ptau")).to.include({ code: 2 });
        expect(existsSync(at("no.ptau"))).to.equal(false);
    });

    itInAll("--json gives hashes, and names of files, as one object", async () => {
        const hash = /^[0-9a-f]{128}$/;
        const rows = [
            [["new", "bn128", "2", "small.ptau"], ["firstChallenge"]],
            [["contribute", "small.ptau", "more.ptau"], ["contributionHash", "nextChallenge"]],
            [["beacon", "more.ptau", "end.ptau", BEACON, "10"], ["contributionHash", "nextChallenge"]],
            [["export", "challenge", "small.ptau", "challenge"], ["challenge"]],
            [["challenge", "contribute", "bn128", "challenge", "response"], ["contributionHash", "challenge"]],
            [["import", "response", "small.ptau", "response", "taken.ptau"], ["contributionHash", "nextChallenge"]],
        ];
        for (const [args, names] of rows) {
            const { out, err } = await right(...args, "--json"), told = JSON.parse(out);
            expect(Object.keys(told), args.join(" ")).to.deep.equal(names);
            for (const name of names) expect(told[name]).to.match(hash);
            expect(err).to.equal("");
        }
        await right("prepare", "phase2", "end.ptau", "prepared.ptau");
        expect(JSON.parse((await run("truncate", "prepared.ptau", "--json")).out)).to.deep.equal({ files: ["prepared_01.ptau"] });
    });

    it("contribute prints the hash to publish, unless it is to be quiet, and takes other entropy each time", async () => {
        const texts = [];
        for (const words of [["-e", "x"], ["-e", "x"], []]) texts.push((await right("contribute", "0.ptau", "other.ptau", ...words)).err);
        for (const text of texts) expect(text).to.match(/^Contribution hash, for you to keep and to publish:\n/);
        expect(new Set(texts).size).to.equal(3);
        expect(await right("contribute", "0.ptau", "other.ptau", "--quiet")).to.include({ out: "", err: "" });
    });

    it("ends with the reason of its signal", async () => {
        const reason = new Error("enough"), signal = AbortSignal.abort(reason), before = readdirSync(folder).sort();
        for (const line of [
            "new bn128 3 no.ptau", "contribute 0.ptau no.ptau", `beacon 0.ptau no.ptau ${BEACON} 10`, "verify 2.ptau",
            "prepare phase2 2.ptau no.ptau", "convert 2.ptau no.ptau", "truncate final.ptau", "export challenge 0.ptau no.challenge",
            "challenge contribute bn128 0.ptau no.response", "import response 0.ptau 0.ptau no.ptau", "export json final.ptau no.json",
        ]) expect(await printedBy(folder, `powersoftau ${line}`, signal).catch((error) => error), line).to.equal(reason);
        expect(readdirSync(folder).sort()).to.deep.equal(before);
    });

    it("mixes the entropy that is given into a contribution", async () => {
        await right("export", "challenge", "0.ptau", "mixed.challenge");
        for (const line of ["contribute 0.ptau mixed.ptau", "challenge contribute bn128 mixed.challenge mixed.response"]) {
            const made = (entropy) => withFixedRandom(1, () => printedBy(folder, `powersoftau ${line} --json -e ${entropy}`));
            const [first, again, other] = [await made("x"), await made("x"), await made("y")];
            expect(JSON.parse(first)).to.have.property("contributionHash");
            expect([again === first, other === first], line).to.deep.equal([true, false]);
        }
    });

    it("verify tells hashes unless it is to be quiet, names that there are, and powers of which phase 2 is to come", async () => {
        await right("contribute", "0.ptau", "nameless.ptau");
        const { out, err } = await right("verify", "nameless.ptau");
        expect(out).to.equal("the powers of tau verify: 2^3, 1 contribution, not prepared for phase 2\n");
        expect(err).to.match(/^Contribution 1, next challenge hash:\n/);
        expect((await right("verify", "nameless.ptau", "--quiet")).err).to.equal("");
        const { contributions: [one] } = JSON.parse((await right("verify", "nameless.ptau", "--json")).out);
        for (const name of ["hash", "nextChallenge"]) expect(one[name], name).to.match(/^[0-9a-f]{128}$/);
        expect((await run("new", "bn128", "1000", "x.ptau")).err).to.include('powersoftau new: expected a number, got "1000"');
        for (const place of [".", "no/such.json"])
            expect(await run("export", "json", "nowhere.ptau", place), "before anything is read").to.include({ code: 6 });
    });

    it("verify says what does not hold, with exit code 1, and what is damaged, with 3", async () => {
        const bytes = new Uint8Array(readFileSync(at("2.ptau"))), { offset } = sectionsOf(bytes).find(({ type }) => type === 7);
        writeFileSync(at("bad.ptau"), flipped(bytes, offset + 4 + 19 * 64 + 216));
        const { code, out } = await run("verify", "bad.ptau");
        expect(code).to.equal(1);
        expect(out).to.match(/^the powers of tau do NOT verify: bad.ptau: contribution 2: expected /);
        expect(JSON.parse((await run("verify", "bad.ptau", "--json")).out)).to.deep.include({ ok: false, contribution: 2 });
        writeFileSync(at("short.ptau"), bytes.slice(0, -1));
        expect(await run("verify", "short.ptau")).to.include({ code: 3 });
        expect(await run("verify", "0.ptau")).to.include({ code: 1 });
    });

    itInAll("verify refuses beacons of more hashes than are allowed", async () => {
        await right("beacon", "2.ptau", "3.ptau", BEACON, "10");
        expect(await run("verify", "3.ptau", "--beacon-limit", "10")).to.include({ code: 5, out: "" });
        await right("verify", "3.ptau", "--beacon-limit", "11");
    });

    itInAll("truncate writes a file for each smaller power beside the large one", async () => {
        copyFileSync(at("final.ptau"), at("large.ptau"));
        expect((await run("truncate", "large.ptau")).err).to.equal("large_01.ptau\nlarge_02.ptau\n");
        expect((await right("verify", "large_02.ptau")).out).to.include("2^2, 2 contributions");
        await snarkjs.powersOfTau.truncate(at("large.ptau"), at("theirs_"));
        expect(Buffer.compare(readFileSync(at("large_01.ptau")), readFileSync(at("theirs_01.ptau")))).to.equal(0);
    });

    it("convert refuses what needs none", async () => {
        const { code, err } = await run("convert", "final.ptau", "converted.ptau");
        expect([code, existsSync(at("converted.ptau"))]).to.deep.equal([3, false]);
        expect(err).to.include("it has all of them");
    });

    itInAll("export challenge, challenge contribute, import response, with the names of snarkjs by default", async () => {
        expect((await right("export", "challenge", "2.ptau")).err).to.match(/^Challenge hash:\n/);
        await right("challenge", "contribute", "bn128", "challenge", "--entropy", "x");
        await right("import", "response", "2.ptau", "challenge.response", "3.ptau", "-n", "other\nline");
        expect((await right("verify", "3.ptau")).err).to.include("Contribution 3 (other\\nline)"); // on one line
        expect(await snarkjs.powersOfTau.verify(at("3.ptau"))).to.equal(true);
    });

    itInAll("export json: to a file named after the input, and to standard output", async () => {
        expect((await right("export", "json", "final.ptau")).err).to.equal("final.json\n");
        const json = JSON.parse(readFileSync(at("final.json"), "utf8"));
        expect(json).to.deep.equal(await snarkjs.powersOfTau.exportJson(at("final.ptau"), false));
        expect(JSON.parse((await right("export", "json", "final.ptau", "-")).out)).to.deep.equal(json);
    });

    it("refuses options and files that a command does not take", async () => {
        for (const words of thinned([["beacon", "1.ptau", "x.ptau", BEACON], ["verify"], ["verify", "2.ptau", "--name", "x"], ["prepare", "2.ptau", "x.ptau"],
            ["beacon", "1.ptau", "x.ptau", BEACON, "9"], ["beacon", "1.ptau", "x.ptau", "xyz", "10"], ["contribute", "1.ptau", "1.ptau"]], 3))
            expect(await run(...words), words.join(" ")).to.include({ code: 2 });
        expect(existsSync(at("x.ptau"))).to.equal(false);
    });
});
