/**
 * Whatever a prover opened is closed, on every path: from Node 26 on a file that is left to the collector ends the
 * process.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { fullProve, prove, zkeyInfo } from "../../src/protocols/groth16/index.js";
import { fixtures } from "../support/circuits.js";
import { until } from "../support/pool_module.js";

const zkey = join(fixtures, "mimc_example", "circuit.zkey"), wtns = join(fixtures, "mimc_example", "witness.wtns");
const missing = join(fixtures, "missing");
const linux = process.platform === "linux";
/** Files of the fixtures that this process has open. */
const open = () => readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
        return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
        return [];
    }
}).filter((path) => path.startsWith(fixtures));

/** Name, and what is asked for with a signal that is raised when said so. */
const CASES = {
    "a witness that is missing": () => prove(zkey, missing),
    "a key that is missing": () => prove(missing, wtns),
    "a witness that is a folder": () => prove(zkey, fixtures),
    "a key that is none": () => prove(wtns, wtns),
    "a reader that fails beside a file": () => prove(zkey, () => { throw new Error("no"); }),
    "a module that is missing": () => fullProve({}, missing, zkey),
    "a module that is none": () => fullProve({}, zkey, zkey),
    "inputs that are none": () => fullProve({ nothing: 1 }, new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]), zkey),
    "info of what is no key": () => zkeyInfo(wtns),
    "an option of another curve": async () => prove(zkey, wtns, { curve: {} }),
    "a proof that is made": () => prove(zkey, wtns, { threads: 0 }),
};
for (const [when, start] of [
    ["at once", (abort) => queueMicrotask(abort)],
    ["in the next turn", setImmediate],
    ["after 3 ms", (abort) => setTimeout(abort, 3)],
]) {
    for (const [what, ask] of [
        ["prove", (signal) => prove(zkey, wtns, { signal })],
        ["zkeyInfo", (signal) => zkeyInfo(zkey, { signal })],
        ["fullProve", (signal) => fullProve({}, zkey, zkey, { signal })],
    ]) {
        CASES[`${what} that is aborted ${when}`] = () => {
            const controller = new AbortController();
            start(() => controller.abort());
            return ask(controller.signal);
        };
    }
}

describe("prover: open files", function () {
    this.timeout(60_000);
    before(function () {
        if (linux) return;
        this.test.parent.title += ": read from /proc, which only Linux has";
        this.skip();
    });

    for (const [name, ask] of Object.entries(CASES)) it(`none after ${name}`, async () => {
        for (let round = 0; round < 5; round++) {
            const asked = ask();
            await asked.catch(() => {});
        }
        await until(() => open().length === 0);
    });

    it("a file whose opening is given up is closed once it is open", async () => {
        await zkeyInfo(zkey, { readTimeout: 1e-9 }).catch(() => {});
        await until(() => open().length === 0);
    });

    it("the collector finds none: a process that fails a hundred times goes on", () => {
        const folder = temporaryFolder("open");
        try {
            const index = new URL("../../src/protocols/groth16/index.js", import.meta.url);
            writeFileSync(
                join(folder, "server.mjs"),
                `
                import { prove } from ${JSON.stringify(String(index))};
                process.on("warning", ({ message }) => { console.log("warning", message); });
                for (let i = 0; i < 100; i++) await prove(${JSON.stringify(zkey)}, ${JSON.stringify(missing)}).catch(() => {});
                for (let i = 0; i < 5; i++) { gc(); await new Promise((resolve) => setTimeout(resolve, 10)); }
                console.log("goes on");
            `,
            );
            const { status, stdout, stderr } = spawnSync(
                process.execPath,
                ["--expose-gc", join(folder, "server.mjs")],
                { encoding: "utf8" },
            );
            expect({ status, stdout, stderr }).to.deep.equal({ status: 0, stdout: "goes on\n", stderr: "" });
        } finally {
            rmSync(folder, { recursive: true, force: true });
        }
    });
});
