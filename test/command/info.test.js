/** `ffturbo info` on every kind of file. */
import { closeSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { examineFile, info } from "../../bin/lib/info.mjs";
import { circuitRows } from "../../bin/lib/info_circuit.mjs";
import { sizeOf } from "../../bin/lib/sizes.mjs";
import { compile } from "../../scripts/make-fixtures.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { writeLE } from "../../src/util/bytes.js";
import { encodeWtns } from "../../src/files/wtns.js";
import { zkeyInfo } from "../../src/protocols/groth16/index.js";
import { r1csFacts } from "../../src/circuits/facts.js";
import { sectionsOf, withSections } from "../support/binfiles.js";
import { fixtures } from "../support/circuits.js";
import { runCommand } from "../support/command.js";
import { itInAll } from "../support/extent.js";

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
        const [vkey, proof] = ["vkey", "proof"].map((name) => JSON.parse(readFileSync(at(`${name}.json`), "utf8")));
        for (const form of [{ protocol: "groth" }, { protocol: undefined, nPublic: undefined }, { nPublic: "0x1" }])
            expect(await look(write("vkey.json", JSON.stringify({ ...vkey, ...form })))).to.deep.include(
                { kind: "vkey", protocol: "groth16", publicSignals: 1, fits: "groth16 proofs with 1 public signal on bn128" });
        const bare = JSON.stringify({ ...proof, protocol: undefined, curve: undefined });
        expect(await look(write("proof.json", bare))).to.deep.include({ kind: "proof", protocol: "groth16" });
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

    it("says what fits to which file, and how many bytes it has", async () => {
        compile("xor_net", "bn128", folder);
        const inputs = write("inputs.json", '{ "a": [1, 2] }');
        for (const [path, fits] of [
            [at("vkey.json"), "groth16 proofs with 1 public signal on bn128"],
            [at("proof.json"), "a groth16 verification key on bn128, and its public signals"],
            [at("public.json"), "a verification key for 1 public signal"],
            [at("circuit.zkey"), "witnesses of 15 signals on bn128"], [inputs, "a program with 2 values in its inputs"],
            [join(folder, "xor_net.wasm"), "inputs of this circuit, and keys on bn128"],
            [join(folder, "xor_net.sym"), /^a constraint system of \d+ wires, and the program of the same circuit$/],
            [join(folder, "xor_net.r1cs"), /^witnesses of \d+ signals, keys with 1 public signal on bn128$/],
        ]) {
            const facts = await look(path);
            if (typeof fits === "string") expect(facts.fits).to.equal(fits);
            else expect(facts.fits).to.match(fits);
            expect(facts.bytes, path).to.equal(readFileSync(path).length);
        }
        expect((await look(join(folder, "xor_net.wasm"))).compiler).to.match(/^circom \d/);
    });

    it("says the domain of keys that have one, and a field that no curve has", async () => {
        const { power } = JSON.parse(readFileSync(at("plonk_vkey.json"), "utf8"));
        expect((await look(at("plonk_vkey.json"))).domainSize).to.equal(2 ** power);
        expect(await look(at("vkey.json"))).not.to.have.property("domainSize");
        expect((await look(write("odd.wtns", encodeWtns(new Uint8Array(8), 8, 101n)))).curve).to.equal("unknown, field of order 101");
    });

    it("says the largest wire of names of signals, in whatever order they are", async () => {
        const lines = ["1,3,0,main.a", "2,1,0,main.b", ""].join("\n");
        expect(await look(write("order.sym", lines))).to.include({ wires: 4, signals: 2 });
    });

    itInAll("reads JSON of 64 MiB and no more, and no text that is not UTF-8", async () => {
        const most = 1 << 26, refused = (path) => look(path).catch(({ code, message }) => [code, message.includes("of another kind")]);
        const list = Buffer.alloc(most + 1, " ");
        list[0] = 0x5b;
        list[most - 1] = 0x5d;
        expect(await look(write("long.json", list.subarray(0, most)))).to.include({ kind: "signals" });
        const longer = write("longer.json", list);
        expect(await refused(longer)).to.deep.equal(["ERR_FILE", true]);
        expect(await refused((at_, length) => list.subarray(at_, at_ + length))).to.deep.equal(["ERR_FILE", true]);
        const bytes = Buffer.from('{ "protocol": "groth16", "nPublic": 0, "x": "?" }');
        expect(await look(write("text.json", bytes))).to.include({ kind: "vkey" });
        bytes[bytes.indexOf("?")] = 0xff;
        expect(await refused(write("bytes.json", bytes))).to.deep.equal(["ERR_FILE", true]);
        const program = write("long.wasm", "\0asm");
        truncateSync(program, most + 1);
        expect(await look(program).catch(({ code, message }) => [code, message])).to.deep.equal(
            ["ERR_FILE", `${program}: expected a program of at most ${most} bytes, got more`]);
    });

    it("closes what it has read, and ends with the reason of its signal", async () => {
        const lowest = () => {
            const fd = openSync(at("proof.json"));
            closeSync(fd);
            return fd;
        };
        await look(at("proof.json"));
        const before = lowest();
        for (const file of ["proof.json", "circuit.zkey", "witness.wtns"]) await look(at(file));
        expect(lowest()).to.equal(before);
        const reason = new Error("enough");
        for (const file of ["proof.json", "witness.wtns"])
            expect(await examineFile(at(file), {}, AbortSignal.abort(reason)).catch((error) => error)).to.equal(reason);
    });

    it("the command has a row for each fact, and twenty names at most", async () => {
        const text = async (path) => (await runCommand(folder, ["info", path])).out;
        const inputs = (count) => write("inputs.json", JSON.stringify(Object.fromEntries(
            Array.from({ length: count }, (_, i) => [`i${i}`, 1]))));
        expect(await text(inputs(20))).to.match(/^names +i0, .*, i18, i19$/m);
        expect(await text(inputs(21))).to.match(/^names +i0, .*, i18, i19, and 1 more$/m);
        const powers = await text(write("a.ptau", tau({ power: 12, prepared: true })));
        for (const line of [/^power +2\^12$/m, /^ceremony of +2\^28$/m, /^prepared +for phase 2$/m, /^contributions +3$/m])
            expect(powers).to.match(line);
        for (const [name, first] of [
            ["plonk_vkey.json", "plonk verification key on bn128, for plonk proofs with 1 public signal"],
            ["public.json", "public signals, for a verification key for 1 public signal"],
        ]) expect((await text(at(name))).split("\n")[0]).to.equal(`${at(name)}: ${first}`);
    });

    it("takes a file of unknown size unless it is a text, and says so", async () => {
        const told = async (bytes) => {
            const lines = [], tools = { print: (line) => lines.push(line), styled: (_, line) => line };
            const files = [(from, length) => bytes.subarray(from, from + length)];
            await info({ files }, new AbortController().signal, tools).catch((error) => lines.push(error.code));
            return lines.join();
        };
        expect(await told(Buffer.from('["1"]'))).to.equal("ERR_FILE");
        expect(await told(readFileSync(at("witness.wtns")))).to.match(/^file +unknown$/m);
    });

    it("rows of a circuit: counts of one and of more, lists that are longer than they show, times of any length", () => {
        const proof = { protocol: "groth16", domainSize: 8, tauPower: 3, keyBytes: 1024, processor: 1000, memory: 2 ** 20 };
        const rows = (more, names, milliseconds = 1) => Object.fromEntries(circuitRows({
            circuit: { products: 3, bits: 1, linear: 2, terms: 9, additions: 1, customGates: 0, ...more, names },
            proofs: [{ ...proof, milliseconds }], threads: 1, outputs: 1, publicInputs: 0, privateInputs: 3,
        }, sizeOf));
        const names = { outputs: ["main.out"], publicInputs: [], privateInputs: ["main.a"] };
        expect(rows({}, names)).to.deep.equal({
            "  products": "3, of which 1 says that a signal is 0 or 1", "  linear": "2",
            "terms": "9; 1 addition to gates of three signals", "  outputs": "main.out", "  private inputs": "main.a, and 2 more",
            "groth16": "domain 2^3, powers of tau from 2^3, key 1.0 KiB, "
                + "a proof in a new process about 1 ms (1.0 s of processor time) and 1.0 MiB with 1 thread",
        });
        expect(rows({ bits: 2, customGates: 4 }, names)).to.include({
            "  products": "3, of which 2 say that a signal is 0 or 1", "custom gates": "4",
        });
        for (const [milliseconds, text] of [[0.2, "1 ms"], [999, "999 ms"], [1000, "1.0 s"], [1560, "1.6 s"]])
            expect(rows({}, names, milliseconds).groth16).to.include(` about ${text} (`);
        expect([1023, 1024, 2 ** 20 - 1, 2 ** 20].map(sizeOf)).to.deep.equal(["1023 bytes", "1.0 KiB", "1024.0 KiB", "1.0 MiB"]);
    });

    it("says which sections and bytes of a file are ignored, in words and as JSON", async () => {
        const others = (bytes) => Buffer.concat([withSections(new Uint8Array(bytes), (list) =>
            [...list, ...Array.from({ length: 10 }, (_, i) => [90 + i, new Uint8Array(i)])]), Buffer.alloc(64)]);
        const ignored = { sections: Array.from({ length: 10 }, (_, i) => ({ type: 90 + i, bytes: i })), trailing: 64 };
        compile("xor_net", "bn128", folder);
        const system = readFileSync(join(folder, "xor_net.r1cs"));
        for (const [name, bytes] of [["a.zkey", readFileSync(at("circuit.zkey"))], ["a.wtns", readFileSync(at("witness.wtns"))],
            ["a.r1cs", system], ["a.ptau", tau({ power: 2, prepared: true })]]) {
            expect(await look(write(name, bytes))).not.to.have.property("ignored");
            write(name, others(bytes));
            expect(JSON.parse((await runCommand(folder, ["info", "--json", name])).out), name).to.deep.include({ ignored });
            expect((await runCommand(folder, ["info", name])).out).to.match(
                /^ignored +section 90 \(0 bytes\), section 91 \(1 byte\), .*section 97 \(7 bytes\), 2 more sections, 64 bytes after the last section$/m);
        }
        expect((await r1csFacts(others(system))).ignored).to.deep.equal(ignored);
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
