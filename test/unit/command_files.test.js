/** Files that the command reads as a whole, from a disk or a server: what mutants of bin/lib/files.mjs showed. */
import { createServer } from "node:http";
import fs, { rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { expect } from "chai";
import { readBytes, readJson } from "../../bin/lib/files.mjs";
import { openOutputs, writeOutputs } from "../../bin/lib/writer.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";

describe("command: files", () => {
    let folder, server, address;
    before(async () => {
        folder = temporaryFolder("files");
        writeFileSync(join(folder, "bytes"), Uint8Array.of(1, 2, 3));
        writeFileSync(join(folder, "json"), '{"a":1}');
        server = createServer((request, response) => {
            response.statusCode = request.url === "/there" ? 200 : 404;
            response.end(Uint8Array.of(4, 5));
        });
        await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
        address = `http://127.0.0.1:${server.address().port}`;
    });
    after(async () => {
        rmSync(folder, { recursive: true });
        server.closeAllConnections();
        await new Promise((resolve) => { server.close(resolve); });
    });
    const failure = (promise) => promise.then(() => { throw new Error("expected a failure"); }, (error) => error);

    it("bytes of a disk and of a server", async () => {
        expect(await readBytes(join(folder, "bytes"))).to.deep.equal(Uint8Array.of(1, 2, 3));
        expect(await readBytes(`${address}/there`)).to.deep.equal(Uint8Array.of(4, 5));
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

    it("none: an error with a code, which says why", async () => {
        const missing = await failure(readBytes(`${address}/missing`));
        expect([missing.code, missing.message]).to.deep.equal(
            ["ERR_READ", `${address}/missing: expected a file that can be read, got status 404`]);
        for (const read of [readBytes, readJson]) {
            const error = await failure(read(join(folder, "nothing")));
            expect(error.code).to.equal("ERR_READ");
            expect(error.message).to.match(/nothing: expected a file that can be read, got ENOENT/);
        }
    });

    it("JSON, and what is none", async () => {
        expect(await readJson(join(folder, "json"))).to.deep.equal({ a: 1 });
        const error = await failure(readJson(join(folder, "bytes")));
        expect(error.code).to.equal("ERR_FILE");
        expect(error.message).to.match(/bytes: expected JSON, got /);
    });

    it("results are on the disk before they take the place of what was there", async () => {
        const place = join(folder, "result"), [output] = openOutputs([], [place]), calls = [];
        const handle = await fs.promises.open(join(folder, "bytes")), ofHandle = Object.getPrototypeOf(handle);
        await handle.close();
        const watched = [[ofHandle, "write"], [ofHandle, "sync"], [fs.promises, "rename"]];
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
        expect(calls).to.deep.equal(["write", "sync", "rename"]);
        expect(await readJson(place)).to.deep.equal({ a: 1 });
    });
});
