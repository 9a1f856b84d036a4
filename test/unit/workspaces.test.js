/** scripts/workspaces.mjs: no source and no suite is in a folder that the tools do not walk. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { COMPANIONS, inPackage, LISTS, NAMES, SOURCES, TESTS, within } from "../../scripts/workspaces.mjs";
import { tracked } from "../support/prose.js";
import { root } from "../support/scratch.js";

const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));

describe("workspaces", () => {
    it("has every suite of the repository in one list", () => {
        const suites = tracked.filter((file) => /\.(test|spec)\.[cm]?[jt]s$/.test(file));
        expect(Object.values(LISTS).flat()).to.have.members(suites);
        expect(suites.length).to.be.above(300);
    });

    it("has every list's command, which runs what is in it and nothing else", () => {
        const { scripts } = manifestOf("."), gpu = readFileSync(join(root, "scripts/test-gpu.mjs"), "utf8");
        const apart = (folder) => LISTS.apart.filter(within([folder]));
        expect(scripts["test:queue"]).to.include(" packages/server/test/queue/*.test.js");
        expect(gpu).to.include("packages/gpu");
        expect([...apart("packages/server/test/queue"), ...apart("packages/gpu/test/gpu")]).to.have.members(LISTS.apart);
        for (const suite of LISTS.apart) expect(inPackage(suite).split("/"), suite).to.have.length(3);
    });

    it("has all sources of the packages, and of each package its suites by themselves", () => {
        const code = tracked.filter((file) => /^(packages\/[^/]+\/)?src\/.*\.js$/.test(file));
        expect(code.filter((file) => !within(SOURCES)(file))).to.deep.equal([]);
        expect(manifestOf(".").workspaces).to.deep.equal(["packages/*"]);
        expect(NAMES).to.have.length(COMPANIONS.length + 1);
        for (const folder of COMPANIONS.filter((one) => TESTS.includes(`${one}/test`)))
            expect(manifestOf(folder).scripts.test).to.equal(`node ../../scripts/test.mjs --of ${folder}`);
    });

    it("sorts a suite of a package as one of the root", () => {
        expect(inPackage("packages/snarkjs/test/package/alias.test.js")).to.equal("test/package/alias.test.js");
        expect(LISTS.package).to.include("packages/snarkjs/test/package/alias.test.js");
        expect(LISTS.quick).to.include("test/unit/workspaces.test.js");
        for (const [list, folder] of [["hosts", "test/hosts"], ["long", "test/full"]]) {
            expect(LISTS[list].length).to.be.above(5);
            expect(LISTS[list].filter((suite) => !within([folder])(inPackage(suite)))).to.deep.equal([]);
        }
    });
});
