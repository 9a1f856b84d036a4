/**
 * Prepares a release.
 *
 *     npm run release -- 0.2.0             version, changelog, commit and tag; the workflow
 *                                          "release" publishes the tag
 *     npm run release -- 0.2.0 --dry-run   the same checks; changes nothing
 *
 * If the version is left out, it is the one in package.json.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { checkTarball } from "./check-package.mjs";
import { BUILT } from "./entries.mjs";
import { writeInstallLines } from "./install-lines.mjs";
import { temporaryFolder } from "./temporary.mjs";
import { COMPANIONS } from "./workspaces.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const VERSION = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
const run = (command, ...args) =>
    execFileSync(command, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
const path = (name) => join(root, name);
const say = (what) => console.log(`release: ${what}`);

/** The changelog with a date instead of "unreleased". */
function datedChangelog(version, date) {
    const text = readFileSync(path("CHANGELOG.md"), "utf8");
    const heading = `## ${version}, unreleased\n`;
    if (!text.includes(heading))
        throw new Error(`release: expected CHANGELOG.md to have the heading "${heading.trim()}", got none`);
    return text.replace(heading, `## ${version}, ${date}\n`);
}

const read = (name) => JSON.parse(readFileSync(path(name), "utf8"));
const write = (name, value) => writeFileSync(path(name), `${JSON.stringify(value, null, 2)}\n`);

/** The lock file, with what the manifests say now. @param {string} version */
function locked(version) {
    const lock = read("package-lock.json");
    lock.version = version;
    for (const folder of ["", ...COMPANIONS]) {
        const { version: own, dependencies } = read(join(folder, "package.json"));
        Object.assign(lock.packages[folder], { version: own, ...(dependencies && { dependencies }) });
    }
    return lock;
}

/** Packages of ours alone, which have one version. @param {any} manifest @param {string} version */
const dependenciesFor = ({ dependencies }, version) =>
    Object.fromEntries(Object.keys(dependencies).map((name) => [name, version]));

/**
 * A package beside the root, of the same version and for this version alone.
 * @param {string} folder
 * @param {string} version
 */
function companionFor(folder, version) {
    const manifest = read(join(folder, "package.json"));
    return { ...manifest, version, dependencies: dependenciesFor(manifest, version) };
}

function checkState(version) {
    if (!VERSION.test(version)) throw new Error(`release: expected a version such as 1.2.3, got ${version}`);
    if (run("git", "tag", "--list", `v${version}`))
        throw new Error(`release: expected a new version, got ${version}, which is tagged`);
}

function checkClean() {
    const changed = run("git", "status", "--porcelain");
    if (changed) throw new Error(`release: expected no uncommitted change, got\n${changed}`);
}

/** The package that stands in for snarkjs. */
const ALIAS = "packages/snarkjs/package.json";

/**
 * Its manifest with this ffturbo, and one release further unless it has it already.
 * @param {string} version
 */
function aliasFor(version) {
    const manifest = read(ALIAS);
    if (manifest.dependencies.ffturbo !== version) {
        const [major, minor, patch] = manifest.version.split(".");
        manifest.version = `${major}.${minor}.${Number(patch) + 1}`;
        manifest.dependencies = dependenciesFor(manifest, version);
    }
    return manifest;
}

/**
 * Packs one of the packages, and checks its tarball.
 * @param {string} folder
 * @param {string} from
 * @param {string[]} flags
 */
async function checkPacked(folder, from, flags) {
    const packed = Object.values(JSON.parse(run("npm", "pack", from, "--json", ...flags, "--pack-destination", folder)))[0];
    const problems = await checkTarball(readFileSync(join(folder, packed.filename)));
    if (problems.length)
        throw new Error(`release: expected a package without problems, got\n${problems.join("\n")}`);
    say(`${packed.filename}: ${packed.files.length} files, ${Math.round(packed.size / 1000)} KB, ${packed.integrity}`);
}

/**
 * Packs, checks the tarballs, and writes the bill of materials to .scratch/sbom.json, an asset of
 * the release.
 */
async function checkPackage() {
    // what npm does before it packs; here it packs without scripts
    run(process.execPath, "scripts/derived.mjs");
    const folder = temporaryFolder("release");
    try {
        await checkPacked(folder, ".", ["--ignore-scripts"]);
        run(process.execPath, "scripts/alias-package.mjs"); // likewise
        for (const name of COMPANIONS) await checkPacked(folder, `./${name}`, ["--ignore-scripts"]);
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
    mkdirSync(path(".scratch"), { recursive: true });
    writeFileSync(path(".scratch/sbom.json"), run(process.execPath, "scripts/sbom.mjs"));
    say("bill of materials: .scratch/sbom.json");
}

async function main() {
    const { values, positionals } = parseArgs({
        allowPositionals: true,
        options: { "dry-run": { type: "boolean", default: false } },
    });
    const version = positionals[0] ?? read("package.json").version;
    checkState(version);
    if (!values["dry-run"]) checkClean();
    const changelog = datedChangelog(version, new Date().toISOString().slice(0, 10));
    for (const check of ["lint", "gen:check", "build:check", "sizes:check"]) {
        run("npm", "run", "--silent", check);
        say(`${check}: passed`);
    }
    await checkPackage();
    const steps = [
        "lines that install: from the registry, in README, docs and doctor",
        `commit and tag v${version}`,
        "push the tag; the workflow runs .ci/run and publishes all packages with provenance (npm publish --provenance)",
    ];
    if (values["dry-run"]) {
        for (const step of steps) say(`would now: ${step}`);
        return;
    }
    writeFileSync(path("CHANGELOG.md"), changelog);
    writeInstallLines({ published: true, version });
    write("package.json", { ...read("package.json"), version });
    for (const { folder } of BUILT.filter(({ folder }) => join(folder, "package.json") !== ALIAS)) write(join(folder, "package.json"), companionFor(folder, version));
    write(ALIAS, aliasFor(version));
    write("package-lock.json", locked(version));
    run("git", "commit", "-am", `Release ${version}`);
    run("git", "tag", "-a", `v${version}`, "-m", `ffturbo ${version}`);
    say(`${steps[1]}: done; now ${steps[2]}`);
}

await main();
