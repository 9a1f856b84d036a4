/** The command `snarkjs`: its list is that of the installed snarkjs, and it ends as that does. */
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { ACTIONS } from "../../bin/lib/snarkjs/actions.mjs";
import { countsOf, findCommand, OPTIONS, TABLE } from "../../bin/lib/snarkjs/table.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { encodeWtns } from "../../src/files/wtns.js";
import { sectionsOf } from "../support/binfiles.js";
import { fixtures } from "../support/circuits.js";
import { runAlone } from "../support/command.js";
import { encodeR1cs } from "../support/constraints.js";
import { itInAll, thinned } from "../support/extent.js";
import { root } from "../support/scratch.js";

const THEIRS = join(root, "node_modules/snarkjs/build/cli.cjs"), OURS = join(root, "bin/snarkjs.mjs");
const USAGE = 99;

/** Long name, short name and arguments of each command in snarkjs's help. @param {string} help */
function listed(help) {
    const known = Object.keys(TABLE).sort((a, b) => b.length - a.length);
    const pairs = help.slice(help.indexOf("====")).split("\n").slice(1);
    return pairs.flatMap((line, i) => {
        const usage = /^\s+Usage:\s+snarkjs (\w+) ?(.*)$/.exec(pairs[i + 1] ?? "");
        // names and what they do are in columns, which a long name fills
        const name = known.find((one) => line.startsWith(one)) ?? line;
        return usage ? [{ name, short: usage[1], files: usage[2] }] : [];
    });
}

/** How many arguments a usage has to have, and may have. @param {string} files */
const counts = (files) => ({
    least: files.split(" ").filter((one) => one.startsWith("<")).length, most: files.split(" ").length,
});

const PAGE = join(root, "docs/snarkjs.md"), LIST = /(?<=<!-- commands -->\n)[\s\S]*?(?=<!-- end of commands -->)/;

/** A row for each command. */
const tableOfPage = () => ["| command | short | also | arguments |", "|---|---|---|---|", ...Object.entries(TABLE)
    .map(([name, { short, old = [], files }]) =>
        `| \`${name}\` | \`${short}\` | ${old.map((one) => `\`${one}\``).join(", ")} | \`${files}\` |`), ""].join("\n");

describe("snarkjs's command", function () {
    this.timeout(120_000);
    let folder;
    beforeEach(() => { folder = temporaryFolder("snarkjs-command"); });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));
    const ours = (line, options) => runAlone(folder, line.split(" "), { command: OURS, ...options });
    const theirs = (line) => runAlone(folder, line.split(" "), { command: THEIRS });

    it("has every command of the installed snarkjs, under its long and short name, with as many arguments", async () => {
        const { code, out } = await theirs("--help"), all = listed(out);
        expect(code).to.equal(USAGE);
        expect(all.map(({ name }) => name).sort()).to.deep.equal(Object.keys(TABLE).sort());
        for (const { name, short, files } of all) {
            expect(TABLE[name].short, name).to.equal(short);
            const wanted = name === "file info" ? { least: 1, most: 1 } : counts(files);
            expect(countsOf(name), name).to.deep.equal(wanted);
        }
        expect(Object.keys(ACTIONS).sort()).to.deep.equal(Object.keys(TABLE).sort());
    });

    it("knows names of earlier versions, as snarkjs does", async () => {
        const old = Object.entries(TABLE).flatMap(([name, { old: names = [] }]) => names.map((one) => [one, name]));
        expect(old).to.have.length(11);
        for (const [one, name] of old) {
            expect(findCommand(one.split(" ")), one).to.deep.equal({ command: name, files: [] });
        }
        for (const [one, name] of thinned(old, 10)) {
            const { code, out } = await theirs(`${one} --help`);
            expect({ code, usage: out.includes(`snarkjs ${name} `) }, one).to.deep.equal({ code: 0, usage: true });
        }
    });

    it("has its table on the page", () => {
        const page = readFileSync(PAGE, "utf8"), wanted = tableOfPage();
        if (process.env.WRITE_TABLE) writeFileSync(PAGE, page.replace(LIST, wanted));
        else expect(LIST.exec(page)?.[0], "WRITE_TABLE=1 npx mocha test/snarkjs/command.test.js").to.equal(wanted);
    });

    it("takes the longest name, in capitals too, and leaves what follows as arguments", () => {
        expect(findCommand(["ZKey", "Verify", "INIT", "a"])).to.deep.equal({ command: "zkey verify init", files: ["a"] });
        expect(findCommand(["zkey", "verify", "a"])).to.deep.equal({ command: "zkey verify r1cs", files: ["a"] });
        expect(findCommand(["zkey", "export"])).to.equal(undefined);
        expect(findCommand([])).to.equal(undefined);
    });

    it("names in each help the arguments, the other names and the options that it takes", async () => {
        const { code, out } = await ours("zkc --help");
        expect(code).to.equal(0);
        for (const word of ["snarkjs zkey contribute <old.zkey> <new.zkey>", "snarkjs zkc ", "--name", "--entropy"])
            expect(out).to.include(word);
        expect((await ours("generatecall -h")).out).to.include("zkesc").and.include("generatecall");
        for (const { options = [], text, files } of Object.values(TABLE)) {
            expect(text).to.be.a("string").and.not.equal("");
            expect(files).to.match(/^(<[\w.]+> ?)*(\[[\w.]+\] ?)*$/);
            for (const option of options) expect(OPTIONS).to.have.property(option);
        }
    });

    for (const line of thinned(["fly", "groth16", "groth16 verify a b c d", "powersoftau new bn128", "zkc a", "", "--help"], 3))
        it(`ends with ${USAGE} for "${line}", as snarkjs does, and says what was expected`, async () => {
            const run = await ours(line);
            expect(run.code).to.equal(USAGE).and.equal((await theirs(line)).code);
            expect(run.out + run.err).to.match(/Usage: snarkjs/);
        });

    it("proves and verifies with the names that files have by default, and says whether a proof is valid", async () => {
        for (const [from, to] of [["circuit.zkey", "circuit_final.zkey"], ["witness.wtns", "witness.wtns"]])
            copyFileSync(join(fixtures, "xor_net", from), join(folder, to));
        expect(await ours("g16p -foo --bar=1")).to.include({ code: 0, out: "", err: "" });
        expect((await ours("zkev circuit_final.zkey verification_key.json")).out).to.include("Detected protocol: groth16");
        const key = readFileSync(join(folder, "verification_key.json"));
        await theirs("zkev circuit_final.zkey theirs.json");
        expect(Buffer.compare(key, readFileSync(join(folder, "theirs.json")))).to.equal(0);
        expect(await ours("g16v")).to.include({ code: 0, out: "[INFO]  snarkJS: OK!\n" });
        expect(await theirs("g16v")).to.include({ code: 0 });
        expect((await ours("zkesc")).out).to.equal((await theirs("zkesc")).out);
        const [first, ...others] = JSON.parse(readFileSync(join(folder, "public.json"), "utf8"));
        writeFileSync(join(folder, "public.json"), JSON.stringify([String(BigInt(first) ^ 1n), ...others]));
        expect(await ours("g16v")).to.include({ code: 1, out: "[ERROR] snarkJS: Invalid proof\n" });
    });

    it("says by its exit code whether a witness satisfies a circuit", async () => {
        const r = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;
        const constraints = [[[[2, 1n]], [[3, 1n]], [[1, 1n]]]]; // the second times the third is the first
        writeFileSync(join(folder, "product.r1cs"), encodeR1cs({ r, signals: 4, publics: 1, constraints }));
        for (const [product, code] of [[6, 0], [7, 1]]) {
            const values = new Uint8Array(4 * 32);
            [1, product, 2, 3].forEach((value, i) => { values[32 * i] = value; });
            writeFileSync(join(folder, "witness.wtns"), encodeWtns(values, 32, r));
            expect((await ours("wtns check product.r1cs witness.wtns")).code).to.equal(code);
            expect((await theirs("wtns check product.r1cs witness.wtns")).code).to.equal(code);
        }
    });

    it("says by its exit code whether powers of tau, and a key, verify", async () => {
        const r = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;
        const constraints = [[[[2, 1n]], [[3, 1n]], [[1, 1n]]]];
        writeFileSync(join(folder, "product.r1cs"), encodeR1cs({ r, signals: 4, publics: 1, constraints }));
        for (const line of ["ptn bn128 3 new.ptau", "ptb new.ptau beacon.ptau 0102 10", "pt2 beacon.ptau pot.ptau",
            "g16s product.r1cs pot.ptau first.zkey", "zkb first.zkey key.zkey 0102 10"])
            expect((await ours(line)).code, line).to.equal(0);
        const damage = (from, to, type) => {
            const bytes = new Uint8Array(readFileSync(join(folder, from)));
            const { offset, size } = sectionsOf(bytes).find((section) => section.type === type);
            // the last point is that before it: all are on the curve
            bytes.copyWithin(offset + size - 64, offset + size - 128, offset + size - 64);
            writeFileSync(join(folder, to), bytes);
        };
        damage("pot.ptau", "bad.ptau", 2);
        damage("key.zkey", "bad.zkey", 9);
        for (const [line, code] of [
            ["ptv pot.ptau", 0], ["ptv bad.ptau", 1],
            ["zkv product.r1cs pot.ptau key.zkey", 0], ["zkv product.r1cs pot.ptau bad.zkey", 1],
            ["zkvi first.zkey pot.ptau key.zkey", 0], ["zkvi first.zkey pot.ptau bad.zkey", 1],
        ]) expect((await ours(line)).code, line).to.equal(code);
    });

    it("writes nothing over its input, and leaves nothing behind when it fails", async () => {
        copyFileSync(join(fixtures, "xor_net", "circuit.zkey"), join(folder, "a.zkey"));
        for (const line of thinned(["zkej a.zkey a.zkey", "zkesv a.zkey a.zkey", "g16p a.zkey nowhere.wtns", "fi nowhere"], 2)) {
            const { code, out } = await ours(line);
            expect({ line, code, error: out.startsWith("[ERROR] snarkJS: Error: ") }).to.deep.equal({ line, code: 1, error: true });
        }
        expect(readdirSync(folder)).to.deep.equal(["a.zkey"]);
    });

    itInAll("asks for entropy that is not given, and goes on where there is no more input", async () => {
        copyFileSync(join(fixtures, "mimc_tiny", "circuit.zkey"), join(folder, "a.zkey"));
        const keys = [];
        for (const typed of ["", "text\n", "text"]) {
            const onStart = ({ stdin }) => stdin.end(typed);
            const { code, out } = await ours("zkc a.zkey b.zkey -n=me", { onStart });
            expect({ code, asks: out.startsWith("Enter a random text. (Entropy): ") }).to.deep.equal({ code: 0, asks: true });
            keys.push(readFileSync(join(folder, "b.zkey"), "hex"));
        }
        expect(new Set(keys).size).to.equal(3);
        expect((await ours("zkc a.zkey b.zkey -e=text")).out).to.not.include("Enter");
    });

    it("takes the points of a response over, unless it is to leave them out", async () => {
        const at = (name) => join(folder, name), act = (name, files, options = {}) =>
            ACTIONS[`powersoftau ${name}`]({ files: files.map((one) => (/[.]/.test(one) ? at(one) : one)), given: files, options });
        await act("new", ["bn128", "2", "a.ptau"]);
        await act("export challenge", ["a.ptau", "a.challenge"]);
        await act("challenge contribute", ["bn128", "a.challenge", "a.response"], { entropy: "x" });
        for (const [to, options] of [["with.ptau", {}], ["without.ptau", { nopoints: true }]])
            await act("import response", ["a.ptau", "a.response", to], { name: "n", ...options });
        const [whole, short] = ["with", "without"].map((name) => readFileSync(at(`${name}.ptau`)).length);
        expect(whole - short, "points of 2^2 powers").to.be.above(500);
    });

    it("lists the sections of files, and refuses those whose sections do not fit", async () => {
        const bytes = readFileSync(join(fixtures, "xor_net", "circuit.zkey"));
        writeFileSync(join(folder, "a.zkey"), bytes);
        const sections = (out) => out.split("\n").filter((line) => line.startsWith("section"));
        expect(sections((await ours("fi a.zkey")).out)).to.deep.equal(sections((await theirs("fi a.zkey")).out));
        const change = (name, make) => {
            const changed = Buffer.from(bytes);
            writeFileSync(join(folder, name), make(changed) ?? changed);
        };
        change("short", (all) => all.subarray(0, 11));
        change("kind", (all) => void all.write("PK"));
        change("many", (all) => void all.writeUInt32LE(1 << 30, 8));
        change("long", (all) => void all.writeBigUInt64LE(1n << 60n, 16));
        change("cut", (all) => all.subarray(0, 20));
        change("end", (all) => all.subarray(0, all.length - 1));
        for (const name of ["short", "kind", "many", "long", "cut", "end"]) {
            const { code, out } = await ours(`fi ${name}`);
            expect({ name, code }).to.deep.equal({ name, code: 1 });
            expect(out).to.match(/^\[ERROR\] snarkJS: Error: .*: expected /);
        }
    });
});
