/** Links in the Markdown files of the repository point at files and headings that are there. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const pages = execFileSync("git", ["ls-files", "*.md"], { cwd: root, encoding: "utf8" }).trim().split("\n");

/** Where this repository is read by others: links to it from pages that are published elsewhere. */
const HERE = /^https:\/\/github\.com\/ffturbo\/ffturbo(?:\/(?:blob|tree)\/main\/([^#]*))?(?:#(.+))?$/;

/** A heading's anchor, as hosts of Markdown make it. */
const anchor = (heading) => heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replace(/\s/g, "-");
const prose = (page) => readFileSync(join(root, page), "utf8").replace(/```[\s\S]*?```/g, "");
const anchors = (page) => [...prose(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchor(heading));
const links = (page) =>
    [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, target]) => target)
        .filter((target) => !/^[a-z]+:/.test(target));

const linksHome = (page) => [...prose(page).matchAll(/\]\((https:[^)\s]+)\)/g)].map(([, target]) => HERE.exec(target)).filter(Boolean);

describe("links in Markdown", () => {
    it("sees the pages and links in them", () => expect(pages.flatMap(links)).not.to.be.empty);
    for (const page of pages) for (const link of links(page)) it(`${page}: ${link}`, () => {
        const [path, heading] = link.split("#"), target = path ? join(dirname(page), path) : page;
        expect(existsSync(join(root, target)), target).to.equal(true);
        if (heading) expect(anchors(target)).to.include(heading);
    });
    for (const page of pages) for (const [link, path = "README.md", heading] of linksHome(page)) it(`${page}: ${link}`, () => {
        expect(existsSync(join(root, path)), path).to.equal(true);
        const file = path.endsWith(".md") ? path : join(path, "README.md");
        if (heading && heading !== "readme") expect(anchors(file)).to.include(heading);
    });
});
