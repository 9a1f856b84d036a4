/** Which ffjavascript the bench runs: that of the project, from where no other user can write. */
import { chmodSync, chownSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { findReference } from "../../bin/lib/reference.mjs";
import { isOpenCheckout, workFolder } from "../support/scratch.js";

const SOMEBODY = 65534;

describe("command: the ffjavascript that the bench runs", () => {
    let folder, project;
    before(function () { if (!process.getuid || isOpenCheckout()) this.skip(); });
    beforeEach(() => {
        globalThis.ffturboTestLoads = 0;
        folder = workFolder("reference");
        project = join(folder, "above", "project");
        mkdirSync(project, { recursive: true });
    });
    afterEach(() => {
        delete globalThis.ffturboTestLoads;
        rmSync(folder, { recursive: true, force: true });
    });

    const writeJson = (path, value) => writeFileSync(path, JSON.stringify(value));
    const LOCKED = { packages: { "node_modules/ffjavascript": { version: "9.9.9" } } };
    /** The project's manifest and lock file. */
    const describeIn = (at, { manifest = { devDependencies: { ffjavascript: "*" } }, lock = { packages: {} } } = {}) => {
        writeJson(join(at, "package.json"), manifest);
        writeJson(join(at, "package-lock.json"), lock);
    };
    /** A package that says when it runs. */
    const place = (at, name = "ffjavascript") => {
        mkdirSync(at, { recursive: true });
        writeFileSync(join(at, "index.js"), "globalThis.ffturboTestLoads++;");
        writeJson(join(at, "package.json"), { name, version: "9.9.9" });
    };
    const modules = (at) => join(at, "node_modules", "ffjavascript");
    const search = async (at = project) => {
        const { reference, why } = await findReference(at);
        expect(globalThis.ffturboTestLoads).to.equal(reference ? 1 : 0);
        return reference?.version ?? why ?? "none";
    };
    const refused = (path) =>
        `ffjavascript: expected a place where only you can write, got ${path}: nothing to compare with`;

    it("is one that the manifest names", async () => {
        describeIn(project);
        place(modules(project));
        expect(await search()).to.equal("9.9.9");
    });

    for (const kind of ["dependencies", "optionalDependencies", "peerDependencies"]) it(`may be in ${kind}`, async () => {
        describeIn(project, { manifest: { [kind]: { ffjavascript: "*" } } });
        place(modules(project));
        expect(await search()).to.equal("9.9.9");
    });

    it("has the version of its own manifest, also below a folder with a manifest that says less", async () => {
        describeIn(project);
        place(modules(project));
        mkdirSync(join(modules(project), "lib"));
        writeFileSync(join(modules(project), "lib", "index.js"), "globalThis.ffturboTestLoads++;");
        writeJson(join(modules(project), "lib", "package.json"), { type: "commonjs" });
        writeJson(join(modules(project), "package.json"), { name: "ffjavascript", version: "9.9.9", main: "lib/index.js" });
        expect(await search()).to.equal("9.9.9");
    });

    it("may be anywhere where modes do not say who can write", async () => {
        const { getuid } = process;
        describeIn(project);
        place(modules(project));
        chmodSync(project, 0o777);
        process.getuid = undefined;
        try {
            const { findReference: find } = await import("../../bin/lib/reference.mjs?without-users");
            expect((await find(project)).reference?.version).to.equal("9.9.9");
        } finally {
            process.getuid = getuid;
        }
    });

    it("may be another's dependency, named in the lock file alone", async () => {
        describeIn(project, { manifest: {}, lock: LOCKED });
        place(modules(project));
        expect(await search()).to.equal("9.9.9");
    });

    it("is found from below the project, and from a workspace of it", async () => {
        describeIn(project);
        place(modules(project));
        mkdirSync(join(project, "below"));
        expect(await search(join(project, "below"))).to.equal("9.9.9");
    });

    it("may be that of the whole repository of a workspace", async () => {
        describeIn(project, { manifest: {}, lock: LOCKED });
        place(modules(project));
        mkdirSync(join(project, "packages", "one"), { recursive: true });
        writeJson(join(project, "packages", "one", "package.json"), {});
        expect(await search(join(project, "packages", "one"))).to.equal("9.9.9");
    });

    it("is none where neither names it", async () => {
        place(modules(project));
        describeIn(project, { manifest: {} });
        expect(await search()).to.equal("none");
        describeIn(project, { manifest: { scripts: { ffjavascript: "*" } } });
        expect(await search()).to.equal("none");
    });

    it("is none that lies above the project", async () => {
        describeIn(project);
        place(modules(dirname(project)));
        expect(await search()).to.equal("none");
        mkdirSync(modules(project), { recursive: true }); // with nothing in it, Node would look further up
        expect(await search()).to.equal("none");
    });

    it("is none that the package takes from beside itself", async () => {
        describeIn(project);
        place(join(project, "node_modules", "ffjavascript-other"));
        mkdirSync(modules(project));
        writeJson(join(modules(project), "package.json"), { main: "../ffjavascript-other/index.js" });
        expect(await search()).to.equal("none");
    });

    it("is not ours in its place, and none that is damaged", async () => {
        describeIn(project);
        place(modules(project), "ffturbo");
        expect(await search()).to.equal("none");
        place(modules(project));
        writeFileSync(join(modules(project), "index.js"), "(");
        expect(await search()).to.equal("none");
        writeFileSync(join(project, "package.json"), "(");
        expect(await search()).to.equal("none");
    });

    /** What other users could write to, with everything else closed to them. */
    const OPEN = {
        "the folder above the project": () => dirname(project),
        "the project": () => project,
        "node_modules": () => dirname(modules(project)),
        "the package": () => modules(project),
        "the file": () => join(modules(project), "index.js"),
    };
    for (const [name, pathOf] of Object.entries(OPEN)) {
        it(`is none if everybody can write to ${name}`, async () => {
            describeIn(project);
            place(modules(project));
            chmodSync(pathOf(), 0o777);
            expect(await search()).to.equal(refused(pathOf()));
            chmodSync(pathOf(), 0o755);
            expect(await search()).to.equal("9.9.9");
        });

        it(`is none if another user, or a group of some, has ${name}`, async function () {
            if (process.getuid() !== 0) this.skip(); // only root can give it away
            describeIn(project);
            place(modules(project));
            chownSync(pathOf(), SOMEBODY, 0);
            expect(await search()).to.equal(refused(pathOf()));
            chownSync(pathOf(), 0, SOMEBODY);
            chmodSync(pathOf(), 0o775);
            expect(await search()).to.equal(refused(pathOf()));
            chownSync(pathOf(), 0, 0); // a group of the user's own
            expect(await search()).to.equal("9.9.9");
        });
    }

    it("is none if a link leads to where others can write, or is in such a place", async () => {
        describeIn(project);
        const target = join(folder, "store", "ffjavascript");
        place(target);
        mkdirSync(dirname(modules(project)));
        symlinkSync(target, modules(project));
        for (const open of [dirname(target), dirname(modules(project))]) {
            chmodSync(open, 0o777);
            expect(await search()).to.equal(refused(open));
            chmodSync(open, 0o755);
        }
        expect(await search()).to.equal("9.9.9");
    });

    it("is none if node_modules is a link to where others can write", async () => {
        describeIn(project);
        const store = join(folder, "store");
        place(join(store, "ffjavascript"));
        symlinkSync(store, dirname(modules(project)));
        chmodSync(store, 0o777);
        expect(await search()).to.equal(refused(dirname(modules(project))));
        chmodSync(store, 0o755);
        expect(await search()).to.equal("9.9.9");
    });
});
