/** The folder in which Node keeps files: whose it is, links, names, and what programs leave that were killed. */
import { spawn } from "node:child_process";
import {
    chmodSync, existsSync, linkSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync,
    statSync, symlinkSync, utimesSync, writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { openStore } from "../../src/store.js";
import { failureOf } from "../../../../test/support/failure.js";
import { root } from "../../../../test/support/scratch.js";
import { addressOf, BLOCK, fileOf, gated, serveFile } from "../support/store.js";

const FILE = fileOf(10 * BLOCK + 77), ADDRESS = addressOf(FILE), COUNT = 11;
const linux = process.platform === "linux", superuser = process.getuid?.() === 0;

describe("store: the folder", function () {
    this.timeout(120_000);
    let base, folder, store;
    before(() => { base = temporaryFolder("store-folder"); });
    after(() => rmSync(base, { recursive: true, force: true }));
    beforeEach(() => { folder = mkdtempSync(join(base, "at-")); });
    afterEach(async () => {
        await store?.close();
        store = undefined;
    });
    const open = async (options) => (store = await openStore({ folder, blockSize: BLOCK, ...options }));
    const at = (...names) => join(folder, "keys", ...names);
    const keep = async (bytes = FILE) => {
        const reader = await store.fetch(bytes);
        await reader.done;
        await reader.close();
    };
    const filesBelow = (path) =>
        readdirSync(path, { recursive: true }).filter((name) => statSync(join(path, name)).isFile());

    it("is where files are kept, asked for by name or not", async () => {
        for (const keepIn of ["folder", undefined]) {
            expect((await open({ keepIn })).keptIn).to.equal("folder");
            await store.close();
        }
        const { code, message } = await failureOf(() => open({ keepIn: "cache" }));
        expect([code, message]).to.deep.equal(["ERR_OPTION", "openStore: expected keepIn that this host has, got cache"]);
    });

    it("is made for this user alone", async () => {
        await open();
        await keep();
        expect(store.keptIn).to.equal("folder");
        for (const name of [".", ...readdirSync(at(), { recursive: true })])
            expect(lstatSync(at(name)).mode & 0o077, name).to.equal(0);
        expect(readdirSync(at("tmp"))).to.deep.equal([]);
        expect(readdirSync(at("locks"))).to.deep.equal([]);
    });

    it("lies in the user's folder of caches", async () => {
        const program = `import { openStore } from ${JSON.stringify(pathToFileURL(join(root, "packages/keys/src/store.js")).href)};
            const store = await openStore({ name: "of-a-test" }); console.log(store.keptIn); await store.close();`;
        for (const [env, where] of [
            [{ XDG_CACHE_HOME: join(folder, "c") }, "c/ffturbo"],
            [{ XDG_CACHE_HOME: "relative", HOME: join(folder, "h") }, "h/.cache/ffturbo"],
            [{ XDG_CACHE_HOME: undefined, HOME: join(folder, "u") }, "u/.cache/ffturbo"],
        ]) {
            if (!linux) return;
            const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
                env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "inherit"], cwd: folder,
            });
            expect(await new Promise((done) => { child.on("exit", done); })).to.equal(0);
            expect(lstatSync(join(folder, where, "of-a-test")).mode & 0o777).to.equal(0o700);
        }
    });

    for (const mode of [0o755, 0o770, 0o701, 0o707]) it(`is refused with mode ${mode.toString(8)}, also of its parts`, async () => {
        await open();
        await keep();
        await store.close();
        for (const path of [at(), at("tmp"), at("locks")]) {
            chmodSync(path, mode);
            const error = await failureOf(open);
            expect(error).to.include({ code: "ERR_WRITE" });
            expect(error.message).to.match(new RegExp(`expected a folder that only its owner may use \\(mode 700\\), got mode ${mode.toString(8)}`));
            chmodSync(path, 0o700);
        }
        await open();
        chmodSync(at("entries"), mode); // later: as if there were nothing
        expect(await store.get(ADDRESS)).to.equal(undefined);
        chmodSync(at("entries"), 0o700);
        expect(await store.get(ADDRESS)).to.not.equal(undefined);
    });

    it("is refused below a folder in which everybody can rename it", async () => {
        chmodSync(folder, 0o777);
        expect((await failureOf(open)).message).to.match(/a folder that not everybody may write to/);
        chmodSync(folder, 0o1777);
        await open();
    });

    it("is refused if it is another user's", async function () {
        if (!superuser) this.skip();
        const { chownSync } = await import("node:fs");
        mkdirSync(at(), { mode: 0o700 });
        chownSync(at(), 12345, 12345);
        expect((await failureOf(open)).message).to.match(/expected a folder of user 0, got one of user 12345/);
        chownSync(at(), 0, 0);
        chownSync(folder, 12345, 12345);
        expect((await failureOf(open)).message).to.match(/expected a folder of user 0, got one of user 12345/);
        chownSync(folder, 0, 0);
        await open();
        await keep();
        chownSync(at("entries", ADDRESS), 12345, 12345);
        expect(await store.get(ADDRESS)).to.equal(undefined);
    });

    it("is refused if it is a file or a link", async () => {
        const other = join(folder, "other");
        mkdirSync(other, { mode: 0o700 });
        symlinkSync(other, at());
        expect((await failureOf(open)).message).to.match(/expected a folder, got a link/);
        rmSync(at());
        writeFileSync(at(), "");
        expect((await failureOf(open)).message).to.match(/expected a folder, got something else/);
        expect(readdirSync(other)).to.deep.equal([]);
    });

    for (const what of ["entry", "block folder", "block", "folder"]) it(`follows no link in place of its ${what}, whatever is there`, async () => {
        await open();
        await keep();
        const [blockFolder] = readdirSync(at("blocks"));
        const path = at(...{ entry: ["entries", ADDRESS], "block folder": ["blocks", blockFolder], block: ["blocks", blockFolder, "3"], folder: ["entries"] }[what]);
        const target = join(folder, "other");
        renameSync(path, target); // what it leads to would be all right
        symlinkSync(target, path);
        const reader = await store.get(ADDRESS);
        expect(reader === undefined).to.equal(["entry", "folder"].includes(what));
        if (reader) expect(await failureOf(() => reader.read(0, FILE.length))).to.include({ code: "ERR_FILE" });
        await reader?.close();
        const again = await store.fetch(FILE, { address: ADDRESS });
        const { kept, reason } = await again.done;
        expect(kept, String(reason?.stack ?? reason)).to.equal(what !== "folder");
        await again.close();
        expect(existsSync(what === "block folder" ? join(target, "3") : target)).to.equal(true);
        if (what === "folder") expect(readdirSync(target)).to.deep.equal([ADDRESS]);
    });

    it("keeps files beside a block folder that is a link, and what it leads to", async () => {
        await open();
        await keep();
        const other = join(folder, "other"), linked = at("blocks", `${"ab".repeat(16)}-12`);
        mkdirSync(other, { mode: 0o700 });
        writeFileSync(join(other, "0"), "precious");
        symlinkSync(other, linked);
        const more = fileOf(2 * BLOCK), reader = await store.fetch(more), { kept, reason } = await reader.done;
        expect(kept, String(reason)).to.equal(true);
        await reader.close();
        expect(await store.usage()).to.include({ files: 2, unfinished: 0 });
        await store.close();
        await open(); // what no record names goes
        expect([existsSync(linked), readdirSync(other)]).to.deep.equal([false, ["0"]]);
    });

    it("writes and removes through no link", async () => {
        await open();
        const other = join(folder, "other");
        mkdirSync(other, { mode: 0o700 });
        writeFileSync(join(other, "precious"), "precious");
        for (const part of ["blocks", "entries", "partial", "used"]) {
            rmSync(at(part), { recursive: true, force: true });
            symlinkSync(other, at(part));
            const reader = await store.fetch(FILE, { address: ADDRESS });
            const { kept } = await reader.done;
            expect(kept).to.equal(part === "used");
            expect(Buffer.compare(await reader.read(0, FILE.length), FILE)).to.equal(0);
            await reader.close();
            await store.delete(ADDRESS).catch(() => {});
            expect(readdirSync(other)).to.deep.equal(["precious"]);
            rmSync(at(part));
        }
        mkdirSync(at("blocks"), { mode: 0o700, recursive: true });
        const blockFolder = `${"ab".repeat(16)}-12`;
        symlinkSync(other, at("blocks", blockFolder));
        await store.close();
        await open(); // sweeps the link, and not what it leads to
        expect(readdirSync(at("blocks"))).to.deep.equal([]);
        expect(readdirSync(other)).to.deep.equal(["precious"]);
    });

    it("reads a plain file only, and no other of another size", async function () {
        if (!linux) this.skip();
        await open();
        await keep();
        const path = at("entries", ADDRESS), { execFileSync } = await import("node:child_process");
        renameSync(path, `${path}x`);
        execFileSync("mkfifo", ["-m", "600", path]);
        expect(await store.get(ADDRESS)).to.equal(undefined);
        rmSync(path);
        linkSync(`${path}x`, path);
        expect(await store.get(ADDRESS)).to.not.equal(undefined);
    });

    it("has no names that callers make", async () => {
        await open();
        await keep();
        const outside = join(folder, "outside");
        writeFileSync(outside, "outside");
        for (const address of ["../../outside", `../entries/${ADDRESS}`, `${ADDRESS}/..`, ADDRESS.toUpperCase(), `${ADDRESS}\0`,
            "", "..", ADDRESS.slice(1), `${ADDRESS}0`, 5, null, undefined, {}, { toString: () => ADDRESS }]) {
            for (const call of [() => store.get(address), () => store.delete(address)])
                expect(await failureOf(call)).to.include({ code: "ERR_OPTION" });
            if (address != null) expect(await failureOf(() => store.fetch(FILE, { address }))).to.include({ code: "ERR_OPTION" });
        }
        for (const name of ["..", ".", "a/b", "", "A", "a.b", "-a", "a".repeat(65)])
            expect(await failureOf(() => openStore({ folder, name }))).to.include({ code: "ERR_OPTION" });
        expect(readFileSync(outside, "utf8")).to.equal("outside");
    });

    it("is taken away: the reader goes on", async () => {
        await open();
        const source = gated(FILE), reader = await store.fetch(source, { address: ADDRESS });
        source.open(5);
        await reader.read(4 * BLOCK, 1);
        rmSync(at(), { recursive: true });
        source.open(COUNT);
        expect(Buffer.compare(await reader.read(0, FILE.length), FILE)).to.equal(0);
        expect(await reader.done).to.include({ kept: false });
        await reader.close();
        expect(existsSync(at())).to.equal(false); // it is not made again behind the user's back
    });

    /** A program that fetches from an address and stops when it has n blocks, saying so. */
    const program = (address, url, blocks) => `
        import { openStore } from ${JSON.stringify(pathToFileURL(join(root, "packages/keys/src/store.js")).href)};
        const store = await openStore({ folder: ${JSON.stringify(folder)}, blockSize: 65536 });
        const reader = await store.fetch(${JSON.stringify(url)}, ${JSON.stringify({ address })});
        for (let i = 0; i < ${blocks}; i++) await reader.read(i * 65536, 1);
        console.log("there");
        setInterval(() => {}, 1000);`;

    for (const named of [true, false]) it(`loses nothing and keeps nothing half-written of a program that is killed, ${named ? "with" : "without"} an address`, async () => {
        const bytes = fileOf(20 * 65536), address = addressOf(bytes);
        const server = await serveFile({ bytes }, (request, response, [from]) =>
            from >= 7 * 65536 && !server.free); // no answer
        let child;
        try {
            child = spawn(process.execPath, ["--input-type=module", "-e", program(named ? address : undefined, server.url, 6)], { stdio: ["ignore", "pipe", "inherit"] });
            const exited = new Promise((done) => { child.on("exit", done); });
            await new Promise((there) => { child.stdout.once("data", there); });
            await open(); // while it lives, what it has stays
            expect(readdirSync(at("blocks"))).to.have.lengthOf(1);
            // a reader has a block before it is written
            while (readdirSync(at("blocks", readdirSync(at("blocks"))[0])).length < 4) await delay(5);
            expect(readdirSync(at("locks"))).to.have.lengthOf(1);
            const half = readdirSync(at("locks"))[0].split(".").slice(2).join(".");
            writeFileSync(at("tmp", half), "half", { mode: 0o600 });
            await store.close();
            await open();
            expect(readdirSync(at("tmp"))).to.include(half); // the program may write beside it
            await store.close();
            child.kill("SIGKILL");
            await exited;
            server.free = true;
            await open();
            expect(readdirSync(at("tmp"))).to.deep.equal([]);
            expect(readdirSync(at("locks"))).to.deep.equal([]);
            expect(readdirSync(at("blocks"))).to.have.lengthOf(named ? 1 : 0);
            const reader = await store.fetch(server.url, { address, blockSize: 65536 });
            const { kept, reused } = await reader.done;
            expect(kept).to.equal(true);
            expect(reused).to.be.within(named ? 4 * 65536 : 0, named ? 8 * 65536 : 0);
            expect(Buffer.compare(await reader.read(0, bytes.length), bytes)).to.equal(0);
            await reader.close();
            expect(filesBelow(at()).filter((name) => !name.startsWith("blocks")).sort())
                .to.deep.equal([join("entries", address), join("used", address)]);
            expect(readdirSync(at("blocks"))).to.have.lengthOf(1);
        } finally {
            child?.kill("SIGKILL");
            await server.close();
        }
    });

    it("makes one good entry of two programs that write at once", async () => {
        const bytes = fileOf(20 * 65536, 2), address = addressOf(bytes), server = await serveFile({ bytes });
        try {
            const children = [1, 2].map(() => spawn(process.execPath, ["--input-type=module", "-e", program(address, server.url, 20)
                .replace('console.log("there");', "const { kept } = await reader.done; await store.close(); console.log(kept); process.exit(kept ? 0 : 1);")],
            { stdio: ["ignore", "ignore", "inherit"] }));
            expect(await Promise.all(children.map((child) => new Promise((done) => { child.on("exit", done); })))).to.deep.equal([0, 0]);
            await open();
            expect(readdirSync(at("blocks"))).to.have.lengthOf(1);
            expect(readdirSync(at("partial"))).to.deep.equal([]);
            const reader = await store.get(address);
            expect(Buffer.compare(await reader.read(0, bytes.length), bytes)).to.equal(0);
        } finally {
            await server.close();
        }
    });

    it("takes a number that a process had before for no living one, and knows other machines", async function () {
        if (!linux) this.skip();
        await open();
        const source = gated(FILE), reader = await store.fetch(source);
        source.open(1);
        await reader.read(0, 1);
        const [own] = readdirSync(at("locks")), [name, , machine, pid, start] = own.split(".");
        expect(pid).to.equal(String(process.pid));
        const lock = (...parts) => at("locks", [name.replace(/^../, "ff"), "x", ...parts, "0a"].join("."));
        const dead = lock(machine, pid, String(Number(start) + 1)), alive = lock(machine, pid, start), gone = lock(machine, "999999999", "5");
        const away = lock("00000000", "999999999", "5"), forgotten = lock("00000001", "999999999", "5");
        for (const path of [dead, alive, gone, away, forgotten]) writeFileSync(path, "", { mode: 0o600 });
        utimesSync(forgotten, 1000, 1000);
        await openStore({ folder }).then((other) => other.close());
        expect(readdirSync(at("locks")).sort()).to.deep.equal([own, alive, away].map((path) => path.split("/").at(-1)).sort());
        source.open(COUNT);
        await reader.done;
    });
});
