/**
 * The suites that npm ships inside ffjavascript 0.3.1, r1csfile and circom_runtime, run on ffturbo.
 * They import their package's source files by path; a folder of shims gives them the public names of ffturbo at those
 * paths.
 * Out of reach are the nine tests of RatField, a class that ffjavascript does not export and ffturbo does not have.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { importFrom } from "../support/import_from.js";
import { CLIENTS, copiesOf, copyInto, root, scratchProject } from "../support/scratch.js";

const PRIVATE = {
    file: "ratzqfield.js",
    tests: [
        "Should compare correctly",
        "Should add correctly",
        "Should substract",
        "Should multiply",
        "Should div",
        "Should square",
        "Should affine",
        "Should convert from Z to R",
        "Should convert from R to Z",
    ],
};
const EXPECTED = {
    ffjavascript: {
        "algebra.js": 12,
        "bn128.js": 7,
        "pols.js": 16,
        "scalar.js": 2,
        "sqrt.js": 4,
        "utils.js": 5,
        "zqfield.js": 4,
    },
    r1csfile: { "r1csfile.js": 2, "r1csfile_cg.test.js": 1 },
    circom_runtime: { "witness_calc.test.js": 2 },
};

/** Source file of ffjavascript -> the public class or builder that its default export is. */
const DEFAULTS = {
    bn128: "buildBn128",
    bls12381: "buildBls12381",
    f1field: "F1Field",
    f2field: "F2Field",
    f3field: "F3Field",
    ec: "EC",
    polfield: "PolField",
    bigbuffer: "BigBuffer",
    chacha: "ChaCha",
};
/** Source file -> the public namespace whose members it exports one by one. */
const NAMESPACES = { scalar: "Scalar", utils: "utils" };

const defaultShim = (name) => `export { ${name} as default } from "ffjavascript";\n`;
const namespaceShim = (name, members) =>
    [
        `import { ${name} } from "ffjavascript";`,
        ...members.map((member) => `const _${member} = ${name}.${member};\nexport { _${member} as ${member} };`),
        "",
    ].join("\n");

async function writeShims(project, folders) {
    const engine = await importFrom(project, "ffjavascript");
    const write = (path, text) => writeFileSync(join(project, path), text);
    mkdirSync(join(folders.ffjavascript, "src"));
    mkdirSync(join(folders.r1csfile, "src"));
    for (const [file, name] of Object.entries(DEFAULTS)) write(`ffjavascript/src/${file}.js`, defaultShim(name));
    for (const [file, name] of Object.entries(NAMESPACES))
        write(`ffjavascript/src/${file}.js`, namespaceShim(name, Object.keys(engine[name])));
    write("r1csfile/src/r1csfile.js", 'export * from "r1csfile";\n');
    for (const name of Object.keys(folders)) {
        write(`${name}/package.json`, '{ "type": "module" }\n');
        write(`${name}/main.js`, `export * from "${name}";\n`);
    }
}

/** A project with every package's own test folder in it, and shims around. */
async function prepare() {
    const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const { chai, mocha } = devDependencies;
    const project = scratchProject({ name: "upstream", engine: "turbo", dependencies: { ...CLIENTS, chai, mocha } });
    const folders = Object.fromEntries(Object.keys(EXPECTED).map((name) => [name, join(project, name)]));
    for (const [name, folder] of Object.entries(folders)) {
        rmSync(folder, { recursive: true, force: true });
        copyInto(
            join(root, "node_modules", name === "ffjavascript" ? "ffjavascript-oracle" : name, "test"),
            join(folder, "test"),
        );
    }
    await writeShims(project, folders);
    return { project, folders };
}

/** Runs mocha over the test files; resolves to its JSON report whether or not all passed. */
async function mochaReport(project, folder, files) {
    const output = join(folder, "report.json");
    rmSync(output, { force: true });
    const args = [
        join(project, "node_modules/mocha/bin/mocha.js"),
        "--no-config",
        "--exit",
        "--timeout",
        "120000",
        "--reporter",
        "json",
        "--reporter-option",
        `output=${output}`,
        ...files,
    ];
    const run = promisify(execFile)(process.execPath, args, {
        cwd: folder,
        timeout: 500_000,
        killSignal: "SIGKILL",
        maxBuffer: 1 << 27,
    });
    const said = await run.then(() => "", (error) => `${error.stdout}${error.stderr || error}`.slice(-4000));
    if (!existsSync(output)) throw new Error(`mocha: expected a report of ${files.join(", ")}, got none\n${said}`);
    return { ...JSON.parse(readFileSync(output, "utf8")), said };
}

const perFile = (tests) => tests.reduce((counts, { file }) => {
    const name = file.split(/[\\/]/).at(-1);
    return { ...counts, [name]: (counts[name] ?? 0) + 1 };
}, {});

describe("upstream suites on ffturbo", function () {
    this.timeout(600_000);
    let project, folders;
    before("installs, copies the suites", async () => {
        ({ project, folders } = await prepare());
    });

    it("run on ffturbo in every place", () => {
        expect(copiesOf(project, "ffjavascript").map(({ name }) => name)).to.deep.equal(["ffturbo"]);
    });

    for (const [name, counts] of Object.entries(EXPECTED)) {
        it(`${name}: ${Object.values(counts).reduce((sum, count) => sum + count)} tests pass`, async () => {
            const shipped = readdirSync(join(folders[name], "test")).filter(
                (file) => file.endsWith(".js") && !(name === "ffjavascript" && file === PRIVATE.file),
            );
            expect(shipped.sort(), "test files that npm ships").to.deep.equal(Object.keys(counts).sort());
            const { failures, passes, said } = await mochaReport(
                project,
                folders[name],
                shipped.map((file) => join("test", file)),
            );
            expect(failures.map(({ fullTitle, err }) => `${fullTitle}: ${err.message}`), said).to.deep.equal([]);
            expect(perFile(passes)).to.deep.equal(counts);
        });
    }

    it(`the ${PRIVATE.tests.length} tests out of reach are those of RatField, and no others`, async () => {
        const file = join(root, "node_modules/ffjavascript-oracle/test", PRIVATE.file);
        const { tests } = await mochaReport(root, folders.ffjavascript, [file]);
        expect(tests.map(({ title }) => title)).to.deep.equal(PRIVATE.tests);
    });
});
