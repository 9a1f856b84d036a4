/**
 * What a proof leaves alone: folders that other users of the computer can write to, kept code, and streams that it does
 * not need. V8 runs whatever kept code it is given, and whoever makes a folder for it first decides what that is.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { verify } from "../../src/protocols/groth16/index.js";
import { fixtures } from "../support/circuits.js";
import { COMMAND } from "../support/command.js";
import { itInAll } from "../support/extent.js";

const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));
const at = (file) => join(fixtures, "mimc_example", file);

/**
 * Preloaded by the command, and by Node into no worker of ours: notes every file that is opened and every way to run
 * code that was compiled before. Node 20 has no cache of its own: there the way to it is made up, to see who asks.
 */
const SPY = `
    const fs = require("node:fs"), vm = require("node:vm"), module_ = require("node:module");
    const opened = [], cached = [];
    for (const owner of [fs, fs.promises])
        for (const name of Object.keys(owner).filter((key) => /^[a-z]/.test(key) && typeof owner[key] === "function"))
            owner[name] = new Proxy(owner[name], {
                apply(real, self, args) {
                    if (typeof args[0] === "string") opened.push(args[0]);
                    return Reflect.apply(real, self, args);
                },
            });
    module_.enableCompileCache = (...args) => { cached.push("enableCompileCache"); };
    const { Script } = vm;
    vm.Script = class extends Script {
        constructor(code, options) {
            super(code, options);
            cached.push("vm.Script");
        }
    };
    module_.syncBuiltinESMExports();
    process.on("exit", () => {
        const streams = process.moduleLoadList.filter((name) => /NativeModule (net|tty)$/.test(name));
        fs.writeSync(3, JSON.stringify({ opened, cached, streams }));
    });
`;

describe("prover: code that is not the package's", function () {
    this.timeout(120_000);
    let folder, shared, home;
    beforeEach(() => {
        folder = temporaryFolder("own-code");
        [shared, home] = ["shared", "home"].map((name) => join(folder, name));
        for (const path of [shared, home]) mkdirSync(path);
        writeFileSync(join(folder, "spy.cjs"), SPY);
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    const run = (...args) => {
        const env = { ...process.env, TMPDIR: shared, TEMP: shared, TMP: shared, HOME: home, XDG_CACHE_HOME: home };
        delete env.NODE_COMPILE_CACHE; // the user's own wish
        const { output, stderr, status } = spawnSync(
            process.execPath,
            ["--require", join(folder, "spy.cjs"), COMMAND, ...args],
            {
                cwd: folder,
                encoding: "utf8",
                stdio: ["ignore", "pipe", "pipe", "pipe"],
                env,
            },
        );
        expect(status, stderr).to.equal(0);
        return JSON.parse(output[3]);
    };
    const prove = () => run("prove", at("circuit.zkey"), at("witness.wtns"), "--threads", "2", "--quiet");
    const check = () => run("verify", at("vkey.json"), join(folder, "public.json"), join(folder, "proof.json"));

    it("no command runs compiled code from a file, nor keeps any", async () => {
        expect(prove().cached).to.deep.equal([]);
        expect(check().cached).to.deep.equal([]);
        const [proof, publicSignals] = ["proof.json", "public.json"].map((name) => readJson(join(folder, name)));
        expect(await verify(readJson(at("vkey.json")), publicSignals, proof)).to.equal(true);
    });

    itInAll("no command opens or makes a file in the folder for temporary files, or in the user's own", () => {
        const seen = [...prove().opened, ...check().opened];
        expect(seen, "the spy sees what is opened").to.include(at("witness.wtns"));
        expect(seen.filter((path) => path.startsWith(shared) || path.startsWith(home))).to.deep.equal([]);
        expect([readdirSync(shared), readdirSync(home)]).to.deep.equal([[], []]);
    });

    it("a quiet proof opens neither standard output nor standard error", () => {
        expect(prove().streams).to.deep.equal([]);
        expect(check().streams).to.include("NativeModule net");
    });
});
