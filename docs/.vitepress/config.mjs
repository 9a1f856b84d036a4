/** The documentation site; DOCS_BASE is the path that it is published under, "/" unless given. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { defineConfig } from "vitepress";

const REPOSITORY = "https://github.com/ffturbo/ffturbo";
const page = (text, link) => ({ text, link });

/** A page's title. */
const titleOf = (path) => /^# (.+)$/m.exec(readFileSync(new URL(`../${path}.md`, import.meta.url), "utf8"))[1];

/** The recipes in the order of their table. */
const recipes = () =>
    [...readFileSync(new URL("../recipes/index.md", import.meta.url), "utf8").matchAll(/\]\(([\w-]+)\.md\) \|$/gm)]
        .map(([, name]) => page(titleOf(`recipes/${name}`), `/recipes/${name}`));

/** The pages that typedoc made, one per entry point. */
function api() {
    const folder = new URL("../api/", import.meta.url);
    if (!existsSync(folder)) return [];
    return readdirSync(folder).filter((name) => name.endsWith(".md") && name !== "index.md").sort()
        .map((name) => page(titleOf(`api/${name.slice(0, -3)}`), `/api/${name.slice(0, -3)}`));
}

/** The cell above a column of names is no heading: it has no words. @param {any} md */
function leaveEmptyHeadings(md) {
    for (const [end, tag] of [["open", "<td>"], ["close", "</td>"]]) {
        md.renderer.rules[`th_${end}`] = (tokens, i, options, _, self) =>
            (tokens[end === "open" ? i + 1 : i - 1].content === "" ? tag : self.renderToken(tokens, i, options));
    }
}

export default defineConfig({
    title: "ffturbo",
    description: "A prover engine for JavaScript",
    lang: "en",
    base: process.env.DOCS_BASE ?? "/",
    cleanUrls: true,
    head: [["link", { rel: "icon", href: `${process.env.DOCS_BASE ?? "/"}demo/icon.svg` }]],
    ignoreDeadLinks: [/^\/demo\//], // the page is built beside the site
    markdown: {
        theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
        config: leaveEmptyHeadings,
    },
    // the theme has no such landmark on the first page
    transformHtml: (code) => code.replace(/(<div class="VPContent is-home" id="VPContent")/, '$1 role="main"'),
    themeConfig: {
        search: { provider: "local" },
        outline: [2, 3],
        nav: [
            page("Start", "/start"), page("Recipes", "/recipes/"), page("API", "/api/"),
            { ...page("Prove in your browser", "/demo/index.html"), target: "_self" },
        ],
        sidebar: [
            {
                text: "Guide",
                items: [
                    page("Start in five minutes", "/start"), page("Install", "/install"),
                    page("In place of snarkjs", "/snarkjs"), page("From snarkjs's prover", "/migrate"),
                    page("Prove and verify", "/prover"),
                    page("Witnesses", "/witnesses"), page("Packed keys", "/packed"), page("Kept keys", "/store"),
                    page("The command", "/command"), page("Where it runs", "/hosts"),
                    page("Curves", "/curves"), page("On a GPU", "/gpu"),
                    page("Two servers that learn nothing", "/delegate"), page("Numbers", "/numbers"),
                    page("Published results, run again", "/published"), page("Questions", "/faq"),
                ],
            },
            {
                text: "For operators",
                items: [page("Many proofs, many machines", "/operations"), page("Security", "/security")],
            },
            {
                text: "For contributors",
                items: [
                    page("How it works", "/how"), page("Your first hour", "/contribute"),
                    page("Invariants", "/invariants"), page("Decisions", "/decisions"),
                ],
            },
            { text: "Recipes", items: recipes() },
            { text: "API", items: [page("Entry points", "/api/"), ...api()] },
        ],
        socialLinks: [{ icon: "github", link: REPOSITORY }],
        footer: { message: "MIT or Apache-2.0" },
    },
});
