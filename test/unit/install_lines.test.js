/** The lines that install: one place says what they are, and a release switches them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { RELEASE } from "../../bin/lib/doctor/install.mjs";
import { installPages, withInstallLines, withRelease } from "../../scripts/install-lines.mjs";
import { root } from "../support/scratch.js";

const read = (path) => readFileSync(join(root, path), "utf8");
const LATER = { published: true, version: "1.2.3" }, SOONER = { published: false, version: "0.2.0" };

describe("lines that install", () => {
    it("are of the version of the package", () => expect(RELEASE.version).to.equal(JSON.parse(read("package.json")).version));
    it("are those of this release, in every page that has some", () => {
        expect(installPages()).to.include.members(["README.md", "docs/install.md", "docs/start.md", "docs/command.md", "demo/index.html"]);
        for (const page of installPages()) expect(withInstallLines(read(page), RELEASE), page).to.equal(read(page));
    });
    it("name the registry once it has the package, and no page tells of a tarball then", () => {
        for (const page of installPages()) {
            const text = withInstallLines(read(page), LATER);
            expect(text, page).not.to.match(/ffturbo-\d[\w.]*\.tgz|not in the registry yet/);
            expect(withInstallLines(text, LATER)).to.equal(text);
        }
        expect(withInstallLines(read("README.md"), LATER)).to.include('{ "overrides": { "ffjavascript": "npm:ffturbo@*" } }')
            .and.include("\nnpm install ffturbo\n");
        expect(withInstallLines(read("docs/recipes/react.md"), LATER)).to.include("npm install ffturbo react react-dom");
    });
    it("name the tarball of a version that is not published", () => {
        const text = withInstallLines(read("README.md"), SOONER);
        expect(text).to.include('"file:./ffturbo-0.2.0.tgz"').and.include("npm install ./ffturbo-0.2.0.tgz")
            .and.include("copy `ffturbo-0.2.0.tgz`").and.not.include("ffturbo-0.1.0.tgz");
    });
    it("leave other packages alone", () => {
        for (const text of ["npm install ffturbo-cli", "npm install ffturbo/x", '"file:ffturbo.tgz"', "npm:ffturbo@^0.1.0"])
            expect(withInstallLines(text, LATER)).to.equal(text);
    });
    it("come from one line, which npm run release writes", () => {
        const source = read("bin/lib/doctor/install.mjs");
        expect(withRelease(source, RELEASE)).to.equal(source);
        expect(withRelease(source, LATER)).to.include('RELEASE = Object.freeze({ published: true, version: "1.2.3" })');
        expect(read("scripts/release.mjs")).to.include("writeInstallLines({ published: true, version });");
    });
});
