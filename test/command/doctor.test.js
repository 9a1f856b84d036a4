/** The doctor in projects of every package manager, as they lie on a disk: broken ones, and healthy ones. */
import { createHash } from "node:crypto";
import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
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

/** Steps of npm: a direct dependency and the override that refers to it; what is installed again. */
const TWICE = (kind) => ["package.json", { [kind]: { ffjavascript: RANGE }, overrides: { ffjavascript: "$ffjavascript" } }];
const AGAIN = Object.freeze([["", "remove package-lock.json and node_modules"], ["", "npm install"]]);

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
    "npm in a project that depends on ours by its name, without the setting": [
        { "package.json": { dependencies: { ffjavascript: RANGE } }, "package-lock.json": "{}", ...plain() },
        { manager: "npm", steps: [TWICE("dependencies"), ...AGAIN], left: [1, 1] },
    ],
    "npm with a reference to a dependency that is theirs": [
        {
            "package.json": { devDependencies: { ffjavascript: "^0.3.1" }, overrides: { ffjavascript: "$ffjavascript" } },
            "package-lock.json": "{}", ...plain(),
        },
        { manager: "npm", steps: [TWICE("devDependencies"), ...AGAIN], left: [1, 1] },
    ],
    "npm in a project that may do without ffjavascript": [
        { "package.json": { optionalDependencies: { ffjavascript: "^0.3.1" } }, "package-lock.json": "{}", ...plain() },
        { manager: "npm", steps: [TWICE("optionalDependencies"), ...AGAIN], left: [1, 1] },
    ],
    "npm in a project that has ffjavascript as a peer": [
        { "package.json": { peerDependencies: { ffjavascript: "^0.3.1" } }, "package-lock.json": "{}", ...plain() },
        { manager: "npm", steps: [TWICE("dependencies"), ...AGAIN], left: [1, 1], why: /^the project has ffjavascript as a peer/ },
    ],
    ...Object.fromEntries(["$ffjavascript", RANGE].map((value) => [`npm with ${value} beside a dependency on ours, not installed since`, [
        {
            "package.json": { dependencies: { ffjavascript: RANGE }, overrides: { ffjavascript: value } },
            "package-lock.json": "{}", ...plain(),
        },
        { manager: "npm", steps: AGAIN, left: [1, 1] },
    ]])),
    "bun with resolutions, which it reads as well": [
        { "package.json": { ...SNARKJS, resolutions: { ffjavascript: RANGE } }, "bun.lock": "{}", ...plain() },
        {
            manager: "bun", steps: [["package.json", { overrides: { ffjavascript: RANGE } }], ["", "bun install"]],
            left: [1, 1], why: /^replaces every copy/,
        },
    ],
    ...Object.fromEntries([
        ["9 with its field", "9.15.0", { "package.json": { pnpm: { overrides: { ffjavascript: RANGE } } } }],
        ["9 with a reference to a dependency on ours", "9.15.0", { "package.json": {
            devDependencies: { ffjavascript: RANGE }, pnpm: { overrides: { ffjavascript: "$ffjavascript" } },
        } }],
        ["10 with its file", "10.0.0", { "pnpm-workspace.yaml": `overrides:\n  ffjavascript: ${RANGE}\n` }],
        ["11 with a file of Windows", "11.0.0", { "pnpm-workspace.yaml": `overrides:\r\n\r\n  ffjavascript: ${RANGE}\r\n` }],
    ].map(([name, version, { "package.json": manifest, ...files }]) => [`pnpm ${name}, not installed since`, [
        { ...files, ...plain(), "package.json": { ...manifest, packageManager: `pnpm@${version}` }, "pnpm-lock.yaml": "" },
        { manager: `pnpm ${version}`, steps: [["", "pnpm install"]], left: [1, 1] },
    ]])),
    "pnpm 10 with a reference to a dependency that is theirs": [
        {
            "package.json": {
                dependencies: { ffjavascript: "^0.3.1" }, packageManager: "pnpm@10.0.0",
                pnpm: { overrides: { ffjavascript: "$ffjavascript" } },
            },
            "pnpm-lock.yaml": "", ...plain(),
        },
        {
            manager: "pnpm 10.0.0", left: [1, 1],
            steps: [["package.json", { pnpm: { overrides: { ffjavascript: RANGE } } }], ["", "pnpm install"]],
        },
    ],
    "yarn 1 without a range, which it does not ask for, not installed since": [
        { "package.json": { ...SNARKJS, resolutions: { ffjavascript: "npm:ffturbo" } }, "yarn.lock": YARN1, ...plain() },
        { manager: "yarn 1", steps: [["", "yarn install"]], left: [1, 1] },
    ],
    "yarn 4 with another file in its place": [
        {
            "package.json": { ...SNARKJS, packageManager: "yarn@4.9.1", resolutions: { ffjavascript: "file:./other.tgz" } },
            "yarn.lock": BERRY, ".yarnrc.yml": "nodeLinker: node-modules\n", ...plain(),
        },
        {
            manager: "yarn 4.9.1", left: [1, 1],
            steps: [["package.json", { resolutions: { ffjavascript: RANGE } }], ["", "yarn install"]],
        },
    ],
    ...Object.fromEntries([
        [{ overrides: { other: "1" }, resolutions: { ffjavascript: RANGE } }, "resolutions"],
        [{ pnpm: { overrides: { ffjavascript: RANGE } } }, "pnpm"],
        [{ overrides: { ffjavascript: RANGE }, resolutions: { ffjavascript: RANGE } }, "overrides and resolutions"],
    ].map(([own, names]) => [`a workspace with the setting in ${names}`, [
        {
            "package.json": { workspaces: ["apps/*"] }, "package-lock.json": "{}", ...plain(),
            "apps/one/package.json": { ...SNARKJS, ...own },
        },
        {
            manager: "npm", at: "apps/one", left: [1, 1], steps: [
                ["package.json", { overrides: { ffjavascript: RANGE } }],
                ["apps/one/package.json", `remove ffjavascript from ${names}`], ...AGAIN,
            ],
        },
    ]])),
    "npm with a lock file of a tarball that is gone, and a copy that is left": [
        {
            "package.json": { ...SNARKJS, overrides: { ffjavascript: "npm:ffturbo@*" } }, ...plain(),
            "package-lock.json": '{ "resolved": "file:ffturbo-0.0.9.tgz", "integrity": "sha512-ab" }',
        },
        { manager: "npm", steps: AGAIN, left: [1, 1], why: /installs the tarball that is here/ },
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

const PNPM_LOCK = "packages:\n\n  ffjavascript@0.3.1:\n    resolution: {}\n";
const YARN_KEY = "ffjavascript@npm:0.3.1, ffjavascript@npm:^0.3.0";

/** name: [files, each copy as "where: name version", with a * if it is replaced] */
const FOUND = {
    "in the store of yarn": [
        { "package.json": {}, ...installed("node_modules/.store/ffjavascript-npm-0.3.1-ab/node_modules/ffjavascript", THEIRS) },
        ["node_modules/.store/ffjavascript-npm-0.3.1-ab/node_modules/ffjavascript: ffjavascript 0.3.1"],
    ],
    "four folders below the project, and no further": [
        {
            "package.json": {}, "node_modules/x/package.json": {}, ...installed("a/b/c/d/node_modules/ffjavascript", THEIRS),
            ...installed("a/b/c/d/e/node_modules/ffjavascript", THEIRS), shortcut: { link: "a/b/c/d/e" },
        },
        ["a/b/c/d/node_modules/ffjavascript: ffjavascript 0.3.1"],
    ],
    "in workspaces, where they are and not where they are linked to": [
        {
            "package.json": {}, "node_modules/one": { link: "../packages/one" }, "node_modules/@all/two": { link: "../../packages/two" },
            ...installed("packages/one/node_modules/ffjavascript", THEIRS), ...installed("packages/two/node_modules/ffjavascript", OURS),
        },
        ["packages/one/node_modules/ffjavascript: ffjavascript 0.3.1", "packages/two/node_modules/ffjavascript: ffturbo 0.1.0 *"],
    ],
    "once, at the first place that leads there": [
        {
            "package.json": {}, ...installed("node_modules/.pnpm/ffjavascript@0.3.1/node_modules/ffjavascript", THEIRS),
            "node_modules/ffjavascript": { link: ".pnpm/ffjavascript@0.3.1/node_modules/ffjavascript" },
        },
        ["node_modules/.pnpm/ffjavascript@0.3.1/node_modules/ffjavascript: ffjavascript 0.3.1"],
    ],
    "not in folders that are hidden, nor behind links that lead nowhere": [
        {
            "package.json": {}, ...installed("node_modules/.cache/node_modules/ffjavascript", THEIRS),
            ...installed(".hidden/node_modules/ffjavascript", THEIRS), "node_modules/ffjavascript": { link: "nowhere" },
        },
        [],
    ],
    "a damaged one": [
        { "package.json": {}, "node_modules/ffjavascript/package.json": "{" },
        ["node_modules/ffjavascript: undefined undefined"],
    ],
    "beside the store of pnpm, whose list says nothing of it, and in it from a tarball": [
        {
            "package.json": {}, "node_modules/.pnpm/lock.yaml": "packages:\n\n  ffturbo@file:ffturbo-0.1.0.tgz:\n",
            ...installed("node_modules/.pnpm/ffturbo@file+ffturbo-0.1.0.tgz/node_modules/ffjavascript", OURS),
            ...installed("node_modules/ffjavascript", THEIRS),
        },
        [
            "node_modules/.pnpm/ffturbo@file+ffturbo-0.1.0.tgz/node_modules/ffjavascript: ffturbo 0.1.0 *",
            "node_modules/ffjavascript: ffjavascript 0.3.1",
        ],
    ],
    ...Object.fromEntries(["package-lock.json", "npm-shrinkwrap.json"].map((lock) => [`in ${lock}`, [
        {
            "package.json": {}, [lock]: { packages: {
                "node_modules/ffjavascript": { version: "0.1.0", resolved: "file:ffturbo-0.1.0.tgz" },
                "node_modules/a/node_modules/ffjavascript": { version: "0.3.1" }, "old_node_modules/ffjavascript": { version: "0.3.0" },
            } },
        },
        ["node_modules/ffjavascript: ffturbo 0.1.0 *", "node_modules/a/node_modules/ffjavascript: ffjavascript 0.3.1"],
    ]])),
    "in pnpm-lock.yaml, of both kinds": [
        { "package.json": {}, "pnpm-lock.yaml": `${PNPM_LOCK}\n  ffturbo@0.1.0:\n    resolution: {}\n` },
        ["ffjavascript@0.3.1: ffjavascript 0.3.1", "ffturbo@0.1.0: ffturbo 0.1.0 *"],
    ],
    "in yarn.lock, as Windows may have it": [
        { "package.json": {}, "yarn.lock": (BERRY + yarnEntry(YARN_KEY, "ffjavascript@npm:0.3.1", "0.3.1")).replaceAll("\n", "\r\n") },
        [`${YARN_KEY}: ffjavascript 0.3.1`],
    ],
    "in bun.lock, from a tarball": [
        { "package.json": {}, "bun.lock": '{\n  "packages": {\n    "ffjavascript": ["ffjavascript@./ffturbo-0.1.0.tgz", {}],\n  }\n}\n' },
        ["ffjavascript: ffjavascript ./ffturbo-0.1.0.tgz *"],
    ],
    "not in bun.lockb, which is no text": [{ "package.json": {}, "bun.lockb": "\u0000ffjavascript" }, []],
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

    for (const [name, [files, expected]] of Object.entries(FOUND)) it(`finds copies ${name}`, () => {
        build(files);
        const told = examine(folder).copies.map(({ where, name: own, version, replaced }) =>
            `${where.replaceAll("\\", "/")}: ${own} ${version}${replaced ? " *" : ""}`);
        expect(told).to.deep.equal(expected);
    });

    it("says where the package comes from, as long as it is in no registry", () => {
        rmSync(join(folder, tarballOf(RELEASE)));
        build(BROKEN["npm without a setting"][0]);
        const { steps } = examine(folder), [{ change, why }] = steps;
        if (RELEASE.published) expect(steps.map(changeOf)).to.deep.equal(BROKEN["npm without a setting"][1].steps);
        else expect([change, why]).to.deep.equal(["npm ci && npm pack",
            `ffturbo is not in the registry yet: run this in a clone of its repository, and copy ${tarballOf(RELEASE)} to here`]);
        build({ "package.json": { ...SNARKJS, overrides: { ffjavascript: "npm:ffturbo@*" } } });
        expect(examine(folder).steps.map(changeOf), "another place is named").to.deep.equal(AGAIN);
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

    it("looks at each tarball that a lock file names, by the name that is behind its escapes", () => {
        const hash = `sha512-${createHash("sha512").update("the tarball").digest("base64")}`;
        const entry = (file, integrity) => ({ resolved: `file:${file}`, integrity });
        const why = (...entries) => {
            build({ "package-lock.json": JSON.stringify({ packages: { ...entries } }, null, 2) });
            return examine(folder).steps[0]?.why ?? "";
        };
        build({ "package.json": SNARKJS, "a folder/ffturbo.tgz": "the tarball", ...plain(OURS) });
        expect(why(entry("a%20folder/ffturbo.tgz", hash))).to.equal("");
        expect(why(entry("a%20folder/ffturbo-2.tgz", hash))).to.include(" names a folder/ffturbo-2.tgz, which is not here");
        const file = tarballOf(RELEASE);
        expect(why(entry(file, hash), entry(file, "sha512-ab"))).to.include(` has the hash of another ${file}`);
        expect(why(entry(file, "sha1-ab")), "a hash of another kind").to.equal("");
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

    it("takes what this process may have for the memory, if that is less than the machine's", () => {
        const { constrainedMemory } = process, memoryOf = (limit) => {
            process.constrainedMemory = limit;
            return examine(folder).machine;
        };
        build({ "package.json": {} });
        try {
            expect(memoryOf(() => 1024)).to.include({ memory: 1024, free: 1024 });
            for (const none of [() => undefined, () => 0, () => 2 ** 63, undefined])
                expect(memoryOf(none).memory, String(none)).to.equal(totalmem());
        } finally {
            process.constrainedMemory = constrainedMemory;
        }
        const { threads, platform, node } = examine(folder).machine;
        expect([threads, platform, node])
            .to.deep.equal([availableParallelism(), `${process.platform} ${process.arch}`, process.versions.node]);
    });

    it("tells it all in a table, with the steps numbered", async () => {
        build({
            "package.json": SNARKJS, "package-lock.json": "{}", "yarn.lock": YARN1, "below/x": "", ...plain(OURS),
            ...installed("node_modules/a/node_modules/ffjavascript", { name: "ffjavascript" }),
        });
        const lines = (await runCommand(join(folder, "below"), ["doctor"])).out.split("\n");
        const told = lines.filter((line) => !/^(snarkjs|this machine) /.test(line));
        const row = (name, text) => `${name.padEnd(15)} ${text}`;
        expect(told.slice(0, 10)).to.deep.equal([
            row("project", ".."), row("installed by", "npm (package-lock.json)"),
            row("beside it", "yarn.lock, which another package manager reads"), row("looked in", "node_modules"),
            row("ffjavascript", "1 of 2 not replaced"), row("  NOT replaced", "node_modules/a/node_modules/ffjavascript: ffjavascript"),
            row("  replaced", "node_modules/ffjavascript: ffturbo 0.1.0"), "", "To do:",
            "  1. package.json: replaces every copy",
        ]);
        expect(told.slice(11)).to.deep.equal([
            "  2. npm keeps to what is installed and locked", "       remove package-lock.json and node_modules",
            "  3. installs with the setting", "       npm install", "",
        ]);
        rmSync(join(folder, "node_modules/a"), { recursive: true });
        expect((await runCommand(folder, ["doctor"])).out).to.include(row("project", ".")).and.include("all 1 replaced by ffturbo");
        rmSync(join(folder, "node_modules"), { recursive: true });
        expect(examine(folder).from).to.equal("package-lock.json");
        for (const lock of ["package-lock.json", "yarn.lock"]) rmSync(join(folder, lock));
        expect(examine(folder).from).to.equal("nothing is installed");
    });

    it("refuses a folder without a project, and a manifest that is no JSON, with 3", async () => {
        expect(await runCommand(folder, ["doctor"])).to.include({ code: 3, out: "" });
        build({ "package.json": "{" });
        const { code, err } = await runCommand(folder, ["doctor"]);
        expect(code).to.equal(3);
        expect(err).to.match(/^ffturbo: .*package\.json: expected JSON, got /);
    });
});
