/** Readers that a program forgets to close: from Node 26 on the collector ends a process that forgot a file itself. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "chai";
import { fixture } from "../support/circuits.js";

const exec = promisify(execFile), host = new URL("../../src/util/host_node.js", import.meta.url).href;

const PROGRAM = `
    import { readdirSync, readlinkSync } from "node:fs";
    import { openFile } from ${JSON.stringify(host)};
    const path = process.argv[1];
    const isOpen = () => readdirSync("/proc/self/fd").some((fd) => {
        try {
            return readlinkSync("/proc/self/fd/" + fd) === path;
        } catch {
            return false;
        }
    });
    async function collect(until) {
        for (let i = 0; i < 200 && !until(); i++) {
            gc();
            await new Promise((done) => { setTimeout(done, 5); });
        }
    }
    const readerOf = async () => {
        const { read } = await openFile(path); // what has the function alone may still read
        return read;
    };
    const use = async () => {
        const read = await readerOf();
        let turns = 0;
        await collect(() => turns++ > 10);
        return read(0, 4);
    };
    const reading = () => readerOf().then((read) => read(0, 4)); // forgotten before it has read
    for (const run of [use, reading]) console.log((await run()).length, isOpen());
    await collect(() => !isOpen());
    console.log(isOpen());
    const file = await openFile(path);
    await file.close();
    console.log(isOpen());`;

describe("files that a program forgets", () => {
    it("can be read as long as anything has their reader, are closed then, and end no process", async function () {
        if (process.platform !== "linux") this.skip(); // where a process can see what it has open
        this.timeout(60_000);
        const args = ["--expose-gc", "--input-type=module", "-e", PROGRAM, fixture("mimc_tiny", "circuit.zkey")];
        const { stdout, stderr } = await exec(process.execPath, args);
        expect(stderr).to.equal("");
        expect(stdout).to.match(/^4 true\n4 (true|false)\nfalse\nfalse\n$/);
    });
});
