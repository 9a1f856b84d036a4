/**
 * Contracts of our own: they accept what the verifiers accept, in an EVM, for call data equal to snarkjs's; refuse
 * every word that is changed or not reduced; and take no more gas and code than those that snarkjs makes for the same
 * keys.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as snarkjs from "snarkjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { buildBn128 } from "../../src/index.js";
import {
    exportSolidityCallData, exportSolidityVerifier, exportVerificationKey, prove, PROTOCOLS, verify,
} from "../../src/protocols/index.js";
import { negated, store1, store2, words } from "../../src/protocols/solidity.js";
import { headerFields, withSections } from "../support/binfiles.js";
import { fixture } from "../support/circuits.js";
import { COMPILERS, compile, deploy, typesOf, wordsOf } from "../support/evm.js";
import { describeInAll, itInAll, rowsInFull, rowsOf, thinned, thinnedInAll } from "../support/extent.js";
import { circuitOf as gatesOf, plonkKey } from "../support/plonk_keys.js";
import { circuitOf, powersOfTau } from "../support/plonkish_circuits.js";
import { seed } from "../support/random.js";
import { root } from "../support/scratch.js";
import { toyClaim } from "../support/toy_claims.js";

const q = 21888242871839275222246405745257275088696311157297823662689037894645226208583n;
const r = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;
const json = (path) => JSON.parse(readFileSync(path, "utf8"));
const failure = (promise) => promise.then(() => ({}), ({ code, message }) => ({ code, message }));

/** The fixture of each protocol. */
const FILES = { groth16: ["circuit.zkey", ""], plonk: ["plonk.zkey", "plonk_"], fflonk: ["fflonk.zkey", "fflonk_"] };
const fixtures = Object.fromEntries(Object.entries(FILES).map(([protocol, [zkey, prefix]]) => [protocol, {
    zkey: fixture("mimc_tiny", zkey),
    ...Object.fromEntries([["vkey", "vkey"], ["proof", "proof"], ["publicSignals", "public"]]
        .map(([part, name]) => [part, json(fixture("mimc_tiny", `${prefix}${name}.json`))])),
}]));

/** How many words of a proof are coordinates; the rest are numbers below r. */
const COORDINATES = { groth16: 8, plonk: 18, fflonk: 8 };

const theirCallData = (protocol, proof, publicSignals) => (protocol === "fflonk"
    ? snarkjs.fflonk.exportSolidityCallData(publicSignals, proof)
    : snarkjs[protocol].exportSolidityCallData(proof, publicSignals));

/** The fixture's Groth16 key with as many public signals: its points IC by turns. No proof verifies under it. */
function withSignals(bytes, signals) {
    const { nPublic, nVars } = Object.fromEntries(headerFields(32, 32));
    return withSections(bytes, (list) => list.map(([type, body]) => {
        const view = new DataView(body.buffer, body.byteOffset);
        if (type === 2) view.setUint32(nVars, signals + 1 + view.getUint32(nVars, true), true);
        if (type === 2) view.setUint32(nPublic, signals, true);
        const points = Array.from({ length: signals + 1 }, (_, i) => body.subarray(64 * (i % 2), 64 * (i % 2) + 64));
        return [type, type === 3 ? new Uint8Array(Buffer.concat(points)) : body];
    }));
}

describe(`contracts that verify (SEED=${seed})`, function () {
    this.timeout(240_000);
    const folder = temporaryFolder("solidity"), table = [];
    let curve;

    /** The contract that snarkjs makes, compiled: its text is not looked at. */
    function theirContract(zkey, how) {
        const path = join(folder, "theirs.sol"), cli = join(root, "node_modules/snarkjs/build/cli.cjs");
        execFileSync(process.execPath, [cli, "zkey", "export", "solidityverifier", zkey, path]);
        return compile(readFileSync(path, "utf8"), how);
    }
    before(async () => { curve = await buildBn128({ threads: 2 }); });
    after(async () => {
        await curve.terminate();
        for (const name of ["bn128", "bls12381"]) await (await snarkjs.curves.getCurveFromName(name)).terminate();
        rmSync(folder, { recursive: true, force: true });
    });

    /** A key with its proof, of as many public signals as asked for. */
    const made = {
        groth16(signals) {
            const values = Array.from({ length: signals }, (_, i) => BigInt(i) ** 40n);
            const ic = Array.from({ length: signals + 1 }, (_, i) => 55n + BigInt(i));
            return toyClaim(curve, { ic, signals: values })();
        },
        async plonk(signals) {
            const key = await plonkKey(curve, gatesOf(r, { rows: 40, signals }));
            return { ...(await prove(key.zkey, key.wtns, { curve })), vkey: key.vkey };
        },
        async fflonk(signals) {
            const { r1cs, wtns } = circuitOf({ rows: 10 + signals, publics: signals }), zkey = { type: "mem" };
            await snarkjs.fflonk.setup(r1cs, await powersOfTau(curve, signals > 4 ? 8 : 7), zkey);
            const vkey = await exportVerificationKey(zkey.data, { curve });
            return { ...(await prove(zkey.data, wtns, { curve })), vkey };
        },
    };

    for (const [protocol, { zkey, vkey, proof, publicSignals }] of Object.entries(fixtures)) (protocol === "groth16" ? describe : describeInAll)(protocol, () => {
        let source;
        before(async () => { source = await exportSolidityVerifier(vkey, { curve }); });

        it("the verification key of the proving key is that of snarkjs, text for text", async () => {
            const text = JSON.stringify(await exportVerificationKey(zkey, { curve }));
            expect(text).to.equal(JSON.stringify(await snarkjs.zKey.exportVerificationKey(zkey)));
            expect(text).to.equal(JSON.stringify(vkey));
        });

        it("a proving key and its verification key give the same contract, under the MIT licence", async () => {
            expect(await exportSolidityVerifier(zkey, { curve })).to.equal(source);
            expect(source).to.match(/^\/\/ SPDX-License-Identifier: MIT\n/);
        });

        it("call data is that of snarkjs, character for character", async () => {
            for (const signals of [publicSignals, ["0"], ["1", String(r - 1n)], [...Array(9).keys()].map(String)])
                expect(exportSolidityCallData(proof, signals)).to.equal(await theirCallData(protocol, proof, signals));
        });

        it("call data fits the contract: as many arguments of the same shape, also without public signals", async () => {
            for (const claim of [{ vkey, proof, publicSignals }, await made[protocol](0)]) {
                const own = compile(await exportSolidityVerifier(claim.vkey, { curve })), ask = await deploy(own);
                const callData = exportSolidityCallData(claim.proof, claim.publicSignals);
                const { inputs } = own.abi.find(({ name }) => name === "verifyProof");
                expect(typesOf(callData)).to.deep.equal(inputs.map(({ type }) => type.replace("bytes32", "uint256")));
                expect((await ask(wordsOf(callData))).valid).to.equal(true);
            }
        });

        for (const how of rowsInFull(Object.keys(COMPILERS), ["optimized"]))
            it(`${how}: compiles without a warning, and takes no more gas and code than snarkjs's`, async () => {
                const own = compile(source, how), other = theirContract(zkey, how);
                const words = wordsOf(exportSolidityCallData(proof, publicSignals));
                expect(own.complaints).to.deep.equal([]);
                const { valid, gas } = await (await deploy(own))(words), their = await (await deploy(other))(words);
                expect([own.name, own.selector]).to.deep.equal([other.name, other.selector]);
                expect([valid, their.valid]).to.deep.equal([true, true]);
                expect(gas, `${gas} gas, theirs ${their.gas}`).to.be.at.most(their.gas);
                expect(own.bytes, `${own.bytes} bytes, theirs ${other.bytes}`).to.be.at.most(other.bytes);
                if (how === "optimized") table.push([protocol, gas, their.gas, own.bytes, other.bytes]);
            });

        it("refuses each word that is changed, zero, or not reduced", async () => {
            const ask = await deploy(compile(source)), words = wordsOf(exportSolidityCallData(proof, publicSignals));
            for (const [i, word] of protocol === "groth16" ? words.entries() : thinnedInAll([...words.entries()], rowsOf(2, 4))) {
                const modulus = i < COORDINATES[protocol] ? q : r, value = BigInt(word);
                // a changed coordinate is no point: in the quick run one of three
                const all = [value + modulus, (value + 1n) % modulus, 0n], few = i < COORDINATES[protocol] && i % 3;
                for (const other of rowsInFull(all, all.slice(0, few ? 1 : 2))) {
                    const { valid } = await ask(words.map((one, k) => (k === i ? other : one)));
                    expect(valid, `word ${i} as ${other}`).to.equal(false);
                }
            }
            for (const i of thinned([...words.keys()].slice(1), 2)) { // words of the same kind, exchanged
                const swapped = [...words];
                [swapped[i - 1], swapped[i]] = [words[i], words[i - 1]];
                expect((await ask(swapped)).valid, `words ${i - 1} and ${i} exchanged`).to.equal(false);
            }
            expect((await ask(words)).valid, "unchanged").to.equal(true);
        });

        for (const signals of rowsInFull([0, 2, 17], protocol === "groth16" ? [2] : []))
            it(`${signals} public signals`, async () => {
                const claim = await made[protocol](signals);
                expect(await verify(claim.vkey, claim.publicSignals, claim.proof)).to.equal(true);
                const ask = await deploy(compile(await exportSolidityVerifier(claim.vkey, { curve }), "plain"));
                const words = wordsOf(exportSolidityCallData(claim.proof, claim.publicSignals));
                expect((await ask(words)).valid).to.equal(true);
                for (let i = words.length - Math.max(1, signals); i < words.length; i++) for (const more of [1n, r]) {
                    const { valid } = await ask(words.map((word, k) => (k === i ? BigInt(word) + more : word)));
                    expect(valid, `word ${i}`).to.equal(false);
                }
            });

        it("refuses keys and proofs that are none, as verification does", async () => {
            const damaged = { ...vkey, curve: "bls12381" };
            expect((await failure(exportSolidityVerifier(damaged))).code).to.be.oneOf(["ERR_CURVE", "ERR_FILE", "ERR_POINT"]);
            expect((await failure(exportSolidityVerifier({ ...vkey, nPublic: -1 }))).message).to.match(
                /^exportSolidityVerifier: expected nPublic/,
            );
            const [place] = Object.keys(vkey).filter((name) => /^(vk_delta_2|X_2)$/.test(name));
            const point = [...vkey[place].slice(0, 1), [vkey[place][1][1], vkey[place][1][0]], vkey[place][2]];
            expect(await failure(exportSolidityVerifier({ ...vkey, [place]: point }))).to.deep.equal({
                code: "ERR_POINT",
                message: `exportSolidityVerifier: expected ${place} of the verification key to be a point of the curve, got one that is off it; the key is damaged`,
            });
            for (const signal of [String(r), `0x${r.toString(16)}`, "1x", "", null])
                expect(() => exportSolidityCallData(proof, [signal])).to.throw("signal 0: expected a number below r");
            expect(() => exportSolidityCallData(proof, "1")).to.throw("expected a list of public signals");
            expect(() => exportSolidityCallData({ ...proof, protocol: "stark" }, [])).to.throw('got protocol "stark"');
            expect(() => exportSolidityCallData({ ...proof, curve: "none" }, [])).to.throw('got one on "none"');
        });
    });

    /** Which of the numbers that the prover hashes are signals and values of the proof, with one public signal. */
    const HASHED = { plonk: { signal: 0, values: [6, 7, 8, 9, 10, 11] }, fflonk: { signal: 0, values: [4, 11, 18] } };
    for (const [protocol, { signal, values }] of Object.entries(HASHED))
        it(`${protocol}: a prover that hashes a number which is not reduced has no other proof of the same`, async () => {
            const { zkey, vkey, publicSignals } = fixtures[protocol], { Fr } = curve, { toRprBE } = Fr;
            const ask = await deploy(compile(await exportSolidityVerifier(vkey, { curve })));
            for (const index of [signal, ...values]) {
                let called = 0;
                Fr.toRprBE = (bytes, at, element) => {
                    const more = called++ === index ? r : 0n, value = Fr.toObject(element) + more;
                    bytes.set(Buffer.from(value.toString(16).padStart(64, "0"), "hex"), at);
                };
                const { proof } = await prove(zkey, fixture("mimc_tiny", "witness.wtns"), { curve, check: false })
                    .finally(() => { Fr.toRprBE = toRprBE; });
                const words = wordsOf(exportSolidityCallData(proof, publicSignals)).map(BigInt);
                const place = index === signal ? words.length - 1 : COORDINATES[protocol] + index - values[0];
                words[place] += r;
                expect((await ask(words)).valid, `word ${place}`).to.equal(false);
            }
        });

    it("groth16: points at infinity are those of the EVM, and both verifiers agree on them", async () => {
        const beta = 13n, alpha = 11n, input = 55n + 9n * 66n, a = (alpha * beta + input * 19n) % r;
        const { vkey, proof, publicSignals } = toyClaim(curve, { a, b: 1n, c: 0n })();
        expect(proof.pi_c).to.deep.equal(["0", "1", "0"]);
        expect(await verify(vkey, publicSignals, proof)).to.equal(true);
        const ask = await deploy(compile(await exportSolidityVerifier(vkey, { curve })));
        expect((await ask(wordsOf(exportSolidityCallData(proof, publicSignals)))).valid).to.equal(true);
    });

    it("a contract for a curve without precompiles is refused; its call data is that of snarkjs", async () => {
        const at = (name) => fixture("mimc_bls", name), [proof, signals] = [json(at("proof.json")), json(at("public.json"))];
        expect(await failure(exportSolidityVerifier(json(at("vkey.json"))))).to.deep.equal({
            code: "ERR_CURVE",
            message: "exportSolidityVerifier: expected a key for the curve whose precompiles the EVM has (EIP-196, EIP-197), got one for bls12381",
        });
        for (const one of [proof, { ...proof, pi_a: ["7", "5", "1"] }])
            expect(exportSolidityCallData(one, signals)).to.equal(await theirCallData("groth16", one, signals));
    });

    it("plonk: evaluates a Lagrange polynomial for each public signal, and one at least", async () => {
        for (const [nPublic, bytes] of [[0, "0x60"], [1, "0x60"], [2, "0xc0"], [16, "0x600"]]) {
            const text = await exportSolidityVerifier({ ...fixtures.plonk.vkey, nPublic }, { curve });
            expect(text, `${nPublic}`).to.include(`let end := add(t, ${bytes})\n`);
            const read = nPublic > 0 && `signals := add(signals, 0x${(32 * nPublic).toString(16)})`;
            expect([text.includes("signals := add("), text.includes("signals := sub("), text.includes(read)])
                .to.deep.equal(Array(3).fill(nPublic > 0));
        }
    });

    it("points are negated, and written in the order of the EVM, with no coordinate that is not reduced", () => {
        const point = [[0n, 5n], [0n, 7n], [1n, 0n]], opposite = negated(point, q);
        expect([opposite, negated(opposite, q)]).to.deep.equal([[[0n, 5n], [0n, q - 7n], [1n, 0n]], point]);
        expect(negated([[1n, 2n], [q - 1n, 0n], [1n, 0n]], q)[1]).to.deep.equal([1n, 0n]);
        expect(store2("p", 64, point)).to.deep.equal(
            ["mstore(add(p, 0x40), 0x5)", "mstore(add(p, 0x60), 0x0)", "mstore(add(p, 0x80), 0x7)", "mstore(add(p, 0xa0), 0x0)"]);
        expect(store1("p", 0, [3n, 4n, 1n])).to.deep.equal(["mstore(p, 0x3)", "mstore(add(p, 0x20), 0x4)"]);
        for (const z of [0n, 1n]) expect(words([3n, 4n, z])).to.deep.equal(z ? ["0x3", "0x4"] : ["0x0", "0x0"]);
    });

    it("a contract that inherits can call verifyProof, and its memory stays its own", async () => {
        const { vkey, proof, publicSignals } = fixtures.groth16;
        const source = `${await exportSolidityVerifier(vkey, { curve })}
            contract Child is Groth16Verifier {
                function checked(uint256[2] calldata a, uint256[2][2] calldata b, uint256[2] calldata c, uint256[1] calldata s)
                    public view returns (uint256) {
                    uint256[8] memory before;
                    for (uint256 i = 0; i < 8; i++) before[i] = i;
                    bool valid = verifyProof(a, b, c, s);
                    uint256[8] memory fresh;
                    for (uint256 i = 0; i < 8; i++) require(before[i] == i && fresh[i] == 0);
                    return valid ? 1 : 0;
                }
            }`;
        const ask = await deploy(compile(source, "optimized", "checked"));
        const words = wordsOf(exportSolidityCallData(proof, publicSignals));
        expect((await ask(words)).valid).to.equal(true);
        expect((await ask([...words.slice(0, -1), 1n])).valid).to.equal(false);
    });

    for (const how of rowsOf(Object.keys(COMPILERS), ["optimized"]))
        itInAll(`groth16, ${how}: with 17 public signals it takes no more either`, async () => {
            const path = join(folder, "many.zkey"), { proof, vkey } = fixtures.groth16;
            writeFileSync(path, withSignals(new Uint8Array(readFileSync(fixtures.groth16.zkey)), 17));
            const IC = Array.from({ length: 18 }, (_, i) => vkey.IC[i % 2]);
            const own = compile(await exportSolidityVerifier({ ...vkey, nPublic: 17, IC }, { curve }), how);
            const signals = Array.from({ length: 17 }, (_, i) => String(BigInt(i) ** 40n));
            const words = wordsOf(exportSolidityCallData(proof, signals));
            const other = theirContract(path, how);
            const { valid, gas } = await (await deploy(own))(words), their = await (await deploy(other))(words);
            expect([valid, their.valid], "the equation does not hold").to.deep.equal([false, false]);
            expect(gas).to.be.at.most(their.gas);
            expect(own.bytes).to.be.at.most(other.bytes);
        });

    after("the table of the docs is what was measured", () => {
        if (table.length < PROTOCOLS.length) return; // some were not run
        const page = readFileSync(join(root, "docs", "snarkjs.md"), "utf8");
        for (const [name, ...numbers] of table)
            expect(page).to.include(`| ${[name, ...numbers.map((n) => n.toLocaleString("en"))].join(" | ")} |`);
    });

    it("every protocol has one", () => {
        for (const row of PROTOCOLS) {
            expect(Object.keys(row.solidity)).to.deep.equal(["contract", "callData"]);
            expect(row.verificationKey).to.be.a("function");
            expect(fixtures[row.name], row.name).to.be.an("object");
        }
    });
});
