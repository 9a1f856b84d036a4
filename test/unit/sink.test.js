/** Where results are written: whole or not at all, over nothing of the caller's, and nothing left of what failed. */
import { spawnSync } from "node:child_process";
import {
    chmodSync,
    existsSync,
    mkdirSync,
    readdirSync,
    readFileSync,
    readlinkSync,
    rmSync,
    statSync,
    symlinkSync,
    writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { writeTogether } from "../../src/files/sink.js";
import * as web from "../../src/util/host_web.js";
import { failureOf } from "../support/failure.js";

const bytes = (...values) => Uint8Array.from(values);

describe("files: sinks", () => {
    let folder;
    const path = (name) => join(folder, name);
    const text = (name) => readFileSync(path(name), "utf8");
    const names = () => readdirSync(folder).sort();
    beforeEach(() => {
        folder = temporaryFolder("sink");
        writeFileSync(path("old"), "kept");
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    const places = {
        file: () => ({ place: path("new"), read: () => new Uint8Array(readFileSync(path("new"))) }),
        memory: () => {
            const place = { type: "mem" };
            return { place, read: () => place.data };
        },
    };
    for (const [kind, make] of Object.entries(places))
        describe(kind, () => {
            it("takes bytes at positions, again, and zeros between", async () => {
                const { place, read } = make(), far = 3 * 2 ** 20 + 5, long = new Uint8Array(2 ** 20 + 7).fill(9);
                const wanted = new Uint8Array(far + 2);
                wanted.set(long, 10);
                wanted.set([1, 2, 3], 2 ** 20 - 1);
                wanted.set([7, 7], far);
                await writeTogether(undefined, async (open) => {
                    const sink = await open("result", place);
                    await sink.write(bytes(7, 7), far);
                    await sink.write(long, 10);
                    await sink.write(bytes(1, 2, 3), 2 ** 20 - 1);
                });
                expect(Buffer.compare(read(), wanted)).to.equal(0);
            });

            it("gives back what was written, over the ends of its pages, and not what was not", async () => {
                const { place } = make(), long = Uint8Array.from({ length: 2 ** 20 + 70 }, (_, i) => i);
                await writeTogether(undefined, async (open) => {
                    const sink = await open("result", place);
                    await sink.write(long, 0);
                    const over = await sink.read(2 ** 20 - 3, 60);
                    expect(Buffer.compare(over, long.subarray(2 ** 20 - 3, 2 ** 20 + 57))).to.equal(0);
                    expect(Buffer.compare(await sink.read(0, long.length), long)).to.equal(0);
                    const error = await failureOf(sink.read(long.length - 1, 2));
                    expect(error).to.include({ code: "ERR_WRITE" });
                    expect(error.message).to.include(`got an end at ${long.length}`);
                });
            });

            it("does not keep the caller's bytes", async () => {
                const { place, read } = make(), own = bytes(1, 2, 3);
                await writeTogether(undefined, async (open) => {
                    const sink = await open("result", place);
                    await sink.write(own, 0);
                    own.fill(0);
                });
                expect([...read()]).to.deep.equal([1, 2, 3]);
            });

            it("may be empty", async () => {
                const { place, read } = make();
                await writeTogether(undefined, (open) => open("result", place));
                expect(read()).to.have.length(0);
            });

            it("refuses a write after it was sealed, and seals once", async () => {
                const { place } = make();
                const error = await failureOf(writeTogether(undefined, async (open) => {
                    const sink = await open("result", place);
                    await sink.seal();
                    await sink.seal();
                    await sink.write(bytes(1), 0);
                }));
                expect(error).to.include({ code: "ERR_WRITE" });
                expect(error.message).to.match(/: expected to be written, got a write after it was sealed$/);
                expect(names()).to.deep.equal(["old"]);
            });
        });

    it("what fails leaves nothing, and what was there stays", async () => {
        const memory = { type: "mem" }, failure = new Error("the work failed");
        expect(await failureOf(writeTogether(undefined, async (open) => {
            for (const place of [path("new"), path("old"), memory]) await (await open("x", place)).write(bytes(1), 0);
            expect(names(), "under other names meanwhile").to.have.length(3);
            throw failure;
        }))).to.equal(failure);
        expect(names()).to.deep.equal(["old"]);
        expect(text("old")).to.equal("kept");
        expect(memory).to.not.have.property("data");
    });

    it("several appear together: a place that is refused keeps the others back", async () => {
        const error = await failureOf(writeTogether(undefined, async (open) => {
            await (await open("one", path("old"))).write(bytes(1), 0);
            await open("two", path("no/such"));
        }));
        expect(error).to.include({ code: "ERR_WRITE" });
        expect(error.message).to.include("no/such: expected to be written, got ENOENT");
        expect([names(), text("old")]).to.deep.equal([["old"], "kept"]);
    });

    it("a signal that aborts during the work, however late, keeps them back", async () => {
        const controller = new AbortController(), reason = new Error("stopped");
        expect(await failureOf(writeTogether(controller.signal, async (open) => {
            await (await open("one", path("old"))).write(bytes(1), 0);
            controller.abort(reason);
        }))).to.equal(reason);
        expect([names(), text("old")]).to.deep.equal([["old"], "kept"]);
        let begun = false;
        expect(await failureOf(writeTogether(controller.signal, async () => { begun = true; }))).to.equal(reason);
        expect(begun).to.equal(false);
    });

    it("a place that is lost at the end leaves no temporary file", async () => {
        const error = await failureOf(writeTogether(undefined, async (open) => {
            await (await open("one", path("new"))).write(bytes(1), 0);
            mkdirSync(path("new"));
        }));
        expect(error).to.include({ code: "ERR_WRITE" });
        expect(names()).to.deep.equal(["new", "old"]);
    });

    it("refuses what is no place", async () => {
        for (const [place, code, words] of [
            [7, "ERR_OPTION", /^result: expected a path, \{ type: "mem" \} or a WritableStream to write to, got 7$/],
            [null, "ERR_OPTION", /expected a path/],
            [undefined, "ERR_OPTION", /expected a path/],
            [{ type: "file" }, "ERR_OPTION", /expected a path/],
            ["", "ERR_WRITE", /got the name of a folder$/],
            [`${folder}/x/`, "ERR_WRITE", /got the name of a folder$/],
            [folder, "ERR_WRITE", /got a folder$/],
            ["/dev/null", "ERR_WRITE", /got something that is not a plain file$/],
        ]) {
            const error = await failureOf(writeTogether(undefined, (open) => open("result", place)));
            expect(error, String(place)).to.include({ code });
            expect(error.message).to.match(words);
        }
        expect(names()).to.deep.equal(["old"]);
    });

    describe("a stream", () => {
        /** A stream, what it has taken, and how it ended. */
        function openStream(write = () => {}) {
            const taken = [], ends = [];
            const stream = new WritableStream({
                write: (piece) => {
                    taken.push(...piece);
                    return write();
                },
                close: () => void ends.push("closed"),
                abort: () => void ends.push("aborted"),
            });
            return { stream, taken, ends };
        }

        it("takes bytes in order, which stay the caller's, and is closed", async () => {
            const { stream, taken, ends } = openStream(), own = bytes(1, 2);
            await writeTogether(undefined, async (open) => {
                const sink = await open("result", stream);
                const written = sink.write(own, 0);
                own.fill(9);
                await written;
                await sink.write(bytes(3), 2);
                expect(ends).to.deep.equal([]);
            });
            expect([taken, ends]).to.deep.equal([[1, 2, 3], ["closed"]]);
        });

        it("is aborted when the work fails, and when a byte is out of order", async () => {
            const first = openStream();
            expect((await failureOf(writeTogether(undefined, async (open) => {
                await (await open("result", first.stream)).write(bytes(1), 0);
                throw new Error("mine");
            }))).message).to.equal("mine");
            expect(first.ends).to.deep.equal(["aborted"]);
            const second = openStream(), error = await failureOf(writeTogether(undefined, async (open) =>
                (await open("result", second.stream)).write(bytes(1), 5)));
            expect(error).to.include({ code: "ERR_WRITE" });
            expect(error.message).to.equal("result: expected to be written, got bytes for 5 in a stream that is at 0");
            expect([second.taken, second.ends]).to.deep.equal([[], ["aborted"]]);
        });

        it("that takes nothing does not hold up an abort", async () => {
            const { stream } = openStream(() => new Promise(() => {})), controller = new AbortController();
            const writing = writeTogether(controller.signal, async (open) =>
                (await open("result", stream)).write(bytes(1), 0));
            setTimeout(() => controller.abort(new Error("enough")), 10);
            expect((await failureOf(writing)).message).to.equal("enough");
        });
    });

    it("a page has no paths", () => expect(web.createFile("x")).to.equal(null));

    describe("on POSIX", () => {
        before(function () {
            if (process.platform === "win32") this.skip();
        });
        const write = (name) =>
            writeTogether(undefined, async (open) => (await open("x", path(name))).write(bytes(0x6e, 0x65, 0x77), 0));

        it("follows links, which stay, and refuses those that lead nowhere", async () => {
            mkdirSync(path("deep"));
            symlinkSync("old", path("link"));
            symlinkSync("link", path("twice"));
            symlinkSync("deep/later", path("dangling"));
            symlinkSync("loop", path("loop"));
            await write("twice");
            await write("dangling");
            expect([text("old"), text("deep/later")]).to.deep.equal(["new", "new"]);
            expect(["link", "twice", "dangling"].map((name) => readlinkSync(path(name)))).to.deep.equal([
                "old", "link", "deep/later",
            ]);
            expect((await failureOf(write("loop"))).message).to.match(/got (too many links|ELOOP)/);
        });

        it("has the mode of the file that it replaces from the start", async () => {
            chmodSync(path("old"), 0o600);
            await writeTogether(undefined, async (open) => {
                await open("x", path("old"));
                const [part] = names().filter((name) => name.endsWith(".part"));
                expect(statSync(path(part)).mode & 0o7777).to.equal(0o600);
            });
            chmodSync(path("old"), 0o640);
            await write("old");
            expect(statSync(path("old")).mode & 0o7777).to.equal(0o640);
            await write("new");
            expect(statSync(path("new")).mode & 0o7777).to.equal(0o666 & ~process.umask());
        });

        it("never takes over a file that has the temporary name, nor a link of that name", () => {
            writeFileSync(path("victim"), "kept");
            const code = `
                import { symlinkSync, writeFileSync } from "node:fs";
                process.hrtime.bigint = () => 35n;
                const { writeTogether } = await import(${JSON.stringify(new URL("../../src/files/sink.js", import.meta.url).href)});
                const { partOf } = await import(${JSON.stringify(new URL("../../src/util/host_parts.js", import.meta.url).href)});
                const next = (n) => partOf("new").replace(/-z-\\w+-/, "-z-" + n + "-");
                symlinkSync("victim", next(2));
                writeFileSync(next(3), "kept");
                for (let i = 0; i < 2; i++)
                    await writeTogether(undefined, async (open) => (await open("x", "new")).write(new Uint8Array(9), 0))
                        .then(() => console.log("written"), (error) => console.log(error.cause.code));`;
            const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code],
                { cwd: folder, encoding: "utf8" });
            expect(stdout, stderr).to.equal("EEXIST\nEEXIST\n");
            const made = names().filter((name) => /-z-3-/.test(name));
            expect([text("victim"), text(made[0]), existsSync(path("new"))]).to.deep.equal(["kept", "kept", false]);
        });

        it("a program that exits in the middle leaves nothing", () => {
            const code = `
                const { writeTogether } = await import(${JSON.stringify(new URL("../../src/files/sink.js", import.meta.url).href)});
                await writeTogether(undefined, async (open) => {
                    await (await open("x", "old")).write(new Uint8Array(9), 0);
                    await (await open("y", "new")).write(new Uint8Array(9), 0);
                    process.exit(3);
                });`;
            const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code],
                { cwd: folder, encoding: "utf8" });
            expect(status, stderr).to.equal(3);
            expect([names(), text("old")]).to.deep.equal([["old"], "kept"]);
        });

        it("says what the system says when the disk is full", async function () {
            if (process.platform !== "linux") this.skip();
            const code = `
                const { writeTogether } = await import(${JSON.stringify(new URL("../../src/files/sink.js", import.meta.url).href)});
                await writeTogether(undefined, async (open) => (await open("x", "old")).write(new Uint8Array(1 << 20), 0))
                    .then(() => console.log("written"), (error) => console.log(error.code, error.message));`;
            // a limit on the size of files, where a disk that is full would need one
            const { stdout, stderr } = spawnSync("sh", ["-c", 'trap "" XFSZ; ulimit -f 100; exec "$@"', "sh",
                process.execPath, "--input-type=module", "-e", code], { cwd: folder, encoding: "utf8" });
            expect(stdout, stderr).to.match(/^ERR_WRITE old: expected to be written, got EFBIG/);
            expect([names(), text("old")]).to.deep.equal([["old"], "kept"]);
        });
    });
});

describe("files: a stream that fails", () => {
    it("is blamed by the call that meets it, and nothing more is heard of it", async () => {
        const unheard = [], hear = (reason) => unheard.push(reason), fail = async () => { throw new Error("broken"); };
        const body = async (open, stream) => (await open("out", stream)).write(bytes(1), 0);
        process.on("unhandledRejection", hear);
        try {
            for (const sink of [{ write: fail }, { write: fail, abort: fail }, { close: fail }]) {
                const error = await failureOf(writeTogether(undefined, (open) => body(open, new WritableStream(sink))));
                expect(error.message).to.equal("out: expected to be written, got broken");
            }
            const stubborn = new WritableStream({ abort: fail }), own = new Error("mine");
            expect(await failureOf(writeTogether(undefined, async (open) => {
                await body(open, stubborn);
                throw own;
            }))).to.equal(own);
            for (let i = 0; i < 3; i++) await new Promise((resolve) => { setImmediate(resolve); });
        } finally {
            process.off("unhandledRejection", hear);
        }
        expect(unheard).to.deep.equal([]);
    });
});
