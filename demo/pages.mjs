/**
 * The pages of the site, and what all of them share: head, header with the menu, footer. A page is a file beside this
 * one with `{{head}}` before its <main> and `{{footer}}` behind it. To add one, write the page and its script in src,
 * and give it a row.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

/**
 * `name` in the menu, `title` and `description` of the window, `script` in src; `policy` of a page that may do less.
 * @typedef {Record<"file" | "name" | "script" | "title" | "description", string> & { policy?: string }} Page
 * @type {readonly Page[]}
 */
export const PAGES = Object.freeze([
    {
        file: "index.html", name: "Prove", script: "main.js", title: "ffturbo: prove in this page",
        description: "A zero-knowledge proof, made in your browser by ffturbo. Nothing leaves your machine.",
    },
    {
        file: "circuit.html", name: "Check a circuit", script: "circuit.js", title: "ffturbo: check a circuit",
        description: "Which constraints a witness breaks, with the values on both sides. Nothing leaves your machine.",
        policy: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; style-src 'self'; " +
            "img-src 'self'; connect-src 'none'; form-action 'none'; base-uri 'none'",
    },
    {
        file: "contribute.html", name: "Contribute", script: "contribute.js", title: "ffturbo: contribute to a ceremony",
        description: "Contribute to a ceremony in your browser. Your secret does not leave your machine.",
    },
    {
        file: "gpu.html", name: "GPU", script: "gpu.js", title: "ffturbo: measure your GPU",
        description: "MSMs of points on your GPU beside those on your processor, measured in your browser.",
    },
]);

const linkTo = ({ file, name }, current) =>
    `<li><a href="${file}"${file === current ? ' aria-current="page"' : ""}>${name}</a></li>`;

const policyOf = (policy) => (policy ? `<meta http-equiv="Content-Security-Policy" content="${policy}">\n` : "");

const headOf = ({ file, title, description, script, policy }) => `<meta charset="utf-8">
${policyOf(policy)}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="style.css">
<script type="module" src="${script}"></script>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
    <div class="wide row">
        <p class="brand"><img src="icon.svg" alt="" width="28" height="28"> ffturbo</p>
        <nav class="menu" aria-label="Pages"><ul>${PAGES.map((page) => linkTo(page, file)).join("")}</ul></nav>
        <label class="theme"><span>Theme</span>
            <select id="theme">
                <option value="auto">System</option>
                <option value="light">Light</option>
                <option value="dark">Dark</option>
            </select>
        </label>
    </div>
</header>`;

const footerOf = (version) => `<footer class="wide note">
    <p>ffturbo ${version}, MIT or Apache-2.0. The page keeps nothing and asks for nothing but its own files.</p>
</footer>`;

/**
 * A page as it is published.
 * @param {typeof PAGES[number]} page
 * @param {Record<string, string>} words - by the names that stand in {{…}}; `version` among them
 * @returns {string}
 * @throws {Error} when the page asks for a word that is not there
 */
export function pageOf(page, words) {
    const all = { ...words, head: headOf(page), footer: footerOf(words.version) };
    return readFileSync(join(here, page.file), "utf8").replace(/{{(\w+)}}/g, (_, word) => {
        if (!Object.hasOwn(all, word)) throw new Error(`${page.file}: expected a word of the site, got {{${word}}}`);
        return all[word];
    });
}
