/** Files that the command reads as a whole, from a disk or a server: what mutants of bin/lib/files.mjs showed. */
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import fs, { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { expect } from "chai";
import { readBytes, readJson, readPlainJson, sourceOf } from "../../bin/lib/files.mjs";
import { examineFile } from "../../bin/lib/info.mjs";
import { openOutputs, writeLarge, writeOutputs } from "../../bin/lib/writer.mjs";
import { openSource } from "../../src/files/source.js";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { failureOf } from "../support/failure.js";

describe("command: files", () => {
    let folder, server, address;
    before(async () => {
        folder = temporaryFolder("files");
        writeFileSync(join(folder, "bytes"), Uint8Array.of(1, 2, 3));
        writeFileSync(join(folder, "json"), '{"a":1}');
        server = createServer((request, response) => {
            const large = { "/ranges": { "Content-Range": `bytes 0-1/${2 ** 30 + 1}` }, "/whole": { "Content-Length": 2 ** 30 + 1 } };
            response.writeHead({ "/there": 200, "/ranges": 206, "/whole": 200 }[request.url] ?? 404, large[request.url]);
            response[request.url === "/whole" ? "write" : "end"](Uint8Array.of(4, 5));
        });
        await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
        address = `http://127.0.0.1:${server.address().port}`;
    });
    after(async () => {
        rmSync(folder, { recursive: true });
        server.closeAllConnections();
        await new Promise((resolve) => { server.close(resolve); });
    });

    it("bytes of a disk and of a server", async () => {
        expect(await readBytes(join(folder, "bytes"))).to.deep.equal(Uint8Array.of(1, 2, 3));
        for (const at of [address, address.replace("http", "HTTP")])
            expect(await readBytes(`${at}/there`)).to.deep.equal(Uint8Array.of(4, 5));
    });

    it("no more bytes of a server than it is sensible to hold, whatever it says", async () => {
        const head = async (path) => (await openSource("file", path)).read(0, 2), { signal } = new AbortController();
        const long = `expected a file of at most ${2 ** 30} bytes, got a longer one`;
        for (const [read, place, words] of [
            [(path) => examineFile(path, {}, signal), "whole", "expected a whole file that memory has room for"],
            [(path) => examineFile(path, { memory: 1 }, signal), "there", "expected a whole file that memory has room for"],
            [readBytes, "ranges", long], [readBytes, "whole", long],
            [head, "whole", "expected a whole file that memory has room for"],
        ]) {
            const error = await failureOf(read(`${address}/${place}`));
            expect([error.code, error.message.includes(words)], error.message).to.deep.equal(["ERR_LIMIT", true]);
        }
        const left = new Promise((resolve) => {
            server.once("request", (_, response) => response.once("close", resolve));
        });
        await failureOf(readBytes(`${address}/whole`));
        await left;
    });

    it("a place is where standard output goes if device and number are the same, and it is no terminal", () => {
        const place = join(folder, "bytes"), own = fs.statSync(place, { bigint: true }), { fstatSync } = fs;
        const kindWhere = (fd, { isCharacterDevice = () => false, ...more }) => {
            fs.fstatSync = (asked, options) => (asked === fd
                ? Object.assign(Object.create(own), { isCharacterDevice, ...more }) : fstatSync(asked, options));
            syncBuiltinESMExports();
            try {
                const [output] = openOutputs([], [place]);
                return [output.kind, output.fd];
            } finally {
                fs.fstatSync = fstatSync;
                syncBuiltinESMExports();
            }
        };
        const { dev, ino } = own;
        for (const fd of [1, 2]) {
            expect(kindWhere(fd, { dev, ino })).to.deep.equal(["open", fd]);
            const terminal = { dev, ino, isCharacterDevice: () => true };
            for (const other of [{ dev: dev + 1n, ino }, { dev, ino: ino + 1n }, terminal])
                expect(kindWhere(fd, other)).to.deep.equal(["file", -1]);
        }
    });

    it("an address is no file of this machine, however long it is", () => {
        const address = `HTTPS://host/k.zkey?signature=${"x".repeat(5000)}`;
        expect(openOutputs([address, address.toLowerCase()], ["-"])).to.have.length(1);
    });

    it("a terminal, too, takes one result alone under its usual name", () => {
        const { fstatSync } = fs;
        fs.fstatSync = (fd, options) => Object.assign(fstatSync(fd, options), { isCharacterDevice: () => true });
        syncBuiltinESMExports();
        try {
            expect(openOutputs([], ["-"])[0]).to.include({ kind: "open", fd: 1, identity: "-" });
            expect(() => openOutputs([], ["-", "-"])).to.throw("got the same as standard output");
        } finally {
            fs.fstatSync = fstatSync;
            syncBuiltinESMExports();
        }
    });

    it("none: an error with a code, which says why", async () => {
        const missing = await failureOf(readBytes(`${address}/missing`));
        expect([missing.code, missing.message]).to.deep.equal(
            ["ERR_READ", `${address}/missing: expected the file, got HTTP status 404`]);
        for (const read of [readBytes, readJson]) {
            const error = await failureOf(read(join(folder, "nothing")));
            expect(error.code).to.equal("ERR_READ");
            expect(error.message).to.match(/nothing: expected a file that can be read, got ENOENT/);
        }
    });

    it("JSON, and what is none", async () => {
        expect(await readJson(join(folder, "json"))).to.deep.equal({ a: 1 });
        writeFileSync(join(folder, "marked"), "\uFEFF[1]");
        expect(await readJson(join(folder, "marked")), "behind a mark of its encoding").to.deep.equal([1]);
        const error = await failureOf(readJson(join(folder, "bytes")));
        expect(error.code).to.equal("ERR_FILE");
        expect(error.message).to.match(/bytes: expected JSON, got /);
        for (const [head, what] of Object.entries({
            zkey: "a proving key", ffky: "a packed proving key", wtns: "a witness", r1cs: "a constraint system",
            ptau: "powers of tau", "\0asm": "the program of a circuit",
        })) {
            writeFileSync(join(folder, "binary"), `${head}\u0001`);
            expect((await failureOf(readJson(join(folder, "binary")))).message).to.match(new RegExp(`: expected JSON, got ${what}$`));
        }
    });

    it("results are on the disk before they take the place of what was there", async () => {
        const place = join(folder, "result"), [output] = openOutputs([], [place]), calls = [];
        const handle = await fs.promises.open(join(folder, "bytes")), ofHandle = Object.getPrototypeOf(handle);
        await handle.close();
        const watched = [[ofHandle, "write"], [fs, "fsync"], [fs.promises, "rename"]];
        const own = watched.map(([object, name]) => object[name]);
        for (const [object, name] of watched) {
            const call = object[name];
            object[name] = function (...args) {
                calls.push(name);
                return call.apply(this, args);
            };
        }
        syncBuiltinESMExports();
        try {
            await writeOutputs([[output, { a: 1 }]]);
        } finally {
            watched.forEach(([object, name], i) => { object[name] = own[i]; });
            syncBuiltinESMExports();
        }
        expect(calls).to.deep.equal(["write", "fsync", "rename"]);
        expect(await readJson(place)).to.deep.equal({ a: 1 });
    });

    it("what cannot be brought to the disk is not told to a stream beside it, and takes no place", async () => {
        const place = join(folder, "unsynced"), pipe = join(folder, "unheard");
        execFileSync("mkfifo", [pipe]);
        const reading = fs.promises.readFile(pipe, "utf8"), outputs = openOutputs([], [place, pipe]);
        const { fsync } = fs;
        fs.fsync = (fd, done) => done(Object.assign(new Error("no room"), { code: "ENOSPC" }));
        syncBuiltinESMExports();
        try {
            expect((await failureOf(writeOutputs(outputs.map((output) => [output, "x"])))).message).to.include("no room");
        } finally {
            fs.fsync = fsync;
            syncBuiltinESMExports();
        }
        expect(fs.existsSync(place)).to.equal(false);
        writeFileSync(pipe, "end"); // whoever reads got nothing before
        expect(await reading).to.equal("end");
    });

    it("a plain JSON file of some length is read to its end and closed, anything else is refused", async () => {
        const place = join(folder, "plain"), fifo = join(folder, "no-writer"), text = JSON.stringify("x".repeat(98));
        const lowest = () => {
            const fd = fs.openSync(join(folder, "json"));
            fs.closeSync(fd);
            return fd;
        };
        const before = lowest();
        writeFileSync(place, text);
        expect(await readPlainJson(place, 100)).to.have.length(98);
        expect((await failureOf(readPlainJson(place, 99))).message).to.match(/expected at most 99 bytes, got more$/);
        expect((await failureOf(readPlainJson(folder, 100))).message).to.match(/got something that is not a plain file$/);
        if (process.platform !== "win32") {
            execFileSync("mkfifo", [fifo]);
            expect((await failureOf(readPlainJson(fifo, 100))).message).to.match(/got something that is not a plain file$/);
        }
        expect(lowest()).to.equal(before);
        expect(await sourceOf(place)).to.equal(place);
    });

    it("outputs that cannot be written, or are something else, are refused before there is anything to write", () => {
        const bytes = join(folder, "bytes"), inside = join(folder, "inside");
        mkdirSync(inside);
        const said = (inputs, ...names) => {
            try {
                return openOutputs(inputs, names).map(({ kind }) => kind);
            } catch ({ code, message }) {
                return `${code} ${message.replaceAll(folder, "").replace(/.*, got /, "")}`;
            }
        };
        for (const [answer, ...args] of [
            ["ERR_WRITE the name of a folder", [], ""], ["ERR_WRITE the name of a folder", [], join(folder, "new/")],
            ["ERR_WRITE a folder", [], inside], ["ERR_OPTION the same as /bytes; nothing was written", [bytes], bytes],
            ["ERR_OPTION the same as /new; nothing was written", [], join(folder, "new"), join(inside, "../new")],
            ["ERR_OPTION the same as standard output; nothing was written", [], "-", "-"],
        ]) expect(said(...args), answer).to.equal(answer);
        expect(said([], join(folder, "none/new"))).to.match(/^ERR_WRITE ENOENT/);
        for (const [kinds, ...args] of [
            [["file", "file"], [join(folder, "missing"), address, "-"], bytes, join(folder, "new")],
            [["file", "file"], [], bytes, join(inside, "bytes")], [[], [bytes]],
            ...(process.platform === "win32" ? [] : [[["stream", "stream"], ["/dev/null"], "/dev/null", "/dev/null"]]),
        ]) expect(said(...args)).to.deep.equal(kinds);
    });

    describe("a FIFO", () => {
        const text = "\"x\"\n", fifo = () => join(folder, "fifo");
        before(function () {
            if (process.platform === "win32") this.skip();
            execFileSync("mkfifo", [fifo()]);
        });
        const flags = () => fs.constants.O_RDONLY | fs.constants.O_NONBLOCK;
        /** All that is written until the other end is closed. */
        async function drain(reader) {
            const buffer = Buffer.alloc(100);
            for (let length = 0; ;) {
                const { bytesRead } = await reader.read(buffer, length).catch(() => ({ bytesRead: -1 })); // nothing yet
                if (bytesRead === 0 && length > 0) return buffer.toString("utf8", 0, length);
                length += Math.max(0, bytesRead);
                await new Promise((resolve) => { setTimeout(resolve, 1); });
            }
        }
        it("gets a result when a reader comes, and is closed then", async () => {
            const writing = writeOutputs([[openOutputs([], [fifo()])[0], "x"]]);
            await new Promise((resolve) => { setTimeout(resolve, 30); });
            const reader = await fs.promises.open(fifo(), flags());
            try {
                expect(await drain(reader)).to.equal(text);
                await writing;
            } finally {
                await reader.close();
            }
        });
        it("without a reader is waited for until a signal says otherwise", async () => {
            const controller = new AbortController(), reason = new Error("enough");
            const writing = failureOf(writeOutputs([[openOutputs([], [fifo()])[0], "x"]], controller.signal));
            controller.abort(reason);
            expect(await writing).to.equal(reason);
        });
        it("gets what may be large as a whole, a file as it comes", async () => {
            const [stream, file] = openOutputs([], [fifo(), join(folder, "large")]), { signal } = new AbortController(), asked = [];
            const write = async (to) => {
                asked.push(to);
                if (to.type) to.data = Buffer.from(text);
                return 7;
            };
            expect(await writeLarge(file, write, signal)).to.equal(7);
            const reader = await fs.promises.open(fifo(), flags());
            try {
                const [answer, read] = await Promise.all([writeLarge(stream, write, signal), drain(reader)]);
                expect([answer, read]).to.deep.equal([7, text]);
            } finally {
                await reader.close();
            }
            expect(asked.map((to) => to.type ?? to)).to.deep.equal([join(folder, "large"), "mem"]);
        });
    });

    it("a device that refuses is named; what stands beside it is not written", async function () {
        if (process.platform !== "linux") this.skip();
        const beside = join(folder, "beside"), outputs = openOutputs([], [beside, "/dev/full"]);
        const error = await failureOf(writeOutputs(outputs.map((output) => [output, "x"])));
        expect([error.code, error.message]).to.deep.equal(
            ["ERR_WRITE", "/dev/full: expected to be written, got ENOSPC: no space left on device, write"]);
        expect(fs.existsSync(beside)).to.equal(false);
    });
});
