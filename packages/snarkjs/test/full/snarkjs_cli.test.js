/**
 * The snarkjs command line on ffturbo: every command that reaches the engine, as a user types it, each in a process
 * that must end by itself.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { compile, FIXTURES } from "../../../../scripts/make-fixtures.mjs";
import { root, snarkjsCli, turboProject, workFolder } from "../../../../test/support/scratch.js";

const CIRCUIT = "mimc_tiny";
const BEACON = "0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20";
const { input } = FIXTURES.find(({ name }) => name === CIRCUIT);

const VERIFIED = { plonk: "OK!", fflonk: "PROOF VERIFIED SUCCESSFULLY" };

/** Command line, and what it must print (when that is how it answers). */
const COMMANDS = [
    ["powersoftau new bn128 8 0.ptau"],
    ["powersoftau contribute 0.ptau 1.ptau --name=one -e=entropy"],
    ["powersoftau export challenge 1.ptau challenge"],
    ["powersoftau challenge contribute bn128 challenge response -e=entropy"],
    ["powersoftau import response 1.ptau response 2.ptau -n=two"],
    [`powersoftau beacon 2.ptau 3.ptau ${BEACON} 10 -n=beacon`],
    ["powersoftau prepare phase2 3.ptau final.ptau"],
    ["powersoftau verify final.ptau", "Powers of Tau Ok!"],
    ["powersoftau convert final.ptau converted.ptau"],
    ["powersoftau truncate final.ptau"],
    ["powersoftau export json final.ptau ptau.json"],
    [`r1cs info ${CIRCUIT}.r1cs`, "# of Constraints: 12"],
    [`r1cs print ${CIRCUIT}.r1cs ${CIRCUIT}.sym`, "main.digest"],
    [`r1cs export json ${CIRCUIT}.r1cs r1cs.json`],
    [`wtns calculate ${CIRCUIT}.wasm input.json witness.wtns`],
    [`wtns debug ${CIRCUIT}.wasm input.json debug.wtns ${CIRCUIT}.sym --set`],
    ["wtns export json witness.wtns witness.json"],
    [`wtns check ${CIRCUIT}.r1cs witness.wtns`, "WITNESS IS CORRECT"],
    [`groth16 setup ${CIRCUIT}.r1cs final.ptau 0.zkey`],
    ["zkey contribute 0.zkey 1.zkey --name=one -e=entropy"],
    ["zkey export bellman 1.zkey challenge.mpc"],
    ["zkey bellman contribute bn128 challenge.mpc response.mpc -e=entropy"],
    ["zkey import bellman 1.zkey response.mpc 2.zkey -n=two"],
    [`zkey beacon 2.zkey final.zkey ${BEACON} 10 -n=beacon`],
    [`zkv ${CIRCUIT}.r1cs final.ptau final.zkey`, "ZKey Ok!"],
    ["zkvi 0.zkey final.ptau final.zkey", "ZKey Ok!"],
    ["zkey export verificationkey final.zkey vkey.json"],
    ["zkey export json final.zkey zkey.json"],
    ["zkey export solidityverifier final.zkey verifier.sol"],
    ["groth16 prove final.zkey witness.wtns proof.json public.json"],
    ["groth16 verify vkey.json public.json proof.json", "OK!"],
    [`groth16 fullprove input.json ${CIRCUIT}.wasm final.zkey proof2.json public2.json`],
    ["groth16 verify vkey.json public2.json proof2.json", "OK!"],
    ["zkey export soliditycalldata public.json proof.json"],
    ...["plonk", "fflonk"].flatMap((system) => [
        [`${system} setup ${CIRCUIT}.r1cs final.ptau ${system}.zkey`],
        [`zkey export verificationkey ${system}.zkey ${system}_vkey.json`],
        [`${system} prove ${system}.zkey witness.wtns ${system}_proof.json ${system}_public.json`],
        [`${system} verify ${system}_vkey.json ${system}_public.json ${system}_proof.json`, VERIFIED[system]],
        [`${system} fullprove input.json ${CIRCUIT}.wasm ${system}.zkey ${system}_proof2.json ${system}_public2.json`],
        [`${system} verify ${system}_vkey.json ${system}_public2.json ${system}_proof2.json`, VERIFIED[system]],
    ]),
    ["file info final.zkey"],
];

describe("the snarkjs command line on ffturbo", function () {
    this.timeout(120_000);
    let cwd;
    before(() => {
        cwd = workFolder("cli");
        compile(CIRCUIT, "bn128", cwd);
        writeFileSync(join(cwd, "input.json"), JSON.stringify(input));
    });
    after(() => cwd && rmSync(cwd, { recursive: true, force: true }));

    for (const [command, expected] of COMMANDS) it(`snarkjs ${command.replace(BEACON, "<beacon>")}`, async () => {
        const said = await snarkjsCli(turboProject(), command.split(" "), { cwd });
        if (expected) expect(said).to.include(expected);
    });

    it("what it proved and made verifies on ffjavascript's command line", async () => {
        for (const [command, expected] of COMMANDS.filter(([line]) => /^(zkvi?|\w+ verify) /.test(line))) {
            expect(await snarkjsCli(root, command.split(" "), { cwd }), command).to.include(expected);
        }
    });

    it("a false claim is refused, with a failing exit code", async () => {
        const [signal] = JSON.parse(readFileSync(join(cwd, "public.json"), "utf8"));
        writeFileSync(join(cwd, "false.json"), JSON.stringify([(BigInt(signal) + 1n).toString()]));
        const failure = await snarkjsCli(
            turboProject(),
            ["groth16", "verify", "vkey.json", "false.json", "proof.json"],
            { cwd },
        ).catch((error) => error);
        expect(failure.code).to.be.above(0);
        expect(String(failure.stdout)).to.include("Invalid proof");
    });
});
