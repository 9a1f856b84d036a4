/** The doctor in projects of every package manager, as they lie on a disk: broken ones, and healthy ones. */
import { createHash } from "node:crypto";
import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { examine } from "../../bin/lib/doctor.mjs";
import { rangeOf, RELEASE, tarballOf } from "../../bin/lib/doctor/install.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { runCommand } from "../support/command.js";

const RANGE = rangeOf(RELEASE),
    THEIRS = { name: "ffjavascript", version: "0.3.1" },
    OURS = { name: "ffturbo", version: "0.1.0" };
const BERRY = "__metadata:\n  version: 8\n\n", YARN1 = "# yarn lockfile v1\n\n";
const SNARKJS = { dependencies: { snarkjs: "^0.7.6" } };

/** A package in node_modules of the project, or of another folder in it. */
const installed = (path, manifest) => ({ [`${path}/package.json`]: manifest });
const plain = (copy = THEIRS) => ({
    ...installed("node_modules/snarkjs", { name: "snarkjs" }),
    ...installed("node_modules/ffjavascript", copy),
});
const yarnEntry = (key, resolution, version) =>
    `"${key}":\n  version: ${version}\n  resolution: "${resolution}"\n  linkType: hard\n\n`;

/** What npm installs of a client that has ffjavascript as a peer. */
const withPeer = () => ({
    "package-lock.json": "{}",
    ...installed("node_modules/client", { name: "client", peerDependencies: { ffjavascript: "*" } }),
    ...plain(),
});
/** What the doctor says then. */
const NAME_BESIDE_PEER = {
    manager: "npm",
    steps: [
        ["package.json", { dependencies: { ffjavascript: RANGE }, overrides: { ffjavascript: "$ffjavascript" } }],
        ["", "remove package-lock.json and node_modules"],
        ["", "npm install"],
    ],
    left: [1, 1],
    why: /client has ffjavascript as a peer/,
};

/** name: [files, what the doctor says: manager, the steps as [file, change], and copies that are left of how many] */
const BROKEN = {
    "npm without a setting": [
        { "package.json": SNARKJS, "package-lock.json": "{}", ...plain() },
        {
            manager: "npm",
            steps: [
                ["package.json", { overrides: { ffjavascript: RANGE } }],
                ["", "remove package-lock.json and node_modules"],
                ["", "npm install"],
            ],
            left: [1, 1],
        },
    ],
    "npm with the setting, and a lock file from before": [
        { "package.json": { ...SNARKJS, overrides: { ffjavascript: RANGE } }, "package-lock.json": "{}", ...plain() },
        {
            manager: "npm",
            steps: [
                ["", "remove package-lock.json and node_modules"],
                ["", "npm install"],
            ],
            left: [1, 1],
        },
    ],
    "npm with resolutions, which are yarn's": [
        { "package.json": { ...SNARKJS, resolutions: { ffjavascript: RANGE } }, "package-lock.json": "{}", ...plain() },
        {
            manager: "npm",
            steps: [
                ["package.json", { overrides: { ffjavascript: RANGE } }],
                ["", "remove package-lock.json and node_modules"],
                ["", "npm install"],
            ],
            left: [1, 1],
            why: /not resolutions/,
        },
    ],
    "npm in a project that depends on ffjavascript itself": [
        {
            "package.json": { dependencies: { ffjavascript: "^0.3.1" }, overrides: { ffjavascript: RANGE } },
            "package-lock.json": "{}",
            ...plain(),
        },
        {
            manager: "npm",
            steps: [
                [
                    "package.json",
                    { dependencies: { ffjavascript: RANGE }, overrides: { ffjavascript: "$ffjavascript" } },
                ],
                ["", "remove package-lock.json and node_modules"],
                ["", "npm install"],
            ],
            left: [1, 1],
            why: /itself depends/,
        },
    ],
    "npm with an optional client alone that has ffjavascript as a peer": [
        {
            "package.json": { optionalDependencies: { client: "1" } },
            ...withPeer(),
        },
        NAME_BESIDE_PEER,
    ],
    "npm with a client that has ffjavascript as a peer": [
        {
            "package.json": { dependencies: { client: "1" }, overrides: { ffjavascript: RANGE } },
            ...withPeer(),
        },
        NAME_BESIDE_PEER,
    ],
    "npm with a setting for one client only: a nested copy is left": [
        {
            "package.json": { ...SNARKJS, overrides: { snarkjs: { ffjavascript: RANGE } } },
            ...plain(OURS),
            ...installed("node_modules/@iden3/circuits/node_modules/ffjavascript", THEIRS),
        },
        {
            manager: "npm",
            steps: [
                ["package.json", { overrides: { ffjavascript: RANGE } }],
                ["", "remove node_modules"],
                ["", "npm install"],
            ],
            left: [1, 2],
        },
    ],
    "npm that has not installed yet": [
        {
            "package.json": SNARKJS,
            "package-lock.json": {
                packages: {
                    "node_modules/ffjavascript": { version: "0.3.1" },
                    "node_modules/r1csfile/node_modules/ffjavascript": { version: "0.3.0" },
                },
            },
        },
        {
            manager: "npm",
            steps: [
                ["package.json", { overrides: { ffjavascript: RANGE } }],
                ["", "remove package-lock.json"],
                ["", "npm install"],
            ],
            left: [2, 2],
        },
    ],
    "a workspace with the setting in the wrong place": [
        {
            "package.json": { workspaces: ["apps/*"] },
            "package-lock.json": "{}",
            "apps/one/package.json": { ...SNARKJS, overrides: { ffjavascript: RANGE } },
            ...plain(),
        },
        {
            manager: "npm",
            at: "apps/one",
            steps: [
                ["package.json", { overrides: { ffjavascript: RANGE } }],
                ["apps/one/package.json", "remove ffjavascript from overrides"],
                ["", "remove package-lock.json and node_modules"],
                ["", "npm install"],
            ],
            left: [1, 1],
        },
    ],
    "a copy in the node_modules of a workspace": [
        {
            "package.json": { workspaces: ["apps/*"], overrides: { ffjavascript: RANGE } },
            "package-lock.json": "{}",
            ...plain(OURS),
            ...installed("apps/one/node_modules/ffjavascript", THEIRS),
        },
        {
            manager: "npm",
            steps: [
                ["", "remove package-lock.json and node_modules"],
                ["", "npm install"],
            ],
            left: [1, 2],
        },
    ],
    "pnpm 11 with the field of pnpm 10": [
        {
            "package.json": {
                ...SNARKJS,
                packageManager: "pnpm@11.0.1+sha512.ab",
                pnpm: { overrides: { ffjavascript: RANGE } },
            },
            "pnpm-lock.yaml": "lockfileVersion: '9.0'\n",
            ...installed("node_modules/.pnpm/ffjavascript@0.3.1/node_modules/ffjavascript", THEIRS),
        },
        {
            manager: "pnpm 11.0.1",
            steps: [
                ["pnpm-workspace.yaml", `overrides:\n  ffjavascript: ${RANGE}`],
                ["", "pnpm install"],
            ],
            left: [1, 1],
            why: /do not read the field pnpm/,
        },
    ],
    "pnpm 10 without a setting, known by what it installed": [
        {
            "package.json": SNARKJS,
            "pnpm-lock.yaml": "lockfileVersion: '9.0'\n",
            "node_modules/.modules.yaml": '{\n  "packageManager": "pnpm@10.4.0"\n}',
            ...installed("node_modules/.pnpm/ffjavascript@0.3.1/node_modules/ffjavascript", THEIRS),
        },
        {
            manager: "pnpm 10.4.0",
            steps: [
                ["package.json", { pnpm: { overrides: { ffjavascript: RANGE } } }],
                ["", "pnpm install"],
            ],
            left: [1, 1],
        },
    ],
    "pnpm, with a copy that its store says is used": [
        {
            "package.json": { ...SNARKJS, packageManager: "pnpm@9.15.0" },
            "pnpm-lock.yaml": "",
            "node_modules/.pnpm/lock.yaml": "packages:\n\n  ffjavascript@0.3.1:\n    resolution: {}\n",
            ...installed("node_modules/.pnpm/ffjavascript@0.3.1/node_modules/ffjavascript", THEIRS),
            ...installed("node_modules/.pnpm/ffjavascript@0.2.0/node_modules/ffjavascript", {
                ...THEIRS,
                version: "0.2.0",
            }),
        },
        {
            manager: "pnpm 9.15.0",
            steps: [
                ["package.json", { pnpm: { overrides: { ffjavascript: RANGE } } }],
                ["", "pnpm install"],
            ],
            left: [1, 1],
        },
    ],
    "pnpm 9 with the file of pnpm 10": [
        {
            "package.json": { ...SNARKJS, packageManager: "pnpm@9.15.0" },
            "pnpm-lock.yaml": "packages:\n\n  ffjavascript@0.3.1:\n    resolution: {}\n",
            "pnpm-workspace.yaml": `overrides:\n  ffjavascript: ${RANGE}\n`,
        },
        {
            manager: "pnpm 9.15.0",
            steps: [
                ["package.json", { pnpm: { overrides: { ffjavascript: RANGE } } }],
                ["", "pnpm install"],
            ],
            left: [1, 1],
        },
    ],
    "pnpm of a version that nothing tells": [
        {
            "package.json": SNARKJS,
            "pnpm-lock.yaml": "packages:\n\n  ffjavascript@0.3.1:\n    resolution: {}\n",
            "pnpm-workspace.yaml": "packages:\n  - .\n",
        },
        {
            manager: "pnpm",
            steps: [
                ["pnpm-workspace.yaml", `overrides:\n  ffjavascript: ${RANGE}`],
                ["", "pnpm install"],
            ],
            left: [1, 1],
            why: /for pnpm 9 and 10 put/,
        },
    ],
    "yarn 1 with overrides, which are npm's": [
        { "package.json": { ...SNARKJS, overrides: { ffjavascript: RANGE } }, "yarn.lock": YARN1, ...plain() },
        {
            manager: "yarn 1",
            steps: [
                ["package.json", { resolutions: { ffjavascript: RANGE } }],
                ["", "yarn install"],
            ],
            left: [1, 1],
            why: /not overrides/,
        },
    ],
    "yarn 4 without a range": [
        {
            "package.json": { ...SNARKJS, packageManager: "yarn@4.9.1", resolutions: { ffjavascript: "npm:ffturbo" } },
            "yarn.lock": BERRY,
            ".yarnrc.yml": "nodeLinker: node-modules\n",
            ...plain(),
        },
        {
            manager: "yarn 4.9.1",
            steps: [
                ["package.json", { resolutions: { ffjavascript: RANGE } }],
                ["", "yarn install"],
            ],
            left: [1, 1],
            why: /ask for a range/,
        },
    ],
    ...Object.fromEntries([RANGE, "npm:ffturbo@^0.1.0", "file:./ffturbo-0.1.0.tgz", "./ffturbo-0.1.0.tgz"].map((value) => [
        `yarn 4 with ${value}, not installed since`,
        [
            {
                "package.json": { ...SNARKJS, packageManager: "yarn@4.9.1", resolutions: { ffjavascript: value } },
                "yarn.lock": BERRY,
                ".yarnrc.yml": "nodeLinker: node-modules\n",
                ...plain(),
            },
            { manager: "yarn 4.9.1", steps: [["", "yarn install"]], left: [1, 1] },
        ],
    ])),
    "yarn with Plug'n'Play": [
        {
            "package.json": SNARKJS,
            ".pnp.cjs": "",
            "yarn.lock":
                BERRY + yarnEntry("ffjavascript@npm:0.3.1, ffjavascript@npm:^0.3.0", "ffjavascript@npm:0.3.1", "0.3.1"),
        },
        {
            manager: "yarn 2 or newer with Plug'n'Play",
            steps: [
                ["package.json", { resolutions: { ffjavascript: RANGE } }],
                ["", "yarn install"],
            ],
            left: [1, 1],
        },
    ],
    "bun without a setting": [
        { "package.json": SNARKJS, "bun.lock": "{}", ...plain() },
        {
            manager: "bun",
            steps: [
                ["package.json", { overrides: { ffjavascript: RANGE } }],
                ["", "bun install"],
            ],
            left: [1, 1],
        },
    ],
};

const HEALTHY = {
    "npm, replaced": [
        {
            "package.json": { ...SNARKJS, overrides: { ffjavascript: RANGE } },
            "package-lock.json": "{}",
            ...plain(OURS),
        },
        1,
    ],
    "npm, no package asks for ffjavascript": [
        {
            "package.json": { name: "other" },
            "package-lock.json": "{}",
            ...installed("node_modules/other", { name: "other" }),
        },
        0,
    ],
    "nothing but a manifest": [{ "package.json": {} }, 0],
    "npm, replaced in the lock file": [
        {
            "package.json": { overrides: { ffjavascript: RANGE } },
            "package-lock.json": { packages: { "node_modules/ffjavascript": { name: "ffturbo", version: "0.1.0" } } },
        },
        1,
    ],
    "pnpm, links into its store": [
        {
            "package.json": SNARKJS,
            "pnpm-lock.yaml": "",
            "pnpm-workspace.yaml": `overrides:\n  ffjavascript: ${RANGE}\n`,
            ...installed("node_modules/.pnpm/ffturbo@0.1.0/node_modules/ffturbo", OURS),
            "node_modules/.pnpm/snarkjs@0.7.6/node_modules/ffjavascript": {
                link: "../../ffturbo@0.1.0/node_modules/ffturbo",
            },
        },
        1,
    ],
    "pnpm, with what it leaves in its store for a week": [
        {
            "package.json": { ...SNARKJS, pnpm: { overrides: { ffjavascript: RANGE } } },
            "pnpm-lock.yaml": "",
            "node_modules/.pnpm/lock.yaml": "packages:\n\n  ffturbo@0.1.0:\n    resolution: {}\n",
            ...installed("node_modules/.pnpm/ffjavascript@0.3.1/node_modules/ffjavascript", THEIRS),
            ...installed("node_modules/.pnpm/ffturbo@0.1.0/node_modules/ffturbo", OURS),
            "node_modules/.pnpm/snarkjs@0.7.6/node_modules/ffjavascript": {
                link: "../../ffturbo@0.1.0/node_modules/ffturbo",
            },
        },
        1,
    ],
    "pnpm, in its lock file": [
        { "package.json": SNARKJS, "pnpm-lock.yaml": "packages:\n\n  ffturbo@0.1.0:\n    resolution: {}\n" },
        1,
    ],
    "yarn 1, in its lock file": [
        {
            "package.json": SNARKJS,
            "yarn.lock": `${YARN1}"ffjavascript@npm:ffturbo@*", ffjavascript@^0.3.0:\n  version "0.1.0"\n  resolved "https://example.org/ffturbo/-/ffturbo-0.1.0.tgz#ab"\n`,
        },
        1,
    ],
    "yarn with Plug'n'Play": [
        {
            "package.json": SNARKJS,
            ".pnp.cjs": "",
            "yarn.lock": BERRY + yarnEntry("ffjavascript@npm:ffturbo@*", "ffturbo@npm:0.1.0", "0.1.0"),
        },
        1,
    ],
    "bun, in its lock file": [
        {
            "package.json": SNARKJS,
            "bun.lock": '{\n  "packages": {\n    "ffjavascript": ["ffturbo@0.1.0", "", {}, "sha512-ab"],\n  }\n}\n',
        },
        1,
    ],
};

describe("prover: the doctor", function () {
    this.timeout(60_000);
    let folder;
    beforeEach(() => {
        folder = realpathSync(temporaryFolder("doctor"));
        writeFileSync(join(folder, tarballOf(RELEASE)), "the tarball"); // what is to be done where it is missing: below
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    const build = (files) => {
        for (const [name, value] of Object.entries(files)) {
            const path = join(folder, name);
            mkdirSync(dirname(path), { recursive: true });
            if (Object.hasOwn(value, "link")) symlinkSync(value.link, path, "junction");
            else writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
        }
    };
    /** Whatever the change: a record of the manifest is compared as such. */
    const changeOf = ({ file, change }) => [file, change.startsWith("{") ? JSON.parse(change) : change];
    const leftOf = ({ copies }) => [copies.filter(({ replaced }) => !replaced).length, copies.length];

    for (const [name, [files, expected]] of Object.entries(BROKEN)) it(`broken: ${name}`, async () => {
        build(files);
        const { code, out } = await runCommand(join(folder, expected.at ?? "."), ["doctor", "--json"]),
            report = JSON.parse(out);
        expect({ code, ok: report.ok, left: leftOf(report), steps: report.steps.map(changeOf) }).to.deep.equal({
            code: 8,
            ok: false,
            left: expected.left,
            steps: expected.steps,
        });
        for (const { file, change, why } of report.steps)
            expect([file, change, why].every((text) => typeof text === "string") && why !== "", change).to.equal(true);
        if (expected.why) expect(report.steps.map(({ why }) => why).join()).to.match(expected.why);
        const text = await runCommand(join(folder, expected.at ?? "."), ["doctor"]);
        expect({ code: text.code, err: text.err }).to.deep.equal({ code: 8, err: "" });
        expect(text.out)
            .to.include(`${"installed by".padEnd(15)} ${expected.manager} (`)
            .and.include(`${expected.left[0]} of ${expected.left[1]} not replaced`)
            .and.include("NOT replaced")
            .and.include("To do:");
        for (const { change } of report.steps) for (const line of change.split("\n")) expect(text.out).to.include(line);
    });

    for (const [name, [files, count]] of Object.entries(HEALTHY)) it(`healthy: ${name}`, () => {
        build(files);
        const report = examine(folder);
        expect({ ok: report.ok, left: leftOf(report), steps: report.steps }).to.deep.equal({
            ok: true,
            left: [0, count],
            steps: [],
        });
    });

    it("says where the package comes from, as long as it is in no registry", () => {
        rmSync(join(folder, tarballOf(RELEASE)));
        build(BROKEN["npm without a setting"][0]);
        const { steps } = examine(folder), [{ change, why }] = steps;
        if (RELEASE.published) expect(steps.map(changeOf)).to.deep.equal(BROKEN["npm without a setting"][1].steps);
        else expect([change, why]).to.deep.equal(["npm ci && npm pack",
            `ffturbo is not in the registry yet: run this in a clone of its repository, and copy ${tarballOf(RELEASE)} to here`]);
        build({ "package.json": { ...SNARKJS, overrides: { ffjavascript: RANGE } }, ...plain(OURS) });
        expect(examine(folder).steps).to.deep.equal([]);
    });

    for (const [lock, entry, again] of [
        ["package-lock.json", (file, hash) => JSON.stringify({ packages: { "node_modules/ffjavascript": {
            name: "ffturbo", version: "0.1.0", resolved: `file:${file}`, integrity: hash,
        } } }, null, 2), "npm"],
        ["pnpm-lock.yaml", (file, hash) => `packages:\n  ffturbo@file:${file}:\n    resolution: {integrity: ${hash}, tarball: file:${file}}\n`, "pnpm"],
        ["yarn.lock", (file) => `${YARN1}"ffjavascript@file:./${file}":\n  version "0.1.0"\n  resolved "file:./${file}#00ff"\n`, "yarn"],
    ])
        it(`finds a ${lock} that no install can follow: of a tarball that is gone, or another one`, () => {
            const hash = (text) => `sha512-${createHash("sha512").update(text).digest("base64")}`, old = "ffturbo-0.0.9.tgz";
            const todo = (file, of) => {
                build({ "package.json": SNARKJS, [lock]: entry(file, hash(of)), ...plain(OURS) });
                return examine(folder).steps.map(({ change, why }) => [change, why]);
            };
            const steps = (why) => [[`remove ${lock} and node_modules`, why], [`${again} install`, "installs the tarball that is here"]];
            const [gone] = todo(old, "the tarball");
            expect(gone[0]).to.equal(steps()[0][0]);
            expect(gone[1]).to.match(new RegExp(`^${lock} names (\\./)?${old}, which is not here \\(ENOENT\\)$`));
            expect(todo(tarballOf(RELEASE), "the tarball")).to.deep.equal([]);
            const other = todo(tarballOf(RELEASE), "another tarball");
            if (again === "yarn") expect(other).to.deep.equal([]); // its hash is not one of the whole file
            else expect(other).to.deep.equal(steps(`${lock} has the hash of another ${tarballOf(RELEASE)} ("tarball seems to be corrupted", EINTEGRITY)`));
        });

    it("takes the folder above that has the lock file for the one that is installed", () => {
        build({ "package.json": {}, "package-lock.json": "{}", "tools/one/package.json": {} });
        expect(examine(join(folder, "tools/one"))).to.deep.include({ project: folder, lock: "package-lock.json" });
    });

    it("says which snarkjs is there, and whether it is ours", async () => {
        build({ "package.json": {}, ...plain(OURS) });
        expect(examine(folder)).to.deep.include({
            ok: true, snarkjs: [{ where: "node_modules/snarkjs", name: "snarkjs", version: undefined, replaced: false }],
        });
        expect((await runCommand(folder, ["doctor"])).out).to.match(/^snarkjs +node_modules\/snarkjs: snarkjs; .*npm:ffturbo-snarkjs@\*$/m);
        build(installed("node_modules/snarkjs", { name: "ffturbo-snarkjs", version: "0.7.600" }));
        expect(examine(folder).snarkjs).to.deep.include({
            where: "node_modules/snarkjs", name: "ffturbo-snarkjs", version: "0.7.600", replaced: true,
        });
        expect((await runCommand(folder, ["doctor"])).out).to.match(/^snarkjs +node_modules\/snarkjs: ffturbo-snarkjs 0.7.600$/m);
        build({ "package.json": { ...SNARKJS, packageManager: "yarn@4.0.0" }, "yarn.lock": BERRY, ".pnp.cjs": "" });
        expect(examine(folder).snarkjs, "what Plug'n'Play does not use").to.deep.equal([]);
    });

    it("follows packageManager if there are two lock files, and says so", () => {
        build({ "package.json": { packageManager: "yarn@1.22.22" }, "package-lock.json": "{}", "yarn.lock": YARN1 });
        expect(examine(folder)).to.deep.include({ lock: "yarn.lock", otherLocks: ["package-lock.json"] });
    });

    it("says what this machine gives, with 0 where nothing is to be done", async () => {
        build({ "package.json": {} });
        const { code, out } = await runCommand(folder, ["doctor", "--threads", "3"]);
        expect(code).to.equal(0);
        expect(out)
            .to.match(/^this machine +tier (fma|simd|scalar), 3 threads, [\d.]+ GiB of memory, Node /m)
            .and.match(/^ffjavascript +no copy/m);
    });

    it("refuses a folder without a project, and a manifest that is no JSON, with 3", async () => {
        expect(await runCommand(folder, ["doctor"])).to.include({ code: 3, out: "" });
        build({ "package.json": "{" });
        const { code, err } = await runCommand(folder, ["doctor"]);
        expect(code).to.equal(3);
        expect(err).to.match(/^ffturbo: .*package\.json: expected JSON, got /);
    });
});
