/** `ffturbo info` on every kind of file. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { examineFile } from "../../bin/lib/info.mjs";
import { compile } from "../../scripts/make-fixtures.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { writeLE } from "../../src/util/bytes.js";
import { zkeyInfo } from "../../src/protocols/groth16/index.js";
import { sectionsOf } from "../support/binfiles.js";
import { fixtures } from "../support/circuits.js";
import { runCommand } from "../support/command.js";

const at = (file, circuit = "mimc_tiny") => join(fixtures, circuit, file);
const Q = 0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47n;

/** A binary file of these sections. */
function binary(magic, sections) {
    const parts = [Buffer.from(magic), Buffer.alloc(8)];
    parts[1].writeUInt32LE(1, 0);
    parts[1].writeUInt32LE(sections.length, 4);
    for (const [type, bytes] of sections) {
        const head = Buffer.alloc(12);
        head.writeUInt32LE(type, 0);
        head.writeBigUInt64LE(BigInt(bytes.length), 4);
        parts.push(head, bytes);
    }
    return Buffer.concat(parts);
}

function tau({ power, prepared }) {
    const header = new Uint8Array(44), few = new Uint8Array(4), points = (count) => new Uint8Array(64 * count);
    writeLE(header, 0, 32n, 4);
    writeLE(header, 4, Q, 32);
    writeLE(header, 36, BigInt(power), 4);
    writeLE(header, 40, 28n, 4);
    writeLE(few, 0, 3n, 4);
    const n = 2 ** power, sizes = [[2, 2 * n - 1], [3, 2 * n], [4, n], [5, n], [6, 2]];
    if (prepared) sizes.push([12, 4 * n - 1]);
    return binary("ptau", [[1, header], [7, few], ...sizes.map(([type, count]) => [type, points(count)])]);
}

describe("prover: info", function () {
    this.timeout(60_000);
    let folder;
    beforeEach(() => { folder = temporaryFolder("info"); });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));
    const look = (path) => examineFile(path, {}, new AbortController().signal);
    const write = (name, bytes) => {
        writeFileSync(join(folder, name), bytes);
        return join(folder, name);
    };

    it("the bytes of each section, as the key has them", async () => {
        const types = { ic: 3, coefficients: 4, a: 5, b1: 6, b2: 7, c: 8, h: 9 };
        const { sections } = await zkeyInfo(at("circuit.zkey")), all = sectionsOf(readFileSync(at("circuit.zkey")));
        for (const [name, type] of Object.entries(types))
            expect(sections[name] ?? "none", name).to.equal(all.find((section) => section.type === type).size);
    });

    it("keys of every protocol", async () => {
        const vkey = JSON.parse(readFileSync(at("plonk_vkey.json"), "utf8"));
        expect(await look(at("circuit.zkey"))).to.deep.include({
            kind: "zkey",
            protocol: "groth16",
            curve: "bn128",
            publicSignals: 1,
        });
        expect(await look(at("plonk.zkey"))).to.deep.include({
            kind: "zkey",
            protocol: "plonk",
            curve: "bn128",
            publicSignals: vkey.nPublic,
            domainSize: 2 ** vkey.power,
        });
        expect(await look(at("fflonk.zkey"))).to.deep.include({
            kind: "zkey",
            protocol: "fflonk",
            curve: "bn128",
            domainSize: 32,
        });
    });

    it("witnesses and constraint systems, which name what fits them", async () => {
        compile("xor_net", "bn128", folder);
        const r1cs = await look(join(folder, "xor_net.r1cs")),
            wtns = await look(at("witness.wtns", "xor_net")),
            key = await look(at("circuit.zkey", "xor_net"));
        expect(wtns).to.deep.include({
            kind: "wtns",
            curve: "bn128",
            signals: key.signals,
            fits: `a key of a circuit with ${key.signals} signals on bn128`,
        });
        expect(r1cs).to.deep.include({
            kind: "r1cs",
            curve: "bn128",
            signals: key.signals,
            constraints: key.constraints,
        });
        expect(r1cs.outputs + r1cs.publicInputs).to.equal(key.publicSignals);
        expect((await look(at("witness.wtns", "mimc_bls"))).curve).to.equal("bls12381");
    });

    it("powers of tau", async () => {
        expect(await look(write("a.ptau", tau({ power: 12, prepared: true })))).to.deep.include({
            kind: "ptau",
            curve: "bn128",
            power: 12,
            ceremonyPower: 28,
            contributions: 3,
            prepared: "for phase 2",
            fits: "circuits of up to 2^12 constraints on bn128",
        });
        expect((await look(write("b.ptau", tau({ power: 8 })))).prepared).to.equal("not for phase 2");
    });

    it("verification keys, proofs and public signals", async () => {
        for (const [protocol, prefix] of [["groth16", ""], ["plonk", "plonk_"], ["fflonk", "fflonk_"]]) {
            expect(await look(at(`${prefix}vkey.json`))).to.deep.include({
                kind: "vkey",
                protocol,
                curve: "bn128",
                publicSignals: 1,
            });
            expect(await look(at(`${prefix}proof.json`))).to.deep.include({ kind: "proof", protocol, curve: "bn128" });
        }
        expect(await look(at("public.json"))).to.deep.include({ kind: "signals", publicSignals: 1 });
        expect(await look(write("none.json", "[]"))).to.deep.include({ kind: "signals", publicSignals: 0 });
        const named = { protocol: "groth16", nPublic: 0 };
        for (const [curve, shown] of [["bn254", "bn254"], ["bn128\nand more", undefined], ["b".repeat(41), undefined]])
            expect((await look(write("vkey.json", JSON.stringify({ ...named, curve })))).curve).to.equal(shown);
    });

    it("programs, names of signals, and inputs", async () => {
        compile("xor_net", "bn128", folder);
        expect(await look(join(folder, "xor_net.wasm"))).to.deep.include({ kind: "wasm", curve: "bn128" }).and.have.property("compiler");
        const sym = await look(join(folder, "xor_net.sym")), r1cs = await look(join(folder, "xor_net.r1cs"));
        expect(sym).to.deep.include({ kind: "sym", names: ["mixed", "word", "bit"], wires: r1cs.signals });
        expect(sym.signals).to.be.above(sym.wires);
        expect(await look(at("input.json", "xor_net"))).to.deep.include({ kind: "inputs", names: ["word"], values: 1 });
        expect(await look(write("more.json", '{ "a": [1, "2"], "b": { "c": ["0x3", -4] } }'))).to.deep.include({ names: ["a", "b"], values: 4 });
        for (const text of ['{ "a": "text" }', '{ "a": true }', '{ "a b": 1 }', '"text"', "1"])
            expect((await look(write("no.json", text)).catch((error) => error)).code, text).to.equal("ERR_FILE");
        expect((await look(write("no.sym", "1,2,3\n")).catch((error) => error)).code).to.equal("ERR_FILE");
        const left = await look(write("other.wasm", Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)));
        expect(left.compiler).to.match(/^unknown: /);
    });

    it("the command says it in words and as JSON, and refuses the rest with 3", async () => {
        const { out } = await runCommand(folder, ["info", at("fflonk.zkey")]);
        for (const line of [/^[^\n]*fflonk\.zkey: fflonk proving key on bn128, for witnesses of 15 signals\n/, /^domain +2\^5$/m])
            expect(out).to.match(line);
        expect(out, "sections only with --verbose").not.to.match(/^ {2}\w+ +[\d.]+ KiB$/m);
        expect((await runCommand(folder, ["info", "--verbose", at("fflonk.zkey")])).out).to.match(/^ {2}\w+ +[\d.]+ KiB$/m);
        expect(JSON.parse((await runCommand(folder, ["info", "--json", at("witness.wtns")])).out)).to.include({
            kind: "wtns",
            curve: "bn128",
        });
        const broken = tau({ power: 12 });
        for (const [name, bytes] of [
            ["no.txt", "text"],
            ["empty", ""],
            ["other.json", "{}"],
            ["short.ptau", broken.subarray(0, 60)],
            [
                "header.ptau",
                binary("ptau", [
                    [1, broken.subarray(24, 40)],
                    [2, Buffer.alloc(4)],
                    [3, Buffer.alloc(4)],
                ]),
            ],
        ]) {
            write(name, bytes);
            const { code, err } = await runCommand(folder, ["info", name]);
            expect(code, name).to.equal(3);
            expect(err).to.match(/^ffturbo: .*expected /);
        }
    });
});
