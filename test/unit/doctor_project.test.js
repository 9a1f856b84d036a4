/** Which project a folder belongs to, and which manager installs it, by the files that are there. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, parse } from "node:path";
import { expect } from "chai";
import { describeManager, findProject, textOf, upwards } from "../../bin/lib/doctor/project.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";

const PACKAGE = "package.json", YARN = { packageManager: "yarn@4.1.0" }, BERRY = "__metadata:\n  version: 8\n";
const LINKER = "enableTelemetry: false\nnodeLinker: node-modules\n";

describe("the project of a folder", () => {
    let folder;
    beforeEach(() => { folder = temporaryFolder("project"); });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    /** @param {Record<string, any>} files - by their names; text as it is, all else as JSON */
    const build = (files) => {
        for (const [name, content] of Object.entries(files)) {
            mkdirSync(dirname(join(folder, name)), { recursive: true });
            writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
        }
    };

    for (const [files, wanted, says] of [
        [{}, ["npm", undefined, false, "no lock file: npm unless you say otherwise"], "npm"],
        [{ "package-lock.json": "{}" }, ["npm", undefined, false, "package-lock.json"], "npm"],
        [{ "npm-shrinkwrap.json": "{}" }, ["npm", undefined, false, "npm-shrinkwrap.json"], "npm"],
        [{ "bun.lock": "" }, ["bun", undefined, false, "bun.lock"], "bun"],
        [{ "bun.lockb": "" }, ["bun", undefined, false, "bun.lockb"], "bun"],
        [{ "pnpm-lock.yaml": "" }, ["pnpm", undefined, false, "pnpm-lock.yaml"], "pnpm"],
        [{ "pnpm-workspace.yaml": "" }, ["pnpm", undefined, false, "its settings"], "pnpm"],
        [{ "pnpm-lock.yaml": "", "node_modules/.modules.yaml": "packageManager: pnpm@10.4.0\n" },
            ["pnpm", 10, false, "pnpm-lock.yaml"], "pnpm 10.4.0"],
        [{ "node_modules/.modules.yaml": "packageManager: pnpm@10.4.0\n" },
            ["npm", undefined, false, "no lock file: npm unless you say otherwise"], "npm"],
        [{ [PACKAGE]: { packageManager: "pnpm@9.1.0+sha512.ab" }, "yarn.lock": "" },
            ["pnpm", 9, false, "packageManager \"pnpm@9.1.0+sha512.ab\""], "pnpm 9.1.0"],
        [{ [PACKAGE]: { packageManager: "pnpm" } }, ["pnpm", undefined, false, "packageManager \"pnpm\""], "pnpm"],
        [{ [PACKAGE]: { packageManager: "other@1" } },
            ["npm", undefined, false, "no lock file: npm unless you say otherwise"], "npm"],
        [{ [PACKAGE]: { devEngines: { packageManager: { name: "bun", version: "1.2" } } } },
            ["bun", 1, false, "devEngines.packageManager"], "bun 1.2"],
        [{ [PACKAGE]: { devEngines: { packageManager: [{ name: "other" }, { name: "pnpm", version: ">=10" }] } } },
            ["pnpm", 10, false, "devEngines.packageManager"], "pnpm >=10"],
        [{ "yarn.lock": "# yarn lockfile v1\n" }, ["yarn", 1, false, "yarn.lock"], "yarn 1"],
        [{ "yarn.lock": BERRY }, ["yarn", 2, true, "yarn.lock"], "yarn 2 or newer with Plug'n'Play"],
        [{ "yarn.lock": `# made by yarn\n\n${BERRY}`, "node_modules/x": "" }, ["yarn", 2, false, "yarn.lock"], "yarn 2 or newer"],
        [{ ".yarnrc.yml": "" }, ["yarn", 2, true, "its settings"], "yarn 2 or newer with Plug'n'Play"],
        [{ ".yarnrc.yml": LINKER }, ["yarn", 2, false, "its settings"], "yarn 2 or newer"],
        [{ ".yarnrc.yml": "nodeLinker: \"pnpm\"", ".pnp.cjs": "" }, ["yarn", 2, false, "its settings"], "yarn 2 or newer"],
        [{ ".yarnrc.yml": "nodeLinker: pnp", "node_modules/x": "" }, ["yarn", 2, false, "its settings"], "yarn 2 or newer"],
        [{ [PACKAGE]: YARN }, ["yarn", 4, true, "packageManager \"yarn@4.1.0\""], "yarn 4.1.0 with Plug'n'Play"],
        [{ [PACKAGE]: YARN, "node_modules/x": "" }, ["yarn", 4, false, "packageManager \"yarn@4.1.0\""], "yarn 4.1.0"],
        [{ [PACKAGE]: YARN, "node_modules/x": "", ".pnp.cjs": "" },
            ["yarn", 4, true, "packageManager \"yarn@4.1.0\""], "yarn 4.1.0 with Plug'n'Play"],
        [{ [PACKAGE]: { packageManager: "yarn@1.22.0" }, ".yarnrc.yml": "" },
            ["yarn", 1, false, "packageManager \"yarn@1.22.0\""], "yarn 1.22.0"],
        [{ [PACKAGE]: { packageManager: "yarn" }, "yarn.lock": BERRY },
            ["yarn", 2, true, "packageManager \"yarn\""], "yarn 2 or newer with Plug'n'Play"],
        [{ [PACKAGE]: { packageManager: "npm@10.0.0" }, ".yarnrc.yml": "", ".pnp.cjs": "" },
            ["npm", 10, false, "packageManager \"npm@10.0.0\""], "npm 10.0.0"],
    ]) it(`installed by ${says}: ${Object.keys(files).join(", ") || "nothing but a manifest"} ${JSON.stringify(wanted)}`, () => {
        build({ [PACKAGE]: {}, ...files });
        const { manager } = findProject(folder), { name, major, pnp, because } = manager;
        expect([name, major, pnp, because]).to.deep.equal(wanted);
        expect(describeManager(manager)).to.equal(says);
    });

    it("is the nearest folder above with a manifest; its root has a lock file, or a list of workspaces", () => {
        const below = join("packages", "one", "src"), at = join(folder, below), own = { name: "one" };
        build({ [`${below}/x`]: "", "packages/one/package.json": own, [PACKAGE]: { name: "all" } });
        const alone = findProject(at);
        expect([alone.folder, alone.root]).to.deep.equal([join(folder, "packages", "one"), join(folder, "packages", "one")]);
        expect([alone.own, alone.own === alone.manifest]).to.deep.equal([own, true]);
        for (const more of [{ "yarn.lock": "" }, { "pnpm-workspace.yaml": "" }, { [PACKAGE]: { name: "all", workspaces: [] } }]) {
            build({ [PACKAGE]: { name: "all" }, ...more });
            const { root, folder: nearest, manifest, own: mine } = findProject(at);
            expect([root, nearest]).to.deep.equal([folder, join(folder, "packages", "one")]);
            expect([manifest.name, mine]).to.deep.equal(["all", own]);
            for (const name of Object.keys(more)) rmSync(join(folder, name));
        }
        build({ "packages/yarn.lock": "" });
        expect(findProject(at).root, "a lock file without a manifest").to.equal(join(folder, "packages", "one"));
    });

    it("has one lock file, that of the manager that its manifest names, and others", () => {
        build({ [PACKAGE]: {}, "package-lock.json": "{}", "pnpm-lock.yaml": "", "yarn.lock": "" });
        const locks = ({ lock, otherLocks }) => [lock, ...otherLocks];
        expect(locks(findProject(folder))).to.deep.equal(["package-lock.json", "pnpm-lock.yaml", "yarn.lock"]);
        for (const [name, wanted] of [["yarn", "yarn.lock"], ["pnpm", "pnpm-lock.yaml"], ["bun", "package-lock.json"]]) {
            build({ [PACKAGE]: { packageManager: `${name}@9.0.0` } });
            const [first, ...others] = locks(findProject(folder));
            expect([first, others.length]).to.deep.equal([wanted, 2]);
            expect(findProject(folder).manager.name).to.equal(name);
        }
    });

    it("is none where no manifest is, or one that is no JSON; a mark of its encoding does no harm", () => {
        build({ "a/package.json": "\uFEFF{\"name\": \"a\"}", "b/package.json": "{" });
        expect(findProject(join(folder, "a")).manifest).to.deep.equal({ name: "a" });
        const refusal = (at) => {
            try {
                return findProject(at);
            } catch ({ code, message }) {
                return { code, message };
            }
        };
        const broken = refusal(join(folder, "b"));
        expect(broken.code).to.equal("ERR_FILE");
        expect(broken.message).to.include(`${join(folder, "b", PACKAGE)}: expected JSON, got`);
        const { root } = parse(folder);
        expect(refusal(root)).to.deep.equal(
            { code: "ERR_READ", message: `${join(root, PACKAGE)}: expected a project here or above, got none` });
    });

    it("upwards are all folders to the first one; a file that is not there has no text", () => {
        const { root } = parse(folder);
        expect(upwards(join(root, "a", "b"))).to.deep.equal([join(root, "a", "b"), join(root, "a"), root]);
        expect(textOf(join(folder, "none"))).to.equal("");
    });
});
