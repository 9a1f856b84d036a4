/**
 * Every package manager installs ffturbo instead of ffjavascript, as the README says and as the doctor says: with
 * the real programs, from a registry that has our tarball. What the doctor advises is followed to the letter.
 */
import { execFile, execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { rangeOf, RELEASE, tarballOf } from "../../bin/lib/doctor/install.mjs";
import { nodeOf } from "../../scripts/other-node.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { COMMAND } from "../support/command.js";
import { openRegistry } from "../support/registry.js";
import { packRepository, root, scratchProject } from "../support/scratch.js";

const RANGE = rangeOf(RELEASE), TARBALL = "file:./ffturbo.tgz", LIMIT_MS = 300_000;

/** A client that brings a copy of its own, and the program that says whose it is and computes with it. */
const CLIENT = { r1csfile: "0.0.48" };
const CHECK = `
const { createRequire } = require("node:module");
const { dirname, join } = require("node:path");
const file = createRequire(require.resolve(process.argv[2])).resolve("ffjavascript");
const { buildBn128 } = createRequire(__filename)(file);
buildBn128(true).then(({ G1, tm }) => {
    const sum = G1.eq(G1.timesScalar(G1.g, 3), G1.add(G1.double(G1.g), G1.g));
    console.log(JSON.stringify({ protocol: String(tm.protocol), sum }));
});
`;
const OURS = { protocol: "ffturbo", sum: true };

/** npm's own, or from npm: name, version, the program in it, and the Node that it wants. */
const MANAGERS = {
    npm: {},
    "pnpm 9": { packages: { pnpm: "9.15.9" }, bin: "pnpm/bin/pnpm.cjs" },
    "pnpm 10": { packages: { pnpm: "10.34.8" }, bin: "pnpm/bin/pnpm.cjs" },
    "pnpm 11": { packages: { pnpm: "11.28.10" }, bin: "pnpm/bin/pnpm.mjs", node: "22" },
    "yarn 1": { packages: { yarn: "1.22.22" }, bin: "yarn/bin/yarn.js" },
    "yarn 4": { packages: { "@yarnpkg/cli-dist": "4.18.1" }, bin: "@yarnpkg/cli-dist/bin/yarn.js" },
};

const json = (file) => JSON.parse(readFileSync(file, "utf8"));
const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** One record into another, deeply. */
const merged = (into, from) => {
    const keys = [...new Set([...Object.keys(into), ...Object.keys(from)])];
    const both = (key) => isRecord(into[key]) && isRecord(from[key]);
    return Object.fromEntries(
        keys.map((key) => [key, both(key) ? merged(into[key], from[key]) : (from[key] ?? into[key])]),
    );
};

/** A project with a package manager in it. */
class Project {
    constructor(name, registry) {
        const { packages, bin, node } = MANAGERS[name];
        this.folder = temporaryFolder("project");
        this.node = node ? nodeOf(node) : process.execPath;
        if (packages) {
            const tool = scratchProject({ name: `tool-${name.replace(" ", "")}`, engine: "plain", dependencies: packages });
            this.bin = join(tool, "node_modules", bin);
        }
        this.write(".npmrc", `registry=${registry}/\n`);
        this.write("check.cjs", CHECK);
        for (const name of ["ffturbo.tgz", tarballOf(RELEASE)]) writeFileSync(join(this.folder, name), packRepository().bytes);
        this.env = {
            ...process.env,
            PATH: `${dirname(this.node)}${delimiter}${process.env.PATH}`,
            CI: "", YARN_ENABLE_TELEMETRY: "0", YARN_ENABLE_GLOBAL_CACHE: "false",
            npm_config_registry: `${registry}/`,
            COREPACK_ENABLE_STRICT: "0", npm_config_manage_package_manager_versions: "false",
        };
        if (name === "yarn 4")
            this.write(".yarnrc.yml", `npmRegistryServer: "${registry}"\nunsafeHttpWhitelist: ["127.0.0.1"]\n`
                + "enableImmutableInstalls: false\nenableScripts: false\n");
    }

    write(name, content) {
        const path = join(this.folder, name);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content, null, 2));
    }

    manifest(more) {
        this.write("package.json", { name: "project", version: "1.0.0", private: true, ...more });
    }

    async run(file, args) {
        const options = { cwd: this.folder, env: this.env, timeout: LIMIT_MS, maxBuffer: 1 << 26 };
        try {
            return (await promisify(execFile)(file, args, options)).stdout;
        } catch (error) {
            error.message += `\n${error.stdout}\n${error.stderr}`;
            throw error;
        }
    }

    /** The package manager itself. */
    manage(...args) {
        return this.bin ? this.run(this.node, [this.bin, ...args]) : this.run("npm", args);
    }

    install() {
        return this.bin ? this.manage("install") : this.manage("install", "--no-audit", "--no-fund", "--ignore-scripts");
    }

    /** Whose ffjavascript a package gets, and whether it computes. */
    async check(name = "r1csfile") {
        const pnp = existsSync(join(this.folder, ".pnp.cjs"));
        const said = pnp
            ? await this.run(this.node, ["-r", "./.pnp.cjs", "check.cjs", name])
            : await this.run(this.node, ["check.cjs", name]);
        const { protocol, sum } = JSON.parse(said.trim().split("\n").at(-1));
        return { protocol: protocol.replace(/\/.*/, ""), sum };
    }

    async doctor() {
        const { stdout, code } = await promisify(execFile)(process.execPath, [COMMAND, "doctor", "--json"], {
            cwd: this.folder,
        }).catch((error) => error);
        return { code: code ?? 0, ...JSON.parse(stdout) };
    }

    /** Does one step of the doctor's, as a reader would. */
    async obey({ file, change }) {
        if (change.startsWith("remove ")) {
            for (const name of change.slice("remove ".length).split(" and "))
                rmSync(join(this.folder, name), { recursive: true });
        } else if (/^\w+ install$/.test(change)) await this.install();
        else if (file === "package.json")
            this.write(file, merged(json(join(this.folder, file)), JSON.parse(change)));
        else appendFileSync(join(this.folder, file), `${change}\n`);
    }

    close() { rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 }); }
}

/** What the README says for a new project. */
const NEW = {
    npm: { manifest: { overrides: { ffjavascript: RANGE } } },
    "pnpm 9": { manifest: { pnpm: { overrides: { ffjavascript: RANGE } } } },
    "pnpm 10": { files: { "pnpm-workspace.yaml": `overrides:\n  ffjavascript: ${RANGE}\n` } },
    "pnpm 11": { files: { "pnpm-workspace.yaml": `overrides:\n  ffjavascript: ${RANGE}\n` } },
    "yarn 1": { manifest: { resolutions: { ffjavascript: RANGE } } },
    "yarn 4": { manifest: { resolutions: { ffjavascript: RANGE } } },
};

/** yarn 4 does without node_modules unless told. */
const LINKERS = { "yarn 4": ["pnp", "node-modules"] };

describe("package managers", function () {
    this.timeout(2 * LIMIT_MS);
    let registry, project;
    before(async () => { registry = await openRegistry(); });
    after(() => registry.close());
    afterEach(() => { project?.close(); project = undefined; });

    /** A project; the test is skipped where the program cannot be fetched. */
    function open(test, name, linker) {
        try {
            project = new Project(name, registry.address);
        } catch (error) {
            console.log(`      ${name} could not be fetched: ${error.message.split("\n")[0]}`);
            test.skip();
        }
        if (linker) appendFileSync(join(project.folder, ".yarnrc.yml"), `nodeLinker: ${linker}\n`);
        return project;
    }

    const isHealthy = async () => {
        const { code, ok, copies, steps } = await project.doctor();
        expect({ code, ok, steps }).to.deep.equal({ code: 0, ok: true, steps: [] });
        expect(copies, "the doctor sees the copy").to.not.be.empty;
        expect(copies.filter(({ replaced }) => !replaced)).to.deep.equal([]);
    };

    for (const name of Object.keys(MANAGERS)) for (const linker of LINKERS[name] ?? [undefined]) {
        const title = linker ? `${name}, ${linker}` : name;

        it(`${title}: a new project, as the README says`, async function () {
            open(this, name, linker);
            const { manifest, files = {} } = NEW[name];
            project.manifest({ dependencies: CLIENT, ...manifest });
            for (const [file, text] of Object.entries(files)) project.write(file, text);
            await project.install();
            expect(await project.check()).to.deep.equal(OURS);
            await isHealthy();
        });

        it(`${title}: an existing project with its lock file, by what the doctor says`, async function () {
            open(this, name, linker);
            project.manifest({ dependencies: CLIENT });
            await project.install();
            expect((await project.check()).protocol, "before").to.equal("undefined");
            const { code, manager, copies, steps } = await project.doctor();
            expect(code).to.equal(8);
            expect(manager.name).to.equal(name.split(" ")[0]);
            expect(manager.pnp).to.equal(linker === "pnp");
            expect(new Set(copies.map(({ replaced }) => replaced))).to.deep.equal(new Set([false]));
            for (const step of steps) await project.obey(step);
            expect(await project.check()).to.deep.equal(OURS);
            await isHealthy();
        });
    }

    it("npm: keeps to what is locked unless both are removed, which is why the README says so", async function () {
        open(this, "npm");
        project.manifest({ dependencies: CLIENT });
        await project.install();
        project.manifest({ dependencies: CLIENT, overrides: { ffjavascript: RANGE } });
        await project.install().catch(() => {}); // npm 11 looks for a tarball beside whoever asks for it, and fails
        const kept = (await project.check()).protocol === "undefined";
        expect((await project.doctor()).code, "the doctor sees what was done").to.equal(kept ? 8 : 0);
    });

    it("npm: the tarball, by override", async function () {
        open(this, "npm");
        project.manifest({ dependencies: CLIENT, overrides: { ffjavascript: TARBALL } });
        await project.install();
        expect(await project.check()).to.deep.equal(OURS);
        await isHealthy();
    });

    for (const [title, range] of [["an alias", RANGE], ["the tarball", TARBALL]])
        it(`npm: a project that asks for ffjavascript itself, ${title} and a reference to it`, async function () {
            open(this, "npm");
            const dependencies = { ...CLIENT, ffjavascript: range };
            project.manifest({ dependencies, overrides: { ffjavascript: "$ffjavascript" } });
            await project.install();
            expect(await project.check()).to.deep.equal(OURS);
            await isHealthy();
        });

    it("npm: a client with ffjavascript as a peer, by what the doctor says", async function () {
        open(this, "npm");
        project.write("client/package.json", {
            name: "client", version: "1.0.0", main: "index.js", peerDependencies: { ffjavascript: "^0.3.0" },
        });
        project.write("client/index.js", "module.exports = require('ffjavascript');");
        execFileSync("npm", ["pack", "--silent"], { cwd: join(project.folder, "client") });
        project.manifest({ dependencies: { client: "file:./client/client-1.0.0.tgz" } });
        await project.install();
        const { code, steps } = await project.doctor();
        expect(code).to.equal(8);
        expect(steps[0].why).to.include("client has ffjavascript as a peer");
        for (const step of steps) await project.obey(step);
        expect(await project.check("client")).to.deep.equal(OURS);
        await isHealthy();
    });

    it("the settings are those of README and docs/install.md, word for word", () => {
        const pages = ["README.md", "docs/install.md"].map((page) => readFileSync(join(root, page), "utf8")).join("\n");
        for (const text of [
            `{ "overrides": { "ffjavascript": "${RANGE}" } }`,
            `{ "dependencies": { "ffjavascript": "${RANGE}" }, "overrides": { "ffjavascript": "$ffjavascript" } }`,
            `overrides:\n  ffjavascript: ${RANGE}\n`,
            `{ "pnpm": { "overrides": { "ffjavascript": "${RANGE}" } } }`,
            `{ "resolutions": { "ffjavascript": "${RANGE}" } }`,
        ]) expect(pages).to.include(text);
    });
});
