/** Where the classes of the realm are not those of Node, as in Jest's jsdom or in the renderer of Electron. */
import { spawn } from "node:child_process";
import { createReadStream } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect } from "chai";
import { CIRCUIT, circuitFolder } from "../support/proving_app.js";
import { root } from "../support/scratch.js";

const LIMIT_MS = 60_000, ABORTED = "expected to finish, got aborted";

/** @returns {Promise<{ code: number, out: string, said: string }>} */
const run = (...args) => new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, "test/support/foreign_classes.mjs"), ...args], { timeout: LIMIT_MS });
    let out = "", said = "";
    child.stdout.on("data", (chunk) => { out += chunk; });
    child.stderr.on("data", (chunk) => { said += chunk; });
    child.on("error", reject).on("close", (code) => resolve({ code, out, said }));
});

describe("classes that are not those of Node", function () {
    this.timeout(LIMIT_MS + 10_000);
    const folder = circuitFolder(CIRCUIT);
    let server, address, asked, left = 0;
    before(async () => {
        server = createServer(({ url }, response) => {
            if (url === "/asked") void asked.then(() => response.end());
            else if (url !== "/silent") createReadStream(join(folder, url.slice(1))).pipe(response);
            else {
                server.emit("asked");
                response.on("close", () => { left++; });
            }
        });
        await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
        address = `http://127.0.0.1:${server.address().port}`;
    });
    after(() => { server.closeAllConnections(); server.close(); });

    for (const kind of ["page", "polyfill"]) it(`${kind}: proves, verifies and aborts, and ends by itself`, async () => {
        left = 0;
        asked = once(server, "asked");
        const { code, out, said } = await run(kind, folder, address);
        expect({ code, said }).to.deep.equal({ code: 0, said: "" }); // no warning of many listeners
        const { entries, valid, many, kept, holds, aborted, most } = JSON.parse(out);
        expect(entries).to.be.above(15);
        const all = Array(4).fill(true);
        expect({ valid, many, holds }).to.deep.equal({ valid: all, many: all, holds: true });
        expect(kept).to.be.above(1000);
        expect(aborted).to.deep.equal(Array(7).fill(ABORTED));
        expect(most, "listeners at one signal").to.equal(1);
        expect(left, "requests that were given up").to.equal(1);
    });
});
