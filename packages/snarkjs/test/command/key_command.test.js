/** The commands for keys: from a circuit to a verified key, with the files of snarkjs. */
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as snarkjs from "snarkjs";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { buildBn128 } from "../../../../src/index.js";
import { exportSolidityCallData, exportSolidityVerifier } from "../../../../src/protocols/index.js";
import { flipped, sectionBytes, sectionsOf } from "../../../../test/support/binfiles.js";
import { fixture, fixtures } from "../../../../test/support/circuits.js";
import { claimOf } from "../../../../test/support/claim_forms.js";
import { COMMAND, printedBy, runCommand } from "../../../../test/support/command.js";
import { encodeR1cs } from "../../../../test/support/constraints.js";
import { itInAll, thinned } from "../../../../test/support/extent.js";
import { withFixedRandom } from "../../../../test/support/fixed_random.js";
import { keepHandles } from "../../../../test/support/kept_handles.js";
import { readPowers, repeatedPowers } from "../../../../test/support/known_powers.js";

describe("command: keys", function () {
    this.timeout(120_000);
    let folder, curve, closeHandles;
    const run = (...args) => runCommand(folder, args), at = (name) => join(folder, name);
    const same = (a, b) => expect(Buffer.compare(readFileSync(at(a)), readFileSync(at(b)))).to.equal(0);
    before(async () => {
        closeHandles = keepHandles();
        folder = temporaryFolder("keys");
        curve = await buildBn128({ threads: 2 });
        const constraints = [[[[1, 1n]], [[2, 1n]], [[3, 1n]]], [[[2, 5n]], [[3, -1n]], [[1, 1n], [0, 7n]]]];
        writeFileSync(at("c.r1cs"), encodeR1cs({ r: curve.r, signals: 4, publics: 1, constraints }));
        writeFileSync(at("pot.ptau"), await readPowers(curve, 9));
        writeFileSync(at("small.ptau"), repeatedPowers(curve, 1));
        await snarkjs.zKey.newZKey(at("c.r1cs"), at("pot.ptau"), at("theirs.zkey"));
    });
    after(async () => {
        await closeHandles();
        await curve?.terminate();
        await (await snarkjs.curves.getCurveFromName("bn128")).terminate();
        rmSync(folder, { recursive: true, force: true });
    });

    it("groth16 setup and zkey new write the key of snarkjs, and print the hash of the circuit", async () => {
        const { code, out, err } = await run("groth16", "setup", "c.r1cs", "pot.ptau", "first.zkey");
        expect(err).to.match(/^first\.zkey in [\d.]+ s\nCircuit Hash: \n(\t\t([0-9a-f]{8} ?){4}\n){4}$/);
        expect([code, out]).to.deep.equal([0, ""]);
        expect(await run("zkey", "new", "c.r1cs", "pot.ptau", "again.zkey", "--quiet")).to.include({ code: 0, out: "", err: "" });
        for (const name of ["first.zkey", "again.zkey"]) same(name, "theirs.zkey");
    });

    it("zkey export solidityverifier and soliditycalldata write a contract, and print its arguments", async () => {
        await snarkjs.zKey.contribute(at("theirs.zkey"), at("mine.zkey"), "me", "a text");
        const { code, err } = await run("zkey", "export", "solidityverifier", "mine.zkey");
        expect({ code, err }).to.deep.equal({ code: 0, err: "verifier.sol\n" });
        const contract = readFileSync(at("verifier.sol"), "utf8");
        expect(contract).to.equal(await exportSolidityVerifier(at("mine.zkey"))).and.include("contract Groth16Verifier");
        expect(await run("zkey", "export", "solidityverifier", "mine.zkey", "-")).to.include({ out: contract, err: "" });
        for (const prefix of ["", "plonk_", "fflonk_"]) {
            const [publicSignals, proof] = ["public", "proof"].map((name) =>
                JSON.parse(readFileSync(join(fixtures, "mimc_tiny", `${prefix}${name}.json`), "utf8")));
            writeFileSync(at("public.json"), JSON.stringify(publicSignals));
            writeFileSync(at("proof.json"), JSON.stringify(proof));
            const values = proof.protocol === "fflonk" ? [publicSignals, proof] : [proof, publicSignals];
            const wanted = `${await snarkjs[proof.protocol].exportSolidityCallData(...values)}\n`;
            for (const names of [[], ["public.json", "proof.json"]])
                expect(await run("zkey", "export", "soliditycalldata", ...names)).to.deep.include({ code: 0, out: wanted, err: "" });
        }
        expect((await run("zkey", "export", "soliditycalldata", "proof.json", "public.json")).code).to.be.above(0);
        for (const name of ["public.json", "proof.json"]) { // standard output is one of the files that are read
            const before = readFileSync(at(name)), out = openSync(at(name), "r+");
            const { status, stderr } = spawnSync(process.execPath, [COMMAND, "zkey", "export", "soliditycalldata"],
                { cwd: folder, stdio: ["ignore", out, "pipe"], encoding: "utf8" });
            closeSync(out);
            expect(status, stderr).to.be.above(0);
            expect(readFileSync(at(name)).equals(before), name).to.equal(true);
        }
    });

    itInAll("plonk setup and fflonk setup write the keys of snarkjs", async () => {
        for (const system of ["plonk", "fflonk"]) {
            await snarkjs[system].setup(at("c.r1cs"), at("pot.ptau"), at(`theirs_${system}.zkey`));
            const { code, err } = await run(system, "setup", "c.r1cs", "pot.ptau", `${system}.zkey`);
            expect(err).to.match(new RegExp(`^${system}\\.zkey in [\\d.]+ s\n$`));
            expect(code).to.equal(0);
            same(`${system}.zkey`, `theirs_${system}.zkey`);
        }
    });

    it("contributes, ends with a beacon, verifies from both sides, and exports the verification key", async () => {
        const one = await run("zkey", "contribute", "theirs.zkey", "one.zkey", "--name", "me", "--entropy", "x");
        expect(one.out).to.match(/^Contribution Hash: \n(\t\t([0-9a-f]{8} ?){4}\n){4}$/);
        expect(one.code).to.equal(0);
        expect(await run("zkey", "contribute", "one.zkey", "-", "--json")).to.include({ code: 2, out: "" });
        const made = JSON.parse((await run("groth16", "setup", "c.r1cs", "pot.ptau", "j.zkey", "--json")).out);
        expect(made.file).to.equal("j.zkey");
        expect(made.circuitHash).to.match(/^[0-9a-f]{128}$/);
        const two = await run("zkey", "beacon", "one.zkey", "two.zkey", "0a0b", "10", "--json", "--quiet", "--name", "end");
        expect(two.err).to.equal("");
        expect(JSON.parse(two.out)).to.have.property("contributions", 2);
        for (const [words, first] of [["", "c.r1cs"], ["r1cs", "c.r1cs"], ["init", "theirs.zkey"]]) {
            const { code, out } = await run("zkey", "verify", ...(words ? [words] : []), first, "pot.ptau", "two.zkey", "--quiet");
            expect(code, words).to.equal(0);
            expect(out).to.include('contribution 1 "me":\n').and.include('contribution 2 (beacon) "end":\n');
            expect(out).to.match(/^Circuit Hash: \n/).and.match(/\nbeacon 0a0b, hashed 2\^10 times\nthe key is valid\n$/);
        }
        const { out } = await run("zkey", "verify", "c.r1cs", "pot.ptau", "two.zkey", "--json");
        const told = JSON.parse(out);
        expect(told.contributions[1]).to.deep.include({ type: "beacon", beacon: { value: "0a0b", exponent: 10 } });
        expect(told.contributions[0]).to.not.have.property("beacon");
        expect(told).to.include({ valid: true });
        expect(told.contributions[1].hash).to.equal(JSON.parse(two.out).contributionHash);
        expect(told.circuitHash).to.equal(Buffer.from(sectionBytes(readFileSync(at("two.zkey")), 10).slice(0, 64)).toString("hex"));
        expect(await run("zkey", "export", "verificationkey", "two.zkey")).to.include({ code: 0, err: "verification_key.json\n" });
        expect(JSON.parse(readFileSync(at("verification_key.json"), "utf8")))
            .to.deep.equal(await snarkjs.zKey.exportVerificationKey(at("two.zkey")));
        expect(await snarkjs.zKey.verifyFromR1cs(at("c.r1cs"), at("pot.ptau"), at("two.zkey"))).to.equal(true);
    });

    it("exports verification keys, contracts and call data of every protocol, also from packed keys", async () => {
        for (const [protocol, zkey] of [["groth16", "circuit"], ["plonk", "plonk"], ["fflonk", "fflonk"]]) {
            const { vkey, publicSignals, proof } = claimOf(protocol), packed = `${protocol}.ffkey`;
            await run("pack", fixture("mimc_tiny", `${zkey}.zkey`), "-o", packed);
            for (const key of [fixture("mimc_tiny", `${zkey}.zkey`), packed]) {
                expect((await run("zkey", "export", "verificationkey", key, "v.json")).code, key).to.equal(0);
                expect(JSON.parse(readFileSync(at("v.json"), "utf8"))).to.deep.equal(vkey);
                expect((await run("zkey", "export", "solidityverifier", key, "v.sol")).code, key).to.equal(0);
                expect(readFileSync(at("v.sol"), "utf8")).to.equal(await exportSolidityVerifier(vkey));
            }
            writeFileSync(at("s.json"), JSON.stringify(publicSignals));
            writeFileSync(at("p.json"), JSON.stringify(proof));
            expect((await run("zkey", "export", "soliditycalldata", "s.json", "p.json")).out)
                .to.equal(`${exportSolidityCallData(proof, publicSignals)}\n`);
        }
    });

    itInAll("exports a key as JSON, as snarkjs does", async () => {
        const { code, err } = await run("zkey", "export", "json", "theirs.zkey", "key.json");
        expect(code).to.equal(0);
        expect(err).to.match(/^warning: theirs\.zkey: .*anybody can forge proofs of this key\nkey\.json\n$/);
        const json = JSON.parse(readFileSync(at("key.json"), "utf8"));
        const theirs = await snarkjs.zKey.exportJson(new Uint8Array(readFileSync(at("theirs.zkey"))));
        expect(json).to.deep.equal(JSON.parse(JSON.stringify(theirs))); // whose list C begins with holes
        expect(JSON.parse((await run("zkey", "export", "json", "theirs.zkey", "-")).out)).to.deep.equal(json);
        expect(await run("zkey", "export", "json", "pot.ptau", "x.zkey")).to.include({ code: 3 });
    });

    itInAll("exports for bellman, contributes there and imports, with snarkjs in between", async () => {
        await run("zkey", "contribute", "theirs.zkey", "begun.zkey");
        expect((await run("zkey", "export", "bellman", "begun.zkey", "a.mpcparams")).err).to.match(/^a\.mpcparams in [\d.]+ s\n$/);
        const bytes = (name) => new Uint8Array(readFileSync(at(name))), mem = () => ({ type: "mem" }), [b, d] = [mem(), mem()];
        await snarkjs.zKey.exportBellman(bytes("begun.zkey"), b);
        expect(Buffer.compare(bytes("a.mpcparams"), b.data)).to.equal(0);
        const made = await run("zkey", "bellman", "contribute", "bn128", "a.mpcparams", "c.mpcparams", "--entropy", "x", "--json");
        expect(made.code).to.equal(0);
        const taken = await run("zkey", "import", "bellman", "begun.zkey", "c.mpcparams", "taken.zkey", "--name", "you", "--json");
        await snarkjs.zKey.importBellman(bytes("begun.zkey"), bytes("c.mpcparams"), d, "you");
        expect(Buffer.compare(bytes("taken.zkey"), d.data)).to.equal(0);
        expect(JSON.parse(taken.out)).to.deep.equal(JSON.parse(made.out)).and.include({ contributions: 2 });
        expect((await run("zkey", "verify", "c.r1cs", "pot.ptau", "taken.zkey", "--quiet")).out).to.include('contribution 2 "you":\n');
        for (const [args, exit] of [[["import", "bellman", "begun.zkey", "a.mpcparams", "x.zkey"], 3],
            [["bellman", "contribute", "bn129", "a.mpcparams", "x.zkey"], 2], [["export", "bellman", "begun.zkey", "begun.zkey"], 2]])
            expect(await run("zkey", ...args), args.join(" ")).to.include({ code: exit });
        expect(existsSync(at("x.zkey"))).to.equal(false);
    });

    it("ends with the reason of its signal", async () => {
        const reason = new Error("enough"), signal = AbortSignal.abort(reason);
        for (const line of [
            "groth16 setup c.r1cs pot.ptau no.zkey", "plonk setup c.r1cs pot.ptau no.zkey", "fflonk setup c.r1cs pot.ptau no.zkey",
            "zkey contribute theirs.zkey no.zkey", "zkey beacon theirs.zkey no.zkey 0a 10", "zkey export bellman theirs.zkey no.params",
            "zkey bellman contribute bn128 theirs.zkey no.params", "zkey import bellman theirs.zkey theirs.zkey no.zkey",
            "zkey verify c.r1cs pot.ptau theirs.zkey", "zkey verify init theirs.zkey pot.ptau theirs.zkey",
            "zkey export verificationkey theirs.zkey no.json", "zkey export solidityverifier theirs.zkey no.sol",
            "zkey export json theirs.zkey no.json", "pack theirs.zkey -o no.ffkey", "unpack theirs.zkey -o no.zkey",
        ]) expect(await printedBy(folder, line, signal).catch((error) => error), line).to.equal(reason);
        expect(readdirSync(folder).filter((name) => name.startsWith("no."))).to.deep.equal([]);
    });

    it("mixes the entropy that is given into a contribution", async () => {
        await printedBy(folder, "zkey export bellman theirs.zkey mixed.params");
        for (const line of ["zkey contribute theirs.zkey mixed.zkey", "zkey bellman contribute bn128 mixed.params other.params"]) {
            const made = (entropy) => withFixedRandom(1, () => printedBy(folder, `${line} --json -e ${entropy}`));
            const [first, again, other] = [await made("x"), await made("x"), await made("y")];
            expect(JSON.parse(first)).to.have.property("contributionHash");
            expect([again === first, other === first], line).to.deep.equal([true, false]);
        }
    });

    it("--json says the file, and the hash of a circuit whose key has one or how many gates, and nothing else", async () => {
        const groth16 = await run("groth16", "setup", "c.r1cs", "pot.ptau", "told.zkey", "--json");
        expect([Object.keys(JSON.parse(groth16.out)), groth16.err]).to.deep.equal([["file", "circuitHash"], ""]);
        const plonk = await run("plonk", "setup", "c.r1cs", "pot.ptau", "told.zkey", "--json");
        expect(JSON.parse(plonk.out)).to.deep.equal({ file: "told.zkey", constraints: 3 });
    });

    it("says which contribution is wrong; one without a name has an empty one", async () => {
        await run("zkey", "contribute", "theirs.zkey", "nameless.zkey");
        expect((await run("zkey", "verify", "c.r1cs", "pot.ptau", "nameless.zkey")).out).to.include('contribution 1 "":\n');
        const key = new Uint8Array(readFileSync(at("nameless.zkey"))), { offset } = sectionsOf(key).find(({ type }) => type === 10);
        writeFileSync(at("wrong.zkey"), flipped(key, offset + 64 + 4 + 5 * 64)); // its transcript, behind five points' bytes
        const { code, out } = await run("zkey", "verify", "c.r1cs", "pot.ptau", "wrong.zkey");
        expect(code).to.equal(1);
        expect(out).to.match(/^the key is NOT valid: contribution 1: /);
        expect((await run("zkey", "beacon", "theirs.zkey", "x.zkey", "0a", "100")).err)
            .to.include('zkey beacon: expected an exponent from 10 to 63, got "100"');
    });

    it("a key that is not valid ends with 1, and is said to be wrong where it is", async () => {
        const key = readFileSync(at("theirs.zkey")), { offset } = sectionsOf(key).find(({ type }) => type === 10);
        writeFileSync(at("bad.zkey"), flipped(new Uint8Array(key), offset));
        const { code, out } = await run("zkey", "verify", "c.r1cs", "pot.ptau", "bad.zkey");
        expect([code, out]).to.deep.equal([1, "the key is NOT valid: expected the hash of the circuit, got others\n"]);
    });

    itInAll("verify refuses beacons of more hashes than are allowed", async () => {
        for (const name of ["b1", "b2"]) await run("zkey", "beacon", name === "b1" ? "nameless.zkey" : "b1.zkey", `${name}.zkey`, "0a", "10");
        const verify = (...more) => run("zkey", "verify", "c.r1cs", "pot.ptau", "b2.zkey", "--quiet", ...more);
        expect(await verify("--beacon-limit", "11")).to.include({ code: 0 });
        const { code, err } = await verify("--beacon-limit", "10");
        expect([code, err]).to.deep.equal([5,
            "ffturbo: b2.zkey: expected beacons of at most 2^10 hashes, got 2 of up to 2^10; beaconLimit, at most 63, allows more\n"]);
        for (const limit of ["9", "64", "x"]) expect(await verify("--beacon-limit", limit), limit).to.include({ code: 2 });
    });

    it("refusals have the exit codes of their kind, and leave nothing", async () => {
        for (const [args, exit, words] of thinned([
            [["groth16", "setup", "c.r1cs", "small.ptau", "x.zkey"], 3, "of power 2 or more"],
            [["groth16", "setup", "c.r1cs", "pot.ptau", "c.r1cs"], 2, "c.r1cs"],
            [["groth16", "setup", "c.r1cs", "pot.ptau"], 2, "expected 3 file names, got 2"],
            [["zkey", "contribute", "theirs.zkey", "theirs.zkey"], 2, "theirs.zkey"],
            [["zkey", "beacon", "theirs.zkey", "x.zkey", "0a", "1x"], 2, "expected an exponent from 10 to 63"],
            [["zkey", "beacon", "theirs.zkey", "x.zkey", "zz", "10"], 2, "hexadecimal"],
            [["zkey", "verify", "c.r1cs", "pot.ptau", "none.zkey"], 3, "none.zkey"],
            [["zkey", "contribute", "theirs.zkey", "x.zkey", "--max", "3"], 2, "--max"],
        ], 3)) {
            const { code, err } = await run(...args);
            expect(err, args.join(" ")).to.include(words);
            expect(code, args.join(" ")).to.equal(exit);
        }
        expect(existsSync(at("x.zkey"))).to.equal(false);
    });
});
