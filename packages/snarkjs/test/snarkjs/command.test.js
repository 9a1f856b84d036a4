/** The command `snarkjs`: its list is that of the installed snarkjs, and it ends as that does. */
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { printTo } from "../../../../bin/lib/output.mjs";
import { main } from "../../bin/snarkjs/main.mjs";
import { ACTIONS } from "../../bin/snarkjs/actions.mjs";
import { describeSections } from "../../bin/snarkjs/file_info.mjs";
import { countsOf, findCommand, helpOf, OPTIONS, TABLE } from "../../bin/snarkjs/table.mjs";
import { compile } from "../../../../scripts/make-fixtures.mjs";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { encodeWtns } from "../../../../src/files/wtns.js";
import { sectionsOf } from "../../../../test/support/binfiles.js";
import { fixtures } from "../../../../test/support/circuits.js";
import { runCommand } from "../../../../test/support/command.js";
import { encodeR1cs } from "../../../../test/support/constraints.js";
import { itInAll, thinned } from "../../../../test/support/extent.js";
import { root } from "../../../../test/support/scratch.js";

const THEIRS = join(root, "node_modules/snarkjs/build/cli.cjs"), OURS = join(root, "node_modules/ffturbo-snarkjs/build/cli.cjs");
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
    const ours = (line, options) => runCommand(folder, line.split(" "), { command: OURS, ...options });
    const theirs = (line) => runCommand(folder, line.split(" "), { command: THEIRS });

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

    it("says whose interface it is in the first line, as scripts read it from snarkjs", async () => {
        for (const line of ["--version", "--help"]) {
            const [first] = (await theirs(line)).out.split("\n");
            expect((await ours(line)).out.split("\n")[0]).to.equal(first).and.match(/^snarkjs@[\d.]+$/);
        }
    });

    it("skips -- and whatever else begins with - and is no option, wherever it stands", async () => {
        copyFileSync(join(fixtures, "xor_net", "circuit.zkey"), join(folder, "circuit_final.zkey"));
        for (const line of ["-- zkev circuit_final.zkey a.json", "zkey -- export -5 verificationkey circuit_final.zkey a.json",
            "zkev circuit_final.zkey -5 --other.json a.json --", "zkev --- circuit_final.zkey --a-b=c -=x a.json"]) {
            for (const run of [ours, theirs]) {
                const ended = await run(line);
                expect(ended.code, `${line}: ${ended.out}${ended.err}`).to.equal(0);
                rmSync(join(folder, "a.json"));
            }
        }
        expect(readdirSync(folder)).to.deep.equal(["circuit_final.zkey"]);
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

    /** Lines of commands, the files that each makes, and what it prints. @param {[string, string[], RegExp?][]} rows */
    const follow = async (rows) => {
        for (const [line, files, says] of rows) {
            const before = readdirSync(folder), { code, out } = await ours(line);
            expect({ line, code }, out).to.deep.equal({ line, code: 0 });
            expect(readdirSync(folder).filter((name) => !before.includes(name)), line).to.have.members(files);
            if (says) expect(out, line).to.match(says);
        }
    };
    const copy = (from, to) => copyFileSync(join(fixtures, "xor_net", from), join(folder, to));

    it("takes a ceremony from its powers to a key, with the names that files have by default, and those of contributors", async () => {
        const r = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;
        const constraints = [[[[2, 1n]], [[3, 1n]], [[1, 1n]]]];
        writeFileSync(join(folder, "product.r1cs"), encodeR1cs({ r, signals: 4, publics: 1, constraints }));
        await follow([
            ["ptn bn128 3", ["powersOfTau3_0000.ptau"]], ["ptn bn128 3 0.ptau", ["0.ptau"]], ["ptn bn128 1 small", ["small"]],
            ["ptc 0.ptau 1.ptau -n=one -e=x", ["1.ptau"]], ["ptec 1.ptau", ["challenge"]],
            ["ptcc bn128 challenge -e=x", ["challenge.response"]], ["ptcc bn128 challenge other -e=x", ["other"]],
            ["ptir 1.ptau challenge.response 2.ptau -n=two", ["2.ptau"]],
            ["ptb 2.ptau 3.ptau 0102 10 -N=end", ["3.ptau"]], ["ptc 3.ptau unnamed.ptau -n -e=x", ["unnamed.ptau"]],
            ["pt2 3.ptau powersoftau.ptau", ["powersoftau.ptau"]],
            ["ptv powersoftau.ptau", [], /one[^]*two[^]*end|end[^]*two[^]*one/],
            ["ptt powersoftau.ptau", ["powersoftau_01.ptau", "powersoftau_02.ptau"]], ["ptej powersoftau.ptau 1.json", ["1.json"]],
            ["pt2 small small.ptau", ["small.ptau"]],
            ["g16s product.r1cs", ["circuit_0000.zkey"]], ["zkc circuit_0000.zkey 1.zkey -n=one -e=x", ["1.zkey"]],
            ["zkeb 1.zkey a", ["a"]], ["zkbc bn128 a b -e=x", ["b"]], ["zkib 1.zkey b 2.zkey -n=two", ["2.zkey"]],
            ["zkb 2.zkey circuit_final.zkey 0102 10 -n=end", ["circuit_final.zkey"]],
            ["zkv product.r1cs", [], /one[^]*two[^]*end|end[^]*two[^]*one/], ["zkvi", []],
            ["zkesv", ["verifier.sol"], /FFLONK|groth16/i], ["zkej", ["circuit_final.zkey.json"]],
        ]);
        expect(JSON.parse(readFileSync(join(folder, "1.json"), "utf8"))).to.have.property("power", 3);
        expect(JSON.parse(readFileSync(join(folder, "circuit_final.zkey.json"), "utf8"))).to.have.property("protocol", "groth16");
        expect(readFileSync(join(folder, "verifier.sol"), "utf8")).to.include("contract Groth16Verifier");
        expect((await ours("zkv product.r1cs -v")).out).to.include("[DEBUG] snarkJS: ");
        expect((await ours("ptcv powersoftau.ptau converted.ptau")).out).to.include("it has all of them");
        expect((await ours("g16s product.r1cs small.ptau new.zkey")).code).to.equal(255);
        expect((await ours("ptb 2.ptau new.ptau zz 10")).code).to.equal(1);
        expect(readdirSync(folder).filter((name) => name.startsWith("new."))).to.deep.equal([]);
    });

    it("calculates, debugs, prints and exports, with the files beside those that are named", async () => {
        compile("xor_net", "bn128", folder);
        for (const [name, to] of [["circuit.zkey", "circuit_final.zkey"], ["input.json", "input.json"]]) copy(name, to);
        for (const [from, to] of [["xor_net.wasm", "circuit.wasm"], ["xor_net.r1cs", "circuit.r1cs"]])
            copyFileSync(join(folder, from), join(folder, to));
        writeFileSync(join(folder, "circuit.sym"), readFileSync(join(folder, "xor_net.sym"), "utf8").replaceAll("main.", "other."));
        await follow([
            ["wc", ["witness.wtns"]], ["wc xor_net.wasm input.json 2.wtns", ["2.wtns"]], ["wej", ["witness.json"]],
            ["wd xor_net.wasm input.json 3.wtns", ["3.wtns"]], ["ri", [], /# of Wires: \d/], ["rp xor_net.r1cs", [], /main\.word/],
            ["rp", [], /other\.word/], ["rp xor_net.r1cs circuit.sym", [], /other\.word/], ["rej xor_net.r1cs", ["xor_net.json"]],
            ["rej", ["circuit.json"]], ["rej circuit.r1cs named.json", ["named.json"]], ["wchk", []],
            ["g16f", ["proof.json", "public.json"]], ["g16p circuit_final.zkey 2.wtns a.json b.json", ["a.json", "b.json"]],
        ]);
        for (const name of ["2.wtns", "3.wtns"])
            expect(readFileSync(join(folder, name)).equals(readFileSync(join(fixtures, "xor_net", "witness.wtns"))), name).to.equal(true);
        const contents = () => readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
            .map(({ name }) => [name, readFileSync(join(folder, name), "hex")]);
        const before = contents();
        for (const line of ["wc xor_net.wasm input.json input.json", "wd xor_net.wasm input.json input.json",
            "wd xor_net.wasm input.json xor_net.sym", "rej xor_net.r1cs xor_net.r1cs", "g16p circuit_final.zkey 2.wtns 2.wtns",
            "g16f input.json circuit.wasm circuit_final.zkey input.json", "ptej xor_net.r1cs xor_net.r1cs"])
            expect(await ours(line), line).to.include({ code: 1 }).and.have.property("out").that.includes("a file of its own");
        expect(contents()).to.deep.equal(before);
    });

    it("looks at where results go before it makes them", async () => {
        writeFileSync(join(folder, "a.zkey"), "no key");
        for (const line of ["g16p a.zkey none nowhere/proof.json", "zkev a.zkey nowhere/key.json", "zkej a.zkey a.zkey"])
            expect((await ours(line)).out, line).to.match(/expected a file (that can be written|of its own)/);
    });

    it("takes entropy that is given, and what is typed otherwise, and lets go of the terminal", async () => {
        const at = (name) => join(folder, name), input = new PassThrough(), shown = [], { stdout } = process;
        copy("circuit.zkey", "a.zkey");
        const out = new Writable({ write(chunk, _, done) { shown.push(String(chunk)); done(); } });
        const stdin = Object.getOwnPropertyDescriptor(process, "stdin");
        const act = (options) => ACTIONS["zkey contribute"]({ files: [at("a.zkey"), at("b.zkey")], options });
        Object.defineProperty(process, "stdin", { configurable: true, get: () => { throw new Error("asked"); } });
        try {
            expect(await act({ entropy: "x" })).to.equal(0);
            expect((await act({ entropy: true }).catch((error) => error)).message).to.equal("asked");
            Object.defineProperty(process, "stdin", { configurable: true, value: input });
            Object.defineProperty(process, "stdout", { configurable: true, value: out });
            const listening = input.listenerCount("end"), acting = act({});
            input.write("typed\n");
            expect([await acting, input.listenerCount("end"), shown[0]])
                .to.deep.equal([0, listening, "Enter a random text. (Entropy): "]);
        } finally {
            Object.defineProperty(process, "stdin", stdin);
            Object.defineProperty(process, "stdout", { configurable: true, enumerable: true, get: () => stdout });
        }
    });

    it("has colours for a terminal, and says all that it does with --verbose only", async () => {
        const painted = [], plain = [], put = (to, more) => Object.assign(new Writable({ write(chunk, _, done) {
            to.push(String(chunk));
            done();
        } }), more);
        try {
            for (const [to, more] of [[painted, { isTTY: true }], [plain, {}]]) {
                printTo({ out: () => put(to, more), error: () => put([], {}) });
                expect(await main(["fi", join(folder, "nowhere")], pathToFileURL(`${root}/`))).to.equal(1);
            }
        } finally {
            printTo({ out: () => process.stdout, error: () => process.stderr });
        }
        expect(painted.join("")).to.match(/^\x1b\[31;22m\[ERROR\]\x1b\[0m snarkJS: Error: /);
        expect(plain.join("")).to.match(/^\[ERROR\] snarkJS: Error: /);
    });

    it("lists sections by number wherever they lie, and other names of a command only where it has some", async () => {
        const head = Buffer.from("test\x01\0\0\0\x03\0\0\0", "latin1"), file = join(folder, "sections.bin");
        const section = (type) => Buffer.concat([Buffer.from(Uint32Array.of(type).buffer), Buffer.alloc(8)]);
        writeFileSync(file, Buffer.concat([head, ...[2, 3, 1].map(section)]));
        const listed = [...(await describeSections(file)).matchAll(/section +#(\d)/g)].map(([, type]) => type);
        expect(listed.join("")).to.equal("123");
        for (const [name, { old = [] }] of Object.entries(TABLE))
            expect(helpOf(name).includes("Also as"), name).to.equal(old.length > 0);
        expect(Object.values(TABLE).some(({ old }) => old)).to.equal(true);
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
