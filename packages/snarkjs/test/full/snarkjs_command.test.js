/**
 * snarkjs's tutorial, command by command, with snarkjs's command and with ours on the same files: the same exit codes
 * and names of files, the same bytes where nothing is random, and each goes on with what ours made.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { TABLE } from "../../bin/snarkjs/table.mjs";
import { compile, FIXTURES } from "../../../../scripts/make-fixtures.mjs";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { runCommand } from "../../../../test/support/command.js";
import { root } from "../../../../test/support/scratch.js";

const THEIRS = join(root, "node_modules/snarkjs/build/cli.cjs"), OURS = join(root, "node_modules/ffturbo-snarkjs/build/cli.cjs");
const CIRCUIT = "mimc_tiny", BEACON = "0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20";
const { input } = FIXTURES.find(({ name }) => name === CIRCUIT);

/**
 * Command line, and what is expected besides the same exit code and files: `code` of snarkjs, 0 if it is left out;
 * `random` names files that differ, `says` what both print, `ours` our exit code where it differs on purpose.
 * @type {[string, { code?: number, random?: RegExp, says?: string, ours?: number, stdin?: string }?][]}
 */
const TUTORIAL = [
    ["powersoftau new bn128 8"],
    ["ptn bn128 8 0.ptau -v"],
    ["powersoftau contribute 0.ptau 1.ptau --name=one -e=entropy", { random: /1\.ptau/ }],
    ["powersoftau export challenge 1.ptau"],
    ["powersoftau challenge contribute bn128 challenge -e=entropy", { random: /response/ }],
    ["powersoftau import response 1.ptau challenge.response 2.ptau -n=two"],
    [`powersoftau beacon 2.ptau 3.ptau ${BEACON} 10 -n=beacon`],
    ["powersoftau prepare phase2 3.ptau final.ptau"],
    ["powersoftau verify final.ptau", { says: "Beacon generator" }],
    ["powersoftau convert final.ptau converted.ptau", { random: /converted/, ours: 1 }],
    ["powersoftau truncate final.ptau"],
    ["powersoftau export json final.ptau ptau.json"],
    [`r1cs info ${CIRCUIT}.r1cs`, { says: "Curve: bn-128" }],
    [`ri ${CIRCUIT}.r1cs`, { says: "# of Constraints: 12" }],
    [`r1cs print ${CIRCUIT}.r1cs`, { says: "main.digest" }],
    [`r1cs print ${CIRCUIT}.r1cs ${CIRCUIT}.sym`, { says: "main.digest" }],
    [`r1cs export json ${CIRCUIT}.r1cs`],
    [`rej ${CIRCUIT}.r1cs r1cs.json`],
    [`wtns calculate ${CIRCUIT}.wasm`],
    [`wtns debug ${CIRCUIT}.wasm input.json debug.wtns ${CIRCUIT}.sym --set`],
    ["wtns export json"],
    [`wtns check ${CIRCUIT}.r1cs`, { says: "WITNESS IS CORRECT" }],
    [`wchk ${CIRCUIT}.r1cs broken.wtns`, { code: 1, says: "WITNESS IS NOT CORRECT" }],
    [`groth16 setup ${CIRCUIT}.r1cs final.ptau`],
    ["zkey contribute circuit_0000.zkey 1.zkey --name=one", { random: /1\.zkey/, stdin: "typed\n" }],
    ["zkey export bellman 1.zkey challenge.mpc"],
    ["zkey bellman contribute bn128 challenge.mpc response.mpc -e=entropy", { random: /response/ }],
    ["zkey import bellman 1.zkey response.mpc 2.zkey -n=two"],
    [`zkey beacon 2.zkey circuit_final.zkey ${BEACON} 10 -n=beacon`],
    [`zkv ${CIRCUIT}.r1cs final.ptau`, { says: "contribution #1 one:" }],
    [`zkey verify ${CIRCUIT}.r1cs final.ptau`, { says: "ZKey Ok!" }],
    ["zkvi circuit_0000.zkey final.ptau", { says: "ZKey Ok!" }],
    ["zkvi 2.zkey final.ptau circuit_0000.zkey", { code: 1, says: "[ERROR]" }],
    ["zkey export verificationkey"],
    ["zkev circuit_final.zkey verification_key.json"],
    ["zkey export json"],
    ["zkey export solidityverifier", { random: /verifier/ }],
    ["groth16 prove circuit_final.zkey witness.wtns", { random: /proof/ }],
    ["groth16 verify", { says: "OK!" }],
    [`groth16 fullprove input.json ${CIRCUIT}.wasm circuit_final.zkey proof2.json public2.json`, { random: /proof/ }],
    ["g16v verification_key.json public2.json proof2.json", { says: "OK!" }],
    ["g16v verification_key.json false.json proof.json", { code: 1, says: "Invalid proof" }],
    ["zkey export soliditycalldata", { says: "\"0x" }],
    ["generatecall public.json proof.json", { says: "\"0x" }],
    ...[["plonk", "verification_key.json"], ["fflonk", "circuit.vkey"]].flatMap(([system, vkey]) => [
        [`${system} setup ${CIRCUIT}.r1cs final.ptau`],
        [`zkey export verificationkey circuit.zkey ${vkey}`],
        ["zkey export solidityverifier circuit.zkey", { random: /verifier/ }],
        [`${system} prove`, { random: /proof/ }],
        [`${system} verify`, { says: system === "plonk" ? "OK!" : "PROOF VERIFIED SUCCESSFULLY" }],
        [`${system} verify ${vkey} false.json proof.json`, { code: 1, says: "Invalid" }],
        ["zkey export soliditycalldata", { says: "0x" }],
        [`${system} fullprove input.json ${CIRCUIT}.wasm circuit.zkey proof2.json public2.json`, { random: /proof/ }],
        [`${system} verify ${vkey} public2.json proof2.json`],
    ]),
    ["file info circuit_final.zkey", { says: "section    #1    size: 4" }],
    ["groth16 prove circuit.zkey witness.wtns", { code: 1, says: "zkey file is not groth16" }],
    [`groth16 setup ${CIRCUIT}.r1cs 3.ptau unfit.zkey`, { random: /unfit/, ours: 255, says: "Powers of tau is not prepared." }],
    [`plonk setup ${CIRCUIT}.r1cs 3.ptau unfit.zkey`, { code: 255, random: /unfit/, ours: 255, says: "Powers of tau is not prepared." }],
    ["wtns check nowhere.r1cs", { code: 1, says: "[ERROR]" }],
    ["groth16 verify a b c d", { code: 99 }],
    ["powersoftau beacon 2.ptau x.ptau 00", { code: 99 }],
    ["powersoftau new bn128", { code: 99 }],
    ["groth16 fly", { code: 99 }],
    ["--help", { code: 99 }],
    ["wtns debug --help"],
];

const filesOf = (folder) => new Map(readdirSync(folder).filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => [name, readFileSync(join(folder, name))]));

/** What a run changes. @param {Map<string, Buffer>} before @param {Map<string, Buffer>} after */
const changes = (before, after) => new Map([...after].filter(([name, bytes]) =>
    Buffer.compare(bytes, before.get(name) ?? Buffer.alloc(0)) !== 0));

describe("snarkjs's tutorial, by both commands", function () {
    this.timeout(300_000);
    let folder, world;
    before(() => {
        folder = temporaryFolder("tutorial");
        world = join(folder, "world");
        mkdirSync(world);
        compile(CIRCUIT, "bn128", world);
        writeFileSync(join(world, "input.json"), JSON.stringify(input));
        writeFileSync(join(world, "false.json"), JSON.stringify(["5"]));
        const witness = readFileSync(join(root, "test/fixtures", CIRCUIT, "witness.wtns"));
        witness[witness.length - 32] ^= 1;
        writeFileSync(join(world, "broken.wtns"), witness);
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    it("has every command of the table", () => {
        const lines = TUTORIAL.map(([line]) => `${line.toLowerCase()} `);
        const missing = Object.entries(TABLE).filter(([name, { short }]) =>
            !lines.some((line) => line.startsWith(`${name} `) || line.startsWith(`${short} `)));
        expect(missing.map(([name]) => name)).to.deep.equal([]);
    });

    /** Runs one of the programs on a copy of the world. */
    async function runIn(name, command, line, stdin) {
        const cwd = join(folder, name);
        rmSync(cwd, { recursive: true, force: true });
        cpSync(world, cwd, { recursive: true });
        const before = filesOf(cwd);
        const onStart = ({ stdin: to }) => to.end(stdin ?? "");
        const run = await runCommand(cwd, line.split(" "), { command, onStart });
        return { ...run, cwd, changed: changes(before, filesOf(cwd)) };
    }

    for (const [line, { code = 0, random, says, ours: purpose, stdin } = {}] of TUTORIAL) it(`snarkjs ${line}`, async () => {
        const theirs = await runIn("theirs", THEIRS, line, stdin), ours = await runIn("ours", OURS, line, stdin);
        expect(theirs.code, theirs.out).to.equal(code);
        expect(ours.code, `${ours.out}${ours.err}`).to.equal(purpose ?? code);
        const names = ({ changed }) =>
            [...changed.keys()].filter((name) => purpose === undefined || !random.test(name)).sort();
        expect(names(ours)).to.deep.equal(names(theirs));
        for (const [name, bytes] of theirs.changed)
            if (!random?.test(name)) expect(Buffer.compare(ours.changed.get(name), bytes), name).to.equal(0);
        const plain = theirs.out.replace(/\x1b\[[\d;]*m/g, "");
        if (says) expect([plain.includes(says), ours.out.includes(says)], `${plain}\n--- ours:\n${ours.out}`).to.deep.equal([true, true]);
        world = ours.cwd;
        cpSync(world, join(folder, "kept"), { recursive: true });
        world = join(folder, "kept");
    });
});
