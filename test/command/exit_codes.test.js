/** How the command ends: every row of its table with processes that end so, and docs/command.md with the same table. */
import {
    chmodSync,
    closeSync,
    copyFileSync,
    cpSync,
    mkdirSync,
    openSync,
    readdirSync,
    readFileSync,
    rmSync,
    truncateSync,
    writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect } from "chai";
import { ENDINGS } from "../../bin/lib/exit_codes.mjs";
import { compile } from "../../scripts/make-fixtures.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { fixtures } from "../support/circuits.js";
import { calculator, ENDLESS, LINE_ENDS } from "../support/calculators.js";
import { COMMAND, runAlone } from "../support/command.js";
import { thinned } from "../support/extent.js";
import { isHiddenCheckout, root } from "../support/scratch.js";

const at = (file, circuit = "xor_net") => join(fixtures, circuit, file);
const files = [at("circuit.zkey"), at("witness.wtns")], proof = [at("vkey.json"), at("public.json"), at("proof.json")];
const NOBODY = 65534;

/** Asks for a key that never comes, and is stopped then. */
async function stopped(folder, name) {
    let child;
    const silent = createServer(() => child.kill(name));
    await new Promise((resolve) => { silent.listen(0, "127.0.0.1", resolve); });
    try {
        return await runAlone(folder, ["prove", `http://127.0.0.1:${silent.address().port}/key`, files[1]], {
            onStart: (started) => {
                child = started;
            },
        });
    } finally {
        silent.closeAllConnections();
        silent.close();
    }
}

/** With standard output on a disk that is full. */
async function onFullDisk(folder, args) {
    const full = openSync("/dev/full", "w");
    try {
        return await runAlone(folder, args, { stdio: ["ignore", full, "pipe"] });
    } finally {
        closeSync(full);
    }
}

/** As somebody who may do nothing: the superuser may write everywhere. @param {readonly string[]} args */
const asNobody = (args) => Object.assign(
    (folder) => runAlone(folder, args, process.getuid() === 0 ? { uid: NOBODY, gid: NOBODY } : {}),
    { byNobody: true },
);

/** Each row's processes: what they are, how they run, what they say. Windows and macOS have no /dev/full. */
const CASES = {
    0: {
        help: ["--help"],
        "a proof": ["prove", ...files],
        "a proof that verifies": ["verify", ...proof],
        "a key": ["info", files[0]],
        "a proof to standard output": ["prove", ...files, "-", "public.json"],
    },
    1: {
        "other signals": ["verify", proof[0], "other.json", proof[2]],
        "a witness that does not satisfy": ["prove", files[0], "wrong.wtns"],
        "the same, without workers": ["prove", files[0], "wrong.wtns", "--threads", "0"],
    },
    2: {
        "no such command": ["prov"],
        "too few files": ["prove", "a"],
        "an unknown option": ["prove", ...files, "--thread", "2"],
        "a number that is none": ["prove", ...files, "--threads", "x"],
        "memory for nothing": ["prove", ...files, "--memory", "1k"],
        "FFTURBO_THREADS that is no number": (folder) =>
            runAlone(folder, ["prove", ...files], { env: { FFTURBO_THREADS: "many" } }),
        "the same for info": (folder) => runAlone(folder, ["info", files[0]], { env: { FFTURBO_THREADS: "-1" } }),
        "the same for bench": (folder) => runAlone(folder, ["bench"], { env: { FFTURBO_THREADS: "1.5" } }),
        "an output that is an input": ["prove", "key.zkey", files[1], "key.zkey"],
    },
    3: {
        "a missing key": ["prove", "missing.zkey", files[1]],
        "a missing witness": ["prove", files[0], "missing.wtns"],
        "a folder": ["info", "."],
        "a truncated key": ["prove", "short.zkey", files[1]],
        "a point that is off the curve": ["prove", "off.zkey", files[1], "--paranoid"],
        "the same, found by the check": ["prove", "off.zkey", files[1]],
        "no JSON": ["verify", proof[0], files[0], proof[2]],
        "a missing verification key": ["verify", "missing.json", ...proof.slice(1)],
        "a server that is not there": ["info", "http://127.0.0.1:1/key"],
    },
    4: {
        "a witness of another circuit": ["prove", files[0], at("witness.wtns", "mimc_tiny")],
        "a witness of another curve": ["prove", files[0], at("witness.wtns", "mimc_bls")],
        "a key of an unknown curve": ["verify", "curve.json", ...proof.slice(1)],
    },
    5: { "an input that the circuit does not have": ["fullprove", "bad.json", "xor_net.wasm", files[0]] },
    6: {
        "no such folder": ["prove", ...files, "no/such/folder.json"],
        "a folder in the place of a file": ["prove", ...files, "proof.json", "."],
        "a proof on a full disk": ["prove", ...files, "/dev/full", "public.json"],
        "a folder where nobody may write": asNobody(["prove", "key.zkey", "w.wtns", "p.json", "locked/public.json"]),
        "a file that nobody may write": asNobody(["prove", "key.zkey", "w.wtns", "locked.json"]),
        ...Object.fromEntries(
            [
                ["help", ["--help"]],
                ["info", ["info", files[0]]],
                ["a proof as JSON", ["prove", ...files, "--json"]],
                ["a verdict", ["verify", ...proof]],
                ["a proof", ["prove", ...files, "-", "public.json"]],
            ].map(([name, args]) => [`${name}, on a full disk`, (folder) => onFullDisk(folder, args)]),
        ),
    },
    7: {
        "a machine without memory": (folder) =>
            runAlone(folder, ["prove", ...files], { env: { NODE_OPTIONS: `--require ${join(folder, "poor.cjs")}` } }),
    },
    8: {
        "a project with a copy that is not replaced": (folder) => {
            mkdirSync(join(folder, "node_modules", "ffjavascript"), { recursive: true });
            writeFileSync(join(folder, "package.json"), "{}");
            writeFileSync(
                join(folder, "node_modules", "ffjavascript", "package.json"),
                JSON.stringify({ name: "ffjavascript" }),
            );
            return runAlone(folder, ["doctor"]);
        },
    },
    70: {
        "an installation that is not whole": (folder) => {
            mkdirSync(join(folder, "bin"));
            cpSync(COMMAND, join(folder, "bin", "ffturbo.mjs"));
            return runAlone(folder, ["--help"], { command: join(folder, "bin", "ffturbo.mjs") });
        },
    },
    129: { SIGHUP: (folder) => stopped(folder, "SIGHUP") },
    130: { SIGINT: (folder) => stopped(folder, "SIGINT") },
    143: { SIGTERM: (folder) => stopped(folder, "SIGTERM") },
};

describe("prover: exit codes", function () {
    this.timeout(120_000);
    let folder;
    before(function () {
        if (process.platform === "linux") return;
        this.test.parent.title += ": of Linux, where there are signals, /dev/full and users";
        this.skip();
    });
    beforeEach(() => {
        folder = temporaryFolder("exit");
        const write = (name, value) =>
            writeFileSync(join(folder, name), typeof value === "string" ? value : JSON.stringify(value));
        write("other.json", ["1"]);
        write(
            "poor.cjs",
            'WebAssembly.Memory = function () { throw new RangeError("WebAssembly.Memory(): could not allocate memory"); };',
        );
        write("bad.json", { nothing: 1 });
        write("curve.json", { ...JSON.parse(readFileSync(proof[0], "utf8")), curve: "secp256k1" });
        write("locked.json", "kept");
        chmodSync(join(folder, "locked.json"), 0o444);
        mkdirSync(join(folder, "locked"), { mode: 0o555 });
        for (const name of ["key.zkey", "short.zkey"]) copyFileSync(files[0], join(folder, name));
        copyFileSync(files[1], join(folder, "w.wtns"));
        truncateSync(join(folder, "short.zkey"), 100_000);
        const wrong = readFileSync(files[1]), off = readFileSync(files[0]);
        wrong[wrong.length - 32] ^= 1;
        off[off.length - 20_000] ^= 1;
        writeFileSync(join(folder, "wrong.wtns"), wrong);
        writeFileSync(join(folder, "off.zkey"), off);
        chmodSync(folder, 0o777);
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    it("a circuit's program that never ends is ended by a signal, also where the only thread runs it", async () => {
        writeFileSync(
            join(folder, "endless.wasm"),
            calculator({ init: `(call $write) ${ENDLESS}`, message: LINE_ENDS }),
        );
        for (const [threads, how] of [["0", { code: null, signal: "SIGTERM" }], ["2", { code: 143, signal: null }]]) {
            const args = ["fullprove", "bad.json", "endless.wasm", "key.zkey"];
            // it speaks, then it hangs
            const onStart = (child) => child.stderr.once("data", () => child.kill("SIGTERM"));
            const { code, signal } = await runAlone(folder, args, {
                onStart,
                env: { FFTURBO_THREADS: threads },
                timeout: 60_000,
                killSignal: "SIGKILL",
            });
            expect({ code, signal }).to.deep.equal(how);
        }
    });

    it("a process that is left with nothing to wait for says so", async () => {
        writeFileSync(join(folder, "idle.cjs"), "WebAssembly.compile = () => new Promise(() => {});");
        const env = { NODE_OPTIONS: `--require ${join(folder, "idle.cjs")}`, FFTURBO_THREADS: "0" };
        const { code, err } = await runAlone(folder, ["prove", ...files], { env });
        expect(code).to.equal(70);
        expect(err).to.match(/^ffturbo: expected a result, got a process with nothing left to wait for$/m);
        expect((await runAlone(folder, ["prove", ...files])).err).not.to.include("nothing left");
    });

    it("every row has its cases, and the page of the command has the rows", () => {
        expect(Object.keys(CASES).map(Number)).to.deep.equal(ENDINGS.map(({ exit }) => exit));
        const rows = ENDINGS.map(({ exit, meaning }) => `| ${exit} | ${meaning} |`).join("\n");
        expect(readFileSync(join(root, "docs/command.md"), "utf8")).to.include(rows);
    });

    for (const [exit, cases] of Object.entries(CASES))
        for (const [name, how] of thinned(Object.entries(cases), 2))
            it(`${exit}: ${name}`, async function () {
                if (how.byNobody && process.getuid() === 0 && isHiddenCheckout()) {
                    this.test.title += ": of a checkout that others can read";
                    this.skip();
                }
                if (exit === "5") compile("xor_net", "bn128", folder);
                const made = readdirSync(folder).sort();
                const { code, signal, out, err } = await (typeof how === "function"
                    ? how(folder)
                    : runAlone(folder, how));
                expect({ code, signal }, err).to.deep.equal({ code: Number(exit), signal: null });
                if (code === 0) return;
                expect(out === "" || [1, 6, 8].includes(code), out).to.equal(true);
                expect(err === "" ? out : err).to.match(
                    code === 1 ? /does NOT verify|does not verify/ : code === 8 ? /NOT replaced/ : /^ffturbo: ./,
                );
                if (![8, 70].includes(code))
                    expect(readdirSync(folder).sort(), "nothing is left behind").to.deep.equal(made);
            });
});
