/** What a program leaves that is killed while it writes: the next one finds it, and removes nothing but that. */
import { spawn, spawnSync } from "node:child_process";
import fs, {
    copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename, join } from "node:path";
import { expect } from "chai";
import { tellOfLeftParts } from "../../bin/lib/writer.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { writeTogether } from "../../src/files/sink.js";
import { leftParts, partOf } from "../../src/util/host_parts.js";
import { fixtures } from "../support/circuits.js";
import { runCommand, SNARKJS } from "../support/command.js";

const SINK = JSON.stringify(new URL("../../src/files/sink.js", import.meta.url).href);

describe("files: what programs leave that are killed", function () {
    this.timeout(60_000);
    let folder, ended;
    const path = (name) => join(folder, name), names = () => readdirSync(folder).sort();
    const write = (name) => writeTogether(undefined, async (open) => (await open("x", path(name))).write(Uint8Array.of(1), 0));
    /** A name that the process with this number could have given. */
    const nameOf = (pid, target = "out") => path(basename(partOf(path(target))).replace(/\d+/, pid));

    before(() => { ended = spawnSync(process.execPath, ["-e", ""]).pid; });
    beforeEach(() => { folder = temporaryFolder("parts"); });
    afterEach(() => {
        tellOfLeftParts(undefined);
        rmSync(folder, { recursive: true, force: true });
    });

    /** Writes to outputs until it is killed. @param {string[]} targets */
    async function killed(...targets) {
        const code = `
            const { writeTogether } = await import(${SINK});
            await writeTogether(undefined, async (open) => {
                for (const name of ${JSON.stringify(targets)}) await (await open("x", name)).write(new Uint8Array(9), 0);
                console.log("begun");
                await new Promise((resolve) => setTimeout(resolve, 60_000));
            });`;
        const child = spawn(process.execPath, ["--input-type=module", "-e", code], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
        await new Promise((resolve) => { child.stdout.once("data", resolve); });
        return { kill: () => new Promise((resolve) => { child.once("close", resolve).kill("SIGKILL"); }) };
    }

    it("removes that of the same output, names that of another, and leaves that of a program that runs", async () => {
        await (await killed("out", "other")).kill();
        const dead = names(), running = await killed("out"), [alive] = names().filter((name) => !dead.includes(name));
        const lines = [];
        tellOfLeftParts((line) => lines.push(line));
        try {
            for (let i = 0; i < 2; i++) await write("out");
        } finally {
            await running.kill();
        }
        expect(dead).to.have.length(2);
        const [other] = names().filter((name) => dead.includes(name));
        const [removed] = dead.filter((name) => name !== other);
        expect(names()).to.have.members([alive, other, "out"]);
        expect(lines.map((line) => line.replace(`${folder}/`, ""))).to.have.members([
            `${removed}: removed; a run that was killed had left it`,
            `${other}: left by a run that was killed, for another output; it can be removed`,
        ]);
    });

    it("the commands say so, unless they are to be quiet", async () => {
        copyFileSync(join(fixtures, "xor_net", "circuit.zkey"), path("c.zkey"));
        const line = ["zkey", "export", "verificationkey", "c.zkey", "out"];
        for (const [args, options, head] of [
            [line, {}, "ffturbo: "], [[...line, "--quiet"], {}],
            [line, { command: SNARKJS }, "[WARN]  snarkJS: "],
        ]) {
            const part = nameOf(ended);
            writeFileSync(part, "x");
            const { code, out, err } = await runCommand(folder, args, options);
            expect(code, err).to.equal(0);
            expect(names()).to.deep.equal(["c.zkey", "out"]);
            expect((out + err).split("\n").filter((one) => one.includes("killed")))
                .to.deep.equal(head ? [`${head}${part}: removed; a run that was killed had left it`] : []);
        }
    });

    it("removes no link, no folder, no file with another name, and none that no program of ours would have made", () => {
        const planted = ["victim"], file = (at) => writeFileSync(at, "x");
        writeFileSync(path("victim"), "kept");
        const plant = (make, at = nameOf(ended)) => {
            make(at);
            planted.push(basename(at));
        };
        plant((at) => symlinkSync("victim", at));
        plant((at) => mkdirSync(at));
        plant((at) => linkSync(path("victim"), at));
        plant(file, nameOf(process.pid));
        plant(file, nameOf(ended).replace(/-\w+(-\w+\.part)$/, "-zzz$1")); // of another machine
        plant(file, nameOf(0));
        plant(file, nameOf("99999999999"));
        plant(file, nameOf(ended).replace(".part", ".part~"));
        plant(file, nameOf(ended).replace(".ffturbo-", ".ffturbo-\u001b[31m"));
        expect(leftParts(path("out"))).to.deep.equal([]);
        expect(names()).to.deep.equal(planted.sort());
        expect(readFileSync(path("victim"), "utf8")).to.equal("kept");
        const own = nameOf(ended);
        file(own);
        expect(leftParts(path("out"))).to.deep.equal([{ path: own, removed: true }]);
        expect(names()).to.deep.equal(planted.sort());
    });

    it("leaves that of another machine of the same name, which shares the folder", () => {
        const { readFileSync: read } = fs;
        const setId = (id) => {
            fs.readFileSync = (file, ...rest) => (file === "/etc/machine-id" ? id : read(file, ...rest));
            syncBuiltinESMExports();
        };
        const part = nameOf(ended);
        writeFileSync(part, "x");
        try {
            setId("another");
            expect(leftParts(path("out"))).to.deep.equal([]);
            setId(undefined); // a system without one
            writeFileSync(nameOf(ended), "x");
            expect(leftParts(path("out"))).to.have.length(1);
        } finally {
            fs.readFileSync = read;
            syncBuiltinESMExports();
        }
        expect(leftParts(path("out"))).to.deep.equal([{ path: part, removed: true }]);
    });

    it("removes that of a process that has ended and that nobody has waited for", async function () {
        if (process.platform !== "linux") this.skip();
        const parent = spawn("sh", ["-c", "sleep 0 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "inherit"] });
        try {
            const pid = Number(await new Promise((resolve) => { parent.stdout.once("data", resolve); }));
            const state = () => readFileSync(`/proc/${pid}/stat`, "latin1").split(" ")[2];
            while (state() !== "Z") await new Promise((resolve) => { setTimeout(resolve, 5); });
            writeFileSync(nameOf(pid), "x");
            expect(leftParts(path("out"))).to.have.length(1);
            writeFileSync(nameOf(parent.pid), "x");
            expect(leftParts(path("out"))).to.deep.equal([]);
        } finally {
            parent.kill("SIGKILL");
        }
    });

    it("of another user is left", function () {
        if (!process.getuid) this.skip();
        const { getuid } = process, own = nameOf(ended);
        writeFileSync(own, "x");
        try {
            process.getuid = () => getuid() + 1;
            expect(leftParts(path("out"))).to.deep.equal([]);
        } finally {
            process.getuid = getuid;
        }
        expect(leftParts(path("out"))).to.have.length(1);
    });

    it("looks only for the command, and names a few", async () => {
        const own = nameOf(ended);
        writeFileSync(own, "x");
        await write("out");
        expect(names()).to.have.length(2);
        for (let i = 0; i < 12; i++) writeFileSync(nameOf(ended, "another"), "x");
        const lines = [];
        tellOfLeftParts((line) => lines.push(line));
        await write("out");
        expect(lines.filter((line) => line.includes("another output"))).to.have.length(8);
        expect(lines.filter((line) => line.includes("removed;"))).to.have.length(1);
        expect(names()).to.have.length(13);
    });
});
