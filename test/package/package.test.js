/** The tarball as other people's tools see it. */
import { expect } from "chai";
import { checkTarball } from "../../scripts/check-package.mjs";
import { packRepository } from "../support/scratch.js";

describe("the package", function () {
    this.timeout(120_000);
    it("has entry points and types that publint and arethetypeswrong accept", async () => {
        expect(await checkTarball(packRepository().bytes)).to.deep.equal([]);
    });
});
