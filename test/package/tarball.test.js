/**
 * What is packed is what is needed: the tarball in an empty project, as ES
 * module and CommonJS. Its types: types.test.js.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { packRepository, root, scratchProject } from "../support/scratch.js";

const NAMES = [
    "BigBuffer",
    "ChaCha",
    "EC",
    "F1Field",
    "F2Field",
    "F3Field",
    "PolField",
    "Scalar",
    "ZqField",
    "buildBls12377",
    "buildBls12381",
    "buildBn128",
    "getCurveFromName",
    "getCurveFromQ",
    "getCurveFromR",
    "utils",
];
const GPL = ["wasmbuilder", "wasmcurves"];

/** Prints the names, a pairing that must be one, and an MSM through workers; must end by itself. */
const USE = `
const names = Object.keys(api).filter((name) => name !== "default" && name !== "module.exports").sort();
async function main() {
    const curve = await api.buildBn128();
    const { G1, G2, Fr } = curve;
    const bilinear = await curve.pairingEq(G1.g, G2.g, G1.neg(G1.g), G2.g);
    const sum = await G1.multiExpAffine(api.utils.array2buffer([G1.gAffine, G1.gAffine], 64), api.utils.array2buffer([2, 3].map((v) => Fr.fromMontgomery(Fr.e(v))), 32));
    console.log(JSON.stringify({ names, bilinear, five: G1.eq(sum, G1.timesScalar(G1.g, 5)) }));
}
main();
`;

/** Runs Node in a project; a failure's message holds all that was printed. */
function node(project, args) {
    const { status, signal, stdout, stderr } = spawnSync(process.execPath, args, {
        cwd: project,
        encoding: "utf8",
        timeout: 60_000,
        killSignal: "SIGKILL",
    });
    if (status !== 0)
        throw new Error(`node ${args.join(" ")}: expected exit code 0, got ${signal ?? status}\n${stdout}${stderr}`);
    return stdout;
}

function runIn(project, name, text) {
    writeFileSync(join(project, name), text);
    return node(project, [name]);
}

/** Every file that `entry` reaches by imports inside the package. */
function reached(entry, seen = new Set()) {
    if (seen.has(entry)) return seen;
    seen.add(entry);
    const code = readFileSync(join(root, entry), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
    for (const [, specifier] of code.matchAll(
        /(?:^\s*(?:import|export)\b(?:[^"'=;]*\bfrom)?\s*|\bimport\(|\bcreateRequire\(import\.meta\.url\)\(|\brequire\((?="\.+\/))["']([^"']+)["']/gm,
    )) {
        if (specifier.startsWith("."))
            reached(normalize(join(dirname(entry), specifier)), seen);
    }
    return seen;
}

/** How bundles name others, by the place that they are in: at once or later. */
const REFERENCES = [
    [/\.mjs$/, /\bfrom "\.\/([\w.]+\.cjs)"/g],
    [/\.cjs$/, /\brequire\("\.\/([\w.]+\.cjs)"\)/g],
    [/^build\/(page|static)\//, /\b(?:from|import) ?\(?"\.\/([\w.]+\.js)"/g],
];

/** A bundle, and the bundles that it requires or imports. */
function required(bundle, seen = new Set()) {
    if (seen.has(bundle)) return seen;
    seen.add(bundle);
    const [, pattern] = REFERENCES.find(([place]) => place.test(bundle)) ?? [];
    if (!pattern) return seen;
    for (const [, name] of readFileSync(join(root, bundle), "utf8").matchAll(pattern)) required(join(dirname(bundle), name), seen);
    return seen;
}

/** A pattern stands for what build/ holds of it: one file or many, but not none. */
function expand(target) {
    if (!target.includes("*")) return [target];
    const [before, ending] = target.split("*"), folder = before.slice(0, before.lastIndexOf("/") + 1);
    const names = readdirSync(join(root, folder)).map((name) => folder + name)
        .filter((name) => name.startsWith(before) && name.endsWith(ending));
    expect(names, target).to.not.be.empty;
    return names;
}

const targetsOf = (entry) => (typeof entry === "string" ? expand(entry) : Object.values(entry).flatMap(targetsOf));

/** Entries of which Node loads a bundle, also for import. */
const BUNDLED = ["ffturbo", ...["groth16", "plonk", "fflonk", "verify", "witness"]
    .map((name) => `ffturbo/${name}`), "ffturbo/curves/bls12377"];

describe("the packed tarball", function () {
    this.timeout(300_000);
    const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const { files } = packRepository();

    it("holds every file that package.json points at", () => {
        const targets = [
            ...targetsOf(manifest.exports),
            manifest.main,
            manifest.module,
            manifest.browser,
            manifest.types,
        ];
        for (const target of targets) expect(files).to.include(target.replace("./", ""));
    });

    it("holds what is needed and nothing else", () => {
        const entries = [
            ...targetsOf(manifest.exports), ...Object.values(manifest.bin ?? {}),
        ].map((target) => target.replace("./", ""));
        const programs = entries.filter((entry) => entry.startsWith("bin/")).flatMap((entry) => [...reached(entry)]);
        const bundles = entries.filter((entry) => /^build\/(?!types\/)/.test(entry)).flatMap((entry) => [...required(entry)]);
        const papers = [manifest.man.replace("./", ""), "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "README.md", "package.json"];
        const rest = files.filter((file) => !/^build\/types\/.*\.d\.c?ts$/.test(file));
        const all = new Set([...programs, ...bundles, ...papers]);
        expect([...all].filter((file) => !rest.includes(file)), "missing").to.deep.equal([]);
        expect(rest.filter((file) => !all.has(file)), "more than is needed").to.deep.equal([]);
    });

    it("runs nothing where it is installed, so that npm warns of nothing; installs from git run `prepare`", () => {
        const checkout = temporaryFolder("checkout"), project = temporaryFolder("installed");
        try {
            for (const name of ["package.json", "packages", "scripts", "src"])
                cpSync(join(root, name), join(checkout, name), { recursive: true });
            const run = (args, cwd) => spawnSync("npm", args, { cwd, encoding: "utf8", timeout: 120_000 });
            const packed = run(["pack", "--pack-destination", project], checkout);
            expect(packed.status, packed.stderr).to.equal(0);
            const before = readFileSync(join(root, "package.json"), "utf8");
            expect(readFileSync(join(checkout, "package.json"), "utf8"), "as it was").to.equal(before);
            expect(JSON.parse(before).scripts.prepare).to.equal("node scripts/derived.mjs");
            expect(existsSync(join(checkout, "build/wasm/bn128.wasm")), "what `prepare` makes").to.equal(true);

            writeFileSync(join(project, "package.json"), "{}");
            const { status, stdout, stderr } =
                run(["install", "--offline", "--no-audit", "--no-fund", `./ffturbo-${manifest.version}.tgz`], project);
            expect(status, stderr).to.equal(0);
            expect(stdout + stderr).to.not.match(/warn|script/i);
            const installed = JSON.parse(readFileSync(join(project, "node_modules/ffturbo/package.json"), "utf8"));
            for (const name of ["preinstall", "install", "postinstall", "prepare"])
                expect(installed.scripts, name).to.not.have.property(name);
            for (const name of ["imports", "workspaces", "devDependencies"]) expect(installed).to.not.have.property(name);
        } finally {
            for (const folder of [checkout, project]) rmSync(folder, { recursive: true, force: true });
        }
    });

    it("has no dependencies", () => {
        expect(manifest.dependencies ?? {}).to.deep.equal({});
        expect(manifest).to.not.have.property("optionalDependencies");
        expect(manifest).to.not.have.property("peerDependencies");
    });

    describe("installed", () => {
        let project;
        before(() => {
            project = scratchProject({
                name: "tarball",
                engine: "none",
                dependencies: { ffturbo: "file:ffturbo.tgz" },
                outside: true,
            });
        });

        it("brings no other package, and none under GPL", () => {
            const there = readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith("."));
            expect(there).to.deep.equal(["ffturbo"]);
            for (const name of GPL) expect(existsSync(join(project, "node_modules", name)), name).to.equal(false);
        });
        it("takes less than 11 MB of the disk", () => {
            const folder = join(project, "node_modules");
            const bytes = readdirSync(folder, { recursive: true, withFileTypes: true })
                .filter((entry) => entry.isFile())
                .reduce((sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0);
            expect(bytes).to.be.below(11e6);
        });
        for (const [file, head] of [
            ["use.mjs", 'import * as api from "ffturbo";'],
            ["use.cjs", 'const api = require("ffturbo");'],
            ["path.cjs", 'const api = require("./node_modules/ffturbo/build/main.cjs");'],
        ]) {
            it(`works as ${file}`, () => {
                const { names, bilinear, five } = JSON.parse(runIn(project, file, head + USE));
                expect(names).to.deep.equal(NAMES);
                expect({ bilinear, five }).to.deep.equal({ bilinear: true, five: true });
            });
        }
        it("import and require have one engine", () => {
            const code = `
            import { createRequire } from "node:module";
            const require = createRequire(import.meta.url), names = ${JSON.stringify(BUNDLED)}, differ = [];
            for (const name of names) {
                const imported = await import(name), required = require(name);
                for (const key of Object.keys(required)) if (imported[key] !== required[key]) differ.push(name + " " + key);
            }
            console.log(JSON.stringify(differ));
        `;
            expect(JSON.parse(runIn(project, "one.mjs", code))).to.deep.equal([]);
        });
        it("the browser bundle loads from its path, with the same names and no built-in of Node", () => {
            const said = runIn(
                project,
                "bundle.mjs",
                'import * as api from "./node_modules/ffturbo/build/browser.esm.js"; console.log(JSON.stringify(Object.keys(api).sort()));',
            );
            expect(JSON.parse(said)).to.deep.equal(NAMES);
            expect(readFileSync(join(project, "node_modules/ffturbo/build/browser.esm.js"), "utf8")).not.to.match(
                /(?:from|require\(|import\()\s*["'](?:node:|os|crypto|worker_threads)/,
            );
        });
        it("plugins build", () => {
            const said = runIn(
                project,
                "plugin.mjs",
                'import { buildBn128 } from "ffturbo"; let seen = 0; const done = (text) => console.log(text); buildBn128(true, () => seen++).then(() => done(`plugins: ${seen}`), (error) => done(error.message));',
            );
            expect(said.trim()).to.equal("plugins: 1");
        });
        it("has the worker and the modules as files, to be served or compiled ahead", () => {
            const code = `
            const at = (name) => new URL(import.meta.resolve(name));
            const { readFileSync } = await import("node:fs");
            const { buildBn128 } = await import("ffturbo");
            const modules = Object.fromEntries(["bn128", "fft_simd", "msm_buckets", "msm_bn128_simd"].map((name) => [name, new WebAssembly.Module(readFileSync(at(\`ffturbo/wasm/\${name}.wasm\`)))]));
            const curve = await buildBn128({ threads: 1, tier: "simd", modules, workerUrl: at("ffturbo/worker") });
            const sum = await curve.G1.multiExpAffine(new Uint8Array(64 * 4096), new Uint8Array(32 * 4096).fill(1));
            console.log(curve.G1.isZero(sum), curve.tm.pool[0]?.initialized);
        `;
            expect(runIn(project, "files.mjs", code).trim()).to.equal("true true");
        });
        it("verifies without WebAssembly through ffturbo/bigint, in either format", () => {
            copyFileSync(join(root, "test/hosts/scenario/no_wasm.mjs"), join(project, "no_wasm.mjs"));
            const said = node(project, [
                "--jitless",
                "no_wasm.mjs",
                join(root, "test/fixtures/xor_net"),
                join(root, "test/fixtures/mimc_bls"),
            ]);
            const once = ["ok bn128", "ok bls12381", "ok pairing"];
            expect(said.trim().split("\n")).to.deep.equal([...once, ...once]);
        });
        it("configures through ffturbo/config, in either format, what the main entry builds", () => {
            const main = "buildBn128().then((curve) => console.log(curve.tm.concurrency));";
            expect(
                runIn(
                    project,
                    "config.mjs",
                    `import { buildBn128 } from "ffturbo"; import { configure } from "ffturbo/config"; configure({ threads: 3 }); ${main}`,
                ).trim(),
            ).to.equal("3");
            expect(
                runIn(
                    project,
                    "config.cjs",
                    `const { buildBn128 } = require("ffturbo"); const { configure } = require("ffturbo/config"); configure({ threads: 3 }); ${main}`,
                ).trim(),
            ).to.equal("3");
        });
    });
});
