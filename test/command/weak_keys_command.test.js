/** What the commands say of keys and powers of tau that anybody can forge proofs with. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { buildBn128 } from "../../src/index.js";
import { exportVerificationKey } from "../../src/protocols/index.js";
import { runCommand } from "../support/command.js";
import { keepHandles } from "../support/kept_handles.js";
import { forgeGroth16 } from "../support/weak_proofs.js";
import { keysFrom, powersFor, product, witnessOf } from "../support/weak_keys.js";

const SENTENCE = "anybody can forge proofs of this key", BEACON = "0102030405060708";
/** Once, on standard error. */
const warnsOnce = (err, name) => expect(err.split("\n").filter((line) => line.includes(SENTENCE)).map((line) =>
    line.startsWith(`warning: ${name}: `)), err).to.deep.equal([true]);

describe("command: keys that anybody can forge with", function () {
    this.timeout(240_000);
    let folder, curve, closeHandles;
    const run = (...args) => runCommand(folder, args), at = (name) => join(folder, name);
    const put = (name, value) =>
        writeFileSync(at(name), value instanceof Uint8Array ? value : JSON.stringify(value));
    const json = (name) => JSON.parse(readFileSync(at(name), "utf8"));
    before(async () => {
        closeHandles = keepHandles();
        folder = temporaryFolder("weak-keys");
        curve = await buildBn128({ threads: 2 });
        const powers = await powersFor(curve), options = { curve, insecure: true };
        const good = await keysFrom(curve, powers.good), none = await keysFrom(curve, powers.none);
        for (const name of ["none", "beacon", "good"]) {
            put(`${name}.ptau`, powers[name]);
            put(`plain_${name}.ptau`, powers.plain[name]);
        }
        for (const name of ["first", "beacon", "ended"]) put(`${name}.zkey`, good[name]);
        put("alpha.zkey", none.contributed);
        for (const name of ["plonk", "fflonk"]) put(`${name}.zkey`, none[name]);
        for (const [name, zkey] of [["first", good.first], ["plonk", none.plonk], ["fflonk", none.fflonk], ["ended", good.ended]])
            put(`${name}.json`, await exportVerificationKey(zkey, options));
        put("c.r1cs", product(curve.r));
        put("w.wtns", witnessOf([1n, 6n, 2n, 3n, curve.Fr.toObject(curve.Fr.inv(curve.Fr.e(6n)))], curve.r));
        put("public.json", ["7"]);
        put("forged.json", forgeGroth16.deltaIsGamma(curve, json("first.json"), ["7"]));
        put("many.ndjson", new TextEncoder().encode(JSON.stringify({ publicSignals: ["7"], proof: json("forged.json") })));
    });
    after(async () => {
        await closeHandles();
        await curve?.terminate();
        rmSync(folder, { recursive: true, force: true });
    });

    it("verify refuses a forged proof by the reason of its key, and takes it with --insecure", async () => {
        const files = ["verify", "first.json", "public.json", "forged.json"];
        for (const args of [files, ["verify", "first.json", "--many", "many.ndjson"]]) {
            const refused = await run(...args);
            expect([refused.code, refused.out]).to.deep.equal([1, ""]);
            expect(refused.err).to.match(/^ffturbo: first\.json: expected .*anybody can forge proofs of this key; --insecure takes it\n$/);
            const told = await run(...args, "--json");
            expect(told.code).to.equal(1);
            expect(JSON.parse(told.out)).to.include({ ok: false, reason: "DELTA_KNOWN" });
            expect(JSON.parse(told.out).message).to.include(SENTENCE);
            const taken = await run(...args, "--insecure");
            expect([taken.code, taken.out, taken.err]).to.deep.equal([0, "the proof verifies\n", ""]);
        }
    });

    it("info says it of proving keys, verification keys and powers of tau", async () => {
        for (const [name, reason] of [
            ["first.zkey", "DELTA_KNOWN"], ["beacon.zkey", "BEACON_ALONE"], ["plonk.zkey", "TAU_KNOWN"],
            ["fflonk.zkey", "TAU_KNOWN"], ["first.json", "DELTA_KNOWN"], ["plonk.json", "TAU_KNOWN"],
            ["fflonk.json", "TAU_KNOWN"], ["none.ptau", "TAU_KNOWN"], ["plain_beacon.ptau", "BEACON_ALONE"],
        ]) {
            const { code, out, err } = await run("info", name), facts = JSON.parse((await run("info", name, "--json")).out);
            expect([code, err], name).to.deep.equal([0, ""]);
            expect(out.split(SENTENCE), name).to.have.length(2);
            expect(out.split("\n")[1], name).to.equal(facts.weakness.message);
            expect(facts.weakness.reason, name).to.equal(reason);
        }
        for (const name of ["ended.zkey", "ended.json", "good.ptau"]) {
            expect((await run("info", name)).out, name).not.to.include(SENTENCE);
            expect(JSON.parse((await run("info", name, "--json")).out), name).not.to.have.property("weakness");
        }
    });

    it("prove says it once on standard error, also when quiet, and in its JSON", async () => {
        for (const [name, reason] of [["first", "DELTA_KNOWN"], ["beacon", "BEACON_ALONE"], ["plonk", "TAU_KNOWN"], ["fflonk", "TAU_KNOWN"]]) {
            const { code, err } = await run("prove", `${name}.zkey`, "w.wtns", "p.json", "s.json", "--quiet");
            expect(code, name).to.equal(0);
            warnsOnce(err, `${name}.zkey`);
            const told = await run("prove", `${name}.zkey`, "w.wtns", "--json");
            warnsOnce(told.err, `${name}.zkey`);
            expect(JSON.parse(told.out).weakness.reason, name).to.equal(reason);
        }
        const right = await run("prove", "ended.zkey", "w.wtns", "--json", "--quiet");
        expect(right.err).to.equal("");
        expect(Object.keys(JSON.parse(right.out))).to.deep.equal(["proof", "publicSignals"]);
    });

    it("exports of verification keys and contracts refuse, write nothing, and take it with --insecure", async () => {
        for (const what of ["verificationkey", "solidityverifier"]) for (const name of ["first", "beacon", "alpha", "plonk", "fflonk"]) {
            const args = ["zkey", "export", what, `${name}.zkey`, "made"];
            const { code, out, err } = await run(...args);
            expect([code, out], name).to.deep.equal([1, ""]);
            expect(err, name).to.match(/^ffturbo: export\w+: .*anybody can forge proofs of this key; --insecure takes it\n$/);
            expect(existsSync(at("made")), name).to.equal(false);
            expect(await run(...args, "--insecure")).to.include({ code: 0, err: "made\n" });
            rmSync(at("made"));
        }
        expect((await run("zkey", "export", "verificationkey", "ended.zkey", "made")).code).to.equal(0);
        rmSync(at("made"));
    });

    it("set-ups refuse powers that everybody knows, write nothing, and take them with --insecure", async () => {
        for (const [name, ptau] of [["groth16", "none"], ["plonk", "beacon"], ["fflonk", "none"]]) {
            const args = [name, "setup", "c.r1cs", `${ptau}.ptau`, "new.zkey", "--quiet"];
            const { code, err } = await run(...args);
            expect(code, name).to.equal(1);
            expect(err, name).to.match(/^ffturbo: setup\w+: .*anybody can forge proofs of this key; --insecure takes it\n$/);
            expect(existsSync(at("new.zkey")), name).to.equal(false);
            expect(await run(...args, "--insecure"), name).to.include({ code: 0, err: "" });
            rmSync(at("new.zkey"));
        }
    });

    it("zkey verify and powersoftau verify answer 1, and name the reason in JSON", async () => {
        for (const [args, reason] of [
            [["zkey", "verify", "c.r1cs", "good.ptau", "first.zkey"], "DELTA_KNOWN"],
            [["zkey", "verify", "init", "first.zkey", "good.ptau", "beacon.zkey"], "BEACON_ALONE"],
            [["powersoftau", "verify", "none.ptau"], "TAU_KNOWN"], [["powersoftau", "verify", "plain_beacon.ptau"], "BEACON_ALONE"],
        ]) {
            const { code, out } = await run(...args, "--quiet"), title = args.join(" ");
            expect(code, title).to.equal(1);
            expect(out.split(SENTENCE), title).to.have.length(2);
            const told = await run(...args, "--json", "--quiet"), { weakness, reason: sentence } = JSON.parse(told.out);
            expect([told.code, weakness], title).to.deep.equal([1, reason]);
            expect(sentence, title).to.include(SENTENCE);
        }
        expect((await run("zkey", "verify", "c.r1cs", "good.ptau", "ended.zkey", "--quiet")).code).to.equal(0);
    });

    it("what is made for a ceremony says what it still lacks", async () => {
        for (const [args, made, reason] of [
            [["zkey", "beacon", "first.zkey", "next.zkey", BEACON, "10", "--json"], "next.zkey", "BEACON_ALONE"],
            [["zkey", "contribute", "alpha.zkey", "next.zkey", "--json"], "next.zkey", "BETA_KNOWN"],
            [["powersoftau", "beacon", "plain_none.ptau", "next.ptau", BEACON, "10", "--json"], "next.ptau", "BEACON_ALONE"],
            [["powersoftau", "prepare", "phase2", "plain_none.ptau", "next.ptau"], "next.ptau"],
            [["powersoftau", "prepare", "phase2", "plain_beacon.ptau", "next.ptau"], "next.ptau"],
            [["zkey", "export", "json", "first.zkey", "next.json"], "first.zkey"],
            [["pack", "first.zkey", "-o", "next.ffkey", "--json"], "first.zkey", "DELTA_KNOWN"],
            [["unpack", "next.ffkey", "-o", "next.zkey", "--json"], "next.ffkey", "DELTA_KNOWN"],
        ]) {
            const { code, out, err } = await run(...args, "--quiet"), title = args.join(" ");
            expect(code, title).to.equal(0);
            warnsOnce(err, made);
            if (reason) expect(JSON.parse(out).weakness.reason, title).to.equal(reason);
        }
        for (const args of [
            ["zkey", "contribute", "first.zkey", "next.zkey", "--json"],
            ["zkey", "beacon", "ended.zkey", "next.zkey", BEACON, "10", "--json"],
            ["powersoftau", "contribute", "plain_none.ptau", "next.ptau"],
            ["powersoftau", "prepare", "phase2", "plain_good.ptau", "next.ptau"],
        ]) expect((await run(...args, "--quiet")).err, args.join(" ")).to.equal("");
    });

    it("a file that cannot be judged is described, and refused by what reads it", async () => {
        put("cut.ptau", readFileSync(at("none.ptau")).subarray(0, 200));
        expect((await run("info", "cut.ptau")).code).to.equal(3);
        put("odd.json", { ...json("first.json"), vk_delta_2: "nothing" });
        const { code, out } = await run("info", "odd.json", "--json");
        expect([code, JSON.parse(out).kind]).to.deep.equal([0, "vkey"]);
        expect(JSON.parse(out)).not.to.have.property("weakness");
    });
});
