/**
 * Where the command writes: never over what it reads, whole or not at all, through links, into what is no plain file.
 */
import { execFileSync, spawn } from "node:child_process";
import {
    chmodSync,
    closeSync,
    constants,
    copyFileSync,
    linkSync,
    lstatSync,
    mkdirSync,
    openSync,
    readdirSync,
    readFileSync,
    readlinkSync,
    rmSync,
    statSync,
    symlinkSync,
    writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { verify } from "../../src/protocols/groth16/index.js";
import { fixtures } from "../support/circuits.js";
import { COMMAND, runCommand } from "../support/command.js";
import { itInAll } from "../support/extent.js";
import { until } from "../support/pool_module.js";

const at = (file) => join(fixtures, "xor_net", file);
const parse = (text) => JSON.parse(text);

describe("prover: outputs", function () {
    this.timeout(120_000);
    let folder;
    const path = (name) => join(folder, name);
    const bytes = (name) => readFileSync(path(name));
    const prove = (outputs, options) =>
        runCommand(folder, ["prove", "k.zkey", "w.wtns", ...outputs, "--quiet"], options);
    const vkey = parse(readFileSync(at("vkey.json"), "utf8")), signals = parse(readFileSync(at("public.json"), "utf8"));
    const expectProof = async (text) => expect(await verify(vkey, signals, parse(text))).to.equal(true);
    /** Names and contents, links as what they name. */
    const everything = () =>
        readdirSync(folder)
            .sort()
            .map((name) => [
                name,
                lstatSync(path(name)).isSymbolicLink()
                    ? readlinkSync(path(name))
                    : lstatSync(path(name)).isFile()
                      ? bytes(name).toString("base64")
                      : "",
            ]);

    before(function () {
        if (process.platform !== "win32") return;
        this.test.parent.title += ": links, FIFOs and modes are those of POSIX";
        this.skip();
    });
    beforeEach(() => {
        folder = temporaryFolder("outputs");
        copyFileSync(at("circuit.zkey"), path("k.zkey"));
        copyFileSync(at("witness.wtns"), path("w.wtns"));
        linkSync(path("k.zkey"), path("hard.zkey"));
        symlinkSync("hard.zkey", path("soft.zkey"));
        symlinkSync(folder, path("here"));
        symlinkSync("later.json", path("dangling"));
        symlinkSync("loop", path("loop"));
        writeFileSync(path("old.json"), "kept");
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    const SAME = {
        "the key": ["k.zkey"],
        "the witness": ["p.json", "w.wtns"],
        "the key by another path": ["./here/.//k.zkey"],
        "through a folder's link": ["here/k.zkey"],
        "a hard link of it": ["hard.zkey"],
        "a symbolic link to it": ["p.json", "soft.zkey"],
        "the other output": ["p.json", "p.json"],
        "the other by another path": ["p.json", "./here/p.json"],
        "the other, not there, through a link": ["dangling", "later.json"],
        "the other, there, through links": ["old.json", "here/old.json"],
        "standard output twice": ["-", "-"],
        "standard output by its name": ["-", "/dev/stdout"],
        "standard output, where the result goes as JSON": ["-", "p.json", "--json"],
    };
    for (const [name, outputs] of Object.entries(SAME)) it(`refuses ${name}, before any work`, async () => {
        const before_ = everything();
        const { code, out, err } = await prove(outputs);
        expect({ code, out }, err).to.deep.equal({ code: 2, out: "" });
        expect(err).to.match(
            /^ffturbo: .+: expected a file of its own for each result, got the same as .+; nothing was written\n$/,
        );
        expect(everything()).to.deep.equal(before_);
    });

    it("also refuses an output that is an input without write permission", async () => {
        chmodSync(path("k.zkey"), 0o444);
        const before_ = everything();
        expect((await prove(["k.zkey"])).code).to.equal(2);
        expect(everything()).to.deep.equal(before_);
    });

    itInAll("fullprove and info refuse as well", async () => {
        writeFileSync(path("input.json"), readFileSync(at("input.json")));
        expect(
            (await runCommand(folder, ["fullprove", "input.json", "w.wtns", "k.zkey", "p.json", "input.json"])).code,
        ).to.equal(2);
        const appended = openSync(path("k.zkey"), "a"), before_ = everything();
        expect(await runCommand(folder, ["info", "k.zkey"], { stdio: ["ignore", appended, "pipe"] })).to.include({
            code: 2,
        });
        closeSync(appended);
        expect(everything()).to.deep.equal(before_);
    });

    it("refuses before the key is read", async () => {
        writeFileSync(path("k.zkey"), "no key");
        expect((await prove(["no/such/folder.json"])).code).to.equal(6);
        expect((await prove(["loop"])).err).to.match(/^ffturbo: loop: expected a file that can be written, got links that lead in a circle/);
    });

    it("refuses names of folders and sockets before the key is read", async () => {
        writeFileSync(path("k.zkey"), "no key");
        const server = createServer().listen(path("socket"));
        await new Promise((resolve) => { server.on("listening", resolve); });
        for (const name of ["", "new/", "here/new/", ".", "socket"]) {
            const { code, err } = await prove([name]);
            expect({ code, err }).to.deep.equal({
                code: 6,
                err: `ffturbo: ${name}: expected a file that can be written, got ${name === "socket" ? "a socket" : name === "." ? "a folder" : "the name of a folder"}\n`,
            });
        }
        server.close();
    });

    it("writes through links: the target is replaced, the link stays", async () => {
        symlinkSync("old.json", path("link.json"));
        expect((await prove(["link.json", "dangling"])).code).to.equal(0);
        expect([readlinkSync(path("link.json")), readlinkSync(path("dangling"))]).to.deep.equal([
            "old.json",
            "later.json",
        ]);
        await expectProof(bytes("old.json"));
        expect(parse(bytes("later.json"))).to.deep.equal(signals);
    });

    itInAll("takes .. for what it is to the system, behind a link as well", async () => {
        mkdirSync(path("a"));
        mkdirSync(path("a/b"));
        symlinkSync("a/b", path("deep"));
        symlinkSync("deep/../there.json", path("there"));
        writeFileSync(path("a/old.json"), "");
        expect((await prove(["deep/../new.json", "there"])).code).to.equal(0);
        expect((await prove(["deep/../old.json", "/dev/null"])).code).to.equal(0);
        expect(readdirSync(path("a")).sort()).to.deep.equal(["b", "new.json", "old.json", "there.json"]);
        await expectProof(bytes("a/old.json"));
        expect(bytes("old.json").toString()).to.equal("kept");
    });

    it("keeps the mode of a file, and gives a new one what umask says", async () => {
        chmodSync(path("old.json"), 0o640);
        const inode = statSync(path("old.json")).ino;
        expect((await prove(["old.json", "new.json"])).code).to.equal(0);
        expect([statSync(path("old.json")).mode & 0o7777, statSync(path("new.json")).mode & 0o7777]).to.deep.equal([
            0o640,
            0o666 & ~process.umask(),
        ]);
        expect(statSync(path("old.json")).ino, "replaced as a whole").not.to.equal(inode);
    });

    itInAll("writes into devices and FIFOs, which stay what they are", async () => {
        execFileSync("mkfifo", [path("fifo")]);
        const reader = spawn("cat", [path("fifo")]);
        let got = "";
        reader.stdout.on("data", (chunk) => (got += chunk));
        const read = new Promise((resolve) => { reader.on("close", resolve); });
        const { code } = await prove(["fifo", "/dev/null"]);
        if (code !== 0) reader.kill(); // it would wait for a writer for ever
        expect(code).to.equal(0);
        await read;
        await expectProof(got);
        expect([lstatSync(path("fifo")).isFIFO(), statSync("/dev/null").isCharacterDevice()]).to.deep.equal([
            true,
            true,
        ]);
        expect((await prove(["/dev/null", "/dev/null"])).code).to.equal(0);
    });

    it("waits for the reader of a FIFO, and is stopped there in good order", async () => {
        execFileSync("mkfifo", [path("fifo")]);
        const before_ = everything();
        const { code, err } = await prove(["fifo", "old.json"], {
            onStart: (child) =>
                void until(() => readdirSync(folder).some((name) => name.endsWith(".part")), 60_000).then(() =>
                    child.kill("SIGTERM"),
                ),
        });
        expect({ code, err }).to.deep.equal({ code: 143, err: "ffturbo: stopped by SIGTERM\n" });
        expect(everything(), "the staged one is gone").to.deep.equal(before_);
    });

    itInAll("is ended by the signal while it waits for a FIFO that nobody writes to", async () => {
        execFileSync("mkfifo", [path("fifo")]);
        let fd;
        const isOpen = () => {
            try {
                fd = openSync(path("fifo"), constants.O_WRONLY | constants.O_NONBLOCK); // fails as long as there is no reader
                return true;
            } catch {
                return false;
            }
        };
        const { signal, err } = await runCommand(folder, ["verify", "fifo", "fifo", "fifo"], {
            onStart: (child) => void until(isOpen, 60_000).then(() => child.kill("SIGINT")),
        });
        closeSync(fd);
        expect({ signal, err }).to.deep.equal({ signal: "SIGINT", err: "ffturbo: stopped by SIGINT\n" });
    });

    it("a FIFO is not a key, and nothing waits for it", async () => {
        execFileSync("mkfifo", [path("fifo")]);
        expect((await runCommand(folder, ["info", "fifo"])).err).to.match(
            /fifo: expected a file that can be read, got something that is not a plain file/,
        );
    });

    it("- is standard output", async () => {
        const { code, out, err } = await prove(["-", "public.json"]);
        expect({ code, err }).to.deep.equal({ code: 0, err: "" });
        await expectProof(out);
        expect(readdirSync(folder)).not.to.include("-");
    });

    itInAll("standard output by its name: a socket, as programs on Node give it, or a pipe", async () => {
        await expectProof((await prove(["/dev/stdout", "p.json"])).out);
        const args = [COMMAND, "prove", "k.zkey", "w.wtns", "/dev/stdout", "p.json", "--quiet"];
        await expectProof(
            execFileSync("sh", ["-c", '"$@" | cat', "sh", process.execPath, ...args], {
                cwd: folder,
                encoding: "utf8",
            }),
        );
    });

    itInAll("what standard output appends to is appended to, also under its own name", async () => {
        const log = openSync(path("old.json"), "a");
        expect((await prove(["old.json", "/dev/null"], { stdio: ["ignore", log, "pipe"] })).code).to.equal(0);
        closeSync(log);
        const text = bytes("old.json").toString();
        expect(text.slice(0, 4)).to.equal("kept");
        await expectProof(text.slice(4));
    });

    it("whole or not at all: when one cannot be written, none is", async () => {
        const before_ = everything();
        for (const outputs of [
            ["old.json", "/dev/full"],
            ["/dev/full", "new.json"],
        ])
            expect((await prove(outputs)).code).to.equal(6);
        expect(everything()).to.deep.equal(before_);
    });

    itInAll("a folder that vanishes meanwhile loses the proof, and nothing else", async () => {
        mkdirSync(path("sub"));
        execFileSync("mkfifo", [path("fifo")]); // the proof waits there until somebody reads
        let reader;
        const staged = () => readdirSync(path("sub")).some((name) => name.endsWith(".part"));
        const vanish = () => void until(staged, 60_000).then(() => {
            rmSync(path("sub"), { recursive: true });
            reader = spawn("cat", [path("fifo")], { stdio: "ignore" });
        });
        const { code } = await prove(["fifo", "sub/public.json"], { onStart: vanish });
        reader?.kill(); // it would wait for a writer for ever
        expect(code).to.equal(6);
        expect(readdirSync(folder)).not.to.include("sub");
    });
});
