/**
 * A whole ceremony on a tiny circuit, step by step, by two engines that hand files to each other.
 * Steps whose result is determined are done by both and compared byte for byte;
 * steps that add randomness are done by one and verified by the other.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { curve as curveNamed } from "./client.js";
import { root } from "./scratch.js";

const BEACON = "0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20";
const ITERATIONS = 10;

/**
 * @param {object} options
 * @param {string} options.folder - where the files go; holds <circuit>.r1cs, .wasm and .sym
 * @param {ReturnType<import("./client.js").openClient>} options.turbo
 * @param {ReturnType<import("./client.js").openClient>} options.plain
 * @param {"bn128" | "bls12381"} options.curve
 * @param {number} options.power
 */
export function ceremony({ folder, turbo, plain, curve, power }) {
    const file = (name) => join(folder, `${curve}_${name}`);

    /** Both engines do the step into files of their own, which must be equal; returns one of them. */
    async function both(name, path, argsFor) {
        const outputs = [file(`${name}.turbo`), file(`${name}.plain`)];
        const results = await Promise.all(
            [turbo, plain].map((engine, i) => engine.snarkjs(path, ...argsFor(outputs[i]))),
        );
        expect(results[0], `${path}: result`).to.deep.equal(results[1]);
        expect(Buffer.compare(...outputs.map((output) => readFileSync(output))), `${path}: bytes of ${name}`).to.equal(
            0,
        );
        return outputs[0];
    }

    /** Both engines answer a question the same way. */
    async function agree(path, ...args) {
        const [ours, theirs] = await Promise.all([turbo, plain].map((engine) => engine.snarkjs(path, ...args)));
        expect(ours, path).to.deep.equal(theirs);
        return ours;
    }

    /** Both engines accept. */
    const accepted = async (path, ...args) => expect(await agree(path, ...args), path).to.equal(true);
    const tau = { start: "", contributed: "", final: "" };

    return { file, both, agree, accepted, tau, curveArg: curveNamed(curve), power, BEACON, ITERATIONS };
}

/**
 * Phase 1: new, contributions by both engines in both ways, beacon, phase 2 preparation. Leaves the prepared file in
 * tau.final.
 */
export function phaseOne(context) {
    const step = (title, body) => it(title, () => body(context().run));

    step("powersoftau new", async (run) => {
        run.tau.start = await run.both("0.ptau", "powersOfTau.newAccumulator", (out) => [run.curveArg, run.power, out]);
        expect(
            await run.agree("powersOfTau.verify", run.tau.start),
            "a file without a contribution is no ceremony",
        ).to.equal(false);
    });
    step("powersoftau contribute, by either engine", async (run) => {
        await context().turbo.snarkjs(
            "powersOfTau.contribute",
            run.tau.start,
            run.file("1.ptau"),
            "turbo",
            "some entropy",
        );
        await run.accepted("powersOfTau.verify", run.file("1.ptau"));
        await context().plain.snarkjs(
            "powersOfTau.contribute",
            run.file("1.ptau"),
            run.file("2.ptau"),
            "plain",
            "more entropy",
        );
        await run.accepted("powersOfTau.verify", run.file("2.ptau"));
    });
    step("powersoftau export challenge, challenge contribute, import response", async (run) => {
        const challenge = await run.both("challenge", "powersOfTau.exportChallenge", (out) => [
            run.file("2.ptau"),
            out,
        ]);
        await context().turbo.snarkjs(
            "powersOfTau.challengeContribute",
            run.curveArg,
            challenge,
            run.file("response"),
            "entropy",
        );
        run.tau.contributed = await run.both("3.ptau", "powersOfTau.importResponse", (out) => [
            run.file("2.ptau"),
            run.file("response"),
            out,
            "response",
            true,
        ]);
        await run.accepted("powersOfTau.verify", run.tau.contributed);
    });
    step("powersoftau beacon", async (run) => {
        run.tau.beacon = await run.both("4.ptau", "powersOfTau.beacon", (out) => [
            run.tau.contributed,
            out,
            "beacon",
            run.BEACON,
            run.ITERATIONS,
        ]);
    });
    step("powersoftau prepare phase2, verify", async (run) => {
        run.tau.final = await run.both("final.ptau", "powersOfTau.preparePhase2", (out) => [run.tau.beacon, out]);
        await run.accepted("powersOfTau.verify", run.tau.final);
    });
    step("powersoftau convert", (run) =>
        run.both("converted.ptau", "powersOfTau.convert", (out) => [run.tau.final, out]),
    );
    step("powersoftau truncate", async (run) => {
        for (const [i, engine] of [context().turbo, context().plain].entries())
            await engine.snarkjs("powersOfTau.truncate", run.tau.final, run.file(`part${i}_`));
        for (let power = 1; power < run.power; power++) {
            const [ours, theirs] = [0, 1].map((i) =>
                readFileSync(`${run.file(`part${i}_`)}${String(power).padStart(2, "0")}.ptau`),
            );
            expect(Buffer.compare(ours, theirs), `2^${power}`).to.equal(0);
        }
    });
    step("powersoftau export json", (run) => run.agree("powersOfTau.exportJson", run.tau.final, false));
}

/** The Solidity templates that snarkjs's own command line passes in. */
function templates() {
    const read = (system) =>
        readFileSync(join(root, "node_modules", "snarkjs", "templates", `verifier_${system}.sol.ejs`), "utf8");
    return Object.fromEntries(["groth16", "plonk", "fflonk"].map((system) => [system, read(system)]));
}

/**
 * Phase 2 of groth16 on `circuit` (an r1cs beside the files of the ceremony): key, contributions, bellman round trip,
 * checks, exports.
 */
export function phaseTwo(context, circuit) {
    const step = (title, body) => it(title, () => body(context().run));
    const r1cs = () => join(context().folder, `${circuit}.r1cs`);
    const key = {};

    step("groth16 setup (zkey new)", async (run) => {
        key.start = await run.both("0.zkey", "zKey.newZKey", (out) => [r1cs(), run.tau.final, out]);
    });
    step("zkey contribute, by either engine", async (run) => {
        await context().turbo.snarkjs("zKey.contribute", key.start, run.file("1.zkey"), "turbo", "some entropy");
        await context().plain.snarkjs(
            "zKey.contribute",
            run.file("1.zkey"),
            run.file("2.zkey"),
            "plain",
            "more entropy",
        );
        await run.accepted("zKey.verifyFromR1cs", r1cs(), run.tau.final, run.file("2.zkey"));
    });
    step("zkey export bellman, bellman contribute, import bellman", async (run) => {
        const challenge = await run.both("challenge.mpc", "zKey.exportBellman", (out) => [run.file("2.zkey"), out]);
        await context().turbo.snarkjs(
            "zKey.bellmanContribute",
            run.curveArg,
            challenge,
            run.file("response.mpc"),
            "entropy",
        );
        key.bellman = await run.both("3.zkey", "zKey.importBellman", (out) => [
            run.file("2.zkey"),
            run.file("response.mpc"),
            out,
            "bellman",
        ]);
        await run.accepted("zKey.verifyFromInit", key.start, run.tau.final, key.bellman);
    });
    step("zkey beacon, verify", async (run) => {
        key.final = await run.both("final.zkey", "zKey.beacon", (out) => [
            key.bellman,
            out,
            "beacon",
            run.BEACON,
            run.ITERATIONS,
        ]);
        await run.accepted("zKey.verifyFromR1cs", r1cs(), run.tau.final, key.final);
        await run.accepted("zKey.verifyFromInit", key.start, run.tau.final, key.final);
    });
    step("a key of another ceremony is refused by both", async (run) => {
        expect(await run.agree("zKey.verifyFromInit", key.start, run.tau.final, context().strangerKey)).to.equal(false);
    });
    step("zkey export json, verificationkey, solidityverifier", async (run) => {
        expect(await run.agree("zKey.exportSolidityVerifier", key.final, templates())).to.include("pragma solidity");
        await run.agree("zKey.exportJson", key.final);
        key.vkey = await run.agree("zKey.exportVerificationKey", key.final);
    });
    step("wtns calculate, check, export json, debug; r1cs info, print, export json", (run) =>
        witnessCommands(run, context(), circuit),
    );
    step("groth16 prove, full prove and verify with the new key, both ways", (run) =>
        provingCommands(run, context(), { circuit, system: "groth16", key }),
    );
}

async function witnessCommands(run, { folder, turbo, input }, circuit) {
    const file = (extension) => join(folder, `${circuit}.${extension}`);
    const wtns = await run.both("witness.wtns", "wtns.calculate", (out) => [input, file("wasm"), out]);
    await run.accepted("wtns.check", file("r1cs"), wtns);
    await run.agree("wtns.exportJson", wtns);
    await turbo.snarkjs("wtns.debug", input, file("wasm"), run.file("debug.wtns"), file("sym"), { set: true });
    expect(Buffer.compare(readFileSync(run.file("debug.wtns")), readFileSync(wtns))).to.equal(0);
    await run.agree("r1cs.info", file("r1cs"));
    await run.agree("r1cs.exportJson", file("r1cs"));
}

/** Proof by each engine, verified by each; the solidity calldata of a proof is the same. */
export async function provingCommands(run, { folder, turbo, plain, input }, { circuit, system, key }) {
    const wtns = run.file("witness.wtns.turbo"), wasm = join(folder, `${circuit}.wasm`);
    for (const prover of [turbo, plain]) {
        for (const [path, ...args] of [
            [`${system}.prove`, key.final, wtns],
            [`${system}.fullProve`, input, wasm, key.final],
        ]) {
            const { proof, publicSignals } = await prover.snarkjs(path, ...args);
            await run.accepted(`${system}.verify`, key.vkey, publicSignals, proof);
            const wrong = publicSignals.map((value) => (BigInt(value) + 1n).toString());
            expect(await run.agree(`${system}.verify`, key.vkey, wrong, proof)).to.equal(false);
            await run.agree(
                `${system}.exportSolidityCallData`,
                ...(system === "fflonk" ? [publicSignals, proof] : [proof, publicSignals]),
            );
        }
    }
}

/** plonk and fflonk: setup from the same r1cs and ptau, then every way to prove. */
export function universalSetup(context, circuit, system) {
    it(`${system} setup, export verification key, prove, full prove, verify`, async () => {
        const { run, folder } = context();
        const final = await run.both(`${system}.zkey`, `${system}.setup`, (out) => [
            join(folder, `${circuit}.r1cs`),
            run.tau.final,
            out,
        ]);
        const vkey = await run.agree("zKey.exportVerificationKey", final);
        expect(await run.agree("zKey.exportSolidityVerifier", final, templates())).to.include("pragma solidity");
        await provingCommands(run, context(), { circuit, system, key: { final, vkey } });
    });
}
